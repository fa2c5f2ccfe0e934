"""Probabilidad exacta de los impactos de una tirada de combate."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from servicios.guerra.combate import Mano, acierta, relanzables
from servicios.guerra.probabilidad.distribucion import Distribucion, con_relanzamiento, media, por_dado
from servicios.guerra.texto import con_signo, cuenta


@dataclass(frozen=True)
class PronosticoDeCombate:
    """Los impactos de una tirada. `supuestos`: con qué se ha calculado, para decirlo."""

    distribucion: Distribucion
    supuestos: tuple[str, ...]

    @property
    def media(self) -> Fraction:
        return media(self.distribucion)


def pronosticar(mano: Mano) -> PronosticoDeCombate:
    """La distribución exacta de los impactos de una mano."""
    supuestos = [
        f"{cuenta(mano.dados, 'dado')}, Liderazgo {mano.liderazgo}",
        f"se impacta con {mano.objetivo.numero} o más",
    ]
    if mano.objetivo_liderazgo != mano.objetivo:
        supuestos.append(f"al relanzar, con {mano.objetivo_liderazgo.numero} o más")
    if mano.modificador or mano.modificador_liderazgo:
        supuestos.append(
            f"cada dado lleva {con_signo(mano.modificador)}, y al relanzar {con_signo(mano.modificador_liderazgo)}"
        )
    return PronosticoDeCombate(impactos_de(mano), tuple(supuestos))


def impactos_de(mano: Mano) -> Distribucion:
    """La distribución de los impactos de una mano."""
    return impactos(
        mano.dados,
        mano.liderazgo,
        (mano.objetivo.numero, mano.modificador),
        (mano.objetivo_liderazgo.numero, mano.modificador_liderazgo),
    )


@cache
def impactos(dados: int, liderazgo: int, tirada: tuple[int, int], relance: tuple[int, int]) -> Distribucion:
    """La distribución de los impactos.

    Args:
        dados: dados de combate, de 0 a 5.
        liderazgo: relanzamientos, de 0 a 5.
        tirada: número para impactar y modificador de la tirada.
        relance: lo mismo, del relanzamiento.
    """
    return con_relanzamiento(
        dados,
        por_dado(lambda cara: acierta(cara, tirada[1], tirada[0])),
        por_dado(lambda cara: acierta(cara, relance[1], relance[0])),
        lambda aciertos: relanzables(dados, aciertos, liderazgo),
    )
