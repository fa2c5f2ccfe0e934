"""Sacar un torneo como archivo y traerlo de vuelta."""

import io
from collections.abc import Mapping

import discord

from cogs.comun.acciones import Interaccion
from cogs.comun.ordenes import abrir_flujo
from cogs.comun.personas import canal_de
from cogs.comun.vistas import Color, Panel
from cogs.torneo.mando import relatos
from cogs.torneo.sala import Sala, tras
from servicios.errores import ErrorDeDominio
from servicios.torneo.agregado import TORNEO
from servicios.torneo.exportar import Sello, documento, hojas
from servicios.torneo.importar import Importar, leer

PESO_MAXIMO = 2 * 1024 * 1024
"""Bytes. Un torneo de 128 jugadores y 7 rondas ocupa unos 120 KB."""


def en_json(sala: Sala, semilla: bytes | None) -> Mapping[str, bytes]:
    """El torneo en el formato `concilio-torneo/1`, por nombre de archivo."""
    sello = Sello(sala.flujo, sala.ficha.compromiso, semilla.hex() if semilla else None)
    texto = documento(sala.torneo, sala.llamados, sello).model_dump_json(indent=1)
    return {"torneo.json": texto.encode()}


def en_csv(sala: Sala) -> Mapping[str, bytes]:
    """La clasificación, las partidas y dónde juega cada cual, para hojas de cálculo."""
    return hojas(sala.torneo, sala.llamados)


def adjuntos(sala: Sala, archivos: Mapping[str, bytes]) -> Panel:
    """Los archivos, cada uno con su nombre."""
    panel = Panel(Color.TORNEO).titulo(f"{sala.nombre} · exportación")
    for nombre, contenido in archivos.items():
        archivo = discord.File(io.BytesIO(contenido), nombre)
        panel.archivos.append(archivo)
        panel.caja.add_item(discord.ui.File(archivo))
    return panel.pie("Los borradores no salen. El JSON se trae de vuelta con /torneo importar.")


async def importar(interaccion: Interaccion, archivo: discord.Attachment) -> Panel:
    """Crea en este canal el torneo de un archivo.

    Raises:
        ErrorDeDominio: si pesa demasiado, no es un torneo o se contradice.
    """
    if archivo.size > PESO_MAXIMO:
        raise ErrorDeDominio("El archivo pesa más de 2 MB: no parece un torneo exportado con /torneo exportar.")
    canal = canal_de(interaccion)
    orden = Importar(documento=leer(await archivo.read()), canal=canal)
    resultado = await abrir_flujo(interaccion, TORNEO, orden)
    sala = await tras(interaccion.client, resultado)
    panel = Panel(Color.TORNEO).texto(relatos(sala, resultado))
    return panel.pie("Nadie queda unido a su cuenta de Discord: los resultados los escribe la coordinación.")
