"""El Asedio de Erebor: las cuatro etapas en línea, de oeste a este, y lo que hay en cada una."""

from collections.abc import Sequence
from dataclasses import dataclass

from servicios.dibujo import letras
from servicios.dibujo.estilo import (
    BLANCO,
    FUERTE,
    LINEA,
    MARGEN,
    NORMAL,
    RENGLON,
    ROJO,
    SUAVE,
    TINTA,
    UTIL,
    VACIO,
    Acento,
)
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.lienzo import Lienzo
from servicios.dibujo.prosa import alternativo, cuenta, entero, inerte, lista

ETAPAS_VISIBLES = 4
ALTO = 236
HUECO = 8
CARTAS_VISIBLES = 8


@dataclass(frozen=True, slots=True)
class Etapa:
    """Una etapa del asedio.

    Attributes:
        dano: el de su misión principal, de `limite` con que se abandona.
        activo: su Lugar activo, con su progreso si se quiere («Puente, 2/4»), o nada.
        preparacion: cartas de su área de preparación.
        enemigos: los enfrentados a jugadores que están en ella.
        secundarias: misiones secundarias.
        jugadores: quiénes están en ella.
        abandonada: si ya no está en juego.
    """

    nombre: str
    dano: int
    limite: int
    activo: str = ""
    preparacion: tuple[str, ...] = ()
    enemigos: tuple[str, ...] = ()
    secundarias: tuple[str, ...] = ()
    jugadores: tuple[str, ...] = ()
    abandonada: bool = False


@dataclass(frozen=True, slots=True)
class Asedio:
    """El tablero del asedio. `etapas`: de oeste a este."""

    etapas: tuple[Etapa, ...]
    titulo: str = "El Asedio de Erebor"
    subtitulo: str = ""
    pie: str = ""


def asedio(datos: Asedio) -> Imagen:
    """El tablero de las etapas."""
    return trazar(datos).terminar("asedio.png", describir(datos))


def trazar(datos: Asedio) -> Lienzo:
    """El dibujo, sin guardar."""
    lienzo = Lienzo(Acento.LCG, datos.titulo, datos.subtitulo)
    etapas = datos.etapas[:ETAPAS_VISIBLES]
    _brujula(lienzo)
    oriental = _oriental(etapas)
    ancho = (UTIL + HUECO) / max(len(etapas), 1)
    for i, etapa in enumerate(etapas):
        _resumen(lienzo, MARGEN + ancho * i, ancho - HUECO, etapa, oriental=i == oriental)
    lienzo.y += ALTO
    for etapa in etapas:
        if not etapa.abandonada:
            _detalle(lienzo, etapa)
    lienzo.pie(datos.pie)
    return lienzo


def describir(datos: Asedio) -> str:
    """El texto alternativo: primero el daño de todas las etapas; luego lo que hay en cada una."""
    etapas = datos.etapas[:ETAPAS_VISIBLES]
    frases = [f"De oeste a este: {'; '.join(_dicha(etapa) for etapa in etapas)}"] if etapas else []
    for etapa in etapas:
        partes = "; ".join(f"{que.lower()}, {cosas}" for que, cosas in _partes(etapa))
        if not etapa.abandonada and partes:
            frases.append(f"{inerte(etapa.nombre)}: {partes}")
    return alternativo(datos.titulo, frases)


def _dicha(etapa: Etapa) -> str:
    if etapa.abandonada:
        return f"{inerte(etapa.nombre)}, abandonada"
    quienes = f", con {lista(inerte(j) for j in etapa.jugadores)}" if etapa.jugadores else ""
    return f"{inerte(etapa.nombre)}, daño {entero(etapa.dano)} de {entero(etapa.limite)}{quienes}"


def _oriental(etapas: Sequence[Etapa]) -> int | None:
    """La posición de la etapa «más al este» de las que siguen en juego."""
    return max((i for i, etapa in enumerate(etapas) if not etapa.abandonada), default=None)


def _brujula(lienzo: Lienzo) -> None:
    centro = lienzo.y + RENGLON / 2
    lienzo.escribir(MARGEN, centro, "◀ oeste", FUERTE, SUAVE)
    lienzo.escribir(MARGEN + UTIL, centro, "este ▶", FUERTE, SUAVE, ancla="r")
    lienzo.y += RENGLON + 4


def _resumen(lienzo: Lienzo, x: float, ancho: float, etapa: Etapa, *, oriental: bool) -> None:
    """Una etapa en la línea: nombre, daño y quiénes están."""
    y = lienzo.y
    fondo, tinta = (VACIO, SUAVE) if etapa.abandonada else (BLANCO, TINTA)
    lienzo.caja(x, y, ancho, ALTO - 12, fondo, TINTA if oriental else LINEA, grosor=5 if oriental else 2)
    for linea in letras.renglones(etapa.nombre, FUERTE, ancho - 16, 3):
        lienzo.escribir(x + ancho / 2, y + 28, linea, FUERTE, tinta, ancho=ancho - 16, ancla="m")
        y += 34
    y = lienzo.y + 118
    if etapa.abandonada:
        lienzo.escribir(x + ancho / 2, y + 22, "✕", FUERTE, tinta, ancho=ancho, ancla="m")
        lienzo.escribir(x + ancho / 2, y + 66, "abandonada", NORMAL, tinta, ancho=ancho - 4, ancla="m")
        return
    dano, limite = entero(etapa.dano), entero(etapa.limite, 1)
    lienzo.caja(x + 12, y, ancho - 24, 18, VACIO, radio=6)
    parte = min(dano / limite, 1) * (ancho - 24)
    if parte >= 2:
        lienzo.caja(x + 12, y, parte, 18, ROJO, radio=6)
    lienzo.escribir(x + ancho / 2, y + 40, f"daño {dano}/{limite}", NORMAL, tinta, ancho=ancho - 12, ancla="m")
    cuantos = cuenta(len(etapa.jugadores), "jugador", "jugadores") if etapa.jugadores else "sin nadie"
    lienzo.escribir(x + ancho / 2, y + 78, cuantos, NORMAL, SUAVE, ancho=ancho - 12, ancla="m")


def _detalle(lienzo: Lienzo, etapa: Etapa) -> None:
    """Lo que hay en una etapa, por partes."""
    partes = _partes(etapa)
    lienzo.epigrafe(etapa.nombre if partes else f"{etapa.nombre}: nada ni nadie")
    for que, cosas in partes:
        lienzo.parrafo(f"{que}: {cosas}", maximo=2)


def _partes(etapa: Etapa) -> list[tuple[str, str]]:
    """Lo que hay en una etapa: qué es y las cartas; lo que no hay no se nombra."""
    partes = (
        ("Lugar activo", inerte(etapa.activo)),
        ("Preparación", _cartas(etapa.preparacion)),
        ("Enfrentados", _cartas(etapa.enemigos)),
        ("Misión secundaria", _cartas(etapa.secundarias)),
        ("Jugadores", _cartas(etapa.jugadores)),
    )
    return [(que, cosas) for que, cosas in partes if cosas]


def _cartas(nombres: Sequence[str]) -> str:
    vistos = [inerte(nombre) for nombre in nombres[:CARTAS_VISIBLES]]
    if len(nombres) > len(vistos):
        vistos.append(f"{len(nombres) - len(vistos)} más")
    return lista(vistos)
