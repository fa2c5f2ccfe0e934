"""Una sesión de la pasarela (lo que sobrevive a un corte) y una conexión (lo que no)."""

import json
import zlib
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import web

from tests.enchufe.estado import Objeto

RECUERDO = 2000
"""Eventos que una sesión guarda para quien la reanude."""


class Op(IntEnum):
    """De qué va una trama."""

    EVENTO = 0
    LATIDO = 1
    IDENTIFICA = 2
    PRESENCIA = 3
    REANUDA = 6
    RECONECTA = 7
    INVALIDA = 9
    HOLA = 10
    RECIBIDO = 11


class Cierre(Exception):
    """Discord cierra la conexión con un código, porque el bot ha hecho algo que no debe."""

    def __init__(self, codigo: int, motivo: str) -> None:
        super().__init__(motivo)
        self.codigo = codigo


@dataclass(frozen=True)
class Identificacion:
    """Cuándo, qué fragmento de cuántos, con qué intenciones y con qué `rate_limit_key`."""

    momento: float
    fragmento: int
    total: int
    intenciones: int
    clave: int


@dataclass(frozen=True)
class Reanudacion:
    """Qué sesión, desde qué evento y llamando a qué nombre."""

    sesion: str
    seq: int
    nombre: str


class Conexion:
    """Un enchufe abierto. Comprime si se le pide `zlib-stream`: un solo flujo por conexión."""

    def __init__(self, ws: web.WebSocketResponse, nombre: str, *, comprimida: bool) -> None:
        self.ws = ws
        self.nombre = nombre
        self.sesion: Sesion | None = None
        self.tramas: list[float] = []
        self.despedida: int | None = None
        """El código con que el bot la cerró, si la cerró él."""
        self._flujo = zlib.compressobj() if comprimida else None

    async def enviar(self, trama: Objeto) -> None:
        texto = json.dumps(trama)
        if self._flujo is None:
            await self.ws.send_str(texto)
        else:
            await self.ws.send_bytes(self._flujo.compress(texto.encode()) + self._flujo.flush(zlib.Z_SYNC_FLUSH))

    def cortar(self) -> None:
        """Como si alguien tirara del cable: ni cierre de websocket ni de TLS."""
        transporte = self.ws._req.transport if self.ws._req is not None else None
        if transporte is not None:
            transporte.abort()


@dataclass
class Sesion:
    """Lo que Discord recuerda de un fragmento conectado. `viva`: si se puede reanudar."""

    id: str
    dicha: Identificacion
    conexion: Conexion | None
    seq: int = 0
    viva: bool = True
    lista: bool = False
    guardados: deque[Objeto] = field(default_factory=lambda: deque(maxlen=RECUERDO))

    def lleva(self, servidor: str | None) -> bool:
        """Si este fragmento atiende a ese servidor."""
        return (int(servidor or 0) >> 22) % self.dicha.total == self.dicha.fragmento

    def recuerda(self, seq: int) -> bool:
        """Si guarda todo lo que vino después de `seq`."""
        return self.seq - seq <= len(self.guardados)

    async def enviar(self, evento: str, datos: Objeto) -> None:
        """Manda un evento, o lo guarda para la reanudación si ahora no hay conexión."""
        self.seq += 1
        trama: Objeto = {"op": Op.EVENTO, "t": evento, "s": self.seq, "d": datos}
        self.guardados.append(trama)
        if self.conexion is not None and not self.conexion.ws.closed:
            try:
                await self.conexion.enviar(trama)
            except ConnectionError:
                self.conexion = None  # cayó mientras se enviaba: lo tendrá quien reanude

    async def reponer(self, conexion: Conexion, desde: int) -> None:
        """Repite por la conexión nueva todo lo posterior a `desde` y dice RESUMED."""
        enviado = desde
        while True:
            # Lo que llegue mientras se repone se guarda, y esta vuelta lo recoge: nada se salta ni se dobla.
            pendientes = [t for t in self.guardados if t["s"] > enviado]
            if not pendientes:
                break
            for trama in pendientes:
                await conexion.enviar(trama)
                enviado = trama["s"]
        self.conexion = conexion
        await self.enviar("RESUMED", {})
