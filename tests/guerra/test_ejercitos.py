"""Las bajas de un ejército: qué se puede elegir y qué no."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.errores import ErrorDeDominio
from servicios.guerra.ejercitos import Bajas, Ejercito, Politica, exigir, forzadas, posibles, segun, tras


def finales(regulares: int, elites: int, impactos: int) -> set[tuple[int, int]]:
    """Todos los ejércitos que pueden quedar, aplicando las tres opciones impacto a impacto."""
    if not impactos or not regulares + elites:
        return {(regulares, elites)}
    quedan: set[tuple[int, int]] = set()
    if regulares:
        quedan |= finales(regulares - 1, elites, impactos - 1)
    if elites:
        quedan |= finales(regulares + 1, elites - 1, impactos - 1)
        if impactos >= 2:
            quedan |= finales(regulares, elites - 1, impactos - 2)
    return quedan


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 9))
def test_lo_posible_es_lo_que_sale_impacto_a_impacto(regulares: int, elites: int, impactos: int) -> None:
    ejercito = Ejercito(regulares=regulares, elites=elites)
    opciones = [tras(ejercito, bajas) for bajas in posibles(ejercito, impactos)]
    pares = {(queda.regulares, queda.elites) for queda in opciones}
    # los que pasan por más degradaciones que impactos deja el ejército vivo están en los dos lados
    assert pares == finales(regulares, elites, impactos)
    assert len(pares) == len(opciones)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 12), st.sampled_from(Politica))
def test_las_politicas_eligen_algo_posible(regulares: int, elites: int, impactos: int, politica: Politica) -> None:
    queda = segun(politica, regulares, elites, impactos)
    assert queda in finales(regulares, elites, impactos)
    unidades = [sum(otro) for otro in finales(regulares, elites, impactos)]
    assert politica is Politica.REGULARES or sum(queda) == max(unidades)


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 9))
def test_forzadas_solo_si_no_hay_nada_que_elegir(regulares: int, elites: int, impactos: int) -> None:
    ejercito = Ejercito(regulares=regulares, elites=elites)
    bajas = forzadas(ejercito, impactos)
    if bajas is not None:
        assert {(tras(ejercito, b).regulares, tras(ejercito, b).elites) for b in posibles(ejercito, impactos)} == {
            (tras(ejercito, bajas).regulares, tras(ejercito, bajas).elites)
        }
    else:
        assert elites
        assert 0 < impactos < ejercito.vida


def test_dos_impactos_por_una_elite_o_una_por_una_regular() -> None:
    ejercito = Ejercito(regulares=3, elites=3)
    quedan = {(tras(ejercito, b).regulares, tras(ejercito, b).elites) for b in posibles(ejercito, 3)}
    assert quedan == {(0, 3), (2, 2), (4, 1), (6, 0)}


@pytest.mark.parametrize(
    ("bajas", "impactos", "quedan", "frase"),
    [
        (Bajas(regulares=3), 3, None, "No puedes retirar"),
        (Bajas(elites=3), 6, None, "No puedes retirar"),
        (Bajas(regulares=1), 2, None, "pagan 1 impacto y hay que pagar 2"),
        (Bajas(elites=1), 1, None, "pagan 2 impactos"),
        (Bajas(degradadas=2), 2, 1, "solo|hay 1 regular"),
        (Bajas(sin_recambio=1), 1, None, "Todavía quedan"),
        (Bajas(sin_recambio=1), 1, 1, "Todavía quedan"),
    ],
)
def test_bajas_que_no_valen(bajas: Bajas, impactos: int, quedan: int | None, frase: str) -> None:
    with pytest.raises(ErrorDeDominio, match=frase) as rechazo:
        exigir(Ejercito(regulares=2, elites=2), impactos, bajas, quedan)
    assert "«Retirando bajas»" in str(rechazo.value.detalle)


def test_sin_regulares_de_recambio_la_elite_se_pierde() -> None:
    ejercito = Ejercito(elites=2)
    exigir(ejercito, 1, Bajas(sin_recambio=1), 0)
    quedan = {(tras(ejercito, b).regulares, tras(ejercito, b).elites) for b in posibles(ejercito, 2, 0)}
    assert quedan == {(0, 1), (0, 0)}
    con_uno = {(tras(ejercito, b).regulares, tras(ejercito, b).elites) for b in posibles(ejercito, 2, 1)}
    assert con_uno == {(0, 1), (1, 0)}


def test_la_regular_que_acaba_de_caer_puede_volver_por_una_elite() -> None:
    """001:86: la que sustituye a la élite puede salir de la pila de bajas."""
    ejercito = Ejercito(regulares=1, elites=2)
    exigir(ejercito, 2, Bajas(regulares=1, degradadas=1), 0)
    with pytest.raises(ErrorDeDominio, match="fuera del tablero hay 0 regulares"):
        exigir(ejercito, 3, Bajas(regulares=1, degradadas=2), 0)


def test_fuerza_y_liderazgo() -> None:
    ejercito = Ejercito(regulares=5, elites=3, lideres=2, personajes=("aragorn", "merry"))
    assert (ejercito.unidades, ejercito.fuerza, ejercito.vida, ejercito.liderazgo) == (8, 5, 11, 5)
    assert Ejercito(regulares=1, lideres=4, liderazgo_fijo=1).liderazgo == 1
    for regulares, elites in product(range(3), repeat=2):
        assert Ejercito(regulares=regulares, elites=elites).fuerza == min(5, regulares + elites)
