"""Las rutas REST que el bot usa, aparte de las interacciones. Lo que no está aquí, no existe: la prueba falla."""

from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.apoyo import limites
from tests.enchufe import envios, interacciones, objetos
from tests.enchufe import estado as e
from tests.enchufe.estado import Canal, Objeto
from tests.enchufe.peticion import ErrorDeDiscord, Peticion, contestar, no_existe

if TYPE_CHECKING:
    from tests.enchufe.discord_local import DiscordLocal


async def yo(d: "DiscordLocal", _peticion: Peticion) -> web.Response:
    privado = {"mfa_enabled": False, "locale": "es-ES", "verified": True, "email": None}
    return contestar(200, d.estado.bot | privado)


async def mi_aplicacion(d: "DiscordLocal", _peticion: Peticion) -> web.Response:
    return contestar(200, objetos.aplicacion(d.estado.bot, d.estado.duena))


async def pasarela(d: "DiscordLocal", _peticion: Peticion) -> web.Response:
    return contestar(200, d.pasarela.senas())


async def registrar(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    """PUT /applications/{app}/commands: sustituye todos los comandos."""
    limites.comprobar_comandos(peticion.cuerpo)
    version = d.estado.copos.nuevo()
    antes = {(c["type"], c["name"]): c["id"] for c in d.estado.comandos}
    d.estado.comandos = [
        {
            "description": "",
            **_sin_nulos(comando),
            "type": comando.get("type", 1),
            "default_member_permissions": _como_texto(comando.get("default_member_permissions")),
            "id": antes.get((comando.get("type", 1), comando["name"])) or d.estado.copos.nuevo(),
            "application_id": d.estado.aplicacion,
            "version": version,
        }
        for comando in peticion.cuerpo
    ]
    return contestar(200, d.estado.comandos)


async def registrados(d: "DiscordLocal", _peticion: Peticion) -> web.Response:
    return contestar(200, d.estado.comandos)


async def escribir(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    """POST /channels/{canal}/messages, con `nonce` que se hace respetar."""
    canal, cuerpo = envios.el_canal(d, peticion), peticion.cuerpo
    en_hilo = "thread_metadata" in canal.datos
    permisos = e.ENVIAR_EN_HILOS if en_hilo else e.ENVIAR
    envios.exigir(canal, permisos | (e.ADJUNTAR if peticion.archivos else 0))
    _admite_directos(d, canal)
    if (puesto := envios.repetido(d, canal, cuerpo)) is not None:
        return contestar(200, puesto)
    mensaje = envios.nuevo_mensaje(d, canal.id, peticion, cuerpo)
    if cuerpo.get("nonce") is not None:
        canal.nonces[str(cuerpo["nonce"])] = (mensaje["id"], peticion.momento)
    if (cita := cuerpo.get("message_reference")) is not None:
        mensaje |= {"type": 19, "message_reference": {"channel_id": canal.id, "type": 0, **cita}}
    envios.publicar(d, mensaje)
    return contestar(200, mensaje)


def _admite_directos(d: "DiscordLocal", canal: Canal) -> None:
    if canal.datos["type"] == 1 and canal.datos["recipients"][0]["id"] in d.estado.sin_directos:
        raise ErrorDeDiscord(403, 50007, "Cannot send messages to this user")


async def historial(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    canal = envios.el_canal(d, peticion)
    envios.exigir(canal, e.LEER_HISTORIAL)
    return contestar(200, envios.historial(canal, peticion.consulta))


async def leer(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    envios.exigir(envios.el_canal(d, peticion), e.LEER_HISTORIAL)
    return contestar(200, envios.el_mensaje(d, peticion))


async def corregir(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    mensaje = envios.el_mensaje(d, peticion)
    if mensaje["author"]["id"] != d.estado.bot["id"]:
        raise ErrorDeDiscord(403, 50005, "Cannot edit a message authored by another user")
    return contestar(200, envios.cambiar_mensaje(d, mensaje, peticion, peticion.cuerpo))


async def borrar(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    mensaje = envios.el_mensaje(d, peticion)
    if mensaje["author"]["id"] != d.estado.bot["id"]:
        envios.exigir(envios.el_canal(d, peticion), e.GESTIONAR_MENSAJES)
    envios.retirar(d, mensaje)
    return contestar(204)


async def abrir_hilo(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    """POST /channels/{canal}/threads y /channels/{canal}/messages/{mensaje}/threads."""
    padre, cuerpo = envios.el_canal(d, peticion), dict(peticion.cuerpo)
    identidad = d.estado.copos.nuevo()
    if "mensaje" in peticion.partes:
        identidad, cuerpo["type"] = envios.el_mensaje(d, peticion)["id"], 11
        if identidad in d.estado.canales:
            raise ErrorDeDiscord(400, 160004, "A thread has already been created for this message")
    envios.exigir(padre, e.HILOS_PUBLICOS if cuerpo.get("type") == 11 else e.HILOS_PRIVADOS)
    limites.comprobar_hilo(cuerpo)
    datos = objetos.hilo(identidad, cuerpo, padre.datos, d.estado.bot["id"], e.ahora())
    d.estado.apuntar_canal(Canal(datos, padre.permisos))
    await d.pasarela.emitir("THREAD_CREATE", datos | {"newly_created": True}, datos["guild_id"])
    return contestar(201, datos)


async def ver_canal(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    canal = envios.el_canal(d, peticion)
    envios.exigir(canal, 0)
    return contestar(200, canal.datos)


async def retocar_hilo(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    """PATCH /channels/{hilo}: nombre, archivado, cierre y plazo de un hilo propio."""
    canal, cuerpo = envios.el_canal(d, peticion), peticion.cuerpo
    assert "thread_metadata" in canal.datos, "el bot solo retoca hilos"
    limites.comprobar_hilo({"name": canal.datos["name"], **cuerpo})
    canal.datos["name"] = cuerpo.get("name") or canal.datos["name"]
    propios = ("archived", "locked", "auto_archive_duration")
    canal.datos["thread_metadata"] |= {k: cuerpo[k] for k in propios if k in cuerpo}
    await d.pasarela.emitir("THREAD_UPDATE", canal.datos, canal.datos["guild_id"])
    return contestar(200, canal.datos)


async def abrir_directo(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    persona = str(peticion.cuerpo["recipient_id"])
    if persona not in d.estado.personas:
        raise no_existe("usuario")
    return contestar(200, d.estado.directo_con(persona).datos)


async def ver_usuario(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    return contestar(200, _buscar(d.estado.personas, peticion.partes["persona"], "usuario"))


async def ver_servidor(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    return contestar(200, _buscar(d.estado.servidores, peticion.partes["servidor"], "servidor").datos)


async def ver_miembro(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    servidor = _buscar(d.estado.servidores, peticion.partes["servidor"], "servidor")
    return contestar(200, _buscar(servidor.miembros, peticion.partes["persona"], "miembro"))


async def descargar(d: "DiscordLocal", peticion: Peticion) -> web.Response:
    """GET cdn.discordapp.com/attachments/…: los bytes de un adjunto."""
    guardado = d.estado.archivos.get(peticion.partes["adjunto"])
    return web.Response(status=404) if guardado is None else web.Response(body=guardado)


def _buscar(donde: dict[str, Any], clave: str, que: str) -> Any:
    if clave not in donde:
        raise no_existe(que)
    return donde[clave]


def _como_texto(permisos: int | str | None) -> str | None:
    return None if permisos is None else str(permisos)


def _sin_nulos(comando: Objeto) -> Objeto:
    return {clave: valor for clave, valor in comando.items() if valor is not None}


RUTAS = [
    ("GET", "/users/@me", yo),
    ("GET", "/applications/@me", mi_aplicacion),
    ("GET", "/oauth2/applications/@me", mi_aplicacion),
    ("GET", "/gateway/bot", pasarela),
    ("PUT", "/applications/{aplicacion}/commands", registrar),
    ("GET", "/applications/{aplicacion}/commands", registrados),
    ("POST", "/channels/{canal}/messages", escribir),
    ("GET", "/channels/{canal}/messages", historial),
    ("GET", "/channels/{canal}/messages/{mensaje}", leer),
    ("PATCH", "/channels/{canal}/messages/{mensaje}", corregir),
    ("DELETE", "/channels/{canal}/messages/{mensaje}", borrar),
    ("POST", "/channels/{canal}/messages/{mensaje}/threads", abrir_hilo),
    ("POST", "/channels/{canal}/threads", abrir_hilo),
    ("GET", "/channels/{canal}", ver_canal),
    ("PATCH", "/channels/{canal}", retocar_hilo),
    ("POST", "/users/@me/channels", abrir_directo),
    ("GET", "/users/{persona}", ver_usuario),
    ("GET", "/guilds/{servidor}", ver_servidor),
    ("GET", "/guilds/{servidor}/members/{persona}", ver_miembro),
    *interacciones.RUTAS,
]
