"""Las averías: qué peticiones fallan, cómo y cuántas veces. Se programan antes y se gastan al ocurrir."""

import asyncio
import re
import time
import zlib
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiohttp import web

from tests.enchufe.peticion import Peticion, contestar

Seguir = Callable[[], Awaitable[web.StreamResponse]]
Efecto = Callable[[Seguir], Awaitable[web.StreamResponse]]
# Sin `Via`, discord.py cree que la respuesta es un veto de Cloudflare y no de Discord.
DE_DISCORD = {"Via": "1.1 google"}
VETO = "<!DOCTYPE html><html><title>Access denied</title><h1>Error 1015</h1>You are being rate limited</html>"


@dataclass
class Averia:
    """Un fallo programado para las peticiones que encajan. `quedan`: cuántas veces ocurrirá aún."""

    metodo: str
    patron: re.Pattern[str]
    efecto: Efecto
    quedan: int

    def alcanza(self, peticion: Peticion) -> bool:
        return self.quedan > 0 and peticion.metodo == self.metodo and bool(self.patron.fullmatch(peticion.camino))


@dataclass
class Cubo:
    """Un límite de verdad: `cada` peticiones por `periodo` segundos, anunciado en las cabeceras."""

    metodo: str
    patron: re.Pattern[str]
    cada: int
    periodo: float
    universal: bool = False
    gastadas: deque[float] = field(default_factory=deque)
    negadas: int = 0

    def alcanza(self, peticion: Peticion) -> bool:
        if self.universal:  # las interacciones no cuentan para el límite general
            return not peticion.camino.startswith(("/interactions/", "/webhooks/"))
        return peticion.metodo == self.metodo and bool(self.patron.fullmatch(peticion.camino))

    def pedir(self) -> web.Response | None:
        """Gasta una petición; si no queda ninguna, la negativa."""
        presente = time.monotonic()
        while self.gastadas and presente - self.gastadas[0] >= self.periodo:
            self.gastadas.popleft()
        if len(self.gastadas) < self.cada:
            self.gastadas.append(presente)
            return None
        self.negadas += 1
        return limite(self.espera(), universal=self.universal, ambito="global" if self.universal else "user")

    def espera(self) -> float:
        """Segundos hasta que vuelva a caber una petición más."""
        return max(0.0, self.periodo - (time.monotonic() - self.gastadas[0])) if self.gastadas else 0.0

    def cabeceras(self) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.cada),
            "X-RateLimit-Remaining": str(self.cada - len(self.gastadas)),
            "X-RateLimit-Reset": f"{time.time() + self.espera():.3f}",
            "X-RateLimit-Reset-After": f"{self.espera():.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(self.patron.pattern.encode()):08x}",
        }


class Averias:
    """Las averías pendientes y los límites en vigor. La primera que encaja ocurre; las demás esperan."""

    def __init__(self) -> None:
        self._pendientes: list[Averia] = []
        self.cubos: list[Cubo] = []

    def programar(self, metodo: str, patron: str, efecto: Efecto, veces: int = 1) -> Averia:
        """Prepara un fallo para las próximas `veces` peticiones cuyo camino encaje entero con `patron`."""
        averia = Averia(metodo, re.compile(patron), efecto, veces)
        self._pendientes.append(averia)
        return averia

    def limitar(self, metodo: str, patron: str, cada: int, periodo: float, *, universal: bool = False) -> Cubo:
        """Pone un límite de peticiones, que se anuncia y se cumple."""
        cubo = Cubo(metodo, re.compile(patron), cada, periodo, universal)
        self.cubos.append(cubo)
        return cubo

    def olvidar(self) -> None:
        """Deja de fallar y de limitar."""
        self._pendientes.clear()
        self.cubos.clear()

    async def pasar(self, peticion: Peticion, seguir: Seguir) -> web.StreamResponse:
        """Atiende la petición, con la avería que le toque."""
        cubos = [cubo for cubo in self.cubos if cubo.alcanza(peticion)]
        for cubo in cubos:
            if (negativa := cubo.pedir()) is not None:
                return negativa
        respuesta = await self._con_averia(peticion, seguir)
        for cubo in cubos:
            if not cubo.universal:
                respuesta.headers.update(cubo.cabeceras())
        return respuesta

    async def _con_averia(self, peticion: Peticion, seguir: Seguir) -> web.StreamResponse:
        for averia in self._pendientes:
            if averia.alcanza(peticion):
                averia.quedan -= 1
                return await averia.efecto(seguir)
        return await seguir()


def falla(estado: int) -> Efecto:
    """No hace nada y contesta con ese estado."""

    async def efecto(_seguir: Seguir) -> web.StreamResponse:
        return contestar(estado, {"message": f"{estado}: fallo de prueba", "code": 0}, **DE_DISCORD)

    return efecto


def se_pierde(estado: int = 502) -> Efecto:
    """Lo hace, pero la respuesta se pierde por el camino: quien pidió solo ve un fallo."""

    async def efecto(seguir: Seguir) -> web.StreamResponse:
        await seguir()
        return contestar(estado, {"message": "Bad Gateway", "code": 0}, **DE_DISCORD)

    return efecto


def aguarda(senal: asyncio.Event) -> Efecto:
    """Lo hace cuando se dé la señal."""

    async def efecto(seguir: Seguir) -> web.StreamResponse:
        await senal.wait()
        return await seguir()

    return efecto


def tarda(segundos: float) -> Efecto:
    """Lo hace, después de un rato."""

    async def efecto(seguir: Seguir) -> web.StreamResponse:
        await asyncio.sleep(segundos)
        return await seguir()

    return efecto


def frena(espera: float | None, *, universal: bool = False) -> Efecto:
    """429. `espera`: el `retry_after` del cuerpo; None, un cuerpo que no lo trae."""

    async def efecto(_seguir: Seguir) -> web.StreamResponse:
        return limite(espera, universal=universal, ambito="global" if universal else "user")

    return efecto


def veta() -> Efecto:
    """El 429 de Cloudflare, que no es JSON, no pasa por Discord y no dice en el cuerpo cuánto esperar."""

    async def efecto(_seguir: Seguir) -> web.StreamResponse:
        return web.Response(status=429, text=VETO, content_type="text/html", headers={"Retry-After": "1"})

    return efecto


def limite(espera: float | None, *, universal: bool, ambito: str) -> web.Response:
    """La respuesta 429 de Discord."""
    cuerpo: dict[str, object] = {"message": "You are being rate limited.", "global": universal}
    cabeceras = {**DE_DISCORD, "X-RateLimit-Scope": ambito}
    if espera is not None:
        cuerpo["retry_after"] = espera
        cabeceras["Retry-After"] = str(int(espera) + 1)
    if universal:
        cabeceras["X-RateLimit-Global"] = "true"
    return contestar(429, cuerpo, **cabeceras)
