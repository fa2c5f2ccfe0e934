"""`/privacidad`: todo lo que se guarda de ti, en un archivo; y borrarlo."""

import io
import zipfile
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Accion, BotonDeAccion, Interaccion, Valores
from cogs.comun.calma import con_calma
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import con_tiempo
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.textos import enumerar, inerte, plural
from cogs.comun.vistas import Color, Panel
from servicios.diario.privacidad import PrivacidadDelDiario
from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.privacidad import AunTomaParte, Borrado, EnMarcha, Privacidad

ADJUNTO_MAXIMO = 10 * 1024 * 1024
"""Bytes que admite Discord en un archivo."""
DICHOS = 10
"""Cuántas partidas y torneos abiertos se nombran: todos podrían no caber en el mensaje."""
FUERA_DE_ALCANCE = (
    "Los mensajes que ya están en Discord y las copias de seguridad antiguas quedan fuera de mi alcance: "
    "bórralos tú, o pídeselo a quien lleva el servidor o el bot. La sal que pusieras en una partida se queda, porque sin "
    "ella sus tiradas no se podrían comprobar."
)


class PrivacidadCog(commands.GroupCog, group_name="privacidad", group_description="Tus datos: verlos y borrarlos"):
    """Lo que cada persona puede pedir sobre sus datos, solo para sí misma."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot
        self._privacidad = Privacidad([PrivacidadDelDiario(bot.diario)], bot.servicios.reloj)
        bot.acciones.registrar("privacidad", borrar=self.confirmar)

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @con_calma(5, 60)
    async def exportar(self, interaction: Interaccion) -> None:
        """Un archivo con todo lo que el bot guarda de ti, en todos los servidores"""
        archivo = await con_tiempo(interaction, self._privacidad.exportar(interaction.user.id), privado=True)
        panel = Panel(Color.SATM).titulo("Tus datos").texto("Esto es todo lo que guardo de ti. Solo lo ves tú.")
        adjunto = _adjunto(archivo)
        panel.archivos.append(adjunto)
        panel.caja.add_item(discord.ui.File(adjunto))
        await responder(interaction, panel, privado=True)

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def borrar(self, interaction: Interaccion) -> None:
        """Borra tus datos; tus resultados quedan como «Participante borrado»"""
        panel = Panel(Color.RECHAZO).titulo("¿Borrar tus datos?")
        panel.texto(
            "Olvido quién eres y borro todo lo que has escrito, en todos los servidores. Tus resultados quedan a nombre "
            "de «Participante borrado». No se puede deshacer. Tu cuenta de Discord sigue igual."
        )
        panel.pie(FUERA_DE_ALCANCE)
        accion = Accion("privacidad", "borrar", str(interaction.user.id))
        panel.botones(BotonDeAccion(accion, "Borrar mis datos", discord.ButtonStyle.danger))
        await responder(interaction, panel, privado=True)

    async def confirmar(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Borra los datos de quien pulsa, que tiene que ser quien lo pidió."""
        if accion.objeto != str(interaction.user.id):
            raise SinPermiso("Solo puedes borrar tus propios datos: usa tú /privacidad borrar.")
        borrado = await con_tiempo(interaction, self._borrar(interaction), privado=True)
        panel = Panel(Color.SATM).titulo("Datos borrados")
        donde = plural(borrado.servidores, "servidor", "servidores")
        textos = plural(borrado.textos, "texto tuyo", "textos tuyos")
        panel.texto(
            f"Sabía de ti en {donde}: ya no sé quién eres, y he borrado {textos}."
            if borrado.servidores
            else "No guardaba nada tuyo."
        )
        await cambiar(interaction, panel.pie(FUERA_DE_ALCANCE))

    async def _borrar(self, interaction: Interaccion) -> Borrado:
        """Borra, o dice qué lo impide con los nombres que la gente conoce."""
        try:
            return await self._privacidad.borrar(interaction.user.id)
        except AunTomaParte as negativa:
            abierto = enumerar(self._lo_abierto(negativa.en_marcha, interaction.guild_id))
            raise ErrorDeDominio(
                f"Antes de borrar tus datos hay que terminar lo que tienes abierto: {abierto}.",
                "Una partida se termina con /partida cerrar; de un torneo se sale con /torneo baja. No se ha borrado nada.",
            ) from None

    def _lo_abierto(self, en_marcha: Sequence[EnMarcha], aqui: int | None) -> list[str]:
        """Los primeros y, si no caben, cuántos faltan."""
        dichos = [self._donde(uno, aqui) for uno in en_marcha[:DICHOS]]
        faltan = len(en_marcha) - len(dichos)
        return [*dichos, f"{faltan} más"] if faltan else dichos

    def _donde(self, en_marcha: EnMarcha, aqui: int | None) -> str:
        """«mesa de dados en #taberna», y de qué servidor si es otro."""
        que = f"{self.bot.clases.titulo(en_marcha.clase)} en <#{en_marcha.canal}>"
        servidor = self.bot.get_guild(en_marcha.servidor)
        return que if servidor is None or servidor.id == aqui else f"{que} ({inerte(servidor.name)})"


def _adjunto(datos: bytes) -> discord.File:
    """Los datos tal cual o, si Discord no admitiría un archivo tan grande, comprimidos."""
    nombre = "mis-datos-de-concilio.json"
    if len(datos) <= ADJUNTO_MAXIMO:
        return discord.File(io.BytesIO(datos), nombre)
    comprimido = io.BytesIO()
    with zipfile.ZipFile(comprimido, "w", zipfile.ZIP_DEFLATED) as paquete:
        paquete.writestr(nombre, datos)
    comprimido.seek(0)
    return discord.File(comprimido, "mis-datos-de-concilio.zip")


async def setup(bot: Concilio) -> None:
    await bot.add_cog(PrivacidadCog(bot))
