"""Los emparejamientos: óptimos contra todo lo posible, justos entre iguales y nunca sin salida evitable."""

import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servicios.torneo import emparejar as modulo
from servicios.torneo import pareo
from servicios.torneo.comprobar import comprobar_emparejamiento, flotantes
from servicios.torneo.emparejar import Campo, SinEmparejamiento, coste_de, emparejar
from servicios.torneo.motivos import motivos
from servicios.torneo.pareo import Grafo
from servicios.torneo.valores import Permiso
from tests.torneo.exhaustivo import gasto, quedan, rondas_posibles


def campo(
    puntos: Mapping[int, int],
    jugadas: list[tuple[int, int, int]] | None = None,
    descansos: Mapping[int, int] | None = None,
    por_delante: int = 0,
) -> Campo:
    encuentros: dict[int, dict[int, int]] = {j: {} for j in puntos}
    for a, b, ronda in jugadas or []:
        encuentros[a][b] = encuentros[b][a] = ronda
    return Campo(tuple(puntos), puntos, encuentros, descansos or {}, por_delante)


def vistos(campo: Campo) -> dict[int, set[int]]:
    return {j: set(rivales) for j, rivales in campo.encuentros.items()}


@st.composite
def campos(draw: st.DrawFn, maximo: int = 8) -> Campo:
    """Campos pequeños con cualquier historia, también imposibles de emparejar."""
    n = draw(st.integers(2, maximo))
    puntos = {j: draw(st.integers(0, 7)) for j in draw(st.permutations(range(1, n + 1)))}
    todas = [(a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1)]
    jugadas = draw(st.lists(st.sampled_from(todas), unique=True, max_size=2 * n))
    descansos = draw(st.dictionaries(st.sampled_from(sorted(puntos)), st.integers(1, 2), max_size=n))
    return campo(puntos, [(a, b, 1) for a, b in jugadas], descansos)


@given(campos())
@settings(max_examples=300, deadline=None)
def test_es_lo_mejor_de_todo_lo_posible(campo: Campo) -> None:
    pueden = set(campo.pueden_descansar())
    todas = list(rondas_posibles(sorted(campo.orden), vistos(campo), pueden))
    try:
        hecho = emparejar(campo)
    except SinEmparejamiento:
        assert not todas
        return
    assert not comprobar_emparejamiento(campo, hecho.parejas, hecho.descanso)
    mejor = min(gasto(ronda, campo.puntos, pueden) for ronda in todas)
    assert gasto((hecho.parejas, hecho.descanso), campo.puntos, pueden) == mejor


@given(campos(6), st.integers(1, 3))
@settings(max_examples=200, deadline=None)
def test_no_cierra_las_rondas_siguientes_si_habia_otra_forma(previo: Campo, faltan: int) -> None:
    previo = Campo(previo.orden, previo.puntos, previo.encuentros, {}, por_delante=faltan)
    activos = sorted(previo.orden)
    antes = max((n for n in range(faltan + 2) if quedan(activos, vistos(previo), set(), n)), default=0)
    try:
        hecho = emparejar(previo)
    except SinEmparejamiento:
        assert antes == 0
        return
    despues = vistos(previo)
    for a, b in hecho.parejas:
        despues[a].add(b)
        despues[b].add(a)
    descansados = {hecho.descanso} if hecho.descanso is not None else set[int]()
    assert quedan(activos, despues, descansados, antes - 1)


