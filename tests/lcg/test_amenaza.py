"""La mesa que solo lleva la Amenaza: asientos, subir y bajar, Maldito X, la eliminación y quién manda."""

import pytest

from servicios.hechos import Actor, Rol
from servicios.lcg.agregado import AGREGADOS, MESA
from servicios.lcg.amenaza import BajarAmenaza, FijarAmenaza, Maldito, MueveAmenaza, SubirAmenaza
from servicios.lcg.estado import Causa, Fin, Partida
from servicios.lcg.finales import DarPorTerminada, Eliminado, EliminarJugador, Terminada
from servicios.lcg.mesa import (
    Abrir,
    Asiento,
    Cerrar,
    FijarPrimero,
    PasarRonda,
    SentarJugador,
    acepta_deshacer,
)
from servicios.lcg.rumbo import MejorarRumbo
from tests.lcg.juego import AJENA, ALICIA, BRUNO, MODERADORA, Juego, asientos, de_tipo


def mesa(*amenazas: int, limite: int = 50) -> Juego[Partida]:
    juego = Juego(MESA)
    juego.dar(Abrir(jugadores=asientos(*amenazas), limite=limite))
    return juego


def amenazas(juego: Juego[Partida]) -> list[int]:
    return [jugador.amenaza for jugador in juego.estado.jugadores]


def test_maldito_sube_a_todos_a_la_vez() -> None:
    juego = mesa(28, 31, 25)
    [hecho] = juego.dar(Maldito(x=2, carta="Jinete Negro"))
    assert amenazas(juego) == [30, 33, 27]
    relato = "Maldito 2 (Jinete Negro): Persona 1 de 28 a 30, Persona 2 de 31 a 33 y Persona 3 de 25 a 27."
    assert hecho.relato(juego.nombres) == relato


def test_subir_y_bajar_a_uno_o_a_todos() -> None:
    juego = mesa(20, 3)
    juego.dar(SubirAmenaza(puntos=4, jugador=1))
    assert amenazas(juego) == [24, 3]
    juego.dar(BajarAmenaza(puntos=5, motivo="Galadriel"))
    assert amenazas(juego) == [19, 0]
    assert juego.relatos()[-1] == "Amenaza −5 (Galadriel): Persona 1 de 24 a 19 y Persona 2 de 3 a 0."
    juego.niega(BajarAmenaza(puntos=1, jugador=2), "ya está en 0")


def test_a_los_cincuenta_se_elimina_y_si_no_queda_nadie_se_pierde() -> None:
    juego = mesa(48, 46)
    hechos = juego.dar(Maldito(x=3))
    assert amenazas(juego) == [50, 49]
    assert [h.jugador for h in de_tipo(hechos, Eliminado) if isinstance(h, Eliminado)] == [1]
    assert juego.estado.fin is None
    juego.niega(SubirAmenaza(puntos=1, jugador=1), "está eliminado")
    hechos = juego.dar(SubirAmenaza(puntos=9), BRUNO)
    assert amenazas(juego) == [50, 50]
    assert isinstance(hechos[-1], Terminada)
    assert (juego.estado.fin, juego.estado.causa) == (Fin.DERROTA, Causa.SIN_JUGADORES)
    juego.niega(Maldito(x=1), "ya ha acabado en derrota")


def test_el_limite_se_puede_cambiar_al_abrir() -> None:
    juego = mesa(30, 20, limite=40)
    juego.dar(FijarAmenaza(jugador=1, valor=40))
    assert juego.estado.jugadores[0].eliminado
    juego.niega(FijarAmenaza(jugador=2, valor=41), "de 0 a 40")


def test_pasar_de_ronda_sube_uno_y_pasa_la_ficha_de_jugador_inicial() -> None:
    juego = mesa(20, 30, 49)
    juego.dar(PasarRonda(desde=1))
    assert amenazas(juego) == [21, 31, 50]
    assert (juego.estado.ronda, juego.estado.primero) == (2, 2)
    juego.niega(PasarRonda(desde=1), "ahora es la ronda 2")
    juego.dar(PasarRonda(amenaza=0, desde=2))
    assert juego.estado.primero == 1, "el 3 está eliminado: la ficha salta al 1"
    juego.dar(FijarPrimero(jugador=2))
    assert [j.numero for j in juego.estado.orden_de_juego] == [2, 1]


