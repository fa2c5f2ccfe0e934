"""Dónde están las palabras halladas en el texto original, y el trozo de texto que se enseña de ellas."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from servicios.busqueda.normal import normalizar

Tramo = tuple[int, int]
"""Principio y final (sin incluir) de un trozo de texto, en caracteres."""

_CORTE = "…"
_ANTES = 40  # caracteres de contexto delante de la primera palabra hallada

# Letras y cifras, con los apóstrofos, las tildes sueltas y los guiones blandos que llevan dentro.
_PALABRA = re.compile(r"[^\W_](?:['’\u00ad\u0300-\u036f]*[^\W_])*[\u0300-\u036f]*")


@dataclass(frozen=True)
class Marcado:
    """Un texto y los tramos de él que se han de resaltar, en orden y sin solaparse."""

    texto: str
    marcas: tuple[Tramo, ...] = ()

    def partes(self) -> Iterator[tuple[str, bool]]:
        """Los trozos seguidos del texto y si cada uno va resaltado: para escaparlos antes de juntarlos."""
        hasta = 0
        for desde, fin in self.marcas:
            if desde > hasta:
                yield self.texto[hasta:desde], False
            yield self.texto[desde:fin], True
            hasta = fin
        if hasta < len(self.texto):
            yield self.texto[hasta:], False


def palabras_de(texto: str) -> Iterator[tuple[str, Tramo]]:
    """Las palabras de un texto, normalizadas, con su sitio. Un signo como «½» puede dar varias."""
    for hallada in _PALABRA.finditer(texto):
        for palabra in normalizar(hallada.group()).split():
            yield palabra, hallada.span()


def marcar(texto: str, buscadas: Mapping[str, int]) -> list[tuple[Tramo, int]]:
    """Los tramos de las palabras buscadas, en orden, con el número que cada una tiene en `buscadas`."""
    hallados = {tramo: buscadas[palabra] for palabra, tramo in palabras_de(texto) if palabra in buscadas}
    return list(hallados.items())


def extraer(texto: str, marcas: Sequence[tuple[Tramo, int]], largo: int) -> Marcado:
    """El trozo de hasta `largo` caracteres con más palabras buscadas distintas, cortado entre palabras.

    Los saltos de línea se vuelven espacios, y los puntos suspensivos (que no cuentan en `largo`) dicen por
    dónde se cortó.
    """
    desde, hasta = _ventana(texto, marcas, largo)
    principio = _CORTE if texto[:desde].strip() else ""
    final = _CORTE if texto[hasta:].strip() else ""
    corrido = len(principio) - desde
    dentro = tuple((a + corrido, b + corrido) for (a, b), _ in marcas if a >= desde and b <= hasta)
    trozo = re.sub(r"\s", " ", texto[desde:hasta])
    return Marcado(f"{principio}{trozo}{final}", dentro)


def _ventana(texto: str, marcas: Sequence[tuple[Tramo, int]], largo: int) -> Tramo:
    if len(texto) <= largo:
        return 0, len(texto)
    primera = max(0, _mejor_comienzo(marcas, largo - _ANTES) - _ANTES)
    desde = _tras_espacio(texto, min(primera, len(texto) - largo))
    return desde, _ante_espacio(texto, desde, desde + largo)


def _mejor_comienzo(marcas: Sequence[tuple[Tramo, int]], largo: int) -> int:
    """Dónde empieza la primera marca del grupo que cabe en `largo` con más palabras distintas y más marcas."""
    mejor, sitio = (0, 0), 0
    for i, ((comienzo, _), _) in enumerate(marcas):
        dentro = [cual for (_, fin), cual in marcas[i:] if fin <= comienzo + largo]
        if (len(set(dentro)), len(dentro)) > mejor:
            mejor, sitio = (len(set(dentro)), len(dentro)), comienzo
    return sitio


def _tras_espacio(texto: str, sitio: int) -> int:
    """El comienzo de palabra siguiente a un sitio, salvo que quede lejos (entonces, el propio sitio)."""
    if sitio == 0 or texto[sitio - 1].isspace():
        return sitio
    espacio = re.compile(r"\s+").search(texto, sitio, sitio + _ANTES)
    return espacio.end() if espacio else sitio


def _ante_espacio(texto: str, desde: int, hasta: int) -> int:
    """El final de palabra anterior a un sitio, salvo que no haya espacios (entonces, el propio sitio)."""
    if hasta >= len(texto) or texto[hasta].isspace():
        return min(hasta, len(texto))
    entero = re.sub(r"\s+\S*$", "", texto[desde:hasta])
    return desde + len(entero) if entero.strip() else hasta
