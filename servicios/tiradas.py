"""Las tiradas de un flujo: cada sorteo guardado en un hecho lleva un número correlativo, sin huecos.

El número sirve para hablar de ella («la tirada 17») y para que se note si falta alguna. Deshacer una orden no
libera los números de sus tiradas.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from servicios.azar import Sorteo, codigo


@dataclass(frozen=True, slots=True)
class Tirada:
    """Un sorteo con su número en el flujo y su código corto."""

    numero: int
    codigo: str
    sorteo: Sorteo


def sorteos(valor: object) -> Iterator[Sorteo]:
    """Los sorteos que hay dentro de un hecho (o de cualquier valor), en el orden de sus campos.

    Un sorteo sin dados no lo es: no se numera.
    """
    if isinstance(valor, Sorteo):
        if valor.caras:
            yield valor
    elif isinstance(valor, BaseModel):
        for campo in type(valor).model_fields:
            yield from sorteos(getattr(valor, campo))
    elif isinstance(valor, Mapping):
        for dentro in valor.values():
            yield from sorteos(dentro)
    elif isinstance(valor, tuple | list):
        for dentro in valor:
            yield from sorteos(dentro)


def numerar(flujo: str, previas: int, hechos: Iterable[object]) -> tuple[Tirada, ...]:
    """Las tiradas de unos hechos, numeradas a partir de las `previas` que ya hubo en el flujo."""
    encontrados = (sorteo for hecho in hechos for sorteo in sorteos(hecho))
    return tuple(
        Tirada(numero, codigo(flujo, sorteo), sorteo)
        for numero, sorteo in enumerate(encontrados, start=previas + 1)
    )
