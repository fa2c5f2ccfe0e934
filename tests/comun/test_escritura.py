"""Números, cantidades y listas en español."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.texto import con_signo, cuenta, lista, numero, porcentaje


@pytest.mark.parametrize(
    ("parte", "decimales", "visto"),
    [
        (0, 1, "0,0 %"),
        (1, 1, "100,0 %"),
        (0.8025, 1, "80,2 %"),
        (0.0004, 1, "<0,1 %"),
        (0.0005, 1, "0,1 %"),
        (0.9995, 1, ">99,9 %"),
        (0.99949, 1, "99,9 %"),
        (0.004, 0, "<1 %"),
        (0.996, 0, ">99 %"),
        (0.5, 0, "50 %"),
    ],
)
def test_porcentaje(parte: float, decimales: int, visto: str) -> None:
    assert porcentaje(parte, decimales) == visto.replace(" ", "\N{NO-BREAK SPACE}")


@given(st.fractions(0, 1, max_denominator=10**9), st.integers(0, 3))
def test_solo_lo_imposible_se_escribe_cero_y_solo_lo_seguro_cien(parte: Fraction, decimales: int) -> None:
    visto = porcentaje(float(parte), decimales).replace("\N{NO-BREAK SPACE}", " ")
    assert (visto == f"{numero(0, decimales)} %") == (parte == 0)
    assert (visto == f"{numero(100, decimales)} %") == (float(parte) == 1)


@pytest.mark.parametrize(
    ("valor", "decimales", "visto"), [(-3, 0, "−3"), (1.5, 1, "1,5"), (-0.04, 1, "0,0"), (-0.0, 0, "0")]
)
def test_numero(valor: float, decimales: int, visto: str) -> None:
    assert numero(valor, decimales) == visto


@pytest.mark.parametrize(
    ("valor", "decimales", "visto"),
    [
        (9999, 0, "9999"),
        (-9999.5, 1, "−9999,5"),
        (10_000, 0, "10_000"),
        (9999.96, 1, "10_000,0"),
        (-123_456.789, 2, "−123_456,79"),
        (1_234_567, 0, "1_234_567"),
    ],
)
def test_desde_cinco_cifras_los_millares_van_separados(valor: float, decimales: int, visto: str) -> None:
    """Ortografía de la RAE: grupos de tres con un espacio fino que no se parte; las de cuatro cifras, juntas."""
    assert numero(valor, decimales) == visto.replace("_", "\N{NARROW NO-BREAK SPACE}")


def test_signos_y_cantidades() -> None:
    assert [con_signo(v) for v in (2, 0, -1)] == ["+2", "+0", "−1"]
    assert [cuenta(v, "timón", "timones") for v in (0, 1, 2, -1)] == [
        "0 timones",
        "1 timón",
        "2 timones",
        "−1 timón",
    ]
    assert cuenta(12_000, "dado") == "12\N{NARROW NO-BREAK SPACE}000 dados"


@pytest.mark.parametrize(
    ("cosas", "visto"),
    [
        ([], ""),
        (["a"], "a"),
        (["Alicia", "Bruno", "Íñigo"], "Alicia, Bruno e Íñigo"),
        (["leones", "hienas"], "leones y hienas"),
        (["agua", "hielo"], "agua y hielo"),
        (["padre", "hijo"], "padre e hijo"),
        (["Ana", "Iolanda"], "Ana y Iolanda"),
    ],
)
def test_lista(cosas: list[str], visto: str) -> None:
    assert lista(cosas) == visto


def test_lista_con_otro_nexo() -> None:
    assert lista(iter(["A1", "C1"]), "o") == "A1 o C1"
