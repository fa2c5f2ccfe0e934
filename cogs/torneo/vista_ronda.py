"""Cómo se ve una ronda: el borrador, el anuncio y lo que responde `/ronda`."""

from collections.abc import Callable, Sequence
from datetime import datetime

import discord
from discord.utils import format_dt

from cogs.comun.acciones import BotonDeAccion
from cogs.comun.paginas import paginador
from cogs.comun.textos import en_paginas, enumerar, plural
from cogs.comun.vistas import Color, Panel
from cogs.torneo.sala import Sala
from servicios.torneo.arbitraje import abiertas
from servicios.torneo.firmeza import marcador
from servicios.torneo.lectura import ver_ronda
from servicios.torneo.motivos import frase, frase_de_descanso
from servicios.torneo.valores import Borrador, Descanso, Fase, Mesa, Permiso, Ronda

CABEN = 3400
"""Caracteres para las mesas de un mensaje: el resto es el título, el reloj y el pie."""
MESAS_POR_PAGINA = 15
PERMISOS = {
    Permiso.REPETIR: "Consentir que repitan rival",
    Permiso.SEGUNDO_DESCANSO: "Consentir un segundo descanso",
    Permiso.SIN_RESPUESTA: "Preparar sin esperar más",
}

Nombrar = Callable[[int, int], str]


def que_quepa(componer: Callable[[int, bool], str]) -> str:
    """El texto con los nombres más largos con que cabe; si ni así, sin los motivos."""
    for tope, con_motivos in ((40, True), (24, True), (12, True), (40, False), (20, False)):
        texto = componer(tope, con_motivos)
        if len(texto) <= CABEN:
            return texto
    return componer(8, False)


# ── el borrador ───────────────────────────────────────────────────────────────────────────────


def borrador(sala: Sala, pagina: int = 0) -> Panel:
    """El emparejamiento preparado, con el motivo de cada pareja."""
    hecho = sala.torneo.borrador
    if hecho is None:
        return Panel(Color.TORNEO).texto("No hay ningún borrador preparado.")
    bloques = [_con_puntos(sala, mesa, hecho.foto.puntos, sala.llamados.de) for mesa in hecho.mesas]
    if hecho.descanso is not None:
        bloques.append(_descanso(sala, hecho.descanso, sala.llamados.de))
    paginas = en_paginas(bloques, maximo=MESAS_POR_PAGINA)
    pagina = min(pagina, len(paginas) - 1)
    panel = Panel(Color.TORNEO).titulo(f"Borrador de la ronda {hecho.foto.numero}")
    panel.texto(paginas[pagina].replace("\n\n", "\n")).pie(_letra(sala, hecho))
    panel.botones(*paginador(pagina, len(paginas), lambda n: sala.accion("borrador", n)))
    return panel.botones(
        BotonDeAccion(sala.accion("publicar", hecho.version), "Publicar", discord.ButtonStyle.success),
        BotonDeAccion(sala.accion("cambiar", hecho.version), "Cambiar a mano"),
        BotonDeAccion(sala.accion("descartar", hecho.version), "Descartar", discord.ButtonStyle.danger),
    )


def _letra(sala: Sala, hecho: Borrador) -> str:
    partes = ["Solo lo ve la coordinación, y es de toda ella."]
    if hecho.a_mano:
        partes.append("Lleva cambios a mano: la ronda lo dirá.")
    if sala.torneo.descartados:
        partes.append(
            f"Con los mismos datos sale siempre el mismo. {_descartados(sala.torneo.descartados)}: también se dirá."
        )
    return "\n".join(partes)


def _descartados(cuantos: int) -> str:
    return plural(cuantos, "borrador descartado", "borradores descartados")


def sin_salida(sala: Sala, frase_de_error: str, detalle: str | None, salidas: Sequence[Permiso]) -> Panel:
    """No se puede preparar la ronda, salvo que la coordinación consienta algo."""
    panel = Panel(Color.RECHAZO).texto(frase_de_error).pie((detalle or "")[:1500])
    siguiente = len(sala.torneo.rondas) + 1
    return panel.botones(
        *(BotonDeAccion(sala.accion("consentir", siguiente, p.value), PERMISOS[p]) for p in salidas)
    )


# ── el anuncio ────────────────────────────────────────────────────────────────────────────────


