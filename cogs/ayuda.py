"""`/ayuda`: qué sabe hacer el bot, sacado del propio árbol de comandos para que no se desfase."""

from collections.abc import Iterator

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.concilio import Concilio
from cogs.comun.errores import sugerencias
from cogs.comun.respuestas import responder
from cogs.comun.textos import en_paginas
from cogs.comun.vistas import Color, Panel
from servicios.errores import NoExiste

Orden = app_commands.Command[commands.Cog, ..., None] | app_commands.Group


class AyudaCog(commands.Cog):
    """Qué comandos hay y cómo se usa cada uno."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(comando="El comando del que quieres saber más")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def ayuda(self, interaction: Interaccion, comando: str | None = None) -> None:
        """Qué sabe hacer el bot y cómo pedírselo"""
        panel = self._uno(comando.lstrip("/")) if comando else self._todos()
        await responder(interaction, panel, privado=True)

    @ayuda.autocomplete("comando")
    @sugerencias
    async def _sugerir(self, _interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        nombres = [
            orden.qualified_name for orden in self._ordenes() if texto.lstrip("/").lower() in orden.qualified_name
        ]
        return [app_commands.Choice(name=f"/{nombre}", value=nombre) for nombre in nombres[:25]]

    def _ordenes(self) -> Iterator[app_commands.Command[commands.Cog, ..., None]]:
        for orden in self.bot.tree.walk_commands():
            if isinstance(orden, app_commands.Command):
                yield orden

    def _todos(self) -> Panel:
        ordenes = sorted(self._ordenes(), key=lambda o: o.qualified_name)
        lineas = [f"- **/{o.qualified_name}** · {o.description}" for o in ordenes]
        menus = [m.name for m in self.bot.tree.get_commands() if isinstance(m, app_commands.ContextMenu)]
        panel = Panel(Color.SATM).titulo("Qué sé hacer")
        panel.texto("Escribe «/» y elige. Con **/ayuda comando** te cuento uno en detalle.")
        for pagina in en_paginas(["\n".join(lineas)], 3200)[:1]:
            panel.texto(pagina)
        for menu in menus:
            panel.texto(f"En el menú de un mensaje (Aplicaciones): **{menu}**.")
        return panel.pie("Las respuestas a consultas las ves solo tú; con «Publicar» se enseñan al canal.")

    def _uno(self, nombre: str) -> Panel:
        orden = next((o for o in self._ordenes() if o.qualified_name == nombre), None)
        if orden is None:
            raise NoExiste("No tengo ningún comando con ese nombre. Con /ayuda se ven todos.")
        panel = Panel(Color.SATM).titulo(f"/{orden.qualified_name}").texto(orden.description)
        for parametro in orden.parameters:
            obligatorio = "" if parametro.required else " (opcional)"
            panel.texto(f"- **{parametro.display_name}**{obligatorio}: {parametro.description}")
        return panel


async def setup(bot: Concilio) -> None:
    await bot.add_cog(AyudaCog(bot))
