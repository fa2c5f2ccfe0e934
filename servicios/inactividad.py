"""Partidas y torneos que nadie mueve: se avisa y, si siguen igual, se cierran y se publica su semilla.

Una semilla que no se publica deja las tiradas sin comprobar; y un canal con una partida olvidada no admite otra.
"""

import asyncio
import logging
from datetime import datetime, timedelta

from servicios.abandono import Abandonar
from servicios.diario import Diario
from servicios.diario.bandeja import INACTIVIDAD
from servicios.diario.inactivos import avisar, por_avisar, por_cerrar
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
        (fallo,) = await asyncio.gather(_cerrar(diario, flujo, orden), return_exceptions=True)
        if isinstance(fallo, AlmacenNoDisponible):
            raise fallo
        if fallo is not None:  # uno dañado no impide cerrar los demás
            registro.error("No se ha podido cerrar %s", flujo, exc_info=fallo)
    async with diario.motor.escribir() as con:
        for flujo, orden, movido in await por_avisar(con, desde, POR_VEZ):
            datos = {"movido": movido.isoformat(), "cierre": (ahora + MARGEN).isoformat()}
            await avisar(con, flujo, Aviso(clave=f"{INACTIVIDAD}{orden}", plantilla=PLANTILLA, datos=datos), ahora)


async def _cerrar(diario: Diario, flujo: str, orden: int) -> None:
    try:
        await diario.ejecutar(flujo, Abandonar(orden=orden), Actor(SISTEMA), f"{INACTIVIDAD}{orden}")
    except AlmacenNoDisponible:
        raise
    except ErrorDeDominio as negativa:  # alguien lo acaba de mover, o este programa no conoce su clase
        registro.info("No se cierra %s: %s", flujo, negativa.frase)
