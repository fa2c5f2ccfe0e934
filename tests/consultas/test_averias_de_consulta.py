"""Lo que va mal: Discord que falla o se retrasa, botones de otra versión, datos que ya no están, gente a la vez."""

import asyncio
import logging
from typing import Any

import discord
import pytest

from cogs.consultas import cog
from cogs.consultas.cog import ConsultasCog
from servicios import configuracion
from tests.apoyo.crudas import enviar, pulsar
from tests.apoyo.mundo import Mundo, botones, menu, texto

VIEJO = "Este botón es de una versión anterior del bot. Repite el comando."
YA_NO_ESTA = "Eso ya no está en los datos del bot. Repite el comando."


@pytest.mark.parametrize(
    ("identificador", "visto"),
    [
        ("consulta:0:carta/TW-251:e0v:pagina", VIEJO),
        ("consulta:2:carta/TW-251:e0v:pagina", VIEJO),
        ("consulta:1:carta/TW-251::pagina", VIEJO),
        ("consulta:1:carta/TW-251:z0v:pagina", VIEJO),
        ("consulta:1:carta/TW-251:e-5v:pagina", VIEJO),
        ("consulta:1:carta/TW-251:e0:publicar", VIEJO),
        ("consulta:1:::otra", VIEJO),
        ("nadie:1:x:y:pagina", VIEJO),
        ("consulta:1:carta/TW-251:e0v:bailar", VIEJO),
        ("consulta:1:carta/TW-999:e0v:pagina", YA_NO_ESTA),
        ("consulta:1:tema/no-existe:r0v:pagina", YA_NO_ESTA),
        ("consulta:1:tema/desempates/no-existe:r0v:pagina", YA_NO_ESTA),
        ("consulta:1:nada:r0v:pagina", YA_NO_ESTA),
        ("consulta:1::e0v:publicar", YA_NO_ESTA),
    ],
)
async def test_un_boton_que_ya_no_vale_lo_dice(m: Mundo, identificador: str, visto: str) -> None:
    r = await m.alicia.slash(m.canal, "errata", carta="gwahir")
    pulsado = await pulsar(m, m.alicia, r.response, identificador)
    assert pulsado.ephemeral
    assert texto(pulsado) == visto
    assert texto(r).startswith("## Gwaihir")  # lo que se veía sigue ahí


async def test_una_pagina_que_ya_no_existe_ensena_la_ultima(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "buscar", texto="corrupción")
    total = next(p for p in botones(r).values() if p.endswith(":pagina"))
    await pulsar(m, m.alicia, r.response, total.replace(":b1v:", ":b999v:"))
    assert "Siguiente" not in botones(r)
    assert "Anterior" in botones(r)


async def test_una_opcion_de_menu_que_ya_no_existe_lo_dice(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "carta", carta="barad-dur")
    for valor in ("carta/TW-999", "tema/no-existe", "lo que sea"):
        elegido = await pulsar(m, m.alicia, r.response, "consulta:1::c0v:elegir", valor)
        assert texto(elegido) == YA_NO_ESTA


@pytest.mark.parametrize("juego", ["otro", "", 7, None, "guerra"])
async def test_autocompletar_con_un_juego_raro_sugiere_igual(m: Mundo, juego: object) -> None:
    raiz = m.alicia._resolve_root("regla", 1, m.canal.id)
    opciones: list[dict[str, Any]] = [{"name": "tema", "type": 3, "value": "caza", "focused": True}]
    if juego is not None:
        opciones.append({"name": "juego", "type": 3, "value": juego})
    datos = {"id": raiz["id"], "name": "regla", "type": 1, "options": opciones}
    sugerido = (await enviar(m, m.alicia, 4, datos)).autocomplete_choices
    assert sugerido is not None
    assert "tema/caza-del-anillo" in {o["value"] for o in sugerido}


