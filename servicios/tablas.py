"""Las tablas de `datos/` de un juego: leerlas, validarlas y decir con exactitud qué está mal escrito."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from servicios.errores import ErrorDePuestaEnMarcha, NoExiste


class ConId(Protocol):
    """Una entrada de tabla, que se nombra por su `id`."""

    @property
    def id(self) -> str: ...

    @classmethod
    def model_validate(cls, obj: Any) -> Self: ...


C = TypeVar("C", bound=ConId)
M = TypeVar("M", bound=BaseModel)
V = TypeVar("V")


def entradas(archivo: Path, modelo: type[C]) -> dict[str, C]:
    """Una lista de entradas, por identificador y en el orden del archivo.

    Raises:
        ErrorDePuestaEnMarcha: si falta el archivo, una entrada no vale o su identificador se repite.
    """
    crudas = _leer(archivo)
    if not isinstance(crudas, list) or not crudas:
        raise ErrorDePuestaEnMarcha(f"{nombre(archivo)} debe ser una lista de entradas.")
    leidas: dict[str, C] = {}
    for numero, cruda in enumerate(crudas, start=1):
        quien = str(cruda.get("id", f"n.º {numero}")) if isinstance(cruda, dict) else f"n.º {numero}"
        try:
            entrada = modelo.model_validate(cruda)
        except ValidationError as fallo:
            raise mal(archivo, quien, _primero(fallo)) from fallo
        if entrada.id in leidas:
            raise mal(archivo, entrada.id, "el identificador está repetido")
        leidas[entrada.id] = entrada
    return leidas


def ficha(archivo: Path, modelo: type[M]) -> M:
    """Un archivo que es una sola entrada.

    Raises:
        ErrorDePuestaEnMarcha: si falta el archivo o no vale.
    """
    try:
        return modelo.model_validate(_leer(archivo))
    except ValidationError as fallo:
        raise ErrorDePuestaEnMarcha(f"{nombre(archivo)}: {_primero(fallo)}.") from fallo


def buscar(tabla: Mapping[str, V], identificador: str, que: str) -> V:
    """La entrada de ese identificador; `que`: «ninguna región», «ningún personaje».

    Raises:
        NoExiste: si no la hay.
    """
    encontrada = tabla.get(identificador)
    if encontrada is None:
        raise NoExiste(f"No conozco {que} «{identificador}». Elige de la lista que se ofrece.")
    return encontrada


def mal(archivo: Path, entrada: str, motivo: str) -> ErrorDePuestaEnMarcha:
    """La frase con que el bot se niega a arrancar por una entrada."""
    return ErrorDePuestaEnMarcha(f"{nombre(archivo)}, entrada «{entrada}»: {motivo}.")


def nombre(archivo: Path) -> str:
    """Cómo se nombra un archivo de datos: `datos/guerra/fichas.yaml`."""
    return f"datos/{archivo.parent.name}/{archivo.name}"


def _leer(archivo: Path) -> Any:
    try:
        return yaml.load(archivo.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except OSError as fallo:
        raise ErrorDePuestaEnMarcha(f"No se puede leer {nombre(archivo)}: {fallo.strerror}.") from fallo
    except (yaml.YAMLError, UnicodeDecodeError) as fallo:
        raise ErrorDePuestaEnMarcha(f"{nombre(archivo)} no es YAML válido: {fallo}") from fallo


def _primero(fallo: ValidationError) -> str:
    error = fallo.errors()[0]
    campo = ".".join(str(parte) for parte in error["loc"])
    return f"campo «{campo}»: {error['msg']}" if campo else error["msg"]
