"""Lo que comparten los paneles del LCG: la cabecera, lo último que ha pasado, los jugadores y los mandos comunes."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import discord

from cogs.comun.acciones import BotonDeAccion
from cogs.comun.clases import Vista
from cogs.comun.textos import recortar
from cogs.comun.vistas import Color, Panel
from cogs.lcg.mando import boton
from servicios.hechos import Hecho, Nombres
from servicios.lcg.estado import Fin, Jugador, Partida
from servicios.libro import Paso
from servicios.tiradas import numerar

Relatos: TypeAlias = Mapping[type[Hecho], Callable[[Any, Nombres], str]]
"""Cómo se cuenta con detalle lo que merece más que una línea."""

RELATO_MAXIMO = 1000
JUGADORES_MAXIMO = 500
"""Caracteres de cada parte: así todas caben juntas en un mensaje."""
CERCA = 5
"""A cuántos puntos del límite se avisa de que falta poco."""
PIE = "► jugador inicial · la eliminación por Amenaza es del reglamento básico del juego"


def armar(vista: Vista, nombres: Nombres, titulo: str, relatos: Relatos) -> Panel:
    """El comienzo de un panel: de qué va y lo último que ha pasado."""
    partida: Partida = vista.libro.estado
    resultado = {Fin.VICTORIA: " · victoria", Fin.DERROTA: " · derrota", None: ""}[partida.fin]
    panel = Panel(Color.LCG).titulo(f"{titulo}{resultado}{' · cerrada' if vista.libro.cerrado else ''}")
    paso = ultimo(vista)
    if paso is not None:
        panel.texto(recortar(contar(paso, nombres, relatos), RELATO_MAXIMO)).pie(citar(vista, paso))
    return panel


def ultimo(vista: Vista) -> Paso[Any] | None:
    """La última orden que sigue en pie."""
    return vista.libro.pasos[-1] if vista.libro.pasos else None


def contar(paso: Paso[Any], nombres: Nombres, relatos: Relatos) -> str:
    """Lo que pasó en una orden, cada hecho en su línea."""
    return "\n".join(relatos.get(type(hecho), _relato)(hecho, nombres) for hecho in paso.anotada.hechos)


def _relato(hecho: Hecho, nombres: Nombres) -> str:
    return f"> {hecho.relato(nombres)}"


def citar(vista: Vista, paso: Paso[Any]) -> str:
    """Cómo se nombran después las tiradas de una orden; nada, si no hubo azar."""
    tiradas = numerar(vista.libro.flujo, paso.tiradas.start - 1, paso.anotada.hechos)
    if not tiradas:
        return ""
    citadas = " · ".join(f"tirada {t.numero} · {t.codigo}" for t in tiradas[:4])
    return f"{citadas}{' …' if len(tiradas) > 4 else ''} · comprobable con /partida verificar"


def jugadores(partida: Partida, nombres: Nombres) -> str:
    """La ronda, y cada jugador con su número y su Amenaza."""
    lineas = [f"**Ronda {partida.ronda}** · con {partida.limite} de Amenaza se queda eliminado"]
    return recortar(
        "\n".join([*lineas, *(_jugador(partida, j, nombres) for j in partida.jugadores)]), JUGADORES_MAXIMO
    )


def _jugador(partida: Partida, jugador: Jugador, nombres: Nombres) -> str:
    nombre = jugador.quien.nombre(nombres)
    if jugador.eliminado:
        return f"✕ **{jugador.numero}** {nombre} · eliminado"
    marca = "►" if partida.inicial == jugador else "·"
    falta = partida.limite - jugador.amenaza
    aviso = f" · a {falta} del límite" if falta <= CERCA else ""
    return f"{marca} **{jugador.numero}** {nombre} · Amenaza **{jugador.amenaza}**{aviso}"


def en_marcha(vista: Vista) -> bool:
    """Si la partida sigue: ni ha acabado ni se ha cerrado."""
    return vista.libro.estado.fin is None and not vista.libro.cerrado


def mandos_comunes(vista: Vista, *, pasar_ronda: bool = True) -> list[BotonDeAccion]:
    """Los botones de la Amenaza y de la ronda, que llevan todas las partidas; ninguno si la partida ha acabado."""
    if not en_marcha(vista):
        return []
    partida: Partida = vista.libro.estado
    puestos = [boton(vista, ("lcg", "amenaza"), "Amenaza"), boton(vista, ("lcg", "maldito"), "Maldito X")]
    if partida.ronda == 1:
        puestos.append(boton(vista, ("lcg", "inicial"), "Amenaza inicial"))
    return [*puestos, boton_de_ronda(vista, activo=pasar_ronda)]


def boton_de_ronda(vista: Vista, *, activo: bool = True) -> BotonDeAccion:
    """El que acaba la ronda."""
    ronda: int = vista.libro.estado.ronda
    donde = ("lcg", "ronda")
    estilo = discord.ButtonStyle.secondary
    return boton(vista, donde, f"Pasar a la ronda {ronda + 1}", str(ronda), estilo, activo=activo)


def lo_que_queda(vista: Vista) -> str:
    """Qué hacer cuando la partida ha acabado y no se ha cerrado."""
    if vista.libro.estado.fin is None or vista.libro.cerrado:
        return ""
    return "La partida ha acabado. Con /partida cerrar se publica la semilla; si fue un error, deshazlo."
