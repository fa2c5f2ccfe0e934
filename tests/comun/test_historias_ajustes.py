"""Historias de quien lleva el servidor: configurar, diagnosticar y recibir informes."""

import asyncio

import discord
import pytest

from cogs.comun.acciones import Accion
from servicios import configuracion
from servicios.diario.retencion import retener
from tests.apoyo import crudas
from tests.apoyo.mundo import Mundo, botones, partes, texto

LECTURA = {"read_message_history": False}


async def test_configurar_se_recuerda_tras_un_reinicio(m: Mundo) -> None:
    informes = m.servidor.create_text_channel("informes")
    r = await m.coordinadora.slash(m.canal, "configurar")
    assert r.ephemeral
    identificadores = [p["custom_id"] for p in partes(r.response) if p.get("type") == 8]
    await m.coordinadora.select(r.response, [informes], custom_id=identificadores[2])
    await m.coordinadora.click(r.response, label="Consultas para todo el canal")
    assert "**todo el canal**" in texto(r.response)
    await m.reiniciar()
    consulta = await m.alicia.slash(m.canal, "errata", carta="Gwaihir")
    assert not consulta.ephemeral
    privada = await m.alicia.slash(m.canal, "errata", carta="Gwaihir", publico=False)
    assert privada.ephemeral


async def test_la_zona_horaria_se_comprueba(m: Mundo) -> None:
    r = await m.coordinadora.slash(m.canal, "configurar")
    formulario = await m.coordinadora.click(r.response, label="Cambiar la zona horaria")
    mal = await m.coordinadora.submit_modal(formulario, {"zona": "Tierra Media/Comarca"})
    assert texto(mal).startswith("No conozco esa zona horaria.")
    formulario = await m.coordinadora.click(r.response, label="Cambiar la zona horaria")
    await m.coordinadora.submit_modal(formulario, {"zona": "America/Argentina/Buenos_Aires"})
    assert "America/Argentina/Buenos_Aires" in texto(r.response)


async def test_un_formulario_sobrevive_a_un_reinicio(m: Mundo) -> None:
    r = await m.coordinadora.slash(m.canal, "configurar")
    formulario = await m.coordinadora.click(r.response, label="Cambiar la zona horaria")
    await m.reiniciar()
    await m.coordinadora.submit_modal(formulario, {"zona": "Atlantic/Canary"})
    assert "Atlantic/Canary" in texto(r.response)


async def test_solo_configura_quien_puede(m: Mundo) -> None:
    """Ni viendo el comando ni trayendo sus botones, sus menús o su formulario en una interacción hecha a mano."""
    assert "configurar" not in m.alicia.available_commands(m.canal)
    ajena = await m.alicia.slash(m.canal, "dados")
    identificadores = [
        Accion("configurar", "consultas", "publicas"),
        Accion("configurar", "zona"),
        Accion("configurar", "soltar"),
        Accion("configurar", "elegir", "rol_coordinador"),
    ]
    for accion in identificadores:
        no = await crudas.pulsar(m, m.alicia, ajena.response, accion.custom_id)
        assert no.ephemeral
        assert texto(no).startswith("Los ajustes los cambia quien tenga")
    guardar = {"custom_id": Accion("configurar", "guardarzona").custom_id}
    campo = {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "zona", "value": "Asia/Tokyo"}}
    no = await crudas.enviar(m, m.alicia, 5, guardar | {"components": [campo]})
    assert texto(no).startswith("Los ajustes los cambia quien tenga")
    assert await m.bot.diario.ajustes.leer(m.servidor.id) == {}


async def test_dos_ajustes_cambiados_a_la_vez_se_guardan_los_dos(m: Mundo) -> None:
    r = await m.coordinadora.slash(m.canal, "configurar")
    formulario = await m.coordinadora.click(r.response, label="Cambiar la zona horaria")
    await asyncio.gather(
        configuracion.cambiar(m.bot.diario, m.servidor.id, consultas_publicas=True),
        configuracion.cambiar(m.bot.diario, m.servidor.id, canal_de_avisos=7),
        configuracion.leer(m.bot.diario, m.servidor.id),
    )
    await m.coordinadora.submit_modal(formulario, {"zona": "Atlantic/Canary"})
    for _ in range(2):
        elegido = await configuracion.leer(m.bot.diario, m.servidor.id)
        quedan = (elegido.consultas_publicas, elegido.canal_de_avisos, elegido.zona)
        assert quedan == (True, 7, "Atlantic/Canary")
        await m.reiniciar()


