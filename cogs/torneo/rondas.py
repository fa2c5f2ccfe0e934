"""Llevar una ronda: prepararla, publicarla, su reloj, cerrarla y anularla."""

from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias
from weakref import WeakKeyDictionary

import discord

from cogs.comun.acciones import Accion, BotonDeAccion, Formulario, Interaccion, Valores
from cogs.comun.concilio import Concilio
from cogs.comun.personas import actor_de
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.vistas import Color, Panel
from cogs.torneo import vista_ronda as vista
from cogs.torneo.mando import es_privado, exigir_mando, hecho, mandar, numeros, relatos
from cogs.torneo.sala import ESPACIO, Sala, de_flujo, jugador
from cogs.torneo.vista_inscripcion import para_confirmar
from servicios.errores import ErrorDeDominio, YaHaCambiado
from servicios.torneo.borrador import PrepararRonda
from servicios.torneo.derechos import coordina, exigir_en_juego, ronda_o_actual
from servicios.torneo.emparejar import SinEmparejamiento
from servicios.torneo.publicacion import CambiarAMano, Descartar, Publicar
from servicios.torneo.reloj_de_ronda import DarTiempo, Empezar, Pausar, Reanudar
from servicios.torneo.rondas import AnularRonda, CerrarRonda
from servicios.torneo.valores import Borrador, Fase, Permiso

Gestion: TypeAlias = Literal["siguiente", "empezar", "tiempo", "pausa", "reanudar", "cerrar", "anular"]
EN_MENU = 25
"""Personas entre las que se elige con un menú; con más, se escribe el nombre."""
HILOS_RECORDADOS = 5_000
_HILOS: WeakKeyDictionary[Concilio, dict[tuple[str, tuple[int, int, int]], int]] = WeakKeyDictionary()
"""El hilo de cada mesa, que ya no cambia: leer toda la bandeja cada vez que alguien mira su ronda sería lento."""


async def ver(interaccion: Interaccion, sala: Sala) -> None:
    """La ronda en curso, en privado, con la mesa de quien mira primero."""
    if sala.torneo.fase is Fase.INSCRIPCION:
        exigir_en_juego(sala.torneo)
    await responder(interaccion, await _panel(interaccion, sala, len(sala.torneo.rondas), 0), privado=True)


async def _panel(interaccion: Interaccion, sala: Sala, numero: int, pagina: int) -> Panel:
    ronda = ronda_o_actual(sala.torneo, numero or None)
    actor = await actor_de(interaccion)
    panel = vista.ronda_en_curso(
        sala, ronda, actor.persona, pagina, manda=coordina(sala.torneo, actor) and ronda is sala.torneo.ronda
    )
    propia = sala.torneo.de_persona(actor.persona)
    mesa = ronda.mesa_de(propia.id) if propia else None
    if sala.torneo.bases.hilos and mesa is not None and mesa.numero not in ronda.sin_hilo:
        panel.pie(await _hilo(interaccion.client, sala, (ronda.numero, ronda.repeticion, mesa.numero)))
    return panel


async def _hilo(bot: Concilio, sala: Sala, mesa: tuple[int, int, int]) -> str:
    """El enlace al hilo de una mesa (ronda, repetición y número), si ya se ha abierto."""
    hilos = _HILOS.setdefault(bot, {})
    if (sala.flujo, mesa) not in hilos:
        if len(hilos) > HILOS_RECORDADOS:
            hilos.clear()
        for _, envio in await bot.diario.bandeja.de(sala.flujo):
            if envio.aviso.plantilla == "hilo" and envio.mensaje is not None:
                datos = envio.aviso.datos
                hilos[sala.flujo, (datos["ronda"], datos["repeticion"], datos["mesa"])] = envio.mensaje.canal
    canal = hilos.get((sala.flujo, mesa))
    return f"Hilo de tu mesa: <#{canal}>" if canal else ""


async def preparar(interaccion: Interaccion, sala: Sala, *permisos: Permiso) -> None:
    """«siguiente»: el borrador, en privado. Si ya lo hay, ese, que es de toda la coordinación."""
    await exigir_mando(interaccion, sala)
    if sala.torneo.borrador is not None:
        await responder(interaccion, vista.borrador(sala), privado=True)
        return
    try:
        sala, _ = await mandar(interaccion, sala.flujo, PrepararRonda(permisos=frozenset(permisos)), privado=True)
    except SinEmparejamiento as fallo:
        await responder(
            interaccion, vista.sin_salida(sala, fallo.frase, fallo.detalle, fallo.salidas), privado=True
        )
    except ErrorDeDominio as fallo:
        if not _solo_faltan_respuestas(sala):
            raise
        salida = (Permiso.SIN_RESPUESTA,)
        await responder(interaccion, vista.sin_salida(sala, fallo.frase, fallo.detalle, salida), privado=True)
    else:
        await responder(interaccion, vista.borrador(sala), privado=True)


