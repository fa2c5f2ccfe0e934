"""Números, listas y textos alternativos."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.dibujo.prosa import (
    TOPE_ALTERNATIVO,
    acotado,
    alternativo,
    cuenta,
    decimal,
    inerte,
    lista,
    porcentaje,
)
from tests.dibujo.estrategias import numeros, textos


@pytest.mark.parametrize(
    ("parte", "escrito"),
    [
        (0, "0,0 %"),
        (Fraction(1, 6), "16,7 %"),
        (0.802, "80,2 %"),
        (Fraction(1, 10**6), "<0,1 %"),
        (1 - Fraction(1, 10**6), ">99,9 %"),
        (1, "100,0 %"),
        (-3, "0,0 %"),
        (7, "100,0 %"),
        (float("nan"), "0,0 %"),
        (float("inf"), "100,0 %"),
    ],
)
def test_porcentajes_con_coma(parte: float, escrito: str) -> None:
    assert porcentaje(parte) == escrito.replace(" ", "\N{NO-BREAK SPACE}")


@given(st.fractions(0, 1))
def test_solo_lo_imposible_es_cero_y_solo_lo_seguro_es_cien(parte: Fraction) -> None:
    visto = porcentaje(parte).replace("\N{NO-BREAK SPACE}", " ")
    assert (visto == "0,0 %") == (parte == 0)
    assert (visto == "100,0 %") == (parte == 1)


@pytest.mark.parametrize(
    ("valor", "decimales", "escrito"),
    [(116.66, 1, "116,7"), (-2, 0, "−2"), (-0.01, 1, "0,0"), (0.5, 2, "0,50"), (Fraction(211, 20), 1, "10,6")],
)
def test_decimales_con_coma_y_menos_tipografico(valor: float, decimales: int, escrito: str) -> None:
    assert decimal(valor, decimales) == escrito


def test_plurales_y_listas() -> None:
    assert [cuenta(n, "punto") for n in (0, 1, 2)] == ["0 puntos", "1 punto", "2 puntos"]
    assert cuenta(3, "regular", "regulares") == "3 regulares"
    assert lista([]) == ""
    assert lista(["Sauron"]) == "Sauron"
    assert lista(["Merry", "Pippin"]) == "Merry y Pippin"
    assert lista(["Elfos", "Enanos", "Isengard"]) == "Elfos, Enanos e Isengard"
    assert lista(["agua", "hielo"]) == "agua y hielo"


@given(numeros)
def test_acotar_da_siempre_un_numero_entre_los_limites(valor: float | Fraction) -> None:
    assert 0 <= acotado(valor, 0, 12) <= 12
    if valor == valor and 0 <= valor <= 12:  # noqa: PLR0124  un NaN no es igual a sí mismo
        assert acotado(valor, 0, 12) == float(valor)


@given(textos, st.integers(2, 120))
def test_lo_inerte_va_en_una_linea_y_no_pasa_del_tope(texto: str, tope: int) -> None:
    visto = inerte(texto, tope)
    assert len(visto) <= max(tope, len("(sin nombre)"))
    assert visto == " ".join(visto.split())
    assert inerte(visto, tope) == visto or visto == "(sin nombre)"


@given(textos, st.lists(textos.map(inerte), max_size=60))
def test_el_texto_alternativo_no_corta_frases(titulo: str, frases: list[str]) -> None:
    dicho = alternativo(titulo, frases)
    assert len(dicho) <= TOPE_ALTERNATIVO
    dichas = 0
    while dichas < len(frases) and frases[dichas] in dicho:
        dichas += 1
    if " más, en la imagen." in dicho:
        assert dichas < len(frases) or len(set(frases)) < len(frases) or "" in frases
    else:
        assert dichas == len(frases)


def test_lo_que_no_cabe_se_cuenta() -> None:
    frases = [f"{i:04}" + "x" * 95 for i in range(20)]
    dicho = alternativo("Tabla", frases)
    caben = dicho.count("xxxx" * 23)
    assert f"Y {20 - caben} datos más, en la imagen." in dicho
    assert len(dicho) + 101 > TOPE_ALTERNATIVO
