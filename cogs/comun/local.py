"""El modo local: el mismo bot sobre SimCord, con un canal de muestra en una página. Sin token y sin red."""

import asyncio
import contextlib
from typing import Any

import discord

from cogs.comun.concilio import Concilio
from servicios.errores import ErrorDePuestaEnMarcha

PULSO = 1.0
"""Segundos reales entre dos avances del reloj simulado."""
JUGADORES = ("Alicia", "Bruno", "Carla", "Diego", "Elena", "Félix")


async def servir(bot: Concilio, puerto: int | None) -> None:
    """Abre la página y la atiende hasta que se cancela la tarea.

    Raises:
        ErrorDePuestaEnMarcha: si falta SimCord o el puerto está ocupado.
    """
    try:
        import simcord  # noqa: PLC0415 - no está en la imagen de producción
    except ImportError:
        raise ErrorDePuestaEnMarcha(
            "El modo local necesita las dependencias de desarrollo: ejecuta `make preparar` y vuelve a intentarlo."
        ) from None
    async with simcord.run(bot, shard_count=bot.shard_count or 1, check_errors=False) as env:
        await presentarse(bot)
        canal, personas = servidor_de_muestra(env)
        pagina = env.preview(
            canal, viewers=personas, layout="channel", locale="es-ES", timezone="Europe/Madrid", port=puerto
        )
        try:
            async with pagina:
                print(f"Concilio en local: {pagina.url}\nCtrl-C para terminar.", flush=True)  # noqa: T201
                await _correr_el_tiempo(env)
        except OSError as error:
            raise ErrorDePuestaEnMarcha(
                f"No puedo usar el puerto {puerto}: {error.strerror}. Prueba con otro."
            ) from None


async def presentarse(bot: Concilio) -> None:
    """SimCord llama «TestBot» a todo bot; aquí se le da su nombre."""
    if bot.user is not None:
        await bot.user.edit(username="Concilio")


def servidor_de_muestra(env: Any) -> tuple[Any, list[Any]]:
    """Un servidor con un canal, una coordinadora, un moderador y seis jugadores."""
    servidor = env.create_guild(name="Concilio de Minas Tirith")
    canal = servidor.create_text_channel("mesa-de-juego")
    coordina = servidor.create_role("Coordinación", permissions=discord.Permissions(manage_guild=True))
    modera = servidor.create_role("Moderación", permissions=discord.Permissions(manage_messages=True))
    personas = [
        servidor.add_member(env.create_user("galadriel", global_name="Galadriel"), roles=[coordina]),
        servidor.add_member(env.create_user("elrond", global_name="Elrond"), roles=[modera]),
    ]
    personas += [servidor.add_member(env.create_user(n.lower(), global_name=n)) for n in JUGADORES]
    return canal, personas


async def _correr_el_tiempo(env: Any) -> None:
    """Hace que el reloj simulado avance a la velocidad del real; si hay un acto en curso, lo deja para luego."""
    import simcord  # noqa: PLC0415

    bucle = asyncio.get_running_loop()
    hecho = bucle.time()
    while True:
        await asyncio.sleep(PULSO)
        ahora = bucle.time()
        with contextlib.suppress(simcord.SetupError):
            await env.advance_time(ahora - hecho)
            hecho = ahora
