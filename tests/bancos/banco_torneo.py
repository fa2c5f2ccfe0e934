"""Banco de los torneos: emparejar la ronda 5 de 128 jugadores y clasificar 128 jugadores en 7 rondas.

El rival es networkx con el grafo completo, los mismos costes y enteros sin límite: lo que haría quien no se
preocupara del tiempo. Los dos resuelven el mismo campo y tienen que llegar al mismo coste.

    python -m tests.bancos.banco_torneo
"""

import statistics
import time
from collections.abc import Callable
from random import Random

import networkx as nx

from servicios.torneo import emparejar as modulo
from servicios.torneo.borrador import PrepararRonda, campo
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.debido import debido
from servicios.torneo.emparejar import Campo, emparejar
from servicios.torneo.pareo import Coste
from tests.torneo.sala import Sala, sala_con

JUGADORES = 128
SEMILLAS = (1, 2, 3, 4, 5)


def medir(funcion: Callable[[], object], veces: int) -> float:
    """Mediana de milisegundos de procesador por llamada: no se altera si la máquina está ocupada."""
    tiempos: list[float] = []
    for _ in range(veces):
        antes = time.process_time()
        funcion()
        tiempos.append(1000 * (time.process_time() - antes))
    return statistics.median(tiempos)


def jugado(semilla: int, rondas: int) -> Sala:
    """Un torneo de 128 con esas rondas acabadas."""
    sala, azar = sala_con(JUGADORES, semilla=semilla), Random(semilla)
    for _ in range(rondas):
        sala.publica()
        for mesa in sala.ronda.faltan():
            favor, contra = (max(0, round(azar.gauss(20, 6))) for _ in range(2))
            sala.resultado(azar.choice(mesa.jugadores), favor, contra)
    return sala


def siguiente(sala: Sala) -> Campo:
    """El campo que vería el sorteo de la ronda siguiente."""
    sala.da(PrepararRonda())
    assert sala.torneo.borrador is not None
    return campo(sala.torneo, sala.torneo.borrador.foto)


def con_networkx(campo: Campo) -> Coste:
    """El mismo problema en networkx, de una sola vez."""
    grafo = modulo._grafo(campo, campo.por_puntos())
    base = len(campo.orden) * len(campo.grupos()) + 1
    red = nx.Graph()
    for (i, j), coste in grafo.aristas.items():
        red.add_edge(i, j, weight=-sum(n * base ** (grafo.claves - clave) for clave, n in coste))
    parejas = nx.max_weight_matching(red, maxcardinality=True)
    return grafo.coste((min(p), max(p)) for p in parejas)


def principal() -> None:
    campos = [siguiente(jugado(semilla, 4)) for semilla in SEMILLAS]
    ultimo = siguiente(jugado(1, 6))
    entero = jugado(1, 7)
    for c in campos:
        assert emparejar(c).coste == con_networkx(c)
    nuestro = statistics.median(medir(lambda c=c: emparejar(c), 15) for c in campos)
    ajeno = statistics.median(medir(lambda c=c: con_networkx(c), 1) for c in campos)
    print(f"Emparejar la ronda 5 de {JUGADORES}: {nuestro:.1f} ms (objetivo 20)")
    print(f"  networkx, grafo completo: {ajeno:.0f} ms: {ajeno / nuestro:.0f} veces más (objetivo 50)")
    print(f"Emparejar la ronda 7 de {JUGADORES}: {medir(lambda: emparejar(ultimo), 15):.1f} ms")
    clasificacion = medir(lambda: clasificar(entero.torneo), 25)
    print(f"Clasificar {JUGADORES} jugadores y 7 rondas: {clasificacion:.1f} ms (objetivo 10)")
    print(f"Lo debido de ese torneo: {medir(lambda: debido(entero.torneo), 25):.1f} ms")


if __name__ == "__main__":
    principal()
