"""Partidas y torneos que nadie mueve: se avisa y, si siguen igual, se cierran y se publica su semilla.

Una semilla que no se publica deja las tiradas sin comprobar; y un canal con una partida olvidada no admite otra.
"""

import logging
from datetime import datetime, timedelta

from servicios.abandono import Abandonar
from servicios.diario import Diario
from servicios.diario.inactivos import PREFIJO, avisar, por_avisar, por_cerrar
from servicios.errores import AlmacenNoDisponible, ErrorDeDominio
from servicios.hechos import SISTEMA, Actor, Aviso

registro = logging.getLogger(__name__)

PARADO = timedelta(days=30)
"""Tiempo sin ninguna orden tras el que se avisa."""
MARGEN = timedelta(days=7)
"""Tiempo que se deja desde el aviso."""
POR_VEZ = 200
PLANTILLA = "inactividad.aviso"


async def revisar(diario: Diario, ahora: datetime) -> None:
    """Avisa a lo que lleva `PARADO` sin moverse y cierra lo que, avisado hace `MARGEN`, sigue igual.

    El aviso lleva en sus datos `movido` y `cierre`, dos instantes en ISO 8601. Al cerrar se anuncia con la plantilla
    `inactividad.cierre`.

    Raises:
        AlmacenNoDisponible: si la base no responde.
    """
    desde = ahora - PARADO
    async with diario.motor.leer() as con:
        maduros = await por_cerrar(con, desde, ahora - MARGEN, POR_VEZ)
    for flujo, orden, _ in maduros:
        await _cerrar(diario, flujo, orden)
    async with diario.motor.escribir() as con:
        for flujo, orden, movido in await por_avisar(con, desde, POR_VEZ):
            datos = {"movido": movido.isoformat(), "cierre": (ahora + MARGEN).isoformat()}
            await avisar(con, flujo, Aviso(clave=f"{PREFIJO}{orden}", plantilla=PLANTILLA, datos=datos), ahora)


async def _cerrar(diario: Diario, flujo: str, orden: int) -> None:
    try:
        await diario.ejecutar(flujo, Abandonar(orden=orden), Actor(SISTEMA), f"{PREFIJO}{orden}")
    except AlmacenNoDisponible:
        raise
    except ErrorDeDominio as negativa:  # alguien lo acaba de mover, o este programa no conoce su clase
        registro.info("No se cierra %s: %s", flujo, negativa.frase)
