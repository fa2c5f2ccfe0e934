"""Histogramas: lo que ha salido frente a lo que se esperaba, y lo probable que es cada resultado.

Las barras van tumbadas: así caben nombres largos («Lluvioso», «2, Revelar») y números legibles en un teléfono.
Matplotlib dibuja las barras en un hueco del lienzo; el texto lo escribe el lienzo, renglón a renglón.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from servicios.dibujo import letras
from servicios.dibujo.estilo import FUERTE, LINEA, MARGEN, NORMAL, PAPEL, SUAVE, TINTA, UTIL, Acento, Color
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.lienzo import Lienzo
from servicios.dibujo.prosa import Numero, acotado, alternativo, cuenta, decimal, inerte, porcentaje

BARRAS_MAXIMAS = 24
ETIQUETA_MAXIMA = 230
PASO = 46
"""Alto de cada barra con su hueco, en píxeles."""
_CERROJO = threading.Lock()
"""Matplotlib no promete nada a varios hilos; dibujar las barras son 15 ms."""


@dataclass(frozen=True, slots=True)
class Cara:
    """Un resultado de un dado: cuántas veces ha salido y cuántas se esperaban."""

    etiqueta: str
    veces: int
    esperadas: Numero


@dataclass(frozen=True, slots=True)
class Recuento:
    """Los dados de un canal frente a lo que se esperaba.

    Attributes:
        titulo: qué dados («Los d6 de este canal»).
        caras: en orden.
        pie: el contraste, o que no hay bastantes («χ² = 4,2; p = 0,52», «Insuficientes: menos de 300 dados»).
        que: cómo se llama la primera columna.
    """

    titulo: str
    caras: tuple[Cara, ...]
    pie: str = ""
    subtitulo: str = ""
    que: str = "cara"
    acento: Acento = Acento.DADOS


@dataclass(frozen=True, slots=True)
class Caso:
    """Un resultado posible y su probabilidad, de 0 a 1."""

    etiqueta: str
    probabilidad: Numero


@dataclass(frozen=True, slots=True)
class Reparto:
    """Lo probable que es cada resultado.

    Attributes:
        titulo: de qué («Impactos con 5 dados y Liderazgo 2»).
        casos: en orden.
        destacado: posición del caso que se señala, o None.
        senal: lo que se escribe en la barra señalada.
        que: cómo se llama la primera columna («impactos», «Daño», «rumbo»).
    """

    titulo: str
    casos: tuple[Caso, ...]
    destacado: int | None = None
    senal: str = "tu tirada"
    pie: str = ""
    subtitulo: str = ""
    que: str = "resultado"
    acento: Acento = Acento.GUERRA


@dataclass(frozen=True, slots=True)
class _Barra:
    """Una barra por dibujar. `cifras`: lo que se escribe a su derecha, por columnas."""

    etiqueta: str
    valor: float
    cifras: tuple[str, ...]
    esperado: float | None = None
    destacada: bool = False


def histograma(datos: Recuento | Reparto) -> Imagen:
    """El histograma de unos dados o de una distribución. Con más de 24 resultados, se agrupan los seguidos."""
    return trazar(datos).terminar("histograma.png", describir(datos))


def trazar(datos: Recuento | Reparto) -> Lienzo:
    """El dibujo, sin guardar."""
    lienzo = Lienzo(datos.acento, datos.titulo, datos.subtitulo)
    if isinstance(datos, Recuento):
        barras = _de_recuento(datos)
        distintas = len({barra.cifras[1] for barra in barras}) > 1
        _barras(lienzo, barras, (datos.que, "veces", "esperadas") if distintas else (datos.que, "veces"), "")
        lienzo.pie(_leyenda(barras, distintas), datos.pie)
    else:
        _barras(lienzo, _de_reparto(datos), (datos.que, ""), datos.senal)
        lienzo.pie(datos.pie)
    return lienzo


def _leyenda(barras: Sequence["_Barra"], distintas: bool) -> str:
    if not barras:
        return "Todavía no hay dados."
    cuanto = "" if distintas else f": {barras[0].cifras[1]} cada una"
    return f"La raya oscura marca lo esperado{cuanto}."


def describir(datos: Recuento | Reparto) -> str:
    """El texto alternativo: cada barra con sus números."""
    que = inerte(datos.que).capitalize()
    if isinstance(datos, Recuento):
        frases = [
            f"{que} {b.etiqueta}: {cuenta(round(b.valor), 'vez', 'veces')} ({b.cifras[1]} esperadas)"
            for b in _de_recuento(datos)
        ]
        pie = [inerte(datos.pie, 300)] if datos.pie else []
        return alternativo(f"Histograma. {datos.titulo}", pie + frases)
    barras = _de_reparto(datos)
    senaladas = [
        f"{inerte(datos.senal).capitalize()}: {b.etiqueta} ({b.cifras[0]})" for b in barras if b.destacada
    ]
    frases = [f"{b.etiqueta}: {b.cifras[0]}" for b in barras]
    pie = [inerte(datos.pie, 300)] if datos.pie else []
    return alternativo(f"Histograma de {que.lower()}. {datos.titulo}", senaladas + frases + pie)


def preparar() -> None:
    """Carga matplotlib (medio segundo) y las letras, para que la primera imagen no espere. Va en un hilo aparte."""
    histograma(Recuento("Preparación", (Cara("1", 1, 1),)))


def _de_recuento(datos: Recuento) -> list[_Barra]:
    barras: list[_Barra] = []
    for grupo in _grupos(len(datos.caras)):
        caras = [datos.caras[i] for i in grupo]
        veces = sum(acotado(cara.veces) for cara in caras)
        esperadas = sum(acotado(cara.esperadas) for cara in caras)
        cifras = (decimal(veces, 0), decimal(esperadas))
        barras.append(_Barra(_nombre([cara.etiqueta for cara in caras]), veces, cifras, esperadas))
    return barras


def _de_reparto(datos: Reparto) -> list[_Barra]:
    barras: list[_Barra] = []
    for grupo in _grupos(len(datos.casos)):
        casos = [datos.casos[i] for i in grupo]
        parte = acotado(sum(acotado(caso.probabilidad, 0, 1) for caso in casos), 0, 1)
        etiqueta = _nombre([caso.etiqueta for caso in casos])
        barras.append(_Barra(etiqueta, parte, (porcentaje(parte),), destacada=datos.destacado in grupo))
    return barras


def _grupos(cuantos: int) -> list[range]:
    """Las posiciones de cada barra: una a una, o en tramos iguales si no caben."""
    tramo = -(-cuantos // BARRAS_MAXIMAS) or 1
    return [range(i, min(i + tramo, cuantos)) for i in range(0, cuantos, tramo)]


def _nombre(etiquetas: Sequence[str]) -> str:
    primera = inerte(etiquetas[0])
    return primera if len(etiquetas) == 1 else f"{primera}–{inerte(etiquetas[-1])}"


def _barras(lienzo: Lienzo, barras: Sequence[_Barra], titulos: Sequence[str], senal: str) -> None:
    """Cabecera de columnas y una barra por renglón: etiqueta, barra y cifras."""
    etiqueta = min(_mas_ancho([titulos[0], *(barra.etiqueta for barra in barras)]), ETIQUETA_MAXIMA)
    cifras = [_mas_ancho([t, *(barra.cifras[i] for barra in barras)]) for i, t in enumerate(titulos[1:])]
    x = MARGEN + etiqueta + 16
    largo = int(UTIL - etiqueta - 16 - sum(cifras) - 20 * len(cifras))
    derechas = [x + largo + sum(cifras[: i + 1]) + 20 * (i + 1) for i in range(len(cifras))]
    lienzo.escribir(MARGEN, lienzo.y + 20, titulos[0], FUERTE, SUAVE, ancho=etiqueta)
    for derecha, titulo in zip(derechas, titulos[1:], strict=True):
        lienzo.escribir(derecha, lienzo.y + 20, titulo, FUERTE, SUAVE, ancla="r")
    lienzo.y += PASO
    if barras:
        lienzo.imagen.paste(_dibujar(barras, largo, lienzo.acento.color), (round(x), round(lienzo.y)))
    for barra in barras:
        centro = lienzo.y + PASO / 2
        letra = FUERTE if barra.destacada else NORMAL
        lienzo.escribir(MARGEN, centro, barra.etiqueta, letra, ancho=etiqueta)
        for derecha, cifra in zip(derechas, barra.cifras, strict=False):
            lienzo.escribir(derecha, centro, cifra, letra, ancla="r")
        if barra.destacada:
            _senalar(lienzo, senal, x, largo, barra.valor / _tope(barras))
        lienzo.y += PASO


def _mas_ancho(textos: Sequence[str]) -> float:
    return max(letras.medir(letras.dibujable(texto), FUERTE) for texto in textos) + 1


def _senalar(lienzo: Lienzo, senal: str, x: float, largo: float, parte: float) -> None:
    """Escribe la señal detrás de la barra o dentro, donde haya más sitio."""
    borde = x + parte * largo
    fuera = parte < 0.5
    sitio = (x + largo - borde if fuera else borde - x) - 20
    donde, ancla, color = (borde + 10, "l", TINTA) if fuera else (borde - 10, "r", PAPEL)
    lienzo.escribir(donde, lienzo.y + PASO / 2, f"◀ {senal}", FUERTE, color, ancho=sitio, ancla=ancla)


def _tope(barras: Sequence[_Barra]) -> float:
    """El valor que llega al borde derecho."""
    return 1.04 * max([*(b.valor for b in barras), *(b.esperado or 0 for b in barras)], default=0) or 1.0


def _dibujar(barras: Sequence[_Barra], ancho: int, color: Color) -> Image.Image:
    """Las barras solas, sin texto, del tamaño justo."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415  pesa medio segundo
    from matplotlib.figure import Figure  # noqa: PLC0415

    alto = PASO * len(barras)
    filas = range(len(barras))
    with _CERROJO:
        figura = Figure(figsize=(ancho / 100, alto / 100), dpi=100, facecolor=_tono(PAPEL))
        tela = FigureCanvasAgg(figura)
        ejes = figura.add_axes((0, 0, 1, 1), frameon=False, xticks=[], yticks=[])
        ejes.set_xlim(0, _tope(barras))
        ejes.set_ylim(len(barras) - 0.5, -0.5)
        ejes.vlines([i * _tope(barras) / 4 for i in range(4)], -0.5, len(barras) - 0.5, _tono(LINEA), linewidth=1)
        tonos = [_tono(TINTA if barra.destacada else color) for barra in barras]
        ejes.barh(filas, [barra.valor for barra in barras], height=0.74, color=tonos, zorder=2)
        esperados = [(barra.esperado, i) for i, barra in enumerate(barras) if barra.esperado is not None]
        for color_de_raya, grosor in ((PAPEL, 6), (TINTA, 3)):  # la clara de debajo la separa de la barra
            ejes.vlines(
                [esperado for esperado, _ in esperados],
                [i - 0.46 for _, i in esperados],
                [i + 0.46 for _, i in esperados],
                _tono(color_de_raya),
                linewidth=grosor,
                zorder=3,
            )
        tela.draw()
        return Image.frombytes("RGBA", tela.get_width_height(), bytes(tela.buffer_rgba())).convert("RGB")


def _tono(color: Color) -> tuple[float, float, float]:
    return color[0] / 255, color[1] / 255, color[2] / 255
