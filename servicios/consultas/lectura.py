"""Lectura de los archivos de `datos/`: da valores comprobados o una frase que nombra archivo, entrada y campo.

El YAML se lee sin adivinar tipos (todo es texto), para que un `+7`, un `000` o un `no` sin comillas sigan
siendo lo que alguien escribió.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from servicios.consultas.modelos import Carta
from servicios.errores import ErrorDePuestaEnMarcha

M = TypeVar("M", bound=BaseModel)

COLUMNAS_DE_CARTA = (
    "id",
    "nombre_es",
    "nombre_en",
    "tipo",
    "subtipo",
    "alineamiento",
    "coleccion",
    "unica",
)
"""Las primeras columnas del catálogo. El título de cada una de las demás es el rótulo con que se muestra."""

_MOTIVOS = {
    "missing": "falta",
    "extra_forbidden": "no existe; mira cómo se escribe en datos/README.md",
    "string_type": "tiene que ser un texto",
    "string_too_short": "está vacío",
    "string_too_long": "pasa de {max_length} letras",
    "string_pattern_mismatch": "no puede ser «{valor}»",
    "literal_error": "no puede ser «{valor}»; vale {expected}",
    "too_short": "necesita algún elemento",
    "tuple_type": "tiene que ser una lista",
    "model_type": "tiene que ser un grupo de campos",
    "model_attributes_type": "tiene que ser un grupo de campos",
    "union_tag_invalid": "no conoce el tipo «{tag}»; vale {expected_tags}",
    "union_tag_not_found": "no dice de qué «tipo» es",
    "value_error": "{error}",
}


@dataclass(frozen=True)
class Sitio:
    """Dónde está un dato: archivo (relativo a la carpeta de datos) y entrada (su id o su número de orden)."""

    archivo: str
    entrada: str = ""

    def error(self, motivo: str, campo: str = "") -> ErrorDePuestaEnMarcha:
        """La frase con que el bot se niega a arrancar."""
        partes = [self.archivo]
        if self.entrada:
            partes.append(f"entrada «{self.entrada}»")
        if campo:
            partes.append(f"campo «{campo}»")
        return ErrorDePuestaEnMarcha(f"{', '.join(partes)}: {motivo}.")


class _CampoRepetido(yaml.MarkedYAMLError):
    """Un grupo dice dos veces el mismo campo. PyYAML se quedaría con el último, sin avisar."""


class _Lector(yaml.CBaseLoader):
    """YAML en el que todo es texto y ningún campo se repite."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        vistos: list[Any] = []
        for campo, _ in node.value:
            if campo.value in vistos:
                raise _CampoRepetido(problem=campo.value, problem_mark=campo.start_mark)
            vistos.append(campo.value)
        return super().construct_mapping(node, deep=deep)


def sitio_de(carpeta: Path, ruta: Path) -> Sitio:
    """El archivo como lo escribe quien cuida los datos: «datos/satm/erratas.yaml»."""
    return Sitio((Path(carpeta.name) / ruta.relative_to(carpeta)).as_posix())


def leer_lista(carpeta: Path, ruta: Path, modelo: type[M], clave: str = "id") -> Iterator[tuple[Sitio, M]]:
    """Las entradas de un archivo que es una lista (vacía, si el archivo lo está), cada una con su sitio.

    Raises:
        ErrorDePuestaEnMarcha: si el archivo no se puede leer o una entrada no vale.
    """
    archivo = sitio_de(carpeta, ruta)
    entradas = _leer_yaml(archivo, ruta) or []
    if not isinstance(entradas, list):
        raise archivo.error("tiene que ser una lista de entradas, cada una con «- » delante")
    for numero, entrada in enumerate(entradas, 1):
        nombre = entrada.get(clave) if isinstance(entrada, dict) else None
        sitio = Sitio(archivo.archivo, nombre if isinstance(nombre, str) and nombre else f"n.º {numero}")
        yield sitio, _validar(sitio, modelo, entrada)


