"""Cómo se ven el historial, las propuestas de deshacer y la verificación de una partida."""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord

from cogs.comun.acciones import Accion, BotonDeAccion
from cogs.comun.clases import ClaseDeFlujo
from cogs.comun.paginas import paginador
from cogs.comun.textos import enumerar, mayuscula, plural, recortar
from cogs.comun.vistas import Color, Panel
from servicios.deshacer import DeshacerPropuesto, DeshacerRechazado, Deshecho, Rehecho
from servicios.diario import Apunte, Dia, Flujo, Resultado
from servicios.hechos import Actor, Nombres
from servicios.libro import Libro
from servicios.tiradas import Tirada
from servicios.verificacion import Comprobacion

APUNTES_POR_PAGINA = 8
RELATO_MAXIMO = 320
"""Caracteres de cada orden en el historial: así, por largas que sean, una página cabe en un mensaje."""
MODERACION = "alguien de la moderación que no juegue"
AVISADOS = 12
"""A cuántas personas se avisa, como mucho, de una propuesta."""
RECETA = Path(__file__).parents[2] / "datos" / "receta.txt"
"""El programa que recalcula las tiradas sin el bot, el mismo que explica `docs/azar.md`."""


def historial(ficha: Flujo, clase: str, apuntes: Sequence[Apunte], pagina: int, paginas: int, n: Nombres) -> Panel:
    """Una página de órdenes, de la más antigua a la más reciente."""
    panel = Panel(Color.DADOS).titulo(f"Historial · {clase}").pie(plural(ficha.orden, "orden", "órdenes"))
    for apunte in apuntes:
        panel.texto(_linea(apunte, n))
    if not apuntes:
        panel.texto("Aún no ha pasado nada.")
    aqui = Accion("partida", "historial", ficha.flujo)
    return panel.botones(*paginador(pagina, paginas, lambda otra: aqui.con("historial", version=f"p{otra}")))


def _linea(apunte: Apunte, n: Nombres) -> str:
    anotada = apunte.anotada
    relatos = _relatos(apunte, n)
    if not apunte.efectiva:
        relatos = f"~~{relatos}~~ (deshecha)"
    momento = int(anotada.momento.timestamp())
    return f"**{anotada.numero}** {relatos}\n-# <t:{momento}:f>{_tiradas(apunte.tiradas)}"


def _relatos(apunte: Apunte, n: Nombres) -> str:
    return recortar(" ".join(hecho.relato(n) for hecho in apunte.anotada.hechos), RELATO_MAXIMO)


def _tiradas(tiradas: Sequence[Tirada]) -> str:
    if not tiradas:
        return ""
    if len(tiradas) > 3:
        return f" · tiradas {tiradas[0].numero} a {tiradas[-1].numero}"
    return f" · {enumerar([f'tirada {t.numero} ({t.codigo})' for t in tiradas])}"


def de_que_orden(resultado: Resultado[Any]) -> int | None:
    """El número de la orden que se deshace, se rehace o se propone deshacer."""
    suyos = (DeshacerPropuesto, DeshacerRechazado, Deshecho, Rehecho)
    return next((hecho.orden for hecho in resultado.hechos if isinstance(hecho, suyos)), None)


def quienes_deciden(resultado: Resultado[Any]) -> list[int]:
    """Si se propone deshacer, quienes juegan y pueden aceptarlo."""
    reglas, estado = resultado.libro.agregado, resultado.libro.estado
    return [
        persona
        for hecho in resultado.hechos
        if isinstance(hecho, DeshacerPropuesto)
        for persona in reglas.participantes(estado)
        if reglas.acepta_deshacer(estado, hecho.persona, Actor(persona))
    ][:AVISADOS]


def deshacer(resultado: Resultado[Any], de_que: Sequence[Apunte], clase: ClaseDeFlujo, n: Nombres) -> Panel:
    """Qué ha pasado al pedir que se deshaga o se rehaga, y lo que decía la orden de que se trata."""
    panel = Panel(clase.color)
    for hecho in resultado.hechos:
        panel.texto("\n> ".join((hecho.relato(n), *(_relatos(apunte, n) for apunte in de_que))))
        aqui = Accion("partida", "aceptar", resultado.flujo)
        match hecho:
            case DeshacerPropuesto():
                quienes = [*map(n.persona, quienes_deciden(resultado)), MODERACION]
                panel.texto(f"{mayuscula(enumerar(quienes, 'o'))} tiene que aceptarlo.")
                panel.pie("Hubo azar, o se enseñó algo oculto: no basta con quien lo propone.")
                aqui = aqui.con("aceptar", version=f"o{hecho.orden}")
                panel.botones(
                    BotonDeAccion(aqui, "Aceptar", discord.ButtonStyle.success),
                    BotonDeAccion(aqui.con("rechazar"), "No deshacer"),
                )
            case Deshecho():
                panel.botones(BotonDeAccion(aqui.con("rehacer", version=f"o{hecho.orden}"), "Rehacer"))
    return panel


