"""La tirada de combate y el relanzamiento de Liderazgo, dado a dado."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.azar import Azar
from servicios.errores import ErrorDeDominio
from servicios.guerra.cartas import Ajuste, preparar
from servicios.guerra.combate import Papel, Situacion, acierta, mano, objetivo, relanzar, tirar
from servicios.guerra.ejercitos import Ejercito
from tests.guerra.mesa import AzarFijo

CAMPO, CIUDAD, ASEDIO, ESCAPE = Situacion.CAMPO, Situacion.CIUDAD, Situacion.ASEDIO, Situacion.ESCAPE


@pytest.mark.parametrize(
    ("situacion", "papel", "ronda", "numero"),
    [
        (CAMPO, Papel.ATACANTE, 1, 5),
        (CAMPO, Papel.DEFENSOR, 1, 5),
        (CIUDAD, Papel.ATACANTE, 1, 6),
        (CIUDAD, Papel.ATACANTE, 2, 5),
        (CIUDAD, Papel.DEFENSOR, 1, 5),
        (Situacion.FORTIFICACION, Papel.ATACANTE, 1, 6),
        (Situacion.FORTIFICACION, Papel.ATACANTE, 2, 5),
        (Situacion.BALUARTE, Papel.ATACANTE, 1, 5),
        (ASEDIO, Papel.ATACANTE, 1, 6),
        (ASEDIO, Papel.ATACANTE, 3, 6),
        (ASEDIO, Papel.DEFENSOR, 1, 5),
        (ESCAPE, Papel.ATACANTE, 1, 5),
        (ESCAPE, Papel.DEFENSOR, 1, 5),
    ],
)
def test_numero_para_impactar(situacion: Situacion, papel: Papel, ronda: int, numero: int) -> None:
    assert objetivo(situacion, papel, ronda).numero == numero


def test_el_modificador_va_a_cada_dado_con_1_y_6_naturales() -> None:
    tirada = tirar(mano(5, modificador=2), AzarFijo([1, 2, 3, 4, 6]))
    assert [d.acierta for d in tirada.dados] == [False, False, True, True, True]
    assert tirada.dados[0].total == 3
    assert tirada.impactos == 3


def test_ni_el_peor_modificador_quita_un_6_ni_el_mejor_salva_un_1() -> None:
    assert acierta(6, -5, 6)
    assert not acierta(1, +5, 2)


def test_el_liderazgo_se_cuenta_antes_de_relanzar() -> None:
    """Tres fallos y Liderazgo 3: se relanzan los tres, aunque el primero acierte."""
    tirada = tirar(mano(4, 3), AzarFijo([5, 2, 3, 1, 6, 5, 1]))
    assert tirada.relanzados == 3
    assert tirada.impactos == 3
    assert [d.relanzado.natural if d.relanzado else None for d in tirada.dados] == [None, 6, 5, 1]
    assert tirada.fallos == 1


def test_no_se_relanza_mas_que_lo_fallado() -> None:
    tirada = tirar(mano(3, 5), AzarFijo([6, 5, 4, 2]))
    assert tirada.relanzados == 1
    assert tirar(mano(2, 5), AzarFijo([6, 5])).relanzamiento is None


def test_el_relanzamiento_usa_el_mismo_numero_salvo_carta() -> None:
    """D.3, D-47: en un asedio también se relanza a 6."""
    assert tirar(mano(1, 1, situacion=ASEDIO), AzarFijo([5, 5])).impactos == 0
    assert tirar(mano(1, 1, situacion=ASEDIO, impacto_liderazgo=5), AzarFijo([5, 5])).impactos == 1


def test_relanzamiento_suelto() -> None:
    tirada = relanzar(4, 2, AzarFijo([5, 3]), numero=5)
    assert (tirada.relanzados, tirada.impactos) == (2, 1)
    assert relanzar(2, 5, AzarFijo([4, 4]), modificador=1).impactos == 2
    assert relanzar(0, 3, AzarFijo([])).impactos == 0


@pytest.mark.parametrize(
    "mal",
    [
        lambda: mano(6),
        lambda: mano(-1),
        lambda: mano(3, 6),
        lambda: mano(3, modificador=6),
        lambda: mano(3, ronda=0),
        lambda: mano(3, impacto_liderazgo=7),
        lambda: relanzar(6, 1, AzarFijo([])),
        lambda: relanzar(1, 1, AzarFijo([]), numero=1),
    ],
)
def test_fuera_de_los_margenes(mal: object) -> None:
    assert callable(mal)
    with pytest.raises(ErrorDeDominio, match=r"van? de") as rechazo:
        mal()
    assert "001" in str(rechazo.value.detalle)


def test_las_cartas_se_suman_y_nadie_pasa_de_cinco() -> None:
    ejercito = Ejercito(regulares=4, lideres=3)
    lista = preparar(
        ejercito, Papel.ATACANTE, CAMPO, 1, (Ajuste(dados=3, modificador=1), Ajuste(liderazgo=-2, modificador=1))
    )
    assert lista.mano.dados == 5
    assert lista.mano.liderazgo == 1
    assert lista.mano.modificador == 2
    assert lista.mano.modificador_liderazgo == 0
    sin_nada = preparar(ejercito, Papel.ATACANTE, CAMPO, 1, (Ajuste(dados=-5, liderazgo=-9),))
    assert (sin_nada.mano.dados, sin_nada.mano.liderazgo) == (0, 0)


def test_una_carta_puede_cambiar_el_numero_y_dar_impactos_sin_dados() -> None:
    lista = preparar(
        Ejercito(regulares=1),
        Papel.DEFENSOR,
        CAMPO,
        1,
        (Ajuste(objetivo=4, impactos=1), Ajuste(objetivo_liderazgo=6)),
    )
    assert (lista.mano.objetivo.numero, lista.mano.objetivo_liderazgo.numero) == (4, 6)
    assert lista.impactos == 1


@given(
    dados=st.integers(0, 5),
    liderazgo=st.integers(0, 5),
    modificador=st.integers(-5, 5),
    situacion=st.sampled_from(Situacion),
    semilla=st.binary(min_size=32, max_size=32),
)
def test_cualquier_tirada_cuadra_consigo_misma(
    dados: int, liderazgo: int, modificador: int, situacion: Situacion, semilla: bytes
) -> None:
    tirada = tirar(mano(dados, liderazgo, situacion=situacion, modificador=modificador), Azar(semilla, "f", "o"))
    assert len(tirada.dados) == dados
    fallados = [d for d in tirada.dados if not d.acierta]
    assert tirada.relanzados == min(liderazgo, len(fallados))
    assert sum(d.relanzado is not None for d in tirada.dados) == tirada.relanzados
    assert tirada.impactos + tirada.fallos == dados
    assert tirada.impactos == dados - len(fallados) + sum(
        d.relanzado is not None and d.relanzado.acierta for d in fallados
    )
