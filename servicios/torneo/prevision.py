"""Mirar adelante: si quedan parejas nuevas para todas las rondas que faltan.

Los jugadores son vértices (también el fantasma del descanso, si son impares) y `libres[i]` es la máscara de
aquellos con los que `i` aún puede jugar. Quedan q rondas si hay q emparejamientos perfectos sin parejas
comunes. Hace falta mirarlo: con seis jugadores y cuatro rondas, uno de cada cuatro torneos emparejados
ronda a ronda llega a la última sin ninguna forma de jugarla.
"""

from collections.abc import Iterable, Iterator

Parejas = tuple[tuple[int, int], ...]


class Presupuesto:
    """Cuántas parejas se pueden probar antes de dejar de buscar."""

    def __init__(self, pasos: int = 20_000) -> None:
        self._pasos = pasos

    def gastar(self) -> bool:
        self._pasos -= 1
        return self._pasos >= 0


def libres(vertices: int, aristas: Iterable[tuple[int, int]]) -> list[int]:
    """Máscaras de rivales posibles a partir de las parejas permitidas."""
    mascaras = [0] * vertices
    for i, j in aristas:
        mascaras[i] |= 1 << j
        mascaras[j] |= 1 << i
    return mascaras


def quitar(mascaras: list[int], parejas: Iterable[tuple[int, int]]) -> list[int]:
    """Las máscaras después de jugarse esas parejas."""
    quedan = list(mascaras)
    for i, j in parejas:
        quedan[i] &= ~(1 << j)
        quedan[j] &= ~(1 << i)
    return quedan


def siempre_hay(mascaras: list[int], rondas: int) -> bool:
    """Si hay parejas para esas rondas se emparejen como se emparejen las anteriores.

    A la última se llega con al menos `grado - (rondas - 1)` rivales posibles; con medio campo basta (teorema
    de Dirac: hay un ciclo que pasa por todos y, si son pares, sus aristas alternas son un emparejamiento).
    """
    grado = min(mascara.bit_count() for mascara in mascaras)
    return 2 * (grado - rondas + 1) >= len(mascaras)


def camino(mascaras: list[int], rondas: int, presupuesto: Presupuesto) -> tuple[Parejas, ...] | None:
    """Emparejamientos sucesivos para esas rondas, o `None` si no los hay o no aparecen a tiempo."""
    if rondas == 0:
        return ()
    if any(mascara.bit_count() < rondas for mascara in mascaras):
        return None
    for parejas in _perfectos(mascaras, (1 << len(mascaras)) - 1, presupuesto):
        resto = camino(quitar(mascaras, parejas), rondas - 1, presupuesto)
        if resto is not None:
            return (parejas, *resto)
    return None


def hay_camino(mascaras: list[int], rondas: int, presupuesto: Presupuesto) -> bool:
    """Si se sabe que quedan esas rondas."""
    return rondas == 0 or siempre_hay(mascaras, rondas) or camino(mascaras, rondas, presupuesto) is not None


def _perfectos(mascaras: list[int], quedan: int, presupuesto: Presupuesto) -> Iterator[Parejas]:
    """Emparejamientos perfectos de los vértices de la máscara `quedan`, empezando por quien menos elige."""
    if not quedan:
        yield ()
        return
    i = min(_bits(quedan), key=lambda v: (mascaras[v] & quedan).bit_count())
    for j in _bits(mascaras[i] & quedan):
        if not presupuesto.gastar():
            return
        for resto in _perfectos(mascaras, quedan & ~(1 << i | 1 << j), presupuesto):
            yield ((min(i, j), max(i, j)), *resto)


def _bits(mascara: int) -> Iterator[int]:
    while mascara:
        bajo = mascara & -mascara
        yield bajo.bit_length() - 1
        mascara ^= bajo
