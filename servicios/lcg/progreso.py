"""El progreso en la isla: primero al Lugar activo, después a la misión, y cuándo se gana."""

from collections.abc import Mapping, Sequence
from typing import Any

from servicios.errores import ErrorDeDominio
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas, Valor
from servicios.lcg.estado import Causa, Fin
from servicios.lcg.exploracion import INEXPLORADO
from servicios.lcg.finales import Terminada, anotar
from servicios.lcg.isla import EXPLORACION, activo_de
from servicios.lcg.mapa import Isla, Lugar, preparacion
from servicios.lcg.texto import rechazo
from servicios.texto import lista

PUNTOS_MAXIMOS = 99


class ProgresoDeMision(Orden):
    """La misión tiene éxito: el progreso va al Lugar activo hasta sus puntos de misión, y el resto a la misión.

    Attributes:
        puntos: los que sobran de Voluntad sobre Amenaza.
        reparto: de los que irían a la misión, los que su carta deja poner en Lugares del área de preparación.
    """

    puntos: int
    reparto: Mapping[str, int] = {}


class ProgresoDeCarta(Orden):
    """El efecto de una carta pone (o, en negativo, quita) progreso en un Lugar."""

    casilla: str
    puntos: int
    motivo: str | None = None


class Avance(Valor):
    """El progreso de una casilla, antes y después; `mision`: sus puntos de misión, si está boca arriba."""

    casilla: str
    de: int
    a: int
    mision: int | None


class ProgresoPuesto(Hecho):
    """Progreso en uno o varios Lugares. `a_la_mision`: el que queda para la misión principal."""

    tipo = "progreso"
    avances: tuple[Avance, ...]
    a_la_mision: int = 0
    motivo: int | None = None

    def relato(self, nombres: Nombres) -> str:
        porque = f" ({nombres.texto(self.motivo)})" if self.motivo is not None else ""
        partes = [_avance(avance) for avance in self.avances]
        partes += [f"{self.a_la_mision} para la misión"] if self.a_la_mision else []
        return f"Progreso{porque}: {lista(partes)}."


reglas: Reglas[Any] = Reglas()


@reglas.decide(ProgresoDeMision)
def _de_mision(isla: Isla, orden: ProgresoDeMision, _contexto: Contexto) -> Sequence[Hecho]:
    casilla = activo_de(isla)
    _puntos(orden.puntos)
    cabe = _hueco(isla.lugar(casilla))
    al_activo = min(orden.puntos, cabe)
    resto = orden.puntos - al_activo
    repartidos = sum(orden.reparto.values())
    if any(puntos < 1 for puntos in orden.reparto.values()) or repartidos > resto:
        raise rechazo(
            f"No se pueden repartir {repartidos} puntos: al Lugar activo van {al_activo} y quedan {resto}.",
            "El progreso se coloca en el Lugar activo antes que en la misión, hasta sus puntos de misión.",
            EXPLORACION,
        )
    avances = [_avanzar(isla, casilla, al_activo)] if al_activo else []
    avances += [_en_preparacion(isla, otra, puntos) for otra, puntos in orden.reparto.items()]
    return _puestos(isla, avances, resto - repartidos)


@reglas.decide(ProgresoDeCarta)
def _de_carta(isla: Isla, orden: ProgresoDeCarta, contexto: Contexto) -> Sequence[Hecho]:
    activo = activo_de(isla)
    lugar = isla.lugar(orden.casilla)
    motivo = anotar(orden.motivo, contexto)
    if orden.puntos < 0:
        if lugar.progreso == 0:
            raise ErrorDeDominio(f"{orden.casilla} no tiene progreso que quitar.")
        return [ProgresoPuesto(avances=(_avanzar(isla, orden.casilla, orden.puntos),), motivo=motivo)]
    _puntos(orden.puntos)
    if orden.casilla == activo:
        avance = _avanzar(isla, activo, orden.puntos)
    else:
        avance = _en_preparacion(isla, orden.casilla, orden.puntos)
    return _puestos(isla, [avance], 0, motivo)


@reglas.aplica(ProgresoPuesto)
def _puesto(isla: Isla, hecho: ProgresoPuesto) -> Isla:
    for avance in hecho.avances:
        isla = isla.con_lugar(avance.casilla, isla.lugar(avance.casilla).con(progreso=avance.a))
    return isla


def _puestos(isla: Isla, avances: Sequence[Avance], a_la_mision: int, motivo: int | None = None) -> list[Hecho]:
    hecho = ProgresoPuesto(avances=tuple(avances), a_la_mision=a_la_mision, motivo=motivo)
    gana = any(_es_meta(isla.lugar(a.casilla)) and a.a == a.mision for a in avances)
    return [hecho, Terminada(fin=Fin.VICTORIA, causa=Causa.ENTRADA)] if gana else [hecho]


def _es_meta(lugar: Lugar) -> bool:
    return lugar.boca_arriba and lugar.ficha is not None and lugar.ficha.meta


def _en_preparacion(isla: Isla, casilla: str, puntos: int) -> Avance:
    isla.lugar(casilla)
    if casilla not in preparacion(isla):
        raise rechazo(
            f"{casilla} no está en el área de preparación: no se le puede poner progreso.",
            "Solo los Lugares adyacentes al activo, no en diagonal, están en el área de preparación.",
            EXPLORACION,
        )
    return _avanzar(isla, casilla, puntos)


def _avanzar(isla: Isla, casilla: str, puntos: int) -> Avance:
    lugar = isla.lugar(casilla)
    if puntos > 0 and _hueco(lugar) == 0:
        raise rechazo(
            f"{casilla} ya tiene todo el progreso que admite: {lugar.progreso}.",
            "El progreso de un Lugar llega como máximo a sus puntos de misión; no por eso queda explorado.",
            EXPLORACION,
        )
    nuevo = max(lugar.progreso + min(puntos, _hueco(lugar)), 0)
    return Avance(casilla=casilla, de=lugar.progreso, a=nuevo, mision=lugar.mision)


def _hueco(lugar: Lugar) -> int:
    """Cuánto progreso admite todavía: boca abajo no tiene puntos de misión que lo limiten (002, «Inexplorado»)."""
    return PUNTOS_MAXIMOS - lugar.progreso if lugar.mision is None else max(lugar.mision - lugar.progreso, 0)


def _puntos(puntos: int) -> None:
    if not 1 <= puntos <= PUNTOS_MAXIMOS:
        raise rechazo(
            f"El progreso va de 1 a {PUNTOS_MAXIMOS} fichas.",
            "Boca abajo también admite progreso, para su Acción.",
            INEXPLORADO,
        )


def _avance(avance: Avance) -> str:
    tope = f" de {avance.mision}" if avance.mision is not None else ""
    return f"{avance.casilla} pasa de {avance.de} a {avance.a}{tope}"
