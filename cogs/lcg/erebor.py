"""`/erebor`: El Asedio de Erebor, etapa a etapa. Los mandos del panel están en `mandos_asedio.py`."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.clases import ClaseDePartida
from cogs.comun.concilio import Concilio
from cogs.comun.errores import sugerencias
from cogs.comun.personas import con_nombres
from cogs.comun.respuestas import responder
from cogs.comun.vistas import Color
from cogs.lcg import apertura, dibujos, lectura, vista_asedio, vista_reunion
from cogs.lcg.mando import buscar, ensenar, mandar
from cogs.lcg.mandos_asedio import registrar_mandos
from cogs.lcg.tipos import Jugador, Lista, Motivo, Nombre
from servicios.busqueda import normalizar
from servicios.hechos import Orden
from servicios.lcg import tablas
from servicios.lcg.abandono import Abandonar
from servicios.lcg.agregado import ASEDIO
from servicios.lcg.asedio import AbrirAsedio, ElegirEtapa, EmpezarPaso, ResolverEtapa
from servicios.lcg.dano import DANO_MAXIMO, CurarMision, DanarMision, ResolverFinal
from servicios.lcg.etapas import Clase
from servicios.lcg.mesa import Cerrar
from servicios.lcg.tropas import Enfrentar, MoverCarta, PonerCarta, RetirarCarta, RevelarEncuentro, ViajarEnEtapa

Numero = app_commands.Range[int, 1, 9999]
Puntos = app_commands.Range[int, 1, DANO_MAXIMO]
ETAPAS = [app_commands.Choice(name=e.nombre, value=e.id) for e in tablas.tablas().asedio.etapas]
PASOS = [app_commands.Choice(name=p.nombre, value=p.id) for p in tablas.tablas().asedio.pasos]
COSTE = "Si es un Enemigo, su coste de enfrentamiento (si lo conozco, el suyo)"
CLASES = [app_commands.Choice(name=clase.nombre, value=clase.value) for clase in Clase]


@app_commands.guild_only()
class EreborCog(
    commands.GroupCog, group_name="erebor", group_description="El Asedio de Erebor (LCG, de aficionados: ALeP)"
):
    """El asedio: etapas, pasos de la ronda, cartas, daño y abandono."""

    def __init__(self, bot: Concilio) -> None:
        registrar_mandos(bot)
        bot.clases.registrar(
            ClaseDePartida(
                agregado=ASEDIO,
                titulo="El Asedio de Erebor",
                color=Color.LCG,
                abrir=lambda personas: AbrirAsedio(jugadores=apertura.sentados(personas)),
                panel=vista_asedio.panel,
                cerrar=Cerrar,
                imagen=dibujos.de_asedio,
            )
        )

    @app_commands.command()
    @app_commands.describe(**apertura.DE_QUIENES, facil="La versión fácil: las misiones aguantan 2 más de daño")
    async def nueva(
        self,
        interaction: Interaccion,
        jugador2: discord.Member | None = None,
        jugador3: discord.Member | None = None,
        jugador4: discord.Member | None = None,
        sin_cuenta: Lista | None = None,
        amenazas: Lista | None = None,
        facil: bool = False,
    ) -> None:
        """Pone en línea las cuatro etapas y empieza el asedio"""
        puestos = await apertura.asientos(interaction, (jugador2, jugador3, jugador4), sin_cuenta, amenazas)
        await apertura.abrir(interaction, ASEDIO.nombre, AbrirAsedio(jugadores=puestos, facil=facil))

    @app_commands.command()
    async def ver(self, interaction: Interaccion) -> None:
        """El tablero de las cuatro etapas, con los mandos de lo que toca"""
        await ensenar(interaction, ASEDIO.nombre)

    @app_commands.command()
    @app_commands.describe(jugador="Su número en el panel", etapa="Cuál elige")
    @app_commands.choices(etapa=ETAPAS)
    async def etapa(self, interaction: Interaccion, jugador: Jugador, etapa: str) -> None:
        """Un jugador elige su etapa para la ronda, en orden de juego"""
        await self._mandar(interaction, ElegirEtapa(jugador=jugador, etapa=etapa))

    @app_commands.command()
    @app_commands.describe(paso="Cuál")
    @app_commands.choices(paso=PASOS)
    async def paso(self, interaction: Interaccion, paso: str) -> None:
        """Empieza un paso de la ronda, que se resuelve de oeste a este"""
        await self._mandar(interaction, EmpezarPaso(paso=paso))

    @app_commands.command()
    @app_commands.describe(etapa="En cuál")
    @app_commands.choices(etapa=ETAPAS)
    async def resolver(self, interaction: Interaccion, etapa: str) -> None:
        """El paso en curso queda resuelto en una etapa"""
        await self._mandar(interaction, ResolverEtapa(etapa=etapa))

    @app_commands.command()
    @app_commands.describe(
        clase="Qué es",
        nombre="Su nombre",
        etapa="La de su esquina inferior derecha",
        coste=COSTE,
    )
    @app_commands.choices(etapa=ETAPAS, clase=CLASES[:2])
    async def revelar(
        self,
        interaction: Interaccion,
        clase: str,
        nombre: Nombre,
        etapa: str,
        coste: app_commands.Range[int, 0, 99] | None = None,
    ) -> None:
        """Se revela un Enemigo o un Lugar: va a la etapa de su esquina"""
        coste = lectura.coste(Clase(clase), nombre, coste)
        orden = RevelarEncuentro(clase=Clase(clase), nombre=nombre, etapa=etapa, coste=coste)
        await self._mandar(interaction, orden)

    @app_commands.command()
    @app_commands.describe(clase="Qué es", nombre="Su nombre", etapa="En cuál", coste=COSTE)
    @app_commands.choices(etapa=ETAPAS, clase=CLASES)
    async def poner(
        self,
        interaction: Interaccion,
        clase: str,
        nombre: Nombre,
        etapa: str,
        coste: app_commands.Range[int, 0, 99] | None = None,
    ) -> None:
        """Entra en una etapa una carta que no se revela: un Objetivo, una misión secundaria…"""
        coste = lectura.coste(Clase(clase), nombre, coste)
        await self._mandar(interaction, PonerCarta(clase=Clase(clase), nombre=nombre, etapa=etapa, coste=coste))

    @app_commands.command()
    @app_commands.describe(carta="Cuál", lado="Hacia dónde")
    async def mover(self, interaction: Interaccion, carta: Numero, lado: Literal["oeste", "este"]) -> None:
        """Mueve una carta al oeste o al este"""
        await self._mandar(interaction, MoverCarta(carta=carta, lado=lado))

    @app_commands.command()
    @app_commands.describe(carta="Qué Enemigo", jugador="Con quién, por su número")
    async def enfrentar(self, interaction: Interaccion, carta: Numero, jugador: Jugador) -> None:
        """Un Enemigo se enfrenta a un jugador de su etapa"""
        await self._mandar(interaction, Enfrentar(carta=carta, jugador=jugador))

    @app_commands.command()
    @app_commands.describe(carta="Qué Lugar")
    async def viajar(self, interaction: Interaccion, carta: Numero) -> None:
        """Un Lugar del área de preparación pasa a ser el activo de su etapa"""
        await self._mandar(interaction, ViajarEnEtapa(carta=carta))

    @app_commands.command()
    @app_commands.describe(carta="Cuál")
    async def retirar(self, interaction: Interaccion, carta: Numero) -> None:
        """Una carta deja el juego: Enemigo derrotado, Lugar explorado, Objetivo reclamado…"""
        await self._mandar(interaction, RetirarCarta(carta=carta))

    @app_commands.command()
    @app_commands.describe(etapa="De qué etapa es la misión", puntos="Cuánto", motivo="Por qué")
    @app_commands.choices(etapa=ETAPAS)
    async def dano(
        self, interaction: Interaccion, etapa: str, puntos: Puntos, motivo: Motivo | None = None
    ) -> None:
        """La misión de una etapa recibe daño"""
        await self._mandar(interaction, DanarMision(etapa=etapa, puntos=puntos, motivo=motivo))

    @app_commands.command()
    @app_commands.describe(etapa="De qué etapa es la misión", puntos="Cuánto", motivo="Por qué")
    @app_commands.choices(etapa=ETAPAS)
    async def curar(
        self, interaction: Interaccion, etapa: str, puntos: Puntos, motivo: Motivo | None = None
    ) -> None:
        """Se cura daño de la misión de una etapa"""
        await self._mandar(interaction, CurarMision(etapa=etapa, puntos=puntos, motivo=motivo))

    @app_commands.command()
    async def final(self, interaction: Interaccion) -> None:
        """El final de la ronda: daño por los Enemigos de cada área y 2 más a la misión más al este"""
        await self._mandar(interaction, ResolverFinal())

    @app_commands.command()
    @app_commands.describe(
        etapa="De qué etapa es la misión",
        por_efecto="La abandona una carta, aunque no tenga daño bastante",
        en_mision="Si es la fase de Misión (si no se dice, lo que diga el paso en curso)",
    )
    @app_commands.choices(etapa=ETAPAS)
    async def abandonar(
        self, interaction: Interaccion, etapa: str, por_efecto: bool = False, en_mision: bool | None = None
    ) -> None:
        """Abandona la misión de una etapa, con sus seis pasos en orden"""
        await self._mandar(interaction, Abandonar(etapa=etapa, por_efecto=por_efecto, en_mision=en_mision))

    @app_commands.command()
    @app_commands.describe(uno="Un jugador o una carta", otro="Otro jugador u otra carta", tercero="Otro más")
    async def comparten(
        self, interaction: Interaccion, uno: Nombre, otro: Nombre, tercero: Nombre | None = None
    ) -> None:
        """Si unos jugadores y unas cartas comparten etapa: fuera de ella no se afectan"""
        vista = await buscar(interaction, ASEDIO.nombre)
        pedidos = vista_reunion.leer([x for x in (uno, otro, tercero) if x is not None])
        panel = await con_nombres(
            interaction.client.diario,
            vista.ficha.flujo,
            lambda nombres: vista_reunion.panel(vista.libro.estado, pedidos, nombres),
        )
        await responder(interaction, panel, privado=False)

    @mover.autocomplete("carta")
    @enfrentar.autocomplete("carta")
    @viajar.autocomplete("carta")
    @retirar.autocomplete("carta")
    @sugerencias
    async def _sugerir_carta(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[int]]:
        cartas = await self._cartas(interaccion)
        encajan = [(numero, nombre) for numero, nombre in cartas if normalizar(str(texto)) in normalizar(nombre)]
        return [app_commands.Choice(name=nombre, value=numero) for numero, nombre in encajan[:25]]

    @revelar.autocomplete("nombre")
    @poner.autocomplete("nombre")
    @sugerencias
    async def _sugerir_enemigo(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        if getattr(interaccion.namespace, "clase", Clase.ENEMIGO.value) != Clase.ENEMIGO.value:
            return []
        enemigos = (e for e in tablas.tablas().asedio.enemigos if normalizar(texto) in normalizar(e.en))
        return [app_commands.Choice(name=f"{e.en} (coste {e.coste})", value=e.en) for e in enemigos]

    @comparten.autocomplete("uno")
    @comparten.autocomplete("otro")
    @comparten.autocomplete("tercero")
    @sugerencias
    async def _sugerir_quien(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        asedio = (await buscar(interaccion, ASEDIO.nombre)).libro.estado
        quienes = [(f"j{j.numero}", f"Jugador {j.numero}") for j in asedio.en_juego]
        quienes += [(f"c{numero}", nombre) for numero, nombre in await self._cartas(interaccion)]
        encajan = [(v, nombre) for v, nombre in quienes if normalizar(texto) in normalizar(nombre)]
        return [app_commands.Choice(name=nombre, value=v) for v, nombre in encajan[:25]]

    async def _cartas(self, interaccion: Interaccion) -> list[tuple[int, str]]:
        """Número y nombre de cada carta en juego; el nombre, tal como se escribió."""
        vista = await buscar(interaccion, ASEDIO.nombre)
        textos = await interaccion.client.diario.textos(vista.ficha.flujo)
        return [
            (c.numero, f"{c.numero} · {textos.get(c.nombre, 'carta')}"[:100]) for c in vista.libro.estado.cartas
        ]

    async def _mandar(self, interaction: Interaccion, orden: Orden) -> None:
        await mandar(interaction, orden, ASEDIO.nombre)