def _solo_faltan_respuestas(sala: Sala) -> bool:
    torneo = sala.torneo
    jugada = torneo.ronda is not None and not torneo.ronda.faltan()
    return torneo.bases.seguir and jugada and not torneo.siguen.issuperset(torneo.activos)


async def gestionar(
    interaccion: Interaccion, sala: Sala, accion: Gestion, minutos: int | None, mesa: int | None
) -> None:
    """Una acción de `/ronda accion:…`."""
    ordenes: dict[str, Callable[[], Awaitable[object]]] = {
        "siguiente": lambda: preparar(interaccion, sala),
        "empezar": lambda: _empezar(interaccion, sala),
        "tiempo": lambda: _dar_tiempo(interaccion, sala, minutos, mesa),
        "pausa": lambda: _mover_el_reloj(interaccion, sala, Pausar()),
        "reanudar": lambda: _mover_el_reloj(interaccion, sala, Reanudar()),
        "cerrar": lambda: hecho(interaccion, sala.flujo, CerrarRonda(), privado=True),
        "anular": lambda: _preguntar_si_anular(interaccion, sala),
    }
    await ordenes[accion]()


async def _empezar(interaccion: Interaccion, sala: Sala) -> None:
    await hecho(interaccion, sala.flujo, Empezar(), "El tiempo ya corre: se anuncia en el canal.", privado=True)


async def _mover_el_reloj(interaccion: Interaccion, sala: Sala, orden: Pausar | Reanudar) -> None:
    """Lo para o lo sigue, y dice cómo queda: un plazo en días puede vencer un día después."""
    sala, resultado = await mandar(interaccion, sala.flujo, orden)
    como = vista.reloj(sala, ronda_o_actual(sala.torneo, None))
    panel = Panel(Color.TORNEO).texto(f"{relatos(sala, resultado)} {como}").pie(sala.detenido)
    await responder(interaccion, panel, privado=False)


async def _dar_tiempo(interaccion: Interaccion, sala: Sala, minutos: int | None, mesa: int | None) -> None:
    if minutos is None:
        raise ErrorDeDominio("Escribe cuántos minutos en la opción minutos; con signo menos, se quitan.")
    await hecho(interaccion, sala.flujo, DarTiempo(minutos=minutos, mesa=mesa), privado=True)


async def _preguntar_si_anular(interaccion: Interaccion, sala: Sala) -> None:
    await exigir_mando(interaccion, sala)
    exigir_en_juego(sala.torneo)
    ronda = ronda_o_actual(sala.torneo, None)
    avisos = [
        f"Se quita la ronda {ronda.numero} con sus resultados y sanciones, que quedan en el historial.",
        "La nueva se sorteará de otra manera.",
        "Quien dejó el torneo mientras tanto no vuelve.",
    ]
    rotulo = f"Anular la ronda {ronda.numero}"
    panel = para_confirmar(sala, avisos, rotulo, "anular", ronda.numero, ronda.repeticion)
    await responder(interaccion, panel, privado=True)


# ── botones ───────────────────────────────────────────────────────────────────────────────────


