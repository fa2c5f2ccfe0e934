"""Quién puede deshacer lo último de un torneo: la coordinación, salvo lo que decidió su propia partida."""

from collections.abc import Sequence

from servicios.errores import SinPermiso
from servicios.hechos import Actor, Hecho
from servicios.torneo.bajas import Expulsado, Vetado
from servicios.torneo.derechos import exigir_coordinacion
from servicios.torneo.estado import Torneo
from servicios.torneo.firmeza import ResultadoCorregido, ResultadoFirme
from servicios.torneo.playoff import PlayoffJugado
from servicios.torneo.reloj_de_ronda import TiempoDado
from servicios.torneo.resultados import ResultadoComunicado, ResultadoRechazado
from servicios.torneo.rondas import Sancionado


def exigir_deshacer(torneo: Torneo, actor: Actor, hechos: Sequence[Hecho]) -> None:
    """Raises: SinPermiso si no coordina, o si esos hechos decidieron su partida o sobre ella."""
    exigir_coordinacion(torneo, actor)
    if any(actor.persona in _juzgados(torneo, hecho) for hecho in hechos):
        raise SinPermiso("Eso se decidió sobre ti o sobre tu partida: lo deshace otra persona de la coordinación.")


def _juzgados(torneo: Torneo, hecho: Hecho) -> set[int | None]:
    """Las personas sobre cuya partida se decidió algo, o a quien se echó."""
    if isinstance(hecho, Vetado):
        return {hecho.persona}
    return {torneo.participantes[quien].persona for quien in _participantes(torneo, hecho)}


def _participantes(torneo: Torneo, hecho: Hecho) -> tuple[int, ...]:
    match hecho:
        case TiempoDado(mesa=0):
            return ()
        case ResultadoFirme() | ResultadoCorregido() | ResultadoComunicado() | ResultadoRechazado():
            return _jugadores(torneo, hecho.ronda, hecho.mesa)
        case Sancionado() | TiempoDado():
            return _jugadores(torneo, hecho.ronda, hecho.mesa)
        case PlayoffJugado():
            partida = torneo.playoffs[-1].partidas[hecho.partida - 1]
            return partida.a, partida.b
        case Expulsado():
            return (hecho.participante,)
        case _:
            return ()


def _jugadores(torneo: Torneo, ronda: int, mesa: int) -> tuple[int, ...]:
    return torneo.rondas[ronda - 1].mesas[mesa - 1].jugadores
