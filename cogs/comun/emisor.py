"""Quien lleva a Discord los mensajes de la bandeja de salida: envía, busca lo que quedó a medias y anula."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

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

POR_PERSONA = "persona:"
"""Destino de lo que va en un mensaje directo a una persona del servidor, por su número."""

Plantilla: TypeAlias = Callable[[Envio], Awaitable[Panel]]
Fracaso: TypeAlias = Callable[[Envio, str], Awaitable[None]]
"""Qué hacer con un aviso que no puede llegar, y por qué no puede."""


class EmisorDeDiscord:
    """Dibuja cada aviso con su plantilla y lo envía a su destino."""

    def __init__(self, bot: "Concilio") -> None:
        self._bot = bot
        self._plantillas: dict[str, Plantilla] = {}
        self._fracasos: dict[str, Fracaso] = {}
        self._roles: dict[str, Literal["rol_arbitro"]] = {}
        self._hilos = Hilos(bot)

    def registrar(
        self,
        nombre: str,
        plantilla: Plantilla,
        si_no_llega: Fracaso | None = None,
        *,
        rol: Literal["rol_arbitro"] | None = None,
    ) -> None:
        """Apunta qué función dibuja los avisos de una plantilla.

        Args:
            si_no_llega: qué se hace si uno no puede llegar.
            rol: el rol de la configuración del servidor al que sí avisa, si el mensaje lo nombra.
        """
        self._plantillas[nombre] = plantilla
        if si_no_llega is not None:
            self._fracasos[nombre] = si_no_llega
        if rol is not None:
            self._roles[nombre] = rol

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
        avisados = await self._avisados(envio)
        *otros, ultimo = await self._destinos(envio, panel)

        async def poner(destino: discord.abc.Messageable) -> Mensaje:
            puesto = await _traducir(
                destino.send(view=panel, files=panel.archivos, nonce=nonce, allowed_mentions=avisados)
            )
            return Mensaje(puesto.channel.id, puesto.id)

        for destino in otros:
            with suppress(EnvioImposible):
                return await poner(destino)
        return await poner(ultimo)

    async def _avisados(self, envio: Envio) -> discord.AllowedMentions:
        """A quién avisa el mensaje: a las personas que diga el aviso y, si su plantilla lo pide, a un rol."""
        cuentas = await self._bot.diario.discord_de(envio.servidor, envio.aviso.menciones)
        personas = [discord.Object(cuenta) for cuenta in cuentas.values() if cuenta][:AVISADOS_MAXIMOS]
        permitidas = discord.AllowedMentions(everyone=False, roles=False, users=personas)
        if rol := self._roles.get(envio.aviso.plantilla):
            elegido = getattr(await configuracion.leer(self._bot.diario, envio.servidor), rol)
            permitidas.roles = [discord.Object(elegido)] if elegido else False
        return permitidas

    async def buscar(self, envio: Envio) -> Mensaje | Busqueda:
        """Busca el mensaje de un envío entre los del bot posteriores a él."""
        try:
            async for lugar in self._donde_buscar(envio):
                hallado = await _traducir(self._buscar_en(lugar, envio))
                if hallado is not Busqueda.NO_ESTA:
                    return hallado
        except EnvioImposible:
            return Busqueda.NO_SE_PUEDE_SABER
        return Busqueda.NO_ESTA

    async def _buscar_en(self, lugar: discord.abc.Messageable, envio: Envio) -> Mensaje | Busqueda:
        marca = f":{_marca(envio)}:"
        vistos = 0
        try:
            async for mensaje in lugar.history(limit=MIRADOS, after=envio.creado, oldest_first=True):
                vistos += 1
                propio = self._bot.user is not None and mensaje.author.id == self._bot.user.id
                if propio and any(marca in i for i in _identificadores(mensaje)):
                    return Mensaje(mensaje.channel.id, mensaje.id)
        except discord.NotFound:
            return Busqueda.NO_ESTA  # el canal ya no existe
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
        # En un mensaje directo no hay servidor, y sin él no hay historial: el botón solo está para reconocerlo.
        fuera = envio.aviso.destino.startswith(POR_PERSONA)
        return panel.boton_final(BotonDeAccion(accion, "Historial", activo=not fuera))

    async def _donde_buscar(self, envio: Envio) -> AsyncIterator[discord.abc.Messageable]:
        if envio.aviso.destino.startswith(POR_HILO):
            if hilo := await _traducir(self._hilos.buscar(envio, (await self._dibujar(envio)).hilo)):
                yield hilo
            return
        for destino in await self._destinos(envio, None):
            yield destino

    async def _destinos(self, envio: Envio, panel: Panel | None) -> list[discord.abc.Messageable]:
        """Dónde va, por orden: si en un sitio no se puede, en el siguiente.

        Raises:
            EnvioImposible: si el hilo no se puede abrir, o la persona no admite mensajes directos.
        """
        aviso = envio.aviso
        if panel is not None and aviso.destino.startswith(POR_HILO):
            return [await _traducir(self._hilos.abrir(envio, panel.hilo))]
        if aviso.destino.startswith(POR_PERSONA):
            return [await self._directo(envio.servidor, int(aviso.destino.removeprefix(POR_PERSONA)))]
        canales: list[int | None] = [envio.canal]
        if aviso.destino != "canal":
            elegido = await configuracion.leer(self._bot.diario, envio.servidor)
            canales = [elegido.canal_de_coordinacion, elegido.canal_de_avisos, envio.canal]
        servidor = envio.servidor or None
        return [self._bot.get_partial_messageable(c, guild_id=servidor) for c in dict.fromkeys(canales) if c]

    async def _directo(self, servidor: int, persona: int) -> discord.abc.Messageable:
        cuenta = (await self._bot.diario.discord_de(servidor, [persona])).get(persona)
        if cuenta is None:
            raise EnvioImposible("esa persona ha borrado sus datos")
        return await _traducir(self._bot.create_dm(discord.Object(cuenta)))


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
        raise EnvioAplazado("Discord pide esperar", timedelta(seconds=fallo.retry_after)) from fallo
    except aiohttp.ClientConnectorError as fallo:
        raise EnvioAplazado("sin conexión con Discord") from fallo
    except discord.HTTPException as fallo:
        if fallo.status >= 500:
            raise EnvioIncierto(str(fallo)) from fallo
        if fallo.status == HTTPStatus.TOO_MANY_REQUESTS:  # lo da discord.py al cansarse de repetir, y Cloudflare
            raise EnvioAplazado("Discord pide esperar") from fallo
        raise EnvioImposible(fallo.text or str(fallo)) from fallo
    except (aiohttp.ClientError, OSError) as fallo:
        raise EnvioIncierto(str(fallo)) from fallo
