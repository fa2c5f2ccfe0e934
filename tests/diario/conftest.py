"""Un diario de prueba sobre las dos bases, y un reloj que solo se mueve cuando se le dice."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from servicios.diario import Diario
from servicios.diario.motor import ARCHIVO
from servicios.hechos import Actor, Agregado, Rol
from tests.diario.contador import CONTADOR, DADOS_DEL_DIA

SERVIDOR = 10
CANAL = 20

ANA = Actor(1)
BLAS = Actor(2)
MODERA = Actor(9, frozenset({Rol.MODERADOR}))


class RelojManual:
    """Da la hora que se le ha puesto."""

    def __init__(self) -> None:
        self.ahora = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.ahora

    def pasar(self, **cuanto: float) -> datetime:
        self.ahora += timedelta(**cuanto)
        return self.ahora


AbrirDiario = Callable[..., Awaitable[Diario]]


@pytest.fixture
def reloj() -> RelojManual:
    return RelojManual()


@pytest.fixture(scope="session")
def molde(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Un archivo SQLite recién migrado: copiarlo ahorra migrar en cada prueba."""

    async def hacer(carpeta: Path) -> None:
        await (await Diario.abrir(None, carpeta, [], RelojManual())).cerrar()

    carpeta = tmp_path_factory.mktemp("molde")
    asyncio.run(hacer(carpeta))
    return carpeta / ARCHIVO


@pytest.fixture
async def abrir(url_bd: str | None, tmp_path: Path, molde: Path, reloj: RelojManual) -> AsyncIterator[AbrirDiario]:
    """Abre diarios sobre la misma base, como lo harían varios procesos; los cierra al acabar."""
    abiertos: list[Diario] = []
    if url_bd is None:
        shutil.copy(molde, tmp_path / ARCHIVO)

    async def abrir(agregados: Iterable[Agregado[Any]] = (CONTADOR, DADOS_DEL_DIA), **opciones: Any) -> Diario:
        diario = await Diario.abrir(url_bd, tmp_path, agregados, reloj, **opciones)
        abiertos.append(diario)
        return diario

    yield abrir
    for diario in abiertos:
        await diario.cerrar()


@pytest.fixture
async def diario(abrir: AbrirDiario) -> Diario:
    return await abrir()
