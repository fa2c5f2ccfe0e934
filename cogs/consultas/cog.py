"""Los comandos de consulta. Cada uno lee, pregunta al servicio una vez y dibuja la respuesta."""

import asyncio
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Accion, Interaccion, Valores
from cogs.comun.calma import con_ritmo
from cogs.comun.concilio import Concilio
from cogs.comun.errores import sugerencias
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.textos import inerte, recortar
from cogs.comun.vistas import Color, Panel
from cogs.consultas import informe
from cogs.consultas.estado import Estado, Modo
from cogs.consultas.presentacion import Presentacion
from servicios import configuracion
from servicios.busqueda import solo_enlaces
from servicios.consultas.modelos import Juego
from servicios.consultas.servicio import (
    NOMBRES_DE_JUEGO,
    Consultas,
    Hallada,
    Opcion,
    Resultado,
    Varias,
    juego_llamado,
)
from servicios.errores import AlmacenNoDisponible, ErrorDeDominio, YaHaCambiado

NOMBRE = app_commands.Range[str, 1, 100]
"""Un nombre o la clave de una sugerencia, que puede ser más larga que ningún nombre."""
PALABRAS = app_commands.Range[str, 1, 60]
"""Lo que se busca viaja en los botones de página, donde no cabe más."""
PACIENCIA = 1.0
"""Segundos que se espera a saber qué prefiere el servidor: Discord solo da tres para contestar."""
CARTA = "Nombre de la carta, en español o en inglés"
PUBLICO = "Sí: lo ve todo el canal. No: solo tú"
JUEGOS = [app_commands.Choice(name=nombre, value=clave) for clave, nombre in NOMBRES_DE_JUEGO.items()]
EN_CORTO: dict[Juego, str] = {"satm": "SATM", "guerra": "La Guerra", "lcg": "LCG"}
"""En una lista de sugerencias, un teléfono no enseña más de unas treinta letras."""
en_todas_partes = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
instalable = app_commands.allowed_installs(guilds=True, users=True)


