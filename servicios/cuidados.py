"""Lo que el bot hace solo de vez en cuando: olvidar lo borrado, purgar a quien se fue y cerrar lo que nadie mueve."""

import logging
from datetime import date, datetime

from servicios import inactividad
from servicios.diario import Diario
from servicios.diario.privacidad import PrivacidadDelDiario
from servicios.diario.purga import Presencia, cuadrar, purgar
from servicios.errores import AlmacenNoDisponible

registro = logging.getLogger(__name__)

CLAVE = "cuidados"


class Cuidados:
    """Lo llama la tarea de fondo del bot, con la frecuencia que sea."""

    def __init__(self, diario: Diario) -> None:
        self._diario = diario
        self._privacidad = PrivacidadDelDiario(diario)
        self._ultimo: date | None = None

    async def avanzar(self, presencia: Presencia, ahora: datetime) -> None:
        """Hace lo que toca. Lo de cada día, una vez al día; si la base no responde, la próxima vez.

        Args:
            presencia: los servidores en que está este proceso, ya conectado del todo.
        """
        try:
            await self._privacidad.al_dia()
            if self._ultimo != ahora.date():
                await self._lo_de_cada_dia(presencia, ahora)
                self._ultimo = ahora.date()
        except AlmacenNoDisponible:
            registro.warning("Los cuidados esperan: la base de datos no responde")

    async def _lo_de_cada_dia(self, presencia: Presencia, ahora: datetime) -> None:
        await cuadrar(self._diario.motor, presencia, ahora)
        for servidor in await purgar(self._diario.motor, presencia, ahora):
            registro.info("Borrados los datos del servidor %s, que se fue hace tiempo", servidor)
            self._diario.olvidar_lo_recordado()
        if await self._diario.parametros.reclamar(CLAVE, ahora.date().isoformat()):
            await inactividad.revisar(self._diario, ahora)
