"""`/combate`, `/liderazgo` y `/caza`: tiradas sueltas; en el canal de una partida, salen de su semilla.

Allí `/caza` es la Caza de la partida, y lo demás está en su historial sin cambiar nada.
"""

from discord import app_commands
from discord.ext import commands

from cogs.comun import leer
from cogs.comun.acciones import Accion, Interaccion, Valores
from cogs.comun.calma import con_calma
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import con_tiempo, en_el_dia, ordenar
from cogs.comun.respuestas import responder
from cogs.guerra import lectura, mando, presentacion_suelta
from cogs.guerra.tipos import PAPELES, SITUACIONES
from servicios.errores import ErrorDeDominio
from servicios.guerra.caza import Condiciones
from servicios.guerra.combate import Papel, Situacion
from servicios.guerra.resolucion import TirarCaza
from servicios.guerra.sueltas import Cazar, TirarCombate, TirarLiderazgo
from servicios.hechos import Orden

Pocos = app_commands.Range[int, 0, 30]
"""Más de lo que admiten las reglas, para que sea su frase la que lo explique."""
DE_LA_PARTIDA = (
    "Este canal tiene una partida, que ya sabe qué dados y qué Baluarte hay: di solo si hay ejército o Nazgûl. "
    "Una Caza suelta se tira en otro canal."
)
FALTAN_DADOS = "Di cuántos dados de la Sombra hay en la casilla de Caza, con la opción «dados_sombra»."
Modificador = app_commands.Range[int, -20, 20]


class TiradasCog(commands.Cog):
    """Las tiradas de La Guerra del Anillo, con partida o sin ella."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot
        bot.acciones.registrar(
            presentacion_suelta.ESPACIO, repetir=self.repetir, carta=self.carta, relanzar=self.relanzar
        )

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        dados="Dados de combate (como mucho 5)",
        liderazgo="Fallos que relanza el Liderazgo",
        situacion="Dónde se lucha: decide con cuánto impacta quien ataca",
        papel="De quién es la tirada (del atacante, si no se dice)",
        ronda="Ronda de combate: la primera protege a Ciudades y Fortificaciones",
        modificador="Se suma a cada dado",
        impacto_liderazgo="Con cuánto impacta el relanzamiento, si una carta lo cambia",
    )
    @app_commands.choices(situacion=SITUACIONES, papel=PAPELES)
    @con_calma(20, 10)
    async def combate(
        self,
        interaction: Interaccion,
        dados: Pocos,
        liderazgo: Pocos = 0,
        situacion: str = Situacion.CAMPO.value,
        papel: str = Papel.ATACANTE.value,
        ronda: app_commands.Range[int, 1, 99] = 1,
        modificador: Modificador = 0,
        impacto_liderazgo: Pocos | None = None,
    ) -> None:
        """Tira combate con su relanzamiento de Liderazgo (La Guerra del Anillo)"""
        orden = TirarCombate(
            dados=dados,
            liderazgo=liderazgo,
            situacion=Situacion(situacion),
            papel=Papel(papel),
            ronda=ronda,
            modificador=modificador,
            impacto_liderazgo=impacto_liderazgo,
        )
        await self._tirar(interaction, orden)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        fallos="Dados fallados en la tirada de combate",
        liderazgo="Liderazgo del ejército",
        impacto="Con cuánto se impacta (5 si no se dice)",
        modificador="Se suma a cada dado",
    )
    @con_calma(20, 10)
    async def liderazgo(
        self,
        interaction: Interaccion,
        fallos: Pocos,
        liderazgo: Pocos,
        impacto: Pocos = 5,
        modificador: Modificador = 0,
    ) -> None:
        """Relanza los fallos que dé el Liderazgo (La Guerra del Anillo)"""
        orden = TirarLiderazgo(fallos=fallos, liderazgo=liderazgo, numero=impacto, modificador=modificador)
        await self._tirar(interaction, orden)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        dados_sombra="Dados de la Sombra en la casilla de Caza (sin partida)",
        dados_pl="Dados de los Pueblos Libres ya en la casilla (sin partida)",
        baluarte="Si hay un Baluarte de la Sombra en la región (sin partida)",
        ejercito="Si hay un ejército de la Sombra en la región de la figura",
        nazgul="Si hay un Nazgûl en la región de la figura",
    )
    @con_calma(20, 10)
    async def caza(
        self,
        interaction: Interaccion,
        dados_sombra: Pocos | None = None,
        dados_pl: Pocos = 0,
        baluarte: bool = False,
        ejercito: bool = False,
        nazgul: bool = False,
    ) -> None:
        """La Caza del Anillo: la de la partida de este canal, o una suelta"""
        if await mando.abierta(interaction) is not None:
            if dados_sombra is not None or dados_pl or baluarte:
                raise ErrorDeDominio(DE_LA_PARTIDA)
            await mando.mandar(interaction, TirarCaza(ejercito=ejercito, nazgul=nazgul))
            return
        if dados_sombra is None:
            raise ErrorDeDominio(FALTAN_DADOS)
        hay = Condiciones(baluarte=baluarte, ejercito=ejercito, nazgul=nazgul)
        await self._tirar(interaction, Cazar(nivel=dados_sombra, dados_pl=dados_pl, condiciones=hay))

    async def repetir(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Repite la misma tirada, en un mensaje nuevo."""
        await self._tirar(interaction, presentacion_suelta.descifrar(accion.objeto))

    async def carta(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Pregunta qué relanza una carta de combate."""
        await interaction.response.send_modal(presentacion_suelta.pedir_carta(accion))

    async def relanzar(self, interaction: Interaccion, accion: Accion, valores: Valores) -> None:
        """Relanza lo que diga la carta."""
        dados = leer.entero(valores, "dados", "Los fallos que se relanzan")
        orden = TirarLiderazgo(
            fallos=lectura.entre(dados, int(accion.objeto), "Los fallos que se relanzan"),
            liderazgo=dados,
            numero=leer.entero(valores, "numero", "El número para impactar"),
            modificador=leer.entero(valores, "modificador", "El modificador"),
            por="carta",
        )
        await self._tirar(interaction, orden)

    async def _tirar(self, interaction: Interaccion, orden: Orden) -> None:
        partida = await mando.abierta(interaction)
        if partida is not None and isinstance(orden, Cazar):
            raise ErrorDeDominio(DE_LA_PARTIDA)
        tarea = ordenar(interaction, partida.ficha.flujo, orden) if partida else en_el_dia(interaction, orden)
        resultado = await con_tiempo(interaction, tarea)
        panel = presentacion_suelta.dibujar(resultado.hechos[0], resultado.tiradas)
        await responder(interaction, panel, privado=False)
