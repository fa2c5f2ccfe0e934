"""Lo que decide el arbitraje: versiones distintas, silencios, compensaciones, expulsiones y vetos."""

from typing import Any

import discord
import pytest

from servicios import configuracion
from tests.apoyo.mundo import Mundo, botones, texto
from tests.torneo.mesa_de_torneo import Evento, convocar, iniciar


@pytest.fixture
async def apartado(m: Mundo) -> Any:
    """El canal de coordinación, y un árbitro que no juega."""
    canal = m.servidor.create_text_channel("coordinación")
    rol = m.servidor.create_role("Arbitraje")
    m.servidor.add_member(m.env.create_user("arbitro"), roles=[rol])
    await configuracion.cambiar(m.bot.diario, m.servidor.id, canal_de_coordinacion=canal.id, rol_arbitro=rol.id)
    return canal


def arbitro(m: Mundo) -> Any:
    rol = m.servidor.roles["Arbitraje"]
    return m.servidor.add_member(m.env.create_user("glorfindel"), roles=[rol])


async def _mesa_uno(e: Evento) -> tuple[Any, Any]:
    mesa = await e.mesa(1)
    return await e.quien(mesa.a), await e.quien(mesa.b)


async def test_dos_versiones_van_al_arbitraje_que_fija_el_resultado_y_da_minutos(m: Mundo, apartado: Any) -> None:
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    await e.manda("ronda", accion="empezar")
    a, b = await _mesa_uno(e)
    await e.comunica(a, anuncio, 25, 19)
    distinta = await e.comunica(b, anuncio, 25, 19)
    assert "No dicen lo mismo" in texto(distinta)
    assert "Confirmar" not in botones(distinta)
    llamada = apartado.last_message
    assert "Los dos comunican resultados distintos" in texto(llamada)
    assert texto(llamada).count("Según ") == 2
    assert "Espera desde <t:" in texto(llamada)
    jugadora = await a.slash(m.canal, "resultado", pv_favor=25, pv_contra=20)
    assert jugadora.ephemeral
    juez = arbitro(m)
    ajeno = await m.otro.click(llamada, label="Lo atiendo yo")
    assert ajeno.ephemeral
    assert "lo decide el arbitraje" in texto(ajeno)
    await juez.click(llamada, label="Lo atiendo yo")
    llamada = apartado.last_message
    assert f"La atiende {juez.mention}" in texto(llamada)
    formulario = await juez.click(llamada, label="Fijar el resultado")
    fijado = await juez.submit_modal(formulario, {"a": "25", "b": "19", "fin": ["normal"]})
    assert "Lo fija el arbitraje." in texto(fijado)
    mesa = await e.mesa(1)
    assert mesa.resultado is not None
    assert (mesa.resultado.pv_a, mesa.resultado.pv_b) == (25, 19)
    assert "Lo fija el arbitraje." in texto(m.canal.last_message)  # también donde se juega
    tarde = await juez.click(llamada, label="Resuelto")
    assert "ya está resuelta" in texto(tarde)


async def test_llamar_a_un_arbitro_y_compensar_el_tiempo(m: Mundo, apartado: Any) -> None:
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    await e.manda("ronda", accion="empezar")
    a, b = await _mesa_uno(e)
    formulario = await a.click(anuncio, label="Llamar a un árbitro")
    avisado = await a.submit_modal(formulario, {"nota": "No sabemos si **esto** vale"})
    assert avisado.ephemeral
    otra = await b.submit_modal(await b.click(anuncio, label="Llamar a un árbitro"), {"nota": ""})
    assert "está en camino" in texto(otra)
    rol = m.servidor.roles["Arbitraje"]
    llamada = apartado.last_message
    assert texto(llamada).count(f"<@&{rol.id}>") == 1
    assert "\\*\\*esto\\*\\*" in texto(llamada)
    (enviada,) = [p for p in m.env.http_requests if f"<@&{rol.id}>" in str(p.json)]
    assert enviada.json is not None
    permitidas = enviada.json["allowed_mentions"]
    assert {clave: valor for clave, valor in permitidas.items() if valor} == {"roles": [rol.id]}
    juez = arbitro(m)
    await juez.click(llamada, label="Lo atiendo yo")
    assert f"<@&{rol.id}>" not in texto(apartado.last_message)  # ya está atendida
    await juez.click(apartado.last_message, label="Resuelto, y 5 minutos más")
    assert "Resuelta." in texto(apartado.last_message)
    assert (await e.mesa(1)).extra == 5
    prorroga = e.ultimo("La mesa 1 tiene 5 minutos más")
    assert a.mention in texto(prorroga)
    assert "Termina <t:" in texto(prorroga)
    assert "90 minutos" not in texto(prorroga), "ya no son 90"
    await m.pasar(minutos=91)
    assert "Tiempo · ronda 1" in texto(e.ultimo("## Tiempo"))
    await m.pasar(minutos=5)
    assert "Tiempo · mesa 1" in texto(e.ultimo("## Tiempo"))


