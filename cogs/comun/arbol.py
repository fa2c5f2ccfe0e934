"""El árbol de comandos: errores con frase, tiempos en el registro y una huella para saber si ha cambiado."""

import hashlib
import json
import logging
import time
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.comun.errores import apuntar, atender, callar_lo_tardio

if TYPE_CHECKING:
    from cogs.comun.concilio import Concilio


class Arbol(app_commands.CommandTree["Concilio"]):
    """`CommandTree` del bot. Lo que falla en un comando acaba en `errores.atender`."""

    def __init__(self, *args: Any, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        logging.getLogger("discord.app_commands.tree").addFilter(callar_lo_tardio)

    async def interaction_check(self, interaction: discord.Interaction["Concilio"], /) -> bool:
        interaction.extras["inicio"] = time.perf_counter()
        return True

    async def on_error(
        self, interaction: discord.Interaction["Concilio"], error: app_commands.AppCommandError, /
    ) -> None:
        await atender(interaction, error)
        apuntar_orden(interaction)


def huella(arbol: app_commands.CommandTree[Any]) -> str:
    """Resumen de lo que se registraría en Discord; cambia si cambia algo visible."""
    comandos: list[dict[str, Any]] = [orden.to_dict(arbol) for orden in arbol.get_commands()]
    texto = json.dumps(comandos, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(texto.encode()).hexdigest()


def apuntar_orden(interaccion: discord.Interaction[Any]) -> None:
    """Deja constancia de un comando ya atendido."""
    orden = interaccion.command
    nombre = orden.qualified_name if orden else "?"
    apuntar(interaccion, f"/{nombre}", interaccion.extras.get("inicio", time.perf_counter()))
