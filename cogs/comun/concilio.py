"""El bot: conecta con Discord, carga los cogs y reparte lo que llega. No decide nada de los juegos."""

import asyncio
import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from cogs.comun.acciones import Acciones, BotonDeAccion, atender_formulario
from cogs.comun.arbol import Arbol, apuntar_orden, huella
from cogs.comun.clases import Clases
from cogs.comun.emisor import EmisorDeDiscord
from cogs.comun.remate import rematar
from cogs.comun.textos import plural
from cogs.comun.veda import Veda
from servicios.ajustes import Ajustes
from servicios.avisos import Avisador
from servicios.consultas.servicio import Consultas
from servicios.cuidados import Cuidados
from servicios.diario import Diario
from servicios.diario.purga import Presencia
from servicios.errores import AlmacenNoDisponible
from servicios.hechos import Agregado
from servicios.reloj import Reloj

registro = logging.getLogger("concilio")

COGS = (
    "cogs.consultas",
    "cogs.dados",
    "cogs.guerra",
    "cogs.lcg",
    "cogs.partida",
    "cogs.probabilidad",
    "cogs.torneo",
    "cogs.avisos",
    "cogs.configurar",
    "cogs.diagnostico",
    "cogs.privacidad",
    "cogs.ayuda",
)
PULSO_MAXIMO = 600
"""Segundos que duerme la tarea de avisos si no hay nada que hacer antes. Tras cada orden se da una vuelta enseguida."""
SIN_BASE = timedelta(seconds=15)
"""Lo que se espera a una base de datos que no responde: lo que venza entretanto no puede retrasarse mucho más."""
ENTRE_IDENTIFICACIONES = timedelta(seconds=6)
"""Discord pide que pasen 5 s entre dos identificaciones del mismo bot, y los cuenta desde que le llegan: va con margen."""
ESPERA_DE_DISCORD = 30.0
"""Segundos que se espera cuando Discord frena. Si pide más, se sabe enseguida, y los demás avisos no esperan detrás."""
HUELLA = "comandos.huella"


@dataclass(frozen=True)
class Servicios:
    """Lo que el bot sabe hacer, ya compuesto."""

    consultas: Consultas
    reloj: Reloj
    agregados: tuple[Agregado[Any], ...]

    @property
    def dia(self) -> Agregado[Any]:
        """Las reglas de los días: lo que se tira en un canal fuera de las partidas."""
        return next(agregado for agregado in self.agregados if agregado.familia == "dia")


