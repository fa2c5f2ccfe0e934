"""Una transacción de un tirón: entera o nada, también si la tarea se equivoca o se cancela."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.motor import ARCHIVO, Motor, direccion

NUMEROS = text("SELECT n FROM cosas ORDER BY n")


def anotar(n: int) -> Any:
    return text(f"INSERT INTO cosas VALUES ({n})")  # noqa: S608


@pytest.fixture
async def motor(tmp_path: Path) -> AsyncIterator[Motor]:
    motor = Motor(direccion(None, tmp_path))
    async with motor.escribir() as con:
        await con.execute(text("CREATE TABLE cosas (n INTEGER PRIMARY KEY)"))
    yield motor
    await motor.cerrar()


async def guardados(motor: Motor) -> list[int]:
    async with motor.leer() as con:
        return list(await con.scalars(NUMEROS))


async def test_lo_que_devuelve_y_lo_que_guarda(motor: Motor):
    async def tarea(con: AsyncConnection) -> int:
        await con.execute(anotar(1))
        return await con.scalar(text("SELECT count(*) FROM cosas"))

    assert await motor.escribir_de_una(tarea) == 1
    assert await guardados(motor) == [1]


@pytest.mark.parametrize("fallo", [ValueError("mal"), KeyError("peor")])
async def test_un_fallo_a_mitad_no_deja_nada(motor: Motor, fallo: Exception):
    async def tarea(con: AsyncConnection) -> None:
        await con.execute(anotar(1))
        raise fallo

    with pytest.raises(type(fallo)):
        await motor.escribir_de_una(tarea)
    assert await guardados(motor) == []


async def test_esperar_a_otra_cosa_se_rechaza_y_no_deja_nada(motor: Motor):
    async def tarea(con: AsyncConnection) -> None:
        await con.execute(anotar(1))
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="espera a algo"):
        await motor.escribir_de_una(tarea)
    assert await guardados(motor) == []


async def test_cancelar_espera_a_que_acabe_y_el_siguiente_ve_lo_hecho(motor: Motor):
    async def tarea(con: AsyncConnection) -> None:
        await con.execute(anotar(1))

    pedida = asyncio.create_task(motor.escribir_de_una(tarea))
    await asyncio.sleep(0)
    pedida.cancel()
    with pytest.raises(asyncio.CancelledError):
        await pedida
    assert await guardados(motor) == [1]


async def test_los_dos_caminos_escriben_en_fila(motor: Motor):
    async def despacio(n: int) -> None:
        async with motor.escribir() as con:
            await con.execute(anotar(n))
            await asyncio.sleep(0)

    async def tarea(con: AsyncConnection) -> None:
        siguiente = (await con.scalar(text("SELECT coalesce(max(n), 0) FROM cosas"))) + 1000
        await con.execute(anotar(siguiente))

    await asyncio.gather(*(despacio(n) for n in range(20)), *(motor.escribir_de_una(tarea) for _ in range(20)))
    assert len(await guardados(motor)) == 40


async def test_cerrado_se_puede_volver_a_usar(motor: Motor):
    async def tarea(con: AsyncConnection) -> None:
        await con.execute(anotar(len(await guardados_en(con)) + 1))

    async def guardados_en(con: AsyncConnection) -> list[int]:
        return [fila.n for fila in await con.execute(NUMEROS)]

    await motor.escribir_de_una(tarea)
    await motor.cerrar()
    await motor.escribir_de_una(tarea)
    assert await guardados(motor) == [1, 2]


async def test_cancelar_dos_veces_tambien_espera(motor: Motor, tmp_path: Path):
    ocupa = sqlite3.connect(tmp_path / ARCHIVO, isolation_level=None)
    ocupa.execute("BEGIN IMMEDIATE")

    async def tarea(con: AsyncConnection) -> None:
        await con.execute(anotar(1))

    pedida = asyncio.create_task(motor.escribir_de_una(tarea))
    for _ in range(3):
        await asyncio.sleep(0.02)
        pedida.cancel()
    await asyncio.sleep(0.02)
    assert not pedida.done()
    ocupa.close()
    with pytest.raises(asyncio.CancelledError):
        await pedida
    assert await guardados(motor) == [1]
