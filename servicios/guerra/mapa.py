"""Distancias y caminos por el tablero, en regiones."""

from collections import deque
from collections.abc import Mapping
from functools import cache

from servicios.guerra.tablas import region, tablas


@cache
def distancias(origen: str) -> Mapping[str, int]:
    """A cuántas regiones está cada una de `origen` (la propia, a 0).

    Raises:
        NoExiste: si `origen` no es una región.
    """
    region(origen)
    lejos = {origen: 0}
    cola = deque([origen])
    while cola:
        actual = cola.popleft()
        for vecina in tablas().regiones[actual].adyacentes:
            if vecina not in lejos:
                lejos[vecina] = lejos[actual] + 1
                cola.append(vecina)
    return lejos


def distancia(origen: str, destino: str) -> int:
    """Regiones que hay que recorrer de una a otra.

    Raises:
        NoExiste: si alguna no es una región.
    """
    region(destino)
    return distancias(origen)[destino]


def alcanzables(origen: str, maximo: int) -> tuple[str, ...]:
    """Las regiones a `maximo` de distancia o menos, de cerca a lejos."""
    return tuple(quien for quien, lejos in distancias(origen).items() if lejos <= maximo)


def camino(origen: str, destino: str, evitando: frozenset[str]) -> tuple[str, ...] | None:
    """El camino más corto que no pasa por `evitando` (los extremos no cuentan), o None si no lo hay.

    Returns:
        Las regiones del camino, con los dos extremos.
    """
    previa: dict[str, str | None] = {origen: None}
    cola = deque([origen])
    while cola:
        actual = cola.popleft()
        if actual == destino:
            return _desandar(previa, destino)
        if actual != origen and actual in evitando:
            continue
        for vecina in tablas().regiones[actual].adyacentes:
            if vecina not in previa:
                previa[vecina] = actual
                cola.append(vecina)
    return None


def _desandar(previa: Mapping[str, str | None], destino: str) -> tuple[str, ...]:
    tramo: list[str] = []
    actual: str | None = destino
    while actual is not None:
        tramo.append(actual)
        actual = previa[actual]
    return tuple(reversed(tramo))
