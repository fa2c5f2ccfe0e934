"""El tablero del asedio, listo para dibujar o escribir: un panel por etapa, de oeste a este."""

from collections.abc import Iterator
from dataclasses import dataclass

from servicios.hechos import Nombres
from servicios.lcg.estado import Jugador
from servicios.lcg.etapas import Asedio, Carta, Zona, cartas_en, jugadores_en, lugar_activo, preparacion
from servicios.lcg.fichas import EtapaDeAsedio
from servicios.texto import lista


@dataclass(frozen=True)
class Panel:
    """Lo que se dibuja de una etapa. Los nombres de las cartas son números de texto."""

    etapa: EtapaDeAsedio
    dano: int
    umbral: int
    activo: Carta | None
    preparacion: tuple[Carta, ...]
    enfrentados: tuple[Carta, ...]
    jugadores: tuple[Jugador, ...]
    mas_al_este: bool


def tablero(asedio: Asedio) -> tuple[Panel, ...]:
    """Las etapas en juego, de oeste a este, listas para dibujar o escribir."""
    return tuple(
        Panel(
            etapa=etapa.ficha,
            dano=etapa.dano,
            umbral=asedio.umbral,
            activo=lugar_activo(asedio, etapa.id),
            preparacion=preparacion(asedio, etapa.id),
            enfrentados=tuple(c for c in cartas_en(asedio, etapa.id) if c.zona is Zona.ENFRENTADO),
            jugadores=jugadores_en(asedio, etapa.id),
            mas_al_este=etapa == asedio.etapas[-1],
        )
        for etapa in asedio.etapas
    )


def lineas(panel: Panel, nombres: Nombres) -> Iterator[str]:
    """El panel escrito: título, y una línea por cada cosa que haya en la etapa."""
    marca = " · más al este" if panel.mas_al_este else ""
    yield f"{panel.etapa.nombre} · daño {panel.dano} de {panel.umbral}{marca}"
    if panel.jugadores:
        yield f"Jugadores: {lista(j.quien.nombre(nombres) for j in panel.jugadores)}"
    if panel.activo:
        yield f"Lugar activo: {nombres.texto(panel.activo.nombre)}"
    if panel.preparacion:
        yield f"En preparación: {lista(_carta(c, nombres) for c in panel.preparacion)}"
    if panel.enfrentados:
        yield f"Enfrentados: {lista(_carta(c, nombres) for c in panel.enfrentados)}"


def _carta(carta: Carta, nombres: Nombres) -> str:
    coste = f", coste {carta.coste}" if carta.coste is not None else ""
    return f"{nombres.texto(carta.nombre)} ({carta.clase.nombre}{coste})"
