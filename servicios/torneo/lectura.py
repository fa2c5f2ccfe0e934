"""Preguntas que hacen las pantallas: qué ve cada persona, sin decidir nada."""

from dataclasses import dataclass
from datetime import datetime

from servicios.torneo.estado import Torneo
from servicios.torneo.valores import Fase, Mesa, Participante, Ronda


@dataclass(frozen=True, slots=True)
class VistaDeRonda:
    """Una ronda como la ve alguien: su mesa primero.

    Attributes:
        ronda: la ronda.
        propia: la mesa de quien mira, si juega.
        otras: las demás, en orden.
        descanso: quien descansa.
        fin: cuándo se acaba el tiempo en la mesa propia (o en la ronda); `None` si no corre.
    """

    ronda: Ronda
    propia: Mesa | None
    otras: tuple[Mesa, ...]
    descanso: Participante | None
    fin: datetime | None


def ver_ronda(torneo: Torneo, ronda: Ronda, persona: int | None = None) -> VistaDeRonda:
    """La ronda vista por esa persona."""
    quien = torneo.de_persona(persona) if persona is not None else None
    propia = ronda.mesa_de(quien.id) if quien else None
    return VistaDeRonda(
        ronda=ronda,
        propia=propia,
        otras=tuple(mesa for mesa in ronda.mesas if mesa is not propia),
        descanso=torneo.participantes[ronda.descanso.participante] if ronda.descanso else None,
        fin=ronda.fin_de(propia),
    )


def consultas_cerradas(torneo: Torneo, persona: int) -> bool:
    """Si a esa persona una consulta se le responde «pregunta al árbitro»: está jugando (000:362)."""
    quien = torneo.de_persona(persona)
    if not torneo.bases.sin_consultas or torneo.fase is not Fase.EN_JUEGO or quien is None or torneo.ronda is None:
        return False
    mesa = torneo.ronda.mesa_de(quien.id)
    return mesa is not None and mesa.resultado is None and torneo.ronda.reloj is not None
