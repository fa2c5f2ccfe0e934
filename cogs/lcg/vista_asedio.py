"""Cómo se ve El Asedio de Erebor: el tablero de las etapas y los mandos de lo que toca en la ronda."""

from collections.abc import Iterator
from typing import Any

import discord

from cogs.comun.acciones import BotonDeAccion, MenuDeAccion, menu_de_opciones
from cogs.comun.clases import Vista
from cogs.comun.textos import plural, recortar
from cogs.comun.vistas import Panel
from cogs.lcg import mando
from cogs.lcg.mando import boton
from cogs.lcg.piezas import PIE, Relatos, armar, en_marcha, jugadores, lo_que_queda, mandos_comunes
from servicios.hechos import Nombres
from servicios.lcg import asedio as ronda
from servicios.lcg import tablas, tablero
from servicios.lcg.abandono import MisionAbandonada
from servicios.lcg.etapas import Asedio, Carta, Clase, Zona, etapa_de, jugadores_en, vecina

ESPACIO = "asedio"
TITULO = "El Asedio de Erebor"
ETAPAS_MAXIMO = 1300
LINEA_MAXIMA = 260
"""Caracteres del tablero y de cada una de sus líneas: con muchas cartas, las últimas solo salen en los menús."""
PRINCIPAL = discord.ButtonStyle.primary
PELIGRO = discord.ButtonStyle.danger


def panel(vista: Vista, nombres: Nombres, carta: int | None = None) -> Panel:
    """El tablero, con los mandos de lo que toca o, si se ha elegido una carta, lo que se puede hacer con ella."""
    asedio: Asedio = vista.libro.estado
    hecho = armar(vista, nombres, TITULO, RELATOS)
    if vista.imagenes:
        hecho.imagen(*vista.imagenes)
    hecho.texto(recortar("\n".join(_etapas(asedio, nombres)), ETAPAS_MAXIMO))
    hecho.texto("\n".join(_preparacion(asedio))).texto("\n".join(_lo_que_toca(asedio))).linea()
    hecho.texto(jugadores(asedio, nombres)).texto(lo_que_queda(vista))
    if en_marcha(vista):
        if carta is None:
            _mandos(hecho, vista, asedio, nombres)
        else:
            hecho.texto(f"**Qué hacer con {_nombrada(asedio.carta(carta), nombres)}**")
            hecho.botones(*_de_la_carta(vista, asedio, asedio.carta(carta)))
    return hecho.pie(f"{tablas.tablas().asedio.creditos}\n{PIE}")


# ── lo que hay ────────────────────────────────────────────────────────────────────────────────────


def _etapas(asedio: Asedio, nombres: Nombres) -> Iterator[str]:
    """Las etapas en pie, de oeste a este."""
    for etapa in tablero.tablero(asedio):
        titulo, *resto = tablero.lineas(etapa, nombres)
        yield f"**{titulo}**"
        yield from (recortar(linea, LINEA_MAXIMA) for linea in resto)


def _preparacion(asedio: Asedio) -> Iterator[str]:
    """Antes de la primera ronda, lo que mandan preparar las cartas del escenario."""
    if preparativos := ronda.por_preparar(asedio):
        yield "**Preparación**, según las cartas del escenario"
        yield from (f"- {texto}" for texto in preparativos)


def _lo_que_toca(asedio: Asedio) -> Iterator[str]:
    """Lo que falta para seguir con la ronda."""
    for etapa in asedio.por_abandonar:
        yield f"⚠ **Hay que abandonar {etapa.ficha.nombre}**: daño {etapa.dano}, y se abandona con {asedio.umbral}."
    if asedio.por_elegir:
        yield f"Elige etapa el jugador {asedio.por_elegir[0]}."
    if asedio.paso:
        nombre = tablas.paso(asedio.paso.id).nombre
        falta = f"toca {asedio.por_resolver[0].ficha.nombre}" if asedio.por_resolver else "resuelto en todas"
        yield f"Paso de la ronda: **{nombre}**, de oeste a este: {falta}."
    if asedio.paso and asedio.paso.id == "preparacion":
        cartas = plural(ronda.por_revelar(asedio), "carta")
        yield f"El jugador inicial revela {cartas} para todas las etapas: 1 más el número de jugadores."
    yield f"El norte resiste: {asedio.norte} de {tablas.tablas().asedio.norte} de progreso."


def _nombrada(carta: Carta, nombres: Nombres) -> str:
    coste = f", coste {carta.coste}" if carta.coste is not None else ""
    return f"{nombres.texto(carta.nombre)} ({carta.clase.nombre}{coste})"


def abandono(hecho: MisionAbandonada, nombres: Nombres) -> str:
    """Los seis pasos, numerados."""
    pasos = "\n".join(f"{numero}. {paso}" for numero, paso in enumerate(hecho.pasos(nombres), start=1))
    return f"**Se abandona la misión de {tablas.etapa(hecho.etapa).nombre}**\n{pasos}"


