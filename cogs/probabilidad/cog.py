"""El grupo `/probabilidad`: reúne los comandos de cada juego.

Para añadir uno: una clase `ConAlgo` en su archivo, con sus comandos y, si tiene botones, un `registrar_algo(bot)`; aquí se
añade a las clases de las que desciende el cog y se la llama al construirlo.
"""

from discord import app_commands
from discord.ext import commands

from cogs.comun.concilio import Concilio
from cogs.probabilidad.guerra import ConGuerra
from cogs.probabilidad.navegacion import ConNavegacion


@app_commands.guild_only()
class ProbabilidadCog(
    ConGuerra,
    ConNavegacion,
    commands.GroupCog,
    group_name="probabilidad",
    group_description="Lo probable que es cada resultado, sin simular nada",
):
    """Las probabilidades exactas de todos los juegos."""

    def __init__(self, bot: Concilio) -> None:
        super().__init__()
        self.registrar_navegacion(bot)
