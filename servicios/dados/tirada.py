"""Una tirada de dados corriente: qué se tira, qué salió y lo probable que era."""

from fractions import Fraction
from math import comb

import numpy as np

from servicios.azar import Azar, Sorteo
from servicios.errores import ErrorDeDominio
from servicios.hechos import Valor

DADOS_MAXIMOS = 100
CARAS_MAXIMAS = 1000
MODIFICADOR_MAXIMO = 100_000


class Dados(Valor):
    """Lo que se pide tirar.

    Attributes:
        cantidad: dados, de 1 a 100.
        caras: de cada dado, de 2 a 1000.
        modificador: se suma al total; no cuenta para los éxitos.
        exito: cada dado que saque esto o más es un éxito; None, se suma el total.
    """

    cantidad: int = 1
    caras: int = 6
    modificador: int = 0
    exito: int | None = None

    @property
    def nombre(self) -> str:
        """«2d6+1», «5d6, éxitos con 5 o más»."""
        suma = f"{self.modificador:+d}".replace("-", "−") if self.modificador else ""
        exitos = f", éxitos con {self.exito} o más" if self.exito else ""
        return f"{self.cantidad}d{self.caras}{suma}{exitos}"


class Lanzada(Valor):
    """Unos dados ya tirados."""

    dados: Dados
    sorteo: Sorteo

    @property
    def valores(self) -> tuple[int, ...]:
        return self.sorteo.valores

    @property
    def resultado(self) -> int:
        """El total con su modificador, o el número de éxitos si se contaban éxitos."""
        if self.dados.exito is None:
            return self.sorteo.total + self.dados.modificador
        return sum(valor >= self.dados.exito for valor in self.valores)

    @property
    def probabilidad(self) -> float:
        """Lo probable que era sacar esto o más, de 0 a 1."""
        if self.dados.exito is None:
            return al_menos(self.dados.cantidad, self.dados.caras, self.resultado - self.dados.modificador)
        return exitos_al_menos(self.dados.cantidad, self.dados.caras, self.dados.exito, self.resultado)


def comprobar(dados: Dados) -> None:
    """Comprueba que la tirada cabe en los límites.

    Raises:
        ErrorDeDominio: si no; la frase dice el límite.
    """
    limites = (
        (1 <= dados.cantidad <= DADOS_MAXIMOS, f"Puedo tirar de 1 a {DADOS_MAXIMOS} dados de una vez."),
        (2 <= dados.caras <= CARAS_MAXIMAS, f"Los dados pueden tener de 2 a {CARAS_MAXIMAS} caras."),
        (
            abs(dados.modificador) <= MODIFICADOR_MAXIMO,
            f"El modificador puede ir de −{MODIFICADOR_MAXIMO} a {MODIFICADOR_MAXIMO}.",
        ),
        (
            dados.exito is None or 1 <= dados.exito <= dados.caras,
            f"El éxito tiene que estar entre 1 y {dados.caras}, las caras del dado.",
        ),
        (
            dados.exito is None or dados.modificador == 0,
            "El modificador se suma al total: no lo pongas cuando se cuentan éxitos.",
        ),
    )
    for cumple, frase in limites:
        if not cumple:
            raise ErrorDeDominio(frase)


def tirar(dados: Dados, azar: Azar) -> Lanzada:
    """Tira los dados.

    Raises:
        ErrorDeDominio: si pasan de los límites.
    """
    comprobar(dados)
    return Lanzada(dados=dados, sorteo=azar.dados(dados.cantidad, dados.caras))


def al_menos(cantidad: int, caras: int, total: int) -> float:
    """Probabilidad de que `cantidad` dados sumen `total` o más (exacta salvo redondeo de coma flotante)."""
    if total <= cantidad:
        return 1.0
    if total > cantidad * caras:
        return 0.0
    # La suma de un dado más es una media móvil de la distribución anterior: sumas acumuladas y una resta.
    distribucion: np.ndarray = np.ones(1)
    for _ in range(cantidad):
        acumulada = np.concatenate(([0.0], np.cumsum(np.concatenate((distribucion, np.zeros(caras - 1))))))
        desplazada = np.concatenate((np.zeros(caras), acumulada))[: len(acumulada)]
        distribucion = (acumulada - desplazada)[1:] / caras
    return float(min(1.0, max(0.0, distribucion[total - cantidad :].sum())))


def exitos_al_menos(cantidad: int, caras: int, exito: int, exitos: int) -> float:
    """Probabilidad de que al menos `exitos` de los dados saquen `exito` o más (binomial exacta)."""
    p = Fraction(caras - exito + 1, caras)
    return float(sum(comb(cantidad, k) * p**k * (1 - p) ** (cantidad - k) for k in range(exitos, cantidad + 1)))
