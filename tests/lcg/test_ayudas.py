"""Las cuentas de las palabras clave: los ejemplos de los documentos y los casos que no valen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.errores import ErrorDeDominio
from servicios.lcg.ayudas import (
    Arquero,
    Revelada,
    Tipo,
    comprobar_reparto,
    oleada,
    protegido,
    puede_reclamar,
    resistencia,
    tiro_con_arco,
)


def test_resistencia_el_ejemplo_del_documento() -> None:
    """004: 4 puntos de daño contra Resistencia 1 son 3."""
    cuenta = resistencia([4], 1)
    assert (cuenta.valor, cuenta.operacion) == (3, "4 − 1 = 3")


def test_resistencia_se_aplica_cada_vez_y_no_baja_de_cero() -> None:
    cuenta = resistencia([4, 1, 2], 2)
    assert (cuenta.valor, cuenta.operacion) == (2, "4 − 2 = 2 · 1 − 2 = 0 · 2 − 2 = 0 · en total, 2")


@pytest.mark.parametrize(("danos", "x"), [([], 1), ([-1], 1), ([3], -1), ([100], 1)])
def test_resistencia_pide_numeros_posibles(danos: list[int], x: int) -> None:
    with pytest.raises(ErrorDeDominio, match="de 0 a 99"):
        resistencia(danos, x)


def test_tiro_con_arco_el_ejemplo_de_los_documentos() -> None:
    """003 y 004: dos copias de Tiro con arco X, con X el número de jugadores y 2 jugadores, son 4; se dan 2 y 2."""
    cuenta = tiro_con_arco([Arquero(x=None, copias=2)], jugadores=2)
    assert (cuenta.valor, cuenta.operacion) == (4, "2 × 2 = 4")
    comprobar_reparto(cuenta.valor, {"Gandalf": 2, "Denethor": 2})


def test_tiro_con_arco_suma_todo_lo_que_hay_en_juego() -> None:
    cuenta = tiro_con_arco([Arquero(3), Arquero(None), Arquero(1, 2)], jugadores=4)
    assert (cuenta.valor, cuenta.operacion) == (9, "3 + 4 + 2 × 1 = 9")
    assert tiro_con_arco([], jugadores=1).operacion == "0 = 0"


@pytest.mark.parametrize("reparto", [{"Gandalf": 3}, {"Gandalf": 5}, {"Gandalf": 5, "Denethor": -1}, {}])
def test_el_reparto_tiene_que_dar_todo_el_dano(reparto: dict[str, int]) -> None:
    with pytest.raises(ErrorDeDominio, match="4 puntos"):
        comprobar_reparto(4, reparto)


@pytest.mark.parametrize(("arquero", "jugadores"), [(Arquero(1), 0), (Arquero(1), 5), (Arquero(-1), 2)])
def test_tiro_con_arco_pide_numeros_posibles(arquero: Arquero, jugadores: int) -> None:
    with pytest.raises(ErrorDeDominio):
        tiro_con_arco([arquero], jugadores)


@pytest.mark.parametrize(
    ("reveladas", "faltan"), [([], 1), ([True], 1), ([True, True], 1), ([True, False], 0), ([False], 0)]
)
def test_oleada_anade_una_carta_cada_vez(reveladas: list[bool], faltan: int) -> None:
    assert oleada(reveladas).faltan == faltan


def test_oleada_con_varias_cartas_previstas_y_de_mas() -> None:
    assert oleada([True, False], previstas=3).faltan == 2
    with pytest.raises(ErrorDeDominio, match="más cartas de las que tocaban"):
        oleada([False, False])


ENEMIGO = Revelada(Tipo.ENEMIGO, amenaza=3)
LUGAR = Revelada(Tipo.LUGAR, amenaza=2)
OBJETIVO = Revelada(Tipo.OBJETIVO)


def test_protegido_une_la_siguiente_carta_y_su_amenaza_cuenta() -> None:
    espera = protegido([])
    assert (espera.sin_unir, espera.uniones) == (1, ())
    unido = protegido([ENEMIGO])
    assert (unido.sin_unir, unido.amenaza, unido.uniones[0].objetivo) == (0, 3, 1)
    assert "derrotado" in unido.uniones[0].como_sale


def test_un_segundo_objetivo_va_al_area_y_se_une_la_siguiente() -> None:
    ayuda = protegido([OBJETIVO])
    assert (ayuda.sueltos, ayuda.sin_unir) == (1, 1)
    ayuda = protegido([OBJETIVO, LUGAR])
    assert (ayuda.sueltos, ayuda.sin_unir, ayuda.amenaza) == (1, 0, 2)
    assert ayuda.uniones[0].objetivo == 1


def test_un_segundo_objetivo_protegido_espera_su_carta_despues_del_primero() -> None:
    otro = Revelada(Tipo.OBJETIVO, protegido=True)
    assert protegido([otro, ENEMIGO]).sin_unir == 1
    ayuda = protegido([otro, ENEMIGO, LUGAR])
    assert [(u.objetivo, u.carta) for u in ayuda.uniones] == [(1, ENEMIGO), (2, LUGAR)]
    assert (ayuda.sin_unir, ayuda.amenaza) == (0, 5)


def test_una_traicion_no_suma_amenaza_y_sale_al_resolverse() -> None:
    ayuda = protegido([Revelada(Tipo.TRAICION, amenaza=9)])
    assert ayuda.amenaza == 0
    assert "resolver o cancelar" in ayuda.uniones[0].como_sale


def test_no_se_revelan_cartas_de_mas() -> None:
    with pytest.raises(ErrorDeDominio, match="Sobran cartas"):
        protegido([ENEMIGO, LUGAR])


def test_se_reclama_cuando_no_queda_ninguna_carta_unida() -> None:
    assert [puede_reclamar(unidas).valor for unidas in (0, 1, 2)] == [1, 0, 0]
    with pytest.raises(ErrorDeDominio, match="0 o más"):
        puede_reclamar(-1)


@given(
    st.lists(
        st.sampled_from([ENEMIGO, LUGAR, OBJETIVO, Revelada(Tipo.TRAICION), Revelada(Tipo.OBJETIVO, 0, True)])
    )
)
def test_protegido_con_cualquier_sucesion_cuadra(reveladas: list[Revelada]) -> None:
    try:
        ayuda = protegido(reveladas)
    except ErrorDeDominio:
        return
    protegidos = 1 + sum(r.protegido for r in reveladas)
    assert len(ayuda.uniones) + ayuda.sin_unir == protegidos
    assert len(ayuda.uniones) + ayuda.sueltos == len(reveladas)
