"""Cómo se ve cada mensaje que un torneo debe. El estado puede ser más nuevo que el aviso: nada de aquí da por hecho."""

from datetime import datetime
from typing import Any

import discord
from discord.utils import format_dt

from cogs.comun.acciones import BotonDeAccion
from cogs.comun.concilio import Concilio
from cogs.comun.emisor import POR_PERSONA
from cogs.comun.textos import enumerar, plural
from cogs.comun.vistas import Color, Panel
from cogs.torneo import vista_arbitraje, vista_final, vista_inscripcion, vista_ronda
from cogs.torneo.mando import dar_cuenta
from cogs.torneo.sala import Sala, de_flujo
from cogs.torneo.vista_clasificacion import clasificacion
from servicios import configuracion
from servicios.diario import Envio
from servicios.hechos import Aviso
from servicios.torneo.debido import OTRA_VEZ
from servicios.torneo.reloj_de_ronda import FIN_DEL_TIEMPO
from servicios.torneo.suspension import AnotarHiloFallido, AvisarEnPrivado, Suspender
from servicios.torneo.valores import Fase, Ronda

SIN_MOTIVO = "Esto ya no vale: la ronda se anuló."


class Avisos:
    """Las plantillas de los torneos, y qué se hace cuando un mensaje no puede llegar."""

    def __init__(self, bot: Concilio) -> None:
        self._bot = bot
        de_canal = {
            "inscripcion": self._inscripcion,
            "plaza": self._plaza,
            "inicio": self._inicio,
            "panel": self._panel,
            "ronda": self._ronda,
            "empieza": self._empieza,
            "prorroga": self._prorroga,
            "queda_poco": self._queda_poco,
            "tiempo": self._tiempo,
            "ronda_cerrada": self._cerrada,
            "playoff": self._playoff,
            "cierre": self._cierre,
            "final": self._final,
            "cancelado": self._cancelado,
        }
        for nombre, plantilla in de_canal.items():
            bot.emisor.registrar(nombre, plantilla, self.no_llega)
        bot.emisor.registrar("hilo", self._hilo, self._no_se_abre)
        bot.emisor.registrar("sin_hilos", self._sin_hilos)
        bot.emisor.registrar("suspendido", self._suspendido, self._nadie_lo_sabe)
        bot.emisor.registrar("suspendido_en_privado", self._suspendido_en_privado)
        bot.emisor.registrar("sin_anunciar", self._sin_anunciar, self._sin_anunciar_a_nadie)
        bot.emisor.registrar("llamada", self._llamada)
        bot.emisor.registrar("llamada_de_jugador", self._llamada_de_jugador, rol="rol_arbitro")

    # ── lo que falla ──────────────────────────────────────────────────────────────────────────

    async def no_llega(self, envio: Envio, motivo: str) -> None:
        """El canal del torneo no admite mensajes: el torneo se detiene y lo dice en el de coordinación.

        Lo que tenía que avisar a alguien se repetirá al reponer el panel; lo demás ya lo dice el panel. Uno que ha
        terminado no se detiene ni se repone: solo se dice.
        """
        if not (await self._sala(envio)).ficha.abierto:
            datos = {"motivo": motivo}
            await self._avisar_del_final(
                envio, Aviso(clave="sin_anunciar", plantilla="sin_anunciar", datos=datos, destino="coordinacion")
            )
            return
        perdido = envio.aviso.clave.partition(OTRA_VEZ)[0] if envio.aviso.menciones else ""
        orden = Suspender(causa=f"No puedo escribir en su canal ({motivo}).", perdido=perdido)
        await dar_cuenta(self._bot, envio.flujo, orden, f"fallo:{envio.id}")

    async def _avisar_del_final(self, envio: Envio, *avisos: Aviso) -> None:
        await self._bot.diario.bandeja.anadir(envio.flujo, avisos, self._bot.servicios.reloj())
        self._bot.avisar_pronto()

    async def _sin_anunciar_a_nadie(self, envio: Envio, _motivo: str) -> None:
        """Tampoco llega a la coordinación por ningún canal: se le dice en privado."""
        if envio.aviso.destino.startswith(POR_PERSONA):
            return
        personas = sorted((await self._sala(envio)).torneo.coordinadores)
        avisos = (envio.aviso.con(clave=f"sin_anunciar:{p}", destino=f"{POR_PERSONA}{p}") for p in personas)
        await self._avisar_del_final(envio, *avisos)

    async def _nadie_lo_sabe(self, envio: Envio, _motivo: str) -> None:
        """Ni en el canal de coordinación se puede decir que está detenido: se dice en privado."""
        orden = AvisarEnPrivado(suspension=envio.aviso.datos["suspension"])
        await dar_cuenta(self._bot, envio.flujo, orden, f"fallo:{envio.id}")

    async def _no_se_abre(self, envio: Envio, motivo: str) -> None:
        """Sin hilo se juega igual: la coordinación lo sabe por la bandeja, un mensaje por ronda."""
        ronda, repeticion, mesa = (envio.aviso.datos[clave] for clave in ("ronda", "repeticion", "mesa"))
        orden = AnotarHiloFallido(ronda=ronda, repeticion=repeticion, mesa=mesa, motivo=motivo)
        await dar_cuenta(self._bot, envio.flujo, orden, f"fallo:{envio.id}")

    # ── plantillas ────────────────────────────────────────────────────────────────────────────

    async def _sala(self, envio: Envio) -> Sala:
        return await de_flujo(self._bot, envio.flujo)

    async def _inscripcion(self, envio: Envio) -> Panel:
        return vista_inscripcion.inscripcion(await self._sala(envio))

    async def _plaza(self, envio: Envio) -> Panel:
        return vista_inscripcion.plaza(await self._sala(envio), envio.aviso.datos["participante"])

    async def _inicio(self, envio: Envio) -> Panel:
        return vista_inscripcion.inicio(await self._sala(envio))

    async def _panel(self, envio: Envio) -> Panel:
        return vista_arbitraje.panel_repuesto(await self._sala(envio))

    async def _suspendido(self, envio: Envio) -> Panel:
        return vista_arbitraje.suspendido(await self._sala(envio))

    async def _suspendido_en_privado(self, envio: Envio) -> Panel:
        servidor = self._bot.get_guild(envio.servidor)
        return vista_arbitraje.suspendido_en_privado(await self._sala(envio), servidor.name if servidor else "")

    async def _sin_hilos(self, envio: Envio) -> Panel:
        sala = await self._sala(envio)
        ronda = _ronda_de(sala, envio.aviso.datos)
        return vista_arbitraje.sin_hilos(sala, ronda) if ronda else _pasado()

    async def _llamada(self, envio: Envio) -> Panel:
        return vista_arbitraje.llamada(await self._sala(envio), envio.aviso.datos["llamada"])

    async def _llamada_de_jugador(self, envio: Envio) -> Panel:
        rol = (await configuracion.leer(self._bot.diario, envio.servidor)).rol_arbitro
        return vista_arbitraje.llamada(await self._sala(envio), envio.aviso.datos["llamada"], avisa_a=rol)

    async def _playoff(self, envio: Envio) -> Panel:
        return vista_final.playoff(await self._sala(envio), envio.aviso.datos["playoff"])

    async def _cancelado(self, envio: Envio) -> Panel:
        return vista_final.cancelado(await self._sala(envio))

    async def _cierre(self, envio: Envio) -> Panel:
        sala = await self._sala(envio)
        return vista_final.cierre(sala, await self._bot.diario.semilla_revelada(envio.flujo))

    async def _final(self, envio: Envio) -> Panel:
        return await clasificacion(await self._sala(envio))

    async def _sin_anunciar(self, envio: Envio) -> Panel:
        return vista_final.sin_anunciar(await self._sala(envio), envio.aviso.datos["motivo"])

    async def _ronda(self, envio: Envio) -> Panel:
        sala = await self._sala(envio)
        datos = envio.aviso.datos
        ronda = _ronda_de(sala, datos)
        if ronda is None:
            return _pasado()
        return vista_ronda.anuncio(sala, ronda, datos["desde"], datos["hasta"], datos["parte"], datos["partes"])

    async def _hilo(self, envio: Envio) -> Panel:
        sala = await self._sala(envio)
        ronda = _ronda_de(sala, envio.aviso.datos)
        if ronda is None or envio.aviso.datos["mesa"] > len(ronda.mesas):
            return _pasado()
        mesa = ronda.mesas[envio.aviso.datos["mesa"] - 1]
        a, b = (sala.llamados.de(quien) for quien in mesa.jugadores)
        panel = Panel(Color.TORNEO).titulo(f"Mesa {mesa.numero} · ronda {ronda.numero}").texto(f"{a} – {b}")
        crudos = " – ".join(sala.llamados.crudo(quien)[:30] for quien in mesa.jugadores)
        panel.hilo = f"Ronda {ronda.numero} · mesa {mesa.numero} · {crudos}"
        return panel.botones(*vista_ronda.botones_de_ronda(sala, ronda))

    async def _empieza(self, envio: Envio) -> Panel:
        sala = await self._sala(envio)
        ronda = _ronda_de(sala, envio.aviso.datos)
        if ronda is None:
            return _pasado()
        panel = (
            Panel(Color.TORNEO).titulo(f"Empieza la ronda {ronda.numero}").texto(vista_ronda.reloj(sala, ronda))
        )
        return panel.botones(*vista_ronda.botones_de_ronda(sala, ronda))

    async def _prorroga(self, envio: Envio) -> Panel:
        sala = await self._sala(envio)
        ronda, datos = _ronda_de(sala, envio.aviso.datos), envio.aviso.datos
        if ronda is None:
            return _pasado()
        mesa = ronda.mesas[datos["mesa"] - 1] if datos["mesa"] else None
        minutos = plural(abs(datos["minutos"]), "minuto")
        verbo = "tiene" if datos["minutos"] > 0 else "pierde"
        quien = f"La mesa {mesa.numero}" if mesa else f"La ronda {ronda.numero}"
        panel = Panel(Color.TORNEO)
        panel.texto(f"**{quien} {verbo} {minutos}{' más' if datos['minutos'] > 0 else ''}.**")
        if mesa is not None:
            panel.texto(" – ".join(sala.llamados.mencion(quien) for quien in mesa.jugadores))
        return panel.texto(vista_ronda.reloj(sala, ronda, ronda.fin_de(mesa)))

    async def _queda_poco(self, envio: Envio) -> Panel:
        fin = datetime.fromisoformat(envio.aviso.datos["fin"])
        return await self._de_reloj(envio, f"Termina {format_dt(fin, 'R')}", "Quedan resultados por comunicar.")

    async def _tiempo(self, envio: Envio) -> Panel:
        sala = await self._sala(envio)
        plazo = sala.torneo.bases.plazo is not None
        regla = "Ha vencido el plazo: lo que falte lo decide la coordinación." if plazo else FIN_DEL_TIEMPO
        return await self._de_reloj(envio, "Tiempo", regla)

    async def _de_reloj(self, envio: Envio, que: str, detalle: str) -> Panel:
        sala, datos = await self._sala(envio), envio.aviso.datos
        ronda = _ronda_de(sala, datos)
        if ronda is None:
            return _pasado()
        donde = f"mesa {datos['mesa']}" if datos["mesa"] else f"ronda {ronda.numero}"
        panel = Panel(Color.TORNEO).titulo(f"{que} · {donde}").texto(detalle)
        faltan = [mesa for mesa in datos["mesas"] if mesa <= len(ronda.mesas)]
        if faltan:
            panel.texto(_por_acabar(sala, ronda, faltan, avisa=bool(envio.aviso.menciones)))
        if datos["tarde"]:
            panel.pie(f"Este aviso llega {_tarde(datos['tarde'])} tarde: el bot estuvo parado.")
        return panel.botones(*vista_ronda.botones_de_ronda(sala, ronda)[:1])

    async def _cerrada(self, envio: Envio) -> Panel:
        sala = await self._sala(envio)
        ronda = _ronda_de(sala, envio.aviso.datos)
        if ronda is None:
            return _pasado()
        acaba = sala.torneo.fase is Fase.CERRADO and ronda is sala.torneo.ronda
        que = "Con ella acaba el torneo." if acaba else "Desde aquí solo caben correcciones."
        panel = Panel(Color.TORNEO).texto(f"**Ronda {ronda.numero} cerrada.** {que}")
        botones = [BotonDeAccion(sala.accion("clasificacion", ronda.numero, 0), "Clasificación")]
        quedan = ronda.numero < (sala.torneo.rondas_previstas or 0) and sala.torneo.fase is Fase.EN_JUEGO
        if sala.torneo.bases.seguir and quedan:
            panel.texto("¿Sigues en la próxima? Quien no sigue deja el torneo.")
            siguiente = ronda.numero
            verde = discord.ButtonStyle.success
            botones = [
                BotonDeAccion(sala.accion("seguir", siguiente), "Sigo en la próxima", verde),
                BotonDeAccion(sala.accion("noseguir", siguiente), "Lo dejo aquí"),
                *botones,
            ]
        return panel.botones(*botones)


def _ronda_de(sala: Sala, datos: Any) -> Ronda | None:
    numero: int = datos["ronda"]
    return sala.torneo.rondas[numero - 1] if numero <= len(sala.torneo.rondas) else None


def _pasado() -> Panel:
    return Panel(Color.RECHAZO).texto(SIN_MOTIVO)


def _por_acabar(sala: Sala, ronda: Ronda, mesas: list[int], *, avisa: bool) -> str:
    """Las mesas que faltan; con plazo en días, con sus jugadores mencionados."""
    if not avisa:
        return (
            f"Sin resultado: {'la mesa' if len(mesas) == 1 else 'las mesas'} {enumerar([str(n) for n in mesas])}."
        )

    def componer(tope: int, _con_motivos: bool) -> str:
        lineas = []
        for n in mesas:
            lados = " – ".join(sala.llamados.mencion(quien, tope) for quien in ronda.mesas[n - 1].jugadores)
            lineas.append(f"Mesa {n}: {lados}")
        return "\n".join(lineas)

    return vista_ronda.que_quepa(componer)


def _tarde(segundos: int) -> str:
    return plural(segundos, "segundo") if segundos < 60 else plural(segundos // 60, "minuto")
