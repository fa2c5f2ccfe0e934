"""El diario: la única puerta del almacén. Lo que tiene estado se crea, se ordena y se lee por aquí."""

import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Self

from servicios.azar import Azar, Sorteo
from servicios.deshacer import HECHOS
from servicios.diario import agenda, anotaciones, flujos, recuentos, retencion, semillas, turnos
from servicios.diario.abiertos import Abiertos
from servicios.diario.ajustes import AjustesGuardados, Parametros, ServidoresIdos
from servicios.diario.arranque import preparar
from servicios.diario.bandeja import Bandeja
from servicios.diario.dias import Dias
from servicios.diario.ejecucion import Ejecutor, Resultado
from servicios.diario.flujos import Flujo
from servicios.diario.libros import RECORDADOS, Libros
from servicios.diario.motor import Motor, direccion
from servicios.diario.personas import DatosBorrados, Personas
from servicios.diario.recordatorios import Recordatorios
from servicios.diario.retencion import Retenido
from servicios.errores import ErrorDeDominio, NoExiste
from servicios.hechos import Actor, Agregado, E, Orden
from servicios.libro import Anotada, Libro
from servicios.reloj import Reloj
from servicios.tiradas import Tirada, numerar
from servicios.verificacion import Comprobacion, verificar

registro = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Apunte:
    """Una orden en el historial.

    Attributes:
        tiradas: las que hubo en ella, numeradas.
        efectiva: falso si está deshecha.
    """

    anotada: Anotada
    tiradas: tuple[Tirada, ...]
    efectiva: bool


@dataclass(frozen=True, slots=True)
class Hoja:
    """Lo que se lee de un flujo para enseñarlo: su ficha, su libro y sus textos libres."""

    ficha: Flujo
    libro: Libro[Any]
    textos: Mapping[int, str]


