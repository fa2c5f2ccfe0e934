"""Las filas de los flujos: qué hay abierto en cada canal, y por qué versión va cada uno."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Row, Select, bindparam, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.esquema import DE_UNO_EN_UNO, flujos


@dataclass(frozen=True, slots=True)
class Flujo:
    """La ficha de un flujo.

    Attributes:
        flujo: identificador, `<servidor>/<clase>/<número>` o `<servidor>/dia/<canal>/<fecha>`.
        clase: nombre de su agregado.
        familia: `partida`, `torneo` o `dia`.
        numero: correlativo de su clase en el servidor (los días no tienen).
        compromiso: SHA-256 de su semilla, en hexadecimal.
        version: número de hechos. `orden`: número de la última orden.
        creado, movido, cerrado: instantes en que se abrió, tuvo su última orden y se cerró.
    """

    flujo: str
    clase: str
    familia: str
    servidor: int
    canal: int
    numero: int | None
    compromiso: str
    abierto: bool
    version: int
    orden: int
    creado: datetime
    movido: datetime
    cerrado: datetime | None


_FICHA = select(*(flujos.c[campo] for campo in Flujo.__dataclass_fields__))
_POR_NOMBRE = _FICHA.where(flujos.c.flujo == bindparam("nombre"))
_ABIERTO = _FICHA.where(
    flujos.c.servidor == bindparam("s"),
    flujos.c.canal == bindparam("c"),
    flujos.c.familia == bindparam("f"),
    flujos.c.abierto,
    text(DE_UNO_EN_UNO),  # escrito igual que en el índice, para que lo use
)
_AVANZAR = update(flujos).where(
    flujos.c.flujo == bindparam("nombre"),
    flujos.c.version == bindparam("de_version"),
    flujos.c.orden == bindparam("de_orden"),
    flujos.c.abierto,
)


async def _fichas(con: AsyncConnection, consulta: Select, **valores: object) -> list[Flujo]:
    return [_ficha(fila) for fila in await con.execute(consulta, valores)]


def _ficha(fila: Row) -> Flujo:
    return Flujo(*fila)


async def buscar(con: AsyncConnection, flujo: str) -> Flujo | None:
    """La ficha de un flujo, o `None` si no existe."""
    return next(iter(await _fichas(con, _POR_NOMBRE, nombre=flujo)), None)


async def abierto_en(con: AsyncConnection, servidor: int, canal: int, familia: str) -> Flujo | None:
    """La partida o el torneo que hay abierto en el canal (de los días no se pregunta: siempre `None`)."""
    return next(iter(await _fichas(con, _ABIERTO, s=servidor, c=canal, f=familia)), None)


async def por_origen(con: AsyncConnection, servidor: int, origen: str) -> Flujo | None:
    """El flujo que abrió esa orden, si lo abrió."""
    consulta = _FICHA.where(flujos.c.servidor == servidor, flujos.c.origen == origen)
    return next(iter(await _fichas(con, consulta)), None)


async def del_servidor(
    con: AsyncConnection,
    servidor: int,
    *,
    clases: Sequence[str] = (),
    canal: int | None = None,
    abierto: bool | None = None,
    limite: int = 25,
) -> list[Flujo]:
    """Los flujos de un servidor, los movidos hace menos primero."""
    consulta = _FICHA.where(flujos.c.servidor == servidor)
    if clases:
        consulta = consulta.where(flujos.c.clase.in_(clases))
    if canal is not None:
        consulta = consulta.where(flujos.c.canal == canal)
    if abierto is not None:
        consulta = consulta.where(flujos.c.abierto == abierto)
    return await _fichas(con, consulta.order_by(flujos.c.movido.desc(), flujos.c.flujo).limit(limite))


async def siguiente_numero(con: AsyncConnection, servidor: int, clase: str) -> int:
    """El número que toca al próximo flujo de esa clase en el servidor."""
    ultimo = select(func.max(flujos.c.numero)).where(flujos.c.servidor == servidor, flujos.c.clase == clase)
    return (await con.scalar(ultimo) or 0) + 1


async def abrir(con: AsyncConnection, ficha: Flujo, origen: str | None) -> None:
    """Guarda un flujo nuevo.

    Raises:
        IntegrityError: si ya existe, si el canal está ocupado o si esa orden ya abrió otro.
    """
    valores = {campo: getattr(ficha, campo) for campo in Flujo.__dataclass_fields__}
    await con.execute(insert(flujos), {**valores, "origen": origen})


async def avanzar(
    con: AsyncConnection, flujo: str, de: tuple[int, int], a: tuple[int, int], ahora: datetime, *, cerrar: bool
) -> bool:
    """Pasa el flujo de una (versión, orden) a otra; falso si alguien se ha adelantado o se ha cerrado."""
    valores = {
        "nombre": flujo,
        "de_version": de[0],
        "de_orden": de[1],
        "version": a[0],
        "orden": a[1],
        "movido": ahora,
        "abierto": not cerrar,
        "cerrado": ahora if cerrar else None,
    }
    return (await con.execute(_AVANZAR, valores)).rowcount == 1


async def mover(con: AsyncConnection, flujo: str, canal: int) -> None:
    """Lleva un flujo abierto a otro canal.

    Raises:
        IntegrityError: si allí ya hay otro abierto de su familia.
    """
    await con.execute(update(flujos).where(flujos.c.flujo == flujo).values(canal=canal))


async def cerrar(con: AsyncConnection, flujo: str, ahora: datetime) -> None:
    """Cierra un flujo que no lo hace con un hecho propio (un día que acaba)."""
    await con.execute(update(flujos).where(flujos.c.flujo == flujo).values(abierto=False, cerrado=ahora))
