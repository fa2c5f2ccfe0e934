"""Lo que ha salido en un canal: sus sorteos más recientes, sean de la partida o del día que sean."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.azar import Sorteo
from servicios.diario.esquema import flujos, hechos

FLUJOS_MIRADOS = 200
HECHOS_MIRADOS = 5_000
"""Topes: contar lo de un canal no puede costar más cuanto más se juegue en él."""
DE_UN_SORTEO = {nombre for nombre, campo in Sorteo.model_fields.items() if campo.is_required()}


async def sorteos_del_canal(con: AsyncConnection, servidor: int, canal: int) -> list[Sorteo]:
    """Los sorteos de los últimos flujos del canal, el más reciente primero."""
    suyos = (
        select(flujos.c.flujo)
        .where(flujos.c.servidor == servidor, flujos.c.canal == canal)
        .order_by(flujos.c.movido.desc())
        .limit(FLUJOS_MIRADOS)
    )
    consulta = (
        select(hechos.c.cuerpo)
        .where(hechos.c.flujo.in_(suyos))
        .order_by(hechos.c.momento.desc())
        .limit(HECHOS_MIRADOS)
    )
    cuerpos = (await con.execute(consulta)).scalars()
    return [sorteo for cuerpo in cuerpos for sorteo in _sorteos(cuerpo)]


def _sorteos(valor: Any) -> Iterator[Sorteo]:
    if isinstance(valor, dict):
        if DE_UN_SORTEO <= valor.keys() <= Sorteo.model_fields.keys():
            yield Sorteo.model_validate(valor)
        else:
            for dentro in valor.values():
                yield from _sorteos(dentro)
    elif isinstance(valor, list):
        for dentro in valor:
            yield from _sorteos(dentro)
