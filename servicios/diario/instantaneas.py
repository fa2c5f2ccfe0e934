"""Instantáneas: el estado de un flujo cada tantos hechos, para no leerlos todos al cargarlo en frío.

Se pueden borrar todas sin perder nada. Una hecha con otro modelo de estado se descarta sola.
"""

import hashlib
import json
import logging
from functools import lru_cache

from pydantic.errors import PydanticInvalidForJsonSchema
from pydantic_core import PydanticSerializationError
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.esquema import instantaneas
from servicios.hechos import Agregado, E
from servicios.libro import Libro, nuevo

registro = logging.getLogger(__name__)

CADA = 500
"""Hechos entre una instantánea y la siguiente."""


def toca(libro: Libro, ultima: int) -> bool:
    """Si conviene guardar una: han pasado bastantes hechos, y no hay nada a medio deshacer ni abandonado (no cabe)."""
    return (
        libro.version - ultima >= CADA
        and not libro.deshechos
        and not libro.faltan_deshechos
        and libro.propuesta is None
        and not libro.abandonado
    )


@lru_cache(maxsize=64)
def huella(agregado: Agregado) -> str | None:
    """Identifica la forma del estado; `None` si no se puede describir en JSON (no habrá instantáneas)."""
    try:
        esquema = agregado.estado.model_json_schema(mode="serialization")
    except PydanticInvalidForJsonSchema:
        return None
    descripcion = json.dumps([agregado.nombre, agregado.revision, esquema], sort_keys=True)
    return hashlib.sha256(descripcion.encode()).hexdigest()


async def guardar(con: AsyncConnection, libro: Libro) -> bool:
    """Guarda el estado si vuelve igual de su JSON; si no, no sirve y lo dice el registro."""
    esquema = huella(libro.agregado)
    estado = _volcar(libro) if esquema else None
    if estado is None:
        return False
    await con.execute(delete(instantaneas).where(instantaneas.c.flujo == libro.flujo))
    await con.execute(
        insert(instantaneas),
        {
            "flujo": libro.flujo,
            "version": libro.version,
            "orden": libro.orden,
            "tiradas": libro.tiradas,
            "frontera": libro.frontera,
            "faltan_pasos": bool(libro.pasos) or libro.faltan_pasos,
            "esquema": esquema,
            "estado": estado,
            "sal": libro.sal,
        },
    )
    return True


def _volcar(libro: Libro) -> str | None:
    try:
        estado = libro.estado.model_dump_json()
        if libro.agregado.estado.model_validate_json(estado) == libro.estado:
            return estado
    except (PydanticSerializationError, ValueError) as error:
        registro.warning("El estado de %s no se puede guardar: %s", libro.flujo, error)
        return None
    registro.warning("El estado de %s no vuelve igual de su JSON: va sin instantánea", libro.flujo)
    return None


async def leer(con: AsyncConnection, agregado: Agregado[E], flujo: str) -> Libro[E]:
    """El libro desde la instantánea, o en blanco si no hay ninguna que valga."""
    consulta = select(instantaneas).where(
        instantaneas.c.flujo == flujo, instantaneas.c.esquema == huella(agregado)
    )
    fila = (await con.execute(consulta)).one_or_none()
    if fila is None:
        return nuevo(agregado, flujo)
    return Libro(
        agregado,
        flujo,
        agregado.estado.model_validate_json(fila.estado),
        version=fila.version,
        orden=fila.orden,
        tiradas=fila.tiradas,
        frontera=fila.frontera,
        faltan_pasos=fila.faltan_pasos,
        sal=fila.sal,
    )
