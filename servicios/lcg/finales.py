"""Quedar eliminado y acabar la partida: cuándo, por qué y qué se dice."""

from collections.abc import Iterable, Sequence
from typing import Any

from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.lcg.estado import Causa, Fin, Partida, Quien

FRASES = {
    Causa.SIN_JUGADORES: "no queda ningún jugador en la partida",
    Causa.CAZADOR: "el Cazador de Sueños se ha perdido",
    Causa.ENTRADA: "la entrada de la gruta tiene 8 de progreso",
    Causa.EREBOR: "Erebor ha caído",
    Causa.NORTE: "el norte resiste, con menos Enemigos que etapas",
    Causa.DECISION: "así lo deciden los jugadores",
    Causa.AMENAZA: "su Amenaza ha llegado al límite (reglamento básico)",
    Causa.BARCO: "su barco se ha perdido",
}


class EliminarJugador(Orden):
    """Un jugador queda eliminado por algo que el bot no lleva (se quedó sin Héroes, una carta)."""

    jugador: int
    motivo: str | None = None


class DarPorTerminada(Orden):
    """Los jugadores dicen que la partida ha acabado, y cómo."""

    fin: Fin
    motivo: str | None = None


class Eliminado(Hecho):
    tipo = "eliminado"
    jugador: int
    quien: Quien
    causa: Causa
    motivo: int | None = None

    def relato(self, nombres: Nombres) -> str:
        return f"{self.quien.nombre(nombres)} queda eliminado: {_porque(self.causa, self.motivo, nombres)}."


class Terminada(Hecho):
    tipo = "terminada"
    fin: Fin
    causa: Causa
    motivo: int | None = None

    def relato(self, nombres: Nombres) -> str:
        resultado = "Victoria" if self.fin is Fin.VICTORIA else "Derrota"
        return f"{resultado}: {_porque(self.causa, self.motivo, nombres)}."


reglas: Reglas[Any] = Reglas()


def eliminar(partida: Partida, numeros: Iterable[int], causa: Causa, motivo: int | None = None) -> list[Hecho]:
    """Los hechos de eliminar a unos jugadores; si no queda ninguno, también la derrota.

    Fuente: reglamento básico del juego (los documentos lo dan por sabido).
    """
    caen = [j for j in partida.en_juego if j.numero in set(numeros)]
    hechos: list[Hecho] = [Eliminado(jugador=j.numero, quien=j.quien, causa=causa, motivo=motivo) for j in caen]
    if caen and len(caen) == len(partida.en_juego):
        hechos.append(Terminada(fin=Fin.DERROTA, causa=Causa.SIN_JUGADORES))
    return hechos


def anotar(texto: str | None, contexto: Contexto) -> int | None:
    """El número con que se guarda un texto libre; `None` si no hay texto."""
    return contexto.textos.anotar(texto.strip(), contexto.actor.persona) if texto and texto.strip() else None


@reglas.decide(EliminarJugador)
def _eliminar(partida: Partida, orden: EliminarJugador, contexto: Contexto) -> Sequence[Hecho]:
    jugador = partida.jugador(orden.jugador)
    return eliminar(partida, [jugador.numero], Causa.DECISION, anotar(orden.motivo, contexto))


@reglas.decide(DarPorTerminada)
def _terminar(_partida: Partida, orden: DarPorTerminada, contexto: Contexto) -> Sequence[Hecho]:
    return [Terminada(fin=orden.fin, causa=Causa.DECISION, motivo=anotar(orden.motivo, contexto))]


@reglas.aplica(Eliminado)
def _eliminado(partida: Partida, hecho: Eliminado) -> Partida:
    fuera = next(j for j in partida.jugadores if j.numero == hecho.jugador)
    return partida.con_jugador(fuera.con(eliminado=True)).al_eliminar(hecho.jugador)


@reglas.aplica(Terminada)
def _terminada(partida: Partida, hecho: Terminada) -> Partida:
    return partida.con(fin=hecho.fin, causa=hecho.causa)


def _porque(causa: Causa, motivo: int | None, nombres: Nombres) -> str:
    return nombres.texto(motivo).rstrip(".") if motivo is not None else FRASES[causa]
