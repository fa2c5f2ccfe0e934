"""Muertes con `kill -9` en mitad de partidas, torneos, avisos y recordatorios: después de cada una, todo está entero.

`tests/enchufe/test_caos_del_diario.py` mata al bot entero, con Discord delante; aquí se mata mucho más deprisa solo lo
que guarda, y se mira todo: cada orden contestada, cada deshacer, cada aviso y cada recordatorio.
"""

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest
from sqlalchemy import select

import bot
from servicios.diario import Diario, Estado, Flujo, Situacion
from servicios.diario.comprobacion import comprobar
from servicios.diario.esquema import bandeja, recordatorios
from servicios.libro import FaltaHistoria, Libro, nuevo
from servicios.plegado import plegar
from tests.diario.proceso_de_caos import PUNTOS, SERVIDOR, Libreta, Reloj, suma
from tests.enchufe.criadero import Criadero
from tests.enchufe.proceso import RAIZ
from tests.postgres import Servidor

MUERTES = 5
MUERTES_EN_CAOS = int(os.environ.get("CONCILIO_MUERTES", "300"))
POR_SEMILLA = 10
ESPERA = 0.8
"""Segundos que se deja a un proceso para llegar al punto en que ha de morir; si no llega, muere donde esté."""
UN_RATO, MUCHO = 2 * 3600, 30 * 24 * 3600
"""Segundos que pasan al final: primero, los que bastan para repetir lo que quedó a medias; después, todos los plazos."""
CON_MENSAJE = (Estado.ENVIADO, Estado.POR_ANULAR, Estado.ANULADO)
SIN_MENSAJE = (Estado.PENDIENTE, Estado.CADUCADO, Estado.FALLIDO)


async def test_lo_que_se_juega_sobrevive(tmp_path: Path):
    await matar_y_cotejar(tmp_path, 0, MUERTES)


@pytest.mark.postgresql
async def test_en_postgresql_tambien(tmp_path: Path, postgres: Servidor):
    await matar_y_cotejar(tmp_path, 100, MUERTES, await postgres.crear("caos_de_partidas"))


