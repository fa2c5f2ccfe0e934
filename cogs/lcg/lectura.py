"""Leer lo que se escribe en un formulario o en un comando: números, listas de números y repartos."""

import re
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz, process

from cogs.comun import leer
from cogs.comun.textos import enumerar, inerte
from servicios.busqueda.normal import normalizar, normalizar_consulta
from servicios.errores import ErrorDeDominio, NoExiste
from servicios.lcg.etapas import Clase
from servicios.lcg.tablas import tablas

NOMBRE_MAXIMO = 60
PARECIDO = 75
"""De 0 a 100: desde cuándo un nombre mal escrito se propone."""
_SEPARADORES = re.compile(r"[,;\s]+")
_PAREJA = re.compile(r"(?P<nombre>.*?\S)[\s:=]+(?P<numero>\d{1,3})")


def enteros(escrito: str, que: str) -> list[int]:
    """Números separados por comas o espacios: «4, 1 2».

    Raises:
        ErrorDeDominio: si alguno no lo es.
    """
    return [leer.numero(trozo, que) for trozo in _SEPARADORES.split(escrito.strip()) if trozo]


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
        if encaja["nombre"].casefold() in map(str.casefold, repartido):
            raise ErrorDeDominio(f"«{inerte(encaja['nombre'])}» sale dos veces en el reparto.")
        repartido[encaja["nombre"]] = int(encaja["numero"])
    return repartido


def carta(escrito: str) -> str:
    """El identificador de una carta de Encuentro, por él o por su nombre.

    Raises:
        NoExiste: si no se conoce; la frase propone las parecidas.
    """
    return _buscar(escrito, {c.id: (c.en,) for c in tablas().encuentros.values()}, "ninguna carta")


def enemigo(escrito: str) -> str:
    """El identificador de un Barco-Enemigo o Corsario, por él o por su nombre.

    Raises:
        NoExiste: si no se conoce; la frase propone los parecidos.
    """
    encuentros = tablas().encuentros
    return _buscar(escrito, {e: (encuentros[e].en,) for e in tablas().enemigos}, "ningún enemigo naval")


def reverso(escrito: str | None) -> str | None:
    """El identificador de la otra cara de un Lugar de la isla, por él o por su nombre; `None` si no se dice.

    Raises:
        NoExiste: si no se conoce; la frase propone los parecidos.
    """
    fichas = {r.id: (r.nombre, r.en) for r in tablas().isla.values()}
    return None if escrito is None else _buscar(escrito, fichas, "ningún Lugar de la isla")


def coste(clase: Clase, nombre: str, dicho: int | None) -> int | None:
    """El coste de enfrentamiento de una carta del asedio: el que se dice o, si es un Enemigo conocido, el suyo."""
    if dicho is not None or clase is not Clase.ENEMIGO:
        return dicho
    conocidos = {normalizar(e.en): e.coste for e in tablas().asedio.enemigos}
    return conocidos.get(normalizar_consulta(nombre))


def _buscar(escrito: str, nombres: Mapping[str, Sequence[str]], que: str) -> str:
    buscado = normalizar_consulta(escrito)
    iguales = [clave for clave, suyos in nombres.items() if buscado in map(normalizar, (clave, *suyos))]
    if len(iguales) == 1:
        return iguales[0]
    if escrito in iguales:
        return escrito
    if iguales:
        raise NoExiste(f"Hay más de una carta que se llama «{inerte(escrito)}»: elige de la lista que se ofrece.")
    posibles = {suyo: normalizar(suyo) for suyos in nombres.values() for suyo in suyos}
    cerca = process.extract(buscado, posibles, scorer=fuzz.WRatio, limit=3, score_cutoff=PARECIDO)
    propuestas = enumerar([f"«{nombre}»" for _, _, nombre in cerca], "o")
    ayuda = f"¿Querías decir {propuestas}?" if propuestas else "Elige de la lista que se ofrece."
    raise NoExiste(f"No conozco {que} «{inerte(escrito)}». {ayuda}")


def nombres(escrito: str | None) -> list[str]:
    """Nombres separados por comas.

    Raises:
        ErrorDeDominio: si alguno es demasiado largo.
    """
    leidos = [nombre for nombre in (trozo.strip() for trozo in (escrito or "").split(",")) if nombre]
    if any(len(nombre) > NOMBRE_MAXIMO for nombre in leidos):
        raise ErrorDeDominio(f"Un nombre tiene como mucho {NOMBRE_MAXIMO} letras; sepáralos con comas.")
    return leidos
