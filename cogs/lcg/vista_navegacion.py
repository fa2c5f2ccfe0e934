"""Cómo se ve una partida con Navegación: rumbo, mazos, flota, fase de Misión y la prueba, con sus probabilidades."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import discord

from cogs.comun.acciones import Accion, BotonDeAccion
from cogs.comun.clases import Vista
from cogs.comun.textos import enumerar, plural, porcentaje, recortar
from cogs.comun.vistas import Panel
from cogs.lcg import menus_navegacion as menus
from cogs.lcg.mando import boton
from cogs.lcg.piezas import PIE, Relatos, armar, en_marcha, jugadores, lo_que_queda, mandos_comunes
from servicios.hechos import Nombres
from servicios.lcg import fases, tablas
from servicios.lcg.estado_naval import Navegacion, Paso
from servicios.lcg.fichas import Encuentro
from servicios.lcg.mazo import Mazo, composicion
from servicios.lcg.navegacion import PruebaAnotada, PruebaDeNavegacion
from servicios.lcg.probabilidad import Prevision
from servicios.lcg.rumbo import RUMBOS, Rumbo

ESPACIO = "nav"
FLOTA_MAXIMA = 900
"""Caracteres para la flota y los corsarios en juego."""
EN_ORDEN = 12
"""Hasta cuántas cartas miradas se cuentan una a una, en su orden."""


def panel(vista: Vista, nombres: Nombres) -> Panel:
    """El estado de la partida, con los mandos de lo que toca ahora."""
    partida: Navegacion = vista.libro.estado
    hecho = armar(vista, nombres, titulo(partida), RELATOS)
    if vista.imagenes:
        hecho.imagen(*vista.imagenes)
    hecho.texto("\n".join([f"Rumbo: **{rumbo(partida.rumbo)}**", *_mazos(partida)]))
    if partida.prueba_hecha:
        hecho.texto("-# La prueba de esta ronda ya está hecha; otra que pida una carta, con /navegacion prueba")
    hecho.texto(recortar("\n".join(_flota(partida, nombres)), FLOTA_MAXIMA))
    if partida.paso is not Paso.FUERA:
        hecho.linea().texto("\n".join(_lista(partida)))
    hecho.linea().texto(jugadores(partida, nombres)).texto(lo_que_queda(vista))
    if en_marcha(vista):
        for menu in menus.de(vista):
            hecho.menu(menu)
        hecho.botones(*_de_la_fase(vista))
        hecho.botones(*_del_rumbo(vista))
        hecho.botones(*mandos_comunes(vista))
    return hecho.pie(PIE)


def titulo(partida: Navegacion) -> str:
    """«Navegación · Travesía por el Belegaer, fácil»."""
    if partida.escenario is None:
        return "Navegación"
    facil = ", versión fácil" if partida.facil else ""
    return f"Navegación · {tablas.escenario(partida.escenario).nombre}{facil}"


def rumbo(cual: Rumbo) -> str:
    """«☁️ Nublado, desviado»."""
    return f"{cual.icono} {cual.nombre}, {'en rumbo' if cual.correcto else 'desviado'}"


# ── la prueba ─────────────────────────────────────────────────────────────────────────────────────


def prueba(hecho: PruebaDeNavegacion | PruebaAnotada, nombres: Nombres) -> str:
    """La prueba: quién, con cuántos, qué cartas, cuántos timones, a qué rumbo se llega y lo probable que era."""
    lineas = [f"**Prueba de navegación** de {hecho.quien.nombre(nombres)} · {_asignados(hecho)}"]
    if isinstance(hecho, PruebaDeNavegacion):
        lineas += ["Se barajan antes los descartes en el mazo."] if hecho.robo.mezcla else []
        lineas.append(_miradas(hecho.cartas) or "No se mira ninguna carta.")
    anulados = f", {plural(hecho.anulados, 'anulado')}" if hecho.anulados else ""
    pasos = " → ".join(f"{r.icono} {r.nombre}" for r in (hecho.antes, hecho.desviado))
    lineas.append(
        f"**{plural(hecho.simbolos, 'timón', 'timones')}**{anulados}. {pasos} → **{rumbo(hecho.despues)}**"
    )
    if isinstance(hecho, PruebaDeNavegacion):
        lineas.append(f"-# Podía ser: {_probabilidades(hecho.prevision)}")
    return "\n".join(lineas)


def _miradas(cartas: Sequence[str]) -> str:
    """Las cartas en el orden en que salen; si son muchas, juntas las iguales."""
    if len(cartas) <= EN_ORDEN:
        return " · ".join(carta(tablas.encuentro(c)) for c in cartas)
    juntas = ((carta(tablas.encuentro(c)), veces) for c, veces in Counter(cartas).items())
    return " · ".join(f"{nombre} ×{veces}" if veces > 1 else nombre for nombre, veces in juntas)


def _asignados(hecho: PruebaDeNavegacion | PruebaAnotada) -> str:
    partes = [plural(hecho.personajes, "personaje")]
    partes += ["el Cazador de Sueños, que cuenta como 2"] if hecho.cazador else []
    partes += [f"{'+' if hecho.extra > 0 else '−'}{abs(hecho.extra)} por una carta"] if hecho.extra else []
    return f"{enumerar(partes)}: {plural(hecho.pedidas, 'carta')}"


def carta(ficha: Encuentro) -> str:
    """Una carta mirada; en negrita si lleva timón."""
    if not ficha.timones:
        return ficha.en
    cuantos = "" if ficha.conjunto == "" else f" ({plural(ficha.timones, 'timón', 'timones')})"
    return f"**{ficha.en}{cuantos}**"


def _probabilidades(prevision: Prevision) -> str:
    """«Soleado 48,5 %, Nublado 38,2 %»; sin los imposibles."""
    posibles = [(r, float(p)) for r, p in prevision.rumbos.items() if p]
    return enumerar([f"{r.nombre} el {porcentaje(p)}" for r, p in posibles]) + " de las veces"


RELATOS: Relatos = {
    PruebaDeNavegacion: prueba,
    PruebaAnotada: prueba,
}


# ── lo que hay ────────────────────────────────────────────────────────────────────────────────────


def _mazos(partida: Navegacion) -> Iterator[str]:
    if partida.escenario is not None:
        yield f"Pruebas de navegación: {tablas.escenario(partida.escenario).navega}"
    if partida.mazo is None:
        yield "Las cartas las llevan los jugadores: se apuntan los timones que salgan."
    else:
        timones = composicion(partida.mazo.quedan).timones
        quedan = f"{plural(partida.mazo.cartas, 'carta')} y {plural(timones, 'timón', 'timones')}"
        yield f"Mazo de Encuentros: quedan {quedan} · {_descartes(partida.mazo)}"
    if partida.corsarios is not None:
        yield f"Mazo de Corsarios: {plural(partida.corsarios.cartas, 'carta')} · {_descartes(partida.corsarios)}"


def _descartes(mazo: Mazo) -> str:
    return f"{plural(mazo.descartadas, 'descarte')}"


def _flota(partida: Navegacion, nombres: Nombres) -> Iterator[str]:
    por_numero = {j.numero: j.quien for j in partida.jugadores}
    for barco in partida.flota:
        de = por_numero[barco.jugador].nombre(nombres)
        ficha = barco.ficha
        valores = f"Voluntad {ficha.voluntad}, Ataque {ficha.ataque}, Defensa {ficha.defensa}"
        yield f"**{ficha.nombre}** ({barco.jugador}, {de}) · resiste {barco.resta} de {ficha.puntos} · {valores}"
    for corsario in partida.en_el_mar:
        donde = f"con el jugador {corsario.jugador}" if corsario.jugador else "en el área de preparación"
        yield f"Corsario {corsario.numero}: {tablas.encuentro(corsario.carta).en}, {donde}"


def _lista(partida: Navegacion) -> Iterator[str]:
    signos = {"hecho": "✓", "ahora": "►", "falta": "·"}
    for linea, marca in fases.marcas(partida):
        acciones = " · hay Acciones" if linea.acciones and "Acciones" not in linea.titulo else ""
        texto = f"{linea.titulo}{acciones}"
        yield f"{signos[marca]} **{texto}**" if marca == "ahora" else f"{signos[marca]} {texto}"


# ── mandos ────────────────────────────────────────────────────────────────────────────────────────


def _de_la_fase(vista: Vista) -> list[BotonDeAccion]:
    """El paso siguiente de la fase de Misión; la prueba está en su menú, o en un formulario con cartas físicas."""
    partida: Navegacion = vista.libro.estado
    puestos: list[BotonDeAccion] = []
    if partida.mazo is None and partida.toca_prueba:
        estilo = discord.ButtonStyle.primary
        puestos.append(boton(vista, (ESPACIO, "anotar"), "Anotar la prueba", estilo=estilo))
    if partida.paso is Paso.FUERA:
        con, sin = f"{Paso.FUERA}+", f"{Paso.FUERA}-"
        puestos.append(boton(vista, (ESPACIO, "fase"), "Empezar la fase de Misión", con))
        puestos.append(boton(vista, (ESPACIO, "fase"), "Misión sin Navegación", sin))
    elif partida.paso is not Paso.ANTES:
        rotulo = "Acabar la fase de Misión" if partida.paso is Paso.RESOLUCION else "Paso siguiente"
        puestos.append(boton(vista, (ESPACIO, "fase"), rotulo, f"{partida.paso}+", discord.ButtonStyle.primary))
    return puestos


def _del_rumbo(vista: Vista) -> list[Any]:
    partida: Navegacion = vista.libro.estado
    puestos = [
        boton(vista, (ESPACIO, "mejorar"), "Mejorar el rumbo", activo=partida.rumbo is not RUMBOS[0]),
        boton(vista, (ESPACIO, "desviar"), "Desviar el rumbo", activo=partida.rumbo is not RUMBOS[-1]),
    ]
    if partida.mazo is not None:
        # Lo atiende el cog de las probabilidades.
        puestos.append(BotonDeAccion(Accion("probabilidad", "navegacion", vista.ficha.flujo), "Probabilidades"))
    return puestos
