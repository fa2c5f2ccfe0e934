"""Diarios grabados por versiones anteriores: se siguen leyendo, y dan el estado que dieron entonces.

Cada versión publicada que cambie la forma de un hecho deja aquí su grabación (`grabados/v<N>.json`), que ya no se
toca: `estado` es lo que daba el programa que la escribió.
"""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from servicios.deshacer import Deshacer
from servicios.diario import Diario
from servicios.diario.esquema import flujos, hechos, ordenes, semillas
from servicios.libro import DiarioIncoherente
from tests.diario.conftest import ANA, AbrirDiario
from tests.diario.contador import Cuenta, Subido, Subir

GRABADOS = sorted((Path(__file__).parent / "grabados").glob("*.json"))


async def verter(diario: Diario, grabado: dict[str, Any]) -> str:
    """Pone en la base las filas de una grabación, tal cual."""
    async with diario.motor.escribir() as con:
        for tabla in (semillas, flujos, ordenes, hechos):
            for fila in grabado[tabla.name]:
                await con.execute(insert(tabla), {clave: _valor(clave, v) for clave, v in fila.items()})
    return grabado["flujos"][0]["flujo"]


def _valor(clave: str, valor: Any) -> Any:
    if clave in {"momento", "creado", "movido", "cerrado", "revelada"}:
        return valor and datetime.fromisoformat(valor)
    return bytes.fromhex(valor) if clave == "semilla" else valor


@pytest.mark.parametrize("archivo", GRABADOS, ids=lambda archivo: archivo.stem)
async def test_un_diario_grabado_da_el_estado_que_dio(archivo: Path, diario: Diario):
    grabado = json.loads(archivo.read_text())
    flujo = await verter(diario, grabado)
    libro = await diario.leer(flujo)
    assert libro.estado == Cuenta.model_validate(grabado["estado"])
    assert libro.tiradas == grabado["tiradas"]


@pytest.mark.parametrize("archivo", GRABADOS, ids=lambda archivo: archivo.stem)
async def test_un_diario_grabado_se_puede_continuar_deshacer_y_verificar(
    archivo: Path, diario: Diario, abrir: AbrirDiario
):
    grabado = json.loads(archivo.read_text())
    flujo = await verter(diario, grabado)
    resultado = await diario.ejecutar(flujo, Subir(puntos=1000), ANA, "nueva")
    assert resultado.estado.puntos == grabado["estado"]["puntos"] + 1000
    await diario.ejecutar(flujo, Deshacer(), ANA, "d1")
    previa = await (await abrir()).ejecutar(flujo, Deshacer(), ANA, "d2")
    assert previa.estado != previa.antes.estado
    async with diario.motor.escribir() as con:
        await con.execute(semillas.update().values(revelada=datetime.fromisoformat("2026-01-05T00:00:00+00:00")))
    assert all(c.cuadra for c in await diario.verificar(flujo))
    assert len(await diario.verificar(flujo)) == grabado["tiradas"]


async def test_leer_un_hecho_antiguo_no_lo_reescribe(diario: Diario):
    grabado = json.loads(GRABADOS[0].read_text())
    flujo = await verter(diario, grabado)
    await diario.ejecutar(flujo, Subir(puntos=5), ANA, "nueva")
    async with diario.motor.leer() as con:
        consulta = select(hechos.c.cuerpo).where(hechos.c.tipo == Subido.tipo).order_by(hechos.c.version)
        cuerpos = list(await con.scalars(consulta))
    assert cuerpos[0] == {"v": 1, "cantidad": 4}
    assert cuerpos[-1] == {"v": 2, "puntos": 5}


@pytest.mark.parametrize(
    ("cambio", "dicho"), [({"tipo": "del_futuro"}, "no entiendo"), ({"version": 40}, "le faltan hechos")]
)
async def test_lo_que_no_se_entiende_o_no_encaja_se_dice(diario: Diario, cambio: dict[str, Any], dicho: str):
    grabado = json.loads(GRABADOS[0].read_text())
    grabado["hechos"][1] |= cambio
    flujo = await verter(diario, grabado)
    with pytest.raises(DiarioIncoherente, match=dicho):
        await diario.leer(flujo)
