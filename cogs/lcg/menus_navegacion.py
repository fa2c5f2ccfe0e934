"""Los menús y formularios de una partida con Navegación: prueba, mazo, flota, barcos y corsarios."""

from collections.abc import Iterator
from itertools import permutations

import discord

from cogs.comun import leer
from cogs.comun.acciones import Accion, Formulario, MenuDeAccion, Valores, menu_de_opciones
from cogs.comun.clases import Vista
from cogs.comun.textos import plural, porcentaje
from cogs.lcg.mando import accion
from servicios.lcg import tablas
from servicios.lcg.estado_naval import Navegacion, Paso
from servicios.lcg.mazo import Mazo, composicion
from servicios.lcg.navegacion import CAZADOR
from servicios.lcg.probabilidad import prever
from servicios.lcg.rumbo import Rumbo

ESPACIO = "nav"
PERSONAJES_OFRECIDOS = 8


def de(vista: Vista) -> Iterator[MenuDeAccion]:
    """Los menús que tienen sentido ahora."""
    partida: Navegacion = vista.libro.estado
    if partida.pruebas == 0 and partida.paso is Paso.FUERA:
        yield _mazos(vista)
    if not partida.flota_lista:
        yield _flotas(vista, partida)
    if partida.mazo is not None and partida.toca_prueba:
        yield _pruebas(vista, partida, partida.mazo)
    if partida.flota:
        yield _barcos(vista, partida)
    if partida.en_el_mar:
        yield _corsarios(vista, partida)


def _mazos(vista: Vista) -> MenuDeAccion:
    opciones = [discord.SelectOption(label="Cartas físicas: se apuntan los timones", value="-")]
    for escenario in tablas.tablas().escenarios.values():
        opciones.append(discord.SelectOption(label=escenario.nombre, value=escenario.id))
        opciones.append(
            discord.SelectOption(label=f"{escenario.nombre}, versión fácil", value=f"{escenario.id}:f")
        )
    return menu_de_opciones(accion(vista, ESPACIO, "mazo"), "Con qué mazo de Encuentros se juega", opciones)


def _flotas(vista: Vista, partida: Navegacion) -> MenuDeAccion:
    """Todas las flotas legales: alguien lleva el Cazador de Sueños; quien juega solo, este y otro."""
    barcos, cuantos = tablas.tablas().barcos, len(partida.en_juego)
    if len(partida.jugadores) == 1:
        repartos = [(CAZADOR, otro) for otro in barcos if otro != CAZADOR]
    else:
        repartos = [r for r in permutations(barcos, cuantos) if CAZADOR in r]
    numeros = [j.numero for j in partida.en_juego] * (2 if len(partida.jugadores) == 1 else 1)
    opciones = [
        discord.SelectOption(
            label=" · ".join(f"{n} {barcos[barco].nombre}" for n, barco in zip(numeros, reparto, strict=True)),
            value=",".join(reparto),
            description=_amenazas(reparto),
        )
        for reparto in repartos
    ]
    asientos = ",".join(map(str, numeros))
    return menu_de_opciones(
        accion(vista, ESPACIO, "flota", asientos), "Prepara la flota: jugador y barco", opciones
    )


def _amenazas(reparto: tuple[str, ...]) -> str | None:
    cambian = [tablas.barco(barco) for barco in reparto if tablas.barco(barco).amenaza]
    texto = ", ".join(f"{b.nombre} {'+' if b.amenaza > 0 else '−'}{abs(b.amenaza)}" for b in cambian)
    return f"Amenaza inicial: {texto}" if texto else None


def _pruebas(vista: Vista, partida: Navegacion, mazo: Mazo) -> MenuDeAccion:
    """Con cuántos personajes se hace la prueba, y lo probable que es acabar con el rumbo correcto."""
    opciones = [
        _opcion_de_prueba(partida.rumbo, mazo, personajes, con_cazador)
        for con_cazador in ((False, True) if con_el_cazador(partida) else (False,))
        for personajes in range(PERSONAJES_OFRECIDOS + 1)
    ]
    return menu_de_opciones(accion(vista, ESPACIO, "prueba"), "Hacer la prueba de navegación con…", opciones)


