"""`/diagnostico`: qué le falta al bot en este canal o hilo, para qué lo quiere y quién se lo puede dar."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.concilio import Concilio
from cogs.comun.personas import servidor_de
from cogs.comun.respuestas import responder
from cogs.comun.textos import enumerar
from cogs.comun.vistas import Color, Panel
from servicios import configuracion

PERMISOS = {
    "view_channel": ("Ver canal", "anunciar y recordar cosas aquí"),
    "send_messages": ("Enviar mensajes", "anunciar rondas, plazos y los compromisos de los dados"),
    "send_messages_in_threads": ("Enviar mensajes en hilos", "lo mismo dentro de un hilo"),
    "attach_files": ("Adjuntar archivos", "enviar imágenes y exportaciones"),
    "read_message_history": (
        "Leer el historial de mensajes",
        "saber si un anuncio llegó cuando algo falló a medias",
    ),
    "create_public_threads": ("Crear hilos públicos", "abrir un hilo por mesa, si el torneo lo pide"),
}


class DiagnosticoCog(commands.Cog):
    """Lo que falta y quién lo arregla."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.guild_only()
    async def diagnostico(self, interaction: Interaccion) -> None:
        """Qué permisos le faltan al bot en este canal, para qué y quién puede darlos"""
        faltan = faltas(interaction.app_permissions, en_hilo=isinstance(interaction.channel, discord.Thread))
        panel = Panel(Color.SATM).titulo("Diagnóstico de este canal")
        if faltan:
            lista = "\n".join(f"- **{PERMISOS[p][0]}**: para {PERMISOS[p][1]}" for p in faltan)
            panel.texto(f"{_me_falta(faltan)}:\n{lista}")
            panel.pie("Lo arregla quien tenga «Gestionar canales» o «Gestionar roles», en los permisos del canal.")
        else:
            panel.texto("Tengo todos los permisos que uso. Consultar y tirar dados no necesita ninguno.")
        panel.texto(await self._destinos(servidor_de(interaction)))
        await responder(interaction, panel, privado=True)

    async def _destinos(self, servidor: int) -> str:
        elegido = await configuracion.leer(self.bot.diario, servidor)
        guild = self.bot.get_guild(servidor)
        lineas: list[str] = []
        for nombre, canal in (
            ("coordinación", elegido.canal_de_coordinacion),
            ("reserva", elegido.canal_de_avisos),
            ("informes", elegido.canal_de_informes),
        ):
            if canal is not None and guild is not None:
                lineas.append(f"- Canal de {nombre}: {_estado(guild, canal)}")
        return "\n".join(lineas)


def _estado(guild: discord.Guild, numero: int) -> str:
    """Si se puede escribir en uno de los canales configurados, o qué lo impide."""
    canal = guild.get_channel_or_thread(numero)
    if canal is None:
        return "ese canal ya no existe o no lo veo; elige otro con /configurar"
    faltan = faltas(canal.permissions_for(guild.me), en_hilo=isinstance(canal, discord.Thread))
    nombres = [f"**{PERMISOS[p][0]}**" for p in faltan]
    return f"<#{numero}>, donde {_me_falta(faltan).lower()} {enumerar(nombres)}" if nombres else f"<#{numero}>"


def _me_falta(faltan: list[str]) -> str:
    return "Me falta" if len(faltan) == 1 else "Me faltan"


def faltas(permisos: discord.Permissions, *, en_hilo: bool) -> list[str]:
    """Los permisos que faltan. En un hilo, «Enviar mensajes» no cuenta: cuenta el suyo propio."""
    sobra = "send_messages" if en_hilo else "send_messages_in_threads"
    return [permiso for permiso in PERMISOS if permiso != sobra and not getattr(permisos, permiso)]


async def setup(bot: Concilio) -> None:
    await bot.add_cog(DiagnosticoCog(bot))
