"""Lo común a todas las pruebas: español en el Discord simulado, y el bot de verdad en un mundo de prueba."""

import hashlib
import itertools
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import simcord.interactions
from discord import app_commands
from hypothesis import settings
from simcord.env import Env

import bot as arranque
from cogs.comun.concilio import Concilio
from servicios.ajustes import Ajustes
from servicios.errores import ErrorDeDominio
from tests.apoyo.mundo import Mundo, en_marcha, poblar

pytest_plugins = ["tests.postgres"]

SEMILLA = os.environ.get("CONCILIO_SEMILLA", "")
"""Sin ella, cada prueba hace siempre lo mismo. Con otra cada vez se buscan fallos que nadie ha visto."""

PACIENCIA = 60
"""Segundos que puede tardar el bot en quedarse quieto: en una máquina cargada, más que los 5 de SimCord."""

settings.register_profile("repetible", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("explorar", deadline=None, print_blob=True)
settings.load_profile("explorar" if SEMILLA else "repetible")


@pytest.fixture(autouse=True)
def _en_espanol(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord fija el inglés en cada interacción; aquí la gente tiene Discord en español."""
    original = simcord.interactions.base_payload

    def en_espanol(*args: Any, **kwargs: Any) -> Any:
        registro, carga = original(*args, **kwargs)
        carga["locale"] = "es-ES"
        if "guild_locale" in carga:
            carga["guild_locale"] = "es-ES"
        return registro, carga

    monkeypatch.setattr(simcord.interactions, "base_payload", en_espanol)


@pytest.fixture
def _semillas_de_la_prueba(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cada historia saca siempre los mismos dados, así que un fallo se repite."""
    cuenta = itertools.count()
    raiz = f"{SEMILLA}|{request.node.nodeid}"

    def semilla() -> bytes:
        return hashlib.sha256(f"{raiz}|{next(cuenta)}".encode()).digest()

    monkeypatch.setattr("servicios.diario.ejecucion.nueva_semilla", semilla)
    monkeypatch.setattr("servicios.diario.dias.nueva_semilla", semilla)


@pytest.fixture
def ajustes(tmp_path: Path) -> Ajustes:
    return Ajustes(datos=tmp_path, _env_file=None)  # pyright: ignore[reportCallIssue]


@pytest.fixture
def concilio(ajustes: Ajustes) -> Concilio:
    return arranque.crear_bot(ajustes)


@pytest.fixture
async def env(
    concilio: Concilio, request: pytest.FixtureRequest, _semillas_de_la_prueba: None
) -> AsyncIterator[Env]:
    """El Discord simulado con el bot dentro. Al acabar, exige que el bot no se haya tragado ningún error.

    `@pytest.mark.simcord(check_errors=False)` lo afloja donde el error es la prueba.
    """
    marca = request.node.get_closest_marker("simcord")
    opciones: dict[str, Any] = {"shard_count": 1, "settle_timeout": PACIENCIA} | (marca.kwargs if marca else {})
    env = Env(concilio, **opciones)
    async with en_marcha(env):
        yield env
    tragados = [error for error in env.errors if not _es_negativa(error)]
    if env.check_errors and tragados:
        raise ExceptionGroup("el bot se ha tragado errores", [e for e in tragados if isinstance(e, Exception)])


def _es_negativa(error: BaseException) -> bool:
    """SimCord apunta todo lo que llega al árbol de comandos; una negativa de las reglas no es un fallo."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    return isinstance(error, ErrorDeDominio | app_commands.CheckFailure)


@pytest.fixture
async def m(env: Env) -> AsyncIterator[Mundo]:
    """Un servidor con gente; al acabar, comprueba lo enviado contra los límites de Discord."""
    mundo = poblar(env)
    yield mundo
    mundo.revisar_lo_enviado()
