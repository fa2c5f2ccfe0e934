"""Comunicar, confirmar, fijar y corregir resultados, y llamar al arbitraje."""

from collections.abc import Sequence
from typing import Any

import discord

from cogs.comun.acciones import Accion, BotonDeAccion, Formulario, Interaccion, Valores
from cogs.comun.concilio import Concilio
from cogs.comun.personas import actor_de
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.vistas import Color, Panel
from cogs.torneo import vista_resultado as vista
from cogs.torneo.mando import contar, exigir_arbitro, hecho, mandar, numeros, pv, textos_del_mensaje
from cogs.torneo.sala import ESPACIO, Sala, de_flujo
from cogs.torneo.vista_arbitraje import llamada
from servicios.diario import Resultado
from servicios.errores import ErrorDeDominio, SinPermiso, YaHaCambiado
from servicios.hechos import Hecho
from servicios.torneo.arbitraje import LlamarArbitro, ResolverLlamada, TomarLlamada
from servicios.torneo.bajas import Retirado
from servicios.torneo.correcciones import YaEsFirme
from servicios.torneo.derechos import exigir_en_juego, exigir_imparcial, mesa_numero, ronda_o_actual
from servicios.torneo.firmeza import ResultadoCorregido, ResultadoFirme, marcador
from servicios.torneo.puntos import Fin
from servicios.torneo.resultados import Comunicar, Confirmar, Rechazar, ResultadoComunicado
from servicios.torneo.valores import Mesa, Ronda

VIAS = {"acuerdo": "Lo han confirmado los dos.", "arbitraje": "Lo fija el arbitraje.", "baja": "Por una baja."}


async def comunicar(interaccion: Interaccion, sala: Sala, orden: Comunicar) -> None:
    """Da el resultado y enseña cómo queda; si corrige uno firme, enseña antes lo que cambiaría."""
    try:
        sala, resultado = await mandar(interaccion, sala.flujo, orden)
    except YaEsFirme as fallo:
        boton = _boton_de_corregir(sala, orden, fallo)
        panel = vista.correccion(sala, fallo, orden.nota.strip(), boton)
        await responder(interaccion, panel, privado=True)
        return
    await responder(
        interaccion, _como_queda(sala, resultado), privado=False, avisa=_a_quien_avisar(sala, resultado)
    )
    if interaccion.channel_id != sala.ficha.canal:
        await _decir_en_el_canal(interaccion, sala, resultado)


async def _decir_en_el_canal(interaccion: Interaccion, sala: Sala, resultado: Resultado[Any]) -> None:
    """Lo que se decide en otro canal también se dice en el del torneo. Si no llega, está en /ronda."""
    canal = interaccion.client.get_partial_messageable(sala.ficha.canal, guild_id=sala.ficha.servidor)
    try:
        await canal.send(view=_como_queda(sala, resultado))
    except discord.DiscordException:
        return


def _boton_de_corregir(sala: Sala, orden: Comunicar, fallo: YaEsFirme) -> BotonDeAccion:
    ronda, version = fallo.hecho.ronda, fallo.version
    datos = (orden.jugador, orden.pv_favor, orden.pv_contra, orden.fin.value, ronda, version)
    partes = ["" if dato is None else dato for dato in datos]
    return BotonDeAccion(sala.accion("corregir", *partes), "Aplicar la corrección", discord.ButtonStyle.danger)


def _como_queda(sala: Sala, resultado: Resultado[Any]) -> Panel:
    hecho_firme = _primero(resultado.hechos, ResultadoFirme, ResultadoCorregido)
    principal = hecho_firme or _primero(resultado.hechos, ResultadoComunicado)
    if principal is None:
        return Panel(Color.TORNEO).texto("Ese resultado ya estaba anotado.")
    ronda, mesa = _lugar(sala, principal.ronda, principal.mesa)
    if isinstance(principal, ResultadoComunicado):
        return vista.pendiente(sala, ronda, mesa)
    panel = vista.firme(sala, ronda, mesa, _via(principal))
    for baja in (h for h in resultado.hechos if isinstance(h, Retirado)):
        panel.pie(f"{sala.llamados.de(baja.participante)} deja el torneo.")
    # Quien se retira a destiempo pierde también la partida que tenga a medias.
    return panel.pie(
        contar(sala, (h for h in resultado.hechos if isinstance(h, ResultadoFirme) and h is not principal))
    )


