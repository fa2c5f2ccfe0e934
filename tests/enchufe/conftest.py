"""Una sala por módulo: el bot tarda más de un segundo en arrancar, y casi ninguna prueba necesita uno nuevo."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.enchufe import sala as salas
from tests.enchufe.crudo import Crudo
from tests.enchufe.discord_local import DiscordLocal
from tests.enchufe.sala import Sala


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def d() -> AsyncIterator[DiscordLocal]:
    """Este Discord, sin bot."""
    async with DiscordLocal() as este:
        yield este


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def crudo(d: DiscordLocal) -> AsyncIterator[Crudo]:
    """Quien le habla sin discord.py de por medio."""
    async with Crudo(d) as este:
        yield este


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def s(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sala]:
    """El bot en marcha, con las órdenes de prueba."""
    async with salas.sala(tmp_path_factory.mktemp("bot"), ordenes=True) as esta:
        await esta.proceso.arrancar()
        yield esta


@pytest.fixture
def en_orden(s: Sala) -> Iterator[Sala]:
    """La sala, que al acabar cada prueba no debe tener faltas, averías pendientes ni al bot caído."""
    yield s
    s.d.averias.olvidar()
    faltas = list(s.d.faltas)
    s.d.faltas.clear()
    assert faltas == []
    assert s.proceso.vivo, s.proceso.registro[-3000:]
