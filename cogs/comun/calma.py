"""Límites de ritmo para lo que cuesta: por persona y por canal. Quien se pasa lee cuánto esperar."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

import discord
from discord import app_commands

if TYPE_CHECKING:
    from cogs.comun.concilio import Concilio

F = TypeVar("F", bound=Callable[..., Any])
M = TypeVar("M", bound=Callable[..., Awaitable[None]])
RECORDADAS = 5_000
"""Personas cuya cuenta se lleva en cada botón: las que han pulsado hace menos."""


def con_calma(veces: int, segundos: float, *, por_canal: int | None = None) -> Callable[[F], F]:
    """Como mucho `veces` cada `segundos` por persona y, si se dice, `por_canal` en todo el canal."""

    def decorar(funcion: F) -> F:
        if por_canal is not None:
            funcion = app_commands.checks.cooldown(por_canal, segundos, key=_canal)(funcion)
        return app_commands.checks.cooldown(veces, segundos, key=_persona)(funcion)

    return decorar


def con_ritmo(manejador: M, veces: int, segundos: float) -> M:
    """Lo mismo para lo que atiende un botón o un formulario: como mucho `veces` cada `segundos` por persona."""
    limite = app_commands.Cooldown(veces, segundos)
    cuentas: OrderedDict[int, app_commands.Cooldown] = OrderedDict()

    async def limitado(interaccion: discord.Interaction[Any], *resto: Any) -> None:
        cuenta = cuentas.setdefault(interaccion.user.id, limite.copy())
        cuentas.move_to_end(interaccion.user.id)
        if len(cuentas) > RECORDADAS:
            cuentas.popitem(last=False)
        if espera := cuenta.update_rate_limit(interaccion.created_at.timestamp()):
            raise app_commands.CommandOnCooldown(cuenta, espera)
        await manejador(interaccion, *resto)

    return cast("M", limitado)


# discord.py guarda la cuenta en el comando, que es de todo el proceso: cada arranque del bot lleva la suya.
def _persona(interaccion: "discord.Interaction[Concilio]") -> tuple[object, int]:
    return interaccion.client.arranque, interaccion.user.id


def _canal(interaccion: "discord.Interaction[Concilio]") -> tuple[object, int | None]:
    return interaccion.client.arranque, interaccion.channel_id
