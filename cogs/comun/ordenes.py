"""Dar una orden al diario desde una interacción, sin dejar pasar los tres segundos que da Discord."""

import asyncio
from collections.abc import Awaitable
from datetime import date
from typing import Any, TypeVar

import discord

from cogs.comun.acciones import Interaccion
from cogs.comun.errores import GUARDADO
from cogs.comun.personas import actor_de, canal_de, servidor_de
from servicios import configuracion
from servicios.diario import Dia, Resultado
from servicios.errores import NoExiste
from servicios.hechos import Agregado, Orden

T = TypeVar("T")
MARGEN = 1.0
"""Segundos que se espera antes de pedirle más tiempo a Discord."""


async def con_tiempo(interaccion: Interaccion, tarea: Awaitable[T], *, privado: bool = False) -> T:
    """Espera un resultado; si tarda, avisa a Discord de que la respuesta llegará.

    A un comando se le deja un «está pensando», que se retira si al final no hay resultado, para que la negativa pueda
    ser privada. A un botón, nada: su mensaje sigue ahí, y después se podrá cambiar o contestar con otro.
    """
    pendiente = asyncio.ensure_future(tarea)
    listas, _ = await asyncio.wait({pendiente}, timeout=MARGEN)
    aplazada = not listas and not interaccion.response.is_done()
    piensa = aplazada and interaccion.message is None
    if aplazada:
        await interaccion.response.defer(ephemeral=privado, thinking=piensa)
    try:
        return await pendiente
    except Exception:
        if piensa and not privado:
            await _retirar(interaccion)
        raise


async def ordenar(interaccion: Interaccion, flujo: str, orden: Orden) -> Resultado[Any]:
    """Da una orden a un flujo en nombre de quien pulsa, y pone en marcha lo que deba a partir de ella.

    Raises:
        ErrorDeDominio: si las reglas no la permiten.
    """
    actor = await actor_de(interaccion)
    resultado = await interaccion.client.diario.ejecutar(flujo, orden, actor, str(interaccion.id))
    interaccion.extras[GUARDADO] = True
    interaccion.client.avisar_pronto()
    return resultado


async def abrir_flujo(interaccion: Interaccion, agregado: Agregado[Any], orden: Orden) -> Resultado[Any]:
    """Abre en el canal un flujo con su primera orden, en nombre de quien pulsa.

    Raises:
        ErrorDeDominio: si las reglas no la permiten o el canal ya tiene algo abierto de esa familia.
    """
    servidor, canal, actor = servidor_de(interaccion), canal_de(interaccion), await actor_de(interaccion)
    resultado = await interaccion.client.diario.crear(agregado, servidor, canal, orden, actor, str(interaccion.id))
    interaccion.extras[GUARDADO] = True
    interaccion.client.avisar_pronto()
    return resultado


async def en_el_dia(interaccion: Interaccion, orden: Orden) -> Resultado[Any]:
    """Da una orden en el día de hoy del canal: una tirada que no es de ninguna partida.

    Raises:
        ErrorDeDominio: si las reglas no la permiten.
    """
    bot = interaccion.client
    dia, resultado = await bot.diario.dias.ejecutar(
        bot.servicios.dia,
        servidor_de(interaccion),
        canal_de(interaccion),
        await _fecha(interaccion),
        orden,
        await actor_de(interaccion),
        str(interaccion.id),
    )
    interaccion.extras[GUARDADO] = True
    if dia.recien_abierto:
        bot.avisar_pronto()
    return resultado


async def dia_de_hoy(interaccion: Interaccion) -> Dia:
    """El día de hoy del canal. Si el último que se abrió ya ha pasado, abre el de hoy, que publica la semilla de aquel.

    Raises:
        NoExiste: si en el canal nunca se ha tirado nada.
    """
    bot, servidor, canal = interaccion.client, servidor_de(interaccion), canal_de(interaccion)
    if await bot.diario.dias.ultimo(servidor, canal) is None:
        raise NoExiste(
            "En este canal aún no se ha tirado ningún dado suelto, ni hay una partida abierta.",
            "Para una partida ya cerrada, elígela en «partida». Para tirar, /dados.",
        )
    dia = await bot.diario.dias.hoy(bot.servicios.dia, servidor, canal, await _fecha(interaccion))
    if dia.recien_abierto:
        bot.avisar_pronto()
    return dia


async def _fecha(interaccion: Interaccion) -> date:
    """El día, en el servidor, en que se pidió: lo dice Discord, así que entregada dos veces es siempre el mismo."""
    elegido = await configuracion.leer(interaccion.client.diario, servidor_de(interaccion))
    return elegido.fecha(interaccion.created_at)


async def _retirar(interaccion: Interaccion) -> None:
    try:
        await interaccion.delete_original_response()
    except discord.HTTPException:
        return  # si no se puede retirar, la negativa llega igual detrás
