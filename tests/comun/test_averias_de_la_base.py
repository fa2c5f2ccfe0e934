"""La base de datos ocupada, lenta o caída a mitad: se dice que se repita, y el bot se recupera solo."""

import asyncio
import re
import sqlite3
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.comun import ordenes
from servicios.diario import motor
from servicios.diario.motor import ARCHIVO
from tests.apoyo.mundo import Mundo, botones, texto

NO_PUEDO = "No puedo guardar nada ahora mismo; vuelve a intentarlo en un momento."


@pytest.fixture(autouse=True)
def _espera_corta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Los 5 s que se espera a una base bloqueada, en 50 ms."""
    monkeypatch.setattr(motor, "ESPERA_DE_BLOQUEO", 50)


async def test_con_la_base_bloqueada_se_dice_y_al_soltarla_todo_sigue(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    with closing(sqlite3.connect(m.bot.ajustes.datos / ARCHIVO, isolation_level=None)) as otra:
        otra.execute("BEGIN IMMEDIATE")
        negativas = [
            await m.alicia.slash(m.canal, "dados"),
            await m.otro.click(r.response, label="Sentarme"),
            await m.alicia.slash(m.canal, "partida cerrar"),
        ]
        await m.env.advance_time(10)
        otra.execute("ROLLBACK")
    assert [texto(no) for no in negativas] == [NO_PUEDO] * 3
    assert all(no.ephemeral for no in negativas)
    assert "tirada 1" in texto(await m.alicia.slash(m.canal, "dados"))
    await m.otro.click(r.response, label="Sentarme")
    assert m.otro.mention in texto(r.response)


async def test_lo_que_se_debia_mientras_faltaba_sale_despues_y_una_sola_vez(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "dados")
    await m.pasar(horas=24)
    bloqueada = sqlite3.connect(m.bot.ajustes.datos / ARCHIVO, isolation_level=None)
    bloqueada.execute("BEGIN IMMEDIATE")
    assert texto(await m.alicia.slash(m.canal, "dados")) == NO_PUEDO
    bloqueada.close()
    for _ in range(2):
        await m.alicia.slash(m.canal, "dados")
        await m.env.advance_time(700)
    anuncios = [x for x in m.canal.history() if "Dados de hoy" in texto(x)]
    assert len(anuncios) == 2  # el del primer día y el de hoy


@pytest.fixture
def sin_paciencia(monkeypatch: pytest.MonkeyPatch) -> None:
    """Todo tarda más de lo que se espera antes de pedirle tiempo a Discord (el reloj simulado no corre solo)."""

    async def no_llega(tareas: set[Any], timeout: float) -> tuple[set[Any], set[Any]]:
        assert timeout < 3
        return set(), tareas

    monkeypatch.setattr(ordenes, "asyncio", SimpleNamespace(wait=no_llega, ensure_future=asyncio.ensure_future))


def primera_respuesta(m: Mundo) -> int:
    """El tipo de lo primero que se contestó a la última interacción (5: está pensando; 6: ya cambiaré el panel)."""
    return [(p.json or {})["type"] for p in m.env.http_requests if p.path.endswith("/callback")][-1]


@pytest.mark.usefixtures("sin_paciencia")
async def test_si_va_despacio_un_boton_cambia_su_panel_y_no_deja_otro(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    antes = len(m.canal.history())
    await m.otro.click(r.response, label="Sentarme")
    assert primera_respuesta(m) == 6
    assert m.otro.mention in texto(r.response)
    repetido = await m.otro.click(r.response, label="Sentarme")
    assert repetido.followups[0].ephemeral
    assert "Ya estás en la mesa" in texto(repetido.followups[0])
    assert len(m.canal.history()) == antes
    assert "Sentarme" in botones(r)  # la negativa no se lleva el panel por delante


@pytest.mark.usefixtures("sin_paciencia")
@pytest.mark.parametrize("orden", ["estado", "historial", "verificar", "deshacer", "cerrar"])
async def test_si_va_despacio_un_comando_pide_tiempo(m: Mundo, orden: str) -> None:
    await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    await m.alicia.slash(m.canal, "dados")
    r = await m.alicia.slash(m.canal, f"partida {orden}")
    assert primera_respuesta(m) == 5
    assert r.ephemeral == (orden == "historial")
    assert re.search(r"\w", texto(r))
