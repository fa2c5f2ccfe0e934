"""Quien pulsa a la vez que otro, dos veces, tarde, desde otro servidor o mientras el bot se cae."""

import logging
import re
import sqlite3
from contextlib import closing
from copy import deepcopy
from typing import Any

import discord
import pytest
import simcord.interactions
from simcord.backend import serializers
from simcord.results import InteractionResult

from cogs.comun.acciones import Accion
from servicios.diario.motor import ARCHIVO
from tests.apoyo import crudas, limites
from tests.apoyo.mundo import Mundo, botones, pulsar_a_la_vez, texto


async def mesa(m: Mundo) -> Any:
    return await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)


async def flujo_de(m: Mundo) -> str:
    ficha = await m.bot.diario.abierto(m.servidor.id, m.canal.id, "partida")
    assert ficha is not None
    return ficha.flujo


def seguidos(m: Mundo) -> int:
    """Cuántas órdenes lleva la última partida, según la base y no según el bot."""
    with closing(sqlite3.connect(m.bot.ajustes.datos / ARCHIVO)) as con:
        return con.execute("SELECT count(*) FROM ordenes WHERE flujo LIKE '%/dados/%'").fetchone()[0]


async def test_dos_a_la_vez_se_sientan_los_dos(m: Mundo) -> None:
    r = await mesa(m)
    await pulsar_a_la_vez("Sentarme", r.response, m.otro, m.moderador)
    estado = texto(await m.alicia.slash(m.canal, "partida estado"))
    assert all(persona.mention in estado for persona in (m.alicia, m.bruno, m.otro, m.moderador))


async def test_sentarse_dos_veces_tiene_un_efecto_y_una_negativa(m: Mundo) -> None:
    r = await mesa(m)
    uno, otro = await pulsar_a_la_vez("Sentarme", r.response, m.otro, m.otro)
    assert "Ya estás en la mesa" in texto(uno) + texto(otro)
    assert seguidos(m) == 2


async def test_al_sentarse_el_panel_conserva_su_compromiso_y_sus_botones(m: Mundo) -> None:
    r = await mesa(m)
    antes = re.search(r"[0-9a-f]{64}", texto(r)).group()  # pyright: ignore[reportOptionalMemberAccess]
    await m.otro.click(r.response, label="Sentarme")
    assert antes in texto(r.response)
    assert {"Deshacer", "Historial"} <= botones(r).keys()


async def test_deshacer_a_la_vez_deshace_una_sola_orden(m: Mundo) -> None:
    r = await mesa(m)
    await m.otro.click(r.response, label="Sentarme")
    await m.moderador.click(r.response, label="Sentarme")
    uno, otro = await pulsar_a_la_vez("Deshacer", r.response, m.alicia, m.bruno)
    assert "alguien se ha adelantado" in texto(uno) + texto(otro)
    estado = texto(await m.alicia.slash(m.canal, "partida estado"))
    assert m.otro.mention in estado
    assert m.moderador.mention not in estado


async def test_el_deshacer_de_un_panel_sin_nada_que_deshacer_no_vale_para_lo_que_viene_despues(m: Mundo) -> None:
    r = await mesa(m)
    assert texto(await m.alicia.click(r.response, label="Deshacer")) == "No hay nada que deshacer."
    viejo = botones(r)["Deshacer"]
    await m.otro.click(r.response, label="Sentarme")
    tarde = await crudas.pulsar(m, m.alicia, r.response, viejo)
    assert tarde.ephemeral
    assert "Esto ya ha cambiado" in texto(tarde)
    assert m.otro.mention in texto(await m.alicia.slash(m.canal, "partida estado"))


async def test_aceptar_rechazar_y_rehacer_solo_valen_una_vez(m: Mundo) -> None:
    await mesa(m)
    await m.alicia.slash(m.canal, "dados", cantidad=2)
    propuesta = await m.alicia.slash(m.canal, "partida deshacer")
    uno, otro = await pulsar_a_la_vez("Aceptar", propuesta.response, m.bruno, m.bruno)
    assert "Ya no hay ninguna propuesta" in texto(uno) + texto(otro)
    hecho = uno if "Se deshace" in texto(uno) else otro
    assert "Ya no hay ninguna propuesta" in texto(await m.bruno.click(propuesta.response, label="No deshacer"))
    uno, otro = await pulsar_a_la_vez("Rehacer", hecho.response, m.alicia, m.bruno)
    assert "No hay nada que rehacer" in texto(uno) + texto(otro)
    assert seguidos(m) == 5  # abrir, tirar, proponer, deshacer y rehacer


