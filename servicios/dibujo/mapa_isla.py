"""El mapa de la isla de El Templo de los Engañados: 3 filas de 5 Lugares, con su estado por signo y palabra.

Los nombres no caben en una casilla a un tamaño legible: en el mapa va la clave (A1 a C5) y debajo, la lista de lo que
se sabe de cada una.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from servicios.dibujo.estilo import (
    ANCHO,
    BLANCO,
    CEBRA,
    FUERTE,
    GRANDE,
    LINEA,
    MARGEN,
    NORMAL,
    RENGLON,
    SUAVE,
    TINTA,
    UTIL,
    VACIO,
    Acento,
    Color,
)
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.lienzo import Lienzo
from servicios.dibujo.prosa import alternativo, entero, inerte

COLUMNAS = 5
CASILLAS_MAXIMAS = 30
ALTO = 172
HUECO = 4
BORDE = 8
"""Margen del mapa, menor que el de la tarjeta para que quepa «Explorado»."""
COLUMNA_DEL_TEMPLO = "5"


class Estado(Enum):
    """En qué situación está un Lugar: su signo y su palabra."""

    ACTIVO = ("★", "Activo")
    EXPLORADO = ("✓", "Explorado")
    VOLTEADO = ("○", "Volteado")
    VISTO = ("◉", "Mirado")
    OCULTO = ("?", "Isla")
    TEMPLO = ("?", "Templo")

    @property
    def signo(self) -> str:
        return self.value[0]

    @property
    def palabra(self) -> str:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Casilla:
    """Un Lugar del mapa.

    Attributes:
        casilla: su clave, de «A1» a «C5».
        titulo: el nombre que se ve; si está boca abajo, el del dorso.
        visto: nombre de la otra cara, si está boca abajo y alguien la ha mirado.
        progreso: fichas que tiene.
        mision: puntos de misión, si está boca arriba.
        amenaza: la del lado que se ve, o None si no consta.
        preparacion: si cuenta como área de preparación.
    """

    casilla: str
    titulo: str
    visto: str | None = None
    progreso: int = 0
    mision: int | None = None
    amenaza: int | None = None
    boca_arriba: bool = False
    explorado: bool = False
    activo: bool = False
    preparacion: bool = False

    @property
    def estado(self) -> Estado:
        if self.activo:
            return Estado.ACTIVO
        if self.explorado:
            return Estado.EXPLORADO
        if self.boca_arriba:
            return Estado.VOLTEADO
        if self.visto is not None:
            return Estado.VISTO
        return Estado.TEMPLO if self.casilla.endswith(COLUMNA_DEL_TEMPLO) else Estado.OCULTO


@dataclass(frozen=True, slots=True)
class Isla:
    """El mapa. `casillas`: fila a fila, de izquierda a derecha y de arriba abajo."""

    casillas: tuple[Casilla, ...]
    titulo: str = "El Templo de los Engañados"
    subtitulo: str = ""
    pie: str = ""


def isla(datos: Isla) -> Imagen:
    """El mapa de la isla."""
    return trazar(datos).terminar("isla.png", describir(datos))


def trazar(datos: Isla) -> Lienzo:
    """El dibujo, sin guardar."""
    lienzo = Lienzo(Acento.LCG, datos.titulo, datos.subtitulo)
    casillas = datos.casillas[:CASILLAS_MAXIMAS]
    ancho = (ANCHO - 2 * BORDE + HUECO) / COLUMNAS
    for i in range(0, len(casillas), COLUMNAS):
        for j, casilla in enumerate(casillas[i : i + COLUMNAS]):
            _casilla(lienzo, BORDE + ancho * j, ancho - HUECO, casilla)
        lienzo.y += ALTO + HUECO
    _conocidas(lienzo, casillas)
    lienzo.pie("?: boca abajo. ▲ Prep.: área de preparación.", datos.pie)
    return lienzo


def describir(datos: Isla) -> str:
    """El texto alternativo: primero el Lugar activo y su área de preparación; luego lo demás que se conoce."""
    casillas = datos.casillas[:CASILLAS_MAXIMAS]
    activas = [f"Lugar activo: {_dicha(c)}" for c in casillas if c.activo] or ["Sin Lugar activo"]
    cerca = [c for c in casillas if c.preparacion]
    lejos = [c for c in casillas if not c.preparacion and not c.activo]
    frases = [f"En preparación: {'; '.join(_dicha(c) for c in cerca)}"] if cerca else []
    frases += [_dicha(c) for c in lejos if _conocida(c)]
    tapadas = [inerte(c.casilla) for c in lejos if not _conocida(c)]
    frases += [f"Boca abajo: {', '.join(tapadas)}"] if tapadas else []
    return alternativo(f"Mapa de la isla, tres filas (A a C) de cinco. {inerte(datos.titulo)}", activas + frases)


def _conocida(casilla: Casilla) -> bool:
    return casilla.estado not in {Estado.OCULTO, Estado.TEMPLO} or casilla.progreso > 0


def _dicha(casilla: Casilla) -> str:
    """«B2, Cavernas sinuosas, explorado, progreso 2 de 6, Amenaza 2»."""
    partes = [inerte(casilla.casilla), inerte(casilla.visto or casilla.titulo)]
    if not casilla.activo:
        partes.append("boca abajo" if not _vuelta(casilla) else casilla.estado.palabra.lower())
    partes += [f"progreso {_progreso(casilla, ' de ')}"] if _progreso(casilla, "/") else []
    partes += [f"Amenaza {entero(casilla.amenaza)}"] if casilla.amenaza is not None else []
    return ", ".join(partes)


def _vuelta(casilla: Casilla) -> bool:
    return casilla.estado in {Estado.ACTIVO, Estado.EXPLORADO, Estado.VOLTEADO, Estado.VISTO}


def _progreso(casilla: Casilla, entre: str) -> str:
    """«3/5», «2» o nada."""
    if casilla.mision is not None:
        return f"{entero(casilla.progreso)}{entre}{entero(casilla.mision)}"
    return str(entero(casilla.progreso)) if casilla.progreso > 0 else ""


def _tintas(casilla: Casilla) -> tuple[Color, Color]:
    """Fondo y letra de una casilla."""
    estado = casilla.estado
    if estado is Estado.ACTIVO:
        return Acento.LCG.color, BLANCO
    if estado in {Estado.EXPLORADO, Estado.VOLTEADO}:
        return BLANCO, TINTA
    return (CEBRA if estado is Estado.VISTO else VACIO), TINTA


def _casilla(lienzo: Lienzo, x: float, ancho: float, casilla: Casilla) -> None:
    """Clave y signo, palabra, progreso y, si está en preparación, un marco oscuro y su marca."""
    fondo, tinta = _tintas(casilla)
    resalta = casilla.preparacion or casilla.activo
    lienzo.caja(x, lienzo.y, ancho, ALTO, fondo, TINTA if resalta else LINEA, grosor=5 if resalta else 2)
    y = lienzo.y + 28
    lienzo.escribir(x + 14, y, casilla.casilla, FUERTE, tinta, ancho=ancho / 2)
    lienzo.escribir(x + ancho - 14, y, casilla.estado.signo, GRANDE, tinta, ancho=ancho / 2, ancla="r")
    lienzo.escribir(x + ancho / 2, y + 40, casilla.estado.palabra, NORMAL, tinta, ancho=ancho - 4, ancla="m")
    lienzo.escribir(x + ancho / 2, y + 78, _progreso(casilla, "/"), FUERTE, tinta, ancho=ancho - 8, ancla="m")
    if casilla.preparacion:
        lienzo.escribir(x + ancho / 2, y + 116, "▲ Prep.", FUERTE, tinta, ancho=ancho - 8, ancla="m")


def _conocidas(lienzo: Lienzo, casillas: Sequence[Casilla]) -> None:
    """Lo que se sabe de cada Lugar, uno por línea, el activo en negrita."""
    for casilla in casillas:
        if not _conocida(casilla):
            continue
        lienzo.escribir(
            MARGEN, lienzo.y + RENGLON / 2, f"{casilla.estado.signo} {casilla.casilla}", FUERTE, ancho=92
        )
        amenaza = "" if casilla.amenaza is None else f"Amenaza {entero(casilla.amenaza)}"
        centro = lienzo.y + RENGLON / 2
        ocupa = lienzo.escribir(MARGEN + UTIL, centro, amenaza, NORMAL, SUAVE, ancho=260, ancla="r")
        letra = FUERTE if casilla.activo else NORMAL
        sitio = UTIL - 100 - ocupa - 16
        lienzo.escribir(MARGEN + 100, lienzo.y + RENGLON / 2, casilla.visto or casilla.titulo, letra, ancho=sitio)
        lienzo.y += RENGLON
