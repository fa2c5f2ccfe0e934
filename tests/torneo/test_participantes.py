"""Quién toma parte en un torneo abierto, y por eso no puede borrar aún sus datos."""

from servicios.hechos import Actor
from servicios.torneo.agregado import TORNEO
from servicios.torneo.bajas import DarDeBaja
from tests.torneo.sala import ELROND, abierta, sala_con


def test_toman_parte_quienes_juegan_y_quienes_esperan_sitio() -> None:
    sala = abierta(8, aforo=6)
    assert set(TORNEO.participantes(sala.torneo)) == set(range(1, 9))


def test_quien_se_va_y_quien_coordina_no_toman_parte() -> None:
    sala = sala_con(6)
    sala.da(DarDeBaja(), Actor(2))
    assert set(TORNEO.participantes(sala.torneo)) == {1, 3, 4, 5, 6}
    assert ELROND.persona not in TORNEO.participantes(sala.torneo)
