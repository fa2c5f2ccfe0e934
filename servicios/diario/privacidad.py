"""Lo que el diario guarda de una persona: cómo se le da y cómo se borra."""

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, Text, cast, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario.diario import Apunte, Diario
from servicios.diario.esquema import bandeja, flujos, hechos, ordenes, parametros, personas, textos
from servicios.diario.flujos import Flujo
from servicios.diario.motor import fijar
from servicios.errores import NoExiste, YaHaCambiado
from servicios.hechos import SISTEMA, Agregado
from servicios.libro import DiarioIncoherente
from servicios.plegado import plegar
from servicios.privacidad import AunTomaParte, Borrado, EnMarcha

OLVIDO = "olvido"
"""Parámetro que cambia con cada borrado: por él saben los demás procesos que han de vaciar su memoria."""
INTENTOS = 5


class PrivacidadDelDiario:
    """El custodio de lo que hay en el diario: cuentas, textos, órdenes y avisos."""

    nombre = "servidores"

    def __init__(self, diario: Diario) -> None:
        self._diario = diario
        self._motor = diario.motor
        self._visto: str | None = None

    async def exportar(self, discord_id: int) -> list[dict[str, Any]]:
        """Por cada servidor: su número, sus textos, las órdenes que dio, lo que la nombra y lo que se le avisó.

        De lo que ha jugado va la historia entera. De las demás personas, solo números; de sus textos, nada.
        """
        async with self._motor.leer() as con:
            numeros = await _numeros(con, discord_id)
        return [
            {
                "servidor": str(servidor),
                "persona": numero,
                "flujos": [flujo async for flujo in self._flujos(servidor, numero)],
            }
            for servidor, numero in numeros.items()
        ]

    async def _flujos(self, servidor: int, numero: int) -> AsyncIterator[dict[str, Any]]:
        async with self._motor.leer() as con:
            candidatos = sorted(await con.scalars(_que_pueden_nombrarla(servidor, numero)))
        for flujo in candidatos:
            ficha = await self._diario.ficha(flujo)
            async with self._motor.leer() as con:
                guardados = await _textos(con, flujo)
                avisos = await _avisos(con, flujo, numero)
            suyo = {
                "textos": {n: texto for n, (texto, de) in guardados.items() if de == numero and texto is not None},
                "ordenes": await self._ordenes(ficha, numero, guardados),
                "avisos": avisos,
            }
            if any(suyo.values()):
                comun = {"flujo": flujo, "clase": ficha.clase, "canal": str(ficha.canal), "abierto": ficha.abierto}
                yield comun | suyo

    async def _ordenes(
        self, ficha: Flujo, numero: int, guardados: Mapping[int, tuple[str | None, int | None]]
    ) -> list[dict[str, Any]]:
        try:
            apuntes = await self._diario.historial(ficha.flujo)
            agregado = self._diario.agregado(ficha.clase)
        except (NoExiste, DiarioIncoherente):  # este programa ya no lo sabe leer
            return []
        libro = plegar(agregado, ficha.flujo, [apunte.anotada for apunte in apuntes])
        ha_jugado = numero in agregado.participantes(libro.estado)
        relator = _Relator(numero, guardados, todo=ha_jugado, abierto=ficha.abierto)
        return [orden for apunte in apuntes if (orden := relator.orden(apunte))]

    async def borrar(self, discord_id: int) -> Borrado:
        """Separa la cuenta de sus números y vacía sus textos, en todos los servidores y en una transacción.

        Raises:
            AunTomaParte: si toma parte en algo abierto.
            YaHaCambiado: si no deja de haber órdenes mientras se mira.
            AlmacenNoDisponible: si la base no responde.
        """
        for _ in range(INTENTOS):
            mirado = await self._mirar(discord_id)
            async with self._motor.escribir() as con:
                numeros = await _numeros(con, discord_id, reservar=True)
                if await _abiertos(con, numeros, reservar=True) != mirado:
                    continue
                vaciados = await _vaciar(con, numeros, discord_id)
            self._diario.olvidar_lo_recordado()
            await self._motor.asentar()
            return Borrado(len(numeros), vaciados)
        raise YaHaCambiado("Hay muchas órdenes a la vez; vuelve a intentarlo.")

    async def _mirar(self, discord_id: int) -> dict[str, tuple[int, int]]:
        """Lo abierto en sus servidores, con la versión y la orden en que se ha visto que no toma parte."""
        async with self._motor.leer() as con:
            numeros = await _numeros(con, discord_id)
            abiertos = await _abiertos(con, numeros)
        en_marcha: list[EnMarcha] = []
        for flujo in abiertos:
            ficha = await self._diario.ficha(flujo)
            if await self._toma_parte(flujo, numeros[ficha.servidor]):
                en_marcha.append(EnMarcha(ficha.servidor, ficha.canal, ficha.clase, ficha.numero))
        if en_marcha:
            raise AunTomaParte(en_marcha)
        return abiertos

    async def _toma_parte(self, flujo: str, numero: int) -> bool:
        try:
            libro = await self._diario.leer(flujo)
        except (NoExiste, DiarioIncoherente):  # este programa no lo sabe llevar: nadie puede estar jugándolo
            return False
        return numero in libro.agregado.participantes(libro.estado)

    async def al_dia(self) -> None:
        """Si otro proceso ha borrado a alguien, olvida lo que este recordaba."""
        marca = await self._diario.parametros.leer(OLVIDO)
        if marca != self._visto:
            self._visto = marca
            self._diario.olvidar_lo_recordado()