async def test_lo_retenido_al_restaurar_se_ve_y_se_suelta(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "dados")
    async with m.bot.diario.motor.escribir() as con:
        await con.exec_driver_sql("UPDATE bandeja SET estado = 'pendiente', mensaje = NULL, canal_mensaje = NULL")
        await retener(con)
    r = await m.coordinadora.slash(m.canal, "configurar")
    assert "esperan **1 aviso** y **0 recordatorios**" in texto(r)
    assert "Enviar lo pendiente" in botones(r)
    antes = len(m.canal.history())
    await m.coordinadora.click(r.response, label="Enviar lo pendiente")
    assert "esperan" not in texto(r.response)
    assert "Enviar lo pendiente" not in botones(r)
    assert len(m.canal.history()) == antes + 1


async def test_informar_de_un_error_llega_con_su_entrada(m: Mundo) -> None:
    consulta = await m.alicia.slash(m.canal, "errata", carta="Gwaihir")
    sin_canal = await m.alicia.click(consulta.response, label="Informar de un error")
    assert texto(sin_canal).startswith("Este servidor aún no ha elegido")
    informes = m.servidor.create_text_channel("informes")
    r = await m.coordinadora.slash(m.canal, "configurar")
    menus = [p["custom_id"] for p in partes(r.response) if p.get("type") == 8]
    await m.coordinadora.select(r.response, [informes], custom_id=menus[2])
    formulario = await m.alicia.click(consulta.response, label="Informar de un error")
    gracias = await m.alicia.submit_modal(formulario, {"texto": "Falta una coma, @everyone"})
    assert gracias.ephemeral
    informe = texto(informes.last_message)
    assert "`carta/TW-251`" in informe
    assert "@everyone" not in informe


async def test_diagnostico_dice_que_falta_y_quien_lo_arregla(m: Mundo) -> None:
    bien = texto(await m.otro.slash(m.canal, "diagnostico"))
    assert "Tengo todos los permisos" in bien
    assert m.bot.user is not None
    for faltan, dicho in (
        ({"attach_files": False}, "Me falta:"),
        ({"attach_files": False} | LECTURA, "Me faltan:"),
    ):
        sin = discord.PermissionOverwrite(**faltan)
        otro = m.servidor.create_text_channel("cerrado", overwrites={m.bot.user: sin})
        mal = texto(await m.otro.slash(otro, "diagnostico"))
        assert f"{dicho}\n- **Adjuntar archivos**: para " in mal
        assert ("**Leer el historial de mensajes**" in mal) == (dicho == "Me faltan:")
        assert "Gestionar roles" in mal


async def test_diagnostico_mira_tambien_los_canales_configurados(m: Mundo) -> None:
    assert m.bot.user is not None
    mudo = discord.PermissionOverwrite(send_messages=False)  # sin él tampoco se adjunta
    ciego = discord.PermissionOverwrite(**LECTURA)
    informes = m.servidor.create_text_channel("informes", overwrites={m.bot.user: mudo})
    reserva = m.servidor.create_text_channel("reserva", overwrites={m.bot.user: ciego})
    r = await m.coordinadora.slash(m.canal, "configurar")
    menus = [p["custom_id"] for p in partes(r.response) if p.get("type") == 8]
    await m.coordinadora.select(r.response, [reserva], custom_id=menus[1])
    await m.coordinadora.select(r.response, [informes], custom_id=menus[2])
    dicho = texto(await m.coordinadora.slash(m.canal, "diagnostico"))
    dos = "**Enviar mensajes** y **Adjuntar archivos**"
    assert f"- Canal de informes: <#{informes.id}>, donde me faltan {dos}" in dicho
    assert f"- Canal de reserva: <#{reserva.id}>, donde me falta **Leer el historial de mensajes**" in dicho


@pytest.mark.simcord(check_errors=False)
async def test_sin_permiso_en_el_canal_de_informes_se_dice(m: Mundo) -> None:
    informes = m.servidor.create_text_channel("informes")
    r = await m.coordinadora.slash(m.canal, "configurar")
    menus = [p["custom_id"] for p in partes(r.response) if p.get("type") == 8]
    await m.coordinadora.select(r.response, [informes], custom_id=menus[2])
    consulta = await m.alicia.slash(m.canal, "errata", carta="Gwaihir")
    formulario = await m.alicia.click(consulta.response, label="Informar de un error")
    m.env.inject_error("POST", f"/channels/{informes.id}/messages", status=403)
    no = await m.alicia.submit_modal(formulario, {"texto": "x"})
    assert texto(no).startswith("No puedo escribir en el canal de informes")
