"""Verificar un flujo: con la semilla revelada, volver a calcular todas sus tiradas."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce

from servicios.azar import Azar, Sorteo, repetir
from servicios.libro import Anotada
from servicios.sal import Salado, juntar
from servicios.tiradas import Tirada, numerar


@dataclass(frozen=True, slots=True)
class Comprobacion:
    """Una tirada guardada junto a la que da la semilla.

    Attributes:
        orden: número de la orden en que salió.
        tirada: la guardada, con su número y su código.
        esperado: el sorteo que da la semilla.
        del_origen: si se sacó con el origen de su orden (lo que Discord estampa en la respuesta); si no,
            con una etiqueta fija, que la receta explica.
        seguida: si no se saltó ningún número de la semilla desde la anterior de su orden.
        salada: si entró en ella la sal que habían puesto los jugadores, ni más ni menos.
    """

    orden: int
    tirada: Tirada
    esperado: Sorteo
    del_origen: bool
    seguida: bool
    salada: bool

    @property
    def cuadra(self) -> bool:
        """Si es la que da la semilla, con su sal y sin saltarse números: quien los saltara elegiría lo que sale."""
        return self.seguida and self.salada and self.tirada.sorteo == self.esperado


def verificar(flujo: str, anotadas: Iterable[Anotada], semilla: bytes) -> tuple[Comprobacion, ...]:
    """Todas las tiradas del flujo, deshechas incluidas, recalculadas desde su semilla.

    Args:
        flujo: identificador del flujo.
        anotadas: sus órdenes, desde la primera.
        semilla: los 32 bytes revelados.
    """
    comprobaciones: list[Comprobacion] = []
    sal = ""
    for anotada in anotadas:
        tiradas = numerar(flujo, len(comprobaciones), anotada.hechos)
        comprobaciones.extend(_comprobar(flujo, anotada, tiradas, semilla, sal))
        sal = reduce(juntar, (hecho for hecho in anotada.hechos if isinstance(hecho, Salado)), sal)
    return tuple(comprobaciones)


def _comprobar(
    flujo: str, anotada: Anotada, tiradas: Iterable[Tirada], semilla: bytes, sal: str
) -> Iterator[Comprobacion]:
    fuentes: dict[str, Azar] = {}
    for tirada in tiradas:
        sorteo = tirada.sorteo
        fuente = fuentes.setdefault(sorteo.etiqueta, Azar(semilla, flujo, sorteo.etiqueta, sorteo.sal))
        yield Comprobacion(
            anotada.numero,
            tirada,
            repetir(semilla, flujo, sorteo),
            del_origen=sorteo.etiqueta == anotada.origen,
            seguida=fuente.sortear(sorteo.caras).desde == sorteo.desde,
            salada=sorteo.sal == sal,
        )
