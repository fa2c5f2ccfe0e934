"""El motor: conexiones a SQLite o PostgreSQL, transacciones, y qué se dice cuando la base no responde."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, exc, insert, make_url, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from servicios.diario.directo import Directo, T, Tarea
from servicios.errores import AlmacenNoDisponible, ErrorDePuestaEnMarcha

registro = logging.getLogger(__name__)

ARCHIVO = "concilio.sqlite3"
ESPERA_DE_BLOQUEO = 5_000  # milisegundos
MANEJADORES = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

DIRECCION_MALA = (
    "La dirección de la base de datos no vale. Escribe «postgresql://usuario:clave@servidor/base» (en la clave, «@» se "
    "escribe «%40»), o déjala vacía para usar un archivo SQLite."
)

CORTES = (
    asyncpg.ConnectionDoesNotExistError,
    asyncpg.AdminShutdownError,
    asyncpg.InterfaceError,
    ConnectionResetError,
    BrokenPipeError,
)
"""La conexión existía y se ha cortado."""


class ConexionPerdida(AlmacenNoDisponible):
    """La conexión cayó a mitad: no se sabe si lo último llegó a guardarse. Repetir la orden lo aclara."""


class Motor:
    """Da transacciones de lectura y de escritura, y traduce los fallos de la base.

    En SQLite solo escribe uno a la vez: un cerrojo del proceso pone en fila a quienes escriben, en vez de
    dejar que la base los haga esperar a ciegas.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self.es_sqlite = url.get_backend_name() == "sqlite"
        self._lectura = _crear(url, es_sqlite=self.es_sqlite)
        self._escritura = self._lectura.execution_options(escribe=True)
        directo = _crear_directo(url) if self.es_sqlite else None
        self._lector = directo and Directo(directo)
        self._escritor = directo and Directo(directo.execution_options(escribe=True))
        self._turno: asyncio.Lock | nullcontext[None] = asyncio.Lock() if self.es_sqlite else nullcontext()

    @asynccontextmanager
    async def leer(self) -> AsyncIterator[AsyncConnection]:
        """Una transacción de solo lectura: todo lo que lee es de un mismo instante.

        Raises:
            AlmacenNoDisponible: si la base no responde.
        """
        with _traducir():
            async with self._lectura.connect() as conexion:
                if not self.es_sqlite:
                    await conexion.execution_options(isolation_level="REPEATABLE READ")
                yield conexion

    @asynccontextmanager
    async def escribir(self) -> AsyncIterator[AsyncConnection]:
        """Una transacción que se confirma al salir, o no deja nada si sale con un error.

        Raises:
            AlmacenNoDisponible: si la base no responde o no puede escribir.
        """
        with _traducir():
            async with self._turno, self._escritura.begin() as conexion:
                yield conexion

    async def leer_de_una(self, tarea: Tarea[T]) -> T:
        """Como `leer`, para lo que se hace a menudo: en SQLite cuesta mucho menos.

        Args:
            tarea: lo que se lee en la transacción; de la conexión solo puede usar `execute` y `scalar`.

        Raises:
            AlmacenNoDisponible: si la base no responde.
        """
        if self._lector is None:
            async with self.leer() as conexion:
                return await tarea(conexion)
        with _traducir():
            return await self._lector.hacer(tarea)

    async def escribir_de_una(self, tarea: Tarea[T]) -> T:
        """Como `escribir`, para lo que se hace a menudo: en SQLite cuesta mucho menos.

        Args:
            tarea: lo que se hace en la transacción; de la conexión solo puede usar `execute` y `scalar`.

        Raises:
            AlmacenNoDisponible: si la base no responde o no puede escribir.
        """
        if self._escritor is None:
            async with self.escribir() as conexion:
                return await tarea(conexion)
        with _traducir():
            async with self._turno:
                return await self._escritor.hacer(tarea)

    async def asentar(self) -> None:
        """En SQLite, lleva al archivo lo ya escrito y vacía el registro aparte (WAL), que guarda lo anterior.

        Si alguien está leyendo no se puede, y se hará más tarde: SQLite lo hace de vez en cuando por su cuenta.
        """
        if not self.es_sqlite:
            return
        with _traducir(), suppress(sqlite3.OperationalError):
            async with self._lectura.connect() as conexion:
                cruda: Any = (await conexion.get_raw_connection()).driver_connection
                await cruda.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def cerrar(self) -> None:
        for directo in filter(None, (self._lector, self._escritor)):
            await directo.cerrar()
        await self._lectura.dispose()


async def fijar(con: AsyncConnection, tabla: Table, clave: Mapping[str, Any], valores: Mapping[str, Any]) -> None:
    """Da esos valores a la fila con esa clave, exista o no, aunque otro proceso la esté creando a la vez."""
    cambiar = update(tabla).where(*(tabla.c[nombre] == valor for nombre, valor in clave.items()))
    for _ in range(2):
        if (await con.execute(cambiar.values(**valores))).rowcount:
            return
        try:
            async with con.begin_nested():
                await con.execute(insert(tabla), {**clave, **valores})
        except exc.IntegrityError:
            continue  # otro la acaba de crear
        return


