"""Cómo se ven los avisos que no son de ningún juego: lo atrasado, lo dudoso y lo que nadie mueve."""

from datetime import datetime

from discord.ext import commands
from discord.utils import format_dt

from cogs.comun.concilio import Concilio
from cogs.comun.textos import plural
from cogs.comun.vistas import Color, Panel
from servicios.diario import Envio


class AvisosCog(commands.Cog):
    """Registra las plantillas comunes en el emisor."""

    def __init__(self, bot: Concilio) -> None:
        bot.emisor.registrar("avisos.dudoso", _dudoso)
        bot.emisor.registrar("avisos.atrasados", _atrasados)
        bot.emisor.registrar("inactividad.aviso", _parado)
        bot.emisor.registrar("inactividad.cierre", _cerrado)


async def _dudoso(_envio: Envio) -> Panel:
    panel = Panel(Color.RECHAZO).titulo("Un aviso quizá no llegó")
    panel.texto("Algo falló a mitad de enviarlo y no puedo leer el historial para saber si está.")
    return panel.pie("Mira si falta algún anuncio en su canal. Para que pueda comprobarlo yo: /diagnostico.")


async def _atrasados(envio: Envio) -> Panel:
    cuantos = plural(len(envio.aviso.datos["claves"]), "aviso")
    panel = Panel(Color.RECHAZO).titulo("Avisos atrasados")
    panel.texto(f"Mientras el bot estaba parado se quedaron sin enviar {cuantos} que ya no vienen a cuento.")
    return panel.pie("Lo ocurrido está en el historial.")


async def _parado(envio: Envio) -> Panel:
    movido, cierre = (datetime.fromisoformat(envio.aviso.datos[c]) for c in ("movido", "cierre"))
    panel = Panel(Color.RECHAZO).titulo("Nadie mueve esta partida")
    panel.texto(
        f"Lleva parada desde {format_dt(movido, 'D')}. Si sigue igual, se cerrará {format_dt(cierre, 'R')}."
    )
    return panel.pie("Cualquier orden la mantiene abierta. Al cerrarse se publica su semilla.")


async def _cerrado(_envio: Envio) -> Panel:
    panel = Panel(Color.RECHAZO).titulo("Partida cerrada por falta de movimiento")
    return panel.texto("Se ha publicado su semilla: con /partida verificar se comprueban sus tiradas.")


async def setup(bot: Concilio) -> None:
    await bot.add_cog(AvisosCog(bot))
