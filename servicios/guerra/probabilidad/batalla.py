"""Probabilidad exacta de cada desenlace de una batalla, con las bajas que se esperan.

Se recorre la cadena de estados (unidades de los dos ejércitos) desde el más entero al más gastado; las rondas
en que nadie impacta se resumen en una serie geométrica.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from pydantic import Field

from servicios.guerra.combate import MAXIMO, Papel, Situacion, objetivo
from servicios.guerra.ejercitos import APILAMIENTO, DENTRO_DE_UN_BALUARTE, Politica, segun
from servicios.guerra.modelo_batalla import Desenlace
from servicios.guerra.probabilidad.combate import impactos
from servicios.guerra.rechazo import REGLAMENTO, rechazo
from servicios.guerra.texto import con_signo, cuenta
from servicios.hechos import Valor


class Contendiente(Valor):
    """Un ejército y lo que hará.

    Attributes:
        liderazgo: el de todo el ejército; se conserva mientras quede una unidad.
        modificador: se suma a cada dado de todas las rondas, también a los relanzados.
        bajas: qué sacrifica antes.
        aguanta: cesa, o se retira, al acabar una ronda con tantas unidades o menos; 0, lucha hasta el final.
    """

    regulares: int = Field(ge=0, le=APILAMIENTO)
    elites: int = Field(default=0, ge=0, le=APILAMIENTO)
    liderazgo: int = Field(default=0, ge=0, le=30)
    modificador: int = Field(default=0, ge=-5, le=5)
    bajas: Politica = Politica.REGULARES
    aguanta: int = Field(default=0, ge=0, le=APILAMIENTO)

    @property
    def unidades(self) -> int:
        return self.regulares + self.elites


class Encuentro(Valor):
    """Una batalla por calcular.

    Attributes:
        situacion: dónde se lucha; en `ASEDIO`, una ronda más las prórrogas.
        prorrogas: rondas de más en un asedio, cada una degradando una élite; None, todas las que se pueda.
    """

    atacante: Contendiente
    defensor: Contendiente
    situacion: Situacion = Situacion.CAMPO
    prorrogas: int | None = Field(default=0, ge=0, le=APILAMIENTO)

    @property
    def asedio(self) -> bool:
        return self.situacion is Situacion.ASEDIO

    def contendiente(self, papel: Papel) -> Contendiente:
        return self.atacante if papel is Papel.ATACANTE else self.defensor


def exigir(encuentro: Encuentro) -> None:
    """Comprueba que esa batalla se puede dar.

    Raises:
        ErrorDeDominio: si sobran unidades, si un asediado se retira o si hay prórrogas fuera de un asedio.
    """
    dentro = {Situacion.ASEDIO: Papel.DEFENSOR, Situacion.ESCAPE: Papel.ATACANTE}.get(encuentro.situacion)
    for papel in Papel:
        unidades = encuentro.contendiente(papel).unidades
        if papel is dentro and unidades > DENTRO_DE_UN_BALUARTE:
            raise rechazo(
                f"En un Baluarte asediado caben {DENTRO_DE_UN_BALUARTE} unidades, y has puesto {unidades}.",
                "Las que sobran se retiran en cuanto empieza el asedio.",
                "Condición de asedio a un Baluarte",
            )
        if unidades > APILAMIENTO:
            raise rechazo(
                f"En una región caben {APILAMIENTO} unidades de un bando, y has puesto {unidades}.",
                "Lo que pasa de ahí se retira del tablero.",
                REGLAMENTO.format(26),
            )
    if encuentro.asedio and encuentro.defensor.aguanta:
        raise rechazo(
            "Un ejército asediado no se retira: quita esa opción.",
            "Un ejército defensor bajo asedio no puede retirarse.",
            "Restricciones",
        )
    if encuentro.prorrogas and not encuentro.asedio:
        raise rechazo(
            "Solo un asalto tiene prórrogas: quita esa opción, o di que es un asedio.",
            "En campo abierto se lucha hasta que alguien cae, cesa o se retira.",
            "Asediando a un Baluarte",
        )


Tropa = tuple[int, int]
"""Regulares y élites."""


@dataclass(frozen=True)
class PronosticoDeBatalla:
    """Cómo puede acabar una batalla.

    Attributes:
        finales: probabilidad de cada desenlace con lo que queda de atacante y defensor.
        rondas: rondas que se esperan.
        supuestos: con qué se ha calculado.
    """

    encuentro: Encuentro
    finales: Mapping[tuple[Desenlace, Tropa, Tropa], float]
    rondas: float
    supuestos: tuple[str, ...]

    @property
    def desenlaces(self) -> Mapping[Desenlace, float]:
        """Probabilidad de cada desenlace posible."""
        suma: dict[Desenlace, float] = defaultdict(float)
        for (desenlace, _, _), p in self.finales.items():
            suma[desenlace] += p
        return {desenlace: suma[desenlace] for desenlace in Desenlace if desenlace in suma}

    def quedan(self, papel: Papel) -> Mapping[int, float]:
        """Probabilidad de que a ese ejército le queden tantas unidades."""
        suma: dict[int, float] = defaultdict(float)
        for (_, atacante, defensor), p in self.finales.items():
            suma[sum(atacante if papel is Papel.ATACANTE else defensor)] += p
        return dict(sorted(suma.items()))

    def bajas(self, papel: Papel) -> float:
        """Unidades que se espera que pierda ese ejército; una élite degradada sigue siendo una unidad."""
        quedan = sum(unidades * p for unidades, p in self.quedan(papel).items())
        return self.encuentro.contendiente(papel).unidades - quedan

    def elites_perdidas(self, papel: Papel) -> float:
        """Élites que se espera que pierda, caídas o degradadas."""
        quedan = sum(
            (atacante if papel is Papel.ATACANTE else defensor)[1] * p
            for (_, atacante, defensor), p in self.finales.items()
        )
        return self.encuentro.contendiente(papel).elites - quedan


class _Punto(NamedTuple):
    # el orden es el de recorrido: primero el más entero, y la primera ronda antes que las demás
    gastado: int
    ronda: int
    atacante: Tropa
    defensor: Tropa
    prorrogas: int


_Salida = _Punto | tuple[Desenlace, Tropa, Tropa]


def pronosticar(encuentro: Encuentro) -> PronosticoDeBatalla:
    """La distribución exacta de los finales de una batalla."""
    atacante = (encuentro.atacante.regulares, encuentro.atacante.elites)
    defensor = (encuentro.defensor.regulares, encuentro.defensor.elites)
    # sin límite de prórrogas no hay que contarlas: las acaban las élites
    inicio = _punto(1, atacante, defensor, encuentro.prorrogas if encuentro.prorrogas is not None else _SIN_LIMITE)
    masas: dict[_Punto, float] = {inicio: 1.0}
    cola = [inicio]
    finales: dict[tuple[Desenlace, Tropa, Tropa], float] = defaultdict(float)
    rondas = 0.0
    bajas = _Bajas(encuentro)
    while cola:
        punto = heappop(cola)
        masa = masas.pop(punto)
        quieto, salidas = _ronda(encuentro, punto, bajas)
        vueltas = masa / (1 - quieto)
        rondas += vueltas
        for adonde, p in salidas.items():
            if not isinstance(adonde, _Punto):
                finales[adonde] += p * vueltas
            elif adonde in masas:
                masas[adonde] += p * vueltas
            else:
                heappush(cola, adonde)
                masas[adonde] = p * vueltas
    return PronosticoDeBatalla(encuentro, dict(finales), rondas, _supuestos(encuentro))


_SIN_LIMITE = -1


def _punto(ronda: int, atacante: Tropa, defensor: Tropa, prorrogas: int) -> _Punto:
    vida = sum(atacante) + atacante[1] + sum(defensor) + defensor[1]
    return _Punto(-vida, min(ronda, 2), atacante, defensor, prorrogas)


class _Bajas(dict[tuple[Papel, Tropa, int, int], list[tuple[Tropa, float]]]):
    """Cómo puede quedar un ejército tras una ronda, según su tropa, los dados del rival y la ronda."""

    def __init__(self, encuentro: Encuentro) -> None:
        super().__init__()
        self._encuentro = encuentro

    def __missing__(self, clave: tuple[Papel, Tropa, int, int]) -> list[tuple[Tropa, float]]:
        papel, tropa, dados, ronda = clave
        rival = self._encuentro.contendiente(papel.rival)
        numero = (objetivo(self._encuentro.situacion, papel.rival, ronda).numero, rival.modificador)
        quedan: dict[Tropa, float] = defaultdict(float)
        for cuantos, p in impactos(dados, min(rival.liderazgo, MAXIMO), numero, numero).items():
            quedan[segun(self._encuentro.contendiente(papel).bajas, *tropa, cuantos)] += float(p)
        self[clave] = lista = list(quedan.items())
        return lista


def _ronda(encuentro: Encuentro, punto: _Punto, bajas: _Bajas) -> tuple[float, Mapping[_Salida, float]]:
    """Probabilidad de quedarse en el mismo punto y de pasar a cada uno de los siguientes."""
    salidas: dict[_Salida, float] = defaultdict(float)
    dados = min(sum(punto.atacante), MAXIMO), min(sum(punto.defensor), MAXIMO)
    atacantes = bajas[Papel.ATACANTE, punto.atacante, dados[1], punto.ronda]
    defensores = bajas[Papel.DEFENSOR, punto.defensor, dados[0], punto.ronda]
    for atacante, p in atacantes:
        for defensor, q in defensores:
            salidas[_despues(encuentro, punto, atacante, defensor)] += p * q
    return salidas.pop(punto, 0.0), salidas


def _despues(encuentro: Encuentro, punto: _Punto, atacante: Tropa, defensor: Tropa) -> _Salida:
    if not sum(atacante) or not sum(defensor):
        if not sum(atacante) and not sum(defensor):
            return Desenlace.AMBOS_ELIMINADOS, atacante, defensor
        cae = Desenlace.DEFENSOR_ELIMINADO if sum(atacante) else Desenlace.ATACANTE_ELIMINADO
        return cae, atacante, defensor
    if sum(atacante) <= encuentro.atacante.aguanta:
        return Desenlace.CESE, atacante, defensor
    if encuentro.asedio:
        if not punto.prorrogas or not atacante[1]:
            return Desenlace.CESE, atacante, defensor
        quedan = punto.prorrogas if encuentro.prorrogas is None else punto.prorrogas - 1
        return _punto(2, (atacante[0] + 1, atacante[1] - 1), defensor, quedan)
    if sum(defensor) <= encuentro.defensor.aguanta:
        return Desenlace.RETIRADA, atacante, defensor
    return _punto(2, atacante, defensor, punto.prorrogas)


def _supuestos(encuentro: Encuentro) -> tuple[str, ...]:
    def plan(papel: Papel) -> str:
        quien = encuentro.contendiente(papel)
        pierde = "las regulares" if quien.bajas is Politica.REGULARES else "dados lo último: degrada élites"
        hasta = "hasta el final"
        if quien.aguanta:
            verbo = "cesa" if papel is Papel.ATACANTE else "se retira"
            hasta = f"y {verbo} con {cuenta(quien.aguanta, 'unidad', 'unidades')} o menos"
        cartas = f", {con_signo(quien.modificador)} a sus dados" if quien.modificador else ""
        return f"el {papel.value} pierde antes {pierde}, {hasta}{cartas}"

    frases = [plan(Papel.ATACANTE), plan(Papel.DEFENSOR), "siempre quedan regulares para degradar élites"]
    if encuentro.asedio:
        veces = "todas las que puede" if encuentro.prorrogas is None else str(encuentro.prorrogas)
        frases.append(f"asalto de una ronda; prórrogas: {veces}")
    else:
        frases.append("sin cartas que cambien de una ronda a otra y sin encerrarse en un Baluarte")
    return tuple(frases)
