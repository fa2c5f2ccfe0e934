"""El play-off, el cierre y la verificación."""

from collections.abc import Sequence

import discord

from cogs.comun.acciones import BotonDeAccion, Formulario
from cogs.comun.textos import enumerar, numero, plural
from cogs.comun.vistas import Color, Panel
from cogs.torneo.sala import Sala
from cogs.torneo.vista_clasificacion import podio_dicho
from cogs.torneo.vista_resultado import RECUERDA
from servicios.torneo.borrador import campo
from servicios.torneo.comprobar import comprobar_emparejamiento, flotantes, sorteo_repetido
from servicios.torneo.firmeza import FINALES
from servicios.torneo.frases import pocos
from servicios.torneo.playoff import vigente
from servicios.torneo.puntos import POR_PUNTOS
from servicios.torneo.valores import Fase, PartidaDePlayoff, Playoff, Ronda
from servicios.verificacion import Comprobacion

PARTIDAS_A_LA_VISTA = 15


def playoff(sala: Sala, indice: int) -> Panel:
    """Un play-off: sus partidas y, para el arbitraje, dónde anotarlas."""
    if not 1 <= indice <= len(sala.torneo.playoffs):
        return Panel(Color.TORNEO).texto("Este play-off ya no se juega.")
    hecho = sala.torneo.playoffs[indice - 1]
    panel = Panel(Color.TORNEO).titulo(f"Play-off · {sala.nombre}")
    quienes = pocos([sala.llamados.mencion(quien) for quien in hecho.jugadores])
    panel.texto(f"{quienes} siguen empatados en el primer puesto: lo deciden jugando.")
    numeradas = sorted(enumerate(hecho.partidas, start=1), key=lambda p: p[1].resultado is not None)
    vistas = sorted(numeradas[:PARTIDAS_A_LA_VISTA], key=lambda p: p[0])
    panel.texto("\n".join(_partida(sala, n, partida) for n, partida in vistas))
    sobran = len(numeradas) - len(vistas)
    panel.texto(f"Y {plural(sobran, 'partida')} más." if sobran else "")
    panel.pie("No entra en la clasificación. Con tres o más, todos contra todos. Lo anota el arbitraje.")
    return panel.botones(*_botones(sala, hecho, indice))


def _botones(sala: Sala, hecho: Playoff, indice: int) -> list[BotonDeAccion]:
    if vigente(sala.torneo) is not hecho:
        return []
    faltan = [n for n, partida in enumerate(hecho.partidas, start=1) if partida.resultado is None]
    anotadas = [n for n, partida in enumerate(hecho.partidas, start=1) if partida.resultado is not None]
    rotulos = {n: f"Anotar la partida {n}" for n in faltan} | {n: f"Corregir la {n}" for n in anotadas}
    return [
        BotonDeAccion(sala.accion("playoff", indice, n, hecho.partidas[n - 1].version), rotulo)
        for n, rotulo in list(rotulos.items())[:PARTIDAS_A_LA_VISTA]
    ]


def _partida(sala: Sala, n: int, partida: PartidaDePlayoff) -> str:
    a, b = sala.llamados.de(partida.a), sala.llamados.de(partida.b)
    r = partida.resultado
    if r is None:
        return f"**{n}.** {a} – {b}"
    como = f" {FINALES[r.fin]}" if FINALES[r.fin] else ""
    gana = f" · gana {sala.llamados.de(r.ganador)}" if r.ganador is not None else ""
    return f"**{n}.** {a} {numero(r.pv_a)} – {numero(r.pv_b)} {b}{como}{gana}"


def formulario_de_playoff(sala: Sala, indice: int, n: int) -> Formulario:
    """El formulario con que el arbitraje anota una partida de play-off."""
    partida = sala.torneo.playoffs[indice - 1].partidas[n - 1]
    a, b = (sala.llamados.crudo(quien)[:30] for quien in (partida.a, partida.b))
    hecho = Formulario(sala.accion("playoffhecho", indice, n, partida.version), f"Play-off, partida {n}")
    hecho.campo("a", f"PV de {a}", largo=4, obligatorio=False, ayuda=RECUERDA)
    hecho.campo("b", f"PV de {b}", largo=4, obligatorio=False)
    opciones = [discord.SelectOption(label="Va por los PV", value="normal", default=True)]
    opciones += [
        discord.SelectOption(label=f"Gana {nombre} {como}"[:100], value=f"{fin}:{lado}")
        for lado, nombre in (("a", a), ("b", b))
        for fin, como in FINALES.items()
        if fin not in POR_PUNTOS
    ]
    return hecho.opciones("fin", "Cómo ha acabado", opciones)


