"""`/probabilidad`: cuentas exactas de cada juego. Cada uno pone su comando en un archivo y lo mezcla en `cog.py`."""

from cogs.comun.concilio import Concilio
from cogs.probabilidad.cog import ProbabilidadCog


async def setup(bot: Concilio) -> None:
    await bot.add_cog(ProbabilidadCog(bot))
