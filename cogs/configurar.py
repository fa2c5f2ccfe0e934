"""`/configurar`: lo que cada servidor elige, en un panel que recuerda."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Accion, BotonDeAccion, Formulario, Interaccion, MenuDeAccion, Valores
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import con_tiempo
from cogs.comun.personas import servidor_de
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.textos import plural
from cogs.comun.vistas import Color, Panel
from servicios import configuracion
from servicios.configuracion import Configuracion
from servicios.diario.retencion import Retenido
from servicios.errores import SinPermiso

CANALES = {
    "canal_de_coordinacion": "Avisos para quien coordina",
    "canal_de_avisos": "Canal de reserva, si en el anterior no puedo escribir",
    "canal_de_informes": "Informes de errores en los datos",
}
ROLES = {
    "rol_coordinador": "Quién coordina torneos, además de quien gestiona el servidor",
    "rol_arbitro": "Quién arbitra",
}


class ConfigurarCog(commands.Cog):
    """El panel de ajustes del servidor."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot
        bot.acciones.registrar("configurar", elegir=self.elegir, consultas=self.consultas, zona=self.zona)
        bot.acciones.registrar("configurar", guardarzona=self.guardar_zona, soltar=self.soltar)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def configurar(self, interaction: Interaccion) -> None:
        """Canales, roles y costumbres del bot en este servidor"""
        _comprobar(interaction)
        panel = await con_tiempo(interaction, self._panel(servidor_de(interaction)), privado=True)
        await responder(interaction, panel, privado=True)

    async def elegir(self, interaction: Interaccion, accion: Accion, valores: Valores) -> None:
        """Un canal o un rol; sin elegir ninguno, se quita."""
        _comprobar(interaction)
        elegido = int(valores["menu"][0]) if valores["menu"] else None
        await self._cambiar(interaction, **{accion.objeto: elegido})

    async def consultas(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Consultas a la vista de todos o solo de quien pregunta."""
        await self._cambiar(interaction, consultas_publicas=accion.objeto == "publicas")

    async def zona(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Pregunta la zona horaria."""
        _comprobar(interaction)
        elegido = await configuracion.leer(self.bot.diario, servidor_de(interaction))
        formulario = Formulario(accion.con("guardarzona"), "Zona horaria")
        formulario.campo(
            "zona",
            "Zona horaria",
            largo=50,
            valor=elegido.zona,
            ayuda="Por ejemplo, Europe/Madrid o America/Bogota.",
        )
        await interaction.response.send_modal(formulario)

    async def guardar_zona(self, interaction: Interaccion, _accion: Accion, valores: Valores) -> None:
        """Guarda la zona escrita."""
        await self._cambiar(interaction, zona=valores["zona"][0].strip())

    async def soltar(self, interaction: Interaccion, _accion: Accion, _valores: Valores) -> None:
        """«Enviar lo pendiente»: deja salir lo retenido al restaurar una copia."""
        _comprobar(interaction)
        servidor = servidor_de(interaction)
        await con_tiempo(interaction, self.bot.diario.soltar(servidor, self.bot.servicios.reloj()))
        self.bot.avisar_pronto()
        await cambiar(interaction, await con_tiempo(interaction, self._panel(servidor)))

    async def _cambiar(self, interaction: Interaccion, **cambios: Any) -> None:
        _comprobar(interaction)
        servidor = servidor_de(interaction)
        await con_tiempo(interaction, configuracion.cambiar(self.bot.diario, servidor, **cambios))
        await cambiar(interaction, await con_tiempo(interaction, self._panel(servidor)))

    async def _panel(self, servidor: int) -> Panel:
        elegido = await configuracion.leer(self.bot.diario, servidor)
        panel = Panel(Color.SATM).titulo("Ajustes del servidor")
        for campo, rotulo in CANALES.items():
            panel.texto(f"**{rotulo}**").menu(_menu_de_canal(campo, getattr(elegido, campo)))
        for campo, rotulo in ROLES.items():
            panel.texto(f"**{rotulo}**").menu(_menu_de_rol(campo, getattr(elegido, campo)))
        retenido = await self.bot.diario.retenido(servidor)
        panel.texto(_resumen(elegido)).texto(_pendiente(retenido))
        otra = "privadas" if elegido.consultas_publicas else "publicas"
        rotulo = (
            "Consultas solo para quien pregunta" if elegido.consultas_publicas else "Consultas para todo el canal"
        )
        soltar = BotonDeAccion(Accion("configurar", "soltar"), "Enviar lo pendiente")
        return panel.botones(
            BotonDeAccion(Accion("configurar", "consultas", otra), rotulo),
            BotonDeAccion(Accion("configurar", "zona"), "Cambiar la zona horaria"),
            *([soltar] if retenido else []),
        )


def _comprobar(interaccion: Interaccion) -> None:
    if not interaccion.permissions.manage_guild:
        raise SinPermiso("Los ajustes los cambia quien tenga el permiso «Gestionar servidor».")


def _resumen(elegido: Configuracion) -> str:
    quien = "todo el canal" if elegido.consultas_publicas else "solo quien pregunta"
    return f"Las consultas las ve **{quien}**. Zona horaria: **{elegido.zona}**."


def _pendiente(retenido: Retenido) -> str:
    if not retenido:
        return ""
    avisos = plural(retenido.avisos, "aviso")
    return (
        f"Desde que se restauró la última copia esperan **{avisos}** y "
        f"**{plural(retenido.recordatorios, 'recordatorio')}**: salen cuando pulses «Enviar lo pendiente»."
    )


def _menu_de_canal(campo: str, actual: int | None) -> MenuDeAccion:
    menu: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        placeholder="Ninguno",
        min_values=0,
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        default_values=[discord.Object(actual, type=discord.abc.GuildChannel)] if actual else [],
    )
    return MenuDeAccion(Accion("configurar", "elegir", campo), menu)


def _menu_de_rol(campo: str, actual: int | None) -> MenuDeAccion:
    menu: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
        placeholder="Ningún rol",
        min_values=0,
        default_values=[discord.Object(actual, type=discord.Role)] if actual else [],
    )
    return MenuDeAccion(Accion("configurar", "elegir", campo), menu)


async def setup(bot: Concilio) -> None:
    await bot.add_cog(ConfigurarCog(bot))
