"""Una orden que solo vale si nadie ha dado otra desde que se vio el botón que la da."""

import asyncio

import pytest

from servicios.deshacer import Deshacer
from servicios.diario import Diario
from servicios.errores import YaHaCambiado
from servicios.vigente import SiSigue
from tests.diario.conftest import ANA, BLAS, CANAL, SERVIDOR, AbrirDiario
from tests.diario.contador import CONTADOR, Abrir, Subir

UNO = Subir(puntos=1)


async def partida(diario: Diario) -> str:
    return (await diario.crear(CONTADOR, SERVIDOR, CANAL, Abrir(bandos={1: "a", 2: "b"}), ANA, "abre")).flujo


async def test_dos_pulsaciones_de_lo_mismo_tienen_un_efecto(diario: Diario):
    flujo = await partida(diario)
    hecho = await diario.ejecutar(flujo, SiSigue(orden=UNO, vista=1), ANA, "a")
    assert (hecho.estado.puntos, hecho.orden) == (1, 2)
    with pytest.raises(YaHaCambiado):
        await diario.ejecutar(flujo, SiSigue(orden=UNO, vista=1), BLAS, "b")
    repetida = await diario.ejecutar(flujo, SiSigue(orden=UNO, vista=1), ANA, "a")  # la misma, entregada otra vez
    assert repetida.repetido
    assert (await diario.leer(flujo)).estado.puntos == 1


async def test_tambien_si_entre_medias_se_ha_deshecho_algo(diario: Diario):
    flujo = await partida(diario)
    await diario.ejecutar(flujo, UNO, ANA, "a")
    await diario.ejecutar(flujo, Deshacer(), ANA, "b")
    with pytest.raises(YaHaCambiado):
        await diario.ejecutar(flujo, SiSigue(orden=UNO, vista=1), BLAS, "c")
    assert (await diario.ejecutar(flujo, SiSigue(orden=UNO, vista=3), BLAS, "d")).estado.puntos == 1


async def test_desde_dos_procesos_a_la_vez_solo_cuenta_una(abrir: AbrirDiario):
    uno, otro = await abrir(), await abrir()
    flujo = await partida(uno)
    ordenes = [
        diario.ejecutar(flujo, SiSigue(orden=UNO, vista=1), ANA, f"o{i}")
        for i, diario in enumerate((uno, otro, uno, otro))
    ]
    resultados = await asyncio.gather(*ordenes, return_exceptions=True)
    assert sorted(isinstance(r, YaHaCambiado) for r in resultados) == [False, True, True, True]
    assert (await otro.leer(flujo)).estado.puntos == 1
