"""`/navegacion barcos`: la flota, su daño y quién puede atacar o defender a quién."""

from typing import Literal

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.errores import sugerencias
from cogs.comun.respuestas import responder
from cogs.comun.textos import plural
from cogs.comun.vistas import Color, Panel
from cogs.lcg import lectura
from cogs.lcg.mando import mandar
from cogs.lcg.mazo import encajan
from cogs.lcg.tipos import Jugador, Motivo, Nombre
from servicios.errores import ErrorDeDominio
from servicios.lcg import combate_naval, tablas
from servicios.lcg.agregado import NAVEGACION
from servicios.lcg.barcos import DANO_MAXIMO, DanarBarco, PrepararFlota, RepararBarco
from servicios.lcg.combate_naval import AtaqueDeBarco, Clase
from servicios.lcg.fichas import BarcoObjetivo
from servicios.texto import con_signo

Puntos = app_commands.Range[int, 1, DANO_MAXIMO]
Ataque = app_commands.Range[int, 0, DANO_MAXIMO]
Efecto = app_commands.Range[int, -DANO_MAXIMO, DANO_MAXIMO]
BARCOS = [app_commands.Choice(name=barco.nombre, value=barco.id) for barco in tablas.tablas().barcos.values()]
NUESTROS = [
    app_commands.Choice(name="un personaje que no es barco", value=Clase.PERSONAJE.value),
    app_commands.Choice(name="un Barco-Objetivo", value=Clase.BARCO_OBJETIVO.value),
]
SUYOS = [
    app_commands.Choice(name="un Enemigo que no es barco", value=Clase.ENEMIGO.value),
    app_commands.Choice(name="un Barco-Enemigo", value=Clase.BARCO_ENEMIGO.value),
]


def _ficha(barco: BarcoObjetivo) -> str:
    valores = (
        f"Voluntad {barco.voluntad} · Ataque {barco.ataque} · Defensa {barco.defensa} · {barco.puntos} puntos"
    )
    amenaza = f" · Amenaza inicial {con_signo(barco.amenaza)}" if barco.amenaza else ""
    cae = (
        "Si se pierde, se pierde la partida"
        if barco.derrota
        else "Si se pierde, queda eliminado quien lo controla"
    )
    palabras = ", ".join(barco.palabras)
    return f"**{barco.nombre}** ({barco.en}) · {valores}{amenaza}\n{palabras}. {barco.nota} {cae}."


