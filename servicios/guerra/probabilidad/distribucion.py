"""Distribuciones de probabilidad sobre enteros y lo que se lee en ellas."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from typing import TypeVar

Distribucion = Mapping[int, Fraction]
"""Probabilidad de cada valor posible; suma 1."""

N = TypeVar("N", Fraction, float)


def binomial(tiradas: int, p: Fraction) -> Distribucion:
    """Cuántos aciertos dan `tiradas` dados que aciertan con probabilidad `p`."""
    return {k: comb(tiradas, k) * p**k * (1 - p) ** (tiradas - k) for k in range(tiradas + 1)}


def por_dado(acierta: Callable[[int], bool]) -> Fraction:
    """Probabilidad de que un dado de seis caras acierte."""
    return Fraction(sum(acierta(cara) for cara in range(1, 7)), 6)


def con_relanzamiento(dados: int, p: Fraction, q: Fraction, relanza: Callable[[int], int]) -> Distribucion:
    """Aciertos de una tirada que después relanza algunos fallos.

    Args:
        dados: los que se tiran.
        p: probabilidad de acertar al tirar.
        q: probabilidad de acertar al relanzar.
        relanza: cuántos dados se relanzan según los aciertos de la tirada.
    """
    suma: dict[int, Fraction] = dict.fromkeys(range(dados + 1), Fraction(0))
    for aciertos, probable in binomial(dados, p).items():
        for nuevos, otra in binomial(relanza(aciertos), q).items():
            suma[aciertos + nuevos] += probable * otra
    return suma


def media(distribucion: Mapping[int, N]) -> N:
    """El valor esperado."""
    return sum((valor * p for valor, p in distribucion.items()), start=0 * next(iter(distribucion.values())))


def al_menos(distribucion: Mapping[int, N], valor: int) -> N:
    """Probabilidad de que salga `valor` o más."""
    cero = 0 * next(iter(distribucion.values()))
    return sum((p for otro, p in distribucion.items() if otro >= valor), start=cero)


def por_debajo(distribucion: Mapping[int, N], valor: int) -> N:
    """Probabilidad de que salga menos que `valor`: «solo el 13 % de las veces sale peor»."""
    cero = 0 * next(iter(distribucion.values()))
    return sum((p for otro, p in distribucion.items() if otro < valor), start=cero)