def anuncio(sala: Sala, ronda: Ronda, desde: int, hasta: int, parte: int, partes: int) -> Panel:
    """Uno de los mensajes con que se anuncia una ronda: nombra (y avisa) a cada jugador una vez."""
    previstas = sala.torneo.rondas_previstas
    trozo = f" ({parte} de {partes})" if partes > 1 else ""
    panel = Panel(Color.TORNEO).titulo(f"Ronda {ronda.numero} de {previstas} · {sala.nombre}{trozo}")
    mesas = ronda.mesas[desde - 1 : hasta]
    puntos = ronda.foto.puntos if ronda.foto else {}

    def componer(tope: int, con_motivos: bool) -> str:
        lineas = [
            _con_puntos(
                sala, mesa, puntos, sala.llamados.mencion, tope, con_motivos=con_motivos and _destaca(mesa)
            )
            for mesa in mesas
        ]
        if parte == partes and ronda.descanso is not None:
            lineas.append(_descanso(sala, ronda.descanso, sala.llamados.mencion, tope))
        return "\n".join(lineas)

    panel.texto(que_quepa(componer)).texto(reloj(sala, ronda))
    panel.pie(_como_se_hizo(ronda) if parte == partes else "")
    return panel.botones(*botones_de_ronda(sala, ronda))


def _destaca(mesa: Mesa) -> bool:
    """Si su motivo dice algo que no se vea ya en los puntos."""
    return mesa.motivo is not None and mesa.motivo.clase != "mismo_grupo"


def botones_de_ronda(sala: Sala, ronda: Ronda) -> list[BotonDeAccion]:
    """Lo que hace quien juega, desde el móvil."""
    return [
        BotonDeAccion(
            sala.accion("comunicar", ronda.numero), "Comunicar mi resultado", discord.ButtonStyle.primary
        ),
        BotonDeAccion(sala.accion("clasificacion", 0, 0), "Clasificación"),
        BotonDeAccion(sala.accion("arbitro", ronda.numero), "Llamar a un árbitro"),
    ]


def _con_puntos(
    sala: Sala,
    mesa: Mesa,
    puntos: dict[int, int],
    nombrar: Nombrar,
    tope: int = 40,
    *,
    con_motivos: bool = True,
) -> str:
    lados = " – ".join(f"{nombrar(quien, tope)} ({puntos.get(quien, 0)})" for quien in mesa.jugadores)
    linea = f"**Mesa {mesa.numero}** {lados}"
    if not con_motivos or mesa.motivo is None:
        return linea
    return f"{linea}\n-# {frase(mesa.motivo, lambda quien: sala.llamados.de(quien, min(tope, 24)))}"


def _descanso(sala: Sala, descanso: Descanso, nombrar: Nombrar, tope: int = 40) -> str:
    quien = nombrar(descanso.participante, tope)
    puntos = plural(descanso.puntos, "punto")
    return f"**Descanso** {quien} · {puntos}\n-# {frase_de_descanso(descanso)}"


def _como_se_hizo(ronda: Ronda) -> str:
    partes = ["Emparejada a mano en parte por la coordinación."] if ronda.a_mano else []
    if ronda.descartados:
        partes.append(f"Antes de publicarla: {_descartados(ronda.descartados)}.")
    if ronda.foto is not None:
        partes.append(
            "Cada pareja sin otro motivo es del mismo grupo. El sorteo se comprobará con /torneo verificar."
        )
    return "\n".join(partes)


def reloj(sala: Sala, ronda: Ronda, fin: datetime | None = None) -> str:
    """Cuánto queda, como marca de tiempo de Discord. `fin`: el de una mesa; sin él, el de la ronda."""
    de_todas = ronda.fin_de()
    fin = fin or de_todas
    alargada = fin != de_todas or any(not prorroga.mesa for prorroga in ronda.prorrogas)
    if ronda.cerrada:
        return "Ronda cerrada."
    if ronda.reloj is None:
        return "El tiempo aún no ha empezado; los resultados ya se pueden comunicar."
    if fin is None:
        return f"Reloj parado, con {_rato(ronda.reloj.resta)} por delante."
    if sala.torneo.bases.plazo is not None:
        return f"Plazo hasta el {format_dt(fin, 'f')} ({format_dt(fin, 'R')})"
    dura = "" if alargada else f" · {sala.torneo.bases.minutos} minutos"
    return f"Termina {format_dt(fin, 't')} ({format_dt(fin, 'R')}){dura}"


