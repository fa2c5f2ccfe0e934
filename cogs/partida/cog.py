"""`/partida`: abrir, ver, deshacer, verificar y cerrar cualquier clase de partida."""

import asyncio
from zoneinfo import ZoneInfo

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun import partidas
from cogs.comun.acciones import Accion, Interaccion, Valores
from cogs.comun.calma import con_calma
from cogs.comun.clases import ClaseDePartida, Vista
from cogs.comun.concilio import Concilio
from cogs.comun.errores import sugerencias
from cogs.comun.ordenes import con_tiempo, dia_de_hoy, ordenar
from cogs.comun.personas import canal_de, con_nombres, servidor_de
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.vistas import Panel
from cogs.partida import estadistica, presentacion
from servicios import configuracion
from servicios.busqueda import normalizar
from servicios.dados.estadistica import contar
from servicios.deshacer import AceptarDeshacer, Deshacer, RechazarDeshacer, Rehacer
from servicios.diario import Diario, Flujo
from servicios.errores import ErrorDeDominio, NoExiste
from servicios.hechos import Orden
from servicios.sal import LETRAS, Salar
from servicios.vigente import SiSigue


@app_commands.guild_only()
class PartidaCog(commands.GroupCog, group_name="partida", group_description="Las partidas de este canal"):
    """Lo que se puede hacer con una partida sea de la clase que sea."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot
        bot.acciones.registrar(
            "partida",
            historial=self.pagina_de_historial,
            deshacer=self.boton_deshacer,
            aceptar=self.boton_aceptar,
            rechazar=self.boton_rechazar,
            rehacer=self.boton_rehacer,
            verificar=self.boton_verificar,
        )

    @property
    def diario(self) -> Diario:
        return self.bot.diario

    # ── comandos ──────────────────────────────────────────────────────────────────────────────

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(clase="A qué se va a jugar", rival="Con quién juegas", otro="Otra persona más")
    async def nueva(
        self,
        interaction: Interaccion,
        clase: app_commands.Range[str, 1, 50],
        rival: discord.Member | None = None,
        otro: discord.Member | None = None,
    ) -> None:
        """Abre una partida en este canal"""
        elegida = self.bot.clases.de(clase)
        await responder(
            interaction,
            await con_tiempo(interaction, self._abrir(interaction, elegida, rival, otro)),
            privado=False,
        )

    @app_commands.command()
    @app_commands.guild_only()
    async def estado(self, interaction: Interaccion) -> None:
        """Cómo va la partida de este canal"""
        await responder(interaction, await con_tiempo(interaction, self._estado(interaction)), privado=False)

    @app_commands.command()
    @app_commands.guild_only()
    async def historial(self, interaction: Interaccion) -> None:
        """Lo que ha pasado en la partida de este canal, orden por orden"""
        panel = await con_tiempo(interaction, self._historial_del_canal(interaction), privado=True)
        await responder(interaction, panel, privado=True)

    @app_commands.command()
    @app_commands.guild_only()
    async def deshacer(self, interaction: Interaccion) -> None:
        """Deshace lo último; si hubo azar, se lo propone a la otra parte"""
        await self._orden_comun(interaction, None, Deshacer())

    @app_commands.command()
    @app_commands.guild_only()
    async def rehacer(self, interaction: Interaccion) -> None:
        """Rehace lo último que se deshizo"""
        await self._orden_comun(interaction, None, Rehacer())

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(partida="Una partida ya cerrada de este canal (si no, la abierta o los dados del día)")
    @con_calma(30, 60)
    async def verificar(
        self, interaction: Interaccion, partida: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Recalcula las tiradas desde su semilla, y dice qué prueba eso"""
        panel = await con_tiempo(interaction, self._verificar(interaction, partida))
        await responder(interaction, panel, privado=False)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(texto="De 1 a 32 letras sin tilde o cifras; nada personal: lo ve todo el mundo")
    async def sal(self, interaction: Interaccion, texto: app_commands.Range[str, 1, LETRAS]) -> None:
        """Añade algo tuyo a las tiradas que vengan, para que la semilla no lo decida todo"""
        await responder(interaction, await con_tiempo(interaction, self._salar(interaction, texto)), privado=False)

    @app_commands.command()
    @app_commands.guild_only()
    async def cerrar(self, interaction: Interaccion) -> None:
        """Cierra la partida de este canal y publica su semilla"""
        await responder(interaction, await con_tiempo(interaction, self._cerrar(interaction)), privado=False)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(caras="De qué dados (6 si no se dice)")
    @con_calma(3, 30, por_canal=6)
    async def estadisticas(self, interaction: Interaccion, caras: app_commands.Range[int, 2, 100] = 6) -> None:
        """Cómo han salido los dados de este canal, frente a lo que se esperaba"""
        panel = await con_tiempo(interaction, self._estadisticas(interaction, caras))
        await responder(interaction, panel, privado=False)

    @nueva.autocomplete("clase")
    @sugerencias
    async def _sugerir_clase(self, _interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        escrito = texto.lower()
        return [
            app_commands.Choice(name=c.titulo, value=c.agregado.nombre)
            for c in self.bot.clases
            if escrito in c.titulo.lower() or escrito in c.agregado.nombre
        ][:25]

    @verificar.autocomplete("partida")
    @sugerencias
    async def _sugerir_cerrada(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        servidor = servidor_de(interaccion)
        zona = ZoneInfo((await configuracion.leer(self.diario, servidor)).zona)
        cerradas = await self.diario.buscar(servidor, canal=canal_de(interaccion), abierto=False)
        nombres = [
            f"{self.bot.clases.titulo(f.clase)} del {f.creado.astimezone(zona):%d/%m/%Y %H:%M}" for f in cerradas
        ]
        return [
            app_commands.Choice(name=nombre, value=ficha.flujo)
            for nombre, ficha in zip(nombres, cerradas, strict=True)
            if normalizar(texto) in normalizar(nombre)
        ][:25]

    # ── botones ───────────────────────────────────────────────────────────────────────────────

    async def pagina_de_historial(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Otra página del historial; desde otro mensaje, en privado."""
        paginando = accion.version.startswith("p") and accion.version != "p-1"
        pagina = int(accion.version[1:]) if paginando else -1
        panel = await con_tiempo(interaction, self._historial(accion.objeto, pagina), privado=True)
        if paginando:
            await cambiar(interaction, panel)
        else:
            await responder(interaction, panel, privado=True)

    async def boton_deshacer(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Deshace lo último, si sigue siendo lo que se veía."""
        await self._orden_comun(interaction, accion.objeto, Deshacer(orden=_orden_vista(accion)))

    async def boton_aceptar(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Acepta que se deshaga."""
        await self._orden_comun(interaction, accion.objeto, AceptarDeshacer(orden=_orden_vista(accion)))

    async def boton_rechazar(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Rechaza que se deshaga."""
        await self._orden_comun(interaction, accion.objeto, RechazarDeshacer(orden=_orden_vista(accion)))

    async def boton_rehacer(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Rehace lo deshecho."""
        await self._orden_comun(interaction, accion.objeto, Rehacer(orden=_orden_vista(accion)))

    async def boton_verificar(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Verifica una partida cerrada."""
        panel = await con_tiempo(interaction, self._verificar_flujo(accion.objeto))
        await responder(interaction, panel, privado=False)

    # ── por dentro ────────────────────────────────────────────────────────────────────────────

    async def _abrir(
        self, interaction: Interaccion, clase: ClaseDePartida, *personas: discord.Member | None
    ) -> Panel:
        servidor = servidor_de(interaction)
        invitadas = [persona for persona in personas if persona is not None]
        if any(persona.bot for persona in invitadas):
            raise ErrorDeDominio("Los bots no juegan: elige a una persona.")
        if any(persona.id == interaction.user.id for persona in invitadas):
            raise ErrorDeDominio("Tú ya juegas, porque abres la partida: elige a otra persona.")
        numeros = [await self.diario.persona(servidor, persona.id) for persona in invitadas]
        return await partidas.abrir(interaction, clase, clase.abrir(numeros))

    async def _estado(self, interaction: Interaccion) -> Panel:
        ficha = await partidas.la_del_canal(interaction)
        return await partidas.dibujar(self.bot, Vista(ficha, await self.diario.leer(ficha.flujo)))

    async def _cerrar(self, interaction: Interaccion) -> Panel:
        ficha = await partidas.la_del_canal(interaction)
        resultado = await ordenar(interaction, ficha.flujo, self.bot.clases.de(ficha.clase).cerrar())
        return await partidas.dibujar(self.bot, Vista(await self.diario.ficha(ficha.flujo), resultado.libro))

    async def _salar(self, interaction: Interaccion, texto: str) -> Panel:
        ficha = await partidas.la_del_canal(interaction)
        resultado = await ordenar(interaction, ficha.flujo, Salar(sal=texto.strip()))
        return presentacion.salada(resultado, self.bot.clases.titulo(ficha.clase), interaction.user)

    async def _historial_del_canal(self, interaction: Interaccion) -> Panel:
        return await self._historial((await partidas.la_del_canal(interaction)).flujo, -1)

    async def _historial(self, flujo: str, pagina: int) -> Panel:
        ficha = await self.diario.ficha(flujo)
        por_pagina = presentacion.APUNTES_POR_PAGINA
        paginas = max(1, -(-ficha.orden // por_pagina))
        pagina = paginas - 1 if pagina < 0 else min(pagina, paginas - 1)
        apuntes = await self.diario.historial(flujo, hasta=(pagina + 1) * por_pagina, limite=por_pagina)
        apuntes = [a for a in apuntes if a.anotada.numero > pagina * por_pagina]
        titulo = self.bot.clases.titulo(ficha.clase)
        return await con_nombres(
            self.diario, flujo, lambda n: presentacion.historial(ficha, titulo, apuntes, pagina, paginas, n)
        )

    async def _orden_comun(self, interaction: Interaccion, flujo: str | None, orden: Orden) -> None:
        """Da la orden al flujo del botón o, sin él, a la partida del canal."""
        panel, avisa = await con_tiempo(interaction, self._dar(interaction, flujo, orden))
        await responder(interaction, panel, privado=False, avisa=avisa)

    async def _dar(self, interaction: Interaccion, flujo: str | None, orden: Orden) -> tuple[Panel, list[int]]:
        """Lo que ha pasado y, si es una propuesta, las cuentas de quienes pueden aceptarla."""
        flujo = flujo or (await partidas.la_del_canal(interaction)).flujo
        if isinstance(orden, Deshacer | Rehacer) and orden.orden is None:
            # Dos que piden a la vez deshacer lo último quieren deshacer lo mismo, no dos cosas.
            orden = SiSigue(orden=orden, vista=(await self.diario.ficha(flujo)).orden)
        resultado = await ordenar(interaction, flujo, orden)
        clase = self.bot.clases.cualquiera(resultado.libro.agregado.nombre)
        numero = presentacion.de_que_orden(resultado)
        de_que = await self.diario.historial(resultado.flujo, hasta=numero, limite=1) if numero else []
        panel = await con_nombres(
            self.diario, resultado.flujo, lambda n: presentacion.deshacer(resultado, de_que, clase, n)
        )
        deciden = presentacion.quienes_deciden(resultado)
        cuentas = await self.diario.discord_de(servidor_de(interaction), deciden) if deciden else {}
        return panel, [cuenta for cuenta in cuentas.values() if cuenta]

    async def _verificar(self, interaction: Interaccion, flujo: str | None) -> Panel:
        servidor, canal = servidor_de(interaction), canal_de(interaction)
        if flujo is not None:
            ficha = await self.diario.ficha(flujo)
            if (ficha.servidor, ficha.canal) != (servidor, canal):
                raise NoExiste("Esa partida no es de este canal: elige una de la lista.")
            return await self._verificar_cerrada(ficha)
        abierta = await self.diario.abierto(servidor, canal, "partida")
        if abierta is not None:
            libro = await self.diario.leer(abierta.flujo)
            dia = await self.diario.dias.ultimo(servidor, canal)
            return presentacion.sin_revelar(abierta.compromiso, libro, self.bot.clases.titulo(abierta.clase), dia)
        dia = await dia_de_hoy(interaction)
        return presentacion.del_dia(dia, await self._verificar_flujo(dia.anterior) if dia.anterior else None)

    async def _verificar_flujo(self, flujo: str) -> Panel:
        return await self._verificar_cerrada(await self.diario.ficha(flujo))

    async def _verificar_cerrada(self, ficha: Flujo) -> Panel:
        comprobaciones = await self.diario.verificar(ficha.flujo)
        semilla = await self.diario.semilla_revelada(ficha.flujo)
        if semilla is None:
            raise NoExiste("Su semilla aún es secreta: se publica al cerrar.")
        return await asyncio.to_thread(
            presentacion.verificada, self.bot.clases.titulo(ficha.clase), ficha, semilla, comprobaciones
        )

    async def _estadisticas(self, interaction: Interaccion, caras: int) -> Panel:
        sorteos = await self.diario.sorteos_del_canal(servidor_de(interaction), canal_de(interaction))
        recuento = contar(sorteos, caras)
        if not recuento.dados:
            raise NoExiste(f"En este canal aún no se ha tirado ningún d{caras}. Prueba con /dados.")
        return await asyncio.to_thread(estadistica.panel, recuento)


def _orden_vista(accion: Accion) -> int | None:
    return int(accion.version[1:]) if accion.version.startswith("o") else None
