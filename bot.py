"""Punto de partida: ajustes → servicios → bot → marcha.

`python bot.py` conecta con Discord (necesita `DISCORD_TOKEN`); `python bot.py --local` sirve el mismo bot en
una página, sin token ni red. Importar este módulo no hace nada: las herramientas empiezan por `crear_bot`.
"""

import argparse
import asyncio
import contextlib
import itertools
import logging
import signal
import sys
import tempfile
from collections.abc import Callable, Coroutine
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord.ext import tasks

from cogs.comun import local
from cogs.comun.concilio import Concilio, Servicios
from servicios import mantenimiento, registro
from servicios.ajustes import Ajustes, leer_ajustes
from servicios.consultas.carga import cargar
from servicios.consultas.servicio import Consultas
from servicios.dados import dia
from servicios.dados.mesa import MESA
from servicios.dados.secreto import SECRETO
from servicios.errores import ErrorDePuestaEnMarcha
from servicios.guerra import sueltas
from servicios.guerra.agregado import GUERRA
from servicios.guerra.tablas import tablas as tablas_de_guerra
from servicios.hechos import Agregado
from servicios.lcg.agregado import AGREGADOS as DEL_LCG
from servicios.lcg.tablas import tablas as tablas_del_lcg
from servicios.torneo.agregado import TORNEO

apuntes = logging.getLogger("concilio")

DATOS = Path(__file__).parent / "datos"
AGREGADOS: tuple[Agregado[Any], ...] = (dia.agregado(sueltas.reglas), TORNEO, SECRETO, MESA, GUERRA, *DEL_LCG)
SALIDA_POR_AJUSTES = 2
ESPERAS = (1, 2, 5, 10, 30, 60)
"""Segundos entre un intento de conectar y el siguiente, si Discord no contesta al arrancar."""
CORTES = (
    aiohttp.ClientError,
    TimeoutError,
    discord.HTTPException,
    discord.RateLimited,
    discord.GatewayNotFound,
)
"""Lo que se ve al arrancar si Discord no contesta, falla o frena."""
FALTA_LA_LLAVE = (
    "Falta DISCORD_TOKEN: pon en el entorno, o en un archivo .env, el token de tu bot "
    "(https://discord.com/developers/applications → tu aplicación → Bot). "
    "Para probarlo sin token: python bot.py --local"
)
LLAVE_RECHAZADA = (
    "Discord no acepta el DISCORD_TOKEN: cópialo de nuevo de "
    "https://discord.com/developers/applications → tu aplicación → Bot → Reset Token."
)

CIERRES = {
    4004: LLAVE_RECHAZADA,
    4010: "Discord no reconoce este fragmento: revisa CONCILIO_FRAGMENTOS y CONCILIO_FRAGMENTOS_PROPIOS.",
    4011: "El bot está en demasiados servidores para tan pocos fragmentos: sube CONCILIO_FRAGMENTOS o déjalo vacío.",
    4014: "Discord no concede al bot sus intenciones: revísalas en https://discord.com/developers/applications → Bot.",
}
"""Por qué Discord cierra la pasarela para no volver a abrirla, según su código."""
CIERRE_DESCONOCIDO = (
    "Discord ha cerrado la conexión y no quiere otra (código {}): pon al día el bot y revisa sus ajustes."
)


def crear_bot(ajustes: Ajustes | None = None, **de_discord: Any) -> Concilio:
    """Construye el bot sin conectarlo. Sin `ajustes`, los lee del entorno.

    Args:
        ajustes: los ajustes ya leídos.
        de_discord: opciones de `discord.Client` que se suman a las del bot (`connector`, `guild_ready_timeout`…).

    Raises:
        ErrorDePuestaEnMarcha: si un ajuste o un dato de `datos/` está mal; la frase lo nombra.
    """
    ajustes = ajustes or leer_ajustes()
    servicios = Servicios(consultas=_consultas(), reloj=discord.utils.utcnow, agregados=AGREGADOS)
    return Concilio(ajustes, servicios, **de_discord)


@cache
def _consultas() -> Consultas:
    """Los datos y sus índices. No cambian: se cargan una vez por proceso, y si algo está mal se dice al arrancar."""
    tablas_de_guerra()
    tablas_del_lcg()
    return Consultas(cargar(DATOS))


async def insistir(crear: Callable[[], Concilio], token: str) -> None:
    """Conecta; mientras Discord no conteste al arrancar, vuelve a intentarlo, cada vez con un bot nuevo.

    Raises:
        ErrorDePuestaEnMarcha: si Discord no acepta el token o no se puede escribir en la carpeta de datos.
    """
    for espera in itertools.chain(ESPERAS, itertools.repeat(ESPERAS[-1])):
        try:
            await conectar(crear(), token)
        except CORTES as error:
            if isinstance(error, discord.HTTPException) and error.status < HTTPStatus.TOO_MANY_REQUESTS:
                raise  # no es que Discord esté ocupado: es que no lo admite
            pausa = max(espera, error.retry_after) if isinstance(error, discord.RateLimited) else espera
            apuntes.warning("Discord no contesta (%s); vuelvo a intentarlo en %d s", error, pausa)
            await asyncio.sleep(pausa)
        else:
            return


