"""La sal de los jugadores: algo que pone quien juega y que entra en todas las tiradas siguientes.

Quien lleva el bot conoce la semilla. Con una sal que no eligió él, no ha podido buscar una semilla que le convenga, ni
saber de antemano qué saldrá. `docs/azar.md` dice cómo se comprueba.
"""

import re

from servicios.errores import ErrorDeDominio
from servicios.hechos import Hecho, Nombres, Orden

LETRAS = 32
SALES = 16
"""Cuántas caben en una partida: más que jugadores en la mesa más llena."""
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

    @property
    def firma(self) -> str:
        """Con qué empieza la de esta persona."""
        return f"{self.persona}-"

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} pone su sal: {self.sal}."


def comprobar(puesta: str, nueva: Salado) -> None:
    """Comprueba que se puede añadir una sal a las ya puestas.

    Raises:
        ErrorDeDominio: si no vale, esa persona ya puso la suya o ya no caben más.
    """
    if not VALE.fullmatch(nueva.sal):
        raise ErrorDeDominio(f"La sal son de 1 a {LETRAS} letras sin tilde o cifras, sin espacios: elige otra.")
    puestas = puesta.split(JUNTA)
    if any(sal.startswith(nueva.firma) for sal in puestas):
        raise ErrorDeDominio("Ya has puesto tu sal, y sigue entrando en todas las tiradas.")
    if len(puestas) >= SALES:
        raise ErrorDeDominio(f"En esta partida ya hay {SALES} sales, y no caben más.")


def juntar(puesta: str, nueva: Salado) -> str:
    """La sal que resulta de añadir otra, con el número de quien la pone. No la comprueba: pliega lo ya anotado."""
    suya = nueva.firma + nueva.sal
    return f"{puesta}{JUNTA}{suya}" if puesta else suya
