"""La Guerra del Anillo: tiradas sueltas, la partida y sus batallas."""

from cogs.comun.concilio import Concilio
from cogs.guerra.batalla import BatallaCog
from cogs.guerra.cog import GuerraCog
from cogs.guerra.compania import CompaniaCog
from cogs.guerra.sueltas import TiradasCog


async def setup(bot: Concilio) -> None:
    await bot.add_cog(TiradasCog(bot))
    await bot.add_cog(GuerraCog(bot))
    await bot.add_cog(CompaniaCog())
    await bot.add_cog(BatallaCog())
