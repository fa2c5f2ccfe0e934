"""Los recordatorios: filas con una hora, que toma un solo proceso, hace y marca.

Cada uno se identifica por su fila y por la vez que se fijó su hora (`aviso:<id>.<vez>`): ese es el origen de la
orden que da, así que aunque dos procesos lo atiendan tiene un solo efecto.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Row, or_, select, update

from servicios.diario.esquema import recordatorios
from servicios.diario.motor import Motor

PLAZO_DE_RECORDATORIO = timedelta(minutes=1)
"""Pasado este tiempo, si quien lo tomó no lo ha marcado, lo toma otro. Repetirlo no hace daño."""


class Situacion(StrEnum):
    PENDIENTE = "pendiente"
    RETENIDO = "retenido"  # viene de una copia restaurada (retencion.py)
    HECHO = "hecho"
    CANCELADO = "cancelado"
    FALLIDO = "fallido"


@dataclass(frozen=True, slots=True)
class Cita:
    """Un recordatorio. `intentos`: cuántas veces se había tomado antes de esta."""

    id: int
    vez: int
    flujo: str
    clave: str
    vence: datetime
    intentos: int

    @property
    def origen(self) -> str:
        return f"aviso:{self.id}.{self.vez}"


class Recordatorios:
    """Lo que toma y marca quien los atiende."""

    def __init__(self, motor: Motor, proceso: str) -> None:
        self._motor = motor
        self._proceso = proceso

    async def tomar(self, ahora: datetime, limite: int) -> list[Cita]:
        """Toma los que han llegado a su hora, los más antiguos primero."""
        libre = or_(recordatorios.c.proceso.is_(None), recordatorios.c.tomado <= ahora - PLAZO_DE_RECORDATORIO)
        vencidos = (
            select(recordatorios)
            .where(recordatorios.c.estado == Situacion.PENDIENTE, recordatorios.c.proximo <= ahora, libre)
            .order_by(recordatorios.c.proximo, recordatorios.c.id)
            .limit(limite)
            .with_for_update(skip_locked=True)
        )
        async with self._motor.escribir() as con:
            filas = (await con.execute(vencidos)).all()
            if filas:
                await con.execute(
                    update(recordatorios)
                    .where(recordatorios.c.id.in_([fila.id for fila in filas]))
                    .values(proceso=self._proceso, tomado=ahora, intentos=recordatorios.c.intentos + 1)
                )
        return [_cita(fila) for fila in filas]

    async def vigente(self, cita: Cita) -> bool:
        """Si sigue debiéndose a esa hora, y lo sigue llevando este proceso."""
        suya = self._misma(cita) & (recordatorios.c.estado == Situacion.PENDIENTE)
        consulta = select(recordatorios.c.id).where(suya, recordatorios.c.proceso == self._proceso)
        return await self._motor.leer_de_una(lambda con: con.scalar(consulta)) is not None

    async def hecho(self, cita: Cita, motivo: str | None = None) -> None:
        """Atendido. Si al atenderlo se le dio otra hora, esa sigue en pie."""
        await self._marcar(cita, estado=Situacion.HECHO, motivo=motivo)

    async def aplazado(self, cita: Cita, proximo: datetime, motivo: str) -> None:
        """No se ha podido atender: se repetirá a esa hora."""
        await self._marcar(cita, proximo=proximo, motivo=motivo)

    async def fallido(self, cita: Cita, motivo: str) -> None:
        """No se va a poder atender."""
        await self._marcar(cita, estado=Situacion.FALLIDO, motivo=motivo)

    async def _marcar(self, cita: Cita, **valores: Any) -> None:
        cambio = update(recordatorios).where(self._misma(cita))
        async with self._motor.escribir() as con:
            await con.execute(cambio.values(proceso=None, tomado=None, **valores))

    @staticmethod
    def _misma(cita: Cita) -> ColumnElement[bool]:
        return (recordatorios.c.id == cita.id) & (recordatorios.c.vez == cita.vez)

    async def de(self, flujo: str) -> list[tuple[Situacion, Cita]]:
        """Todos los de un flujo, con su situación (para diagnosticar y probar)."""
        consulta = select(recordatorios).where(recordatorios.c.flujo == flujo).order_by(recordatorios.c.id)
        async with self._motor.leer() as con:
            return [(Situacion(fila.estado), _cita(fila)) for fila in await con.execute(consulta)]


def _cita(fila: Row) -> Cita:
    return Cita(fila.id, fila.vez, fila.flujo, fila.clave, fila.vence, fila.intentos)
