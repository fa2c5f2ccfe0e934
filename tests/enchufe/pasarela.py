"""La pasarela: sesiones, latidos, identificaciones, reanudaciones y eventos, como los hace Discord.

Fuente: documentación de Discord, «Gateway» y «Gateway Events».
"""

import asyncio
import json
import time
from collections.abc import Callable, Collection
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from tests.enchufe.estado import Estado, Objeto
from tests.enchufe.sesion import Cierre, Conexion, Identificacion, Op, Reanudacion, Sesion

PLAZO = 90.0
"""Segundos que se espera, como mucho, a que el bot haga algo: de más, para máquinas muy cargadas."""
VENTANA = 5.0
"""La ventana de Discord para identificarse, en segundos."""
TRAMA_MAXIMA = 4096
TRAMAS_POR_MINUTO = 120
PRIVILEGIADAS = 1 << 1 | 1 << 8 | 1 << 15
# Eventos que solo llegan a quien pide su intención; los demás de aquí van con `guilds` o con ninguna.
DE_MENSAJES = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"})


class Pasarela:
    """Un fragmento, una sesión. Lo que no llega por un corte espera a la reanudación.

    Args:
        estado: el mundo.
        falta: a quién contar lo que el bot hace mal.
        llave: el token que vale.
        fragmentos: los que aconseja `/gateway/bot`.
        concurrencia: `max_concurrency`.
        latido: `heartbeat_interval`, en segundos.
        ventana: segundos en que caben `concurrencia` identificaciones con la misma clave.
    """

    def __init__(
        self,
        estado: Estado,
        falta: Callable[[str], None],
        llave: str,
        *,
        fragmentos: int = 1,
        concurrencia: int = 1,
        latido: float = 41.25,
        ventana: float = VENTANA,
    ) -> None:
        self._estado = estado
        self._falta = falta
        self._llave = llave
        self.fragmentos = fragmentos
        self.concurrencia = concurrencia
        self.latido = latido
        self.ventana = ventana
        self.sesiones: dict[int, Sesion] = {}
        self.identificaciones: list[Identificacion] = []
        self.prematuras: list[Identificacion] = []
        """Las que llegaron antes de que pasara la ventana. Discord las anula, y el bot ha de repetirlas."""
        self.reanudaciones: list[Reanudacion] = []
        self.latidos = 0
        self.rechazos: list[int] = []
        """Estados HTTP con que se rechazarán las próximas conexiones."""
        self.veto: int | None = None
        """Código con que se cierra a quien se identifique o quiera reanudar."""
        self.puerta = asyncio.Event()
        """Mientras está bajada (`puerta.clear()`), las conexiones nuevas esperan fuera."""
        self.puerta.set()
        self._cambio = asyncio.Condition()

    def senas(self) -> Objeto:
        """GET /gateway/bot."""
        limites = {
            "total": 1000,
            "remaining": 1000 - len(self.identificaciones),
            "reset_after": 86_400_000,
            "max_concurrency": self.concurrencia,
        }
        return {"url": "wss://gateway.discord.gg", "shards": self.fragmentos, "session_start_limit": limites}

    # ── lo que llega del bot ──────────────────────────────────────────────────────────────────

    async def atender(self, peticion: web.Request) -> web.StreamResponse:
        """Una conexión, de principio a fin."""
        if self.rechazos:
            return web.Response(status=self.rechazos.pop(0))
        await self.puerta.wait()
        ws = web.WebSocketResponse(compress=False, autoping=True, timeout=1)
        await ws.prepare(peticion)
        conexion = Conexion(ws, peticion.host, comprimida=peticion.query.get("compress") == "zlib-stream")
        try:
            await conexion.enviar({"op": Op.HOLA, "d": {"heartbeat_interval": int(self.latido * 1000)}})
            await self._escuchar(conexion)
        except Cierre as cierre:
            if cierre.codigo != self.veto:
                self._falta(f"pasarela: {cierre.codigo} {cierre}")
            await ws.close(code=cierre.codigo, message=str(cierre).encode())
        except ConnectionError:
            pass  # el otro extremo se ha ido sin despedirse: la sesión queda a la espera
        finally:
            self._desconectar(conexion)
            await self._avisar()
        return ws

    async def _escuchar(self, conexion: Conexion) -> None:
        while True:
            try:
                async with asyncio.timeout(self.latido * 2):
                    trama = await conexion.ws.receive()
            except TimeoutError:
                raise Cierre(4009, "sin latidos") from None
            if trama.type is not WSMsgType.TEXT:
                conexion.despedida = trama.data if trama.type is WSMsgType.CLOSE else None
                return
            self._comprobar_trama(conexion, trama.data)
            await self._entender(conexion, json.loads(trama.data))

    def _comprobar_trama(self, conexion: Conexion, texto: str) -> None:
        if len(texto.encode()) > TRAMA_MAXIMA:
            raise Cierre(4002, f"trama de {len(texto.encode())} bytes")
        presente = time.monotonic()
        conexion.tramas = [t for t in conexion.tramas if presente - t < 60] + [presente]
        if len(conexion.tramas) > TRAMAS_POR_MINUTO:
            raise Cierre(4008, "más de 120 tramas en un minuto")

    async def _entender(self, conexion: Conexion, trama: Objeto) -> None:
        match trama["op"]:
            case Op.IDENTIFICA | Op.REANUDA if self.veto:
                raise Cierre(self.veto, "vetado")
            case Op.LATIDO:
                self.latidos += 1
                await conexion.enviar({"op": Op.RECIBIDO})
            case Op.IDENTIFICA:
                await self._identificar(conexion, trama["d"])
            case Op.REANUDA:
                await self._reanudar(conexion, trama["d"])
            case Op.PRESENCIA if conexion.sesion is not None:
                pass
            case op:
                raise Cierre(4001 if conexion.sesion else 4003, f"op {op} inesperado")

    async def _identificar(self, conexion: Conexion, datos: Objeto) -> None:
        fragmento, total = datos.get("shard", [0, 1])
        dicha = Identificacion(time.monotonic(), fragmento, total, datos["intents"], fragmento % self.concurrencia)
        self._comprobar_identificacion(conexion, datos, dicha)
        previas = [i for i in self.identificaciones if i.clave == dicha.clave]
        self.identificaciones.append(dicha)
        if previas and dicha.momento - previas[-1].momento < self.ventana:
            self.prematuras.append(dicha)
            await conexion.enviar({"op": Op.INVALIDA, "d": False})
            return
        sesion = Sesion(self._estado.copos.nuevo(), dicha, conexion)
        self.sesiones[fragmento] = conexion.sesion = sesion
        servidores = [s for i, s in self._estado.servidores.items() if (int(i) >> 22) % total == fragmento]
        await sesion.enviar("READY", self._presentacion(sesion, [s.id for s in servidores]))
        for servidor in servidores:
            await sesion.enviar("GUILD_CREATE", servidor.completo())
        sesion.lista = True
        await self._avisar()

    def _comprobar_identificacion(self, conexion: Conexion, datos: Objeto, dicha: Identificacion) -> None:
        if conexion.sesion is not None:
            raise Cierre(4005, "ya estaba identificado")
        if datos["token"] != self._llave:
            raise Cierre(4004, "el token no vale")
        if not 0 <= dicha.fragmento < dicha.total:
            raise Cierre(4010, f"fragmento {dicha.fragmento} de {dicha.total}")
        if dicha.intenciones >> 26:
            raise Cierre(4013, "intenciones que no existen")
        if dicha.intenciones & PRIVILEGIADAS:
            raise Cierre(4014, "intenciones privilegiadas sin permiso")

    def _presentacion(self, sesion: Sesion, servidores: list[str]) -> Objeto:
        return {
            "v": 10,
            "user": self._estado.bot | {"mfa_enabled": False, "verified": True, "email": None},
            "guilds": [{"id": i, "unavailable": True} for i in servidores],
            "session_id": sesion.id,
            "resume_gateway_url": "wss://gateway-reanudar.discord.gg",
            "shard": [sesion.dicha.fragmento, sesion.dicha.total],
            "application": {"id": self._estado.aplicacion, "flags": 0},
        }

    async def _reanudar(self, conexion: Conexion, datos: Objeto) -> None:
        if datos["token"] != self._llave:
            raise Cierre(4004, "el token no vale")
        sesion = next((s for s in self.sesiones.values() if s.id == datos["session_id"] and s.viva), None)
        if sesion is None or not sesion.recuerda(datos["seq"]):
            await conexion.enviar({"op": Op.INVALIDA, "d": False})
            return
        if datos["seq"] > sesion.seq:
            raise Cierre(4007, f"secuencia {datos['seq']} de {sesion.seq}")
        conexion.sesion, sesion.conexion = sesion, None
        self.reanudaciones.append(Reanudacion(sesion.id, datos["seq"], conexion.nombre))
        await sesion.reponer(conexion, datos["seq"])
        await self._avisar()

    def _desconectar(self, conexion: Conexion) -> None:
        sesion = conexion.sesion
        if sesion is not None and sesion.conexion is conexion:
            sesion.conexion = None
        if sesion is not None and conexion.despedida in (WSCloseCode.OK, WSCloseCode.GOING_AWAY):
            sesion.viva = False

    # ── lo que se le dice al bot ──────────────────────────────────────────────────────────────

    async def emitir(self, evento: str, datos: Objeto, servidor: str | None) -> bool:
        """Un evento para el fragmento de ese servidor (los directos, al 0). Falso si no hay quien lo reciba."""
        sesiones = [s for s in self.sesiones.values() if s.viva and s.lleva(servidor)]
        for sesion in sesiones:
            if evento not in DE_MENSAJES or sesion.dicha.intenciones & 1 << 9:
                await sesion.enviar(evento, datos)
        return bool(sesiones)

    async def cortar(self) -> None:
        """Se caen todas las conexiones, sin despedida."""
        for conexion in self._abiertas():
            conexion.cortar()
        await self._hasta(lambda: not self._abiertas())

    async def pedir_reconexion(self) -> None:
        """RECONNECT (op 7): Discord pide que se vuelva a conectar."""
        for conexion in self._abiertas():
            await conexion.enviar({"op": Op.RECONECTA, "d": None})

    async def invalidar(self, *, reanudable: bool) -> None:
        """INVALID_SESSION (op 9)."""
        for sesion in self.sesiones.values():
            sesion.viva = sesion.viva and reanudable
        for conexion in self._abiertas():
            await conexion.enviar({"op": Op.INVALIDA, "d": reanudable})

    async def cerrar(self, codigo: int) -> None:
        """Cierra todas las conexiones con un código."""
        for conexion in self._abiertas():
            await conexion.ws.close(code=codigo)

    async def vetar(self, codigo: int) -> None:
        """Cierra todas las conexiones con un código, y las que vengan también."""
        self.veto = codigo
        await self.cerrar(codigo)

    def olvidar(self, fragmentos: Collection[int]) -> None:
        """Da por acabadas las sesiones de esos fragmentos (o todas): su proceso ha muerto y otro vendrá."""
        for fragmento in fragmentos or list(self.sesiones):
            self.sesiones.pop(fragmento, None)

    def _abiertas(self) -> list[Conexion]:
        return [s.conexion for s in self.sesiones.values() if s.conexion is not None]

    # ── esperas ───────────────────────────────────────────────────────────────────────────────

    async def lista(self, fragmentos: int = 1) -> None:
        """Espera a que haya ese número de fragmentos conectados y con sus servidores."""
        await self._hasta(lambda: sum(s.lista for s in self.sesiones.values() if s.conexion) >= fragmentos)

    async def identificada(self, veces: int) -> None:
        """Espera a que haya habido tantas identificaciones desde el principio, y estén servidas."""
        await self._hasta(
            lambda: len(self.identificaciones) >= veces and all(s.lista for s in self.sesiones.values())
        )

    async def reanudada(self, veces: int) -> None:
        """Espera a que se hayan hecho tantas reanudaciones desde el principio."""
        await self._hasta(lambda: len(self.reanudaciones) >= veces)

    async def _hasta(self, condicion: Callable[[], Any]) -> None:
        async with self._cambio, asyncio.timeout(PLAZO):
            await self._cambio.wait_for(condicion)

    async def _avisar(self) -> None:
        async with self._cambio:
            self._cambio.notify_all()
