"""Lo que nadie mueve: a qué flujos toca avisar y a cuáles, ya avisados, toca cerrar.

Un flujo con un recordatorio por vencer no está parado: espera un plazo. Los días se cierran solos y no cuentan. El
aviso lleva en su clave la última orden, así que cualquier orden nueva lo deja sin efecto.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Row, String, cast, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.bandeja import INACTIVIDAD, Estado, encolar
from servicios.diario.esquema import bandeja, flujos, recordatorios
from servicios.diario.recordatorios import Situacion
from servicios.hechos import Aviso

DADO = (Estado.ENVIADO, Estado.DUDOSO, Estado.FALLIDO)
"""Un aviso que ya ha salido, o que no podrá salir."""


def _parado(desde: datetime) -> ColumnElement[bool]:
    espera = exists().where(
        recordatorios.c.flujo == flujos.c.flujo,
        recordatorios.c.estado.in_((Situacion.PENDIENTE, Situacion.RETENIDO)),
    )
    return flujos.c.abierto & (flujos.c.familia != "dia") & (flujos.c.movido < desde) & ~espera


def _su_aviso() -> ColumnElement[bool]:
    return (bandeja.c.flujo == flujos.c.flujo) & (bandeja.c.clave == INACTIVIDAD + cast(flujos.c.orden, String))


async def por_avisar(con: AsyncConnection, desde: datetime, limite: int) -> Sequence[Row]:
    """Los parados desde antes de ese instante a los que no se ha avisado: (flujo, orden, movido)."""
    avisado = exists().where(_su_aviso(), bandeja.c.estado != Estado.CADUCADO)
    return await _buscar(con, _parado(desde) & ~avisado, limite)


async def por_cerrar(con: AsyncConnection, desde: datetime, avisado: datetime, limite: int) -> Sequence[Row]:
    """Los parados a los que se avisó antes de `avisado` y siguen igual: (flujo, orden, movido)."""
    dado = exists().where(_su_aviso(), bandeja.c.estado.in_(DADO), bandeja.c.creado <= avisado)
    return await _buscar(con, _parado(desde) & dado, limite)


async def _buscar(con: AsyncConnection, condicion: ColumnElement[bool], limite: int) -> Sequence[Row]:
    consulta = select(flujos.c.flujo, flujos.c.orden, flujos.c.movido).where(condicion)
    return (await con.execute(consulta.order_by(flujos.c.movido, flujos.c.flujo).limit(limite))).all()


async def avisar(con: AsyncConnection, flujo: str, aviso: Aviso, ahora: datetime) -> None:
    """Pone el aviso por enviar; si caducó sin salir, lo intenta otra vez."""
    suyo = (bandeja.c.flujo == flujo) & (bandeja.c.clave == aviso.clave) & (bandeja.c.estado == Estado.CADUCADO)
    otra_vez = {"estado": Estado.PENDIENTE, "creado": ahora, "proximo": ahora, "datos": dict(aviso.datos)}
    if not (await con.execute(update(bandeja).where(suyo).values(**otra_vez))).rowcount:
        await encolar(con, flujo, [aviso], ahora, fijo=True)
