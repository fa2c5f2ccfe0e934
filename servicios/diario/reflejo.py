"""Las tablas tal como están en la base, sea cual sea su migración.

La copia de seguridad y su restauración no miran `esquema.py`: así se copia una base antes de ponerla al día, y se
restaura una copia hecha por un programa anterior.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Connection, Date, DateTime, LargeBinary, MetaData, Table

VERSION_DE_ALEMBIC = "alembic_version"


def reflejar(conexion: Connection) -> list[Table]:
    """Todas las tablas de la base, cada una detrás de aquellas a las que hace referencia."""
    presentes = MetaData()
    presentes.reflect(conexion)
    return [tabla for tabla in presentes.sorted_tables if tabla.name != VERSION_DE_ALEMBIC]


def lector(tabla: Table, *, es_sqlite: bool) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Una función que convierte una fila de una copia en una fila de esa tabla.

    Raises:
        ValueError: (la función) si las columnas no son las de la tabla.
    """
    conversiones = {columna.name: _conversion(columna.type, es_sqlite=es_sqlite) for columna in tabla.columns}

    def leer(fila: Mapping[str, Any]) -> dict[str, Any]:
        if fila.keys() != conversiones.keys():
            raise ValueError(f"la tabla «{tabla.name}» tiene otras columnas")
        return {
            nombre: conversiones[nombre](valor) if valor is not None else None for nombre, valor in fila.items()
        }

    return leer


def _conversion(tipo: Any, *, es_sqlite: bool) -> Callable[[Any], Any]:
    if isinstance(tipo, DateTime):
        return _sin_zona if es_sqlite else datetime.fromisoformat
    if isinstance(tipo, Date):
        return date.fromisoformat
    return bytes.fromhex if isinstance(tipo, LargeBinary) else lambda valor: valor


def _sin_zona(escrito: str) -> datetime:
    return datetime.fromisoformat(escrito).astimezone(UTC).replace(tzinfo=None)