class _Relator:
    """Cuenta lo ocurrido a una persona, sin nombrar a las demás.

    Args:
        todo: si cuenta también lo que no la nombra (lo ha jugado).
        abierto: si sigue abierto. Lo que hacen las demás va entonces sin sus datos: pueden decir algo que aún no se le
            ha enseñado, como la carta de combate del rival o el borrador de la ronda.
    """

    def __init__(
        self, numero: int, textos: Mapping[int, tuple[str | None, int | None]], *, todo: bool, abierto: bool
    ) -> None:
        self._numero = numero
        self._textos = textos
        self._todo = todo
        self._abierto = abierto
        self._nombrada = False

    def persona(self, numero: int) -> str:
        if numero == SISTEMA:
            return "Concilio"
        self._nombrada = self._nombrada or numero == self._numero
        return f"persona {numero} (tú)" if numero == self._numero else f"persona {numero}"

    def texto(self, numero: int) -> str:
        texto, de = self._textos.get(numero, (None, None))
        self._nombrada = self._nombrada or de == self._numero
        if de not in (None, self._numero):
            return "[texto de otra persona]"
        return texto or "[texto borrado]"

    def orden(self, apunte: Apunte) -> dict[str, Any] | None:
        """La orden, con los hechos que le tocan; `None` si no le toca ninguno."""
        anotada = apunte.anotada
        suya = anotada.autor == self._numero
        contados: list[dict[str, Any]] = []
        for hecho in anotada.hechos:
            self._nombrada = False
            relato = hecho.relato(self)
            le_toca = suya or self._nombrada
            if self._todo or le_toca:
                datos = {"datos": Agregado.escribir(hecho)} if le_toca or not self._abierto else {}
                contados.append({"tipo": hecho.tipo, "relato": relato, **datos})
        if not (suya or contados):
            return None
        return {
            "orden": anotada.numero,
            "momento": anotada.momento.isoformat(),
            "la_diste_tu": suya,
            "deshecha": not apunte.efectiva,
            "hechos": contados,
        }


async def _numeros(con: AsyncConnection, discord_id: int, *, reservar: bool = False) -> dict[int, int]:
    """El número de la cuenta en cada servidor. `reservar`: nadie más podrá cambiarlos hasta acabar."""
    consulta = select(personas.c.servidor, personas.c.numero).where(personas.c.discord_id == discord_id)
    consulta = consulta.order_by(personas.c.servidor)
    filas = await con.execute(consulta.with_for_update() if reservar else consulta)
    return {fila.servidor: fila.numero for fila in filas}


async def _abiertos(
    con: AsyncConnection, numeros: Mapping[int, int], *, reservar: bool = False
) -> dict[str, tuple[int, int]]:
    """La versión y la orden de las partidas y torneos abiertos en esos servidores."""
    consulta = (
        select(flujos.c.flujo, flujos.c.version, flujos.c.orden)
        .where(flujos.c.servidor.in_(numeros), flujos.c.abierto, flujos.c.familia != "dia")
        .order_by(flujos.c.flujo)
    )
    filas = await con.execute(consulta.with_for_update() if reservar else consulta)
    return {fila.flujo: (fila.version, fila.orden) for fila in filas}


async def _vaciar(con: AsyncConnection, numeros: Mapping[int, int], discord_id: int) -> int:
    vaciados = 0
    for servidor, numero in numeros.items():
        suyos = (textos.c.persona == numero) & textos.c.texto.is_not(None) & _en(textos, servidor)
        vaciados += (await con.execute(update(textos).where(suyos).values(texto=None))).rowcount
    await con.execute(update(personas).where(personas.c.discord_id == discord_id).values(discord_id=None))
    await fijar(con, parametros, {"clave": OLVIDO}, {"valor": secrets.token_hex(8)})
    return vaciados


def _que_pueden_nombrarla(servidor: int, numero: int) -> Any:
    """Los flujos con órdenes o textos suyos, o en cuyos hechos o avisos está escrito su número.

    Lo último es un cedazo: quien los lee sabe si ese número es de veras ella.
    """
    consultas: Sequence[Select] = (
        select(ordenes.c.flujo).where(ordenes.c.autor == numero, _en(ordenes, servidor)),
        select(textos.c.flujo).where(textos.c.persona == numero, _en(textos, servidor)),
        select(hechos.c.flujo).where(cast(hechos.c.cuerpo, Text).contains(str(numero)), _en(hechos, servidor)),
        select(bandeja.c.flujo).where(
            cast(bandeja.c.menciones, Text).contains(str(numero)), _en(bandeja, servidor)
        ),
    )
    return union(*consultas)


def _en(tabla: Table, servidor: int) -> ColumnElement[bool]:
    return tabla.c.flujo.in_(select(flujos.c.flujo).where(flujos.c.servidor == servidor))


async def _textos(con: AsyncConnection, flujo: str) -> dict[int, tuple[str | None, int | None]]:
    consulta = select(textos.c.numero, textos.c.texto, textos.c.persona).where(textos.c.flujo == flujo)
    return {fila.numero: (fila.texto, fila.persona) for fila in await con.execute(consulta)}


async def _avisos(con: AsyncConnection, flujo: str, numero: int) -> list[dict[str, Any]]:
    consulta = select(bandeja).where(bandeja.c.flujo == flujo).order_by(bandeja.c.id)
    return [
        {"aviso": fila.clave, "de": fila.plantilla, "momento": fila.creado.isoformat(), "estado": fila.estado}
        for fila in await con.execute(consulta)
        if numero in fila.menciones
    ]
