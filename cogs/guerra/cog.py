"""`/guerra`: la partida, sus botones y sus comandos."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun import partidas
from cogs.comun.acciones import Accion, Interaccion, Valores
from cogs.comun.clases import ClaseDePartida, Vista
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import con_tiempo
from cogs.comun.personas import actor_de, servidor_de
from cogs.comun.respuestas import responder
from cogs.comun.vistas import Color
from cogs.guerra import aparte, formularios, imagenes, panel, recambios
from cogs.guerra.encajar import ConCaza
from cogs.guerra.mando import ESPACIO, buscar, elegida, estado_visto, mandar, partir, pulsar
from cogs.guerra.politica import ConPolitica
from cogs.guerra.tipos import BANDOS
from cogs.guerra.turno import ConTurno
from servicios.errores import ErrorDeDominio
from servicios.guerra.agregado import GUERRA
from servicios.guerra.mesa import exigir_jugador
from servicios.guerra.partida import AbrirPartida, CerrarPartida, NombrarJugadores, Preparar
from servicios.guerra.piezas import Bando
from servicios.guerra.victoria import Abandonar
from servicios.hechos import Orden

PREPARATIVOS: dict[str, Orden] = {
    "bandos": Preparar(cambiar_bandos=True),
    "edicion1": Preparar(edicion=1),
    "edicion2": Preparar(edicion=2),
    "abierta": Preparar(mesa_abierta=True),
    "bandas": Preparar(mesa_abierta=False),
}


def abrir(rivales: tuple[int, ...]) -> AbrirPartida:
    """Quien abre lleva a los Pueblos Libres, y los demás a la Sombra; a solas, con la mesa abierta."""
    return AbrirPartida(abre=Bando.LIBRES, sombra=rivales, mesa_abierta=not rivales)


@app_commands.guild_only()
class GuerraCog(
    ConTurno,
    ConCaza,
    ConPolitica,
    commands.GroupCog,
    group_name="guerra",
    group_description="Una partida de La Guerra del Anillo",
):
    """La partida de La Guerra del Anillo que comparten los dos bandos."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot
        bot.acciones.registrar(
            ESPACIO,
            opcion=self.opcion,
            elegir=self.elegir,
            preguntar=self.preguntar,
            escrito=self.escrito,
            preparar=self.preparar,
            atacar=self.atacar,
            ataque=self.ataque,
            politica=self.boton_de_politica,
            fondo=self.boton_de_fondo,
            recambios=recambios.preguntar,
            recambio=recambios.ofrecer,
            bajas=recambios.elegir,
        )
        bot.clases.registrar(
            ClaseDePartida(
                agregado=GUERRA,
                titulo="partida de La Guerra del Anillo",
                color=Color.GUERRA,
                abrir=lambda personas: abrir(tuple(personas)),
                panel=panel.panel,
                cerrar=CerrarPartida,
                imagen=imagenes.de_partida,
            )
        )

    # ── comandos ──────────────────────────────────────────────────────────────────────────────

    @app_commands.command()
    @app_commands.describe(
        rival="Quién juega contra ti; sin rival, la mesa es abierta",
        bando="Qué bando llevas tú (los Pueblos Libres, si no se dice)",
        otro="Otra persona en el bando del rival",
        edicion="1, la del documento (si no se dice); 2, la segunda edición",
        mesa_abierta="Cualquiera decide por los dos bandos",
    )
    @app_commands.choices(bando=BANDOS)
    async def nueva(
        self,
        interaction: Interaccion,
        rival: discord.Member | None = None,
        bando: str = Bando.LIBRES.value,
        otro: discord.Member | None = None,
        edicion: Literal[1, 2] = 1,
        mesa_abierta: bool = False,
    ) -> None:
        """Abre una partida de La Guerra del Anillo en este canal"""
        personas = dict.fromkeys(persona for persona in (rival, otro) if persona is not None)
        if any(persona.bot for persona in personas):
            raise ErrorDeDominio("Un bot no puede jugar: elige a una persona, o abre la partida sin rival.")
        servidor, mio = servidor_de(interaction), Bando(bando)
        rivales = tuple([await self.bot.diario.persona(servidor, persona.id) for persona in personas])
        orden = AbrirPartida.model_validate(
            {
                "abre": mio,
                mio.rival.value: rivales,
                "edicion": edicion,
                "mesa_abierta": mesa_abierta or not rivales,
            }
        )
        clase = self.bot.clases.de(GUERRA.nombre)
        dibujado = await con_tiempo(interaction, partidas.abrir(interaction, clase, orden))
        await responder(interaction, dibujado, privado=False)

    @app_commands.command()
    async def ver(self, interaction: Interaccion) -> None:
        """El panel de la partida, con los botones de lo que toca ahora"""
        vista = await buscar(interaction)
        dibujado = await con_tiempo(interaction, partidas.dibujar(self.bot, vista))
        await responder(interaction, dibujado, privado=False)

    @app_commands.command()
    @app_commands.describe(bando="Qué bando cambia de manos", persona="Quién lo lleva ahora", otra="Alguien más")
    @app_commands.choices(bando=BANDOS)
    async def jugadores(
        self, interaction: Interaccion, bando: str, persona: discord.Member, otra: discord.Member | None = None
    ) -> None:
        """Cambia quién lleva un bando"""
        servidor = servidor_de(interaction)
        elegidas = dict.fromkeys(alguien for alguien in (persona, otra) if alguien is not None and not alguien.bot)
        numeros = tuple([await self.bot.diario.persona(servidor, alguien.id) for alguien in elegidas])
        if not numeros:
            raise ErrorDeDominio("Un bot no puede jugar: elige a una persona.")
        await mandar(interaction, NombrarJugadores(bando=Bando(bando), personas=numeros))

    @app_commands.command()
    @app_commands.describe(bando="Qué bando se da por vencido")
    @app_commands.choices(bando=BANDOS)
    async def abandonar(self, interaction: Interaccion, bando: str) -> None:
        """Un bando se da por vencido"""
        await mandar(interaction, Abandonar(bando=Bando(bando)))

    # ── botones ───────────────────────────────────────────────────────────────────────────────

    async def opcion(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Da la orden de un botón."""
        await self._dar(interaction, accion, int(partir(accion.objeto)[1]))

    async def elegir(self, interaction: Interaccion, accion: Accion, valores: Valores) -> None:
        """Da la orden elegida en un menú."""
        await self._dar(interaction, accion, int(valores["menu"][0]))

    async def preguntar(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Pregunta lo que le falta a una opción."""
        opcion = await elegida(interaction, accion, int(partir(accion.objeto)[1]))
        estado = await estado_visto(interaction, accion)
        await interaction.response.send_modal(formularios.preguntar(accion, estado, opcion))

    async def escrito(self, interaction: Interaccion, accion: Accion, valores: Valores) -> None:
        """Da la orden de una opción con lo que se ha escrito."""
        opcion = await elegida(interaction, accion, int(partir(accion.objeto)[1]))
        await pulsar(interaction, accion, formularios.completar(opcion, valores))

    async def preparar(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Cambia cómo se va a jugar, antes de empezar."""
        await pulsar(interaction, accion, PREPARATIVOS[partir(accion.objeto)[1]])

    async def atacar(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Pregunta quién ataca a quién."""
        estado = await estado_visto(interaction, accion)
        exigir_jugador(estado, await actor_de(interaction))
        await interaction.response.send_modal(formularios.pedir_batalla(accion, estado))

    async def ataque(self, interaction: Interaccion, accion: Accion, valores: Valores) -> None:
        """Abre la batalla escrita."""
        estado = await estado_visto(interaction, accion)
        await pulsar(interaction, accion, formularios.leer_batalla(estado, valores))

    async def boton_de_politica(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Enseña el marcador político."""
        await responder(interaction, await aparte.politica(await self._vista(accion)), privado=True)

    async def boton_de_fondo(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Enseña el Fondo de Caza."""
        await responder(interaction, await aparte.fondo(await self._vista(accion)), privado=True)

    async def _dar(self, interaction: Interaccion, accion: Accion, numero: int) -> None:
        opcion = await elegida(interaction, accion, numero)
        await pulsar(interaction, accion, opcion.orden)

    async def _vista(self, accion: Accion) -> Vista:
        flujo, _ = partir(accion.objeto)
        return Vista(await self.bot.diario.ficha(flujo), await self.bot.diario.leer(flujo))
