"""¿Salen los dados como deben? El recuento de un canal frente a lo esperado, con la honradez de decir «insuficientes»."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import erfc, exp, gamma, sqrt

from servicios.azar import Sorteo

MINIMO = 300
"""Dados a partir de los cuales el contraste dice algo."""


@dataclass(frozen=True)
class Recuento:
    """Cuántas veces salió cada cara de un dado.

    Attributes:
        caras: caras del dado.
        veces: veces de cada cara, de la 1 a la última.
    """

    caras: int
    veces: tuple[int, ...]

    @property
    def dados(self) -> int:
        return sum(self.veces)

    @property
    def esperadas(self) -> float:
        """Veces que se esperaban de cada cara."""
        return self.dados / self.caras

    @property
    def bastan(self) -> bool:
        """Si hay dados bastantes, y al menos cinco esperados por cara, para juzgar."""
        return self.dados >= MINIMO and self.esperadas >= 5

    @property
    def ji_cuadrado(self) -> float:
        """El estadístico χ² de Pearson, con `caras` − 1 grados de libertad."""
        return sum((v - self.esperadas) ** 2 / self.esperadas for v in self.veces) if self.dados else 0.0

    @property
    def p(self) -> float:
        """Probabilidad de que unos dados perfectos se aparten de lo esperado al menos tanto como estos."""
        return cola_ji_cuadrado(self.ji_cuadrado, self.caras - 1)


def contar(sorteos: Iterable[Sorteo], caras: int) -> Recuento:
    """Cuenta los dados de esas caras."""
    veces = Counter(
        valor
        for sorteo in sorteos
        for dado, valor in zip(sorteo.caras, sorteo.valores, strict=True)
        if dado == caras
    )
    return Recuento(caras, tuple(veces[cara] for cara in range(1, caras + 1)))


def cola_ji_cuadrado(x: float, grados: int) -> float:
    """P(χ² ≥ x). Con grados enteros es una suma finita exacta.

    Fuente: Abramowitz y Stegun, 26.4.4 y 26.4.5.
    """
    if x <= 0:
        return 1.0
    if grados % 2:
        impares = sum((x / 2) ** (i + 0.5) / gamma(i + 1.5) for i in range((grados - 1) // 2))
        return min(1.0, erfc(sqrt(x / 2)) + exp(-x / 2) * impares)
    return min(1.0, exp(-x / 2) * sum((x / 2) ** i / gamma(i + 1) for i in range(grados // 2)))
