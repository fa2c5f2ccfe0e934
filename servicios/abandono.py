"""Cerrar lo que nadie mueve: una orden y un hecho que entiende cualquier flujo, además de los suyos.

La da el bot (`servicios/inactividad.py`) cuando ya ha avisado. Como todo cierre, publica la semilla y es definitivo.
"""

from servicios.hechos import Aviso, Hecho, Nombres, Orden

CIERRE = Aviso(clave="inactividad:cierre", plantilla="inactividad.cierre")
"""Lo que se anuncia al cerrar."""


class Abandonar(Orden):
    """Cierra el flujo si nadie ha hecho nada desde la orden `orden`."""

    orden: int


class Abandonado(Hecho):
    """El flujo se cierra por llevar demasiado tiempo sin movimiento."""

    tipo = "abandonado"

    def relato(self, nombres: Nombres) -> str:
        return "Se cierra: hace tiempo que nadie hace nada."
