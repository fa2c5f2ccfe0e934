"""Leer lo que se escribe en un formulario: textos y números."""

import re

from cogs.comun.acciones import Valores
from cogs.comun.textos import inerte
from servicios.errores import ErrorDeDominio

_ENTERO = re.compile(r"[+−-]?\d{1,4}")


def texto(valores: Valores, clave: str) -> str | None:
    """Lo escrito o elegido; `None` si se dejó en blanco."""
    escrito = next(iter(valores.get(clave, ())), "").strip()
    return escrito or None


def entero(valores: Valores, clave: str, que: str) -> int:
    """Un número entero, con el signo menos de teclado o el tipográfico.

    Raises:
        ErrorDeDominio: si no lo es; `que` dice en la frase de qué se trata.
    """
    return numero(texto(valores, clave) or "", que)


def numero(escrito: str, que: str) -> int:
    """Lo mismo, de un texto suelto."""
    if not _ENTERO.fullmatch(escrito):
        raise ErrorDeDominio(f"{que}: escribe un número entero, no «{inerte(escrito, 30)}».")
    return int(escrito.replace("−", "-"))
