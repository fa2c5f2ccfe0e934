"""Banco de La Guerra del Anillo: cuentas exactas frente a 10 000 batallas jugadas con las mismas reglas, y `/caza` en
una partida larga frente a una recién abierta.

python -m tests.bancos.banco_guerra
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from simcord.env import Env

import bot as arranque
from cogs.guerra import mando
from servicios.ajustes import Ajustes
from servicios.azar import Azar
from servicios.deshacer import Deshacer
from servicios.guerra import compania, corrupcion, partida, turno
from servicios.guerra.agregado import GUERRA
from servicios.guerra.caza import Condiciones, cazar
from servicios.guerra.combate import Papel, Situacion
from servicios.guerra.fondo import Fondo, con_especiales
from servicios.guerra.modelo_batalla import Desenlace
from servicios.guerra.probabilidad import batalla, caza, mordor
from servicios.guerra.probabilidad.batalla import Contendiente, Encuentro
from servicios.guerra.probabilidad.combate import impactos
from servicios.hechos import Actor, Rol
from tests.apoyo.mundo import Mundo, poblar, soltar
from tests.guerra.simulador import jugar

SEMILLA = 3_018
PARTIDAS = 10_000
HECHOS = 500
"""Los que tiene ya la partida larga en que se mide `/caza`."""
CAZAS = 40
MORDOR = 200
"""Milisegundos que se prometen para cualquier viaje por Mordor."""
ARBITRO = Actor(999, frozenset({Rol.MODERADOR}))
"""Modera y no juega: deshace una tirada sin preguntar a nadie."""
A_LA_CAZA = (
    turno.TerminarFaseDeCompania(),
    turno.AsignarCaza(dados=3),
    turno.TirarAcciones(),
    compania.MoverCompania(),
)

ENCUENTROS = {
    "10 contra 5 asediados, prorrogado": Encuentro(
        atacante=Contendiente(regulares=5, elites=5, liderazgo=4),
        defensor=Contendiente(regulares=3, elites=2, liderazgo=2),
        situacion=Situacion.ASEDIO,
        prorrogas=None,
    ),
    "10 élites contra 5 élites asediadas": Encuentro(
        atacante=Contendiente(regulares=0, elites=10, liderazgo=5),
        defensor=Contendiente(regulares=0, elites=5, liderazgo=3),
        situacion=Situacion.ASEDIO,
        prorrogas=None,
    ),
    "10 contra 10 en campo": Encuentro(
        atacante=Contendiente(regulares=6, elites=4, liderazgo=3),
        defensor=Contendiente(regulares=6, elites=4, liderazgo=3),
    ),
    "10 élites contra 10 élites en campo": Encuentro(
        atacante=Contendiente(regulares=0, elites=10, liderazgo=5),
        defensor=Contendiente(regulares=0, elites=10, liderazgo=5),
    ),
}


@dataclass(frozen=True)
class Comparacion:
    """Milisegundos de la cuenta exacta y de las batallas jugadas, y lo que da cada una."""

    nombre: str
    exacta: float
    jugada: float
    vence: float
    vence_jugando: float

    @property
    def veces(self) -> float:
        return self.jugada / self.exacta


def milisegundos(hacer: Callable[[], object], veces: int = 5) -> float:
    """La mediana de varias medidas, cada una sin nada calculado de antes."""
    medidas: list[float] = []
    for _ in range(veces):
        impactos.cache_clear()
        antes = time.perf_counter()
        hacer()
        medidas.append(1000 * (time.perf_counter() - antes))
    return median(medidas)


def comparar(nombre: str, encuentro: Encuentro) -> Comparacion:
    """Mide la cuenta exacta y las batallas jugadas del mismo encuentro."""
    azar = random.Random(SEMILLA)
    antes = time.perf_counter()
    jugadas = [jugar(azar, encuentro)[0] for _ in range(PARTIDAS)]
    jugada = 1000 * (time.perf_counter() - antes)
    return Comparacion(
        nombre,
        milisegundos(lambda: batalla.pronosticar(encuentro)),
        jugada,
        batalla.pronosticar(encuentro).desenlaces[Desenlace.DEFENSOR_ELIMINADO],
        jugadas.count(Desenlace.DEFENSOR_ELIMINADO) / PARTIDAS,
    )


class Reloj:
    """Mide `/caza` dentro del bot: de la orden, ya leída, a la respuesta enviada. Lo demás es el Discord simulado."""

    def __init__(self) -> None:
        self.medida = 0.0
        self._mandar = mando.mandar

    async def mandar(self, *args: Any) -> None:
        antes = time.perf_counter()
        await self._mandar(*args)
        self.medida = 1000 * (time.perf_counter() - antes)


async def abrir(m: Mundo, canal: Any, hechos: int = 0) -> str:
    """Una partida a punto de tirar la Caza, con tantos hechos de más."""
    diario, actor = m.bot.diario, Actor(await m.bot.diario.persona(m.servidor.id, m.alicia.id))
    inicial = partida.AbrirPartida(mesa_abierta=True)
    flujo = (await diario.crear(GUERRA, m.servidor.id, canal.id, inicial, actor, f"abre{canal.id}")).flujo
    de_mas = (corrupcion.AjustarCorrupcion(puntos=1 - 2 * (n % 2)) for n in range(hechos))
    for n, orden in enumerate((*de_mas, *A_LA_CAZA)):
        await diario.ejecutar(flujo, orden, actor, f"{canal.id}-{n}")
    return flujo


async def cazas() -> tuple[list[float], list[float]]:
    """Milisegundos de `/caza` en partidas recién abiertas y en una larga, por turnos."""
    reloj, vacias, largas = Reloj(), [], []
    with tempfile.TemporaryDirectory() as carpeta:
        env = Env(arranque.crear_bot(Ajustes(datos=Path(carpeta))), shard_count=1)
        await env.start()
        m = poblar(env)
        larga = await abrir(m, m.canal, HECHOS)
        mando.mandar = reloj.mandar
        for n in range(CAZAS):
            await m.pasar(minutos=1)  # que no se pida calma a quien tira tanto
            canal = m.servidor.create_text_channel(f"mesa-{n}")
            await abrir(m, canal)
            for lista, donde in ((vacias, canal), (largas, m.canal)):
                await m.alicia.slash(donde, "caza")
                lista.append(reloj.medida)
            await m.bot.diario.ejecutar(larga, Deshacer(), ARBITRO, f"deshace{n}")
        await env.shutdown()
        await soltar(env.bot)
    return vacias, largas


def viajes() -> dict[str, mordor.Viaje]:
    """Los viajes a Mordor que se miden: el corriente y los peores, con todas las fichas especiales dentro."""
    lleno = mordor.Viaje(corrupcion=3, casilla=4, fondo=con_especiales(Fondo.completo()))
    return {
        "Mordor, Fondo de 16": mordor.Viaje(corrupcion=3),
        "Mordor, Fondo de 24": lleno,
        "Mordor, Fondo de 24 y 2 dados por turno": lleno.con(dados=2),
        "Lo mismo, con 4 bajas": lleno.con(dados=2, bajas=(3, 2, 2, 1)),
        "Con 4 dados y 7 bajas": lleno.con(dados=4, ocultarse="dado", bajas=(3, 3, 2, 2, 2, 1, 1)),
    }


def main() -> None:
    """Mide y escribe las tablas."""
    print(f"{PARTIDAS} batallas jugadas, semilla {SEMILLA}\n")
    print(f"{'':38}{'exacta ms':>10}{'jugada ms':>11}{'veces':>7}{'vence %':>9}{'jugando':>9}")
    for c in (comparar(nombre, encuentro) for nombre, encuentro in ENCUENTROS.items()):
        por_ciento = 100 * c.vence, 100 * c.vence_jugando
        print(
            f"{c.nombre:38}{c.exacta:10.1f}{c.jugada:11.0f}{c.veces:7.0f}{por_ciento[0]:9.2f}{por_ciento[1]:9.2f}"
        )
    print(f"\nPrometido: 100 ms cada cuenta exacta y 20 veces menos que jugar; Mordor, {MORDOR} ms.\n")
    for nombre, viaje in viajes().items():
        ms = milisegundos(lambda v=viaje: mordor.pronosticar(v))
        print(f"{nombre:42}{ms:8.1f} ms   {ms / MORDOR:5.2f} de lo prometido")
    condiciones = Condiciones(baluarte=True, nazgul=True)
    print(f"{'Pronóstico de una Caza':42}{milisegundos(lambda: caza.pronosticar(5, 1, condiciones)):8.2f} ms")
    azar = Azar(b"x" * 32, "banco", "tirada")
    print(
        f"{'Una Caza suelta, con dados comprobables':42}{milisegundos(lambda: cazar(5, 1, condiciones, azar)):8.2f} ms"
    )
    vacia, larga = (median(lista[1:]) for lista in asyncio.run(cazas()))
    print(f"\n/caza: {vacia:.1f} ms en una partida recién abierta y {larga:.1f} en una de {HECHOS} hechos")
    print(f"       {larga / vacia:.2f} veces (prometido: 1,5 como mucho)")
    bajas = batalla.pronosticar(ENCUENTROS["10 contra 10 en campo"]).bajas(Papel.ATACANTE)
    print(f"\n10 contra 10 en campo: el atacante pierde {bajas:.2f} unidades de media.")


if __name__ == "__main__":
    main()
