"""Las personas: en cada servidor, un número por cuenta de Discord. Los hechos solo llevan el número."""

from collections.abc import Iterable

from sqlalchemy import bindparam, exc, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.esquema import personas
from servicios.diario.memoria import Recientes, Turnos
from servicios.diario.motor import Motor
from servicios.errores import AlmacenNoDisponible, YaHaCambiado

RECORDADAS = 10_000
_CUENTA = (
    select(personas.c.discord_id)
    .where(personas.c.servidor == bindparam("s"), personas.c.numero == bindparam("n"))
    .with_for_update(read=True, key_share=True)
)
INTENTOS = 10


class DatosBorrados(YaHaCambiado):
    """La persona acaba de borrar sus datos: su número ya no es de nadie, y lo nuevo no puede quedar a su nombre."""

    def __init__(self) -> None:
        super().__init__("Acabas de borrar tus datos. Vuelve a intentarlo.")


async def comprobar_autor(con: AsyncConnection, servidor: int, numero: int) -> None:
    """Comprueba que quien da una orden no ha borrado sus datos, quizá en otro proceso, desde que se leyó su número.

    Y que no los borre hasta que la orden esté escrita: lo que ella escriba también se ha de borrar. Va antes que todo lo
    demás de la transacción, en el mismo orden en que los reserva quien borra.

    Raises:
        DatosBorrados: si los ha borrado.
    """
    guardada = (await con.execute(_CUENTA, {"s": servidor, "n": numero})).one_or_none()
    if guardada is not None and guardada.discord_id is None:
        raise DatosBorrados


class Personas:
    """Da el número de cada cuenta y, si no se ha borrado, la cuenta de cada número."""

    def __init__(self, motor: Motor) -> None:
        self._motor = motor
        self._numeros: Recientes[tuple[int, int], int] = Recientes(RECORDADAS)
        self._turnos = Turnos()

    async def numero(self, servidor: int, discord_id: int) -> int:
        """El número de esa cuenta en ese servidor, de 1 en adelante; se lo da si no lo tenía.

        Raises:
            AlmacenNoDisponible: si la base no responde.
        """
        clave = (servidor, discord_id)
        if (recordado := self._numeros.leer(clave)) is not None:
            return recordado
        async with self._turnos.de(str(servidor)):
            for _ in range(INTENTOS):
                numero = await self._buscar(servidor, discord_id) or await self._dar(servidor, discord_id)
                if numero is not None:
                    self._numeros.guardar(clave, numero)
                    return numero
        raise AlmacenNoDisponible

    async def _buscar(self, servidor: int, discord_id: int) -> int | None:
        consulta = select(personas.c.numero).where(
            personas.c.servidor == servidor, personas.c.discord_id == discord_id
        )
        return await self._motor.leer_de_una(lambda con: con.scalar(consulta))

    async def _dar(self, servidor: int, discord_id: int) -> int | None:
        """Un número nuevo, o `None` si otra petición se ha adelantado con el número o con la cuenta."""
        ultimo = select(func.max(personas.c.numero)).where(personas.c.servidor == servidor)
        try:
            async with self._motor.escribir() as con:
                numero = (await con.scalar(ultimo) or 0) + 1
                fila = {"servidor": servidor, "numero": numero, "discord_id": discord_id}
                await con.execute(insert(personas), fila)
        except exc.IntegrityError:
            return None
        return numero

    async def discord_de(self, servidor: int, numeros: Iterable[int]) -> dict[int, int | None]:
        """La cuenta de cada número; `None` si se borró («Participante borrado»)."""
        pedidos = set(numeros)
        consulta = select(personas.c.numero, personas.c.discord_id).where(
            personas.c.servidor == servidor, personas.c.numero.in_(pedidos)
        )

        async def tarea(con: AsyncConnection) -> dict[int, int | None]:
            return {fila.numero: fila.discord_id for fila in await con.execute(consulta)}

        conocidas = await self._motor.leer_de_una(tarea)
        return {numero: conocidas.get(numero) for numero in pedidos}

    def vaciar(self) -> None:
        """Olvida los números recordados."""
        self._numeros.vaciar()
