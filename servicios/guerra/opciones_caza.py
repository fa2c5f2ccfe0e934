"""Lo que se puede decidir en una Caza a medias, con el texto de cada botón."""

from collections.abc import Iterator

from servicios.guerra.estado import GOLLUM, Estado
from servicios.guerra.modelo_caza import CazaEnCurso, PasoDeCaza, Remedio
from servicios.guerra.opciones import Opcion, guias
from servicios.guerra.piezas import Bando
from servicios.guerra.remedios import (
    DarBaja,
    JugarCartaDeMesa,
    MoverRevelada,
    UsarElAnillo,
    UsarHabilidadDelGuia,
    permitido,
)
from servicios.guerra.resolucion import TirarCaza
from servicios.guerra.revelacion import destinos, ficha_de_baluarte
from servicios.guerra.tablas import personaje, region


def de_la_caza(estado: Estado, caza: CazaEnCurso) -> Iterator[Opcion]:
    """Las decisiones del paso en que está la Caza."""
    if caza.paso is PasoDeCaza.TIRAR:
        for texto, ejercito, nazgul in (
            ("Tirar la Caza", False, False),
            ("Tirar: hay ejército", True, False),
            ("Tirar: hay Nazgûl", False, True),
            ("Tirar: hay ejército y Nazgûl", True, True),
        ):
            yield Opcion(Bando.SOMBRA, texto, TirarCaza(ejercito=ejercito, nazgul=nazgul))
    elif caza.paso is PasoDeCaza.DANO:
        yield from _remedios(estado, caza)
        yield from guias(estado)
    elif caza.paso is PasoDeCaza.REVELAR:
        for donde in destinos(estado):
            extra = " (otra ficha por el Baluarte)" if ficha_de_baluarte(estado, donde) else ""
            texto = f"Revelarse en {region(donde).nombre}{extra}"
            yield Opcion(Bando.LIBRES, texto, MoverRevelada(region=donde))


def _remedios(estado: Estado, caza: CazaEnCurso) -> Iterator[Opcion]:
    if permitido(estado, Remedio.MESA):
        yield from _cartas(caza)
    if permitido(estado, Remedio.GUIA):
        yield _habilidad(estado)
    if permitido(estado, Remedio.BAJA):
        guia = personaje(estado.compania.guia)
        yield Opcion(Bando.LIBRES, f"Baja: {guia.nombre} (nivel {guia.nivel})", DarBaja(quien="guia"))
        if len(estado.compania.companeros) > 1:
            yield Opcion(Bando.LIBRES, "Baja al azar", DarBaja(quien="azar"))
    texto = f"Usar el Anillo: +{caza.dano} de Corrupción" if caza.dano > 0 else "Seguir"
    yield Opcion(Bando.LIBRES, texto, UsarElAnillo())


def _cartas(caza: CazaEnCurso) -> Iterator[Opcion]:
    for puntos in range(1, caza.dano + 1):
        orden = JugarCartaDeMesa(efecto="reduce", puntos=puntos)
        yield Opcion(Bando.LIBRES, f"Carta en la mesa: −{puntos}", orden)
    yield Opcion(Bando.LIBRES, "Carta en la mesa: sacar otra ficha", JugarCartaDeMesa(efecto="otra"))
    yield Opcion(Bando.LIBRES, "Carta en la mesa: sin efecto", JugarCartaDeMesa(efecto="anula"))


def _habilidad(estado: Estado) -> Opcion:
    if estado.compania.guia == GOLLUM:
        return Opcion(Bando.LIBRES, "Gollum: −1 y descubre a la Compañía", UsarHabilidadDelGuia())
    nombre = personaje(estado.compania.guia).nombre
    return Opcion(
        Bando.LIBRES,
        f"Habilidad de {nombre}, según su tarjeta",
        UsarHabilidadDelGuia(puntos=1),
        faltan=("puntos", "separa", "region"),
    )
