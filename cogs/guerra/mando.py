"""Los mandos de la partida: de un botón, un menú, un formulario o un comando, una orden; y de ella, el panel.

El `objeto` de cada botón es el flujo y una clave; su `version`, la última orden que había cambiado la partida cuando se
dibujó. Las opciones se numeran por su lugar en `opciones(estado)`, que depende solo del estado: con la misma versión, es
el mismo número. Un botón que se ha quedado atrás no hace nada: pone el panel al día y lo dice.
"""

from typing import Any

import discord

from cogs.comun import partidas
from cogs.comun.acciones import Accion, BotonDeAccion, Interaccion
from cogs.comun.clases import Vista
from cogs.comun.ordenes import con_tiempo, ordenar
from cogs.comun.personas import actor_de, canal_de, servidor_de
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.vistas import Panel
from servicios.diario import Resultado
from servicios.errores import NoExiste, YaHaCambiado
from servicios.guerra.agregado import GUERRA, opciones
from servicios.guerra.estado import Estado
from servicios.guerra.mesa import exigir_bando, exigir_jugador
from servicios.guerra.opciones import Opcion
from servicios.guerra.sueltas import CombateSuelto, LiderazgoSuelto
from servicios.hechos import Orden
from servicios.libro import Libro
from servicios.vigente import SiSigue

ESPACIO = "guerra"
SIN_PARTIDA = "En este canal no hay ninguna partida de La Guerra del Anillo. Ábrela con /guerra nueva."
SUELTAS = (CombateSuelto, LiderazgoSuelto)
YA_NO = "Esto ya ha cambiado: alguien se ha adelantado. Tienes el panel al día."


def accion(vista: Vista, nombre: str, clave: str = "") -> Accion:
    """Lo que hace un botón del panel que se está dibujando."""
    objeto = f"{vista.ficha.flujo}/{clave}" if clave else vista.ficha.flujo
    return Accion(ESPACIO, nombre, objeto, f"o{situacion(vista.libro)}")


def boton(
    vista: Vista,
    nombre: str,
    rotulo: str,
    clave: str = "",
    estilo: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> BotonDeAccion:
    """Un botón del panel."""
    return BotonDeAccion(accion(vista, nombre, clave), rotulo[:80], estilo)


def partir(objeto: str) -> tuple[str, str]:
    """El flujo y la clave de un `objeto`. Un flujo son siempre tres partes."""
    partes = objeto.split("/", 3)
    return "/".join(partes[:3]), partes[3] if len(partes) > 3 else ""


def situacion(libro: Libro[Estado]) -> int:
    """El número de la última orden en pie que cambió la partida: una tirada suelta deja como estaba el panel."""
    for paso in reversed(libro.pasos):
        if not all(isinstance(hecho, SUELTAS) for hecho in paso.anotada.hechos):
            return paso.anotada.numero
    return libro.orden if libro.faltan_pasos else libro.frontera


def situacion_vista(accion: Accion) -> int:
    """La que veía quien pulsa."""
    return int(accion.version[1:])


async def abierta(interaccion: Interaccion) -> Vista | None:
    """La partida de La Guerra abierta en el canal, si la hay."""
    diario = interaccion.client.diario
    ficha = await diario.abierto(servidor_de(interaccion), canal_de(interaccion), "partida")
    if ficha is None or ficha.clase != GUERRA.nombre:
        return None
    return Vista(ficha, await diario.leer(ficha.flujo))


async def buscar(interaccion: Interaccion) -> Vista:
    """La partida de La Guerra abierta en el canal.

    Raises:
        NoExiste: si no la hay; la frase dice cómo se abre.
    """
    vista = await abierta(interaccion)
    if vista is None:
        raise NoExiste(SIN_PARTIDA)
    return vista


async def mandar(interaccion: Interaccion, orden: Orden) -> None:
    """Da la orden de un comando a la partida del canal, y enseña cómo queda en un mensaje nuevo.

    Raises:
        YaHaCambiado: si alguien se ha adelantado mientras tanto: dos iguales tecleadas a la vez serían dos efectos.
        ErrorDeDominio: si no hay partida o las reglas no lo permiten.
    """
    vista = await buscar(interaccion)
    vigente = SiSigue(orden=orden, vista=vista.libro.orden)
    resultado = await con_tiempo(interaccion, ordenar(interaccion, vista.ficha.flujo, vigente))
    await responder(interaccion, await panel_de(interaccion, resultado), privado=False)


async def pulsar(interaccion: Interaccion, accion: Accion, orden: Orden, *, nuevo: bool = False) -> None:
    """Da la orden de un botón, si nadie se ha adelantado.

    `nuevo`: enseña el panel en un mensaje nuevo aunque no haya habido dados.

    Raises:
        YaHaCambiado: si el panel ya no valía; queda puesto al día.
        ErrorDeDominio: si las reglas no lo permiten.
    """
    libro = await _libro_visto(interaccion, accion)
    # Entre leer y anotar se puede adelantar alguien: entonces lo nota el diario.
    vigente = SiSigue(orden=orden, vista=libro.orden)
    try:
        resultado = await con_tiempo(interaccion, ordenar(interaccion, libro.flujo, vigente))
    except YaHaCambiado:
        await poner_al_dia(interaccion, libro.flujo)
        raise
    panel = await panel_de(interaccion, resultado)
    # Lo que salió al azar queda en un mensaje propio, que Discord firma con esta interacción.
    if nuevo or resultado.tiradas:
        await responder(interaccion, panel, privado=False)
    else:
        await cambiar(interaccion, panel)


async def estado_visto(interaccion: Interaccion, accion: Accion) -> Estado:
    """El estado de la partida, si sigue siendo el que veía quien pulsa.

    Raises:
        YaHaCambiado: si no; el panel queda puesto al día.
    """
    return (await _libro_visto(interaccion, accion)).estado


async def elegida(interaccion: Interaccion, accion: Accion, numero: int) -> Opcion:
    """La opción con ese número, si quien pulsa puede decidirla.

    Raises:
        YaHaCambiado: si el panel ya no vale.
        ErrorDeDominio: si la decide el otro bando.
    """
    estado = await estado_visto(interaccion, accion)
    ofrecidas = opciones(estado)
    if not 0 <= numero < len(ofrecidas):
        raise YaHaCambiado(YA_NO)
    opcion = ofrecidas[numero]
    actor = await actor_de(interaccion)
    if opcion.bando is None:
        exigir_jugador(estado, actor)
    else:
        exigir_bando(estado, actor, opcion.bando)
    return opcion


async def _libro_visto(interaccion: Interaccion, accion: Accion) -> Libro[Estado]:
    flujo, _ = partir(accion.objeto)
    libro = await interaccion.client.diario.leer(flujo)
    if situacion(libro) != situacion_vista(accion):
        await poner_al_dia(interaccion, flujo)
        raise YaHaCambiado(YA_NO)
    return libro


async def poner_al_dia(interaccion: Interaccion, flujo: str) -> None:
    """Cambia el mensaje pulsado por el panel de ahora."""
    diario = interaccion.client.diario
    vista = Vista(await diario.ficha(flujo), await diario.leer(flujo))
    await cambiar(interaccion, await partidas.dibujar(interaccion.client, vista))


async def panel_de(interaccion: Interaccion, resultado: Resultado[Any]) -> Panel:
    """El panel después de una orden."""
    ficha = await interaccion.client.diario.ficha(resultado.flujo)
    return await partidas.dibujar(interaccion.client, Vista(ficha, resultado.libro))
