"""Bajas cuando faltan regulares fuera del tablero: cuántas quedan, y qué se puede perder entonces."""

import discord

from cogs.comun import leer
from cogs.comun.acciones import Accion, Formulario, Interaccion, Valores, menu_de_opciones
from cogs.comun.personas import actor_de
from cogs.comun.respuestas import responder
from cogs.comun.textos import plural
from cogs.comun.vistas import Color, Panel
from cogs.guerra.mando import estado_visto, partir, pulsar
from servicios.errores import ErrorDeDominio
from servicios.guerra.batalla import ElegirBajas
from servicios.guerra.combate import Papel
from servicios.guerra.ejercitos import Bajas, posibles
from servicios.guerra.estado import Estado
from servicios.guerra.mesa import exigir_bando
from servicios.guerra.modelo_batalla import PasoDeBatalla
from servicios.guerra.texto import mayuscula


async def preguntar(interaccion: Interaccion, accion: Accion, _valores: Valores) -> None:
    """Pregunta cuántas regulares quedan para reemplazar élites."""
    estado = await estado_visto(interaccion, accion)
    exigir_bando(estado, await actor_de(interaccion), estado.batalla_abierta.bando(_papel(estado)))
    formulario = Formulario(accion.con("recambio"), "Regulares de recambio")
    ayuda = "Entre las bajas y los refuerzos de la nación"
    await interaccion.response.send_modal(formulario.campo("quedan", "Cuántas quedan", largo=2, ayuda=ayuda))


async def ofrecer(interaccion: Interaccion, accion: Accion, valores: Valores) -> None:
    """Ofrece, en privado, las bajas posibles con esos recambios."""
    estado = await estado_visto(interaccion, accion)
    quedan = leer.entero(valores, "quedan", "Las regulares que quedan")
    if not 0 <= quedan <= 99:
        raise ErrorDeDominio("Las regulares que quedan: de 0 a 99.")
    batalla, papel = estado.batalla_abierta, _papel(estado)
    elegibles = [
        discord.SelectOption(label=mayuscula(bajas.contar("retirar", "degradar")), value=_cifrar(bajas))
        for bajas in posibles(batalla.ejercitos[papel], batalla.recibidos(papel), quedan)
    ]
    flujo, _ = partir(accion.objeto)
    panel = Panel(Color.GUERRA).texto(
        f"Con {plural(quedan, 'regular', 'regulares')} de recambio, el {papel.value} puede perder:"
    )
    destino = accion.con("bajas", objeto=f"{flujo}/{quedan}")
    await responder(
        interaccion, panel.menu(menu_de_opciones(destino, "Elegir las bajas…", elegibles)), privado=True
    )


async def elegir(interaccion: Interaccion, accion: Accion, valores: Valores) -> None:
    """Da la orden con las bajas elegidas, a la vista de todos."""
    regulares, degradadas, elites, sin_recambio = map(int, valores["menu"][0].split("."))
    bajas = Bajas(regulares=regulares, degradadas=degradadas, elites=elites, sin_recambio=sin_recambio)
    orden = ElegirBajas(bajas=bajas, quedan_regulares=int(partir(accion.objeto)[1]))
    await pulsar(interaccion, accion, orden, nuevo=True)


def _papel(estado: Estado) -> Papel:
    atacante = estado.batalla_abierta.paso is PasoDeBatalla.BAJAS_ATACANTE
    return Papel.ATACANTE if atacante else Papel.DEFENSOR


def _cifrar(bajas: Bajas) -> str:
    return f"{bajas.regulares}.{bajas.degradadas}.{bajas.elites}.{bajas.sin_recambio}"
