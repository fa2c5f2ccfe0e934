"""El modo local: el mismo bot sobre SimCord, con un canal de muestra en una página. Sin token y sin red."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.comun.concilio import Concilio
from cogs.comun.vistas import Color, Panel
from servicios.errores import ErrorDePuestaEnMarcha

PULSO = 1.0
"""Segundos reales entre dos avances del reloj simulado."""
JUGADORES = ("Alicia", "Bruno", "Carla", "Diego", "Elena", "Félix")
BIENVENIDA = """\
Concilio en local: {url}
Abre esa dirección, elige arriba con quién miras y escribe, por ejemplo, /errata gwahir. Ctrl-C para terminar."""


async def servir(bot: Concilio, puerto: int | None) -> None:
    """Abre la página y la atiende hasta que se cancela la tarea.

    Raises:
        ErrorDePuestaEnMarcha: si falta SimCord o no se puede usar el puerto.
    """
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # SimCord prueba a crear un cliente sin intenciones
    try:
        import simcord  # noqa: PLC0415 - no está en la imagen de producción
    except ImportError:
        raise ErrorDePuestaEnMarcha(
            "El modo local necesita las dependencias de desarrollo: ejecuta `make preparar` y vuelve a intentarlo."
        ) from None
    async with simcord.run(bot, shard_count=bot.shard_count or 1, check_errors=False) as env:
        await presentarse(bot)
        canal, personas = servidor_de_muestra(env)
        await saludar(bot, canal)
        pagina = env.preview(
            canal, viewers=personas, layout="channel", locale="es-ES", timezone="Europe/Madrid", port=puerto
        )
        async with contextlib.AsyncExitStack() as abiertas:
            try:
                await abiertas.enter_async_context(pagina)
            except OSError as error:
                raise ErrorDePuestaEnMarcha(
                    f"El puerto {puerto or ''} está ocupado o no se puede usar; elige otro con --puerto."
                ) from error
            print(BIENVENIDA.format(url=pagina.url), flush=True)  # noqa: T201
            await _correr_el_tiempo(env, pagina, canal, personas)


async def presentarse(bot: Concilio) -> None:
    """SimCord llama «TestBot» a todo bot; aquí se le da su nombre."""
    if bot.user is not None:
        await bot.user.edit(username="Concilio")


def servidor_de_muestra(env: Any) -> tuple[Any, list[Any]]:
    """Un servidor con un canal, una coordinadora, un moderador y seis jugadores."""
    servidor = env.create_guild(name="Concilio de Minas Tirith")
    canal = servidor.create_text_channel("mesa-de-juego")
    coordina = servidor.create_role("Coordinación", permissions=discord.Permissions(manage_guild=True))
    modera = servidor.create_role("Moderación", permissions=discord.Permissions(manage_messages=True))
    personas = [
        servidor.add_member(env.create_user("galadriel", global_name="Galadriel"), roles=[coordina]),
        servidor.add_member(env.create_user("elrond", global_name="Elrond"), roles=[modera]),
    ]
    personas += [servidor.add_member(env.create_user(n.lower(), global_name=n)) for n in JUGADORES]
    return canal, personas


async def saludar(bot: Concilio, canal: Any) -> None:
    """Lo primero que se ve en la página: por dónde empezar, y quién es quién."""
    panel = Panel(Color.SATM).titulo("Concilio, en local")
    panel.texto("Escribe «/» y elige un comando. Prueba con **/errata gwahir**, **/dados** o **/torneo crear**.")
    panel.texto("Arriba eliges con quién miras: Galadriel coordina, Elrond modera y los demás juegan.")
    panel.pie("Con /ayuda ves todo lo que sé hacer. Lo de aquí no sale de tu ordenador, y se olvida al terminar.")
    await bot.get_partial_messageable(canal.id).send(view=panel)


async def _correr_el_tiempo(env: Any, pagina: Any, canal: Any, personas: Sequence[Any]) -> None:
    """Hace que el reloj simulado avance a la velocidad del real; si hay un acto en curso, lo deja para luego.

    La página solo ve por sí misma lo que se hace en ella: lo que el bot haga por su cuenta hay que enseñárselo.
    """
    import simcord  # noqa: PLC0415

    bucle = asyncio.get_running_loop()
    hecho = bucle.time()
    visto = peticiones = 0
    while True:
        await asyncio.sleep(PULSO)
        ahora = bucle.time()
        with contextlib.suppress(simcord.SetupError):
            await env.advance_time(ahora - hecho)
            hecho = ahora
            visto = await ejecutar_lo_escrito(env.bot.tree, canal, personas, visto)
            if len(env.http_requests) != peticiones:
                await pagina.refresh()
                peticiones = len(env.http_requests)


async def ejecutar_lo_escrito(
    arbol: app_commands.CommandTree[Any], canal: Any, personas: Sequence[Any], visto: int
) -> int:
    """Ejecuta las órdenes que alguien ha enviado como un mensaje corriente: «/errata gwahir» e Intro.

    Discord, al escribir el espacio, entiende que es una orden; la página de SimCord solo si se elige en su lista.

    Una de cada vez: si hay un acto en curso, SimCord no la admite, y se queda para luego.

    Args:
        visto: el último mensaje que ya se miró.

    Returns:
        El último mensaje mirado ahora.
    """
    import simcord  # noqa: PLC0415

    quienes = {persona.id: persona for persona in personas}
    for mensaje in canal.history():
        quien = quienes.get(mensaje.author.id)
        pedido = partir_orden(arbol, mensaje.content) if mensaje.id > visto and quien else None
        if quien and pedido and pedido[0] in quien.available_commands(canal):
            with contextlib.suppress(simcord.OptionError):  # un dato que no vale: Discord tampoco lo enviaría
                await quien.slash(canal, pedido[0], **pedido[1])
            return mensaje.id
        visto = max(visto, mensaje.id)
    return visto


def partir_orden(arbol: app_commands.CommandTree[Any], escrito: str) -> tuple[str, dict[str, str]] | None:
    """La orden y sus datos de «/errata gwahir»: lo que sigue al nombre es el primer dato de texto de la orden."""
    ordenes = [o for o in arbol.walk_commands() if isinstance(o, app_commands.Command)]
    for orden in sorted(ordenes, key=lambda o: len(o.qualified_name), reverse=True):
        nombre = f"/{orden.qualified_name}"
        if escrito == nombre or escrito.startswith(f"{nombre} "):
            resto = escrito.removeprefix(nombre).strip()
            textos = [p.display_name for p in orden.parameters if p.type is discord.AppCommandOptionType.string]
            return orden.qualified_name, {textos[0]: resto} if resto and textos else {}
    return None
