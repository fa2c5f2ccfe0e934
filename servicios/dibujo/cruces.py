"""El cuadro cruzado: quién jugó contra quién y qué sacó.

Hasta diez jugadores es la cuadrícula de siempre, jugador contra jugador. Con más ya no se leería en un teléfono, y en
un suizo quedaría casi vacía: entonces cada columna es una ronda y la casilla dice el número del rival y los puntos.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from servicios.dibujo import letras
from servicios.dibujo.estilo import (
    ANCHO,
    CEBRA,
    FUERTE,
    LINEA,
    MARGEN,
    NORMAL,
    SUAVE,
    UTIL,
    VACIO,
    Acento,
    Letra,
)
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.lienzo import Lienzo
from servicios.dibujo.prosa import alternativo, entero, inerte

CUADRICULA_MAXIMA = 10
ALTO = 44
NOMBRE_MINIMO = 120
DESCANSO = "–"


@dataclass(frozen=True, slots=True)
class Encuentro:
    """Lo que sacó un jugador en una ronda. `rival`: su posición en el cuadro, desde 0; None, descanso."""

    ronda: int
    rival: int | None
    puntos: str


@dataclass(frozen=True, slots=True)
class Cruzado:
    """Un jugador del cuadro, con sus encuentros en cualquier orden."""

    nombre: str
    total: str
    encuentros: tuple[Encuentro, ...] = ()


@dataclass(frozen=True, slots=True)
class Cruzada:
    """Un cuadro cruzado. `jugadores`: en el orden de la clasificación; su número es su posición, desde 1."""

    titulo: str
    jugadores: tuple[Cruzado, ...]
    subtitulo: str = ""
    pie: str = ""
    acento: Acento = Acento.TORNEO


def cruzada(datos: Cruzada, tramo: range | None = None) -> Imagen:
    """El cuadro en una imagen. `tramo`: las posiciones que se dibujan, desde 0; `None`, todas."""
    tramo = tramo if tramo is not None else range(len(datos.jugadores))
    return trazar(datos, tramo).terminar("cuadro.png", describir(datos, tramo))


def trazar(datos: Cruzada, tramo: range) -> Lienzo:
    """El dibujo de un tramo de jugadores, sin guardar."""
    lienzo = Lienzo(datos.acento, datos.titulo, datos.subtitulo, alto=ALTO * (len(tramo) + 1) + 800)
    if _cabe_en_cuadricula(datos):
        columnas = [str(i + 1) for i in range(len(datos.jugadores))]
        casillas = [_contra_cada_uno(datos, i) for i in tramo]
        leyenda = "Los puntos de cada fila contra el jugador de cada columna."
    else:
        rondas = _rondas(datos)
        columnas = [f"r{entero(ronda)}" for ronda in rondas]
        casillas = [[_de_ronda(datos, i, ronda) for ronda in rondas] for i in tramo]
        leyenda = f"En cada ronda, número del rival y puntos ({DESCANSO}, descanso)."
    faltan = _cuadro(lienzo, datos, tramo, columnas, casillas)
    lienzo.pie(leyenda, "Las primeras rondas no caben en la imagen." if faltan else "", datos.pie)
    return lienzo


def describir(datos: Cruzada, tramo: range) -> str:
    """El texto alternativo: los encuentros de cada jugador."""
    titulo = f"Cuadro cruzado. {inerte(datos.titulo)}"
    return alternativo(titulo, [_dicho(datos, i) for i in tramo] or ["Sin jugadores"])


def _dicho(datos: Cruzada, i: int) -> str:
    jugador = datos.jugadores[i]
    partes = [
        f"r{entero(encuentro.ronda)} {inerte(encuentro.puntos)} "
        + ("descansa" if encuentro.rival is None else f"contra {_numero(datos, encuentro.rival)}")
        for encuentro in sorted(jugador.encuentros, key=lambda e: e.ronda)
    ]
    return f"{i + 1}, {inerte(jugador.nombre)}, {inerte(jugador.total)}: {', '.join(partes) or 'sin partidas'}"


Casilla = tuple[str, str]
"""Lo que se lee en una casilla: con quién, en letra suave, y cuánto, en negrita."""


def _cabe_en_cuadricula(datos: Cruzada) -> bool:
    """Si son pocos, nadie repite rival y no hay descansos que enseñar."""
    rivales = [[encuentro.rival for encuentro in jugador.encuentros] for jugador in datos.jugadores]
    unicos = all(len(set(suyos)) == len(suyos) and None not in suyos for suyos in rivales)
    return unicos and len(datos.jugadores) <= CUADRICULA_MAXIMA


def _contra_cada_uno(datos: Cruzada, i: int) -> list[Casilla | None]:
    """La fila de la cuadrícula. None: uno contra sí mismo."""
    puntos = {encuentro.rival: encuentro.puntos for encuentro in datos.jugadores[i].encuentros}
    return [None if i == j else ("", puntos.get(j, "")) for j in range(len(datos.jugadores))]


def _de_ronda(datos: Cruzada, i: int, ronda: int) -> Casilla:
    for encuentro in datos.jugadores[i].encuentros:
        if encuentro.ronda == ronda:
            return _numero(datos, encuentro.rival), encuentro.puntos
    return "", ""


def _numero(datos: Cruzada, rival: int | None) -> str:
    if rival is None:
        return DESCANSO
    return str(rival + 1) if 0 <= rival < len(datos.jugadores) else "?"


def _rondas(datos: Cruzada) -> list[int]:
    return sorted({encuentro.ronda for jugador in datos.jugadores for encuentro in jugador.encuentros})


@dataclass(frozen=True, slots=True)
class _Medidas:
    """Lo que ocupa cada parte de una fila, en píxeles, y cuántas columnas caben."""

    numero: float
    nombre: float
    paso: float
    total: float
    caben: int

    @property
    def x(self) -> float:
        """Dónde empieza la primera casilla."""
        return MARGEN + self.numero + self.nombre


def _cuadro(
    lienzo: Lienzo,
    datos: Cruzada,
    tramo: range,
    columnas: Sequence[str],
    casillas: Sequence[Sequence[Casilla | None]],
) -> bool:
    """Número, nombre, una columna por rival o por ronda y el total.

    Returns:
        Si han quedado fuera columnas, las primeras, por falta de sitio.
    """
    medidas = _medir(datos, columnas, casillas)
    for j, columna in enumerate(columnas[-medidas.caben :]):
        x = medidas.x + medidas.paso * (j + 0.5)
        lienzo.escribir(x, lienzo.y + ALTO / 2, columna, FUERTE, SUAVE, ancho=medidas.paso, ancla="m")
    lienzo.escribir(ANCHO - MARGEN, lienzo.y + ALTO / 2, "PT", FUERTE, SUAVE, ancho=medidas.total, ancla="r")
    lienzo.y += ALTO
    lienzo.raya()
    for i, fila in zip(tramo, casillas, strict=True):
        if i % 2 == 0:
            lienzo.pincel.rectangle((0, lienzo.y + 2, ANCHO, lienzo.y + ALTO + 1), fill=CEBRA)
        _fila(lienzo, medidas, i + 1, datos.jugadores[i], fila[-medidas.caben :])
    return len(columnas) > medidas.caben


def _medir(datos: Cruzada, columnas: Sequence[str], casillas: Sequence[Sequence[Casilla | None]]) -> _Medidas:
    numero = _ancho((str(len(datos.jugadores)),), FUERTE) + 12
    total = _ancho(("PT", *(jugador.total for jugador in datos.jugadores)), FUERTE)
    vistas = [casilla for fila in casillas for casilla in fila if casilla]
    sitio = UTIL - numero - total - NOMBRE_MINIMO
    paso = min(max(_ancho(columnas, FUERTE), *(_ancho_de(casilla) for casilla in vistas), 32) + 12, sitio)
    caben = int(sitio // paso)
    nombre = UTIL - numero - total - paso * min(caben, len(columnas)) - 10
    return _Medidas(numero, nombre, paso, total, caben)


def _fila(
    lienzo: Lienzo, medidas: _Medidas, numero: int, jugador: Cruzado, fila: Sequence[Casilla | None]
) -> None:
    centro = lienzo.y + ALTO / 2 + 1
    x = MARGEN + medidas.numero
    lienzo.escribir(x - 12, centro, str(numero), FUERTE, SUAVE, ancho=medidas.numero, ancla="r")
    lienzo.escribir(x, centro, jugador.nombre, ancho=medidas.nombre - 10)
    for j, casilla in enumerate(fila):
        x = medidas.x + medidas.paso * j
        lienzo.pincel.rectangle((x, lienzo.y + 2, x + 1, lienzo.y + ALTO + 1), fill=VACIO)
        _casilla(lienzo, x, medidas.paso, casilla)
    lienzo.escribir(ANCHO - MARGEN, centro, jugador.total, FUERTE, ancho=medidas.total, ancla="r")
    lienzo.y += ALTO


def _casilla(lienzo: Lienzo, x: float, paso: float, casilla: Casilla | None) -> None:
    """Una casilla: tachada si es uno contra sí mismo, un punto si no se ha jugado."""
    centro = lienzo.y + ALTO / 2 + 1
    if casilla is None:
        lienzo.caja(x + 3, lienzo.y + 4, paso - 6, ALTO - 6, VACIO)
        return
    rival, puntos = casilla
    if not puntos:
        lienzo.escribir(x + paso / 2, centro, "·", NORMAL, LINEA, ancho=paso, ancla="m")
        return
    if not rival:
        lienzo.escribir(x + paso / 2, centro, puntos, FUERTE, ancho=paso, ancla="m")
        return
    punto = x + paso - 6
    hueco = min(_ancho((puntos,), FUERTE), paso - 12)
    lienzo.escribir(punto, centro, puntos, FUERTE, ancho=hueco, ancla="r")
    lienzo.escribir(punto - hueco - 6, centro, rival, NORMAL, SUAVE, ancho=paso - hueco - 12, ancla="r")


def _ancho(textos: Sequence[str], letra: Letra) -> float:
    return min(max((letras.medir(letras.dibujable(t), letra) for t in textos), default=0), 110) + 1


def _ancho_de(casilla: Casilla) -> float:
    rival, puntos = casilla
    return _ancho((puntos,), FUERTE) + (_ancho((rival,), NORMAL) + 6 if rival else 0)