def _rato(segundos: int) -> str:
    """«45 minutos»; desde tres horas, «14 días y 22 horas»."""
    minutos = max(0, segundos) // 60
    if minutos < 180:
        return plural(minutos, "minuto")
    dias, horas = divmod(minutos // 60, 24)
    return enumerar([plural(n, que) for n, que in ((dias, "día"), (horas, "hora")) if n])


# ── /ronda ────────────────────────────────────────────────────────────────────────────────────


def ronda_en_curso(sala: Sala, ronda: Ronda, persona: int, pagina: int = 0, *, manda: bool = False) -> Panel:
    """La ronda como la ve alguien: su mesa primero, luego las demás con lo que llevan."""
    vista = ver_ronda(sala.torneo, ronda, persona)
    panel = Panel(Color.TORNEO).titulo(f"Ronda {ronda.numero} de {sala.torneo.rondas_previstas} · {sala.nombre}")
    if vista.propia is not None:
        panel.texto(f"Tu mesa: {mesa_con_resultado(sala, ronda, vista.propia)}")
    elif (quien := sala.torneo.de_persona(persona)) is not None and ronda.descansa(quien.id):
        panel.texto("En esta ronda descansas.")
    panel.texto(reloj(sala, ronda, vista.fin))
    paginas = max(1, -(-len(vista.otras) // MESAS_POR_PAGINA))
    pagina = min(pagina, paginas - 1)
    mesas = vista.otras[pagina * MESAS_POR_PAGINA : (pagina + 1) * MESAS_POR_PAGINA]
    lineas = [mesa_con_resultado(sala, ronda, mesa) for mesa in mesas]
    if ronda.descanso is not None and pagina == paginas - 1:
        quien = sala.llamados.de(ronda.descanso.participante)
        lineas.append(f"**Descanso** {quien} · {plural(ronda.descanso.puntos, 'punto')}")
    panel.texto("\n".join(lineas))
    panel.botones(*paginador(pagina, paginas, lambda n: sala.accion("ronda", ronda.numero, n)))
    if sala.torneo.fase is not Fase.EN_JUEGO:
        return panel.pie("El torneo ha terminado.").botones(*botones_de_ronda(sala, ronda)[1:2])
    panel.botones(*por_confirmar(sala, ronda, vista.propia, persona))
    panel.botones(*botones_de_ronda(sala, ronda)).texto(sala.detenido)
    return panel.botones(*mando(sala, ronda)) if manda else panel


def mesa_con_resultado(sala: Sala, ronda: Ronda, mesa: Mesa) -> str:
    """«Mesa 2 Alicia – Bruno · 25–19»."""
    a, b = (sala.llamados.de(quien, 24) for quien in mesa.jugadores)
    return f"**Mesa {mesa.numero}** {a} – {b} · {_como_va(sala, ronda, mesa)}"


def _como_va(sala: Sala, ronda: Ronda, mesa: Mesa) -> str:
    if mesa.resultado is not None:
        vale = sala.torneo.desenlace(ronda.numero, mesa, mesa.resultado)
        return f"{marcador(mesa.resultado)} (**{vale.a}-{vale.b}**)"
    if sala.torneo.llamadas and abiertas(sala.torneo, ronda.numero, mesa.numero):
        return "espera al arbitraje"
    if mesa.parte is not None:
        return f"{marcador(mesa.parte.resultado)}, por confirmar"
    return "en juego"


def por_confirmar(sala: Sala, ronda: Ronda, propia: Mesa | None, persona: int) -> list[BotonDeAccion]:
    """«Confirmar» y «No es así», si a quien mira le toca responder."""
    quien = sala.torneo.de_persona(persona)
    if propia is None or quien is None or propia.resultado is not None:
        return []
    if propia.parte is None or propia.contraria is not None or propia.parte.de == quien.id:
        return []
    return botones_de_confirmar(sala, ronda.numero, propia)


def botones_de_confirmar(sala: Sala, ronda: int, mesa: Mesa) -> list[BotonDeAccion]:
    """Los botones de un resultado que espera al rival: valen solo para lo que se ve."""
    situacion = (ronda, mesa.numero, mesa.version)
    return [
        BotonDeAccion(sala.accion("confirmar", *situacion), "Confirmar", discord.ButtonStyle.success),
        BotonDeAccion(sala.accion("rechazar", *situacion), "No es así", discord.ButtonStyle.danger),
    ]


def mando(sala: Sala, ronda: Ronda) -> list[BotonDeAccion]:
    """Lo que la coordinación puede hacer ahora."""
    torneo = sala.torneo
    if torneo.suspendido is not None:
        return [BotonDeAccion(sala.accion("reponer"), "Reponer el panel", discord.ButtonStyle.primary)]
    if torneo.borrador is not None:
        return [BotonDeAccion(sala.accion("borrador", 0), "Ver el borrador", discord.ButtonStyle.primary)]
    if ronda.reloj is None and not ronda.cerrada:
        return [BotonDeAccion(sala.accion("empezar", ronda.numero), "Empezar", discord.ButtonStyle.primary)]
    if not ronda.faltan() and len(torneo.rondas) < (torneo.rondas_previstas or 0):
        return [BotonDeAccion(sala.accion("siguiente", ronda.numero + 1), "Preparar la siguiente")]
    return []
