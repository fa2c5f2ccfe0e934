"""Cómo se ven las cuentas de las palabras clave y los recordatorios que van paso a paso."""

import re
from collections.abc import Mapping

import discord

from cogs.comun.acciones import Accion, BotonDeAccion
from cogs.comun.textos import enumerar, inerte, plural
from cogs.comun.vistas import Color, Panel
from servicios.errores import ErrorDeDominio
from servicios.lcg import ayudas
from servicios.lcg.ayudas import Cuenta, Revelada, Tipo

CARTAS_MAXIMAS = 12
_LETRAS = {"e": Tipo.ENEMIGO, "l": Tipo.LUGAR, "t": Tipo.TRAICION, "o": Tipo.OBJETIVO, "p": Tipo.OBJETIVO}
"""Cada carta revelada, con una letra; «p», un Objetivo que también es Protegido."""
_NOMBRES = {Tipo.ENEMIGO: "Enemigo", Tipo.LUGAR: "Lugar", Tipo.TRAICION: "Traición", Tipo.OBJETIVO: "Objetivo"}


def cuenta(titulo: str, cuenta: Cuenta) -> Panel:
    """Un resultado con su operación y su regla."""
    return Panel(Color.LCG).titulo(titulo).texto(cuenta.operacion).pie(f"{cuenta.regla}\n{cuenta.fuente}")


def arco(cuenta_: Cuenta, reparto: Mapping[str, int]) -> Panel:
    """El Tiro con arco acumulado y, si se ha dado, su reparto, ya comprobado."""
    panel = Panel(Color.LCG).titulo(f"Tiro con arco: {plural(cuenta_.valor, 'punto')} de daño")
    panel.texto(cuenta_.operacion)
    if reparto:
        partes = enumerar([f"{inerte(nombre)} {puntos}" for nombre, puntos in reparto.items()])
        panel.texto(f"El reparto cuadra: {partes}.")
    else:
        panel.texto(
            "Se inflige al comienzo del Combate a personajes en juego, de quien sea, y se reparte como se quiera; "
            "si no hay acuerdo, decide el jugador inicial."
        )
    return panel.pie(f"{cuenta_.regla}\n{cuenta_.fuente}")


def reclamar(cuenta_: Cuenta) -> Panel:
    """Si se puede reclamar un Objetivo."""
    titulo = "Sí se puede reclamar" if cuenta_.valor else "Todavía no se puede reclamar"
    return cuenta(titulo, cuenta_)


def oleada(reveladas: str, previstas: int) -> Panel:
    """Por dónde va la revelación. `reveladas`: una letra por carta, «s» si llevaba Oleada y «n» si no."""
    estado = ayudas.oleada([letra == "s" for letra in reveladas], previstas)
    panel = Panel(Color.LCG).titulo(
        f"Oleada: {_faltan(estado.faltan)}" if estado.faltan else "Oleada: no queda nada por revelar"
    )
    panel.texto(f"{plural(estado.reveladas, 'carta revelada', 'cartas reveladas')} hasta ahora.")
    if estado.faltan:
        panel.texto(_numerados(estado.pasos))
        if len(reveladas) >= CARTAS_MAXIMAS:
            raise ErrorDeDominio(
                "Son demasiadas cartas seguidas para recordarlas: empieza otra vez con /lcg oleada."
            )
        aqui = Accion("oleada", "carta", f"{reveladas}n", str(previstas))
        panel.botones(
            BotonDeAccion(
                aqui.con("carta", objeto=f"{reveladas}s"), "Llevaba Oleada", discord.ButtonStyle.primary
            ),
            BotonDeAccion(aqui, "No la llevaba"),
        )
    return panel.pie(estado.fuente)


def _faltan(cuantas: int) -> str:
    return f"{'falta' if cuantas == 1 else 'faltan'} {plural(cuantas, 'carta')} por revelar"


def protegido(reveladas: str) -> Panel:
    """Por dónde va un Objetivo Protegido. `reveladas`: letra y Amenaza de cada carta («e3o»)."""
    cartas = _descifrar(reveladas)
    estado = ayudas.protegido(cartas)
    panel = Panel(Color.LCG).titulo(
        "Protegido: falta unir una carta" if estado.sin_unir else "Protegido: ya tiene su carta"
    )
    if cartas:
        panel.texto(f"Revelado: {enumerar([_nombre(carta) for carta in cartas])}.")
    panel.texto(_numerados(estado.pasos))
    if estado.amenaza:
        panel.texto(f"Las cartas unidas suman **{estado.amenaza} de Amenaza** al área de preparación.")
    if estado.sin_unir:
        panel.botones(*_botones(reveladas, len(cartas)))
    return panel.pie(f"{estado.fuente}\nCon /lcg reclamar se ve si el Objetivo ya se puede reclamar.")


def _botones(reveladas: str, cuantas: int) -> list[BotonDeAccion]:
    if cuantas >= CARTAS_MAXIMAS:
        raise ErrorDeDominio(
            "Son demasiadas cartas seguidas para recordarlas: empieza otra vez con /lcg protegido."
        )
    aqui = Accion("protegido", "carta", reveladas)
    return [
        BotonDeAccion(aqui.con("amenaza", objeto=f"{reveladas}e"), "Enemigo"),
        BotonDeAccion(aqui.con("amenaza", objeto=f"{reveladas}l"), "Lugar"),
        BotonDeAccion(aqui.con("carta", objeto=f"{reveladas}t"), "Traición"),
        BotonDeAccion(aqui.con("carta", objeto=f"{reveladas}o"), "Otro Objetivo"),
        BotonDeAccion(aqui.con("carta", objeto=f"{reveladas}p"), "Otro Objetivo Protegido"),
    ]


def _descifrar(reveladas: str) -> list[Revelada]:
    return [
        Revelada(_LETRAS[letra], int(amenaza or 0), letra == "p")
        for letra, amenaza in re.findall(r"([eltop])(\d*)", reveladas)
    ]


def _nombre(carta: Revelada) -> str:
    amenaza = f" (Amenaza {carta.amenaza})" if carta.tipo in {Tipo.ENEMIGO, Tipo.LUGAR} else ""
    return f"{_NOMBRES[carta.tipo]}{' Protegido' if carta.protegido else ''}{amenaza}"


def _numerados(pasos: tuple[str, ...]) -> str:
    return "\n".join(f"{numero}. {paso}" for numero, paso in enumerate(pasos, start=1))
