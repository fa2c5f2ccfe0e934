"""Datos de cualquier clase para las imágenes: nombres hostiles, números disparatados y listas de más o de menos."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from servicios import dibujo
from servicios.dibujo import (
    batallas,
    carta_rumbo,
    cruces,
    etapas_asedio,
    histogramas,
    mapa_isla,
    marcador_politico,
    panel_compania,
    tablas,
)
from servicios.dibujo.lienzo import Lienzo

NOMBRES = (
    "Alicia",
    "Íñigo Ñúñez de la Vega y Sánchez-Albornoz",
    "محمد علي",
    "דוד המלך",
    "Alicia محمد 7",
    "王小明",
    "😀🧙🏽‍♀️ Gandalf 🔥",
    "👨‍👩‍👧‍👦" * 20,
    "𝓜𝓪𝓻𝓽𝓪",
    "Z̸̢̛̗͓͑a̷̢̛l̶̛̗g̴̢o̵",
    "\u202egniK\u202c",
    "\u200b\u200d\ufeff",
    "x" * 100,
    "uno\ndos\ttres\x00\x1b[31m",
    "@everyone **n** `c` <@1> $\\frac{1}{0}$ %s {0}",
    "\ud800 suelto",
    "",
    " ",
    "i̇" * 60,
    "﷽" * 30,
)
textos = st.sampled_from(NOMBRES) | st.text(st.characters(), max_size=120)
enteros = st.integers(-5, 30) | st.sampled_from([-(10**30), 10**4000, 0])
numeros = enteros | st.floats() | st.fractions() | st.just(Fraction(10**400, 3))


def varios(uno: st.SearchStrategy[Any], maximo: int) -> st.SearchStrategy[tuple[Any, ...]]:
    """Ninguno, alguno o demasiados."""
    return st.lists(uno, max_size=maximo).map(tuple)


@dataclass(frozen=True)
class Clase:
    """Una clase de imagen: cómo se inventan sus datos, cómo se pide y cómo se traza sin guardar."""

    nombre: str
    datos: st.SearchStrategy[Any]
    pedir: Callable[[Any], Sequence[dibujo.Imagen]]
    trazar: Callable[[Any], Sequence[Lienzo]]


def _una(nombre: str, datos: st.SearchStrategy[Any], pedir: Callable[[Any], Any], modulo: Any) -> Clase:
    return Clase(nombre, datos, lambda valor: [pedir(valor)], lambda valor: [modulo.trazar(valor)])


def _paginas(datos: dibujo.Tabla) -> list[Lienzo]:
    anchos = tablas.repartir(datos)
    return [tablas.trazar(datos, filas, subtitulo, anchos) for filas, subtitulo in tablas.paginar(datos)]


@st.composite
def _tablas(draw: st.DrawFn) -> dibujo.Tabla:
    columnas = draw(st.lists(st.builds(dibujo.Columna, textos, st.booleans()), min_size=1, max_size=7).map(tuple))
    celdas = st.tuples(*[textos for _ in columnas])
    filas = st.builds(dibujo.Fila, celdas, st.none() | st.sampled_from(dibujo.Marca))
    acento = draw(st.sampled_from(dibujo.Acento))
    return dibujo.Tabla(draw(textos), columnas, draw(varios(filas, 30)), draw(textos), draw(textos), acento)


_encuentros = st.builds(dibujo.Encuentro, enteros, st.none() | st.integers(-2, 40), textos)
_dados = varios(st.builds(dibujo.Dado, enteros, st.booleans()), 9)
_tiradas = st.none() | st.builds(dibujo.Tirada, _dados, _dados, enteros, textos)
_bandos = st.sampled_from(["libres", "sombra"])
_ejercitos = st.builds(dibujo.Ejercito, _bandos, enteros, enteros, enteros, varios(textos, 7), st.none() | enteros)
_caras = st.sampled_from(dibujo.CaraDeRumbo)

CLASES = (
    _una(
        "recuento",
        st.builds(
            dibujo.Recuento,
            textos,
            varios(st.builds(dibujo.Cara, textos, enteros, numeros), 60),
            textos,
            textos,
            textos,
        ),
        dibujo.histograma,
        histogramas,
    ),
    _una(
        "reparto",
        st.builds(
            dibujo.Reparto,
            textos,
            varios(st.builds(dibujo.Caso, textos, numeros), 60),
            st.none() | enteros,
            textos,
            textos,
            textos,
            textos,
            st.sampled_from(dibujo.Acento),
        ),
        dibujo.histograma,
        histogramas,
    ),
    Clase("tabla", _tablas(), dibujo.tabla, _paginas),
    Clase(
        "cruzada",
        st.builds(
            dibujo.Cruzada,
            textos,
            varios(st.builds(dibujo.Cruzado, textos, textos, varios(_encuentros, 9)), 36),
            textos,
            textos,
        ),
        lambda datos: [dibujo.cruzada(datos)],
        lambda datos: [cruces.trazar(datos, range(len(datos.jugadores)))],
    ),
    _una(
        "compania",
        st.builds(
            dibujo.Compania,
            textos,
            enteros,
            st.booleans(),
            enteros,
            textos,
            varios(st.builds(dibujo.Companero, textos, st.none() | enteros), 16),
            st.none() | enteros,
            enteros,
            enteros,
            st.none() | enteros,
            textos,
            textos,
            textos,
        ),
        dibujo.compania,
        panel_compania,
    ),
    _una(
        "politica",
        st.builds(
            dibujo.Politica,
            varios(st.builds(dibujo.Nacion, textos, _bandos, enteros, st.booleans()), 14),
            enteros,
            enteros,
            enteros,
            enteros,
            textos,
            textos,
            textos,
        ),
        dibujo.politica,
        marcador_politico,
    ),
    _una(
        "batalla",
        st.builds(
            dibujo.Batalla,
            textos,
            _ejercitos,
            _ejercitos,
            varios(st.builds(dibujo.Ronda, enteros, _tiradas, _tiradas), 7),
            textos,
            textos,
            textos,
        ),
        dibujo.batalla,
        batallas,
    ),
    _una(
        "isla",
        st.builds(
            dibujo.Isla,
            varios(
                st.builds(
                    dibujo.Casilla,
                    textos,
                    textos,
                    st.none() | textos,
                    enteros,
                    st.none() | enteros,
                    st.none() | enteros,
                    st.booleans(),
                    st.booleans(),
                    st.booleans(),
                    st.booleans(),
                ),
                33,
            ),
            textos,
            textos,
            textos,
        ),
        dibujo.isla,
        mapa_isla,
    ),
    _una(
        "asedio",
        st.builds(
            dibujo.Asedio,
            varios(
                st.builds(
                    dibujo.Etapa,
                    textos,
                    enteros,
                    enteros,
                    textos,
                    varios(textos, 11),
                    varios(textos, 11),
                    varios(textos, 3),
                    varios(textos, 5),
                    st.booleans(),
                ),
                5,
            ),
            textos,
            textos,
            textos,
        ),
        dibujo.asedio,
        etapas_asedio,
    ),
    _una(
        "rumbo",
        st.builds(dibujo.Rumbo, _caras, st.none() | _caras, textos, textos, textos, textos),
        dibujo.rumbo,
        carta_rumbo,
    ),
)
