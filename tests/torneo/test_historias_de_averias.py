"""Cuando Discord falla: errores al anunciar, canales borrados, permisos que faltan, hilos y torneos muy grandes."""

import re
from collections import Counter
from typing import Any

import discord

from servicios import configuracion
from servicios.hechos import Actor, Rol
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.reloj_de_ronda import Empezar
from servicios.torneo.resultados import Comunicar
from tests.apoyo.mundo import Mundo, botones, texto
from tests.torneo.mesa_de_torneo import DE_DOS_BARAJAS, Evento, convocar, iniciar
from tests.torneo.sala import sala_con


async def _apartado(m: Mundo) -> Any:
    canal = m.servidor.create_text_channel("coordinación")
    await configuracion.cambiar(m.bot.diario, m.servidor.id, canal_de_coordinacion=canal.id)
    return canal


async def _publica_sin_mirar(e: Evento) -> None:
    borrador = await e.manda("ronda", accion="siguiente")
    await e.m.coordinadora.click(borrador.response, label="Publicar")


async def test_si_discord_falla_al_anunciar_el_canal_se_pone_al_dia_una_vez(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    m.env.inject_error("POST", f"/channels/{m.canal.id}/messages", status=500, times=2)
    await _publica_sin_mirar(e)
    torneo = await e.torneo()
    assert torneo.ronda is not None
    assert not [x for x in m.canal.history() if "## Ronda 1" in texto(x)]
    await m.pasar(minutos=15)
    assert len([x for x in m.canal.history() if "## Ronda 1" in texto(x)]) == 1
    await e.juega(e.ultimo("Comunicar mi resultado"), {1: (20, 5), 2: (20, 5)})
    assert not (await e.mesa(1)).parte


async def test_sin_permiso_el_torneo_se_detiene_lo_dice_aparte_y_se_repone(m: Mundo) -> None:
    apartado = await _apartado(m)
    e = await iniciar(m, 4, rondas=3)
    await e.publica()
    await e.manda("ronda", accion="empezar")
    m.env.inject_error("POST", f"/channels/{m.canal.id}/messages", status=403, code=50013, times=1)
    await e.manda("ronda", accion="tiempo", minutos=5)
    torneo = await e.torneo()
    assert torneo.suspendido is not None
    assert torneo.ronda is not None
    assert torneo.ronda.fin_de() is None  # el reloj se para con el torneo
    aviso = apartado.last_message
    assert "está detenido" in texto(aviso)
    assert "No puedo escribir en su canal" in texto(aviso)
    ajeno = await m.otro.click(aviso, label="Reponer el panel")
    assert ajeno.ephemeral
    assert (await e.torneo()).suspendido is not None
    await m.coordinadora.click(aviso, label="Reponer el panel")
    torneo = await e.torneo()
    assert torneo.suspendido is None
    assert torneo.ronda is not None
    assert torneo.ronda.fin_de() is not None
    repuesto = m.canal.last_message
    assert "**Mesa 1**" in texto(repuesto)
    assert "Comunicar mi resultado" in botones(repuesto)


async def test_si_borran_el_canal_sigue_en_otro(m: Mundo) -> None:
    apartado = await _apartado(m)
    e = await iniciar(m, 4, rondas=3)
    await e.publica()
    m.env.backend.delete_channel(m.canal.id)
    await m.env.settle()
    aviso = apartado.last_message
    assert "Han borrado su canal" in texto(aviso)
    nuevo = m.servidor.create_text_channel("sala nueva")
    await m.coordinadora.select(aviso, [nuevo])
    assert "**Mesa 1**" in texto(nuevo.last_message)
    m.canal = nuevo
    await e.juega(nuevo.last_message, {1: (20, 5), 2: (20, 5)})
    assert await e.publica()


async def test_mover_el_torneo_a_otro_canal_y_a_uno_ocupado(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    nuevo = m.servidor.create_text_channel("sala nueva")
    await m.coordinadora.slash(nuevo, "torneo crear", nombre="Otro", **DE_DOS_BARAJAS)
    ocupado = await e.manda("torneo mover", canal=nuevo)
    assert "En ese canal ya hay un torneo abierto" in texto(ocupado)
    libre = m.servidor.create_text_channel("libre")
    movido = await e.manda("torneo mover", canal=libre)
    assert libre.mention in texto(movido)
    assert "Torneo de Otoño" in texto(libre.last_message)
    assert "no hay ningún torneo abierto" in texto(await e.manda("torneo iniciar"))
    m.canal = libre
    assert await e.publica()


async def test_un_hilo_por_mesa_y_si_no_se_puede_se_dice_una_vez(m: Mundo) -> None:
    apartado = await _apartado(m)
    e = await iniciar(m, 4, rondas=3, hilos=True)
    await e.publica()
    hilos = {h.name[: len("Ronda 1 · mesa 1")]: h for h in m.canal.threads}
    assert hilos.keys() == {"Ronda 1 · mesa 1", "Ronda 1 · mesa 2"}
    a = await e.quien((await e.mesa(1)).a)
    suyo = hilos["Ronda 1 · mesa 1"]
    assert f"<#{suyo.id}>" in texto(await a.slash(m.canal, "ronda"))
    desde_el_hilo = await a.slash(suyo, "resultado", pv_favor=20, pv_contra=5)
    assert "¿es así?" in texto(desde_el_hilo)
    for mesa in (1, 2):
        await e.manda("resultado", pv_favor=20, pv_contra=5, jugador=str((await e.mesa(mesa)).b))
    m.env.inject_error("POST", f"/channels/{m.canal.id}/threads", status=403, code=50013, times=None)
    m.env.inject_error("POST", f"/channels/{apartado.id}/messages", status=500, times=1)
    await e.publica()
    assert not apartado.history()
    await m.reiniciar()  # lo que falló se debe: no se pierde con el proceso
    await m.pasar(minutos=15)
    (aviso,) = apartado.history()
    assert "no puedo abrir los hilos de la ronda 2" in texto(aviso)
    assert "Sin hilo: las mesas 1 y 2." in texto(aviso)
    assert (await e.torneo()).suspendido is None
    assert "Hilo de tu mesa" not in texto(await a.slash(m.canal, "ronda"))


async def test_sin_ningun_canal_donde_decirlo_llega_en_privado_y_se_sigue_en_otro(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    ayudante = m.otro
    await e.manda("torneo coordinador", persona=ayudante)
    await e.publica()
    await e.manda("ronda", accion="empezar")
    await m.pasar(minutos=30)
    m.env.backend.delete_channel(m.canal.id)
    await m.env.settle()
    for persona in (m.coordinadora, ayudante):
        privado = persona.user.dm_channel.last_message
        assert "**Torneo de Otoño** está detenido: Han borrado su canal." in texto(privado)
        assert f"Servidor: {m.servidor.name}" in texto(privado)
        assert botones(privado) == {}
    nuevo = m.servidor.create_text_channel("sala nueva")
    for orden in ("ronda", "torneo lista"):
        dicho = await ayudante.slash(nuevo, orden)
        assert "está detenido: Han borrado su canal." in texto(dicho)
    assert "está detenido" not in texto(await m.alicia.slash(nuevo, "ronda"))
    assert "no hay ningún torneo" in texto(await m.alicia.slash(nuevo, "torneo reponer"))
    await m.reiniciar()
    repuesto = await ayudante.slash(nuevo, "torneo reponer")
    assert f"continúa en {nuevo.mention}" in texto(repuesto)
    m.canal = nuevo
    ronda = (await e.torneo()).ronda
    assert ronda is not None
    fin = ronda.fin_de()
    assert fin is not None
    assert 59 <= (fin - discord.utils.utcnow()).total_seconds() / 60 <= 61  # el tiempo no corrió mientras tanto
    assert "Anulado" in texto(m.coordinadora.user.dm_channel.last_message)
    await e.juega(e.ultimo("Comunicar mi resultado"), {1: (20, 5), 2: (20, 5)})


async def test_con_dos_torneos_detenidos_se_pregunta_cual_sigue_aqui(m: Mundo) -> None:
    otro_canal = m.servidor.create_text_channel("otra mesa")
    await m.coordinadora.slash(m.canal, "torneo crear", nombre="Uno", **DE_DOS_BARAJAS)
    await m.coordinadora.slash(otro_canal, "torneo crear", nombre="Dos", **DE_DOS_BARAJAS)
    for canal in (m.canal, otro_canal):
        m.env.backend.delete_channel(canal.id)
        await m.env.settle()
    nuevo = m.servidor.create_text_channel("sala nueva")
    pregunta = await m.coordinadora.slash(nuevo, "torneo reponer")
    assert set(botones(pregunta)) == {"Uno", "Dos"}
    await m.coordinadora.click(pregunta.response, label="Dos")
    assert "## Dos" in texto(nuevo.last_message)
    ocupado = await m.coordinadora.click(pregunta.response, label="Uno")
    assert "ya hay un torneo abierto" in texto(ocupado)


async def test_lo_que_no_llego_se_dice_otra_vez_al_reponer(m: Mundo) -> None:
    await _apartado(m)
    e = await iniciar(m, 4, rondas=3)
    m.env.inject_error("POST", f"/channels/{m.canal.id}/messages", status=403, code=50013, times=1)
    await _publica_sin_mirar(e)
    torneo = await e.torneo()
    assert torneo.suspendido is not None
    vista = await e.manda("ronda")
    assert "está detenido: No puedo escribir en su canal" in texto(vista)
    antes = len(m.canal.history())
    await m.coordinadora.click(vista.response, label="Reponer el panel")
    anuncio, panel = m.canal.history()[antes:]
    if "Cada pareja sin otro motivo" not in texto(anuncio):
        anuncio, panel = panel, anuncio
    assert all(persona.mention in texto(anuncio) for persona in e.jugadores.values())
    (enviado,) = [p for p in m.env.http_requests if _avisa_a(p.json) == {x.id for x in e.jugadores.values()}][1:]
    assert enviado.method == "POST"
    assert "El tiempo aún no ha empezado" in texto(panel)
    await m.reiniciar()
    await m.pasar(minutos=5)
    assert len(m.canal.history()) == antes + 2


def _avisa_a(cuerpo: Any) -> set[int]:
    datos = cuerpo if isinstance(cuerpo, dict) else {}
    return {int(x) for x in (datos.get("allowed_mentions") or {}).get("users") or ()}


async def test_si_borran_tambien_el_canal_de_coordinacion_se_dice_en_el_del_torneo(m: Mundo) -> None:
    apartado = await _apartado(m)
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    m.env.backend.delete_channel(apartado.id)
    await m.env.settle()
    a = await e.quien((await e.mesa(1)).a)
    await a.submit_modal(await a.click(anuncio, label="Llamar a un árbitro"), {"nota": ""})
    assert "Llaman a un árbitro" in texto(m.canal.last_message)
    assert (await e.torneo()).suspendido is None


async def test_si_borran_el_mensaje_de_la_inscripcion_se_dice_y_se_repone(m: Mundo) -> None:
    apartado = await _apartado(m)
    e = await convocar(m, 2)
    m.env.backend.delete_message(m.canal.id, e.ultimo("Inscribirme").id)
    await e.manda("torneo inscribir", nombre="Beorn")
    aviso = apartado.last_message
    assert "Han borrado el mensaje de la inscripción" in texto(aviso)
    await m.coordinadora.click(aviso, label="Reponer el panel")
    panel = e.ultimo("Inscribirme")
    assert "Alicia, Bruno y Beorn" in texto(panel)
    await e.manda("torneo inscribir", nombre="Radagast")
    assert "Alicia, Bruno, Beorn y Radagast" in texto(e.ultimo("Inscribirme"))  # y se pone al día el nuevo
    await e.manda("torneo iniciar", rondas=2)
    assert "La inscripción está cerrada" in texto(e.ultimo("La inscripción está cerrada"))


async def test_un_torneo_en_un_hilo_que_se_borra(m: Mundo) -> None:
    apartado = await _apartado(m)
    m.env.backend.create_thread(m.canal.id, "torneo", m.coordinadora.id)
    await m.env.settle()
    (hilo,) = m.canal.threads
    await m.coordinadora.slash(hilo, "torneo crear", nombre="En un hilo", **DE_DOS_BARAJAS)
    m.env.backend.delete_channel(hilo.id)
    await m.env.settle()
    assert "Han borrado su canal" in texto(apartado.last_message)


async def test_ciento_veintiocho_jugadores_se_nombran_una_vez_y_caben(m: Mundo) -> None:
    e = await convocar(m, 0)
    diario = m.bot.diario
    (ficha,) = await diario.buscar(m.servidor.id, clases=("torneo",))
    jefe = Actor(1, frozenset({Rol.COORDINADOR}))
    for n in range(128):
        persona = await diario.persona(m.servidor.id, 5_000_000_000_000_000_000 + n)
        orden = Inscribir(nombre=f"{'🧙*_' * 20}{n}", persona=persona)
        await diario.ejecutar(ficha.flujo, orden, jefe, f"alta:{n}")
    await e.manda("torneo iniciar")
    await _publica_sin_mirar(e)
    anuncios = [x for x in m.canal.history() if "## Ronda 1 de 7" in texto(x)]
    assert len(anuncios) == 4
    nombrados = Counter(cuenta for x in anuncios for cuenta in re.findall(r"<@(\d+)>", texto(x)))
    assert len(nombrados) == 128
    assert set(nombrados.values()) == {1}
    for mesa in range(1, 65):
        torneo = await e.torneo()
        assert torneo.ronda is not None
        orden = Comunicar(jugador=torneo.ronda.mesas[mesa - 1].a, pv_favor=20, pv_contra=5)
        await diario.ejecutar(ficha.flujo, orden, jefe, f"r:{mesa}")
    vista = await e.manda("ronda")
    assert "1 de 5" in str(vista.response.components)
    segunda = await m.coordinadora.click(vista.response, label="Siguiente")
    assert "**Mesa 16**" in texto(vista.response), texto(segunda)
    clasificacion = await e.manda("clasificacion")
    assert len(clasificacion.response.attachments) == 1
    pagina = await m.otro.click(clasificacion.response, label="Siguiente")
    assert pagina.ephemeral
    lista = await e.manda("torneo lista")
    assert "1 de 6" in str(lista.response.components)
    assert isinstance(m.canal.last_message, discord.Message)


async def test_cada_anuncio_lleva_a_su_historial(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    historial = await m.otro.click(anuncio, label="Historial")
    assert historial.ephemeral
    assert "## Historial · torneo" in texto(historial)
    assert "Se publica la ronda 1: 2 mesas." in texto(historial)


def test_un_plazo_con_muchos_por_jugar_avisa_a_cada_cual_una_vez_y_cabe() -> None:
    sala = sala_con(128, plazo=3)
    sala.publica()
    sala.da(Empezar())
    sala.pasa_y_vence(days=3)
    avisos = [a for a in sala.avisos().values() if a.plantilla == "queda_poco"]
    assert Counter(p for a in avisos for p in a.menciones) == dict.fromkeys(range(1, 129), 1)
    assert all(len(a.menciones) <= 100 for a in avisos)
