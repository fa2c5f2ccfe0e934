"""Cómo se escriben los números, las cantidades y las listas en español. Puro: vale para reglas, imágenes y mensajes."""

import re
from collections.abc import Iterable

_SUENA_I = re.compile(r"h?[ií](?![aeouáéóú])", re.IGNORECASE)


def numero(valor: float, decimales: int = 0) -> str:
    """Un número con coma decimal y signo menos tipográfico: «1,5», «−3». El cero no lleva signo.

    Desde cinco cifras, los millares se separan con un espacio fino que no se parte, como pide la RAE: «12 000».
    """
    entero, _, decimal = f"{abs(valor):.{decimales}f}".partition(".")
    signo = "−" if valor < 0 and (entero + decimal).strip("0") else ""
    if len(entero) > 4:
        entero = f"{int(entero):,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return f"{signo}{entero},{decimal}" if decimal else f"{signo}{entero}"


def justo(valor: float, decimales: int = 1) -> str:
    """Un número con decimales solo si los tiene: «70», «116,7»."""
    return numero(valor, decimales if valor != round(valor) else 0)


def con_signo(valor: int) -> str:
    """«+2», «−1», «+0»."""
    return f"{'+' if valor >= 0 else ''}{numero(valor)}"


def porcentaje(parte: float, decimales: int = 1) -> str:
    """Una probabilidad (0 a 1) como porcentaje: «80,2 %», con un espacio que no se parte al final de una línea.

    Lo que no es imposible nunca se escribe 0 («<0,1 %»), ni 100 lo que no es seguro («>99,9 %»).
    """
    escrito, minimo = numero(100 * parte, decimales), 10.0**-decimales
    if parte > 0 and escrito == numero(0, decimales):
        return f"<{numero(minimo, decimales)}\N{NO-BREAK SPACE}%"
    if parte < 1 and escrito == numero(100, decimales):
        return f">{numero(100 - minimo, decimales)}\N{NO-BREAK SPACE}%"
    return f"{escrito}\N{NO-BREAK SPACE}%"


def cuenta(cantidad: int, singular: str, plural: str | None = None) -> str:
    """«1 punto», «2 puntos»: la cantidad con la palabra que le toca. `plural`: si no basta con añadir una ese."""
    return f"{numero(cantidad)} {singular if abs(cantidad) == 1 else plural or singular + 's'}"


def mayuscula(frase: str) -> str:
    """La frase con su primera letra en mayúscula, y lo demás como esté."""
    return frase[:1].upper() + frase[1:]


def lista(partes: Iterable[str], nexo: str = "y") -> str:
    """«a», «a y b», «a, b y c». El nexo «y» es «e» ante el sonido i."""
    elementos = list(partes)
    if len(elementos) < 2:
        return "".join(elementos)
    ultimo = elementos[-1]
    if nexo == "y" and _SUENA_I.match(ultimo):
        nexo = "e"
    return f"{', '.join(elementos[:-1])} {nexo} {ultimo}"