async def test_cerrar_a_la_vez_cierra_una_vez(m: Mundo) -> None:
    r = await mesa(m)
    await m.alicia.slash(m.canal, "partida cerrar")
    tarde = await m.bruno.click(r.response, label="Sentarme")
    assert tarde.ephemeral
    assert "ya está cerrado" in texto(tarde)
    assert "ninguna partida abierta" in texto(await m.bruno.slash(m.canal, "partida cerrar"))


async def test_la_misma_interaccion_dos_veces_es_una_sola_tirada(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "dados", cantidad=3)
    apunte, carga = simcord.interactions.base_payload(
        m.env.backend,
        type=3,
        channel_id=m.canal.id,
        guild_id=m.servidor.id,
        user_id=m.alicia.id,
        data={"custom_id": botones(r)["Repetir"], "component_type": 2},
    )
    mensaje = m.env.backend.get_message(r.response.channel_id, r.response.id)
    carga["message"] = dict(serializers.message_payload(m.env.backend, mensaje))
    m.env.backend.emit("INTERACTION_CREATE", carga)
    m.env.backend.emit("INTERACTION_CREATE", deepcopy(carga))
    await m.env.settle()
    assert "tirada 2" in texto(InteractionResult(m.env, apunte))
    assert "tirada 3" in texto(await m.alicia.slash(m.canal, "dados"))


@pytest.mark.simcord(check_errors=False)
async def test_si_se_cae_entre_anotar_y_contestar_la_tirada_vale_y_la_siguiente_es_otra(m: Mundo) -> None:
    r = await mesa(m)
    m.env.inject_error("POST", "/interactions/*", status=404, code=10062)
    await m.alicia.slash(m.canal, "dados", cantidad=3)
    await m.reiniciar()
    assert "tirada 2" in texto(await m.alicia.slash(m.canal, "dados", cantidad=3))
    historial = texto(await m.alicia.slash(m.canal, "partida historial"))
    assert "tirada 1" in historial
    assert "tirada 2" in historial
    assert f"{m.alicia.mention}: **0 puntos**" in texto(r.response)


@pytest.mark.parametrize(
    ("espacio", "accion", "version"),
    [
        ("partida", "historial", "p-1"),
        ("partida", "historial", "p0"),
        ("partida", "deshacer", "o2"),
        ("partida", "aceptar", "o2"),
        ("partida", "rechazar", "o2"),
        ("partida", "rehacer", "o2"),
        ("partida", "verificar", ""),
        ("mesadados", "sentarse", ""),
        ("mesadados", "levantarse", ""),
        ("dados", "revelar", ""),
    ],
)
async def test_desde_otro_servidor_no_se_ve_ni_se_toca_nada(
    m: Mundo, espacio: str, accion: str, version: str
) -> None:
    r = await mesa(m)
    await m.otro.click(r.response, label="Sentarme")
    flujo, antes = await flujo_de(m), seguidos(m)
    ajeno = m.env.create_guild(name="Otro servidor")
    canal = ajeno.create_text_channel("ajeno")
    todopoderosa = ajeno.add_member(
        m.env.create_user("saruman"), roles=[ajeno.create_role("jefe", permissions=discord.Permissions.all())]
    )
    suya = await todopoderosa.slash(canal, "dados")
    identificador = Accion(espacio, accion, flujo, version).custom_id
    apunte, carga = simcord.interactions.base_payload(
        m.env.backend,
        type=3,
        channel_id=canal.id,
        guild_id=ajeno.id,
        user_id=todopoderosa.id,
        data={"custom_id": identificador, "component_type": 2},
    )
    assert suya.response is not None
    guardado = m.env.backend.get_message(canal.id, suya.response.id)
    mensaje: dict[str, Any] = deepcopy(dict(serializers.message_payload(m.env.backend, guardado)))
    boton = next(p for p in limites.desplegar(mensaje["components"]) if p.get("type") == 2)
    boton["custom_id"] = identificador
    carga["message"] = mensaje
    m.env.backend.emit("INTERACTION_CREATE", carga)
    await m.env.settle()
    respuesta = InteractionResult(m.env, apunte)
    assert respuesta.ephemeral
    assert texto(respuesta) == "Este botón es de otro servidor: aquí no hace nada."
    assert seguidos(m) == antes


