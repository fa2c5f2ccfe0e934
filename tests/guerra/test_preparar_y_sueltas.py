"""Preparar la partida antes de empezar, y las tiradas sueltas en el flujo del día."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.azar import Azar
from servicios.dados import dia
from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.guerra import partida, sueltas, turno
from servicios.guerra.agregado import GUERRA
from servicios.guerra.caza import Condiciones
from servicios.guerra.partida import AbrirPartida, Preparar
from servicios.guerra.piezas import Bando
from servicios.guerra.victoria import Abandonar
from servicios.hechos import Actor, Contexto, Orden
from servicios.tiradas import sorteos
from tests.guerra.mesa import FORASTERO, LIBRES, SOMBRA, Mesa, Nombres

DIA = dia.agregado(sueltas.reglas)


def test_quien_abre_se_suma_a_su_bando() -> None:
    mesa = Mesa(abierta=False)
    mesa.da(AbrirPartida(abre=Bando.SOMBRA, libres=(LIBRES,)), SOMBRA)
    assert mesa.estado.jugadores == {Bando.LIBRES: (LIBRES,), Bando.SOMBRA: (SOMBRA,)}
    with pytest.raises(ErrorDeDominio, match="Nadie puede llevar los dos bandos"):
        Mesa(abierta=False).da(AbrirPartida(abre=Bando.LIBRES, sombra=(LIBRES,)), LIBRES)
    with pytest.raises(ErrorDeDominio, match="Di quién lleva cada bando"):
        Mesa(abierta=False).da(AbrirPartida(abre=Bando.LIBRES), LIBRES)


def test_preparar_cambia_lo_que_se_pide_y_nada_mas() -> None:
    mesa = Mesa()
    abierta = mesa.estado
    mesa.da(Preparar(cambiar_bandos=True), SOMBRA)
    assert mesa.estado == abierta.con(jugadores={Bando.LIBRES: (SOMBRA,), Bando.SOMBRA: (LIBRES,)})
    mesa.da(Preparar(cambiar_bandos=True))
    assert mesa.estado == abierta
    mesa.da(Preparar(edicion=2, mesa_abierta=True))
    assert mesa.estado == abierta.con(edicion=2, mesa_abierta=True)


def test_preparar_no_vale_una_vez_empezada_ni_para_quien_no_juega() -> None:
    mesa = Mesa()
    with pytest.raises(SinPermiso):
        mesa.da(Preparar(edicion=2), FORASTERO)
    mesa.da(turno.TerminarFaseDeCompania())
    assert not partida.sin_empezar(mesa.estado)
    with pytest.raises(ErrorDeDominio, match="ya ha empezado"):
        mesa.da(Preparar(edicion=2))
    with pytest.raises(ErrorDeDominio):
        Mesa(abierta=False).da(Preparar(edicion=2), FORASTERO)


def _dar(orden: Orden, semilla: bytes = b"s" * 32) -> sueltas.CombateSuelto:
    azar = Azar(semilla, "flujo", "orden")
    contexto = Contexto(Actor(LIBRES), datetime(2026, 1, 1, tzinfo=UTC), azar, "orden")
    (hecho,) = DIA.decidir(DIA.inicial(), orden, contexto)
    assert DIA.aplicar(DIA.inicial(), hecho).tiradas == 1
    assert DIA.leer(hecho.tipo, DIA.escribir(hecho)) == hecho, "lo guardado se lee igual"
    assert hecho.relato(Nombres()).startswith("persona 1 ")
    return hecho  # pyright: ignore[reportReturnType]


@given(st.integers(0, 5), st.integers(0, 5), st.integers(-5, 5), st.binary(min_size=32, max_size=32))
def test_un_combate_suelto_tira_lo_que_se_pide(dados: int, liderazgo: int, mas: int, semilla: bytes) -> None:
    hecho = _dar(sueltas.TirarCombate(dados=dados, liderazgo=liderazgo, modificador=mas), semilla)
    tirados = [len(sorteo.valores) for sorteo in sorteos(hecho)]
    fallos = sum(not dado.acierta for dado in hecho.tirada.dados)
    assert tirados == [n for n in (dados, min(liderazgo, fallos)) if n]


@given(st.integers(0, 5), st.integers(0, 5))
def test_un_relanzamiento_suelto_no_pasa_de_los_fallos_ni_del_liderazgo(fallos: int, liderazgo: int) -> None:
    hecho = _dar(sueltas.TirarLiderazgo(fallos=fallos, liderazgo=liderazgo))
    assert len(hecho.tirada.dados) == min(fallos, liderazgo)


@pytest.mark.parametrize(
    "orden", [sueltas.TirarCombate(dados=3, liderazgo=2), sueltas.TirarLiderazgo(fallos=2, liderazgo=1)]
)
def test_en_una_partida_las_sueltas_son_suyas_y_no_cambian_nada(orden: Orden) -> None:
    mesa = Mesa()
    antes = mesa.estado
    dados = (1, 6, 6, 5) if isinstance(orden, sueltas.TirarCombate) else (4,)
    (hecho,) = mesa.da(orden, SOMBRA, *dados)
    assert mesa.estado == antes
    assert [n for sorteo in sorteos(hecho) for n in sorteo.valores] == list(dados)
    assert GUERRA.leer(hecho.tipo, GUERRA.escribir(hecho)) == hecho
    with pytest.raises(SinPermiso, match="una partida que no juegas"):
        mesa.da(orden, FORASTERO)
    abierta = Mesa(abierta=False)
    abierta.da(AbrirPartida(mesa_abierta=True), LIBRES)
    abierta.da(orden, FORASTERO, *dados)


def test_terminada_la_partida_aun_se_tira_en_su_canal() -> None:
    mesa = Mesa()
    mesa.da(Abandonar(bando=Bando.LIBRES))
    mesa.da(sueltas.TirarCombate(dados=1), LIBRES, 6)


def test_una_caza_suelta_no_cabe_en_una_partida() -> None:
    with pytest.raises(ErrorDeDominio):
        Mesa().da(sueltas.Cazar(nivel=1))


def test_lo_que_se_sale_de_las_reglas_se_niega() -> None:
    for orden in (
        sueltas.TirarCombate(dados=6),
        sueltas.TirarLiderazgo(fallos=1, liderazgo=6),
        sueltas.Cazar(nivel=11),
        sueltas.Cazar(nivel=1, dados_pl=7, condiciones=Condiciones(nazgul=True)),
    ):
        with pytest.raises(ErrorDeDominio):
            _dar(orden)
