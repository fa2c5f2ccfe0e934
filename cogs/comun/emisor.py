"""Quien lleva a Discord los mensajes de la bandeja de salida: envía, busca lo que quedó a medias y anula."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import aiohttp
import discord

from cogs.comun.acciones import Accion, BotonDeAccion
from cogs.comun.hilos import POR_HILO, Hilos
from cogs.comun.vistas import Color, Panel
from servicios import configuracion
from servicios.avisos import Busqueda, EnvioAplazado, EnvioImposible, EnvioIncierto
from servicios.diario import Envio, Mensaje

if TYPE_CHECKING:
    from cogs.comun.concilio import Concilio

MIRADOS = 300
"""Mensajes posteriores entre los que se busca uno que quedó a medio enviar."""

AVISADOS_MAXIMOS = 100
"""Cuentas que Discord admite en la lista de avisados: con una más, rechaza el mensaje entero."""

Plantilla: TypeAlias = Callable[[Envio], Awaitable[Panel]]
Fracaso: TypeAlias = Callable[[Envio, str], Awaitable[None]]
"""Qué hacer con un aviso que no puede llegar, y por qué no puede."""


class EmisorDeDiscord:
    """Dibuja cada aviso con su plantilla y lo envía a su destino."""

    def __init__(self, bot: "Concilio") -> None:
        self._bot = bot
        self._plantillas: dict[str, Plantilla] = {}
        self._fracasos: dict[str, Fracaso] = {}
        self._hilos = Hilos(bot)

    def registrar(self, nombre: str, plantilla: Plantilla, si_no_llega: Fracaso | None = None) -> None:
        """Apunta qué función dibuja los avisos de una plantilla, y qué se hace si uno no puede llegar."""
        self._plantillas[nombre] = plantilla
        if si_no_llega is not None:
            self._fracasos[nombre] = si_no_llega

    async def enviar(self, envio: Envio, nonce: str) -> Mensaje:
        """Envía un aviso. El número del envío viaja en el `custom_id` de su botón, para poder reconocerlo."""
        try:
            return await self._enviar(envio, nonce)
        except EnvioImposible as fallo:
            if parte := self._fracasos.get(envio.aviso.plantilla):
                await parte(envio, str(fallo))
            raise

    async def _enviar(self, envio: Envio, nonce: str) -> Mensaje:
        panel = await self._dibujar(envio)
        cuentas = await self._bot.diario.discord_de(envio.servidor, envio.aviso.menciones)
        avisados = [discord.Object(cuenta) for cuenta in cuentas.values() if cuenta][:AVISADOS_MAXIMOS]
        destino = await self._destino(envio, panel)
        enviado = await _traducir(
            destino.send(
                view=panel,
                files=panel.archivos,
                nonce=nonce,
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=avisados),
            )
        )
        return Mensaje(enviado.channel.id, enviado.id)

    async def buscar(self, envio: Envio) -> Mensaje | Busqueda:
        """Busca el mensaje de un envío entre los del bot posteriores a él."""
        marca = f":{_marca(envio)}:"
        vistos = 0
        try:
            destino = await self._donde_buscar(envio)
            if destino is None:
                return Busqueda.NO_ESTA
            async for mensaje in destino.history(limit=MIRADOS, after=envio.creado, oldest_first=True):
                vistos += 1
                propio = self._bot.user is not None and mensaje.author.id == self._bot.user.id
                if propio and any(marca in i for i in _identificadores(mensaje)):
                    return Mensaje(mensaje.channel.id, mensaje.id)
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            return Busqueda.NO_SE_PUEDE_SABER
        return Busqueda.NO_ESTA if vistos < MIRADOS else Busqueda.NO_SE_PUEDE_SABER

    async def anular(self, envio: Envio) -> None:
        """Cambia un aviso enviado por «anulado», sin volver a avisar a nadie."""
        if envio.mensaje is None:
            return
        canal = self._bot.get_partial_messageable(envio.mensaje.canal, guild_id=envio.servidor or None)
        panel = Panel(Color.RECHAZO).texto("Anulado: lo que decía este mensaje se ha deshecho o ya no vale.")
        await _traducir(canal.get_partial_message(envio.mensaje.id).edit(view=panel, attachments=[]))

    async def _dibujar(self, envio: Envio) -> Panel:
        panel = await self._plantillas[envio.aviso.plantilla](envio)
        accion = Accion("partida", "historial", envio.flujo, _marca(envio))
        return panel.boton_final(BotonDeAccion(accion, "Historial"))

    async def _donde_buscar(self, envio: Envio) -> discord.abc.Messageable | None:
        if envio.aviso.destino.startswith(POR_HILO):
            return await self._hilos.buscar(envio, (await self._dibujar(envio)).hilo)
        return await self._destino(envio)

    async def _destino(self, envio: Envio, panel: Panel | None = None) -> discord.abc.Messageable:
        canal = envio.canal
        if panel is not None and envio.aviso.destino.startswith(POR_HILO):
            return await _traducir(self._hilos.abrir(envio, panel.hilo))
        if envio.aviso.destino != "canal":
            elegido = await configuracion.leer(self._bot.diario, envio.servidor)
            apartado = elegido.canal_de_coordinacion or elegido.canal_de_avisos
            canal = apartado or canal
        return self._bot.get_partial_messageable(canal, guild_id=envio.servidor or None)


def _marca(envio: Envio) -> str:
    return f"aviso{envio.id}"


def _identificadores(mensaje: discord.Message) -> list[str]:
    pendientes: list[Any] = list(mensaje.components)
    hallados: list[str] = []
    while pendientes:
        componente = pendientes.pop()
        pendientes += getattr(componente, "children", ())
        if identificador := getattr(componente, "custom_id", None):
            hallados.append(identificador)
    return hallados


async def _traducir(peticion: Awaitable[Any]) -> Any:
    """Convierte los fallos de Discord en lo que la bandeja entiende: imposible, aplazado o incierto."""
    try:
        return await peticion
    except (discord.Forbidden, discord.NotFound) as fallo:
        raise EnvioImposible(fallo.text or str(fallo)) from fallo
    except discord.RateLimited as fallo:
        raise EnvioAplazado("Discord pide esperar") from fallo
    except aiohttp.ClientConnectorError as fallo:
        raise EnvioAplazado("sin conexión con Discord") from fallo
    except discord.HTTPException as fallo:
        if fallo.status >= 500:
            raise EnvioIncierto(str(fallo)) from fallo
        raise EnvioImposible(fallo.text or str(fallo)) from fallo
    except (aiohttp.ClientError, OSError) as fallo:
        raise EnvioIncierto(str(fallo)) from fallo
