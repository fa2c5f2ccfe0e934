"""Las semillas: secretas hasta que se cierra su flujo. Se guardan aparte, por su compromiso."""

from datetime import datetime

from sqlalchemy import Row, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.azar import compromiso
from servicios.diario.esquema import flujos, semillas


async def guardar(con: AsyncConnection, semilla: bytes) -> str:
    """Guarda una semilla nueva y devuelve su compromiso."""
    huella = compromiso(semilla)
    await con.execute(insert(semillas), {"compromiso": huella, "semilla": semilla})
    return huella


async def revelar(con: AsyncConnection, flujo: str, ahora: datetime) -> None:
    """Desde ahora, la semilla del flujo se puede enseñar."""
    suya = select(flujos.c.compromiso).where(flujos.c.flujo == flujo).scalar_subquery()
    await con.execute(update(semillas).where(semillas.c.compromiso == suya).values(revelada=ahora))


async def leer(con: AsyncConnection, flujo: str) -> Row | None:
    """El compromiso, la semilla y el instante en que se reveló (si se ha revelado)."""
    consulta = (
        select(semillas.c.compromiso, semillas.c.semilla, semillas.c.revelada)
        .join(flujos, flujos.c.compromiso == semillas.c.compromiso)
        .where(flujos.c.flujo == flujo)
    )
    return (await con.execute(consulta)).one_or_none()
