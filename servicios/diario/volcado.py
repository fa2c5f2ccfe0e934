"""Recorrer la base entera: lo que necesitan la copia de seguridad, la mudanza y la comprobación."""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import Table, select

from servicios.diario.esquema import tablas
from servicios.diario.motor import Motor


async def recorrer(motor: Motor) -> AsyncIterator[tuple[Table, dict[str, Any]]]:
    """Cada fila de cada tabla, todas de un mismo instante, en un orden en que se pueden volver a insertar.

    Raises:
        AlmacenNoDisponible: si la base no responde.
    """
    async with motor.leer() as con:
        for tabla in tablas():
            consulta = select(tabla).order_by(*tabla.primary_key.columns)
            async for fila in await con.stream(consulta):
                yield tabla, dict(zip(tabla.c.keys(), fila, strict=True))