@given(st.integers(2, 40), st.integers(0, 3), st.integers(0, 2**32 - 1))
@settings(max_examples=150, deadline=None)
def test_mirar_solo_a_los_cercanos_no_pierde_ningun_optimo(jugadores: int, jugadas: int, semilla: int) -> None:
    azar = Random(semilla)
    puntos = {j: azar.randint(0, azar.choice((1, 6, 40))) for j in range(jugadores)}
    parejas: list[tuple[int, int, int]] = []
    for ronda in range(1, jugadas + 1):
        orden = azar.sample(range(jugadores), jugadores)
        if azar.random() < 0.7:
            orden.sort(key=lambda j: puntos[j])  # como en un suizo: se ha jugado con los cercanos
        parejas += [(a, b, ronda) for a, b in zip(orden[::2], orden[1::2], strict=False)]
    visto = campo(puntos, parejas, {j: 1 for j in range(jugadores) if azar.random() < 0.1})
    entero = modulo._grafo(visto, visto.por_puntos())
    hallado = pareo.optimo(entero)
    if hallado is None:
        with pytest.raises(SinEmparejamiento):
            emparejar(visto)
        return
    assert emparejar(visto).coste == entero.coste(hallado)


def test_seis_jugadores_cuatro_rondas_nunca_se_atascan() -> None:
    # En la ronda 3 hay una trampa: completar el grafo bipartito entre dos tríos deja dos triángulos.
    jugadas = [(1, 4, 1), (2, 5, 1), (3, 6, 1), (1, 5, 2), (2, 6, 2), (3, 4, 2)]
    puntos = {1: 12, 6: 12, 2: 6, 4: 6, 3: 0, 5: 0}
    sin_mirar = emparejar(campo(puntos, jugadas))
    assert set(map(frozenset, sin_mirar.parejas)) == {frozenset(p) for p in ((1, 6), (2, 4), (3, 5))}
    mirando = emparejar(campo(puntos, jugadas, por_delante=1))
    assert mirando.prevision
    assert set(map(frozenset, mirando.parejas)) != set(map(frozenset, sin_mirar.parejas))
    assert not comprobar_emparejamiento(campo(puntos, jugadas), mirando.parejas, None)


def test_en_la_primera_ronda_todas_las_parejas_son_igual_de_probables() -> None:
    parejas = Counter(
        frozenset(map(frozenset, emparejar(campo(dict.fromkeys(orden, 0))).parejas))
        for orden in permutations(range(4))
    )
    assert sorted(parejas.values()) == [8, 8, 8]


def test_en_la_primera_ronda_el_descanso_es_igual_de_probable_para_todos() -> None:
    descansos = Counter(emparejar(campo(dict.fromkeys(orden, 0))).descanso for orden in permutations(range(5)))
    assert sorted(descansos.values()) == [24] * 5


def test_entre_iguales_es_igual_de_probable_quien_baja() -> None:
    # Tres con 6 puntos y uno con 3: baja cada uno de los tres las mismas veces.
    bajan: Counter[int] = Counter()
    for orden in permutations(range(4)):
        puntos = {j: 3 if j == 3 else 6 for j in orden}
        bajan.update(max(p, key=lambda j: puntos[j]) for p in emparejar(campo(puntos)).parejas if 3 in p)
    assert bajan == {0: 8, 1: 8, 2: 8}


def test_el_descanso_sube_de_grupo_antes_que_repetirse() -> None:
    hecho = emparejar(campo({1: 12, 2: 6, 3: 3}, [], {3: 1}))
    assert hecho.descanso == 2
    assert hecho.parejas == ((1, 3),)


def test_si_todos_han_descansado_vuelve_a_empezar_el_turno() -> None:
    hecho = emparejar(campo({1: 9, 2: 6, 3: 3}, [], {1: 1, 2: 1, 3: 1}))
    assert hecho.descanso == 3


def test_el_descanso_pesa_mas_que_los_grupos() -> None:
    # Dejar descansar a 3 obliga a 1 a bajar dos grupos: el descanso se elige antes.
    hecho = emparejar(campo({1: 12, 2: 12, 3: 0, 4: 6, 5: 3}, [(1, 2, 1), (4, 5, 1)]))
    assert hecho.descanso == 3
    assert {frozenset(p) for p in hecho.parejas} <= {frozenset(p) for p in ((1, 4), (2, 5), (1, 5), (2, 4))}


