"""El archivo de una copia de seguridad: un .zip con una tabla por archivo y una cabecera que lo sella.

Formato 1:

- `cabecera.json`: formato, versión del programa, migración de la base, instante, y por cada tabla cuántas filas
  tiene y el SHA-256 de su archivo.
- `<tabla>.jsonl`: una fila por línea, un objeto JSON en UTF-8. Los instantes van en ISO 8601 con zona, las fechas
  en ISO 8601 y los bytes en hexadecimal.

Sirve igual para SQLite que para PostgreSQL, y se lee sin el bot: con `unzip` y cualquier editor.
"""

import hashlib
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO, Any, Self

from pydantic import ValidationError

from servicios.errores import ErrorDePuestaEnMarcha
from servicios.hechos import Valor
from servicios.version import VERSION

FORMATO = 1
CABECERA = "cabecera.json"
AVISO = (
    "Contiene semillas secretas, cuentas de Discord y lo que la gente ha escrito: guárdala como una contraseña."
)
TROZO = 1 << 16
ROTO = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
)
"""Lo que puede lanzar la lectura de un .zip al que le falta o le baila algo."""


class Sello(Valor):
    """Lo que ha de cuadrar en el archivo de una tabla."""

    filas: int
    sha256: str


class Cabecera(Valor):
    """De qué es la copia. `hecha`: instante que fotografía. `migracion`: forma de sus tablas."""

    formato: int
    programa: str
    migracion: str
    hecha: datetime
    aviso: str = AVISO
    tablas: Mapping[str, Sello]

    @property
    def filas(self) -> int:
        return sum(sello.filas for sello in self.tablas.values())


class Escritor:
    """Escribe una copia tabla a tabla, sin tener ninguna entera en memoria."""

    def __init__(self, archivo: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(archivo, "w", zipfile.ZIP_DEFLATED)
        self._sellos: dict[str, Sello] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fallo: object) -> None:
        self._zip.close()

    @contextmanager
    def tabla(self, nombre: str) -> Iterator[Callable[[Iterable[Mapping[str, Any]]], None]]:
        """Da la función que añade filas a esa tabla; al salir, la sella."""
        resumen, cuantas = hashlib.sha256(), 0

        def anotar(filas: Iterable[Mapping[str, Any]]) -> None:
            nonlocal cuantas
            for fila in filas:
                linea = json.dumps(fila, ensure_ascii=False, separators=(",", ":"), default=_escribible)
                octetos = f"{linea}\n".encode()
                salida.write(octetos)
                resumen.update(octetos)
                cuantas += 1

        with self._zip.open(f"{nombre}.jsonl", "w", force_zip64=True) as salida:
            yield anotar
        self._sellos[nombre] = Sello(filas=cuantas, sha256=resumen.hexdigest())

    def sellar(self, migracion: str, ahora: datetime) -> Cabecera:
        """Escribe la cabecera. `migracion`: la de la base copiada."""
        cabecera = Cabecera(
            formato=FORMATO, programa=VERSION, migracion=migracion, hecha=ahora, tablas=self._sellos
        )
        self._zip.writestr(CABECERA, cabecera.model_dump_json(indent=2))
        return cabecera


def _escribible(valor: object) -> str:
    if isinstance(valor, datetime):
        con_zona = valor if valor.tzinfo else valor.replace(tzinfo=UTC)  # SQLite los guarda en UTC y sin zona
        return con_zona.astimezone(UTC).isoformat()
    if isinstance(valor, date):
        return valor.isoformat()
    if isinstance(valor, bytes):
        return valor.hex()
    raise TypeError(f"no sé escribir {type(valor).__name__} en una copia")


class Copia:
    """Una copia abierta, ya comprobada. Se abre con `abrir`."""

    def __init__(self, paquete: zipfile.ZipFile, cabecera: Cabecera, origen: Path) -> None:
        self._zip = paquete
        self._origen = origen
        self.cabecera = cabecera

    def filas(self, tabla: str) -> Iterator[dict[str, Any]]:
        """Las filas de una tabla, como se escribieron (instantes, fechas y bytes aún como texto)."""
        with self._zip.open(f"{tabla}.jsonl") as entrada:
            for linea in entrada:
                yield json.loads(linea)


@contextmanager
def abrir(origen: Path) -> Iterator[Copia]:
    """Abre una copia y comprueba su sello entero antes de dar nada de ella.

    Raises:
        ErrorDePuestaEnMarcha: si no se puede leer, no es una copia, está dañada o es de un formato posterior.
    """
    try:
        archivo = origen.open("rb")
    except OSError as error:
        raise ErrorDePuestaEnMarcha(f"No puedo leer la copia «{origen}»: {error.strerror}.") from None
    with archivo:
        try:
            paquete = zipfile.ZipFile(archivo)
            cabecera = _leer_cabecera(paquete)
            if cabecera.formato == FORMATO:
                _comprobar(paquete, cabecera)
        except (*ROTO, ValidationError) as error:
            raise ErrorDePuestaEnMarcha(
                f"«{origen}» no es una copia de Concilio, o está dañada ({error}). No he cambiado nada: prueba con "
                "otra copia."
            ) from None
        if cabecera.formato != FORMATO:
            raise ErrorDePuestaEnMarcha(
                f"La copia «{origen}» es del formato {cabecera.formato} y este programa solo entiende el {FORMATO}: "
                "usa un Concilio más nuevo."
            )
        yield Copia(paquete, cabecera, origen)


def _leer_cabecera(paquete: zipfile.ZipFile) -> Cabecera:
    return Cabecera.model_validate_json(b"".join(_trozos(paquete, CABECERA)))


def _comprobar(paquete: zipfile.ZipFile, cabecera: Cabecera) -> None:
    esperados = sorted([CABECERA, *(f"{tabla}.jsonl" for tabla in cabecera.tablas)])
    if sorted(paquete.namelist()) != esperados:
        raise ValueError("le faltan o le sobran archivos")
    for tabla, sello in cabecera.tablas.items():
        resumen, filas = hashlib.sha256(), 0
        for trozo in _trozos(paquete, f"{tabla}.jsonl"):
            resumen.update(trozo)
            filas += trozo.count(b"\n")
        if (filas, resumen.hexdigest()) != (sello.filas, sello.sha256):
            raise ValueError(f"la tabla «{tabla}» no es la que se guardó")


def _trozos(paquete: zipfile.ZipFile, nombre: str) -> Iterator[bytes]:
    if paquete.getinfo(nombre).compress_type != zipfile.ZIP_DEFLATED:
        raise ValueError("está comprimida de otra manera")
    with paquete.open(nombre) as entrada:
        while trozo := entrada.read(TROZO):
            yield trozo
