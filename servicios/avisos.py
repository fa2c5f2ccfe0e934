"""Avisos y recordatorios: decide qué hay que hacer ahora, y lo hace una sola vez.

`Avisador.avanzar(ahora)` lo llama cada pocos segundos la tarea de `bot.py`. Por orden:

1. Los recordatorios que han llegado a su hora dan su orden `Vencido`. Si el bot ha estado parado llegan con su
   retraso, uno por clave: lo que su orden deja de deber (otros recordatorios, otros avisos) ya no sale.
2. Lo que quedó a medio enviar se busca en Discord: si está, se marca; si no está, vuelve a esperar; si no se puede
   saber, no se repite y se le dice a la coordinación; si Discord falla al mirar, se mirará más tarde.
3. Lo que lleva más de `CADUCIDAD` esperando no se envía suelto: caduca, y un solo mensaje por destino lo resume.
4. Se envía lo pendiente y se anula lo enviado que ha dejado de ser cierto.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Protocol, TypeVar

from servicios.diario import Cita, Diario, Envio, Mensaje
from servicios.diario.bandeja import DUDA
from servicios.errores import AlmacenNoDisponible, ErrorDeDominio
from servicios.hechos import SISTEMA, Actor, Aviso, Vencido

registro = logging.getLogger(__name__)

T = TypeVar("T")

CADUCIDAD = timedelta(hours=12)
PUNTUAL = timedelta(seconds=90)
"""Retraso que no merece mención: lo que tarda una vuelta de la tarea, o un reinicio."""
ENVIO_MAXIMO = 60  # segundos; muy por debajo del plazo tras el que otro proceso lo buscaría
POR_VUELTA = 50
VUELTAS = 20
INTENTOS_DE_RECORDATORIO = 5
DUDOSO = "avisos.dudoso"
"""Plantilla del aviso a la coordinación: un mensaje que quizá no llegó."""


class EnvioImposible(Exception):
    """Discord no lo permite y repetirlo no sirve: sin permiso, canal o mensaje borrado (403, 404)."""


class EnvioAplazado(Exception):
    """Es seguro que no llegó, y más tarde puede llegar (429, sin conexión, 5xx al conectar).

    Args:
        motivo: para el registro.
        espera: lo que pide Discord, si lo dice.
    """

    def __init__(self, motivo: str, espera: timedelta | None = None) -> None:
        super().__init__(motivo)
        self.espera = espera


class EnvioIncierto(Exception):
    """Se cortó a mitad: no se sabe si llegó. Se buscará más tarde."""


class Busqueda(Enum):
    """Lo que se sabe de un mensaje que no se ha encontrado."""

    NO_ESTA = auto()
    NO_SE_PUEDE_SABER = auto()


class Emisor(Protocol):
    """Quien habla con Discord. Convierte sus fallos en las excepciones de este módulo."""

    async def enviar(self, envio: Envio, nonce: str) -> Mensaje:
        """Envía un mensaje, con ese `nonce` obligatorio y el número del envío en un `custom_id`.

        Raises:
            EnvioImposible, EnvioAplazado, EnvioIncierto
        """
        ...

    async def buscar(self, envio: Envio) -> Mensaje | Busqueda:
        """Busca entre los mensajes posteriores del bot, en su destino, el de este envío.

        Raises:
            EnvioAplazado, EnvioIncierto: si ahora no se puede mirar, y más tarde quizá sí.
        """
        ...

    async def anular(self, envio: Envio) -> None:
        """Edita `envio.mensaje` para que diga que está anulado, sin mencionar a nadie.

        Raises:
            EnvioImposible, EnvioAplazado, EnvioIncierto
        """
        ...


class Avisador:
    """Atiende los recordatorios y la bandeja de un diario."""

    def __init__(self, diario: Diario, emisor: Emisor) -> None:
        self._diario = diario
        self._emisor = emisor

    async def avanzar(self, ahora: datetime) -> None:
        """Hace todo lo que toca a esa hora. Si la base no responde, lo deja para la próxima vez."""
        try:
            await self._recordar(ahora)
            await self._por_tandas(self._diario.bandeja.tomar_abandonados, self._recuperar, ahora)
            await self._diario.bandeja.caducar(ahora - CADUCIDAD, ahora)
            await self._por_tandas(self._diario.bandeja.tomar_pendientes, self._enviar, ahora)
            await self._por_tandas(self._diario.bandeja.tomar_por_anular, self._anular, ahora)
        except AlmacenNoDisponible:
            registro.warning("Los avisos esperan: la base de datos no responde")

    async def _recordar(self, ahora: datetime) -> None:
        for _ in range(VUELTAS):
            citas = await self._diario.recordatorios.tomar(ahora, POR_VUELTA)
            filas = (self._atender_en_fila(grupo, ahora) for grupo in _agrupar(citas, lambda cita: cita.flujo))
            await _todas(filas)
            if len(citas) < POR_VUELTA:
                return

    async def _atender_en_fila(self, citas: Iterable[Cita], ahora: datetime) -> None:
        """Los de un flujo, de uno en uno: el primero puede hacer que los demás dejen de deberse."""
        for cita in citas:
            if not await self._diario.recordatorios.vigente(cita):
                continue
            (fallo,) = await asyncio.gather(self._atender(cita, ahora), return_exceptions=True)
            if isinstance(fallo, Exception):
                await self._aplazar(cita, fallo, ahora)

    async def _atender(self, cita: Cita, ahora: datetime) -> None:
        orden = Vencido(clave=cita.clave, tarde=retraso(cita.vence, ahora))
        motivo = None
        try:
            await self._diario.ejecutar(cita.flujo, orden, Actor(SISTEMA), cita.origen)
        except AlmacenNoDisponible:
            raise
        except ErrorDeDominio as negativa:
            motivo = negativa.frase  # las reglas no la quieren: no hay nada que repetir
        await self._diario.recordatorios.hecho(cita, motivo)

    async def _aplazar(self, cita: Cita, fallo: Exception, ahora: datetime) -> None:
        """Un recordatorio que falla no detiene a los demás: se repite más tarde, y al final se abandona."""
        if isinstance(fallo, AlmacenNoDisponible):
            raise fallo
        registro.error("El recordatorio %s de %s ha fallado", cita.clave, cita.flujo, exc_info=fallo)
        motivo = type(fallo).__name__
        if cita.intentos + 1 >= INTENTOS_DE_RECORDATORIO:
            await self._diario.recordatorios.fallido(cita, motivo)
        else:
            await self._diario.recordatorios.aplazado(cita, ahora + espera(cita.intentos), motivo)

    async def _por_tandas(
        self,
        tomar: Callable[[datetime, int], Awaitable[list[Envio]]],
        hacer: Callable[[Envio, datetime], Awaitable[None]],
        ahora: datetime,
    ) -> None:
        for _ in range(VUELTAS):
            envios = await tomar(ahora, POR_VUELTA)
            grupos = _agrupar(envios, lambda envio: (envio.canal, envio.aviso.destino))
            await _todas(_en_fila(grupo, hacer, ahora) for grupo in grupos)
            if len(envios) < POR_VUELTA:
                return

    async def _enviar(self, envio: Envio, ahora: datetime) -> None:
        bandeja = self._diario.bandeja
        try:
            async with asyncio.timeout(ENVIO_MAXIMO):
                mensaje = await self._emisor.enviar(envio, nonce(envio))
        except EnvioImposible as fallo:
            registro.warning("El aviso %s de %s no puede llegar: %s", envio.aviso.clave, envio.flujo, fallo)
            await bandeja.fallido(envio, str(fallo))
        except EnvioAplazado as fallo:
            await bandeja.no_llego(envio, ahora + (fallo.espera or espera(envio.intentos)), str(fallo))
        else:
            await bandeja.enviado(envio, mensaje)

    async def _recuperar(self, envio: Envio, ahora: datetime) -> None:
        bandeja = self._diario.bandeja
        try:
            hallado = await self._emisor.buscar(envio)
        except EnvioImposible:
            hallado = Busqueda.NO_SE_PUEDE_SABER
        if isinstance(hallado, Mensaje):
            await bandeja.enviado(envio, hallado)
        elif hallado is Busqueda.NO_ESTA:
            await bandeja.no_llego(envio, ahora, "no llegó")
        else:
            await bandeja.dudoso(envio, _aviso_dudoso(envio), ahora)

    async def _anular(self, envio: Envio, ahora: datetime) -> None:
        bandeja = self._diario.bandeja
        try:
            await self._emisor.anular(envio)
        except EnvioImposible as fallo:
            await bandeja.anulado(envio, str(fallo))  # ya no está, o ya no se puede tocar
        except (EnvioAplazado, EnvioIncierto) as fallo:
            await bandeja.sin_anular(envio, ahora + espera(envio.intentos), str(fallo))
        else:
            await bandeja.anulado(envio)


async def _en_fila(
    envios: Iterable[Envio], hacer: Callable[[Envio, datetime], Awaitable[None]], ahora: datetime
) -> None:
    """Los de un mismo destino, por orden. Uno que falla de forma imprevista no detiene a los demás."""
    for envio in envios:
        (fallo,) = await asyncio.gather(hacer(envio, ahora), return_exceptions=True)
        if isinstance(fallo, AlmacenNoDisponible):
            raise fallo
        if isinstance(fallo, EnvioAplazado | EnvioIncierto | TimeoutError):
            registro.warning("El aviso %s de %s queda en el aire: %s", envio.aviso.clave, envio.flujo, fallo)
        elif isinstance(fallo, BaseException):
            registro.error("El aviso %s de %s ha fallado", envio.aviso.clave, envio.flujo, exc_info=fallo)


async def _todas(filas: Iterable[Awaitable[None]]) -> None:
    """Espera a que acaben todas las filas y, si alguna no pudo seguir, dice por qué."""
    for fallo in await asyncio.gather(*filas, return_exceptions=True):
        if fallo is not None:
            raise fallo


def _agrupar(cosas: Iterable[T], clave: Callable[[T], object]) -> list[list[T]]:
    grupos: dict[object, list[T]] = defaultdict(list)
    for cosa in cosas:
        grupos[clave(cosa)].append(cosa)
    return list(grupos.values())


def nonce(envio: Envio) -> str:
    """Identifica el envío ante Discord, que no admite dos iguales seguidos (como mucho 25 signos).

    El número solo no basta: tras restaurar una copia vuelven a darse los que se dieron después de hacerla.
    """
    return f"{envio.id}.{int(envio.creado.timestamp()):x}"


def retraso(vence: datetime, ahora: datetime) -> int:
    """Segundos de retraso con que se atiende un recordatorio; 0 si fue puntual."""
    tarde = ahora - vence
    return int(tarde.total_seconds()) if tarde > PUNTUAL else 0


def espera(previos: int) -> timedelta:
    """Cuánto esperar tras un fallo, según los intentos previos: de 30 segundos a una hora, doblando."""
    return min(timedelta(seconds=30 * 2 ** min(previos, 10)), timedelta(hours=1))


def _aviso_dudoso(envio: Envio) -> Aviso | None:
    if envio.aviso.plantilla == DUDOSO:  # del aviso de un aviso ya no se avisa
        return None
    datos = {"clave": envio.aviso.clave, "plantilla": envio.aviso.plantilla, "destino": envio.aviso.destino}
    return Aviso(clave=f"{DUDA}{envio.id}", plantilla=DUDOSO, datos=datos, destino="coordinacion")
