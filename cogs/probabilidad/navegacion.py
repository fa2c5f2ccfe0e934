"""`/probabilidad navegacion`: a qué rumbo se llega en una prueba, según los personajes que se agoten."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Accion, Interaccion, Valores
from cogs.comun.calma import con_calma
from cogs.comun.concilio import Concilio
from cogs.comun.ordenes import con_tiempo
from cogs.comun.personas import canal_de, servidor_de
from cogs.comun.respuestas import responder
from cogs.comun.textos import plural, porcentaje
from cogs.comun.vistas import Color, Panel
from servicios import dibujo
from servicios.errores import NoExiste
from servicios.lcg import tablas
from servicios.lcg.agregado import NAVEGACION
from servicios.lcg.estado_naval import Navegacion
from servicios.lcg.mazo import Composicion, composicion, de_escenario
from servicios.lcg.probabilidad import Prevision, tabla
from servicios.lcg.rumbo import RUMBOS, Rumbo

PERSONAJES = 6
ESCENARIOS = [app_commands.Choice(name=e.nombre, value=e.id) for e in tablas.tablas().escenarios.values()]
CARAS = [app_commands.Choice(name=rumbo.nombre, value=rumbo.value) for rumbo in RUMBOS]
SIN_PARTIDA = (
    "En este canal no hay ninguna partida con Navegación cuyo mazo lleve yo. Elige un escenario: "
    "/probabilidad navegacion escenario."
)


@dataclass(frozen=True)
class Caso:
    """De qué mazo y desde qué rumbo se pregunta."""

    nombre: str
    mazo: Composicion
    rumbo: Rumbo
    descartes: Composicion


class ConNavegacion(commands.Cog):
    """El comando y el botón. Se mezcla con el cog de `/probabilidad`."""

    def registrar_navegacion(self, bot: Concilio) -> None:
        """Apunta quién atiende el botón «Probabilidades» de una partida."""
        bot.acciones.registrar("probabilidad", navegacion=_de_la_partida)

    @app_commands.command()
    @app_commands.describe(
        escenario="De qué escenario, recién preparado (si no, el mazo de la partida de este canal)",
        rumbo="Desde qué rumbo (si no, el de la partida, o Soleado)",
        facil="La versión fácil del escenario",
        jugadores="Cuántos juegan: con 3 o 4 algún escenario aparta más cartas",
    )
    @app_commands.choices(escenario=ESCENARIOS, rumbo=CARAS)
    @con_calma(15, 30)
    async def navegacion(
        self,
        interaction: Interaccion,
        escenario: str | None = None,
        rumbo: str | None = None,
        facil: bool = False,
        jugadores: app_commands.Range[int, 1, 4] = 2,
    ) -> None:
        """A qué rumbo se llega en una prueba de navegación, de 1 a 6 personajes"""
        cara = Rumbo(rumbo) if rumbo else None
        if escenario is not None:
            caso = _del_escenario(escenario, cara, facil, jugadores)
        else:
            caso = _caso(await _partida_del_canal(interaction), cara)
        await responder(interaction, await con_tiempo(interaction, asyncio.to_thread(panel, caso)), privado=False)


async def _de_la_partida(interaccion: Interaccion, accion: Accion, _valores: Valores) -> None:
    """Las probabilidades de ahora mismo, solo para quien pulsa."""
    libro = await interaccion.client.diario.leer(accion.objeto)
    hecho = await con_tiempo(interaccion, asyncio.to_thread(panel, _caso(libro.estado, None)), privado=True)
    await responder(interaccion, hecho, privado=True)


async def _partida_del_canal(interaccion: Interaccion) -> Navegacion:
    diario = interaccion.client.diario
    ficha = await diario.abierto(servidor_de(interaccion), canal_de(interaccion), "partida")
    if ficha is None or ficha.clase != NAVEGACION.nombre:
        raise NoExiste(SIN_PARTIDA)
    return (await diario.leer(ficha.flujo)).estado


def _caso(partida: Navegacion, rumbo: Rumbo | None) -> Caso:
    if partida.mazo is None:
        raise NoExiste(SIN_PARTIDA)
    descartes = composicion(partida.mazo.descartes)
    return Caso("el mazo de esta partida", composicion(partida.mazo.quedan), rumbo or partida.rumbo, descartes)


def _del_escenario(escenario: str, rumbo: Rumbo | None, facil: bool, jugadores: int) -> Caso:
    ficha = tablas.escenario(escenario)
    mazo = de_escenario(ficha, facil=facil, jugadores=jugadores)
    nombre = f"{ficha.nombre}{', versión fácil' if facil else ''}"
    return Caso(nombre, composicion(mazo.quedan), rumbo or Rumbo.SOLEADO, Composicion())


def panel(caso: Caso) -> Panel:
    """La tabla y su imagen. Dibuja: mejor fuera del bucle."""
    previsiones = tabla(caso.mazo, caso.rumbo, caso.descartes, PERSONAJES)
    hecho = Panel(Color.LCG).titulo(f"Prueba de navegación desde {caso.rumbo.nombre}")
    cartas = f"{plural(caso.mazo.cartas, 'carta')} y {plural(caso.mazo.timones, 'timón', 'timones')}"
    hecho.texto(f"Con {caso.nombre}: {cartas}. Se desvía primero a {caso.rumbo.desviado().nombre}.")
    hecho.texto("\n".join(_fila(n, prevision) for n, prevision in enumerate(previsiones, start=1)))
    hecho.imagen(dibujo.histograma(_reparto(caso, previsiones)))
    signos = ", ".join(f"{rumbo.icono} {rumbo.nombre}" for rumbo in RUMBOS)
    mezcla = "Con * se barajan antes los descartes. " if any(p.mezcla for p in previsiones) else ""
    return hecho.pie(f"{signos}. {mezcla}Exacto. El Cazador de Sueños cuenta como 2 personajes.")


def _fila(personajes: int, prevision: Prevision) -> str:
    posibles = ((rumbo, float(p)) for rumbo, p in prevision.rumbos.items() if p)
    finales = " · ".join(f"{rumbo.icono} {porcentaje(p)}" for rumbo, p in posibles)
    return f"**{plural(personajes, 'personaje')}**{'*' if prevision.mezcla else ''}: {finales}"


def _reparto(caso: Caso, previsiones: Sequence[Prevision]) -> dibujo.Reparto:
    return dibujo.Reparto(
        titulo=f"Acabar en {RUMBOS[0].nombre} saliendo de {caso.rumbo.nombre}",
        casos=tuple(
            dibujo.Caso(plural(n, "personaje"), float(prevision.en_rumbo))
            for n, prevision in enumerate(previsiones, start=1)
        ),
        subtitulo=caso.nombre[0].upper() + caso.nombre[1:],
        que="se agotan",
        acento=dibujo.Acento.LCG,
    )