async def otra_pagina(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """Otra página de `/ronda`."""
    sala = await de_flujo(interaction.client, accion.objeto)
    numero, pagina = numeros(accion)
    await cambiar(interaction, await _panel(interaction, sala, numero, pagina))


async def siguiente(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Preparar la ronda n»."""
    sala = await de_flujo(interaction.client, accion.objeto)
    if numeros(accion) != [len(sala.torneo.rondas) + 1]:
        raise YaHaCambiado("Esa ronda ya se ha publicado: mírala con /ronda.")
    await preparar(interaction, sala)


async def consentir(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """La coordinación consiente lo que hacía imposible la ronda."""
    sala = await de_flujo(interaction.client, accion.objeto)
    numero, _, permiso = accion.version.partition(".")
    if int(numero) != len(sala.torneo.rondas) + 1:
        raise YaHaCambiado("Esa ronda ya se ha publicado: mírala con /ronda.")
    await preparar(interaction, sala, Permiso(permiso), Permiso.SIN_RESPUESTA)


async def ver_borrador(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """El borrador en curso, o una página suya."""
    sala = await de_flujo(interaction.client, accion.objeto)
    await exigir_mando(interaction, sala)
    panel = vista.borrador(sala, numeros(accion)[0])
    await (cambiar(interaction, panel) if es_privado(interaction) else responder(interaction, panel, privado=True))


async def publicar(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Publicar» el borrador que se ve; el anuncio sale por la bandeja."""
    sala, resultado = await mandar(interaction, accion.objeto, Publicar(version=numeros(accion)[0]))
    panel = Panel(Color.TORNEO).texto(relatos(sala, resultado)).pie("Cuando estén sentados, pulsa «Empezar».")
    panel.pie(sala.detenido)
    empezar = sala.accion("empezar", len(sala.torneo.rondas))
    await cambiar(interaction, panel.botones(BotonDeAccion(empezar, "Empezar", discord.ButtonStyle.primary)))


async def descartar(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Descartar» el borrador que se ve."""
    sala, resultado = await mandar(interaction, accion.objeto, Descartar(version=numeros(accion)[0]))
    otra = BotonDeAccion(sala.accion("siguiente", len(sala.torneo.rondas) + 1), "Preparar de nuevo")
    panel = Panel(Color.TORNEO).texto(relatos(sala, resultado))
    await cambiar(interaction, panel.pie("Con los mismos datos saldrá el mismo.").botones(otra))


async def cambiar_a_mano(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """Pregunta qué dos personas se cambian de sitio."""
    sala = await de_flujo(interaction.client, accion.objeto)
    await exigir_mando(interaction, sala)
    borrador = _el_mismo(sala, accion)
    formulario = Formulario(accion.con("cambiado"), "Cambiar a mano")
    if len(borrador.foto.orden) <= EN_MENU:
        for clave, rotulo in (("uno", "Quién"), ("otro", "Por quién")):
            formulario.opciones(clave, rotulo, _opciones(sala, borrador))
    else:
        formulario.campo("uno", "Quién", ayuda="Su nombre, aunque sea sin acentos.").campo("otro", "Por quién")
    await interaction.response.send_modal(formulario)


def _opciones(sala: Sala, borrador: Borrador) -> list[discord.SelectOption]:
    opciones = [
        discord.SelectOption(
            label=sala.llamados.crudo(quien)[:100], value=str(quien), description=f"Mesa {mesa.numero}"
        )
        for mesa in borrador.mesas
        for quien in mesa.jugadores
    ]
    if borrador.descanso is not None:
        quien = borrador.descanso.participante
        nombre = sala.llamados.crudo(quien)[:100]
        opciones.append(discord.SelectOption(label=nombre, value=str(quien), description="Descansa"))
    return opciones


async def cambiado(interaction: Interaccion, accion: Accion, valores: Valores) -> None:
    """Cambia de sitio a dos personas y enseña cómo queda."""
    sala = await de_flujo(interaction.client, accion.objeto)
    uno, otro = (jugador(sala, valores[clave][0]) for clave in ("uno", "otro"))
    orden = CambiarAMano(uno=uno, otro=otro, version=numeros(accion)[0])
    sala, _ = await mandar(interaction, accion.objeto, orden)
    await cambiar(interaction, vista.borrador(sala))


def _el_mismo(sala: Sala, accion: Accion) -> Borrador:
    borrador = sala.torneo.borrador
    if borrador is None or [borrador.version] != numeros(accion):
        raise YaHaCambiado("El borrador ha cambiado: mira el nuevo con /ronda accion:siguiente.")
    return borrador


async def empezar(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Empezar» el tiempo de la ronda que se ve."""
    sala = await de_flujo(interaction.client, accion.objeto)
    if numeros(accion) != [len(sala.torneo.rondas)]:
        raise YaHaCambiado("Ese botón es de otra ronda: mira la presente con /ronda.")
    await _empezar(interaction, sala)


async def anular(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """Confirma que se anula la última ronda."""
    ronda, repeticion = numeros(accion)
    await hecho(interaction, accion.objeto, AnularRonda(ronda=ronda, repeticion=repeticion))


def registrar(bot: Concilio) -> None:
    """Apunta quién atiende los botones de la ronda."""
    bot.acciones.registrar(
        ESPACIO,
        ronda=otra_pagina,
        siguiente=siguiente,
        consentir=consentir,
        borrador=ver_borrador,
        publicar=publicar,
        descartar=descartar,
        cambiar=cambiar_a_mano,
        cambiado=cambiado,
        empezar=empezar,
        anular=anular,
    )
