"""La base que se va y vuelve: se dice, no se pierde ni se duplica nada, y el bot se recupera solo."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.diario import Diario, motor
from servicios.errores import AlmacenNoDisponible, ErrorDePuestaEnMarcha
from tests.diario.conftest import ANA, CANAL, SERVIDOR, AbrirDiario, RelojManual
from tests.diario.contador import CONTADOR, Abrir, Anotar, Subir

CONFIRMAR = b"COMMIT;"


class Paso:
    """Un intermediario TCP delante de PostgreSQL: deja pasar, corta o se niega, como una red de verdad."""

    def __init__(self, puerto: int) -> None:
        self._destino = puerto
        self._servidor: asyncio.Server | None = None
        self._tareas: set[asyncio.Task[None]] = set()
        self.puerto = 0
        self.cortar_tras_confirmar = False
        self._mudo = False

    async def abrir(self) -> None:
        self._servidor = await asyncio.start_server(self._atender, "127.0.0.1", self.puerto)
        self.puerto = self._servidor.sockets[0].getsockname()[1]

    async def cerrar(self) -> None:
        assert self._servidor is not None
        self._servidor.close()
        for tarea in list(self._tareas):
            tarea.cancel()
        await asyncio.gather(*self._tareas, return_exceptions=True)
        await self._servidor.wait_closed()

    async def _atender(self, lee: asyncio.StreamReader, escribe: asyncio.StreamWriter) -> None:
        tarea = asyncio.current_task()
        assert tarea is not None
        self._tareas.add(tarea)
        lee_alla, escribe_alla = await asyncio.open_connection("127.0.0.1", self._destino)
        ida = asyncio.ensure_future(self._llevar(lee, escribe_alla, vigilar=True))
        vuelta = asyncio.ensure_future(self._llevar(lee_alla, escribe, vigilar=False))
        try:
            await asyncio.wait((ida, vuelta), return_when=asyncio.FIRST_COMPLETED)
        finally:
            ida.cancel()
            vuelta.cancel()
            escribe.transport.abort()
            escribe_alla.close()
            self._tareas.discard(tarea)

    async def _llevar(self, lee: asyncio.StreamReader, escribe: asyncio.StreamWriter, *, vigilar: bool) -> None:
        with suppress(ConnectionError):
            while trozo := await lee.read(65536):
                cortar = vigilar and self.cortar_tras_confirmar and CONFIRMAR in trozo
                self.cortar_tras_confirmar = self.cortar_tras_confirmar and not cortar
                self._mudo = self._mudo or cortar
                if vigilar or not self._mudo:  # la respuesta a lo que se corta no llega
                    escribe.write(trozo)
                    await escribe.drain()
                if cortar:
                    await asyncio.sleep(0.2)  # que la base llegue a confirmar
                    self._mudo = False
                    return


@pytest.fixture
async def paso(url_postgres: str) -> AsyncIterator[Paso]:
    puerto = make_url(url_postgres).port
    assert puerto is not None
    paso = Paso(puerto)
    await paso.abrir()
    yield paso
    await paso.cerrar()


@pytest.fixture
async def lejano(paso: Paso, url_postgres: str, tmp_path: Path, reloj: RelojManual) -> AsyncIterator[Diario]:
    url = make_url(url_postgres).set(port=paso.puerto).render_as_string(hide_password=False)
    diario = await Diario.abrir(url, tmp_path, [CONTADOR], reloj)
    yield diario
    await diario.cerrar()


async def partida(diario: Diario) -> str:
    return (await diario.crear(CONTADOR, SERVIDOR, CANAL, Abrir(bandos={1: "a"}), ANA, "abre")).flujo


@pytest.mark.postgresql
async def test_si_se_corta_al_confirmar_la_orden_ni_se_duplica_ni_se_pierde(lejano: Diario, paso: Paso):
    flujo = await partida(lejano)
    paso.cortar_tras_confirmar = True
    resultado = await lejano.ejecutar(flujo, Subir(), ANA, "a")
    assert not paso.cortar_tras_confirmar
    assert (resultado.estado.puntos, resultado.repetido) == (1, True)
    assert (await lejano.ejecutar(flujo, Subir(), ANA, "b")).estado.puntos == 2


@pytest.mark.postgresql
async def test_la_base_se_va_y_vuelve(lejano: Diario, paso: Paso):
    flujo = await partida(lejano)
    await paso.cerrar()
    for _ in range(3):
        with pytest.raises(AlmacenNoDisponible, match="vuelve a intentarlo"):
            await lejano.ejecutar(flujo, Subir(), ANA, "a")
    with pytest.raises(AlmacenNoDisponible):
        await lejano.leer(flujo)
    await paso.abrir()
    assert (await lejano.ejecutar(flujo, Subir(), ANA, "a")).estado.puntos == 1
    assert (await lejano.leer(flujo)).orden == 2


@pytest.mark.postgresql
async def test_un_servidor_que_no_esta_se_dice_al_arrancar_sin_la_clave(tmp_path: Path, reloj: RelojManual):
    url = "postgresql://concilio:secretisima@127.0.0.1:1/concilio"
    with pytest.raises(ErrorDePuestaEnMarcha, match="No encuentro el servidor PostgreSQL") as aviso:
        await Diario.abrir(url, tmp_path, [CONTADOR], reloj)
    assert "secretisima" not in str(aviso.value)


async def test_el_disco_lleno_se_dice_y_no_estropea_nada(tmp_path: Path, reloj: RelojManual):
    """SQLite da el mismo fallo (SQLITE_FULL) cuando topa con `max_page_count`."""
    diario = await Diario.abrir(None, tmp_path, [CONTADOR], reloj)
    flujo = await partida(diario)
    await _limitar(diario, paginas=1)  # SQLite lo sube a las que ya hay: no caben más
    with pytest.raises(AlmacenNoDisponible):
        await _llenar(diario, flujo)
    guardadas = await diario.leer(flujo)
    await _limitar(diario, paginas=1_000_000)
    despues = await diario.ejecutar(flujo, Anotar(texto="ya cabe"), ANA, "cabe")
    assert despues.antes.estado == guardadas.estado
    await diario.cerrar()


async def test_si_otro_programa_bloquea_el_archivo_se_dice_y_despues_se_sigue(
    tmp_path: Path, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(motor, "ESPERA_DE_BLOQUEO", 20)
    diario = await Diario.abrir(None, tmp_path, [CONTADOR], reloj)
    flujo = await partida(diario)
    ocupa = sqlite3.connect(tmp_path / "concilio.sqlite3", isolation_level=None)
    ocupa.execute("BEGIN IMMEDIATE")
    with pytest.raises(AlmacenNoDisponible, match="vuelve a intentarlo"):
        await diario.ejecutar(flujo, Subir(), ANA, "a")
    assert (await diario.leer(flujo)).estado.puntos == 0  # leer se puede
    ocupa.execute("ROLLBACK")
    ocupa.close()
    assert (await diario.ejecutar(flujo, Subir(), ANA, "a")).estado.puntos == 1
    await diario.cerrar()


async def _llenar(diario: Diario, flujo: str) -> None:
    for n in range(100):
        await diario.ejecutar(flujo, Anotar(texto="x" * 4000), ANA, f"t{n}")


async def _limitar(diario: Diario, paginas: int) -> None:
    async def limitar(con: AsyncConnection) -> None:
        await con.execute(text(f"PRAGMA max_page_count={paginas}"))

    await diario.motor.escribir_de_una(limitar)


async def test_una_orden_cancelada_a_mitad_no_deja_la_base_tomada(abrir: AbrirDiario):
    """Se cancela cada orden un poco más tarde que la anterior, hasta cruzar toda la transacción."""
    diario = await abrir()
    flujo = await partida(diario)
    acabadas = 0
    for n in range(120):
        tarea = asyncio.create_task(diario.ejecutar(flujo, Subir(), ANA, f"c{n}"))
        for _ in range(n):
            await asyncio.sleep(0)
        tarea.cancel()
        (final,) = await asyncio.gather(tarea, return_exceptions=True)
        acabadas += not isinstance(final, BaseException)
    resultado = await asyncio.wait_for(diario.ejecutar(flujo, Subir(), ANA, "fin"), 20)
    assert resultado.estado.puntos == len(await diario.historial(flujo)) - 1 >= acabadas + 1
    assert (await (await abrir()).leer(flujo)).estado == resultado.estado