class ConBarcos(commands.Cog):
    """El grupo `barcos`. Se mezcla con el cog de `/navegacion`."""

    barcos = app_commands.Group(name="barcos", description="La flota: barcos, daño y combate naval")

    @barcos.command(name="ver")
    async def ver_barcos(self, interaction: Interaccion) -> None:
        """Los cuatro Barcos-Objetivo, con sus números y lo que hace cada uno"""
        panel = Panel(Color.LCG).titulo("La flota del Cazador de Sueños")
        for barco in tablas.tablas().barcos.values():
            panel.texto(_ficha(barco))
        panel.pie("Un barco por jugador; en solitario, el Cazador de Sueños y otro. 003, «Prepara tu flota»")
        await responder(interaction, panel.pie("Los números y los efectos son los de sus cartas."), privado=True)

    @barcos.command()
    @app_commands.describe(
        jugador1="Barco del jugador 1",
        jugador2="Barco del jugador 2",
        jugador3="Barco del jugador 3",
        jugador4="Barco del jugador 4",
        segundo="Si juegas solo, tu segundo barco",
    )
    @app_commands.choices(jugador1=BARCOS, jugador2=BARCOS, jugador3=BARCOS, jugador4=BARCOS, segundo=BARCOS)
    async def preparar(
        self,
        interaction: Interaccion,
        jugador1: str,
        jugador2: str | None = None,
        jugador3: str | None = None,
        jugador4: str | None = None,
        segundo: str | None = None,
    ) -> None:
        """Prepara la flota: un barco por jugador, y alguien lleva el Cazador de Sueños"""
        elegidos = [(jugador1, 1), (jugador2, 2), (jugador3, 3), (jugador4, 4), (segundo, 1)]
        dados = [(barco, numero) for barco, numero in elegidos if barco is not None]
        if len({barco for barco, _ in dados}) < len(dados):
            raise ErrorDeDominio(
                "Cada barco es único: no se lo des a dos jugadores.", "Fuente: 003, «Prepara tu flota»."
            )
        await mandar(interaction, PrepararFlota(barcos=dict(dados)), NAVEGACION.nombre)

    @barcos.command()
    @app_commands.describe(barco="Qué barco", puntos="Cuánto daño recibe", motivo="Por qué")
    @app_commands.choices(barco=BARCOS)
    async def dano(
        self, interaction: Interaccion, barco: str, puntos: Puntos, motivo: Motivo | None = None
    ) -> None:
        """Un barco recibe daño por algo que no es un ataque"""
        await mandar(interaction, DanarBarco(barco=barco, puntos=puntos, motivo=motivo), NAVEGACION.nombre)

    @barcos.command()
    @app_commands.describe(barco="Qué barco", puntos="Cuánto se repara", motivo="Por qué")
    @app_commands.choices(barco=BARCOS)
    async def reparar(
        self, interaction: Interaccion, barco: str, puntos: Puntos, motivo: Motivo | None = None
    ) -> None:
        """Se cura daño de un barco"""
        await mandar(interaction, RepararBarco(barco=barco, puntos=puntos, motivo=motivo), NAVEGACION.nombre)

    @barcos.command()
    @app_commands.describe(
        jugador="A quién ataca, por su número",
        barco="El que defiende; sin defensa, el que se lleva el daño",
        defiende="Si el barco defiende",
        enemigo="El Barco-Enemigo, que pone su ataque",
        ataque="El ataque, si el Barco-Enemigo no sale en la lista",
        extra="Lo que suman o restan las sombras y otros efectos",
    )
    @app_commands.choices(barco=BARCOS)
    async def ataque(
        self,
        interaction: Interaccion,
        jugador: Jugador,
        barco: str,
        defiende: bool,
        enemigo: Nombre | None = None,
        ataque: Ataque | None = None,
        extra: Efecto = 0,
    ) -> None:
        """Un Barco-Enemigo ataca: defiende un barco o, sin defensa, se lleva el daño uno del atacado"""
        quien = None if enemigo is None else lectura.enemigo(enemigo)
        orden = AtaqueDeBarco(
            jugador=jugador, barco=barco, defiende=defiende, enemigo=quien, ataque=ataque, extra=extra
        )
        await mandar(interaction, orden, NAVEGACION.nombre)

    @barcos.command()
    @app_commands.describe(
        enemigo="A qué Barco-Enemigo se ataca",
        barco="Un barco que ataca",
        otro="Otro",
        tercero="Otro",
        extra="Ataque de personajes y efectos",
    )
    @app_commands.choices(barco=BARCOS, otro=BARCOS, tercero=BARCOS)
    async def atacar(
        self,
        interaction: Interaccion,
        enemigo: Nombre,
        barco: str,
        otro: str | None = None,
        tercero: str | None = None,
        extra: Efecto = 0,
    ) -> None:
        """Cuánto daño hace la flota a un Barco-Enemigo (la cuenta; sus heridas las llevan los jugadores)"""
        barcos = [b for b in (barco, otro, tercero) if b is not None]
        enemigo = lectura.enemigo(enemigo)
        golpe = combate_naval.atacar(barcos, enemigo, extra)
        panel = Panel(Color.LCG).titulo(
            f"{tablas.encuentro(enemigo).en} sufre {plural(golpe.dano, 'punto')} de daño"
        )
        panel.texto(f"{golpe.cuenta}{': queda destruido' if golpe.destruye else ''}.")
        await responder(
            interaction,
            panel.pie("Ataque − Defensa. Los Barcos-Objetivo solo atacan a Barcos-Enemigo."),
            privado=False,
        )

    @barcos.command()
    @app_commands.describe(quien="Una carta de los jugadores", accion="Qué quiere hacer", contra="El Enemigo")
    @app_commands.choices(quien=NUESTROS, contra=SUYOS)
    async def puede(
        self,
        interaction: Interaccion,
        quien: str,
        accion: Literal["atacar", "defender"],
        contra: str,
    ) -> None:
        """Si una carta puede atacar a un Enemigo o defender de él, según las reglas de barcos"""
        pregunta = combate_naval.puede_atacar if accion == "atacar" else combate_naval.puede_defender
        permiso = pregunta(Clase(quien), Clase(contra))
        panel = Panel(Color.LCG).titulo(permiso.frase.rstrip(".")).texto(permiso.regla)
        await responder(interaction, panel.pie(permiso.fuente), privado=False)

    @ataque.autocomplete("enemigo")
    @atacar.autocomplete("enemigo")
    @sugerencias
    async def _sugerir_barco_enemigo(
        self, _interaccion: Interaccion, texto: str
    ) -> list[app_commands.Choice[str]]:
        return encajan(
            {e.id: tablas.encuentro(e.id).copias for e in tablas.tablas().enemigos.values() if e.barco}, texto
        )
