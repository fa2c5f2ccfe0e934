"""Llegar al Monte del Destino: casos a mano, enumeración de todos los órdenes del Fondo y simulación."""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servicios.errores import ErrorDeDominio
from servicios.guerra.fondo import Fondo, poner_especial
from servicios.guerra.probabilidad.mordor import Viaje, pronosticar
from servicios.guerra.tablas import ficha, tablas


def viaje_a_mano(viaje: Viaje, azar: random.Random) -> int | None:
    """Un viaje ficha a ficha, escrito aparte de las cuentas exactas: la Corrupción al llegar, o None si fracasa."""
    dentro = list(viaje.fondo.dentro)
    normales = [c for c in (*viaje.fondo.dentro, *viaje.fondo.sacadas) if not ficha(c).especial]
    corrupcion, paso, usados, movidas = viaje.corrupcion, viaje.paso, 0, 0
    bajas = list(viaje.bajas)
    oculta = True
    while paso < 5:
        if usados == viaje.dados:
            usados, movidas = 0, 0
        if not oculta:
            if viaje.ocultarse == "turno":
                usados, movidas = 0, 0
            else:
                usados += 1
            oculta = True
            continue
        sacada = ficha(dentro.pop(azar.randrange(len(dentro))))
        if not dentro:
            dentro = list(normales)
        dano = sacada.valor
        if dano == "ojo":
            dano = viaje.casilla + movidas
        elif dano == "dado":
            dano = azar.randint(1, 6)
        if bajas and dano > 0 and dano >= bajas[0]:
            dano -= bajas.pop(0)
        corrupcion = max(0, corrupcion + dano)
        if corrupcion >= 12:
            return None
        paso += not sacada.stop
        oculta = not sacada.revela
        usados, movidas = usados + 1, movidas + 1
    return corrupcion


def rama_a_rama(viaje: Viaje) -> dict[int, Fraction]:
    """Todos los viajes posibles, ficha a ficha y sin agrupar ninguna: la probabilidad de llegar con cada Corrupción."""
    normales = [c for c in (*viaje.fondo.dentro, *viaje.fondo.sacadas) if not ficha(c).especial]
    llegan: dict[int, Fraction] = defaultdict(Fraction)

    def seguir(
        p: Fraction,
        dentro: list[str],
        corrupcion: int,
        paso: int,
        usados: int,
        movidas: int,
        bajas: tuple[int, ...],
    ) -> None:
        if usados >= viaje.dados:
            usados, movidas = 0, 0
        for i, cual in enumerate(dentro):
            sacada = ficha(cual)
            quedan = [*dentro[:i], *dentro[i + 1 :]] or normales
            danos = range(1, 7) if sacada.valor == "dado" else [sacada.valor]
            for valor in danos:
                dano = viaje.casilla + movidas if valor == "ojo" else int(valor)
                cae = bool(bajas) and 0 < dano >= bajas[0]
                despues = max(0, corrupcion + dano - (bajas[0] if cae else 0))
                suya = p / (len(dentro) * len(danos))
                if despues >= 12:
                    continue
                if paso + (not sacada.stop) == 5:
                    llegan[despues] += suya
                    continue
                turno = (usados + 1, movidas + 1)
                if sacada.revela and viaje.ocultarse == "turno":
                    turno = (0, 0)  # el resto de este turno se pierde y el siguiente se va en ocultarse
                elif sacada.revela:
                    turno = (usados + 2, movidas + 1) if usados + 1 < viaje.dados else (1, 0)
                seguir(suya, quedan, despues, paso + (not sacada.stop), *turno, bajas[cae:])

    seguir(Fraction(1), list(viaje.fondo.dentro), viaje.corrupcion, viaje.paso, 0, 0, viaje.bajas)
    return dict(sorted(llegan.items()))


@pytest.mark.parametrize("dentro", [(), ("antro",), ("danoslo", "adelante")])
def test_sin_ninguna_ficha_normal_no_hay_viaje_que_calcular(dentro: tuple[str, ...]) -> None:
    with pytest.raises(ErrorDeDominio, match="ninguna ficha normal"):
        pronosticar(Viaje(fondo=Fondo(dentro=dentro)))


FICHAS = st.sampled_from([cual for cual in tablas().fichas if not ficha(cual).especial])
ESPECIALES = st.lists(
    st.sampled_from([cual for cual in tablas().fichas if ficha(cual).especial]), max_size=2, unique=True
)


@settings(max_examples=60)
@given(
    normales=st.lists(FICHAS, min_size=1, max_size=4),
    fuera=st.lists(FICHAS, max_size=2),
    especiales=ESPECIALES,
    datos=st.fixed_dictionaries(
        {
            "corrupcion": st.integers(0, 11),
            "paso": st.integers(2, 4),
            "casilla": st.integers(0, 6),
            "dados": st.integers(1, 4),
            "ocultarse": st.sampled_from(["turno", "dado"]),
            "bajas": st.lists(st.integers(1, 3), max_size=2),
        }
    ),
)
def test_como_recorriendo_cada_rama(
    normales: list[str], fuera: list[str], especiales: list[str], datos: dict[str, object]
) -> None:
    """Exacto, con Fondos pequeños que se vacían y se rehacen por el camino."""
    fondo = Fondo(dentro=(*normales, *especiales), sacadas=tuple(fuera))
    viaje = Viaje.model_validate({**datos, "fondo": fondo})
    pronostico = pronosticar(viaje)
    assert dict(pronostico.corrupcion) == rama_a_rama(viaje)
    assert pronostico.llega == sum(pronostico.corrupcion.values())


