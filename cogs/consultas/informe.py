"""«Informar de un error»: un formulario que llega al canal que el servidor haya elegido, con el id de la entrada."""

import discord

from cogs.comun.acciones import Accion, Formulario, Interaccion, Valores
from cogs.comun.personas import servidor_de
from cogs.comun.respuestas import responder
from cogs.comun.textos import inerte
from cogs.comun.vistas import Color, Panel
from servicios import configuracion
from servicios.errores import ErrorDeDominio

SIN_CANAL = ErrorDeDominio(
    "Este servidor aún no ha elegido a qué canal llegan los informes.",
    "Quien pueda gestionarlo lo elige con /configurar.",
)


async def preguntar(interaccion: Interaccion, accion: Accion, _valores: Valores) -> None:
    """Abre el formulario."""
    await _canal(interaccion)
    formulario = Formulario(accion.con("enviarinforme"), "Informar de un error")
    formulario.campo(
        "texto", "¿Qué está mal?", largo=1000, parrafo=True, ayuda="Si puedes, di dónde pone lo correcto."
    )
    await interaccion.response.send_modal(formulario)


async def enviar(interaccion: Interaccion, accion: Accion, valores: Valores) -> None:
    """Lleva el informe a su canal.

    Raises:
        ErrorDeDominio: si no hay canal elegido o el bot no puede escribir en él.
    """
    canal = interaccion.client.get_partial_messageable(await _canal(interaccion), guild_id=interaccion.guild_id)
    panel = Panel(Color.SATM).titulo("Informe de un error")
    panel.texto(f"Entrada `{accion.objeto}`\n{inerte(valores['texto'][0], 1000)}")
    panel.pie(f"De {interaccion.user.mention}")
    try:
        await canal.send(view=panel)
    except (discord.Forbidden, discord.NotFound):
        raise ErrorDeDominio(
            "No puedo escribir en el canal de informes, así que tu informe no ha llegado.",
            "Avisa a quien gestione el servidor: con /diagnostico verá qué permiso me falta.",
        ) from None
    await responder(
        interaccion,
        Panel(Color.SATM).texto("Gracias: tu informe ha llegado a quien cuida los datos."),
        privado=True,
    )


async def _canal(interaccion: Interaccion) -> int:
    elegido = await configuracion.leer(interaccion.client.diario, servidor_de(interaccion))
    if elegido.canal_de_informes is None:
        raise SIN_CANAL
    return elegido.canal_de_informes
