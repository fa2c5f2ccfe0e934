"""Cómo se ve el recuento de los dados de un canal."""

from cogs.comun.textos import numero, plural
from cogs.comun.vistas import Color, Panel
from servicios.dados.estadistica import MINIMO, Recuento
from servicios.dibujo import histogramas

CARAS_DIBUJADAS = 24


def panel(recuento: Recuento) -> Panel:
    """El recuento en texto y, si caben las caras, en una imagen. Dibuja: mejor fuera del bucle."""
    hecho = Panel(Color.DADOS).titulo(f"Los d{recuento.caras} de este canal")
    hecho.texto(f"{plural(recuento.dados, 'dado')}. {veredicto(recuento)}")
    hecho.texto(_tabla(recuento))
    if recuento.caras <= CARAS_DIBUJADAS:
        hecho.imagen(histogramas.histograma(_dibujo(recuento)))
    return hecho.pie("Cuenta lo último que se ha tirado aquí, también lo deshecho.")


def veredicto(recuento: Recuento) -> str:
    """Lo que dice el contraste, en una frase honrada."""
    if not recuento.bastan:
        return f"**Insuficientes** para juzgar: hacen falta al menos {MINIMO}, y cinco por cara."
    prueba = f"χ² = {numero(recuento.ji_cuadrado, 1)}; p = {numero(recuento.p, 2)}"
    if recuento.p < 0.01:
        return f"Se apartan de lo esperado más de lo que suele verse ({prueba})."
    return f"Salen como unos dados perfectos ({prueba})."


def _tabla(recuento: Recuento) -> str:
    if recuento.caras > CARAS_DIBUJADAS:
        return f"De cada cara se esperaban {numero(recuento.esperadas, 1)}; la que más, {max(recuento.veces)}."
    lineas = [
        f"- **{cara}**: {plural(veces, 'vez', 'veces')}" for cara, veces in enumerate(recuento.veces, start=1)
    ]
    return "\n".join([*lineas, f"-# Se esperaban {numero(recuento.esperadas, 1)} de cada cara."])


def _dibujo(recuento: Recuento) -> histogramas.Recuento:
    caras = tuple(
        histogramas.Cara(str(cara), veces, recuento.esperadas)
        for cara, veces in enumerate(recuento.veces, start=1)
    )
    return histogramas.Recuento(
        titulo=f"Los d{recuento.caras} de este canal", caras=caras, pie=veredicto(recuento).replace("**", "")
    )
