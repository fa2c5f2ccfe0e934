"""Los vetos: una expulsión de un torneo puede valer para los siguientes del mismo servidor, hasta que se levante.

El veto es un hecho del torneo en que se impuso. Si ese torneo sigue abierto se levanta en él; si ya se cerró, lo
cerrado no admite cambios, y que está levantado lo recuerdan los ajustes del servidor.
"""

from collections.abc import Mapping
from typing import Any

from cogs.comun.acciones import Interaccion
from cogs.comun.concilio import Concilio
from cogs.comun.personas import actor_de, servidor_de
from servicios import configuracion
from servicios.configuracion import Configuracion
from servicios.diario import Flujo
from servicios.errores import NoExiste
from servicios.torneo.agregado import TORNEO
from servicios.torneo.bajas import LevantarVeto
from servicios.torneo.derechos import exigir_coordinacion

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

    async def levantar(self, interaccion: Interaccion, cuenta: int) -> None:
        """Levanta los vetos de una cuenta: cada uno en su torneo si sigue abierto; si se cerró, en los ajustes.

        Raises:
            NoExiste: si no tiene ninguno.
            SinPermiso: si quien pulsa no coordina el torneo en que se impuso.
        """
        diario, servidor = self._bot.diario, servidor_de(interaccion)
        persona, actor = await diario.persona(servidor, cuenta), await actor_de(interaccion)
        fichas = await self.vigentes(servidor, persona)
        if not fichas:
            raise NoExiste("Esa persona no tiene ningún veto en este servidor.")
        for ficha in fichas:
            exigir_coordinacion((await diario.leer(ficha.flujo)).estado, actor)
            if ficha.abierto:
                origen = f"{interaccion.id}:{ficha.numero}"
                await diario.ejecutar(ficha.flujo, LevantarVeto(persona=persona), actor, origen)
            else:
                await self._dejar_sin_efecto(ficha, persona)

    async def _dejar_sin_efecto(self, ficha: Flujo, persona: int) -> None:
        """Apunta que el veto de un torneo ya cerrado no vale. Dos a la vez no se pisan."""

        def con_uno_mas(antes: dict[str, Any]) -> Mapping[str, Any]:
            levantados = {*Configuracion.model_validate(antes).vetos_levantados, _clave(ficha, persona)}
            return antes | {"vetos_levantados": sorted(levantados)}

        await self._bot.diario.ajustes.cambiar(ficha.servidor, con_uno_mas)

    async def _vetados(self, ficha: Flujo) -> frozenset[int]:
        if ficha.flujo in self._cerrados:
            return self._cerrados[ficha.flujo]
        vetados: frozenset[int] = (await self._bot.diario.leer(ficha.flujo)).estado.vetados
        if not ficha.abierto:
            self._cerrados[ficha.flujo] = vetados
        return vetados


def _clave(ficha: Flujo, persona: int) -> str:
    return f"{ficha.numero}:{persona}"
