"""Lo que comparten los comandos y los botones del torneo: dar la orden, y contestar con lo que queda."""

import re
from collections.abc import Iterable
from typing import Any

from cogs.comun.acciones import Accion, BotonDeAccion, Interaccion
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import con_tiempo, ordenar
from cogs.comun.personas import actor_de
from cogs.comun.respuestas import responder
from cogs.comun.vistas import Color, Panel
from cogs.torneo.sala import Sala, tras
from servicios.diario import Resultado
from servicios.errores import ErrorDeDominio
from servicios.hechos import SISTEMA, Actor, Hecho, Orden
from servicios.torneo.derechos import exigir_arbitraje, exigir_coordinacion, exigir_en_juego
from servicios.torneo.puntos import PV_MAXIMO, PV_MINIMO

_PV = re.compile(r"[+\-−–]?\d{1,4}")


async def mandar(
    interaccion: Interaccion, flujo: str, orden: Orden, *, privado: bool = False
) -> tuple[Sala, Resultado[Any]]:
    """Da la orden y devuelve el torneo como queda. Si tarda, avisa a Discord de que la respuesta llegará.

    Raises:
        ErrorDeDominio: si las reglas no la permiten.
    """
    return await con_tiempo(interaccion, _mandar(interaccion, flujo, orden), privado=privado)


async def _mandar(interaccion: Interaccion, flujo: str, orden: Orden) -> tuple[Sala, Resultado[Any]]:
    resultado = await ordenar(interaccion, flujo, orden)
    return await tras(interaccion.client, resultado), resultado


async def hecho(
    interaccion: Interaccion, flujo: str, orden: Orden, frase: str = "", *, privado: bool = False
) -> Sala:
    """Da la orden y contesta con una frase; sin ella, con lo que cuenta el historial."""
    sala, resultado = await mandar(interaccion, flujo, orden, privado=privado)
    panel = Panel(Color.TORNEO).texto(frase or relatos(sala, resultado)).pie(sala.detenido)
    await responder(interaccion, panel, privado=privado)
    return sala


async def dar_cuenta(bot: Concilio, flujo: str, orden: Orden, origen: str) -> None:
    """Apunta en el diario lo que ha fallado en Discord: así lo que se deba por ello sobrevive a una caída."""
    try:
        await bot.diario.ejecutar(flujo, orden, Actor(SISTEMA), origen)
    except ErrorDeDominio:
        return  # ya constaba, o el torneo ha terminado
    bot.avisar_pronto()


def relatos(sala: Sala, resultado: Resultado[Any]) -> str:
    """Lo que ha hecho una orden, como lo dirá el historial."""
    return contar(sala, resultado.hechos) or "Nada que cambiar."


def contar(sala: Sala, hechos: Iterable[Hecho]) -> str:
    """Cada hecho, en una línea, como lo dirá el historial."""
    return "\n".join(hecho.relato(_Inertes(sala)) for hecho in hechos)


class _Inertes:
    """Los nombres de un torneo para contar un hecho."""

    def __init__(self, sala: Sala) -> None:
        self._sala = sala

    def persona(self, numero: int) -> str:
        return self._sala.llamados.persona(numero)

    def texto(self, numero: int) -> str:
        return self._sala.llamados.inerte(numero)


async def exigir_mando(interaccion: Interaccion, sala: Sala) -> None:
    """Raises: SinPermiso si quien pulsa no coordina este torneo."""
    exigir_coordinacion(sala.torneo, await actor_de(interaccion))


async def exigir_arbitro(interaccion: Interaccion, sala: Sala) -> None:
    """Antes de abrir un formulario. Raises: ErrorDeDominio si no se juega, o quien pulsa ni arbitra ni coordina."""
    exigir_en_juego(sala.torneo)
    exigir_arbitraje(sala.torneo, await actor_de(interaccion))


def es_privado(interaccion: Interaccion) -> bool:
    """Si el mensaje del botón solo lo ve quien lo pulsa: entonces se cambia en vez de enviar otro."""
    return interaccion.message is not None and interaccion.message.flags.ephemeral


def numeros(accion: Accion) -> list[int]:
    """Los números que lleva la versión de un botón."""
    return [int(parte) for parte in accion.version.split(".") if re.fullmatch(r"-?\d+", parte)]


def pv(escrito: str, de_quien: str) -> int | None:
    """Los PV escritos en un formulario, con cualquier signo menos; vacío, ninguno.

    Raises:
        ErrorDeDominio: si no es un número.
    """
    limpio = "".join(escrito.split())
    if not limpio:
        return None
    if not _PV.fullmatch(limpio):
        raise ErrorDeDominio(
            f"No entiendo los PV {de_quien}: escribe solo un número, de −{-PV_MINIMO} a {PV_MAXIMO}."
        )
    return int(limpio.replace("−", "-").replace("–", "-"))


def conservar_historial(panel: Panel, interaccion: Interaccion) -> Panel:
    """Deja el botón «Historial» que llevan los anuncios, por el que la bandeja reconoce los suyos."""
    for identificador in _del_mensaje(interaccion, "custom_id"):
        accion = Accion.leer(identificador)
        if accion is not None and accion.version.startswith("aviso"):
            panel.boton_final(BotonDeAccion(accion, "Historial"))
    return panel


def textos_del_mensaje(interaccion: Interaccion) -> list[str]:
    """Los bloques de texto del mensaje cuyo botón se pulsa."""
    return _del_mensaje(interaccion, "content")


def _del_mensaje(interaccion: Interaccion, atributo: str) -> list[str]:
    """Ese atributo de cada componente del mensaje que lo tenga."""
    pendientes: list[Any] = list(interaccion.message.components) if interaccion.message else []
    hallados: list[str] = []
    while pendientes:
        componente = pendientes.pop(0)
        pendientes += getattr(componente, "children", ())
        if valor := getattr(componente, atributo, None):
            hallados.append(valor)
    return hallados
