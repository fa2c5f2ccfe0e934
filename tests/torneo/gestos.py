"""Gestos que salen antes de que el bot conteste a ninguno: dos personas a la vez, o una interacción entregada dos veces."""

from copy import deepcopy
from typing import Any, TypeAlias

import simcord.interactions
from simcord.backend import serializers
from simcord.results import InteractionResult

from tests.apoyo import limites
from tests.apoyo.mundo import Mundo

Gesto: TypeAlias = tuple[Any, dict[str, Any]]
"""Lo que anota el Discord simulado y lo que le llega al bot."""


def orden(m: Mundo, actor: Any, comando_entero: str, /, **opciones: Any) -> Gesto:
    """Un comando en el canal del torneo."""
    raiz, *resto = comando_entero.split()
    (comando,) = [
        c
        for c in m.env.backend.visible_commands(user_id=actor.id, channel_id=m.canal.id)
        if c["name"] == raiz and c.get("type", 1) == 1
    ]
    hoja, anidado = simcord.interactions.walk_to_subcommand(comando, resto)
    escritas, citadas = simcord.interactions.build_options(
        actor, comando_entero, hoja, opciones, channel_id=m.canal.id
    )
    datos: dict[str, Any] = {"id": comando["id"], "name": raiz, "type": 1}
    datos["options"] = simcord.interactions.nest_options(comando, anidado, escritas)
    return _gesto(m, actor, 2, m.canal.id, datos | ({"resolved": citadas} if citadas else {}))


def pulso(m: Mundo, actor: Any, mensaje: Any, rotulo: str) -> Gesto:
    """Un botón de un mensaje o de una respuesta."""
    visto = getattr(mensaje, "response", mensaje) or mensaje
    canal = getattr(visto, "channel_id", None) or visto.channel.id
    guardado = m.env.backend.get_message(canal, visto.id)
    boton = next(p for p in limites.desplegar(guardado.components) if p.get("label") == rotulo)
    return _pulsado(m, actor, guardado, boton, guardado.components)


def identificador(m: Mundo, actor: Any, mensaje: Any, custom_id: str) -> Gesto:
    """Un botón que ya no está en el mensaje: lo que pulsa quien tiene la pantalla sin refrescar."""
    boton = {"type": 2, "style": 2, "label": "·", "custom_id": custom_id, "id": 2}
    guardado = m.env.backend.get_message(mensaje.channel.id, mensaje.id)
    return _pulsado(m, actor, guardado, boton, [{"type": 1, "id": 1, "components": [boton]}])


def _pulsado(m: Mundo, actor: Any, guardado: Any, boton: dict[str, Any], componentes: list[Any]) -> Gesto:
    datos = {"custom_id": boton["custom_id"], "component_type": 2, "id": boton.get("id")}
    apunte, carga = _gesto(m, actor, 3, guardado.channel_id, datos)
    apunte.source_message_id = guardado.id
    visto = dict(serializers.message_payload(m.env.backend, guardado)) | {"components": componentes}
    return apunte, carga | {"message": deepcopy(visto)}


def _gesto(m: Mundo, actor: Any, tipo: int, canal: int, datos: dict[str, Any]) -> Gesto:
    return simcord.interactions.base_payload(
        m.env.backend, type=tipo, channel_id=canal, guild_id=actor.guild.id, user_id=actor.id, data=datos
    )


async def a_la_vez(m: Mundo, *gestos: Gesto) -> list[InteractionResult]:
    """Los entrega todos seguidos y espera a que el bot acabe. El mismo gesto puede ir dos veces."""
    for _, carga in gestos:
        m.env.backend.emit("INTERACTION_CREATE", deepcopy(carga))
    await m.env.settle()
    return [InteractionResult(m.env, apunte) for apunte, _ in gestos]
