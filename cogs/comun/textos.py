"""Texto que una persona va a leer: recortes, plurales, números y texto ajeno que debe quedar inerte."""

import re
import unicodedata

from discord.utils import escape_markdown, escape_mentions

from servicios.texto import cuenta as plural
from servicios.texto import lista as enumerar
from servicios.texto import mayuscula, numero, porcentaje

__all__ = [
    "en_paginas",
    "enumerar",
    "inerte",
    "letra_pequena",
    "mayuscula",
    "numero",
    "plural",
    "porcentaje",
    "recortar",
]

_MENCION = re.compile(r"<(?=[@#:/at])")  # personas, canales, emojis, órdenes y fechas de Discord
_ENLACE = re.compile(r":(?=//)")
_INVISIBLES = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")


def inerte(texto: str, tope: int = 100) -> str:
    """Texto escrito por otra persona, sin formato, menciones, enlaces, saltos ni signos invisibles.

    `tope`: caracteres que se conservan antes de escapar; lo demás se cambia por «…».
    """
    limpio = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in texto)
    limpio = " ".join(_INVISIBLES.sub("", limpio).split())
    cortado = _ENLACE.sub(":\u200b", recortar(limpio, tope))
    return _MENCION.sub("<\u200b", escape_mentions(escape_markdown(cortado)))


def recortar(texto: str, tope: int) -> str:
    """El texto, o su comienzo hasta el último espacio que quepa, con «…» (nunca más de `tope`)."""
    if len(texto) <= tope:
        return texto
    cabe = texto[: tope - 1]
    ultimo = cabe.rfind(" ")
    return (cabe[:ultimo] if ultimo > tope // 2 else cabe).rstrip(" ,;:") + "…"


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
