"""Un Discord de prueba con gente: el bot de verdad sobre SimCord, y lo que envía, comprobado."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import discord
import simcord.interactions
from simcord.backend import serializers
from simcord.env import Env
from simcord.results import InteractionResult

import bot as arranque
from cogs.comun.concilio import Concilio
from tests.apoyo import limites, openapi


@dataclass
class Mundo:
    """Un servidor con un canal y sus personas. `otro` es alguien de fuera del juego."""

    env: Env
    servidor: Any
    canal: Any
    coordinadora: Any
    moderador: Any
    alicia: Any
    bruno: Any
    otro: Any
    vistas: int = 0

    @property
    def bot(self) -> Concilio:
        assert isinstance(self.env.bot, Concilio)
        return self.env.bot

    async def pasar(self, *, horas: float = 0, minutos: float = 0) -> None:
        """Deja correr el reloj simulado, a trozos: SimCord limita lo que tarda cada avance."""
        segundos = horas * 3600 + minutos * 60
        while segundos > 0:
            await self.env.advance_time(min(segundos, 6 * 3600))
            segundos -= 6 * 3600

    async def reiniciar(self) -> None:
        """Otro proceso del bot sobre los mismos datos: lo que solo estuviera en memoria se pierde."""
        antes = self.bot
        try:
            await self.env.restart_bot(arranque.crear_bot(antes.ajustes))
        finally:
            await soltar(antes)

    def revisar_lo_enviado(self) -> None:
        """Comprueba contra los límites de Discord todo lo enviado desde la última vez."""
        peticiones = self.env.http_requests
        for peticion in peticiones[self.vistas :]:
            _revisar(peticion)
        self.vistas = len(peticiones)


def _revisar(peticion: Any) -> None:
    cuerpo = peticion.json
    openapi.comprobar(peticion.method, peticion.path, cuerpo)
    if isinstance(cuerpo, list):
        limites.comprobar_comandos(cuerpo)
    elif isinstance(cuerpo, dict):
        limites.comprobar_mensaje(cuerpo)
        datos = cuerpo.get("data") or cuerpo
        if peticion.method == "POST" and "components" in datos and cuerpo.get("type") != 9:
            assert datos.get("allowed_mentions"), (
                "no dice a quién se avisa: Discord avisaría a cualquiera que se nombre"
            )
        if cuerpo.get("type") == 8:
            limites.comprobar_opciones(cuerpo["data"]["choices"])


@asynccontextmanager
async def en_marcha(env: Env) -> AsyncIterator[None]:
    """El bot, conectado; al acabar no deja la base abierta, aunque SimCord se canse de esperar (5 s) al arrancar o al
    parar: la conexión olvidada estropearía otra prueba que no tiene la culpa."""
    try:
        await env.start()
        yield
        await env.shutdown()
    finally:
        await soltar(env.bot)


async def soltar(bot: discord.Client) -> None:
    """Cierra la base de un bot que SimCord ha desconectado sin cerrarlo."""
    if isinstance(bot, Concilio) and hasattr(bot, "diario"):
        await bot.diario.cerrar()


def poblar(env: Env) -> Mundo:
    """Un servidor con un canal, quien coordina, quien modera, dos jugadores y un forastero."""
    servidor = env.create_guild(name="Concilio de prueba")
    canal = servidor.create_text_channel("mesa")
    coordina = servidor.create_role("Coordinación", permissions=discord.Permissions(manage_guild=True))
    modera = servidor.create_role("Moderación", permissions=discord.Permissions(manage_messages=True))
    return Mundo(
        env=env,
        servidor=servidor,
        canal=canal,
        coordinadora=servidor.add_member(env.create_user("galadriel"), roles=[coordina]),
        moderador=servidor.add_member(env.create_user("elrond"), roles=[modera]),
        alicia=servidor.add_member(env.create_user("alicia")),
        bruno=servidor.add_member(env.create_user("bruno")),
        otro=servidor.add_member(env.create_user("forastero")),
    )


def texto(respuesta: Any) -> str:
    """Todo el texto visible de una respuesta o de un mensaje, un bloque por línea; sus espacios, los de la barra."""
    mensaje = getattr(respuesta, "response", respuesta) or respuesta
    return "\n".join(p["content"] for p in partes(mensaje) if p.get("type") == 10).replace("\xa0", " ")


def partes(mensaje: Any) -> list[dict[str, Any]]:
    """Los componentes de un mensaje, en orden, sin anidar."""
    componentes = mensaje.components
    if componentes and not isinstance(componentes[0], dict):
        componentes = [c.to_dict() for c in componentes]
    return list(limites.desplegar(componentes))


def botones(respuesta: Any) -> dict[str, str]:
    """Rótulo → identificador de los botones activos."""
    mensaje = getattr(respuesta, "response", respuesta) or respuesta
    return {p["label"]: p["custom_id"] for p in partes(mensaje) if p.get("type") == 2 and not p.get("disabled")}


def menu(respuesta: Any) -> list[dict[str, Any]]:
    """Las opciones del primer menú."""
    mensaje = getattr(respuesta, "response", respuesta) or respuesta
    return next(p["options"] for p in partes(mensaje) if p.get("type") == 3)


async def pulsar_a_la_vez(rotulo: str, respuesta: Any, *actores: Any) -> list[InteractionResult]:
    """Varias pulsaciones del mismo botón que salen antes de que el bot conteste a ninguna."""
    env = actores[0]._env
    mensaje = env.backend.get_message(respuesta.channel_id, respuesta.id)
    carga_del_mensaje = deepcopy(dict(serializers.message_payload(env.backend, mensaje)))
    boton = next(p for p in limites.desplegar(mensaje.components) if p.get("label") == rotulo)
    datos = {"custom_id": boton["custom_id"], "component_type": 2, "id": boton.get("id")}
    apuntes = []
    for actor in actores:
        apunte, carga = simcord.interactions.base_payload(
            env.backend,
            type=3,
            channel_id=mensaje.channel_id,
            guild_id=actor.guild.id,
            user_id=actor.id,
            data=datos,
        )
        apunte.source_message_id = mensaje.id
        env.backend.emit("INTERACTION_CREATE", carga | {"message": carga_del_mensaje})
        apuntes.append(apunte)
    await env.settle()
    return [InteractionResult(env, apunte) for apunte in apuntes]
