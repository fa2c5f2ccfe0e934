"""Probabilidad exacta de llegar al Monte del Destino con menos de 12 de Corrupción.

Se recorren, ficha a ficha, todas las maneras de vaciar el Fondo, agrupando las fichas que hacen lo mismo. Los
pesos son enteros: el resultado es exacto.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from pydantic import Field

from servicios.guerra.caza import Motivo, dano
from servicios.guerra.corrupcion import sumar
from servicios.guerra.estado import PASOS_DE_MORDOR, TOPE_DE_CORRUPCION
from servicios.guerra.fondo import Fondo
from servicios.guerra.piezas import Ficha
from servicios.guerra.tablas import ficha
from servicios.guerra.texto import cuenta
from servicios.hechos import Valor

_CARAS = range(1, 7)


class Viaje(Valor):
    """Un viaje por Mordor.

    Attributes:
        corrupcion: la que tiene el Portador.
        paso: en qué paso está (0 al entrar).
        fondo: el de la partida; por defecto, uno completo sin especiales.
        casilla: dados de la Sombra en la casilla de Caza cada turno.
        dados: dados que los Pueblos Libres dedican cada turno a la Compañía.
        ocultarse: si al ser revelada gasta el turno siguiente entero en ocultarse, o solo el dado siguiente.
        bajas: niveles de los Compañeros que se pierden, por orden, en cuanto el Daño llega a su nivel.
    """

    corrupcion: int = Field(default=0, ge=0, lt=TOPE_DE_CORRUPCION)
    paso: int = Field(default=0, ge=0, lt=PASOS_DE_MORDOR)
    fondo: Fondo = Field(default_factory=Fondo.completo)
    casilla: int = Field(default=2, ge=0, le=10)
    dados: int = Field(default=1, ge=1, le=4)
    ocultarse: Literal["turno", "dado"] = "turno"
    bajas: tuple[int, ...] = Field(default=(), max_length=7)


@dataclass(frozen=True)
class PronosticoDeMordor:
    """Si se llega al Monte del Destino.

    Attributes:
        llega: probabilidad de llegar con menos de 12.
        corrupcion: probabilidad de llegar con cada Corrupción (suman `llega`).
        supuestos: con qué se ha calculado.
    """

    llega: Fraction
    corrupcion: Mapping[int, Fraction]
    supuestos: tuple[str, ...]


class _Clase(NamedTuple):
    # fichas que hacen lo mismo en este viaje
    valor: int | Literal["ojo", "dado"]
    stop: bool
    revela: bool


class _Momento(NamedTuple):
    # lo que decide qué puede pasar: fichas que quedan, paso, bajas dadas, dados usados y movimientos del turno
    quedan: tuple[int, ...]
    paso: int
    bajas: int
    usados: int
    movidas: int


def pronosticar(viaje: Viaje) -> PronosticoDeMordor:
    """La probabilidad exacta de llegar, y con cuánta Corrupción."""
    clases, lleno = _clases(viaje, viaje.fondo.dentro)
    rehecho = _contar(viaje, clases, _normales(viaje.fondo))
    pesos: dict[_Momento, dict[int, int]] = {_Momento(lleno, viaje.paso, 0, 0, 0): {viaje.corrupcion: 1}}
    corrupcion: dict[int, Fraction] = defaultdict(Fraction)
    total = 1
    while pesos:
        # todos los momentos de una capa han sacado las mismas fichas: comparten denominador
        total *= len(_CARAS) * sum(next(iter(pesos)).quedan)
        siguientes: dict[_Momento, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        llegadas: dict[int, int] = defaultdict(int)
        for momento, por_corrupcion in pesos.items():
            for peso, puntos, otro in _sacar(viaje, clases, rehecho, momento):
                destino = siguientes[otro] if otro.paso < PASOS_DE_MORDOR else llegadas
                for antes, masa in por_corrupcion.items():
                    despues = sumar(antes, puntos)
                    if despues < TOPE_DE_CORRUPCION:
                        destino[despues] += masa * peso
        for final, masa in llegadas.items():
            corrupcion[final] += Fraction(masa, total)
        pesos = {momento: masas for momento, masas in siguientes.items() if masas}
    ordenada = dict(sorted(corrupcion.items()))
    return PronosticoDeMordor(sum(ordenada.values(), Fraction(0)), ordenada, _supuestos(viaje))


def _sacar(
    viaje: Viaje, clases: tuple[_Clase, ...], rehecho: tuple[int, ...], momento: _Momento
) -> Iterator[tuple[int, int, _Momento]]:
    """Cada ficha que puede salir: su peso (de 6 por ficha), la Corrupción que deja y el momento siguiente."""
    for cual, clase in enumerate(clases):
        copias = momento.quedan[cual]
        if not copias:
            continue
        quedan = (*momento.quedan[:cual], copias - 1, *momento.quedan[cual + 1 :])
        if not any(quedan):
            quedan = rehecho
        usados, movidas = _turno(viaje, momento, clase.revela)
        paso = momento.paso + (not clase.stop)
        for peso, puntos in _danos(clase, viaje.casilla + momento.movidas):
            bajas = momento.bajas
            if puntos > 0 and bajas < len(viaje.bajas) and puntos >= viaje.bajas[bajas]:
                puntos -= viaje.bajas[bajas]  # noqa: PLW2901
                bajas += 1
            yield copias * peso, puntos, _Momento(quedan, paso, bajas, usados, movidas)


def _danos(clase: _Clase, casilla: int) -> Iterator[tuple[int, int]]:
    if clase.valor == "dado":
        yield from ((1, cara) for cara in _CARAS)
    else:
        yield len(_CARAS), casilla if clase.valor == "ojo" else clase.valor


def _turno(viaje: Viaje, momento: _Momento, revela: bool) -> tuple[int, int]:
    """Dados usados y movimientos del turno antes del próximo intento."""
    usados, movidas = momento.usados + 1, momento.movidas + 1
    if revela:
        if viaje.ocultarse == "turno":
            return 0, 0
        usados, movidas = (usados + 1, movidas) if usados < viaje.dados else (1, 0)
    return (usados, movidas) if usados < viaje.dados else (0, 0)


def _clase(viaje: Viaje, actual: Ficha) -> _Clase:
    # con un solo dado por turno, revelar no cambia nada y el Ojo vale siempre lo mismo: se agrupan más
    varios = viaje.dados > 1
    valor = actual.valor
    if valor == "ojo" and not varios:
        valor = dano(actual, Motivo.MORDOR, casilla=viaje.casilla).puntos
    return _Clase(valor, actual.stop, actual.revela and varios)


def _clases(viaje: Viaje, dentro: tuple[str, ...]) -> tuple[tuple[_Clase, ...], tuple[int, ...]]:
    todas = (*dentro, *_normales(viaje.fondo))
    clases = tuple(dict.fromkeys(_clase(viaje, ficha(cual)) for cual in todas))
    return clases, _contar(viaje, clases, dentro)


def _contar(viaje: Viaje, clases: tuple[_Clase, ...], cuales: tuple[str, ...]) -> tuple[int, ...]:
    veces = Counter(_clase(viaje, ficha(cual)) for cual in cuales)
    return tuple(veces[clase] for clase in clases)


def _normales(fondo: Fondo) -> tuple[str, ...]:
    return tuple(cual for cual in (*fondo.dentro, *fondo.sacadas) if not ficha(cual).especial)


def _supuestos(viaje: Viaje) -> tuple[str, ...]:
    intento = "un intento por turno" if viaje.dados == 1 else f"{viaje.dados} dados por turno para la Compañía"
    oculta = "el turno siguiente entero" if viaje.ocultarse == "turno" else "el dado siguiente"
    niveles = ", ".join(map(str, viaje.bajas))
    return (
        f"Corrupción {viaje.corrupcion}, paso {viaje.paso}, Fondo de {cuenta(len(viaje.fondo.dentro), 'ficha')}",
        f"{cuenta(viaje.casilla, 'dado')} de la Sombra en la casilla cada turno",
        f"{intento}; si la revelan, gasta {oculta} en ocultarse",
        f"bajas por niveles, en este orden: {niveles}" if niveles else "todo el Daño va a la Corrupción",
        "la Compañía empieza oculta y no hay cartas ni habilidades del Guía",
    )
