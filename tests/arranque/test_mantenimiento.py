"""Las órdenes de quien lleva el bot, como las escribe: su frase, su código de salida y ningún volcado."""

import random
import resource
import sqlite3
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from servicios.ajustes import Ajustes
from servicios.dados.dia import DIA, Tirar
from servicios.dados.mesa import MESA, Abrir
from servicios.dados.tirada import Dados
from servicios.diario import Diario
from servicios.errores import ErrorDePuestaEnMarcha
from servicios.hechos import Actor
from servicios.mantenimiento import ORDENES, atender
from servicios.version import VERSION
from tests.arranque.test_arranque import RAIZ, arrancar

AHORA = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
async def base(tmp_path: Path) -> Path:
    """Una carpeta en que ha funcionado el bot."""
    diario = await Diario.abrir(None, tmp_path / "var", [MESA, DIA], lambda: AHORA)
    alicia = Actor(await diario.persona(10, 500))
    mesa = (await diario.crear(MESA, 10, 20, Abrir(), alicia, "abre")).flujo
    ruido = random.Random(1)
    for n in range(40):
        comentario = ruido.randbytes(2_000).hex()
        await diario.ejecutar(mesa, Tirar(dados=Dados(), comentario=comentario), alicia, f"t{n}")
    await diario.cerrar()
    return tmp_path / "var"


async def test_de_principio_a_fin(base: Path, tmp_path: Path):
    """Copiar, restaurar en otra carpeta, estropear y comprobar; lo primero y lo último, por su puerta."""
    hecho = arrancar(tmp_path, "respaldo", "copia.zip")
    assert (hecho.returncode, hecho.stderr) == (0, "")
    assert hecho.stdout.startswith("Copia hecha en «copia.zip»: ")

    informe = await atender("restaurar", tmp_path / "copia.zip", ajustes_de(tmp_path / "otra"), [MESA], AHORA)
    assert informe.codigo == 0
    assert "de la copia hecha el" in informe.lineas[0]
    assert "«Enviar lo pendiente»" in informe.lineas[1]

    con = sqlite3.connect(tmp_path / "otra" / "concilio.sqlite3", isolation_level=None)
    con.execute("DELETE FROM hechos WHERE version = 5")
    con.close()
    hallado = arrancar(tmp_path, "comprobar", CONCILIO_DATOS="otra")
    assert (hallado.returncode, hallado.stderr) == (1, "")
    primera, *_, ultima = hallado.stdout.splitlines()
    assert primera == "10/dados/1: Su ficha dice que tiene 41 hechos y los guardados son 1 a 4, 6 a 41."
    assert ultima == "2 cosas no encajan; no he cambiado nada."


@contextmanager
def disco_pequeno(octetos: int) -> Iterator[None]:
    """El sistema niega escribir archivos mayores: lo mismo que ve el programa con el disco lleno."""
    antes = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (octetos, antes[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, antes)


async def test_sin_sitio_para_la_copia_se_dice_y_no_queda_nada(base: Path, tmp_path: Path):
    with disco_pequeno(40_000), pytest.raises(ErrorDePuestaEnMarcha, match="No puedo escribir la copia en"):
        await atender("respaldo", tmp_path / "copia.zip", ajustes_de(base), [MESA], AHORA)
    assert [archivo.name for archivo in tmp_path.iterdir()] == ["var"]
    informe = await atender("respaldo", tmp_path / "copia.zip", ajustes_de(base), [MESA], AHORA)
    assert "copia.zip" in informe.lineas[0]
    assert (tmp_path / "copia.zip").stat().st_size > 40_000


def ajustes_de(carpeta: Path) -> Ajustes:
    return Ajustes(datos=carpeta, _env_file=None)  # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize("orden", ORDENES)
async def test_sin_base_o_sin_copia_se_dice(tmp_path: Path, orden: str):
    with pytest.raises(ErrorDePuestaEnMarcha, match=r"No hay ninguna base de datos|No puedo leer la copia"):
        await atender(orden, tmp_path / "copia.zip", ajustes_de(tmp_path / "var"), [MESA], AHORA)
    assert not list(tmp_path.iterdir())


async def test_todo_en_orden(base: Path):
    informe = await atender("comprobar", None, ajustes_de(base), [MESA, DIA], AHORA)
    assert (informe.lineas, informe.codigo) == (("Todo encaja.",), 0)
    informe = await atender("comprobar", None, ajustes_de(base), [DIA], AHORA)
    assert informe.codigo == 1
    assert informe.lineas[-1] == "1 cosa no encaja; no he cambiado nada."


def test_la_version_es_la_del_proyecto():
    proyecto = tomllib.loads((RAIZ / "pyproject.toml").read_text(encoding="utf-8"))
    assert proyecto["project"]["version"] == VERSION
