"""Historias de gente torpe: un reinicio entre cada dos pasos, nombres mal escritos y números que no caben."""

import re
from typing import Any

from simcord.results import InteractionResult

from tests.apoyo.mundo import Mundo, texto
from tests.lcg.panel import Mesa, abrir

# ── un reinicio entre cada dos pasos ──────────────────────────────────────────────────────────────


class MesaQueCae(Mesa):
    """Una mesa en la que el bot se reinicia antes de cada cosa, también con un formulario abierto."""

    async def orden(self, quien: Any, comando: str, /, **opciones: Any) -> InteractionResult:
        await self.m.reiniciar()
        return await super().orden(quien, comando, **opciones)

    async def pulsar(self, quien: Any, rotulo: str) -> InteractionResult:
        await self.m.reiniciar()
        return await super().pulsar(quien, rotulo)

    async def elegir(self, quien: Any, invitacion: str, valor: str) -> InteractionResult:
        await self.m.reiniciar()
        return await super().elegir(quien, invitacion, valor)

    async def enviar(self, quien: Any, abierto: InteractionResult, **campos: str) -> InteractionResult:
        await self.m.reiniciar()
        return await super().enviar(quien, abierto, **campos)


async def _que_cae(m: Mundo, comando: str, **opciones: Any) -> MesaQueCae:
    return MesaQueCae(m, (await abrir(m, comando, **opciones)).mensaje)


async def test_una_navegacion_con_un_reinicio_entre_cada_dos_pasos(m: Mundo) -> None:
    mesa = await _que_cae(m, "navegacion nueva", escenario="travesia", jugador2=m.bruno)
    await mesa.elegir(m.alicia, "Prepara la flota", "cazador-de-suenos,ala-plateada")
    await mesa.rellenar(m.bruno, "Amenaza inicial", j1="28", j2="31")
    assert f"**2** {m.bruno.mention} · Amenaza **28**" in mesa.texto  # con el −3 del Ala Plateada
    await mesa.pulsar(m.alicia, "Empezar la fase de Misión")
    await mesa.elegir(m.alicia, "Hacer la prueba", "1c")
    assert "1 personaje y el Cazador de Sueños, que cuenta como 2: 3 cartas" in mesa.texto
    assert "quedan 24 cartas" in mesa.texto
    for _ in range(3):
        await mesa.pulsar(m.bruno, "Paso siguiente")
    await mesa.pulsar(m.alicia, "Acabar la fase de Misión")
    await mesa.orden(m.alicia, "navegacion corsarios abordaje", jugador=2, barco="light-cruiser")
    await mesa.elegir(m.bruno, "Un corsario derrotado", "1")
    assert "Mazo de Corsarios: 7 cartas · 1 descarte" in mesa.texto
    await mesa.orden(
        m.alicia, "navegacion barcos ataque", jugador=2, barco="ala-plateada", defiende=False, ataque=3
    )
    assert "resiste 11 de 14" in mesa.texto
    await mesa.pulsar(m.alicia, "Pasar a la ronda 2")
    assert f"► **2** {m.bruno.mention} · Amenaza **29**" in mesa.texto


async def test_una_isla_con_un_reinicio_entre_cada_dos_pasos(m: Mundo) -> None:
    mesa = await _que_cae(m, "isla nueva", jugador2=m.bruno, arriba="tumbas-anegadas", abajo="senda")
    await mesa.pulsar(m.alicia, "Partir de A1")
    await mesa.rellenar(m.alicia, "Éxito en la misión", puntos="6", reparto="a2 4")
    await mesa.elegir(m.bruno, "Mirar la otra cara", "A2")
    mirado = re.search(r"Se mira A2 con 4 de progreso: ([^.]+)\.", mesa.texto)
    assert mirado is not None
    await mesa.elegir(m.alicia, "Viajar desde A1", "A2")
    assert f"★ Lugar activo: **A2 {mirado.group(1)}** · progreso 0 de " in mesa.texto
    await mesa.rellenar(m.alicia, "Progreso por una carta", casilla="A2", puntos="1")
    await mesa.pulsar(m.alicia, "Tenemos la Llave")
    assert "Llave de la Puerta: en manos de los jugadores" in mesa.texto


async def test_un_asedio_con_un_reinicio_entre_cada_dos_pasos(m: Mundo) -> None:
    mesa = await _que_cae(m, "erebor nueva", jugador2=m.bruno, amenazas="28, 30")
    for etapa in ("este", "rio"):
        await mesa.elegir(m.alicia, "Etapa del jugador", etapa)
    await mesa.rellenar(m.alicia, "Enemigo revelado", nombre="Wainriders", coste="42", etapa="este")
    await mesa.elegir(m.alicia, "Una carta", "1")
    await mesa.pulsar(m.alicia, "Se enfrenta al jugador 1")
    await mesa.pulsar(m.bruno, "Empezar: Recursos")
    await mesa.pulsar(m.bruno, "Resuelto en Erebor")
    await mesa.rellenar(m.alicia, "Daño de una misión", etapa="este", puntos="10")
    await mesa.pulsar(m.alicia, "Abandonar Las Defensas del Este")
    assert "**Las Tierras del Río · daño 0 de 10 · más al este**" in mesa.texto
    assert "Enfrentados: Wainriders (Enemigo, coste 42)" in mesa.texto
    await mesa.pulsar(m.bruno, "Resuelto en Valle")
    await mesa.pulsar(m.bruno, "Resuelto en Las Tierras del Río")
    await mesa.pulsar(m.bruno, "Daño del final de la ronda")
    assert "Las Tierras del Río +2, 2. El norte resiste: 1 de progreso." in mesa.texto


