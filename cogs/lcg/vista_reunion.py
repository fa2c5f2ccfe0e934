"""La respuesta a «¿comparten etapa?»."""

from collections.abc import Sequence

from cogs.comun.vistas import Color, Panel
from servicios.errores import ErrorDeDominio
from servicios.hechos import Nombres
from servicios.lcg import tablas
from servicios.lcg.etapas import Asedio, comparten_etapa


def leer(escritos: Sequence[str]) -> tuple[list[int], list[int]]:
    """Los jugadores («j2») y las cartas («c5») por quienes se pregunta.

    Raises:
        ErrorDeDominio: si alguno no es de la lista que se ofrece.
    """
    if any(escrito[0] not in "jc" or not escrito[1:].isdecimal() for escrito in escritos):
        raise ErrorDeDominio("Elige jugadores y cartas de la lista que aparece al escribir.")
    return _de_letra(escritos, "j"), _de_letra(escritos, "c")


def _de_letra(escritos: Sequence[str], letra: str) -> list[int]:
    return [int(escrito[1:]) for escrito in escritos if escrito[0] == letra]


def panel(asedio: Asedio, pedidos: tuple[list[int], list[int]], nombres: Nombres) -> Panel:
    """Si comparten etapa, y dónde está cada cual."""
    jugadores, cartas = pedidos
    reunion = comparten_etapa(asedio, jugadores, cartas)
    quienes = [asedio.jugador(numero).quien.nombre(nombres) for numero in jugadores]
    quienes += [nombres.texto(asedio.carta(numero).nombre) for numero in cartas]
    lugares = (tablas.etapa(etapa).nombre for etapa in reunion.donde)
    hecho = Panel(Color.LCG).titulo("Sí comparten etapa" if reunion.comparten else "No comparten etapa")
    hecho.texto("\n".join(f"{quien}: **{lugar}**" for quien, lugar in zip(quienes, lugares, strict=True)))
    regla = "Fuera de tu etapa no juegas cartas ni aplicas capacidades de cartas de jugador."
    return hecho.pie(f"{regla}\n004, «Múltiples etapas y misiones principales»")
