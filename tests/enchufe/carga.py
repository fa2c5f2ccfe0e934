"""Carga: muchas órdenes, de una en una o muchas a la vez, y cuánto tarda cada una en tener respuesta."""

import asyncio
import itertools
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from tests.enchufe.actor import Actor
from tests.enchufe.sala import Sala, persona

Hacer = Callable[[Actor], Awaitable[object]]


@dataclass(frozen=True)
class Medida:
    """Lo que tardó cada orden (segundos, de la entrega a la respuesta) y lo que tardaron todas."""

    tiempos: tuple[float, ...]
    total: float

    @property
    def p50(self) -> float:
        return statistics.median(self.tiempos)

    @property
    def p99(self) -> float:
        return statistics.quantiles(self.tiempos, n=100)[98]

    @property
    def por_segundo(self) -> float:
        return len(self.tiempos) / self.total

    def __add__(self, otra: "Medida") -> "Medida":
        return Medida(self.tiempos + otra.tiempos, self.total + otra.total)


def multitud(s: Sala, personas: int, canales: int = 1) -> list[Actor]:
    """Gente nueva, repartida entre canales nuevos. Hay que llamarla antes de arrancar el bot.

    Hace falta mucha: lo que cuesta tiene un límite de ritmo por persona.
    """
    lugares = [s.d.estado.crear_canal(s.servidor, f"mesa-{n}") for n in range(canales)]
    return [
        persona(s.d, f"P{n}", s.servidor, c)
        for n, c in zip(range(personas), itertools.cycle(lugares), strict=False)
    ]


async def cargar(gente: Sequence[Actor], hacer: Hacer, veces: int, a_la_vez: int = 1) -> Medida:
    """Hace `veces` órdenes, `a_la_vez` en marcha en todo momento, con la gente por turno."""
    turnos = itertools.islice(itertools.cycle(gente), veces)
    tiempos: list[float] = []

    async def mano() -> None:
        for actor in turnos:
            antes = time.perf_counter()
            await hacer(actor)
            tiempos.append(time.perf_counter() - antes)

    inicio = time.perf_counter()
    await asyncio.gather(*(mano() for _ in range(a_la_vez)))
    return Medida(tuple(tiempos), time.perf_counter() - inicio)
