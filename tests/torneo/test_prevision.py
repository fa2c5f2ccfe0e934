"""Mirar adelante: cuántas rondas quedan, contra la búsqueda completa y el teorema que ahorra buscarlas."""

from hypothesis import given, settings
from hypothesis import strategies as st

from servicios.torneo.prevision import Presupuesto, camino, hay_camino, libres, quitar, siempre_hay
from tests.torneo.exhaustivo import quedan

Aristas = list[tuple[int, int]]


@st.composite
def grafos(draw: st.DrawFn) -> tuple[int, Aristas]:
    n = draw(st.sampled_from([2, 4, 6]))
    todas = [(i, j) for i in range(n) for j in range(i + 1, n)]
    return n, draw(st.lists(st.sampled_from(todas), unique=True))


@given(grafos(), st.integers(1, 5))
@settings(max_examples=200, deadline=None)
def test_hay_camino_cuando_y_solo_cuando_lo_hay(grafo: tuple[int, Aristas], rondas: int) -> None:
    n, aristas = grafo
    vistos = {i: {j for j in range(n) if (min(i, j), max(i, j)) not in aristas} - {i} for i in range(n)}
    hallado = camino(libres(n, aristas), rondas, Presupuesto())
    assert (hallado is not None) == quedan(range(n), vistos, set(), rondas)
    if hallado is not None:
        usadas = [pareja for parejas in hallado for pareja in parejas]
        assert len(set(usadas)) == len(usadas) == rondas * n // 2
        assert set(usadas) <= set(aristas)
        assert all(sorted(v for p in parejas for v in p) == list(range(n)) for parejas in hallado)


@given(grafos(), st.integers(1, 4))
@settings(max_examples=200, deadline=None)
def test_lo_que_siempre_se_puede_se_puede(grafo: tuple[int, Aristas], rondas: int) -> None:
    n, aristas = grafo
    mascaras = libres(n, aristas)
    if siempre_hay(mascaras, rondas):
        assert camino(mascaras, rondas, Presupuesto()) is not None
        assert hay_camino(mascaras, rondas, Presupuesto(0))


def test_quitar_gasta_las_parejas() -> None:
    mascaras = libres(4, [(0, 1), (2, 3), (0, 2)])
    assert quitar(mascaras, [(0, 1), (2, 3)]) == libres(4, [(0, 2)])


def test_con_dos_veces_mas_jugadores_que_rondas_no_hay_que_buscar() -> None:
    for rondas in range(2, 8):
        n = 2 * rondas
        completo = libres(n, [(i, j) for i in range(n) for j in range(i + 1, n)])
        assert siempre_hay(completo, rondas)
        assert not siempre_hay(completo, rondas + 1)


def test_sin_presupuesto_no_afirma_nada() -> None:
    completo = libres(4, [(i, j) for i in range(4) for j in range(i + 1, 4)])
    assert camino(completo, 3, Presupuesto(1)) is None
    assert camino(completo, 3, Presupuesto()) is not None
