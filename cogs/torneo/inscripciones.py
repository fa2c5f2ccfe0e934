"""Apuntar y dar de baja, desde un comando o desde los botones de la inscripción."""

import discord

from cogs.comun.acciones import Accion, BotonDeAccion, Interaccion, Valores
from cogs.comun.concilio import Concilio
from cogs.comun.personas import actor_de
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.vistas import Color, Panel
from cogs.torneo import vista_inscripcion as vista
from cogs.torneo.mando import conservar_historial, dar_cuenta, es_privado, hecho, mandar, numeros, relatos
from cogs.torneo.sala import ESPACIO, Sala, de_flujo
from cogs.torneo.vetos import Vetos
from servicios.errores import YaHaCambiado
from servicios.torneo.bajas import DarDeBaja, Seguir
from servicios.torneo.derechos import exigir_coordinacion
from servicios.torneo.frases import limpio
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.suspension import Suspender
from servicios.torneo.valores import Fase, Situacion
from servicios.torneo.vida import Iniciar, advertencias


class Inscripciones:
    """Las órdenes de quien entra y sale de un torneo."""

    def __init__(self, vetos: Vetos) -> None:
        self._vetos = vetos

    async def orden(self, servidor: int, nombre: str, persona: int | None) -> Inscribir:
        """La orden de apuntar a alguien, sabiendo si otro torneo le impide jugar."""
        vetada = persona is not None and bool(await self._vetos.vigentes(servidor, persona))
        return Inscribir(nombre=nombre, persona=persona, vetada=vetada)

    async def inscribirme(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """«Inscribirme»: pone al día el mensaje y lo confirma en privado."""
        ficha = await interaction.client.diario.ficha(accion.objeto)
        yo = (await actor_de(interaction)).persona
        orden = await self.orden(ficha.servidor, como_se_llama(interaction.user), yo)
        sala, _ = await mandar(interaction, accion.objeto, orden)
        await cambiar(interaction, conservar_historial(vista.inscripcion(sala), interaction))
        await responder(interaction, _como_quedo(sala, yo), privado=True)


def como_se_llama(usuario: discord.User | discord.Member) -> str:
    """Su nombre visible; si no se ve (hay quien lo deja en blanco), el de su cuenta."""
    return usuario.display_name if limpio(usuario.display_name) else usuario.name


def _como_quedo(sala: Sala, persona: int) -> Panel:
    quien = sala.torneo.de_persona(persona)
    panel = Panel(Color.TORNEO)
    if quien is not None and quien.situacion is Situacion.ESPERA:
        turno = sala.torneo.en_espera.index(quien.id) + 1
        return panel.texto(f"Estás en la lista de espera, en el puesto {turno}. Si queda una plaza, se te avisa.")
    return panel.texto(f"Estás en la lista de **{sala.nombre}**.").pie(
        "Si no puedes venir, pulsa «Darme de baja»."
    )


async def darme_de_baja(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Darme de baja»: antes de empezar es al momento; después, se pregunta, porque no hay vuelta atrás."""
    sala = await de_flujo(interaction.client, accion.objeto)
    if await pregunto_si_se_va(interaction, sala):
        return
    sala, resultado = await mandar(interaction, accion.objeto, DarDeBaja())
    await cambiar(interaction, conservar_historial(vista.inscripcion(sala), interaction))
    await responder(interaction, Panel(Color.TORNEO).texto(relatos(sala, resultado)), privado=True)


async def pregunto_si_se_va(interaction: Interaccion, sala: Sala) -> bool:
    """Si quien juega quiere irse con el torneo empezado, se lo pregunta en privado y da verdadero."""
    quien = sala.torneo.de_persona((await actor_de(interaction)).persona)
    if sala.torneo.fase is not Fase.EN_JUEGO or quien is None or quien.situacion is not Situacion.ACTIVO:
        return False
    panel = vista.para_confirmar(
        sala,
        ["Quien deja el torneo no puede volver.", "Si tienes una partida a medias, la gana tu rival por 6-0."],
        "Dejar el torneo",
        "dejar",
    )
    await responder(interaction, panel, privado=True)
    return True


async def dejar(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """Confirma que deja el torneo, a la vista de todos."""
    await hecho(interaction, accion.objeto, DarDeBaja())


async def seguir(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Sigo en la próxima»."""
    await _de_esta_ronda(interaction, accion)
    await hecho(interaction, accion.objeto, Seguir(sigue=True), privado=True)


async def no_seguir(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Lo dejo aquí»: como darse de baja, se pregunta antes."""
    await _de_esta_ronda(interaction, accion)
    await darme_de_baja(interaction, accion, {})


async def _de_esta_ronda(interaction: Interaccion, accion: Accion) -> None:
    sala = await de_flujo(interaction.client, accion.objeto)
    if numeros(accion) != [len(sala.torneo.rondas)]:
        raise YaHaCambiado("Esa pregunta es de otra ronda: ya no hace falta responderla.")


async def ver_reglas(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """Las reglas, en privado."""
    await responder(interaction, vista.reglas(await de_flujo(interaction.client, accion.objeto)), privado=True)


async def ver_lista(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """Una página de la lista; desde otro mensaje, en privado."""
    sala = await de_flujo(interaction.client, accion.objeto)
    pagina = (numeros(accion) or [0])[0]
    if es_privado(interaction):
        await cambiar(interaction, vista.lista(sala, pagina))
    else:
        await responder(interaction, vista.lista(sala, pagina), privado=True)


async def refrescar(bot: Concilio, sala: Sala) -> None:
    """Pone al día el mensaje de la inscripción después de un comando.

    Si lo han borrado, el torneo se detiene hasta que se reponga. Si falla de otra forma, lo hará la próxima pulsación.
    """
    if sala.torneo.rondas or sala.torneo.suspendido is not None:
        return
    puestos = [
        (envio, envio.mensaje)
        for _, envio in await bot.diario.bandeja.de(sala.flujo)
        if envio.aviso.plantilla in ("inscripcion", "panel") and envio.mensaje is not None
    ]
    if not puestos:
        return
    envio, mensaje = puestos[-1]
    canal = bot.get_partial_messageable(mensaje.canal, guild_id=sala.ficha.servidor)
    panel = vista.inscripcion(sala).boton_final(
        BotonDeAccion(Accion("partida", "historial", sala.flujo, f"aviso{envio.id}"), "Historial")
    )
    try:
        await canal.get_partial_message(mensaje.id).edit(view=panel)
    except discord.NotFound:
        orden = Suspender(causa="Han borrado el mensaje de la inscripción.")
        await dar_cuenta(bot, sala.flujo, orden, f"mensaje:{mensaje.id}")
    except discord.DiscordException:
        return


async def iniciar(interaccion: Interaccion, sala: Sala, rondas: int | None, *, sabido: bool = False) -> None:
    """Inicia el torneo; si hay algo que conviene saber antes, lo dice y espera a que se confirme."""
    exigir_coordinacion(sala.torneo, await actor_de(interaccion))
    avisos = advertencias(sala.torneo, rondas) if sala.torneo.fase is Fase.INSCRIPCION else ()
    if avisos and not sabido and len(sala.torneo.activos) >= 2:
        jugadores = len(sala.torneo.activos)
        panel = vista.para_confirmar(sala, avisos, "Iniciar así", "iniciar", rondas or 0, jugadores)
        await responder(interaccion, panel, privado=True)
        return
    despues, resultado = await mandar(interaccion, sala.flujo, Iniciar(rondas=rondas), privado=True)
    panel = vista.para_confirmar(despues, [relatos(despues, resultado)], "Preparar la ronda 1", "siguiente", 1)
    await responder(interaccion, panel, privado=True)
    await refrescar(interaccion.client, despues)


async def confirmar_inicio(interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
    """«Iniciar así», si siguen siendo los mismos."""
    sala = await de_flujo(interaction.client, accion.objeto)
    rondas, jugadores = numeros(accion)
    if len(sala.torneo.activos) != jugadores:
        raise YaHaCambiado("La lista de inscritos ha cambiado: repite /torneo iniciar para ver lo que queda.")
    await iniciar(interaction, sala, rondas or None, sabido=True)


def registrar(bot: Concilio, inscripciones: Inscripciones) -> None:
    """Apunta quién atiende los botones de la inscripción."""
    bot.acciones.registrar(
        ESPACIO,
        inscribirme=inscripciones.inscribirme,
        baja=darme_de_baja,
        dejar=dejar,
        seguir=seguir,
        noseguir=no_seguir,
        reglas=ver_reglas,
        lista=ver_lista,
        iniciar=confirmar_inicio,
    )
