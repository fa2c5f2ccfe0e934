"""Plegar: rehacer el libro de un flujo desde su primera orden.

Da el mismo libro que anotar las órdenes una a una, pero por otro camino: primero averigua qué órdenes cuentan,
sin estados, y después aplica solo esas, una vez cada una. Así ninguna marcha atrás es demasiado larga.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from servicios.abandono import Abandonado
from servicios.deshacer import DeshacerPropuesto, Deshecho, Rehecho
from servicios.hechos import Agregado, E
from servicios.libro import (
    PROFUNDIDAD,
    Anotada,
    DiarioIncoherente,
    Libro,
    Paso,
    dar_paso,
    es_frontera,
    nuevo,
)
from servicios.sal import Salado, juntar
from servicios.tiradas import sorteos


def plegar(agregado: Agregado[E], flujo: str, anotadas: Iterable[Anotada]) -> Libro[E]:
    """El libro de un flujo, desde su primera orden.

    Raises:
        DiarioIncoherente: si un hecho deshace o rehace lo que no toca.
    """
    cuenta = _Cuenta()
    for anotada in anotadas:
        cuenta.anotar(anotada)
    blanco = nuevo(agregado, flujo)
    pasos = _ultimos_pasos(agregado, blanco.estado, cuenta.efectivas)
    estado = pasos[-1].despues if pasos else blanco.estado
    deshacibles = sum(1 for anotada, _ in cuenta.efectivas if anotada.numero > cuenta.frontera)
    return replace(
        blanco,
        estado=estado,
        version=cuenta.version,
        orden=cuenta.orden,
        tiradas=cuenta.tiradas,
        pasos=tuple(paso for paso in pasos if paso.anotada.numero > cuenta.frontera),
        deshechos=_rehacibles(agregado, estado, cuenta.deshechas),
        propuesta=cuenta.propuesta,
        frontera=cuenta.frontera,
        faltan_pasos=deshacibles > PROFUNDIDAD,
        faltan_deshechos=len(cuenta.deshechas) > PROFUNDIDAD,
        abandonado=cuenta.abandonado,
        sal=cuenta.sal,
    )


@dataclass
class _Cuenta:
    """Qué órdenes cuentan, con las tiradas que hubo antes de cada una."""

    efectivas: list[tuple[Anotada, int]] = field(default_factory=list)
    deshechas: list[tuple[Anotada, int]] = field(default_factory=list)
    propuesta: DeshacerPropuesto | None = None
    version: int = 0
    orden: int = 0
    tiradas: int = 0
    frontera: int = 0
    abandonado: bool = False
    sal: str = ""

    def anotar(self, anotada: Anotada) -> None:
        self.orden, self.version = anotada.numero, self.version + len(anotada.hechos)
        if anotada.comun:
            self._anotar_comun(anotada)
        elif anotada.hechos:
            self.efectivas.append((anotada, self.tiradas))
            self.deshechas, self.propuesta = [], None
            self.tiradas += sum(1 for _ in sorteos(anotada.hechos))
            self.frontera = anotada.numero if es_frontera(anotada) else self.frontera

    def _anotar_comun(self, anotada: Anotada) -> None:
        for hecho in anotada.hechos:
            if isinstance(hecho, Salado):
                self.sal = juntar(self.sal, hecho)
                continue
            self.propuesta = hecho if isinstance(hecho, DeshacerPropuesto) else None
            if isinstance(hecho, Deshecho):
                self.deshechas.append(_sacar(self.efectivas, hecho.orden))
            elif isinstance(hecho, Rehecho):
                self.efectivas.append(_sacar(self.deshechas, hecho.orden))
            self.abandonado = self.abandonado or isinstance(hecho, Abandonado)


def _ultimos_pasos(
    agregado: Agregado[E], estado: E, efectivas: Sequence[tuple[Anotada, int]]
) -> Sequence[Paso[E]]:
    pasos: deque[Paso[E]] = deque(maxlen=PROFUNDIDAD)
    for anotada, previas in efectivas:
        pasos.append(dar_paso(agregado, pasos[-1].despues if pasos else estado, anotada, previas))
    return pasos


def _rehacibles(agregado: Agregado[E], estado: E, deshechas: Sequence[tuple[Anotada, int]]) -> tuple[Paso[E], ...]:
    pasos: list[Paso[E]] = []
    for anotada, previas in reversed(deshechas[-PROFUNDIDAD:]):
        paso = dar_paso(agregado, estado, anotada, previas)
        pasos.append(paso)
        estado = paso.despues
    return tuple(reversed(pasos))


def _sacar(pila: list[tuple[Anotada, int]], orden: int) -> tuple[Anotada, int]:
    if not pila or pila[-1][0].numero != orden:
        raise DiarioIncoherente(f"se deshace o rehace la orden {orden} y la última es otra")
    return pila.pop()