async def test_oleada_y_protegido_con_un_reinicio_entre_cada_dos_pasos(m: Mundo) -> None:
    mesa = await _que_cae(m, "lcg oleada")
    await mesa.pulsar(m.bruno, "Llevaba Oleada")
    await mesa.pulsar(m.alicia, "No la llevaba")
    assert mesa.texto.startswith("## Oleada: no queda nada por revelar")
    mesa = await _que_cae(m, "lcg protegido")
    await mesa.pulsar(m.bruno, "Otro Objetivo")
    await mesa.rellenar(m.alicia, "Enemigo", amenaza="3")
    assert "suman **3 de Amenaza** al área de preparación" in mesa.texto


# ── lo que se escribe mal ─────────────────────────────────────────────────────────────────────────


async def test_los_nombres_valen_con_tildes_mayusculas_o_sin_ellas(m: Mundo) -> None:
    mesa = await abrir(m, "navegacion nueva", escenario="tormentera", jugador2=m.bruno)
    await mesa.orden(m.alicia, "navegacion mazo quitar", carta="  CALM waters ")
    assert "> Sale del mazo: 1 copia de «Calm Waters»." in mesa.texto
    await mesa.orden(m.alicia, "navegacion corsarios abordaje", jugador=1, barco="sahirs ESCORT")
    assert "Sahír's Escort: Abordaje 1. Sale " in mesa.texto
    r = await m.alicia.slash(m.canal, "navegacion mazo quitar", carta="calm watters")
    assert texto(r).startswith("No conozco ninguna carta «calm watters». ¿Querías decir «Calm Waters»")
    r = await m.alicia.slash(m.canal, "navegacion mazo quitar", carta="**<@1> @everyone")
    assert "<@1>" not in texto(r)
    assert "@everyone" not in texto(r)
    r = await m.otro.slash(m.canal, "navegacion barcos atacar", enemigo="Stormcaller", barco="narelenya")
    assert texto(r).startswith("Hay más de una carta que se llama «Stormcaller»: elige de la lista")
    ofrecidos = await m.alicia.autocomplete(m.canal, "navegacion corsarios abordaje", "barco", "storm")
    assert {o["name"] for o in ofrecidos} == {"Stormcaller (×1, huida)", "Stormcaller (×1, costa de umbar)"}


async def test_los_reversos_de_la_isla_valen_por_su_nombre(m: Mundo) -> None:
    mesa = await abrir(m, "isla nueva", arriba="tumbas ANEGADAS", abajo="Jungle Path")
    assert "**A1 Tumbas anegadas**" in mesa.texto
    assert "**C1 Senda de la selva**" in mesa.texto
    await mesa.pulsar(m.alicia, "Partir de A1")
    for reparto, frase in (
        ("a2 1, A2 1", "«A2» sale dos veces en el reparto."),
        ("**x** 1", "En el mapa no hay casilla"),
        ("A1 1", "A1 no está en el área de preparación"),
    ):
        r = await m.alicia.slash(m.canal, "isla progreso", puntos=9, reparto=reparto)
        assert texto(r).startswith(frase)
    r = await m.alicia.slash(m.canal, "isla mirar", lugar="A2", por_efecto=True, carta="senda de la zelva")
    assert "¿Querías decir «Senda de la selva»" in texto(r)


async def test_una_prueba_con_todo_el_mazo_cabe_y_dice_el_resultado(m: Mundo) -> None:
    mesa = await abrir(m, "navegacion nueva", escenario="cobas", jugador2=m.bruno, amenazas="28, 31")
    await mesa.orden(m.alicia, "navegacion prueba", personajes=30)
    assert "30 personajes: 30 cartas" in mesa.texto
    assert re.search(r"\*\*\d+ timones\*\*\. ☀️ Soleado → ☁️ Nublado → \*\*☀️ Soleado, en rumbo\*\*", mesa.texto)
    assert "Podía ser: Soleado el 100,0 % de las veces" in mesa.texto
    assert "quedan 6 cartas" in mesa.texto
    await mesa.orden(m.bruno, "navegacion prueba", personajes=30, por_efecto=True, jugador=2)
    assert "Se barajan antes los descartes en el mazo." in mesa.texto


async def test_el_asedio_dice_lo_que_hay_que_preparar(m: Mundo) -> None:
    mesa = await abrir(m, "erebor nueva", jugador2=m.bruno, amenazas="28, 30")
    assert "**Preparación**, según las cartas del escenario" in mesa.texto
    assert "- 1 «Iron Hills Reinforcements» va al área de Erebor." in mesa.texto
    assert "- Se revelan 2 cartas de Encuentro, 1 por jugador." in mesa.texto
    for etapa in ("este", "rio"):
        await mesa.elegir(m.alicia, "Etapa del jugador", etapa)
    await mesa.pulsar(m.alicia, "Empezar: Recursos")
    assert "Se revelan 2 cartas" not in mesa.texto
