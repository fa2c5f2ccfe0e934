"""Las cuentas y los recordatorios de palabras clave, dentro de `/lcg`. No guardan nada ni piden una partida.

Oleada y Protegido van paso a paso: lo que ya se ha revelado viaja en el propio botón.
"""

from collections import Counter

from discord import app_commands
from discord.ext import commands

from cogs.comun import leer
from cogs.comun.acciones import Accion, Formulario, Interaccion, Valores
from cogs.comun.concilio import Concilio
from cogs.comun.personas import canal_de, servidor_de
from cogs.comun.respuestas import cambiar, responder
from cogs.lcg import lectura, vista_ayudas
from servicios.errores import ErrorDeDominio
from servicios.lcg import ayudas
from servicios.lcg.agregado import AGREGADOS
from servicios.lcg.ayudas import Arquero

Valor = app_commands.Range[int, 0, ayudas.MAXIMO]


class ConAyudas(commands.Cog):
    """Los comandos de las palabras clave. Se mezcla con el cog de `/lcg`."""

    def registrar_ayudas(self, bot: Concilio) -> None:
        """Apunta quién atiende los botones de Oleada y Protegido."""
        bot.acciones.registrar("oleada", carta=_otra_de_oleada)
        bot.acciones.registrar(
            "protegido", carta=_otra_unida, amenaza=_pedir_amenaza, conamenaza=_otra_con_amenaza
        )

    @app_commands.command()
    @app_commands.describe(
        dano="Daño que se le inflige; si es en varias veces, «4 1 2»", x="La X de su Resistencia"
    )
    async def resistencia(self, interaction: Interaccion, dano: app_commands.Range[str, 1, 60], x: Valor) -> None:
        """Resistencia X: cuánto daño sufre de verdad un Enemigo"""
        cuenta = ayudas.resistencia(lectura.enteros(dano, "El daño"), x)
        await responder(
            interaction, vista_ayudas.cuenta(f"Resistencia {x}: sufre {cuenta.valor}", cuenta), privado=False
        )

    @app_commands.command(name="tiro-con-arco")
    @app_commands.describe(
        valores="El de cada carta en juego; X si es el número de jugadores: «X X 3»",
        jugadores="Cuántos juegan (si no, los de la partida de este canal)",
        reparto="El reparto, para comprobarlo: «Gandalf 2, Denethor 2»",
    )
    async def tiro_con_arco(
        self,
        interaction: Interaccion,
        valores: app_commands.Range[str, 1, 60],
        jugadores: app_commands.Range[int, 1, 4] | None = None,
        reparto: app_commands.Range[str, 1, 300] | None = None,
    ) -> None:
        """Tiro con arco X: el daño que hay que repartir al comienzo del Combate"""
        cuantos = jugadores or await _cuantos_juegan(interaction)
        cuenta = ayudas.tiro_con_arco(_arqueros(valores), cuantos)
        repartido = lectura.reparto(reparto)
        if reparto is not None:
            ayudas.comprobar_reparto(cuenta.valor, repartido)
        await responder(interaction, vista_ayudas.arco(cuenta, repartido), privado=False)

    @app_commands.command()
    @app_commands.describe(previstas="Cuántas cartas tocaba revelar de por sí")
    async def oleada(self, interaction: Interaccion, previstas: app_commands.Range[int, 1, 9] = 1) -> None:
        """Oleada paso a paso: cuántas cartas faltan por revelar"""
        await responder(interaction, vista_ayudas.oleada("", previstas), privado=False)

    @app_commands.command()
    async def protegido(self, interaction: Interaccion) -> None:
        """Protegido paso a paso: qué carta se une al Objetivo y cómo se libra de ella"""
        await responder(interaction, vista_ayudas.protegido(""), privado=False)

    @app_commands.command()
    @app_commands.describe(unidas="Cuántas cartas de Encuentro tiene unidas todavía")
    async def reclamar(self, interaction: Interaccion, unidas: Valor) -> None:
        """Si ya se puede reclamar un Objetivo Protegido, y por qué"""
        await responder(interaction, vista_ayudas.reclamar(ayudas.puede_reclamar(unidas)), privado=False)


def _arqueros(valores: str) -> list[Arquero]:
    """«X X 3»: dos copias cuya X es el número de jugadores y otra de 3."""
    trozos = Counter(trozo.upper() for trozo in valores.replace(",", " ").split())
    if not trozos:
        raise ErrorDeDominio("Escribe el valor de cada carta con Tiro con arco: «X X 3».")
    return [
        Arquero(None if trozo == "X" else lectura.enteros(trozo, "Cada valor")[0], copias)
        for trozo, copias in trozos.items()
    ]


async def _cuantos_juegan(interaccion: Interaccion) -> int:
    """Los jugadores que siguen en la partida del canal."""
    diario = interaccion.client.diario
    ficha = await diario.abierto(servidor_de(interaccion), canal_de(interaccion), "partida")
    if ficha is None or ficha.clase not in {agregado.nombre for agregado in AGREGADOS}:
        raise ErrorDeDominio("Di cuántos jugadores hay: en este canal no hay ninguna partida del juego de cartas.")
    return len((await diario.leer(ficha.flujo)).estado.en_juego)


async def _otra_de_oleada(interaccion: Interaccion, accion: Accion, _valores: Valores) -> None:
    await cambiar(interaccion, vista_ayudas.oleada(accion.objeto, int(accion.version)))


async def _otra_unida(interaccion: Interaccion, accion: Accion, _valores: Valores) -> None:
    await cambiar(interaccion, vista_ayudas.protegido(accion.objeto))


async def _pedir_amenaza(interaccion: Interaccion, accion: Accion, _valores: Valores) -> None:
    formulario = Formulario(accion.con("conamenaza"), "Carta unida al Objetivo")
    await interaccion.response.send_modal(formulario.campo("amenaza", "Amenaza de la carta", largo=2, valor="0"))


async def _otra_con_amenaza(interaccion: Interaccion, accion: Accion, valores: Valores) -> None:
    amenaza = leer.entero(valores, "amenaza", "La Amenaza")
    if not 0 <= amenaza <= ayudas.MAXIMO:
        raise ErrorDeDominio(f"La Amenaza de una carta va de 0 a {ayudas.MAXIMO}.")
    await cambiar(interaccion, vista_ayudas.protegido(f"{accion.objeto}{amenaza}"))
