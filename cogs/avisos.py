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
        self.bot = bot
        bot.emisor.registrar("avisos.dudoso", _dudoso)
        bot.emisor.registrar("avisos.atrasados", _atrasados)
        bot.emisor.registrar("inactividad.aviso", self._parado)
        bot.emisor.registrar("inactividad.cierre", self._cerrado)

    async def _parado(self, envio: Envio) -> Panel:
        movido, cierre = (datetime.fromisoformat(envio.aviso.datos[c]) for c in ("movido", "cierre"))
        panel = Panel(Color.RECHAZO).titulo(f"Sin movimiento · {self._titulo(envio)}")
        panel.texto(
            f"Nadie hace nada desde {format_dt(movido, 'D')}. Si sigue así, se cerrará {format_dt(cierre, 'R')}."
        )
        return panel.pie("Cualquier orden lo mantiene abierto. Al cerrarse se publica su semilla.")

    async def _cerrado(self, envio: Envio) -> Panel:
        panel = Panel(Color.RECHAZO).titulo(f"Cierre por falta de movimiento · {self._titulo(envio)}")
        grupo = "torneo" if _clase(envio) == "torneo" else "partida"
        return panel.texto(f"Se ha publicado su semilla: con /{grupo} verificar se comprueban sus tiradas.")

    def _titulo(self, envio: Envio) -> str:
        return self.bot.clases.titulo(_clase(envio))


def _clase(envio: Envio) -> str:
    return envio.flujo.split("/")[1]


async def _dudoso(_envio: Envio) -> Panel:
    panel = Panel(Color.RECHAZO).titulo("Un aviso quizá no llegó")
    panel.texto("Algo falló mientras lo enviaba, y no puedo leer el historial del canal para saber si llegó.")
    return panel.pie(
        "Mira si falta algún anuncio. Con /diagnostico se ve qué permiso necesito para comprobarlo yo."
    )


async def _atrasados(envio: Envio) -> Panel:
    cuantos = plural(len(envio.aviso.datos["claves"]), "aviso que ya no viene", "avisos que ya no vienen")
    panel = Panel(Color.RECHAZO).titulo("Avisos atrasados")
    panel.texto(f"Mientras estaba parado no pude enviar {cuantos} a cuento.")
    return panel.pie("Lo ocurrido está en el historial.")


async def setup(bot: Concilio) -> None:
    await bot.add_cog(AvisosCog(bot))
