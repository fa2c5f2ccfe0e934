"""El día de un canal cambia a la medianoche de su servidor, esté donde esté; y avisar de ello puede fallar."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest

from servicios import configuracion
from servicios.configuracion import Configuracion
from tests.apoyo.mundo import Mundo, texto


def anuncios(canal: Any) -> list[str]:
    return [visto for x in canal.history() if "Dados de hoy" in (visto := texto(x))]


async def poner_zona(m: Mundo, zona: str) -> None:
    r = await m.coordinadora.slash(m.canal, "configurar")
    formulario = await m.coordinadora.click(r.response, label="Cambiar la zona horaria")
    await m.coordinadora.submit_modal(formulario, {"zona": zona})


# El reloj simulado empieza el 1 de enero de 2026 a las 0:00 UTC: en Madrid es la 1:00; en Buenos Aires, las 21:00 del 31.
@pytest.mark.parametrize(("zona", "horas"), [("Europe/Madrid", 23), ("America/Argentina/Buenos_Aires", 3)])
async def test_el_dia_cambia_a_la_medianoche_de_alli(m: Mundo, zona: str, horas: int) -> None:
    await poner_zona(m, zona)
    await m.alicia.slash(m.canal, "dados")
    await m.pasar(minutos=horas * 60 - 1)
    assert "tirada 2" in texto(await m.alicia.slash(m.canal, "dados"))
    assert len(anuncios(m.canal)) == 1
    await m.pasar(minutos=2)
    assert "tirada 1 " in texto(await m.alicia.slash(m.canal, "dados"))
    assert len(anuncios(m.canal)) == 2
    assert "Semilla del día anterior" in anuncios(m.canal)[1]


async def test_cambiar_de_zona_hacia_atras_no_repite_un_dia(m: Mundo) -> None:
    await poner_zona(m, "Europe/Madrid")
    await m.alicia.slash(m.canal, "dados")
    await poner_zona(m, "America/Argentina/Buenos_Aires")  # allí aún es ayer
    assert "tirada 2" in texto(await m.alicia.slash(m.canal, "dados"))
    assert len(anuncios(m.canal)) == 1


@pytest.mark.parametrize(("empieza", "horas"), [("2026-03-28T23:00", 23), ("2026-10-24T22:00", 25)])
def test_los_dias_de_23_y_25_horas_son_un_dia(empieza: str, horas: int) -> None:
    """En Madrid, el día en que cambia la hora va de medianoche a medianoche (aquí, en UTC), dure lo que dure."""
    medianoche = datetime.fromisoformat(empieza).replace(tzinfo=UTC)
    un_minuto, fecha = timedelta(minutes=1), Configuracion(zona="Europe/Madrid").fecha
    ultimo = medianoche + timedelta(hours=horas) - un_minuto
    assert fecha(medianoche) == fecha(ultimo) == fecha(medianoche - un_minuto) + timedelta(days=1)
    assert fecha(ultimo + un_minuto) == fecha(ultimo) + timedelta(days=1)


def test_las_zonas_del_sistema_se_miran_una_vez(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mirarlas abre cientos de archivos, y los ajustes de un servidor se leen en cada orden."""
    Configuracion(zona="Europe/Madrid")
    monkeypatch.delattr(configuracion, "available_timezones")
    assert Configuracion(zona="Atlantic/Canary").zona == "Atlantic/Canary"
    assert Configuracion(zona="Tierra Media/Comarca").zona == "Europe/Madrid"


@pytest.mark.simcord(check_errors=False)  # Discord no admite contestar dos veces a la misma interacción
@pytest.mark.parametrize("otra", [False, True], ids=["nadie más tira", "otra tirada abre el día nuevo"])
async def test_una_interaccion_que_discord_entrega_a_los_dos_lados_de_la_medianoche_tira_una_vez(
    m: Mundo, otra: bool
) -> None:
    await poner_zona(m, "Europe/Madrid")
    await m.pasar(horas=22, minutos=59)  # las 23:59 de allí
    await m.alicia.slash(m.canal, "dados")
    entrega = next(
        carga for _, suceso, carga in reversed(m.env.backend.transcript) if suceso == "INTERACTION_CREATE"
    )
    await m.pasar(minutos=2)
    if otra:
        assert "tirada 1 " in texto(await m.bruno.slash(m.canal, "dados"))
    m.env.backend.emit("INTERACTION_CREATE", entrega)
    await m.env.settle()
    dias = await m.bot.diario.buscar(m.servidor.id, clases=["dia"])
    assert sum([len(await m.bot.diario.historial(dia.flujo)) for dia in dias]) == 1 + otra


async def test_lo_que_se_pidio_antes_de_medianoche_es_del_dia_en_que_se_pidio(m: Mundo) -> None:
    """El reloj de quien lleva el bot puede ir mal: el día lo dice la hora que Discord estampa en la interacción."""
    await poner_zona(m, "Europe/Madrid")
    adelantado = replace(m.bot.servicios, reloj=lambda: discord.utils.utcnow() + timedelta(days=400))
    m.bot.servicios = adelantado
    await m.alicia.slash(m.canal, "dados")
    assert [dia.flujo[-10:] for dia in await m.bot.diario.buscar(m.servidor.id, clases=["dia"])] == ["2026-01-01"]


async def test_verificar_al_dia_siguiente_publica_la_semilla_aunque_nadie_haya_vuelto_a_tirar(m: Mundo) -> None:
    for _ in range(2):
        await m.alicia.slash(m.canal, "dados", cantidad=4)
    await m.pasar(horas=24)
    visto = texto(await m.bruno.slash(m.canal, "partida verificar"))
    assert "**Cuadran todas**: 2 tiradas recalculadas" in visto
    assert len(anuncios(m.canal)) == 2


async def test_en_un_canal_sin_dados_verificar_no_abre_nada(m: Mundo) -> None:
    assert texto(await m.bruno.slash(m.canal, "partida verificar")).startswith("En este canal aún no se ha tirado")
    assert anuncios(m.canal) == []


# ── si el anuncio no puede llegar ─────────────────────────────────────────────────────────────


@pytest.mark.simcord(check_errors=False)
@pytest.mark.parametrize("estado", [403, 404])
async def test_sin_permiso_o_sin_canal_se_tira_igual_y_no_se_insiste(m: Mundo, estado: int) -> None:
    m.env.inject_error("POST", f"/channels/{m.canal.id}/messages", status=estado)
    assert "tirada 1 " in texto(await m.alicia.slash(m.canal, "dados"))
    await m.pasar(horas=2)
    assert "tirada 2" in texto(await m.alicia.slash(m.canal, "dados"))
    assert anuncios(m.canal) == []


@pytest.mark.simcord(check_errors=False)
async def test_si_discord_falla_el_anuncio_sale_mas_tarde_y_una_sola_vez(m: Mundo) -> None:
    m.env.inject_error("POST", f"/channels/{m.canal.id}/messages", status=500, times=5)
    assert "tirada 1 " in texto(await m.alicia.slash(m.canal, "dados"))
    await m.pasar(minutos=30)
    await m.alicia.slash(m.canal, "dados")
    await m.pasar(minutos=30)
    assert len(anuncios(m.canal)) == 1


async def test_un_canal_con_otro_nombre_es_el_mismo_canal(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    m.env.backend.get_channel(m.canal.id).name = "otra-mesa"
    assert "0 puntos" in texto(await m.bruno.slash(m.canal, "partida estado"))
