"""Las órdenes de quien lleva el bot: copiar, restaurar y comprobar la base, sin conectarse a Discord."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from servicios.ajustes import Ajustes
from servicios.diario.comprobacion import comprobar
from servicios.diario.motor import Motor, direccion
from servicios.diario.respaldo import respaldar, restaurar
from servicios.hechos import Agregado

HAY_HALLAZGOS = 1
ORDENES = {
    "respaldo": "copia toda la base en un archivo, también con el bot en marcha",
    "restaurar": "llena una base vacía con una copia",
    "comprobar": "vuelve a plegar cada flujo y dice lo que no encaja",
}
"""Las órdenes, con lo que hace cada una."""


@dataclass(frozen=True)
class Informe:
    """Lo que se dice al acabar, y el código de salida: 0, o 1 si `comprobar` ha hallado algo."""

    lineas: tuple[str, ...]
    codigo: int = 0


async def atender(
    orden: str, archivo: Path | None, ajustes: Ajustes, agregados: Iterable[Agregado[Any]], ahora: datetime
) -> Informe:
    """Hace una de las `ORDENES`.

    Args:
        archivo: destino del respaldo u origen de la restauración; `comprobar` no lo usa.

    Raises:
        ErrorDePuestaEnMarcha: si no se puede; la frase dice por qué, y nada ha cambiado.
    """
    motor = Motor(direccion(ajustes.bd.get_secret_value() if ajustes.bd else None, ajustes.datos))
    try:
        if orden == "comprobar" or archivo is None:
            return await _comprobar(motor, agregados)
        return await (_respaldar(motor, archivo, ahora) if orden == "respaldo" else _restaurar(motor, archivo))
    finally:
        await motor.cerrar()


async def _respaldar(motor: Motor, destino: Path, ahora: datetime) -> Informe:
    archivo, cabecera = await respaldar(motor, destino, ahora)
    return Informe((f"Copia hecha en «{archivo}»: {cabecera.filas} filas. {cabecera.aviso}",))


async def _restaurar(motor: Motor, origen: Path) -> Informe:
    cabecera = await restaurar(origen, motor)
    return Informe(
        (
            f"Restauradas {cabecera.filas} filas de la copia hecha el {cabecera.hecha:%Y-%m-%d a las %H:%M} (UTC).",
            "Lo que estaba por enviar espera a que la coordinación de cada servidor pulse «Enviar lo pendiente».",
        )
    )


async def _comprobar(motor: Motor, agregados: Iterable[Agregado[Any]]) -> Informe:
    hallazgos = await comprobar(motor, agregados)
    if not hallazgos:
        return Informe(("Todo encaja.",))
    cuantos = "1 cosa no encaja" if len(hallazgos) == 1 else f"{len(hallazgos)} cosas no encajan"
    return Informe((*map(str, hallazgos), f"{cuantos}; no he cambiado nada."), HAY_HALLAZGOS)
