"""Quién es quien pulsa, y cómo se nombra a cada persona sin avisarla."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import discord

from cogs.comun.acciones import Interaccion
from cogs.comun.textos import inerte
from servicios import configuracion
from servicios.diario import Diario
from servicios.errores import ErrorDeDominio
from servicios.hechos import SISTEMA, Actor, Rol

T = TypeVar("T")
BORRADA = "Participante borrado"


def servidor_de(interaccion: Interaccion) -> int:
    """El servidor de una interacción.

    Raises:
        ErrorDeDominio: si viene de un mensaje directo.
    """
    if interaccion.guild_id is None:
        raise ErrorDeDominio("Esto solo se puede hacer dentro de un servidor.")
    return interaccion.guild_id


def canal_de(interaccion: Interaccion) -> int:
    """El canal (o hilo) de una interacción."""
    if interaccion.channel_id is None:
        raise ErrorDeDominio("No sé en qué canal estás. Repite el comando dentro de un canal.")
    return interaccion.channel_id


async def actor_de(interaccion: Interaccion) -> Actor:
    """Quien pulsa, con lo que puede ser en este servidor según sus permisos y roles de ahora mismo."""
    servidor = servidor_de(interaccion)
    diario = interaccion.client.diario
    elegido = await configuracion.leer(diario, servidor)
    miembro = interaccion.user
    roles: set[Rol] = set()
    if interaccion.permissions.manage_guild:
        roles |= {Rol.MODERADOR, Rol.COORDINADOR}
    if isinstance(miembro, discord.Member):
        suyos = {rol.id for rol in miembro.roles}
        roles |= {
            rol
            for rol, marca in ((Rol.COORDINADOR, elegido.rol_coordinador), (Rol.ARBITRO, elegido.rol_arbitro))
            if marca in suyos
        }
    return Actor(await diario.persona(servidor, miembro.id), frozenset(roles))


class Menciones:
    """Personas como menciones (que no avisan) y textos ya inertes."""

    def __init__(self, cuentas: Mapping[int, int | None], textos: Mapping[int, str]) -> None:
        self._cuentas = cuentas
        self._textos = textos

    def persona(self, numero: int) -> str:
        if numero == SISTEMA:
            return "Concilio"
        cuenta = self._cuentas.get(numero)
        return f"<@{cuenta}>" if cuenta else BORRADA

    def texto(self, numero: int) -> str:
        return inerte(self._textos.get(numero, "[texto borrado]"), 300)


class _Apuntador:
    """Apunta a quién se nombra, para pedir de una vez sus cuentas."""

    def __init__(self) -> None:
        self.personas: set[int] = set()
        self.hay_textos = False

    def persona(self, numero: int) -> str:
        self.personas.add(numero)
        return ""

    def texto(self, numero: int) -> str:
        self.hay_textos = True
        return ""


async def con_nombres(diario: Diario, flujo: str, dibujar: Callable[["Menciones | _Apuntador"], T]) -> T:
    """Dibuja algo que nombra personas y textos de un flujo.

    `dibujar` se llama dos veces: la primera solo para saber a quién nombra. Debe ser pura.
    """
    apuntador = _Apuntador()
    dibujar(apuntador)
    servidor = int(flujo.partition("/")[0])
    cuentas = await diario.discord_de(servidor, apuntador.personas - {SISTEMA}) if apuntador.personas else {}
    textos = await diario.textos(flujo) if apuntador.hay_textos else {}
    return dibujar(Menciones(cuentas, textos))
