"""La sal de los jugadores: algo que pone quien juega y que entra en todas las tiradas siguientes.

Quien lleva el bot conoce la semilla. Con una sal que no eligió él, no ha podido buscar una semilla que le convenga, ni
saber de antemano qué saldrá. `docs/azar.md` dice cómo se comprueba.
"""

import re

from servicios.errores import ErrorDeDominio
from servicios.hechos import Hecho, Nombres, Orden

LETRAS = 32
SALES = 8
"""Cuántas caben en una partida: de sobra para que ponga la suya cada jugador."""
VALE = re.compile(rf"[A-Za-z0-9]{{1,{LETRAS}}}")
JUNTA = "."


class Salar(Orden):
    """Pone una sal en la partida."""

    sal: str


class Salado(Hecho):
    """Desde ahora, esta sal entra en todas las tiradas. No se deshace."""

    tipo = "salado"
    persona: int
    sal: str

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} pone su sal: {self.sal}."


def juntar(puesta: str, otra: str) -> str:
    """La sal que resulta de añadir otra a las ya puestas.

    Raises:
        ErrorDeDominio: si no vale o ya no caben más.
    """
    if not VALE.fullmatch(otra):
        raise ErrorDeDominio(f"La sal son de 1 a {LETRAS} letras sin tilde o cifras, sin espacios: elige otra.")
    sales = [*puesta.split(JUNTA), otra] if puesta else [otra]
    if len(sales) > SALES:
        raise ErrorDeDominio(f"En esta partida ya hay {SALES} sales, y no caben más.")
    return JUNTA.join(sales)