def direccion(url: str | None, carpeta: Path) -> URL:
    """La dirección de la base: la que se dé, o un archivo SQLite en la carpeta de datos.

    Raises:
        ErrorDePuestaEnMarcha: si no es una dirección de SQLite ni de PostgreSQL.
    """
    if not url:
        return URL.create("sqlite+aiosqlite", database=str(carpeta / ARCHIVO))
    try:
        leida = make_url(url)
        leida = leida.set(drivername=MANEJADORES[leida.drivername])
    except (exc.ArgumentError, KeyError, ValueError):
        raise ErrorDePuestaEnMarcha(DIRECCION_MALA) from None
    if not _se_puede_usar(leida):
        raise ErrorDePuestaEnMarcha(DIRECCION_MALA)
    if "sslmode" in leida.query:  # como lo escriben casi todos; asyncpg lo llama «ssl»
        leida = leida.update_query_dict({"ssl": leida.query["sslmode"]}).difference_update_query(["sslmode"])
    return leida


COMUNES: Mapping[str, Any] = {
    "json_serializer": partial(json.dumps, ensure_ascii=False, separators=(",", ":")),
    "hide_parameters": True,  # ni semillas ni textos de nadie en el registro
}


def _se_puede_usar(url: URL) -> bool:
    """Si tiene todo lo que hace falta y nada que no se entienda (una clave con «@» sin escribir «%40» parte mal)."""
    if url.get_backend_name() == "sqlite":
        return bool(url.database) and url.database != ":memory:"
    return (url.port is None or 0 < url.port < 65_536) and "@" not in (url.host or "")


def _crear(url: URL, *, es_sqlite: bool) -> AsyncEngine:
    if not es_sqlite:
        return create_async_engine(
            url,
            pool_pre_ping=True,
            pool_timeout=10,
            connect_args={
                "timeout": 5,
                "command_timeout": 15,
                "server_settings": {"application_name": "concilio"},
            },
            **COMUNES,
        )
    motor = create_async_engine(url, **COMUNES)
    logging.getLogger("aiosqlite").setLevel(logging.INFO)  # con DEBUG escribe los valores de cada sentencia
    event.listen(motor.sync_engine, "connect", _preparar_sqlite)
    event.listen(motor.sync_engine, "begin", _empezar_sqlite)
    return motor


def _crear_directo(url: URL) -> Engine:
    motor = create_engine(url.set(drivername="sqlite"), **COMUNES)
    event.listen(motor, "connect", _preparar_sqlite)
    event.listen(motor, "begin", _empezar_sqlite)
    return motor


def _preparar_sqlite(conexion: Any, _registro: Any) -> None:
    # Sin esto, el módulo sqlite3 abre y cierra transacciones por su cuenta y las migraciones no serían atómicas.
    conexion.isolation_level = None
    cursor = conexion.cursor()
    for orden in (
        f"PRAGMA busy_timeout={ESPERA_DE_BLOQUEO}",
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",  # lo confirmado sobrevive también a un corte de luz
        "PRAGMA foreign_keys=ON",
        "PRAGMA secure_delete=ON",  # lo borrado se machaca: no queda en el archivo
    ):
        cursor.execute(orden)
    cursor.close()


def _empezar_sqlite(conexion: Connection) -> None:
    escribe = conexion.get_execution_options().get("escribe", False)
    conexion.exec_driver_sql("BEGIN IMMEDIATE" if escribe else "BEGIN")


@contextmanager
def _traducir() -> Iterator[None]:
    """Convierte los fallos de la base en `AlmacenNoDisponible`; los conflictos y los errores propios pasan."""
    try:
        yield
    except (exc.IntegrityError, exc.ProgrammingError, exc.DataError):
        raise
    except exc.DBAPIError as error:
        _apuntar(error.orig or error)
        raise (ConexionPerdida if _se_corto(error) else AlmacenNoDisponible) from error
    except (exc.TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        _apuntar(error)
        raise (ConexionPerdida if isinstance(error, CORTES) else AlmacenNoDisponible) from error


def _apuntar(error: BaseException) -> None:
    """En una línea: mientras la base no vuelva, cada orden dará la misma. La traza, con el nivel DEBUG."""
    detalle = registro.isEnabledFor(logging.DEBUG)
    registro.error("La base de datos falla: %s: %s", type(error).__name__, error, exc_info=detalle)


def _se_corto(error: exc.DBAPIError) -> bool:
    causa = error.orig.__cause__ if error.orig else None
    return error.connection_invalidated or isinstance(causa, CORTES)