async def conectar(bot: Concilio, token: str) -> None:
    """Lleva el bot en Discord hasta que se le pide que termine.

    Raises:
        ErrorDePuestaEnMarcha: si Discord no acepta el token, ahora o más tarde, o no se puede escribir en la carpeta de
            datos.
    """
    latido = latir(bot)
    try:
        async with bot:
            latido.start()
            await bot.start(token)
    except discord.LoginFailure:
        raise ErrorDePuestaEnMarcha(LLAVE_RECHAZADA) from None
    except discord.PrivilegedIntentsRequired:
        raise ErrorDePuestaEnMarcha(CIERRES[4014]) from None
    except discord.ConnectionClosed as cierre:
        raise ErrorDePuestaEnMarcha(CIERRES.get(cierre.code, CIERRE_DESCONOCIDO.format(cierre.code))) from None
    finally:
        latido.cancel()


def latir(bot: Concilio) -> tasks.Loop[Any]:
    """Mientras haya conexión, toca un archivo cada medio minuto: así sabe quien lo vigila que sigue vivo.

    Raises:
        ErrorDePuestaEnMarcha: si no se puede escribir en la carpeta de datos.
    """
    archivo = bot.ajustes.datos / "latido"
    try:
        archivo.parent.mkdir(parents=True, exist_ok=True)
        archivo.touch()
    except OSError as error:
        frase = f"No puedo escribir en «{archivo.parent}» (CONCILIO_DATOS): mira si es una carpeta y sus permisos."
        raise ErrorDePuestaEnMarcha(frase) from error

    @tasks.loop(seconds=30)
    async def latido() -> None:
        if bot.is_ready():
            archivo.touch()

    return latido


async def hasta_que_avisen(marcha: Coroutine[Any, Any, None]) -> None:
    """Ejecuta `marcha` y la cancela con orden al llegar SIGTERM o Ctrl-C."""
    tarea = asyncio.ensure_future(marcha)
    bucle = asyncio.get_running_loop()
    for senal in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows no sabe atender señales en el bucle
            bucle.add_signal_handler(senal, tarea.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await tarea


def leer_argumentos(argumentos: list[str] | None = None) -> argparse.Namespace:
    """Las opciones de la línea de órdenes."""
    lector = argparse.ArgumentParser(prog="bot.py", description="Concilio, el bot de la Tierra Media.")
    lector.add_argument("--local", action="store_true", help="página de prueba, sin token ni red")
    lector.add_argument(
        "--puerto", type=_puerto, default=None, help="puerto de la página (por defecto, uno libre)"
    )
    ordenes = lector.add_subparsers(dest="orden", metavar="orden", help="sin ninguna, arranca el bot")
    archivos = {"respaldo": "DESTINO", "restaurar": "ORIGEN"}
    for nombre, ayuda in mantenimiento.ORDENES.items():
        orden = ordenes.add_parser(nombre, help=ayuda, description=ayuda)
        if nombre in archivos:
            orden.add_argument("archivo", metavar=archivos[nombre], type=Path)
    return lector.parse_args(argumentos)


def _puerto(escrito: str) -> int:
    if not (escrito.isdecimal() and 0 < int(escrito) < 65_536):
        raise argparse.ArgumentTypeError(f"«{escrito}» no es un puerto: pon un número del 1 al 65535")
    return int(escrito)


async def marchar(opciones: argparse.Namespace, ajustes: Ajustes, crear: Callable[[Ajustes], Concilio]) -> None:
    """La página local o la conexión con Discord, según se pida.

    Raises:
        ErrorDePuestaEnMarcha: si hay que conectar y no hay token.
    """
    if opciones.local:
        with tempfile.TemporaryDirectory(prefix="concilio-") as carpeta:  # la página empieza siempre de cero
            de_muestra = ajustes.model_copy(update={"datos": Path(carpeta), "bd": None})
            await local.servir(crear(de_muestra), opciones.puerto)
        return
    if ajustes.token is None:
        raise ErrorDePuestaEnMarcha(FALTA_LA_LLAVE)
    await insistir(partial(crear, ajustes), ajustes.token.get_secret_value())


async def mantener(opciones: argparse.Namespace, ajustes: Ajustes) -> int:
    """Atiende una orden de mantenimiento y escribe lo que ha hecho. Devuelve su código de salida.

    Raises:
        ErrorDePuestaEnMarcha: si no se puede atender.
    """
    archivo = getattr(opciones, "archivo", None)
    ahora = discord.utils.utcnow()
    informe = await mantenimiento.atender(opciones.orden, archivo, ajustes, AGREGADOS, ahora)
    print(*informe.lineas, sep="\n")  # noqa: T201
    return informe.codigo


def main(argumentos: list[str] | None = None, crear: Callable[[Ajustes], Concilio] = crear_bot) -> int:
    """Arranca el bot, o atiende una orden de mantenimiento.

    Devuelve el código de salida: 0 si terminó bien, 1 si `comprobar` ha hallado algo, 2 si algo está mal puesto.

    `crear` se llama ya dentro del bucle: quien necesite otras opciones de discord.py, como un conector propio,
    da aquí su manera de llamar a `crear_bot`.
    """
    opciones = leer_argumentos(argumentos)
    try:
        ajustes = leer_ajustes()
        if opciones.orden:
            registro.preparar("CRITICAL", ajustes.registro_formato)  # la frase que se escribe ya lo dice todo
            return asyncio.run(mantener(opciones, ajustes))
        registro.preparar(ajustes.registro_nivel, ajustes.registro_formato)
        asyncio.run(hasta_que_avisen(marchar(opciones, ajustes, crear)))
    except ErrorDePuestaEnMarcha as error:
        print(error, file=sys.stderr)  # noqa: T201
        return SALIDA_POR_AJUSTES
    return 0


if __name__ == "__main__":
    sys.exit(main())
