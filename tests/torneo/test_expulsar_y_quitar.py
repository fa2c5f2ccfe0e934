"""Echar a alguien antes de empezar, y lo que queda de quien se fue en una ronda que después se anula."""

from servicios.hechos import Actor
from servicios.torneo.bajas import DarDeBaja, Expulsar
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.rondas import AnularRonda
from servicios.torneo.valores import Situacion
from tests.torneo.sala import ELROND, abierta, niega, sala_con


def test_antes_de_empezar_se_quita_y_se_veta_a_la_vez() -> None:
    sala = abierta(3, aforo=2)
    fuera = Expulsar(participante=1, motivo="Insultos", vetar=True)
    niega(sala, fuera.con(vetar=False), ELROND, "quita a esa persona con /torneo baja")
    niega(sala, fuera, Actor(2), "la coordinación")
    niega(sala, fuera.con(motivo=" "), ELROND, "lleva su motivo")
    sala.da(fuera)
    assert sala.torneo.activos == (2, 3)  # la plaza es de quien esperaba
    assert "Se quita de la lista a Jugador 1: Insultos" in sala.relatos
    niega(sala, Inscribir(nombre="Jugador 1", persona=1), Actor(1), "prohibido participar")


def test_antes_de_empezar_solo_se_veta_a_quien_tiene_cuenta() -> None:
    sala = abierta(1)
    sala.da(Inscribir(nombre="Beorn"))
    niega(sala, Expulsar(participante=2, motivo="Insultos", vetar=True), ELROND, "no tiene cuenta")


def test_quien_se_fue_tras_jugar_una_ronda_anulada_no_tiene_puesto_en_la_que_la_sustituye() -> None:
    sala = sala_con(5, 3)
    sala.publica()
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    se_va = sala.mesa(1).a
    sala.da(DarDeBaja(), Actor(se_va))
    sala.da(AnularRonda(ronda=1))
    sala.publica()
    (suya,) = [fila for fila in clasificar(sala.torneo, 1) if fila.participante == se_va]
    assert suya.puesto is None
    assert sala.torneo.participantes[se_va].situacion is Situacion.RETIRADO
    assert sala.torneo.participantes[se_va].ronda_baja == 1
