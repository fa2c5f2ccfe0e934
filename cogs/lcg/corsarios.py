"""`/navegacion corsarios`: el abordaje y los Enemigos del mazo de Corsarios."""

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.errores import sugerencias
from cogs.lcg import lectura
from cogs.lcg.mando import buscar, mandar
from cogs.lcg.mazo import encajan
from cogs.lcg.tipos import Jugador, Motivo, Nombre
from servicios.lcg import tablas
from servicios.lcg.agregado import NAVEGACION
from servicios.lcg.corsarios import X_MAXIMA, Abordaje, Desde, MoverCorsario, RetirarCorsario, RevelarCorsarios

DE_DONDE = [
    app_commands.Choice(name="el área de preparación", value=Desde.PREPARACION.value),
    app_commands.Choice(name="la zona de otro jugador", value=Desde.JUGADOR.value),
    app_commands.Choice(name="el mazo de Encuentros", value=Desde.MAZO.value),
    app_commands.Choice(name="los descartes", value=Desde.DESCARTES.value),
]
Numero = app_commands.Range[int, 1, 999]


class ConCorsarios(commands.Cog):
    """El grupo `corsarios`. Se mezcla con el cog de `/navegacion`."""

    corsarios = app_commands.Group(name="corsarios", description="Abordaje y mazo de Corsarios")

    @corsarios.command()
    @app_commands.describe(
        jugador="A quién se enfrenta, por su número",
        barco="El Barco-Enemigo, que pone la X",
        x="La X, si el barco no sale en la lista o depende de una condición",
        desde="De dónde viene: solo hay abordaje desde el área de preparación",
    )
    @app_commands.choices(desde=DE_DONDE)
    async def abordaje(
        self,
        interaction: Interaccion,
        jugador: Jugador,
        barco: Nombre | None = None,
        x: app_commands.Range[int, 0, X_MAXIMA] | None = None,
        desde: str = Desde.PREPARACION.value,
    ) -> None:
        """Abordaje X: un Barco-Enemigo se enfrenta a un jugador y salen X corsarios"""
        cual = None if barco is None else lectura.enemigo(barco)
        orden = Abordaje(jugador=jugador, barco=cual, x=x, desde=Desde(desde))
        await mandar(interaction, orden, NAVEGACION.nombre)

    @corsarios.command(name="revelar")
    @app_commands.describe(
        cuantos="Cuántos salen",
        jugador="Con quién se enfrentan (si no, al área de preparación)",
        motivo="Qué carta lo dice",
    )
    async def revelar_corsarios(
        self,
        interaction: Interaccion,
        cuantos: app_commands.Range[int, 1, X_MAXIMA],
        jugador: Jugador | None = None,
        motivo: Motivo | None = None,
    ) -> None:
        """Una carta revela corsarios de su mazo"""
        await mandar(
            interaction, RevelarCorsarios(cuantos=cuantos, jugador=jugador, motivo=motivo), NAVEGACION.nombre
        )

    @corsarios.command()
    @app_commands.describe(
        corsario="Su número", jugador="Con quién se enfrenta (si no, vuelve al área de preparación)"
    )
    async def mover(self, interaction: Interaccion, corsario: Numero, jugador: Jugador | None = None) -> None:
        """Un corsario se enfrenta a un jugador, o vuelve al área de preparación"""
        await mandar(interaction, MoverCorsario(corsario=corsario, jugador=jugador), NAVEGACION.nombre)

    @corsarios.command()
    @app_commands.describe(
        corsario="Su número", fuera="Si sale de la partida en vez de ir a los descartes de Corsarios"
    )
    async def retirar(self, interaction: Interaccion, corsario: Numero, fuera: bool = False) -> None:
        """Un corsario deja el juego y va a los descartes de Corsarios"""
        orden = RetirarCorsario(corsario=corsario, a="fuera" if fuera else "descartes")
        await mandar(interaction, orden, NAVEGACION.nombre)

    @abordaje.autocomplete("barco")
    @sugerencias
    async def _sugerir_abordaje(self, _interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        con_abordaje = (e for e in tablas.tablas().enemigos.values() if e.abordaje)
        return encajan({e.id: tablas.encuentro(e.id).copias for e in con_abordaje}, texto)

    @mover.autocomplete("corsario")
    @retirar.autocomplete("corsario")
    @sugerencias
    async def _sugerir_corsario(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[int]]:
        partida = (await buscar(interaccion, NAVEGACION.nombre)).libro.estado
        vistos = ((c.numero, f"{c.numero} {tablas.encuentro(c.carta).en}") for c in partida.en_el_mar)
        return [
            app_commands.Choice(name=nombre, value=numero) for numero, nombre in vistos if str(texto) in nombre
        ][:25]
