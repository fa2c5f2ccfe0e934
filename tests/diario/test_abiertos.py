"""Qué hay abierto en cada canal: que se recuerde que no hay nada no hace que se tarde en ver lo que llega."""

import asyncio
import itertools
from typing import Any

import pytest

from servicios.diario import Diario, flujos
from servicios.diario.directo import Tarea
from servicios.errores import ErrorDeDominio
from servicios.hechos import Agregado
from tests.diario.conftest import ANA, CANAL, SERVIDOR, AbrirDiario
from tests.diario.contador import CONTADOR, Abrir, Cuenta, Subir, reglas

OTRO = CANAL + 1
ANDARIN = Agregado("contador", Cuenta, [reglas], canal=lambda cuenta: OTRO if cuenta.puntos else None)


async def hay(diario: Diario, canal: int = CANAL) -> bool:
    return await diario.abierto(SERVIDOR, canal, "partida") is not None


async def abrir_partida(diario: Diario) -> str:
    return (await diario.crear(CONTADOR, SERVIDOR, CANAL, Abrir(), ANA, "abre")).flujo


async def test_lo_que_se_abre_tras_haber_preguntado_se_ve(diario: Diario):
    assert not await hay(diario)
    assert not await hay(diario)
    await abrir_partida(diario)
    assert await hay(diario)
    assert not await hay(diario, OTRO)


async def test_que_no_haya_nada_se_pregunta_una_vez(diario: Diario, monkeypatch: pytest.MonkeyPatch):
    await hay(diario)
    monkeypatch.delattr(flujos, "abierto_en")
    assert not await hay(diario)


async def test_lo_que_se_abre_mientras_se_pregunta_no_queda_escondido(
    diario: Diario, monkeypatch: pytest.MonkeyPatch
):
    leido, sigue = asyncio.Event(), asyncio.Event()
    leer = diario.motor.leer_de_una

    async def despacio(tarea: Tarea[Any]) -> Any:
        ficha = await leer(tarea)
        leido.set()
        await sigue.wait()
        return ficha

    with monkeypatch.context() as parche:
        parche.setattr(diario.motor, "leer_de_una", despacio)
        pregunta = asyncio.create_task(hay(diario))
        await leido.wait()
    await abrir_partida(diario)
    sigue.set()
    assert not await pregunta  # cuando se leyó, no había nada
    assert await hay(diario)


async def test_lo_que_se_muda_se_ve_en_su_canal_nuevo(abrir: AbrirDiario):
    diario = await abrir([ANDARIN])
    flujo = await abrir_partida(diario)
    assert not await hay(diario, OTRO)
    await diario.ejecutar(flujo, Subir(), ANA, "se-muda")
    assert await hay(diario, OTRO)
    assert not await hay(diario)


async def test_dos_que_se_mudan_a_la_vez_al_mismo_canal(abrir: AbrirDiario, monkeypatch: pytest.MonkeyPatch):
    """El segundo miró antes de que llegara el primero: la base no lo admite, y se le dice por qué."""
    diario = await abrir([ANDARIN])
    uno = await abrir_partida(diario)
    otro = (await diario.crear(ANDARIN, SERVIDOR, CANAL + 2, Abrir(), ANA, "abre-otra")).flujo
    await diario.ejecutar(uno, Subir(), ANA, "llega")
    mirar, miradas = flujos.abierto_en, itertools.count()

    async def mirar_demasiado_pronto(*que: Any) -> Any:
        return None if next(miradas) == 0 else await mirar(*que)

    monkeypatch.setattr(flujos, "abierto_en", mirar_demasiado_pronto)
    with pytest.raises(ErrorDeDominio, match="En ese canal ya hay una partida abierta"):
        await diario.ejecutar(otro, Subir(), ANA, "tarde")
    assert (await diario.ficha(otro)).canal == CANAL + 2
