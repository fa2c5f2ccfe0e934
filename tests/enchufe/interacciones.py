"""Cómo responde el bot a una interacción: la primera respuesta y lo que sigue por su webhook.

Fuente: documentación de Discord, «Receiving and Responding to Interactions».
"""

from typing import TYPE_CHECKING

from aiohttp import web

from tests.apoyo import limites
from tests.enchufe import envios
from tests.enchufe import estado as e
from tests.enchufe.estado import Interaccion, Objeto
from tests.enchufe.mensajes import EFIMERO, PENSANDO, componer
from tests.enchufe.peticion import ErrorDeDiscord, Peticion, contestar, no_existe

if TYPE_CHECKING:
    from tests.enchufe.discord_local import DiscordLocal

COMANDO, COMPONENTE, SUGERENCIA, FORMULARIO = 2, 3, 4, 5
MENSAJE, LUEGO, LUEGO_CAMBIO, CAMBIO, OPCIONES, ABRIR = 4, 5, 6, 7, 8, 9
# Qué respuesta admite cada clase de interacción; las que cambian un mensaje, además, lo necesitan.
ADMITE = {
    COMANDO: {MENSAJE, LUEGO, ABRIR},
    COMPONENTE: {MENSAJE, LUEGO, LUEGO_CAMBIO, CAMBIO, ABRIR},
    SUGERENCIA: {OPCIONES},
    FORMULARIO: {MENSAJE, LUEGO, LUEGO_CAMBIO, CAMBIO},
}
CLASE_DE_MENSAJE = {COMANDO: 20, COMPONENTE: 19, FORMULARIO: 0}


