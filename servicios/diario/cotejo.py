"""Cotejar un flujo consigo mismo: volver a plegarlo desde sus hechos y comparar con todo lo demás que dice de él.

Puro: recibe las filas y devuelve frases. `comprobacion.py` las lee de la base.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import Row

from servicios.azar import compromiso
from servicios.deshacer import leer_hecho
from servicios.diario.flujos import Flujo
from servicios.diario.instantaneas import huella
from servicios.hechos import SISTEMA, Agregado, Hecho
from servicios.libro import Anotada, DiarioIncoherente, Libro
from servicios.plegado import plegar
from servicios.tiradas import sorteos
from servicios.verificacion import verificar

FALLOS_AL_PLEGAR = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Lo que puede lanzar una regla a la que le dan unos hechos que nunca habría producido."""


@dataclass(frozen=True)
class Guardado:
    """Lo que la base dice de un flujo.

    Attributes:
        origen: el de la orden que lo abrió; los días no tienen.
        hechos: con el cuerpo aún como texto JSON.
        instantanea, semilla: su fila, si la hay.
        textos: números de sus textos (también los borrados), con la persona de cada uno.
        personas: los números que existen en su servidor.
    """

    ficha: Flujo
    origen: str | None
    ordenes: Sequence[Row]
    hechos: Sequence[Row]
    instantanea: Row | None
    semilla: Row | None
    textos: dict[int, int | None]
    personas: Collection[int]


def cotejar(guardado: Guardado, agregado: Agregado[Any] | None) -> Iterator[str]:
    """Lo que no encaja en un flujo. Si falta algo que impide seguir mirando, lo que venga detrás no se dice."""
    huecos = list(_numeracion(guardado))
    yield from huecos
    if agregado is None:
        yield f"Este programa no sabe llevar la clase «{guardado.ficha.clase}»: no se ha podido plegar."
    if huecos or agregado is None:
        return
    leidos, ilegibles = _leer(guardado.hechos, agregado)
    yield from ilegibles
    if ilegibles:
        return
    anotadas = _anotadas(guardado.ordenes, leidos)
    yield from _del_azar(guardado, anotadas)
    yield from _referencias(guardado, anotadas)
    try:
        libro = plegar(agregado, guardado.ficha.flujo, anotadas)
        yield from _situacion(guardado, libro)
        yield from _instantanea(guardado, agregado, anotadas)
    except (DiarioIncoherente, *FALLOS_AL_PLEGAR) as error:
        yield f"Sus hechos no se pueden plegar: {_motivo(error)}."


def _numeracion(guardado: Guardado) -> Iterator[str]:
    ficha = guardado.ficha
    numeros = [orden.numero for orden in guardado.ordenes]
    versiones = [hecho.version for hecho in guardado.hechos]
    if numeros != list(range(1, ficha.orden + 1)):
        yield f"Su ficha dice que tiene {ficha.orden} órdenes y las guardadas son {_tramos(numeros)}."
    if versiones != list(range(1, ficha.version + 1)):
        yield f"Su ficha dice que tiene {ficha.version} hechos y los guardados son {_tramos(versiones)}."
    if not ficha.flujo.startswith(f"{ficha.servidor}/"):
        yield f"Su nombre no es del servidor {ficha.servidor}."
    if guardado.ordenes and ficha.familia != "dia" and guardado.ordenes[0].origen != guardado.origen:
        yield "No lo abrió la orden que dice su ficha."
    de_cada = {numero: list(suyos) for numero, suyos in groupby(guardado.hechos, key=lambda hecho: hecho.orden)}
    for orden in guardado.ordenes:
        suyos = de_cada.pop(orden.numero, [])
        if [hecho.version for hecho in suyos] != list(range(orden.desde, orden.desde + orden.hechos)):
            yield f"Los hechos de la orden {orden.numero} no son los que ella dice."
        elif any(hecho.momento != orden.momento for hecho in suyos):
            yield f"Los hechos de la orden {orden.numero} no son de su mismo instante."
    if de_cada:
        yield f"Hay hechos de órdenes que no existen: {_tramos(de_cada)}."


def _leer(filas: Iterable[Row], agregado: Agregado[Any]) -> tuple[list[tuple[int, Hecho]], list[str]]:
    leidos: list[tuple[int, Hecho]] = []
    ilegibles: list[str] = []
    for fila in filas:
        try:
            leidos.append((fila.orden, leer_hecho(agregado.hechos, fila.tipo, json.loads(fila.cuerpo))))
        except KeyError:
            ilegibles.append(f"El hecho {fila.version} es de un tipo desconocido, «{fila.tipo}».")
        except FALLOS_AL_PLEGAR as error:
            ilegibles.append(f"El hecho {fila.version} («{fila.tipo}») no se puede leer: {_motivo(error)}.")
    return leidos, ilegibles