@pytest.mark.simcord(check_errors=False)
@pytest.mark.parametrize("estado", [403, 500])
async def test_si_no_se_publica_no_dice_que_si(m: Mundo, estado: int) -> None:
    r = await m.alicia.slash(m.canal, "errata", carta="Gwaihir")
    m.env.inject_error("POST", "/webhooks/*/*", status=estado, times=None)
    await m.alicia.click(r.response, label="Publicar")
    assert "Publicar" in botones(r)
    m.env.backend.faults.clear()
    p = await m.alicia.click(r.response, label="Publicar")
    assert texto(p.followups[0]).startswith("## Gwaihir")
    assert texto(r) == "Publicado en el canal."


@pytest.mark.simcord(check_errors=False)
@pytest.mark.parametrize(("estado", "codigo"), [(403, 50001), (500, 0), (503, 0)])
async def test_discord_que_falla_al_responder_se_apunta_y_no_rompe(
    m: Mundo, estado: int, codigo: int, caplog: pytest.LogCaptureFixture
) -> None:
    m.env.inject_error("POST", "/interactions/*/*/callback", status=estado, code=codigo, times=None)
    with caplog.at_level(logging.WARNING):
        await m.alicia.slash(m.canal, "errata", carta="gwaihir")
    assert any(a.message.startswith("no se pudo contestar") for a in caplog.records)
    m.env.backend.faults.clear()
    assert texto(await m.alicia.slash(m.canal, "errata", carta="gwaihir")).startswith("## Gwaihir")


@pytest.mark.simcord(check_errors=False)
async def test_una_respuesta_tras_tres_segundos_se_apunta_y_no_molesta(
    m: Mundo, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def lenta(_cog: object, interaction: discord.Interaction, _pedido: object) -> bool:
        apunte = m.env.backend.interactions[interaction.id]
        apunte.initial_response_deadline = m.env.backend.now_iso()
        return False

    monkeypatch.setattr(ConsultasCog, "_a_la_vista", lenta)
    with caplog.at_level(logging.INFO):
        r = await m.alicia.slash(m.canal, "errata", carta="gwaihir")
    assert not r.acknowledged
    assert [a.message for a in caplog.records if a.levelno >= logging.WARNING] == ["sin respuesta posible (10062)"]


async def test_una_base_de_datos_atascada_no_retrasa_la_consulta(
    m: Mundo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def atascada(*_: object) -> object:
        await asyncio.sleep(3600)
        raise AssertionError

    monkeypatch.setattr(configuracion, "leer", atascada)
    monkeypatch.setattr(cog, "PACIENCIA", 0.05)
    r = await m.alicia.slash(m.canal, "errata", carta="gwaihir")
    assert r.ephemeral
    assert texto(r).startswith("## Gwaihir")


async def test_una_respuesta_larga_sigue_por_donde_iba_tras_un_reinicio(m: Mundo) -> None:
    """Página a página hasta el final, con un reinicio en medio, se lee todo y cada cosa una vez."""
    r = await m.alicia.slash(m.canal, "buscar", texto="corrupción", publico=True)
    mensaje, leidas = r.response, [texto(r)]
    while "Siguiente" in botones(mensaje):
        if len(leidas) == 3:
            await m.reiniciar()
        await m.alicia.click(mensaje, label="Siguiente")
        leidas.append(texto(mensaje))
    assert len(set(leidas)) == len(leidas) > 3
    await m.alicia.click(mensaje, label="Anterior")
    assert texto(mensaje) == leidas[-2]


async def test_lo_publicado_lo_pasa_quien_lo_publico_y_los_demas_ven_lo_suyo(m: Mundo) -> None:
    privada = await m.alicia.slash(m.canal, "carta", carta="barad-dur")
    antes = texto(privada)
    publica = (await m.alicia.click(privada.response, label="Publicar")).followups[0]
    visto = texto(publica)
    ajena = await m.otro.select(publica, [menu(publica)[0]["value"]])
    assert ajena.ephemeral
    assert texto(ajena).startswith("## Barad-dûr")
    assert texto(publica) == visto
    await m.alicia.select(publica, [menu(publica)[0]["value"]])
    assert texto(publica).startswith("## Barad-dûr")
    assert texto(publica) not in (antes, visto)
    assert f"Publicado por {m.alicia.mention}" in texto(publica)
    assert texto(privada) == "Publicado en el canal."
