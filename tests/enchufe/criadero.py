"""Un proceso con todo ya importado que se bifurca a petición: así, arrancar el bot otra vez no cuesta un segundo.

Cada hijo ejecuta el mismo `bot.main`. Para las pruebas que lo matan muchas veces; quien prueba el arranque no lo usa.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol


class Hijo(Protocol):
    """Un proceso del bot: lo que da asyncio de uno suelto, o el criadero de uno suyo."""

    pid: int

    @property
    def returncode(self) -> int | None: ...

    async def wait(self) -> int: ...


class Criado:
    """Un hijo del criadero. Su código de salida lo cuenta el criadero, que es su padre."""

    def __init__(self, pid: int, codigo: "asyncio.Task[int]") -> None:
        self.pid = pid
        self._codigo = codigo

    @property
    def returncode(self) -> int | None:
        return self._codigo.result() if self._codigo.done() else None

    async def wait(self) -> int:
        return await asyncio.shield(self._codigo)


class Criadero:
    """Da hijos de uno en uno: mientras vive el anterior no atiende a nadie más.

    Args:
        raiz: la carpeta del proyecto.
        modulo: lo que ejecuta la madre, que acaba en `criar`.
    """

    def __init__(self, raiz: Path, *modulo: str) -> None:
        self._raiz = raiz
        self._modulo = modulo or ("tests.enchufe.lanzador", "--criar")
        self._madre: asyncio.subprocess.Process | None = None

    async def criar(self, carpeta: Path, entorno: dict[str, str]) -> Criado:
        """Un bot nuevo en esa carpeta, con ese entorno y su registro en `registro.txt`."""
        if self._madre is None:
            self._madre = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", *self._modulo),
                cwd=self._raiz,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        assert self._madre.stdin is not None
        pedido = json.dumps({"carpeta": str(carpeta), "entorno": entorno})
        self._madre.stdin.write(pedido.encode() + b"\n")
        pid = await self._numero()
        return Criado(pid, asyncio.create_task(self._numero()))

    async def _numero(self) -> int:
        assert self._madre is not None
        assert self._madre.stdout is not None
        return int(await self._madre.stdout.readline())

    async def cerrar(self) -> None:
        """Acaba con la madre; sus hijos ya deben haber acabado."""
        if self._madre is not None:
            assert self._madre.stdin is not None
            self._madre.stdin.close()
            await self._madre.wait()


def criar(arrancar: Callable[[], int]) -> int:
    """Lo que hace la madre: da un hijo por cada pedido que llega, y escribe su número y, cuando acaba, su código."""
    for linea in sys.stdin:
        pedido = json.loads(linea)
        hijo = os.fork()
        if hijo == 0:
            os.chdir(pedido["carpeta"])
            os.environ.clear()
            os.environ.update(pedido["entorno"])
            registro = os.open("registro.txt", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            os.dup2(registro, 1)
            os.dup2(registro, 2)
            return arrancar()
        print(hijo, flush=True)  # noqa: T201
        print(os.waitstatus_to_exitcode(os.waitpid(hijo, 0)[1]), flush=True)  # noqa: T201
    return 0
