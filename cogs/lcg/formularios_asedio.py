"""Los formularios de El Asedio de Erebor: cartas que se revelan o llegan, y daño de una misión."""

from collections.abc import Iterable

import discord

from cogs.comun.acciones import Accion, Formulario, Valores
from servicios.lcg import tablas
from servicios.lcg.etapas import Asedio, Clase
from servicios.lcg.fichas import EtapaDeAsedio


def _etapas(fichas: Iterable[EtapaDeAsedio]) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=ficha.nombre, value=ficha.id) for ficha in fichas]


def pedir_enemigo(accion: Accion, _asedio: Asedio, _valores: Valores) -> Formulario:
    """Un Enemigo revelado: su nombre, su coste y la etapa de su esquina, aunque ya no esté en juego."""
    formulario = Formulario(accion.con("enemigorevelado"), "Enemigo revelado")
    formulario.campo("nombre", "Nombre", largo=60)
    ayuda = "En blanco, el que consta para ese Enemigo, si su nombre va en inglés"
    formulario.campo("coste", "Coste de enfrentamiento", largo=2, obligatorio=False, ayuda=ayuda)
    return formulario.opciones("etapa", "Etapa de su esquina", _etapas(tablas.tablas().asedio.etapas))


def pedir_lugar(accion: Accion, _asedio: Asedio, _valores: Valores) -> Formulario:
    """Un Lugar revelado y la etapa de su esquina."""
    formulario = Formulario(accion.con("lugarrevelado"), "Lugar revelado").campo("nombre", "Nombre", largo=60)
    return formulario.opciones("etapa", "Etapa de su esquina", _etapas(tablas.tablas().asedio.etapas))


def pedir_otra(accion: Accion, asedio: Asedio, _valores: Valores) -> Formulario:
    """Un Objetivo o una misión secundaria, y en qué etapa está."""
    clases = [discord.SelectOption(label=c.nombre, value=c.value) for c in (Clase.OBJETIVO, Clase.SECUNDARIA)]
    formulario = Formulario(accion.con("puesta"), "Otra carta").opciones("clase", "Qué es", clases)
    formulario.campo("nombre", "Nombre", largo=60)
    return formulario.opciones("etapa", "En qué etapa", _etapas(e.ficha for e in asedio.etapas))


def pedir_dano(accion: Accion, asedio: Asedio, _valores: Valores) -> Formulario:
    """Daño que recibe, o que se cura, la misión de una etapa."""
    formulario = Formulario(accion.con("danada"), "Daño de una misión")
    formulario.opciones("etapa", "De qué etapa", _etapas(e.ficha for e in asedio.etapas))
    formulario.campo("puntos", "Puntos", largo=3, ayuda="3 la daña 3; -2 le cura 2")
    return formulario.campo("motivo", "Por qué", largo=200, obligatorio=False)
