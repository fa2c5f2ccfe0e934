"""Búsqueda: nombres escritos de cualquier manera (`Indice`) y palabras en textos largos (`IndiceDeTexto`).

No sabe de cartas ni de juegos: recibe claves y textos, y devuelve claves. Todo está en memoria y es síncrono.
"""

from servicios.busqueda.extracto import Marcado, Tramo
from servicios.busqueda.indice import CORTE_DE_LISTA, CORTE_EN_CHARLA, MENU, Entrada, Indice
from servicios.busqueda.normal import normalizar, plegar
from servicios.busqueda.respuestas import Dudosa, Exacta, Ninguna, Parecida, Respuesta
from servicios.busqueda.texto import Escrito, Hallazgo, IndiceDeTexto, solo_enlaces

__all__ = [
    "CORTE_DE_LISTA",
    "CORTE_EN_CHARLA",
    "MENU",
    "Dudosa",
    "Entrada",
    "Escrito",
    "Exacta",
    "Hallazgo",
    "Indice",
    "IndiceDeTexto",
    "Marcado",
    "Ninguna",
    "Parecida",
    "Respuesta",
    "Tramo",
    "normalizar",
    "plegar",
    "solo_enlaces",
]
