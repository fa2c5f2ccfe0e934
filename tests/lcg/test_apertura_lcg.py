"""Sentarse sin decir quién es, y poner de una vez la Amenaza de todos."""

from servicios.lcg.agregado import MESA
from servicios.lcg.amenaza import AmenazaCambiada, FijarAmenazas
from servicios.lcg.mesa import Abrir, Asiento, SentarJugador
from tests.lcg.juego import ALICIA, BRUNO, MODERADORA, Juego, asientos, de_tipo


def test_un_asiento_sin_nombre_ni_cuenta_es_de_quien_da_la_orden() -> None:
    juego = Juego(MESA)
    juego.dar(Abrir(jugadores=(Asiento(amenaza=28), Asiento(persona=BRUNO))))
    assert [j.quien.persona for j in juego.estado.jugadores] == [ALICIA, BRUNO]
    juego.dar(SentarJugador(asiento=Asiento()), MODERADORA)
    assert juego.estado.jugadores[2].quien.persona == MODERADORA
    juego.niega(SentarJugador(asiento=Asiento()), "dos asientos", BRUNO)


def test_la_amenaza_de_todos_se_pone_en_una_orden() -> None:
    juego = Juego(MESA)
    juego.dar(Abrir(jugadores=asientos(0, 0, 31)))
    hechos = juego.dar(FijarAmenazas(valores={1: 28, 2: 30}))
    assert [j.amenaza for j in juego.estado.jugadores] == [28, 30, 31]
    assert len(de_tipo(hechos, AmenazaCambiada)) == 1
    juego.niega(FijarAmenazas(valores={1: 28, 2: 30}), "no cambia nada")
    juego.niega(FijarAmenazas(valores={1: 28, 2: 51}), "de 0 a 50")
    juego.niega(FijarAmenazas(valores={4: 20}), "no hay jugador 4")
