"""Comprobar la base entera: lo que no encaja, dicho con una frase por hallazgo. No cambia nada.

Cada flujo se vuelve a plegar desde sus hechos (`cotejo.py`); además se miran las semillas, la cadena de los días y
las filas que se refieren a otras que no existen.
"""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Any

from sqlalchemy import Column, ForeignKey, Row, Select, Table, Text, cast, exists, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.azar import BYTES_DE_SEMILLA, compromiso
from servicios.diario.arranque import exigir_base, explicar, revision_presente
from servicios.diario.bandeja import Estado
from servicios.diario.cotejo import Guardado, cotejar
from servicios.diario.esquema import (
    REVISION,
    bandeja,
    dias,
    flujos,
    hechos,
    instantaneas,
    ordenes,
    personas,
    recordatorios,
    semillas,
    tablas,
    textos,
)
from servicios.diario.flujos import Flujo
from servicios.diario.motor import Motor
from servicios.diario.recordatorios import Situacion
from servicios.errores import ErrorDePuestaEnMarcha
from servicios.hechos import Agregado

POR_TANDA = 200
MUESTRAS = 10
"""Filas sueltas que se nombran por cada relación rota; las demás tendrán la misma causa."""


@dataclass(frozen=True, slots=True)
class Hallazgo:
    """Algo que no encaja. `flujo`: de cuál; `None` si no es de ninguno."""

    flujo: str | None
    frase: str

    def __str__(self) -> str:
        return f"{self.flujo}: {self.frase}" if self.flujo else self.frase


async def comprobar(motor: Motor, agregados: Iterable[Agregado[Any]]) -> list[Hallazgo]:
    """Todo lo que no encaja en la base, visto en un mismo instante aunque el bot esté en marcha.

    Raises:
        ErrorDePuestaEnMarcha: si no hay base, no se puede leer o no es de la versión de este programa.
    """
    exigir_base(motor)
    reglas = {agregado.nombre: agregado for agregado in agregados}
    with explicar(motor.url):
        async with motor.leer() as con:
            _exigir_version(await con.run_sync(revision_presente))
            return [
                *(await _del_archivo(con) if motor.es_sqlite else ()),
                *[hallazgo async for hallazgo in _sueltas(con)],
                *[hallazgo async for hallazgo in _de_las_semillas(con)],
                *[hallazgo async for hallazgo in _de_los_dias(con)],
                *[hallazgo async for hallazgo in _de_lo_pendiente(con)],
                *[hallazgo async for hallazgo in _de_los_flujos(con, reglas)],
            ]


def _exigir_version(presente: str | None) -> None:
    if presente is None:
        raise ErrorDePuestaEnMarcha("La base de datos está vacía: no hay nada que comprobar.")
    if presente != REVISION:
        raise ErrorDePuestaEnMarcha(
            f"La base de datos está en la migración {presente} y este programa usa la {REVISION}. Arranca el bot una "
            "vez para ponerla al día, o usa el programa que la dejó así."
        )


async def _del_archivo(con: AsyncConnection) -> list[Hallazgo]:
    dicho = (await con.execute(text(f"PRAGMA integrity_check({MUESTRAS})"))).scalars().all()
    return [Hallazgo(None, f"El archivo de SQLite está dañado: {linea}.") for linea in dicho if linea != "ok"]


async def _sueltas(con: AsyncConnection) -> AsyncIterator[Hallazgo]:
    """Filas que se refieren a otra que no existe."""
    for tabla in tablas():
        for ajena in sorted(tabla.foreign_keys, key=lambda clave: clave.parent.name):
            for valor in (await con.execute(_huerfanas(tabla, ajena))).scalars():
                otra = ajena.column.table.name
                yield Hallazgo(None, f"La tabla «{tabla.name}» nombra «{valor}», que no está en «{otra}».")


def _huerfanas(tabla: Table, ajena: ForeignKey) -> Select:
    propia: Column[Any] = ajena.parent
    otra = ajena.column.table.alias()
    hay = exists().where(otra.c[ajena.column.name] == propia)
    return select(propia).where(propia.is_not(None), ~hay).distinct().order_by(propia).limit(MUESTRAS)


async def _de_las_semillas(con: AsyncConnection) -> AsyncIterator[Hallazgo]:
    de_flujo = exists().where(flujos.c.compromiso == semillas.c.compromiso)
    de_dia = exists().where(dias.c.siguiente == semillas.c.compromiso)
    consulta = select(semillas.c.compromiso, semillas.c.semilla, (de_flujo | de_dia).label("usada"))
    async for fila in _por_tandas(con, consulta, semillas.c.compromiso):
        if len(fila.semilla) != BYTES_DE_SEMILLA or compromiso(fila.semilla) != fila.compromiso:
            yield Hallazgo(None, f"La semilla del compromiso {fila.compromiso} no es la que se comprometió.")
        if not fila.usada:
            yield Hallazgo(None, f"La semilla del compromiso {fila.compromiso} no es de ningún flujo.")


