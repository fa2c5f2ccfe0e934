"""Lo que cuesta anotar y arrancar según lo que ya haya guardado (SQLite): no debe crecer con la historia."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from servicios.diario import Diario
from servicios.hechos import Actor
from tests.diario.contador import CONTADOR, Abrir, Subir

VECES = 300
POR_ORDEN = 1_000


async def abrir(carpeta: Path) -> Diario:
    return await Diario.abrir(None, carpeta, [CONTADOR], lambda: datetime.now(UTC))


async def llenar(diario: Diario, servidor: int, hechos: int) -> None:
    """Abre un flujo en ese servidor y le anota tantos hechos."""
    actor = Actor(await diario.persona(servidor, 1))
    flujo = (await diario.crear(CONTADOR, servidor, servidor, Abrir(bandos={}), actor, "abre")).flujo
    for n in range(hechos // POR_ORDEN):
        await diario.ejecutar(flujo, Subir(puntos=1, veces=POR_ORDEN), actor, f"s{n}")


async def anotar(diario: Diario, servidores: Sequence[int], marca: str) -> list[float]:
    """Milisegundos (mediana) de anotar un hecho en caliente en el flujo de cada servidor, por turnos."""
    actores = [Actor(await diario.persona(servidor, 1)) for servidor in servidores]
    tiempos: list[list[float]] = [[] for _ in servidores]
    for n in range(VECES):
        for i, servidor in enumerate(servidores):
            antes = time.perf_counter()
            orden = Subir(puntos=1, veces=1)
            await diario.ejecutar(f"{servidor}/contador/1", orden, actores[i], f"{marca}{n}")
            tiempos[i].append(time.perf_counter() - antes)
    return [1000 * statistics.median(suyos) for suyos in tiempos]


async def arrancar(carpeta: Path) -> float:
    """Milisegundos de abrir la base, la mejor de cinco."""
    tiempos: list[float] = []
    for _ in range(5):
        antes = time.perf_counter()
        diario = await abrir(carpeta)
        tiempos.append(time.perf_counter() - antes)
        await diario.cerrar()
    return 1000 * min(tiempos)


async def main() -> None:
    with tempfile.TemporaryDirectory() as vacia, tempfile.TemporaryDirectory() as llena:
        diario = await abrir(Path(vacia))
        await llenar(diario, 1, 0)
        await llenar(diario, 2, 10_000)
        cero, diez_mil = await anotar(diario, [1, 2], "a")
        await diario.cerrar()
        print(f"anotar un hecho en caliente: flujo vacío {cero:.2f} ms, de 10 000 hechos {diez_mil:.2f} ms")
        print(f"cociente {diez_mil / cero:.2f} (objetivo ≤ 1,2)")

        print(f"\n{'guardado':>26}{'arrancar ms':>13}{'anotar ms':>11}")
        print(f"{'1 flujo, 1 hecho':>26}{await arrancar(Path(vacia)):13.1f}{cero:11.2f}")
        diario = await abrir(Path(llena))
        for servidor in range(1, 1_001):
            await llenar(diario, servidor, 0)
        (mil,) = await anotar(diario, [1], "m")
        await diario.cerrar()
        print(f"{'1000 flujos abiertos':>26}{await arrancar(Path(llena)):13.1f}{mil:11.2f}")
        diario = await abrir(Path(llena))
        for servidor in range(1_001, 1_011):
            await llenar(diario, servidor, 10_000)
        (cien_mil,) = await anotar(diario, [1], "c")
        await diario.cerrar()
        despues = await arrancar(Path(llena))
        print(f"{'y 100 000 hechos más':>26}{despues:13.1f}{cien_mil:11.2f}")
        print(f"arrancar con 10⁵ hechos ÷ sin nada: {despues / await arrancar(Path(vacia)):.2f} (objetivo ≤ 1,3)")


if __name__ == "__main__":
    asyncio.run(main())
