"""La flota y los corsarios: preparar, dañar, quién lucha con quién, Abordaje y el mazo que se rehace."""

import re
from collections import Counter

import pytest

from servicios.errores import ErrorDeDominio
from servicios.lcg.agregado import NAVEGACION
from servicios.lcg.amenaza import FijarAmenazas
from servicios.lcg.barcos import DanarBarco, PrepararFlota, RepararBarco
from servicios.lcg.combate_naval import (
    AtaqueDeBarco,
    AtaqueRecibido,
    Clase,
    Golpe,
    atacar,
    puede_atacar,
    puede_defender,
)
from servicios.lcg.corsarios import (
    Abordaje,
    CorsariosRevelados,
    Desde,
    MoverCorsario,
    RetirarCorsario,
    RevelarCorsarios,
)
from servicios.lcg.encuentros import Eleccion
from servicios.lcg.estado import Causa, Fin
from servicios.lcg.estado_naval import Navegacion
from servicios.lcg.finales import EliminarJugador
from servicios.lcg.mazo import Mazo
from servicios.lcg.travesia import AbrirNavegacion
from tests.lcg.juego import Juego, asientos

CAZADOR, ESTRELLA, NARELENYA, ALA = "cazador-de-suenos", "estrella-del-alba", "narelenya", "ala-plateada"
TRAVESIA = Eleccion(escenario="travesia")


def abrir(jugadores: int = 2, mazo: Eleccion = TRAVESIA) -> Juego[Navegacion]:
    juego = Juego(NAVEGACION)
    juego.dar(AbrirNavegacion(jugadores=asientos(*[28] * jugadores), mazo=mazo))
    return juego


def con_flota() -> Juego[Navegacion]:
    juego = abrir()
    juego.dar(PrepararFlota(barcos={CAZADOR: 1, ALA: 2}))
    return juego


def corsarios(juego: Juego[Navegacion]) -> Mazo:
    assert juego.estado.corsarios is not None
    return juego.estado.corsarios


def test_los_barcos_cambian_la_amenaza_inicial() -> None:
    juego = abrir(jugadores=4)
    juego.dar(PrepararFlota(barcos={CAZADOR: 3, ESTRELLA: 1, ALA: 2, NARELENYA: 4}))
    assert [j.amenaza for j in juego.estado.jugadores] == [31, 25, 28, 28]
    assert {b.id: b.jugador for b in juego.estado.flota} == {CAZADOR: 3, ESTRELLA: 1, ALA: 2, NARELENYA: 4}


def test_la_amenaza_inicial_cuenta_con_el_barco_se_ponga_antes_o_despues() -> None:
    antes, despues = Juego(NAVEGACION), Juego(NAVEGACION)
    flota, iniciales = PrepararFlota(barcos={CAZADOR: 1, ALA: 2}), FijarAmenazas(valores={1: 28, 2: 31})
    for juego, ordenes in ((antes, (iniciales, flota)), (despues, (flota, iniciales))):
        juego.dar(AbrirNavegacion(jugadores=asientos(0, 0)))
        for orden in ordenes:
            juego.dar(orden)
        assert [j.amenaza for j in juego.estado.jugadores] == [28, 31 - 3]


def test_sin_flota_preparada_se_dice_como_prepararla() -> None:
    abrir().niega(DanarBarco(barco=CAZADOR, puntos=1), "La flota aún no está lista")


def test_quien_juega_solo_lleva_el_cazador_y_otro() -> None:
    juego = abrir(jugadores=1)
    juego.niega(PrepararFlota(barcos={CAZADOR: 1}), "Quien juega solo lleva 2 barcos")
    juego.dar(PrepararFlota(barcos={CAZADOR: 1, ALA: 1}))
    juego.niega(PrepararFlota(barcos={CAZADOR: 1, ALA: 1}), "ya está preparada")
    juego.dar(DanarBarco(barco=ALA, puntos=14))
    assert juego.estado.fin is Fin.DERROTA, "su dueño queda eliminado, y era el único"