class ConsultasCog(commands.Cog):
    """Buscar erratas, aclaraciones, cartas y reglas."""

    def __init__(self, bot: Concilio, consultas: Consultas) -> None:
        self.bot = bot
        self.consultas = consultas
        self.presentacion = Presentacion(consultas)
        self._publicados: dict[int, None] = {}
        self._menu = app_commands.ContextMenu(
            name="Buscar cartas",
            callback=self.buscar_cartas,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        bot.acciones.registrar(
            "consulta",
            pagina=self.pagina,
            elegir=self.elegir,
            publicar=self.publicar,
            otra=self.otra,
            informar=informe.preguntar,
            enviarinforme=con_ritmo(informe.enviar, 3, 300),
        )

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    # ── comandos ──────────────────────────────────────────────────────────────────────────────

    @app_commands.command()
    @app_commands.describe(carta=CARTA, publico=PUBLICO)
    @en_todas_partes
    @instalable
    async def errata(self, interaction: Interaccion, carta: NOMBRE, publico: bool | None = None) -> None:
        """Erratas y aclaraciones de una carta de SATM"""
        await self._carta(interaction, carta, Modo.ERRATA, publico)

    @app_commands.command()
    @app_commands.describe(carta=CARTA, publico=PUBLICO)
    @en_todas_partes
    @instalable
    async def aclaracion(self, interaction: Interaccion, carta: NOMBRE, publico: bool | None = None) -> None:
        """Cómo se interpreta una carta de SATM, según el Concilio de Minas Tirith"""
        await self._carta(interaction, carta, Modo.ACLARACION, publico)

    @app_commands.command()
    @app_commands.describe(carta=CARTA, publico=PUBLICO)
    @en_todas_partes
    @instalable
    async def carta(self, interaction: Interaccion, carta: NOMBRE, publico: bool | None = None) -> None:
        """Todo lo que se sabe de una carta de SATM: datos, erratas, aclaraciones y otras versiones"""
        await self._carta(interaction, carta, Modo.CARTA, publico)

    @app_commands.command()
    @app_commands.describe(
        tema="Lo que quieres saber: «asedio», «empate», «en guardia»…",
        juego="Solo las reglas de este juego",
        publico=PUBLICO,
    )
    @app_commands.choices(juego=JUEGOS)
    @en_todas_partes
    @instalable
    async def regla(
        self, interaction: Interaccion, tema: NOMBRE, juego: Juego | None = None, publico: bool | None = None
    ) -> None:
        """Reglas de SATM y de sus torneos, de La Guerra del Anillo y del juego de cartas LCG"""
        await self.bot.veda.comprobar(interaction)
        resultado = self.consultas.tema(tema, juego)
        estado = Estado("", Modo.REGLA, publico=await self._a_la_vista(interaction, publico))
        await responder(interaction, self._panel(resultado, tema, estado, juego), privado=not estado.publico)

    @app_commands.command()
    @app_commands.describe(
        texto="Palabras que buscar en cartas, erratas, aclaraciones y reglas",
        juego="Solo en este juego",
        publico=PUBLICO,
    )
    @app_commands.choices(juego=JUEGOS)
    @en_todas_partes
    @instalable
    async def buscar(
        self, interaction: Interaccion, texto: PALABRAS, juego: Juego | None = None, publico: bool | None = None
    ) -> None:
        """Busca palabras en todo lo que el bot sabe"""
        await self.bot.veda.comprobar(interaction)
        palabras = " ".join(texto.replace(":", " ").replace("%", " ").split())
        a_la_vista = await self._a_la_vista(interaction, publico)
        estado = Estado(f"{juego or ''}/{palabras}", Modo.BUSCAR, publico=a_la_vista)
        await responder(interaction, self._pasajes(estado), privado=not a_la_vista)

    async def buscar_cartas(self, interaction: Interaccion, mensaje: discord.Message) -> None:
        """Menú de mensaje: las cartas que nombra."""
        await self.bot.veda.comprobar(interaction)
        claves = self.consultas.cartas_en(mensaje.content)
        if not claves:
            raise ErrorDeDominio(
                "No encuentro ninguna carta nombrada en ese mensaje.",
                "Busco lo que vaya entre [[dobles corchetes]] y los nombres de carta escritos tal cual.",
            )
        if len(claves) == 1:
            panel = self.presentacion.ficha(Estado(claves[0], Modo.CARTA))
        else:
            opciones = [self.consultas.opcion(clave) for clave in claves]
            panel = Panel(Color.SATM).titulo("Cartas de ese mensaje")
            panel.texto("\n".join(f"- **{inerte(o.rotulo)}** · {o.detalle}" for o in opciones))
            panel.menu(self.presentacion.menu(opciones, Estado("", Modo.CARTA), "Ver una carta"))
        await responder(interaction, panel, privado=True)

    # ── autocompletado ────────────────────────────────────────────────────────────────────────

    @errata.autocomplete("carta")
    @aclaracion.autocomplete("carta")
    @carta.autocomplete("carta")
    @sugerencias
    async def _sugerir_carta(self, _interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        return [_opcion(o) for o in self.consultas.sugerir_cartas(texto)]

    @regla.autocomplete("tema")
    @sugerencias
    async def _sugerir_tema(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        juego = juego_llamado(getattr(interaccion.namespace, "juego", None))
        temas = self.consultas.sugerir_temas(texto, juego)
        return [_opcion(replace(o, detalle=EN_CORTO[self.consultas.juego_de(o.clave)])) for o in temas]

    # ── botones y menús ───────────────────────────────────────────────────────────────────────

    async def pagina(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Otra página de lo mismo."""
        await _pasar(interaction, self._dibujar(Estado.leer(accion)))

    async def elegir(self, interaction: Interaccion, accion: Accion, valores: Valores) -> None:
        """Lo elegido en un menú, en el mismo mensaje."""
        estado = Estado.leer(accion, valores["menu"][0]).en(0)
        if estado.clave.startswith("tema/"):
            estado = replace(estado, modo=Modo.REGLA)
        elif estado.modo in (Modo.BUSCAR, Modo.REGLA):
            estado = replace(estado, modo=Modo.CARTA)
        await _pasar(interaction, self._dibujar(estado))

    async def otra(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """«No era esta»: las demás que se parecen."""
        estado = Estado.leer(accion, "?")
        buscar = self.consultas.sugerir_temas if estado.modo is Modo.REGLA else self.consultas.parecidas
        opciones = buscar(accion.objeto)
        if not opciones:
            raise ErrorDeDominio("No encuentro nada más que se parezca. Prueba con otra palabra del nombre.")
        await _pasar(interaction, self.presentacion.dudosas(accion.objeto, opciones, estado))

    async def publicar(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Repite la respuesta privada a la vista de todos, una sola vez."""
        estado = Estado.leer(accion)
        mensaje = interaction.message.id if interaction.message else 0
        if mensaje in self._publicados:
            raise YaHaCambiado("Ya lo has publicado.")
        panel = self._dibujar(replace(estado, publico=True)).pie(_publicado_por(interaction.user))
        self._apuntar_publicado(mensaje)
        try:
            await interaction.response.defer()
            await interaction.followup.send(view=panel, files=panel.archivos)
        except Exception:
            del self._publicados[mensaje]  # no se ha publicado: se puede volver a pulsar
            raise
        await cambiar(interaction, Panel(Color.SATM).texto("Publicado en el canal."))

    # ── por dentro ────────────────────────────────────────────────────────────────────────────

    async def _carta(self, interaction: Interaccion, consulta: str, modo: Modo, publico: bool | None) -> None:
        await self.bot.veda.comprobar(interaction)
        estado = Estado("", modo, publico=await self._a_la_vista(interaction, publico))
        panel = self._panel(self.consultas.carta(consulta), consulta, estado)
        await responder(interaction, panel, privado=not estado.publico)

    async def _a_la_vista(self, interaction: Interaccion, pedido: bool | None) -> bool:
        """Si la respuesta la ve todo el canal: lo que se pida o, si no, lo que el servidor haya elegido."""
        if pedido is not None or interaction.guild_id is None:
            return bool(pedido)
        try:
            async with asyncio.timeout(PACIENCIA):
                return (await configuracion.leer(self.bot.diario, interaction.guild_id)).consultas_publicas
        except (AlmacenNoDisponible, TimeoutError):
            return False  # consultar no necesita la base de datos

    def _panel(self, resultado: Resultado, consulta: str, estado: Estado, juego: Juego | None = None) -> Panel:
        match resultado:
            case Hallada(clave, buscaste):
                return self._dibujar(replace(estado, clave=clave), buscaste)
            case Varias(opciones):
                return self.presentacion.dudosas(consulta, opciones, estado)
            case _ if estado.modo is Modo.REGLA:
                return self.presentacion.no_hallada(
                    consulta,
                    f"ningún tema de reglas{_de(juego)}",
                    "Con /buscar puedes buscar palabras dentro de las reglas.",
                )
            case _:
                return self.presentacion.no_hallada(
                    consulta, "ninguna carta", "Prueba con otra palabra del nombre, en español o en inglés."
                )

    def _dibujar(self, estado: Estado, buscaste: str | None = None) -> Panel:
        try:
            if estado.modo is Modo.BUSCAR:
                return self._pasajes(estado)
            if estado.modo is Modo.REGLA:
                return self.presentacion.tema(estado, buscaste)
            return self.presentacion.ficha(estado, buscaste)
        except KeyError:
            raise YaHaCambiado("Eso ya no está en los datos del bot. Repite el comando.") from None

    def _pasajes(self, estado: Estado) -> Panel:
        clave, _, texto = estado.clave.partition("/")
        juego = juego_llamado(clave)
        pasajes = self.consultas.buscar(texto, juego)
        if not pasajes and solo_enlaces(texto):
            return self.presentacion.demasiado_comun(texto)
        if not pasajes:
            return self.presentacion.no_hallada(
                texto, f"nada{_de(juego)}", "Prueba con menos palabras o con otras."
            )
        return self.presentacion.pasajes(texto, pasajes, estado)

    def _apuntar_publicado(self, mensaje: int) -> None:
        self._publicados[mensaje] = None
        if len(self._publicados) > 1000:
            self._publicados.pop(next(iter(self._publicados)))


def _de(juego: Juego | None) -> str:
    return f" de {NOMBRES_DE_JUEGO[juego]}" if juego else ""


def _opcion(opcion: Opcion) -> app_commands.Choice[str]:
    nombre = f"{opcion.rotulo} · {opcion.detalle}" if opcion.detalle else opcion.rotulo
    return app_commands.Choice(name=recortar(nombre, 100), value=opcion.clave)


def _publicado_por(quien: discord.abc.User) -> str:
    return f"Publicado por {quien.mention}"


async def _pasar(interaccion: Interaccion, panel: Panel) -> None:
    """Pone el panel en el mensaje pulsado. Lo que está a la vista solo lo pasa quien lo pidió; los demás ven lo suyo."""
    mensaje = interaccion.message
    origen = mensaje.interaction_metadata if mensaje and not mensaje.flags.ephemeral else None
    if origen is not None and origen.user != interaccion.user:
        await responder(interaccion, panel, privado=True)
        return
    if origen is not None and origen.type is discord.InteractionType.component:
        panel.pie(_publicado_por(interaccion.user))
    await cambiar(interaccion, panel)