async def _de_los_dias(con: AsyncConnection) -> AsyncIterator[Hallazgo]:
    """La semilla de cada día es la que el anterior dejó comprometida."""
    consulta = (
        select(dias, flujos.c.compromiso)
        .join(flujos, flujos.c.flujo == dias.c.flujo)
        .order_by(dias.c.servidor, dias.c.canal, dias.c.fecha)
    )
    filas = (await con.execute(consulta)).all()
    for _, de_un_canal in groupby(filas, key=lambda fila: (fila.servidor, fila.canal)):
        primero, *resto = de_un_canal
        if primero.anterior is not None:
            yield Hallazgo(primero.flujo, "Es el primer día de su canal y nombra uno anterior.")
        for ayer, hoy in pairwise((primero, *resto)):
            if hoy.anterior != ayer.flujo:
                yield Hallazgo(hoy.flujo, "No nombra al día anterior de su canal.")
            if hoy.compromiso != ayer.siguiente:
                yield Hallazgo(hoy.flujo, "Su semilla no es la que el día anterior dejó comprometida.")


async def _de_lo_pendiente(con: AsyncConnection) -> AsyncIterator[Hallazgo]:
    for tabla, estados in ((bandeja, Estado), (recordatorios, Situacion)):
        async for hallazgo in _estados_raros(con, tabla, estados):
            yield hallazgo


async def _estados_raros(con: AsyncConnection, tabla: Table, estados: type[StrEnum]) -> AsyncIterator[Hallazgo]:
    consulta = select(tabla.c.flujo, tabla.c.clave, tabla.c.estado).where(tabla.c.estado.not_in(list(estados)))
    for fila in await con.execute(consulta.order_by(tabla.c.id).limit(MUESTRAS)):
        yield Hallazgo(fila.flujo, f"«{fila.clave}» ({tabla.name}) está «{fila.estado}», que no es nada conocido.")


async def _de_los_flujos(con: AsyncConnection, reglas: Mapping[str, Agregado[Any]]) -> AsyncIterator[Hallazgo]:
    columnas = [flujos.c[campo] for campo in Flujo.__dataclass_fields__]
    conocidas: tuple[int, frozenset[int]] | None = None
    async for fila in _por_tandas(con, select(*columnas, flujos.c.origen), flujos.c.flujo):
        ficha = Flujo(**{campo: getattr(fila, campo) for campo in Flujo.__dataclass_fields__})
        if conocidas is None or conocidas[0] != ficha.servidor:
            conocidas = ficha.servidor, await _personas(con, ficha.servidor)
        for frase in await _de_un_flujo(con, ficha, fila.origen, conocidas[1], reglas.get(ficha.clase)):
            yield Hallazgo(ficha.flujo, frase)


async def _personas(con: AsyncConnection, servidor: int) -> frozenset[int]:
    return frozenset(await con.scalars(select(personas.c.numero).where(personas.c.servidor == servidor)))


async def _de_un_flujo(
    con: AsyncConnection, ficha: Flujo, origen: str | None, gente: frozenset[int], agregado: Agregado[Any] | None
) -> Iterator[str]:
    # El cuerpo se lee como texto: un JSON roto ha de ser un hallazgo, no el final de la comprobación.
    crudo = cast(hechos.c.cuerpo, Text).label("cuerpo")
    de_hecho = select(hechos.c.orden, hechos.c.version, hechos.c.tipo, hechos.c.momento, crudo)
    de_texto = select(textos.c.numero, textos.c.persona).where(textos.c.flujo == ficha.flujo)
    foto = select(instantaneas).where(instantaneas.c.flujo == ficha.flujo)
    secreto = select(semillas).where(semillas.c.compromiso == ficha.compromiso)
    guardado = Guardado(
        ficha,
        origen,
        await _filas(con, select(ordenes).where(ordenes.c.flujo == ficha.flujo).order_by(ordenes.c.numero)),
        await _filas(con, de_hecho.where(hechos.c.flujo == ficha.flujo).order_by(hechos.c.version)),
        (await con.execute(foto)).one_or_none(),
        (await con.execute(secreto)).one_or_none(),
        {fila.numero: fila.persona for fila in await con.execute(de_texto)},
        gente,
    )
    return cotejar(guardado, agregado)


async def _filas(con: AsyncConnection, consulta: Select) -> list[Row]:
    return list((await con.execute(consulta)).all())


async def _por_tandas(con: AsyncConnection, consulta: Select, clave: Column[Any]) -> AsyncIterator[Row]:
    """Las filas de una consulta por orden de su clave, unas pocas cada vez."""
    consulta = consulta.order_by(clave).limit(POR_TANDA)
    tanda = await _filas(con, consulta)
    while tanda:
        for fila in tanda:
            yield fila
        tanda = await _filas(con, consulta.where(clave > tanda[-1]._mapping[clave.name]))  # noqa: SLF001
