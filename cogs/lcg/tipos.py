"""Los datos que piden los comandos del LCG, con sus límites."""

from discord import app_commands

from servicios.lcg.amenaza import PUNTOS_MAXIMOS
from servicios.lcg.estado import JUGADORES_MAXIMOS

Jugador = app_commands.Range[int, 1, JUGADORES_MAXIMOS]
"""Un jugador, por su número en el panel."""
Puntos = app_commands.Range[int, 1, PUNTOS_MAXIMOS]
Motivo = app_commands.Range[str, 1, 200]
Nombre = app_commands.Range[str, 1, 60]
Lista = app_commands.Range[str, 1, 200]
"""Varias cosas separadas por comas o espacios."""
