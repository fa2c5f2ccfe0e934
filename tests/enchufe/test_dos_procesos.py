"""Dos procesos sobre un mismo PostgreSQL, con la mitad de los fragmentos cada uno."""

import asyncio
from pathlib import Path

import discord
import pytest

import bot
from servicios.diario import Diario, Estado
from tests.bancos.banco_discord import acabada, torneo_publicado
from tests.enchufe import sala as salas
from tests.enchufe.actor import texto
from tests.enchufe.caos import calma
from tests.enchufe.estado import Canal
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


@pytest.mark.postgresql
async def test_un_recordatorio_que_los_dos_ven_vencido_suena_una_vez(tmp_path: Path, postgres: Servidor) -> None:
    """El aviso de fin de ronda de tres torneos vence con los dos parados, y arrancan a la vez."""
    url = await postgres.crear("dos_avisos")
    comun = {"CONCILIO_BD": url, "CONCILIO_FRAGMENTOS": "2"}
    carpetas = [tmp_path / "uno", tmp_path / "otro"]
    for carpeta in carpetas:
        carpeta.mkdir()
    async with salas.sala(
        carpetas[0], entorno=comun | {"CONCILIO_FRAGMENTOS_PROPIOS": "0"}, fragmentos=2, ventana=0.0
    ) as s:
        otro = Proceso(s.d, carpetas[1], entorno=comun | {"CONCILIO_FRAGMENTOS_PROPIOS": "1"})
        canales = [s.d.estado.crear_canal(s.servidor, f"torneo-{n}") for n in range(3)]
        jugadores = [persona(s.d, f"J{n}", s.servidor, canales[0]) for n in range(8)]
        try:
            await s.proceso.arrancar(fragmentos=0)
            await otro.arrancar(fragmentos=2)
            for canal in canales:
                await torneo_publicado(s.coordinadora, jugadores, canal)
                await acabada(s.coordinadora.en(canal).usar("ronda", accion="empezar"))
            await calma(s)
            await asyncio.gather(s.proceso.terminar(), otro.terminar())
            for proceso in (s.proceso, otro):
                proceso.cambiar(ENCHUFE_ADELANTO=str(86 * 60))  # el aviso es a los 85 minutos
            await s.proceso.arrancar(fragmentos=0)
            await otro.arrancar(fragmentos=2)
            async with asyncio.timeout(60):
                while not all(avisos_de_fin(canal) for canal in canales):
                    await asyncio.sleep(0.1)
            await calma(s, 2)  # lo que tarde el otro en repetirlo, si lo repitiera
        finally:
            await otro.cerrar()
        assert [avisos_de_fin(canal) for canal in canales] == [1, 1, 1]


def avisos_de_fin(canal: Canal) -> int:
    return sum("Quedan resultados por comunicar" in texto(m) for m in canal.mensajes.values())
