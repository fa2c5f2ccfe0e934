"""Los libros que el diario tiene a mano: cargados de la base cuando hacen falta, y puestos al día si otro
proceso se ha adelantado."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario import anotaciones, flujos, instantaneas, semillas, textos
from servicios.diario.flujos import Flujo
from servicios.diario.memoria import Recientes, Turnos
from servicios.diario.motor import Motor
from servicios.errores import NoExiste
from servicios.hechos import Agregado, Debido
from servicios.libro import Anotada, FaltaHistoria, Libro
from servicios.plegado import plegar

RECORDADOS = 1_000
"""Flujos en memoria. El que no cabe se vuelve a cargar cuando hace falta."""


@dataclass
class Entrada:
    """Un flujo en memoria.

    Attributes:
        instantanea: versión de su última instantánea.
        debido: lo que la base tiene apuntado que se debe; `None` si no se ha mirado aún.
    """

    ficha: Flujo
    libro: Libro[Any]
    semilla: bytes = field(repr=False)
    textos: dict[int, str] = field(default_factory=dict, repr=False)
    ultimo_texto: int = 0
    instantanea: int = 0
    debido: Debido | None = None


class Libros:
    """Carga, recuerda y pone al día los libros de los flujos."""

    def __init__(self, motor: Motor, agregados: Iterable[Agregado[Any]], maximo: int = RECORDADOS) -> None:
        self._motor = motor
        self._agregados: Mapping[str, Agregado[Any]] = {agregado.nombre: agregado for agregado in agregados}
        self._recientes: Recientes[str, Entrada] = Recientes(maximo)
        self._turnos = Turnos()

    def __len__(self) -> int:
        return len(self._recientes)

    def agregado(self, clase: str) -> Agregado[Any]:
        """Las reglas de esa clase.

        Raises:
            NoExiste: si este programa no las tiene.
        """
        if clase not in self._agregados:
            raise NoExiste("Este bot no sabe llevar esa clase de partida.", f"Clase: «{clase}».")
        return self._agregados[clase]

    def turno(self, flujo: str) -> asyncio.Lock:
        """El cerrojo del flujo en este proceso: lo tiene quien usa o cambia su entrada."""
        return self._turnos.de(flujo)

    def recordar(self, entrada: Entrada) -> None:
        self._recientes.guardar(entrada.ficha.flujo, entrada)

    def olvidar(self, flujo: str) -> None:
        """Saca un flujo de la memoria (se han borrado textos suyos, por ejemplo)."""
        self._recientes.olvidar(flujo)

    def vaciar(self) -> None:
        self._recientes.vaciar()

    async def entrada(self, flujo: str) -> Entrada:
        """El flujo en memoria; si no está, se carga.

        Raises:
            NoExiste: si no hay tal flujo.
        """
        recordada = self._recientes.leer(flujo)
        if recordada is not None:
            return recordada
        entrada = await self._motor.leer_de_una(partial(self._cargar, flujo))
        self.recordar(entrada)
        return entrada

    async def _cargar(self, flujo: str, con: AsyncConnection) -> Entrada:
        ficha = await _ficha(con, flujo)
        agregado = self.agregado(ficha.clase)
        secreto = await semillas.leer(con, flujo)
        if secreto is None:
            raise NoExiste("No encuentro la semilla de esa partida.", "Avisa a quien lleva el bot.")
        base = await instantaneas.leer(con, agregado, flujo)
        libro = await _continuar(con, base)
        guardados, ultimo = await textos.leer(con, flujo)
        return Entrada(ficha, libro, secreto.semilla, guardados, ultimo, instantanea=base.version)

    async def poner_al_dia(self, entrada: Entrada) -> bool:
        """Lee lo que otro proceso haya añadido. Verdadero si había algo."""
        novedad = await self._motor.leer_de_una(partial(_novedad, entrada))
        if novedad is None:
            return False
        entrada.ficha, entrada.libro, (nuevos, entrada.ultimo_texto) = novedad
        entrada.textos.update(nuevos)
        entrada.debido = None
        return True

    async def replegar(self, entrada: Entrada) -> None:
        """Rehace el libro desde la primera orden, para que recuerde pasos más antiguos."""
        entrada.ficha, entrada.libro = await self._motor.leer_de_una(partial(_desde_el_principio, entrada))

    async def hasta(self, flujo: str, orden: int) -> tuple[Libro[Any], Libro[Any], Anotada]:
        """El libro justo antes y justo después de una orden, y la orden."""

        async def tarea(con: AsyncConnection) -> tuple[Agregado[Any], list[Anotada]]:
            agregado = self.agregado((await _ficha(con, flujo)).clase)
            return agregado, await anotaciones.leer(con, agregado, flujo, hasta=orden)

        agregado, anotadas = await self._motor.leer_de_una(tarea)
        return plegar(agregado, flujo, anotadas[:-1]), plegar(agregado, flujo, anotadas), anotadas[-1]


async def _ficha(con: AsyncConnection, flujo: str) -> Flujo:
    ficha = await flujos.buscar(con, flujo)
    if ficha is None:
        raise NoExiste("No encuentro esa partida; puede que se haya borrado.")
    return ficha


async def _novedad(
    entrada: Entrada, con: AsyncConnection
) -> tuple[Flujo, Libro[Any], tuple[dict[int, str], int]] | None:
    """Lo que otro proceso haya añadido desde lo que se recuerda; `None` si nada."""
    flujo = entrada.ficha.flujo
    ficha = await _ficha(con, flujo)
    if (ficha.version, ficha.orden, ficha.abierto) == _punto(entrada):
        return None
    libro = await _continuar(con, entrada.libro)
    return ficha, libro, await textos.leer(con, flujo, tras=entrada.ultimo_texto)


async def _desde_el_principio(entrada: Entrada, con: AsyncConnection) -> tuple[Flujo, Libro[Any]]:
    ficha = await _ficha(con, entrada.ficha.flujo)
    return ficha, await _plegado(con, entrada.libro.agregado, ficha.flujo)


async def _continuar(con: AsyncConnection, libro: Libro[Any]) -> Libro[Any]:
    if libro.orden == 0:
        return await _plegado(con, libro.agregado, libro.flujo)
    nuevas = await anotaciones.leer(con, libro.agregado, libro.flujo, tras=libro.orden)
    try:
        return reduce(Libro.anotar, nuevas, libro)
    except FaltaHistoria:
        return await _plegado(con, libro.agregado, libro.flujo)


async def _plegado(con: AsyncConnection, agregado: Agregado[Any], flujo: str) -> Libro[Any]:
    return plegar(agregado, flujo, await anotaciones.leer(con, agregado, flujo))


def _punto(entrada: Entrada) -> tuple[int, int, bool]:
    return entrada.libro.version, entrada.libro.orden, entrada.ficha.abierto


def avanzada(ficha: Flujo, libro: Libro[Any], anotada: Anotada) -> Flujo:
    """La ficha después de una orden."""
    return replace(
        ficha,
        canal=libro.agregado.canal(libro.estado) or ficha.canal,
        version=libro.version,
        orden=libro.orden,
        movido=anotada.momento,
        abierto=not libro.cerrado,
        cerrado=anotada.momento if libro.cerrado else None,
    )
