"""`/navegacion mazo`: con qué mazo se juega, y las cartas que salen de él y entran."""

from collections import Counter
from typing import Literal

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.errores import sugerencias
from cogs.lcg import lectura
from cogs.lcg.mando import buscar, mandar
from cogs.lcg.tipos import Motivo, Nombre
from servicios.busqueda import normalizar
from servicios.errores import ErrorDeDominio
from servicios.lcg import tablas
from servicios.lcg.agregado import NAVEGACION
from servicios.lcg.encuentros import (
    REVELADAS_MAXIMAS,
    AnadirCartas,
    Eleccion,
    Monton,
    PonerMazo,
    QuitarCartas,
    Rebarajar,
    RevelarCartas,
)
from servicios.lcg.fichas import Encuentro
from servicios.lcg.mazo import CARTAS_MAXIMAS

Copias = app_commands.Range[int, 1, CARTAS_MAXIMAS]

ESCENARIOS = [
    app_commands.Choice(name=escenario.nombre, value=escenario.id)
    for escenario in tablas.tablas().escenarios.values()
]
MONTONES = [
    app_commands.Choice(name="el mazo", value="mazo"),
    app_commands.Choice(name="los descartes", value="descartes"),
]
DEL_ESCENARIO = {
    "escenario": "De qué escenario es el mazo de Encuentros",
    "facil": "La versión fácil del escenario",
}
A_MANO = {
    "cartas": "Sin escenario: cuántas cartas tiene el mazo",
    "simples": "Sin escenario: cuántas llevan 1 timón",
    "dobles": "Sin escenario: cuántas llevan 2 timones",
}


def leer_eleccion(
    escenario: str | None,
    facil: bool,
    aparta: str | None = None,
    cuentas: tuple[int | None, int, int] = (None, 0, 0),
) -> Eleccion:
    """El mazo que se pide. `cuentas`: si se describe a mano, sus cartas y cuántas llevan 1 y 2 timones.

    Raises:
        ErrorDeDominio: si se describe a mano sin decir cuántas cartas son, o «fácil» sin escenario.
    """
    if facil and escenario is None:
        raise ErrorDeDominio("La versión fácil es de un escenario: elige cuál.")
    cartas, simples, dobles = cuentas
    aparta = None if aparta is None else lectura.carta(aparta)
    return Eleccion(escenario=escenario, facil=facil, aparta=aparta, cartas=cartas, simples=simples, dobles=dobles)


