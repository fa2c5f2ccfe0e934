"""`/amenaza`: la Amenaza de cualquier partida del LCG, y la mesa que no lleva nada más."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun import leer
from cogs.comun.acciones import Accion, Interaccion, Valores
from cogs.comun.clases import ClaseDePartida
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import con_tiempo
from cogs.comun.personas import con_nombres
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.vistas import Color, Panel
from cogs.lcg import apertura, vista_amenaza
from cogs.lcg.mando import Lectura, Pregunta, buscar, ensenar, mandar, registrar
from cogs.lcg.tipos import Jugador, Lista, Motivo, Puntos
from servicios.hechos import Orden
from servicios.lcg.agregado import MESA
from servicios.lcg.amenaza import (
    BajarAmenaza,
    FijarAmenaza,
    FijarAmenazas,
    Maldito,
    SubirAmenaza,
)
from servicios.lcg.estado import LIMITE_DE_AMENAZA
from servicios.lcg.mesa import Abrir, Cerrar


def mover(puntos: int, jugador: int | None, motivo: str | None = None) -> Orden:
    """Subir o, en negativo, bajar la Amenaza de un jugador (o de todos)."""
    if puntos < 0:
        return BajarAmenaza(puntos=-puntos, jugador=jugador, motivo=motivo)
    return SubirAmenaza(puntos=puntos, jugador=jugador, motivo=motivo)


def _punto(clave: str, _valores: Valores) -> Orden:
    return mover(int(clave[1:]), int(clave[0]) or None)


def _mover(_clave: str, valores: Valores) -> Orden:
    jugador = int(leer.texto(valores, "jugador") or 0) or None
    return mover(leer.entero(valores, "puntos", "La cantidad"), jugador, leer.texto(valores, "motivo"))


def _maldecir(_clave: str, valores: Valores) -> Orden:
    return Maldito(x=leer.entero(valores, "x", "La X"), carta=leer.texto(valores, "carta"))


def _fijar(_clave: str, valores: Valores) -> Orden:
    return FijarAmenazas(valores={int(campo[1:]): leer.entero(valores, campo, "La Amenaza") for campo in valores})


ORDENES: dict[str, Lectura] = {"mover": _mover, "maldice": _maldecir, "fija": _fijar}
PREGUNTAS: dict[str, Pregunta] = {
    "amenaza": vista_amenaza.pedir_puntos,
    "maldito": vista_amenaza.pedir_maldito,
    "inicial": vista_amenaza.pedir_iniciales,
}
"""Los mandos de la Amenaza: los llevan su panel y, en otro espacio, los de las demás partidas."""


@app_commands.guild_only()
class AmenazaCog(commands.GroupCog, group_name="amenaza", group_description="La Amenaza de los jugadores (LCG)"):
    """La Amenaza: verla, moverla y contar por qué se ha movido."""

    def __init__(self, bot: Concilio) -> None:
        registrar(bot, "amenaza", ORDENES | {"punto": _punto}, PREGUNTAS, vista_amenaza.dibujar)
        bot.acciones.registrar("amenaza", pagina=self.pagina)
        bot.clases.registrar(
            ClaseDePartida(
                agregado=MESA,
                titulo="mesa del LCG (solo la Amenaza)",
                color=Color.LCG,
                abrir=lambda personas: Abrir(jugadores=apertura.sentados(personas)),
                panel=vista_amenaza.panel,
                cerrar=Cerrar,
            )
        )

    @app_commands.command()
    @app_commands.describe(
        **apertura.DE_QUIENES, limite=f"Con cuánta se queda eliminado ({LIMITE_DE_AMENAZA} si no se dice)"
    )
    async def nueva(
        self,
        interaction: Interaccion,
        jugador2: discord.Member | None = None,
        jugador3: discord.Member | None = None,
        jugador4: discord.Member | None = None,
        sin_cuenta: Lista | None = None,
        amenazas: Lista | None = None,
        limite: app_commands.Range[int, 1, 99] = LIMITE_DE_AMENAZA,
    ) -> None:
        """Abre una mesa que solo lleva la Amenaza"""
        puestos = await apertura.asientos(interaction, (jugador2, jugador3, jugador4), sin_cuenta, amenazas)
        await apertura.abrir(interaction, MESA.nombre, Abrir(jugadores=puestos, limite=limite))

    @app_commands.command()
    async def ver(self, interaction: Interaccion) -> None:
        """La Amenaza de cada jugador, con botones para moverla"""
        await ensenar(interaction, dibujar=vista_amenaza.dibujar)

    @app_commands.command()
    @app_commands.describe(
        puntos="Cuánto sube", jugador="Su número en el panel; si no, todos", motivo="Por qué, para el historial"
    )
    async def subir(
        self,
        interaction: Interaccion,
        puntos: Puntos,
        jugador: Jugador | None = None,
        motivo: Motivo | None = None,
    ) -> None:
        """Sube la Amenaza de un jugador, o la de todos"""
        await self._mandar(interaction, mover(puntos, jugador, motivo))

    @app_commands.command()
    @app_commands.describe(
        puntos="Cuánto baja", jugador="Su número en el panel; si no, todos", motivo="Por qué, para el historial"
    )
    async def bajar(
        self,
        interaction: Interaccion,
        puntos: Puntos,
        jugador: Jugador | None = None,
        motivo: Motivo | None = None,
    ) -> None:
        """Baja la Amenaza de un jugador, o la de todos; no baja de 0"""
        await self._mandar(interaction, mover(-puntos, jugador, motivo))

    @app_commands.command()
    @app_commands.describe(jugador="Su número en el panel", valor="La Amenaza que tiene", motivo="Por qué")
    async def fijar(
        self,
        interaction: Interaccion,
        jugador: Jugador,
        valor: app_commands.Range[int, 0, 99],
        motivo: Motivo | None = None,
    ) -> None:
        """Pone la Amenaza de un jugador: la inicial, o para corregirla"""
        await self._mandar(interaction, FijarAmenaza(jugador=jugador, valor=valor, motivo=motivo))

    @app_commands.command()
    @app_commands.describe(x="La X de la carta", carta="Qué carta es")
    async def maldito(self, interaction: Interaccion, x: Puntos, carta: Motivo | None = None) -> None:
        """Se revela una carta con Maldito X: todos suben X a la vez"""
        await self._mandar(interaction, Maldito(x=x, carta=carta))

    @app_commands.command()
    async def historial(self, interaction: Interaccion) -> None:
        """Quién ha movido la Amenaza, cuánto y por qué"""
        vista = await buscar(interaction)
        panel = await con_tiempo(interaction, self._historial(interaction, vista.ficha.flujo, -1), privado=True)
        await responder(interaction, panel, privado=True)

    async def pagina(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Otra página del historial."""
        await cambiar(interaction, await self._historial(interaction, accion.objeto, int(accion.version[1:])))

    async def _historial(self, interaction: Interaccion, flujo: str, pagina: int) -> Panel:
        diario = interaction.client.diario
        apuntes = await diario.historial(flujo)
        return await con_nombres(diario, flujo, lambda n: vista_amenaza.historial(flujo, apuntes, pagina, n))

    async def _mandar(self, interaction: Interaccion, orden: Orden) -> None:
        await mandar(interaction, orden, dibujar=vista_amenaza.dibujar)
