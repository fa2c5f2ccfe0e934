"""Copia de seguridad y restauración: de SQLite o PostgreSQL, a SQLite o PostgreSQL.

La copia es de un solo instante aunque el bot esté en marcha, y no toma nota de nada en la base. Mudarse de una base
a otra es copiar y restaurar.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, Table, exc, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.arranque import conocidas, en_exclusiva, exigir_base, explicar, migrar, revision_presente
from servicios.diario.copia import Cabecera, Copia, Escritor, abrir
from servicios.diario.esquema import REVISION
from servicios.diario.motor import Motor
from servicios.diario.reflejo import lector, reflejar
from servicios.diario.retencion import retener
from servicios.errores import ErrorDePuestaEnMarcha

POR_TANDA = 500
"""Filas en memoria a la vez."""
PRIVADO = 0o600


async def respaldar(motor: Motor, destino: Path, ahora: datetime) -> tuple[Path, Cabecera]:
    """Escribe una copia de toda la base.

    Args:
        destino: el archivo, que no ha de existir; o una carpeta, y entonces el nombre lleva el instante.

    Raises:
        ErrorDePuestaEnMarcha: si no hay base, no se puede leer o no se puede escribir la copia.
    """
    exigir_base(motor)
    final = _nombre(destino, ahora)
    with (
        explicar(motor.url),
        _archivo_nuevo(final) as archivo,
        Escritor(archivo) as escritor,
    ):
        async with motor.leer() as con:
            migracion = await con.run_sync(revision_presente)
            if migracion is None:
                raise ErrorDePuestaEnMarcha("La base de datos está vacía: no hay nada que copiar.")
            for tabla in await con.run_sync(reflejar):
                with _en_disco(final):
                    await _copiar(con, tabla, escritor)
        return final, escritor.sellar(migracion, ahora)


def _nombre(destino: Path, ahora: datetime) -> Path:
    return destino / f"concilio-{ahora:%Y%m%d-%H%M%S}.zip" if destino.is_dir() else destino


async def _copiar(con: AsyncConnection, tabla: Table, escritor: Escritor) -> None:
    columnas = tabla.columns.keys()
    filas = await con.stream(select(tabla).order_by(*tabla.primary_key.columns))
    with escritor.tabla(tabla.name) as anotar:
        async for tanda in filas.partitions(POR_TANDA):
            anotar(dict(zip(columnas, fila, strict=True)) for fila in tanda)


@contextmanager
def _archivo_nuevo(final: Path) -> Iterator[IO[bytes]]:
    """Un archivo que solo aparece con su nombre cuando está entero. Únicamente lo lee su dueño."""
    if final.exists():
        raise ErrorDePuestaEnMarcha(f"Ya existe «{final}»: elige otro nombre para la copia.")
    parcial = final.with_name(final.name + ".parcial")
    with _en_disco(final):
        parcial.unlink(missing_ok=True)
        parcial.touch(PRIVADO)
        try:
            with parcial.open("r+b") as archivo:
                yield archivo
                archivo.flush()
                os.fsync(archivo.fileno())
            parcial.rename(final)
        finally:
            parcial.unlink(missing_ok=True)


@contextmanager
def _en_disco(final: Path) -> Iterator[None]:
    """Explica los fallos del disco de la copia; los de la red son de la base, y los explica ella."""
    try:
        yield
    except (ConnectionError, TimeoutError):
        raise
    except OSError as error:
        raise ErrorDePuestaEnMarcha(
            f"No puedo escribir la copia en «{final}»: {error.strerror}. No he dejado nada a medias."
        ) from None


async def restaurar(origen: Path, motor: Motor) -> Cabecera:
    """Llena una base vacía con una copia, en una sola transacción; lo que se debía enviar queda retenido.

    Raises:
        ErrorDePuestaEnMarcha: si la copia no vale, o la base no está vacía o no se puede usar. Nada ha cambiado.
    """
    with abrir(origen) as copia:
        migracion = copia.cabecera.migracion
        if migracion not in conocidas():
            raise ErrorDePuestaEnMarcha(
                f"La copia es de un Concilio más nuevo que este (migración {migracion}; este llega a la {REVISION}). "
                "Actualiza el programa y repite; no he cambiado nada."
            )
        async with en_exclusiva(motor) as con:
            await con.run_sync(_despejar)
            await con.run_sync(migrar, migracion)
            try:
                await _llenar(con, copia, es_sqlite=motor.es_sqlite)
            except (exc.IntegrityError, ValueError) as error:
                raise ErrorDePuestaEnMarcha(
                    f"La copia «{origen}» no encaja en una base de datos de su misma versión; no he cambiado nada."
                ) from error
            await con.run_sync(migrar, REVISION)
            await retener(con)
        return copia.cabecera


def _despejar(conexion: Connection) -> None:
    """Quita las tablas vacías que haya, para hacerlas como las de la copia.

    Raises:
        ErrorDePuestaEnMarcha: si alguna tiene algo más que los parámetros del programa.
    """
    presentes = reflejar(conexion)
    for tabla in presentes:
        ocupada = tabla.name != "parametros" and conexion.execute(select(tabla).limit(1)).first() is not None
        if ocupada:
            raise ErrorDePuestaEnMarcha(
                f"La base de datos no está vacía (hay «{tabla.name}»): restaura la copia en una base nueva. No he "
                "cambiado nada."
            )
    for tabla in reversed(presentes):
        tabla.drop(conexion)
    conexion.execute(text("DROP TABLE IF EXISTS alembic_version"))


async def _llenar(con: AsyncConnection, copia: Copia, *, es_sqlite: bool) -> None:
    tablas = await con.run_sync(reflejar)
    if {tabla.name for tabla in tablas} != copia.cabecera.tablas.keys():
        raise ValueError("no tiene las mismas tablas")
    for tabla in tablas:
        filas = map(lector(tabla, es_sqlite=es_sqlite), copia.filas(tabla.name))
        while tanda := list(islice(filas, POR_TANDA)):
            await con.execute(insert(tabla), tanda)
        if not es_sqlite:
            await _ajustar_correlativo(con, tabla)


async def _ajustar_correlativo(con: AsyncConnection, tabla: Table) -> None:
    """El próximo número automático de PostgreSQL sigue al último de la copia."""
    for columna in tabla.primary_key.columns:
        secuencia = await con.scalar(select(func.pg_get_serial_sequence(tabla.name, columna.name)))
        if secuencia is not None:
            siguiente = select(func.coalesce(func.max(columna), 0) + 1).scalar_subquery()
            await con.execute(select(func.setval(secuencia, siguiente, False)))
