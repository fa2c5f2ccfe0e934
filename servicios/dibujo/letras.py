"""Las letras: qué fuente, qué se puede dibujar con ella, cuánto ocupa y cómo se corta.

La fuente es DejaVu Sans (licencia libre), que ya viene dentro de matplotlib: las imágenes salen iguales en cualquier
máquina, tenga las fuentes que tenga, y el repositorio no guarda archivos binarios. Se busca su carpeta sin importar
matplotlib, que tarda medio segundo.
"""

import unicodedata
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from servicios.dibujo.estilo import Letra
from servicios.dibujo.prosa import inerte
from servicios.errores import ErrorDePuestaEnMarcha

SIN_DIBUJO = "▯"
"""Lo que se pone donde la fuente no tiene letra (un emoji moderno, un ideograma)."""
PUNTOS = "…"
TOPE_DE_TEXTO = 400
_NO_EXISTE = "\U0010ffff"


@cache
def carpeta() -> Path:
    """Dónde están las fuentes de matplotlib.

    Raises:
        ErrorDePuestaEnMarcha: si matplotlib no está instalado.
    """
    sitio = find_spec("matplotlib")
    if sitio is None or sitio.origin is None:
        raise ErrorDePuestaEnMarcha("Falta matplotlib, de donde se toma la letra de las imágenes: instálalo.")
    return Path(sitio.origin).parent / "mpl-data" / "fonts" / "ttf"


@cache
def fuente(letra: Letra, derecha_a_izquierda: bool = False) -> ImageFont.FreeTypeFont:
    """La fuente de ese tamaño.

    Lo que se lee de derecha a izquierda lo compone Raqm (si está); lo demás, el motor básico, que es más rápido y
    da lo mismo en todas las máquinas.
    """
    archivo = "DejaVuSans-Bold.ttf" if letra.negrita else "DejaVuSans.ttf"
    motor = ImageFont.Layout.RAQM if derecha_a_izquierda else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(carpeta() / archivo), letra.tamano, layout_engine=motor)


def fuente_para(texto: str, letra: Letra) -> ImageFont.FreeTypeFont:
    """La fuente con que se dibuja ese texto."""
    if texto.isascii():
        return fuente(letra)
    return fuente(letra, any(unicodedata.bidirectional(c) in {"R", "AL", "AN"} for c in texto))


@lru_cache(maxsize=4096)
def dibujable(texto: str) -> str:
    """El texto en una línea, con lo que la fuente no tiene cambiado por su forma llana o por «▯».

    «𝓜𝓪𝓻𝓽𝓪» se lee «Marta»; varios signos seguidos que no se pueden dibujar valen por uno.
    """
    limpio = inerte(texto, TOPE_DE_TEXTO)
    if limpio.isascii():
        return limpio
    visto = inerte("".join(_con_letra(c) for c in limpio), TOPE_DE_TEXTO)
    while SIN_DIBUJO * 2 in visto:
        visto = visto.replace(SIN_DIBUJO * 2, SIN_DIBUJO)
    return visto


@lru_cache(maxsize=4096)
def _con_letra(c: str) -> str:
    if c.isascii() or (_tiene(c) and not _variante(c)):
        return c
    if _variante(c):
        return ""
    llano = unicodedata.normalize("NFKC", c)
    return llano if llano != c and all(_tiene(otro) for otro in llano) else SIN_DIBUJO


def _variante(c: str) -> bool:
    """Si solo matiza al signo anterior: tono de piel, variante de emoji, tecla."""
    return "\ufe00" <= c <= "\ufe0f" or "\U0001f3fb" <= c <= "\U0001f3ff" or c == "\u20e3"


def _tiene(c: str) -> bool:
    """Si las dos fuentes tienen esa letra: la dibujan distinta de la que no existe."""
    return all(_silueta(c, negrita) != _silueta(_NO_EXISTE, negrita) for negrita in (False, True))


@lru_cache(maxsize=8)
def _silueta(c: str, negrita: bool) -> bytes:
    """Los puntos de una letra. Se guardan pocas: la que no existe se pide siempre; las demás, una vez."""
    hoja = Image.new("L", (64, 64))
    ImageDraw.Draw(hoja).text((8, 8), c, fill=255, font=fuente(Letra(negrita=negrita)))
    return hoja.tobytes()


@lru_cache(maxsize=4096)
def medir(texto: str, letra: Letra) -> float:
    """Lo que ocupa un texto ya dibujable, en píxeles."""
    return fuente_para(texto, letra).getlength(texto)


def encajar(texto: str, letra: Letra, ancho: float) -> str:
    """El texto dibujable, o tanto de su principio como quepa con «…» detrás.

    Args:
        texto: de cualquier procedencia.
        letra: con la que se va a dibujar.
        ancho: sitio que tiene, en píxeles.
    """
    visto = dibujable(texto)
    if medir(visto, letra) <= ancho:
        return visto
    cabe, no_cabe = 0, len(visto)
    while no_cabe - cabe > 1:
        medio = (cabe + no_cabe) // 2
        if medir(_cortado(visto, medio), letra) <= ancho:
            cabe = medio
        else:
            no_cabe = medio
    return _cortado(visto, cabe)


def _cortado(texto: str, cuantas: int) -> str:
    return texto[:cuantas].rstrip(" ,;:·(«") + PUNTOS


def renglones(texto: str, letra: Letra, ancho: float, maximo: int) -> list[str]:
    """El texto en líneas que caben a lo ancho; si no bastan `maximo`, la última acaba en «…»."""
    palabras = [palabra for palabra in dibujable(texto).split(" ") if palabra]
    lineas: list[str] = []
    while palabras and len(lineas) < maximo:
        if len(lineas) == maximo - 1:
            lineas.append(encajar(" ".join(palabras), letra, ancho))
            break
        cuantas = 1
        while cuantas < len(palabras) and medir(" ".join(palabras[: cuantas + 1]), letra) <= ancho:
            cuantas += 1
        lineas.append(encajar(" ".join(palabras[:cuantas]), letra, ancho))
        palabras = palabras[cuantas:]
    return lineas


def parejos(texto: str, letra: Letra, ancho: float, maximo: int) -> list[str]:
    """Como `renglones`, pero sin dejar una palabra sola en la última línea si se pueden repartir mejor."""
    mejor = renglones(texto, letra, ancho, maximo)
    for menos in range(40, int(ancho) // 2, 40):
        if not mejor or medir(mejor[-1], letra) >= ancho / 4:
            break
        otra = renglones(texto, letra, ancho - menos, maximo)
        if len(otra) > len(mejor) or any(PUNTOS in linea for linea in otra):
            break
        mejor = otra
    return mejor
