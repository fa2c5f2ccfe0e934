"""El Discord de prueba entero: el mundo, sus rutas y su pasarela, por TLS en dos puertos de 127.0.0.1."""

import asyncio
import json
import socket
import ssl
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self

import trustme
from aiohttp import web

from tests.apoyo import openapi
from tests.enchufe import rest
from tests.enchufe.averias import Averias
from tests.enchufe.estado import Estado
from tests.enchufe.pasarela import PLAZO, Pasarela
from tests.enchufe.peticion import TAMANO_DE_PETICION, ErrorDeDiscord, Peticion, contestar

LLAVE = "llave.de.prueba"
NOMBRES = ("discord.com", "cdn.discordapp.com", "gateway.discord.gg", "gateway-reanudar.discord.gg")
Ruta = Callable[["DiscordLocal", Peticion], Awaitable[web.Response]]


class DiscordLocal:
    """Se usa con `async with`. `faltas`: lo que el bot (o este Discord) ha hecho y Discord no admitiría.

    Args:
        pasarela: opciones de `Pasarela` (fragmentos, concurrencia, latido, ventana).
    """

    def __init__(self, **pasarela: Any) -> None:
        self.estado = Estado()
        self.averias = Averias()
        self.faltas: list[str] = []
        self.peticiones: list[Peticion] = []
        self.pasarela = Pasarela(self.estado, self.faltas.append, LLAVE, **pasarela)
        self.al_llegar: Callable[[Peticion], None] | None = None
        """A quién avisar de cada petición recién llegada, antes de atenderla."""
        self._carpeta = tempfile.TemporaryDirectory(prefix="enchufe-")
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._enchufes = {"rest": _reservar(), "pasarela": _reservar()}
        self._puertos = {cual: enchufe.getsockname()[1] for cual, enchufe in self._enchufes.items()}
        self._corredores: dict[str, web.AppRunner] = {}
        self._novedad = asyncio.Condition()

    # ── encendido ─────────────────────────────────────────────────────────────────────────────

    async def __aenter__(self) -> Self:
        autoridad = trustme.CA()
        autoridad.issue_cert(*NOMBRES).configure_cert(self._tls)
        autoridad.cert_pem.write_to_path(str(self.autoridad))
        await self.abrir("rest")
        await self.abrir("pasarela")
        return self

    async def __aexit__(self, *_: object) -> None:
        for cual in list(self._corredores):
            await self.tapar(cual)
        for enchufe in self._enchufes.values():
            enchufe.close()
        self._carpeta.cleanup()

    @property
    def autoridad(self) -> Path:
        """El certificado de la autoridad en la que el bot debe confiar."""
        return Path(self._carpeta.name) / "autoridad.pem"

    @property
    def entorno(self) -> dict[str, str]:
        """Lo que el proceso del bot necesita saber para venir aquí en vez de a Discord."""
        puertos = {n: self._puertos["pasarela" if n.startswith("gateway") else "rest"] for n in NOMBRES}
        return {
            "DISCORD_TOKEN": LLAVE,
            "ENCHUFE_PUERTOS": json.dumps(puertos),
            "ENCHUFE_AUTORIDAD": str(self.autoridad),
        }

    async def abrir(self, cual: str) -> None:
        """Empieza a escuchar en «rest» o en «pasarela»."""
        aplicacion = web.Application(client_max_size=TAMANO_DE_PETICION)
        if cual == "rest":
            for metodo, plantilla, ruta in rest.RUTAS:
                aplicacion.router.add_route(metodo, "/api/v10" + plantilla, self._atender(ruta))
            aplicacion.router.add_get("/attachments/{canal}/{adjunto}/{nombre}", self._atender(rest.descargar))
            aplicacion.router.add_route("*", "/{resto:.*}", self._perdida)
        else:
            aplicacion.router.add_get("/", self.pasarela.atender)
        corredor = web.AppRunner(aplicacion, access_log=None, shutdown_timeout=0.2)
        await corredor.setup()
        await web.SockSite(corredor, self._enchufes[cual], ssl_context=self._tls).start()
        self._corredores[cual] = corredor

    async def tapar(self, cual: str) -> None:
        """Deja de escuchar: quien llame encontrará la conexión rechazada. El puerto queda reservado."""
        await self._corredores.pop(cual).cleanup()
        self._enchufes[cual] = _reservar(self._puertos[cual])

    # ── cada petición ─────────────────────────────────────────────────────────────────────────

    def _atender(self, ruta: Ruta) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def atender(cruda: web.Request) -> web.StreamResponse:
            peticion = await Peticion.leer(cruda)
            self.peticiones.append(peticion)
            if self.al_llegar is not None:
                self.al_llegar(peticion)
            await self._avisar()
            try:
                respuesta = await self.averias.pasar(peticion, lambda: self._cumplir(ruta, peticion))
            except Exception as error:  # aiohttp contestaría 500 y la prueba creería que ha fallado el bot
                self.faltas.append(f"este Discord se ha roto con {peticion}: {error!r}")
                raise
            peticion.estado = respuesta.status
            await self._avisar()
            return respuesta

        return atender

    async def _cumplir(self, ruta: Ruta, peticion: Peticion) -> web.Response:
        try:
            if ruta is rest.descargar:
                return await ruta(self, peticion)
            if peticion.llave != f"Bot {LLAVE}" and "token" not in peticion.partes:
                return contestar(401, {"message": "401: Unauthorized", "code": 0})
            openapi.comprobar(peticion.metodo, peticion.camino, peticion.cuerpo)
            respuesta = await ruta(self, peticion)
        except ErrorDeDiscord as error:
            return contestar(error.estado, {"message": error.mensaje, "code": error.codigo})
        except AssertionError as falta:  # `Incumple`, o uno de los límites
            self.faltas.append(f"{peticion.metodo} {peticion.camino}: {falta}")
            return contestar(400, {"message": "Invalid Form Body", "code": 50035, "errors": {}})
        self._comprobarse(peticion, respuesta)
        return respuesta

    def _comprobarse(self, peticion: Peticion, respuesta: web.Response) -> None:
        cuerpo = json.loads(respuesta.body) if isinstance(respuesta.body, bytes) and respuesta.body else None
        try:
            openapi.comprobar_respuesta(peticion.metodo, peticion.camino, respuesta.status, cuerpo)
        except openapi.Incumple as falta:
            self.faltas.append(f"este Discord contesta mal: {falta}")

    async def _perdida(self, cruda: web.Request) -> web.Response:
        self.faltas.append(f"{cruda.method} {cruda.path}: este Discord no tiene esa ruta")
        return contestar(404, {"message": "404: Not Found", "code": 0})

    def hechas(self, metodo: str, trozo: str) -> list[Peticion]:
        """Las peticiones recibidas con ese método y ese trozo en el camino."""
        return [p for p in self.peticiones if p.metodo == metodo and trozo in p.camino]

    async def vistas(self, metodo: str, trozo: str, cuantas: int = 1) -> list[Peticion]:
        """Espera a haber contestado tantas peticiones como esas."""
        await self._hasta(lambda: sum(bool(p.estado) for p in self.hechas(metodo, trozo)) >= cuantas)
        return [p for p in self.hechas(metodo, trozo) if p.estado]

    async def llegada(self, metodo: str, trozo: str) -> None:
        """Espera a haber recibido, aunque no contestado, una petición como esa."""
        await self._hasta(lambda: bool(self.hechas(metodo, trozo)))

    async def _hasta(self, condicion: Callable[[], bool]) -> None:
        async with self._novedad, asyncio.timeout(PLAZO):
            await self._novedad.wait_for(condicion)

    async def _avisar(self) -> None:
        async with self._novedad:
            self._novedad.notify_all()


def _reservar(puerto: int = 0) -> socket.socket:
    """Un puerto de 127.0.0.1 ocupado pero que aún no escucha: las conexiones se rechazan."""
    enchufe = socket.socket()
    enchufe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    enchufe.bind(("127.0.0.1", puerto))
    return enchufe
