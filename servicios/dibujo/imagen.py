"""Lo que sale de dibujar: el PNG y lo que cuenta."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Imagen:
    """Una imagen lista para adjuntar.

    Attributes:
        png: los bytes del archivo.
        descripcion: texto alternativo, de 1024 caracteres como mucho.
        nombre: del archivo, sin espacios ni tildes, con su extensión.
    """

    png: bytes
    descripcion: str
    nombre: str
