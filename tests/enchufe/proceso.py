"""El bot como proceso aparte: se arranca, se le espera, se le pide que acabe o se le mata por su número."""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

from servicios.ajustes import PREFIJO
from tests.enchufe.criadero import Criadero, Hijo
from tests.enchufe.discord_local import DiscordLocal
from tests.enchufe.pasarela import PLAZO

RAIZ = Path(__file__).resolve().parents[2]


class NoArranca(AssertionError):
    """El proceso acabó, o no se conectó a tiempo."""


class Proceso:
    """Un bot sobre una carpeta propia, que conserva entre un arranque y el siguiente.

    Args:
        d: el Discord al que se conecta.
        carpeta: donde escribe sus datos y su registro.
        ordenes: si lleva las órdenes de prueba.
        criadero: si se arranca bifurcando un proceso ya preparado, que es mucho más rápido.
        entorno: variables de más.
    """

    def __init__(
        self,
        d: DiscordLocal,
        carpeta: Path,
        *,
        ordenes: bool = False,
        criadero: bool = False,
        entorno: dict[str, str] | None = None,
    ) -> None:
        self._d = d
        self._carpeta = carpeta
        limpio = {k: v for k, v in os.environ.items() if not k.startswith((PREFIJO, "DISCORD_", "ENCHUFE_"))}
        self._entorno = limpio | {"PYTHONPATH": str(RAIZ), f"{PREFIJO}DATOS": str(carpeta / "datos")}
        self._entorno |= entorno or {}
        if ordenes:
            self._entorno["ENCHUFE_ORDENES"] = "1"
        self._criadero = Criadero(RAIZ) if criadero else None
        self._proceso: Hijo | None = None

    def cambiar(self, **variables: str) -> None:
        """Variables de entorno para el próximo arranque."""
        self._entorno |= variables

    @property
    def vivo(self) -> bool:
        return self._proceso is not None and self._proceso.returncode is None

    @property
    def registro(self) -> str:
        """Todo lo que ha escrito desde el primer arranque."""
        ruta = self._carpeta / "registro.txt"
        return ruta.read_text(encoding="utf-8", errors="replace") if ruta.exists() else ""

    async def arrancar(self, fragmentos: int = 1) -> None:
        """Arranca y espera a que tenga conectados esos fragmentos; con 0, no espera."""
        propios = self._entorno.get(f"{PREFIJO}FRAGMENTOS_PROPIOS", "")
        self._d.pasarela.olvidar([int(n) for n in propios.split(",") if n])
        entorno = self._entorno | self._d.entorno
        self._proceso = await (
            self._criadero.criar(self._carpeta, entorno) if self._criadero else self._nacer(entorno)
        )
        if fragmentos:
            await self.listo(fragmentos)

    async def _nacer(self, entorno: dict[str, str]) -> asyncio.subprocess.Process:
        with (self._carpeta / "registro.txt").open("ab") as registro:
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.enchufe.lanzador"),
                cwd=self._carpeta,
                env=entorno,
                stdin=asyncio.subprocess.PIPE,
                stdout=registro,
                stderr=registro,
            )

    async def listo(self, fragmentos: int = 1) -> None:
        """Espera a que el bot esté conectado.

        Raises:
            NoArranca: si acaba antes o tarda demasiado; cuenta el final de su registro.
        """
        assert self._proceso is not None
        conectado = asyncio.ensure_future(self._d.pasarela.lista(fragmentos))
        acabado = asyncio.ensure_future(self._proceso.wait())
        await asyncio.wait({conectado, acabado}, timeout=PLAZO, return_when=asyncio.FIRST_COMPLETED)
        hecho = conectado.done() and conectado.exception() is None
        for tarea in (conectado, acabado):
            tarea.cancel()
        if not hecho:
            raise NoArranca(f"salida {self._proceso.returncode}\n{self.registro[-3000:]}")

    async def escribe(self, texto: str, desde: int = 0) -> str:
        """Espera a que en su registro, a partir de esa posición, aparezca un texto; da lo escrito desde ahí."""
        async with asyncio.timeout(PLAZO):
            while texto not in self.registro[desde:]:
                await asyncio.sleep(0.02)
        return self.registro[desde:]

    def enviar(self, senal: signal.Signals) -> None:
        """Le manda una señal."""
        assert self._proceso is not None
        with contextlib.suppress(ProcessLookupError):  # ha acabado y aún no nos hemos enterado
            os.kill(self._proceso.pid, senal)

    async def fin(self) -> int:
        """Espera a que acabe por sí mismo y da su código de salida."""
        assert self._proceso is not None
        return await asyncio.wait_for(self._proceso.wait(), PLAZO)

    async def terminar(self) -> int:
        """SIGTERM, y su código de salida."""
        self.enviar(signal.SIGTERM)
        return await self.fin()

    def fulminar(self) -> None:
        """SIGKILL, sin esperar: ni despedida ni ocasión de guardar nada. Si ya no vive, nada."""
        if self.vivo:
            self.enviar(signal.SIGKILL)

    async def matar(self) -> None:
        """Lo mismo, y espera a que haya acabado."""
        self.fulminar()
        await self.fin()

    async def cerrar(self) -> None:
        """Lo que se hace al acabar la prueba: que no quede nada."""
        if self.vivo:
            try:
                await asyncio.wait_for(self.terminar(), 10)
            except TimeoutError:
                await self.matar()
        if self._criadero is not None:
            await self._criadero.cerrar()