def test_si_cae_el_jugador_inicial_empieza_el_siguiente() -> None:
    juego = mesa(10, 10, 10)
    juego.dar(EliminarJugador(jugador=1, motivo="Se ha quedado sin Héroes"))
    assert juego.estado.inicial == juego.estado.jugadores[1]
    assert juego.relatos()[-1] == "Persona 1 queda eliminado: Se ha quedado sin Héroes."


def test_el_historial_de_la_amenaza_sale_de_los_hechos() -> None:
    juego = mesa(20)
    juego.dar(Maldito(x=2))
    juego.dar(PasarRonda())
    historia = [c.a for h in juego.hechos if isinstance(h, MueveAmenaza) for c in h.cambios]
    assert historia == [22, 23]


def test_hay_sitio_para_cuatro_y_cada_cuenta_ocupa_uno() -> None:
    juego = mesa(20, 20, 20)
    juego.niega(SentarJugador(asiento=Asiento(persona=1)), "dos asientos")
    juego.niega(SentarJugador(asiento=Asiento(nombre="  ")), "cuenta o un nombre")
    juego.niega(SentarJugador(asiento=Asiento(nombre="Elena", amenaza=50)), "de 0 a 49")
    juego.dar(SentarJugador(asiento=Asiento(nombre="Elena", amenaza=27)))
    assert juego.relatos()[-1] == "Elena se une con Amenaza 27."
    juego.niega(SentarJugador(asiento=Asiento(nombre="Otra")), "completa")


@pytest.mark.parametrize(
    ("jugadores", "trozo"), [((), "de 1 a 4"), (asientos(1, 2, 3, 4, 5), "de 1 a 4"), (asientos(50), "0 a 49")]
)
def test_no_se_abre_con_asientos_que_no_valen(jugadores: tuple[Asiento, ...], trozo: str) -> None:
    Juego(MESA).niega(Abrir(jugadores=jugadores), trozo)


def test_solo_manda_quien_esta_en_la_mesa_o_la_moderacion() -> None:
    juego = mesa(20)
    juego.niega(Maldito(x=1), "No juegas esta partida", AJENA)
    juego.dar(Maldito(x=1), MODERADORA)
    juego.niega(Abrir(jugadores=asientos(20)), "ya está abierta")
    Juego(MESA).niega(Maldito(x=1), "no hay ninguna partida abierta")


def test_una_orden_de_otra_clase_de_partida_no_vale() -> None:
    mesa(20).niega(MejorarRumbo(), "no se puede hacer en esta clase de partida")


@pytest.mark.parametrize("x", [0, -1, 51])
def test_maldito_lleva_un_numero_posible(x: int) -> None:
    assert "Maldito X" in (mesa(20).niega(Maldito(x=x), "entre 1 y 50").detalle or "")


def test_se_da_por_terminada_y_se_cierra() -> None:
    juego = mesa(20)
    juego.dar(DarPorTerminada(fin=Fin.VICTORIA, motivo="Gollum capturado"))
    assert juego.relatos()[-1] == "Victoria: Gollum capturado."
    juego.niega(Maldito(x=1), "ya ha acabado en victoria")
    juego.dar(Cerrar())
    assert MESA.cerrado(juego.estado)


def test_deshacer_lo_acepta_otra_persona_de_la_mesa_y_quien_juega_solo_se_basta() -> None:
    dos, una = mesa(20, 20).estado, mesa(20).estado
    assert acepta_deshacer(dos, ALICIA, Actor(BRUNO))
    assert not acepta_deshacer(dos, ALICIA, Actor(ALICIA))
    assert not acepta_deshacer(dos, ALICIA, Actor(AJENA))
    assert acepta_deshacer(dos, ALICIA, Actor(MODERADORA, frozenset({Rol.MODERADOR})))
    assert acepta_deshacer(una, ALICIA, Actor(ALICIA))


def test_las_cuatro_clases_llevan_amenaza_y_nombres_distintos() -> None:
    assert [a.nombre for a in AGREGADOS] == ["mesa", "navegacion", "isla", "asedio"]
    assert all("amenaza" in a.hechos and a.familia == "partida" for a in AGREGADOS)
