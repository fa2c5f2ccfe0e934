"""`/lcg`: lo común a toda partida del juego de cartas, y las cuentas de las palabras clave."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.concilio import Concilio
from cogs.lcg import apertura
from cogs.lcg.amenaza import ORDENES, PREGUNTAS
from cogs.lcg.ayudas import ConAyudas
from cogs.lcg.mando import mandar, registrar
from cogs.lcg.tipos import Jugador, Motivo, Nombre
from servicios.hechos import Orden
from servicios.lcg.agregado import MESA
from servicios.lcg.estado import Fin
from servicios.lcg.finales import DarPorTerminada, EliminarJugador
from servicios.lcg.mesa import FijarPrimero, PasarRonda, SentarJugador


def _ronda(clave: str, _valores: object) -> Orden:
    return PasarRonda(desde=int(clave))


@app_commands.guild_only()
class LcgCog(
    ConAyudas, commands.GroupCog, group_name="lcg", group_description="El juego de cartas: ronda y palabras clave"
):
    """Rondas, jugador inicial, eliminados y final de una partida; y las ayudas de palabras clave."""

    def __init__(self, bot: Concilio) -> None:
        super().__init__()
        registrar(bot, "lcg", ORDENES | {"ronda": _ronda}, PREGUNTAS)
        self.registrar_ayudas(bot)

    @app_commands.command()
    @app_commands.describe(amenaza="Cuánto sube la Amenaza de todos (1 si no se dice)")
    async def ronda(self, interaction: Interaccion, amenaza: app_commands.Range[int, 0, 10] = 1) -> None:
        """Acaba la ronda: sube la Amenaza y pasa la ficha de jugador inicial"""
        await mandar(interaction, PasarRonda(amenaza=amenaza))

    @app_commands.command()
    @app_commands.describe(jugador="Su número en el panel")
    async def primero(self, interaction: Interaccion, jugador: Jugador) -> None:
        """Da la ficha de jugador inicial a un jugador"""
        await mandar(interaction, FijarPrimero(jugador=jugador))

    @app_commands.command()
    @app_commands.describe(
        jugador="Quién se une", nombre="Su nombre, si no tiene cuenta", amenaza="Su Amenaza inicial"
    )
    async def sentarse(
        self,
        interaction: Interaccion,
        jugador: discord.Member | None = None,
        nombre: Nombre | None = None,
        amenaza: app_commands.Range[int, 0, 99] = 0,
    ) -> None:
        """Se une un jugador a la mesa que solo lleva la Amenaza"""
        asiento = await apertura.asiento(interaction, jugador, nombre)
        await mandar(interaction, SentarJugador(asiento=asiento.con(amenaza=amenaza)), MESA.nombre)

    @app_commands.command()
    @app_commands.describe(jugador="Su número en el panel", motivo="Por qué")
    async def eliminar(self, interaction: Interaccion, jugador: Jugador, motivo: Motivo | None = None) -> None:
        """Un jugador queda eliminado por algo que no llevo: se quedó sin Héroes, lo dice una carta…"""
        await mandar(interaction, EliminarJugador(jugador=jugador, motivo=motivo))

    @app_commands.command()
    @app_commands.describe(resultado="Cómo acaba", motivo="Por qué")
    @app_commands.choices(resultado=[app_commands.Choice(name=fin.value, value=fin.value) for fin in Fin])
    async def terminar(self, interaction: Interaccion, resultado: str, motivo: Motivo | None = None) -> None:
        """Los jugadores dan la partida por ganada o por perdida"""
        await mandar(interaction, DarPorTerminada(fin=Fin(resultado), motivo=motivo))
