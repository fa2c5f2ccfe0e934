"""La costura entre Discord y el bot: mide, apunta y responde. Nadie lee nunca una excepción.

discord.py tiene cinco sitios donde un error se pierde: comandos, autocompletado, vistas, formularios y
componentes dinámicos. Los cinco acaban en `atender`.
"""

import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun import vistas
from servicios.errores import ErrorDeDominio

registro = logging.getLogger("concilio.interacciones")

_ALFABETO = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # sin signos que se confundan al leerlos en voz alta
# La interacción caducó, ya se respondió o el mensaje ya no está: no hay a quién contestar.
SIN_REMEDIO = frozenset({10062, 40060, 10015, 50027, 10008})

GUARDADO = "guardado"
"""Marca de una interacción cuya orden ya está en el diario: un fallo posterior no puede decir que no se guardó nada."""

Interaccion = discord.Interaction[Any]
C = TypeVar("C", bound=commands.Cog)
V = TypeVar("V", str, int)
Sugeridor = Callable[[C, Interaccion, str], Coroutine[Any, Any, list[app_commands.Choice[V]]]]


@asynccontextmanager
async def costura(interaccion: Interaccion, que: str) -> AsyncIterator[None]:
    """Atiende cualquier error de lo que haya dentro y apunta cuánto tardó."""
    inicio = time.perf_counter()
    try:
        yield
    except Exception as error:  # noqa: BLE001 - es la costura: lo que pase de aquí nadie lo recoge
        await atender(interaccion, error)
    finally:
        apuntar(interaccion, que, inicio)


def apuntar(interaccion: Interaccion, que: str, inicio: float) -> None:
    """Deja constancia de una interacción: cuál, dónde y cuánto tardó (milisegundos)."""
    registro.info(
        "atendida %s",
        que,
        extra={
            "interaccion": interaccion.id,
            "servidor": interaccion.guild_id,
            "orden": que,
            "ms": round((time.perf_counter() - inicio) * 1000, 1),
        },
    )


async def atender(interaccion: Interaccion, error: Exception) -> None:
    """Responde a un error con una frase que diga qué hacer; si es nuestro, con un código para buscarlo."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original if isinstance(error.original, Exception) else error
    if isinstance(error, discord.HTTPException) and error.code in SIN_REMEDIO:
        registro.warning("sin respuesta posible (%s)", error.code, extra={"interaccion": interaccion.id})
        return
    rechazo = _como_rechazo(error)
    if rechazo is not None and not (
        GUARDADO in interaccion.extras and isinstance(error, discord.DiscordException)
    ):
        await contestar(interaccion, vistas.rechazo(rechazo.frase, rechazo.detalle))
        return
    codigo = "".join(secrets.choice(_ALFABETO) for _ in range(4))
    registro.error("fallo %s", codigo, exc_info=error, extra={"interaccion": interaccion.id, "codigo": codigo})
    panel = vistas.fallo_al_ensenar if GUARDADO in interaccion.extras else vistas.fallo
    await contestar(interaccion, panel(codigo))


def _como_rechazo(error: Exception) -> ErrorDeDominio | None:
    match error:
        case ErrorDeDominio():
            return error
        case app_commands.CommandOnCooldown():
            espera = int(error.retry_after) + 1  # a los justos, discord.py aún no deja
            return ErrorDeDominio(f"Vas muy deprisa: espera {espera} s y vuelve a intentarlo.")
        case app_commands.NoPrivateMessage():
            return ErrorDeDominio("Este comando solo se puede usar dentro de un servidor.")
        case app_commands.MissingPermissions():
            return ErrorDeDominio("Este comando es para quien puede gestionar el servidor.")
        case app_commands.TransformerError():
            return ErrorDeDominio("No entiendo uno de los datos. Elige uno de los que ofrece la lista.")
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return ErrorDeDominio("Este comando ha cambiado. Reinicia Discord y vuelve a escribirlo.")
        case discord.Forbidden():
            return ErrorDeDominio(
                "Discord no me deja hacerlo en este canal: me falta algún permiso.",
                "Con /diagnostico se ve qué permiso falta y quién puede darlo.",
            )
        case discord.RateLimited() | discord.HTTPException(status=429):
            return ErrorDeDominio("Discord me pide ir más despacio: espera un minuto y vuelve a intentarlo.")
        case discord.DiscordServerError():
            return ErrorDeDominio("Discord está fallando ahora mismo: espera un poco y vuelve a intentarlo.")
        case _:
            return None


async def contestar(interaccion: Interaccion, panel: discord.ui.LayoutView) -> None:
    """Contesta en privado pase lo que pase; si ni eso se puede, lo apunta."""
    try:
        if interaccion.response.is_done():
            await interaccion.followup.send(view=panel, ephemeral=True)
        else:
            await interaccion.response.send_message(view=panel, ephemeral=True)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        registro.warning("no se pudo contestar: %s", error, extra={"interaccion": interaccion.id})


def callar_lo_tardio(apunte: logging.LogRecord) -> bool:
    """Filtro del registro de discord.py: que una sugerencia llegue tarde es lo normal al teclear deprisa."""
    error = apunte.exc_info[1] if apunte.exc_info else None
    return not (isinstance(error, discord.HTTPException) and error.code in SIN_REMEDIO)


def sugerencias(funcion: Sugeridor[C, V]) -> Sugeridor[C, V]:
    """Envuelve un autocompletado: un error da una lista vacía y queda en el registro."""

    @wraps(funcion)
    async def protegida(cog: C, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[V]]:
        try:
            return await funcion(cog, interaccion, texto)
        except Exception:  # noqa: BLE001 - discord.py solo lo apuntaría y la lista se quedaría esperando
            registro.exception("fallo al sugerir", extra={"interaccion": interaccion.id})
            return []

    return protegida