def test_imposible_dice_quien_ha_jugado_y_que_se_puede_consentir() -> None:
    jugadas = [(1, 2, 1), (3, 4, 1), (1, 3, 2), (2, 4, 2), (1, 4, 3), (2, 3, 3)]
    puntos = dict.fromkeys(range(1, 5), 6)
    with pytest.raises(SinEmparejamiento) as fallo:
        emparejar(campo(puntos, jugadas))
    assert fallo.value.encuentros == tuple(sorted((a, b, r) for a, b, r in jugadas))
    assert fallo.value.salidas == (Permiso.REPETIR,)


def test_si_se_consiente_repetir_se_repite_lo_menos_y_lo_mas_antiguo() -> None:
    jugadas = [(1, 2, 1), (3, 4, 1), (1, 3, 2), (2, 4, 2), (1, 4, 3), (2, 3, 3)]
    repitiendo = Campo(
        (1, 2, 3, 4),
        {1: 18, 2: 0, 3: 12, 4: 6},
        campo(dict.fromkeys(range(1, 5), 0), jugadas).encuentros,
        permisos=frozenset({Permiso.REPETIR}),
    )
    assert {frozenset(p) for p in emparejar(repitiendo).parejas} == {frozenset({1, 2}), frozenset({3, 4})}


def test_un_segundo_descanso_solo_si_se_consiente() -> None:
    # 1 y 2 ya jugaron; quien no ha descansado es 3, y sin él no hay pareja.
    base = campo({1: 6, 2: 6, 3: 0}, [(1, 2, 1)], {1: 1, 2: 1})
    with pytest.raises(SinEmparejamiento) as fallo:
        emparejar(base)
    assert fallo.value.salidas == (Permiso.SEGUNDO_DESCANSO, Permiso.REPETIR)
    permiso = frozenset({Permiso.SEGUNDO_DESCANSO})
    hecho = emparejar(Campo(base.orden, base.puntos, base.encuentros, base.descansos, permisos=permiso))
    assert hecho.descanso in (1, 2)


@pytest.mark.parametrize(
    ("ya_jugaron", "motivo"),
    [
        ((1, 2), {("enfrentados", 1, 2), ("enfrentados", 2, 1)}),  # los dos de arriba no pueden jugar entre sí
        ((3, 4), {("encaje", 1, None), ("encaje", 2, None)}),  # bajan para que los de abajo no repitan
    ],
)
def test_si_bajan_dos_del_mismo_grupo_se_dice_por_que(
    ya_jugaron: tuple[int, int], motivo: set[tuple[str, int, int | None]]
) -> None:
    visto = campo({1: 12, 2: 12, 3: 11, 4: 11}, [(*ya_jugaron, 2)])
    porques = motivos(visto, emparejar(visto).parejas)
    assert {(m.clase, m.baja, m.otro) for m in porques} == motivo
    assert {(m.desde, m.hasta) for m in porques} == {(12, 11)}


def test_aunque_se_consienta_no_se_repite_lo_que_se_puede_evitar() -> None:
    base = campo({1: 12, 2: 6, 3: 3}, [], {3: 1})
    todo = frozenset({Permiso.SEGUNDO_DESCANSO, Permiso.REPETIR})
    hecho = emparejar(Campo(base.orden, base.puntos, base.encuentros, base.descansos, permisos=todo))
    assert (hecho.descanso, hecho.parejas) == (2, ((1, 3),))


def test_el_mismo_campo_da_siempre_lo_mismo() -> None:
    azar = Random(3)
    puntos = {j: azar.randint(0, 9) for j in range(40)}
    uno = campo(puntos, [(j, (j * 7 + 3) % 40, 1) for j in range(40) if j != (j * 7 + 3) % 40])
    assert emparejar(uno) == emparejar(uno)