RELATOS: Relatos = {MisionAbandonada: abandono}


# ── mandos ────────────────────────────────────────────────────────────────────────────────────────


def _mandos(hecho: Panel, vista: Vista, asedio: Asedio, nombres: Nombres) -> None:
    for menu in _menus(vista, asedio, nombres):
        hecho.menu(menu)
    hecho.botones(*_de_la_ronda(vista, asedio))
    hecho.botones(
        boton(vista, (ESPACIO, "enemigo"), "Enemigo revelado"),
        boton(vista, (ESPACIO, "lugar"), "Lugar revelado"),
        boton(vista, (ESPACIO, "otra"), "Otra carta"),
        boton(vista, (ESPACIO, "dano"), "Daño de una misión"),
    )
    hecho.botones(*mandos_comunes(vista, pasar_ronda=asedio.final_resuelto and not asedio.por_abandonar))


def _menus(vista: Vista, asedio: Asedio, nombres: Nombres) -> Iterator[MenuDeAccion]:
    if asedio.por_elegir:
        toca = asedio.por_elegir[0]
        etapas = [discord.SelectOption(label=e.ficha.nombre, value=e.id) for e in asedio.etapas]
        yield menu_de_opciones(
            mando.accion(vista, ESPACIO, "etapa", str(toca)), f"Etapa del jugador {toca}…", etapas
        )
    if asedio.cartas:
        opciones = [_opcion(asedio, carta, nombres) for carta in asedio.cartas[-25:]]
        yield menu_de_opciones(mando.accion(vista, ESPACIO, "carta"), "Una carta…", opciones)


def _opcion(asedio: Asedio, carta: Carta, nombres: Nombres) -> discord.SelectOption:
    etapa = etapa_de(asedio, carta)
    donde = tablas.etapa(etapa).nombre if etapa else "sin etapa"
    nombre = recortar(_nombrada(carta, nombres).replace("\\", ""), 70)  # un menú no entiende de formato
    return discord.SelectOption(label=f"{nombre} · {donde}", value=str(carta.numero))


def _de_la_ronda(vista: Vista, asedio: Asedio) -> list[BotonDeAccion]:
    """Lo que hace avanzar la ronda: abandonar, resolver el paso en una etapa, empezar el siguiente o acabarla."""
    if asedio.por_abandonar:
        donde = (ESPACIO, "abandonar")
        return [boton(vista, donde, f"Abandonar {e.ficha.nombre}", e.id, PELIGRO) for e in asedio.por_abandonar]
    if asedio.por_elegir or asedio.final_resuelto:
        return []
    if asedio.por_resolver:
        etapa = asedio.por_resolver[0]
        return [boton(vista, (ESPACIO, "resolver"), f"Resuelto en {etapa.ficha.nombre}", etapa.id, PRINCIPAL)]
    siguiente = siguiente_paso(asedio)
    puestos = [boton(vista, (ESPACIO, "final"), "Daño del final de la ronda")]
    if siguiente is not None:
        nombre = tablas.paso(siguiente).nombre
        puestos.insert(0, boton(vista, (ESPACIO, "paso"), f"Empezar: {nombre}", siguiente, PRINCIPAL))
    return puestos


def siguiente_paso(asedio: Asedio) -> str | None:
    """El paso de la ronda que sigue al que está en curso; `None`, si era el último."""
    pasos = [paso.id for paso in tablas.tablas().asedio.pasos]
    lugar = pasos.index(asedio.paso.id) + 1 if asedio.paso else 0
    return pasos[lugar] if lugar < len(pasos) else None


def _de_la_carta(vista: Vista, asedio: Asedio, carta: Carta) -> list[BotonDeAccion]:
    """Lo que se puede hacer con una carta."""
    clave, etapa = str(carta.numero), etapa_de(asedio, carta)
    puestos: list[Any] = []
    for lado in ("oeste", "este"):
        activo = etapa is not None and vecina(asedio, etapa, lado) is not None
        puestos.append(boton(vista, (ESPACIO, lado), f"Mover al {lado}", clave, activo=activo))
    if carta.clase is Clase.ENEMIGO and etapa is not None:
        puestos += [
            boton(vista, (ESPACIO, "enfrentar"), f"Se enfrenta al jugador {j.numero}", f"{clave}:{j.numero}")
            for j in jugadores_en(asedio, etapa)
            if j.numero != carta.jugador
        ]
    if carta.clase is Clase.LUGAR and carta.zona is Zona.PREPARACION:
        puestos.append(boton(vista, (ESPACIO, "activar"), "Viajar aquí", clave))
    rotulo = {Clase.ENEMIGO: "Derrotado", Clase.LUGAR: "Explorado"}.get(carta.clase, "Deja el juego")
    puestos.append(boton(vista, (ESPACIO, "retirar"), rotulo, clave, PELIGRO))
    return [*puestos, boton(vista, (ESPACIO, "volver"), "Volver")]
