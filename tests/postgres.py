"""Un PostgreSQL de verdad para las pruebas: lo arrancan ellas en 127.0.0.1, y se apaga solo.

Uno por proceso de pytest (por trabajador de xdist), en un puerto libre y una carpeta temporal, como un usuario
sin privilegios. Sin el programa `postgres`, las pruebas con la marca `postgresql` no se eligen y la última línea
lo dice; con `CONCILIO_EXIGIR_PG=1`, que falte es un fallo.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import pytest

USUARIO = "concilio"
SIN_PRIVILEGIOS = "nobody"
ARRANQUE_MAXIMO = 30  # segundos
RAPIDO_Y_DESECHABLE = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "shared_buffers=16MB",
    "max_connections=60",
    "autovacuum=off",
    "unix_socket_directories=",
    "listen_addresses=127.0.0.1",
)
VACIAR = """
DO $$ DECLARE tablas text; BEGIN
  SELECT string_agg(quote_ident(tablename), ', ') INTO tablas
  FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version';
  IF tablas IS NOT NULL THEN EXECUTE 'TRUNCATE ' || tablas || ' RESTART IDENTITY CASCADE'; END IF;
END $$
"""
AVISO = "SIN POSTGRESQL: no encuentro el programa «postgres»; sus pruebas no se han ejecutado."


def carpeta_de_programas() -> Path | None:
    """Dónde están `postgres` e `initdb`, si están."""
    candidatas = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if (enlace := shutil.which("postgres")) is not None:
        candidatas.append(Path(enlace).resolve().parent)
    return next((c for c in candidatas if (c / "postgres").exists() and (c / "initdb").exists()), None)


@dataclass(frozen=True)
class Servidor:
    """Un servidor en marcha."""

    puerto: int

    def url(self, base: str = "concilio") -> str:
        return f"postgresql://{USUARIO}@127.0.0.1:{self.puerto}/{base}"

    async def crear(self, base: str) -> str:
        """Crea una base vacía y da su dirección."""
        await self.mandar("postgres", f'CREATE DATABASE "{base}"')
        return self.url(base)

    async def mandar(self, base: str, *ordenes: str) -> list[Any]:
        """Ejecuta SQL en una base; devuelve lo que da cada orden."""
        con = await asyncpg.connect(self.url(base))
        try:
            return [await con.fetch(orden) for orden in ordenes]
        finally:
            await con.close()


def _como_nadie() -> dict[str, Any]:
    """PostgreSQL se niega a funcionar como root: entonces lo lleva un usuario sin privilegios."""
    if os.geteuid() != 0:
        return {}
    return {"user": SIN_PRIVILEGIOS, "group": "nogroup", "extra_groups": []}


def _puerto_libre() -> int:
    with socket.socket() as enchufe:
        enchufe.bind(("127.0.0.1", 0))
        return enchufe.getsockname()[1]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Servidor]:
    """El servidor de este proceso de pruebas."""
    programas = carpeta_de_programas()
    if programas is None:
        pytest.fail(AVISO)
    carpeta = Path(tempfile.mkdtemp(prefix="concilio-pg-"))
    if os.geteuid() == 0:
        shutil.chown(carpeta, SIN_PRIVILEGIOS, "nogroup")
    try:
        orden = [programas / "initdb", "-D", carpeta / "datos", "-U", USUARIO, "-A", "trust", "-E", "UTF8"]
        subprocess.run(
            [*orden, "--no-locale", "--no-sync"], check=True, capture_output=True, cwd=carpeta, **_como_nadie()
        )
        puerto = _puerto_libre()
        proceso = _arrancar(programas, carpeta, puerto)
        try:
            _esperar(proceso, puerto, carpeta / "registro")
            yield Servidor(puerto)
        finally:
            proceso.communicate(timeout=ARRANQUE_MAXIMO)  # cierra su entrada: es la señal de parar
    finally:
        shutil.rmtree(carpeta, ignore_errors=True)


def _arrancar(programas: Path, carpeta: Path, puerto: int) -> subprocess.Popen[Any]:
    """El servidor cuelga de una entrada abierta: cuando pytest acaba, aunque lo maten, se cierra y él para."""
    opciones = [parte for ajuste in RAPIDO_Y_DESECHABLE for parte in ("-c", ajuste)]
    vigilante = '"$@" >registro 2>&1 & p=$!; read _; kill -QUIT $p; wait $p'
    with (carpeta / "registro").open("wb"):
        pass
    if os.geteuid() == 0:
        shutil.chown(carpeta / "registro", SIN_PRIVILEGIOS, "nogroup")
    servidor = [programas / "postgres", "-D", carpeta / "datos", "-p", str(puerto), *opciones]
    orden = ["sh", "-c", vigilante, "sh", *map(str, servidor)]
    return subprocess.Popen(orden, stdin=subprocess.PIPE, cwd=carpeta, start_new_session=True, **_como_nadie())


def _esperar(proceso: subprocess.Popen[Any], puerto: int, registro: Path) -> None:
    limite = time.monotonic() + ARRANQUE_MAXIMO
    while b"ready to accept connections" not in registro.read_bytes():
        if proceso.poll() is not None or time.monotonic() > limite:
            pytest.fail(f"PostgreSQL no arranca en {puerto}:\n{registro.read_text(errors='replace')}")
        time.sleep(0.02)


@pytest.fixture(scope="session")
def _bases_hechas() -> set[str]:
    return set()


@pytest.fixture
async def url_postgres(postgres: Servidor, _bases_hechas: set[str]) -> AsyncIterator[str]:
    """La dirección de una base vacía (ya migrada si otra prueba la migró)."""
    if not _bases_hechas:
        await postgres.crear("concilio")
        _bases_hechas.add("concilio")
    yield postgres.url()
    await postgres.mandar("concilio", VACIAR)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def url_bd(request: pytest.FixtureRequest) -> str | None:
    """La base de cada prueba, en las dos clases: `None` es el archivo SQLite de su carpeta."""
    return None if request.param == "sqlite" else request.getfixturevalue("url_postgres")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "postgresql: necesita un servidor PostgreSQL")
    if carpeta_de_programas() is None and os.environ.get("CONCILIO_EXIGIR_PG") == "1":
        raise pytest.UsageError(f"{AVISO} CONCILIO_EXIGIR_PG=1 lo exige.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if carpeta_de_programas() is not None:
        return
    fuera = [item for item in items if item.get_closest_marker("postgresql")]
    if fuera:
        config.hook.pytest_deselected(items=fuera)
        items[:] = [item for item in items if not item.get_closest_marker("postgresql")]


def pytest_unconfigure(config: pytest.Config) -> None:
    if carpeta_de_programas() is None and not hasattr(config, "workerinput"):
        print(AVISO)  # noqa: T201 – después de todo lo demás: es la última línea
