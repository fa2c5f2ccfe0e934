"""Quién puede decidir y cuándo: comprobaciones que comparten todas las reglas de una partida."""

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.guerra.estado import Estado, Fase
from servicios.guerra.piezas import Bando
from servicios.guerra.rechazo import REGLAMENTO, rechazo
from servicios.hechos import Actor


def exigir_en_curso(estado: Estado) -> None:
    """Comprueba que hay partida y no ha terminado.

    Raises:
        ErrorDeDominio: si no es así.
    """
    if not estado.empezada:
        raise ErrorDeDominio("Todavía no hay partida: ábrela antes.")
    if estado.final is not None:
        raise rechazo(
            f"La partida ha terminado: {estado.final.motivo}",
            "Al cumplirse una condición de victoria, la partida acaba.",
            "Condiciones de victoria",
        )


def exigir_bando(estado: Estado, actor: Actor, bando: Bando) -> None:
    """Comprueba que quien da la orden decide por ese bando.

    Raises:
        SinPermiso: si no juega en él y la mesa no es abierta.
        ErrorDeDominio: si no hay partida en curso.
    """
    exigir_en_curso(estado)
    if not estado.mesa_abierta and actor.persona not in estado.jugadores.get(bando, ()):
        raise SinPermiso(
            f"Eso lo decide el bando {bando.de}.",
            "Cada bando toma sus decisiones, salvo en una partida de mesa abierta.",
        )


def juega(estado: Estado, persona: int) -> bool:
    """Si esa persona lleva algún bando."""
    return any(persona in personas for personas in estado.jugadores.values())


def exigir_jugador(estado: Estado, actor: Actor) -> None:
    """Comprueba que quien da la orden juega en algún bando.

    Raises:
        SinPermiso: si no juega y la mesa no es abierta.
        ErrorDeDominio: si no hay partida en curso.
    """
    exigir_en_curso(estado)
    if not estado.mesa_abierta and not juega(estado, actor.persona):
        raise SinPermiso("Solo quien juega esta partida puede hacerlo.")


def exigir_sin_pendientes(estado: Estado) -> None:
    """Comprueba que no hay una Caza ni una batalla a medias.

    Raises:
        ErrorDeDominio: si la hay.
    """
    if estado.caza is not None:
        raise rechazo(
            "Hay una Caza sin resolver: termina antes con ella.",
            "La Caza se resuelve entera después de cada movimiento.",
            "Moviendo a La Compañía",
        )
    if estado.batalla is not None:
        raise rechazo(
            "Hay una batalla en curso: termina antes con ella.",
            "Una batalla se resuelve ronda a ronda hasta que acaba.",
            "Resolución de combates",
        )


def exigir_fase(estado: Estado, fase: Fase) -> None:
    """Comprueba la fase del turno y que no hay nada a medias.

    Raises:
        ErrorDeDominio: si es otra fase o hay una Caza o una batalla sin resolver.
    """
    exigir_sin_pendientes(estado)
    if estado.fase is not fase:
        raise rechazo(
            f"Ahora es {estado.fase.nombre}, y eso se hace en {fase.nombre}.",
            "Un turno tiene fases en este orden: Compañía, asignación de la Caza, tirada y acciones.",
            REGLAMENTO.format(18),
        )
