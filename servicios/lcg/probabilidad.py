"""Probabilidades exactas de una prueba de navegación: hipergeométrica, con cartas de 1 y de 2 timones.

Todo se cuenta con enteros y fracciones; quien lo muestre redondea.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from servicios.errores import ErrorDeDominio
from servicios.lcg.mazo import Composicion
from servicios.lcg.rumbo import RUMBOS, Rumbo

PERSONAJES_MAXIMOS = 30


@dataclass(frozen=True)
class Prevision:
    """A qué rumbo se llega mirando unas cartas, y con qué probabilidad.

    Attributes:
        cartas: las que se miran (las que haya, si se piden más).
        rumbos: probabilidad de cada rumbo final, del mejor al peor.
        mezcla: hay que barajar antes los descartes en el mazo.
    """

    cartas: int
    rumbos: Mapping[Rumbo, Fraction]
    mezcla: bool = False

    @property
    def en_rumbo(self) -> Fraction:
        """Probabilidad de acabar con el rumbo correcto."""
        return self.rumbos[Rumbo.SOLEADO]

    def al_menos(self, rumbo: Rumbo) -> Fraction:
        """Probabilidad de acabar con ese rumbo o uno mejor."""
        return sum((self.rumbos[r] for r in RUMBOS[: rumbo.nivel + 1]), Fraction(0))


def timones(mazo: Composicion, cartas: int) -> tuple[Fraction, ...]:
    """Probabilidad de encontrar 0, 1, 2… timones en `cartas` cartas de un mazo, sin devolverlas.

    Raises:
        ErrorDeDominio: si el mazo no tiene tantas.
    """
    if not 0 <= cartas <= mazo.cartas:
        raise ErrorDeDominio(f"De un mazo de {mazo.cartas} cartas no se pueden mirar {cartas}.")
    casos = [0] * (2 * cartas + 1)
    for dobles in range(min(cartas, mazo.dobles) + 1):
        for simples in range(min(cartas - dobles, mazo.simples) + 1):
            maneras = comb(mazo.dobles, dobles) * comb(mazo.simples, simples)
            casos[simples + 2 * dobles] += maneras * comb(mazo.sin, cartas - simples - dobles)
    total = comb(mazo.cartas, cartas)
    return tuple(Fraction(caso, total) for caso in casos)


def prever(
    mazo: Composicion,
    rumbo: Rumbo,
    cartas: int,
    descartes: Composicion | None = None,
    anulados: int = 0,
) -> Prevision:
    """La prueba entera: se desvía un nivel, se miran las cartas y se mejora uno por timón.

    Args:
        mazo: lo que queda por ver.
        rumbo: el de antes de la prueba.
        cartas: las que se van a mirar.
        descartes: la pila de descartes, que se baraja en el mazo si este no llega.
        anulados: timones que no cuentan por el efecto de una carta.

    Fuente: 003, «Pruebas de Navegación».
    """
    descartes = descartes or Composicion()
    mezcla = cartas > mazo.cartas and descartes.cartas > 0
    entero = mazo + descartes if mezcla else mazo
    miradas = max(0, min(cartas, entero.cartas))
    finales = dict.fromkeys(RUMBOS, Fraction(0))
    for cuantos, probabilidad in enumerate(timones(entero, miradas)):
        finales[rumbo.desviado().mejorado(max(cuantos - anulados, 0))] += probabilidad
    return Prevision(miradas, finales, mezcla)


def tabla(
    mazo: Composicion, rumbo: Rumbo, descartes: Composicion | None = None, hasta: int = 6
) -> tuple[Prevision, ...]:
    """La previsión para 1, 2… `hasta` personajes."""
    return tuple(prever(mazo, rumbo, cartas, descartes) for cartas in range(1, hasta + 1))
