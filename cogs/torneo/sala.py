"""El torneo del que se habla: encontrarlo, y encontrar en él a la persona nombrada."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from discord import Thread, app_commands

from cogs.comun.acciones import Accion, Interaccion
from cogs.comun.concilio import Concilio
from cogs.comun.personas import actor_de, canal_de, servidor_de
from cogs.comun.textos import enumerar, inerte, recortar
from cogs.torneo.nombres import Llamados
from servicios.diario import Diario, Flujo, Hoja, Resultado
from servicios.errores import NoExiste
from servicios.torneo.agregado import TORNEO
from servicios.torneo.derechos import coordina
from servicios.torneo.estado import Torneo
from servicios.torneo.frases import clave_de_nombre

ESPACIO = "torneo"


@dataclass(frozen=True)
class Sala:
    """Un torneo con lo que hace falta para dibujarlo."""

    ficha: Flujo
    torneo: Torneo
    llamados: Llamados

    @property
    def flujo(self) -> str:
        return self.ficha.flujo

    @property
    def nombre(self) -> str:
        """El nombre del torneo, ya inerte."""
        return inerte(self.llamados.texto(self.torneo.nombre), 80)

    @property
    def detenido(self) -> str:
        """Que está detenido, por qué y qué hacer; vacío si sigue su curso, o si ya ha terminado."""
        if self.torneo.suspendido is None or not self.ficha.abierto:
            return ""
        causa = inerte(self.llamados.texto(self.torneo.suspendido), 300)
        return (
            f"**{self.nombre}** está detenido: {causa} {self.a_salvo} "
            "La coordinación lo continúa con /torneo reponer, en el canal donde deba seguir."
        )

    @property
    def a_salvo(self) -> str:
        """Lo que hay que saber de un torneo detenido: que no se pierde nada, ni el tiempo si corría."""
        reloj = self.torneo.ronda.reloj if self.torneo.ronda else None
        return "No se ha perdido nada" + ("; el reloj está parado." if reloj and reloj.fin is None else ".")

    def accion(self, accion: str, *version: object) -> Accion:
        """Una acción sobre este torneo; `version`: la situación que se ve, en números."""
        return Accion(ESPACIO, accion, self.flujo, ".".join(str(parte) for parte in version))


_VISTOS: WeakKeyDictionary[Concilio, dict[tuple[int, int], str]] = WeakKeyDictionary()
"""El torneo abierto que se vio en cada canal: si sigue en él, ahorra preguntar cuál es."""

_LEYENDO: WeakKeyDictionary[Diario, dict[str, asyncio.Task[Hoja]]] = WeakKeyDictionary()
"""Las lecturas en marcha."""


async def abierta(interaccion: Interaccion) -> Sala:
    """El torneo abierto en el canal, o en el canal de su hilo.

    Raises:
        NoExiste: si no lo hay. A quien coordina otro que está detenido, se lo dice.
    """
    sala = await _abierta(interaccion)
    if sala is None:
        detenidas = [sala.detenido for sala in await detenidas_de(interaccion)]
        frase = "En este canal no hay ningún torneo abierto. La coordinación lo crea con /torneo crear."
        raise NoExiste("\n".join(detenidas[:3]) or frase)
    return sala


async def abierta_o_detenidas(interaccion: Interaccion) -> list[Sala]:
    """El torneo abierto en el canal; si no lo hay, los detenidos que puede reponer quien pulsa.

    Raises:
        NoExiste: si ni lo uno ni lo otro.
    """
    aqui = await _abierta(interaccion)
    salas = [aqui] if aqui else await detenidas_de(interaccion)
    if not salas:
        raise NoExiste("En este canal no hay ningún torneo abierto, ni en el servidor ninguno detenido.")
    return salas


async def detenidas_de(interaccion: Interaccion) -> list[Sala]:
    """Los torneos detenidos del servidor que coordina quien pulsa."""
    diario, servidor = interaccion.client.diario, servidor_de(interaccion)
    fichas = await diario.buscar(servidor, clases=(TORNEO.nombre,), abierto=True)
    salas = [await _leer(diario, ficha.flujo) for ficha in fichas]
    detenidas = [sala for sala in salas if sala.torneo.suspendido is not None]
    actor = await actor_de(interaccion) if detenidas else None
    return [sala for sala in detenidas if actor and coordina(sala.torneo, actor)]


async def ultima(interaccion: Interaccion, *, cuentas: bool = True) -> Sala:
    """El torneo abierto en el canal o, si no, el último que se jugó en él.

    Args:
        cuentas: si hará falta mencionar a alguien.

    Raises:
        NoExiste: si nunca hubo ninguno.
    """
    sala = await _abierta(interaccion, cuentas=cuentas)
    if sala is not None:
        return sala
    diario, servidor = interaccion.client.diario, servidor_de(interaccion)
    for canal in _canales(interaccion):
        for ficha in await diario.buscar(servidor, clases=(TORNEO.nombre,), canal=canal, limite=1):
            return await _leer(diario, ficha.flujo, cuentas=cuentas)
    if detenidas := await detenidas_de(interaccion):
        raise NoExiste("\n".join(sala.detenido for sala in detenidas[:3]))
    raise NoExiste("En este canal no ha habido ningún torneo. La coordinación lo crea con /torneo crear.")


async def _abierta(interaccion: Interaccion, *, cuentas: bool = True) -> Sala | None:
    bot, servidor = interaccion.client, servidor_de(interaccion)
    vistos = _VISTOS.setdefault(bot, {})
    for canal in _canales(interaccion):
        hoja = await _la_vista(bot.diario, vistos.get((servidor, canal)), canal)
        if hoja is None and (ficha := await bot.diario.abierto(servidor, canal, TORNEO.familia)):
            hoja = await bot.diario.hoja(ficha.flujo)
        if hoja is not None:
            vistos[servidor, canal] = hoja.ficha.flujo
            return await _sala(bot.diario, hoja, cuentas=cuentas)
    return None


async def _la_vista(diario: Diario, flujo: str | None, canal: int) -> Hoja | None:
    if flujo is None:
        return None
    try:
        hoja = await hoja_compartida(diario, flujo)
    except NoExiste:
        return None  # se ha purgado
    return hoja if hoja.ficha.abierto and hoja.ficha.canal == canal else None


async def hoja_compartida(diario: Diario, flujo: str) -> Hoja:
    """La hoja de un torneo; quienes la piden a la vez comparten la lectura.

    Al publicar una ronda la miran todos a la vez, y el diario lee un flujo para uno solo cada vez. Mientras lo lee
    nadie escribe en él, así que quien llega entonces no ve nada más viejo que si lo leyera aparte.
    """
    leyendo = _LEYENDO.setdefault(diario, {})
    if flujo not in leyendo or leyendo[flujo].done():
        leyendo[flujo] = asyncio.create_task(diario.hoja(flujo))
        leyendo[flujo].add_done_callback(lambda _: leyendo.pop(flujo, None))
    return await asyncio.shield(leyendo[flujo])


async def de_flujo(bot: Concilio, flujo: str) -> Sala:
    """El torneo de un botón o de un aviso."""
    return await _leer(bot.diario, flujo)


async def tras(bot: Concilio, resultado: Resultado[Any]) -> Sala:
    """El torneo como queda después de una orden."""
    hoja = await bot.diario.hoja(resultado.flujo)
    return await _sala(bot.diario, replace(hoja, libro=resultado.libro))


def _canales(interaccion: Interaccion) -> list[int]:
    canal = interaccion.channel
    padre = [canal.parent_id] if isinstance(canal, Thread) else []
    return [canal_de(interaccion), *padre]


async def _leer(diario: Diario, flujo: str, *, cuentas: bool = True) -> Sala:
    return await _sala(diario, await diario.hoja(flujo), cuentas=cuentas)


async def _sala(diario: Diario, hoja: Hoja, *, cuentas: bool = True) -> Sala:
    torneo: Torneo = hoja.libro.estado
    personas = _personas(torneo) if cuentas else set[int]()
    conocidas = await diario.discord_de(hoja.ficha.servidor, personas) if personas else {}
    return Sala(hoja.ficha, torneo, Llamados(torneo, hoja.textos, conocidas))


def _personas(torneo: Torneo) -> set[int]:
    """A quién puede hacer falta mencionar: quienes juegan, coordinan o atienden una llamada."""
    juegan = {p.persona for p in torneo.participantes.values() if p.persona is not None}
    atienden = {llamada.toma for llamada in torneo.llamadas if llamada.toma is not None}
    return juegan | atienden | torneo.coordinadores | torneo.vetados


# ── la opción `jugador` ───────────────────────────────────────────────────────────────────────


def jugador(sala: Sala, escrito: str) -> int:
    """El participante que se nombra: por su número en la lista, su mención o su nombre, aunque le falten acentos.

    Raises:
        NoExiste: si no está, o si hay varios que podrían ser.
    """
    escrito = escrito.strip()
    if escrito.isdecimal() and int(escrito) in sala.torneo.participantes:
        return int(escrito)
    por_cuenta = _por_mencion(sala, escrito)
    if por_cuenta is not None:
        return por_cuenta
    clave = clave_de_nombre(escrito)
    claves = {p: clave_de_nombre(sala.llamados.crudo(p)) for p in sala.torneo.participantes}
    iguales = [p for p, suya in claves.items() if suya == clave]
    hallados = iguales or [p for p, suya in claves.items() if clave and clave in suya]
    if len(hallados) == 1:
        return hallados[0]
    if not hallados:
        raise NoExiste(f"No encuentro a «{inerte(escrito, 40)}» en este torneo: elige un nombre de la lista.")
    varios = enumerar([f"{sala.llamados.de(p)} (n.º {p})" for p in hallados[:5]], "o")
    raise NoExiste(f"«{inerte(escrito, 40)}» puede ser {varios}: elige un nombre de la lista.")


def jugador_o_yo(sala: Sala, escrito: str | None) -> int | None:
    """El participante nombrado, o `None` si no se nombra a nadie."""
    return jugador(sala, escrito) if escrito else None


def _por_mencion(sala: Sala, escrito: str) -> int | None:
    cuenta = escrito.removeprefix("<@").removeprefix("!").removesuffix(">")
    if not (escrito.startswith("<@") and cuenta.isdecimal()):
        return None
    return next((p for p in sala.torneo.participantes if sala.llamados.cuenta(p) == int(cuenta)), None)


async def sugerir(interaccion: Interaccion, escrito: str) -> list[app_commands.Choice[str]]:
    """Los participantes del torneo abierto en el canal que encajan con lo que se escribe; sin torneo, ninguno."""
    sala = await _abierta(interaccion, cuentas=False)
    return list(sugeridos(sala, escrito)) if sala else []


def sugeridos(sala: Sala, escrito: str) -> Sequence[app_commands.Choice[str]]:
    """Los participantes que se ofrecen mientras se escribe: primero quienes empiezan así."""
    clave = clave_de_nombre(escrito) if escrito.strip() else ""
    claves = {quien: clave_de_nombre(sala.llamados.crudo(quien)) for quien in sala.torneo.participantes}
    veces = Counter(claves.values())
    hallados = [(not suya.startswith(clave), suya, quien) for quien, suya in claves.items() if clave in suya]
    return [
        app_commands.Choice(name=_rotulo(sala, quien, repetido=veces[suya] > 1), value=str(quien))
        for _, suya, quien in sorted(hallados)[:25]
    ]


def _rotulo(sala: Sala, quien: int, *, repetido: bool) -> str:
    ronda = sala.torneo.ronda
    mesa = ronda.mesa_de(quien) if ronda else None
    donde = f" · mesa {mesa.numero}" if mesa else ""
    cual = f" · n.º {quien}" if repetido else ""
    return f"{recortar(sala.llamados.crudo(quien), 74)}{donde}{cual}"
