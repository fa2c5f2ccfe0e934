"""Los días de un canal: el flujo de lo que se tira fuera de las partidas, con su cadena de semillas.

Al abrir un día se publican la huella de su semilla y la de la siguiente, y se revela la del anterior. Así la
semilla de cada día estaba comprometida antes de que empezara; la del primero no, y se dice.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import exc, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.azar import nueva_semilla
from servicios.diario import bandeja, flujos, semillas
from servicios.diario.ejecucion import Ejecutor, Resultado
from servicios.diario.esquema import dias
from servicios.diario.esquema import flujos as flujos_
from servicios.diario.esquema import semillas as semillas_
from servicios.diario.flujos import Flujo
from servicios.diario.libros import Libros
from servicios.diario.memoria import Recientes, Turnos
from servicios.diario.motor import Motor
from servicios.errores import ErrorDeDominio, YaHaCambiado
from servicios.hechos import Actor, Agregado, Aviso, Orden
from servicios.reloj import Reloj

INTENTOS = 5
RECORDADOS = 5_000
"""Canales cuyo último día se tiene a mano."""


@dataclass(frozen=True, slots=True)
class Dia:
    """El día abierto de un canal.

    Attributes:
        flujo: su identificador, `<servidor>/dia/<canal>/<fecha>`.
        compromiso: la huella de su semilla. `siguiente`: la de la semilla del día que vendrá.
        anterior: el flujo del día anterior; `None` si este es el primero del canal («sin compromiso previo»).
        semilla_anterior: la semilla ya revelada del día anterior.
        recien_abierto: si lo ha abierto esta misma petición.
    """

    flujo: str
    fecha: date
    compromiso: str
    siguiente: str
    anterior: str | None
    semilla_anterior: bytes | None
    recien_abierto: bool = False

    @property
    def previo(self) -> bool:
        """Si su semilla se comprometió el día anterior."""
        return self.anterior is not None


class Dias:
    """Abre los días y encuentra el de hoy."""

    def __init__(self, motor: Motor, libros: Libros, ejecutor: Ejecutor, reloj: Reloj) -> None:
        self._motor = motor
        self._libros = libros
        self._ejecutor = ejecutor
        self._reloj = reloj
        self._recientes: Recientes[tuple[int, int], Dia] = Recientes(RECORDADOS)
        self._turnos = Turnos()

    async def hoy(self, agregado: Agregado[Any], servidor: int, canal: int, fecha: date) -> Dia:
        """El día del canal; lo abre (y cierra el anterior) si aún no lo está.

        Args:
            agregado: las reglas de los días, de familia `dia`.
            fecha: la de la petición en la zona horaria del servidor. Si es anterior al último día, vale el último.

        Raises:
            AlmacenNoDisponible: si la base no responde.
        """
        # Si lo recordado ya se ha cerrado, lo dirá la orden que se le dé; mientras, se ahorra preguntarlo.
        recordado = self._recientes.leer((servidor, canal))
        if recordado and recordado.fecha >= fecha:
            return recordado
        # En fila: si dos primeras tiradas abrieran a la vez días distintos, ninguno enlazaría con el otro.
        async with self._turnos.de(f"{servidor}/{canal}"):
            return await self._buscar_o_abrir(agregado, servidor, canal, fecha)

    async def _buscar_o_abrir(self, agregado: Agregado[Any], servidor: int, canal: int, fecha: date) -> Dia:
        for _ in range(INTENTOS):
            ultimo = await self.ultimo(servidor, canal)
            if ultimo and ultimo.fecha >= fecha:
                self._recientes.guardar((servidor, canal), ultimo)
                return ultimo
            try:
                return await self._abrir(agregado, servidor, canal, fecha, ultimo)
            except exc.IntegrityError:
                continue  # otra petición lo ha abierto a la vez
        raise YaHaCambiado("Hay muchas órdenes a la vez; vuelve a intentarlo.")

    def vaciar(self) -> None:
        """Olvida los días recordados."""
        self._recientes.vaciar()

    async def ultimo(self, servidor: int, canal: int) -> Dia | None:
        """El último día que se abrió en el canal, sin abrir otro."""
        async with self._motor.leer() as con:
            return await _ultimo(con, servidor, canal)

    async def ejecutar(
        self,
        agregado: Agregado[Any],
        servidor: int,
        canal: int,
        fecha: date,
        orden: Orden,
        actor: Actor,
        origen: str,
    ) -> tuple[Dia, Resultado[Any]]:
        """Da una orden en el día de hoy del canal, abriéndolo si hace falta.

        Args:
            fecha: la de la petición, que ha de ser la misma aunque llegue dos veces: si no, sería de dos días.

        Raises:
            ErrorDeDominio: si las reglas no la permiten.
            AlmacenNoDisponible: si no se ha podido guardar.
        """
        dia = await self.hoy(agregado, servidor, canal, fecha)
        if previo := await self._en_la_vispera(dia, fecha, origen):
            return dia, previo
        try:
            return dia, await self._ejecutor.ejecutar(dia.flujo, orden, actor, origen)
        except ErrorDeDominio:
            self._recientes.olvidar((servidor, canal))
            actual = await self.hoy(agregado, servidor, canal, fecha)
            if actual.flujo == dia.flujo:
                raise
            return actual, await self._ejecutor.ejecutar(actual.flujo, orden, actor, origen)

    async def _en_la_vispera(self, dia: Dia, fecha: date, origen: str) -> Resultado[Any] | None:
        """Lo que ya hizo en el día anterior, si puede ser de él: es de entonces, o se ha cambiado la zona horaria."""
        if dia.anterior is None or not (dia.recien_abierto or fecha < dia.fecha):
            return None
        return await self._ejecutor.ya_dada(dia.anterior, origen)

    async def _abrir(
        self, agregado: Agregado[Any], servidor: int, canal: int, fecha: date, ultimo: Dia | None
    ) -> Dia:
        ahora = self._reloj()
        flujo = f"{servidor}/dia/{canal}/{fecha.isoformat()}"
        async with self._motor.escribir() as con:
            huella = ultimo.siguiente if ultimo else await semillas.guardar(con, nueva_semilla())
            siguiente = await semillas.guardar(con, nueva_semilla())
            ficha = Flujo(
                flujo, agregado.nombre, "dia", servidor, canal, None, huella, True, 0, 0, ahora, ahora, None
            )
            await flujos.abrir(con, ficha, None)
            fila = {
                "servidor": servidor,
                "canal": canal,
                "fecha": fecha,
                "flujo": flujo,
                "anterior": ultimo.flujo if ultimo else None,
                "siguiente": siguiente,
            }
            await con.execute(insert(dias), fila)
            revelada = None
            if ultimo:
                await flujos.cerrar(con, ultimo.flujo, ahora)
                await semillas.revelar(con, ultimo.flujo, ahora)
                secreto = await semillas.leer(con, ultimo.flujo)
                revelada = secreto.semilla if secreto else None
            dia = Dia(flujo, fecha, huella, siguiente, fila["anterior"], revelada, recien_abierto=True)
            await bandeja.encolar(con, flujo, [_aviso(dia)], ahora, fijo=True)
        if ultimo:
            self._libros.olvidar(ultimo.flujo)
        return dia


async def _ultimo(con: AsyncConnection, servidor: int, canal: int) -> Dia | None:
    previo = flujos_.alias("previo")
    consulta = (
        select(dias, flujos_.c.compromiso, semillas_.c.semilla)
        .join(flujos_, flujos_.c.flujo == dias.c.flujo)
        .outerjoin(previo, previo.c.flujo == dias.c.anterior)
        .outerjoin(semillas_, semillas_.c.compromiso == previo.c.compromiso)
        .where(dias.c.servidor == servidor, dias.c.canal == canal)
        .order_by(dias.c.fecha.desc())
        .limit(1)
    )
    fila = (await con.execute(consulta)).one_or_none()
    if fila is None:
        return None
    return Dia(fila.flujo, fila.fecha, fila.compromiso, fila.siguiente, fila.anterior, fila.semilla)


def _aviso(dia: Dia) -> Aviso:
    datos = {
        "compromiso": dia.compromiso,
        "siguiente": dia.siguiente,
        "anterior": dia.anterior,
        "semilla_anterior": dia.semilla_anterior.hex() if dia.semilla_anterior else None,
    }
    return Aviso(clave="dia:abierto", plantilla="dia.abierto", datos=datos)
