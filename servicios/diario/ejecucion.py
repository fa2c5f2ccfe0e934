"""Ejecutar órdenes: cargar → decidir → guardar todo en una transacción → plegar.

Quien llega segundo, en este proceso o en otro, decide otra vez sobre lo que haya dejado el primero. La misma
orden entregada dos veces (mismo origen) tiene un solo efecto y da el mismo resultado.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic

from sqlalchemy import exc
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.azar import Azar, compromiso, nueva_semilla
from servicios.deshacer import leer_hecho
from servicios.diario import anotaciones, flujos, instantaneas, semillas, textos
from servicios.diario.abiertos import Abiertos
from servicios.diario.deudas import saldar
from servicios.diario.flujos import Flujo
from servicios.diario.libros import Entrada, Libros, avanzada
from servicios.diario.motor import ConexionPerdida, Motor
from servicios.diario.personas import comprobar_autor
from servicios.errores import AlmacenNoDisponible, ErrorDeDominio, YaHaCambiado
from servicios.hechos import Actor, Agregado, Contexto, Debido, E, Hecho, Orden, Textos
from servicios.libro import Anotada, FaltaHistoria, Libro, nuevo
from servicios.reloj import Reloj
from servicios.tiradas import Tirada, numerar

INTENTOS = 8
ORIGEN = re.compile(r"[A-Za-z0-9:._-]{1,100}")


class Adelantado(YaHaCambiado):
    """Alguien ha anotado otra orden en el flujo desde que se decidió esta."""

    def __init__(self) -> None:
        super().__init__("Hay muchas órdenes a la vez; vuelve a intentarlo.")


@dataclass(frozen=True)
class Resultado(Generic[E]):
    """Lo que ha hecho una orden.

    Attributes:
        flujo: identificador del flujo.
        antes: el libro justo antes de la orden. `libro`: justo después.
        anotada: la orden, con su número, su instante y sus hechos.
        tiradas: las que hubo en ella, con su número y su código.
        repetido: si la orden ya se había dado (mismo origen) y esto es lo que hizo entonces.
    """

    flujo: str
    antes: Libro[E]
    libro: Libro[E]
    anotada: Anotada
    tiradas: tuple[Tirada, ...]
    repetido: bool = False

    @property
    def estado(self) -> E:
        return self.libro.estado

    @property
    def hechos(self) -> tuple[Hecho, ...]:
        return self.anotada.hechos

    @property
    def orden(self) -> int:
        return self.anotada.numero


@dataclass(frozen=True)
class _Decision:
    """Una orden decidida y sin guardar."""

    antes: Libro[Any]
    libro: Libro[Any]
    anotada: Anotada
    textos: Textos


class Ejecutor:
    """Da órdenes a los flujos, y abre flujos nuevos."""

    def __init__(self, motor: Motor, libros: Libros, abiertos: Abiertos, reloj: Reloj) -> None:
        self._motor = motor
        self._libros = libros
        self._abiertos = abiertos
        self._reloj = reloj

    async def ejecutar(self, flujo: str, orden: Orden, actor: Actor, origen: str) -> Resultado[Any]:
        """Da una orden a un flujo.

        Raises:
            ErrorDeDominio: si las reglas no la permiten; nada ha cambiado.
            AlmacenNoDisponible: si no se ha podido guardar.
        """
        comprobar_origen(origen)
        async with self._libros.turno(flujo):
            entrada = await self._libros.entrada(flujo)
            perdida, conflicto = False, None
            for _ in range(INTENTOS):
                conflicto = None  # el de la vuelta anterior ya no dice nada: ahora se decide sobre otra cosa
                try:
                    if resultado := await self._intentar(entrada, orden, actor, origen):
                        return resultado
                except ConexionPerdida:
                    # No se sabe si llegó a guardarse: al repetirla, su origen lo dirá.
                    if perdida:
                        raise
                    perdida = True
                except exc.IntegrityError as error:
                    conflicto = error  # otro flujo ha llegado antes al mismo sitio: al repetirla se verá
        raise conflicto or Adelantado

    async def _intentar(self, entrada: Entrada, orden: Orden, actor: Actor, origen: str) -> Resultado[Any] | None:
        """Un intento; `None` si el libro iba atrasado o le faltaba historia, y hay que decidir otra vez."""
        try:
            decision = self._decidir(entrada, orden, actor, origen)
            await self._guardar(entrada, decision)
        except FaltaHistoria:
            await self._libros.replegar(entrada)
            return None
        except AlmacenNoDisponible:
            raise
        except (ErrorDeDominio, exc.IntegrityError):
            # Antes de negarse: puede ser una repetición, o que otro proceso se haya adelantado.
            if previo := await self.ya_dada(entrada.ficha.flujo, origen):
                return previo
            if not await self._libros.poner_al_dia(entrada):
                raise
            return None
        return _resultado(decision)

    def _decidir(self, entrada: Entrada, orden: Orden, actor: Actor, origen: str) -> _Decision:
        if not entrada.ficha.abierto:
            raise ErrorDeDominio("Esto ya está cerrado y no admite cambios.", "Lo cerrado no se reabre.")
        anotables = Textos(entrada.textos, entrada.ultimo_texto)
        azar = Azar(entrada.semilla, entrada.ficha.flujo, origen, entrada.libro.sal)
        contexto = Contexto(actor, self._reloj(), azar, origen, anotables)
        return _decidir(entrada.libro, orden, contexto)

    async def _guardar(self, entrada: Entrada, decision: _Decision) -> None:
        debido = decision.libro.debido
        antes, libro, ahora = decision.antes, decision.libro, decision.anotada.momento
        fotografia = instantaneas.toca(libro, entrada.instantanea)

        async def tarea(con: AsyncConnection) -> None:
            await comprobar_autor(con, entrada.ficha.servidor, decision.anotada.autor)
            avanza = await flujos.avanzar(
                con,
                libro.flujo,
                (antes.version, antes.orden),
                (libro.version, libro.orden),
                ahora,
                cerrar=libro.cerrado,
            )
            if not avanza:
                raise Adelantado
            if canal := _otro_canal(entrada.ficha, libro):
                await _mudar(con, entrada.ficha, canal)
            await _anotar(con, decision, entrada.debido, debido)
            if fotografia:
                await instantaneas.guardar(con, libro)

        ficha = avanzada(entrada.ficha, libro, decision.anotada)
        try:
            await self._motor.escribir_de_una(tarea)
        finally:  # si se corta, puede que se haya guardado
            if ficha.canal != entrada.ficha.canal:
                self._abiertos.ha_llegado(ficha)
        entrada.ficha, entrada.libro, entrada.debido = ficha, libro, debido
        entrada.instantanea = libro.version if fotografia else entrada.instantanea
        _recordar_textos(entrada, decision.textos)

    async def ya_dada(self, flujo: str, origen: str) -> Resultado[Any] | None:
        """Lo que hizo la orden con ese origen, si ya se dio en el flujo."""
        numero = await self._motor.leer_de_una(lambda con: anotaciones.por_origen(con, flujo, origen))
        return None if numero is None else await self._repetido(flujo, numero)

    async def _repetido(self, flujo: str, numero: int) -> Resultado[Any]:
        antes, libro, anotada = await self._libros.hasta(flujo, numero)
        return Resultado(
            flujo, antes, libro, anotada, numerar(flujo, antes.tiradas, anotada.hechos), repetido=True
        )

    async def crear(
        self, agregado: Agregado[E], servidor: int, canal: int, orden: Orden, actor: Actor, origen: str
    ) -> Resultado[E]:
        """Abre un flujo: saca su semilla, decide su primera orden y lo guarda todo a la vez.

        Raises:
            ErrorDeDominio: si la orden no se permite, o el canal ya tiene algo abierto de esa familia.
            AlmacenNoDisponible: si no se ha podido guardar.
        """
        comprobar_origen(origen)
        agregado = self._libros.agregado(agregado.nombre)
        semilla = nueva_semilla()
        error: exc.IntegrityError | None = None
        for _ in range(INTENTOS):
            previo, ocupado, numero = await self._motor.leer_de_una(
                partial(_antes_de_abrir, servidor, canal, agregado, origen)
            )
            if previo:
                return await self._repetido(previo.flujo, 1)
            if ocupado and agregado.familia != "dia":
                self._abiertos.ha_llegado(ocupado)
                raise _ocupado(ocupado)
            ficha = self._ficha_nueva(agregado, servidor, canal, numero, compromiso(semilla))
            contexto = Contexto(actor, ficha.creado, Azar(semilla, ficha.flujo, origen), origen)
            decision = _decidir(nuevo(agregado, ficha.flujo), orden, contexto)
            try:
                return await self._abrir(ficha, semilla, decision)
            except exc.IntegrityError as conflicto:
                error = conflicto
        raise Adelantado from error

    def _ficha_nueva(self, agregado: Agregado[Any], servidor: int, canal: int, numero: int, huella: str) -> Flujo:
        ahora = self._reloj()
        return Flujo(
            flujo=f"{servidor}/{agregado.nombre}/{numero}",
            clase=agregado.nombre,
            familia=agregado.familia,
            servidor=servidor,
            canal=canal,
            numero=numero,
            compromiso=huella,
            abierto=True,
            version=0,
            orden=0,
            creado=ahora,
            movido=ahora,
            cerrado=None,
        )

    async def _abrir(self, ficha: Flujo, semilla: bytes, decision: _Decision) -> Resultado[Any]:
        abierta = avanzada(ficha, decision.libro, decision.anotada)
        debido = decision.libro.debido

        async def tarea(con: AsyncConnection) -> None:
            await comprobar_autor(con, ficha.servidor, decision.anotada.autor)
            await semillas.guardar(con, semilla)
            await flujos.abrir(con, abierta, decision.anotada.origen)
            await _anotar(con, decision, Debido(), debido)

        try:
            await self._motor.escribir_de_una(tarea)
        finally:  # si se corta, puede que se haya guardado
            self._abiertos.ha_llegado(abierta)
        entrada = Entrada(abierta, decision.libro, semilla, debido=debido)
        _recordar_textos(entrada, decision.textos)
        self._libros.recordar(entrada)
        return _resultado(decision)


async def _antes_de_abrir(
    servidor: int, canal: int, agregado: Agregado[Any], origen: str, con: AsyncConnection
) -> tuple[Flujo | None, Flujo | None, int]:
    """Lo que ya abrió esta orden, lo que ocupa el canal y el número que le toca."""
    previo = await flujos.por_origen(con, servidor, origen)
    ocupado = await flujos.abierto_en(con, servidor, canal, agregado.familia)
    return previo, ocupado, await flujos.siguiente_numero(con, servidor, agregado.nombre)


def comprobar_origen(origen: str) -> None:
    """Raises: ValueError si el origen no vale como etiqueta de azar (ASCII, sin `|`)."""
    if not ORIGEN.fullmatch(origen):
        raise ValueError(f"origen no válido: {origen!r}")


def _decidir(antes: Libro[Any], orden: Orden, contexto: Contexto) -> _Decision:
    hechos = antes.decidir(orden, contexto)
    # Se pliega lo que se leerá, no lo que se ha decidido: así el estado es siempre el de los hechos guardados.
    leidos = tuple(leer_hecho(antes.agregado.hechos, hecho.tipo, Agregado.escribir(hecho)) for hecho in hechos)
    anotada = Anotada(antes.orden + 1, contexto.actor.persona, contexto.ahora, contexto.origen, leidos)
    return _Decision(antes, antes.anotar(anotada), anotada, contexto.textos)


async def _mudar(con: AsyncConnection, ficha: Flujo, canal: int) -> None:
    """Lleva el flujo a otro canal con la misma orden que lo pide.

    Raises:
        ErrorDeDominio: si allí ya hay otro de su familia.
    """
    if ocupado := await flujos.abierto_en(con, ficha.servidor, canal, ficha.familia):
        raise _ocupado(ocupado, "En ese canal")
    await flujos.mover(con, ficha.flujo, canal)


async def _anotar(con: AsyncConnection, decision: _Decision, antes: Debido | None, despues: Debido) -> None:
    flujo, ahora = decision.libro.flujo, decision.anotada.momento
    await anotaciones.escribir(con, decision.antes, decision.anotada)
    await textos.guardar(con, flujo, decision.textos.nuevos)
    await saldar(con, flujo, antes, despues, ahora)
    if decision.libro.cerrado:
        await semillas.revelar(con, flujo, ahora)


def _recordar_textos(entrada: Entrada, anotados: Textos) -> None:
    entrada.textos.update({numero: texto for numero, (texto, _) in anotados.nuevos.items()})
    entrada.ultimo_texto = anotados.ultimo


def _resultado(decision: _Decision) -> Resultado[Any]:
    tiradas: Sequence[Tirada] = numerar(decision.libro.flujo, decision.antes.tiradas, decision.anotada.hechos)
    return Resultado(decision.libro.flujo, decision.antes, decision.libro, decision.anotada, tuple(tiradas))


def _otro_canal(ficha: Flujo, libro: Libro[Any]) -> int | None:
    canal = libro.agregado.canal(libro.estado)
    return None if canal == ficha.canal else canal


def _ocupado(ficha: Flujo, donde: str = "En este canal") -> ErrorDeDominio:
    frase = {
        "torneo": f"{donde} ya hay un torneo abierto. Ciérralo antes, o usa otro canal u otro hilo.",
        "partida": f"{donde} ya hay una partida abierta. Ciérrala antes, o usa otro canal u otro hilo.",
    }[ficha.familia]
    return ErrorDeDominio(frase, "En un canal caben a la vez una partida y un torneo.")