def leer_ficha(carpeta: Path, ruta: Path, modelo: type[M]) -> tuple[Sitio, M]:
    """Lo que dice un archivo con una sola entrada, con su sitio.

    Raises:
        ErrorDePuestaEnMarcha: si el archivo no se puede leer o la entrada no vale.
    """
    archivo = sitio_de(carpeta, ruta)
    ficha = _leer_yaml(archivo, ruta)
    nombre = ficha.get("id") if isinstance(ficha, dict) else None
    sitio = Sitio(archivo.archivo, nombre if isinstance(nombre, str) else "")
    return sitio, _validar(sitio, modelo, ficha)


def leer_catalogo(carpeta: Path, ruta: Path) -> Iterator[tuple[Sitio, Carta]]:
    """Las cartas de una tabla separada por tabuladores. Lo que no es columna fija va a `detalles`.

    Raises:
        ErrorDePuestaEnMarcha: si la tabla no se puede leer o una fila no vale.
    """
    archivo = sitio_de(carpeta, ruta)
    titulos, *filas = [linea.split("\t") for linea in _leer_texto(archivo, ruta).rstrip("\n").split("\n")]
    fijas = len(COLUMNAS_DE_CARTA)
    if tuple(titulos[:fijas]) != COLUMNAS_DE_CARTA:
        raise archivo.error(f"las primeras columnas tienen que ser {', '.join(COLUMNAS_DE_CARTA)}")
    rotulos = titulos[fijas:]
    for celdas in filas:
        sitio = Sitio(archivo.archivo, celdas[0])
        if len(celdas) != len(titulos):
            motivo = "mira si falta o sobra un tabulador"
            raise sitio.error(f"tiene {len(celdas)} columnas y la tabla {len(titulos)}; {motivo}")
        campos: dict[str, Any] = dict(zip(COLUMNAS_DE_CARTA, celdas, strict=False))
        if campos["unica"] not in ("", "sí"):
            raise sitio.error("vale «sí» o se deja vacío", "unica")
        campos["unica"] = campos["unica"] == "sí"
        campos["detalles"] = [par for par in zip(rotulos, celdas[fijas:], strict=True) if par[1]]
        yield sitio, _validar(sitio, Carta, campos)


def _leer_texto(archivo: Sitio, ruta: Path) -> str:
    try:
        return ruta.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise archivo.error("no se puede leer; comprueba que existe y que se puede abrir") from error
    except UnicodeDecodeError as error:
        raise archivo.error("no está guardado en UTF-8") from error


def _leer_yaml(archivo: Sitio, ruta: Path) -> Any:
    texto = _leer_texto(archivo, ruta)
    try:
        return yaml.load(texto, _Lector)  # noqa: S506  # CBaseLoader solo construye textos, listas y grupos
    except _CampoRepetido as error:
        raise archivo.error(
            f"está dos veces, la segunda en la línea {_linea(error)}", error.problem or ""
        ) from error
    except yaml.MarkedYAMLError as error:
        motivo = "mira la sangría, las comillas y los dos puntos"
        raise archivo.error(f"no se entiende el YAML cerca de la línea {_linea(error)}; {motivo}") from error
    except yaml.YAMLError as error:
        raise archivo.error("contiene caracteres que YAML no admite") from error


def _linea(error: yaml.MarkedYAMLError) -> int:
    marca = error.problem_mark or error.context_mark
    return marca.line + 1 if marca else 1


def _validar(sitio: Sitio, modelo: type[M], valor: object) -> M:
    try:
        return modelo.model_validate(valor)
    except ValidationError as error:
        primero = error.errors(include_url=False)[0]
        raise sitio.error(_motivo(primero), _campo(primero)) from error


def _campo(error: ErrorDetails) -> str:
    """El campo culpable; lo que está en una lista, por su orden: «operaciones.2.sustituir.despues»."""
    return ".".join(str(paso + 1) if isinstance(paso, int) else paso for paso in error["loc"])


def _motivo(error: ErrorDetails) -> str:
    contexto = error.get("ctx", {})
    opciones = {clave: _en_espanol(str(valor)) for clave, valor in contexto.items()}
    return _MOTIVOS.get(error["type"], "no vale").format_map({"valor": error["input"], **opciones})


def _en_espanol(opciones: str) -> str:
    return opciones.replace(" or ", " o ").replace("'", "")
