"""Probabilidad exacta de llegar al Monte del Destino con menos de 12 de Corrupción.

Se recorren, paso a paso, todas las maneras de sacar fichas, agrupando las que hacen lo mismo y las situaciones desde las
que todo sigue igual. De cuántas maneras se está en cada una es un entero: el resultado es exacto.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations_with_replacement, cycle, islice
from math import comb, prod
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from pydantic import Field

from servicios.guerra.caza import Motivo, dano
from servicios.guerra.estado import PASOS_DE_MORDOR, TOPE_DE_CORRUPCION
from servicios.guerra.fondo import Fondo
from servicios.guerra.piezas import Ficha
from servicios.guerra.rechazo import rechazo
from servicios.guerra.tablas import ficha
from servicios.guerra.texto import cuenta
from servicios.hechos import Valor

_CARAS = range(1, 7)
_CON_POCOS = 2
"""Pasos que faltan cuando ya hay menos maneras de elegir las fichas que saldrán que Fondos distintos."""
_COMBINACIONES = np.array([[comb(n, k) for k in range(_CON_POCOS + 1)] for n in range(25)], dtype=np.float64)


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
    # lo que, además del paso, las fichas y la Corrupción, decide qué pasa: bajas dadas, y dados y movidas del turno
    bajas: int
    usados: int
    movidas: int


@dataclass(frozen=True)
class _Bolsa:
    """Las fichas de un viaje.

    Attributes:
        avanzan: las clases de fichas sin STOP.
        lleno: cuántas hay de cada una al empezar.
        rehecho: cuántas, cada vez que el Fondo se vacía.
        paran: las fichas de STOP que hay al empezar, una a una: son especiales y no vuelven.
        tamanos: cuántas fichas hay, en total, al sacar cada una.
    """

    avanzan: tuple[_Clase, ...]
    lleno: tuple[int, ...]
    rehecho: tuple[int, ...]
    paran: tuple[_Clase, ...]
    tamanos: tuple[int, ...]


_Indices = npt.NDArray[np.intp]


class _Efecto(NamedTuple):
    """Lo que hace una ficha: de qué carriles se pasa a cuáles, por orden de destino.

    De los que no salen se ha llegado a 12 de Corrupción.
    """

    salen: _Indices
    llegan: _Indices

    def de(self, vivos: npt.NDArray[np.bool_]) -> tuple[_Indices, _Indices, _Indices]:
        """De qué carriles se sale, si solo hay algo en esos; dónde empiezan los sumandos de cada destino; y cuáles son."""
        salen = vivos[self.salen]
        llegan, empieza = np.unique(self.llegan[salen], return_index=True)
        return self.salen[salen], empieza, llegan


class _Fondos(NamedTuple):
    """Los Fondos que pueden quedar tras unos pasos.

    Attributes:
        quedan: `[Fondo, clase]`, cuántas fichas sin STOP de cada clase.
        pesos: `[carril, Fondo, fichas de STOP ya sacadas]`, de cuántas maneras se está ahí. Un carril es un momento
            y una Corrupción; las fichas de STOP, un bit cada una. Son enteros, y el mayor no pasa de 6·24·23·…·16:
            en coma flotante se suman y multiplican sin perder nada hasta 2⁵³.
    """

    quedan: _Indices
    pesos: npt.NDArray[np.float64]


def pronosticar(viaje: Viaje) -> PronosticoDeMordor:
    """La probabilidad exacta de llegar, y con cuánta Corrupción.

    Raises:
        ErrorDeDominio: si no hay ninguna ficha normal: el Fondo se acabaría antes de llegar.
    """
    if not _normales(viaje.fondo):
        raise rechazo(
            "No queda ninguna ficha normal, ni dentro del Fondo ni ya sacada: así no se puede calcular el viaje.",
            "Cuando el Fondo se vacía vuelven las fichas normales; las especiales, no.",
            "El Fondo de Caza",
        )
    bolsa = _bolsa(viaje)
    momentos, efectos = _efectos(viaje, (*bolsa.avanzan, *bolsa.paran))
    avanzan, paran = efectos[: len(bolsa.avanzan)], efectos[len(bolsa.avanzan) :]
    pesos = np.zeros((momentos * TOPE_DE_CORRUPCION, 1, 1 << len(paran)))
    pesos[viaje.corrupcion, 0, 0] = 1
    fondos = _Fondos(np.array([bolsa.lleno]), pesos)
    for faltan in range(PASOS_DE_MORDOR - viaje.paso, 0, -1):
        fondos = _elegir(_avanzar(_rehacer(_parar(fondos, paran), bolsa), avanzan), faltan - 1)
    por_corrupcion = fondos.pesos.reshape(momentos, TOPE_DE_CORRUPCION, -1, 1 << len(paran)).sum(axis=(0, 2))
    corrupcion = {
        final: p for final in range(TOPE_DE_CORRUPCION) if (p := _fraccion(viaje, bolsa, por_corrupcion[final]))
    }
    return PronosticoDeMordor(sum(corrupcion.values(), Fraction(0)), corrupcion, _supuestos(viaje))


def _fraccion(viaje: Viaje, bolsa: _Bolsa, pesos: npt.NDArray[np.float64]) -> Fraction:
    """La probabilidad que suman esos pesos, uno por cada conjunto de fichas de STOP que ha salido."""
    suma = Fraction(0)
    for salidas, peso in enumerate(pesos.tolist()):
        sacadas = PASOS_DE_MORDOR - viaje.paso + salidas.bit_count()
        dados = sum(clase.valor == "dado" for n, clase in enumerate(bolsa.paran) if salidas >> n & 1)
        suma += Fraction(int(peso), prod(bolsa.tamanos[:sacadas]) * len(_CARAS) ** dados)
    return suma


def _parar(fondos: _Fondos, paran: Sequence[_Efecto]) -> _Fondos:
    """Los Fondos después de sacar, o no, cada ficha de STOP que quede, en cualquier orden."""
    pesos = fondos.pesos.copy()
    for salidas in range(pesos.shape[2]):
        vivos = np.any(pesos[:, :, salidas], axis=1)
        for n, efecto in enumerate(paran):
            salen, empieza, llegan = efecto.de(vivos)
            if llegan.size and not salidas >> n & 1:
                pesos[llegan, :, salidas | 1 << n] += np.add.reduceat(pesos[salen, :, salidas], empieza, axis=0)
    return fondos._replace(pesos=pesos)


def _rehacer(fondos: _Fondos, bolsa: _Bolsa) -> _Fondos:
    """Los Fondos, con las fichas normales de vuelta en el que se ha vaciado del todo."""
    (vacio,) = np.nonzero(~fondos.quedan.any(axis=1))
    if not vacio.size:
        return fondos
    pesos, lleno = fondos.pesos.copy(), np.zeros_like(fondos.pesos[:, vacio])
    lleno[:, :, -1] = pesos[:, vacio, -1]
    pesos[:, vacio, -1] = 0
    return _Fondos(np.vstack([fondos.quedan, bolsa.rehecho]), np.concatenate([pesos, lleno], axis=1))


def _avanzar(fondos: _Fondos, avanzan: Sequence[_Efecto]) -> _Fondos:
    """Los Fondos después de sacar una ficha sin STOP."""
    filas, clases = np.nonzero(fondos.quedan)
    quedan, cual = np.unique(
        fondos.quedan[filas] - np.eye(len(avanzan), dtype=np.intp)[clases], axis=0, return_inverse=True
    )
    pesos = np.zeros((fondos.pesos.shape[0], len(quedan), fondos.pesos.shape[2]))
    vivos = np.any(fondos.pesos, axis=(1, 2))
    for n, efecto in enumerate(avanzan):
        de, a = filas[clases == n], cual.reshape(-1)[clases == n]
        salen, empieza, llegan = efecto.de(vivos)
        if de.size and llegan.size:
            sacada = fondos.pesos[np.ix_(salen, de)] * fondos.quedan[de, n][:, None]
            pesos[np.ix_(llegan, a)] += np.add.reduceat(sacada, empieza, axis=0)
    return _Fondos(quedan, pesos)


def _elegir(fondos: _Fondos, faltan: int) -> _Fondos:
    """Los Fondos, reducidos a las fichas sin STOP que van a salir en los pasos que faltan, sean cuales sean.

    Elegir antes cuáles serán no cambia en qué orden salen, y son muchas menos maneras cuando faltan pocos pasos.
    """
    clases = fondos.quedan.shape[1]
    if faltan > _CON_POCOS or fondos.quedan.sum(axis=1).min() < faltan:
        return fondos
    saldran = np.zeros((comb(clases + faltan - 1, faltan), clases), dtype=np.intp)
    for fila, elegidas in zip(saldran, combinations_with_replacement(range(clases), faltan), strict=True):
        np.add.at(fila, list(elegidas), 1)
    maneras = _COMBINACIONES[fondos.quedan, saldran[:, None]].prod(axis=2)
    hay = maneras.any(axis=1)
    return _Fondos(saldran[hay], maneras[hay] @ fondos.pesos)


def _efectos(viaje: Viaje, clases: Sequence[_Clase]) -> tuple[int, tuple[_Efecto, ...]]:
    """Cuántos momentos puede haber, y el efecto de cada clase de ficha en todos ellos."""
    momentos = {_Momento(0, 0, 0): 0}
    pasan: list[list[tuple[int, int, int]]] = [[] for _ in clases]
    for momento in (pendientes := [*momentos]):  # crece según aparecen otros
        for clase, pasos in zip(clases, pasan, strict=True):
            for otro, puntos in _ramas(viaje, clase, momento):
                if otro not in momentos:
                    momentos[otro] = len(momentos)
                    pendientes.append(otro)
                pasos.append((momentos[momento], momentos[otro], puntos))
    return len(momentos), tuple(map(_efecto, pasan))


def _efecto(pasan: Sequence[tuple[int, int, int]]) -> _Efecto:
    """El efecto de una ficha, dados los momentos entre los que pasa y la Corrupción que deja en cada uno."""
    antes, despues, puntos = np.array(pasan, dtype=np.intp).T[:, :, None]
    corrupcion = np.arange(TOPE_DE_CORRUPCION)
    final = np.maximum(corrupcion + puntos, 0)
    salen = (antes * TOPE_DE_CORRUPCION + corrupcion)[final < TOPE_DE_CORRUPCION]
    destinos = (despues * TOPE_DE_CORRUPCION + final)[final < TOPE_DE_CORRUPCION]
    orden = np.argsort(destinos, kind="stable")
    return _Efecto(salen[orden], destinos[orden])


def _ramas(viaje: Viaje, clase: _Clase, momento: _Momento) -> Iterator[tuple[_Momento, int]]:
    """Lo que puede hacer una ficha: el momento siguiente y la Corrupción que deja; con un dado, una vez por cara."""
    usados, movidas = _turno(viaje, momento, clase.revela)
    bajas = momento.bajas
    for puntos in _danos(clase, viaje.casilla + momento.movidas):
        cae = puntos > 0 and bajas < len(viaje.bajas) and puntos >= viaje.bajas[bajas]
        yield _Momento(bajas + cae, usados, movidas), puntos - (viaje.bajas[bajas] if cae else 0)


def _danos(clase: _Clase, casilla: int) -> Iterable[int]:
    if clase.valor == "dado":
        return _CARAS
    return (casilla if clase.valor == "ojo" else clase.valor,)


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


def _bolsa(viaje: Viaje) -> _Bolsa:
    dentro, vuelven = (
        [_clase(viaje, ficha(cual)) for cual in cuales] for cuales in (viaje.fondo.dentro, _normales(viaje.fondo))
    )
    avanzan = tuple(dict.fromkeys(clase for clase in (*dentro, *vuelven) if not clase.stop))
    paran = tuple(clase for clase in dentro if clase.stop)
    tamanos = chain(range(len(dentro), 0, -1), cycle(range(len(vuelven), 0, -1)))
    return _Bolsa(
        avanzan=avanzan,
        lleno=tuple(map(dentro.count, avanzan)),
        rehecho=tuple(map(vuelven.count, avanzan)),
        paran=paran,
        tamanos=tuple(islice(tamanos, PASOS_DE_MORDOR - viaje.paso + len(paran))),
    )


def _normales(fondo: Fondo) -> tuple[str, ...]:
    return tuple(cual for cual in (*fondo.dentro, *fondo.sacadas) if not ficha(cual).especial)


def _supuestos(viaje: Viaje) -> tuple[str, ...]:
    intento = "un intento por turno" if viaje.dados == 1 else f"{viaje.dados} dados por turno para la Compañía"
    oculta = "el turno siguiente entero" if viaje.ocultarse == "turno" else "el dado siguiente"
    niveles = ", ".join(map(str, viaje.bajas))
    especiales = sum(ficha(cual).especial for cual in viaje.fondo.dentro)
    fondo = cuenta(len(viaje.fondo.dentro), "ficha") + (
        f", {especiales} de ellas especiales" if especiales else ""
    )
    return (
        f"Corrupción {viaje.corrupcion}, paso {viaje.paso}, Fondo de {fondo}",
        f"{cuenta(viaje.casilla, 'dado')} de la Sombra en la casilla cada turno",
        f"{intento}; si la revelan, gasta {oculta} en ocultarse",
        f"bajas por niveles, en este orden: {niveles}" if niveles else "todo el Daño va a la Corrupción",
        "la Compañía empieza oculta y no hay cartas ni habilidades del Guía",
    )
