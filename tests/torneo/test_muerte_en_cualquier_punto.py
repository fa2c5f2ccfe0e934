"""El bot muere de golpe en cada momento en que algo ha quedado escrito o dicho, y otro proceso sigue desde ahí.

Un `kill -9` no deja más rastro que lo que la base tenía confirmado y lo que Discord había recibido. Así que basta con
fotografiar las dos cosas cada vez que cambian mientras se juega un torneo, y desde cada foto jugarlo hasta el final.
"""

import asyncio
import shutil
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from servicios.avisos import Avisador
from servicios.diario import Diario, Envio, Mensaje
from servicios.diario.motor import ARCHIVO
from servicios.hechos import Actor, Orden, Rol
from servicios.torneo.agregado import TORNEO
from servicios.torneo.borrador import PrepararRonda
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.estado import Torneo
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.publicacion import Publicar
from servicios.torneo.reloj_de_ronda import Empezar
from servicios.torneo.resultados import Comunicar, Confirmar
from servicios.torneo.rondas import CerrarRonda
from servicios.torneo.valores import Fase, Fila
from servicios.torneo.vida import Cerrar, Crear, Iniciar
from tests.diario.conftest import RelojManual
from tests.diario.emisor import EmisorDePrueba
from tests.torneo.sala import BASES

COORDINA = Actor(1000, frozenset({Rol.COORDINADOR}))


def que_toca(torneo: Torneo) -> tuple[Orden, Actor] | None:
    """Lo siguiente que haría cualquiera al ver el torneo: también quien no sabe si lo de antes llegó a hacerse."""
    if torneo.fase is Fase.CERRADO:
        return None
    if torneo.borrador is not None:
        return Publicar(version=torneo.borrador.version), COORDINA
    if torneo.ronda is None:
        return PrepararRonda(), COORDINA
    if torneo.ronda.reloj is None:
        return Empezar(), COORDINA
    if faltan := torneo.ronda.faltan():
        mesa = faltan[0]
        if mesa.parte is None:
            return Comunicar(pv_favor=20, pv_contra=5 * mesa.numero), Actor(mesa.a)
        return Confirmar(ronda=1, mesa=mesa.numero, version=mesa.version), Actor(mesa.b)
    return (Cerrar() if torneo.ronda.cerrada else CerrarRonda()), COORDINA


class DiscordLento(EmisorDePrueba):
    """Entre recibir un mensaje y que el bot lo sepa pasa un rato, en el que también se puede morir."""

    async def enviar(self, envio: Envio, nonce: str) -> Mensaje:
        await asyncio.sleep(0)
        mensaje = await super().enviar(envio, nonce)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return mensaje


@dataclass
class Fotografo:
    """Guarda lo confirmado y lo entregado cada vez que algo de ello cambia, mirando en cada vuelta del bucle."""

    archivo: Path
    discord: DiscordLento
    fotos: list[tuple[bytes, list[Envio]]] = field(default_factory=list)
    _visto: object = None
    _sigue: bool = True

    async def __aenter__(self) -> "Fotografo":
        self._base = sqlite3.connect(self.archivo)
        self._mirar()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._sigue = False
        self._base.close()

    def _mirar(self) -> None:
        if not self._sigue:
            return
        presente = (*self._base.execute("PRAGMA data_version").fetchone(), len(self.discord.entregados))
        if presente != self._visto:
            self._visto = presente
            copia = sqlite3.connect(":memory:")
            self._base.backup(copia)
            self.fotos.append((copia.serialize(), list(self.discord.entregados)))
            copia.close()
        asyncio.get_running_loop().call_soon(self._mirar)


@dataclass(frozen=True)
class Final:
    """Con qué acaba un torneo."""

    dichos: Counter[str]
    hechos: tuple[str, ...]
    clasificacion: tuple[Fila, ...]


async def jugar(diario: Diario, discord: DiscordLento, reloj: RelojManual, vida: int) -> Final:
    """Desde donde esté, hasta cerrarlo y haberlo dicho todo."""
    avisador = Avisador(diario, discord)
    (ficha,) = await diario.buscar(1, clases=("torneo",))
    for paso in count():
        await avisador.avanzar(reloj())
        toca = que_toca((await diario.leer(ficha.flujo)).estado)
        if toca is None:
            break
        await diario.ejecutar(ficha.flujo, *toca, f"vida:{vida}:{paso}")
    await avisador.avanzar(reloj())
    hechos = [hecho.tipo for apunte in await diario.historial(ficha.flujo) for hecho in apunte.anotada.hechos]
    final = (await diario.leer(ficha.flujo)).estado
    return Final(Counter(discord.claves), tuple(hechos), clasificar(final))


@pytest.fixture
async def empezado(tmp_path: Path) -> Path:
    """Una base con un torneo de cuatro, iniciado y con todo lo de antes ya dicho."""
    reloj = RelojManual()
    diario = await Diario.abrir(None, tmp_path, [TORNEO], reloj)
    resultado = await diario.crear(TORNEO, 1, 2, Crear(nombre="Otoño", bases=BASES, canal=2), COORDINA, "crear")
    for n in range(1, 5):
        await diario.ejecutar(resultado.flujo, Inscribir(nombre=f"J{n}", persona=n), Actor(n), f"alta:{n}")
    await diario.ejecutar(resultado.flujo, Iniciar(rondas=1), COORDINA, "iniciar")
    await Avisador(diario, EmisorDePrueba()).avanzar(reloj())
    await diario.cerrar()
    return tmp_path / ARCHIVO


async def test_desde_cualquier_muerte_se_acaba_igual_y_cada_cosa_se_dice_una_vez(
    empezado: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    reloj, discord = RelojManual(), DiscordLento()
    diario = await Diario.abrir(None, empezado.parent, [TORNEO], reloj)
    async with Fotografo(empezado, discord) as fotografo:
        sin_muertes = await jugar(diario, discord, reloj, 0)
    await diario.cerrar()
    assert set(sin_muertes.dichos.values()) == {1}
    assert sin_muertes.hechos[-3:] == ("resultado_firme", "ronda_cerrada", "torneo_cerrado")
    assert len(fotografo.fotos) > 2 * len(sin_muertes.dichos)  # de cada anuncio, lo menos: llegado y apuntado
    carpeta = tmp_path_factory.mktemp("otra vida")
    for vida, (base, entregados) in enumerate(fotografo.fotos, start=1):
        shutil.rmtree(carpeta)
        carpeta.mkdir()
        (carpeta / ARCHIVO).write_bytes(base)
        reloj, discord = RelojManual(), DiscordLento()
        reloj.pasar(minutes=6)  # lo que quedó a medias ya no puede estar en camino
        discord.entregados = list(entregados)
        diario = await Diario.abrir(None, carpeta, [TORNEO], reloj)
        assert await jugar(diario, discord, reloj, vida) == sin_muertes, f"muerto en la foto {vida}"
        await diario.cerrar()