def test_un_solo_paso() -> None:
    """A un paso y con 9 de Corrupción: solo pierde con un 3 (3/16); el Ojo vale 2."""
    assert pronosticar(Viaje(corrupcion=9, paso=4, casilla=2)).llega == Fraction(13, 16)
    # con 3 dados en la casilla, el Ojo (4/16) también le hace perder
    assert pronosticar(Viaje(corrupcion=9, paso=4, casilla=3)).llega == Fraction(9, 16)


def test_el_stop_obliga_a_otra_ficha() -> None:
    """Dos fichas: una de 0 y un 3 con STOP. Si sale antes el STOP hay que sacar la otra."""
    fondo = Fondo(dentro=("capas", "adelante"), sacadas=("0-r",))
    pronostico = pronosticar(Viaje(corrupcion=2, paso=4, fondo=fondo))
    assert pronostico.corrupcion == {2: Fraction(1, 2), 5: Fraction(1, 2)}


@pytest.mark.parametrize(
    ("paso", "especiales"),
    [
        (3, ("adelante", "danoslo", "es-mio")),  # 3 + 3 por los dos pasos, y 3 + 1 + 1 por las de STOP: 11
        (4, ("antro", "danoslo", "capas", "redoma")),  # 3 por el paso, y 6 + 1 por las de STOP: 10
    ],
)
def test_sin_dano_bastante_se_llega_siempre(paso: int, especiales: tuple[str, ...]) -> None:
    """Con un Fondo grande las maneras son muchas, y tienen que sumar exactamente 1."""
    fondo = Fondo.completo()
    for cual in especiales:
        fondo = poner_especial(fondo, cual, en_mordor=True)
    for bajas in ((), (1, 3)):
        viaje = Viaje(paso=paso, casilla=0, dados=2, ocultarse="dado", bajas=bajas, fondo=fondo)
        assert pronosticar(viaje).llega == 1


def test_el_orden_importa_cuando_hay_fichas_que_curan() -> None:
    """Con 10 de Corrupción, un 3 y la Redoma (−2): si sale antes el 3 ya ha perdido; si no, llega con 11."""
    fondo = Fondo(dentro=("3", "redoma"), sacadas=("0-r",))
    pronostico = pronosticar(Viaje(corrupcion=10, paso=3, fondo=fondo))
    assert pronostico.corrupcion == {11: Fraction(1, 2)}


def test_al_vaciarse_vuelven_las_normales_pero_no_las_especiales() -> None:
    """Queda una ficha azul; después vuelve solo el 3 que estaba fuera, una y otra vez."""
    fondo = Fondo(dentro=("capas",), sacadas=("3",))
    assert pronosticar(Viaje(corrupcion=0, fondo=fondo)).llega == 0
    assert pronosticar(Viaje(corrupcion=0, paso=1, fondo=fondo)).corrupcion == {9: Fraction(1)}


@pytest.mark.parametrize("corrupcion", [0, 5, 8, 10])
def test_como_enumerando_todos_los_ordenes(corrupcion: int) -> None:
    """Siete fichas: todas las permutaciones igual de probables, con sus curas, STOP y dado."""
    dentro = ("2", "1-r", "0-r", "redoma", "antro", "es-mio", "ojo-r")
    llegan = Fraction(0)
    for orden in permutations(dentro):
        for cara in range(1, 7):
            actual, paso = corrupcion, 2
            for cual in orden:
                valor = ficha(cual).valor
                actual = max(0, actual + (3 if valor == "ojo" else cara if valor == "dado" else int(valor)))
                paso += not ficha(cual).stop
                if actual >= 12 or paso == 5:
                    break
            llegan += Fraction(actual < 12 and paso == 5)
    viaje = Viaje(corrupcion=corrupcion, paso=2, casilla=3, fondo=Fondo(dentro=dentro))
    assert pronosticar(viaje).llega == llegan / (5_040 * 6)


@pytest.mark.parametrize(
    "opciones",
    [
        {},
        {"dados": 2, "ocultarse": "dado"},
        {"dados": 3, "ocultarse": "turno", "bajas": (2, 1)},
        {"dados": 2, "ocultarse": "turno", "corrupcion": 2},
    ],
)
def test_como_en_viajes_jugados(opciones: dict[str, object]) -> None:
    fondo = Fondo.completo()
    for cual in ("smeagol", "antro", "danoslo"):
        fondo = poner_especial(fondo, cual, en_mordor=True)
    viaje = Viaje.model_validate({"corrupcion": 4, "casilla": 3, "fondo": fondo} | opciones)
    azar = random.Random(3_019)
    partidas = 40_000
    jugados = Counter(viaje_a_mano(viaje, azar) for _ in range(partidas))
    pronostico = pronosticar(viaje)
    exactas = {**pronostico.corrupcion, None: 1 - pronostico.llega}
    for final, p in exactas.items():
        banda = 3.2905 * sqrt(float(p * (1 - p)) / partidas) + 1 / partidas
        assert abs(jugados[final] / partidas - float(p)) <= banda, final
    assert set(jugados) <= set(exactas)


def test_mas_corrupcion_o_mas_dados_de_la_sombra_nunca_ayudan() -> None:
    anterior = Fraction(1)
    for corrupcion in range(12):
        llega = pronosticar(Viaje(corrupcion=corrupcion)).llega
        assert llega <= anterior
        anterior = llega
    for casilla in range(6):
        assert pronosticar(Viaje(casilla=casilla + 1)).llega <= pronosticar(Viaje(casilla=casilla)).llega
