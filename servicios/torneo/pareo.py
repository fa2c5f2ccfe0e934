"""Emparejamiento perfecto de coste mínimo con claves en orden estricto: matemáticas, nada de torneos.

Una arista cuesta pares (clave, cantidad). Un emparejamiento es mejor que otro si gasta menos en la primera clave
en que difieren.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count

import rustworkx as rx

BITS = 120
"""Tope de los pesos. rustworkx cuenta con 127 bits y, si sus sumas se pasan, no avisa: da otro resultado.

Un emparejamiento entero gasta menos de 2^BITS, y lo que el algoritmo guarda no pasa de cuatro veces eso.
"""

Pareja = tuple[int, int]
Coste = tuple[int, ...]
CosteDeArista = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Grafo:
    """Quién puede jugar con quién y lo que cuesta: pares (clave, cantidad) por arista, con i < j."""

    vertices: frozenset[int]
    aristas: Mapping[Pareja, CosteDeArista]
    claves: int

    def coste(self, parejas: Iterable[Pareja]) -> Coste:
        total = [0] * self.claves
        for pareja in parejas:
            for clave, cantidad in self.aristas[pareja]:
                total[clave] += cantidad
        return tuple(total)


def optimo(grafo: Grafo, bits: int = BITS) -> tuple[Pareja, ...] | None:
    """Emparejamiento perfecto de menor coste, clave a clave, o `None` si no lo hay.

    Con pesos W₀ > W₁ > … basta que cada W supere lo que el óptimo gasta en las claves siguientes. De una
    clave ya resuelta se sabe exactamente cuánto gasta; de las demás hay una cota. Se resuelven a la vez
    tantas claves como quepan en `bits` y, con lo averiguado, se sigue por las que falten.
    """
    cotas = _cotas(grafo)
    resueltas = 0
    while True:
        hasta = _caben(cotas, bits)
        parejas = _emparejamiento_maximo(grafo, _pesos(cotas, hasta))
        if parejas is None or hasta in (resueltas, grafo.claves):
            return parejas
        gasto = grafo.coste(parejas)
        cotas[:hasta] = gasto[:hasta]
        resueltas = hasta


def _cotas(grafo: Grafo) -> list[int]:
    """Lo más que un emparejamiento puede gastar en cada clave: lo peor de cada vértice, sumado."""
    peor: list[dict[int, int]] = [{} for _ in range(grafo.claves)]
    for i, coste in {(i, coste) for (i, _), coste in grafo.aristas.items()}:
        for clave, cantidad in coste:
            peor[clave][i] = max(cantidad, peor[clave].get(i, 0))
    return [sum(por_vertice.values()) for por_vertice in peor]


def _caben(cotas: Sequence[int], bits: int) -> int:
    """Cuántas claves caben en un solo peso; si no caben todas se reserva sitio para la suma del resto."""
    producto, hasta = 1, 0
    for clave, cota in enumerate(cotas):
        resto = sum(cotas[clave + 1 :]) + 1
        if (producto * (cota + 1) * resto).bit_length() > bits:
            break
        producto *= cota + 1
        hasta = clave + 1
    return hasta


def _pesos(cotas: Sequence[int], hasta: int) -> list[int]:
    pesos = [1] * len(cotas)
    peso = sum(cotas[hasta:]) + 1
    for clave in range(hasta - 1, -1, -1):
        pesos[clave] = peso
        peso *= cotas[clave] + 1
    return pesos


def _emparejamiento_maximo(grafo: Grafo, pesos: Sequence[int]) -> tuple[Pareja, ...] | None:
    vertices = sorted(grafo.vertices)
    lugar = {vertice: n for n, vertice in enumerate(vertices)}
    precio = {
        coste: -sum(pesos[clave] * cantidad for clave, cantidad in coste) for coste in set(grafo.aristas.values())
    }
    red = rx.PyGraph(multigraph=False)
    red.add_nodes_from(vertices)
    red.add_edges_from([(lugar[i], lugar[j], precio[coste]) for (i, j), coste in grafo.aristas.items()])
    parejas = rx.max_weight_matching(red, max_cardinality=True, weight_fn=int)
    if 2 * len(parejas) < len(vertices):
        return None
    return tuple(sorted((vertices[min(pareja)], vertices[max(pareja)]) for pareja in parejas))


def de_mejor_a_peor(grafo: Grafo) -> Iterator[tuple[Pareja, ...]]:
    """Todos los emparejamientos perfectos, del más barato al más caro, partiendo el espacio en cada uno."""
    turno = count()
    cola: list[tuple[Coste, int, tuple[Pareja, ...], tuple[Pareja, ...], Grafo]] = []

    def encolar(fijas: tuple[Pareja, ...], resto: Grafo) -> None:
        parejas = optimo(resto)
        if parejas is not None:
            todas = (*fijas, *parejas)
            heappush(cola, (grafo.coste(todas), next(turno), todas, fijas, resto))

    encolar((), grafo)
    while cola:
        _, _, todas, fijas, resto = heappop(cola)
        yield tuple(sorted(todas))
        for i in range(len(fijas), len(todas)):
            prohibida = todas[i]
            encolar(todas[:i], _sin_arista(resto, prohibida))
            resto = _sin_vertices(resto, prohibida)


def _sin_arista(grafo: Grafo, pareja: Pareja) -> Grafo:
    return replace(grafo, aristas={ij: coste for ij, coste in grafo.aristas.items() if ij != pareja})


def _sin_vertices(grafo: Grafo, pareja: Pareja) -> Grafo:
    quedan = {ij: coste for ij, coste in grafo.aristas.items() if not set(ij).intersection(pareja)}
    return replace(grafo, vertices=grafo.vertices.difference(pareja), aristas=quedan)
