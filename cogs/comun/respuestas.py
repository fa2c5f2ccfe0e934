"""Cómo se contesta a una interacción: en público o en privado, antes o después de haber pedido tiempo."""

from collections.abc import Iterable

import discord

from cogs.comun.vistas import Panel


async def responder(
    interaccion: discord.Interaction, panel: Panel, *, privado: bool, avisa: Iterable[int] = ()
) -> None:
    """Envía un mensaje nuevo de esta interacción. `avisa`: cuentas que sí reciben aviso de su mención."""
    avisados = [discord.Object(cuenta) for cuenta in avisa]
    permitidos = discord.AllowedMentions(everyone=False, roles=False, users=avisados)
    enviar = interaccion.followup.send if interaccion.response.is_done() else interaccion.response.send_message
    await enviar(view=panel, files=panel.archivos, ephemeral=privado, allowed_mentions=permitidos)


async def cambiar(interaccion: discord.Interaction, panel: Panel) -> None:
    """Sustituye el mensaje del botón o menú pulsado."""
    if interaccion.response.is_done():
        await interaccion.edit_original_response(view=panel, attachments=panel.archivos)
    else:
        await interaccion.response.edit_message(view=panel, attachments=panel.archivos)
