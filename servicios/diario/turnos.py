"""Turnos entre procesos: quien llega reserva el siguiente hueco y sabe cuánto le falta.

Discord deja identificarse a un fragmento cada cinco segundos: si el bot corre en varios procesos, se ponen en fila aquí.
"""

from datetime import datetime, timedelta

from sqlalchemy import exc, insert, select, update

from servicios.diario.esquema import parametros
from servicios.diario.motor import Motor

INTENTOS = 5
HUECOS = 200
"""Por delante de quien pide turno puede haber unos cuantos; más, es que alguien lo pidió con el reloj adelantado."""


async def reservar(motor: Motor, clave: str, ahora: datetime, cada: timedelta) -> timedelta:
    """Reserva el primer hueco libre de una fila y dice cuánto falta para él (cero si es ya).

    Args:
        clave: la fila («identificarse:0»).
        cada: distancia mínima entre dos huecos.

    Raises:
        AlmacenNoDisponible: si la base no responde.
    """
    for _ in range(INTENTOS):
        try:
            return await _reservar(motor, f"turno:{clave}", ahora, cada)
        except exc.IntegrityError:
            continue  # otro proceso ha estrenado la fila a la vez
    return cada


async def _reservar(motor: Motor, clave: str, ahora: datetime, cada: timedelta) -> timedelta:
    suya = parametros.c.clave == clave
    async with motor.escribir() as con:
        ultimo = await con.scalar(select(parametros.c.valor).where(suya).with_for_update())
        hueco = max(ahora, datetime.fromisoformat(ultimo) + cada) if ultimo else ahora
        hueco = hueco if hueco - ahora <= HUECOS * cada else ahora
        if ultimo:
            await con.execute(update(parametros).where(suya).values(valor=hueco.isoformat()))
        else:
            await con.execute(insert(parametros), {"clave": clave, "valor": hueco.isoformat()})
    return hueco - ahora
