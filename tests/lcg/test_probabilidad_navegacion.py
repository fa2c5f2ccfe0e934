"""Las probabilidades de la prueba de navegación: cifras de control, recuento de todos los casos y leyes."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.errores import ErrorDeDominio
from servicios.lcg import tablas
from servicios.lcg.mazo import Composicion, composicion, de_escenario
from servicios.lcg.probabilidad import prever, tabla, timones
from servicios.lcg.rumbo import RUMBOS, Rumbo

# Tanto por ciento de acabar en rumbo mirando 1, 2… 6 cartas, según el rumbo de partida.
CONTROL = {
    "travesia": {
        Rumbo.SOLEADO: (44.4, 70.1, 84.4, 92.2, 96.3, 98.3),
        Rumbo.NUBLADO: (7.4, 27.4, 48.5, 66.3, 79.4, 88.2),
        Rumbo.LLUVIOSO: (0, 6.0, 18.3, 34.2, 50.6, 65.4),
        Rumbo.TORMENTA: (0, 6.0, 18.3, 34.2, 50.6, 65.4),
    },
    "tormentera": {
        Rumbo.SOLEADO: (43.8, 69.2, 83.5, 91.5, 95.7, 98.0),
        Rumbo.NUBLADO: (6.2, 25.6, 46.5, 64.3, 77.5, 86.6),
        Rumbo.LLUVIOSO: (0, 5.0, 16.4, 31.6, 47.7, 62.4),
        Rumbo.TORMENTA: (0, 5.0, 16.4, 31.6, 47.7, 62.4),
    },
    "cobas": {
        Rumbo.SOLEADO: (36.1, 59.8, 75.2, 85.0, 91.1, 94.8),
        Rumbo.NUBLADO: (0, 12.4, 29.1, 45.9, 60.5, 72.4),
        Rumbo.LLUVIOSO: (0, 0, 4.0, 12.4, 23.9, 36.9),
        Rumbo.TORMENTA: (0, 0, 4.0, 12.4, 23.9, 36.9),
    },
    "umbar": {
        Rumbo.SOLEADO: (27.3, 47.7, 62.9, 74.0, 82.1, 87.8),
        Rumbo.NUBLADO: (0, 6.8, 17.4, 29.5, 41.8, 53.3),
        Rumbo.LLUVIOSO: (0, 0, 1.5, 5.2, 11.1, 18.8),
        Rumbo.TORMENTA: (0, 0, 1.5, 5.2, 11.1, 18.8),
    },
}

mazos = st.builds(Composicion, sin=st.integers(0, 5), simples=st.integers(0, 3), dobles=st.integers(0, 2))


@pytest.mark.parametrize("escenario", CONTROL)
@pytest.mark.parametrize("rumbo", RUMBOS)
def test_las_cifras_de_control(escenario: str, rumbo: Rumbo) -> None:
    mazo = composicion(de_escenario(tablas.escenario(escenario), facil=False, jugadores=2).quedan)
    # Las cifras están redondeadas a una décima: 6,25 puede figurar como 6,2 o como 6,3.
    for prevision, control in zip(tabla(mazo, rumbo), CONTROL[escenario][rumbo], strict=True):
        assert abs(100 * prevision.en_rumbo - Fraction(str(control))) <= Fraction(1, 20)


def por_fuerza_bruta(mazo: Composicion, rumbo: Rumbo, cartas: int, anulados: int) -> dict[Rumbo, Fraction]:
    """Todas las maneras de coger esas cartas, contadas una a una; el rumbo, como un número de 0 a 3."""
    fichas = [0] * mazo.sin + [1] * mazo.simples + [2] * mazo.dobles
    casos = dict.fromkeys(RUMBOS, 0)
    for mano in combinations(fichas, cartas):
        nivel = min(list(RUMBOS).index(rumbo) + 1, 3)
        casos[RUMBOS[max(0, nivel - max(sum(mano) - anulados, 0))]] += 1
    total = sum(casos.values())
    return {r: Fraction(veces, total) for r, veces in casos.items()}


@given(mazos, st.sampled_from(RUMBOS), st.integers(0, 2), st.data())
def test_coincide_con_contar_todos_los_casos(
    mazo: Composicion, rumbo: Rumbo, anulados: int, data: st.DataObject
) -> None:
    cartas = data.draw(st.integers(0, mazo.cartas))
    esperado = por_fuerza_bruta(mazo, rumbo, cartas, anulados)
    assert prever(mazo, rumbo, cartas, anulados=anulados).rumbos == esperado


@given(mazos, mazos, st.sampled_from(RUMBOS), st.integers(0, 25))
def test_si_el_mazo_no_llega_cuentan_los_descartes(
    mazo: Composicion, descartes: Composicion, rumbo: Rumbo, cartas: int
) -> None:
    prevision = prever(mazo, rumbo, cartas, descartes)
    if cartas <= mazo.cartas:
        assert not prevision.mezcla
        assert prevision.rumbos == prever(mazo, rumbo, cartas).rumbos
    else:
        assert prevision.mezcla is (descartes.cartas > 0)
        assert prevision.cartas == min(cartas, mazo.cartas + descartes.cartas)
        assert prevision.rumbos == prever(mazo + descartes, rumbo, prevision.cartas).rumbos


@given(mazos, st.sampled_from(RUMBOS), st.integers(0, 12))
def test_suman_uno_y_mas_cartas_nunca_empeoran(mazo: Composicion, rumbo: Rumbo, cartas: int) -> None:
    menos, mas = prever(mazo, rumbo, cartas), prever(mazo, rumbo, cartas + 1)
    assert sum(menos.rumbos.values()) == 1
    for meta in RUMBOS:
        assert menos.al_menos(meta) <= mas.al_menos(meta)


@given(mazos, st.data())
def test_la_media_de_timones_es_la_proporcion_del_mazo(mazo: Composicion, data: st.DataObject) -> None:
    cartas = data.draw(st.integers(0, mazo.cartas))
    media = sum(cuantos * p for cuantos, p in enumerate(timones(mazo, cartas)))
    assert media == (Fraction(cartas * mazo.timones, mazo.cartas) if mazo.cartas else 0)


def test_sin_mirar_cartas_solo_se_desvia() -> None:
    mazo = Composicion(sin=3, simples=3)
    assert prever(mazo, Rumbo.NUBLADO, 0).rumbos[Rumbo.LLUVIOSO] == 1
    assert prever(mazo, Rumbo.TORMENTA, 0).rumbos[Rumbo.TORMENTA] == 1


def test_no_se_miran_mas_cartas_que_las_que_hay() -> None:
    with pytest.raises(ErrorDeDominio, match="no se pueden mirar 4"):
        timones(Composicion(sin=3), 4)
