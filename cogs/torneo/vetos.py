"""Los vetos: una expulsión de un torneo puede valer para los siguientes del mismo servidor, hasta que se levante.

El veto es un hecho del torneo en que se impuso. Si ese torneo sigue abierto se levanta en él; si ya se cerró, lo
cerrado no admite cambios, y que está levantado lo recuerdan los ajustes del servidor.
"""

from cogs.comun.concilio import Concilio
from servicios import configuracion
from servicios.diario import Flujo
from servicios.torneo.agregado import TORNEO

MIRADOS = 200
"""Torneos de un servidor en que se buscan vetos, los últimos primero."""


class Vetos:
    """Recuerda los vetos de los torneos cerrados, que ya no cambian."""

    def __init__(self, bot: Concilio) -> None:
        self._bot = bot
        self._cerrados: dict[str, frozenset[int]] = {}

    async def vigentes(self, servidor: int, persona: int) -> list[Flujo]:
        """Los torneos que vetan a esa persona y no lo han levantado."""
        elegido = await configuracion.leer(self._bot.diario, servidor)
        fichas = await self._bot.diario.buscar(servidor, clases=(TORNEO.nombre,), limite=MIRADOS)
        return [
            ficha
            for ficha in fichas
            if persona in await self._vetados(ficha) and _clave(ficha, persona) not in elegido.vetos_levantados
        ]

    async def levantar(self, ficha: Flujo, persona: int) -> None:
        """Apunta que el veto de un torneo ya cerrado no vale."""
        elegido = await configuracion.leer(self._bot.diario, ficha.servidor)
        levantados = tuple(sorted({*elegido.vetos_levantados, _clave(ficha, persona)}))
        await configuracion.cambiar(self._bot.diario, ficha.servidor, vetos_levantados=levantados)

    async def _vetados(self, ficha: Flujo) -> frozenset[int]:
        if ficha.flujo in self._cerrados:
            return self._cerrados[ficha.flujo]
        vetados: frozenset[int] = (await self._bot.diario.leer(ficha.flujo)).estado.vetados
        if not ficha.abierto:
            self._cerrados[ficha.flujo] = vetados
        return vetados


def _clave(ficha: Flujo, persona: int) -> str:
    return f"{ficha.numero}:{persona}"
