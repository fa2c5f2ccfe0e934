"""Siluetas suaves: Pillow dibuja bordes en escalera, así que se dibujan cuatro veces más grandes y se reducen.

Cada silueta es una máscara de grises que se pega con un color. Las pequeñas se guardan: se repiten mucho.
"""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

AUMENTO = 4
Punto = tuple[float, float]


@lru_cache(maxsize=64)
def disco(diametro: int) -> Image.Image:
    """Un círculo lleno."""
    grande = Image.new("L", (diametro * AUMENTO, diametro * AUMENTO))
    ImageDraw.Draw(grande).ellipse((0, 0, diametro * AUMENTO - 1, diametro * AUMENTO - 1), fill=255)
    return grande.reduce(AUMENTO)


@lru_cache(maxsize=64)
def poligono(lado: int, puntos: Sequence[Punto]) -> Image.Image:
    """Un polígono lleno dentro de un cuadrado. `puntos`: de 0 a 1 a lo ancho y a lo alto."""
    grande = Image.new("L", (lado * AUMENTO, lado * AUMENTO))
    escala = lado * AUMENTO - 1
    ImageDraw.Draw(grande).polygon([(x * escala, y * escala) for x, y in puntos], fill=255)
    return grande.reduce(AUMENTO)


ROMBO: tuple[Punto, ...] = ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))
FLECHA: tuple[Punto, ...] = ((0, 0.36), (0.55, 0.36), (0.55, 0.1), (1, 0.5), (0.55, 0.9), (0.55, 0.64), (0, 0.64))
