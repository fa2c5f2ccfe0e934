"""Poner en marcha la base: migrarla si hace falta y decir con una frase por qué no se puede usar."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from pathlib import Path

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, exc, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.esquema import REVISION, parametros
from servicios.diario.motor import DIRECCION_MALA, Motor, fijar
from servicios.errores import AlmacenNoDisponible, ErrorDePuestaEnMarcha

registro = logging.getLogger(__name__)

MIGRACIONES = Path(__file__).parent / "migraciones"
CERROJO_DE_MIGRACION = 0x436F6E63696C  # «Concil»: el mismo número en todos los procesos

FRASES_SQLITE = {
    "SQLITE_READONLY": "No puedo escribir en {donde}: el disco o el archivo es de solo lectura. Da permiso de "
    "escritura a quien ejecuta el bot.",
    "SQLITE_CANTOPEN": "No puedo abrir {donde}: comprueba que la carpeta existe y que quien ejecuta el bot puede "
    "escribir en ella.",
    "SQLITE_PERM": "No tengo permiso para usar {donde}.",
    "SQLITE_FULL": "No queda sitio en el disco de {donde}. Libera espacio y vuelve a arrancar; no se ha perdido "
    "nada.",
    "SQLITE_IOERR": "El disco de {donde} falla al leer o escribir. Comprueba que tiene sitio y que está sano.",
    "SQLITE_NOTADB": "{donde} no es una base de datos de Concilio, o está dañado. No lo he tocado: apártalo y "
    "restaura la última copia de seguridad.",
    "SQLITE_CORRUPT": "{donde} está dañado. No lo he tocado: apártalo y restaura la última copia de seguridad.",
    "SQLITE_BUSY": "Otro programa tiene ocupado {donde}. Comprueba que no hay otro Concilio en marcha.",
}

FRASES_POSTGRES: tuple[tuple[type[BaseException], str], ...] = (
    (asyncpg.InvalidPasswordError, "PostgreSQL no acepta el usuario o la clave para {donde}."),
    (asyncpg.InvalidAuthorizationSpecificationError, "PostgreSQL no deja entrar a ese usuario en {donde}."),
    (asyncpg.InvalidCatalogNameError, "En el servidor PostgreSQL no existe la base {donde}: créala primero."),
    (
        asyncpg.InsufficientPrivilegeError,
        "El usuario de PostgreSQL no tiene permiso para crear tablas en {donde}.",
    ),
    (asyncpg.DiskFullError, "El servidor PostgreSQL de {donde} no tiene sitio en el disco."),
    (asyncpg.CannotConnectNowError, "PostgreSQL aún está arrancando en {donde}: espera un poco y repite."),
    (TimeoutError, "El servidor PostgreSQL de {donde} no contesta: comprueba que está en marcha y la dirección."),
    (OSError, "No encuentro el servidor PostgreSQL de {donde}: comprueba que está en marcha y la dirección."),
)


async def preparar(motor: Motor, ahora: datetime) -> None:
    """Deja la base lista: la crea o la migra en una sola transacción, y comprueba que se puede escribir.

    Raises:
        ErrorDePuestaEnMarcha: con una frase que dice qué pasa y qué hacer. La base queda como estaba.
    """
    async with en_exclusiva(motor) as conexion:
        await conexion.run_sync(_poner_al_dia)
        await fijar(conexion, parametros, {"clave": "arranque"}, {"valor": ahora.isoformat()})


@asynccontextmanager
async def en_exclusiva(motor: Motor) -> AsyncIterator[AsyncConnection]:
    """Una escritura para cambiar las tablas, que solo hace un proceso a la vez; crea la carpeta si falta.

    Raises:
        ErrorDePuestaEnMarcha: si la base no se puede usar.
    """
    with explicar(motor.url):
        if motor.es_sqlite:
            await asyncio.to_thread(_preparar_carpeta, motor.url)
        async with motor.escribir() as conexion:
            if not motor.es_sqlite:
                await conexion.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": CERROJO_DE_MIGRACION})
            yield conexion


def exigir_base(motor: Motor) -> None:
    """Raises: ErrorDePuestaEnMarcha si el archivo SQLite no existe (abrirlo lo crearía vacío)."""
    nombre = motor.url.database or ""
    if motor.es_sqlite and not nombre.startswith("file:") and not Path(nombre).is_file():
        raise ErrorDePuestaEnMarcha(f"No hay ninguna base de datos en «{nombre}»: comprueba CONCILIO_DATOS.")


def _preparar_carpeta(url: URL) -> None:
    if url.database and not url.database.startswith("file:"):
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)


def _poner_al_dia(conexion: Connection) -> None:
    presente = revision_presente(conexion)
    if presente == REVISION:
        return
    if presente is not None and presente not in conocidas():
        raise ErrorDePuestaEnMarcha(
            f"La base de datos es de un Concilio más nuevo que este (migración {presente}; este llega a la "
            f"{REVISION}). Actualiza el programa, o restaura una copia anterior; no se ha tocado nada."
        )
    registro.info("Migrando la base de datos de %s a %s", presente or "vacía", REVISION)
    migrar(conexion, REVISION)


def migrar(conexion: Connection, hasta: str) -> None:
    """Lleva la base hasta esa migración, en la transacción de la conexión."""
    configuracion = _alembic()
    configuracion.attributes["connection"] = conexion
    command.upgrade(configuracion, hasta)


def conocidas() -> frozenset[str]:
    """Las migraciones que este programa sabe hacer."""
    guiones = ScriptDirectory.from_config(_alembic()).walk_revisions()
    return frozenset(guion.revision for guion in guiones)


def _alembic() -> Config:
    configuracion = Config()
    configuracion.set_main_option("script_location", str(MIGRACIONES))
    configuracion.set_main_option("path_separator", "os")
    return configuracion


def revision_presente(conexion: Connection) -> str | None:
    """La migración en que está la base, o `None` si está vacía."""
    if not inspect(conexion).has_table("alembic_version"):
        return None
    return conexion.scalar(text("SELECT version_num FROM alembic_version"))


@contextmanager
def explicar(url: URL) -> Iterator[None]:
    """Convierte los fallos de la base, al arrancar, en una frase para quien la instala (sin claves)."""
    try:
        yield
    except AlmacenNoDisponible as error:
        causa = error.__cause__ or error
        raise ErrorDePuestaEnMarcha(frase(url, causa)) from causa
    except (exc.DBAPIError, OSError) as error:
        raise ErrorDePuestaEnMarcha(frase(url, error)) from error
    except TypeError as error:  # un parámetro de la dirección que el manejador no conoce
        raise ErrorDePuestaEnMarcha(DIRECCION_MALA) from error
    except ValueError as error:  # un valor que no puede ser, en una tabla que se ha podido leer
        if url.get_backend_name() != "sqlite":
            raise
        raise ErrorDePuestaEnMarcha(FRASES_SQLITE["SQLITE_CORRUPT"].format(donde=f"«{url.database}»")) from error


def frase(url: URL, error: BaseException) -> str:
    """Por qué no se puede usar la base, en español y sin claves."""
    original = error.orig if isinstance(error, exc.DBAPIError) and error.orig else error
    if url.get_backend_name() == "sqlite":
        donde = f"«{url.database}»"
        if isinstance(original, OSError):
            return f"No puedo crear la carpeta de {donde}: comprueba que existe la ruta y sus permisos."
        nombre = _nombre_sqlite(original)
        for codigo, plantilla in FRASES_SQLITE.items():
            if nombre.startswith(codigo):
                return plantilla.format(donde=donde)
        return f"No puedo usar la base de datos {donde} ({nombre or original})."
    donde = f"«{url.database}» ({url.host}:{url.port or 5432})"
    causas = [original, original.__cause__]
    for clase, plantilla in FRASES_POSTGRES:
        if any(isinstance(causa, clase) for causa in causas):
            return plantilla.format(donde=donde)
    return f"No puedo usar la base de datos {donde}: {type(original).__name__}."


def _nombre_sqlite(error: BaseException) -> str:
    return getattr(error, "sqlite_errorname", "") if isinstance(error, sqlite3.Error) else ""
