"""Cómo se escriben los números, las listas y el texto alternativo de las imágenes."""

import math
import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction

from servicios import texto
from servicios.texto import lista

__all__ = ["acotado", "alternativo", "cuenta", "decimal", "entero", "inerte", "lista", "porcentaje"]

TOPE_ALTERNATIVO = 1024
"""Caracteres que Discord admite en la descripción de un adjunto."""
TOPE_DE_NOMBRE = 100
DE_SOBRA = 9_999_999
"""Ningún recuento llega a tanto; lo que pase de aquí se dibuja como esto."""

_INVISIBLES = re.compile(r"[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff]")
_FIJOS = re.compile(r"([\u00a0\u202f])[\u00a0\u202f]*")
"""Los espacios que no se parten al final de una línea: «7,4 %», «12 000»."""
Numero = int | float | Fraction


def inerte(texto: str, tope: int = TOPE_DE_NOMBRE) -> str:
    """Texto ajeno en una línea: sin saltos, signos invisibles ni inversiones, y con un signo por letra como mucho.

    Lo que no tiene nada visible se lee «(sin nombre)»; lo vacío sigue vacío.
    """
    if texto.isascii() and texto.isprintable() and len(texto) <= tope:
        return " ".join(texto.split()) or ("(sin nombre)" if texto else "")
    visto = unicodedata.normalize("NFC", texto[: 4 * tope])
    plano = "".join(" " if _separa(c) else c for c in visto)
    palabras = (_FIJOS.sub(r"\1", p).strip() for p in _sin_pilas(_INVISIBLES.sub("", plano)).split(" "))
    plano = " ".join(palabra for palabra in palabras if palabra)
    corto = plano if len(plano) <= tope else plano[: tope - 1] + "…"
    return corto or ("(sin nombre)" if texto else "")


def _separa(c: str) -> bool:
    """Si vale por un espacio donde se puede cortar una línea."""
    return unicodedata.category(c)[0] in "CZ" and not _INVISIBLES.match(c) and not _FIJOS.match(c)


def _sin_pilas(texto: str) -> str:
    """Deja un solo signo combinado por letra, que es lo que usan las lenguas y no tapa las líneas vecinas."""
    guardados: list[str] = []
    for c in texto:
        if not _combina(c) or (guardados and guardados[-1] != " " and not _combina(guardados[-1])):
            guardados.append(c)
    return "".join(guardados)


def _combina(c: str) -> bool:
    return unicodedata.category(c) in {"Mn", "Me"}


def acotado(valor: Numero, minimo: int = 0, maximo: int = DE_SOBRA) -> float:
    """El número dentro de unos límites; lo que no es un número cuenta como el mínimo."""
    if isinstance(valor, float) and math.isnan(valor):
        return float(minimo)
    return float(min(max(valor, minimo), maximo))


def entero(valor: int, minimo: int = 0, maximo: int = DE_SOBRA) -> int:
    """El entero dentro de unos límites."""
    return min(max(valor, minimo), maximo)


def decimal(valor: Numero, decimales: int = 1) -> str:
    """«116,7», «70»: con coma decimal y signo menos tipográfico."""
    return texto.justo(acotado(valor, -DE_SOBRA), decimales)


def porcentaje(parte: Numero) -> str:
    """De 0 a 1, «12,3 %». Lo que no es imposible nunca se escribe 0, ni 100 lo que no es seguro."""
    return texto.porcentaje(acotado(parte, 0, 1))


def cuenta(numero: int, singular: str, plural: str | None = None) -> str:
    """«1 punto», «2 puntos». `plural`: si no basta con añadir una ese."""
    return texto.cuenta(entero(numero, -DE_SOBRA), singular, plural)


def alternativo(titulo: str, frases: Sequence[str], tope: int = TOPE_ALTERNATIVO) -> str:
    """El texto alternativo: título y frases, cada una con su punto; las que no caben se cuentan al final.

    Nunca corta una frase por la mitad, salvo que no quepa ni la primera.
    """
    dicho = _punto(inerte(titulo, 200))
    for i, frase in enumerate(frases):
        quedan = len(frases) - i
        resto = f" Y {cuenta(quedan, 'dato')} más, en la imagen."
        ultima = i == len(frases) - 1
        siguiente = f"{dicho} {_punto(frase)}"
        if len(siguiente) + (0 if ultima else len(resto)) > tope:
            return dicho + resto
        dicho = siguiente
    return dicho


def _punto(frase: str) -> str:
    return frase if frase.endswith((".", "…", "?", "!")) else f"{frase}."