class Diario:
    """Todo lo que se guarda. Se abre con `Diario.abrir`.

    Attributes:
        personas: números de las personas de cada servidor.
        ajustes: lo que cada servidor ha elegido. `parametros`: valores sueltos del programa.
        servidores_idos: los servidores que han echado al bot.
        dias: los flujos de lo que se tira fuera de las partidas.
        bandeja, recordatorios: lo que toma y marca `servicios/avisos.py`.
        motor: para lo que recorre la base entera (copia, comprobación, purga…); nadie más lo usa.
    """

    def __init__(
        self,
        motor: Motor,
        agregados: Iterable[Agregado[Any]],
        reloj: Reloj,
        proceso: str,
        recordados: int = RECORDADOS,
    ) -> None:
        agregados = list(agregados)
        for agregado in agregados:
            if tomados := agregado.hechos.keys() & HECHOS.keys():
                raise ValueError(f"«{agregado.nombre}» usa tipos de hecho reservados: {tomados}")
        self.motor = motor
        self.personas = Personas(motor)
        self.ajustes = AjustesGuardados(motor, reloj)
        self.parametros = Parametros(motor)
        self.servidores_idos = ServidoresIdos(motor, reloj)
        self.bandeja = Bandeja(motor, proceso)
        self.recordatorios = Recordatorios(motor, proceso)
        self._libros = Libros(motor, agregados, recordados)
        self._abiertos = Abiertos(motor)
        self._ejecutor = Ejecutor(motor, self._libros, self._abiertos, reloj)
        self.dias = Dias(motor, self._libros, self._ejecutor, reloj)

    @classmethod
    async def abrir(
        cls,
        url: str | None,
        carpeta: Path,
        agregados: Iterable[Agregado[Any]],
        reloj: Reloj,
        *,
        proceso: str | None = None,
        recordados: int = RECORDADOS,
    ) -> Self:
        """Abre la base, la migra si hace falta y comprueba que se puede escribir.

        Args:
            url: dirección de PostgreSQL o SQLite; sin ella, el archivo `concilio.sqlite3` de `carpeta`.
            agregados: las clases de flujo que el bot sabe llevar.
            proceso: identidad de este proceso en la bandeja; por defecto, una al azar.
            recordados: cuántos flujos guardar en memoria.

        Raises:
            ErrorDePuestaEnMarcha: con una frase que dice por qué no se puede usar. Nada ha cambiado.
        """
        motor = Motor(direccion(url, carpeta))
        try:
            await preparar(motor, reloj())
        except BaseException:  # también si se cancela: sus hilos y conexiones no pueden quedar abiertos
            await motor.cerrar()
            raise
        return cls(motor, agregados, reloj, proceso or secrets.token_hex(8), recordados)

    async def cerrar(self) -> None:
        """Suelta las conexiones."""
        await self.motor.cerrar()

    async def persona(self, servidor: int, discord_id: int) -> int:
        """El número de esa cuenta en ese servidor; se lo da si no lo tenía."""
        return await self.personas.numero(servidor, discord_id)

    async def discord_de(self, servidor: int, numeros: Iterable[int]) -> dict[int, int | None]:
        """La cuenta de cada número; `None` si se borró («Participante borrado»)."""
        return await self.personas.discord_de(servidor, numeros)

    def agregado(self, clase: str) -> Agregado[Any]:
        """Las reglas de esa clase de flujo.

        Raises:
            NoExiste: si este programa no las tiene.
        """
        return self._libros.agregado(clase)

    async def crear(
        self, agregado: Agregado[E], servidor: int, canal: int, orden: Orden, actor: Actor, origen: str
    ) -> Resultado[E]:
        """Abre un flujo con su primera orden, que ya no se deshace. Su compromiso se publica al responder.

        Raises:
            ErrorDeDominio: si la orden no se permite, o el canal ya tiene algo abierto de esa familia.
            AlmacenNoDisponible: si no se ha podido guardar.
        """
        with self._sin_borrados():
            return await self._ejecutor.crear(agregado, servidor, canal, orden, actor, origen)

    async def ejecutar(self, flujo: str, orden: Orden, actor: Actor, origen: str) -> Resultado[Any]:
        """Da una orden a un flujo, suya o común a todos (deshacer, rehacer…).

        Raises:
            ErrorDeDominio: si las reglas no la permiten; nada ha cambiado.
            AlmacenNoDisponible: si no se ha podido guardar.
        """
        with self._sin_borrados():
            return await self._ejecutor.ejecutar(flujo, orden, actor, origen)

    @contextmanager
    def _sin_borrados(self) -> Iterator[None]:
        """Si quien da la orden ha borrado sus datos en otro proceso, olvida su número: al repetirla tendrá otro."""
        try:
            yield
        except DatosBorrados:
            self.personas.vaciar()
            raise

    async def leer(self, flujo: str) -> Libro[Any]:
        """El libro de un flujo, al día.

        Raises:
            NoExiste: si no hay tal flujo.
        """
        async with self._libros.turno(flujo):
            entrada = await self._libros.entrada(flujo)
            await self._libros.poner_al_dia(entrada)
            return entrada.libro

    async def ficha(self, flujo: str) -> Flujo:
        """Cuándo se abrió un flujo, dónde, si sigue abierto, su compromiso…

        Raises:
            NoExiste: si no hay tal flujo.
        """
        ficha = await self.motor.leer_de_una(lambda con: flujos.buscar(con, flujo))
        if ficha is None:
            raise NoExiste("No encuentro esa partida; puede que se haya borrado.")
        return ficha

    async def abierto(self, servidor: int, canal: int, familia: str) -> Flujo | None:
        """La partida o el torneo que hay abierto en un canal (`familia`: `partida` o `torneo`)."""
        return await self._abiertos.en(servidor, canal, familia)

    async def buscar(
        self,
        servidor: int,
        *,
        clases: Iterable[str] = (),
        canal: int | None = None,
        abierto: bool | None = None,
        limite: int = 25,
    ) -> list[Flujo]:
        """Los flujos de un servidor, los movidos hace menos primero."""
        async with self.motor.leer() as con:
            return await flujos.del_servidor(
                con, servidor, clases=tuple(clases), canal=canal, abierto=abierto, limite=limite
            )

    async def historial(self, flujo: str, *, hasta: int | None = None, limite: int | None = None) -> list[Apunte]:
        """Las órdenes de un flujo, de la más antigua a la más reciente, con las deshechas.

        Args:
            hasta: número de la última que se quiere; sin él, la última de todas.
            limite: cuántas, contando hacia atrás; sin él, todas.
        """
        ficha = await self.ficha(flujo)
        ultima = ficha.orden if hasta is None else min(hasta, ficha.orden)
        tras = 0 if limite is None else max(0, ultima - limite)
        agregado = self._libros.agregado(ficha.clase)
        async with self.motor.leer() as con:
            deshechas = await anotaciones.deshechas(con, flujo, tras)
            numeradas = await anotaciones.leer_numeradas(con, agregado, flujo, tras=tras, hasta=ultima)
        return [
            Apunte(anotada, numerar(flujo, previas, anotada.hechos), anotada.numero not in deshechas)
            for anotada, previas in numeradas
        ]

    async def hoja(self, flujo: str) -> Hoja:
        """La ficha, el libro y los textos de un flujo, al día y en una sola lectura.

        Raises:
            NoExiste: si no hay tal flujo.
        """
        async with self._libros.turno(flujo):
            entrada = await self._libros.entrada(flujo)
            await self._libros.poner_al_dia(entrada)
            return Hoja(entrada.ficha, entrada.libro, dict(entrada.textos))

    async def textos(self, flujo: str) -> Mapping[int, str]:
        """Los textos libres de un flujo, por número; los borrados no están."""
        async with self._libros.turno(flujo):
            entrada = await self._libros.entrada(flujo)
            await self._libros.poner_al_dia(entrada)
            return dict(entrada.textos)

    async def compromiso(self, flujo: str) -> str:
        """El SHA-256 de la semilla del flujo, en hexadecimal."""
        return (await self.ficha(flujo)).compromiso

    async def semilla_revelada(self, flujo: str) -> bytes | None:
        """La semilla del flujo, si ya se cerró; `None` mientras es secreta."""
        async with self.motor.leer() as con:
            secreto = await semillas.leer(con, flujo)
        return secreto.semilla if secreto and secreto.revelada else None

    async def verificar(self, flujo: str) -> tuple[Comprobacion, ...]:
        """Todas las tiradas de un flujo cerrado, recalculadas desde su semilla.

        Raises:
            ErrorDeDominio: si su semilla aún es secreta.
        """
        semilla = await self.semilla_revelada(flujo)
        if semilla is None:
            raise ErrorDeDominio("La semilla aún es secreta: se publica al cerrar, y entonces se comprueba.")
        return verificar(flujo, [apunte.anotada for apunte in await self.historial(flujo)], semilla)

    async def azar(self, flujo: str, etiqueta: str) -> Azar:
        """Una fuente de azar del flujo, para enseñar a alguien en privado lo que aún no es un hecho.

        Da lo mismo que dará la orden que más tarde lo revele con la misma etiqueta.
        """
        async with self._libros.turno(flujo):
            entrada = await self._libros.entrada(flujo)
        return Azar(entrada.semilla, flujo, etiqueta, entrada.libro.sal)

    async def proxima_hora(self) -> datetime | None:
        """Cuándo vence lo próximo que hay que atender (quizá ya); `None` si no hay nada pendiente."""
        return await self.motor.leer_de_una(agenda.proxima)

    async def sorteos_del_canal(self, servidor: int, canal: int) -> list[Sorteo]:
        """Lo que ha salido últimamente en un canal, deshecho incluido, el sorteo más reciente primero."""
        async with self.motor.leer() as con:
            return await recuentos.sorteos_del_canal(con, servidor, canal)

    async def reservar_turno(self, clave: str, ahora: datetime, cada: timedelta) -> timedelta:
        """Cuánto falta para el turno que se acaba de reservar en una fila común a todos los procesos."""
        return await turnos.reservar(self.motor, clave, ahora, cada)

    async def retenido(self, servidor: int) -> Retenido:
        """Lo que una copia restaurada debía en un servidor y espera permiso para salir."""
        return await retencion.retenido(self.motor, servidor)

    async def soltar(self, servidor: int, ahora: datetime) -> Retenido:
        """«Enviar lo pendiente»: deja salir lo retenido en un servidor. Devuelve cuánto era."""
        return await retencion.soltar(self.motor, servidor, ahora)

    def olvidar_lo_recordado(self) -> None:
        """Vacía la memoria: lo siguiente se leerá de la base (tras borrar datos o restaurar una copia)."""
        self._libros.vaciar()
        self._abiertos.vaciar()
        self.personas.vaciar()
        self.ajustes.vaciar()
        self.dias.vaciar()
