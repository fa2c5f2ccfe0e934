"""Al arrancar se insiste si Discord está ocupado, y no si lo que pasa es que no admite al bot."""

import itertools
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

import bot


def de_discord(estado: int) -> discord.HTTPException:
    respuesta: Any = SimpleNamespace(status=estado, reason="No")
    clase = discord.DiscordServerError if estado >= 500 else discord.HTTPException
    return clase(respuesta, "no")


@pytest.fixture
def esperas(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Lo que se ha esperado entre intento e intento."""
    apuntadas: list[float] = []

    async def esperar(segundos: float) -> None:
        apuntadas.append(segundos)

    monkeypatch.setattr(bot.asyncio, "sleep", esperar)
    return apuntadas


def fallar(monkeypatch: pytest.MonkeyPatch, *fallos: Exception) -> None:
    """Cada intento de conectar da el fallo que le toca; el último, ninguno."""
    turno = iter((*fallos, None))

    async def conectar(_bot: object, _token: str) -> None:
        if fallo := next(turno):
            raise fallo

    monkeypatch.setattr(bot, "conectar", conectar)


async def test_si_esta_ocupado_se_insiste(monkeypatch: pytest.MonkeyPatch, esperas: list[float]) -> None:
    fallos = [aiohttp.ClientError(), TimeoutError(), de_discord(503), de_discord(429), discord.GatewayNotFound()]
    fallar(monkeypatch, *fallos)
    await bot.insistir(lambda: None, "")  # pyright: ignore[reportArgumentType]
    assert esperas == list(itertools.islice(bot.ESPERAS, len(fallos)))


async def test_si_dice_cuanto_hay_que_esperar_se_espera(
    monkeypatch: pytest.MonkeyPatch, esperas: list[float]
) -> None:
    fallar(monkeypatch, discord.RateLimited(300.0))
    await bot.insistir(lambda: None, "")  # pyright: ignore[reportArgumentType]
    assert esperas == [300.0]


async def test_si_no_lo_admite_no_se_insiste(monkeypatch: pytest.MonkeyPatch, esperas: list[float]) -> None:
    fallar(monkeypatch, de_discord(403))
    with pytest.raises(discord.HTTPException):
        await bot.insistir(lambda: None, "")  # pyright: ignore[reportArgumentType]
    assert esperas == []
