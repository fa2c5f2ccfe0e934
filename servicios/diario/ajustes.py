"""Lo que se guarda fuera de los flujos: los ajustes de cada servidor, los del programa y quién se ha ido."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import delete, exc, insert, select, update

from servicios.diario.esquema import ajustes, parametros, servidores_idos
from servicios.diario.memoria import Recientes, Turnos
from servicios.diario.motor import Motor, fijar
from servicios.reloj import Reloj

RECORDADOS = 5_000


class AjustesGuardados:
    """Los valores que cada servidor ha elegido, como un objeto JSON que interpreta quien los usa."""

    def __init__(self, motor: Motor, reloj: Reloj) -> None:
        self._motor = motor
        self._reloj = reloj
        self._recientes: Recientes[int, dict[str, Any]] = Recientes(RECORDADOS)
        self._turnos = Turnos()

    async def leer(self, servidor: int) -> dict[str, Any]:
        """Lo elegido en ese servidor; vacío si nada."""
        valores = self._recientes.leer(servidor)
        if valores is None:
            async with self._turnos.de(str(servidor)):  # para no recordar lo de antes de un cambio a medio guardar
                valores = await self._cargar(servidor)
        return dict(valores)

    async def guardar(self, servidor: int, valores: Mapping[str, Any]) -> None:
        """Sustituye lo elegido en ese servidor."""
        async with self._turnos.de(str(servidor)):
            await self._guardar(servidor, valores)

    async def cambiar(self, servidor: int, cambio: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
        """Sustituye lo elegido por lo que dé `cambio` a partir de ello: dos cambios a la vez no se pisan."""
        async with self._turnos.de(str(servidor)):
            await self._guardar(servidor, cambio(dict(await self._cargar(servidor))))

    async def _cargar(self, servidor: int) -> dict[str, Any]:
        consulta = select(ajustes.c.valores).where(ajustes.c.servidor == servidor)
        valores = await self._motor.leer_de_una(lambda con: con.scalar(consulta)) or {}
        self._recientes.guardar(servidor, valores)
        return valores

    async def _guardar(self, servidor: int, valores: Mapping[str, Any]) -> None:
        self._recientes.olvidar(servidor)
        async with self._motor.escribir() as con:
            fila = {"valores": dict(valores), "cambiado": self._reloj()}
            await fijar(con, ajustes, {"servidor": servidor}, fila)
        self._recientes.guardar(servidor, dict(valores))

    def vaciar(self) -> None:
        """Olvida los valores recordados."""
        self._recientes.vaciar()


class Parametros:
    """Valores sueltos del programa, por clave (la huella de los comandos publicados)."""

    def __init__(self, motor: Motor) -> None:
        self._motor = motor

    async def leer(self, clave: str) -> str | None:
        consulta = select(parametros.c.valor).where(parametros.c.clave == clave)
        return await self._motor.leer_de_una(lambda con: con.scalar(consulta))

    async def guardar(self, clave: str, valor: str) -> None:
        async with self._motor.escribir() as con:
            await fijar(con, parametros, {"clave": clave}, {"valor": valor})

    async def reclamar(self, clave: str, valor: str) -> bool:
        """Sube el valor si el que hay es menor (o no hay). Verdadero solo para un proceso entre todos."""
        menor = (parametros.c.clave == clave) & (parametros.c.valor < valor)
        try:
            async with self._motor.escribir() as con:
                if (await con.execute(update(parametros).where(menor).values(valor=valor))).rowcount:
                    return True
                if await con.scalar(select(parametros.c.valor).where(parametros.c.clave == clave)) is None:
                    await con.execute(insert(parametros), {"clave": clave, "valor": valor})
                    return True
        except exc.IntegrityError:  # otro lo acaba de estrenar
            return False
        return False


class ServidoresIdos:
    """Los servidores que han echado al bot: sus datos se guardan un tiempo y después se borran."""

    def __init__(self, motor: Motor, reloj: Reloj) -> None:
        self._motor = motor
        self._reloj = reloj

    async def anotar(self, servidor: int) -> None:
        """El bot ya no está en ese servidor. Repetirlo no cambia desde cuándo."""
        async with self._motor.escribir() as con:
            ya = select(servidores_idos.c.desde).where(servidores_idos.c.servidor == servidor)
            if await con.scalar(ya) is None:
                await fijar(con, servidores_idos, {"servidor": servidor}, {"desde": self._reloj()})

    async def olvidar(self, servidor: int) -> None:
        """El bot ha vuelto a ese servidor (o sus datos ya se han borrado)."""
        async with self._motor.escribir() as con:
            await con.execute(delete(servidores_idos).where(servidores_idos.c.servidor == servidor))
