"""La tarjeta sobre la que se dibuja todo: cabecera, texto, cajas y pie, de arriba abajo.

Un `Lienzo` vive lo que tarda una imagen. Apunta cada rótulo que escribe y el sitio que tenía, para que las pruebas
puedan medir que nada se corta ni se sale.
"""

import io
from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageDraw

from servicios.dibujo import letras
from servicios.dibujo.estilo import (
    ALTO_MAXIMO,
    ANCHO,
    FUERTE,
    LINEA,
    MARGEN,
    NORMAL,
    PAPEL,
    RENGLON,
    SUAVE,
    TINTA,
    TITULO,
    UTIL,
    Acento,
    Color,
    Letra,
)
from servicios.dibujo.formas import disco
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.paleta import reducir

Ancla = Literal["l", "m", "r"]
"""Por dónde se sujeta un texto: su izquierda, su centro o su derecha."""


@dataclass(frozen=True, slots=True)
class Rotulo:
    """Un texto ya escrito: qué, con qué letra, sujeto de dónde y a lo ancho de cuánto tenía que caber."""

    texto: str
    letra: Letra
    x: float
    y: float
    ancla: Ancla
    sitio: float

    @property
    def tinta(self) -> tuple[float, float, float, float]:
        """El rectángulo que ocupa lo pintado: izquierda, arriba, derecha y abajo."""
        fuente = letras.fuente_para(self.texto, self.letra)
        izquierda, arriba, derecha, abajo = fuente.getbbox(self.texto, anchor=f"{self.ancla}m")
        return self.x + izquierda, self.y + arriba, self.x + derecha, self.y + abajo

    @property
    def desde(self) -> float:
        """El borde izquierdo de su sitio."""
        return self.x - {"l": 0.0, "m": 0.5, "r": 1.0}[self.ancla] * self.sitio


class Lienzo:
    """Una tarjeta con su cabecera ya puesta. `alto`: el que bastará, en píxeles; al terminar se recorta.

    Attributes:
        y: por dónde va el dibujo, en píxeles desde arriba.
        rotulos: los textos escritos.
    """

    def __init__(self, acento: Acento, titulo: str, subtitulo: str = "", alto: int = ALTO_MAXIMO) -> None:
        self.acento = acento
        self.imagen = Image.new("RGB", (ANCHO, alto), PAPEL)
        self.pincel = ImageDraw.Draw(self.imagen)
        self.rotulos: list[Rotulo] = []
        self.y: float = 0
        self._cabecera(titulo, subtitulo)

    def _cabecera(self, titulo: str, subtitulo: str) -> None:
        primeras = letras.parejos(titulo, TITULO, UTIL, 2)
        segundas = letras.renglones(subtitulo, NORMAL, UTIL, 2)
        alto = 24 + 50 * len(primeras) + RENGLON * len(segundas)
        self.pincel.rectangle((0, 0, ANCHO, alto), fill=self.acento.color)
        self.y = 12
        for letra, lineas, salto in ((TITULO, primeras, 50), (NORMAL, segundas, RENGLON)):
            for linea in lineas:
                self.escribir(MARGEN, self.y + salto / 2, linea, letra, self.acento.encima)
                self.y += salto
        self.y = alto + 16

    def escribir(
        self,
        x: float,
        y: float,
        texto: str,
        letra: Letra = NORMAL,
        color: Color = TINTA,
        *,
        ancho: float | None = None,
        ancla: Ancla = "l",
    ) -> float:
        """Escribe una línea centrada en la altura `y`, cortada si no cabe en `ancho` (o, si no se dice, en la tarjeta).

        Returns:
            Lo que ocupa, en píxeles.
        """
        sitio = _hueco(x, ancla, MARGEN) if ancho is None else min(ancho, _hueco(x, ancla, 0))
        visto = letras.encajar(texto, letra, sitio)
        fuente = letras.fuente_para(visto, letra)
        punto = (round(x), round(y))
        self.pincel.text(punto, visto, fill=color, font=fuente, anchor=f"{ancla}m")
        self.rotulos.append(Rotulo(visto, letra, *punto, ancla, sitio))
        return letras.medir(visto, letra)

    def parrafo(self, texto: str, letra: Letra = NORMAL, color: Color = TINTA, maximo: int = 4) -> None:
        """Escribe un texto en las líneas que haga falta, y baja."""
        for linea in letras.parejos(texto, letra, UTIL, maximo):
            self.escribir(MARGEN, self.y + RENGLON / 2, linea, letra, color)
            self.y += RENGLON

    def epigrafe(self, texto: str) -> None:
        """El título de una parte, con aire por encima."""
        self.y += 10
        self.parrafo(texto, FUERTE, maximo=2)
        self.y += 6

    def pie(self, *lineas: str) -> None:
        """Lo que va en letra suave debajo de una raya."""
        escritas = [linea for linea in lineas if linea]
        if escritas:
            self.y += 10
            self.raya()
            self.y += 8
        for linea in escritas:
            self.parrafo(linea, color=SUAVE)

    def raya(self) -> None:
        """Una línea de lado a lado."""
        self.pincel.rectangle((MARGEN, self.y, ANCHO - MARGEN - 1, self.y + 1), fill=LINEA)

    def caja(
        self,
        x: float,
        y: float,
        ancho: float,
        alto: float,
        relleno: Color = PAPEL,
        borde: Color | None = None,
        grosor: int = 3,
        radio: int = 8,
    ) -> None:
        """Una caja de esquinas redondas."""
        if borde is not None:
            self.caja(x, y, ancho, alto, borde, radio=radio)
            dentro = (x + grosor, y + grosor, ancho - 2 * grosor, alto - 2 * grosor)
            self.caja(*dentro, relleno, radio=max(radio - grosor, 0))
            return
        izquierda, arriba, derecha, abajo = round(x), round(y), round(x + ancho) - 1, round(y + alto) - 1
        radio = min(radio, (derecha - izquierda) // 2, (abajo - arriba) // 2)
        self.pincel.rectangle((izquierda + radio, arriba, derecha - radio, abajo), fill=relleno)
        self.pincel.rectangle((izquierda, arriba + radio, derecha, abajo - radio), fill=relleno)
        for centro_x in (izquierda + radio, derecha - radio + 1) if radio else ():
            for centro_y in (arriba + radio, abajo - radio + 1):
                self.pegar(disco(2 * radio), centro_x, centro_y, relleno)

    def pegar(self, silueta: Image.Image, x: float, y: float, color: Color) -> None:
        """Pega una silueta de ese color, centrada en un punto."""
        esquina = (round(x - silueta.width / 2), round(y - silueta.height / 2))
        self.imagen.paste(color, (*esquina, esquina[0] + silueta.width, esquina[1] + silueta.height), silueta)

    def terminar(self, nombre: str, descripcion: str) -> Imagen:
        """La imagen: la tarjeta hasta donde llega el dibujo, como PNG de pocos colores."""
        recortada = self.imagen.crop((0, 0, ANCHO, min(round(self.y) + 20, self.imagen.height)))
        salida = io.BytesIO()
        reducir(recortada, self.acento).save(salida, "PNG")
        return Imagen(png=salida.getvalue(), descripcion=descripcion, nombre=nombre)


def _hueco(x: float, ancla: Ancla, margen: float) -> float:
    """Lo que cabe desde un punto sin salirse del margen."""
    izquierda, derecha = x - margen, ANCHO - margen - x
    hueco = {"l": derecha, "m": 2 * min(izquierda, derecha), "r": izquierda}[ancla]
    return max(hueco, 0)