async def responder(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    """POST /interactions/{id}/{token}/callback."""
    interaccion = d.estado.interacciones.get(peticion.partes["token"])
    cuerpo = peticion.cuerpo
    if interaccion is None or interaccion.id != peticion.partes["id"]:
        raise no_existe("interaccion")
    if interaccion.acusada:
        raise ErrorDeDiscord(400, 40060, "Interaction has already been acknowledged.")
    if interaccion.edad > e.PLAZO_DE_RESPUESTA:
        raise no_existe("interaccion")
    _comprobar_pareja(interaccion, cuerpo)
    mensaje = _efecto(d, interaccion, peticion)
    interaccion.respuesta = cuerpo
    if not interaccion.primera.done():
        interaccion.primera.set_result(cuerpo)
    if not peticion.pide("with_response"):
        return contestar(204)
    return contestar(200, _acuse(interaccion, cuerpo, mensaje))


def _comprobar_pareja(interaccion: Interaccion, cuerpo: Objeto) -> None:
    clase, tipo = interaccion.carga["type"], cuerpo["type"]
    con_mensaje = "message" in interaccion.carga
    assert tipo in ADMITE[clase], f"una interacción de clase {clase} no admite la respuesta {tipo}"
    assert con_mensaje or tipo not in (LUEGO_CAMBIO, CAMBIO), "no hay mensaje que cambiar"
    banderas = (cuerpo.get("data") or {}).get("flags") or 0
    assert tipo != LUEGO or not banderas & ~EFIMERO, "«pensando» solo admite la bandera de efímero"


def _efecto(d: "DiscordLocal", interaccion: Interaccion, peticion: Peticion) -> Objeto | None:
    tipo, datos = peticion.cuerpo["type"], peticion.cuerpo.get("data") or {}
    canal = interaccion.carga["channel"]["id"]
    if tipo == OPCIONES:
        limites.comprobar_opciones(datos["choices"])
    if tipo == ABRIR:
        limites.comprobar_formulario(datos)
    if tipo == MENSAJE:
        return _estrenar(d, interaccion, envios.nuevo_mensaje(d, canal, peticion, datos))
    if tipo == LUEGO:
        vacio = componer(d.estado.copos.nuevo(), canal, d.estado.bot, datos, [], e.ahora())
        vacio["flags"] |= PENSANDO
        interaccion.pensando = True
        return _estrenar(d, interaccion, vacio)
    if tipo in (CAMBIO, LUEGO_CAMBIO):
        interaccion.original = interaccion.carga["message"]["id"]
    if tipo == CAMBIO:
        return envios.cambiar_mensaje(d, _original(d, interaccion), peticion, datos)
    return None


def _estrenar(d: "DiscordLocal", interaccion: Interaccion, mensaje: Objeto) -> Objeto:
    """El mensaje queda como la respuesta original de la interacción."""
    interaccion.original = mensaje["id"]
    _firmar(d, interaccion, mensaje)
    mensaje["type"] = CLASE_DE_MENSAJE[interaccion.carga["type"]]
    if interaccion.carga["data"].get("type") in (2, 3):
        mensaje["type"] = 23  # de un menú contextual
    return mensaje


def _firmar(d: "DiscordLocal", interaccion: Interaccion, mensaje: Objeto) -> None:
    """Discord estampa en el mensaje de qué interacción sale. El bot no lo escribe ni lo puede cambiar."""
    mensaje["application_id"] = mensaje["webhook_id"] = d.estado.aplicacion
    mensaje["interaction_metadata"] = metadatos(interaccion)
    if interaccion.original != mensaje["id"]:
        mensaje["interaction_metadata"]["original_response_message_id"] = interaccion.original
    interaccion.mensajes.append(mensaje)
    envios.publicar(d, mensaje)


def metadatos(interaccion: Interaccion) -> Objeto:
    """Lo que un mensaje cuenta de la interacción de la que salió."""
    carga = interaccion.carga
    datos: Objeto = {
        "id": carga["id"],
        "type": carga["type"],
        "user": carga["member"]["user"] if "member" in carga else carga["user"],
        "authorizing_integration_owners": carga["authorizing_integration_owners"],
    }
    if carga["type"] == COMPONENTE:
        datos["interacted_message_id"] = carga["message"]["id"]
    if carga["type"] == FORMULARIO and interaccion.desencadenante is not None:
        datos["triggering_interaction_metadata"] = metadatos(interaccion.desencadenante)
    if "target_id" in carga["data"]:
        datos["target_message_id"] = carga["data"]["target_id"]
    return datos


def _acuse(interaccion: Interaccion, cuerpo: Objeto, mensaje: Objeto | None) -> Objeto:
    acuse: Objeto = {"id": interaccion.id, "type": interaccion.carga["type"]}
    if cuerpo["type"] in (MENSAJE, LUEGO, CAMBIO, LUEGO_CAMBIO) and interaccion.original:
        acuse["response_message_id"] = interaccion.original
    if mensaje is None:
        return {"interaction": acuse}
    acuse["response_message_loading"] = bool(mensaje["flags"] & PENSANDO)
    acuse["response_message_ephemeral"] = bool(mensaje["flags"] & EFIMERO)
    recurso = {"type": MENSAJE if cuerpo["type"] == LUEGO else cuerpo["type"], "message": mensaje}
    return {"interaction": acuse, "resource": recurso}


def _por_su_token(d: "DiscordLocal", peticion: Peticion) -> Interaccion:
    interaccion = d.estado.interacciones.get(peticion.partes["token"])
    if interaccion is None or peticion.partes["aplicacion"] != d.estado.aplicacion or not interaccion.acusada:
        raise no_existe("webhook")
    if interaccion.edad > e.VIDA_DEL_TOKEN:
        raise ErrorDeDiscord(401, 50027, "Invalid Webhook Token")
    return interaccion


async def seguir(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    """POST /webhooks/{app}/{token}: otro mensaje. Tras «pensando», el primero ocupa el lugar de la espera."""
    interaccion = _por_su_token(d, peticion)
    cuerpo = peticion.cuerpo
    if interaccion.pensando:
        interaccion.pensando = False
        limites.comprobar_envio(cuerpo, [a.nombre for a in peticion.archivos.values()])
        mensaje = envios.cambiar_mensaje(d, _original(d, interaccion), peticion, cuerpo)
        mensaje["edited_timestamp"] = None
    else:
        mensaje = envios.nuevo_mensaje(d, interaccion.carga["channel"]["id"], peticion, cuerpo)
        _firmar(d, interaccion, mensaje)
    await envios.avisar(interaccion.mensaje_nuevo)
    return contestar(200, mensaje) if peticion.pide("wait") else contestar(204)


def _original(d: "DiscordLocal", interaccion: Interaccion) -> Objeto:
    mensaje = d.estado.mensaje(interaccion.carga["channel"]["id"], interaccion.original or "")
    if mensaje is None:
        raise no_existe("mensaje")
    return mensaje


def _suyo(d: "DiscordLocal", interaccion: Interaccion, peticion: Peticion) -> Objeto:
    cual = peticion.partes["mensaje"]
    if cual == "@original":
        return _original(d, interaccion)
    suyos = {m["id"] for m in interaccion.mensajes} | {interaccion.original}
    mensaje = d.estado.mensaje(interaccion.carga["channel"]["id"], cual)
    if mensaje is None or cual not in suyos:
        raise no_existe("mensaje")
    return mensaje


async def ver(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    """GET /webhooks/{app}/{token}/messages/{mensaje}."""
    return contestar(200, _suyo(d, _por_su_token(d, peticion), peticion))


async def cambiar(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    """PATCH /webhooks/{app}/{token}/messages/{mensaje}."""
    interaccion = _por_su_token(d, peticion)
    mensaje = envios.cambiar_mensaje(d, _suyo(d, interaccion, peticion), peticion, peticion.cuerpo)
    if mensaje["id"] == interaccion.original:
        interaccion.pensando = False
    await envios.avisar(interaccion.mensaje_nuevo)
    return contestar(200, mensaje)


async def borrar(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    """DELETE /webhooks/{app}/{token}/messages/{mensaje}."""
    envios.retirar(d, _suyo(d, _por_su_token(d, peticion), peticion))
    return contestar(204)


RUTAS = [
    ("POST", "/interactions/{id}/{token}/callback", responder),
    ("POST", "/webhooks/{aplicacion}/{token}", seguir),
    ("GET", "/webhooks/{aplicacion}/{token}/messages/{mensaje}", ver),
    ("PATCH", "/webhooks/{aplicacion}/{token}/messages/{mensaje}", cambiar),
    ("DELETE", "/webhooks/{aplicacion}/{token}/messages/{mensaje}", borrar),
]
