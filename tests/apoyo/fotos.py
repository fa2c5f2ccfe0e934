"""Fotos de lo que se ve: ejecuta órdenes en el modo local y retrata el canal con un Chromium sin ventana.

Uso: `make fotos` (necesita `chromium` en el sistema). Las fotos van a `docs/img/`.
"""

import asyncio
import io
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from simcord.env import Env

import bot as arranque
from cogs.comun.local import presentarse, servidor_de_muestra
from servicios.ajustes import Ajustes

DESTINO = Path(__file__).resolve().parents[2] / "docs" / "img"
ANCHO, ALTO = 1000, 1800
MARGEN_IZQUIERDO, CABECERA, PIE = 256, 200, 130
HUECO = 120
NAVEGADOR = (
    "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--virtual-time-budget=4000", f"--window-size={ANCHO},{ALTO}",
)  # fmt: skip

Escena = Callable[[Env, Any, list[Any]], Awaitable[None]]


async def _errata(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[0].slash(canal, "errata", carta="gwahir")


async def _carta(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[0].slash(canal, "carta", carta="Alatar")


async def _regla(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[0].slash(canal, "regla", tema="desempates", juego="satm")


async def _buscar(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[0].slash(canal, "buscar", texto="chequeo de corrupción")


ESCENAS: dict[str, Escena] = {"errata": _errata, "carta": _carta, "regla": _regla, "buscar": _buscar}


async def retratar(nombre: str, escena: Escena) -> Path:
    """Hace la escena en un servidor de muestra y guarda el canal como PNG, recortado a los mensajes."""
    with tempfile.TemporaryDirectory() as carpeta:
        bot = arranque.crear_bot(Ajustes(datos=Path(carpeta), _env_file=None))  # pyright: ignore[reportCallIssue]
        env = Env(bot, shard_count=1, check_errors=False)
        await env.start()
        await presentarse(bot)
        canal, personas = servidor_de_muestra(env)
        with env.time_context():
            await escena(env, canal, personas)
        async with env.preview(
            canal, viewers=personas, layout="channel", locale="es-ES", timezone="Europe/Madrid"
        ) as pagina:
            captura = Path(carpeta) / "captura.png"
            proceso = await asyncio.create_subprocess_exec(
                *NAVEGADOR, f"--user-data-dir={carpeta}/perfil", f"--screenshot={captura}", pagina.url,
                stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
            )  # fmt: skip
            await proceso.wait()
        await env.shutdown()
        imagen = Image.open(io.BytesIO(captura.read_bytes())).convert("RGB")
    return _recortar(imagen, DESTINO / f"{nombre}.png")


def _recortar(imagen: Image.Image, ruta: Path) -> Path:
    """Deja solo los mensajes: quita el marco de la página y el hueco de debajo."""
    zona = imagen.crop((MARGEN_IZQUIERDO, CABECERA, ANCHO, imagen.height - PIE))
    puntos = np.asarray(zona, dtype=int)
    filas = np.flatnonzero((abs(puntos - puntos[4, -4]).max(axis=2) > 6).any(axis=1))
    hueco = np.flatnonzero(np.diff(filas) > HUECO)  # lo que venga tras un hueco grande ya no son mensajes
    arriba, abajo = int(filas[0]), int(filas[hueco[0]] if len(hueco) else filas[-1])
    ruta.parent.mkdir(parents=True, exist_ok=True)
    zona.crop((0, max(0, arriba - 12), zona.width, min(abajo + 16, zona.height))).save(ruta, optimize=True)
    return ruta


def main(pedidas: list[str]) -> None:
    """Retrata las escenas pedidas, o todas."""
    if shutil.which(NAVEGADOR[0]) is None:
        sys.exit("Hace falta chromium para las fotos: instálalo y repite.")
    for nombre in pedidas or ESCENAS:
        print(asyncio.run(retratar(nombre, ESCENAS[nombre])))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
