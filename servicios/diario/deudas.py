"""Lo que un flujo debe, cuadrado con lo que hay guardado: mensajes por enviar y recordatorios.

Se hace en la transacción de cada orden, también al deshacer. Lo que deja de deberse se cancela si no ha salido
y se marca para anular si salió. Un recordatorio ya atendido no vuelve a sonar a la misma hora aunque se deshaga
lo que hizo: quien lo deshizo sabía lo que hacía.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.bandeja import MUERTOS, Estado, contenido, encolar
from servicios.diario.esquema import bandeja, recordatorios
from servicios.diario.recordatorios import Situacion
from servicios.hechos import Aviso, Debido, Recordatorio


async def saldar(con: AsyncConnection, flujo: str, antes: Debido | None, despues: Debido, ahora: datetime) -> None:
    """Deja guardado lo que se debe después de una orden, mirando solo lo que ha cambiado.

    Args:
        antes: lo que se debía, y está guardado así; `None` si no se sabe, y entonces se mira todo.
    """
    avisos = _cambiadas(antes and antes.avisos, despues.avisos)
    if avisos is None or avisos:
        debidos = [aviso for aviso in despues.avisos if avisos is None or aviso.clave in avisos]
        await cuadrar_avisos(con, flujo, debidos, avisos, ahora)
    citas = _cambiadas(antes and antes.recordatorios, despues.recordatorios)
    if citas is None or citas:
        pendientes = [cita for cita in despues.recordatorios if citas is None or cita.clave in citas]
        await cuadrar_recordatorios(con, flujo, pendientes, citas)


def _cambiadas(
    antes: Sequence[Aviso | Recordatorio] | None, despues: Sequence[Aviso | Recordatorio]
) -> set[str] | None:
    if antes is None:
        return None
    previas = {cosa.clave: cosa for cosa in antes}
    actuales = {cosa.clave: cosa for cosa in despues}
    claves = previas.keys() | actuales.keys()
    return {clave for clave in claves if previas.get(clave) != actuales.get(clave)}


async def cuadrar_avisos(
    con: AsyncConnection, flujo: str, debidos: Iterable[Aviso], claves: Iterable[str] | None, ahora: datetime
) -> None:
    """Hace que las filas del flujo digan lo que se debe: inserta, cambia, cancela o pide anular.

    Args:
        debidos: lo que se debe ahora, entre las claves que se miran.
        claves: las que pueden haber cambiado; `None`, todas.
    """
    filas = await _filas(con, flujo, claves)
    por_clave = {aviso.clave: aviso for aviso in debidos}
    for fila in filas:
        if fila.clave not in por_clave:
            await _dejar_de_deber(con, fila)
    vivas = {fila.clave: fila for fila in filas if fila.estado != Estado.POR_ANULAR}
    por_anular = {fila.clave: fila for fila in filas if fila.estado == Estado.POR_ANULAR and not fila.proceso}
    nuevos: list[Aviso] = []
    for clave, aviso in por_clave.items():
        if clave in vivas:
            await _volver_a_deber(con, vivas[clave], aviso)
        elif clave in por_anular:
            await _poner(con, por_anular[clave].id, estado=Estado.ENVIADO)
        else:
            nuevos.append(aviso)
    await encolar(con, flujo, nuevos, ahora)


async def _filas(con: AsyncConnection, flujo: str, claves: Iterable[str] | None) -> Sequence[Row]:
    consulta = select(bandeja).where(
        bandeja.c.flujo == flujo, bandeja.c.estado.not_in(MUERTOS), bandeja.c.fijo.is_(False)
    )
    if claves is not None:
        consulta = consulta.where(bandeja.c.clave.in_(list(claves)))
    return (await con.execute(consulta.order_by(bandeja.c.id).with_for_update())).all()


async def _dejar_de_deber(con: AsyncConnection, fila: Row) -> None:
    match fila.estado:
        case Estado.PENDIENTE | Estado.RETENIDO | Estado.DUDOSO | Estado.FALLIDO | Estado.CADUCADO:
            await _poner(con, fila.id, estado=Estado.CANCELADO)
        case Estado.ENVIANDO:
            await _poner(con, fila.id, sobra=True)
        case Estado.ENVIADO:
            await _poner(con, fila.id, estado=Estado.POR_ANULAR, proceso=None, tomado=None, intentos=0)


async def _volver_a_deber(con: AsyncConnection, fila: Row, aviso: Aviso) -> None:
    if fila.estado in (Estado.PENDIENTE, Estado.RETENIDO):
        await _poner(con, fila.id, **contenido(aviso))
    elif fila.estado == Estado.ENVIANDO:
        await _poner(con, fila.id, sobra=False)


async def _poner(con: AsyncConnection, numero: int, **valores: Any) -> None:
    await con.execute(update(bandeja).where(bandeja.c.id == numero).values(**valores))


async def cuadrar_recordatorios(
    con: AsyncConnection, flujo: str, debidos: Iterable[Recordatorio], claves: Iterable[str] | None
) -> None:
    """Hace que los recordatorios del flujo sean los que se deben: los pone, los cambia de hora o los quita."""
    consulta = select(recordatorios).where(recordatorios.c.flujo == flujo)
    if claves is not None:
        consulta = consulta.where(recordatorios.c.clave.in_(list(claves)))
    guardados = {fila.clave: fila for fila in await con.execute(consulta.with_for_update())}
    por_clave = {cita.clave: cita for cita in debidos}
    for clave, fila in guardados.items():
        if clave not in por_clave and fila.estado in (Situacion.PENDIENTE, Situacion.RETENIDO):
            await _cambiar(con, fila.id, estado=Situacion.CANCELADO)
    for clave, cita in por_clave.items():
        if clave not in guardados:
            await con.execute(insert(recordatorios), {"flujo": flujo, "clave": clave, "vez": 1} | _a_su_hora(cita))
        elif guardados[clave].vence != cita.vence:
            fila = guardados[clave]
            await _cambiar(con, fila.id, vez=fila.vez + 1, **_a_su_hora(cita))
        elif guardados[clave].estado == Situacion.CANCELADO:
            await _cambiar(con, guardados[clave].id, **_a_su_hora(cita))


def _a_su_hora(cita: Recordatorio) -> dict[str, Any]:
    return {
        "vence": cita.vence,
        "proximo": cita.vence,
        "estado": Situacion.PENDIENTE,
        "intentos": 0,
        "proceso": None,
        "tomado": None,
        "motivo": None,
    }


async def _cambiar(con: AsyncConnection, numero: int, **valores: Any) -> None:
    await con.execute(update(recordatorios).where(recordatorios.c.id == numero).values(**valores))