def test_otro_proceso_da_el_mismo_emparejamiento() -> None:
    """El borrador no depende de cómo ordene sus conjuntos cada arranque de Python."""
    programa = (
        "from servicios.torneo.emparejar import Campo, emparejar\n"
        "puntos = {j: j * 7 % 5 for j in range(24)}\n"
        "vistos = {j: {(j + 8) % 24: 1, (j - 8) % 24: 1} for j in range(24)}\n"
        "print(emparejar(Campo(tuple(puntos), puntos, vistos)).parejas)\n"
    )
    salidas = {
        subprocess.run(
            [sys.executable, "-c", programa],
            env={"PYTHONPATH": ".", "PYTHONHASHSEED": semilla},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for semilla in ("1", "2")
    }
    assert len(salidas) == 1


def test_cuenta_los_que_bajan_de_cada_grupo() -> None:
    puntos = {1: 12, 2: 12, 3: 12, 4: 6, 5: 6, 6: 0}
    assert flotantes(campo(puntos), emparejar(campo(puntos)).parejas) == {12: 1, 6: 1}


@st.composite
def grafos(draw: st.DrawFn) -> Grafo:
    n = 2 * draw(st.integers(1, 7))
    claves = draw(st.integers(1, 6))
    costes = st.dictionaries(st.integers(0, claves - 1), st.integers(1, 9), max_size=2).map(
        lambda coste: tuple(sorted(coste.items()))
    )
    parejas = [(i, j) for i in range(n) for j in range(i + 1, n)]
    elegidas = draw(st.lists(st.sampled_from(parejas), unique=True, min_size=len(parejas) // 2))
    return Grafo(frozenset(range(n)), {pareja: draw(costes) for pareja in elegidas}, claves)


@given(grafos(), st.integers(0, 20))
@settings(max_examples=200, deadline=None)
def test_por_etapas_sale_lo_mismo_que_con_numeros_sin_limite(grafo: Grafo, holgura: int) -> None:
    """Con los bits justos hay que ir clave a clave; networkx, con enteros de cualquier tamaño, va de una vez."""
    base = 10 * len(grafo.vertices) + 1
    red = nx.Graph()
    red.add_nodes_from(grafo.vertices)
    for (i, j), coste in grafo.aristas.items():
        red.add_edge(i, j, weight=-sum(n * base ** (grafo.claves - clave) for clave, n in coste))
    esperado = [(min(p), max(p)) for p in nx.max_weight_matching(red, maxcardinality=True)]
    if 2 * len(esperado) < len(grafo.vertices):
        assert pareo.optimo(grafo) is None
        return
    optimo = grafo.coste(esperado)
    hallado = pareo.optimo(grafo, _bits_justos(grafo, optimo) + holgura)
    assert hallado is not None
    assert grafo.coste(hallado) == optimo


def _bits_justos(grafo: Grafo, optimo: pareo.Coste) -> int:
    """Los menos con que, resueltas unas claves, cabe siempre la siguiente junto a la suma del resto."""
    cotas, gastado, justos = pareo._cotas(grafo), 1, 1
    for clave, cota in enumerate(cotas):
        justos = max(justos, (gastado * (cota + 1) * (sum(cotas[clave + 1 :]) + 1)).bit_length())
        gastado *= optimo[clave] + 1
    return justos


@given(grafos(), st.integers(1, 60))
def test_los_pesos_nunca_pasan_de_sus_bits(grafo: Grafo, bits: int) -> None:
    cotas = pareo._cotas(grafo)
    hasta = pareo._caben(cotas, bits)
    total = sum(peso * cota for peso, cota in zip(pareo._pesos(cotas, hasta), cotas, strict=True))
    assert hasta == 0 or total.bit_length() <= bits


def test_un_emparejamiento_ilegal_no_tiene_coste() -> None:
    base = campo({1: 6, 2: 6, 3: 0, 4: 0}, [(1, 2, 1)])
    assert coste_de(base, [(1, 2), (3, 4)], None) is None
    assert coste_de(base, [(1, 3), (2, 4)], None) == (0, 0, 0, 2, 0)
