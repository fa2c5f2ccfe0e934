"""Al cerrar, lo que está a medias se acaba antes de que falten la red y la base de datos."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

registro = logging.getLogger("concilio")

GRACIA = 3.0
"""Segundos para acabar: pasados, Discord ya no admitiría la respuesta."""
# discord.py no lleva cuenta de lo que está atendiendo, pero da nombre a sus tareas.
DE_INTERACCIONES = ("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction")


async def rematar(fondo: Iterable["asyncio.Task[Any] | None"] = (), plazo: float = GRACIA) -> None:
    """Espera a las tareas de fondo y a las interacciones en marcha, y cancela lo que no acabe en `plazo` segundos.

    Hay que esperar a lo cancelado: una conexión de aiosqlite a la que se cancela dos veces no acaba nunca, y con ella
    el proceso.
    """
    pendientes = {t for t in asyncio.all_tasks() if t.get_name().startswith(DE_INTERACCIONES)}
    pendientes |= {t for t in fondo if t is not None}
    if not pendientes:
        return
    _, tardias = await asyncio.wait(pendientes, timeout=plazo)
    for tarea in tardias:
        tarea.cancel()
    await asyncio.gather(*tardias, return_exceptions=True)
    if tardias:
        registro.warning("tareas que se quedan a medias al cerrar: %d", len(tardias))
