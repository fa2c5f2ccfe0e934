"""Abrir una partida con Navegación."""

from collections.abc import Sequence
from typing import Any

from servicios.hechos import Contexto, Hecho, Reglas
from servicios.lcg.encuentros import Eleccion, poner
from servicios.lcg.estado_naval import Navegacion
from servicios.lcg.mesa import Abrir, abrir


class AbrirNavegacion(Abrir):
    """Abre una partida con Navegación, con el mazo que se elija. El rumbo empieza en Soleado."""

    mazo: Eleccion = Eleccion()


reglas: Reglas[Any] = Reglas()


@reglas.decide(AbrirNavegacion)
def _abrir(_partida: Navegacion, orden: AbrirNavegacion, contexto: Contexto) -> Sequence[Hecho]:
    return [abrir(orden, contexto), poner(orden.mazo, len(orden.jugadores))]
