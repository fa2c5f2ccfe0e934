"""Interacciones que los verbos de SimCord no dejan hacer: de otra versión del bot, de otro sitio, con otros datos."""

from copy import deepcopy
from typing import Any

import simcord.interactions
from simcord.backend import serializers
from simcord.results import InteractionResult

from tests.apoyo import limites
from tests.apoyo.mundo import Mundo


async def enviar(m: Mundo, quien: Any, tipo: int, datos: dict[str, Any], **cambios: Any) -> InteractionResult:
    """Una interacción de ese tipo con esos datos, en el canal; `cambios` sustituye partes de lo que Discord envía."""
    apunte, carga = simcord.interactions.base_payload(
        m.env.backend,
        type=tipo,
        channel_id=m.canal.id,
        guild_id=m.servidor.id,
        user_id=quien.id,
        data=datos,
    )
    if "message" in cambios:
        apunte.source_message_id = int(cambios["message"]["id"])
    m.env.backend.emit("INTERACTION_CREATE", carga | cambios)
    await m.env.settle()
    return InteractionResult(m.env, apunte)


async def pulsar(m: Mundo, quien: Any, respuesta: Any, identificador: str, *elegido: str) -> InteractionResult:
    """Pulsa un botón de esa respuesta (o elige en su menú) como si llevara ese `custom_id`."""
    clase = 3 if elegido else 2
    guardado = m.env.backend.get_message(respuesta.channel_id, respuesta.id)
    mensaje: dict[str, Any] = deepcopy(dict(serializers.message_payload(m.env.backend, guardado)))
    parte = next(p for p in limites.desplegar(mensaje["components"]) if p["type"] == clase)
    parte["custom_id"] = identificador
    datos: dict[str, Any] = {"custom_id": identificador, "component_type": clase}
    if elegido:
        datos["values"] = list(elegido)
    return await enviar(m, quien, 3, datos, message=mensaje)
