"""Abandonar una misión del asedio: los seis pasos, quien cae por Amenaza y la caída de Erebor."""

import pytest

from servicios.lcg.abandono import Abandonar, MisionAbandonada
from servicios.lcg.agregado import ASEDIO
from servicios.lcg.asedio import AbrirAsedio, ElegirEtapa, EmpezarPaso
from servicios.lcg.dano import DanarMision
from servicios.lcg.estado import Causa, Fin
from servicios.lcg.etapas import (
    Clase,
    Zona,
)
from servicios.lcg.tablero import tablero
from servicios.lcg.tropas import (
    Enfrentar,
    PonerCarta,
    ViajarEnEtapa,
)
from tests.lcg.frente import abrir, en_pie, enemigo, lugar, nombres_en
from tests.lcg.juego import Juego, asientos


def test_abandonar_sigue_los_seis_pasos_en_un_solo_hecho() -> None:
    juego = abrir("este", "rio", "este")
    enemigo(juego, "Rhûn Rearguard", "este", 48)
    enemigo(juego, "Balchoth Avenger", "este", 29)
    enemigo(juego, "Rhûn Vanguard", "este", 30)
    enemigo(juego, "Ya estaba", "rio", 50)
    arquero = enemigo(juego, "Easterling Archer", "este", 25)
    juego.dar(Enfrentar(carta=arquero, jugador=3))
    activo = lugar(juego, "Easterling Supply Camp", "este")
    juego.dar(ViajarEnEtapa(carta=activo))
    lugar(juego, "Eaves of Mirkwood", "este")
    juego.dar(PonerCarta(clase=Clase.OBJETIVO, nombre="Iron Hills", etapa="este"))
    juego.dar(PonerCarta(clase=Clase.SECUNDARIA, nombre="Reunir ayuda", etapa="este"))
    juego.dar(EmpezarPaso(paso="asignacion"))
    juego.dar(DanarMision(etapa="este", puntos=11))
    [hecho] = juego.dar(Abandonar(etapa="este"))
    assert isinstance(hecho, MisionAbandonada)
    assert hecho.pasos(juego.nombres) == (
        (
            "Se mueven al oeste, a Las Tierras del Río: Balchoth Avenger (29), Rhûn Vanguard (30) y "
            "Rhûn Rearguard (48)."
        ),
        (
            "Se descartan Easterling Supply Camp y Eaves of Mirkwood: todos suben 2 puntos su Amenaza, "
            "Persona 1 de 30 a 32, Persona 2 de 30 a 32 y Persona 3 de 30 a 32."
        ),
        (
            "Persona 1 y Persona 3 pasan a Las Tierras del Río con sus Enemigos enfrentados, y sus personajes "
            "asignados quedan en su misión actual."
        ),
        "Sale de la partida: Iron Hills y Reunir ayuda. La etapa abandona el juego.",
        "La misión de Las Defensas del Este va a la zona de victoria. Obligado: Se revelan 2 cartas de Encuentro.",
        "La partida continúa.",
    )
    estado = juego.estado
    assert nombres_en(juego, "rio") == ["Ya estaba", "Balchoth Avenger", "Rhûn Vanguard", "Rhûn Rearguard"]
    assert estado.puestos == {1: "rio", 2: "rio", 3: "rio"}
    assert estado.carta(arquero).jugador == 3
    assert len(estado.cartas) == 5
    assert [j.amenaza for j in estado.jugadores] == [32, 32, 32]
    assert (en_pie(juego), estado.victoria) == (["erebor", "valle", "rio"], ("este",))
    assert tablero(estado)[-1].mas_al_este


@pytest.mark.parametrize(
    ("paso", "dicho", "trozo"),
    [
        (None, None, "; si es la fase de Misión"),
        (None, True, ", y sus personajes asignados"),
        ("combate", None, "con sus Enemigos enfrentados."),
        ("resolucion", None, ", y sus personajes asignados"),
        ("resolucion", False, "con sus Enemigos enfrentados."),
    ],
)
def test_los_personajes_asignados_cambian_de_mision_si_es_esa_fase(
    paso: str | None, dicho: bool | None, trozo: str
) -> None:
    juego = abrir("este", "valle")
    if paso:
        juego.dar(EmpezarPaso(paso=paso))
    [hecho] = juego.dar(Abandonar(etapa="este", por_efecto=True, en_mision=dicho))
    assert isinstance(hecho, MisionAbandonada)
    assert trozo in hecho.pasos(juego.nombres)[2]


def test_quien_llega_al_limite_al_abandonar_queda_eliminado() -> None:
    juego = Juego(ASEDIO)
    juego.dar(AbrirAsedio(jugadores=asientos(49, 30)))
    juego.dar(ElegirEtapa(jugador=1, etapa="este"))
    juego.dar(ElegirEtapa(jugador=2, etapa="este"))
    numero = enemigo(juego, "Easterling Archer", "este", 25)
    juego.dar(Enfrentar(carta=numero, jugador=1))
    lugar(juego, "City Streets", "este")
    juego.dar(Abandonar(etapa="este", por_efecto=True))
    assert [j.eliminado for j in juego.estado.jugadores] == [True, False]
    carta = juego.estado.carta(numero)
    assert (carta.jugador, carta.etapa, carta.zona) == (None, "rio", Zona.PREPARACION)


def test_si_cae_erebor_se_pierde() -> None:
    juego = abrir("erebor", "erebor")
    juego.dar(DanarMision(etapa="erebor", puntos=10))
    juego.dar(Abandonar(etapa="erebor"))
    assert (juego.estado.fin, juego.estado.causa) == (Fin.DERROTA, Causa.EREBOR)