def sin_revelar(compromiso: str, libro: Libro[Any], titulo: str, dia: Dia | None) -> Panel:
    """Lo que se puede decir de una partida abierta: su compromiso, la sal que lleva y, si la hay, la semilla del día."""
    panel = Panel(Color.DADOS).titulo(f"Verificación · {titulo}")
    cuantas = plural(libro.tiradas, "tirada")
    panel.texto(f"Sigue abierta: su semilla es secreta hasta que se cierre. Lleva {cuantas}.")
    panel.texto(f"Compromiso (SHA-256 de la semilla)\n`{compromiso}`")
    if libro.sal:
        panel.texto(f"Sal de los jugadores\n`{libro.sal}`")
    if dia:
        panel.texto(
            "Lo que se tire en el canal fuera de la partida va aparte, con la semilla del día. Su compromiso\n"
            f"`{dia.compromiso}`"
        )
    return panel.pie(LO_QUE_PRUEBA)


def salada(resultado: Resultado[Any], titulo: str, quien: discord.User | discord.Member) -> Panel:
    """Alguien ha puesto su sal."""
    panel = Panel(Color.DADOS).titulo(f"Sal · {titulo}")
    panel.texto(f"{quien.mention} pone su sal. Desde la próxima tirada, en todas entra\n`{resultado.libro.sal}`")
    return panel.pie(
        "Se puso después de comprometer la semilla: nadie pudo elegir una semilla que contara con ella. "
        "No se deshace. Al cerrar la partida, /partida verificar la tiene en cuenta."
    )


LO_QUE_PRUEBA = (
    "Prueba que ninguna tirada cambió después de comprometer la semilla. No prueba que quien lleva el bot, que conoce la "
    "semilla, no descartara una pulsación: para eso los números van seguidos."
)


def verificada(titulo: str, ficha: Flujo, semilla: bytes, comprobaciones: Sequence[Comprobacion]) -> Panel:
    """El resultado de recalcular todas las tiradas de un flujo cerrado."""
    malas = [c for c in comprobaciones if not c.cuadra]
    panel = Panel(Color.DADOS).titulo(f"Verificación · {titulo}")
    if not comprobaciones:
        panel.texto("No hubo ninguna tirada.")
    elif malas:
        numeros = enumerar([str(c.tirada.numero) for c in malas[:20]])
        panel.texto(f"**No cuadran {len(malas)} de {plural(len(comprobaciones), 'tirada')}**: {numeros}.")
    else:
        panel.texto(
            f"**Cuadran todas**: {plural(len(comprobaciones), 'tirada recalculada', 'tiradas recalculadas')}."
        )
    if fijas := sum(not c.del_origen for c in comprobaciones):
        cuantas = plural(fijas, "tirada no lleva", "tiradas no llevan")
        panel.texto(
            f"{cuantas} el identificador de su orden, sino una etiqueta fija: es lo normal en una tirada secreta o en un "
            "emparejamiento, y en nada más."
        )
    panel.texto(f"Semilla\n`{semilla.hex()}`\nCompromiso\n`{ficha.compromiso}`")
    panel.pie(f"{LO_QUE_PRUEBA} Para comprobarlo sin el bot: `python comprobar.py tiradas.json`.")
    for nombre, contenido in (
        ("tiradas.json", pruebas(ficha, semilla, comprobaciones)),
        ("comprobar.py", RECETA.read_bytes()),
    ):
        archivo = discord.File(io.BytesIO(contenido), nombre)
        panel.archivos.append(archivo)
        panel.caja.add_item(discord.ui.File(archivo))
    return panel


def pruebas(ficha: Flujo, semilla: bytes, comprobaciones: Sequence[Comprobacion]) -> bytes:
    """Lo que hace falta para seguir la receta sin el bot, en JSON."""
    return json.dumps(
        {
            "flujo": ficha.flujo,
            "semilla": semilla.hex(),
            "compromiso": ficha.compromiso,
            "tiradas": [
                {
                    "numero": c.tirada.numero,
                    "codigo": c.tirada.codigo,
                    **c.tirada.sorteo.model_dump(mode="json"),
                }
                for c in comprobaciones
            ],
        },
        ensure_ascii=False,
        indent=1,
    ).encode()


def del_dia(dia: Dia, verificado: Panel | None) -> Panel:
    """La verificación de las tiradas sueltas de un canal."""
    panel = verificado or Panel(Color.DADOS).titulo("Verificación · dados del canal")
    if not dia.previo:
        panel.texto("Hoy es el primer día de este canal: su semilla va **sin compromiso previo**.")
    panel.texto(f"Compromiso de hoy\n`{dia.compromiso}`\nCompromiso del próximo día\n`{dia.siguiente}`")
    return panel if verificado else panel.pie(LO_QUE_PRUEBA)
