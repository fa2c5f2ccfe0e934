"""Texto que una persona va a leer: recortes, plurales, números y texto ajeno que debe quedar inerte."""

import re
import unicodedata

from discord.utils import escape_markdown, escape_mentions

_MENCION = re.compile(r"<(?=[@#:/at])")  # personas, canales, emojis, órdenes y fechas de Discord
_INVISIBLES = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")


def inerte(texto: str, tope: int = 100) -> str:
    """Texto escrito por otra persona, sin formato, menciones, saltos ni signos invisibles.

    `tope`: caracteres que se conservan antes de escapar; lo demás se cambia por «…».
    """
    limpio = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in texto)
    limpio = " ".join(_INVISIBLES.sub("", limpio).split())
    return _MENCION.sub("<\u200b", escape_mentions(escape_markdown(recortar(limpio, tope))))


def recortar(texto: str, tope: int) -> str:
    """El texto, o su comienzo hasta el último espacio que quepa, con «…» (nunca más de `tope`)."""
    if len(texto) <= tope:
        return texto
    cabe = texto[: tope - 1]
    ultimo = cabe.rfind(" ")
    return (cabe[:ultimo] if ultimo > tope // 2 else cabe).rstrip(" ,;:") + "…"


def plural(cantidad: int, uno: str, varios: str | None = None) -> str:
    """«1 punto», «2 puntos»: la cantidad con la palabra que le toca (por defecto, añade una «s»)."""
    return f"{numero(cantidad)} {uno if abs(cantidad) == 1 else varios or uno + 's'}"


def numero(valor: float, decimales: int = 0) -> str:
    """Un número con coma decimal y signo menos tipográfico."""
    return f"{valor:.{decimales}f}".replace(".", ",").replace("-", "−")


def porcentaje(parte: float, decimales: int = 1) -> str:
    """Una probabilidad (0 a 1) como porcentaje: «80,2 %»."""
    return f"{numero(parte * 100, decimales)} %"


def enumerar(cosas: list[str], nexo: str = "y") -> str:
    """«a, b y c» («e» delante de «i» o «hi»)."""
    if len(cosas) < 2:
        return "".join(cosas)
    ultima = cosas[-1]
    if nexo == "y" and re.match(r"h?[ií](?![aeouáéóú])", ultima, re.IGNORECASE):
        nexo = "e"
    return f"{', '.join(cosas[:-1])} {nexo} {ultima}"


def letra_pequena(texto: str) -> str:
    """Cada línea en letra pequeña de Discord."""
    return "\n".join(f"-# {linea}" for linea in texto.splitlines() if linea)


def en_paginas(bloques: list[str], tope: int = 3000, maximo: int | None = None) -> list[str]:
    """Reúne bloques de texto en páginas de como mucho `tope` caracteres, sin partir un bloque que quepa.

    Args:
        bloques: párrafos que se leen de una vez; los vacíos se omiten.
        tope: caracteres por página.
        maximo: bloques por página, si además se quiere limitar.
    """
    paginas: list[list[str]] = []
    largo = 0
    for bloque in (trozo for b in bloques if b for trozo in _trocear(b, tope)):
        if not paginas or largo + len(bloque) + 2 > tope or (maximo and len(paginas[-1]) >= maximo):
            paginas.append([])
            largo = 0
        paginas[-1].append(bloque)
        largo += len(bloque) + 2
    return ["\n\n".join(pagina) for pagina in paginas]


def _trocear(bloque: str, tope: int) -> list[str]:
    trozos: list[str] = []
    while len(bloque) > tope:
        corte = max(bloque.rfind(separador, 0, tope) for separador in ("\n", ". ", " "))
        corte = corte if corte > 0 else tope - 1
        trozos.append(bloque[: corte + 1].rstrip())
        bloque = bloque[corte + 1 :].lstrip()
    return [*trozos, bloque] if bloque else trozos
