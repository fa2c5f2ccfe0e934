"""Cómo se ve un torneo antes de jugar: sus reglas, la inscripción y la lista."""

from collections.abc import Sequence

import discord

from cogs.comun.acciones import BotonDeAccion
from cogs.comun.paginas import paginador
from cogs.comun.textos import en_paginas, enumerar, plural
from cogs.comun.vistas import Color, Panel
from cogs.torneo.sala import Sala
from servicios.torneo.frases import pocos
from servicios.torneo.puntos import Formato, Modalidad
from servicios.torneo.reglamento import reglamento
from servicios.torneo.valores import Bases, Fase, Participante, Situacion

FORMATOS = {Formato.MAGO_MAGO: "Mago contra Mago", Formato.MAGO_ESPECTRO: "Mago contra Espectro"}
MODALIDADES = {Modalidad.DOS_BARAJAS: "dos barajas", Modalidad.MAZO_CERRADO: "mazo cerrado"}
SITUACIONES = {
    Situacion.ESPERA: "en espera",
    Situacion.ACTIVO: "",
    Situacion.RETIRADO: "retirado",
    Situacion.EXPULSADO: "expulsado",
}
NOMBRES_EN_EL_PANEL = 2200
"""Caracteres de nombres que caben en el panel de inscripción; los demás están en la lista."""


def clase(bases: Bases) -> str:
    """«Mago contra Mago, dos barajas»."""
    return f"{FORMATOS[bases.formato]}, {MODALIDADES[bases.modalidad]}"


def reglas(sala: Sala) -> Panel:
    """Las reglas enteras, con la huella de la semilla: desde aquí ya no cambian."""
    bases = sala.torneo.bases
    panel = Panel(Color.TORNEO).titulo(f"{sala.nombre} · reglas").texto(f"{clase(bases)}.")
    for apartado in reglamento(bases):
        panel.texto(f"**{apartado.titulo}**\n" + "\n".join(_punto(linea) for linea in apartado.lineas))
    panel.texto(f"Huella de la semilla (SHA-256)\n`{sala.ficha.compromiso}`")
    return panel.pie("Estas reglas ya no cambian. Al cerrar se publica la semilla y se comprueba cada sorteo.")


def _punto(linea: str) -> str:
    """Una línea de lista; las numeradas ya llevan su número."""
    return linea if linea[:1].isdigit() and linea[1:3] == ". " else f"- {linea}"


def inscripcion(sala: Sala) -> Panel:
    """El mensaje de la inscripción, con sus botones mientras está abierta."""
    torneo = sala.torneo
    panel = Panel(Color.TORNEO).titulo(sala.nombre)
    if torneo.fase is not Fase.INSCRIPCION:
        panel.texto("La inscripción está cerrada.")
        return panel.botones(BotonDeAccion(sala.accion("reglas"), "Reglas"))
    plazas = f" de {torneo.bases.aforo}" if torneo.bases.aforo else ""
    panel.texto(f"**Inscripción abierta** · {len(torneo.activos)}{plazas} · {clase(torneo.bases)}")
    panel.texto(_nombres(sala, torneo.activos) or "Aún no se ha inscrito nadie.")
    if torneo.en_espera:
        panel.texto(f"En espera: {_nombres(sala, torneo.en_espera, 600)}")
    panel.pie("Lo empieza la coordinación, con /torneo iniciar.")
    panel.pie(f"Huella de la semilla: {sala.ficha.compromiso}")
    return panel.botones(
        BotonDeAccion(sala.accion("inscribirme"), "Inscribirme", discord.ButtonStyle.success),
        BotonDeAccion(sala.accion("baja"), "Darme de baja"),
        BotonDeAccion(sala.accion("reglas"), "Reglas"),
    )


def _nombres(sala: Sala, quienes: Sequence[int], tope: int = NOMBRES_EN_EL_PANEL) -> str:
    vistos: list[str] = []
    for quien in quienes:
        nombre = sala.llamados.de(quien)
        if sum(map(len, vistos)) + 2 * len(vistos) + len(nombre) > tope:
            break
        vistos.append(nombre)
    if faltan := len(quienes) - len(vistos):
        vistos.append(f"{plural(faltan, 'persona')} más")
    return enumerar(vistos)


def lista(sala: Sala, pagina: int = 0) -> Panel:
    """Todos los participantes, con su situación."""
    torneo = sala.torneo
    bloques = [_linea(sala, quien) for quien in torneo.participantes.values()]
    paginas = en_paginas(bloques, maximo=25) or ["Aún no se ha inscrito nadie."]
    pagina = min(pagina, len(paginas) - 1)
    panel = Panel(Color.TORNEO).titulo(f"{sala.nombre} · participantes")
    panel.texto(paginas[pagina].replace("\n\n", "\n"))
    coordinan = pocos([sala.llamados.persona(p) for p in sorted(torneo.coordinadores)])
    panel.pie(f"{_cuenta(sala)}. Coordina: {coordinan}").texto(sala.detenido)
    return panel.botones(*paginador(pagina, len(paginas), lambda n: sala.accion("lista", n)))


def _cuenta(sala: Sala) -> str:
    partes = [plural(len(sala.torneo.activos), "participante")]
    if en_espera := len(sala.torneo.en_espera):
        partes.append(f"{en_espera} en espera")
    fuera = sum(p.ronda_baja is not None for p in sala.torneo.participantes.values())
    if fuera:
        partes.append(f"{fuera} fuera")
    return enumerar(partes)


def _linea(sala: Sala, quien: Participante) -> str:
    notas = [SITUACIONES[quien.situacion]]
    if quien.ronda_baja is not None:
        notas[0] += f" en la ronda {quien.ronda_baja}"
    if quien.tardio:
        notas.append("entró con el torneo empezado")
    if quien.persona is None:
        notas.append("sin cuenta de Discord")
    detalle = ", ".join(nota for nota in notas if nota)
    return f"{quien.id}. {sala.llamados.de(quien.id)}" + (f" · {detalle}" if detalle else "")


def para_confirmar(sala: Sala, avisos: Sequence[str], rotulo: str, accion: str, *version: object) -> Panel:
    """Lo que conviene saber antes de seguir, y el botón que sigue."""
    panel = Panel(Color.TORNEO).titulo(sala.nombre)
    panel.texto(avisos[0] if len(avisos) == 1 else "\n".join(f"- {aviso}" for aviso in avisos))
    return panel.botones(BotonDeAccion(sala.accion(accion, *version), rotulo, discord.ButtonStyle.primary))


def inicio(sala: Sala) -> Panel:
    """El torneo ha empezado."""
    torneo = sala.torneo
    rondas = plural(torneo.rondas_previstas or 0, "ronda")
    panel = Panel(Color.TORNEO).titulo(f"Empieza {sala.nombre}")
    panel.texto(f"{plural(len(torneo.activos), 'participante')}, **{rondas}**. {clase(torneo.bases)}.")
    return panel.botones(
        BotonDeAccion(sala.accion("reglas"), "Reglas"), BotonDeAccion(sala.accion("lista", 0), "Participantes")
    )


def plaza(sala: Sala, participante: int) -> Panel:
    """A quien esperaba le ha llegado su plaza."""
    if participante not in sala.torneo.participantes:
        return Panel(Color.TORNEO).texto("Una plaza que se había liberado ya no está libre.")
    quien = sala.llamados.mencion(participante)
    panel = Panel(Color.TORNEO).texto(f"{quien}, hay una plaza libre en **{sala.nombre}** y es para ti.")
    return panel.botones(BotonDeAccion(sala.accion("baja"), "Darme de baja"))
