"""Piezas que se repiten en los tableros: dados, marcadores de casillas y etiquetas."""

from collections.abc import Sequence
from dataclasses import dataclass

from servicios.dibujo import letras
from servicios.dibujo.estilo import (
    BLANCO,
    FUERTE,
    LINEA,
    MARGEN,
    NORMAL,
    PAPEL,
    SUAVE,
    TINTA,
    UTIL,
    VACIO,
    Color,
)
from servicios.dibujo.lienzo import Lienzo
from servicios.dibujo.prosa import entero

LADO_DE_DADO = 46
ALTO_DE_ETIQUETA = 48


@dataclass(frozen=True, slots=True)
class Dado:
    """Un dado tirado. `cuenta`: si acierta."""

    valor: int
    cuenta: bool

    @property
    def texto(self) -> str:
        return str(entero(self.valor, 0, 999))


def dados(lienzo: Lienzo, x: float, y: float, tirados: Sequence[Dado], color: Color, caben: int = 6) -> None:
    """Una fila de dados: lleno y en negrita el que cuenta, hueco el que no. Los que no caben se resumen."""
    for i, dado in enumerate(tirados[:caben]):
        izquierda = x + i * (LADO_DE_DADO + 8)
        if i == caben - 1 and len(tirados) > caben:
            lienzo.escribir(
                izquierda, y + LADO_DE_DADO / 2, f"+{len(tirados) - i}", FUERTE, ancho=LADO_DE_DADO + 8
            )
            return
        centro = (izquierda + LADO_DE_DADO / 2, y + LADO_DE_DADO / 2)
        if dado.cuenta:
            lienzo.caja(izquierda, y, LADO_DE_DADO, LADO_DE_DADO, color, TINTA)
            lienzo.escribir(*centro, dado.texto, FUERTE, BLANCO, ancho=LADO_DE_DADO, ancla="m")
        else:
            lienzo.caja(izquierda, y, LADO_DE_DADO, LADO_DE_DADO, BLANCO, LINEA)
            lienzo.escribir(*centro, dado.texto, NORMAL, SUAVE, ancho=LADO_DE_DADO, ancla="m")


def marcador(lienzo: Lienzo, rotulos: Sequence[str], actual: int | None, color: Color, alto: int = 52) -> None:
    """Una fila de casillas; las pasadas se llenan y la actual lleva el número en negrita dentro de un marco.

    `actual`: posición de la casilla en que se está, o None si todavía en ninguna.
    """
    paso = UTIL / len(rotulos)
    for i, rotulo in enumerate(rotulos):
        x = MARGEN + paso * i
        aqui = i == actual
        llena = actual is not None and i < actual
        relleno = color if aqui else LINEA if llena else VACIO
        lienzo.caja(x + 2, lienzo.y, paso - 4, alto, relleno, TINTA if aqui else None, grosor=4)
        letra, tinta = (FUERTE, BLANCO) if aqui else (NORMAL, TINTA if llena else SUAVE)
        lienzo.escribir(x + paso / 2, lienzo.y + alto / 2, rotulo, letra, tinta, ancho=paso - 8, ancla="m")
    lienzo.y += alto + 8


def etiqueta(
    lienzo: Lienzo, x: float, y: float, texto: str, color: Color, ancho: float, *, llena: bool = True
) -> float:
    """Un rótulo en una cápsula, llena o solo con el borde.

    Returns:
        Lo que ocupa a lo ancho, en píxeles.
    """
    visto = letras.encajar(texto, FUERTE, ancho - 32)
    ocupa = letras.medir(visto, FUERTE) + 32
    relleno, tinta = (color, BLANCO) if llena else (PAPEL, TINTA)
    lienzo.caja(x, y, ocupa, ALTO_DE_ETIQUETA, relleno, color, radio=ALTO_DE_ETIQUETA // 2)
    lienzo.escribir(x + 16, y + ALTO_DE_ETIQUETA / 2, visto, FUERTE, tinta, ancho=ocupa - 32 + 1)
    return ocupa