def _via(principal: Any) -> str:
    if isinstance(principal, ResultadoCorregido):
        quien = (
            "Lo cambia el arbitraje" if principal.resultado.fin is Fin.ARBITRO else "Corregido por la coordinación"
        )
        return f"{quien}: antes, {marcador(principal.antes)}."
    return VIAS[principal.via]


def _primero(hechos: Sequence[Hecho], *clases: type[Hecho]) -> Any:
    return next((h for h in hechos if isinstance(h, clases)), None)


def _lugar(sala: Sala, ronda: int, mesa: int) -> tuple[Ronda, Mesa]:
    hallada = ronda_o_actual(sala.torneo, ronda)
    return hallada, mesa_numero(hallada, mesa)


def _a_quien_avisar(sala: Sala, resultado: Resultado[Any]) -> list[int]:
    comunicado = _primero(resultado.hechos, ResultadoComunicado)
    if comunicado is None or comunicado.contraria:
        return []
    _, mesa = _lugar(sala, comunicado.ronda, comunicado.mesa)
    cuenta = sala.llamados.cuenta(mesa.rival(comunicado.parte.de))
    return [cuenta] if cuenta else []


# ── desde el móvil ────────────────────────────────────────────────────────────────────────────


async def pedir_resultado(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Comunicar mi resultado»: el formulario, si a quien pulsa le toca."""
    sala = await de_flujo(interaction.client, accion.objeto)
    ronda, mesa, _ = await _mi_mesa(interaction, sala, accion)
    if mesa.resultado is not None:
        raise ErrorDeDominio(
            f"El resultado de tu mesa ya es firme: {marcador(mesa.resultado)}.",
            "Si hay un error, avisa a la coordinación.",
        )
    await interaction.response.send_modal(vista.formulario(sala, ronda))


async def _mi_mesa(interaction: Interaccion, sala: Sala, accion: Accion) -> tuple[Ronda, Mesa, int]:
    """La mesa de quien pulsa en la ronda del mensaje.

    Raises:
        ErrorDeDominio: si la ronda ya no es la presente, o no juega en ella.
    """
    exigir_en_juego(sala.torneo)
    if numeros(accion)[:1] != [len(sala.torneo.rondas)]:
        raise YaHaCambiado("Ese mensaje es de otra ronda. La presente, con /ronda.")
    ronda = ronda_o_actual(sala.torneo, None)
    quien = sala.torneo.de_persona((await actor_de(interaction)).persona)
    mesa = ronda.mesa_de(quien.id) if quien else None
    if quien is None or mesa is None:
        descansa = quien is not None and ronda.descansa(quien.id)
        raise SinPermiso(
            "En esta ronda descansas: no tienes partida." if descansa else "No juegas en esta ronda.",
            "El arbitraje escribe los resultados de otras mesas con /resultado y la opción jugador.",
        )
    return ronda, mesa, quien.id


async def recibir_resultado(interaction: Interaccion, accion: Accion, valores: Valores) -> None:
    """Lo escrito en el formulario."""
    sala = await de_flujo(interaction.client, accion.objeto)
    _, mesa, yo = await _mi_mesa(interaction, sala, accion)
    fin, lado = vista.final_elegido(valores["fin"][0])
    favor, contra = pv(valores["favor"][0], "tuyos"), pv(valores["contra"][0], "de tu rival")
    gano = lado != "rival"
    orden = Comunicar(
        jugador=yo if gano else mesa.rival(yo),
        pv_favor=favor if gano else contra,
        pv_contra=contra if gano else favor,
        fin=fin,
        ronda=numeros(accion)[0],
    )
    await comunicar(interaction, sala, orden)


async def confirmar(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Confirmar», en la mesa y la versión que se ven."""
    ronda, mesa, version = numeros(accion)
    orden = Confirmar(ronda=ronda, mesa=mesa, version=version)
    sala, resultado = await mandar(interaction, accion.objeto, orden)
    await cambiar(interaction, _como_queda(sala, resultado))


async def rechazar(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«No es así»: avisa al arbitraje."""
    numero, numero_de_mesa, version = numeros(accion)
    orden = Rechazar(ronda=numero, mesa=numero_de_mesa, version=version)
    sala, _ = await mandar(interaction, accion.objeto, orden)
    ronda, mesa = _lugar(sala, numero, numero_de_mesa)
    quien = sala.torneo.de_persona((await actor_de(interaction)).persona)
    nombre = sala.llamados.de(quien.id) if quien else "Su rival"
    await cambiar(interaction, vista.rechazado(sala, ronda, mesa, nombre))


# ── correcciones ──────────────────────────────────────────────────────────────────────────────


async def corregir(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Aplicar la corrección», vistas sus consecuencias; la nota es la que se ve en el mensaje."""
    sala = await de_flujo(interaction.client, accion.objeto)
    jugador, favor, contra, fin, ronda, version = accion.version.split(".")
    orden = Comunicar(
        jugador=int(jugador),
        pv_favor=int(favor) if favor else None,
        pv_contra=int(contra) if contra else None,
        fin=Fin(fin),
        ronda=int(ronda),
        nota=vista.nota_vista(textos_del_mensaje(interaction)),
        corrige=True,
        version=int(version),
    )
    await comunicar(interaction, sala, orden)


# ── el arbitraje ──────────────────────────────────────────────────────────────────────────────


async def pedir_arbitro(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Llamar a un árbitro»: pregunta qué pasa, sin obligar a escribirlo."""
    sala = await de_flujo(interaction.client, accion.objeto)
    _, mesa, _ = await _mi_mesa(interaction, sala, accion)
    formulario = Formulario(accion.con("arbitrollamado"), f"Llamar a un árbitro a la mesa {mesa.numero}")
    await interaction.response.send_modal(
        formulario.campo("nota", "Qué ocurre (si quieres)", largo=200, parrafo=True, obligatorio=False)
    )


async def llamar_arbitro(interaction: Interaccion, accion: Accion, valores: Valores) -> None:
    """La llamada; el arbitraje la recibe por la bandeja."""
    frase = "El arbitraje está avisado. El tiempo que esperéis se puede compensar: recordádselo."
    await hecho(interaction, accion.objeto, LlamarArbitro(nota=valores["nota"][0]), frase, privado=True)


async def tomar(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Lo atiendo yo»."""
    (numero,) = numeros(accion)
    sala, _ = await mandar(interaction, accion.objeto, TomarLlamada(llamada=numero))
    await cambiar(interaction, llamada(sala, numero))


async def resolver(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Resuelto», con minutos de compensación o sin ellos."""
    numero, minutos = numeros(accion)
    sala, _ = await mandar(interaction, accion.objeto, ResolverLlamada(llamada=numero, minutos=minutos))
    await cambiar(interaction, llamada(sala, numero))


async def fijar(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """El formulario con que el arbitraje fija el resultado de una mesa."""
    sala = await de_flujo(interaction.client, accion.objeto)
    numero, numero_de_mesa = numeros(accion)
    await exigir_arbitro(interaction, sala)
    _, mesa = _lugar(sala, numero, numero_de_mesa)
    exigir_imparcial(sala.torneo, await actor_de(interaction), *mesa.jugadores)
    await interaction.response.send_modal(vista.formulario_de_arbitro(sala, numero, mesa))


async def fijado(interaction: Interaccion, accion: Accion, valores: Valores) -> None:
    """El resultado que fija el arbitraje, si la mesa sigue como estaba."""
    sala = await de_flujo(interaction.client, accion.objeto)
    numero, numero_de_mesa, version = numeros(accion)
    _, mesa = _lugar(sala, numero, numero_de_mesa)
    exigir_imparcial(sala.torneo, await actor_de(interaction), *mesa.jugadores)
    fin, lado = vista.final_elegido(valores["fin"][0])
    de_a, de_b = (pv(valores[clave][0], "escritos") for clave in ("a", "b"))
    favor, contra = (de_b, de_a) if lado == "b" else (de_a, de_b)
    jugador = mesa.b if lado == "b" else mesa.a
    orden = Comunicar(jugador=jugador, pv_favor=favor, pv_contra=contra, fin=fin, ronda=numero, version=version)
    await comunicar(interaction, sala, orden.con(nota=valores["nota"][0]))


def registrar(bot: Concilio) -> None:
    """Apunta quién atiende los botones de los resultados y del arbitraje."""
    bot.acciones.registrar(
        ESPACIO,
        comunicar=pedir_resultado,
        comunicado=recibir_resultado,
        confirmar=confirmar,
        rechazar=rechazar,
        corregir=corregir,
        arbitro=pedir_arbitro,
        arbitrollamado=llamar_arbitro,
        tomar=tomar,
        resolver=resolver,
        fijar=fijar,
        fijado=fijado,
    )
