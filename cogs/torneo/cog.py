"""`/torneo`: la vida de un torneo suizo, de la inscripción a la exportación."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Accion, Interaccion
from cogs.comun.calma import con_calma
from cogs.comun.concilio import Concilio
from cogs.comun.errores import sugerencias
from cogs.comun.ordenes import abrir_flujo, con_tiempo
from cogs.comun.personas import canal_de, servidor_de
from cogs.comun.respuestas import responder
from cogs.comun.vistas import Color, Panel
from cogs.torneo import archivos, finales, inscripciones, vista_inscripcion
from cogs.torneo.inscripciones import Inscripciones
from cogs.torneo.mando import dar_cuenta, hecho
from cogs.torneo.sala import (
    Sala,
    abierta,
    abierta_o_detenidas,
    jugador,
    jugador_o_yo,
    sugerir,
    tras,
    ultima,
)
from cogs.torneo.vetos import Vetos
from servicios import configuracion
from servicios.errores import ErrorDeDominio
from servicios.torneo.agregado import TORNEO
from servicios.torneo.bajas import DarDeBaja, Expulsar
from servicios.torneo.puntos import AFORO_MAXIMO, RONDAS_MAXIMAS, SANCION_MAXIMA, Formato, Modalidad
from servicios.torneo.rondas import Sancionar
from servicios.torneo.suspension import Suspender
from servicios.torneo.valores import Bases, Fase
from servicios.torneo.vida import PLAZO_MAXIMO, Coordinar, Crear

NOMBRE = app_commands.Range[str, 1, 100]
MOTIVO = app_commands.Range[str, 1, 300]
RONDAS = app_commands.Range[int, 1, RONDAS_MAXIMAS]
FORMATOS = [app_commands.Choice(name=n, value=f.value) for f, n in vista_inscripcion.FORMATOS.items()]
MODALIDADES = [
    app_commands.Choice(name=n.capitalize(), value=m.value) for m, n in vista_inscripcion.MODALIDADES.items()
]
JUGADOR = "Participante: elige de la lista o escribe su nombre"


@app_commands.guild_only()
class TorneoCog(commands.GroupCog, group_name="torneo", group_description="El torneo suizo de este canal"):
    """Crear, inscribir, llevar y cerrar un torneo."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot
        self.vetos = Vetos(bot)
        self.inscripciones = Inscripciones(self.vetos)
        inscripciones.registrar(bot, self.inscripciones)
        finales.registrar(bot)

    # ── abrir e inscribir ─────────────────────────────────────────────────────────────────────

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        nombre="Cómo se llama el torneo",
        formato="Reglamento oficial con que se juega",
        modalidad="Con qué mazos",
        rondas="Cuántas rondas (si no, las que dice el reglamento)",
        aforo="Cuántas plazas; los siguientes esperan",
        plazo="Días por ronda, si se juega a distancia",
        seguir="Preguntar quién sigue antes de cada ronda",
        hilos="Abrir un hilo para cada mesa",
        sin_consultas="A quien está jugando, responder a las consultas «pregunta al árbitro»",
    )
    @app_commands.choices(formato=FORMATOS, modalidad=MODALIDADES)
    async def crear(
        self,
        interaction: Interaccion,
        nombre: NOMBRE,
        formato: str,
        modalidad: str,
        rondas: RONDAS | None = None,
        aforo: app_commands.Range[int, 2, AFORO_MAXIMO] | None = None,
        plazo: app_commands.Range[int, 1, PLAZO_MAXIMO] | None = None,
        seguir: bool = False,
        hilos: bool = False,
        sin_consultas: bool = False,
    ) -> None:
        """Crea un torneo en este canal y abre la inscripción"""
        bases = Bases(
            formato=Formato(formato),
            modalidad=Modalidad(modalidad),
            rondas=rondas,
            aforo=aforo,
            plazo=plazo,
            seguir=seguir,
            hilos=hilos,
            sin_consultas=sin_consultas,
        )
        panel = await con_tiempo(interaction, self._crear(interaction, nombre, bases))
        await responder(interaction, panel, privado=False)

    async def _crear(self, interaccion: Interaccion, nombre: str, bases: Bases) -> Panel:
        servidor, canal = servidor_de(interaccion), canal_de(interaccion)
        zona = (await configuracion.leer(self.bot.diario, servidor)).zona
        orden = Crear(nombre=nombre, bases=bases.con(zona=zona), canal=canal)
        resultado = await abrir_flujo(interaccion, TORNEO, orden)
        return vista_inscripcion.reglas(await tras(self.bot, resultado))

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        persona="A quién apuntas (si no, a ti)", nombre="Su nombre; sin persona, alguien sin Discord"
    )
    async def inscribir(
        self, interaction: Interaccion, persona: discord.Member | None = None, nombre: NOMBRE | None = None
    ) -> None:
        """Te apunta al torneo; la coordinación puede apuntar a otros"""
        sala = await abierta(interaction)
        if persona is not None and persona.bot:
            raise ErrorDeDominio("Los bots no juegan torneos.")
        alguien = persona or (interaction.user if nombre is None else None)
        numero = await self.bot.diario.persona(servidor_de(interaction), alguien.id) if alguien else None
        llamado = nombre or (inscripciones.como_se_llama(alguien) if alguien else "")
        orden = await self.inscripciones.orden(servidor_de(interaction), llamado, numero)
        await inscripciones.refrescar(self.bot, await hecho(interaction, sala.flujo, orden))

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(rondas="Cuántas rondas, si el reglamento no lo dice o quieres otras")
    async def iniciar(self, interaction: Interaccion, rondas: RONDAS | None = None) -> None:
        """Cierra la inscripción y empieza el torneo"""
        await inscripciones.iniciar(interaction, await abierta(interaction), rondas)

    @app_commands.command()
    @app_commands.guild_only()
    async def lista(self, interaction: Interaccion) -> None:
        """Quién está en el torneo"""
        await responder(interaction, vista_inscripcion.lista(await ultima(interaction)), privado=True)

    # ── quien se va ───────────────────────────────────────────────────────────────────────────

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(quien=JUGADOR)
    @app_commands.rename(quien="jugador")
    async def baja(self, interaction: Interaccion, quien: NOMBRE | None = None) -> None:
        """Deja el torneo; a mitad de una partida, la gana el rival"""
        sala = await abierta(interaction)
        if quien is None and await inscripciones.pregunto_si_se_va(interaction, sala):
            return
        despues = await hecho(interaction, sala.flujo, DarDeBaja(participante=jugador_o_yo(sala, quien)))
        if despues.torneo.fase is Fase.INSCRIPCION:
            await inscripciones.refrescar(self.bot, despues)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        quien=JUGADOR, motivo="Por qué", vetar="No podrá inscribirse en otro hasta que se levante"
    )
    @app_commands.rename(quien="jugador")
    async def expulsar(self, interaction: Interaccion, quien: NOMBRE, motivo: MOTIVO, vetar: bool = False) -> None:
        """Echa a alguien del torneo"""
        sala = await abierta(interaction)
        orden = Expulsar(participante=jugador(sala, quien), motivo=motivo, vetar=vetar)
        await inscripciones.refrescar(self.bot, await hecho(interaction, sala.flujo, orden))

    @app_commands.command(name="levantar-veto")
    @app_commands.guild_only()
    @app_commands.describe(persona="A quién se le levanta el veto")
    async def levantar_veto(self, interaction: Interaccion, persona: discord.Member) -> None:
        """Deja que una persona vetada vuelva a inscribirse"""
        await con_tiempo(interaction, self.vetos.levantar(interaction, persona.id), privado=True)
        panel = Panel(Color.TORNEO).texto(f"{persona.mention} puede volver a inscribirse.")
        await responder(interaction, panel, privado=True)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(quien=JUGADOR, pv="PV con signo: −3 resta tres", motivo="Por qué", ronda="Otra ronda")
    @app_commands.rename(quien="jugador")
    async def sancion(
        self,
        interaction: Interaccion,
        quien: NOMBRE,
        pv: app_commands.Range[int, -SANCION_MAXIMA, SANCION_MAXIMA],
        motivo: MOTIVO,
        ronda: RONDAS | None = None,
    ) -> None:
        """Suma o resta PV en una partida, antes de repartir los puntos"""
        sala = await abierta(interaction)
        orden = Sancionar(participante=jugador(sala, quien), pv=pv, motivo=motivo, ronda=ronda)
        await hecho(interaction, sala.flujo, orden)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(persona="A quién", quitar="Quitarla en vez de nombrarla")
    async def coordinador(self, interaction: Interaccion, persona: discord.Member, quitar: bool = False) -> None:
        """Nombra a alguien para la coordinación de este torneo"""
        sala = await abierta(interaction)
        numero = await self.bot.diario.persona(servidor_de(interaction), persona.id)
        await hecho(interaction, sala.flujo, Coordinar(persona=numero, quitar=quitar))

    # ── terminar ──────────────────────────────────────────────────────────────────────────────

    @app_commands.command()
    @app_commands.guild_only()
    async def playoff(self, interaction: Interaccion) -> None:
        """Convoca el play-off de quienes comparten el primer puesto"""
        await finales.convocar_playoff(interaction, await abierta(interaction))

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(canal="Adónde va")
    async def mover(self, interaction: Interaccion, canal: discord.TextChannel) -> None:
        """Lleva el torneo a otro canal"""
        await finales.mover(interaction, await abierta(interaction), canal.id)

    @app_commands.command()
    @app_commands.guild_only()
    async def reponer(self, interaction: Interaccion) -> None:
        """Vuelve a poner el panel del torneo, o sigue en este canal con uno detenido"""
        await finales.reponer_aqui(interaction, await abierta_o_detenidas(interaction))

    @app_commands.command()
    @app_commands.guild_only()
    async def cerrar(self, interaction: Interaccion) -> None:
        """Termina el torneo: clasificación final y semilla"""
        await finales.cerrar(interaction, await abierta(interaction))

    @app_commands.command()
    @app_commands.guild_only()
    async def cancelar(self, interaction: Interaccion) -> None:
        """Cancela el torneo, sin clasificación final"""
        await finales.preguntar_si_cancelar(interaction, await abierta(interaction))

    # ── lo ocurrido ───────────────────────────────────────────────────────────────────────────

    @app_commands.command()
    @app_commands.guild_only()
    async def historial(self, interaction: Interaccion) -> None:
        """Lo que ha pasado en el torneo, orden por orden"""
        await self._como_boton(interaction, await ultima(interaction), "historial", "p-1")

    @app_commands.command()
    @app_commands.guild_only()
    async def deshacer(self, interaction: Interaccion) -> None:
        """Deshace lo último, si es posterior a la última ronda publicada"""
        await self._como_boton(interaction, await abierta(interaction), "deshacer")

    @app_commands.command()
    @app_commands.guild_only()
    @con_calma(30, 60)
    async def verificar(self, interaction: Interaccion) -> None:
        """Recalcula los sorteos de un torneo cerrado desde su semilla"""
        await finales.verificar(interaction, await ultima(interaction))

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(formato="Para otros programas (JSON) o para hojas de cálculo (CSV)")
    @con_calma(30, 60)
    async def exportar(self, interaction: Interaccion, formato: Literal["json", "csv"]) -> None:
        """Saca el torneo en un archivo"""
        sala = await ultima(interaction)
        semilla = await self.bot.diario.semilla_revelada(sala.flujo)
        hechos = archivos.en_csv(sala) if formato == "csv" else archivos.en_json(sala, semilla)
        await responder(interaction, archivos.adjuntos(sala, hechos), privado=True)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(archivo="Un JSON sacado con /torneo exportar")
    @con_calma(30, 60)
    async def importar(self, interaction: Interaccion, archivo: discord.Attachment) -> None:
        """Trae a este canal un torneo exportado"""
        panel = await con_tiempo(interaction, archivos.importar(interaction, archivo))
        await responder(interaction, panel, privado=False)

    # ── por dentro ────────────────────────────────────────────────────────────────────────────

    @baja.autocomplete("quien")
    @expulsar.autocomplete("quien")
    @sancion.autocomplete("quien")
    @sugerencias
    async def _sugerir(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        return await sugerir(interaccion, texto)

    async def _como_boton(self, interaccion: Interaccion, sala: Sala, accion: str, version: str = "") -> None:
        """Lo mismo que pulsar ese botón, que es de todas las partidas."""
        await self.bot.acciones.despachar(interaccion, Accion("partida", accion, sala.flujo, version), {})

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, canal: discord.abc.GuildChannel) -> None:
        """Han borrado un canal."""
        await self._sin_canal(canal.guild.id, canal.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, hilo: discord.RawThreadDeleteEvent) -> None:
        """Han borrado un hilo."""
        await self._sin_canal(hilo.guild_id, hilo.thread_id)

    async def _sin_canal(self, servidor: int, canal: int) -> None:
        """Si era el de un torneo, se detiene, y lo sabe la coordinación."""
        ficha = await self.bot.diario.abierto(servidor, canal, TORNEO.familia)
        if ficha is not None:
            orden = Suspender(causa="Han borrado su canal.")
            await dar_cuenta(self.bot, ficha.flujo, orden, f"canal:{canal}")
