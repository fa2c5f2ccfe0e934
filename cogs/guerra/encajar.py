"""`/guerra encajar`: cómo encajan los Pueblos Libres una ficha de Caza. Y `/guerra evento`: lo que hacen las cartas."""

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.guerra import lectura
from cogs.guerra.mando import mandar
from cogs.guerra.tipos import ESPECIALES, FICHAS, Region, elegir
from servicios.guerra.eventos import PonerFichaEspecial, RetirarFicha, RevelarCompania, SacarFicha
from servicios.guerra.remedios import DarBaja, JugarCartaDeMesa, UsarElAnillo, UsarHabilidadDelGuia

Puntos = app_commands.Range[int, 0, 20]
EFECTOS = elegir({"reduce": "Reduce el Daño", "otra": "Se saca otra ficha", "anula": "La ficha queda sin efecto"})
QUIEN = elegir({"guia": "El Guía", "azar": "Uno al azar"})
POR = elegir({"evento": "Por un evento", "declaracion": "Porque la Compañía se ha declarado"})


class ConCaza(commands.Cog):
    """Los comandos de la Caza y de los eventos. Se mezcla con el cog de `/guerra`; la tirada es `/caza`."""

    encajar = app_commands.Group(name="encajar", description="Cómo se encaja una ficha de Caza")
    evento = app_commands.Group(name="evento", description="Lo que hacen las cartas con la Compañía y el Fondo")

    @encajar.command()
    @app_commands.describe(efecto="Qué hace la carta", puntos="Cuánto reduce el Daño, si lo reduce")
    @app_commands.choices(efecto=EFECTOS)
    async def carta(self, interaction: Interaccion, efecto: str, puntos: Puntos = 0) -> None:
        """Usa una carta «en la mesa» contra la ficha"""
        await mandar(interaction, JugarCartaDeMesa.model_validate({"efecto": efecto, "puntos": puntos}))

    @encajar.command()
    @app_commands.describe(
        puntos="Cuánto reduce el Daño",
        separa="Si para ello el Guía se separa (en Mordor queda eliminado)",
        region="Adónde va si se separa",
    )
    async def guia(
        self, interaction: Interaccion, puntos: Puntos = 1, separa: bool = False, region: Region | None = None
    ) -> None:
        """El Guía usa su habilidad para reducir el Daño"""
        destino = lectura.region(region) if region else None
        orden = UsarHabilidadDelGuia(puntos=puntos, separa=separa or destino is not None, region=destino)
        await mandar(interaction, orden)

    @encajar.command()
    @app_commands.describe(quien="Quién cae")
    @app_commands.choices(quien=QUIEN)
    async def baja(self, interaction: Interaccion, quien: str) -> None:
        """Un Compañero cae y absorbe tanto Daño como su nivel"""
        await mandar(interaction, DarBaja.model_validate({"quien": quien}))

    @encajar.command(name="anillo")
    async def usar_el_anillo(self, interaction: Interaccion) -> None:
        """El Portador usa el Anillo: el Daño que queda va a la Corrupción"""
        await mandar(interaction, UsarElAnillo())

    @evento.command()
    @app_commands.describe(por="Por qué se saca (por un evento, si no se dice)")
    @app_commands.choices(por=POR)
    async def ficha(self, interaction: Interaccion, por: str = "evento") -> None:
        """La Sombra saca una ficha de Caza sin tirada"""
        await mandar(interaction, SacarFicha.model_validate({"por": por}))

    @evento.command()
    async def revelar(self, interaction: Interaccion) -> None:
        """Un evento de la Sombra revela a la Compañía"""
        await mandar(interaction, RevelarCompania())

    @evento.command()
    @app_commands.describe(ficha="La de qué carta")
    @app_commands.choices(ficha=ESPECIALES)
    async def especial(self, interaction: Interaccion, ficha: str) -> None:
        """Una carta pone en juego su ficha especial de Caza"""
        await mandar(interaction, PonerFichaEspecial(ficha=ficha))

    @evento.command()
    @app_commands.describe(ficha="Qué ficha")
    @app_commands.choices(ficha=FICHAS)
    async def retirar(self, interaction: Interaccion, ficha: str) -> None:
        """Una carta retira una ficha de Caza para siempre"""
        await mandar(interaction, RetirarFicha(ficha=ficha))
