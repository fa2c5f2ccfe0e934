"""Cómo se ve el recuento de los dados de un canal."""

from cogs.comun.textos import numero, plural
from cogs.comun.vistas import Color, Panel
from servicios.dados.estadistica import MINIMO, Recuento
from servicios.dibujo import histogramas
from servicios.texto import justo

CARAS_DIBUJADAS = 24
IGUAL = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
"""El signo igual con espacios que no se parten al final de una línea."""


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
    prueba = f"χ² = {numero(recuento.ji_cuadrado, 1)}; p = {numero(recuento.p, 2)}".replace(" = ", IGUAL)
    if recuento.p < 0.01:
        return f"Se apartan de lo esperado más de lo que suele verse ({prueba})."
    return f"Salen como unos dados perfectos ({prueba})."


def _tabla(recuento: Recuento) -> str:
    esperado = f"De cada cara se esperaban {justo(recuento.esperadas)}"
    if recuento.caras > CARAS_DIBUJADAS:
        return f"{esperado}; la que más ha salido, {plural(max(recuento.veces), 'vez', 'veces')}."
    caras = (
        f"- **{cara}**: {plural(veces, 'vez', 'veces')}" for cara, veces in enumerate(recuento.veces, start=1)
    )
    return "\n".join((f"{esperado} y han salido:", *caras))


def _dibujo(recuento: Recuento) -> histogramas.Recuento:
    caras = tuple(
        histogramas.Cara(str(cara), veces, recuento.esperadas)
        for cara, veces in enumerate(recuento.veces, start=1)
    )
    return histogramas.Recuento(
        titulo=f"Los d{recuento.caras} de este canal", caras=caras, pie=veredicto(recuento).replace("**", "")
    )
