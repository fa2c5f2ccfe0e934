"""`/dados`: tiradas que cualquiera puede comprobar."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.comun import partidas
from cogs.comun.acciones import Accion, Interaccion, Valores
from cogs.comun.calma import con_calma, con_ritmo
from cogs.comun.clases import ClaseDePartida, Vista
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import abrir_flujo, con_tiempo, en_el_dia, ordenar
from cogs.comun.personas import canal_de, servidor_de
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.textos import inerte
from cogs.comun.vistas import Color, Panel
from cogs.dados import presentacion
from servicios.dados import mesa, secreto
from servicios.dados.dia import Tirado, Tirar
from servicios.dados.tirada import CARAS_MAXIMAS, DADOS_MAXIMOS, Dados, Lanzada
from servicios.diario import Envio, Resultado
from servicios.hechos import Orden

A_LA_VISTA = (20, 10)
"""Tiradas de una persona, como mucho, cada tantos segundos."""


class DadosCog(commands.Cog):
    """Tirar dados: a la vista, en secreto y en una mesa con tanteo."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot
        bot.acciones.registrar("dados", repetir=con_ritmo(self.repetir, *A_LA_VISTA), revelar=self.revelar)
        bot.acciones.registrar("mesadados", sentarse=self.sentarse, levantarse=self.levantarse)
        bot.emisor.registrar("dia.abierto", self._dia_abierto)
        bot.clases.registrar(
            ClaseDePartida(
                agregado=mesa.MESA,
                titulo="mesa de dados",
                color=Color.DADOS,
                abrir=lambda jugadores: mesa.Abrir(jugadores=tuple(jugadores)),
                panel=presentacion.mesa,
                cerrar=mesa.Cerrar,
            )
        )

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        cantidad=f"Cuántos dados (1 a {DADOS_MAXIMOS})",
        caras=f"Caras de cada dado (2 a {CARAS_MAXIMAS})",
        modificador="Se suma al total",
        exito="Cada dado que saque esto o más es un éxito, en vez de sumar",
        comentario="Para qué es la tirada",
        secreto="El canal ve que has tirado, pero no qué; lo enseñas después",
    )
    @con_calma(*A_LA_VISTA)
    async def dados(
        self,
        interaction: Interaccion,
        cantidad: app_commands.Range[int, 1, DADOS_MAXIMOS] = 1,
        caras: app_commands.Range[int, 2, CARAS_MAXIMAS] = 6,
        modificador: app_commands.Range[int, -100_000, 100_000] = 0,
        exito: app_commands.Range[int, 1, CARAS_MAXIMAS] | None = None,
        comentario: app_commands.Range[str, 1, 200] = "",
        secreto: bool = False,
    ) -> None:
        """Tira dados que cualquiera puede comprobar"""
        dados = Dados(cantidad=cantidad, caras=caras, modificador=modificador, exito=exito)
        tarea = (
            self._secreta(interaction, dados, comentario)
            if secreto
            else self._tirar(interaction, dados, comentario)
        )
        await responder(interaction, await con_tiempo(interaction, tarea), privado=False)
        if secreto:
            await self._ensenar_a_su_autor(interaction)

    async def repetir(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Vuelve a tirar los mismos dados, en un mensaje nuevo."""
        tarea = self._tirar(interaction, presentacion.descifrar(accion.objeto), "")
        await responder(interaction, await con_tiempo(interaction, tarea), privado=False)

    async def revelar(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Enseña una tirada secreta."""
        resultado = await con_tiempo(interaction, ordenar(interaction, accion.objeto, secreto.Revelar()))
        revelado = _lanzada(resultado)
        semilla = await self.bot.diario.semilla_revelada(resultado.flujo)
        textos = await self.bot.diario.textos(resultado.flujo)
        comentario = inerte(textos.get(resultado.estado.comentario, ""), 200)
        panel = presentacion.revelada(revelado, resultado.tiradas[0], semilla, comentario)
        await responder(interaction, panel, privado=False)

    async def sentarse(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Se une a la mesa de dados."""
        await self._en_la_mesa(interaction, accion, mesa.Sentarse())

    async def levantarse(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Deja la mesa de dados."""
        await self._en_la_mesa(interaction, accion, mesa.Levantarse())

    # ── por dentro ────────────────────────────────────────────────────────────────────────────

    async def _tirar(self, interaction: Interaccion, dados: Dados, comentario: str) -> Panel:
        orden = Tirar(dados=dados, comentario=comentario)
        servidor, canal = servidor_de(interaction), canal_de(interaction)
        abierta = await self.bot.diario.abierto(servidor, canal, "partida")
        if abierta is not None and abierta.clase == mesa.MESA.nombre:
            resultado = await ordenar(interaction, abierta.flujo, orden)
        else:
            resultado = await en_el_dia(interaction, orden)
        return presentacion.tirada(_lanzada(resultado), resultado.tiradas[0], comentario)

    async def _secreta(self, interaction: Interaccion, dados: Dados, comentario: str) -> Panel:
        orden = secreto.Prometer(dados=dados, comentario=comentario)
        resultado = await abrir_flujo(interaction, secreto.SECRETO, orden)
        interaction.extras["secreto"] = resultado
        compromiso = await self.bot.diario.compromiso(resultado.flujo)
        return presentacion.promesa(resultado, compromiso, dados, interaction.user)

    async def _ensenar_a_su_autor(self, interaction: Interaccion) -> None:
        resultado = interaction.extras["secreto"]
        azar = await self.bot.diario.azar(resultado.flujo, resultado.estado.etiqueta)
        panel = presentacion.secreta(secreto.mirar(resultado.estado, azar))
        await interaction.followup.send(view=panel, ephemeral=True)

    async def _en_la_mesa(self, interaction: Interaccion, accion: Accion, orden: Orden) -> None:
        await cambiar(interaction, await con_tiempo(interaction, self._mesa(interaction, accion.objeto, orden)))

    async def _mesa(self, interaction: Interaccion, flujo: str, orden: Orden) -> Panel:
        resultado = await ordenar(interaction, flujo, orden)
        return await partidas.dibujar(self.bot, Vista(await self.bot.diario.ficha(flujo), resultado.libro))

    async def _dia_abierto(self, envio: Envio) -> Panel:
        return presentacion.dia_abierto(envio)


def _lanzada(resultado: Resultado[Any]) -> Lanzada:
    return next(hecho.lanzada for hecho in resultado.hechos if isinstance(hecho, Tirado))
