"""El agregado de los torneos: reúne las reglas de cada asunto."""

from collections.abc import Collection

from servicios.hechos import Agregado
from servicios.torneo import (
    arbitraje,
    bajas,
    borrador,
    firmeza,
    importar,
    inscripcion,
    playoff,
    plazos,
    publicacion,
    reloj_de_ronda,
    resultados,
    rondas,
    suspension,
    vida,
)
from servicios.torneo.debido import debido
from servicios.torneo.derechos import coordina
from servicios.torneo.estado import Torneo
from servicios.torneo.marcha_atras import exigir_deshacer
from servicios.torneo.valores import Fase, Situacion

_ASUNTOS = (
    arbitraje,
    bajas,
    borrador,
    firmeza,
    importar,
    inscripcion,
    playoff,
    plazos,
    publicacion,
    reloj_de_ronda,
    resultados,
    rondas,
    suspension,
    vida,
)


def _cerrado(torneo: Torneo) -> bool:
    return torneo.fase in (Fase.CERRADO, Fase.CANCELADO)


class _AgregadoDeTorneo(Agregado[Torneo]):
    """Un torneo no tiene bandos, pero sí gente que toma parte: quienes juegan o esperan sitio."""

    def participantes(self, estado: Torneo) -> Collection[int]:
        return {
            uno.persona
            for uno in estado.participantes.values()
            if uno.persona is not None and uno.situacion in (Situacion.ACTIVO, Situacion.ESPERA)
        }


TORNEO = _AgregadoDeTorneo(
    "torneo",
    Torneo,
    [asunto.reglas for asunto in _ASUNTOS],
    familia="torneo",
    debido=debido,
    cerrado=_cerrado,
    canal=lambda torneo: torneo.canal,
    puede_deshacer=exigir_deshacer,
    acepta_deshacer=lambda torneo, _propone, actor: coordina(torneo, actor),
    revision=2,
)
