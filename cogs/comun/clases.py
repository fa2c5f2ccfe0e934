"""Las clases de partida que el bot sabe llevar. Cada cog de juego registra las suyas; `/partida` las usa todas."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cogs.comun.vistas import Color, Panel
from servicios.diario import Flujo
from servicios.dibujo.imagen import Imagen
from servicios.errores import NoExiste
from servicios.hechos import Agregado, Nombres, Orden
from servicios.libro import Libro

SIN_CLASE = {"dia": "dados del canal", "secreto": "tirada secreta"}
"""Flujos que no se abren ni se enseñan como una partida, pero tienen historial."""


@dataclass(frozen=True)
class Vista:
    """Lo que hace falta para dibujar el estado de una partida. `imagenes`: las suyas, ya dibujadas."""

    ficha: Flujo
    libro: Libro[Any]
    imagenes: tuple[Imagen, ...] = ()


@dataclass(frozen=True)
class ClaseDeFlujo:
    """Lo que hace falta para contar la historia de un flujo, sea partida o torneo.

    Attributes:
        titulo: «mesa de dados», «partida de La Guerra del Anillo».
    """

    agregado: Agregado[Any]
    titulo: str
    color: Color


@dataclass(frozen=True)
class ClaseDePartida(ClaseDeFlujo):
    """Cómo se abre, se ve y se cierra una clase de partida.

    Attributes:
        abrir: orden que la abre, según las personas con quienes se juega (números, sin quien abre).
        panel: dibuja su estado, con las imágenes de la vista donde toque; pura, porque se llama dos veces.
        cerrar: orden que la cierra.
        imagen: lo que hay que ejecutar fuera del bucle para dibujar su imagen, según la vista y los textos
            libres del flujo; nada, si no la tiene.
    """

    abrir: Callable[[Sequence[int]], Orden]
    panel: Callable[[Vista, Nombres], Panel]
    cerrar: Callable[[], Orden]
    imagen: Callable[[Vista, Mapping[int, str]], Callable[[], Imagen] | None] | None = None


class Clases:
    """El registro de las clases de flujo, por el nombre de su agregado. Recorrerlo da las de partida."""

    def __init__(self) -> None:
        self._clases: dict[str, ClaseDeFlujo] = {}

    def registrar(self, clase: ClaseDeFlujo) -> None:
        self._clases[clase.agregado.nombre] = clase

    def __iter__(self) -> Iterator[ClaseDePartida]:
        return (clase for clase in self._clases.values() if isinstance(clase, ClaseDePartida))

    def titulo(self, nombre: str) -> str:
        """Cómo se llama una clase a quien lee, también si no es de partida o ningún cog la lleva."""
        clase = self._clases.get(nombre)
        return clase.titulo if clase else SIN_CLASE.get(nombre, "partida")

    def cualquiera(self, nombre: str) -> ClaseDeFlujo:
        """La clase con ese nombre, de partida o no.

        Raises:
            NoExiste: si ningún cog la lleva.
        """
        clase = self._clases.get(nombre)
        if clase is None:
            raise NoExiste("No conozco esa clase de partida. Elige una de la lista.")
        return clase

    def de(self, nombre: str) -> ClaseDePartida:
        """La clase de partida con ese nombre.

        Raises:
            NoExiste: si ningún cog la lleva.
        """
        clase = self._clases.get(nombre)
        if not isinstance(clase, ClaseDePartida):
            raise NoExiste("No conozco esa clase de partida. Elige una de la lista.")
        return clase
