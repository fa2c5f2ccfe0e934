"""Probabilidad exacta de llegar al Monte del Destino con menos de 12 de Corrupción.

Se recorren, ficha a ficha, todas las maneras de vaciar el Fondo, agrupando las fichas que hacen lo mismo y las
situaciones desde las que todo sigue igual. Los pesos son enteros sobre un mismo denominador: el resultado es exacto.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Literal, NamedTuple

from pydantic import Field

from servicios.guerra.caza import Motivo, dano
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
    # lo que, además de las fichas que quedan, decide qué pasa: paso, bajas dadas, dados usados y movidas del turno
    paso: int
    bajas: int
    usados: int
    movidas: int


_Capa = Mapping[_Momento, Mapping[int, int]]
"""Las situaciones en que se puede estar tras sacar unas fichas: por momento y Fondo cifrado, sus pesos."""
_BITS, _TOPE = 5, 31
"""Los que ocupan, en un Fondo cifrado, las fichas que quedan de una clase (como mucho 24)."""


class _Pesos(NamedTuple):
    """Los pesos de las doce Corrupciones con que se sigue (de 0 a 11), en un entero: `ancho` bits cada uno.

    Sumar Daño a las doce a la vez es desplazar el entero: lo que se sale por arriba ha llegado a 12.
    """

    ancho: int

    def solo(self, corrupcion: int) -> int:
        return 1 << corrupcion * self.ancho

    def de(self, pesos: int, corrupcion: int) -> int:
        return pesos >> corrupcion * self.ancho & (1 << self.ancho) - 1

    def con_dano(self, fondos: Iterable[tuple[int, int]], puntos: int) -> list[tuple[int, int]]:
        """Cada Fondo con sus pesos tras sumar esos puntos, o quitarlos sin bajar de 0; sin los que ya han caído."""
        if puntos >= 0:
            sube, cabe = puntos * self.ancho, (1 << TOPE_DE_CORRUPCION * self.ancho) - 1
            return [(fondo, tras) for fondo, pesos in fondos if (tras := pesos << sube & cabe)]
        baja, curados = -puntos * self.ancho, range(-puntos)
        return [(fondo, (pesos >> baja) + sum(self.de(pesos, c) for c in curados)) for fondo, pesos in fondos]


def pronosticar(viaje: Viaje) -> PronosticoDeMordor:
    """La probabilidad exacta de llegar, y con cuánta Corrupción."""
    clases, lleno = _clases(viaje, viaje.fondo.dentro)
    rehecho = _contar(viaje, clases, _normales(viaje.fondo))
    fichas, total = sum(lleno), 1
    pesos = _Pesos(_ancho(viaje, clases, lleno, max(fichas, sum(rehecho))))
    capa: _Capa = {_Momento(viaje.paso, 0, 0, 0): {_cifrar(lleno): pesos.solo(viaje.corrupcion)}}
    corrupcion: dict[int, Fraction] = defaultdict(Fraction)
    while capa:
        # todas las situaciones de una capa han sacado las mismas fichas: comparten denominador
        total *= len(_CARAS) * fichas
        fichas = fichas - 1 or sum(rehecho)
        capa, llegadas = _sacar(viaje, clases, _cifrar(rehecho), pesos, capa)
        for final in range(TOPE_DE_CORRUPCION):
            if peso := pesos.de(llegadas, final):
                corrupcion[final] += Fraction(peso, total)
    ordenada = dict(sorted(corrupcion.items()))
    return PronosticoDeMordor(sum(ordenada.values(), Fraction(0)), ordenada, _supuestos(viaje))


def _sacar(
    viaje: Viaje, clases: tuple[_Clase, ...], rehecho: int, pesos: _Pesos, capa: _Capa
) -> tuple[_Capa, int]:
    """La capa siguiente, con una ficha más fuera del Fondo, y los pesos de los viajes que llegan con ella."""
    siguiente: dict[_Momento, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    llegadas = 0
    for momento, fondos in capa.items():
        danados: dict[int, list[tuple[int, int]]] = {}  # clases distintas hacen el mismo Daño: se suma una vez
        for lugar, clase in zip(count(0, _BITS), clases):
            for peso, puntos, otro in _ramas(viaje, clase, momento):
                if otro.paso == PASOS_DE_MORDOR:
                    salen = sum([antes * (fondo >> lugar & _TOPE) for fondo, antes in fondos.items()])
                    llegadas += sum(llegan for _, llegan in pesos.con_dano([(0, peso * salen)], puntos))
                    continue
                if puntos not in danados:
                    danados[puntos] = pesos.con_dano(fondos.items(), puntos)
                destino, una = siguiente[otro], 1 << lugar
                for fondo, masa in danados[puntos]:
                    if copias := fondo >> lugar & _TOPE:
                        destino[fondo - una or rehecho] += masa * (copias * peso)
    return {otro: fondos for otro, fondos in siguiente.items() if fondos}, llegadas


def _ramas(viaje: Viaje, clase: _Clase, momento: _Momento) -> Iterator[tuple[int, int, _Momento]]:
    """Lo que puede hacer una ficha: su peso (de 6), la Corrupción que deja y el momento siguiente."""
    usados, movidas = _turno(viaje, momento, clase.revela)
    paso = momento.paso + (not clase.stop)
    for peso, puntos in _danos(clase, viaje.casilla + momento.movidas):
        bajas = momento.bajas
        cae = puntos > 0 and bajas < len(viaje.bajas) and puntos >= viaje.bajas[bajas]
        absorbe = viaje.bajas[bajas] if cae else 0
        yield peso, puntos - absorbe, _Momento(paso, bajas + cae, usados, movidas)


def _ancho(viaje: Viaje, clases: tuple[_Clase, ...], lleno: tuple[int, ...], fichas: int) -> int:
    """Bits en que cabe el mayor peso: cada ficha que se saca lo multiplica, como mucho, por 6 y por las que hay."""
    con_stop = sum(copias for clase, copias in zip(clases, lleno, strict=True) if clase.stop)
    sacadas = PASOS_DE_MORDOR - viaje.paso + con_stop
    return ((len(_CARAS) * fichas) ** sacadas).bit_length()


def _cifrar(quedan: tuple[int, ...]) -> int:
    return sum(copias << _BITS * lugar for lugar, copias in enumerate(quedan))


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