async def test_solo_la_llamada_de_un_jugador_avisa_al_rol_y_sin_rol_a_nadie(m: Mundo, apartado: Any) -> None:
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    a, b = await _mesa_uno(e)
    await e.comunica(a, anuncio, 25, 19)
    await e.comunica(b, anuncio, 25, 20)
    assert "resultados distintos" in texto(apartado.last_message)
    await configuracion.cambiar(m.bot.diario, m.servidor.id, rol_arbitro=None)
    await a.submit_modal(await a.click(anuncio, label="Llamar a un árbitro"), {"nota": "@everyone <@&123456>"})
    assert "Llaman a un árbitro" in texto(apartado.last_message)
    cuerpos = [p.json for p in m.env.http_requests if isinstance(p.json, dict)]
    assert not [c for c in cuerpos if c.get("data", c).get("allowed_mentions", {}).get("roles")]


async def test_diez_minutos_de_silencio_pasan_al_arbitraje(m: Mundo, apartado: Any) -> None:
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    a, b = await _mesa_uno(e)
    dicho = await e.comunica(a, anuncio, 25, 19)
    await m.pasar(minutos=11)
    assert "Nadie confirma el resultado" in texto(apartado.last_message)
    suya = await b.slash(m.canal, "ronda")  # aún puede responder, también desde /ronda
    assert {"Confirmar", "No es así"} <= set(botones(suya))
    await b.click(suya.response, label="No es así")
    assert "no es así" in texto(suya.response)
    viejo = await b.click(dicho.response, label="Confirmar")
    assert viejo.ephemeral
    assert (await e.mesa(1)).resultado is None


async def test_la_retirada_el_anillo_y_lo_que_decide_un_arbitro(m: Mundo, apartado: Any) -> None:
    e = await iniciar(m, 6, rondas=3)
    anuncio = await e.publica()
    a, b = await _mesa_uno(e)
    dicho = await e.comunica(a, anuncio, "", "", "anillo:yo")
    assert "**7-0** para" in texto(dicho)
    await b.click(dicho.response, label="Confirmar")
    mesa = await e.mesa(2)
    c, d = await e.quien(mesa.a), await e.quien(mesa.b)
    dicho = await e.comunica(c, anuncio, 3, 9, "retirada:rival")
    assert f"**6-0** para {await e.nombre(mesa.b)}" in texto(dicho)
    confirmado = await d.click(dicho.response, label="Confirmar")
    assert f"{await e.nombre(mesa.a)} deja el torneo." in texto(dicho.response), texto(confirmado)
    mesa = await e.mesa(3)
    fijado = await arbitro(m).slash(
        m.canal, "resultado", jugador=await e.nombre(mesa.b), fin="arbitro", nota="Abandonan la sala"
    )
    assert "por decisión del arbitraje" in texto(fijado)
    assert "Nota: Abandonan la sala" in texto(fijado)
    cerrada = await e.manda("ronda", accion="cerrar")
    assert "Se cierra la ronda 1" in texto(cerrada)
    clasificacion = texto(await e.manda("clasificacion"))
    assert "✕ (retirado)" in clasificacion


