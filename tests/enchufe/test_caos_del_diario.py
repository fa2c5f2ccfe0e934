"""Muertes con `kill -9` en plena faena, sobre las dos bases: el diario, la bandeja y el canal acaban de acuerdo.

Aquí muere el bot entero, con Discord delante; `tests/diario/test_caos_de_partidas.py` mata lo que guarda mientras se juega.
"""

import os
import random
import re
from pathlib import Path

import discord
import pytest

import bot
from servicios.diario import Apunte, Diario, Estado
from servicios.diario.comprobacion import comprobar
from tests.enchufe import sala as salas
from tests.enchufe.actor import texto
from tests.enchufe.caos import Balance, calma, tormenta
from tests.enchufe.carga import multitud
from tests.enchufe.estado import Interaccion
from tests.postgres import Servidor

MUERTES_POR_SEMILLA = 5
MUERTES_EN_CAOS = int(os.environ.get("CONCILIO_MUERTES", "300"))
"""Entre esta prueba y la de partidas, mitad y mitad."""
VENTANA = 1.0
PARADO = "400"
"""Segundos que el bot pasa parado al final: más de lo que Discord recuerda un nonce, así que hay que buscar."""


@pytest.mark.parametrize("semilla", range(5))
async def test_nada_se_pierde_ni_se_dobla(tmp_path: Path, semilla: int) -> None:
    await _matar_y_cotejar(tmp_path, semilla, MUERTES_POR_SEMILLA)


@pytest.mark.postgresql
async def test_en_postgresql_tampoco(tmp_path: Path, postgres: Servidor) -> None:
    url = await postgres.crear("caos")
    await _matar_y_cotejar(tmp_path, 100, MUERTES_POR_SEMILLA, url)


@pytest.mark.caos
@pytest.mark.parametrize("semilla", range(1000, 1000 + MUERTES_EN_CAOS // 20))
async def test_cientos_de_muertes(tmp_path: Path, semilla: int) -> None:
    await _matar_y_cotejar(tmp_path, semilla, 10)


async def _matar_y_cotejar(carpeta: Path, semilla: int, muertes: int, url: str | None = None) -> None:
    entorno = {"CONCILIO_BD": url} if url else {}
    async with salas.sala(carpeta, criadero=True, ventana=0.0, entorno=entorno) as s:
        gente = multitud(s, personas=8, canales=3)

        async def ordenar(azar: random.Random) -> Interaccion:
            return await azar.choice(gente).escribir(
                "dados", cantidad=azar.randint(1, 5), caras=azar.choice([2, 6, 20])
            )

        balance = await tormenta(s, semilla, ordenar, rondas=muertes, ventana=VENTANA)
        await s.proceso.terminar()
        s.proceso.cambiar(ENCHUFE_ADELANTO=PARADO)
        await s.proceso.arrancar()
        balance.enviadas += [(await uno.usar("dados")).interaccion for uno in gente[:3]]  # y sigue tan campante
        await calma(s)
        await s.proceso.terminar()
        assert balance.muertes == muertes, balance
        diario = await Diario.abrir(url, carpeta / "datos", bot.AGREGADOS, discord.utils.utcnow)
        try:
            await _cotejar(diario, balance)
        finally:
            await diario.cerrar()


async def _cotejar(diario: Diario, balance: Balance) -> None:
    dias = await diario.buscar(int(balance.sala.servidor.id), clases=["dia"])
    apuntes: dict[str, Apunte] = {}
    for dia in dias:
        for apunte in await diario.historial(dia.flujo):
            assert apunte.anotada.origen not in apuntes, f"{apunte.anotada.origen} está dos veces\n{balance}"
            apuntes[apunte.anotada.origen] = apunte
    for interaccion in balance.enviadas:
        vistas = balance.respuestas(interaccion)
        assert len(vistas) <= 1, f"{interaccion.id} tuvo {len(vistas)} respuestas\n{balance}"
        if (
            not vistas or interaccion.pensando
        ):  # murió sin contestar, o después de pedir tiempo y antes de contestar
            continue
        assert interaccion.id in apuntes, f"{interaccion.id} se contestó y no está en el diario\n{balance}"
        _misma_tirada(texto(vistas[0]), apuntes[interaccion.id])
    for dia in dias:
        anuncios = [
            m for m in balance.mensajes if int(m["channel_id"]) == dia.canal and "Dados de hoy" in texto(m)
        ]
        assert len(anuncios) == 1, f"{len(anuncios)} anuncios del día en {dia.canal}\n{balance}"
        assert {estado for estado, _ in await diario.bandeja.de(dia.flujo)} == {Estado.ENVIADO}, balance
    assert await comprobar(diario.motor, bot.AGREGADOS) == []


def _misma_tirada(visto: str, apunte: Apunte) -> None:
    (tirada,) = apunte.tiradas
    cita = re.search(r"tirada (\d+) · (\w{6})", visto)
    assert cita is not None, visto
    assert (int(cita[1]), cita[2]) == (tirada.numero, tirada.codigo)
    assert " · ".join(map(str, tirada.sorteo.valores)) in visto
