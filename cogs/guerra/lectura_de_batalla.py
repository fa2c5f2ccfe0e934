"""Leer lo que se escribe en una batalla: «4 regulares, 2 élites, 1 líder, Boromir, Gondor» y «tirada +1»."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from cogs.comun.textos import inerte
from cogs.guerra.lectura import exacto, region, trozos
from servicios.busqueda.normal import normalizar
from servicios.errores import ErrorDeDominio
from servicios.guerra.cartas import Ajuste
from servicios.guerra.ejercitos import Ejercito
from servicios.guerra.modelo_batalla import ClaseDeBatalla
from servicios.guerra.tablas import tablas

_CUANTAS = re.compile(r"(?P<cuantas>\d{1,2})\s*(?P<que>\D+)")
_TRAS_NOMBRE = re.compile(r"(?P<que>\D+?)\s*(?P<cuantas>\d{1,2})")
_PIEZAS = {
    "regulares": ("regular", "regulares", "r", "unidad", "unidades"),
    "elites": ("elite", "elites", "e"),
    "lideres": ("lider", "lideres", "l", "nazgul", "n"),
    "liderazgo_fijo": ("liderazgo", "de liderazgo"),
}
_CAMPOS = {nombre: campo for campo, nombres in _PIEZAS.items() for nombre in nombres}
EJEMPLO = "4 regulares, 2 élites, 1 líder, Boromir, Gondor"


def ejercito(escrito: str) -> Ejercito:
    """Un ejército escrito a mano: unidades, líderes o Nazgûl, personajes, Liderazgo y naciones, en cualquier orden.

    Raises:
        ErrorDeDominio: si algo no se entiende o se pasa de lo que cabe; la frase da un ejemplo.
    """
    cuentas: Counter[str] = Counter()
    nombrados: dict[str, list[str]] = {"personajes": [], "naciones": []}
    for trozo in trozos(escrito):
        leido = _cantidad(trozo)
        if leido is not None:
            cuentas[leido[0]] += leido[1]
            continue
        campo, quien = _nombre(trozo)
        nombrados[campo].append(quien)
    try:
        return Ejercito(**cuentas, **{campo: tuple(quienes) for campo, quienes in nombrados.items()})  # pyright: ignore[reportArgumentType]
    except ValidationError:
        raise ErrorDeDominio(
            f"«{inerte(escrito, 80)}» no cabe en una región.",
            "En una región caben 10 unidades de un bando. Fuente: Reglamento de la 2.ª edición, p. 26.",
        ) from None


def _cantidad(trozo: str) -> tuple[str, int] | None:
    encaja = _CUANTAS.fullmatch(trozo) or _TRAS_NOMBRE.fullmatch(trozo)
    if encaja is None:
        return None
    campo = _CAMPOS.get(normalizar(encaja["que"]))
    if campo is None:
        raise _no_se_entiende(trozo)
    return campo, int(encaja["cuantas"])


def _nombre(trozo: str) -> tuple[str, str]:
    limpio = re.sub(r"^de(?:l)? ", "", trozo, flags=re.IGNORECASE)
    leidas = tablas()
    naciones = {n.id: (n.nombre, n.en) for n in leidas.naciones.values()}
    personajes = {p.id: (p.nombre, p.en) for p in leidas.personajes.values() if p.papel != "gollum"}
    for campo, nombres in (("naciones", naciones), ("personajes", personajes)):
        quien = exacto(limpio, nombres)
        if quien is not None:
            return campo, quien
    raise _no_se_entiende(trozo)


def _no_se_entiende(trozo: str) -> ErrorDeDominio:
    return ErrorDeDominio(
        f"No entiendo «{inerte(trozo, 40)}» en el ejército. Escríbelo como en «{EJEMPLO}».",
        "Regulares, élites, líderes (o Nazgûl), Liderazgo, personajes y naciones, separados por comas.",
    )


_EFECTOS: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("dados",): ("dados", "dado", "fuerza"),
    ("liderazgo",): ("liderazgo",),
    # 001:67-69: un modificador va a cada dado que se lanza, también a los que relanza el Liderazgo
    ("modificador", "modificador_liderazgo"): ("tirada", "a la tirada", "cada dado", "a cada dado"),
    ("modificador",): ("combate", "al combate", "solo combate"),
    ("modificador_liderazgo",): ("relance", "al relance", "relanzamiento", "al relanzamiento"),
    ("objetivo",): ("impacta", "impacta con", "impacta a"),
    ("objetivo_liderazgo",): ("relanza", "relanza con", "relanza a"),
    ("impactos",): ("impactos", "impacto"),
}
"""Qué cambia cada cosa que se puede escribir. «combate» y «relance» son para la carta que solo nombra una tirada."""
_EFECTO = {nombre: campos for campos, nombres in _EFECTOS.items() for nombre in nombres}
_CAMBIO = re.compile(r"(?P<que>[^\d+−-]*)(?P<cuanto>[+−-]?\s*\d{1,2})(?P<cola>[^\d]*)")
EJEMPLO_DE_EFECTO = "dados +1, tirada +1, Liderazgo −2, impacta 4, relanza 4, impactos 1"


def ajuste(escrito: str | None) -> Ajuste:
    """Lo que una carta cambia en un bando: «tirada +1, impactos 1». En blanco, nada.

    Raises:
        ErrorDeDominio: si algo no se entiende o no cabe en las reglas.
    """
    cambios: dict[str, int] = {}
    # el «+» de «+1» no separa nada: aquí solo cortan las comas
    for trozo in filter(None, (t.strip() for t in re.split(r"[,;\n]", escrito or ""))):
        encaja = _CAMBIO.fullmatch(trozo)
        que = normalizar(f"{encaja['que']} {encaja['cola']}") if encaja else ""
        campos = _EFECTO.get(que)
        if encaja is None or campos is None or cambios.keys() & set(campos):
            raise ErrorDeDominio(
                f"No entiendo «{inerte(trozo, 40)}» en el efecto de la carta.",
                f"Escríbelo como en «{EJEMPLO_DE_EFECTO}», cada cosa una vez y solo lo que cambie. Lo que se suma a la "
                "tirada va también al relanzamiento (001, «Modificadores a las tiradas»); si la carta solo nombra una de "
                "las dos, «combate +1» o «relance +1».",
            )
        cambios |= dict.fromkeys(campos, int(encaja["cuanto"].replace("−", "-").replace(" ", "")))
    try:
        return Ajuste(**cambios)
    except ValidationError:
        raise ErrorDeDominio(
            f"«{inerte(escrito or '', 60)}» se sale de lo que puede hacer una carta.",
            "Hasta ±5 dados o a la tirada, ±10 de Liderazgo, impactar con 2 a 6 y hasta 10 impactos sin dados.",
        ) from None


EJEMPLO_DE_DETALLES = "desde Osgiliath, reserva 2, jefes 1, escape"
_EN_RESERVA = {"reserva": "reserva", "jefe": "jefes_en_reserva", "jefes": "jefes_en_reserva"}
_CLASES = {
    "campal": ClaseDeBatalla.CAMPAL,
    "batalla": ClaseDeBatalla.CAMPAL,
    "asalto": ClaseDeBatalla.ASEDIO,
    "asedio": ClaseDeBatalla.ASEDIO,
    "escape": ClaseDeBatalla.ESCAPE,
    "salida": ClaseDeBatalla.ESCAPE,
    "ayuda": ClaseDeBatalla.SOCORRO,
    "socorro": ClaseDeBatalla.SOCORRO,
}


def detalles(escrito: str | None) -> dict[str, Any]:
    """Lo que a una batalla le puede hacer falta además de los ejércitos: origen, reserva, jefes que no salen y clase.

    Raises:
        ErrorDeDominio: si algo no se entiende; la frase da un ejemplo.
    """
    leidos: dict[str, Any] = {}
    for trozo in filter(None, (t.strip() for t in re.split(r"[,;\n]", escrito or ""))):
        campo, valor = _detalle(trozo)
        if campo in leidos:
            raise ErrorDeDominio(f"Has dicho dos veces lo de «{inerte(trozo, 40)}»: di cada detalle una sola vez.")
        leidos[campo] = valor
    return leidos


def _detalle(trozo: str) -> tuple[str, Any]:
    limpio = normalizar(trozo)
    if limpio in _CLASES:
        return "clase", _CLASES[limpio]
    if limpio.startswith("desde "):
        return "desde", region(trozo[len("desde ") :])
    encaja = _TRAS_NOMBRE.fullmatch(limpio) or _CUANTAS.fullmatch(limpio)
    campo = _EN_RESERVA.get(encaja["que"].removeprefix("en ").strip()) if encaja else None
    if encaja is None or campo is None:
        raise ErrorDeDominio(
            f"No entiendo «{inerte(trozo, 40)}» en los detalles. Escríbelos como en «{EJEMPLO_DE_DETALLES}».",
            "Desde dónde se ataca, unidades que no participan, jefes que se quedan con ellas, y si es asalto, escape o "
            "ayuda.",
        )
    return campo, int(encaja["cuantas"])


def naciones(escrito: str) -> tuple[str, ...]:
    """Las naciones nombradas, separadas por comas o «y».

    Raises:
        ErrorDeDominio: si alguna no se conoce.
    """
    leidas = [_nombre(trozo) for trozo in trozos(escrito)]
    if any(campo != "naciones" for campo, _ in leidas):
        raise ErrorDeDominio(f"«{inerte(escrito, 60)}» tiene que nombrar naciones: «Gondor, Rohan».")
    return tuple(quien for _, quien in leidas)
