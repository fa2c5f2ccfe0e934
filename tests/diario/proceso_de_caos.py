"""El proceso que se mata: varias partidas, dos torneos y los dados del día, jugados a la vez sobre un diario de verdad.

Deja escrito en su carpeta, antes y después de cada orden, qué pidió y qué se le contestó (`ordenes.txt`), y cada mensaje
que «Discord» recibió (`mensajes.txt`). Lo escrito con `os.write` sobrevive a `kill -9`. Lo lee `test_caos_de_partidas.py`.
"""

import asyncio
import hashlib
import json
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import bot
from servicios.avisos import Avisador, Busqueda, EnvioAplazado, EnvioImposible, EnvioIncierto
from servicios.dados.dia import Dia
from servicios.diario import Diario, Envio, Mensaje, Resultado, ejecucion
from servicios.diario.motor import Motor
from servicios.errores import ErrorDeDominio
from servicios.hechos import Actor, Hecho, Orden
from servicios.torneo import vida
from servicios.torneo.borrador import PrepararRonda
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.publicacion import Publicar
from servicios.torneo.puntos import Formato, Modalidad
from servicios.torneo.reloj_de_ronda import Empezar
from servicios.torneo.valores import Bases
from tests.diario.jugadas import MANDA, PERSONAS, apertura, jugada, preparar, suelta
from tests.enchufe.criadero import criar

SERVIDOR = 10
CLASES = ("torneo", "torneo", "guerra", "navegacion", "dados")
CANAL = 100
"""El de la primera; las demás, en los siguientes."""
INICIO = datetime(2026, 3, 1, 12, tzinfo=UTC)
DEPRISA = 1_500
"""Segundos que pasan en uno: así vencen plazos y recordatorios."""
PUNTOS = ("confirmar", "confirmado", "a medias", "enviar", "enviado", "anular")
"""Sitios del programa en que se puede morir, además de a una hora cualquiera."""
VIDA = 60
REPETIR = 0.1
FALLA = {"jugar": 0.1, "calmar": 0.6}
"""Qué parte de los envíos falla. Al calmar, muchos: lo que se repite más tarde también tiene que acabar."""
ENSEGUIDA = timedelta(hours=2)
"""Más de lo que se espera para repetir cualquier envío."""


class Reloj:
    """La hora, deprisa y sin volver atrás entre un proceso y el siguiente. `adelanto`: segundos de más."""

    def __init__(self, desde: float, adelanto: float = 0) -> None:
        self._desde = desde
        self._adelanto = timedelta(seconds=adelanto)

    def __call__(self) -> datetime:
        return INICIO + timedelta(seconds=(time.time() - self._desde) * DEPRISA) + self._adelanto

    def saltar(self, hasta: datetime) -> None:
        """Se pone en esa hora, si no ha pasado."""
        self._adelanto += max(hasta - self(), timedelta())


class Muerte:
    """Mata al proceso la enésima vez que pasa por un punto."""

    def __init__(self, punto: str | None, veces: int) -> None:
        self._punto = punto
        self._quedan = veces

    def pasa(self, punto: str) -> None:
        if punto == self._punto:
            self._quedan -= 1
            if self._quedan <= 0:
                os.kill(os.getpid(), signal.SIGKILL)

    def acechar(self) -> None:
        """Pone los puntos que están dentro del diario: antes y después de confirmar, y con la transacción a medias."""
        de_una, de_varias, saldar = Motor.escribir_de_una, Motor.escribir, ejecucion.saldar

        async def escribir_de_una(motor: Motor, tarea: Callable[[Any], Any]) -> Any:
            async def vigilada(con: Any) -> Any:
                dado = await tarea(con)
                self.pasa("confirmar")
                return dado

            dado = await de_una(motor, vigilada)
            self.pasa("confirmado")
            return dado

        @asynccontextmanager
        async def escribir(motor: Motor) -> AsyncIterator[Any]:
            async with de_varias(motor) as con:
                yield con
                self.pasa("confirmar")
            self.pasa("confirmado")

        async def saldar_a_medias(*cosas: Any) -> None:
            self.pasa("a medias")
            await saldar(*cosas)

        mock.patch.object(Motor, "escribir_de_una", escribir_de_una).start()
        mock.patch.object(Motor, "escribir", escribir).start()
        mock.patch.object(ejecucion, "saldar", saldar_a_medias).start()