@pytest.mark.parametrize(
    ("barcos", "trozo"),
    [
        ({ESTRELLA: 1, ALA: 2}, "Falta el Cazador de Sueños"),
        ({CAZADOR: 1}, "El jugador 2 lleva 1 barco"),
        ({CAZADOR: 1, ALA: 1, ESTRELLA: 2}, "El jugador 1 lleva 1 barco, y le has dado 2"),
        ({CAZADOR: 1, ALA: 3}, "no hay jugador 3"),
        ({CAZADOR: 1, "titanic": 2}, "ningún Barco-Objetivo"),
    ],
)
def test_repartos_que_no_valen(barcos: dict[str, int], trozo: str) -> None:
    abrir().niega(PrepararFlota(barcos=barcos), trozo)


def test_el_dano_se_lleva_y_se_repara() -> None:
    juego = con_flota()
    juego.dar(DanarBarco(barco=CAZADOR, puntos=5, motivo="Vientos de ira"))
    assert juego.relatos()[-1] == "Cazador de Sueños (Vientos de ira): daño de 0 a 5; le quedan 13 puntos."
    juego.dar(RepararBarco(barco=CAZADOR, puntos=9))
    assert juego.estado.barco(CAZADOR).dano == 0
    juego.niega(RepararBarco(barco=CAZADOR, puntos=1), "no tiene daño")
    juego.niega(DanarBarco(barco=NARELENYA, puntos=1), "no está en la flota")
    juego.niega(DanarBarco(barco=ALA, puntos=0), "de 1 a 99")


def test_si_se_pierde_el_cazador_se_pierde_la_partida() -> None:
    juego = con_flota()
    juego.dar(DanarBarco(barco=CAZADOR, puntos=17))
    assert juego.estado.fin is None
    juego.dar(DanarBarco(barco=CAZADOR, puntos=1))
    assert (juego.estado.fin, juego.estado.causa) == (Fin.DERROTA, Causa.CAZADOR)


def test_si_se_pierde_otro_barco_cae_su_dueno() -> None:
    juego = con_flota()
    juego.dar(DanarBarco(barco=ALA, puntos=20))
    assert [j.eliminado for j in juego.estado.jugadores] == [False, True]
    assert (juego.estado.fin, [b.id for b in juego.estado.flota]) == (None, [CAZADOR])


@pytest.mark.parametrize(
    ("atacante", "defensor", "puede"),
    [
        (Clase.BARCO_OBJETIVO, Clase.BARCO_ENEMIGO, True),
        (Clase.BARCO_OBJETIVO, Clase.ENEMIGO, False),
        (Clase.PERSONAJE, Clase.BARCO_ENEMIGO, True),
        (Clase.PERSONAJE, Clase.ENEMIGO, True),
    ],
)
def test_quien_puede_atacar_a_quien(atacante: Clase, defensor: Clase, puede: bool) -> None:
    assert puede_atacar(atacante, defensor).puede is puede


@pytest.mark.parametrize(
    ("defensor", "atacante", "puede"),
    [
        (Clase.BARCO_OBJETIVO, Clase.BARCO_ENEMIGO, True),
        (Clase.BARCO_OBJETIVO, Clase.ENEMIGO, False),
        (Clase.PERSONAJE, Clase.BARCO_ENEMIGO, False),
        (Clase.PERSONAJE, Clase.ENEMIGO, True),
    ],
)
def test_quien_puede_defender_de_quien(defensor: Clase, atacante: Clase, puede: bool) -> None:
    permiso = puede_defender(defensor, atacante)
    assert (permiso.puede, permiso.frase) == (puede, "Sí puede." if puede else "No puede.")


def test_no_se_pregunta_por_dos_del_mismo_bando() -> None:
    with pytest.raises(ErrorDeDominio, match="Pregunta por una carta de los jugadores"):
        puede_atacar(Clase.ENEMIGO, Clase.BARCO_OBJETIVO)


