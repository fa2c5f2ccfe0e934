"""Consultas de cartas y reglas: `/errata`, `/aclaracion`, `/carta`, `/regla`, `/buscar` y «Buscar cartas»."""

from cogs.comun.concilio import Concilio
from cogs.consultas.cog import ConsultasCog


async def setup(bot: Concilio) -> None:
    await bot.add_cog(ConsultasCog(bot, bot.servicios.consultas))
