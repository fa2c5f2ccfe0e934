"""La Amenaza de los jugadores: subirla, bajarla, Maldito X y la eliminación. Vale para toda partida del LCG."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from servicios.errores import ErrorDeDominio
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas, Valor
from servicios.lcg.estado import Causa, Jugador, Partida, Quien
from servicios.lcg.finales import anotar, eliminar
from servicios.lcg.texto import BASICO, rechazo
from servicios.texto import con_signo, cuenta, lista

PUNTOS_MAXIMOS = 50
MALDITO = "002 y 004, «Maldito X»"

P = TypeVar("P", bound=Partida)


class Origen(StrEnum):
    """Qué ha movido la Amenaza."""

    JUGADORES = "jugadores"
    MALDITO = "maldito"
    RONDA = "ronda"
    BARCO = "barco"
    FIJADA = "fijada"


class SubirAmenaza(Orden):
    """Sube la Amenaza de un jugador, o de todos si no se dice cuál."""

    puntos: int
    jugador: int | None = None
    motivo: str | None = None


class BajarAmenaza(Orden):
    """Baja la Amenaza de un jugador, o de todos si no se dice cuál. No baja de 0."""

    puntos: int
    jugador: int | None = None
    motivo: str | None = None


class FijarAmenaza(Orden):
    """Pone la Amenaza de un jugador en un valor (al empezar, o para corregirla)."""

    jugador: int
    valor: int
    motivo: str | None = None


class FijarAmenazas(Orden):
    """Pone de una vez la Amenaza inicial de varios jugadores. `valores`: por asiento, la suma de sus Héroes.

    Lo que cambie el escenario (los barcos) se suma aparte: da igual si se prepara antes o después.
    """

    valores: dict[int, int]


class Maldito(Orden):
    """Se ha revelado una carta con Maldito X: todos suben X, en la fase que sea."""

    x: int
    carta: str | None = None


class Cambio(Valor):
    """Lo que se mueve la Amenaza de un jugador."""

    jugador: int
    quien: Quien
    de: int
    a: int


class MueveAmenaza(Hecho):
    """Un hecho que, entre otras cosas o solo eso, mueve la Amenaza: el historial de esta los busca a todos."""

    cambios: tuple[Cambio, ...]


class AmenazaCambiada(MueveAmenaza):
    """La Amenaza de uno o varios jugadores cambia a la vez.

    Attributes:
        puntos: lo pedido, con signo, si es lo mismo para todos.
    """

    tipo = "amenaza"
    origen: Origen
    puntos: int | None = None
    motivo: int | None = None

    def relato(self, nombres: Nombres) -> str:
        partes = lista(f"{c.quien.nombre(nombres)} de {c.de} a {c.a}" for c in self.cambios)
        porque = f" ({nombres.texto(self.motivo)})" if self.motivo is not None else ""
        return f"{self._titulo()}{porque}: {partes}."

    def _titulo(self) -> str:
        con_puntos = f"Amenaza {con_signo(self.puntos)}" if self.puntos is not None else "Amenaza"
        return {
            Origen.MALDITO: f"Maldito {self.puntos}",
            Origen.RONDA: f"{con_puntos} por el fin de la ronda",
            Origen.BARCO: "Amenaza inicial, según el barco elegido",
        }.get(self.origen, con_puntos)


reglas: Reglas[Any] = Reglas()


def mover(partida: Partida, puntos: Mapping[int, int], origen: Origen, motivo: int | None = None) -> list[Hecho]:
    """Los hechos de mover la Amenaza: el cambio y, si alguien llega al límite, su eliminación.

    Args:
        puntos: por asiento, con signo; los eliminados no cuentan.

    Returns:
        Nada, si no cambia la de nadie.
    """
    movidos = tuple(c for c in cambios(partida, puntos) if c.de != c.a)
    if not movidos:
        return []
    iguales = set(puntos.values())
    comun = iguales.pop() if len(iguales) == 1 else None
    hecho = AmenazaCambiada(origen=origen, cambios=movidos, puntos=comun, motivo=motivo)
    return [hecho, *eliminados(partida, movidos)]


def cambios(partida: Partida, puntos: Mapping[int, int]) -> tuple[Cambio, ...]:
    """Cómo queda la Amenaza de cada uno: entre 0 y el límite."""
    return tuple(_cambio(j, puntos[j.numero], partida.limite) for j in partida.en_juego if puntos.get(j.numero))


def eliminados(partida: Partida, movidos: Sequence[Cambio]) -> list[Hecho]:
    """La eliminación de quienes llegan al límite, y la derrota si no queda nadie."""
    return eliminar(partida, [c.jugador for c in movidos if c.a >= partida.limite], Causa.AMENAZA)


def con_cambios(partida: P, movidos: Sequence[Cambio]) -> P:
    """La partida después de esos cambios."""
    nuevas = {c.jugador: c.a for c in movidos}
    jugadores = (j.con(amenaza=nuevas.get(j.numero, j.amenaza)) for j in partida.jugadores)
    return partida.con(jugadores=tuple(jugadores))


def de_todos(partida: Partida, puntos: int) -> dict[int, int]:
    """Los mismos puntos para cada jugador en juego."""
    return {j.numero: puntos for j in partida.en_juego}


@reglas.decide(SubirAmenaza)
def _subir(partida: Partida, orden: SubirAmenaza, contexto: Contexto) -> Sequence[Hecho]:
    puntos = _puntos(partida, orden.jugador, _valido(orden.puntos))
    return mover(partida, puntos, Origen.JUGADORES, anotar(orden.motivo, contexto))


@reglas.decide(BajarAmenaza)
def _bajar(partida: Partida, orden: BajarAmenaza, contexto: Contexto) -> Sequence[Hecho]:
    puntos = _puntos(partida, orden.jugador, -_valido(orden.puntos))
    hechos = mover(partida, puntos, Origen.JUGADORES, anotar(orden.motivo, contexto))
    if not hechos:
        raise rechazo("No se puede bajar más: ya está en 0.", "La Amenaza no baja de 0.", BASICO)
    return hechos


@reglas.decide(FijarAmenaza)
def _fijar(partida: Partida, orden: FijarAmenaza, contexto: Contexto) -> Sequence[Hecho]:
    jugador = partida.jugador(orden.jugador)
    if orden.valor == jugador.amenaza:
        raise ErrorDeDominio(f"Su Amenaza ya es {orden.valor}: no hay nada que cambiar.")
    puntos = _hasta(partida, {jugador.numero: orden.valor})
    return mover(partida, puntos, Origen.FIJADA, anotar(orden.motivo, contexto))


@reglas.decide(FijarAmenazas)
def _fijar_todas(partida: Partida, orden: FijarAmenazas, _contexto: Contexto) -> Sequence[Hecho]:
    falta = _hasta(partida, orden.valores)
    con_el_barco = {numero: puntos + partida.sobre_la_inicial(numero) for numero, puntos in falta.items()}
    return mover(partida, con_el_barco, Origen.FIJADA)


@reglas.decide(Maldito)
def _maldito(partida: Partida, orden: Maldito, contexto: Contexto) -> Sequence[Hecho]:
    if not 1 <= orden.x <= PUNTOS_MAXIMOS:
        raise rechazo(
            f"Maldito lleva un número entre 1 y {PUNTOS_MAXIMOS}: escribe el que dice la carta.",
            "Cada jugador añade a su Amenaza el valor especificado.",
            MALDITO,
        )
    return mover(partida, de_todos(partida, orden.x), Origen.MALDITO, anotar(orden.carta, contexto))


@reglas.aplica(AmenazaCambiada)
def _cambiada(partida: Partida, hecho: AmenazaCambiada) -> Partida:
    return con_cambios(partida, hecho.cambios)


def _cambio(jugador: Jugador, puntos: int, limite: int) -> Cambio:
    nueva = min(max(jugador.amenaza + puntos, 0), limite)
    return Cambio(jugador=jugador.numero, quien=jugador.quien, de=jugador.amenaza, a=nueva)


def _puntos(partida: Partida, jugador: int | None, puntos: int) -> dict[int, int]:
    if jugador is None:
        return de_todos(partida, puntos)
    return {partida.jugador(jugador).numero: puntos}


def _hasta(partida: Partida, valores: Mapping[int, int]) -> dict[int, int]:
    """Lo que falta, con signo, para que la Amenaza de cada asiento llegue a su valor."""
    if any(not 0 <= valor <= partida.limite for valor in valores.values()):
        raise ErrorDeDominio(f"La Amenaza va de 0 a {partida.limite}; escribe un valor de ese intervalo.")
    return {numero: valor - partida.jugador(numero).amenaza for numero, valor in valores.items()}


def _valido(puntos: int) -> int:
    if not 1 <= puntos <= PUNTOS_MAXIMOS:
        unidad = cuenta(PUNTOS_MAXIMOS, "punto")
        raise ErrorDeDominio(
            f"La Amenaza se mueve de 1 a {unidad} de una vez; escribe un número de ese intervalo."
        )
    return puntos
