"""Cómo se contesta a una interacción: en público o en privado, antes o después de haber pedido tiempo."""

import discord

from cogs.comun.vistas import Panel


async def responder(interaccion: discord.Interaction, panel: Panel, *, privado: bool) -> None:
    """Envía un mensaje nuevo de esta interacción."""
    if interaccion.response.is_done():
        await interaccion.followup.send(view=panel, files=panel.archivos, ephemeral=privado)
    else:
        await interaccion.response.send_message(view=panel, files=panel.archivos, ephemeral=privado)


async def cambiar(interaccion: discord.Interaction, panel: Panel) -> None:
    """Sustituye el mensaje del botón o menú pulsado."""
    if interaccion.response.is_done():
        await interaccion.edit_original_response(view=panel, attachments=panel.archivos)
    else:
        await interaccion.response.edit_message(view=panel, attachments=panel.archivos)
