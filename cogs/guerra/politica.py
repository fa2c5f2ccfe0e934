"""`/guerra politica`, `/guerra ejercito` y `/guerra personajes`: naciones, asentamientos y quien anda suelto."""

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.respuestas import responder
from cogs.guerra import aparte, lectura
from cogs.guerra.lectura_de_batalla import naciones as leer_naciones
from cogs.guerra.mando import buscar, mandar
from cogs.guerra.tipos import BANDOS, CARAS, DE_REFUERZO, NACIONES, PERSONAJES, Region
from servicios.guerra.asentamientos import LevantarAsedio, MoverEjercito
from servicios.guerra.personajes import EliminarPersonaje, EntrarEnJuego, MoverCompaneros
from servicios.guerra.politica import ActivarNacion, AvanzarNacion, Reclutar

DADO = "Con qué dado; ninguno, si es por un evento"
Lista = app_commands.Range[str, 1, 200]


class ConPolitica(commands.Cog):
    """Los comandos de la guerra fuera de la batalla. Se mezcla con el cog de `/guerra`."""

    politica = app_commands.Group(name="politica", description="El marcador político")
    ejercito = app_commands.Group(name="ejercito", description="Ejércitos que se mueven sin combatir, y asedios")
    personajes = app_commands.Group(name="personajes", description="Personajes fuera de la Compañía")

    @politica.command(name="ver")
    async def ver_politica(self, interaction: Interaccion) -> None:
        """El marcador político, los asentamientos tomados y los puntos de victoria"""
        await responder(interaction, await aparte.politica(await buscar(interaction)), privado=True)

    @politica.command()
    @app_commands.describe(nacion="Qué nación activa un evento")
    @app_commands.choices(nacion=NACIONES)
    async def activar(self, interaction: Interaccion, nacion: str) -> None:
        """Un evento activa una nación"""
        await mandar(interaction, ActivarNacion(nacion=nacion))

    @politica.command()
    @app_commands.describe(
        nacion="Qué nación avanza", dado=DADO, habilidad_en="Si es por un Compañero, en qué ciudad o Baluarte está"
    )
    @app_commands.choices(nacion=NACIONES, dado=CARAS)
    async def avanzar(
        self, interaction: Interaccion, nacion: str, dado: str | None = None, habilidad_en: Region | None = None
    ) -> None:
        """Una nación avanza un paso hacia la guerra"""
        donde = lectura.region(habilidad_en) if habilidad_en else None
        datos = {"nacion": nacion, "dado": dado, "habilidad_en": donde}
        await mandar(interaction, AvanzarNacion.model_validate(datos))

    @politica.command()
    @app_commands.describe(nacion="Quién recluta", regiones="Dónde, separadas por comas", dado=DADO)
    @app_commands.choices(nacion=NACIONES, dado=CARAS)
    async def reclutar(
        self, interaction: Interaccion, nacion: str, regiones: Lista, dado: str | None = None
    ) -> None:
        """Una nación recluta en sus asentamientos"""
        donde = tuple(lectura.region(trozo) for trozo in lectura.trozos(regiones))
        await mandar(interaction, Reclutar.model_validate({"nacion": nacion, "regiones": donde, "dado": dado}))

    @ejercito.command()
    @app_commands.describe(
        bando="De quién es",
        naciones="De qué naciones son sus unidades, separadas por comas",
        region="Adónde entra, libre de enemigos",
        dado=DADO,
        con_jefe="Si lleva un Líder o un Personaje, para moverlo con un dado de Personaje",
    )
    @app_commands.choices(bando=BANDOS, dado=CARAS)
    async def mover(
        self,
        interaction: Interaccion,
        bando: str,
        naciones: Lista,
        region: Region,
        dado: str | None = None,
        con_jefe: bool = False,
    ) -> None:
        """Un ejército entra sin combatir: invade, captura o refuerza un asedio"""
        datos = {
            "bando": bando,
            "naciones": leer_naciones(naciones),
            "region": lectura.region(region),
            "dado": dado,
            "con_jefe": con_jefe,
        }
        await mandar(interaction, MoverEjercito.model_validate(datos))

    @ejercito.command()
    @app_commands.describe(region="Dónde está el Baluarte asediado")
    async def levantar(self, interaction: Interaccion, region: Region) -> None:
        """El sitiador levanta el asedio y se va"""
        await mandar(interaction, LevantarAsedio(region=lectura.region(region)))

    @personajes.command(name="mover")
    @app_commands.describe(
        companeros="Quiénes, separados por comas", region="Dónde acaban su movimiento", dado=DADO
    )
    @app_commands.choices(dado=CARAS)
    async def mover_companeros(
        self, interaction: Interaccion, companeros: Lista, region: Region, dado: str | None = None
    ) -> None:
        """Compañeros que ya están fuera se mueven; si son capaces, despiertan a la nación"""
        datos = {"companeros": lectura.companeros(companeros), "region": lectura.region(region), "dado": dado}
        await mandar(interaction, MoverCompaneros.model_validate(datos))

    @personajes.command()
    @app_commands.describe(personaje="Quién", dado=DADO)
    @app_commands.choices(personaje=DE_REFUERZO, dado=CARAS)
    async def entrar(self, interaction: Interaccion, personaje: str, dado: str | None = None) -> None:
        """Entra en juego un Siervo, Aragorn o Gandalf el Blanco"""
        await mandar(interaction, EntrarEnJuego.model_validate({"personaje": personaje, "dado": dado}))

    @personajes.command()
    @app_commands.describe(personaje="Quién")
    @app_commands.choices(personaje=PERSONAJES)
    async def eliminar(self, interaction: Interaccion, personaje: str) -> None:
        """Un evento elimina a un personaje"""
        await mandar(interaction, EliminarPersonaje(personaje=personaje))
