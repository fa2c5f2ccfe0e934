"""Terminar: play-off, cierre, cancelación, reposición del panel y verificación."""

import asyncio
from collections.abc import Sequence

from discord import Thread

from cogs.comun.acciones import Accion, BotonDeAccion, Interaccion, Valores
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import con_tiempo
from cogs.comun.personas import actor_de, canal_de
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.textos import recortar
from cogs.comun.vistas import Color, Panel
from cogs.torneo import vista_final as vista
from cogs.torneo.mando import es_privado, exigir_arbitro, exigir_mando, hecho, mandar, numeros, pv, relatos
from cogs.torneo.sala import ESPACIO, Sala, de_flujo, tras
from cogs.torneo.vista_clasificacion import clasificacion
from cogs.torneo.vista_inscripcion import para_confirmar
from cogs.torneo.vista_resultado import final_elegido
from servicios.errores import NoExiste, YaHaCambiado
from servicios.torneo.derechos import exigir_abierto, exigir_imparcial, ronda_o_actual
from servicios.torneo.estado import Torneo
from servicios.torneo.frases import rondas_sin_jugar
from servicios.torneo.playoff import ComunicarPlayoff, CrearPlayoff, hace_falta_otro, podio, vigente
from servicios.torneo.suspension import Reponer
from servicios.torneo.valores import PartidaDePlayoff
from servicios.torneo.vida import Cancelar, Cerrar, MoverCanal


async def convocar_playoff(interaccion: Interaccion, sala: Sala) -> None:
    """`/torneo playoff`: lo convoca; si ya lo hay y no hace falta otro, lo enseña para anotarlo o corregirlo."""
    if vigente(sala.torneo) is not None and not hace_falta_otro(sala.torneo):
        await responder(interaccion, vista.playoff(sala, len(sala.torneo.playoffs)), privado=True)
        return
    await hecho(interaccion, sala.flujo, CrearPlayoff(), privado=True)


async def cerrar(interaccion: Interaccion, sala: Sala) -> None:
    """`/torneo cerrar`: si quedan rondas previstas, o el primer puesto por decidir, se pregunta."""
    await exigir_mando(interaccion, sala)
    torneo, dudas = sala.torneo, _por_que_no_cerrar(sala.torneo)
    if dudas and torneo.ronda is not None and not torneo.ronda.faltan():
        rotulo = "Terminar antes" if len(torneo.rondas) < (torneo.rondas_previstas or 0) else "Cerrar así"
        avisos = [*dudas, "Lo cerrado no se reabre."]
        panel = para_confirmar(sala, avisos, rotulo, "cerrar", *_lo_jugado(torneo))
        await responder(interaccion, panel, privado=True)
        return
    await hecho(interaccion, sala.flujo, Cerrar(), privado=True)


def _por_que_no_cerrar(torneo: Torneo) -> list[str]:
    """Lo que conviene saber antes de cerrar un torneo sin resultados pendientes."""
    quedan = (torneo.rondas_previstas or 0) - len(torneo.rondas)
    dudas = [f"{rondas_sin_jugar(quedan)}."] if quedan > 0 else []
    if any(len(escalon) > 1 for escalon in podio(torneo)[:1]):
        pendiente = vigente(torneo) is not None and not hace_falta_otro(torneo)
        como = "el play-off está sin acabar" if pendiente else "el reglamento lo decide con /torneo playoff"
        dudas.append(f"El primer puesto sigue empatado: {como}.")
    return dudas


def _lo_jugado(torneo: Torneo) -> list[int]:
    """Lo que había al preguntar si se cierra: rondas y play-offs."""
    return [len(torneo.rondas), len(torneo.playoffs)]


