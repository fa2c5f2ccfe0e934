"""Cuánto se parecen una consulta y unos nombres, ya normalizados todos: de 0 a 100.

Tres medidas que fallan en sitios distintos. Ninguna premia que un nombre corto quepa dentro de otro largo,
como hacen las de rapidfuzz que empiezan por `partial` y su `WRatio` («rio» con «usuario»: 90).
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process

Puntos = npt.NDArray[np.floating]

_ENLACES_ES = ["a", "al", "con", "de", "del", "e", "el", "en", "la", "las", "lo", "los", "o", "por", "sin", "su"]
_ENLACES = frozenset([*_ENLACES_ES, "un", "una", "y", "and", "at", "in", "of", "on", "the", "to"])


def con_sentido(texto: str, sobran: frozenset[str] = frozenset()) -> list[str]:
    """Las palabras de un texto que no son artículos, preposiciones ni `sobran`; si no hay otras, todas."""
    palabras = texto.split()
    return quitar_enlaces(palabras, sobran) or palabras


def quitar_enlaces(palabras: Sequence[str], sobran: frozenset[str] = frozenset()) -> list[str]:
    """Las palabras que no son artículos, preposiciones ni `sobran`."""
    return [palabra for palabra in palabras if palabra not in _ENLACES | sobran]


def empieza_palabras(escrito: str, nombre: str) -> bool:
    """Si cada palabra escrita, también los artículos, es el comienzo de alguna del nombre."""
    palabras = nombre.split()
    return all(any(palabra.startswith(comienzo) for palabra in palabras) for comienzo in escrito.split())


def estricta(escrito: str, nombres: Sequence[str]) -> Puntos:
    """Parecido de las dos cadenas enteras: tal cual, sin espacios, o con las palabras en orden alfabético.

    Es la que decide si se contesta sin preguntar: le cuesta subir y no se deja engañar.
    """
    juntos = [nombre.replace(" ", "") for nombre in nombres]
    tal_cual = _comparar([escrito], nombres)
    sin_espacios = _comparar([escrito.replace(" ", "")], juntos)
    sin_orden = process.cdist([escrito], nombres, scorer=fuzz.token_sort_ratio, dtype=np.float32)
    return np.maximum(np.maximum(tal_cual, sin_espacios), 0.98 * sin_orden)[0]


def cobertura(escrito: str, nombres: Sequence[str]) -> Puntos:
    """Cuánto de lo escrito está en cada nombre: cada palabra con la suya más parecida, según sus letras.

    No le importan el orden ni las palabras que falten, así que «palantri» cubre cualquier palantír.
    """
    palabras = con_sentido(escrito)
    sueltas: list[str] = []
    comienzos: list[int] = []
    for nombre in nombres:
        comienzos.append(len(sueltas))
        sueltas += nombre.split()
    mejores = np.maximum.reduceat(_comparar(palabras, sueltas), comienzos, axis=1)
    letras = np.array([len(palabra) for palabra in palabras], dtype=np.float32)
    return letras @ mejores / letras.sum()


def combinada(escrito: str, nombres: Sequence[str], trigramas: Puntos) -> Puntos:
    """La que ordena: media de la cobertura (×3), los trigramas en común (×2) y la estricta (×1).

    Pesos medidos: con ellos el nombre que se buscaba y lo que no tiene que ver se separan más que con
    cualquiera de las tres, y más que con `WRatio`.
    """
    return (3 * cobertura(escrito, nombres) + 2 * trigramas + estricta(escrito, nombres)) / 6


def _comparar(unos: Sequence[str], otros: Sequence[str]) -> Puntos:
    return process.cdist(unos, otros, scorer=fuzz.ratio, dtype=np.float32)
