"""SQLite sin ir y venir entre hilos: una transacción entera, en un solo viaje a un hilo propio.

aiosqlite lleva cada paso a su hilo y vuelve, y esos viajes cuestan más que las sentencias; además, el bucle atiende
a otros entre viaje y viaje, y mientras nadie más puede escribir. Lo que se lee y se escribe a menudo va por aquí.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, CursorResult, Engine
from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")
Tarea = Callable[[AsyncConnection], Coroutine[Any, Any, T]]
"""Lo que se hace en una transacción. Solo puede esperar a `execute` y `scalar` de la conexión que recibe."""


class Directo:
    """Un hilo con su conexión. Las transacciones que se le dan van en fila."""

    def __init__(self, motor: Engine) -> None:
        self._motor = motor
        self._hilo: ThreadPoolExecutor | None = None

    async def hacer(self, tarea: Tarea[T]) -> T:
        """Hace la tarea en una transacción. Si se cancela a mitad, antes acaba: nunca se queda a medias."""
        self._hilo = self._hilo or ThreadPoolExecutor(1, "sqlite")
        hecha = asyncio.get_running_loop().run_in_executor(self._hilo, self._hacer, tarea)
        try:
            return await asyncio.shield(hecha)
        except asyncio.CancelledError:
            while not hecha.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait((hecha,))
            raise

    def _hacer(self, tarea: Tarea[T]) -> T:
        with self._motor.begin() as con:
            return _de_un_tiron(tarea(cast("AsyncConnection", _Conexion(con))))

    async def cerrar(self) -> None:
        """Espera a lo que esté en marcha y suelta la conexión."""
        hilo, self._hilo = self._hilo, None
        if hilo is not None:
            await asyncio.get_running_loop().run_in_executor(hilo, self._motor.dispose)
            hilo.shutdown()


class _Conexion:
    """Lo que la tarea usa de una `AsyncConnection`, sin que nada espere de verdad."""

    def __init__(self, con: Connection) -> None:
        self._con = con

    async def execute(self, sentencia: Any, valores: Any = None) -> CursorResult[Any]:
        return self._con.execute(sentencia, valores)

    async def scalar(self, sentencia: Any, valores: Any = None) -> Any:
        return self._con.scalar(sentencia, valores)


def _de_un_tiron(tarea: Coroutine[Any, Any, T]) -> T:
    """El resultado de una corrutina que no espera a nadie."""
    try:
        tarea.send(None)
    except StopIteration as final:
        return final.value
    tarea.close()
    raise RuntimeError("la tarea espera a algo que no es su conexión")
