"""Lo que se puede decidir ahora: cada opción es una orden ya hecha, con su bando y el texto de su botón.

Las reglas son las que deciden; aquí solo se ofrece lo que aceptarían. De las órdenes que piden escribir algo
(los efectos de una carta, adónde va un Compañero) se dice qué campos faltan.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from servicios.guerra import compania, dados, mapa, mordor, personajes, turno
from servicios.guerra.anillos import UsarAnilloElfico, cambios
from servicios.guerra.estado import GOLLUM, Estado, Fase
from servicios.guerra.piezas import Bando, Cara
from servicios.guerra.tablas import personaje, region, tablas
from servicios.guerra.texto import cuenta
from servicios.hechos import Orden


@dataclass(frozen=True)
class Opcion:
    """Algo que se puede decidir ahora.

    Attributes:
        bando: quién lo decide; None, cualquiera que juegue.
        texto: qué es, para un botón o un menú.
        orden: la orden que se da.
        faltan: campos de la orden que hay que preguntar antes; vacío si ya está completa.
    """

    bando: Bando | None
    texto: str
    orden: Orden
    faltan: tuple[str, ...] = ()


def de_la_fase(estado: Estado) -> Iterator[Opcion]:
    """Lo habitual de la fase en que está el turno, cuando no hay Caza ni batalla a medias."""
    if estado.fase is Fase.COMPANIA:
        yield from _fase_de_compania(estado)
    elif estado.fase is Fase.ASIGNACION:
        minimo, maximo = turno.limites_de_caza(estado)
        for cuantos in range(minimo, maximo + 1):
            yield Opcion(Bando.SOMBRA, f"{cuenta(cuantos, 'dado')} a la Caza", turno.AsignarCaza(dados=cuantos))
    elif estado.fase is Fase.TIRADA:
        yield Opcion(None, "Tirar los dados de acción", turno.TirarAcciones())
    elif estado.fase is Fase.ACCIONES:
        yield from _acciones(estado)


def guias(estado: Estado) -> Iterator[Opcion]:
    """Los Compañeros que pueden sustituir al Guía, si es el momento."""
    if not compania.puede_elegir_guia(estado):
        return
    for quien in estado.compania.candidatos:
        if quien not in {estado.compania.guia, GOLLUM}:
            nombre = personaje(quien).nombre
            yield Opcion(Bando.LIBRES, f"Guía: {nombre}", compania.ElegirGuia(companero=quien))


def _fase_de_compania(estado: Estado) -> Iterator[Opcion]:
    actual = estado.compania
    yield Opcion(Bando.LIBRES, "Terminar la fase de la Compañía", turno.TerminarFaseDeCompania())
    yield from guias(estado)
    if actual.en_mordor:
        return
    if estado.edicion == 2 and actual.region in mordor.PUERTAS:
        yield Opcion(Bando.LIBRES, "Entrar en Mordor", mordor.EntrarEnMordor())
    if actual.oculta and not actual.declarada:
        for donde in mapa.alcanzables(actual.region, actual.progreso):
            texto = f"Declararse en {region(donde).nombre}"
            yield Opcion(Bando.LIBRES, texto, compania.DeclararCompania(region=donde))


def _acciones(estado: Estado) -> Iterator[Opcion]:
    yield from _viaje(estado)
    yield from guias(estado)
    for bando, bolsa in estado.bolsas.items():
        for cara in dict.fromkeys(bolsa.disponibles):
            texto = f"Usar {dados.nombre_de_cara(cara)}"
            yield Opcion(bando, texto, dados.UsarDado(bando=bando, dado=cara))
        if bolsa.disponibles and bolsa.anillos and not bolsa.anillo_usado:
            yield _anillo(estado, bando, bolsa.disponibles[0])
        if bolsa.disponibles:
            quedan = cuenta(len(bolsa.disponibles), "dado")
            yield Opcion(bando, f"Dejar {quedan} sin usar", dados.DejarDados(bando=bando))
    if not any(bolsa.disponibles for bolsa in estado.bolsas.values()):
        yield Opcion(None, "Terminar el turno", turno.TerminarTurno())


def _anillo(estado: Estado, bando: Bando, de: Cara) -> Opcion:
    a: Cara = next(cara for cara in cambios(estado, bando) if cara != de)
    orden = UsarAnilloElfico(bando=bando, de=de, a=a)
    return Opcion(bando, "Usar un Anillo élfico", orden, faltan=("de", "a"))


def _viaje(estado: Estado) -> Iterator[Opcion]:
    sirve = tablas().dados.sirve
    actual = estado.compania
    for cara in dict.fromkeys(estado.bolsas[Bando.LIBRES].disponibles):
        if "personaje" not in sirve[cara]:
            continue
        nombre = dados.nombre_de_cara(cara)
        if actual.oculta:
            yield Opcion(Bando.LIBRES, f"Mover la Compañía ({nombre})", compania.MoverCompania(dado=cara))
        else:
            yield Opcion(Bando.LIBRES, f"Ocultarse ({nombre})", compania.OcultarCompania(dado=cara))
        if actual.companeros and not actual.en_mordor:
            orden = personajes.Separar(companeros=(actual.guia,), region=actual.region, dado=cara)
            yield Opcion(Bando.LIBRES, f"Separar Compañeros ({nombre})", orden, faltan=("companeros", "region"))
