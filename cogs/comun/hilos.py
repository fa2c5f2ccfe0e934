"""Hilos que abre la bandeja de salida: de uno en uno y sin añadir a nadie, que recibiría otro aviso."""

import asyncio
from typing import TYPE_CHECKING

import discord

from servicios.avisos import EnvioAplazado, EnvioImposible
from servicios.diario import Envio

if TYPE_CHECKING:
    from cogs.comun.concilio import Concilio

PACIENCIA = 20.0
"""Segundos que un hilo espera su turno; si la cola es larga, vuelve a pedirlo más tarde."""
POR_HILO = "hilo:"


class Hilos:
    """La cola de hilos de este proceso. Un hilo ya abierto por un intento anterior se reconoce por su nombre."""

    def __init__(self, bot: "Concilio") -> None:
        self._bot = bot
        self._turno = asyncio.Lock()

    async def abrir(self, envio: Envio, nombre: str) -> discord.Thread:
        """El hilo de un envío en el canal de su flujo.

        Raises:
            EnvioAplazado: si hay muchos delante.
            EnvioImposible: si el canal no existe o no admite hilos.
        """
        try:
            async with asyncio.timeout(PACIENCIA):
                await self._turno.acquire()
        except TimeoutError:
            raise EnvioAplazado("hay otros hilos por abrir") from None
        try:
            if envio.intentos > 0 and (previo := await self.buscar(envio, nombre)):
                return previo
            # El servidor puede ser de otro proceso, y entonces este no conoce sus canales.
            canal = self._bot.get_channel(envio.canal) or await self._bot.fetch_channel(envio.canal)
            if not isinstance(canal, discord.TextChannel):
                raise EnvioImposible("el canal no admite hilos")
            return await canal.create_thread(name=nombre[:100], type=discord.ChannelType.public_thread)
        finally:
            self._turno.release()

    async def buscar(self, envio: Envio, nombre: str) -> discord.Thread | None:
        """El hilo que abrió un intento anterior, si sigue activo."""
        if self._bot.user is None:
            return None
        servidor = self._bot.get_guild(envio.servidor) or await self._bot.fetch_guild(envio.servidor)
        for hilo in await servidor.active_threads():
            propio = hilo.owner_id == self._bot.user.id and hilo.parent_id == envio.canal
            nuevo = hilo.created_at is not None and hilo.created_at >= envio.creado
            if propio and nuevo and hilo.name == nombre[:100]:
                return hilo
        return None