def cierre(sala: Sala, semilla: bytes | None) -> Panel:
    """El podio y, si aquí se sorteó alguna ronda, la semilla; la clasificación final va en el mensaje siguiente."""
    panel = Panel(Color.TORNEO).titulo(f"Podio · {sala.nombre}")
    panel.texto(podio_dicho(sala) or "No queda nadie en el torneo: el podio está vacío.")
    if semilla is None or not any(ronda.foto for ronda in sala.torneo.rondas):
        return panel
    panel.texto(f"Semilla publicada\n`{semilla.hex()}`").pie("Con ella se comprueba cada sorteo.")
    return panel.botones(BotonDeAccion(sala.accion("verificar"), "Verificar el sorteo"))


def sin_anunciar(sala: Sala, motivo: str) -> Panel:
    """Ha terminado, pero en su canal no se ha podido decir."""
    como = "cancelado" if sala.torneo.fase is Fase.CANCELADO else "cerrado"
    panel = Panel(Color.RECHAZO).titulo(f"{sala.nombre}: el final no se ha anunciado")
    panel.texto(
        f"El torneo está {como} y guardado, pero no lo he podido decir todo en <#{sala.ficha.canal}>: {motivo}."
    )
    ver = "/clasificacion y /torneo verificar enseñan allí cómo acabó." if como == "cerrado" else ""
    return panel.pie(f"{ver} Si falta un permiso, /diagnostico dice cuál.".strip())


def cancelado(sala: Sala) -> Panel:
    """El torneo no sigue."""
    return (
        Panel(Color.RECHAZO).texto(f"**{sala.nombre}** se ha cancelado.").pie("Lo ocurrido está en el historial.")
    )


def verificacion(sala: Sala, semilla: bytes, comprobaciones: Sequence[Comprobacion]) -> Panel:
    """Cada sorteo recalculado desde la semilla, y cada ronda comprobada sin mirar cómo se hizo."""
    panel = Panel(Color.TORNEO).titulo(f"Verificación · {sala.nombre}")
    malas = [c for c in comprobaciones if not c.cuadra]
    if malas:
        panel.texto(f"**No cuadran {len(malas)} de {plural(len(comprobaciones), 'sorteo')}.**")
    else:
        panel.texto(
            f"**Cuadran todos**: {plural(len(comprobaciones), 'sorteo recalculado', 'sorteos recalculados')}."
        )
    panel.texto("\n".join(f"- {_ronda(sala, semilla, ronda)}" for ronda in sala.torneo.rondas))
    panel.texto(f"Semilla\n`{semilla.hex()}`\nHuella\n`{sala.ficha.compromiso}`")
    panel.pie(
        "Prueba que ningún sorteo cambió después de comprometer la semilla. No prueba que quien lleva el bot, que "
        "la conoce, no descartara un borrador: por eso cada ronda dice cuántos se descartaron. «Cada tirada» da con qué "
        "recalcularlas sin el bot."
    )
    return panel.botones(
        BotonDeAccion(sala.accion("verificar").con("verificar", espacio="partida"), "Cada tirada")
    )


def _ronda(sala: Sala, semilla: bytes, ronda: Ronda) -> str:
    if ronda.foto is None:
        return f"Ronda {ronda.numero}: importada; no se sorteó aquí."
    visto = campo(sala.torneo, ronda.foto)
    parejas = [mesa.jugadores for mesa in ronda.mesas]
    faltas = comprobar_emparejamiento(visto, parejas, ronda.descanso.participante if ronda.descanso else None)
    sorteo = "la baraja sale de la semilla" if sorteo_repetido(semilla, sala.flujo, ronda) else "LA BARAJA NO SALE"
    leyes = "cada cual juega una vez, sin repetir rival ni descanso"
    if ronda.foto.permisos:
        leyes = "con lo que consintió la coordinación"
    if faltas:
        leyes = f"INCUMPLE {plural(len(faltas), 'ley', 'leyes')}"
    bajan = flotantes(visto, parejas)
    de_grupo = enumerar([f"{cuantos} de {puntos}" for puntos, cuantos in bajan.items()]) if bajan else "nadie"
    return f"Ronda {ronda.numero}: {sorteo}; {leyes}; bajan de grupo: {de_grupo}."
