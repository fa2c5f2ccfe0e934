"""El efecto de las cartas de combate, que se escribe a mano, y la mano que resulta para cada bando.

El texto de las cartas no está en el documento: cada bando dice qué números cambia la suya.
"""

from typing import NamedTuple

from pydantic import Field

from servicios.guerra.combate import MAXIMO, Mano, Objetivo, Papel, Situacion, objetivo
from servicios.guerra.ejercitos import Ejercito
from servicios.guerra.texto import con_signo, lista
from servicios.hechos import Valor


class Ajuste(Valor):
    """Lo que una carta cambia en un bando durante la ronda.

    Attributes:
        dados: dados de combate de más o de menos.
        liderazgo: Liderazgo de más o de menos (también el que la propia carta obliga a perder).
        modificador: se suma a cada dado de la tirada de combate.
        modificador_liderazgo: se suma a cada dado relanzado. Una carta que suma «a la tirada» pone los dos: el
            documento (001:67-69) añade el modificador a cada dado lanzado, en las dos tiradas.
        objetivo: número para impactar en la tirada de combate.
        objetivo_liderazgo: número para impactar al relanzar.
        impactos: impactos que se logran sin dados.
    """

    dados: int = Field(default=0, ge=-5, le=5)
    liderazgo: int = Field(default=0, ge=-10, le=10)
    modificador: int = Field(default=0, ge=-5, le=5)
    modificador_liderazgo: int = Field(default=0, ge=-5, le=5)
    objetivo: int | None = Field(default=None, ge=2, le=6)
    objetivo_liderazgo: int | None = Field(default=None, ge=2, le=6)
    impactos: int = Field(default=0, ge=0, le=10)

    @property
    def texto(self) -> str:
        """«+1 a cada dado y Liderazgo −2», o «nada»."""
        partes = [f"dados {con_signo(self.dados)}"] if self.dados else []
        partes += [f"Liderazgo {con_signo(self.liderazgo)}"] if self.liderazgo else []
        if self.modificador and self.modificador == self.modificador_liderazgo:
            partes.append(f"{con_signo(self.modificador)} a cada dado")
        else:
            partes += [f"{con_signo(self.modificador)} al tirar"] if self.modificador else []
            partes += (
                [f"{con_signo(self.modificador_liderazgo)} al relanzar"] if self.modificador_liderazgo else []
            )
        partes += [f"impacta con {self.objetivo}"] if self.objetivo else []
        if self.objetivo_liderazgo:
            partes.append(f"al relanzar impacta con {self.objetivo_liderazgo}")
        partes += [f"impactos {con_signo(self.impactos)}"] if self.impactos else []
        return lista(partes) or "nada"


class Efectos(Valor):
    """Lo que hace la carta de un bando: a sí mismo y al rival."""

    propio: Ajuste = Ajuste()
    rival: Ajuste = Ajuste()


class Preparada(NamedTuple):
    """La mano de un bando en una ronda y los impactos que sus cartas dan sin dados."""

    mano: Mano
    impactos: int


def preparar(
    ejercito: Ejercito, papel: Papel, situacion: Situacion, ronda: int, ajustes: tuple[Ajuste, ...]
) -> Preparada:
    """La mano de un bando: su fuerza y Liderazgo, con las cartas, y nunca más de 5 dados.

    Args:
        ejercito: el suyo.
        papel: si ataca o se defiende.
        situacion: dónde se lucha.
        ronda: ronda de combate, desde 1.
        ajustes: los de la carta del defensor y después los de la del atacante.

    Fuente: 001, «Fuerza de combate y Liderazgo», «Cartas de combate».
    """
    numero = objetivo(situacion, papel, ronda)
    tirada, relance = numero, None
    for ajuste in ajustes:
        if ajuste.objetivo is not None:
            tirada = Objetivo(numero=ajuste.objetivo, motivo="lo dice una carta de combate")
        if ajuste.objetivo_liderazgo is not None:
            relance = Objetivo(numero=ajuste.objetivo_liderazgo, motivo="lo dice una carta de combate")
    return Preparada(
        Mano(
            dados=_tope(ejercito.unidades + sum(a.dados for a in ajustes)),
            liderazgo=_tope(ejercito.liderazgo + sum(a.liderazgo for a in ajustes)),
            objetivo=tirada,
            modificador=sum(a.modificador for a in ajustes),
            objetivo_liderazgo=relance or tirada,
            modificador_liderazgo=sum(a.modificador_liderazgo for a in ajustes),
        ),
        sum(a.impactos for a in ajustes),
    )


def _tope(numero: int) -> int:
    return max(0, min(numero, MAXIMO))
