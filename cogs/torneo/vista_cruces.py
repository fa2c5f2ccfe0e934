"""Quién jugó contra quién y qué sacó: en el texto de la clasificación y en el cuadro que la acompaña."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cogs.torneo.sala import Sala
from servicios import dibujo
from servicios.torneo.clasificacion import partidas
from servicios.torneo.estado import Torneo
from servicios.torneo.valores import Fila


class Cruce(NamedTuple):
    """Lo que sacó alguien en una ronda, en puntos de torneo. `rival`: `None`, descansó."""

    ronda: int
    rival: int | None
    puntos: int


Cruces: TypeAlias = Mapping[int, Sequence[Cruce]]
"""Los de cada participante, por rondas; quien no ha jugado nada no está."""


def cruces(torneo: Torneo, hasta: int | None) -> Cruces:
    """Los de todos, en las partidas con resultado. `hasta`: última ronda que cuenta; `None`, todas."""
    de = defaultdict[int, list[Cruce]](list)
    for p in partidas(torneo, hasta):
        de[p.a].append(Cruce(p.ronda, p.b, p.vale.a))
        de[p.b].append(Cruce(p.ronda, p.a, p.vale.b))
    for ronda in torneo.rondas[:hasta]:
        if ronda.descanso is not None:
            de[ronda.descanso.participante].append(Cruce(ronda.numero, None, ronda.descanso.puntos))
    return {quien: sorted(suyos) for quien, suyos in de.items()}


def dichos(sala: Sala, cruzados: Cruces, quien: int, tope: int) -> str:
    """Los de una persona en una línea de letra pequeña, que empieza con su salto. `tope`: el de cada nombre."""
    suyos = [
        f"r{ronda} {'descanso' if rival is None else sala.llamados.de(rival, tope)}: {puntos}"
        for ronda, rival, puntos in cruzados.get(quien, ())
    ]
    return f"\n-# {' · '.join(suyos)}" if suyos else ""


def cuadro(sala: Sala, filas: Sequence[Fila], cruzados: Cruces) -> dibujo.Cruzada:
    """Los de todos, para dibujarlos en el orden de la clasificación."""
    lugar: dict[int | None, int] = {fila.participante: i for i, fila in enumerate(filas)}
    jugadores = tuple(
        dibujo.Cruzado(
            sala.llamados.crudo(fila.participante),
            str(fila.pt),
            tuple(
                dibujo.Encuentro(ronda, lugar.get(rival), str(puntos))
                for ronda, rival, puntos in cruzados.get(fila.participante, ())
            ),
        )
        for fila in filas
    )
    return dibujo.Cruzada(titulo=sala.llamados.texto(sala.torneo.nombre), jugadores=jugadores, subtitulo="Cruces")
