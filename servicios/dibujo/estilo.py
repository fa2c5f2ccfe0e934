"""El aspecto común de las imágenes: tamaños, colores y letras.

Cada imagen es una tarjeta opaca de papel claro: no depende de que Discord esté en claro o en oscuro. Se dibuja a
800 px de ancho porque un teléfono la enseña a unos 400; por eso ninguna letra baja de 28 px (14 en el teléfono).
"""

from dataclasses import dataclass
from enum import IntEnum

Color = tuple[int, int, int]

ANCHO = 800
ALTO_MAXIMO = 3600
MARGEN = 28
UTIL = ANCHO - 2 * MARGEN
LETRA_MINIMA = 28
RENGLON = 40
"""Alto de una línea de texto corriente, en píxeles."""


def rgb(hexadecimal: int) -> Color:
    """`0xC9A227` → `(201, 162, 39)`."""
    return hexadecimal >> 16, hexadecimal >> 8 & 0xFF, hexadecimal & 0xFF


PAPEL = rgb(0xF7F3EA)
CEBRA = rgb(0xEDE6D6)
VACIO = rgb(0xE0D8C6)
LINEA = rgb(0xB9AF9A)
TINTA = rgb(0x1F2328)
SUAVE = rgb(0x51575F)
BLANCO = rgb(0xFFFFFF)
SOL = rgb(0xE0A100)
NUBE = rgb(0x8A94A0)
CIELO = rgb(0x3F7FBF)

AZUL = rgb(0x2F5D8C)
"""Los Pueblos Libres. Con el rojo de la Sombra no se confunde con ningún daltonismo; aun así, siempre va la palabra."""
ROJO = rgb(0x8C2F23)


class Acento(IntEnum):
    """El color de cada juego, el mismo que el del mensaje en que va la imagen."""

    SATM = 0xC9A227
    GUERRA = 0x8C2F23
    LCG = 0x3B6E47
    TORNEO = 0x2F5D8C
    DADOS = 0x5B5F97

    @property
    def color(self) -> Color:
        return rgb(self.value)

    @property
    def encima(self) -> Color:
        """El color de lo que se escribe sobre él."""
        return TINTA if self is Acento.SATM else BLANCO


@dataclass(frozen=True, slots=True)
class Letra:
    """Un tamaño de letra, en píxeles, y si va en negrita."""

    tamano: int = LETRA_MINIMA
    negrita: bool = False


NORMAL = Letra()
FUERTE = Letra(negrita=True)
GRANDE = Letra(34, negrita=True)
TITULO = Letra(36, negrita=True)
