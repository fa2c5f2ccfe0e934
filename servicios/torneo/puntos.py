"""Puntos de torneo de cada partida, siempre con enteros: nunca se divide ni se redondea."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Formato(StrEnum):
    """Los dos reglamentos del Concilio de Minas Tirith."""

    MAGO_MAGO = "mago-mago"
    MAGO_ESPECTRO = "mago-espectro"


class Modalidad(StrEnum):
    """Con qué mazos se juega."""

    DOS_BARAJAS = "dos-barajas"
    MAZO_CERRADO = "mazo-cerrado"


class Fin(StrEnum):
    """Cómo acabó una partida."""

    NORMAL = "normal"
    TIEMPO = "tiempo"
    ANILLO = "anillo"
    RETIRADA = "retirada"
    INCOMPARECENCIA = "incomparecencia"
    ARBITRO = "arbitro"


POR_PUNTOS = frozenset({Fin.NORMAL, Fin.TIEMPO})
"""Finales que decide la cuenta de PV; en los demás hay un ganador señalado."""


class Clase(StrEnum):
    """Tipo de resultado, como lo cuentan los desempates."""

    ANILLO = "anillo"
    SEIS_CERO = "6-0"
    CINCO_UNO = "5-1"
    CUATRO_DOS = "4-2"
    EMPATE = "3-3"


PUNTOS_DE_ANILLO = {Modalidad.DOS_BARAJAS: 7, Modalidad.MAZO_CERRADO: 9}
MINUTOS = {Modalidad.DOS_BARAJAS: 90, Modalidad.MAZO_CERRADO: 50}
_REPARTO = {
    Clase.SEIS_CERO: (6, 0),
    Clase.CINCO_UNO: (5, 1),
    Clase.CUATRO_DOS: (4, 2),
    Clase.EMPATE: (3, 3),
}
_RONDAS = ((6, 11, 4), (12, 24, 5), (25, 50, 6), (51, 128, 7))

PV_MINIMO, PV_MAXIMO = -50, 200
SANCION_MAXIMA = 50
RONDAS_MAXIMAS = 15
AFORO_MAXIMO = 512
"""Plazas de un torneo, aunque no se diga un aforo: con más, emparejar detendría al bot."""


@dataclass(frozen=True, slots=True)
class Desenlace:
    """Lo que vale una partida.

    Attributes:
        clase: tipo de resultado.
        gana: lado que gana, o `None` si empatan.
        a, b: puntos de torneo de cada lado.
    """

    clase: Clase
    gana: Literal["a", "b"] | None
    a: int
    b: int


def clase_por_pv(ganador: int, perdedor: int) -> Clase:
    """Tipo de resultado según los PV finales de quien tiene más y de quien tiene menos.

    El orden de las preguntas importa: con cero o menos PV del perdedor no hay división posible.
    Fuente: 000, «Puntos de torneo»; huecos D-03, D-04 y D-05.
    """
    if ganador == perdedor:
        return Clase.EMPATE
    if perdedor <= 0 or ganador >= 2 * perdedor:
        return Clase.SEIS_CERO
    return Clase.CINCO_UNO if 2 * ganador >= 3 * perdedor else Clase.CUATRO_DOS


def razon(ganador: int, perdedor: int) -> float | None:
    """Los PV de quien gana entre los de quien pierde, cortados a dos decimales; `None` si no se puede dividir.

    Solo para enseñarla. No se redondea: 299 entre 200 no llega a 1,5 y no debe parecer que llega (hueco D-04).
    """
    return None if perdedor <= 0 else 100 * ganador // perdedor / 100


def desenlace(
    fin: Fin, pv_a: int, pv_b: int, modalidad: Modalidad, gana: Literal["a", "b"] | None = None
) -> Desenlace:
    """Puntos de torneo de una partida.

    Args:
        fin: cómo acabó.
        pv_a, pv_b: PV finales, con las sanciones ya restadas.
        modalidad: decide cuánto vale el Anillo Único.
        gana: lado ganador cuando no lo deciden los PV.

    Raises:
        ValueError: si el final pide un ganador y no se da.
    """
    if fin in POR_PUNTOS:
        clase = clase_por_pv(max(pv_a, pv_b), min(pv_a, pv_b))
        gana = None if clase is Clase.EMPATE else "a" if pv_a > pv_b else "b"
    elif gana is None:
        raise ValueError(f"una partida que acaba por «{fin}» tiene ganador")
    else:
        clase = Clase.ANILLO if fin is Fin.ANILLO else Clase.SEIS_CERO
    mas, menos = (PUNTOS_DE_ANILLO[modalidad], 0) if clase is Clase.ANILLO else _REPARTO[clase]
    return Desenlace(clase, gana, *((menos, mas) if gana == "b" else (mas, menos)))


def puntos_de_descanso(ronda: int) -> int:
    """Puntos de torneo de quien descansa. Fuente: 000, «Como pasar a la siguiente ronda mediante sorteo»."""
    return 6 if ronda == 1 else 3


def rondas_previstas(jugadores: int) -> int | None:
    """Rondas que pide el reglamento, o `None` si no lo regula (menos de 6 o más de 128).

    El texto pone a 50 jugadores en dos tramos; se quedan en el primero (hueco D-01).
    """
    return next((rondas for desde, hasta, rondas in _RONDAS if desde <= jugadores <= hasta), None)


def rondas_sugeridas(jugadores: int) -> int:
    """Rondas que se proponen cuando el reglamento calla: 3 por debajo de 6 jugadores, 8 por encima de 128."""
    return rondas_previstas(jugadores) or (3 if jugadores < 6 else 8)
