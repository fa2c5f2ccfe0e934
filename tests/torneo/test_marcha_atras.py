"""Quién deshace y rehace en un torneo: la coordinación, pero nadie lo que decidió su propia partida."""

import pytest

from servicios.deshacer import Deshacer, Rehacer
from servicios.errores import SinPermiso
from servicios.hechos import Actor, Orden, Rol
from servicios.torneo.bajas import Expulsar
from servicios.torneo.playoff import ComunicarPlayoff, CrearPlayoff
from servicios.torneo.reloj_de_ronda import DarTiempo, Empezar
from servicios.torneo.resultados import Comunicar
from servicios.torneo.rondas import Sancionar
from tests.torneo.sala import GLORFINDEL, Sala, abierta, niega, sala_con

JUEGA = Actor(1, frozenset({Rol.COORDINADOR}))
"""El participante 1, que también coordina."""
NO_ES_SUYO = "Eso se decidió sobre ti o sobre tu partida"


def _en_ronda() -> tuple[Sala, int]:
    """Una ronda publicada, y el rival de quien juega y coordina."""
    sala = sala_con(4, 3)
    sala.publica()
    return sala, sala.mesa_de(1).rival(1)


def _solo_lo_deshace_otra_persona(sala: Sala) -> None:
    antes = sala.torneo
    for orden in (Deshacer(), Rehacer()):
        niega(sala, orden, JUEGA, NO_ES_SUYO, SinPermiso)
        sala.da(orden)
    assert sala.torneo == antes


@pytest.mark.parametrize("quien", ["propia", "rival"])
def test_un_fallo_del_arbitraje_y_una_sancion_en_su_mesa(quien: str) -> None:
    sala, rival = _en_ronda()
    juzgado = 1 if quien == "propia" else rival
    ordenes: list[Orden] = [
        Comunicar(jugador=juzgado, pv_favor=20, pv_contra=5),
        Sancionar(participante=juzgado, pv=-3, motivo="Tarde"),
        Comunicar(jugador=juzgado, pv_favor=9, pv_contra=8, corrige=True),
    ]
    for orden in ordenes:
        sala.da(orden)
        _solo_lo_deshace_otra_persona(sala)


def test_lo_que_comunico_su_rival_tampoco() -> None:
    sala, rival = _en_ronda()
    sala.da(Comunicar(pv_favor=20, pv_contra=5), Actor(rival))
    _solo_lo_deshace_otra_persona(sala)


def test_su_expulsion() -> None:
    sala, _ = _en_ronda()
    sala.da(Expulsar(participante=1, motivo="Trampas"))
    _solo_lo_deshace_otra_persona(sala)


def test_el_tiempo_que_se_dio_a_su_mesa_no_y_el_de_todos_si() -> None:
    sala, _ = _en_ronda()
    sala.da(Empezar())
    sala.da(DarTiempo(minutos=5, mesa=sala.mesa_de(1).numero))
    _solo_lo_deshace_otra_persona(sala)
    sala.da(DarTiempo(minutos=5))
    sala.da(Deshacer(), JUEGA)


def test_su_veto_antes_de_empezar() -> None:
    sala = abierta(4)
    sala.da(Expulsar(participante=1, motivo="Trampas", vetar=True))
    _solo_lo_deshace_otra_persona(sala)


def test_su_partida_de_play_off() -> None:
    sala = sala_con(4, 1)
    sala.publica()
    for mesa in sala.ronda.faltan():
        sala.resultado(1 if 1 in mesa.jugadores else mesa.a)
    sala.da(CrearPlayoff())
    sala.da(ComunicarPlayoff(partida=1, pv_a=20, pv_b=5), GLORFINDEL)
    _solo_lo_deshace_otra_persona(sala)


def test_lo_de_otra_mesa_si() -> None:
    sala, rival = _en_ronda()
    otra = next(mesa for mesa in sala.ronda.mesas if rival not in mesa.jugadores)
    antes = sala.torneo
    sala.da(Comunicar(jugador=otra.a, pv_favor=20, pv_contra=5), GLORFINDEL)
    sala.da(Deshacer(), JUEGA)
    assert sala.torneo == antes
    sala.da(Rehacer(), JUEGA)
    assert sala.mesa(otra.numero).resultado is not None