@pytest.mark.caos
@pytest.mark.parametrize("semilla", range(1000, 1000 + MUERTES_EN_CAOS // 2 // POR_SEMILLA))
async def test_cientos_de_muertes_jugando(tmp_path: Path, semilla: int):
    await matar_y_cotejar(tmp_path, semilla, POR_SEMILLA)


@dataclass
class Caos:
    """Una base y los procesos que se suceden sobre ella."""

    carpeta: Path
    criadero: Criadero
    bd: str | None
    azar: Random
    desde: float = field(default_factory=time.time)
    vueltas: int = 0

    async def matar(self) -> None:
        """Un proceso que juega hasta que muere: en un punto del programa o a una hora cualquiera."""
        punto = self.azar.choice([*PUNTOS, None])
        hijo = await self._criar(punto=punto, veces=self.azar.randint(1, 60 if punto in PUNTOS[:3] else 6))
        plazo = ESPERA if punto else self.azar.uniform(0.05, 0.5)
        acaba = asyncio.ensure_future(hijo.wait())
        await asyncio.wait({acaba}, timeout=plazo)
        if not acaba.done():
            with suppress(ProcessLookupError):  # acaba de morir
                os.kill(hijo.pid, 9)
        assert await acaba == -9, self.registro

    async def calmar(self, adelanto: int) -> None:
        """Pasa el tiempo con todo parado, y otro proceso hace lo que quedó pendiente."""
        await self._entero("calmar", adelanto=adelanto)

    async def sembrar(self) -> None:
        """El primer proceso, que nadie mata: así hay siempre un torneo en juego."""
        await self._entero("sembrar")

    async def _entero(self, modo: str, **pedido: Any) -> None:
        hijo = await self._criar(modo=modo, **pedido)
        assert await asyncio.wait_for(hijo.wait(), 60) == 0, self.registro

    async def _criar(self, **pedido: Any) -> Any:
        self.vueltas += 1
        comun = {"bd": self.bd, "desde": self.desde, "vuelta": self.vueltas, "modo": "jugar", "adelanto": 0}
        entorno = os.environ | {"CAOS": json.dumps(comun | {"punto": None, "veces": 0} | pedido)}
        return await self.criadero.criar(self.carpeta, entorno)

    @property
    def registro(self) -> str:
        return (self.carpeta / "registro.txt").read_text()[-3000:]

    @asynccontextmanager
    async def superviviente(self) -> AsyncIterator[Diario]:
        if self.bd is not None:
            await nadie_mas_en(self.bd)
        diario = await Diario.abrir(self.bd, self.carpeta, bot.AGREGADOS, Reloj(self.desde))
        try:
            yield diario
        finally:
            await diario.cerrar()

    def apuntado(self, archivo: str) -> list[dict[str, Any]]:
        return Libreta(self.carpeta / archivo).leer()


async def nadie_mas_en(bd: str) -> None:
    """Espera a que PostgreSQL acabe con lo que le pidió el que ha muerto: puede estar aún confirmando."""
    con = await asyncpg.connect(bd)
    otros = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    try:
        async with asyncio.timeout(30):
            while await con.fetchval(otros):
                await asyncio.sleep(0.02)
    finally:
        await con.close()


async def matar_y_cotejar(carpeta: Path, semilla: int, muertes: int, bd: str | None = None) -> None:
    criadero = Criadero(RAIZ, "tests.diario.proceso_de_caos")
    caos = Caos(carpeta, criadero, bd, Random(semilla))
    try:
        await caos.sembrar()
        for _ in range(muertes):
            await caos.matar()
            async with caos.superviviente() as diario:
                await cotejar(diario, caos)
        for adelanto in (UN_RATO, MUCHO):
            await caos.calmar(adelanto)
            async with caos.superviviente() as diario:
                await cotejar(diario, caos)
    finally:
        await criadero.cerrar()
    async with caos.superviviente() as diario:
        await nada_queda_en_el_aire(diario)


async def cotejar(diario: Diario, caos: Caos) -> None:
    """Lo contestado está, una vez; nada está a medias; y lo que se debe es lo que dice el estado."""
    dadas: dict[str, tuple[str, int, str]] = {}
    fichas = await diario.buscar(SERVIDOR, limite=1_000)
    for ficha in fichas:
        for apunte in await diario.historial(ficha.flujo):
            anotada = apunte.anotada
            if not anotada.origen.startswith("aviso:"):  # los recordatorios tienen su origen en cada flujo
                assert anotada.origen not in dadas, f"{anotada.origen} está dos veces"
                dadas[anotada.origen] = ficha.flujo, anotada.numero, suma(anotada.hechos)
        await el_libro_es_uno(diario, ficha)
        await se_debe_lo_que_se_debe(diario, ficha)
    lineas = caos.apuntado("ordenes.txt")
    contestadas = {x["hecha"]: (x["flujo"], x["orden"], x["suma"]) for x in lineas if "hecha" in x}
    assert contestadas.items() <= dadas.items()
    assert dadas.keys() <= {x["pide"] for x in lineas if "pide" in x}
    await los_mensajes_son_los_de_la_bandeja(diario, caos)
    assert [str(hallazgo) for hallazgo in await comprobar(diario.motor, bot.AGREGADOS)] == []


async def el_libro_es_uno(diario: Diario, ficha: Flujo) -> None:
    """Abierto de la base, plegado desde el principio y anotado orden a orden: el mismo estado y lo mismo por deshacer."""
    leido = await diario.leer(ficha.flujo)
    anotadas = [apunte.anotada for apunte in await diario.historial(ficha.flujo)]
    plegado = plegar(leido.agregado, ficha.flujo, anotadas)
    assert leido == plegado
    try:
        seguido = reduce(Libro.anotar, anotadas, nuevo(leido.agregado, ficha.flujo))
    except FaltaHistoria:
        return  # se deshizo más atrás de lo que un libro recuerda
    assert (seguido.estado, seguido.propuesta, seguido.frontera) == (leido.estado, leido.propuesta, leido.frontera)
    assert [paso.anotada for paso in seguido.deshechos] == [paso.anotada for paso in leido.deshechos]


async def se_debe_lo_que_se_debe(diario: Diario, ficha: Flujo) -> None:
    debido = (await diario.leer(ficha.flujo)).debido
    async with diario.motor.leer() as con:
        suyos = select(bandeja).where(bandeja.c.flujo == ficha.flujo, bandeja.c.fijo.is_(False))
        filas = (await con.execute(suyos)).all()
        citas = (await con.execute(select(recordatorios).where(recordatorios.c.flujo == ficha.flujo))).all()
    muertas = (Estado.CANCELADO, Estado.ANULADO, Estado.POR_ANULAR)
    vivas = Counter(fila.clave for fila in filas if fila.estado not in muertas and not fila.sobra)
    assert vivas == Counter(aviso.clave for aviso in debido.avisos)
    por_vencer = {(cita.clave, cita.vence) for cita in citas if cita.estado == Situacion.PENDIENTE}
    guardadas = {(cita.clave, cita.vence) for cita in citas if cita.estado != Situacion.CANCELADO}
    deben = {(cita.clave, cita.vence) for cita in debido.recordatorios}
    assert por_vencer <= deben <= guardadas
    sonaron = Counter(
        apunte.anotada.origen
        for apunte in await diario.historial(ficha.flujo)
        if apunte.anotada.origen.startswith("aviso:")
    )
    assert max(sonaron.values(), default=1) == 1
    hechas = {
        f"aviso:{cita.id}.{cita.vez}" for cita in citas if cita.estado == Situacion.HECHO and not cita.motivo
    }
    assert hechas <= sonaron.keys()
    assert {cita.estado for cita in citas} <= {Situacion.PENDIENTE, Situacion.HECHO, Situacion.CANCELADO}


async def los_mensajes_son_los_de_la_bandeja(diario: Diario, caos: Caos) -> None:
    """Ninguno dos veces, ninguno perdido y ninguno que no se debiera."""
    recibidos = [linea for linea in caos.apuntado("mensajes.txt") if "envio" in linea]
    por_envio = {linea["envio"]: linea for linea in recibidos}
    assert len(por_envio) == len(recibidos), "un aviso ha llegado dos veces"
    assert len({linea["nonce"] for linea in recibidos}) == len(recibidos)
    async with diario.motor.leer() as con:
        filas = {fila.id: fila for fila in await con.execute(select(bandeja))}
    for numero, linea in por_envio.items():
        assert (filas[numero].flujo, filas[numero].clave) == (linea["flujo"], linea["clave"])
    for fila in filas.values():
        assert fila.id in por_envio or fila.estado not in CON_MENSAJE, f"{fila.clave} consta y no llegó"
        assert fila.id not in por_envio or fila.estado not in SIN_MENSAJE, f"{fila.clave} llegó y no consta"


async def nada_queda_en_el_aire(diario: Diario) -> None:
    async with diario.motor.leer() as con:
        estados = Counter(await con.scalars(select(bandeja.c.estado)))
        situaciones = Counter(await con.scalars(select(recordatorios.c.estado)))
    assert not {Estado.PENDIENTE, Estado.ENVIANDO, Estado.DUDOSO, Estado.POR_ANULAR} & estados.keys(), estados
    assert Situacion.PENDIENTE not in situaciones, situaciones
    assert estados, "no se ha debido nada: no se ha probado nada"
    assert situaciones, "no ha habido ningún plazo: no se ha probado nada"
