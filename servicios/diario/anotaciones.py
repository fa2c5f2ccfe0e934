"""Las órdenes y los hechos de un flujo, tal como se escriben y se leen."""

from itertools import groupby

from sqlalchemy import Row, bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.deshacer import Deshecho, Rehecho, leer_hecho
from servicios.diario.esquema import hechos, ordenes
from servicios.hechos import Agregado, Hecho
from servicios.libro import Anotada, DiarioIncoherente, Libro

_ORDENES = select(ordenes).where(
    ordenes.c.flujo == bindparam("f"), ordenes.c.numero > bindparam("a"), ordenes.c.numero <= bindparam("b")
)
_HECHOS = (
    select(hechos.c.orden, hechos.c.version, hechos.c.tipo, hechos.c.cuerpo)
    .where(hechos.c.flujo == bindparam("f"), hechos.c.version >= bindparam("a"), hechos.c.version < bindparam("b"))
    .order_by(hechos.c.version)
)
_POR_ORIGEN = select(ordenes.c.numero).where(ordenes.c.flujo == bindparam("f"), ordenes.c.origen == bindparam("o"))
HASTA_EL_FINAL = 2**31 - 1


async def escribir(con: AsyncConnection, libro: Libro, anotada: Anotada) -> None:
    """Añade una orden con sus hechos detrás de lo que ya tiene el libro.

    Raises:
        IntegrityError: si la orden ya estaba (mismo origen) o alguien se ha adelantado.
    """
    await con.execute(
        insert(ordenes),
        {
            "flujo": libro.flujo,
            "numero": anotada.numero,
            "origen": anotada.origen,
            "autor": anotada.autor,
            "momento": anotada.momento,
            "desde": libro.version + 1,
            "hechos": len(anotada.hechos),
            "tiradas": libro.tiradas,
        },
    )
    filas = [
        {
            "flujo": libro.flujo,
            "version": version,
            "orden": anotada.numero,
            "tipo": hecho.tipo,
            "cuerpo": Agregado.escribir(hecho),
            "momento": anotada.momento,
        }
        for version, hecho in enumerate(anotada.hechos, start=libro.version + 1)
    ]
    if filas:
        await con.execute(insert(hechos), filas)


async def leer(
    con: AsyncConnection, agregado: Agregado, flujo: str, *, tras: int = 0, hasta: int = HASTA_EL_FINAL
) -> list[Anotada]:
    """Las órdenes de un flujo con número mayor que `tras` y no mayor que `hasta`, con sus hechos."""
    return [anotada for anotada, _ in await leer_numeradas(con, agregado, flujo, tras=tras, hasta=hasta)]


async def leer_numeradas(
    con: AsyncConnection, agregado: Agregado, flujo: str, *, tras: int = 0, hasta: int = HASTA_EL_FINAL
) -> list[tuple[Anotada, int]]:
    """Como `leer`, y con las tiradas que hubo en el flujo antes de cada orden.

    Raises:
        DiarioIncoherente: si falta algún hecho, o no se entiende.
    """
    consulta = _ORDENES.order_by(ordenes.c.numero)
    filas = (await con.execute(consulta, {"f": flujo, "a": tras, "b": hasta})).all()
    if not filas:
        return []
    limites = {"a": filas[0].desde, "b": filas[-1].desde + filas[-1].hechos}
    guardados = await con.execute(_HECHOS, {"f": flujo, **limites})
    por_orden = {numero: list(grupo) for numero, grupo in groupby(guardados, key=lambda fila: fila.orden)}
    anotadas: list[tuple[Anotada, int]] = []
    for fila in filas:
        suyos = por_orden.get(fila.numero, [])
        if [hecho.version for hecho in suyos] != list(range(fila.desde, fila.desde + fila.hechos)):
            raise DiarioIncoherente(f"a la orden {fila.numero} de {flujo} le faltan hechos")
        leidos = tuple(_leer_hecho(agregado, flujo, hecho) for hecho in suyos)
        anotadas.append((Anotada(fila.numero, fila.autor, fila.momento, fila.origen, leidos), fila.tiradas))
    return anotadas


def _leer_hecho(agregado: Agregado, flujo: str, fila: Row) -> Hecho:
    try:
        return leer_hecho(agregado.hechos, fila.tipo, fila.cuerpo)
    except (KeyError, ValueError) as error:
        raise DiarioIncoherente(f"no entiendo el hecho {fila.version} de {flujo} («{fila.tipo}»)") from error


async def por_origen(con: AsyncConnection, flujo: str, origen: str) -> int | None:
    """El número de la orden que ya se dio con ese origen, si se dio."""
    return await con.scalar(_POR_ORIGEN, {"f": flujo, "o": origen})


async def deshechas(con: AsyncConnection, flujo: str, tras: int) -> frozenset[int]:
    """Los números de las órdenes posteriores a `tras` que ahora no cuentan."""
    # Lo que deshace una orden viene detrás de ella: lo anterior no hace falta leerlo.
    primera = select(ordenes.c.desde).where(ordenes.c.flujo == flujo, ordenes.c.numero == tras + 1)
    vueltas = (
        select(hechos.c.tipo, hechos.c.cuerpo)
        .where(hechos.c.flujo == flujo, hechos.c.version >= primera.scalar_subquery())
        .where(hechos.c.tipo.in_((Deshecho.tipo, Rehecho.tipo)))
        .order_by(hechos.c.version)
    )
    fuera: set[int] = set()
    for tipo, cuerpo in await con.execute(vueltas):
        (fuera.add if tipo == Deshecho.tipo else fuera.discard)(cuerpo["orden"])
    return frozenset(fuera)
