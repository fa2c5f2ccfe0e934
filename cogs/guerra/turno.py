"""`/guerra turno`: las fases, los dados de acción y los Anillos élficos."""

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.guerra.mando import mandar
from cogs.guerra.tipos import BANDOS, CARAS, CON_OJO, PARA
from servicios.guerra.anillos import UsarAnilloElfico
from servicios.guerra.dados import DejarDados, UsarDado
from servicios.guerra.turno import AsignarCaza, TerminarFaseDeCompania, TerminarTurno, TirarAcciones


class ConTurno(commands.Cog):
    """Los comandos del turno. Se mezcla con el cog de `/guerra`."""

    turno = app_commands.Group(name="turno", description="Las fases y los dados de acción")

    @turno.command(name="fin-compania")
    async def fin_compania(self, interaction: Interaccion) -> None:
        """Termina la fase de la Compañía"""
        await mandar(interaction, TerminarFaseDeCompania())

    @turno.command()
    @app_commands.describe(dados="Cuántos: de 0 al número de Compañeros, y siempre se puede 1")
    async def asignar(self, interaction: Interaccion, dados: app_commands.Range[int, 0, 30]) -> None:
        """La Sombra pone dados en la casilla de Caza"""
        await mandar(interaction, AsignarCaza(dados=dados))

    @turno.command()
    async def tirar(self, interaction: Interaccion) -> None:
        """Tira los dados de acción de los dos bandos"""
        await mandar(interaction, TirarAcciones())

    @turno.command()
    @app_commands.describe(
        bando="De quién es el dado", dado="Qué dado", para="Para qué acción, si hay que comprobarla"
    )
    @app_commands.choices(bando=BANDOS, dado=CARAS, para=PARA)
    async def dado(self, interaction: Interaccion, bando: str, dado: str, para: str | None = None) -> None:
        """Gasta un dado en algo que el bot no lleva: mover ejércitos, jugar una carta…"""
        await mandar(interaction, UsarDado.model_validate({"bando": bando, "dado": dado, "para": para}))

    @turno.command()
    @app_commands.describe(bando="Quién renuncia a los dados que le quedan")
    @app_commands.choices(bando=BANDOS)
    async def dejar(self, interaction: Interaccion, bando: str) -> None:
        """Deja sin usar los dados que quedan"""
        await mandar(interaction, DejarDados.model_validate({"bando": bando}))

    @turno.command()
    @app_commands.describe(bando="Quién usa el Anillo", de="Dado que cambia", a="Resultado al que pasa")
    @app_commands.choices(bando=BANDOS, de=CARAS, a=CON_OJO)
    async def anillo(self, interaction: Interaccion, bando: str, de: str, a: str) -> None:
        """Usa un Anillo élfico para cambiar un dado sin usar"""
        await mandar(interaction, UsarAnilloElfico.model_validate({"bando": bando, "de": de, "a": a}))

    @turno.command()
    async def terminar(self, interaction: Interaccion) -> None:
        """Termina el turno y comprueba la victoria"""
        await mandar(interaction, TerminarTurno())
