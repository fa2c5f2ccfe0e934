"""Quién puede deshacer lo último de un torneo: la coordinación, salvo lo que decidió su propia partida."""

from collections.abc import Sequence

from servicios.hechos import Actor, Hecho
from servicios.torneo.bajas import Expulsado
from servicios.torneo.derechos import exigir_coordinacion, exigir_imparcial
from servicios.torneo.estado import Torneo
from servicios.torneo.firmeza import ResultadoCorregido, ResultadoFirme
from servicios.torneo.playoff import PlayoffJugado
from servicios.torneo.resultados import ResultadoComunicado, ResultadoRechazado
from servicios.torneo.rondas import Sancionado


def exigir_deshacer(torneo: Torneo, actor: Actor, hechos: Sequence[Hecho]) -> None:
    """Raises: SinPermiso si no coordina, o si juega lo que esos hechos decidieron."""
    exigir_coordinacion(torneo, actor)
    for hecho in hechos:
        exigir_imparcial(torneo, actor, *_juzgados(torneo, hecho))


def _juzgados(torneo: Torneo, hecho: Hecho) -> tuple[int, ...]:
    """Los participantes de la partida que decidió un hecho, o aquel a quien se expulsó."""
    match hecho:
        case ResultadoFirme() | ResultadoCorregido() | ResultadoComunicado() | ResultadoRechazado() | Sancionado():
            return torneo.rondas[hecho.ronda - 1].mesas[hecho.mesa - 1].jugadores
        case PlayoffJugado():
            partida = torneo.playoffs[-1].partidas[hecho.partida - 1]
            return partida.a, partida.b
        case Expulsado():
            return (hecho.participante,)
        case _:
            return ()
