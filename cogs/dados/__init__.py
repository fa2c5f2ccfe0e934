"""Dados sueltos: `/dados` y la mesa de dados."""

from cogs.comun.concilio import Concilio
from cogs.dados.cog import DadosCog


async def setup(bot: Concilio) -> None:
    await bot.add_cog(DadosCog(bot))
