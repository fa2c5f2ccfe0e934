"""`/navegacion`: la partida, la prueba y la fase de Misión; el mazo, los barcos y los corsarios van aparte."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun import leer
from cogs.comun.acciones import Interaccion, Valores
from cogs.comun.clases import ClaseDePartida
from cogs.comun.concilio import Concilio
from cogs.comun.vistas import Color
from cogs.lcg import apertura, dibujos, vista_navegacion
from cogs.lcg import menus_navegacion as menus
from cogs.lcg.barcos import ConBarcos
from cogs.lcg.corsarios import ConCorsarios
from cogs.lcg.mando import ensenar, mandar, registrar
from cogs.lcg.mazo import DEL_ESCENARIO, ESCENARIOS, ConMazo, leer_eleccion
from cogs.lcg.tipos import Jugador, Lista
from servicios.hechos import Orden
from servicios.lcg.agregado import NAVEGACION
from servicios.lcg.barcos import DanarBarco, PrepararFlota, RepararBarco
from servicios.lcg.corsarios import RetirarCorsario
from servicios.lcg.encuentros import Eleccion, PonerMazo
from servicios.lcg.estado_naval import Paso
from servicios.lcg.fases import AvanzarMision
from servicios.lcg.mesa import Cerrar
from servicios.lcg.navegacion import ProbarNavegacion
from servicios.lcg.probabilidad import PERSONAJES_MAXIMOS
from servicios.lcg.rumbo import DesviarRumbo, MejorarRumbo
from servicios.lcg.travesia import AbrirNavegacion


def _mejorar(_clave: str, _valores: Valores) -> Orden:
    return MejorarRumbo()


def _desviar(_clave: str, _valores: Valores) -> Orden:
    return DesviarRumbo()


def _avanzar(clave: str, _valores: Valores) -> Orden:
    return AvanzarMision(desde=Paso(clave[:-1]), navegacion=clave.endswith("+"))


def _probar(_clave: str, valores: Valores) -> Orden:
    elegido = leer.texto(valores, "menu") or "0"
    return ProbarNavegacion(personajes=int(elegido.rstrip("c")), cazador=elegido.endswith("c"))


def _anotar(_clave: str, valores: Valores) -> Orden:
    return ProbarNavegacion(
        personajes=leer.entero(valores, "personajes", "Cuántos personajes"),
        cazador=leer.texto(valores, "cazador") == "si",
        simbolos=leer.entero(valores, "timones", "Cuántos timones"),
    )


def _poner_mazo(_clave: str, valores: Valores) -> Orden:
    escenario, _, facil = (leer.texto(valores, "menu") or "-").partition(":")
    return PonerMazo(eleccion=Eleccion(escenario=None if escenario == "-" else escenario, facil=facil == "f"))


def _preparar(clave: str, valores: Valores) -> Orden:
    barcos = (leer.texto(valores, "menu") or "").split(",")
    asientos = [int(numero) for numero in clave.split(",")]
    return PrepararFlota(barcos=dict(zip(barcos, asientos, strict=True)))


def _danar(clave: str, valores: Valores) -> Orden:
    puntos = leer.entero(valores, "puntos", "El daño")
    return DanarBarco(barco=clave, puntos=puntos, motivo=leer.texto(valores, "motivo"))


def _reparar(clave: str, valores: Valores) -> Orden:
    puntos = leer.entero(valores, "puntos", "La reparación")
    return RepararBarco(barco=clave, puntos=puntos, motivo=leer.texto(valores, "motivo"))


def _retirar(_clave: str, valores: Valores) -> Orden:
    return RetirarCorsario(corsario=int(leer.texto(valores, "menu") or 0))


@app_commands.guild_only()
class NavegacionCog(
    ConMazo,
    ConBarcos,
    ConCorsarios,
    commands.GroupCog,
    group_name="navegacion",
    group_description="Partidas con Navegación (LCG): pruebas, mazos, barcos y corsarios",
):
    """La partida con Navegación y sus mandos."""

    def __init__(self, bot: Concilio) -> None:
        super().__init__()
        ordenes = {
            "mejorar": _mejorar,
            "desviar": _desviar,
            "fase": _avanzar,
            "prueba": _probar,
            "anotada": _anotar,
        }
        ordenes |= {"mazo": _poner_mazo, "flota": _preparar, "danado": _danar, "reparado": _reparar}
        preguntas = {"anotar": menus.pedir_timones, "barco": menus.pedir_dano}
        registrar(bot, "nav", ordenes | {"corsario": _retirar}, preguntas)
        bot.clases.registrar(
            ClaseDePartida(
                agregado=NAVEGACION,
                titulo="partida con Navegación",
                color=Color.LCG,
                abrir=lambda personas: AbrirNavegacion(jugadores=apertura.sentados(personas)),
                panel=vista_navegacion.panel,
                cerrar=Cerrar,
                imagen=dibujos.de_navegacion,
            )
        )

    @app_commands.command()
    @app_commands.describe(**apertura.DE_QUIENES, **DEL_ESCENARIO)
    @app_commands.choices(escenario=ESCENARIOS)
    async def nueva(
        self,
        interaction: Interaccion,
        escenario: str | None = None,
        facil: bool = False,
        jugador2: discord.Member | None = None,
        jugador3: discord.Member | None = None,
        jugador4: discord.Member | None = None,
        sin_cuenta: Lista | None = None,
        amenazas: Lista | None = None,
    ) -> None:
        """Abre una partida con Navegación; sin escenario, con cartas físicas"""
        puestos = await apertura.asientos(interaction, (jugador2, jugador3, jugador4), sin_cuenta, amenazas)
        mazo = leer_eleccion(escenario, facil)
        await apertura.abrir(interaction, NAVEGACION.nombre, AbrirNavegacion(jugadores=puestos, mazo=mazo))

    @app_commands.command()
    @app_commands.describe(
        personajes="Cuántos se agotan para la prueba, sin contar el Cazador de Sueños",
        cazador="Si va también el Cazador de Sueños, que cuenta como 2",
        timones="Con cartas físicas: los timones encontrados",
        por_efecto="La pide una carta, fuera del comienzo de la fase de Misión",
        jugador="Quién la hace, si la pide una carta (si no, el jugador inicial)",
        extra="Cartas de más (o de menos) que manda mirar una carta; con Calm Waters activa, 2",
        anulados="Timones que una carta no deja contar; con Rough Waters en el área, 1",
    )
    async def prueba(
        self,
        interaction: Interaccion,
        personajes: app_commands.Range[int, 0, PERSONAJES_MAXIMOS],
        cazador: bool = False,
        timones: app_commands.Range[int, 0, 60] | None = None,
        por_efecto: bool = False,
        jugador: Jugador | None = None,
        extra: app_commands.Range[int, -10, 10] = 0,
        anulados: app_commands.Range[int, 0, 20] = 0,
    ) -> None:
        """Prueba de navegación: se desvía el rumbo, se miran las cartas y se mejora uno por timón"""
        orden = ProbarNavegacion(
            personajes=personajes,
            cazador=cazador,
            simbolos=timones,
            por_efecto=por_efecto,
            jugador=jugador,
            extra=extra,
            anulados=anulados,
        )
        await mandar(interaction, orden, NAVEGACION.nombre)

    @app_commands.command()
    async def fase(self, interaction: Interaccion) -> None:
        """La fase de Misión paso a paso, con sus botones: qué toca y cuándo hay Acciones"""
        await ensenar(interaction, NAVEGACION.nombre)
