"""Historias de `/probabilidad navegacion`: las cifras de control, la partida abierta y lo que falta."""

import re

import pytest

from tests.apoyo.mundo import Mundo, texto
from tests.lcg.panel import abrir

CONTROL = {
    ("travesia", "soleado"): "44,4 70,1 84,4 92,2 96,3 98,3",
    ("travesia", "nublado"): "7,4 27,4 48,5 66,3 79,4 88,2",
    ("tormentera", "nublado"): "6,2 25,6 46,5 64,3 77,5 86,6",
    ("cobas", "soleado"): "36,1 59,8 75,2 85,0 91,1 94,8",
    ("umbar", "soleado"): "27,3 47,7 62,9 74,0 82,1 87,8",
}
"""Porcentaje de acabar en Soleado mirando de 1 a 6 cartas: cifras hechas a mano, carta por carta."""


@pytest.mark.parametrize(("escenario", "rumbo"), CONTROL)
async def test_las_cifras_de_control(m: Mundo, escenario: str, rumbo: str) -> None:
    r = await m.otro.slash(m.canal, "probabilidad navegacion", escenario=escenario, rumbo=rumbo)
    assert re.findall(r"☀️ ([\d,]+) %", texto(r)) == CONTROL[escenario, rumbo].split()
    assert "1 personaje: " in (r.response.attachments[0].description or "")


async def test_desde_tormenta_una_carta_no_llega_a_soleado(m: Mundo) -> None:
    """Ninguna carta tiene tres timones: lo imposible no se enseña."""
    visto = texto(await m.otro.slash(m.canal, "probabilidad navegacion", escenario="cobas", rumbo="tormenta"))
    assert "**1 personaje**: 🌧️ 36,1 % · ⛈️ 63,9 %" in visto
    assert "Se desvía primero a Tormenta." in visto


async def test_la_version_facil_y_mas_jugadores_cambian_el_mazo(m: Mundo) -> None:
    r = await m.otro.slash(m.canal, "probabilidad navegacion", escenario="travesia", facil=True)
    assert "Travesía por el Belegaer, versión fácil: 19 cartas y 11 timones" in texto(r)
    r = await m.otro.slash(m.canal, "probabilidad navegacion", escenario="tormentera", jugadores=3)
    assert "31 cartas y 15 timones" in texto(r)


async def test_sin_escenario_se_usan_el_mazo_y_el_rumbo_de_la_partida(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "probabilidad navegacion")
    assert texto(r).startswith("En este canal no hay ninguna partida con Navegación cuyo mazo lleve yo.")
    mesa = await abrir(m, "navegacion nueva")
    assert texto(await m.alicia.slash(m.canal, "probabilidad navegacion")) == texto(r)
    await mesa.orden(m.alicia, "navegacion mazo poner", cartas=4, simples=4)
    await mesa.orden(m.alicia, "navegacion prueba", personajes=3)
    await mesa.orden(m.alicia, "rumbo fijar", rumbo="lluvioso")
    r = await mesa.pulsar(m.otro, "Probabilidades")
    assert r.ephemeral
    visto = texto(r)
    assert "Con el mazo de esta partida: 1 carta y 1 timón." in visto
    assert "**1 personaje**: 🌧️ 100,0 %" in visto
    assert "**2 personajes***: ☁️ 100,0 %" in visto
    assert "Con * se barajan antes los descartes." in visto
