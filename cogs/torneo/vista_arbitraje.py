"""Lo que ven el arbitraje y la coordinación: llamadas, averías de Discord y el panel repuesto."""

from collections.abc import Sequence
from typing import Any

import discord
from discord.utils import format_dt

from cogs.comun.acciones import BotonDeAccion, MenuDeAccion
from cogs.comun.textos import inerte
from cogs.comun.vistas import Color, Panel
from cogs.torneo.sala import Sala
from cogs.torneo.vista_inscripcion import inscripcion
from cogs.torneo.vista_resultado import lados
from cogs.torneo.vista_ronda import MESAS_POR_PAGINA, botones_de_ronda, mesa_con_resultado, reloj
from servicios.torneo.arbitraje import CAUSAS
from servicios.torneo.frases import las_mesas
from servicios.torneo.valores import Fase, Llamada, Mesa, Ronda

MINUTOS_DE_COMPENSACION = (5, 10)


def llamada(sala: Sala, numero: int, *, avisa_a: int | None = None) -> Panel:
    """Una mesa que espera al arbitraje, con lo que lleva esperando.

    Args:
        avisa_a: el rol que arbitra, si hay que nombrarlo.
    """
    hallada = next((ll for ll in sala.torneo.llamadas if ll.id == numero), None)
    if hallada is None or hallada.anulada:
        return Panel(Color.TORNEO).texto("Esta llamada ya no existe: se anuló su ronda.")
    mesa = sala.torneo.rondas[hallada.ronda - 1].mesas[hallada.mesa - 1]
    panel = Panel(Color.TORNEO).titulo(f"Mesa {mesa.numero} · ronda {hallada.ronda} · {sala.nombre}")
    nombrado = f"<@&{avisa_a}> " if avisa_a and not hallada.resuelta else ""
    panel.texto(f"{nombrado}{_que_pasa(sala, hallada)} Espera desde {format_dt(hallada.cuando, 'R')}.")
    panel.texto(" – ".join(sala.llamados.mencion(quien) for quien in mesa.jugadores))
    panel.texto("\n".join(_versiones(sala, mesa)))
    if hallada.nota is not None:
        panel.texto(f"«{inerte(sala.llamados.texto(hallada.nota), 200)}»")
    if hallada.resuelta:
        return panel.pie("Resuelta.")
    if hallada.toma is not None:
        panel.texto(f"La atiende {sala.llamados.persona(hallada.toma)}.")
    return panel.botones(*_botones(sala, hallada))


def _que_pasa(sala: Sala, hallada: Llamada) -> str:
    quien = f" ({sala.llamados.de(hallada.de)})" if hallada.de in sala.torneo.participantes else ""
    causa = CAUSAS[hallada.causa]
    return f"{causa[:1].upper()}{causa[1:]}{quien if hallada.causa == 'jugador' else ''}."


def _versiones(sala: Sala, mesa: Mesa) -> list[str]:
    if mesa.resultado is not None:
        return [f"Resultado: {lados(sala, mesa, mesa.resultado)}"]
    partes = [parte for parte in (mesa.parte, mesa.contraria) if parte is not None]
    return [f"Según {sala.llamados.de(parte.de)}: {lados(sala, mesa, parte.resultado)}" for parte in partes]


def _botones(sala: Sala, hallada: Llamada) -> Sequence[BotonDeAccion]:
    tomar = BotonDeAccion(sala.accion("tomar", hallada.id), "Lo atiendo yo", discord.ButtonStyle.primary)
    return [
        *([tomar] if hallada.toma is None else []),
        BotonDeAccion(sala.accion("fijar", hallada.ronda, hallada.mesa), "Fijar el resultado"),
        BotonDeAccion(sala.accion("resolver", hallada.id, 0), "Resuelto", discord.ButtonStyle.success),
        *(
            BotonDeAccion(sala.accion("resolver", hallada.id, minutos), f"Resuelto, y {minutos} minutos más")
            for minutos in MINUTOS_DE_COMPENSACION
        ),
    ]


def suspendido(sala: Sala) -> Panel:
    """El bot no puede seguir en el canal del torneo."""
    panel = Panel(Color.RECHAZO).titulo(f"{sala.nombre} está detenido")
    if sala.torneo.suspendido is None:
        return panel.texto("Ya se ha repuesto: el torneo continúa.")
    panel.texto(inerte(sala.llamados.texto(sala.torneo.suspendido), 300))
    panel.texto(f"Canal: <#{sala.ficha.canal}>. {sala.a_salvo}")
    menu: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        placeholder="Seguir en otro canal", channel_types=[discord.ChannelType.text]
    )
    panel.menu(MenuDeAccion(sala.accion("reponeren"), menu))
    panel.botones(BotonDeAccion(sala.accion("reponer"), "Reponer el panel", discord.ButtonStyle.primary))
    return panel.pie("Si falta un permiso, dalo antes de reponer: /diagnostico dice cuál.")


def suspendido_en_privado(sala: Sala, servidor: str) -> Panel:
    """Lo mismo, en un mensaje directo: allí no hay botones que valgan."""
    panel = Panel(Color.RECHAZO).titulo("Un torneo detenido")
    panel.texto(sala.detenido or "Ya se ha repuesto: el torneo continúa.")
    panel.pie(f"Servidor: {inerte(servidor)}." if servidor else "")
    return panel.pie("Te llega por aquí porque coordinas este torneo y en su servidor no hay dónde decirlo.")


def sin_hilos(sala: Sala, ronda: Ronda) -> Panel:
    """Los hilos que no se han podido abrir, y por qué."""
    panel = Panel(Color.RECHAZO).titulo(f"{sala.nombre}: no puedo abrir los hilos de la ronda {ronda.numero}")
    mesas = [mesa for mesa in ronda.mesas if mesa.numero in ronda.sin_hilo]
    panel.texto(f"Sin hilo: {las_mesas(mesas)}." if mesas else "")
    panel.texto("La ronda sigue igual: se juega y se comunica en el canal.")
    motivos = dict.fromkeys(sala.llamados.inerte(numero) for numero in ronda.sin_hilo.values())
    return panel.pie("\n".join(list(motivos)[:3]))


def panel_repuesto(sala: Sala) -> Panel:
    """Lo que había que tener a la vista, otra vez."""
    torneo = sala.torneo
    if torneo.fase is Fase.INSCRIPCION or torneo.ronda is None:
        return inscripcion(sala)
    ronda = torneo.ronda
    panel = Panel(Color.TORNEO).titulo(f"Ronda {ronda.numero} de {torneo.rondas_previstas} · {sala.nombre}")
    mesas = ronda.mesas[:MESAS_POR_PAGINA]
    panel.texto("\n".join(mesa_con_resultado(sala, ronda, mesa) for mesa in mesas))
    if len(mesas) < len(ronda.mesas):
        panel.texto("Las demás mesas, con /ronda.")
    return panel.texto(reloj(sala, ronda)).botones(*botones_de_ronda(sala, ronda))
