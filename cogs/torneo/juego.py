"""`/ronda`, `/resultado` y `/clasificacion`: lo que se usa mientras se juega."""

from datetime import datetime, timedelta

import discord
from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.calma import con_calma
from cogs.comun.concilio import Concilio
from cogs.comun.errores import sugerencias
from cogs.torneo import finales, resultados, rondas
from cogs.torneo.rondas import Gestion
from cogs.torneo.sala import abierta, jugador_o_yo, sugerir, ultima
from servicios.errores import ErrorDeDominio
from servicios.torneo.agregado import TORNEO
from servicios.torneo.lectura import consultas_cerradas
from servicios.torneo.puntos import RONDAS_MAXIMAS, Fin
from servicios.torneo.reloj_de_ronda import MINUTOS_DE_PRORROGA
from servicios.torneo.resultados import Comunicar

RONDA = app_commands.Range[int, 1, RONDAS_MAXIMAS]
RECUERDO = timedelta(minutes=1)
PV = app_commands.Range[int, -1000, 1000]
"""Más ancho que lo que se admite, para que sea el torneo quien diga por qué no vale."""
FINES = [
    app_commands.Choice(name=nombre, value=fin.value)
    for fin, nombre in {
        Fin.NORMAL: "Se acabó la partida",
        Fin.TIEMPO: "Se acabó el tiempo",
        Fin.ANILLO: "Anillo Único",
        Fin.RETIRADA: "Se retira el rival",
        Fin.INCOMPARECENCIA: "No se presenta el rival",
        Fin.ARBITRO: "Decisión del arbitraje",
    }.items()
]


class JuegoCog(commands.Cog):
    """La ronda en curso, sus resultados y la clasificación."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot
        rondas.registrar(bot)
        resultados.registrar(bot)
        self._vedados: dict[int, tuple[datetime, list[str]]] = {}
        bot.veda.registrar(self.veda)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        accion="Lo que hace la coordinación (si no, enseña la ronda)",
        minutos="Con «tiempo»: minutos de más, o de menos con signo menos",
        mesa="Con «tiempo»: solo esta mesa",
    )
    async def ronda(
        self,
        interaction: Interaccion,
        accion: Gestion | None = None,
        minutos: app_commands.Range[int, -MINUTOS_DE_PRORROGA, MINUTOS_DE_PRORROGA] | None = None,
        mesa: app_commands.Range[int, 1, 999] | None = None,
    ) -> None:
        """La ronda en curso: tu mesa, los resultados y el tiempo"""
        if accion is None:
            await rondas.ver(interaction, await ultima(interaction, cuentas=False))
        else:
            await rondas.gestionar(interaction, await abierta(interaction), accion, minutos, mesa)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        pv_favor="PV finales tuyos, o de jugador, con el −5 ya restado",
        pv_contra="PV finales del rival",
        quien="De quién son los pv_favor, o quien gana (si no, tú)",
        fin="Cómo acabó (si no se dice, la partida llegó a su fin)",
        ronda="De otra ronda, para corregir",
        nota="Explicación del arbitraje",
    )
    @app_commands.choices(fin=FINES)
    @app_commands.rename(quien="jugador")
    async def resultado(
        self,
        interaction: Interaccion,
        pv_favor: PV | None = None,
        pv_contra: PV | None = None,
        quien: app_commands.Range[str, 1, 100] | None = None,
        fin: str = Fin.NORMAL.value,
        ronda: RONDA | None = None,
        nota: app_commands.Range[str, 1, 200] | None = None,
    ) -> None:
        """Comunica el resultado de tu mesa; el rival lo confirma"""
        sala = await abierta(interaction)
        orden = Comunicar(
            jugador=jugador_o_yo(sala, quien),
            pv_favor=pv_favor,
            pv_contra=pv_contra,
            fin=Fin(fin),
            ronda=ronda,
            nota=nota or "",
        )
        await resultados.comunicar(interaction, sala, orden)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(ronda="Cómo estaba después de esa ronda, con las correcciones")
    @con_calma(30, 60)
    async def clasificacion(self, interaction: Interaccion, ronda: RONDA | None = None) -> None:
        """La clasificación del torneo, con el desempate que decidió cada puesto"""
        await finales.ver_clasificacion(interaction, await ultima(interaction, cuentas=False), ronda)

    @resultado.autocomplete("quien")
    @sugerencias
    async def _sugerir(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        return await sugerir(interaccion, texto)

    async def veda(self, interaccion: discord.Interaction) -> None:
        """A quien está jugando un torneo que así lo quiere, las consultas se las responde el árbitro (000:362).

        Raises:
            ErrorDeDominio: si es el caso.
        """
        if interaccion.guild_id is None:
            return
        diario = self.bot.diario
        flujos = await self._con_veda(interaccion.guild_id)
        if not flujos:
            return
        persona = await diario.persona(interaccion.guild_id, interaccion.user.id)
        for flujo in flujos:
            if consultas_cerradas((await diario.leer(flujo)).estado, persona):
                raise ErrorDeDominio(
                    "Estás jugando una ronda: pregunta al árbitro.",
                    "Este torneo lo pide así (000, «Arbitraje»). Puedes llamarlo desde el mensaje de la ronda.",
                )

    async def _con_veda(self, servidor: int) -> list[str]:
        """Los torneos abiertos que la piden. Se recuerda un minuto: consultar una carta no debe esperar a esto."""
        ahora = self.bot.servicios.reloj()
        hasta, flujos = self._vedados.get(servidor, (ahora, []))
        if ahora < hasta:
            return flujos
        diario = self.bot.diario
        fichas = await diario.buscar(servidor, clases=(TORNEO.nombre,), abierto=True)
        flujos = [f.flujo for f in fichas if (await diario.leer(f.flujo)).estado.bases.sin_consultas]
        self._vedados[servidor] = (ahora + RECUERDO, flujos)
        return flujos
