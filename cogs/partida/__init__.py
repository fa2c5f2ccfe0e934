"""`/partida`: lo común a todas las clases de partida."""

from cogs.comun.concilio import Concilio
from cogs.partida.cog import PartidaCog


async def setup(bot: Concilio) -> None:
    await bot.add_cog(PartidaCog(bot))
