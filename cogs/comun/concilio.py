"""El bot: conecta con Discord, carga los cogs y reparte lo que llega. No decide nada de los juegos."""

import logging
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Accion, Acciones, BotonDeAccion, atender_formulario
from cogs.comun.arbol import Arbol, apuntar_orden
from servicios.ajustes import Ajustes
from servicios.consultas.servicio import Consultas
from servicios.reloj import Reloj

registro = logging.getLogger("concilio")

COGS = ("cogs.consultas", "cogs.ayuda")


@dataclass(frozen=True)
class Servicios:
    """Lo que el bot sabe hacer, ya compuesto."""

    consultas: Consultas
    reloj: Reloj


class Concilio(commands.AutoShardedBot):
    """Un cliente repartido en fragmentos: reintenta aunque falle su primera conexión, que un cliente suelto no.

    Solo pide la intención `guilds`: comandos, botones y formularios no necesitan ninguna privilegiada.
    """

    def __init__(self, ajustes: Ajustes, servicios: Servicios, **de_discord: Any) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True),
            tree_cls=Arbol,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=ajustes.fragmentos,
            shard_ids=list(ajustes.fragmentos_propios) or None,  # pyright: ignore[reportArgumentType]
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            **de_discord,
        )
        self.ajustes = ajustes
        self.servicios = servicios
        self.acciones = Acciones()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(BotonDeAccion)
        for extension in COGS:
            await self.load_extension(extension)
        await self.tree.sync()

    async def on_ready(self) -> None:
        registro.info("dispuesto en %d servidores", len(self.guilds))

    async def on_interaction(self, interaccion: "discord.Interaction[Concilio]") -> None:
        await atender_formulario(interaccion)

    async def on_app_command_completion(
        self,
        interaccion: "discord.Interaction[Concilio]",
        _orden: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
    ) -> None:
        apuntar_orden(interaccion)


__all__ = ["Accion", "Concilio", "Servicios"]
