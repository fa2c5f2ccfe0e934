"""Los datos de un servidor que ha echado al bot: se guardan un tiempo y después se borran todos."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Table, delete, exists, or_, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.esquema import (
    ajustes,
    bandeja,
    dias,
    flujos,
    hechos,
    instantaneas,
    ordenes,
    personas,
    recordatorios,
    semillas,
    servidores_idos,
    textos,
)
from servicios.diario.motor import Motor, fijar

SE_GUARDAN = timedelta(days=30)
POR_TANDA = 100
"""Flujos que se borran en cada transacción: entre una y otra, los demás pueden escribir."""

DE_UN_FLUJO: tuple[Table, ...] = (bandeja, recordatorios, textos, hechos, ordenes, instantaneas)
DE_UN_SERVIDOR: tuple[Table, ...] = (personas, ajustes, servidores_idos)


@dataclass(frozen=True)
class Presencia:
    """En qué servidores está este proceso, y de cuáles puede saberlo.

    Attributes:
        servidores: aquellos en que está ahora mismo.
        fragmentos: cuántos hay en total. `propios`: los que lleva este proceso; de los demás no sabe nada.
    """

    servidores: Collection[int]
    fragmentos: int
    propios: Collection[int]

    def falta_de(self, servidor: int) -> bool:
        """Si es seguro que el bot no está ahí. (El servidor 0 son los mensajes directos.)"""
        es_mio = (servidor >> 22) % self.fragmentos in self.propios
        return es_mio and servidor != 0 and servidor not in self.servidores


async def cuadrar(motor: Motor, presencia: Presencia, ahora: datetime) -> None:
    """Apunta los servidores que echaron al bot mientras no miraba, y olvida los que han vuelto.

    Raises:
        AlmacenNoDisponible: si la base no responde.
    """
    con_datos = union(*(select(tabla.c.servidor) for tabla in (personas, flujos, ajustes)))
    async with motor.escribir() as con:
        conocidos = set(await con.scalars(con_datos))
        idos = set(await con.scalars(select(servidores_idos.c.servidor)))
        for servidor in filter(presencia.falta_de, conocidos - idos):
            await fijar(con, servidores_idos, {"servidor": servidor}, {"desde": ahora})
        vueltos = idos.intersection(presencia.servidores)
        await con.execute(delete(servidores_idos).where(servidores_idos.c.servidor.in_(vueltos)))


async def purgar(motor: Motor, presencia: Presencia, ahora: datetime) -> list[int]:
    """Borra los datos de los servidores que se fueron hace más de `SE_GUARDAN`. Devuelve cuáles.

    Solo los de este proceso, y nunca los de uno en que el bot está. Si se corta a mitad, la próxima vez sigue; si un
    servidor vuelve mientras tanto, no se le borra nada más.

    Raises:
        AlmacenNoDisponible: si la base no responde.
    """
    consulta = select(servidores_idos.c.servidor).where(servidores_idos.c.desde < ahora - SE_GUARDAN)
    async with motor.leer() as con:
        idos = filter(presencia.falta_de, list(await con.scalars(consulta)))
    return [servidor for servidor in idos if await _purgar(motor, servidor)]


async def _purgar(motor: Motor, servidor: int) -> bool:
    borrado = await _hasta_el_final(motor, servidor)
    await motor.asentar()
    return borrado


async def _hasta_el_final(motor: Motor, servidor: int) -> bool:
    while True:
        async with motor.escribir() as con:
            ido = select(servidores_idos).where(servidores_idos.c.servidor == servidor).with_for_update()
            if (await con.execute(ido)).first() is None:
                return False
            if not await _borrar_tanda(con, servidor):
                for tabla in DE_UN_SERVIDOR:
                    await con.execute(delete(tabla).where(tabla.c.servidor == servidor))
                return True


async def _borrar_tanda(con: AsyncConnection, servidor: int) -> bool:
    """Borra unos cuantos flujos con todo lo suyo, los más recientes primero. Falso si ya no quedaba ninguno."""
    suyos = select(flujos.c.flujo, flujos.c.compromiso).where(flujos.c.servidor == servidor)
    # Un día nombra al anterior: si se borra antes el más nuevo, nunca queda uno que nombre a quien ya no está.
    filas = (
        await con.execute(suyos.order_by(flujos.c.creado.desc(), flujos.c.flujo.desc()).limit(POR_TANDA))
    ).all()
    nombres = [fila.flujo for fila in filas]
    de_los_dias = select(dias.c.siguiente).where(dias.c.flujo.in_(nombres))
    secretos = {fila.compromiso for fila in filas} | set(await con.scalars(de_los_dias))
    await con.execute(delete(dias).where(dias.c.flujo.in_(nombres)))
    for tabla in (*DE_UN_FLUJO, flujos):
        await con.execute(delete(tabla).where(tabla.c.flujo.in_(nombres)))
    await con.execute(delete(semillas).where(semillas.c.compromiso.in_(secretos), ~_en_uso()))
    return bool(filas)


def _en_uso() -> ColumnElement[bool]:
    return or_(
        exists().where(flujos.c.compromiso == semillas.c.compromiso),
        exists().where(dias.c.siguiente == semillas.c.compromiso),
    )
