"""Los textos libres de un flujo (nombres, motivos, comentarios): aparte de los hechos, para poder borrarlos."""

from collections.abc import Mapping

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.esquema import textos


async def guardar(con: AsyncConnection, flujo: str, nuevos: Mapping[int, tuple[str, int | None]]) -> None:
    """Guarda los textos anotados en una orden, con la persona de quien son."""
    if nuevos:
        await con.execute(
            insert(textos),
            [
                {"flujo": flujo, "numero": numero, "texto": limpio(texto), "persona": persona}
                for numero, (texto, persona) in nuevos.items()
            ],
        )


async def leer(con: AsyncConnection, flujo: str, tras: int = 0) -> tuple[dict[int, str], int]:
    """Los textos con número mayor que `tras`, sin los borrados, y el número más alto que hay."""
    consulta = (
        select(textos.c.numero, textos.c.texto)
        .where(textos.c.flujo == flujo, textos.c.numero > tras)
        .order_by(textos.c.numero)
    )
    filas = (await con.execute(consulta)).all()
    return {n: texto for n, texto in filas if texto is not None}, filas[-1].numero if filas else tras


def limpio(texto: str) -> str:
    """El texto sin lo que una base de datos no admite: caracteres nulos y medias parejas UTF-16."""
    return texto.replace("\x00", "").encode("utf-8", "replace").decode()
