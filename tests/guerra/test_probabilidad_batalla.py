"""Las cuentas exactas de una batalla frente a otro cálculo y frente a batallas jugadas."""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servicios.errores import ErrorDeDominio
from servicios.guerra.combate import Papel, Situacion, objetivo
from servicios.guerra.ejercitos import Politica, segun
from servicios.guerra.modelo_batalla import Desenlace
from servicios.guerra.probabilidad.batalla import Contendiente, Encuentro, Tropa, exigir, pronosticar
from tests.guerra.simulador import jugar
from tests.guerra.test_probabilidad_combate import por_enumeracion

Z = 3.2905
"""Banda del 99,9 % de la normal (0,05 % a cada lado)."""

CASOS = {
    "campo": Encuentro(
        atacante=Contendiente(regulares=3, elites=1, liderazgo=2),
        defensor=Contendiente(regulares=2, elites=1, liderazgo=1, bajas=Politica.DADOS),
    ),
    "ciudad con planes": Encuentro(
        atacante=Contendiente(regulares=5, liderazgo=1, aguanta=2, modificador=1),
        defensor=Contendiente(regulares=2, elites=1, liderazgo=1, aguanta=1),
        situacion=Situacion.CIUDAD,
    ),
    "asedio prorrogado": Encuentro(
        atacante=Contendiente(regulares=3, elites=2, liderazgo=2, bajas=Politica.REGULARES),
        defensor=Contendiente(regulares=1, elites=1, liderazgo=1),
        situacion=Situacion.ASEDIO,
        prorrogas=None,
    ),
}


@pytest.mark.parametrize(
    ("cambios", "frase"),
    [
        ({"defensor": Contendiente(regulares=6, elites=5)}, "En una región caben 10 unidades"),
        ({"situacion": Situacion.ASEDIO, "defensor": Contendiente(regulares=6)}, "caben 5 unidades"),
        ({"situacion": Situacion.ESCAPE, "atacante": Contendiente(elites=6, regulares=0)}, "caben 5 unidades"),
        ({"situacion": Situacion.ASEDIO, "defensor": Contendiente(regulares=2, aguanta=1)}, "no se retira"),
        ({"prorrogas": 1}, "Solo un asalto tiene prórrogas"),
    ],
)
def test_lo_que_no_puede_ser_se_niega_con_su_regla(cambios: dict[str, object], frase: str) -> None:
    uno = Contendiente(regulares=1)
    exigir(Encuentro(atacante=uno, defensor=uno, prorrogas=None))
    with pytest.raises(ErrorDeDominio, match=frase) as rechazo:
        exigir(Encuentro(atacante=uno, defensor=uno).con(**cambios))
    assert "Fuente: " in str(rechazo.value.detalle)


def test_uno_contra_uno_a_mano() -> None:
    """p = 1/3 cada uno: los dos a la vez 1/9, solo uno 2/9, nadie 4/9 y se repite: 1/5, 2/5 y 2/5."""
    pronostico = pronosticar(Encuentro(atacante=Contendiente(regulares=1), defensor=Contendiente(regulares=1)))
    assert pronostico.desenlaces[Desenlace.AMBOS_ELIMINADOS] == pytest.approx(1 / 5)
    assert pronostico.desenlaces[Desenlace.DEFENSOR_ELIMINADO] == pytest.approx(2 / 5)
    assert pronostico.desenlaces[Desenlace.ATACANTE_ELIMINADO] == pytest.approx(2 / 5)
    assert pronostico.rondas == pytest.approx(9 / 5)
    assert pronostico.bajas(Papel.ATACANTE) == pytest.approx(3 / 5)


def test_la_ciudad_solo_protege_la_primera_ronda() -> None:
    """Primera ronda: ataca con 1/6 y se defienden con 1/3; si nadie impacta (10/18), sigue como en campo (2/5)."""
    pronostico = pronosticar(
        Encuentro(
            atacante=Contendiente(regulares=1), defensor=Contendiente(regulares=1), situacion=Situacion.CIUDAD
        )
    )
    vence = Fraction(1, 6) * Fraction(2, 3) + Fraction(5, 6) * Fraction(2, 3) * Fraction(2, 5)
    assert pronostico.desenlaces[Desenlace.DEFENSOR_ELIMINADO] == pytest.approx(float(vence))


