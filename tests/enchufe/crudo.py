"""Un cliente sin modales: envía a este Discord lo que discord.py nunca enviaría, para ver que lo rechaza."""

import json
import ssl
import zlib
from types import TracebackType
from typing import Any, Self

import aiohttp

from tests.enchufe.discord_local import LLAVE, DiscordLocal
from tests.enchufe.lanzador import HaciaAqui
from tests.enchufe.sesion import Op

INTENCIONES = 1
"""`guilds`."""


class Crudo:
    """REST y pasarela a mano. Se usa con `async with`."""

    def __init__(self, d: DiscordLocal) -> None:
        self._d = d
        self._enchufes: list[Enchufe] = []

    async def __aenter__(self) -> Self:
        entorno = self._d.entorno
        self._cliente = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                resolver=HaciaAqui(json.loads(entorno["ENCHUFE_PUERTOS"])),
                ssl=ssl.create_default_context(cafile=entorno["ENCHUFE_AUTORIDAD"]),
            )
        )
        return self

    async def __aexit__(
        self, tipo: type[BaseException] | None, error: BaseException | None, traza: TracebackType | None
    ) -> None:
        for enchufe in self._enchufes:
            await enchufe.ws.close()
        await self._cliente.close()

    async def pedir(
        self,
        metodo: str,
        camino: str,
        cuerpo: Any = None,
        *,
        llave: str = LLAVE,
        archivos: dict[str, bytes] | None = None,
    ) -> tuple[int, Any]:
        """Una petición; da el estado y el cuerpo de la respuesta."""
        opciones: dict[str, Any] = {"headers": {"Authorization": f"Bot {llave}"}}
        if archivos is not None:
            formulario = aiohttp.FormData()
            formulario.add_field("payload_json", json.dumps(cuerpo))
            for n, (nombre, contenido) in enumerate(archivos.items()):
                formulario.add_field(f"files[{n}]", contenido, filename=nombre)
            opciones["data"] = formulario
        elif cuerpo is not None:
            opciones["json"] = cuerpo
        async with self._cliente.request(metodo, f"https://discord.com/api/v10{camino}", **opciones) as respuesta:
            es_json = respuesta.content_type == "application/json"
            return respuesta.status, await (respuesta.json() if es_json else respuesta.read())

    async def descargar(self, direccion: str) -> bytes:
        """Los bytes de un adjunto."""
        async with self._cliente.get(direccion) as respuesta:
            return await respuesta.read()

    async def conectar(self, compresion: str = "") -> "Enchufe":
        """Abre una conexión con la pasarela."""
        direccion = "wss://gateway.discord.gg/?v=10&encoding=json" + (
            f"&compress={compresion}" if compresion else ""
        )
        self._enchufes.append(Enchufe(await self._cliente.ws_connect(direccion)))
        return self._enchufes[-1]


class Enchufe:
    """Una conexión a la pasarela, vista desde el lado del bot."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.binarias = 0
        self._flujo = zlib.decompressobj()

    async def decir(self, op: Op, datos: Any) -> None:
        await self.ws.send_str(json.dumps({"op": op, "d": datos}))

    async def oir(self) -> dict[str, Any]:
        """La trama siguiente; si es el cierre, `{"cierre": código}`."""
        mensaje = await self.ws.receive(timeout=10)
        if mensaje.type is aiohttp.WSMsgType.BINARY:
            self.binarias += 1
            return json.loads(self._flujo.decompress(mensaje.data))
        if mensaje.type is aiohttp.WSMsgType.TEXT:
            return json.loads(mensaje.data)
        return {"cierre": self.ws.close_code}

    async def identificarse(self, **cambios: Any) -> dict[str, Any]:
        """HELLO, IDENTIFY y lo que conteste."""
        assert (await self.oir())["op"] == Op.HOLA
        datos = {"token": LLAVE, "intents": INTENCIONES, "properties": {}, "shard": [0, 1], **cambios}
        await self.decir(Op.IDENTIFICA, datos)
        return await self.oir()
