"""`/probabilidad combate, batalla, caza y mordor`: las cuentas exactas de La Guerra del Anillo.

En el canal de una partida, lo que no se diga se toma de ella; si no, los valores por defecto se dicen en la respuesta.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Literal

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Interaccion
from cogs.comun.calma import con_calma
from cogs.comun.ordenes import con_tiempo
from cogs.comun.personas import canal_de, servidor_de
from cogs.comun.respuestas import responder
from cogs.comun.vistas import Panel
from cogs.probabilidad import vista_guerra
from servicios.errores import ErrorDeDominio
from servicios.guerra.agregado import GUERRA
from servicios.guerra.combate import Objetivo, Situacion, mano
from servicios.guerra.ejercitos import Politica
from servicios.guerra.estado import Estado
from servicios.guerra.fondo import con_especiales
from servicios.guerra.probabilidad import caza as prob_caza
from servicios.guerra.probabilidad.batalla import Contendiente, Encuentro, exigir
from servicios.guerra.probabilidad.en_partida import caza_de, encuentro_de, viaje_de
from servicios.guerra.probabilidad.mordor import Viaje

Dados = app_commands.Range[int, 0, 5]
Unidades = app_commands.Range[int, 0, 10]
Liderazgo = app_commands.Range[int, 0, 30]
Impacto = app_commands.Range[int, 2, 6]
Modificador = app_commands.Range[int, -5, 5]
LUGARES = [
    app_commands.Choice(name=lugar.nombre, value=lugar.value)
    for lugar in Situacion
    if lugar is not Situacion.BALUARTE  # con los mismos números que en campo abierto
]
BAJAS = [
    app_commands.Choice(name="Pierde primero las regulares", value=Politica.REGULARES.value),
    app_commands.Choice(name="Conserva dados: degrada élites", value=Politica.DADOS.value),
]
OCULTARSE = [
    app_commands.Choice(name="Gasta el turno siguiente entero", value="turno"),
    app_commands.Choice(name="Gasta el dado siguiente", value="dado"),
]
ESPECIALES = [
    app_commands.Choice(name="Las 4 azules, de los Pueblos Libres", value="azul"),
    app_commands.Choice(name="Las 4 rojas, de la Sombra", value="roja"),
    app_commands.Choice(name="Las 8", value="todas"),
]
FALTAN_EJERCITOS = "Di las unidades de los dos ejércitos; solo se toman de la partida si hay una batalla en curso."


class ConGuerra(commands.Cog):
    """Los comandos. Se mezcla con el cog de `/probabilidad`."""

    @app_commands.command()
    @app_commands.describe(
        dados="Dados de combate",
        liderazgo="Fallos que relanza el Liderazgo",
        impacto="Con cuánto impacta (5 si no se dice)",
        impacto_liderazgo="Con cuánto impacta al relanzar (lo mismo, si no se dice)",
        modificador="Se suma a cada dado",
    )
    @con_calma(20, 30)
    async def combate(
        self,
        interaction: Interaccion,
        dados: Dados,
        liderazgo: Dados = 0,
        impacto: Impacto = 5,
        impacto_liderazgo: Impacto | None = None,
        modificador: Modificador = 0,
    ) -> None:
        """Impactos de una tirada de combate (La Guerra del Anillo)"""
        preparada = mano(dados, liderazgo, modificador=modificador, impacto_liderazgo=impacto_liderazgo or impacto)
        numero = Objetivo(numero=impacto, motivo=f"se impacta con {impacto} o más")
        preparada = preparada.con(objetivo=numero)
        if impacto_liderazgo in {None, impacto}:
            preparada = preparada.con(objetivo_liderazgo=numero)
        await _contestar(interaction, lambda: vista_guerra.combate(preparada))

    @app_commands.command()
    @app_commands.describe(
        ataca_regulares="Regulares del atacante",
        ataca_elites="Élites del atacante",
        ataca_liderazgo="Liderazgo del atacante",
        defiende_regulares="Regulares del defensor",
        defiende_elites="Élites del defensor",
        defiende_liderazgo="Liderazgo del defensor",
        lugar="Dónde se lucha (campo abierto, si no se dice)",
        ataca_bajas="Qué pierde antes el atacante",
        defiende_bajas="Qué pierde antes el defensor",
        ataca_cesa="El atacante cesa cuando le quedan tantas unidades o menos",
        defiende_se_retira="El defensor se retira cuando le quedan tantas unidades o menos",
        prorrogas="En un asedio, rondas de más (si no se dice, todas las que pueda)",
    )
    @app_commands.choices(lugar=LUGARES, ataca_bajas=BAJAS, defiende_bajas=BAJAS)
    @con_calma(20, 30)
    async def batalla(  # noqa: PLR0913 - son las opciones del comando
        self,
        interaction: Interaccion,
        *,
        ataca_regulares: Unidades | None = None,
        ataca_elites: Unidades | None = None,
        ataca_liderazgo: Liderazgo | None = None,
        defiende_regulares: Unidades | None = None,
        defiende_elites: Unidades | None = None,
        defiende_liderazgo: Liderazgo | None = None,
        lugar: str | None = None,
        ataca_bajas: str = Politica.REGULARES.value,
        defiende_bajas: str = Politica.REGULARES.value,
        ataca_cesa: Unidades = 0,
        defiende_se_retira: Unidades = 0,
        prorrogas: Unidades | None = None,
    ) -> None:
        """Cómo puede acabar una batalla, y qué bajas se esperan (La Guerra del Anillo)"""
        ataca = _dichos(regulares=ataca_regulares, elites=ataca_elites)
        defiende = _dichos(regulares=defiende_regulares, elites=defiende_elites)
        partida = None if ataca or defiende else await _partida(interaction)
        encuentro = _encuentro(partida)
        ataca |= _dichos(liderazgo=ataca_liderazgo, bajas=Politica(ataca_bajas), aguanta=ataca_cesa)
        defiende |= _dichos(
            liderazgo=defiende_liderazgo, bajas=Politica(defiende_bajas), aguanta=defiende_se_retira
        )
        encuentro = encuentro.con(
            atacante=encuentro.atacante.con(**ataca),
            defensor=encuentro.defensor.con(**defiende),
            **_dichos(situacion=Situacion(lugar) if lugar else None, prorrogas=prorrogas),
        )
        if not (encuentro.atacante.unidades and encuentro.defensor.unidades):
            raise ErrorDeDominio(FALTAN_EJERCITOS)
        exigir(encuentro)
        await _contestar(interaction, lambda: vista_guerra.batalla(encuentro))

    @app_commands.command()
    @app_commands.describe(
        dados_sombra="Dados de la Sombra en la casilla (los de la partida, si no se dice)",
        dados_pl="Dados de los Pueblos Libres ya en la casilla",
        relanzamientos="Uno por Baluarte, ejército y Nazgûl en la región",
    )
    @con_calma(20, 30)
    async def caza(
        self,
        interaction: Interaccion,
        dados_sombra: app_commands.Range[int, 0, 10] | None = None,
        dados_pl: app_commands.Range[int, 0, 6] | None = None,
        relanzamientos: app_commands.Range[int, 0, 3] | None = None,
    ) -> None:
        """Éxito, Daño y revelación de una Caza, con el Fondo de la partida o uno completo"""
        estado = await _partida(interaction)
        if estado is not None:
            pronostico = caza_de(
                estado, dados_sombra=dados_sombra, dados_pl=dados_pl, relanzamientos=relanzamientos
            )
        elif dados_sombra is not None:
            pronostico = prob_caza.pronosticar(dados_sombra, dados_pl or 0, relanzamientos or 0)
        else:
            raise ErrorDeDominio("En este canal no hay partida: di cuántos dados de la Sombra hay en la casilla.")
        await _contestar(interaction, lambda: vista_guerra.caza(pronostico))

    @app_commands.command()
    @app_commands.describe(
        corrupcion="La que tiene el Portador (la de la partida, o 0)",
        casilla="Dados de la Sombra en la casilla de Caza cada turno",
        dados="Dados que los Pueblos Libres dedican cada turno a la Compañía",
        ocultarse="Qué gasta en ocultarse cuando la revelan",
        bajas="Niveles de los Compañeros que absorben Daño, por orden: «3, 2, 2»",
        especiales="Fichas especiales en el Fondo, además de las de la partida",
    )
    @app_commands.choices(ocultarse=OCULTARSE, especiales=ESPECIALES)
    @con_calma(20, 30)
    async def mordor(
        self,
        interaction: Interaccion,
        corrupcion: app_commands.Range[int, 0, 11] | None = None,
        casilla: app_commands.Range[int, 0, 10] = 2,
        dados: app_commands.Range[int, 1, 4] = 1,
        ocultarse: Literal["turno", "dado"] = "turno",
        bajas: app_commands.Range[str, 1, 30] | None = None,
        especiales: Literal["azul", "roja", "todas"] | None = None,
    ) -> None:
        """Lo probable que es llegar al Monte del Destino con menos de 12 de Corrupción"""
        estado = await _partida(interaction)
        viaje = viaje_de(estado, casilla) if estado else Viaje(casilla=casilla)
        viaje = viaje.con(dados=dados, ocultarse=ocultarse, bajas=_niveles(bajas))
        if especiales is not None:
            viaje = viaje.con(fondo=con_especiales(viaje.fondo, None if especiales == "todas" else especiales))
        if corrupcion is not None:
            viaje = viaje.con(corrupcion=corrupcion)
        await _contestar(interaction, lambda: vista_guerra.mordor(viaje))


async def _contestar(interaccion: Interaccion, dibujar: Callable[[], Panel]) -> None:
    panel = await con_tiempo(interaccion, asyncio.to_thread(dibujar))
    await responder(interaccion, panel, privado=False)


async def _partida(interaccion: Interaccion) -> Estado | None:
    diario = interaccion.client.diario
    ficha = await diario.abierto(servidor_de(interaccion), canal_de(interaccion), "partida")
    if ficha is None or ficha.clase != GUERRA.nombre:
        return None
    estado: Estado = (await diario.leer(ficha.flujo)).estado
    return estado if estado.final is None else None


def _dichos(**opciones: Any) -> dict[str, Any]:
    """Las opciones que se han escrito."""
    return {nombre: valor for nombre, valor in opciones.items() if valor is not None}


def _encuentro(partida: Estado | None) -> Encuentro:
    """La batalla en curso de la partida o, si no la hay, una en campo abierto y sin tropas."""
    if partida is not None and partida.batalla is not None:
        return encuentro_de(partida.batalla)
    nadie = Contendiente(regulares=0)
    return Encuentro(atacante=nadie, defensor=nadie, prorrogas=None)


def _niveles(escrito: str | None) -> tuple[int, ...]:
    trozos = (escrito or "").replace(",", " ").split()
    if len(trozos) > 7 or any(trozo not in {"1", "2", "3"} for trozo in trozos):
        raise ErrorDeDominio("Las bajas son niveles de 1 a 3, hasta siete, separados por comas: «3, 2, 2».")
    return tuple(map(int, trozos))