async def test_una_expulsion_con_veto_vale_para_el_torneo_siguiente_hasta_que_se_levanta(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    await e.publica()
    echado = e.jugadores["Diego"]
    await e.manda("torneo expulsar", jugador="diego", motivo="Hizo trampas", vetar=True)
    pregunta = await e.manda("torneo cancelar")
    await m.coordinadora.click(pregunta.response, label="Cancelar el torneo")
    assert "se ha cancelado" in texto(m.canal.last_message)
    otro = await convocar(m, 0)
    negado = await echado.click(otro.ultimo("Inscribirme"), label="Inscribirme")
    assert "prohibido participar" in texto(negado)
    sin_derecho = await m.alicia.slash(m.canal, "torneo levantar-veto", persona=echado)
    assert "coordinación" in texto(sin_derecho)
    await e.manda("torneo levantar-veto", persona=echado)
    await m.reiniciar()
    await echado.click(otro.ultimo("Inscribirme"), label="Inscribirme")
    assert len((await otro.torneo()).activos) == 1
    assert "ningún veto" in texto(await e.manda("torneo levantar-veto", persona=echado))


async def test_sigo_en_la_proxima(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3, seguir=True)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    await e.manda("ronda", accion="cerrar")
    pregunta = e.ultimo("Sigo en la próxima")
    for nombre in ("Alicia", "Bruno", "Carla"):
        assert (await e.jugadores[nombre].click(pregunta, label="Sigo en la próxima")).ephemeral
    falta = await e.manda("ronda", accion="siguiente")
    assert "Sin responder si siguen: Diego." in texto(falta)
    duda = await e.jugadores["Diego"].click(pregunta, label="Lo dejo aquí")
    await e.jugadores["Diego"].click(duda.response, label="Dejar el torneo")
    assert len((await e.torneo()).activos) == 3
    borrador = await e.manda("ronda", accion="siguiente")
    assert "**Descanso**" in texto(borrador)


async def test_mientras_juega_las_consultas_son_para_el_arbitro(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3, sin_consultas=True)
    anuncio = await e.publica()
    await e.manda("ronda", accion="empezar")
    a, b = await _mesa_uno(e)
    negada = await a.slash(m.canal, "errata", carta="Gwaihir")
    assert "pregunta al árbitro" in texto(negada)
    assert "pregunta al árbitro" in texto(await a.slash(m.canal, "regla", tema="desempates"))
    assert "pregunta al árbitro" in texto(await a.slash(m.canal, "buscar", texto="corrupción"))
    assert "Gwaihir" in texto(await m.otro.slash(m.canal, "errata", carta="Gwaihir"))
    dicho = await e.comunica(a, anuncio, 25, 19)
    await b.click(dicho.response, label="Confirmar")
    assert "Gwaihir" in texto(await a.slash(m.canal, "errata", carta="Gwaihir"))


async def test_sin_forma_de_emparejar_se_dice_y_se_consiente(m: Mundo) -> None:
    e = await iniciar(m, 2, rondas=2)
    await e.juega(await e.publica(), {1: (20, 5)})
    r = await e.manda("ronda", accion="siguiente")
    assert "sin repetir rival" in texto(r)
    assert "ya ha jugado con" in texto(r)
    assert set(botones(r)) == {"Consentir que repitan rival"}
    borrador = await m.coordinadora.click(r.response, label="Consentir que repitan rival")
    assert "lo consiente la coordinación" in texto(borrador)


async def test_un_torneo_a_distancia_vence_a_las_23_59_y_avisa_un_dia_antes(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3, plazo=1)
    await e.publica()
    await e.manda("ronda", accion="empezar")
    assert "Plazo hasta el <t:" in texto(e.ultimo("Empieza la ronda 1"))
    ronda = (await e.torneo()).ronda
    assert ronda is not None
    fin = ronda.fin_de()
    assert fin is not None
    assert (fin.hour, fin.minute) in {(22, 59), (21, 59)}  # 23:59 en Madrid
    await m.pasar(horas=(fin - discord.utils.utcnow()).total_seconds() / 3600 - 23.9)
    aviso = texto(e.ultimo("Quedan resultados por comunicar"))
    assert all(persona.mention in aviso for persona in e.jugadores.values())
