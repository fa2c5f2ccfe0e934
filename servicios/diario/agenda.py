"""Cuándo hay que volver a mirar: la hora más próxima de un recordatorio o de un mensaje por enviar.

Permite dormir hasta entonces en vez de preguntar sin parar, y no abrir ninguna escritura si no hay nada que hacer.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.bandeja import PLAZO_DE_ENVIO, Estado
from servicios.diario.esquema import bandeja, recordatorios
from servicios.diario.recordatorios import PLAZO_DE_RECORDATORIO, Situacion

VIVOS = (Estado.PENDIENTE, Estado.ENVIANDO, Estado.POR_ANULAR)


async def proxima(con: AsyncConnection) -> datetime | None:
    """La hora más próxima, quizá ya pasada; `None` si no hay nada pendiente."""
    horas = [
        *await _de(con, recordatorios, (Situacion.PENDIENTE,), PLAZO_DE_RECORDATORIO),
        *await _de(con, bandeja, VIVOS, PLAZO_DE_ENVIO),
    ]
    return min(horas, default=None)


async def _de(con: AsyncConnection, tabla: Table, vivos: Iterable[str], plazo: timedelta) -> list[datetime]:
    """La hora de lo que nadie lleva, y la de dar por perdido lo que alguien tomó."""
    libre = tabla.c.proceso.is_(None)
    consulta = (
        select(func.min(tabla.c.proximo).label("proximo"), func.min(tabla.c.tomado).label("tomado"))
        .where(tabla.c.estado.in_(vivos))
        .group_by(libre)
    )
    return [f.tomado + plazo if f.tomado else f.proximo for f in await con.execute(consulta)]
