"""`/batalla`: abrirla y decidir en ella con comandos, que hacen lo mismo que los botones del panel."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.guerra import formularios, lectura, lectura_de_batalla
from cogs.guerra.mando import buscar, mandar
from cogs.guerra.tipos import BANDOS, CARAS, CLASES, PAPELES, Region
from servicios.guerra.asedio import AvanzarTrasBatalla, DecidirRetirada, ElegirCampo, ElegirQuienCabe
from servicios.guerra.batalla import AnotarEfectos, DeclararCarta, ElegirBajas, SeguirAtaque
from servicios.guerra.cartas import Efectos
from servicios.guerra.combate import Papel
from servicios.guerra.ejercitos import Bajas
from servicios.guerra.piezas import Bando

Tropa = app_commands.Range[str, 1, 200]
Pocas = app_commands.Range[int, 0, 20]
COMO = f"Como en «{lectura_de_batalla.EJEMPLO}»"


@app_commands.guild_only()
class BatallaCog(
    commands.GroupCog, group_name="batalla", group_description="Las batallas de La Guerra del Anillo"
):
    """Una batalla de la partida del canal."""

    @app_commands.command()
    @app_commands.describe(
        atacante="Quién ataca",
        region="Dónde está el ejército atacado",
        atacan=COMO,
        defienden="Todas las unidades y jefes del defensor, igual escritos",
        dado="Con qué dado se ataca; ninguno, si es por un evento",
        clase="Solo hace falta para socorrer un Baluarte o escapar de él",
        desde="Desde qué región se ataca",
        reserva="Unidades del atacante que no participan",
        jefes_en_reserva="Líderes y Personajes que se quedan con ellas",
    )
    @app_commands.choices(atacante=BANDOS, dado=CARAS, clase=CLASES)
    async def abrir(
        self,
        interaction: Interaccion,
        atacante: str,
        region: Region,
        atacan: Tropa,
        defienden: Tropa,
        dado: str | None = None,
        clase: str | None = None,
        desde: Region | None = None,
        reserva: Pocas = 0,
        jefes_en_reserva: Pocas = 0,
    ) -> None:
        """Un ejército ataca: batalla, asalto, escape o ayuda"""
        vista = await buscar(interaction)
        otros: dict[str, Any] = {"reserva": reserva, "jefes_en_reserva": jefes_en_reserva}
        otros["desde"] = lectura.region(desde) if desde else None
        orden = formularios.batalla(
            vista.libro.estado, Bando(atacante), region, atacan, defienden, clase=clase, dado=dado, **otros
        )
        await mandar(interaction, orden)

    @app_commands.command()
    @app_commands.describe(encerrarse="Si se encierra en el Baluarte en vez de luchar en campo abierto")
    async def campo(self, interaction: Interaccion, encerrarse: bool) -> None:
        """El defensor de un Baluarte elige campo abierto o asedio, antes de la ronda"""
        await mandar(interaction, ElegirCampo(encerrarse=encerrarse))

    @app_commands.command()
    @app_commands.describe(juega="Si juega una carta de combate esta ronda")
    async def carta(self, interaction: Interaccion, juega: bool) -> None:
        """Declara si se juega carta de combate: primero el atacante"""
        await mandar(interaction, DeclararCarta(juega=juega))

    @app_commands.command()
    @app_commands.describe(
        papel="De quién es la carta",
        propio="Qué cambia para él: «tirada +1, Liderazgo −2»",
        rival="Y para el rival",
    )
    @app_commands.choices(papel=PAPELES)
    async def efectos(
        self, interaction: Interaccion, papel: str, propio: Tropa | None = None, rival: Tropa | None = None
    ) -> None:
        """Anota lo que hace tu carta de combate: las de los dos se revelan a la vez"""
        efectos = Efectos(propio=lectura_de_batalla.ajuste(propio), rival=lectura_de_batalla.ajuste(rival))
        await mandar(interaction, AnotarEfectos(papel=Papel(papel), efectos=efectos))

    @app_commands.command()
    @app_commands.describe(
        regulares="Regulares que se retiran",
        degradadas="Élites que pasan a regular",
        elites="Élites que se retiran por 2 impactos",
        sin_recambio="Élites que se pierden por 1 impacto, sin regulares que poner",
        quedan_regulares="Regulares fuera del tablero, si pueden faltar",
    )
    async def bajas(
        self,
        interaction: Interaccion,
        regulares: Pocas = 0,
        degradadas: Pocas = 0,
        elites: Pocas = 0,
        sin_recambio: Pocas = 0,
        quedan_regulares: Pocas | None = None,
    ) -> None:
        """Elige las bajas: primero el atacante"""
        bajas = Bajas(regulares=regulares, degradadas=degradadas, elites=elites, sin_recambio=sin_recambio)
        await mandar(interaction, ElegirBajas(bajas=bajas, quedan_regulares=quedan_regulares))

    @app_commands.command()
    @app_commands.describe(sigue="Si sigue el ataque; en un asalto cuesta degradar una élite")
    async def seguir(self, interaction: Interaccion, sigue: bool) -> None:
        """El atacante sigue o cesa"""
        await mandar(interaction, SeguirAtaque(sigue=sigue))

    @app_commands.command()
    @app_commands.describe(region="Adónde se retira; ninguna, si aguanta otra ronda")
    async def retirada(self, interaction: Interaccion, region: Region | None = None) -> None:
        """El defensor se retira o aguanta"""
        await mandar(interaction, DecidirRetirada(region=lectura.region(region) if region else None))

    @app_commands.command()
    @app_commands.describe(avanza="Si entra en la región que ha quedado libre")
    async def avanzar(self, interaction: Interaccion, avanza: bool) -> None:
        """El atacante entra, o no, tras la batalla"""
        await mandar(interaction, AvanzarTrasBatalla(avanza=avanza))

    @app_commands.command()
    @app_commands.describe(regulares="Regulares que se quedan dentro", elites="Élites que se quedan dentro")
    async def caben(self, interaction: Interaccion, regulares: Pocas, elites: Pocas) -> None:
        """El defensor elige las 5 unidades que caben en el Baluarte"""
        await mandar(interaction, ElegirQuienCabe(regulares=regulares, elites=elites))
