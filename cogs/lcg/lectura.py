"""Leer lo que se escribe en un formulario o en un comando: números, listas de números y repartos."""

import re
from collections.abc import Mapping

from cogs.comun.acciones import Valores
from cogs.comun.textos import inerte
from servicios.errores import ErrorDeDominio

NOMBRE_MAXIMO = 60
_SEPARADORES = re.compile(r"[,;\s]+")
_PAREJA = re.compile(r"(?P<nombre>.*?\S)[\s:=]+(?P<numero>\d{1,3})")


def texto(valores: Valores, clave: str) -> str | None:
    """Lo escrito o elegido; `None` si se dejó en blanco."""
    escrito = next(iter(valores.get(clave, ())), "").strip()
    return escrito or None


def entero(valores: Valores, clave: str, que: str) -> int:
    """Un número entero, con el signo menos de teclado o el tipográfico.

    Raises:
        ErrorDeDominio: si no lo es; `que` dice en la frase de qué se trata.
    """
    escrito = texto(valores, clave) or ""
    return _numero(escrito, que)


def enteros(escrito: str, que: str) -> list[int]:
    """Números separados por comas o espacios: «4, 1 2».

    Raises:
        ErrorDeDominio: si alguno no lo es.
    """
    return [_numero(trozo, que) for trozo in _SEPARADORES.split(escrito.strip()) if trozo]


def reparto(escrito: str | None) -> Mapping[str, int]:
    """«Gandalf 2, Denethor 2»: cuánto le toca a cada cual.

    Raises:
        ErrorDeDominio: si no se entiende, o alguien sale dos veces.
    """
    repartido: dict[str, int] = {}
    for trozo in filter(None, (t.strip() for t in re.split(r"[,;\n]", escrito or ""))):
        encaja = _PAREJA.fullmatch(trozo)
        if encaja is None:
            raise ErrorDeDominio(
                f"No entiendo «{inerte(trozo)}»: escribe el nombre y su número, separados por comas."
            )
        if encaja["nombre"] in repartido:
            raise ErrorDeDominio(f"«{inerte(encaja['nombre'])}» sale dos veces en el reparto.")
        repartido[encaja["nombre"]] = int(encaja["numero"])
    return repartido


def nombres(escrito: str | None) -> list[str]:
    """Nombres separados por comas.

    Raises:
        ErrorDeDominio: si alguno es demasiado largo.
    """
    leidos = [nombre for nombre in (trozo.strip() for trozo in (escrito or "").split(",")) if nombre]
    if any(len(nombre) > NOMBRE_MAXIMO for nombre in leidos):
        raise ErrorDeDominio(f"Un nombre tiene como mucho {NOMBRE_MAXIMO} letras; sepáralos con comas.")
    return leidos


def _numero(escrito: str, que: str) -> int:
    if not re.fullmatch(r"[+−-]?\d{1,4}", escrito):
        raise ErrorDeDominio(f"{que} tiene que ser un número, y has escrito «{inerte(escrito)}».")
    return int(escrito.replace("−", "-"))
