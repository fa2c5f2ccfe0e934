"""Las reglas del torneo dichas en claro, como se enseñan al crearlo: nadie debe descubrirlas después.

Fuente: 000, los dos formatos; decisiones D-01 a D-09.
"""

from dataclasses import dataclass

from servicios.texto import cuenta
from servicios.torneo.clasificacion import CRITERIOS
from servicios.torneo.puntos import PUNTOS_DE_ANILLO
from servicios.torneo.reloj_de_ronda import FIN_DEL_TIEMPO
from servicios.torneo.valores import Bases


@dataclass(frozen=True, slots=True)
class Apartado:
    """Un asunto del reglamento y lo que se hace."""

    titulo: str
    lineas: tuple[str, ...]


def reglamento(bases: Bases) -> tuple[Apartado, ...]:
    """Las reglas de un torneo con esas bases, por apartados."""
    apartados = (
        Apartado("Rondas", _rondas(bases)),
        Apartado("Puntos de torneo", _puntos(bases)),
        Apartado("Emparejamientos y descanso", _emparejamientos(bases)),
        Apartado("Desempates, en este orden", _desempates()),
        Apartado("Tiempo", _tiempo(bases)),
        Apartado("En la mesa", _mesas(bases)),
        Apartado("Donde el reglamento calla", _huecos()),
    )
    return tuple(apartado for apartado in apartados if apartado.lineas)


def _rondas(bases: Bases) -> tuple[str, ...]:
    if bases.rondas is not None:
        return (f"{bases.rondas}, fijadas por la coordinación.",)
    return (
        "De 6 a 11 jugadores, 4; de 12 a 24, 5; de 25 a 50, 6; de 51 a 128, 7.",
        "Con menos de 6 o más de 128 las fija la coordinación al iniciar.",
    )


def _puntos(bases: Bases) -> tuple[str, ...]:
    return (
        "Mismos PV: 3-3.",
        "El doble de PV o más, o el rival con 0 o menos: 6-0.",
        "Desde una vez y media hasta menos del doble: 5-1.",
        "Menos de una vez y media: 4-2.",
        f"Anillo Único: {PUNTOS_DE_ANILLO[bases.modalidad]}-0.",
        "Retirada, incomparecencia o decisión del arbitraje: 6-0.",
        "El total de PV ya lleva restados los 5 de un Mago o Espectro eliminado, y las sanciones.",
    )


def _emparejamientos(bases: Bases) -> tuple[str, ...]:
    lineas = (
        "Al azar entre quienes tienen los mismos puntos, desde el grupo más alto; quien sobra baja al siguiente.",
        "Nadie repite rival mientras exista una forma de evitarlo.",
        "Si sois impares descansa por sorteo alguien del grupo más bajo: 6 puntos en la ronda 1, 3 después.",
        "Nadie descansa dos veces mientras quede alguien que no lo haya hecho.",
        "El descanso da puntos y nada más: ni victoria, ni PV, ni enfrentamiento directo.",
    )
    return (*lineas, "Antes de cada ronda se pregunta quién sigue.") if bases.seguir else lineas


def _desempates() -> tuple[str, ...]:
    criterios = (frase for clave, frase in CRITERIOS.items() if clave != "compartido")
    return (
        *(f"{n}. {frase[:1].upper()}{frase[1:]}." for n, frase in enumerate(criterios, start=1)),
        "Quienes quedan fuera forman juntos el grupo siguiente y empiezan otra vez por el primero.",
        "El primer puesto que nada separa se juega en un play-off.",
    )


def _tiempo(bases: Bases) -> tuple[str, ...]:
    if bases.plazo is not None:
        dias = cuenta(bases.plazo, "día")
        return (f"{dias} por ronda, hasta las 23:59 ({bases.zona}); se avisa 24 horas antes.",)
    return (f"{bases.minutos} minutos por ronda, con aviso 5 minutos antes.", FIN_DEL_TIEMPO)


def _mesas(bases: Bases) -> tuple[str, ...]:
    lineas = {
        "Cada mesa tiene su hilo.": bases.hilos,
        "Mientras juegas, las dudas de cartas y reglas se preguntan al árbitro, no al bot.": bases.sin_consultas,
    }
    return tuple(linea for linea, vale in lineas.items() if vale)


def _huecos() -> tuple[str, ...]:
    return (
        "Con 50 jugadores, que salen en dos tramos, se juegan 6 rondas.",
        "Una razón de 1,5 exacta es un 5-1. Se compara con enteros, sin redondear.",
        "Si los dos acaban con 0 o menos y distinto, es un 6-0; el arbitraje puede cambiarlo.",
        "El criterio «margen de PV» suma los PV a favor, como dice su definición.",
        "Cuenta como victoria por el Anillo la que avale la coordinación, aunque sea con otra carta.",
    )
