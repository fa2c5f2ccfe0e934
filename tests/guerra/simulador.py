"""Una batalla jugada con dados corrientes y las mismas funciones de reglas, para contrastar las cuentas exactas."""

import random

from servicios.guerra.combate import MAXIMO, Papel, aciertos, objetivo, relanzables
from servicios.guerra.ejercitos import segun
from servicios.guerra.modelo_batalla import Desenlace
from servicios.guerra.probabilidad.batalla import Contendiente, Encuentro

CARAS = range(1, 7)


def tirar(azar: random.Random, quien: Contendiente, unidades: int, numero: int) -> int:
    """Los impactos de un ejército en una ronda."""
    dados = min(unidades, MAXIMO)
    impactos = aciertos(azar.choices(CARAS, k=dados), quien.modificador, numero)
    otra_vez = relanzables(dados, impactos, quien.liderazgo)
    return impactos + aciertos(azar.choices(CARAS, k=otra_vez), quien.modificador, numero)


def jugar(azar: random.Random, encuentro: Encuentro) -> tuple[Desenlace, int, int]:
    """Juega una batalla: cómo acaba y cuántas unidades le quedan al atacante y al defensor."""
    atacante = (encuentro.atacante.regulares, encuentro.atacante.elites)
    defensor = (encuentro.defensor.regulares, encuentro.defensor.elites)
    prorrogas = 99 if encuentro.prorrogas is None else encuentro.prorrogas
    ronda = 1
    while True:
        numeros = {papel: objetivo(encuentro.situacion, papel, ronda).numero for papel in Papel}
        da = tirar(azar, encuentro.atacante, sum(atacante), numeros[Papel.ATACANTE])
        recibe = tirar(azar, encuentro.defensor, sum(defensor), numeros[Papel.DEFENSOR])
        atacante = segun(encuentro.atacante.bajas, *atacante, recibe)
        defensor = segun(encuentro.defensor.bajas, *defensor, da)
        if not sum(atacante) or not sum(defensor):
            if sum(atacante):
                return Desenlace.DEFENSOR_ELIMINADO, sum(atacante), 0
            cae = Desenlace.ATACANTE_ELIMINADO if sum(defensor) else Desenlace.AMBOS_ELIMINADOS
            return cae, 0, sum(defensor)
        if sum(atacante) <= encuentro.atacante.aguanta:
            return Desenlace.CESE, sum(atacante), sum(defensor)
        if encuentro.asedio:
            if not prorrogas or not atacante[1]:
                return Desenlace.CESE, sum(atacante), sum(defensor)
            prorrogas -= 1
            atacante = (atacante[0] + 1, atacante[1] - 1)
        elif sum(defensor) <= encuentro.defensor.aguanta:
            return Desenlace.RETIRADA, sum(atacante), sum(defensor)
        ronda += 1