def test_la_flota_ataca_a_un_barco_y_se_ve_la_cuenta() -> None:
    golpe = atacar([CAZADOR, NARELENYA], "light-cruiser")
    assert golpe == Golpe(ataque=7, defensa=5, dano=2, destruye=False)
    assert golpe.cuenta == "7 − 5 = 2"
    assert atacar([CAZADOR, NARELENYA, ALA], "scouting-ship").destruye, "11 − 2 = 9, y tiene 7"
    with pytest.raises(ErrorDeDominio, match="no es un barco"):
        atacar([CAZADOR], "cunning-pirate")
    with pytest.raises(ErrorDeDominio, match="dos veces"):
        atacar([CAZADOR, CAZADOR], "scouting-ship")


def test_defiende_un_barco_de_cualquiera_y_el_dano_descuenta_su_defensa() -> None:
    juego = con_flota()
    hechos = juego.dar(AtaqueDeBarco(jugador=2, barco=CAZADOR, defiende=True, enemigo="corsair-warship", extra=1))
    assert isinstance(hechos[0], AtaqueRecibido)
    assert hechos[0].dano == 8 + 1 - 4
    assert juego.estado.barco(CAZADOR).dano == 5
    [solo] = juego.dar(AtaqueDeBarco(jugador=1, barco=CAZADOR, defiende=True, ataque=3))
    assert isinstance(solo, AtaqueRecibido)
    assert solo.dano == 0


def test_sin_defensa_el_dano_va_entero_a_un_barco_suyo() -> None:
    juego = con_flota()
    rechazo = juego.niega(
        AtaqueDeBarco(jugador=2, barco=CAZADOR, defiende=False, enemigo="light-cruiser"), "no lo controla"
    )
    assert "003, «Barcos-Enemigos»" in (rechazo.detalle or "")
    juego.dar(AtaqueDeBarco(jugador=2, barco=ALA, defiende=False, enemigo="light-cruiser"))
    assert juego.estado.barco(ALA).dano == 6


@pytest.mark.parametrize(
    ("datos", "trozo"),
    [
        ({"enemigo": "cunning-pirate"}, "no es un barco"),
        ({}, "una de las dos cosas"),
        ({"enemigo": "light-cruiser", "ataque": 3}, "una de las dos cosas"),
        ({"ataque": -1}, "entre 0 y 99"),
    ],
)
def test_ataques_que_no_valen(datos: dict[str, str | int], trozo: str) -> None:
    orden = AtaqueDeBarco.model_validate({"jugador": 1, "barco": CAZADOR, "defiende": True, **datos})
    con_flota().niega(orden, trozo)


def test_abordaje_saca_x_corsarios_enfrentados_a_ese_jugador() -> None:
    juego = con_flota()
    [hecho] = juego.dar(Abordaje(jugador=2, barco="corsair-warship"))
    assert isinstance(hecho, CorsariosRevelados)
    assert len(hecho.cartas) == hecho.pedidos == 3
    assert [c.jugador for c in juego.estado.en_el_mar] == [2, 2, 2]
    assert corsarios(juego).cartas == 9 - 3


@pytest.mark.parametrize("desde", [Desde.JUGADOR, Desde.MAZO, Desde.DESCARTES])
def test_solo_hay_abordaje_desde_el_area_de_preparacion(desde: Desde) -> None:
    rechazo = con_flota().niega(Abordaje(jugador=1, barco="scouting-ship", desde=desde), "No hay abordaje")
    assert "003, «Abordaje X»" in (rechazo.detalle or "")


@pytest.mark.parametrize(
    ("orden", "trozo"),
    [
        (Abordaje(jugador=1, barco="siege-ship"), "no tiene Abordaje"),
        (Abordaje(jugador=1, barco="cunning-pirate"), "no tiene Abordaje"),
        (Abordaje(jugador=1, barco="corsair-skiff"), "depende de una condición"),
        (Abordaje(jugador=1), "Escribe la X"),
        (Abordaje(jugador=1, x=11), "de 0 a 10"),
    ],
)
def test_abordajes_que_no_valen(orden: Abordaje, trozo: str) -> None:
    con_flota().niega(orden, trozo)


