"""Tablas: clasificaciones y listas, en una o varias imágenes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from servicios.dibujo import letras
from servicios.dibujo.estilo import ANCHO, CEBRA, FUERTE, MARGEN, NORMAL, SUAVE, TINTA, UTIL, Acento
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.lienzo import Lienzo
from servicios.dibujo.prosa import alternativo, inerte

COLUMNAS_MAXIMAS = 7
FILAS_POR_IMAGEN = 24
ALTO_DE_FILA = 44
HUECO = 18
"""Lo que separa dos columnas, en píxeles."""
TEXTO_MINIMO = 130
CANAL = 34
"""Sitio para las marcas, a la izquierda."""


@dataclass(frozen=True, slots=True)
class Columna:
    """Una columna. Las de texto van a la izquierda y ceden sitio; las de números, a la derecha y enteras.

    Los títulos, cortos («PT», «Vict.», «Desempate»): con siete columnas tocan a 90 px, unas cinco letras.
    """

    titulo: str
    numerica: bool = True


class Marca(Enum):
    """Lo que distingue a una fila: signo y lo que significa."""

    TUYA = ("▶", "tu fila")
    BAJA = ("✕", "retirado o expulsado")

    @property
    def signo(self) -> str:
        return self.value[0]

    @property
    def leyenda(self) -> str:
        return f"{self.value[0]} {self.value[1]}"


@dataclass(frozen=True, slots=True)
class Fila:
    """Las celdas de una fila, una por columna."""

    celdas: tuple[str, ...]
    marca: Marca | None = None


@dataclass(frozen=True, slots=True)
class Tabla:
    """Una tabla de siete columnas como mucho.

    Raises:
        ValueError: si sobran columnas o una fila no tiene tantas celdas como columnas hay.
    """

    titulo: str
    columnas: tuple[Columna, ...]
    filas: tuple[Fila, ...]
    subtitulo: str = ""
    pie: str = ""
    acento: Acento = Acento.TORNEO

    def __post_init__(self) -> None:
        if not 1 <= len(self.columnas) <= COLUMNAS_MAXIMAS:
            raise ValueError(f"una tabla tiene de 1 a {COLUMNAS_MAXIMAS} columnas, no {len(self.columnas)}")
        if any(len(fila.celdas) != len(self.columnas) for fila in self.filas):
            raise ValueError("cada fila lleva una celda por columna")


def tabla(datos: Tabla) -> tuple[Imagen, ...]:
    """La tabla, en tantas imágenes de 24 filas o menos como haga falta, repartidas por igual."""
    anchos = repartir(datos)
    return tuple(
        trazar(datos, tramo, subtitulo, anchos).terminar(f"tabla-{i}.png", describir(datos, tramo, subtitulo))
        for i, (tramo, subtitulo) in enumerate(paginar(datos), start=1)
    )


def paginar(datos: Tabla) -> Iterator[tuple[Sequence[Fila], str]]:
    """Las filas de cada imagen y el subtítulo que lleva."""
    total = len(datos.filas)
    paginas = max(1, -(-total // FILAS_POR_IMAGEN))
    for i in range(paginas):
        desde, hasta = total * i // paginas, total * (i + 1) // paginas
        trozo = f"filas {desde + 1}–{hasta} de {total}" if paginas > 1 else ""
        yield datos.filas[desde:hasta], " · ".join(parte for parte in (datos.subtitulo, trozo) if parte)


def trazar(datos: Tabla, filas: Sequence[Fila], subtitulo: str, anchos: Sequence[float]) -> Lienzo:
    """El dibujo de unas filas, sin guardar. `anchos`: los de `repartir`."""
    lienzo = Lienzo(datos.acento, datos.titulo, subtitulo, alto=ALTO_DE_FILA * (len(filas) + 1) + 640)
    titulos = Fila(tuple(columna.titulo for columna in datos.columnas))
    canal = _canal(datos)
    _fila(lienzo, datos.columnas, titulos, anchos, canal, encabeza=True)
    lienzo.raya()
    for i, fila in enumerate(filas):
        if i % 2 == 0:
            lienzo.pincel.rectangle((0, lienzo.y + 2, ANCHO, lienzo.y + ALTO_DE_FILA + 1), fill=CEBRA)
        _fila(lienzo, datos.columnas, fila, anchos, canal)
    presentes = [marca for marca in Marca if any(fila.marca is marca for fila in filas)]
    lienzo.pie("  ·  ".join(marca.leyenda for marca in presentes), datos.pie)
    return lienzo


def describir(datos: Tabla, filas: Sequence[Fila], subtitulo: str) -> str:
    """El texto alternativo: cada fila, celda a celda, con el nombre de su columna."""
    titulo = " · ".join(inerte(parte) for parte in (datos.titulo, subtitulo) if parte)
    return alternativo(f"Tabla. {titulo}", [_dicha(datos.columnas, fila) for fila in filas] or ["Sin filas"])


def repartir(datos: Tabla) -> list[float]:
    """El ancho de cada columna: el suyo si caben todas; si no, se recortan las más anchas, y antes las de texto."""
    columnas = range(len(datos.columnas))
    naturales = [_natural(datos, i) for i in columnas]
    sitio = UTIL - _canal(datos) - HUECO * (len(naturales) - 1)
    texto = [i for i in columnas if not datos.columnas[i].numerica]
    anchos = list(naturales)
    for candidatas, minimo in ((texto, TEXTO_MINIMO), (columnas, 0)):
        resto = sum(anchos[i] for i in columnas if i not in candidatas)
        tope = max(_tope([anchos[i] for i in candidatas], sitio - resto), minimo)
        anchos = [min(ancho, tope) if i in candidatas else ancho for i, ancho in enumerate(anchos)]
    if texto:
        anchos[texto[0]] += max(sitio - sum(anchos), 0)
    return anchos


def _natural(datos: Tabla, i: int) -> float:
    """Lo que pide una columna: su celda más ancha, escrita en negrita."""
    textos = (datos.columnas[i].titulo, *(fila.celdas[i] for fila in datos.filas))
    return max(letras.medir(letras.dibujable(texto), FUERTE) for texto in textos) + 1


def _tope(anchos: Sequence[float], sitio: float) -> float:
    """El ancho del que no debe pasar ninguna para que todas quepan en `sitio`."""
    libre = sitio
    for i, ancho in enumerate(sorted(anchos)):
        justo = libre / (len(anchos) - i)
        if ancho > justo:
            return justo
        libre -= ancho
    return float("inf")


def _canal(datos: Tabla) -> int:
    """El sitio de las marcas, si las hay."""
    return CANAL if any(fila.marca for fila in datos.filas) else 0


def _fila(
    lienzo: Lienzo,
    columnas: Sequence[Columna],
    fila: Fila,
    anchos: Sequence[float],
    canal: int,
    *,
    encabeza: bool = False,
) -> None:
    letra = FUERTE if encabeza or fila.marca is Marca.TUYA else NORMAL
    color = SUAVE if encabeza or fila.marca is Marca.BAJA else TINTA
    centro = lienzo.y + ALTO_DE_FILA / 2 + 1
    if fila.marca is not None:
        lienzo.escribir(MARGEN, centro, fila.marca.signo, FUERTE, color)
    x = MARGEN + canal
    for columna, celda, ancho in zip(columnas, fila.celdas, anchos, strict=True):
        punto, ancla = (x + ancho, "r") if columna.numerica else (x, "l")
        lienzo.escribir(punto, centro, celda, letra, color, ancho=ancho, ancla=ancla)
        x += ancho + HUECO
    lienzo.y += ALTO_DE_FILA


def _dicha(columnas: Sequence[Columna], fila: Fila) -> str:
    partes = [
        inerte(celda) if i == 0 or not columna.numerica else f"{inerte(columna.titulo)} {inerte(celda)}"
        for i, (columna, celda) in enumerate(zip(columnas, fila.celdas, strict=True))
        if celda
    ]
    return ", ".join(partes) + (f" ({fila.marca.value[1]})" if fila.marca else "")
