"""El juego de cartas LCG: `/navegacion`, `/rumbo`, `/isla`, `/erebor`, `/amenaza` y `/lcg`."""

from cogs.comun.concilio import Concilio
from cogs.lcg.amenaza import AmenazaCog
from cogs.lcg.erebor import EreborCog
from cogs.lcg.isla import IslaCog
from cogs.lcg.mesa import LcgCog
from cogs.lcg.navegacion import NavegacionCog
from cogs.lcg.rumbo import RumboCog


async def setup(bot: Concilio) -> None:
    for cog in (AmenazaCog(bot), NavegacionCog(bot), RumboCog(), IslaCog(bot), EreborCog(bot), LcgCog(bot)):
        await bot.add_cog(cog)
