"""Qué hay abierto en cada canal. Que en uno no haya nada se recuerda: es lo más común, y se pregunta en cada tirada.

De un servidor solo abre y mueve flujos el proceso que lo atiende, así que basta con olvidarlo cuando lo hace este.
"""

from servicios.diario import flujos
from servicios.diario.flujos import Flujo
from servicios.diario.memoria import Recientes
from servicios.diario.motor import Motor

RECORDADOS = 10_000


class Abiertos:
    """Pregunta a la base, salvo que ya se sepa que no hay nada."""

    def __init__(self, motor: Motor) -> None:
        self._motor = motor
        self._vacios: Recientes[tuple[int, int, str], bool] = Recientes(RECORDADOS)
        self._cambios = 0

    async def en(self, servidor: int, canal: int, familia: str) -> Flujo | None:
        """La partida o el torneo que hay abierto en el canal."""
        clave = (servidor, canal, familia)
        if self._vacios.leer(clave):
            return None
        cambios = self._cambios
        ficha = await self._motor.leer_de_una(lambda con: flujos.abierto_en(con, servidor, canal, familia))
        # Si mientras se leía se ha abierto algo, no se sabe si esto es lo de antes o lo de después.
        if ficha is None and cambios == self._cambios:
            self._vacios.guardar(clave, True)
        return ficha

    def ha_llegado(self, ficha: Flujo) -> None:
        """Un flujo se ha abierto en su canal, o se ha mudado a él."""
        self._cambios += 1
        self._vacios.olvidar((ficha.servidor, ficha.canal, ficha.familia))

    def vaciar(self) -> None:
        """Olvida lo recordado."""
        self._cambios += 1
        self._vacios.vaciar()