def _anotadas(ordenes: Iterable[Row], leidos: Iterable[tuple[int, Hecho]]) -> list[Anotada]:
    de_cada = {n: tuple(hecho for _, hecho in suyos) for n, suyos in groupby(leidos, key=lambda par: par[0])}
    return [Anotada(o.numero, o.autor, o.momento, o.origen, de_cada.get(o.numero, ())) for o in ordenes]


def _del_azar(guardado: Guardado, anotadas: Sequence[Anotada]) -> Iterator[str]:
    ficha, semilla = guardado.ficha, guardado.semilla
    tiradas = 0
    for orden, anotada in zip(guardado.ordenes, anotadas, strict=True):
        if orden.tiradas != tiradas:
            yield f"La orden {orden.numero} dice que hubo {orden.tiradas} tiradas antes y hubo {tiradas}."
        tiradas += sum(1 for _ in sorteos(anotada.hechos))
    if semilla is None:
        yield "Le falta la semilla."
        return
    if compromiso(semilla.semilla) == ficha.compromiso:  # si no, ya lo dice la revisión de las semillas
        malas = [c.tirada.numero for c in verificar(ficha.flujo, anotadas, semilla.semilla) if not c.cuadra]
        if malas:
            yield f"Tiradas que no salen de su semilla: {_tramos(malas)}."
    if ficha.abierto and semilla.revelada is not None:
        yield "Sigue abierto y su semilla ya se ha revelado."
    if not ficha.abierto and semilla.revelada is None:
        yield "Está cerrado y su semilla no se ha revelado."


def _situacion(guardado: Guardado, libro: Libro[Any]) -> Iterator[str]:
    ficha = guardado.ficha
    if ficha.abierto == (ficha.cerrado is not None):
        yield "Su ficha no se aclara entre abierto y cerrado."
    if libro.cerrado and ficha.abierto:
        yield "Sus hechos lo cierran y su ficha lo da por abierto."
    if not libro.cerrado and not ficha.abierto and ficha.familia != "dia":  # un día se cierra sin hechos
        yield "Su ficha lo da por cerrado y sus hechos no lo cierran."
    juegan = [persona for persona in libro.agregado.participantes(libro.estado) if _falta(persona, guardado)]
    if juegan:
        yield f"Juegan en él personas que no existen: {_tramos(juegan)}."


def _instantanea(guardado: Guardado, agregado: Agregado[Any], anotadas: Sequence[Anotada]) -> Iterator[str]:
    fila = guardado.instantanea
    if fila is None or fila.esquema != huella(agregado):  # la de otro modelo de estado no se usa
        return
    libro = plegar(agregado, guardado.ficha.flujo, anotadas[: fila.orden])
    dicho = (fila.orden, fila.version, fila.tiradas, fila.frontera, fila.sal)
    if dicho != (libro.orden, libro.version, libro.tiradas, libro.frontera, libro.sal):
        yield "Su instantánea no es de donde dice."
    try:
        igual = agregado.estado.model_validate_json(fila.estado) == libro.estado
    except ValueError:
        yield "Su instantánea no se puede leer."
    else:
        if not igual:
            yield "Su instantánea no coincide con el estado que dan los hechos."


@dataclass
class _Nombrados:
    """Apunta a quién y qué nombra un relato."""

    personas: set[int] = field(default_factory=set)
    textos: set[int] = field(default_factory=set)

    def persona(self, numero: int) -> str:
        self.personas.add(numero)
        return ""

    def texto(self, numero: int) -> str:
        self.textos.add(numero)
        return ""


def _referencias(guardado: Guardado, anotadas: Iterable[Anotada]) -> Iterator[str]:
    nombrados = _Nombrados({persona for persona in guardado.textos.values() if persona is not None})
    for anotada in anotadas:
        nombrados.persona(anotada.autor)
        for hecho in anotada.hechos:
            try:
                hecho.relato(nombrados)
            except FALLOS_AL_PLEGAR as error:
                yield f"Un hecho de la orden {anotada.numero} no se puede contar: {_motivo(error)}."
    if faltan := [persona for persona in nombrados.personas if _falta(persona, guardado)]:
        yield f"Nombra a personas que no existen: {_tramos(faltan)}."
    if faltan := nombrados.textos - guardado.textos.keys():
        yield f"Nombra textos que no existen: {_tramos(faltan)}."
    if sorted(guardado.textos) != list(range(1, len(guardado.textos) + 1)):
        yield f"Sus textos no van seguidos: {_tramos(guardado.textos)}."


def _falta(persona: int, guardado: Guardado) -> bool:
    return persona != SISTEMA and persona not in guardado.personas


def _tramos(numeros: Iterable[int]) -> str:
    """«1 a 4, 6»; «ninguno» si no hay."""
    tramos: list[list[int]] = []
    for numero in sorted(numeros):
        if tramos and numero == tramos[-1][1] + 1:
            tramos[-1][1] = numero
        else:
            tramos.append([numero, numero])
    return ", ".join(f"{a} a {b}" if a != b else str(a) for a, b in tramos) or "ninguno"


def _motivo(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]
