"""Los puntos de cada partida: la tabla del reglamento y sus bordes, contra fracciones exactas."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.torneo.puntos import (
    MINUTOS,
    Clase,
    Fin,
    Modalidad,
    clase_por_pv,
    desenlace,
    puntos_de_descanso,
    razon,
    rondas_previstas,
    rondas_sugeridas,
)

DOS = Modalidad.DOS_BARAJAS
PV = st.integers(-50, 200)


@pytest.mark.parametrize(
    ("ganador", "perdedor", "puntos"),
    [
        (25, 19, (4, 2)),  # el ejemplo del reglamento
        (30, 20, (5, 1)),  # exactamente 1,5
        (29, 20, (4, 2)),  # 1,45: redondeado a una cifra sería 1,5
        (40, 20, (6, 0)),  # exactamente 2
        (39, 20, (5, 1)),
        (3, 2, (5, 1)),
        (2, 1, (6, 0)),
        (1, 0, (6, 0)),
        (20, 20, (3, 3)),
        (0, 0, (3, 3)),
        (-4, -4, (3, 3)),
        (-1, -2, (6, 0)),
        (5, -5, (6, 0)),
        (200, 199, (4, 2)),
    ],
)
def test_los_bordes_de_la_tabla(ganador: int, perdedor: int, puntos: tuple[int, int]) -> None:
    a_favor = desenlace(Fin.NORMAL, ganador, perdedor, DOS)
    en_contra = desenlace(Fin.TIEMPO, perdedor, ganador, DOS)
    assert (a_favor.a, a_favor.b) == puntos
    assert (en_contra.b, en_contra.a) == puntos


@given(st.integers(1, 200), st.integers(1, 200))
def test_la_razon_que_se_ensena_no_cruza_ningun_umbral(uno: int, otro: int) -> None:
    mas, menos = max(uno, otro), min(uno, otro)
    vista = razon(mas, menos)
    assert vista is not None
    exacta = Fraction(mas, menos)
    assert 0 <= exacta - Fraction(f"{vista:.2f}") < Fraction(1, 100)
    for umbral in (Fraction(3, 2), Fraction(2)):
        assert (Fraction(f"{vista:.2f}") >= umbral) is (exacta >= umbral)
    assert razon(mas, 0) is razon(mas, -menos) is None


@given(PV, PV)
def test_con_fracciones_sale_lo_mismo_que_con_enteros(uno: int, otro: int) -> None:
    mas, menos = max(uno, otro), min(uno, otro)
    if mas == menos:
        esperada = Clase.EMPATE
    elif menos <= 0:
        esperada = Clase.SEIS_CERO
    else:
        veces = Fraction(mas, menos)
        esperada = (
            Clase.SEIS_CERO if veces >= 2 else Clase.CINCO_UNO if veces >= Fraction(3, 2) else Clase.CUATRO_DOS
        )
    assert clase_por_pv(mas, menos) is esperada


@given(PV, PV, st.sampled_from(sorted(Fin)), st.sampled_from(sorted(Modalidad)), st.sampled_from(["a", "b"]))
def test_cada_partida_reparte_seis_puntos_salvo_el_anillo(
    a: int, b: int, fin: Fin, modo: Modalidad, gana: str
) -> None:
    vale = desenlace(fin, a, b, modo, "a" if gana == "a" else "b")
    total = {Modalidad.DOS_BARAJAS: 7, Modalidad.MAZO_CERRADO: 9}[modo] if fin is Fin.ANILLO else 6
    assert vale.a + vale.b == total
    assert (vale.gana is None) == (vale.a == vale.b)
    espejo = desenlace(fin, b, a, modo, "b" if gana == "a" else "a")
    assert (espejo.a, espejo.b) == (vale.b, vale.a)


def test_sin_ganador_no_hay_anillo() -> None:
    with pytest.raises(ValueError, match="tiene ganador"):
        desenlace(Fin.ANILLO, 3, 2, DOS)


def test_un_seis_cero_dictado_no_mira_los_pv() -> None:
    for fin in (Fin.RETIRADA, Fin.INCOMPARECENCIA, Fin.ARBITRO):
        vale = desenlace(fin, 3, 25, DOS, "a")
        assert (vale.clase, vale.gana, vale.a, vale.b) == (Clase.SEIS_CERO, "a", 6, 0)


def test_rondas_por_jugadores() -> None:
    tabla = {n: rondas_previstas(n) for n in (5, 6, 11, 12, 24, 25, 50, 51, 128, 129)}
    assert tabla == {5: None, 6: 4, 11: 4, 12: 5, 24: 5, 25: 6, 50: 6, 51: 7, 128: 7, 129: None}
    assert (rondas_sugeridas(5), rondas_sugeridas(30), rondas_sugeridas(129)) == (3, 6, 8)


def test_descanso_y_minutos() -> None:
    assert [puntos_de_descanso(n) for n in (1, 2, 7)] == [6, 3, 3]
    assert (MINUTOS[Modalidad.DOS_BARAJAS], MINUTOS[Modalidad.MAZO_CERRADO]) == (90, 50)
