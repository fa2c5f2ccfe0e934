"""Lo que se ejecuta en el proceso del bot: `bot.main` tal cual, con un conector que lleva a este Discord.

De discord.py no se cambia nada: `connector` y `guild_ready_timeout` son opciones documentadas suyas. Las órdenes
de prueba se añaden solo si `ENCHUFE_ORDENES` está puesta.
"""

import importlib
import json
import os
import signal
import socket
import ssl
import sys
import threading
from dataclasses import replace
from datetime import timedelta

import aiohttp
import discord
from aiohttp.abc import AbstractResolver, ResolveResult

import bot
from cogs.comun.concilio import COGS, Concilio
from servicios.ajustes import Ajustes
from tests.enchufe import ordenes_de_prueba
from tests.enchufe.criadero import criar

ESPERA_DE_SERVIDORES = 0.05
"""Segundos sin servidores nuevos para darse por dispuesto (de serie, 2)."""


class HaciaAqui(AbstractResolver):
    """Los nombres de Discord llevan a 127.0.0.1; ningún otro nombre lleva a ninguna parte."""

    def __init__(self, puertos: dict[str, int]) -> None:
        self._puertos = puertos

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        if host not in self._puertos:
            raise OSError(f"{host} no es de este Discord")
        lugar = ResolveResult(
            hostname=host,
            host="127.0.0.1",
            port=self._puertos[host],
            family=socket.AF_INET,
            proto=0,
            flags=socket.AI_NUMERICHOST,
        )
        return [lugar]

    async def close(self) -> None:
        pass


def crear(ajustes: Ajustes) -> Concilio:
    """El bot de siempre, con el conector de pruebas. Se llama dentro del bucle."""
    conector = aiohttp.TCPConnector(
        limit=0,
        resolver=HaciaAqui(json.loads(os.environ["ENCHUFE_PUERTOS"])),
        ssl=ssl.create_default_context(cafile=os.environ["ENCHUFE_AUTORIDAD"]),
    )
    concilio = bot.crear_bot(ajustes, connector=conector, guild_ready_timeout=ESPERA_DE_SERVIDORES)
    if adelanto := os.environ.get("ENCHUFE_ADELANTO"):  # segundos: como si hubiera pasado ese rato parado
        cuanto = timedelta(seconds=float(adelanto))
        concilio.servicios = replace(concilio.servicios, reloj=lambda: discord.utils.utcnow() + cuanto)
    if os.environ.get("ENCHUFE_ORDENES"):
        ordenes_de_prueba.anadir(concilio)
    return concilio


def acabar_con_la_prueba() -> None:
    """Si quien hace la prueba desaparece, su extremo de la tubería se cierra, y este proceso acaba también."""
    os.read(sys.stdin.fileno(), 1)
    os.kill(os.getpid(), signal.SIGTERM)


def arrancar() -> int:
    """Lo que hace `python bot.py`."""
    threading.Thread(target=acabar_con_la_prueba, daemon=True).start()
    return bot.main([], crear)


def preparar() -> None:
    """Lo importa y lo carga todo."""
    bot.crear_bot(Ajustes(_env_file=None))  # pyright: ignore[reportCallIssue]
    for cog in COGS:
        importlib.import_module(cog)


if __name__ == "__main__":
    if "--criar" not in sys.argv:
        sys.exit(arrancar())
    preparar()
    sys.exit(criar(arrancar))
