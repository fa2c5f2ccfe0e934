"""Lo que toda partida enseña y toda partida hace: encontrarla, abrirla y dibujarla, con sus botones comunes."""

import asyncio
from dataclasses import replace

from cogs.comun.acciones import Accion, BotonDeAccion, Interaccion
from cogs.comun.clases import ClaseDePartida, Vista
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import abrir_flujo
from cogs.comun.personas import canal_de, con_nombres, servidor_de
from cogs.comun.vistas import Panel
from servicios.diario import Flujo
from servicios.errores import NoExiste
from servicios.hechos import Orden


async def la_del_canal(interaccion: Interaccion) -> Flujo:
    """La partida abierta en el canal.

    Raises:
        NoExiste: si no la hay.
    """
    diario = interaccion.client.diario
    ficha = await diario.abierto(servidor_de(interaccion), canal_de(interaccion), "partida")
    if ficha is None:
        raise NoExiste("En este canal no hay ninguna partida abierta. Ábrela con /partida nueva.")
    return ficha


async def abrir(interaccion: Interaccion, clase: ClaseDePartida, orden: Orden) -> Panel:
    """Abre una partida en el canal, y la dibuja con su compromiso.

    Raises:
        ErrorDeDominio: si las reglas no lo permiten o el canal ya tiene una abierta.
    """
    bot = interaccion.client
    resultado = await abrir_flujo(interaccion, clase.agregado, orden)
    panel = await dibujar(bot, Vista(await bot.diario.ficha(resultado.flujo), resultado.libro))
    return panel.pie("Al cerrarla se publica la semilla y cualquiera puede recalcular cada tirada.")


async def dibujar(bot: Concilio, vista: Vista) -> Panel:
    """El panel de una partida: su imagen, los nombres de su gente y, ya cerrada, su semilla; y los botones comunes."""
    clase, flujo = bot.clases.de(vista.ficha.clase), vista.ficha.flujo
    vista = await con_imagen(bot, clase, vista)
    panel = await con_nombres(bot.diario, flujo, lambda nombres: clase.panel(vista, nombres))
    if not vista.ficha.abierto:
        semilla = await bot.diario.semilla_revelada(flujo)
        panel.texto(f"Semilla publicada\n`{semilla.hex() if semilla else '?'}`")
    return con_lo_comun(panel, vista)


async def con_imagen(bot: Concilio, clase: ClaseDePartida, vista: Vista) -> Vista:
    """La vista con la imagen de la partida, si la clase la tiene. Se dibuja fuera del bucle."""
    if clase.imagen is None:
        return vista
    tarea = clase.imagen(vista, await bot.diario.textos(vista.ficha.flujo))
    return replace(vista, imagenes=(await asyncio.to_thread(tarea),)) if tarea else vista


def con_lo_comun(panel: Panel, vista: Vista) -> Panel:
    """El panel de una partida, con los botones que todas tienen."""
    # Deshacer nombra la última orden que sigue en pie, que no es la última si lo último fue otro deshacer.
    # Si no quedaba ninguna, también se dice: el botón no puede valer para lo que venga después.
    pasos = vista.libro.pasos
    ultima = "" if not pasos and vista.libro.faltan_pasos else f"o{pasos[-1].anotada.numero if pasos else 0}"
    flujo = Accion("partida", "deshacer", vista.ficha.flujo, ultima)
    historial = BotonDeAccion(flujo.con("historial", version="p-1"), "Historial")
    if vista.ficha.abierto:
        panel.botones(BotonDeAccion(flujo, "Deshacer"), historial)
        return panel.pie(f"Compromiso del azar: {vista.ficha.compromiso}")
    return panel.botones(historial, BotonDeAccion(flujo.con("verificar"), "Verificar"))
