"""Límites de ritmo para lo que cuesta: por persona y por canal. Quien se pasa lee cuánto esperar."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import discord
from discord import app_commands

if TYPE_CHECKING:
    from cogs.comun.concilio import Concilio

F = TypeVar("F", bound=Callable[..., Any])


def con_calma(veces: int, segundos: float, *, por_canal: int | None = None) -> Callable[[F], F]:
    """Como mucho `veces` cada `segundos` por persona y, si se dice, `por_canal` en todo el canal."""

    def decorar(funcion: F) -> F:
        if por_canal is not None:
            funcion = app_commands.checks.cooldown(por_canal, segundos, key=_canal)(funcion)
        return app_commands.checks.cooldown(veces, segundos, key=_persona)(funcion)

    return decorar


# discord.py guarda la cuenta en el comando, que es de todo el proceso: cada arranque del bot lleva la suya.
def _persona(interaccion: "discord.Interaction[Concilio]") -> tuple[object, int]:
    return interaccion.client.arranque, interaccion.user.id


def _canal(interaccion: "discord.Interaction[Concilio]") -> tuple[object, int | None]:
    return interaccion.client.arranque, interaccion.channel_id
