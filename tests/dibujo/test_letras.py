"""Qué letras se dibujan, cuánto ocupan y cómo se cortan."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.dibujo.estilo import FUERTE, NORMAL, UTIL
from servicios.dibujo.letras import PUNTOS, SIN_DIBUJO, dibujable, encajar, medir, parejos, renglones
from tests.dibujo.estrategias import textos

ESPANOL = "El veloz murciélago hindú comía feliz cardillo y kiwi; la cigüeña tocaba el saxofón: «¿Ñandú?» 7,5 % −2"


@pytest.mark.parametrize(
    ("escrito", "visto"),
    [
        ("Íñigo «el Ñu»", "Íñigo «el Ñu»"),
        (ESPANOL, ESPANOL),
        ("𝓜𝓪𝓻𝓽𝓪", "Marta"),
        ("Ｇｏｎｄｏｒ", "Gondor"),
        ("Frodo 🧙🏽‍♀️", "Frodo ▯♀"),
        ("王小明", "▯"),
        ("uno\n\tdos   tres", "uno dos tres"),
        ("\u202eodorF\u202c", "odorF"),
        ("e\u0301lfico", "élfico"),
        ("x\u0336\u0337\u0338y", "x\u0336y"),
        ("Дмитрий", "Дмитрий"),
        ("محمد", "محمد"),
        ("\u200b\u2066", "(sin nombre)"),
        ("", ""),
    ],
)
def test_lo_que_no_tiene_letra_se_cambia(escrito: str, visto: str) -> None:
    assert dibujable(escrito) == visto


@given(textos)
def test_dibujar_lo_dibujable_no_lo_cambia(texto: str) -> None:
    visto = dibujable(texto)
    assert dibujable(visto) == visto
    assert SIN_DIBUJO * 2 not in visto
    assert all(unicodedata.category(c)[0] != "C" for c in visto)


@given(textos, st.floats(40, UTIL), st.sampled_from([NORMAL, FUERTE]))
def test_lo_encajado_cabe_y_es_su_principio(texto: str, ancho: float, letra: object) -> None:
    assert letra in {NORMAL, FUERTE}
    usada = FUERTE if letra == FUERTE else NORMAL
    visto, entero = encajar(texto, usada, ancho), dibujable(texto)
    assert medir(visto, usada) <= ancho
    assert visto == entero or (visto.endswith(PUNTOS) and entero.startswith(visto[:-1]))


def test_se_corta_lo_justo() -> None:
    """Con una letra más ya no cabría."""
    largo = "Bartolomé de las Casas y Montenegro"
    visto = encajar(largo, NORMAL, 200)
    siguiente = largo[: len(visto) + 1] + PUNTOS
    assert medir(visto, NORMAL) <= 200 < medir(siguiente, NORMAL)


@given(textos, st.floats(120, UTIL), st.integers(1, 4))
def test_los_renglones_caben_y_no_pierden_palabras(texto: str, ancho: float, maximo: int) -> None:
    lineas = renglones(texto, NORMAL, ancho, maximo)
    assert len(lineas) <= maximo
    assert all(medir(linea, NORMAL) <= ancho for linea in lineas)
    if not any(PUNTOS in linea for linea in lineas):
        assert " ".join(lineas) == dibujable(texto)


def test_los_renglones_parejos_no_dejan_una_palabra_sola() -> None:
    titulo = "Impactos con cinco dados, Liderazgo tres y una carta"
    sueltos, repartidos = renglones(titulo, NORMAL, UTIL, 2), parejos(titulo, NORMAL, UTIL, 2)
    assert len(repartidos) == len(sueltos) == 2
    assert " ".join(repartidos) == titulo
    diferencia = [abs(medir(a, NORMAL) - medir(b, NORMAL)) for a, b in (sueltos, repartidos)]
    assert diferencia[1] < diferencia[0]


def test_lo_que_no_deja_una_palabra_sola_llena_cada_linea() -> None:
    frase = "Impactos con cinco dados, Liderazgo tres y una carta de combate"
    assert parejos(frase, NORMAL, UTIL, 2) == renglones(frase, NORMAL, UTIL, 2)
    assert parejos("", NORMAL, UTIL, 2) == []


def test_los_espacios_que_no_se_parten_se_dibujan_y_no_se_parten() -> None:
    frase = "uno\u00a0dos\u202ftres cuatro"
    assert dibujable(frase) == frase
    assert renglones(frase, NORMAL, medir("uno dos tres cu", NORMAL), 3) == ["uno\u00a0dos\u202ftres", "cuatro"]
    assert dibujable("a\u00a0\u00a0\u202f\u00a0b\u00a0 \u202f c") == "a\u00a0b c"
    assert dibujable("\u00a0\u202f") == "(sin nombre)"


def test_el_arabe_se_compone_como_el_de_siempre() -> None:
    """Con Raqm las letras se unen y ocupan menos que sueltas; sin él se dibujan igual, letra a letra."""
    juntas = medir("محمد", NORMAL)
    assert 0 < juntas <= sum(medir(letra, NORMAL) for letra in "محمد")
