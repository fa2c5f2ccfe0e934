"""Lo que se puede decidir en una batalla en curso, con el texto de cada botón."""

from collections.abc import Iterator

from servicios.guerra.asedio import AvanzarTrasBatalla, DecidirRetirada, ElegirCampo, ElegirQuienCabe
from servicios.guerra.batalla import AnotarEfectos, DeclararCarta, ElegirBajas, SeguirAtaque
from servicios.guerra.cartas import Efectos
from servicios.guerra.combate import Papel
from servicios.guerra.ejercitos import DENTRO_DE_UN_BALUARTE, posibles
from servicios.guerra.estado import Estado
from servicios.guerra.modelo_batalla import Batalla, ClaseDeBatalla, PasoDeBatalla
from servicios.guerra.opciones import Opcion
from servicios.guerra.retirada import refugios
from servicios.guerra.tablas import region
from servicios.guerra.texto import cuenta, mayuscula

_CARTA = {PasoDeBatalla.CARTA_ATACANTE: Papel.ATACANTE, PasoDeBatalla.CARTA_DEFENSOR: Papel.DEFENSOR}
_BAJAS = {PasoDeBatalla.BAJAS_ATACANTE: Papel.ATACANTE, PasoDeBatalla.BAJAS_DEFENSOR: Papel.DEFENSOR}


def de_la_batalla(estado: Estado, batalla: Batalla) -> Iterator[Opcion]:
    """Las decisiones del paso en que está la batalla."""
    ataca, defiende = batalla.bando(Papel.ATACANTE), batalla.bando(Papel.DEFENSOR)
    if batalla.paso is PasoDeBatalla.CAMPO_O_ASEDIO:
        yield Opcion(defiende, "Luchar en campo abierto", ElegirCampo(encerrarse=False))
        yield Opcion(defiende, "Encerrarse en el Baluarte", ElegirCampo(encerrarse=True))
    elif batalla.paso in _CARTA:
        bando = batalla.bando(_CARTA[batalla.paso])
        yield Opcion(bando, "Sin carta", DeclararCarta(juega=False))
        yield Opcion(bando, "Jugar una carta de combate", DeclararCarta(juega=True))
    elif batalla.paso is PasoDeBatalla.EFECTOS:
        yield from _efectos(batalla)
    elif batalla.paso in _BAJAS:
        yield from _bajas(batalla, _BAJAS[batalla.paso])
    elif batalla.paso is PasoDeBatalla.SEGUIR:
        asalto = batalla.clase is ClaseDeBatalla.ASEDIO
        otra = "Otra ronda: degradar una élite" if asalto else "Seguir el ataque"
        yield Opcion(ataca, otra, SeguirAtaque(sigue=True))
        yield Opcion(ataca, "Cesar el ataque", SeguirAtaque(sigue=False))
    elif batalla.paso is PasoDeBatalla.RETIRADA:
        yield Opcion(defiende, "Aguantar otra ronda", DecidirRetirada())
        for donde in refugios(estado, batalla):
            yield Opcion(defiende, f"Retirarse a {region(donde).nombre}", DecidirRetirada(region=donde))
    elif batalla.paso is PasoDeBatalla.AVANCE:
        yield Opcion(ataca, f"Entrar en {region(batalla.region).nombre}", AvanzarTrasBatalla(avanza=True))
        yield Opcion(ataca, "No avanzar", AvanzarTrasBatalla(avanza=False))
    elif batalla.paso is PasoDeBatalla.EXCESO:
        yield from _quien_cabe(batalla)


def _efectos(batalla: Batalla) -> Iterator[Opcion]:
    for papel in batalla.juegan:
        if papel not in batalla.efectos:
            orden = AnotarEfectos(papel=papel, efectos=Efectos())
            yield Opcion(
                batalla.bando(papel), f"Efectos de la carta del {papel.value}", orden, faltan=("efectos",)
            )


def _bajas(batalla: Batalla, papel: Papel) -> Iterator[Opcion]:
    for bajas in posibles(batalla.ejercitos[papel], batalla.recibidos(papel)):
        texto = mayuscula(bajas.contar("retirar", "degradar"))
        yield Opcion(batalla.bando(papel), texto, ElegirBajas(bajas=bajas))


def _quien_cabe(batalla: Batalla) -> Iterator[Opcion]:
    hay = batalla.ejercitos[Papel.DEFENSOR]
    for elites in range(min(hay.elites, DENTRO_DE_UN_BALUARTE), -1, -1):
        regulares = DENTRO_DE_UN_BALUARTE - elites
        if regulares <= hay.regulares:
            texto = f"Se quedan {cuenta(elites, 'élite')} y {cuenta(regulares, 'regular', 'regulares')}"
            orden = ElegirQuienCabe(regulares=regulares, elites=elites)
            yield Opcion(batalla.bando(Papel.DEFENSOR), texto, orden)