def con_el_cazador(partida: Navegacion) -> bool:
    """Si el Cazador de Sueños puede ir a la prueba: sigue a flote, o aún no se ha preparado la flota."""
    return not partida.flota_lista or any(barco.id == CAZADOR for barco in partida.flota)


def _opcion_de_prueba(rumbo: Rumbo, mazo: Mazo, personajes: int, con_cazador: bool) -> discord.SelectOption:
    cartas = personajes + (tablas.barco(CAZADOR).personajes if con_cazador else 0)
    soleado = float(prever(composicion(mazo.quedan), rumbo, cartas, composicion(mazo.descartes)).en_rumbo)
    return discord.SelectOption(
        label=plural(personajes, "personaje") + (" y el Cazador de Sueños" if con_cazador else ""),
        value=f"{personajes}{'c' if con_cazador else ''}",
        description=f"{plural(cartas, 'carta')} · Soleado el {porcentaje(soleado)} de las veces",
    )


def _barcos(vista: Vista, partida: Navegacion) -> MenuDeAccion:
    opciones: list[discord.SelectOption] = []
    for barco in partida.flota:
        resiste = f"resiste {barco.resta} de {barco.ficha.puntos}"
        opciones.append(
            discord.SelectOption(label=f"{barco.ficha.nombre}: daño", value=f"{barco.id}:-", description=resiste)
        )
        if barco.dano:
            opciones.append(
                discord.SelectOption(
                    label=f"{barco.ficha.nombre}: reparación", value=f"{barco.id}:+", description=resiste
                )
            )
    return menu_de_opciones(accion(vista, ESPACIO, "barco"), "Un barco de la flota…", opciones)


def _corsarios(vista: Vista, partida: Navegacion) -> MenuDeAccion:
    opciones = [
        discord.SelectOption(
            label=f"{c.numero} {tablas.encuentro(c.carta).en}", value=str(c.numero), description=_numeros(c.carta)
        )
        for c in partida.en_el_mar
    ]
    invitacion = "Un corsario derrotado va a sus descartes…"
    return menu_de_opciones(accion(vista, ESPACIO, "corsario"), invitacion, opciones)


def _numeros(carta: str) -> str:
    """«coste 40 · Amenaza 4 · Ataque 5 · Defensa 3 · 5 puntos»."""
    e = tablas.enemigo(carta)
    valores = f"Amenaza {e.amenaza} · Ataque {e.ataque} · Defensa {e.defensa}"
    return f"coste {e.coste} · {valores} · {plural(e.puntos, 'punto')}"


# ── formularios ───────────────────────────────────────────────────────────────────────────────────


def pedir_timones(accion: Accion, partida: Navegacion, _valores: Valores) -> Formulario:
    """La prueba con las cartas de la mesa."""
    formulario = Formulario(accion.con("anotada"), "Prueba de navegación")
    formulario.campo("personajes", "Personajes que se agotan", largo=2)
    if con_el_cazador(partida):
        si_o_no = [discord.SelectOption(label="No", value="no"), discord.SelectOption(label="Sí", value="si")]
        formulario.opciones(
            "cazador", "¿Va también el Cazador de Sueños?", si_o_no, ayuda="Cuenta como 2 personajes"
        )
    return formulario.campo("timones", "Timones encontrados", largo=2)


def pedir_dano(accion: Accion, _partida: Navegacion, valores: Valores) -> Formulario:
    """Cuánto daño recibe, o cuánto se repara, el barco elegido en el menú."""
    barco, _, signo = (leer.texto(valores, "menu") or "").partition(":")
    nombre = tablas.barco(barco).nombre
    siguiente = accion.con("danado" if signo == "-" else "reparado", objeto=f"{accion.objeto}/{barco}")
    formulario = Formulario(siguiente, f"{nombre}: {'daño' if signo == '-' else 'reparación'}")
    formulario.campo("puntos", "Puntos", largo=2)
    return formulario.campo("motivo", "Por qué", largo=200, obligatorio=False)
