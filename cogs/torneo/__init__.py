"""Torneos suizos: `/torneo`, `/ronda`, `/resultado` y `/clasificacion`."""

from cogs.comun.clases import ClaseDeFlujo
from cogs.comun.concilio import Concilio
from cogs.comun.vistas import Color
from cogs.torneo.avisos import Avisos
from cogs.torneo.cog import TorneoCog
from cogs.torneo.juego import JuegoCog
from servicios.torneo.agregado import TORNEO


async def setup(bot: Concilio) -> None:
    bot.clases.registrar(ClaseDeFlujo(agregado=TORNEO, titulo="torneo", color=Color.TORNEO))
    Avisos(bot)
    await bot.add_cog(TorneoCog(bot))
    await bot.add_cog(JuegoCog(bot))
