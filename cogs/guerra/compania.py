"""`/compania`: mover, ocultar y declarar la Compañía, su Guía, Mordor y la Corrupción."""

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.guerra import lectura
from cogs.guerra.mando import mandar
from cogs.guerra.tipos import CARAS, PERSONAJES, Region
from servicios.guerra.compania import DeclararCompania, ElegirGuia, MoverCompania, OcultarCompania
from servicios.guerra.corrupcion import AjustarCorrupcion
from servicios.guerra.mordor import EntrarEnMordor
from servicios.guerra.personajes import REGIONES_DE_MAS, Separar
from servicios.guerra.remedios import MoverRevelada

DADO = "Con qué dado; ninguno, si es por un evento"
HABILIDAD = "Si lo permite una carta y vale cualquier dado"


@app_commands.guild_only()
class CompaniaCog(commands.GroupCog, group_name="compania", group_description="La Compañía del Anillo"):
    """La Compañía de la partida del canal."""

    @app_commands.command()
    @app_commands.describe(dado=DADO, habilidad=HABILIDAD)
    @app_commands.choices(dado=CARAS)
    async def mover(self, interaction: Interaccion, dado: str | None = None, habilidad: bool = False) -> None:
        """La Compañía intenta avanzar; después viene la Caza"""
        await mandar(interaction, MoverCompania.model_validate({"dado": dado, "habilidad": habilidad}))

    @app_commands.command()
    @app_commands.describe(dado=DADO, habilidad=HABILIDAD)
    @app_commands.choices(dado=CARAS)
    async def ocultar(self, interaction: Interaccion, dado: str | None = None, habilidad: bool = False) -> None:
        """Oculta a la Compañía revelada"""
        await mandar(interaction, OcultarCompania.model_validate({"dado": dado, "habilidad": habilidad}))

    @app_commands.command()
    @app_commands.describe(region="Dónde: a una distancia igual o menor que el Progreso")
    async def declarar(self, interaction: Interaccion, region: Region) -> None:
        """Declara dónde está la Compañía"""
        await mandar(interaction, DeclararCompania(region=lectura.region(region)))

    @app_commands.command()
    @app_commands.describe(
        region="Dónde acaba la figura", fichas_de_evento="Fichas de más que obliga a sacar una carta"
    )
    async def revelada(
        self, interaction: Interaccion, region: Region, fichas_de_evento: app_commands.Range[int, 0, 3] = 0
    ) -> None:
        """Mueve la figura de la Compañía que acaba de quedar revelada"""
        orden = MoverRevelada(region=lectura.region(region), fichas_de_evento=fichas_de_evento)
        await mandar(interaction, orden)

    @app_commands.command()
    @app_commands.describe(companero="Entre los de mayor nivel de la Compañía")
    @app_commands.choices(companero=PERSONAJES)
    async def guia(self, interaction: Interaccion, companero: str) -> None:
        """Elige al Guía"""
        await mandar(interaction, ElegirGuia(companero=companero))

    @app_commands.command()
    @app_commands.describe(
        companeros="Quiénes, separados por comas: «Merry, Pippin»",
        region="Adónde van juntos (en Mordor, ninguna: quedan eliminados)",
        dado=DADO,
        habilidad=HABILIDAD,
        extra="Regiones de más que da una carta",
    )
    @app_commands.choices(dado=CARAS)
    async def separar(
        self,
        interaction: Interaccion,
        companeros: app_commands.Range[str, 1, 200],
        region: Region | None = None,
        dado: str | None = None,
        habilidad: bool = False,
        extra: app_commands.Range[int, 0, REGIONES_DE_MAS] = 0,
    ) -> None:
        """Separa Compañeros de la Compañía; no vuelven"""
        datos = {
            "companeros": lectura.companeros(companeros),
            "region": lectura.region(region) if region else None,
            "dado": dado,
            "habilidad": habilidad,
            "extra": extra,
        }
        await mandar(interaction, Separar.model_validate(datos))

    @app_commands.command()
    async def mordor(self, interaction: Interaccion) -> None:
        """Entra en Mordor (2.ª edición; en la 1.ª se entra al declararse en una puerta)"""
        await mandar(interaction, EntrarEnMordor())

    @app_commands.command()
    @app_commands.describe(puntos="Cuántos suma o, en negativo, quita", carta="Qué carta, para el historial")
    async def corrupcion(
        self,
        interaction: Interaccion,
        puntos: app_commands.Range[int, -20, 20],
        carta: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Suma o quita Corrupción por una carta"""
        await mandar(interaction, AjustarCorrupcion(puntos=puntos, carta=carta))