class Concilio(commands.AutoShardedBot):
    """Un cliente repartido en fragmentos: reintenta aunque falle su primera conexión, que un cliente suelto no.

    Solo pide la intención `guilds`: comandos, botones y formularios no necesitan ninguna privilegiada.
    """

    def __init__(self, ajustes: Ajustes, servicios: Servicios, **de_discord: Any) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True),
            tree_cls=Arbol,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=ajustes.fragmentos,
            shard_ids=list(ajustes.fragmentos_propios) or None,  # pyright: ignore[reportArgumentType]
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=ESPERA_DE_DISCORD,
            **de_discord,
        )
        self.ajustes = ajustes
        self.servicios = servicios
        self.arranque = object()
        """Distingue a este bot de otro del mismo proceso."""
        self.acciones = Acciones()
        self.clases = Clases()
        self.veda = Veda()
        self.emisor = EmisorDeDiscord(self)
        self._vuelta = asyncio.Lock()
        self._pronto: asyncio.Task[None] | None = None
        self._hay_prisa = False

    async def setup_hook(self) -> None:
        direccion = self.ajustes.bd.get_secret_value() if self.ajustes.bd else None
        reloj, agregados = self.servicios.reloj, self.servicios.agregados
        self.diario = await Diario.abrir(direccion, self.ajustes.datos, agregados, reloj)
        self.avisador = Avisador(self.diario, self.emisor)
        self.cuidados = Cuidados(self.diario)
        self.add_dynamic_items(BotonDeAccion)
        for extension in COGS:
            await self.load_extension(extension)
        await self._publicar_comandos()
        # Lo que falle se apunta y se repite; sin esto, al primer fallo se acabarían las vueltas.
        self._pulso.add_exception_type(Exception)
        self._pulso.start()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Entre varios procesos, cada identificación espera su turno; en uno solo ya lo ordena discord.py."""
        if not self.ajustes.fragmentos_propios:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        try:
            falta = await self.diario.reservar_turno(
                "identificarse", self.servicios.reloj(), ENTRE_IDENTIFICACIONES
            )
        except AlmacenNoDisponible as fallo:
            # Lo que no sea un fallo de conexión, discord.py no lo repite: se acabaría el proceso.
            raise ConnectionError("no se puede pedir turno para identificarse") from fallo
        await asyncio.sleep(falta.total_seconds())

    async def _publicar_comandos(self) -> None:
        """Registra los comandos en Discord solo si han cambiado, o si es otra aplicación: hay un tope diario."""
        actual = f"{self.application_id}:{huella(self.tree)}"
        if actual != await self.diario.parametros.leer(HUELLA):
            await self.tree.sync()
            await self.diario.parametros.guardar(HUELLA, actual)

    async def close(self) -> None:
        fondo = (self._pulso.get_task(), self._pronto)
        self._pulso.cancel()
        await rematar(fondo)
        await super().close()
        if hasattr(self, "diario"):
            await self.diario.cerrar()

    @tasks.loop(seconds=PULSO_MAXIMO)
    async def _pulso(self) -> None:
        """La única tarea de fondo: recordatorios y bandeja de salida."""
        await self.wait_until_ready()
        await self.dar_vuelta()
        await self.cuidados.avanzar(self._presencia(), self.servicios.reloj())

    def _presencia(self) -> Presencia:
        fragmentos = self.shard_count or 1
        return Presencia({s.id for s in self.guilds}, fragmentos, self.shard_ids or range(fragmentos))

    def avisar_pronto(self) -> None:
        """Pide una vuelta ya, sin esperar a la tarea de fondo: acaba de darse una orden que puede deber avisos."""
        self._hay_prisa = True
        if self._pronto is None or self._pronto.done():
            self._pronto = asyncio.create_task(self._sin_esperar(), name="avisos")

    async def _sin_esperar(self) -> None:
        while self._hay_prisa:
            self._hay_prisa = False
            await self.dar_vuelta()

    async def dar_vuelta(self) -> None:
        """Atiende ahora lo que se debe. Si ya hay una vuelta en marcha, espera a que acabe y da otra."""
        ahora = self.servicios.reloj()
        async with self._vuelta:
            try:
                proxima = await self.diario.proxima_hora()
                if proxima is not None and proxima <= ahora:
                    await self.avisador.avanzar(ahora)
                    proxima = await self.diario.proxima_hora()
            except AlmacenNoDisponible:
                proxima = ahora + SIN_BASE
        falta = (proxima - ahora).total_seconds() if proxima else PULSO_MAXIMO
        self._pulso.change_interval(seconds=min(max(falta, 1.0), PULSO_MAXIMO))

    async def on_ready(self) -> None:
        registro.info("dispuesto en %s", plural(len(self.guilds), "servidor", "servidores"))

    async def on_guild_remove(self, servidor: discord.Guild) -> None:
        """Lo de un servidor que echa al bot se guarda un tiempo, por si vuelve."""
        await self.diario.servidores_idos.anotar(servidor.id)

    async def on_guild_join(self, servidor: discord.Guild) -> None:
        await self.diario.servidores_idos.olvidar(servidor.id)

    async def on_interaction(self, interaccion: "discord.Interaction[Concilio]") -> None:
        await atender_formulario(interaccion)

    async def on_app_command_completion(
        self,
        interaccion: "discord.Interaction[Concilio]",
        _orden: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
    ) -> None:
        apuntar_orden(interaccion)
