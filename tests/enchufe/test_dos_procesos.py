"""Dos procesos sobre un mismo PostgreSQL, con la mitad de los fragmentos cada uno."""

import asyncio
from pathlib import Path

import discord
import pytest

import bot
from servicios.diario import Diario, Estado
from tests.enchufe import sala as salas
from tests.enchufe.actor import texto
from tests.enchufe.caos import calma
from tests.enchufe.proceso import Proceso
from tests.enchufe.sala import persona
from tests.postgres import Servidor

TIRADAS = 20


@pytest.mark.postgresql
async def test_se_reparten_el_trabajo_y_nadie_lo_repite(tmp_path: Path, postgres: Servidor) -> None:
    """Que las dos identificaciones no se pisen lo exige este Discord: si no pasan cinco segundos, es una falta."""
    url = await postgres.crear("dos")
    comun = {"CONCILIO_BD": url, "CONCILIO_FRAGMENTOS": "2"}
    carpetas = [tmp_path / "uno", tmp_path / "otro"]
    for carpeta in carpetas:
        carpeta.mkdir()
    async with salas.sala(carpetas[0], entorno=comun | {"CONCILIO_FRAGMENTOS_PROPIOS": "0"}, fragmentos=2) as s:
        otro = Proceso(s.d, carpetas[1], entorno=comun | {"CONCILIO_FRAGMENTOS_PROPIOS": "1"})
        servidores = [s.servidor]
        while len({int(servidor.id) >> 22 & 1 for servidor in servidores}) < 2:
            servidores.append(s.d.estado.crear_servidor(f"Servidor {len(servidores)}"))
        gente = [
            persona(s.d, f"P{i}", uno, s.d.estado.crear_canal(uno, "mesa")) for i, uno in enumerate(servidores)
        ]
        try:
            await s.proceso.arrancar(fragmentos=0)
            await otro.arrancar(fragmentos=2)
            respuestas = await asyncio.gather(*(uno.usar("dados") for uno in gente for _ in range(TIRADAS)))
            await calma(s)
        finally:
            await otro.cerrar()
        diario = await Diario.abrir(url, carpetas[0], bot.AGREGADOS, discord.utils.utcnow)
        try:
            for uno in gente:
                (dia,) = await diario.buscar(int(uno.servidor.id) if uno.servidor else 0, clases=["dia"])
                origenes = [apunte.anotada.origen for apunte in await diario.historial(dia.flujo)]
                assert len(origenes) == len(set(origenes)) == TIRADAS
                assert {r.interaccion.id for r in respuestas} >= set(origenes)
                anuncios = [m for m in uno.canal.mensajes.values() if "Dados de hoy" in texto(m)]
                assert len(anuncios) == 1
                assert [estado for estado, _ in await diario.bandeja.de(dia.flujo)] == [Estado.ENVIADO]
        finally:
            await diario.cerrar()
