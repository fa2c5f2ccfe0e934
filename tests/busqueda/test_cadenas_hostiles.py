"""Diez mil cadenas al azar y con mala idea: siempre hay respuesta, y siempre bien formada."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servicios.busqueda import (
    MENU,
    Dudosa,
    Entrada,
    Escrito,
    Exacta,
    Indice,
    IndiceDeTexto,
    Ninguna,
    Parecida,
)
from tests.busqueda.generador import errar, leer_catalogo, llano

CARTAS = leer_catalogo()
CLAVES = {carta.id for carta in CARTAS}
NOMBRES = [nombre for carta in CARTAS for nombre in (carta.es, carta.en)]
INDICE = Indice(Entrada(carta.id, carta.es, (carta.en,)) for carta in CARTAS)
TEXTOS = {carta.id: Escrito(carta.id, carta.es, f"{carta.en}. {carta.es}") for carta in CARTAS[:300]}
DE_TEXTO = IndiceDeTexto(TEXTOS.values())

DISCORD = [
    "@everyone",
    "@here",
    "<@1>",
    "<@&1>",
    "<#1>",
    "<:a:1>",
    "[x](http://x.es)",
    "```",
    "`",
    "||",
    "**",
    "__",
]
CODIGO = ["~~", ">>> ", "'; DROP TABLE cartas; --", "%s%n", "{0}", "${x}", "../../", "\\", "[[", "]]", "<!--"]
RAROS = [
    "\x00",
    "\x1b[31m",
    "\r\n",
    "\t",
    "\u2028",
    "\u202e",
    "\u200b",
    "\ufeff",
    "\u0301" * 50,
    "🔥",
    "👨‍👩‍👧",
    "Гэндальф",
]
RAROS += ["指輪", "غاندالف", "½", "①", "Ǆ", "ﬃ", "\ufdfa"]
ENORMES = ["a" * 10_000, " " * 10_000, "el " * 4_000, "\n" * 10_000, "\U0001d5f4" * 3_000, "\ufdfa" * 3_000]
TROZOS = [*DISCORD, *CODIGO, *RAROS, *ENORMES]


def hostil(azar: random.Random) -> str:
    """Una cadena de una de seis clases, de la basura pura al nombre casi bueno con adornos."""
    nombre = azar.choice(NOMBRES)
    match azar.randrange(6):
        case 0:
            return "".join(chr(azar.randrange(0x250)) for _ in range(azar.randrange(40)))
        case 1:
            puntos = (azar.randrange(0x110000) for _ in range(azar.randrange(30)))
            return "".join(chr(p) for p in puntos if not 0xD800 <= p < 0xE000)
        case 2:
            return "".join(azar.choices("abcdefghijklmnoprstuvz  ", k=azar.randrange(120)))
        case 3:
            return azar.choice(TROZOS) + nombre + azar.choice(TROZOS)
        case 4:
            return "".join(azar.sample(DISCORD + CODIGO + RAROS, 3))
        case _:
            base = llano(nombre)
            return errar(errar(errar(base, azar) or "a", azar) or "a", azar) if len(base) > 6 else base[::-1]


def comprobar(texto: str) -> None:
    sugeridas = INDICE.sugerir(texto)
    assert len(sugeridas) <= MENU
    assert len(set(sugeridas)) == len(sugeridas)
    assert set(sugeridas) <= CLAVES
    match INDICE.resolver(texto):
        case Exacta(claves):
            assert claves
            assert set(claves) <= CLAVES
        case Parecida(claves, nombre, consulta):
            assert claves
            assert nombre in NOMBRES
            assert consulta == texto
        case Dudosa(claves):
            assert 1 <= len(claves) <= MENU
            assert set(claves) <= CLAVES
        case otra:
            assert otra == Ninguna()


@pytest.mark.parametrize("semilla", range(4))
def test_diez_mil_cadenas_hostiles(semilla: int) -> None:
    azar = random.Random(semilla)
    for _ in range(3_000):
        comprobar(hostil(azar))


@given(st.text(max_size=300))
def test_cualquier_texto_tiene_respuesta(texto: str) -> None:
    comprobar(texto)


@settings(max_examples=30)
@given(st.text(min_size=1, max_size=5), st.integers(1_000, 10_000))
def test_diez_mil_letras_tienen_respuesta(trozo: str, largo: int) -> None:
    comprobar((trozo * largo)[:largo])


def test_la_busqueda_en_textos_tambien_las_aguanta() -> None:
    azar = random.Random(99)
    for _ in range(2_000):
        for hallazgo in DE_TEXTO.buscar(hostil(azar), tope=5):
            cuerpo = TEXTOS[hallazgo.clave].cuerpo
            assert all(0 <= desde < hasta <= len(cuerpo) for desde, hasta in hallazgo.marcas)