class Libreta:
    """Un archivo al que se añaden líneas que ya no se pierden."""

    def __init__(self, archivo: Path) -> None:
        self._archivo = archivo
        self._numero = os.open(archivo, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def anotar(self, **cosas: Any) -> None:
        os.write(self._numero, json.dumps(cosas).encode() + b"\n")

    def leer(self) -> list[dict[str, Any]]:
        return [json.loads(linea) for linea in self._archivo.read_text().splitlines()]


class EmisorDeArchivo:
    """Discord, en un archivo. A veces falla antes de recibir el mensaje, y a veces después, sin decir que lo tiene."""

    def __init__(self, libreta: Libreta, muerte: Muerte, azar: Random, falla: float) -> None:
        self._libreta = libreta
        self._muerte = muerte
        self._azar = azar
        self._falla = falla

    async def enviar(self, envio: Envio, nonce: str) -> Mensaje:
        await asyncio.sleep(0)
        self._muerte.pasa("enviar")
        suerte = self._azar.random()
        if suerte < self._falla / 2:
            raise EnvioAplazado("hoy no")
        self._libreta.anotar(envio=envio.id, nonce=nonce, flujo=envio.flujo, clave=envio.aviso.clave)
        self._muerte.pasa("enviado")
        if suerte < self._falla:
            raise EnvioIncierto("se cortó")
        return _mensaje(envio)

    async def buscar(self, envio: Envio) -> Mensaje | Busqueda:
        esta = any(linea.get("envio") == envio.id for linea in self._libreta.leer())
        return _mensaje(envio) if esta else Busqueda.NO_ESTA

    async def anular(self, envio: Envio) -> None:
        if envio.mensaje is None:
            raise EnvioImposible("no hay nada que anular")
        self._libreta.anotar(anulado=envio.id)
        self._muerte.pasa("anular")


def _mensaje(envio: Envio) -> Mensaje:
    return Mensaje(envio.canal, 1_000_000 + envio.id)


class Jugador:
    """Da órdenes en un canal, una detrás de otra, y apunta lo que se le contesta."""

    def __init__(self, diario: Diario, libreta: Libreta, nombre: str) -> None:
        self._diario = diario
        self._libreta = libreta
        self._nombre = nombre
        self._azar = Random(nombre)
        self._cuenta = 0

    async def sembrar(self) -> None:
        """La gente, y un torneo con su primera ronda en juego y el reloj en marcha."""
        for n in range(1, PERSONAS + 1):
            await self._diario.persona(SERVIDOR, 1_000 + n)
        bases = Bases(formato=Formato.MAGO_MAGO, modalidad=Modalidad.DOS_BARAJAS)
        torneo = self._diario.agregado("torneo")
        crear = vida.Crear(nombre="Torneo de Otoño", bases=bases, canal=CANAL)
        await self._pedir(partial(self._diario.crear, torneo, SERVIDOR, CANAL, crear, MANDA))
        gente = [Inscribir(nombre=f"Jugador {n}", persona=n) for n in range(1, PERSONAS)]
        dar = partial(self._diario.ejecutar, f"{SERVIDOR}/torneo/1")
        for orden in (*gente, vida.Iniciar()):
            await self._pedir(partial(dar, orden, MANDA))
        hecha = await self._pedir(partial(dar, PrepararRonda(), MANDA))
        for orden in (Publicar(version=hecha.estado.borrador.version), Empezar()):
            await self._pedir(partial(dar, orden, MANDA))

    async def en_partidas(self, clase: str, canal: int) -> None:
        """Sigue lo que haya abierto; si no hay nada, abre otra."""
        agregado = self._diario.agregado(clase)
        while True:
            abierto = await self._diario.abierto(SERVIDOR, canal, agregado.familia)
            if abierto is None:
                orden = apertura(clase, canal, self._azar)
                assert orden is not None
                await self._probar(partial(self._diario.crear, agregado, SERVIDOR, canal, orden, MANDA))
            else:
                orden, actor = jugada(await self._diario.leer(abierto.flujo), self._azar)
                await self._probar(partial(self._diario.ejecutar, abierto.flujo, orden, actor))

    async def en_el_dia(self, reloj: Reloj) -> None:
        """Tiradas que no son de ninguna partida."""
        agregado = self._diario.agregado("dia")
        while True:
            orden, actor = suelta(Dia(), self._azar)
            hoy = reloj().date()

            async def tirar(
                origen: str, orden: Orden = orden, actor: Actor = actor, hoy: date = hoy
            ) -> Resultado[Any]:
                return (await self._diario.dias.ejecutar(agregado, SERVIDOR, CANAL, hoy, orden, actor, origen))[1]

            await self._probar(tirar)

    async def _probar(self, dar: Callable[[str], Awaitable[Resultado[Any]]]) -> None:
        with suppress(ErrorDeDominio):
            await self._pedir(dar)

    async def _pedir(self, dar: Callable[[str], Awaitable[Resultado[Any]]]) -> Resultado[Any]:
        self._cuenta += 1
        origen = f"{self._nombre}.{self._cuenta}"
        self._libreta.anotar(pide=origen)
        hecha = await dar(origen)
        dicho = {"flujo": hecha.flujo, "orden": hecha.orden, "suma": suma(hecha.hechos)}
        self._libreta.anotar(hecha=origen, **dicho)
        if self._azar.random() < REPETIR:  # Discord la entrega otra vez
            otra = await dar(origen)
            assert otra.repetido
            assert {"flujo": otra.flujo, "orden": otra.orden, "suma": suma(otra.hechos)} == dicho
        return hecha


def suma(hechos: Iterable[Hecho]) -> str:
    """Lo que hay en unos hechos, en corto."""
    escritos = [[hecho.tipo, _ordenado(hecho.model_dump(mode="json"))] for hecho in hechos]
    return hashlib.sha256(json.dumps(escritos, sort_keys=True).encode()).hexdigest()[:16]


def _ordenado(valor: Any) -> Any:
    """Los conjuntos se escriben como listas de palabras en cualquier orden."""
    if isinstance(valor, dict):
        return {clave: _ordenado(dentro) for clave, dentro in valor.items()}
    if isinstance(valor, list):
        palabras = all(isinstance(dentro, str) for dentro in valor)
        return sorted(valor) if palabras else [_ordenado(dentro) for dentro in valor]
    return valor


async def jugar(pedido: Mapping[str, Any], carpeta: Path) -> None:
    """Hace una de tres cosas: `sembrar` un torneo con una ronda en juego, `jugar` todos a la vez hasta que lo maten, o
    `calmar`, que es atender los avisos hasta que no quede ninguno, tampoco de los que fallan y se repiten."""
    muerte = Muerte(pedido["punto"], pedido["veces"])
    muerte.acechar()
    reloj = Reloj(pedido["desde"], pedido["adelanto"])
    diario = await Diario.abrir(pedido["bd"], carpeta, bot.AGREGADOS, reloj)
    vuelta = pedido["vuelta"]
    falla = FALLA.get(pedido["modo"], 0)
    emisor = EmisorDeArchivo(Libreta(carpeta / "mensajes.txt"), muerte, Random(vuelta), falla)
    avisador, libreta = Avisador(diario, emisor), Libreta(carpeta / "ordenes.txt")
    if pedido["modo"] == "jugar":
        await _jugar(diario, avisador, libreta, str(vuelta), reloj)
    elif pedido["modo"] == "sembrar":
        await Jugador(diario, libreta, str(vuelta)).sembrar()
    else:
        while (proxima := await diario.proxima_hora()) and proxima <= reloj() + ENSEGUIDA:
            reloj.saltar(proxima)
            await avisador.avanzar(reloj())
    await diario.cerrar()


async def _jugar(diario: Diario, avisador: Avisador, libreta: Libreta, vuelta: str, reloj: Reloj) -> None:
    jugadores = [
        Jugador(diario, libreta, f"{vuelta}-{canal}-{mano}").en_partidas(clase, canal)
        for canal, clase in enumerate(CLASES, start=CANAL)
        for mano in range(2)
    ]
    await asyncio.gather(
        _avisar(avisador, reloj), Jugador(diario, libreta, f"{vuelta}-dia").en_el_dia(reloj), *jugadores
    )


async def _avisar(avisador: Avisador, reloj: Reloj) -> None:
    while True:
        await avisador.avanzar(reloj())
        await asyncio.sleep(0.01)


def arrancar() -> int:
    """Un hijo del criadero: lo que hace está en su entorno."""
    signal.alarm(VIDA)  # si quien hace la prueba desaparece, que no se quede jugando para siempre
    logging.disable(logging.WARNING)
    asyncio.run(jugar(json.loads(os.environ["CAOS"]), Path.cwd()))
    return 0


if __name__ == "__main__":
    preparar()
    sys.exit(criar(arrancar))