async def test_una_partida_de_otro_canal_no_se_verifica_escribiendo_su_nombre(m: Mundo) -> None:
    await mesa(m)
    flujo = await flujo_de(m)
    await m.alicia.slash(m.canal, "partida cerrar")
    otro = m.servidor.create_text_channel("otro")
    no = await m.otro.slash(otro, "partida verificar", partida=flujo)
    assert texto(no).startswith("Esa partida no es de este canal")
    assert "No hubo ninguna tirada" in texto(await m.otro.slash(m.canal, "partida verificar", partida=flujo))


async def test_ni_bots_ni_uno_mismo_de_rival(m: Mundo) -> None:
    bot = m.servidor.add_member(m.env.create_user("otro_bot", bot=True))
    no = await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=bot)
    assert no.ephemeral
    assert texto(no).startswith("Los bots no juegan")
    no = await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.alicia)
    assert texto(no).startswith("Tú ya juegas")
    assert "ninguna partida abierta" in texto(await m.alicia.slash(m.canal, "partida estado"))


async def test_el_texto_ajeno_es_inerte_en_todas_partes(m: Mundo) -> None:
    veneno = "@everyone <@&1> **x** `y` [z](https://w.example) ||s||"
    await mesa(m)
    vistos = [texto(await m.alicia.slash(m.canal, "dados", comentario=veneno))]
    vistos.append(texto(await m.alicia.slash(m.canal, "partida historial")))
    await m.alicia.slash(m.canal, "partida cerrar")
    secreta = await m.alicia.slash(m.canal, "dados", comentario=veneno, secreto=True)
    vistos.append(texto(await m.alicia.click(secreta.response, label="Revelar")))
    for visto in vistos:
        assert "\\*\\*x" in visto
        assert "@everyone" not in visto
        assert "<@&1>" not in visto
        assert "||s||" not in visto.replace("\\|", "")
        assert "\\[z](https" in visto


async def test_las_semillas_secretas_no_salen_de_la_base(m: Mundo, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await m.alicia.slash(m.canal, "dados", cantidad=2, comentario="hola")
    await m.alicia.slash(m.canal, "dados", secreto=True)
    r = await mesa(m)
    await m.alicia.slash(m.canal, "dados", cantidad=2)
    await m.alicia.slash(m.canal, "partida deshacer")
    for orden in ("estado", "historial", "verificar", "estadisticas"):
        await m.bruno.slash(m.canal, f"partida {orden}")
    exportado = await m.alicia.slash(m.canal, "privacidad exportar")
    await crudas.pulsar(m, m.alicia, r.response, "dados:1:esto no son dados::repetir")  # un fallo nuestro
    dicho = "\n".join(
        [
            caplog.text,
            str([(p.path, p.json) for p in m.env.http_requests]),
            (await exportado.response.attachments[0].read()).decode(),
        ]
    )
    with closing(sqlite3.connect(m.bot.ajustes.datos / ARCHIVO)) as con:
        semillas = [fila[0] for fila in con.execute("SELECT semilla FROM semillas WHERE revelada IS NULL")]
    assert len(semillas) == 4  # hoy, mañana, la tirada secreta y la mesa
    for semilla in semillas:
        assert semilla.hex() not in dicho
        assert repr(semilla)[2:-1] not in dicho


async def test_quien_va_deprisa_lee_cuanto_esperar(m: Mundo) -> None:
    for _ in range(3):
        await m.alicia.slash(m.canal, "partida estadisticas")
    no = await m.alicia.slash(m.canal, "partida estadisticas")
    assert no.ephemeral
    segundos = int(re.search(r"espera (\d+) s", texto(no)).group(1))  # pyright: ignore[reportOptionalMemberAccess]
    await m.env.advance_time(segundos)
    assert "Vas muy deprisa" not in texto(await m.alicia.slash(m.canal, "partida estadisticas"))
