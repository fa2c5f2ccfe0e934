"""Lo que se puede contestar a una consulta: es esta, será esta, puede ser una de estas, o no está."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Exacta:
    """Es ese nombre, escrito de otra manera a lo sumo; varias claves si varias entradas se llaman igual."""

    claves: tuple[str, ...]


@dataclass(frozen=True)
class Parecida:
    """No es ese nombre, pero casi seguro que se quería este: dígase «buscaste “…”».

    Attributes:
        claves: las de quienes se llaman `nombre`.
        nombre: el que se ha entendido, tal como se escribe.
        consulta: lo que se buscó, tal como llegó.
    """

    claves: tuple[str, ...]
    nombre: str
    consulta: str


@dataclass(frozen=True)
class Dudosa:
    """Hay varias posibles, o una que no es segura: de la más a la menos probable."""

    claves: tuple[str, ...]


@dataclass(frozen=True)
class Ninguna:
    """Nada se le parece."""


Respuesta = Exacta | Parecida | Dudosa | Ninguna
