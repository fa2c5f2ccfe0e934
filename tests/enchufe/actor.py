"""La gente: escribe comandos, pulsa botones, rellena formularios y espera lo que el bot conteste.

Como el cliente de Discord, solo deja enviar lo que el comando registrado admite.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tests.apoyo import limites
from tests.enchufe import interacciones as i
from tests.enchufe.discord_local import DiscordLocal
from tests.enchufe.estado import PLAZO_DE_RESPUESTA, Canal, Interaccion, Objeto, Servidor
from tests.enchufe.mensajes import EFIMERO
from tests.enchufe.pasarela import PLAZO

TEXTO, ENTERO, LOGICO, PERSONA, CANAL, NUMERO, ADJUNTO = 3, 4, 5, 6, 7, 10, 11
TIPOS = {TEXTO: str, ENTERO: int, LOGICO: bool, NUMERO: (int, float), PERSONA: dict, CANAL: Canal, ADJUNTO: tuple}


class NoContesta(AssertionError):
    """«La aplicación no ha respondido»: pasaron los tres segundos."""


@dataclass
class Respuesta:
    """Lo que el bot contestó a una interacción."""

    d: DiscordLocal
    interaccion: Interaccion
    cuerpo: Objeto

    @property
    def mensaje(self) -> Objeto:
        """El mensaje original de la respuesta, como está ahora."""
        canal = self.interaccion.carga["channel"]["id"]
        mensaje = self.d.estado.mensaje(canal, self.interaccion.original or "")
        assert mensaje is not None, f"la respuesta {self.cuerpo['type']} no dejó mensaje"
        return mensaje

    @property
    def texto(self) -> str:
        return texto(self.mensaje)

    @property
    def privada(self) -> bool:
        return bool(self.mensaje["flags"] & EFIMERO)

    @property
    def opciones(self) -> list[Objeto]:
        """Lo que ofrece un autocompletado."""
        return self.cuerpo["data"]["choices"]

    async def resuelta(self) -> "Respuesta":
        """Espera a que deje de «pensar»."""
        await self.hasta(lambda: not self.interaccion.pensando)
        return self

    async def seguida(self, mensajes: int) -> "Respuesta":
        """Espera a que haya puesto tantos mensajes, contando el primero."""
        await self.hasta(lambda: len(self.interaccion.mensajes) >= mensajes)
        return self

    async def hasta(self, condicion: Callable[[], bool]) -> None:
        """Espera a que se cumpla algo que depende de lo que la interacción ponga o cambie después."""
        async with self.interaccion.mensaje_nuevo, asyncio.timeout(PLAZO):
            await self.interaccion.mensaje_nuevo.wait_for(condicion)


def texto(mensaje: Objeto) -> str:
    """Todo lo que se lee en un mensaje."""
    bloques = [p["content"] for p in limites.desplegar(mensaje["components"]) if p["type"] == 10]
    return "\n".join([mensaje["content"], *bloques]).strip()


@dataclass
class Actor:
    """Una persona en un servidor, que escribe en un canal (o, sin servidor, en sus mensajes directos)."""

    d: DiscordLocal
    persona: Objeto
    servidor: Servidor | None
    canal: Canal
    idioma: str = "es-ES"
    retraso: float = 0.0

    def lenta(self, segundos: float) -> "Actor":
        """La misma persona con mala red: sus interacciones llegan al bot con esos segundos ya gastados."""
        return replace(self, retraso=segundos)

    def en(self, canal: Canal) -> "Actor":
        """La misma persona en otro canal."""
        return replace(self, canal=canal, servidor=self.servidor if canal.servidor else None)

    async def usar(self, comando: str, /, **opciones: Any) -> Respuesta:
        """Escribe `/comando` (con subcomandos separados por espacios) y espera la respuesta."""
        return await self.esperar(await self.escribir(comando, **opciones))

    async def escribir(self, comando: str, /, **opciones: Any) -> Interaccion:
        """Lo mismo, sin esperar."""
        return await self._enviar(i.COMANDO, self._orden(comando, opciones))

    async def sugerencias(self, comando: str, opcion: str, escrito: str, /, **otras: Any) -> list[Objeto]:
        """Lo que se ofrece al escribir en una opción."""
        return (await self.esperar(await self.teclear(comando, opcion, escrito, **otras))).opciones

    async def teclear(self, comando: str, opcion: str, escrito: str, /, **otras: Any) -> Interaccion:
        """Lo mismo, sin esperar."""
        return await self._enviar(
            i.SUGERENCIA, self._orden(comando, {**otras, opcion: escrito}, sugiriendo=opcion)
        )

    async def menu_de_mensaje(self, nombre: str, mensaje: Objeto) -> Respuesta:
        """Aplicaciones → `nombre`, sobre un mensaje."""
        return await self.esperar(await self.senalar(nombre, mensaje))

    async def senalar(self, nombre: str, mensaje: Objeto) -> Interaccion:
        """Lo mismo, sin esperar."""
        comando = self._registrado(nombre, 3)
        datos = {"id": comando["id"], "name": nombre, "type": 3, "target_id": mensaje["id"]}
        datos["resolved"] = {"messages": {mensaje["id"]: mensaje}}
        return await self._enviar(i.COMANDO, datos)

    async def pulsar(self, mensaje: Objeto, rotulo: str) -> Respuesta:
        """Pulsa un botón por lo que dice."""
        return await self.esperar(await self.apretar(mensaje, rotulo))

    async def apretar(self, mensaje: Objeto, rotulo: str) -> Interaccion:
        """Lo mismo, sin esperar."""
        boton = _pieza(mensaje, lambda p: p["type"] == 2 and p.get("label") == rotulo and not p.get("disabled"))
        datos = {"component_type": 2, "custom_id": boton["custom_id"], "id": boton["id"]}
        return await self._enviar(i.COMPONENTE, datos, message=mensaje)

    async def elegir(self, mensaje: Objeto, *valores: str) -> Respuesta:
        """Elige en el primer menú del mensaje."""
        menu = _pieza(mensaje, lambda p: p["type"] == 3)
        assert {o["value"] for o in menu["options"]} >= set(valores), "el menú no ofrece eso"
        datos = {"component_type": 3, "custom_id": menu["custom_id"], "id": menu["id"], "values": list(valores)}
        return await self.esperar(await self._enviar(i.COMPONENTE, datos, message=mensaje))

    async def rellenar(self, abierto: Respuesta, **campos: str) -> Respuesta:
        """Rellena y envía el formulario que abrió una respuesta."""
        return await self.esperar(await self.entregar(abierto, **campos))

    async def entregar(self, abierto: Respuesta, **campos: str) -> Interaccion:
        """Lo mismo, sin esperar."""
        formulario = abierto.cuerpo["data"]
        partes = [_rellena(parte, campos) for parte in formulario["components"]]
        datos = {"custom_id": formulario["custom_id"], "components": partes}
        antes = abierto.interaccion.carga
        extra = {"message": antes["message"]} if "message" in antes else {}
        return await self._enviar(i.FORMULARIO, datos, desde=abierto.interaccion, **extra)

    async def repetir(self, interaccion: Interaccion) -> None:
        """Discord entrega otra vez la misma interacción."""
        await self.d.pasarela.emitir("INTERACTION_CREATE", interaccion.carga, interaccion.carga.get("guild_id"))

    async def esperar(self, interaccion: Interaccion) -> Respuesta:
        """La primera respuesta.

        Raises:
            NoContesta: si no llega en el plazo de Discord.
        """
        try:
            async with asyncio.timeout(max(0.1, PLAZO_DE_RESPUESTA - interaccion.edad)):
                cuerpo = await asyncio.shield(interaccion.primera)
        except TimeoutError:
            raise NoContesta(f"{interaccion.carga['data']} {self.d.faltas}") from None
        return Respuesta(self.d, interaccion, cuerpo)

    # ── por dentro ────────────────────────────────────────────────────────────────────────────

    async def _enviar(
        self, clase: int, datos: Objeto, *, desde: Interaccion | None = None, **extra: Any
    ) -> Interaccion:
        carga = self._carga(clase, datos) | extra
        interaccion = Interaccion(carga, time.monotonic() - self.retraso, desencadenante=desde)
        self.d.estado.interacciones[carga["token"]] = interaccion
        await self.repetir(interaccion)
        return interaccion

    def _carga(self, clase: int, datos: Objeto) -> Objeto:
        copos, servidor = self.d.estado.copos, self.servidor
        identidad = copos.nuevo()
        carga: Objeto = {
            "id": identidad,
            "application_id": self.d.estado.aplicacion,
            "type": clase,
            "token": f"interaccion-{identidad}",
            "version": 1,
            "data": datos,
            "channel": self.canal.datos,
            "channel_id": self.canal.id,
            "locale": self.idioma,
            "entitlements": [],
            "attachment_size_limit": 10 * 1024 * 1024,
            "app_permissions": str(self.canal.permisos),
        }
        if servidor is None:
            return carga | {
                "user": self.persona,
                "context": 1,
                "authorizing_integration_owners": {"1": self.persona["id"]},
            }
        permisos = str(self.d.estado.permisos_de(self.persona["id"], servidor))
        return carga | {
            "guild_id": servidor.id,
            "guild": {"id": servidor.id, "locale": servidor.datos["preferred_locale"], "features": []},
            "guild_locale": servidor.datos["preferred_locale"],
            "member": servidor.miembros[self.persona["id"]] | {"permissions": permisos},
            "context": 0,
            "authorizing_integration_owners": {"0": servidor.id},
        }

    def _registrado(self, nombre: str, tipo: int = 1) -> Objeto:
        encontrado = [c for c in self.d.estado.comandos if c["name"] == nombre and c["type"] == tipo]
        assert encontrado, f"el bot no ha registrado {nombre}"
        return encontrado[0]

    def _orden(self, comando: str, opciones: dict[str, Any], sugiriendo: str | None = None) -> Objeto:
        nombre, *resto = comando.split()
        registrado = self._registrado(nombre)
        datos: Objeto = {"id": registrado["id"], "name": nombre, "type": 1}
        hoja, nodo = registrado, datos
        for parte in resto:
            hoja = next(o for o in hoja["options"] if o["name"] == parte)
            nodo["options"] = [{"type": hoja["type"], "name": parte}]
            nodo = nodo["options"][0]
        resueltos: Objeto = {}
        nodo["options"] = _opciones(self.d, hoja, opciones, sugiriendo, resueltos)
        return datos | ({"resolved": resueltos} if resueltos else {})


def _opciones(
    d: DiscordLocal, hoja: Objeto, dadas: dict[str, Any], sugiriendo: str | None, resueltos: Objeto
) -> list[Objeto]:
    conocidas = {o["name"]: o for o in hoja.get("options") or []}
    assert dadas.keys() <= conocidas.keys(), f"opciones que no existen: {dadas.keys() - conocidas.keys()}"
    faltan = {n for n, o in conocidas.items() if o.get("required")} - dadas.keys()
    assert sugiriendo or not faltan, f"faltan opciones: {faltan}"
    escritas = []
    for nombre, valor in dadas.items():
        ficha = conocidas[nombre]
        puesta: Objeto = {"name": nombre, "type": ficha["type"]}
        if nombre == sugiriendo:
            assert ficha.get("autocomplete"), f"{nombre} no sugiere nada"
            puesta["focused"] = True
        else:
            _comprobar_valor(ficha, valor)
        escritas.append(puesta | {"value": _resolver(d, ficha["type"], valor, resueltos)})
    return escritas


def _comprobar_valor(ficha: Objeto, valor: Any) -> None:
    assert isinstance(valor, TIPOS[ficha["type"]]), f"{ficha['name']} no admite {valor!r}"
    if ficha.get("choices"):
        assert valor in [c["value"] for c in ficha["choices"]], f"{ficha['name']} no ofrece {valor!r}"
    if ficha["type"] == TEXTO:
        assert ficha.get("min_length", 0) <= len(valor) <= ficha.get("max_length", 6000)
    if ficha["type"] in (ENTERO, NUMERO):
        assert ficha.get("min_value", -(2**53)) <= valor <= ficha.get("max_value", 2**53)


def _resolver(d: DiscordLocal, tipo: int, valor: Any, resueltos: Objeto) -> Any:
    """El valor que viaja: las personas, canales y adjuntos van por su número y se describen aparte."""
    if tipo == PERSONA:
        resueltos.setdefault("users", {})[valor["id"]] = valor
        return valor["id"]
    if tipo == CANAL:
        resueltos.setdefault("channels", {})[valor.id] = valor.datos | {"permissions": str(valor.permisos)}
        return valor.id
    if tipo == ADJUNTO:
        nombre, contenido = valor
        identidad = d.estado.copos.nuevo()
        d.estado.archivos[identidad] = contenido
        lugar = f"https://cdn.discordapp.com/attachments/0/{identidad}/{nombre}"
        ficha = {"id": identidad, "filename": nombre, "size": len(contenido), "url": lugar, "proxy_url": lugar}
        resueltos.setdefault("attachments", {})[identidad] = ficha
        return identidad
    return valor


def _pieza(mensaje: Objeto, es: Any) -> Objeto:
    halladas = [p for p in limites.desplegar(mensaje["components"]) if es(p)]
    assert halladas, f"no está en el mensaje: {mensaje['components']}"
    return halladas[0]


def _rellena(parte: Objeto, campos: dict[str, str]) -> Objeto:
    """Una parte del formulario como la devuelve el cliente."""
    campo = parte.get("component") or parte["components"][0]
    valor = campos.get(campo["custom_id"], campo.get("value") or "")
    assert valor or not campo.get("required", True), f"falta {campo['custom_id']}"
    assert len(valor) <= campo.get("max_length", 4000)
    puesto = {"type": campo["type"], "custom_id": campo["custom_id"], "value": valor, "id": 2}
    return (
        {"type": 18, "id": 1, "component": puesto} if "component" in parte else {"type": 1, "components": [puesto]}
    )
