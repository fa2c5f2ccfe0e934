"""Cómo se escriben las cantidades y las listas en los relatos y en las frases de la partida."""

from collections.abc import Iterable

from servicios.texto import con_signo, cuenta, lista

__all__ = ["con_signo", "cuenta", "lista", "mayuscula", "tirada"]


def tirada(naturales: Iterable[int], relanzados: Iterable[int] = ()) -> str:
    """Los dados de una tirada y los relanzados: «5 · 2 · 6», «5 · 2, relanza 4», «ningún dado»."""
    otros = " · ".join(str(n) for n in relanzados)
    primeros = " · ".join(str(n) for n in naturales) or "ningún dado"
    return f"{primeros}, relanza {otros}" if otros else primeros


def mayuscula(frase: str) -> str:
    """La frase con su primera letra en mayúscula."""
    return frase[:1].upper() + frase[1:]
