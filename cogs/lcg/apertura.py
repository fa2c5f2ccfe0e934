"""Abrir una partida del LCG: quién se sienta, en qué orden y con cuánta Amenaza."""

from collections.abc import Sequence

import discord

from cogs.comun import partidas
from cogs.comun.acciones import Interaccion
from cogs.comun.ordenes import con_tiempo
from cogs.comun.personas import servidor_de
from cogs.comun.respuestas import responder
from cogs.comun.textos import plural
from cogs.lcg import lectura
from servicios.errores import ErrorDeDominio
from servicios.hechos import Orden
from servicios.lcg.mesa import Asiento

DE_QUIENES = {
    "jugador2": "Quién juega contigo",
    "jugador3": "Otra persona",
    "jugador4": "Otra persona",
    "sin_cuenta": "Nombres de quienes juegan sin cuenta de Discord, separados por comas",
    "amenazas": "Amenaza inicial de cada jugador, en orden: «28, 31»",
}
"""Descripciones de las opciones comunes a todo comando que abre una partida."""


def sentados(personas: Sequence[int]) -> tuple[Asiento, ...]:
    """Quien abre y las personas con quienes juega, aún sin Amenaza."""
    return (Asiento(), *(Asiento(persona=persona) for persona in personas))


async def asientos(
    interaccion: Interaccion,
    personas: Sequence[discord.Member | None],
    sin_cuenta: str | None,
    amenazas: str | None,
) -> tuple[Asiento, ...]:
    """Los asientos que se piden al abrir: quien abre, las personas y los nombres, con su Amenaza en ese orden.

    Raises:
        ErrorDeDominio: si juega un bot o sobran Amenazas.
    """
    invitados = [persona for persona in personas if persona is not None]
    for persona in invitados:
        _comprobar_persona(persona)
    servidor, diario = servidor_de(interaccion), interaccion.client.diario
    numeros = [await diario.persona(servidor, persona.id) for persona in invitados]
    puestos = [*sentados(numeros), *(Asiento(nombre=nombre) for nombre in lectura.nombres(sin_cuenta))]
    valores = lectura.enteros(amenazas or "", "Cada Amenaza")
    if len(valores) > len(puestos):
        de_mas = plural(len(valores), "Amenaza")
        raise ErrorDeDominio(f"Has dado {de_mas} y la mesa es de {plural(len(puestos), 'jugador', 'jugadores')}.")
    valores += [0] * (len(puestos) - len(valores))
    return tuple(puesto.con(amenaza=valor) for puesto, valor in zip(puestos, valores, strict=True))


async def asiento(interaccion: Interaccion, persona: discord.Member | None, nombre: str | None) -> Asiento:
    """El asiento de quien se une: una persona o un nombre.

    Raises:
        ErrorDeDominio: si no se dice quién, se dice dos veces o es un bot.
    """
    if (persona is None) == (nombre is None):
        raise ErrorDeDominio("Di quién se une: una persona o, si no tiene cuenta, su nombre.")
    if persona is None:
        return Asiento(nombre=nombre)
    _comprobar_persona(persona)
    return Asiento(persona=await interaccion.client.diario.persona(servidor_de(interaccion), persona.id))


def _comprobar_persona(persona: discord.Member) -> None:
    if persona.bot:
        raise ErrorDeDominio("Un bot no puede jugar: elige a personas, o da el nombre de quien no tiene cuenta.")


async def abrir(interaccion: Interaccion, clase: str, orden: Orden) -> None:
    """Abre la partida y enseña su panel."""
    elegida = interaccion.client.clases.de(clase)
    panel = await con_tiempo(interaccion, partidas.abrir(interaccion, elegida, orden))
    await responder(interaccion, panel, privado=False)
