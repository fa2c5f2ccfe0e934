"""Cómo se ve la Amenaza: el panel con sus botones, sus formularios y su historial."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from cogs.comun.acciones import Accion, Formulario, Valores
from cogs.comun.clases import Vista
from cogs.comun.concilio import Concilio
from cogs.comun.paginas import paginador
from cogs.comun.partidas import con_lo_comun
from cogs.comun.personas import con_nombres
from cogs.comun.textos import en_paginas
from cogs.comun.vistas import Color, Panel
from cogs.lcg.mando import boton
from cogs.lcg.piezas import PIE, armar, boton_de_ronda, en_marcha, jugadores, lo_que_queda
from servicios.diario import Apunte
from servicios.hechos import Hecho, Nombres
from servicios.lcg import tablas
from servicios.lcg.abandono import MisionAbandonada
from servicios.lcg.amenaza import AmenazaCambiada
from servicios.lcg.estado import Partida
from servicios.lcg.finales import Eliminado
from servicios.texto import con_signo, lista

ESPACIO = "amenaza"
SUBIR = discord.ButtonStyle.danger
BAJAR = discord.ButtonStyle.success


def panel(vista: Vista, nombres: Nombres) -> Panel:
    """La Amenaza de cada jugador, con un botón para subirla y otro para bajarla."""
    partida: Partida = vista.libro.estado
    hecho = armar(vista, nombres, "Amenaza", {}).texto(jugadores(partida, nombres)).texto(lo_que_queda(vista))
    hecho.pie(PIE)
    if not en_marcha(vista):
        return hecho
    asientos = [j.numero for j in partida.en_juego]
    hecho.botones(*(boton(vista, (ESPACIO, "punto"), f"{j}: +1", f"{j}+1", SUBIR) for j in asientos))
    hecho.botones(*(boton(vista, (ESPACIO, "punto"), f"{j}: −1", f"{j}-1", BAJAR) for j in asientos))
    hecho.botones(
        boton(vista, (ESPACIO, "punto"), "Todos: +1", "0+1", SUBIR),
        boton(vista, (ESPACIO, "amenaza"), "Otra cantidad"),
        boton(vista, (ESPACIO, "maldito"), "Maldito X"),
        boton(vista, (ESPACIO, "inicial"), "Amenaza inicial"),
    )
    return hecho.botones(boton_de_ronda(vista)) if vista.ficha.clase == "mesa" else hecho


async def dibujar(bot: Concilio, vista: Vista) -> Panel:
    """El panel de la Amenaza de cualquier partida, con los botones comunes."""
    hecho = await con_nombres(bot.diario, vista.ficha.flujo, lambda nombres: panel(vista, nombres))
    return con_lo_comun(hecho, vista)


# ── formularios ───────────────────────────────────────────────────────────────────────────────────


def pedir_puntos(accion: Accion, partida: Partida, _valores: Valores) -> Formulario:
    """Cuánto sube o baja, y de quién."""
    opciones = [discord.SelectOption(label="Todos", value="0")]
    opciones += [
        discord.SelectOption(label=f"Jugador {j.numero} (Amenaza {j.amenaza})", value=str(j.numero))
        for j in partida.en_juego
    ]
    formulario = Formulario(accion.con("mover"), "Subir o bajar la Amenaza")
    formulario.opciones("jugador", "De quién", opciones)
    formulario.campo("puntos", "Puntos", largo=4, ayuda="3 la sube 3; -2 la baja 2")
    return formulario.campo("motivo", "Por qué", largo=200, obligatorio=False)


def pedir_maldito(accion: Accion, _partida: Any, _valores: Valores) -> Formulario:
    """La X de la carta con Maldito."""
    formulario = Formulario(accion.con("maldice"), "Maldito X")
    formulario.campo("x", "X", largo=3, ayuda="Todos los jugadores suben tanto su Amenaza")
    return formulario.campo("carta", "Qué carta es", obligatorio=False)


def pedir_iniciales(accion: Accion, partida: Partida, _valores: Valores) -> Formulario:
    """La Amenaza inicial de cada jugador."""
    formulario = Formulario(accion.con("fija"), "Amenaza inicial")
    for j in partida.en_juego:
        aparte = partida.sobre_la_inicial(j.numero)
        ayuda = f"La de sus Héroes; el {con_signo(aparte)} de su barco se suma aparte" if aparte else None
        valor = str(max(j.amenaza - aparte, 0))
        formulario.campo(f"j{j.numero}", f"Jugador {j.numero}", largo=3, valor=valor, ayuda=ayuda)
    return formulario


# ── historial ─────────────────────────────────────────────────────────────────────────────────────


def historial(flujo: str, apuntes: Sequence[Apunte], pagina: int, nombres: Nombres) -> Panel:
    """Lo que ha movido la Amenaza, de lo más antiguo a lo más reciente. `pagina` −1: la última."""
    paginas = en_paginas(list(_lineas(apuntes, nombres)), 2500, 12) or ["Aún no se ha movido."]
    pagina = min(pagina, len(paginas) - 1) if pagina >= 0 else len(paginas) - 1
    hecho = Panel(Color.LCG).titulo("Historial de la Amenaza").texto(paginas[pagina])
    return hecho.botones(*paginador(pagina, len(paginas), lambda p: Accion(ESPACIO, "pagina", flujo, f"p{p}")))


def _lineas(apuntes: Sequence[Apunte], nombres: Nombres) -> Iterator[str]:
    for apunte in apuntes:
        contado = " ".join(filter(None, (_movimiento(hecho, nombres) for hecho in apunte.anotada.hechos)))
        if contado:
            visto = contado if apunte.efectiva else f"~~{contado}~~ (deshecha)"
            momento = int(apunte.anotada.momento.timestamp())
            yield f"{visto}\n-# <t:{momento}:f> · {nombres.persona(apunte.anotada.autor)}"


def _movimiento(hecho: Hecho, nombres: Nombres) -> str:
    match hecho:
        case AmenazaCambiada() | Eliminado():
            return hecho.relato(nombres)
        case MisionAbandonada(cambios=(_, *_)):
            cambios = lista(f"{c.quien.nombre(nombres)} de {c.de} a {c.a}" for c in hecho.cambios)
            return f"Al abandonar {tablas.etapa(hecho.etapa).nombre}: {cambios}."
        case _:
            return ""