def test_el_mazo_de_corsarios_se_rehace_en_cuanto_se_acaba() -> None:
    juego = con_flota()
    juego.dar(RevelarCorsarios(cuantos=4))
    for corsario in juego.estado.en_el_mar:
        juego.dar(RetirarCorsario(corsario=corsario.numero))
    assert (corsarios(juego).cartas, corsarios(juego).descartadas) == (5, 4)
    juego.dar(Abordaje(jugador=1, x=5))
    assert (corsarios(juego).cartas, corsarios(juego).descartadas) == (4, 0), "al salir la última, de inmediato"
    juego.dar(Abordaje(jugador=1, x=5))
    assert corsarios(juego).cartas == 0
    assert len(juego.estado.en_el_mar) == 9, "no hay más: salen los que quedan"
    assert juego.relatos()[-1].startswith("Un Barco-Enemigo: Abordaje 5. Salen ")
    assert juego.relatos()[-1].endswith(", enfrentados a Persona 1. No quedan más.")
    for orden in (Abordaje(jugador=2, barco="light-cruiser"), RevelarCorsarios(cuantos=1)):
        juego.niega(orden, "No sale ningún corsario: los que hay están ya en juego.")
    caido = juego.estado.en_el_mar[0]
    juego.dar(RetirarCorsario(corsario=caido.numero))
    assert corsarios(juego).quedan == {caido.carta: 1}, "el primero que cae vuelve a formar el mazo"


def test_un_abordaje_de_cero_no_saca_a_nadie() -> None:
    juego = con_flota()
    juego.dar(Abordaje(jugador=1, barco="corsair-skiff", x=0))
    assert juego.relatos()[-1] == "Corsair Skiff: Abordaje 0. No sale ningún corsario."
    juego.dar(RevelarCorsarios(cuantos=1, jugador=2))
    assert re.fullmatch(r"Una carta revela corsarios\. Sale [^,]+, enfrentado a Persona 2\.", juego.relatos()[-1])


def test_los_corsarios_se_conservan() -> None:
    juego = con_flota()
    juego.dar(Abordaje(jugador=1, x=6))
    juego.dar(RetirarCorsario(corsario=1, a="fuera"))
    juego.dar(RetirarCorsario(corsario=2))
    mazo = corsarios(juego)
    en_juego = Counter(c.carta for c in juego.estado.en_el_mar)
    assert mazo.total == 9
    assert sum(en_juego.values()) == 4
    assert all(mazo.fuera[carta] >= copias for carta, copias in en_juego.items())
    juego.niega(RetirarCorsario(corsario=1), "ningún corsario en juego con el número 1")


def test_un_corsario_cambia_de_jugador_y_vuelve_si_este_cae() -> None:
    juego = con_flota()
    juego.dar(RevelarCorsarios(cuantos=1, motivo="Emboscada en cubierta"))
    assert "en el área de preparación" in juego.relatos()[-1]
    juego.dar(MoverCorsario(corsario=1, jugador=2))
    juego.niega(MoverCorsario(corsario=1, jugador=2), "ya está ahí")
    juego.dar(EliminarJugador(jugador=2))
    assert juego.estado.en_el_mar[0].jugador is None


def test_con_cartas_fisicas_el_abordaje_solo_dice_cuantos() -> None:
    juego = abrir(mazo=Eleccion())
    [hecho] = juego.dar(Abordaje(jugador=1, barco="light-cruiser"))
    assert hecho.relato(juego.nombres) == (
        "Light Cruiser: Abordaje 2. Salen 2 corsarios de su mazo, enfrentados a Persona 1."
    )
    [hecho] = juego.dar(Abordaje(jugador=1, barco="scouting-ship"))
    assert hecho.relato(juego.nombres) == (
        "Scouting Ship: Abordaje 1. Sale 1 corsario de su mazo, enfrentado a Persona 1."
    )
    assert juego.estado.en_el_mar == ()
    juego.niega(RevelarCorsarios(cuantos=1), "lo llevan los jugadores")