def test_un_asalto_sin_prorrogas_dura_una_ronda() -> None:
    encuentro = Encuentro(
        atacante=Contendiente(regulares=2, elites=3),
        defensor=Contendiente(regulares=1),
        situacion=Situacion.ASEDIO,
    )
    pronostico = pronosticar(encuentro)
    assert pronostico.rondas == 1
    # cinco dados a 6: cae la única unidad si alguno acierta
    assert pronostico.desenlaces[Desenlace.DEFENSOR_ELIMINADO] == pytest.approx(1 - (5 / 6) ** 5)


def acaba(encuentro: Encuentro, a: Tropa, d: Tropa, ronda: int) -> Desenlace | None:
    """Si la batalla termina al acabar esa ronda, y cómo."""
    if not sum(a) and not sum(d):
        return Desenlace.AMBOS_ELIMINADOS
    if not sum(a) or not sum(d):
        return Desenlace.DEFENSOR_ELIMINADO if sum(a) else Desenlace.ATACANTE_ELIMINADO
    prorrogas = encuentro.prorrogas
    agotado = encuentro.asedio and (a[1] == 0 or (prorrogas is not None and ronda > prorrogas))
    if sum(a) <= encuentro.atacante.aguanta or agotado:
        return Desenlace.CESE
    retira = not encuentro.asedio and sum(d) <= encuentro.defensor.aguanta
    return Desenlace.RETIRADA if retira else None


def por_recursion(encuentro: Encuentro) -> dict[Desenlace, Fraction]:
    """El mismo problema por otro camino: recursión con fracciones sobre todos los pares de impactos posibles."""

    @cache
    def golpes(papel: Papel, unidades: int, ronda: int) -> dict[int, Fraction]:
        quien = encuentro.contendiente(papel)
        numero = objetivo(encuentro.situacion, papel, ronda).numero
        return por_enumeracion(min(5, unidades), min(5, quien.liderazgo), quien.modificador, numero)

    @cache
    def desde(atacante: Tropa, defensor: Tropa, ronda: int) -> dict[Desenlace, Fraction]:
        suma: dict[Desenlace, Fraction] = defaultdict(Fraction)
        quieto = Fraction(0)
        for da, p in golpes(Papel.ATACANTE, sum(atacante), min(ronda, 2)).items():
            for recibe, q in golpes(Papel.DEFENSOR, sum(defensor), min(ronda, 2)).items():
                a = segun(encuentro.atacante.bajas, *atacante, recibe)
                d = segun(encuentro.defensor.bajas, *defensor, da)
                final = acaba(encuentro, a, d, ronda)
                if final is not None:
                    suma[final] += p * q
                elif not encuentro.asedio and ronda == 2 and (a, d) == (atacante, defensor):
                    quieto += p * q
                else:
                    # en un asedio la ronda importa (prórrogas gastadas); en campo, solo si es la primera
                    sigue = (a[0] + 1, a[1] - 1) if encuentro.asedio else a
                    for otro, r in desde(sigue, d, ronda + 1 if encuentro.asedio else 2).items():
                        suma[otro] += p * q * r
        return {final: p / (1 - quieto) for final, p in suma.items()}

    tropas = [(quien.regulares, quien.elites) for quien in (encuentro.atacante, encuentro.defensor)]
    return desde(tropas[0], tropas[1], 1)


def comparar(encuentro: Encuentro) -> None:
    exacto, esperado = pronosticar(encuentro).desenlaces, por_recursion(encuentro)
    assert set(exacto) == set(esperado)
    for desenlace, p in esperado.items():
        assert exacto[desenlace] == pytest.approx(float(p), abs=1e-12)


def test_un_asedio_prorrogado_sale_igual_por_recursion() -> None:
    comparar(
        Encuentro(
            atacante=Contendiente(regulares=2, elites=2, liderazgo=1, bajas=Politica.DADOS),
            defensor=Contendiente(regulares=2, elites=1, liderazgo=1),
            situacion=Situacion.ASEDIO,
            prorrogas=None,
        )
    )


PEQUENOS = st.builds(
    Contendiente,
    regulares=st.integers(0, 2),
    elites=st.integers(0, 1),
    liderazgo=st.integers(0, 2),
    modificador=st.integers(-1, 1),
    aguanta=st.integers(0, 1),
    bajas=st.sampled_from(Politica),
).filter(lambda quien: bool(quien.regulares + quien.elites))


