"""Las probabilidades de una tirada, contra un recuento de todos los casos."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.dados.presentacion import probabilidad
from servicios.azar import Azar, Sorteo
from servicios.dados.tirada import Dados, Lanzada, al_menos, comprobar, exitos_al_menos, tirar
from servicios.errores import ErrorDeDominio

AZAR = Azar(bytes(32), "1/dia/2/2026-11-30", "7")


@given(st.integers(1, 4), st.integers(2, 7), st.integers(-3, 40))
def test_al_menos_coincide_con_contar_todos_los_casos(cantidad: int, caras: int, total: int) -> None:
    casos = [sum(c) for c in product(range(1, caras + 1), repeat=cantidad)]
    esperado = sum(c >= total for c in casos) / len(casos)
    assert al_menos(cantidad, caras, total) == pytest.approx(esperado, abs=1e-12)


@given(st.integers(1, 4), st.integers(2, 7), st.data())
def test_exitos_coincide_con_contar_todos_los_casos(cantidad: int, caras: int, data: st.DataObject) -> None:
    exito = data.draw(st.integers(1, caras))
    exitos = data.draw(st.integers(0, cantidad))
    casos = [sum(v >= exito for v in c) for c in product(range(1, caras + 1), repeat=cantidad)]
    esperado = sum(c >= exitos for c in casos) / len(casos)
    assert exitos_al_menos(cantidad, caras, exito, exitos) == pytest.approx(esperado, abs=1e-12)


def test_la_mayor_tirada_tiene_probabilidad_sensata() -> None:
    assert al_menos(100, 1000, 50_050) == pytest.approx(0.5, abs=0.01)
    assert al_menos(100, 1000, 100) == 1
    assert al_menos(100, 1000, 100_001) == 0


@pytest.mark.parametrize(
    "dados",
    [
        Dados(cantidad=0),
        Dados(cantidad=101),
        Dados(caras=1),
        Dados(caras=1001),
        Dados(exito=7),
        Dados(exito=0),
        Dados(modificador=10**6),
        Dados(exito=3, modificador=1),
    ],
)
def test_lo_que_no_cabe_se_rechaza(dados: Dados) -> None:
    with pytest.raises(ErrorDeDominio):
        comprobar(dados)


@given(st.integers(1, 100), st.integers(2, 1000), st.integers(-50, 50))
def test_el_total_es_la_suma_mas_el_modificador(cantidad: int, caras: int, modificador: int) -> None:
    lanzada = tirar(Dados(cantidad=cantidad, caras=caras, modificador=modificador), AZAR)
    assert len(lanzada.valores) == cantidad
    assert all(1 <= v <= caras for v in lanzada.valores)
    assert lanzada.resultado == sum(lanzada.valores) + modificador
    assert 0 <= lanzada.probabilidad <= 1


def test_se_dice_lo_que_se_tira() -> None:
    assert Dados(cantidad=2, modificador=-1).nombre == "2d6−1"
    assert Dados(cantidad=5, exito=5).nombre == "5d6, éxitos con 5 o más"


@pytest.mark.parametrize(
    ("valores", "dicho"),
    [
        ((1,) * 10, "10 o más: el 100 % de las veces"),
        ((1,) * 9 + (2,), "11 o más: más del 99,9 % de las veces"),
        ((6,) * 10, "60 o más: menos del 0,1 % de las veces"),
    ],
)
def test_lo_casi_seguro_y_lo_casi_imposible_se_dicen_con_palabras(valores: tuple[int, ...], dicho: str) -> None:
    sorteo = Sorteo(etiqueta="7", desde=0, caras=(6,) * 10, valores=valores)
    lanzada = Lanzada(dados=Dados(cantidad=10), sorteo=sorteo)
    assert probabilidad(lanzada).replace("\xa0", " ") == dicho
