"""`/isla`: explorar el mapa de El Templo de los Engañados."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun import leer
from cogs.comun.acciones import Interaccion, Valores
from cogs.comun.clases import ClaseDePartida
from cogs.comun.concilio import Concilio
from cogs.comun.errores import sugerencias
from cogs.comun.respuestas import responder
from cogs.comun.textos import inerte
from cogs.comun.vistas import Color
from cogs.lcg import apertura, dibujos, lectura, vista_isla
from cogs.lcg.mando import buscar, ensenar, mandar, registrar
from cogs.lcg.tipos import Lista, Motivo, Nombre
from servicios.busqueda import normalizar
from servicios.errores import ErrorDeDominio, NoExiste
from servicios.hechos import Orden
from servicios.lcg import mapa, tablas
from servicios.lcg.agregado import ISLA
from servicios.lcg.exploracion import Mirar, Viajar, Voltear
from servicios.lcg.isla import AbrirIsla, AnotarLlave, ElegirInicio
from servicios.lcg.mapa import CASILLAS, ESQUINAS, Llave
from servicios.lcg.mesa import Cerrar
from servicios.lcg.progreso import PUNTOS_MAXIMOS, ProgresoDeCarta, ProgresoDeMision

LLAVES = [
    app_commands.Choice(name="la tenemos", value=Llave.LISTA.value),
    app_commands.Choice(name="agotada", value=Llave.AGOTADA.value),
    app_commands.Choice(name="perdida", value=Llave.PERDIDA.value),
]
TODAS = [app_commands.Choice(name=casilla, value=casilla) for casilla in CASILLAS]
PUNTAS = [app_commands.Choice(name=esquina, value=esquina) for esquina in ESQUINAS]
CON_CARTAS = "Con cartas físicas: qué hay en la otra cara (si no, se sortea)"


def progresar(puntos: int, reparto: str | None) -> Orden:
    """El éxito de la misión: «A2 1, B3 2» es lo que va a Lugares del área de preparación."""
    a_lugares = {casilla.upper(): fichas for casilla, fichas in lectura.reparto(reparto).items()}
    if ajena := next((casilla for casilla in a_lugares if casilla not in CASILLAS), None):
        raise NoExiste(f"En el mapa no hay casilla «{inerte(ajena)}»: van de A1 a C5.")
    return ProgresoDeMision(puntos=puntos, reparto=a_lugares)


def _inicio(clave: str, _valores: Valores) -> Orden:
    return ElegirInicio(casilla=clave)


def _viajar(clave: str, valores: Valores) -> Orden:
    return Viajar(casilla=leer.texto(valores, "menu") or "", desde=clave)


def _mirar(_clave: str, valores: Valores) -> Orden:
    return Mirar(casilla=leer.texto(valores, "menu") or "")


def _llave(clave: str, _valores: Valores) -> Orden:
    return AnotarLlave(llave=Llave(clave))


def _progreso(_clave: str, valores: Valores) -> Orden:
    return progresar(leer.entero(valores, "puntos", "El progreso"), leer.texto(valores, "reparto"))


def _ficha(_clave: str, valores: Valores) -> Orden:
    return ProgresoDeCarta(
        casilla=leer.texto(valores, "casilla") or "",
        puntos=leer.entero(valores, "puntos", "El progreso"),
        motivo=leer.texto(valores, "motivo"),
    )


@app_commands.guild_only()
class IslaCog(
    commands.GroupCog, group_name="isla", group_description="El mapa de El Templo de los Engañados (LCG)"
):
    """La isla: viajar, progreso, mirar y la Llave de la Puerta."""

    def __init__(self, bot: Concilio) -> None:
        ordenes = {"inicio": _inicio, "viajar": _viajar, "mirar": _mirar, "llave": _llave}
        preguntas = {"progresar": vista_isla.pedir_progreso, "ficha": vista_isla.pedir_ficha}
        registrar(bot, "isla", ordenes | {"progreso": _progreso, "puesta": _ficha}, preguntas)
        bot.clases.registrar(
            ClaseDePartida(
                agregado=ISLA,
                titulo="isla de El Templo de los Engañados",
                color=Color.LCG,
                abrir=lambda personas: AbrirIsla(jugadores=apertura.sentados(personas)),
                panel=vista_isla.panel,
                cerrar=Cerrar,
                imagen=dibujos.de_isla,
            )
        )

    @app_commands.command()
    @app_commands.describe(
        **apertura.DE_QUIENES,
        arriba="Con cartas físicas: qué hay en A1, la esquina de arriba (si no, se sortea)",
        abajo="Con cartas físicas: qué hay en C1, la esquina de abajo (si no, se sortea)",
    )
    async def nueva(
        self,
        interaction: Interaccion,
        jugador2: discord.Member | None = None,
        jugador3: discord.Member | None = None,
        jugador4: discord.Member | None = None,
        sin_cuenta: Lista | None = None,
        amenazas: Lista | None = None,
        arriba: Nombre | None = None,
        abajo: Nombre | None = None,
    ) -> None:
        """Prepara el mapa de la isla y voltea las dos esquinas de la izquierda"""
        puestos = await apertura.asientos(interaction, (jugador2, jugador3, jugador4), sin_cuenta, amenazas)
        esquinas = (lectura.reverso(arriba), lectura.reverso(abajo))
        await apertura.abrir(interaction, ISLA.nombre, AbrirIsla(jugadores=puestos, esquinas=esquinas))

    @app_commands.command()
    @app_commands.describe(lugar="Un Lugar del mapa, para ver lo que se sabe de él")
    @app_commands.choices(lugar=TODAS)
    async def ver(self, interaction: Interaccion, lugar: str | None = None) -> None:
        """El mapa de la isla, o lo que se sabe de un Lugar"""
        if lugar is None:
            await ensenar(interaction, ISLA.nombre)
            return
        isla = (await buscar(interaction, ISLA.nombre)).libro.estado
        await responder(interaction, vista_isla.detalle(isla, lugar), privado=True)

    @app_commands.command()
    @app_commands.describe(esquina="De qué esquina de la izquierda se parte")
    @app_commands.choices(esquina=PUNTAS)
    async def partir(self, interaction: Interaccion, esquina: str) -> None:
        """Elige de qué esquina de la izquierda se parte"""
        await mandar(interaction, ElegirInicio(casilla=esquina), ISLA.nombre)

    @app_commands.command()
    @app_commands.describe(lugar="A dónde", carta=CON_CARTAS)
    @app_commands.choices(lugar=TODAS)
    async def viajar(self, interaction: Interaccion, lugar: str, carta: Nombre | None = None) -> None:
        """Viaja a un Lugar del área de preparación, y lo voltea si estaba boca abajo"""
        await mandar(interaction, Viajar(casilla=lugar, reverso=lectura.reverso(carta)), ISLA.nombre)

    @app_commands.command()
    @app_commands.describe(
        puntos="Cuánto progreso; en negativo, lo quita una carta",
        lugar="Si lo pone una carta, en qué Lugar; si no, es el éxito de la misión",
        reparto="En el éxito de la misión, si lo permite, lo que va a otros Lugares: «A2 1, B3 2»",
        motivo="Si lo pone una carta, cuál",
    )
    @app_commands.choices(lugar=TODAS)
    async def progreso(
        self,
        interaction: Interaccion,
        puntos: app_commands.Range[int, -PUNTOS_MAXIMOS, PUNTOS_MAXIMOS],
        lugar: str | None = None,
        reparto: app_commands.Range[str, 1, 60] | None = None,
        motivo: Motivo | None = None,
    ) -> None:
        """Progreso: el del éxito de la misión o, si dices un Lugar, el de una carta"""
        if lugar is None:
            await mandar(interaction, progresar(puntos, reparto), ISLA.nombre)
            return
        if reparto is not None:
            raise ErrorDeDominio("El reparto es del éxito de la misión: no digas a la vez un Lugar.")
        await mandar(interaction, ProgresoDeCarta(casilla=lugar, puntos=puntos, motivo=motivo), ISLA.nombre)

    @app_commands.command()
    @app_commands.describe(lugar="Cuál", por_efecto="Lo permite una carta, sin gastar progreso", carta=CON_CARTAS)
    @app_commands.choices(lugar=TODAS)
    async def mirar(
        self, interaction: Interaccion, lugar: str, por_efecto: bool = False, carta: Nombre | None = None
    ) -> None:
        """Mira la otra cara de una Isla Perdida, por 4 de su progreso; no la voltea"""
        por = "efecto" if por_efecto else "progreso"
        orden = Mirar(casilla=lugar, por=por, reverso=lectura.reverso(carta))
        await mandar(interaction, orden, ISLA.nombre)

    @app_commands.command()
    @app_commands.describe(lugar="Cuál", carta=CON_CARTAS, motivo="Qué carta lo hace")
    @app_commands.choices(lugar=TODAS)
    async def voltear(
        self, interaction: Interaccion, lugar: str, carta: Nombre | None = None, motivo: Motivo | None = None
    ) -> None:
        """Una carta da la vuelta a un Lugar, y pierde su progreso"""
        orden = Voltear(casilla=lugar, reverso=lectura.reverso(carta), motivo=motivo)
        await mandar(interaction, orden, ISLA.nombre)

    @app_commands.command()
    @app_commands.describe(estado="Qué pasa con ella")
    @app_commands.choices(estado=LLAVES)
    async def llave(self, interaction: Interaccion, estado: str) -> None:
        """La Llave de la Puerta: sin ella no se entra en el templo"""
        await mandar(interaction, AnotarLlave(llave=Llave(estado)), ISLA.nombre)

    @nueva.autocomplete("arriba")
    @nueva.autocomplete("abajo")
    @sugerencias
    async def _sugerir_esquina(self, _interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        return _reversos({r.id: r.copias for r in tablas.tablas().isla.values() if not r.templo}, texto)

    @viajar.autocomplete("carta")
    @mirar.autocomplete("carta")
    @voltear.autocomplete("carta")
    @sugerencias
    async def _sugerir_reverso(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        isla = (await buscar(interaccion, ISLA.nombre)).libro.estado
        lugar = getattr(interaccion.namespace, "lugar", None)
        templo = lugar in CASILLAS and mapa.es_templo(lugar)
        return _reversos(mapa.por_salir(isla, templo=templo), texto)


def _reversos(quedan: dict[str, int], texto: str) -> list[app_commands.Choice[str]]:
    fichas = (tablas.reverso(reverso) for reverso in quedan)
    return [
        app_commands.Choice(name=f"{ficha.nombre} · {ficha.en} (×{quedan[ficha.id]})", value=ficha.id)
        for ficha in fichas
        if normalizar(texto) in normalizar(f"{ficha.nombre} {ficha.en}")
    ][:25]
