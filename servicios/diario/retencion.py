"""Lo que una copia restaurada debía: se queda quieto hasta que la coordinación pulse «Enviar lo pendiente».

Desde que se hizo la copia pudo enviarse: repetirlo sin preguntar llenaría los canales de avisos viejos. Lo que se
deba por órdenes nuevas sale como siempre.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Table, case, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.bandeja import Estado
from servicios.diario.esquema import bandeja, flujos, recordatorios
from servicios.diario.motor import Motor
from servicios.diario.recordatorios import Situacion

NUNCA = datetime(9999, 1, 1, tzinfo=UTC)
"""La hora de los mensajes por anular que esperan: ni siquiera se edita nada antes de que lo pidan."""


@dataclass(frozen=True, slots=True)
class Retenido:
    """Cuántos avisos y recordatorios de un servidor esperan permiso."""

    avisos: int
    recordatorios: int

    def __bool__(self) -> bool:
        return self.avisos + self.recordatorios > 0


async def retener(con: AsyncConnection) -> None:
    """Aparta todo lo que la base tiene por enviar, a medio enviar, por anular o por recordar."""
    suelto = {"proceso": None, "tomado": None}
    por_enviar = bandeja.c.estado.in_((Estado.PENDIENTE, Estado.ENVIANDO))
    destino = case((bandeja.c.sobra, Estado.CANCELADO), else_=Estado.RETENIDO)
    await con.execute(update(bandeja).where(por_enviar).values(estado=destino, **suelto))
    por_anular = bandeja.c.estado == Estado.POR_ANULAR
    await con.execute(update(bandeja).where(por_anular).values(proximo=NUNCA, **suelto))
    por_vencer = recordatorios.c.estado == Situacion.PENDIENTE
    await con.execute(update(recordatorios).where(por_vencer).values(estado=Situacion.RETENIDO, **suelto))


async def retenido(motor: Motor, servidor: int) -> Retenido:
    """Lo que espera en un servidor."""
    async with motor.leer() as con:
        return Retenido(
            await _cuantos(con, bandeja, Estado.RETENIDO, servidor),
            await _cuantos(con, recordatorios, Situacion.RETENIDO, servidor),
        )


async def soltar(motor: Motor, servidor: int, ahora: datetime) -> Retenido:
    """«Enviar lo pendiente»: lo retenido de un servidor vuelve a salir. Devuelve cuánto era."""
    hora = {"proximo": ahora}
    async with motor.escribir() as con:
        avisos = await con.execute(
            update(bandeja)
            .where(bandeja.c.estado == Estado.RETENIDO, _del(servidor, bandeja))
            .values(estado=Estado.PENDIENTE, creado=ahora, **hora)
        )
        await con.execute(
            update(bandeja)
            .where(bandeja.c.estado == Estado.POR_ANULAR, bandeja.c.proximo == NUNCA, _del(servidor, bandeja))
            .values(**hora)
        )
        citas = await con.execute(
            update(recordatorios)
            .where(recordatorios.c.estado == Situacion.RETENIDO, _del(servidor, recordatorios))
            .values(estado=Situacion.PENDIENTE)
        )
    return Retenido(avisos.rowcount, citas.rowcount)


def _del(servidor: int, tabla: Table) -> ColumnElement[bool]:
    return tabla.c.flujo.in_(select(flujos.c.flujo).where(flujos.c.servidor == servidor))


async def _cuantos(con: AsyncConnection, tabla: Table, estado: str, servidor: int) -> int:
    consulta = select(func.count()).select_from(tabla).where(tabla.c.estado == estado, _del(servidor, tabla))
    return (await con.execute(consulta)).scalar_one()