@settings(max_examples=30, deadline=None)
@given(
    atacante=PEQUENOS,
    defensor=PEQUENOS,
    situacion=st.sampled_from([Situacion.CAMPO, Situacion.CIUDAD, Situacion.ASEDIO]),
    prorrogas=st.none() | st.integers(0, 2),
)
def test_como_por_recursion_con_fracciones(
    atacante: Contendiente, defensor: Contendiente, situacion: Situacion, prorrogas: int | None
) -> None:
    comparar(Encuentro(atacante=atacante, defensor=defensor, situacion=situacion, prorrogas=prorrogas))


def contrastar(encuentro: Encuentro, partidas: int, semilla: int) -> None:
    """Cada desenlace y las bajas medias caen en la banda del 99,9 % de lo exacto."""
    azar = random.Random(semilla)
    jugadas = Counter(jugar(azar, encuentro) for _ in range(partidas))
    pronostico = pronosticar(encuentro)
    assert {final[0] for final in jugadas} <= set(pronostico.desenlaces)
    for desenlace, p in pronostico.desenlaces.items():
        frecuencia = sum(veces for final, veces in jugadas.items() if final[0] is desenlace) / partidas
        assert abs(frecuencia - p) <= Z * sqrt(p * (1 - p) / partidas) + 1 / partidas, desenlace
    for donde, papel in enumerate(Papel, start=1):
        quedan = pronostico.quedan(papel)
        medio = sum(unidades * p for unidades, p in quedan.items())
        varianza = sum((unidades - medio) ** 2 * p for unidades, p in quedan.items())
        jugado = sum(int(final[donde]) * veces for final, veces in jugadas.items()) / partidas
        assert abs(jugado - medio) <= Z * sqrt(varianza / partidas), papel


@pytest.mark.parametrize("caso", CASOS)
def test_como_en_cien_mil_batallas_jugadas(caso: str) -> None:
    contrastar(CASOS[caso], 100_000, semilla=20_261_130)


@pytest.mark.lento
@pytest.mark.parametrize("caso", CASOS)
def test_como_en_un_millon_de_batallas_jugadas(caso: str) -> None:
    contrastar(CASOS[caso], 1_000_000, semilla=1_954)


@settings(max_examples=40, deadline=None)
@given(
    atacante=st.builds(
        Contendiente,
        regulares=st.integers(1, 8),
        elites=st.integers(0, 2),
        liderazgo=st.integers(0, 6),
        aguanta=st.integers(0, 3),
        bajas=st.sampled_from(Politica),
    ),
    defensor=st.builds(
        Contendiente, regulares=st.integers(1, 5), liderazgo=st.integers(0, 3), aguanta=st.integers(0, 2)
    ),
    situacion=st.sampled_from(Situacion),
    prorrogas=st.none() | st.integers(0, 2),
)
def test_las_probabilidades_suman_uno(
    atacante: Contendiente, defensor: Contendiente, situacion: Situacion, prorrogas: int | None
) -> None:
    pronostico = pronosticar(
        Encuentro(atacante=atacante, defensor=defensor, situacion=situacion, prorrogas=prorrogas)
    )
    assert sum(pronostico.desenlaces.values()) == pytest.approx(1)
    for papel in Papel:
        quien = pronostico.encuentro.contendiente(papel)
        assert sum(pronostico.quedan(papel).values()) == pytest.approx(1)
        assert -1e-9 <= pronostico.bajas(papel) <= quien.regulares + quien.elites + 1e-9
        assert -1e-9 <= pronostico.elites_perdidas(papel) <= quien.elites + 1e-9
    assert len(pronostico.supuestos) >= 4


def test_conservar_dados_vence_mas_que_perder_regulares() -> None:
    """Con élites de sobra, degradarlas mantiene más dados que perder regulares."""

    def vence(bajas: Politica) -> float:
        atacante = Contendiente(regulares=2, elites=3, bajas=bajas)
        pronostico = pronosticar(Encuentro(atacante=atacante, defensor=Contendiente(regulares=5)))
        return pronostico.desenlaces[Desenlace.DEFENSOR_ELIMINADO]

    assert vence(Politica.DADOS) > vence(Politica.REGULARES)
