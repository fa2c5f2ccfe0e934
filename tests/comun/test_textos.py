"""Los textos que lee la gente: plurales, números, recortes y textos ajenos sin peligro."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.comun import textos


@pytest.mark.parametrize(
    ("cantidad", "visto"),
    [(0, "0 puntos"), (1, "1 punto"), (2, "2 puntos"), (-1, "−1 punto"), (1000, "1000 puntos")],
)
def test_plural(cantidad: int, visto: str) -> None:
    assert textos.plural(cantidad, "punto") == visto


def test_numeros_con_coma() -> None:
    assert textos.numero(1.5, 1) == "1,5"
    assert textos.numero(-0.25, 2) == "−0,25"
    assert textos.porcentaje(0.8025) == "80,2\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("cosas", "visto"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a y b"),
        (["a", "b", "c"], "a, b y c"),
        (["Padre", "Hijo"], "Padre e Hijo"),
        (["nieve", "hielo"], "nieve y hielo"),
        (["Alicia", "Íñigo"], "Alicia e Íñigo"),
    ],
)
def test_enumerar(cosas: list[str], visto: str) -> None:
    assert textos.enumerar(cosas) == visto


@given(st.text(), st.integers(2, 200))
def test_recortar_nunca_pasa_del_tope_y_empieza_igual(texto: str, tope: int) -> None:
    corto = textos.recortar(texto, tope)
    assert len(corto) <= tope
    assert texto.startswith(corto.removesuffix("…").rstrip()) or corto == texto


@given(st.text(max_size=300))
def test_un_texto_ajeno_queda_inerte(texto: str) -> None:
    visto = textos.inerte(texto + " @everyone <@1> <@&2> **x** \u202etxet https://x.example [a](http://b)", 500)
    assert "\n" not in visto
    assert "@everyone" not in visto
    assert "<@1>" not in visto
    assert "\u202e" not in visto
    assert "://" not in visto


@given(st.lists(st.text(min_size=1, max_size=400), max_size=12), st.integers(50, 500))
def test_las_paginas_lo_conservan_todo_y_caben(bloques: list[str], tope: int) -> None:
    paginas = textos.en_paginas(bloques, tope)
    assert all(0 < len(pagina) <= tope for pagina in paginas)
    assert "".join("".join(paginas).split()) == "".join("".join(bloques).split())
