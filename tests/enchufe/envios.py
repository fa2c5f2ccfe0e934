"""Poner, cambiar y leer mensajes: lo común a los canales y a las respuestas de interacciones."""

import asyncio
import time
from typing import TYPE_CHECKING

from tests.apoyo import limites
from tests.enchufe import estado as e
from tests.enchufe.estado import Canal, Objeto
from tests.enchufe.mensajes import EFIMERO, PENSANDO, componer, editar
from tests.enchufe.peticion import TAMANO_DE_ARCHIVO, ErrorDeDiscord, Peticion, no_existe

if TYPE_CHECKING:
    from tests.enchufe.discord_local import DiscordLocal


def exigir(canal: Canal, permisos: int) -> None:
    """Raises: ErrorDeDiscord: si al bot le falta alguno de esos permisos en el canal."""
    if canal.servidor is None:
        return
    if not canal.permisos & e.VER:
        raise ErrorDeDiscord(403, 50001, "Missing Access")
    if permisos & ~canal.permisos:
        raise ErrorDeDiscord(403, 50013, "Missing Permissions")


def adjuntar(d: "DiscordLocal", canal: str, peticion: Peticion, cuerpo: Objeto) -> list[Objeto]:
    """Guarda los archivos de la petición y devuelve sus fichas de adjunto."""
    descritos = {str(a["id"]): a for a in cuerpo.get("attachments") or []}
    fichas = []
    for clave, archivo in peticion.archivos.items():
        if len(archivo.bytes) > TAMANO_DE_ARCHIVO:
            raise ErrorDeDiscord(413, 40005, "Request entity too large")
        dicho = descritos.get(clave.removeprefix("files[").removesuffix("]"), {})
        identidad = d.estado.copos.nuevo()
        nombre = dicho.get("filename") or archivo.nombre
        d.estado.archivos[identidad] = archivo.bytes
        url = f"https://cdn.discordapp.com/attachments/{canal}/{identidad}/{nombre}"
        ficha = {"id": identidad, "filename": nombre, "size": len(archivo.bytes), "url": url, "proxy_url": url}
        ficha["content_type"] = archivo.tipo
        if dicho.get("description"):
            ficha["description"] = dicho["description"]
        fichas.append(ficha)
    return fichas


def nuevo_mensaje(d: "DiscordLocal", canal: str, peticion: Peticion, cuerpo: Objeto) -> Objeto:
    """Un mensaje del bot, comprobado y compuesto, aún sin publicar."""
    limites.comprobar_envio(cuerpo, [a.nombre for a in peticion.archivos.values()])
    adjuntos = adjuntar(d, canal, peticion, cuerpo)
    return componer(d.estado.copos.nuevo(), canal, d.estado.bot, cuerpo, adjuntos, e.ahora())


def publicar(d: "DiscordLocal", mensaje: Objeto) -> None:
    """Lo pone donde se vea: en el canal, o solo ante quien hizo la interacción si es efímero."""
    if mensaje["flags"] & EFIMERO:
        d.estado.efimeros[mensaje["id"]] = mensaje
        return
    canal = d.estado.canales[mensaje["channel_id"]]
    canal.mensajes[mensaje["id"]] = mensaje
    canal.datos["last_message_id"] = mensaje["id"]


def cambiar_mensaje(d: "DiscordLocal", mensaje: Objeto, peticion: Peticion, cuerpo: Objeto) -> Objeto:
    """Edita un mensaje ya puesto."""
    limites.comprobar_edicion(cuerpo, mensaje, [a.nombre for a in peticion.archivos.values()])
    editar(mensaje, cuerpo, adjuntar(d, mensaje["channel_id"], peticion, cuerpo), e.ahora())
    mensaje["flags"] &= ~PENSANDO
    return mensaje


def retirar(d: "DiscordLocal", mensaje: Objeto) -> None:
    """Borra un mensaje."""
    d.estado.efimeros.pop(mensaje["id"], None)
    d.estado.canales[mensaje["channel_id"]].mensajes.pop(mensaje["id"], None)


def el_canal(d: "DiscordLocal", peticion: Peticion) -> Canal:
    canal = d.estado.canales.get(peticion.partes["canal"])
    if canal is None:
        raise no_existe("canal")
    return canal


def el_mensaje(d: "DiscordLocal", peticion: Peticion) -> Objeto:
    mensaje = el_canal(d, peticion).mensajes.get(peticion.partes["mensaje"])
    if mensaje is None:
        raise no_existe("mensaje")
    return mensaje


def repetido(d: "DiscordLocal", canal: Canal, cuerpo: Objeto) -> Objeto | None:
    """El mensaje que ya se puso con ese `nonce`, si quien envía pide que no se repita y aún se recuerda."""
    puesto = canal.nonces.get(str(cuerpo.get("nonce")))
    if not cuerpo.get("enforce_nonce") or puesto is None:
        return None
    recordado = time.monotonic() - puesto[1] < d.estado.memoria_de_nonce
    return canal.mensajes.get(puesto[0]) if recordado else None


def historial(canal: Canal, consulta: dict[str, str]) -> list[Objeto]:
    """Los mensajes pedidos, del más nuevo al más viejo."""
    tope = int(consulta.get("limit", 50))
    if not 1 <= tope <= 100:
        raise ErrorDeDiscord(400, 50035, "Invalid Form Body: limit")
    orden = sorted(canal.mensajes.values(), key=lambda m: int(m["id"]))
    if "after" in consulta:
        return [m for m in orden if int(m["id"]) > int(consulta["after"])][:tope][::-1]
    if "around" in consulta:
        centro = int(consulta["around"])
        antes = [m for m in orden if int(m["id"]) < centro][-(tope // 2) :] if tope > 1 else []
        despues = [m for m in orden if int(m["id"]) >= centro][: tope - len(antes)]
        return (antes + despues)[::-1]
    limite = int(consulta.get("before", 2**64))
    return [m for m in orden if int(m["id"]) < limite][-tope:][::-1]


async def avisar(condicion: asyncio.Condition) -> None:
    async with condicion:
        condicion.notify_all()
