"""Leer lo que se escribe en un comando o en un formulario: números, regiones y personajes."""

import re
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz, process

from cogs.comun.textos import enumerar, inerte
from servicios.busqueda.normal import normalizar_consulta
from servicios.errores import ErrorDeDominio
from servicios.guerra.tablas import tablas

_SEPARADORES = re.compile(r"\s*(?:,|;|\+|\n|\sy\s)\s*")
PARECIDO = 75
"""De 0 a 100: desde cuándo un nombre mal escrito se propone."""


def entre(valor: int, maximo: int, que: str) -> int:
    """El mismo número, si está entre 1 y `maximo`.

    Raises:
        ErrorDeDominio: si no lo está.
    """
    if not 1 <= valor <= maximo:
        raise ErrorDeDominio(f"{que}: de 1 a {maximo}, y has puesto {valor}.")
    return valor


def trozos(escrito: str | None) -> list[str]:
    """Lo que va entre comas, punto y coma, «y» o «+»."""
    return [trozo for trozo in _SEPARADORES.split((escrito or "").strip()) if trozo]


def region(escrito: str) -> str:
    """El identificador de una región, por su nombre en español o en inglés.

    Raises:
        ErrorDeDominio: si no se conoce; la frase propone las parecidas.
    """
    nombres = {r.id: (r.nombre, r.en) for r in tablas().regiones.values()}
    return _buscar(escrito, nombres, "ninguna región")


def companeros(escrito: str | None) -> tuple[str, ...]:
    """Los personajes nombrados, separados por comas o «y»; el repetido cuenta una vez.

    Raises:
        ErrorDeDominio: si alguno no se conoce.
    """
    return tuple(dict.fromkeys(personaje(trozo) for trozo in trozos(escrito)))


def personaje(escrito: str) -> str:
    """El identificador de un personaje."""
    nombres = {p.id: (p.nombre, p.en) for p in tablas().personajes.values()}
    return _buscar(escrito, nombres, "ningún personaje")


def parecidos(escrito: str, nombres: Mapping[str, str], cuantos: int) -> Sequence[str]:
    """Los identificadores cuyo nombre se parece más a lo escrito; sin nada escrito, los primeros."""
    consulta = normalizar_consulta(escrito)
    if not consulta:
        return list(nombres)[:cuantos]
    limpios = {clave: normalizar_consulta(nombre) for clave, nombre in nombres.items()}
    puestos = process.extract(consulta, limpios, scorer=fuzz.WRatio, limit=cuantos, score_cutoff=50)
    return [clave for _, _, clave in puestos]


def exacto(escrito: str, nombres: Mapping[str, Sequence[str]]) -> str | None:
    """El identificador que se llama así, sin contar tildes, mayúsculas ni artículo; None si no hay o hay varios."""
    consulta = _sin_articulo(normalizar_consulta(escrito))
    iguales = [
        clave
        for clave, suyos in nombres.items()
        if consulta == normalizar_consulta(clave)
        or any(consulta == _sin_articulo(normalizar_consulta(nombre)) for nombre in suyos)
    ]
    if not iguales:  # «Boromir» o «boca», si solo puede ser uno
        iguales = [clave for clave, suyos in nombres.items() if _empieza(consulta, suyos)]
    return iguales[0] if len(iguales) == 1 else None


def _empieza(consulta: str, nombres: Sequence[str]) -> bool:
    limpios = (_sin_articulo(normalizar_consulta(nombre)) for nombre in nombres)
    return bool(consulta) and any(limpio.startswith(f"{consulta} ") for limpio in limpios)


def _sin_articulo(nombre: str) -> str:
    return re.sub(r"^(?:el|la|los|las|the) ", "", nombre)


def _buscar(escrito: str, nombres: Mapping[str, Sequence[str]], que: str) -> str:
    hallado = exacto(escrito, nombres)
    if hallado is not None:
        return hallado
    consulta = normalizar_consulta(escrito)
    en_espanol = {clave: normalizar_consulta(suyos[0]) for clave, suyos in nombres.items()}
    cerca = process.extract(consulta, en_espanol, scorer=fuzz.WRatio, limit=3, score_cutoff=PARECIDO)
    propuestas = enumerar([f"«{nombres[clave][0]}»" for _, _, clave in cerca], "o")
    ayuda = f" ¿Querías decir {propuestas}?" if propuestas else " Elige de la lista que se ofrece al escribir."
    raise ErrorDeDominio(f"No conozco {que} «{inerte(escrito, 40)}».{ayuda}")
