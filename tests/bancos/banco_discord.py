"""Banco de punta a punta: cada orden contra la orden vacía, por enchufes de verdad y con el bot como proceso.

De la entrega de la interacción a la respuesta. Todo en una misma ejecución y en tandas alternas: si la máquina se
distrae, es con todos. Los cocientes son la promesa; los milisegundos, lo que dio esta máquina.

    python -m tests.bancos.banco_discord
"""

import asyncio
import functools
import operator
import statistics
import tempfile
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.enchufe import sala as salas
from tests.enchufe.actor import Actor, Respuesta
from tests.enchufe.carga import Hacer, Medida, cargar, multitud
from tests.enchufe.estado import Canal

PERSONAS, CANALES = 400, 50
TANDAS = 8
SUELTAS, JUNTAS = 60, 200
"""Órdenes por tanda: de una en una, y con `A_LA_VEZ` en marcha."""
A_LA_VEZ = 50
VARA, ERRATA = "/nada", "/errata, por id"
JUGADORES = 128


@dataclass(frozen=True)
class Prueba:
    """Una orden que medir. `tope`: lo prometido para su p50 frente a la orden vacía, o a `frente_a`."""

    nombre: str
    hacer: Hacer
    tope: float | None = None
    frente_a: str = VARA


async def pruebas(alguien: Actor, torneo: Canal) -> list[Prueba]:
    """Las órdenes que hay hoy; la vara, la primera."""
    (gwaihir, *_) = await alguien.sugerencias("errata", "carta", "gwahir")
    lista = [
        Prueba(VARA, lambda a: a.usar("nada")),
        Prueba("sugerir «gwahir»", lambda a: a.sugerencias("errata", "carta", "gwahir")),
        Prueba(ERRATA, lambda a: a.usar("errata", carta=gwaihir["value"], publico=True), 1.5),
        Prueba(f"/ronda, con {JUGADORES}", lambda a: a.en(torneo).usar("ronda"), 2.0, ERRATA),
        Prueba("/errata «gwahir»", lambda a: a.usar("errata", carta="gwahir", publico=True)),
        Prueba("/regla desempates", lambda a: a.usar("regla", tema="desempates", publico=True)),
        Prueba("/buscar corrupción", lambda a: a.usar("buscar", texto="corrupción", publico=True)),
    ]
    if any(c["name"] == "dados" for c in alguien.d.estado.comandos):
        lista.append(Prueba("/dados 3", lambda a: acabada(a.usar("dados", cantidad=3)), 4.0))
    return lista


async def acabada(respuesta: Awaitable[Respuesta]) -> Respuesta:
    """Una respuesta que deja de pensar: si se mide algo que escribe, cuenta lo escrito."""
    return await (await respuesta).resuelta()


async def medir(
    gente: Sequence[Actor], lista: Sequence[Prueba], veces: int, a_la_vez: int
) -> dict[str, list[Medida]]:
    """Las medidas de cada prueba, una por tanda."""
    medidas: dict[str, list[Medida]] = {p.nombre: [] for p in lista}
    for _ in range(TANDAS):
        for prueba in lista:
            medidas[prueba.nombre].append(await cargar(gente, prueba.hacer, veces, a_la_vez))
    return medidas


def tabla(lista: Sequence[Prueba], medidas: dict[str, list[Medida]], titulo: str) -> None:
    """Milisegundos, órdenes por segundo y cociente de p50 con la vara (mediana de los de cada tanda)."""
    print(f"\n{titulo:26}{'p50 ms':>8}{'p99 ms':>8}{'por s':>8}{'× vara':>8}  prometido")
    for prueba in lista:
        toda = functools.reduce(operator.add, medidas[prueba.nombre])
        veces = cociente(medidas[prueba.nombre], medidas[VARA])
        tope = f"≤ {prueba.tope:g}" if prueba.tope else ""
        if prueba.frente_a != VARA:
            tope += f" × {prueba.frente_a}: {cociente(medidas[prueba.nombre], medidas[prueba.frente_a]):.2f}"
        print(
            f"{prueba.nombre:26}{1000 * toda.p50:8.2f}{1000 * toda.p99:8.2f}{toda.por_segundo:8.0f}{veces:8.2f}  {tope}"
        )


def cociente(unas: Sequence[Medida], otras: Sequence[Medida]) -> float:
    """Cuántas veces tarda una lo que la otra: la mediana de los cocientes de cada tanda."""
    return statistics.median(una.p50 / otra.p50 for una, otra in zip(unas, otras, strict=True))


async def torneo_publicado(coordinadora: Actor, jugadores: Sequence[Actor], canal: Canal) -> None:
    """Un torneo en ese canal con la primera ronda publicada."""
    jefa = coordinadora.en(canal)
    bases = {"formato": "mago-mago", "modalidad": "dos-barajas"}
    await acabada(jefa.usar("torneo crear", nombre="Torneo de Otoño", **bases))
    for jugador in jugadores:
        await acabada(jugador.en(canal).usar("torneo inscribir"))
    await acabada(jefa.usar("torneo iniciar"))
    borrador = await acabada(jefa.usar("ronda", accion="siguiente"))
    await jefa.pulsar(borrador.mensaje, "Publicar")


async def media_ronda(coordinadora: Actor, jugadores: int, canal: Canal) -> None:
    """Resultados para parte de las mesas: vale el primero que se da de cada una."""
    for n in range(1, jugadores + 1, 2):
        await acabada(coordinadora.en(canal).usar("resultado", jugador=str(n), pv_favor=20, pv_contra=5))


async def main() -> None:
    with tempfile.TemporaryDirectory() as carpeta:
        async with salas.sala(Path(carpeta), ordenes=True) as s:
            gente = multitud(s, PERSONAS, CANALES)
            torneo = s.d.estado.crear_canal(s.servidor, "torneo")
            await s.proceso.arrancar()
            await torneo_publicado(s.coordinadora, gente[:JUGADORES], torneo)
            await media_ronda(s.coordinadora, JUGADORES, torneo)
            lista = await pruebas(gente[0], torneo)
            for prueba in lista:  # que nadie pague la primera vez
                await cargar(gente, prueba.hacer, PERSONAS, 10)
            tabla(lista, await medir(gente, lista, SUELTAS, 1), "de una en una")
            tabla(lista, await medir(gente, lista, JUNTAS, A_LA_VEZ), f"{A_LA_VEZ} a la vez")
            print("\nprometido: los cocientes, de una en una; con 50 a la vez, /dados ≥ 250 por segundo")


if __name__ == "__main__":
    asyncio.run(main())
