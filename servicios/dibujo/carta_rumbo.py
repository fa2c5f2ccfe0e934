"""La carta de Rumbo: las cuatro caras, dibujadas con sencillez, y el cambio de una a otra."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from PIL import Image, ImageDraw

from servicios.dibujo.estilo import (
    ANCHO,
    BLANCO,
    CIELO,
    FUERTE,
    GRANDE,
    LINEA,
    MARGEN,
    NORMAL,
    NUBE,
    RENGLON,
    SOL,
    SUAVE,
    TINTA,
    UTIL,
    Acento,
    Color,
)
from servicios.dibujo.formas import AUMENTO, FLECHA, Punto, poligono
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.lienzo import Lienzo
from servicios.dibujo.prosa import alternativo, inerte

LADO = 250
LADO_PEQUENO = 110


class Cara(Enum):
    """Las caras de la carta, de la mejor a la peor, con su nombre."""

    SOLEADO = "Soleado"
    NUBLADO = "Nublado"
    LLUVIOSO = "Lluvioso"
    TORMENTA = "Tormenta"

    @property
    def nivel(self) -> int:
        """0 es la mejor; 3, la peor."""
        return list(Cara).index(self)


@dataclass(frozen=True, slots=True)
class Rumbo:
    """El rumbo y, si acaba de cambiar, el que había.

    Attributes:
        ahora: el actual.
        antes: el anterior; None si no se enseña un cambio.
        motivo: por qué ha cambiado («Prueba de navegación: 2 timones»).
    """

    ahora: Cara
    antes: Cara | None = None
    motivo: str = ""
    titulo: str = "Rumbo"
    subtitulo: str = ""
    pie: str = ""


def rumbo(datos: Rumbo) -> Imagen:
    """La carta de Rumbo."""
    return trazar(datos).terminar("rumbo.png", describir(datos))


def trazar(datos: Rumbo) -> Lienzo:
    """El dibujo, sin guardar."""
    lienzo = Lienzo(Acento.LCG, datos.titulo, datos.subtitulo)
    lienzo.y += 8
    if datos.antes is None:
        _grande(lienzo, ANCHO / 2, datos.ahora, "ahora")
    else:
        _grande(lienzo, MARGEN + LADO / 2 + 40, datos.antes, "antes")
        lienzo.pegar(poligono(110, FLECHA), ANCHO / 2, lienzo.y + LADO / 2, Acento.LCG.color)
        _grande(lienzo, ANCHO - MARGEN - LADO / 2 - 40, datos.ahora, "ahora")
    lienzo.y += LADO + 2 * RENGLON + 16
    _escala(lienzo, datos.ahora)
    lienzo.parrafo(_cambio(datos), FUERTE)
    lienzo.pie(datos.motivo, datos.pie)
    return lienzo


def describir(datos: Rumbo) -> str:
    """El texto alternativo."""
    frases = [_cambio(datos), inerte(datos.motivo, 200), inerte(datos.pie, 200)]
    return alternativo(datos.titulo, [frase for frase in frases if frase])


def _cambio(datos: Rumbo) -> str:
    """«Antes, Lluvioso; ahora, Soleado: mejora 2 niveles»."""
    ahora = datos.ahora
    donde = "en rumbo" if ahora is Cara.SOLEADO else "desviado"
    if datos.antes is None:
        return f"{ahora.value}: {donde}"
    salto = datos.antes.nivel - ahora.nivel
    if not salto:
        return f"Sigue {ahora.value}: {donde}"
    niveles = "1 nivel" if abs(salto) == 1 else f"{abs(salto)} niveles"
    return f"{datos.antes.value} → {ahora.value}: {'mejora' if salto > 0 else 'empeora'} {niveles}, {donde}"


def _grande(lienzo: Lienzo, x: float, cara: Cara, cuando: str) -> None:
    """Una cara con su nombre y si es la de antes o la de ahora."""
    actual = cuando == "ahora"
    borde = TINTA if actual else LINEA
    lienzo.caja(x - LADO / 2, lienzo.y, LADO, LADO, BLANCO, borde, grosor=6 if actual else 3, radio=20)
    _pegar(lienzo, x, lienzo.y + LADO / 2, cara, LADO - 50)
    lienzo.escribir(x, lienzo.y + LADO + 26, cara.value, GRANDE, ancho=LADO + 60, ancla="m")
    lienzo.escribir(x, lienzo.y + LADO + 64, cuando, NORMAL, SUAVE, ancho=LADO, ancla="m")


def _escala(lienzo: Lienzo, ahora: Cara) -> None:
    """Las cuatro caras de mejor a peor, con la actual señalada."""
    paso = UTIL / len(Cara)
    for cara in Cara:
        x = MARGEN + paso * (cara.nivel + 0.5)
        aqui = cara is ahora
        lienzo.caja(
            x - paso / 2 + 4,
            lienzo.y,
            paso - 8,
            LADO_PEQUENO + 56,
            BLANCO,
            TINTA if aqui else LINEA,
            5 if aqui else 2,
        )
        _pegar(lienzo, x, lienzo.y + LADO_PEQUENO / 2 + 8, cara, LADO_PEQUENO - 20)
        letra = FUERTE if aqui else NORMAL
        lienzo.escribir(x, lienzo.y + LADO_PEQUENO + 30, cara.value, letra, ancho=paso - 16, ancla="m")
    lienzo.y += LADO_PEQUENO + 72


def _pegar(lienzo: Lienzo, x: float, y: float, cara: Cara, lado: int) -> None:
    dibujo = icono(cara, lado)
    lienzo.imagen.paste(dibujo, (round(x - lado / 2), round(y - lado / 2)), dibujo)


@cache
def icono(cara: Cara, lado: int) -> Image.Image:
    """El dibujo de una cara, con fondo transparente."""
    escala = lado * AUMENTO
    grande = Image.new("RGBA", (escala, escala), (*BLANCO, 0))
    pincel = ImageDraw.Draw(grande)
    if cara is Cara.SOLEADO:
        _sol(pincel, escala)
    else:
        _nube(pincel, escala, SUAVE if cara is Cara.TORMENTA else NUBE)
    if cara is Cara.LLUVIOSO:
        for x in (0.28, 0.45, 0.62, 0.79):
            _linea(pincel, escala, ((x, 0.68), (x - 0.08, 0.9)), CIELO, 0.05)
    if cara is Cara.TORMENTA:
        rayo = ((0.54, 0.56), (0.36, 0.8), (0.48, 0.8), (0.4, 1.0), (0.66, 0.72), (0.53, 0.72), (0.62, 0.56))
        pincel.polygon([(x * escala, y * escala) for x, y in rayo], fill=SOL, outline=TINTA)
    return grande.reduce(AUMENTO)


def _sol(pincel: ImageDraw.ImageDraw, escala: int) -> None:
    direcciones = (
        (1, 0),
        (0.707, 0.707),
        (0, 1),
        (-0.707, 0.707),
        (-1, 0),
        (-0.707, -0.707),
        (0, -1),
        (0.707, -0.707),
    )
    for x, y in direcciones:
        rayo = ((0.5 + 0.34 * x, 0.5 + 0.34 * y), (0.5 + 0.47 * x, 0.5 + 0.47 * y))
        _linea(pincel, escala, rayo, SOL, 0.06)
    pincel.ellipse([0.24 * escala, 0.24 * escala, 0.76 * escala, 0.76 * escala], fill=SOL)


def _nube(pincel: ImageDraw.ImageDraw, escala: int, color: Color) -> None:
    for x, y, radio in ((0.28, 0.44, 0.18), (0.5, 0.32, 0.23), (0.73, 0.44, 0.18)):
        pincel.ellipse(
            [(x - radio) * escala, (y - radio) * escala, (x + radio) * escala, (y + radio) * escala], fill=color
        )
    pincel.rectangle([0.28 * escala, 0.42 * escala, 0.73 * escala, 0.62 * escala], fill=color)


def _linea(pincel: ImageDraw.ImageDraw, escala: int, puntos: Sequence[Punto], color: Color, grosor: float) -> None:
    """Un trazo de puntas redondas. Todo, de 0 a 1 sobre el lado."""
    reales = [(x * escala, y * escala) for x, y in puntos]
    radio = grosor * escala / 2
    pincel.line(reales, fill=color, width=round(2 * radio))
    for x, y in reales:
        pincel.ellipse([x - radio, y - radio, x + radio, y + radio], fill=color)
