"""Lo que se enseña aparte del panel, en privado: el marcador político y el Fondo de Caza."""

import asyncio
from dataclasses import replace

from cogs.comun.clases import Vista
from cogs.comun.vistas import Panel
from cogs.guerra import imagenes, panel


async def politica(vista: Vista) -> Panel:
    """El marcador político, con su imagen."""
    imagen = await asyncio.to_thread(imagenes.de_politica(vista.libro.estado))
    return panel.politica(replace(vista, imagenes=(imagen,)))


async def fondo(vista: Vista) -> Panel:
    """El Fondo de Caza."""
    return panel.fondo(vista.libro.estado)
