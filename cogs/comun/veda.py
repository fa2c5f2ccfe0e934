"""Cuándo no se contesta a una consulta: quien lleva un torneo puede pedir que, mientras se juega, se pregunte al árbitro.

`cogs/consultas` no sabe de torneos: pregunta aquí, y quien lleva torneos apunta su condición.
"""

import asyncio
from collections.abc import Awaitable, Callable

import discord

from servicios.errores import AlmacenNoDisponible

PACIENCIA = 1.0
"""Segundos que se espera a saberlo: consultar no necesita la base de datos."""

Condicion = Callable[[discord.Interaction], Awaitable[None]]


class Veda:
    """Las condiciones con que una consulta se niega."""

    def __init__(self) -> None:
        self._condiciones: list[Condicion] = []

    def registrar(self, condicion: Condicion) -> None:
        """Apunta una condición, que lanza `ErrorDeDominio` si no se debe contestar."""
        self._condiciones.append(condicion)

    async def comprobar(self, interaccion: discord.Interaction) -> None:
        """Deja pasar la consulta si ninguna condición se opone, o si no se puede saber a tiempo.

        Raises:
            ErrorDeDominio: con lo que hay que hacer en lugar de consultar.
        """
        try:
            async with asyncio.timeout(PACIENCIA):
                for condicion in self._condiciones:
                    await condicion(interaccion)
        except (AlmacenNoDisponible, TimeoutError):
            return
