"""Dar una orden solo si nadie ha dado otra desde que se dibujó el botón que la da. Vale para cualquier flujo.

Muchas órdenes no dicen por sí mismas qué situación veía quien las da («sube 3 la Amenaza»): dos pulsaciones del mismo
botón serían dos efectos. Envueltas así, la segunda llega tarde y no hace nada.
"""

from servicios.hechos import Orden


class SiSigue(Orden):
    """Da `orden` si la última orden del flujo sigue siendo la número `vista`; si no, `YaHaCambiado`."""

    orden: Orden
    vista: int
