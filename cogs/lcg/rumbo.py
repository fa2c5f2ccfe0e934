"""`/rumbo`: la carta de Rumbo de una partida con Navegación."""

import asyncio

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.clases import Vista
from cogs.comun.concilio import Concilio
from cogs.comun.vistas import Color, Panel
from cogs.lcg import dibujos, vista_navegacion
from cogs.lcg.mando import ensenar, mandar
from cogs.lcg.tipos import Motivo
from servicios.lcg.agregado import NAVEGACION
from servicios.lcg.rumbo import RUMBOS, DesviarRumbo, FijarRumbo, MejorarRumbo, Rumbo

CARAS = [app_commands.Choice(name=rumbo.nombre, value=rumbo.value) for rumbo in RUMBOS]


@app_commands.guild_only()
class RumboCog(commands.GroupCog, group_name="rumbo", group_description="El rumbo de la flota (LCG, Navegación)"):
    """Ver el rumbo y moverlo, de nivel en nivel."""

    @app_commands.command()
    async def ver(self, interaction: Interaccion) -> None:
        """El rumbo actual, con su carta"""
        await ensenar(interaction, NAVEGACION.nombre, dibujar=_carta)

    @app_commands.command()
    @app_commands.describe(motivo="Qué carta lo mejora, para el historial")
    async def mejorar(self, interaction: Interaccion, motivo: Motivo | None = None) -> None:
        """Mejora el rumbo un nivel, hacia Soleado"""
        await mandar(interaction, MejorarRumbo(motivo=motivo), NAVEGACION.nombre)

    @app_commands.command()
    @app_commands.describe(motivo="Qué carta lo desvía, para el historial")
    async def desviar(self, interaction: Interaccion, motivo: Motivo | None = None) -> None:
        """Desvía el rumbo un nivel, hacia Tormenta"""
        await mandar(interaction, DesviarRumbo(motivo=motivo), NAVEGACION.nombre)

    @app_commands.command()
    @app_commands.describe(rumbo="Cómo está la carta en la mesa", motivo="Por qué, para el historial")
    @app_commands.choices(rumbo=CARAS)
    async def fijar(self, interaction: Interaccion, rumbo: str, motivo: Motivo | None = None) -> None:
        """Pone el rumbo como está en la mesa, para empezar o para corregirlo"""
        await mandar(interaction, FijarRumbo(rumbo=Rumbo(rumbo), motivo=motivo), NAVEGACION.nombre)


async def _carta(_bot: Concilio, vista: Vista) -> Panel:
    """La carta de Rumbo, y nada más."""
    imagen = await asyncio.to_thread(dibujos.de_rumbo(vista, {}))
    panel = Panel(Color.LCG).titulo(f"Rumbo: {vista_navegacion.rumbo(vista.libro.estado.rumbo)}")
    orden = " → ".join(rumbo.nombre for rumbo in RUMBOS)
    return panel.imagen(imagen).pie(f"De mejor a peor: {orden}. Todos comparten el mismo rumbo.")