async def cerrar_igual(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Terminar antes» o «Cerrar así», si no se ha publicado otra ronda ni convocado un play-off mientras tanto."""
    sala = await de_flujo(interaction.client, accion.objeto)
    if numeros(accion) != _lo_jugado(sala.torneo):
        raise YaHaCambiado("Mientras tanto se ha publicado otra ronda o un play-off: repite /torneo cerrar.")
    await hecho(interaction, accion.objeto, Cerrar(antes=True), privado=True)


async def preguntar_si_cancelar(interaccion: Interaccion, sala: Sala) -> None:
    """`/torneo cancelar`: no tiene vuelta atrás."""
    await exigir_mando(interaccion, sala)
    exigir_abierto(sala.torneo)
    avisos = ["Un torneo cancelado no se reabre, y no tendrá clasificación final."]
    panel = para_confirmar(sala, avisos, "Cancelar el torneo", "cancelar")
    await responder(interaccion, panel, privado=True)


async def cancelar(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """Confirma que se cancela."""
    await hecho(interaction, accion.objeto, Cancelar(), privado=True)


async def mover(interaccion: Interaccion, sala: Sala, canal: int) -> None:
    """`/torneo mover`: lo lleva a otro canal y pone allí el panel."""
    orden = MoverCanal(canal=canal)
    despues, resultado = await mandar(interaccion, sala.flujo, orden, privado=True)
    await _reponer(interaccion, despues, None)
    panel = Panel(Color.TORNEO).texto(f"{relatos(despues, resultado)} Sigue en <#{canal}>.")
    await responder(interaccion, panel, privado=True)


async def reponer_aqui(interaccion: Interaccion, salas: Sequence[Sala]) -> None:
    """`/torneo reponer`: el de este canal, o uno detenido que sigue en este; si hay varios, se pregunta cuál."""
    canal = canal_de(interaccion)
    if len(salas) == 1:
        (sala,) = salas
        aqui = isinstance(interaccion.channel, Thread) and interaccion.channel.parent_id == sala.ficha.canal
        await _reponer_y_decirlo(interaccion, sala, None if aqui or sala.ficha.canal == canal else canal)
        return
    panel = Panel(Color.TORNEO).texto("Hay varios torneos detenidos: ¿cuál sigue en este canal?")
    rotulos = {sala.flujo: recortar(sala.llamados.texto(sala.torneo.nombre), 80) for sala in salas[:25]}
    botones = [BotonDeAccion(sala.accion("reponeraqui", canal), rotulos[sala.flujo]) for sala in salas[:25]]
    await responder(interaccion, panel.botones(*botones), privado=True)


async def reponer(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Reponer el panel» en el mismo canal."""
    await _reponer_y_decirlo(interaction, await de_flujo(interaction.client, accion.objeto), None)


async def reponer_en(interaction: Interaccion, accion: Accion, valores: Valores) -> None:
    """«Seguir en otro canal»: el del menú, o el del botón."""
    canal = int(valores["menu"][0]) if "menu" in valores else numeros(accion)[0]
    await _reponer_y_decirlo(interaction, await de_flujo(interaction.client, accion.objeto), canal)


async def _reponer_y_decirlo(interaccion: Interaccion, sala: Sala, canal: int | None) -> None:
    sala = await _reponer(interaccion, sala, canal)
    panel = Panel(Color.TORNEO).texto(f"El torneo continúa en <#{sala.ficha.canal}>.")
    await responder(
        interaccion, panel.pie("Si sigue sin llegar nada, volverá a detenerse y a avisar."), privado=True
    )


async def _reponer(interaccion: Interaccion, sala: Sala, canal: int | None) -> Sala:
    bot = interaccion.client
    actor = await actor_de(interaccion)
    resultado = await bot.diario.ejecutar(sala.flujo, Reponer(canal=canal), actor, f"{interaccion.id}:panel")
    bot.avisar_pronto()
    return await tras(bot, resultado)


async def anotar_playoff(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """El formulario de una partida de play-off."""
    sala = await de_flujo(interaction.client, accion.objeto)
    await exigir_arbitro(interaction, sala)
    indice, n, version = numeros(accion)
    partida = _partida(sala, indice, n)
    if partida.version != version:
        raise YaHaCambiado(f"La partida {n} se ha anotado mientras tanto: mírala con /torneo playoff.")
    exigir_imparcial(sala.torneo, await actor_de(interaction), partida.a, partida.b)
    await interaction.response.send_modal(vista.formulario_de_playoff(sala, indice, n))


def _partida(sala: Sala, indice: int, n: int) -> PartidaDePlayoff:
    """Raises: YaHaCambiado si ese play-off ya no es el que se juega."""
    if vigente(sala.torneo) is None or indice != len(sala.torneo.playoffs):
        raise YaHaCambiado("Ese play-off ya no es el que se juega: mira el presente con /torneo playoff.")
    return sala.torneo.playoffs[indice - 1].partidas[n - 1]


async def playoff_anotado(interaction: Interaccion, accion: Accion, valores: Valores) -> None:
    """Anota la partida y enseña cómo queda."""
    sala = await de_flujo(interaction.client, accion.objeto)
    indice, n, version = numeros(accion)
    partida = _partida(sala, indice, n)
    fin, lado = final_elegido(valores["fin"][0])
    pv_a, pv_b = (pv(valores[clave][0], "escritos") or 0 for clave in ("a", "b"))
    ganador = {"a": partida.a, "b": partida.b}.get(lado)
    orden = ComunicarPlayoff(partida=n, pv_a=pv_a, pv_b=pv_b, fin=fin, ganador=ganador, version=version)
    sala, _ = await mandar(interaction, accion.objeto, orden)
    await responder(interaction, vista.playoff(sala, indice), privado=False)


async def verificar(interaccion: Interaccion, sala: Sala) -> None:
    """Recalcula todos los sorteos de un torneo cerrado."""
    bot = interaccion.client
    semilla = await bot.diario.semilla_revelada(sala.flujo)
    if semilla is None:
        raise NoExiste(
            "El torneo sigue abierto: su semilla se publica al cerrar, y entonces se comprueba.",
            f"Huella de la semilla: {sala.ficha.compromiso}",
        )
    comprobaciones = await con_tiempo(interaccion, bot.diario.verificar(sala.flujo))
    panel = await asyncio.to_thread(vista.verificacion, sala, semilla, comprobaciones)
    await responder(interaccion, panel, privado=False)


async def boton_verificar(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Verificar el sorteo»."""
    await verificar(interaction, await de_flujo(interaction.client, accion.objeto))


async def ver_clasificacion(
    interaccion: Interaccion, sala: Sala, ronda: int | None, pagina: int = 0, *, privado: bool = False
) -> None:
    """La clasificación, con su imagen."""
    if ronda is not None:
        ronda_o_actual(sala.torneo, ronda)
    persona = (await actor_de(interaccion)).persona if privado else None
    panel = await con_tiempo(interaccion, clasificacion(sala, ronda, pagina, persona), privado=privado)
    await responder(interaccion, panel, privado=privado)


async def boton_clasificacion(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Clasificación», y sus páginas: en privado, con la fila propia señalada."""
    ronda, pagina = numeros(accion)
    sala = await de_flujo(interaction.client, accion.objeto)
    if es_privado(interaction):
        persona = (await actor_de(interaction)).persona
        await cambiar(interaction, await clasificacion(sala, ronda or None, pagina, persona))
    else:
        await ver_clasificacion(interaction, sala, ronda or None, pagina, privado=True)


def registrar(bot: Concilio) -> None:
    """Apunta quién atiende los botones del final."""
    bot.acciones.registrar(
        ESPACIO,
        cerrar=cerrar_igual,
        cancelar=cancelar,
        reponer=reponer,
        reponeren=reponer_en,
        reponeraqui=reponer_en,
        playoff=anotar_playoff,
        playoffhecho=playoff_anotado,
        verificar=boton_verificar,
        clasificacion=boton_clasificacion,
    )