class ConMazo(commands.Cog):
    """El grupo `mazo`. Se mezcla con el cog de `/navegacion`."""

    mazo = app_commands.Group(name="mazo", description="El mazo de Encuentros y sus cartas")

    @mazo.command()
    @app_commands.describe(
        **DEL_ESCENARIO, **A_MANO, aparta="La carta que se aparta, en los escenarios que dejan elegirla"
    )
    @app_commands.choices(escenario=ESCENARIOS)
    async def poner(
        self,
        interaction: Interaccion,
        escenario: str | None = None,
        facil: bool = False,
        aparta: Nombre | None = None,
        cartas: Copias | None = None,
        simples: app_commands.Range[int, 0, CARTAS_MAXIMAS] = 0,
        dobles: app_commands.Range[int, 0, CARTAS_MAXIMAS] = 0,
    ) -> None:
        """Cambia de mazo por otro recién preparado; sin nada, cartas físicas"""
        eleccion = leer_eleccion(escenario, facil, aparta, (cartas, simples, dobles))
        await mandar(interaction, PonerMazo(eleccion=eleccion), NAVEGACION.nombre)

    @mazo.command()
    @app_commands.describe(carta="Qué carta", cuantas="Cuántas copias", de="De dónde sale", motivo="Por qué")
    @app_commands.choices(de=MONTONES)
    async def quitar(
        self,
        interaction: Interaccion,
        carta: Nombre,
        cuantas: Copias = 1,
        de: Literal["mazo", "descartes"] = "mazo",
        motivo: Motivo | None = None,
    ) -> None:
        """Una carta sale del mazo o de sus descartes: entra en juego, se une a algo o se retira"""
        orden = QuitarCartas(carta=lectura.carta(carta), cuantas=cuantas, de=de, motivo=motivo)
        await mandar(interaction, orden, NAVEGACION.nombre)

    @mazo.command()
    @app_commands.describe(
        carta="Qué carta",
        cuantas="Cuántas copias",
        a="A dónde entra (los descartes si no se dice)",
        nueva="Si no estaba entre las que salieron: otro conjunto, una carta olvidada…",
        motivo="Por qué",
    )
    @app_commands.choices(a=MONTONES)
    async def anadir(
        self,
        interaction: Interaccion,
        carta: Nombre,
        cuantas: Copias = 1,
        a: Literal["mazo", "descartes"] = "descartes",
        nueva: bool = False,
        motivo: Motivo | None = None,
    ) -> None:
        """Una carta que salió, o una nueva, entra en el mazo o en los descartes"""
        orden = AnadirCartas(carta=lectura.carta(carta), cuantas=cuantas, a=a, nueva=nueva, motivo=motivo)
        await mandar(interaction, orden, NAVEGACION.nombre)

    @mazo.command()
    async def barajar(self, interaction: Interaccion) -> None:
        """Baraja los descartes en el mazo"""
        await mandar(interaction, Rebarajar(), NAVEGACION.nombre)

    @mazo.command()
    @app_commands.describe(cuantas="Cuántas cartas", a="A dónde van después")
    @app_commands.choices(
        a=[
            app_commands.Choice(name="quedan en juego", value="juego"),
            app_commands.Choice(name="los descartes", value="descartes"),
        ]
    )
    async def revelar(
        self,
        interaction: Interaccion,
        cuantas: app_commands.Range[int, 1, REVELADAS_MAXIMAS] = 1,
        a: Literal["juego", "descartes"] = "juego",
    ) -> None:
        """Revela cartas del mazo que llevo yo"""
        await mandar(interaction, RevelarCartas(cuantas=cuantas, a=a), NAVEGACION.nombre)

    @quitar.autocomplete("carta")
    @sugerencias
    async def _sugerir_para_quitar(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        de: Monton = getattr(interaccion.namespace, "de", None) or "mazo"
        mazo = (await buscar(interaccion, NAVEGACION.nombre)).libro.estado.mazo
        hay = {} if mazo is None else mazo.quedan if de == "mazo" else mazo.descartes
        return encajan(hay, texto)

    @anadir.autocomplete("carta")
    @sugerencias
    async def _sugerir_para_anadir(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        if getattr(interaccion.namespace, "nueva", False):
            return encajan({c.id: c.copias for c in tablas.tablas().encuentros.values() if not c.corsario}, texto)
        mazo = (await buscar(interaccion, NAVEGACION.nombre)).libro.estado.mazo
        return encajan({} if mazo is None else mazo.fuera, texto)

    @poner.autocomplete("aparta")
    @sugerencias
    async def _sugerir_aparta(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        elegido = getattr(interaccion.namespace, "escenario", None)
        elegibles = tablas.escenario(elegido).elige if elegido else ()
        return encajan(dict.fromkeys(elegibles, 1), texto)


def encajan(cartas: dict[str, int], texto: str) -> list[app_commands.Choice[str]]:
    """Las cartas cuyo nombre contiene lo escrito, con sus copias; si dos se llaman igual, con su conjunto."""
    fichas = sorted((tablas.encuentro(carta) for carta in cartas), key=lambda ficha: ficha.en)
    veces = Counter(ficha.en for ficha in fichas)
    return [
        app_commands.Choice(name=_rotulo(ficha, cartas[ficha.id], repetida=veces[ficha.en] > 1), value=ficha.id)
        for ficha in fichas
        if normalizar(texto) in normalizar(ficha.en)
    ][:25]


def _rotulo(ficha: Encuentro, copias: int, *, repetida: bool) -> str:
    conjunto = f", {ficha.conjunto.replace('-', ' ')}" if repetida else ""
    return f"{ficha.en} (×{copias}{conjunto})"
