"""Los mandos de una partida del LCG: de un comando, un botón o un formulario, una orden; y de ella, el panel.

El `objeto` de cada botón es el flujo y, si hace falta, la clave de aquello sobre lo que actúa; su `version`, la orden
que se veía. Un botón que se ha quedado atrás no hace nada: pone el panel al día y lo dice.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord

from cogs.comun import partidas
from cogs.comun.acciones import Accion, BotonDeAccion, Formulario, Interaccion, Manejador, Valores
from cogs.comun.clases import Vista
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import con_tiempo, ordenar
from cogs.comun.personas import actor_de, canal_de, servidor_de
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.vistas import Panel
from servicios.diario import Resultado
from servicios.errores import NoExiste, YaHaCambiado
from servicios.hechos import Orden
from servicios.lcg.agregado import AGREGADOS, ASEDIO, ISLA, NAVEGACION
from servicios.lcg.mesa import comprobar
from servicios.vigente import SiSigue

Lectura: TypeAlias = Callable[[str, Valores], Orden]
"""La orden de un botón, un menú o un formulario, según su clave y lo elegido o escrito."""
Pregunta: TypeAlias = Callable[[Accion, Any, Valores], Formulario]
"""El formulario que abre un botón o un menú, según el estado de la partida y lo elegido."""
Dibujo: TypeAlias = Callable[[Concilio, Vista], Awaitable[Panel]]

CUALQUIERA = tuple(agregado.nombre for agregado in AGREGADOS)
_COMO_SE_ABRE: Mapping[tuple[str, ...], str] = {
    (NAVEGACION.nombre,): "En este canal no hay ninguna partida con Navegación. Ábrela con /navegacion nueva.",
    (ISLA.nombre,): "En este canal no hay ninguna isla que explorar. Prepara una con /isla nueva.",
    (ASEDIO.nombre,): "En este canal no hay ningún asedio de Erebor. Empieza uno con /erebor nueva.",
}
_DEL_LCG = "En este canal no hay ninguna partida del juego de cartas. Abre una con /amenaza nueva."


def accion(vista: Vista, espacio: str, nombre: str, clave: str = "") -> Accion:
    """Lo que hace un botón del panel que se está dibujando."""
    objeto = f"{vista.ficha.flujo}/{clave}" if clave else vista.ficha.flujo
    return Accion(espacio, nombre, objeto, f"o{vista.libro.orden}")


def boton(
    vista: Vista,
    donde: tuple[str, str],
    rotulo: str,
    clave: str = "",
    estilo: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    activo: bool = True,
) -> BotonDeAccion:
    """Un botón del panel. `donde`: su espacio y su acción."""
    return BotonDeAccion(accion(vista, *donde, clave), rotulo, estilo, activo=activo)


def partir(objeto: str) -> tuple[str, str]:
    """El flujo y la clave de un `objeto`. Un flujo son siempre tres partes."""
    partes = objeto.split("/", 3)
    return "/".join(partes[:3]), partes[3] if len(partes) > 3 else ""


async def buscar(interaccion: Interaccion, *clases: str) -> Vista:
    """La partida del LCG abierta en el canal, de una de esas clases (o de cualquiera).

    Raises:
        NoExiste: si no la hay; la frase dice cómo se abre.
    """
    diario = interaccion.client.diario
    ficha = await diario.abierto(servidor_de(interaccion), canal_de(interaccion), "partida")
    if ficha is None or ficha.clase not in (clases or CUALQUIERA):
        raise NoExiste(_COMO_SE_ABRE.get(clases, _DEL_LCG))
    return Vista(ficha, await diario.leer(ficha.flujo))


async def mandar(interaccion: Interaccion, orden: Orden, *clases: str, dibujar: Dibujo = partidas.dibujar) -> None:
    """Da la orden de un comando a la partida del canal, y enseña cómo queda en un mensaje nuevo.

    Raises:
        YaHaCambiado: si alguien se ha adelantado mientras tanto: dos iguales tecleadas a la vez serían dos efectos.
        ErrorDeDominio: si no hay partida o las reglas no lo permiten.
    """
    vista = await buscar(interaccion, *clases)
    vigente = SiSigue(orden=orden, vista=vista.libro.orden)
    _, panel = await con_tiempo(interaccion, _dar(interaccion, vista.ficha.flujo, vigente, dibujar))
    await responder(interaccion, panel, privado=False)


async def ensenar(interaccion: Interaccion, *clases: str, dibujar: Dibujo = partidas.dibujar) -> None:
    """Enseña la partida del canal, sin tocarla."""
    vista = await buscar(interaccion, *clases)
    panel = await con_tiempo(interaccion, dibujar(interaccion.client, vista))
    await responder(interaccion, panel, privado=False)


def registrar(
    bot: Concilio,
    espacio: str,
    ordenes: Mapping[str, Lectura],
    preguntas: Mapping[str, Pregunta] | None = None,
    dibujar: Dibujo = partidas.dibujar,
) -> None:
    """Apunta quién atiende cada botón de un espacio.

    Args:
        ordenes: acciones que dan una orden.
        preguntas: acciones que abren un formulario, cuya acción dará la orden.
        dibujar: cómo queda el mensaje después.
    """
    manejadores = {nombre: _que_ordena(lectura, dibujar) for nombre, lectura in ordenes.items()}
    manejadores |= {nombre: _que_pregunta(p, dibujar) for nombre, p in (preguntas or {}).items()}
    bot.acciones.registrar(espacio, **manejadores)


def _que_ordena(lectura: Lectura, dibujar: Dibujo) -> Manejador:
    async def atender(interaccion: Interaccion, accion: Accion, valores: Valores) -> None:
        flujo, clave = partir(accion.objeto)
        orden = SiSigue(orden=lectura(clave, valores), vista=_vista(accion))
        try:
            resultado, panel = await con_tiempo(interaccion, _dar(interaccion, flujo, orden, dibujar))
        except YaHaCambiado:
            await _poner_al_dia(interaccion, flujo, dibujar)
            raise
        # Lo que salió al azar queda en un mensaje propio, que Discord firma con esta interacción.
        await (responder(interaccion, panel, privado=False) if resultado.tiradas else cambiar(interaccion, panel))

    return atender


def _que_pregunta(pregunta: Pregunta, dibujar: Dibujo) -> Manejador:
    async def atender(interaccion: Interaccion, accion: Accion, valores: Valores) -> None:
        flujo, _ = partir(accion.objeto)
        libro = await interaccion.client.diario.leer(flujo)
        if libro.orden != _vista(accion):
            await _poner_al_dia(interaccion, flujo, dibujar)
            raise YaHaCambiado("Esto ya ha cambiado: alguien se ha adelantado. Tienes el panel al día.")
        comprobar(libro.estado, Orden(), await actor_de(interaccion))  # antes de que nadie escriba en balde
        await interaccion.response.send_modal(pregunta(accion, libro.estado, valores))

    return atender


async def _poner_al_dia(interaccion: Interaccion, flujo: str, dibujar: Dibujo) -> None:
    diario = interaccion.client.diario
    vista = Vista(await diario.ficha(flujo), await diario.leer(flujo))
    await cambiar(interaccion, await dibujar(interaccion.client, vista))


async def _dar(
    interaccion: Interaccion, flujo: str, orden: Orden, dibujar: Dibujo
) -> tuple[Resultado[Any], Panel]:
    """Da una orden y dibuja cómo queda la partida."""
    resultado = await ordenar(interaccion, flujo, orden)
    vista = Vista(await interaccion.client.diario.ficha(flujo), resultado.libro)
    return resultado, await dibujar(interaccion.client, vista)


def _vista(accion: Accion) -> int:
    return int(accion.version[1:])
