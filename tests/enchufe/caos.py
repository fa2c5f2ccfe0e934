"""Matar el proceso a media faena, arrancarlo sobre los mismos datos y ver qué quedó.

Una ronda manda órdenes en instantes al azar y mata con `kill -9`: unas veces a una hora al azar y otras justo al
llegar a Discord una petición al azar, que es donde más duele (hecho y sin saberlo). Todo sale de una semilla.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tests.enchufe.estado import Interaccion, Objeto
from tests.enchufe.peticion import Peticion
from tests.enchufe.sala import Sala

Ordenar = Callable[[random.Random], Awaitable[Interaccion]]
"""Da una orden al azar, sin esperar la respuesta."""


@dataclass(frozen=True)
class Ronda:
    """Segundos, desde que el bot está listo, en que se da cada orden y en que se le mata.

    Attributes:
        en_peticion: si no es None, en vez de por la hora se le mata al llegar a Discord la petición número tal.
    """

    ordenes: tuple[float, ...]
    muerte: float
    en_peticion: int | None


def planear(azar: random.Random, rondas: int, por_ronda: int, ventana: float) -> list[Ronda]:
    """Las rondas de una semilla."""
    return [
        Ronda(
            ordenes=tuple(sorted(azar.uniform(0, ventana) for _ in range(por_ronda))),
            muerte=azar.uniform(0, ventana),
            en_peticion=azar.randint(1, por_ronda) if azar.random() < 0.5 else None,
        )
        for _ in range(rondas)
    ]


@dataclass
class Balance:
    """Lo que quedó. Su texto dice la semilla, para repetirlo."""

    semilla: int
    sala: Sala
    enviadas: list[Interaccion] = field(default_factory=list)
    muertes: int = 0

    @property
    def acusadas(self) -> list[Interaccion]:
        """Las que tuvieron respuesta: quien las dio cree que están hechas."""
        return [i for i in self.enviadas if i.acusada]

    @property
    def mensajes(self) -> list[Objeto]:
        """Lo que se ve en todos los canales, por orden."""
        todos = [m for c in self.sala.d.estado.canales.values() for m in c.mensajes.values()]
        return sorted(todos, key=lambda m: int(m["id"]))

    def respuestas(self, interaccion: Interaccion) -> list[Objeto]:
        """Los mensajes a la vista que Discord firma como salidos de esa interacción."""
        return [m for m in self.mensajes if m.get("interaction_metadata", {}).get("id") == interaccion.id]

    def __str__(self) -> str:
        cuentas = f"{len(self.enviadas)} órdenes, {len(self.acusadas)} con respuesta, {self.muertes} muertes"
        return f"semilla {self.semilla}: {cuentas}\n{self.sala.proceso.registro[-2000:]}"


async def tormenta(
    s: Sala, semilla: int, ordenar: Ordenar, *, rondas: int = 1, por_ronda: int = 20, ventana: float = 0.5
) -> Balance:
    """Hace todas las rondas y deja el bot arrancado y en calma, para mirar qué quedó.

    Args:
        s: la sala, con el bot sin arrancar.
        semilla: de ella sale cuándo pasa todo y qué se ordena.
        ordenar: cómo se da una orden.
        rondas: cuántas veces se le mata.
        por_ronda: órdenes que se intentan en cada ronda.
        ventana: segundos en que se reparten.
    """
    azar = random.Random(semilla)
    balance = Balance(semilla, s)
    for ronda in planear(azar, rondas, por_ronda, ventana):
        await s.proceso.arrancar()
        await _correr(balance, ronda, azar, ordenar)
        balance.muertes += 1
    await s.proceso.arrancar()
    await calma(s)
    return balance


async def _correr(balance: Balance, ronda: Ronda, azar: random.Random, ordenar: Ordenar) -> None:
    proceso, bucle = balance.sala.proceso, asyncio.get_running_loop()
    muerto = asyncio.ensure_future(_matar(balance.sala, ronda))
    inicio = bucle.time()
    for instante in ronda.ordenes:
        await asyncio.wait({muerto}, timeout=max(0.0, inicio + instante - bucle.time()))
        if not proceso.vivo:
            break
        balance.enviadas.append(await ordenar(azar))
    await muerto


async def _matar(s: Sala, ronda: Ronda) -> None:
    llegadas = 0

    def contar(_peticion: Peticion) -> None:
        nonlocal llegadas
        llegadas += 1
        if llegadas == ronda.en_peticion:
            s.proceso.fulminar()

    s.d.al_llegar = contar
    muerte = ronda.muerte if ronda.en_peticion is None else max(ronda.ordenes) + 1
    acabado = asyncio.ensure_future(s.proceso.fin())
    await asyncio.wait({acabado}, timeout=muerte)
    s.d.al_llegar = None
    s.proceso.fulminar()
    await acabado


async def calma(s: Sala, segundos: float = 0.3) -> None:
    """Espera a que el bot deje de pedir cosas a Discord durante un rato."""
    vistas = -1
    while vistas != len(s.d.peticiones):
        vistas = len(s.d.peticiones)
        await asyncio.sleep(segundos)
