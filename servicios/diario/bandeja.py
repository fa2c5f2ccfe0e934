"""La bandeja de salida: los mensajes que se deben, escritos en la misma transacción que los hechos.

La vida de una fila::

    pendiente ─► enviando ─► enviado ─► por_anular ─► anulado
        │            └─► dudoso (no se sabe si llegó) · pendiente (seguro que no llegó) · fallido (no puede llegar)
        ├─► caducado: llevaba demasiado esperando; se resume con otros en un solo mensaje
        └─► cancelado: dejó de deberse antes de enviarse
    retenido ─► pendiente: viene de una copia restaurada y espera a que alguien lo suelte (retencion.py)

Una fila viva por clave: mientras la haya, deber lo mismo no crea otra.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, case, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.esquema import bandeja, flujos
from servicios.diario.motor import Motor
from servicios.hechos import Aviso

PLAZO_DE_ENVIO = timedelta(minutes=5)
"""Pasado este tiempo «enviando», Discord ya no recuerda el nonce: hay que buscar el mensaje antes de repetir."""


RESUMEN, DUDA = "atrasados:", "dudoso:"
INACTIVIDAD = "inactividad:"
SIN_RESUMEN = (RESUMEN, DUDA, INACTIVIDAD)
"""Cómo empieza la clave de lo que habla de otros avisos, y un resumen no se resume a su vez, o de lo que se repetirá."""


class Estado(StrEnum):
    PENDIENTE = "pendiente"
    RETENIDO = "retenido"
    ENVIANDO = "enviando"
    ENVIADO = "enviado"
    DUDOSO = "dudoso"
    FALLIDO = "fallido"
    CADUCADO = "caducado"
    POR_ANULAR = "por_anular"
    ANULADO = "anulado"
    CANCELADO = "cancelado"


MUERTOS = (Estado.ANULADO, Estado.CANCELADO)


@dataclass(frozen=True, slots=True)
class Mensaje:
    """Un mensaje de Discord: su canal y su identificador."""

    canal: int
    id: int


@dataclass(frozen=True, slots=True)
class Envio:
    """Una fila tomada por este proceso: qué se envía y adónde.

    Attributes:
        id: número de la fila; va en el `nonce` y en un `custom_id` del mensaje.
        canal: el del flujo; `aviso.destino` puede apartarse de él.
        intentos: cuántas veces se había tomado antes de esta.
        mensaje: el ya enviado, si lo hay (para anularlo).
    """

    id: int
    flujo: str
    servidor: int
    canal: int
    aviso: Aviso
    creado: datetime
    intentos: int
    mensaje: Mensaje | None = None


async def encolar(
    con: AsyncConnection, flujo: str, avisos: Sequence[Aviso], ahora: datetime, *, fijo: bool = False
) -> None:
    """Añade mensajes por enviar. `fijo`: no dependen del estado del flujo, así que deshacer no los retira."""
    if avisos:
        comun = {
            "flujo": flujo,
            "fijo": fijo,
            "estado": Estado.PENDIENTE,
            "sobra": False,
            "creado": ahora,
            "proximo": ahora,
            "intentos": 0,
        }
        await con.execute(insert(bandeja), [comun | contenido(aviso) | {"clave": aviso.clave} for aviso in avisos])


def contenido(aviso: Aviso) -> dict[str, Any]:
    """Las columnas que dicen qué se envía y adónde."""
    return aviso.model_dump(mode="json", include={"plantilla", "datos", "menciones", "destino"})


class Bandeja:
    """Lo que toma y marca quien envía. Cada fila la lleva un solo proceso a la vez."""

    def __init__(self, motor: Motor, proceso: str) -> None:
        self._motor = motor
        self._proceso = proceso

    async def anadir(self, flujo: str, avisos: Sequence[Aviso], ahora: datetime) -> None:
        """Pone mensajes que no salen del estado, porque hablan de otro que no llegó. Los ya puestos no se repiten."""
        claves = [aviso.clave for aviso in avisos]
        consulta = select(bandeja.c.clave).where(bandeja.c.flujo == flujo, bandeja.c.clave.in_(claves))
        async with self._motor.escribir() as con:
            await con.execute(
                select(flujos.c.flujo).where(flujos.c.flujo == flujo).with_for_update()
            )  # de uno en uno
            puestas = set(await con.scalars(consulta))
            nuevos = [aviso for aviso in avisos if aviso.clave not in puestas]
            await encolar(con, flujo, nuevos, ahora, fijo=True)

    async def tomar_pendientes(self, ahora: datetime, limite: int) -> list[Envio]:
        """Toma mensajes por enviar, los más antiguos primero; quedan «enviando»."""
        condicion = (bandeja.c.estado == Estado.PENDIENTE) & (bandeja.c.proximo <= ahora)
        cambios = {"estado": Estado.ENVIANDO, "intentos": bandeja.c.intentos + 1}
        return await self._tomar(condicion, cambios, ahora, limite)

    async def tomar_abandonados(self, ahora: datetime, limite: int) -> list[Envio]:
        """Toma los que llevan «enviando» más que el plazo: hay que buscar si llegaron."""
        condicion = (bandeja.c.estado == Estado.ENVIANDO) & (bandeja.c.tomado <= ahora - PLAZO_DE_ENVIO)
        return await self._tomar(condicion, {}, ahora, limite)

    async def tomar_por_anular(self, ahora: datetime, limite: int) -> list[Envio]:
        """Toma los mensajes ya enviados que han dejado de ser ciertos."""
        libre = or_(bandeja.c.proceso.is_(None), bandeja.c.tomado <= ahora - PLAZO_DE_ENVIO)
        condicion = (bandeja.c.estado == Estado.POR_ANULAR) & (bandeja.c.proximo <= ahora) & libre
        return await self._tomar(condicion, {"intentos": bandeja.c.intentos + 1}, ahora, limite)

    async def _tomar(
        self, condicion: Any, cambios: Mapping[str, Any], ahora: datetime, limite: int
    ) -> list[Envio]:
        consulta = (
            select(bandeja, flujos.c.servidor, flujos.c.canal)
            .join(flujos, flujos.c.flujo == bandeja.c.flujo)
            .where(condicion)
            .order_by(bandeja.c.id)
            .limit(limite)
            .with_for_update(of=bandeja, skip_locked=True)
        )
        async with self._motor.escribir() as con:
            filas = (await con.execute(consulta)).all()
            if filas:
                tomadas = update(bandeja).where(bandeja.c.id.in_([fila.id for fila in filas]))
                await con.execute(tomadas.values(proceso=self._proceso, tomado=ahora, **cambios))
        return [_envio(fila) for fila in filas]

    async def enviado(self, envio: Envio, mensaje: Mensaje) -> bool:
        """Llegó. Si entretanto dejó de deberse, queda por anular. Falso si la fila ya la lleva otro."""
        estado = case((bandeja.c.sobra, Estado.POR_ANULAR), else_=Estado.ENVIADO)
        return await self._marcar(
            envio, Estado.ENVIANDO, estado=estado, canal_mensaje=mensaje.canal, mensaje=mensaje.id
        )

    async def no_llego(self, envio: Envio, proximo: datetime, motivo: str) -> bool:
        """Es seguro que no llegó: se repetirá a esa hora, si aún se debe."""
        estado = case((bandeja.c.sobra, Estado.CANCELADO), else_=Estado.PENDIENTE)
        return await self._marcar(envio, Estado.ENVIANDO, estado=estado, proximo=proximo, motivo=motivo)

    async def fallido(self, envio: Envio, motivo: str) -> bool:
        """No puede llegar (sin permiso, canal borrado)."""
        estado = case((bandeja.c.sobra, Estado.CANCELADO), else_=Estado.FALLIDO)
        return await self._marcar(envio, Estado.ENVIANDO, estado=estado, motivo=motivo)

    async def dudoso(self, envio: Envio, aviso: Aviso | None, ahora: datetime) -> bool:
        """No se puede saber si llegó: no se repite, y `aviso` se lo cuenta a la coordinación."""
        async with self._motor.escribir() as con:
            cambio = self._cambio(envio, Estado.ENVIANDO, estado=Estado.DUDOSO)
            marcado = (await con.execute(cambio)).rowcount == 1
            if marcado and aviso:
                await encolar(con, envio.flujo, [aviso], ahora, fijo=True)
        return marcado

    async def anulado(self, envio: Envio, motivo: str | None = None) -> bool:
        """El mensaje ya dice que está anulado, o ya no existe."""
        return await self._marcar(envio, Estado.POR_ANULAR, estado=Estado.ANULADO, motivo=motivo)

    async def sin_anular(self, envio: Envio, proximo: datetime, motivo: str) -> bool:
        """No se ha podido editar: se repetirá a esa hora."""
        return await self._marcar(envio, Estado.POR_ANULAR, proximo=proximo, motivo=motivo)

    async def _marcar(self, envio: Envio, desde: Estado, **valores: Any) -> bool:
        async with self._motor.escribir() as con:
            return (await con.execute(self._cambio(envio, desde, **valores))).rowcount == 1

    def _cambio(self, envio: Envio, desde: Estado, **valores: Any) -> Any:
        mia = (bandeja.c.id == envio.id) & (bandeja.c.estado == desde) & (bandeja.c.proceso == self._proceso)
        return update(bandeja).where(mia).values(proceso=None, tomado=None, **valores)

    async def caducar(self, antes_de: datetime, ahora: datetime) -> int:
        """Da por caducado lo que espera desde antes de ese instante, y lo resume en un mensaje por destino.

        Returns:
            cuántos han caducado.
        """
        viejos = (
            select(bandeja)
            .where(bandeja.c.estado == Estado.PENDIENTE, bandeja.c.creado < antes_de)
            .order_by(bandeja.c.id)
            .with_for_update(skip_locked=True)
        )
        async with self._motor.escribir() as con:
            filas = (await con.execute(viejos)).all()
            if filas:
                todas = bandeja.c.id.in_([fila.id for fila in filas])
                await con.execute(update(bandeja).where(todas).values(estado=Estado.CADUCADO))
            primeros = [fila for fila in filas if not fila.clave.startswith(SIN_RESUMEN)]
            for flujo, destino in dict.fromkeys((fila.flujo, fila.destino) for fila in primeros):
                suyas = [fila for fila in primeros if (fila.flujo, fila.destino) == (flujo, destino)]
                await encolar(con, flujo, [_resumen(suyas)], ahora, fijo=True)
        return len(filas)

    async def de(self, flujo: str) -> list[tuple[Estado, Envio]]:
        """Todas las filas de un flujo, con su estado (para diagnosticar y probar)."""
        consulta = (
            select(bandeja, flujos.c.servidor, flujos.c.canal)
            .join(flujos, flujos.c.flujo == bandeja.c.flujo)
            .where(bandeja.c.flujo == flujo)
            .order_by(bandeja.c.id)
        )
        async with self._motor.leer() as con:
            return [(Estado(fila.estado), _envio(fila)) for fila in await con.execute(consulta)]


def _envio(fila: Row) -> Envio:
    aviso = Aviso(
        clave=fila.clave,
        plantilla=fila.plantilla,
        datos=fila.datos,
        menciones=tuple(fila.menciones),
        destino=fila.destino,
    )
    mensaje = Mensaje(fila.canal_mensaje, fila.mensaje) if fila.mensaje else None
    return Envio(fila.id, fila.flujo, fila.servidor, fila.canal, aviso, fila.creado, fila.intentos, mensaje)


def _resumen(filas: Sequence[Row]) -> Aviso:
    return Aviso(
        clave=f"{RESUMEN}{filas[-1].id}",
        plantilla="avisos.atrasados",
        destino=filas[0].destino,
        datos={"claves": [fila.clave for fila in filas], "plantillas": [fila.plantilla for fila in filas]},
    )
