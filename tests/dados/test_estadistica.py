"""El recuento y el contraste, contra valores de las tablas y contra una simulación."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.azar import Azar, Sorteo
from servicios.dados.estadistica import Recuento, cola_ji_cuadrado, contar


@pytest.mark.parametrize(
    ("x", "grados", "p"),
    # Valores críticos de las tablas de χ² de cualquier manual.
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (16.919, 9, 0.05),
        (30.144, 19, 0.05),
    ],
)
def test_la_cola_coincide_con_las_tablas(x: float, grados: int, p: float) -> None:
    assert cola_ji_cuadrado(x, grados) == pytest.approx(p, abs=2e-5)


@given(st.floats(0, 200), st.integers(1, 99))
def test_la_cola_es_una_probabilidad_y_baja(x: float, grados: int) -> None:
    assert 0 <= cola_ji_cuadrado(x, grados) <= 1
    assert cola_ji_cuadrado(x + 1, grados) <= cola_ji_cuadrado(x, grados) + 1e-9


def test_se_cuentan_solo_los_dados_de_esas_caras() -> None:
    sorteo = Sorteo(etiqueta="1", desde=0, caras=(6, 20, 6, 2), valores=(3, 3, 6, 2))
    assert contar([sorteo, sorteo], 6).veces == (0, 0, 2, 0, 0, 2)


def test_menos_de_trescientos_no_bastan() -> None:
    assert not Recuento(6, (49, 50, 50, 50, 50, 50)).bastan
    assert Recuento(6, (50, 50, 50, 50, 50, 50)).bastan
    assert not Recuento(100, tuple([4] * 100)).bastan


def test_unos_dados_trucados_se_notan_y_los_del_bot_no() -> None:
    azar = random.Random(4)
    trucados = recuento_de([azar.choice([1, 2, 3, 4, 5, 6, 6]) for _ in range(3000)])
    assert trucados.p < 0.001
    assert contar([Azar(bytes(32), "1/dados/1", "1").dados(3000)], 6).p > 0.001


def recuento_de(valores: list[int]) -> Recuento:
    return Recuento(6, tuple(valores.count(c) for c in range(1, 7)))
