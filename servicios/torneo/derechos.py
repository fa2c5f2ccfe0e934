"""Quién puede hacer qué, y encontrar aquello de lo que se habla. Lo usan todas las decisiones."""

from servicios.errores import ErrorDeDominio, NoExiste, SinPermiso
from servicios.hechos import SISTEMA, Actor, Contexto, Rol
from servicios.torneo.estado import Torneo
from servicios.torneo.frases import nombre
from servicios.torneo.valores import Fase, Mesa, Participante, Ronda, Situacion


def coordina(torneo: Torneo, actor: Actor) -> bool:
    """La coordinación: el rol, «Gestionar servidor» o quien este torneo haya nombrado."""
    return actor.es(Rol.MODERADOR, Rol.COORDINADOR) or actor.persona in torneo.coordinadores


def arbitra(torneo: Torneo, actor: Actor) -> bool:
    return coordina(torneo, actor) or actor.es(Rol.ARBITRO)


def exigir_coordinacion(torneo: Torneo, actor: Actor) -> None:
    if not coordina(torneo, actor):
        raise SinPermiso("Eso lo hace la coordinación del torneo.", "Fuente: 000, «Coordinador de Torneos».")


def exigir_arbitraje(torneo: Torneo, actor: Actor) -> None:
    if not arbitra(torneo, actor):
        raise SinPermiso("Eso lo decide el arbitraje del torneo.", "Fuente: 000, «Arbitraje».")


def exigir_imparcial(torneo: Torneo, actor: Actor, *jugadores: int) -> None:
    """Quien juega una partida no la decide.

    Raises:
        SinPermiso: si quien actúa es uno de esos participantes.
    """
    propio = torneo.de_persona(actor.persona)
    if propio is not None and propio.id in jugadores:
        raise SinPermiso("Juegas esa partida: tiene que decidir otra persona del arbitraje o de la coordinación.")


def exigir_en_juego(torneo: Torneo) -> None:
    if torneo.fase is Fase.INSCRIPCION:
        raise ErrorDeDominio("El torneo aún no ha empezado: la coordinación lo hace con /torneo iniciar.")
    exigir_abierto(torneo)


def exigir_abierto(torneo: Torneo) -> None:
    if torneo.fase is Fase.NUEVO:
        raise NoExiste("Aquí no hay ningún torneo: se crea con /torneo crear.")
    if torneo.fase in (Fase.CERRADO, Fase.CANCELADO):
        raise ErrorDeDominio("El torneo ya ha terminado y no admite cambios.")


def participante(torneo: Torneo, numero: int) -> Participante:
    hallado = torneo.participantes.get(numero)
    if hallado is None:
        raise NoExiste("Esa persona no está en este torneo: elige un nombre de la lista.")
    return hallado


def participante_o_yo(torneo: Torneo, numero: int | None, actor: Actor) -> Participante:
    """El participante señalado; sin señalar, quien da la orden."""
    if numero is not None:
        return participante(torneo, numero)
    propio = torneo.de_persona(actor.persona) if actor.persona != SISTEMA else None
    if propio is None:
        raise NoExiste("No estás en este torneo: indica a quién te refieres en la opción jugador.")
    return propio


def exigir_activo(contexto: Contexto, quien: Participante) -> None:
    if quien.situacion is Situacion.ESPERA:
        raise ErrorDeDominio(f"{nombre(contexto, quien)} está en la lista de espera y aún no juega.")
    if quien.situacion is not Situacion.ACTIVO:
        raise ErrorDeDominio(
            f"{nombre(contexto, quien)} ya dejó el torneo y no puede volver.",
            "Fuente: 000, «Finalizar una partida».",
        )


def ronda_o_actual(torneo: Torneo, numero: int | None) -> Ronda:
    if not torneo.rondas:
        raise NoExiste("Aún no se ha publicado ninguna ronda.")
    if numero is None:
        return torneo.rondas[-1]
    if not 1 <= numero <= len(torneo.rondas):
        raise NoExiste(f"La ronda {numero} no existe: la última publicada es la {len(torneo.rondas)}.")
    return torneo.rondas[numero - 1]


def mesa_numero(ronda: Ronda, numero: int) -> Mesa:
    if not 1 <= numero <= len(ronda.mesas):
        raise NoExiste(f"En la ronda {ronda.numero} no hay mesa {numero}: van de la 1 a la {len(ronda.mesas)}.")
    return ronda.mesas[numero - 1]


def mesa_de(contexto: Contexto, ronda: Ronda, quien: Participante) -> Mesa:
    mesa = ronda.mesa_de(quien.id)
    if mesa is not None:
        return mesa
    if ronda.descansa(quien.id):
        raise NoExiste(f"{nombre(contexto, quien)} descansó en la ronda {ronda.numero}: no hay partida.")
    raise NoExiste(f"{nombre(contexto, quien)} no jugó la ronda {ronda.numero}.")
