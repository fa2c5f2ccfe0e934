"""Órdenes que solo existen en las pruebas: usan de discord.py lo que los comandos de verdad usan o usarán."""

import asyncio
import io

import discord
from discord import app_commands

from cogs.comun.acciones import Accion, Formulario, Interaccion, Valores
from cogs.comun.concilio import Concilio


def anadir(bot: Concilio) -> None:
    """Las registra en el árbol, y sus acciones en el despacho."""
    for orden in (nada, esperar, escribir, anunciar, hilo, directo, recordar, adjuntar):
        bot.tree.add_command(orden)
    bot.acciones.registrar("prueba", escrito=escrito)


@app_commands.command()
async def nada(interaction: Interaccion) -> None:
    """La orden vacía, vara de medir de todas las demás"""
    await interaction.response.send_message("·")


@app_commands.command()
async def esperar(
    interaction: Interaccion, segundos: app_commands.Range[float, 0, 60], privado: bool = False
) -> None:
    """Pide tiempo, espera y contesta"""
    await interaction.response.defer(ephemeral=privado, thinking=True)
    await asyncio.sleep(segundos)
    await interaction.followup.send(f"he esperado {segundos:g} s")


@app_commands.command()
async def escribir(interaction: Interaccion) -> None:
    """Abre un formulario"""
    await interaction.response.send_modal(
        Formulario(Accion("prueba", "escrito"), "Escribe algo").campo("texto", "Qué quieres decir")
    )


async def escrito(interaction: Interaccion, _accion: Accion, valores: Valores) -> None:
    """Atiende el formulario de /escribir."""
    await interaction.response.send_message(f"has escrito {valores['texto'][0]}")


@app_commands.command()
async def anunciar(interaction: Interaccion, texto: str, veces: app_commands.Range[int, 1, 50] = 1) -> None:
    """Lo dice en el canal tantas veces, con un `nonce` distinto cada una"""
    await interaction.response.defer(ephemeral=True)
    canal = _canal(interaction)
    dichos = [await canal.send(f"{texto} {n}", nonce=f"{interaction.id}{n}") for n in range(veces)]
    await dichos[-1].edit(content=f"{texto} y se acabó")
    await interaction.followup.send("dicho")


@app_commands.command(name="hilo")
async def hilo(interaction: Interaccion, nombre: str) -> None:
    """Abre un hilo, escribe en él y lo archiva"""
    await interaction.response.defer(ephemeral=True)
    canal = _canal(interaction)
    assert isinstance(canal, discord.TextChannel)
    abierto = await canal.create_thread(name=nombre, type=discord.ChannelType.public_thread)
    await abierto.send("dentro")
    await abierto.edit(archived=True)
    await interaction.followup.send(f"abierto {abierto.id}")


@app_commands.command()
async def directo(interaction: Interaccion, texto: str) -> None:
    """Se lo dice en privado a quien lo pide"""
    await interaction.response.defer(ephemeral=True)
    await interaction.user.send(texto)
    await interaction.followup.send("enviado")


@app_commands.command()
async def recordar(interaction: Interaccion, cuantos: app_commands.Range[int, 1, 100]) -> None:
    """Cuenta los últimos mensajes del canal"""
    await interaction.response.defer(ephemeral=True)
    leidos = [mensaje.content async for mensaje in _canal(interaction).history(limit=cuantos)]
    await interaction.followup.send(" / ".join(leidos) or "nada")


@app_commands.command()
async def adjuntar(interaction: Interaccion, texto: str) -> None:
    """Lo devuelve en un archivo"""
    archivo = discord.File(io.BytesIO(texto.encode()), "texto.txt", description="lo que dijiste")
    await interaction.response.send_message("aquí está", file=archivo)


def _canal(interaction: Interaccion) -> discord.TextChannel | discord.Thread | discord.DMChannel:
    canal = interaction.channel
    assert isinstance(canal, discord.TextChannel | discord.Thread | discord.DMChannel)
    return canal
