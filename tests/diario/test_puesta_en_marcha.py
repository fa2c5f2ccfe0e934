"""Poner en marcha la base: migrar de una vez, y una frase clara cuando no se puede usar, sin estropear nada."""

import asyncio
import sqlite3
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, exc, inspect, select, text

from servicios.diario import Diario, arranque, motor
from servicios.diario.arranque import conocidas, frase, revision_presente
from servicios.diario.esquema import REVISION, metadatos, parametros, servidores_idos
from servicios.errores import ErrorDePuestaEnMarcha
from tests.diario.conftest import ANA, CANAL, SERVIDOR, AbrirDiario, RelojManual
from tests.diario.contador import CONTADOR, Abrir
from tests.postgres import Servidor


async def abre(url: str | None, carpeta: Path) -> Diario:
    return await Diario.abrir(url, carpeta, [CONTADOR], RelojManual())


async def no_abre(url: str | None, carpeta: Path) -> str:
    with pytest.raises(ErrorDePuestaEnMarcha) as error:
        await abre(url, carpeta)
    return str(error.value)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
async def vacia(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """La dirección de una base sin estrenar."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'nueva' / 'base.sqlite3'}"
    servidor: Servidor = request.getfixturevalue("postgres")
    return await servidor.crear(f"vacia_{abs(hash(request.node.name))}_{id(request)}")


def diferencias(con: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(con), metadatos))


async def test_la_migracion_deja_las_tablas_que_dice_el_esquema(vacia: str, tmp_path: Path):
    diario = await abre(vacia, tmp_path)
    async with diario.motor.leer() as con:
        assert await con.run_sync(diferencias) == []
        assert await con.run_sync(revision_presente) == REVISION
        indices = await con.run_sync(lambda c: {i["name"] for i in inspect(c).get_indexes("flujos")})
    assert "uq_flujos_abierto" in indices
    await diario.cerrar()


def test_el_programa_sabe_cual_es_su_ultima_migracion():
    assert max(conocidas()) == REVISION


async def test_dos_procesos_estrenan_la_base_a_la_vez(vacia: str, tmp_path: Path):
    procesos = await asyncio.gather(*(abre(vacia, tmp_path) for _ in range(3)))
    numeros = await asyncio.gather(*(proceso.persona(SERVIDOR, 5) for proceso in procesos))
    assert numeros == [1, 1, 1]
    for proceso in procesos:
        await proceso.cerrar()


async def test_una_migracion_que_falla_no_deja_nada_a_medias(vacia: str, tmp_path: Path):
    direccion = motor.direccion(vacia, tmp_path)
    Path(direccion.database or "").parent.mkdir(parents=True, exist_ok=True)
    previo = motor.Motor(direccion)
    async with previo.escribir() as con:
        await con.execute(text("CREATE TABLE textos (ajeno INTEGER)"))  # la última que crea la migración
    with pytest.raises((ErrorDePuestaEnMarcha, exc.ProgrammingError)):
        await abre(vacia, tmp_path)
    async with previo.leer() as con:
        assert await con.run_sync(lambda c: inspect(c).get_table_names()) == ["textos"]
    await previo.cerrar()


async def test_una_base_de_la_primera_migracion_se_pone_al_dia(vacia: str, tmp_path: Path):
    previo = motor.Motor(motor.direccion(vacia, tmp_path))
    Path(previo.url.database or "").parent.mkdir(parents=True, exist_ok=True)
    async with previo.escribir() as con:
        await con.run_sync(arranque.migrar, "0001")
        await con.execute(text("INSERT INTO personas (servidor, numero, discord_id) VALUES (10, 1, 5)"))
    await previo.cerrar()
    diario = await abre(vacia, tmp_path)
    assert await diario.persona(SERVIDOR, 5) == 1
    async with diario.motor.leer() as con:
        assert await con.run_sync(revision_presente) == REVISION
    await diario.cerrar()


async def test_una_base_de_un_programa_mas_nuevo_no_se_toca(vacia: str, tmp_path: Path):
    diario = await abre(vacia, tmp_path)
    await diario.persona(SERVIDOR, 5)
    async with diario.motor.escribir() as con:
        await con.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert "más nuevo que este (migración 9999" in await no_abre(vacia, tmp_path)
    async with diario.motor.leer() as con:
        assert await con.run_sync(revision_presente) == "9999"
    await diario.cerrar()


async def test_volver_a_abrir_no_migra_y_conserva_todo(
    vacia: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    diario = await abre(vacia, tmp_path)
    flujo = (await diario.crear(CONTADOR, SERVIDOR, CANAL, Abrir(), ANA, "abre")).flujo
    await diario.cerrar()
    monkeypatch.setattr(arranque, "migrar", lambda *_: pytest.fail("no había nada que migrar"))
    otra = await abre(vacia, tmp_path)
    assert (await otra.leer(flujo)).orden == 1
    await otra.cerrar()


async def test_un_archivo_que_no_es_una_base_se_dice_y_queda_como_estaba(tmp_path: Path):
    archivo = tmp_path / "concilio.sqlite3"
    archivo.write_bytes(basura := b"esto no es una base de datos\n" * 200)
    assert "no es una base de datos de Concilio" in await no_abre(None, tmp_path)
    assert archivo.read_bytes() == basura


async def test_un_archivo_danado_se_dice(tmp_path: Path):
    diario = await abre(None, tmp_path)
    await diario.cerrar()
    archivo = tmp_path / "concilio.sqlite3"
    contenido = bytearray(archivo.read_bytes())
    contenido[100:4096] = b"\xff" * 3996  # la página que dice qué tablas hay
    archivo.write_bytes(contenido)
    assert "está dañado" in await no_abre(None, tmp_path)
    assert archivo.read_bytes() == contenido


async def test_un_archivo_de_solo_lectura_se_dice(tmp_path: Path):
    diario = await abre(None, tmp_path)
    await diario.cerrar()
    url = f"sqlite:///file:{tmp_path / 'concilio.sqlite3'}?mode=ro&uri=true"
    assert "solo lectura" in await no_abre(url, tmp_path)


async def test_una_carpeta_imposible_se_dice(tmp_path: Path):
    (tmp_path / "archivo").write_text("no soy una carpeta")
    assert "No puedo crear la carpeta" in await no_abre(None, tmp_path / "archivo" / "datos")
    assert "No puedo abrir" in await no_abre(f"sqlite:///{tmp_path}", tmp_path)


async def test_una_base_ocupada_por_otro_programa_se_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    diario = await abre(None, tmp_path)
    await diario.cerrar()
    monkeypatch.setattr(motor, "ESPERA_DE_BLOQUEO", 20)
    ocupa = sqlite3.connect(tmp_path / "concilio.sqlite3", isolation_level=None)
    ocupa.execute("BEGIN EXCLUSIVE")
    assert "Otro programa tiene ocupado" in await no_abre(None, tmp_path)
    ocupa.close()


def test_el_disco_lleno_se_dice(tmp_path: Path):
    base = sqlite3.connect(tmp_path / "llena.sqlite3")
    base.execute("CREATE TABLE t (x)")
    base.execute("PRAGMA max_page_count=2")
    with pytest.raises(sqlite3.OperationalError) as lleno:
        base.execute("INSERT INTO t VALUES (zeroblob(100000))")
    base.close()
    url = motor.direccion(None, tmp_path)
    assert "No queda sitio en el disco" in frase(url, exc.OperationalError("INSERT", None, lleno.value))


@pytest.mark.postgresql
async def test_una_base_de_postgres_que_no_existe_se_dice(postgres: Servidor, tmp_path: Path):
    assert "no existe la base «fantasma»" in await no_abre(postgres.url("fantasma"), tmp_path)


@pytest.mark.parametrize(
    "url",
    [
        "mysql://a@b/c",
        "esto no es nada",
        "sqlite+pysqlcipher:///x",
        "sqlite://",
        "postgresql://a:b@c:puerto/d",
        "postgresql://a:b@c:99999/d",
        "postgresql://a:cla@ve@c/d",
        "postgresql://a:b@127.0.0.1/d?inventado=1",
    ],
)
async def test_una_direccion_que_no_vale_se_dice_sin_repetirla(url: str, tmp_path: Path):
    frase = await no_abre(url, tmp_path)
    assert "La dirección de la base de datos no vale" in frase
    assert "ve@c" not in frase


@pytest.mark.parametrize(
    ("escrita", "leida"),
    [
        (None, "sqlite+aiosqlite:////datos/concilio.sqlite3"),
        ("sqlite:////x/y.db", "sqlite+aiosqlite:////x/y.db"),
        ("postgres://u:c@h/b", "postgresql+asyncpg://u:c@h/b"),
        ("postgresql://u:c@h:1/b?sslmode=require", "postgresql+asyncpg://u:c@h:1/b?ssl=require"),
    ],
)
def test_las_direcciones_se_leen_como_la_gente_las_escribe(escrita: str | None, leida: str):
    assert motor.direccion(escrita, Path("/datos")).render_as_string(hide_password=False) == leida


async def test_los_instantes_van_y_vuelven_en_utc(abrir: AbrirDiario):
    diario = await abrir()
    caracas = timezone(timedelta(hours=-4))
    instantes = [
        datetime(2026, 10, 25, 1, 30, 0, 123456, UTC),
        datetime(2026, 12, 31, 22, tzinfo=caracas),
    ]
    async with diario.motor.escribir() as con:
        for n, instante in enumerate(instantes):
            await con.execute(servidores_idos.insert().values(servidor=n, desde=instante))
    async with diario.motor.leer() as con:
        leidos = list(await con.scalars(select(servidores_idos.c.desde).order_by(servidores_idos.c.servidor)))
    assert leidos == instantes
    assert {leido.tzinfo for leido in leidos} == {UTC}
    with pytest.raises(exc.StatementError, match="sin zona"):
        async with diario.motor.escribir() as con:
            await con.execute(servidores_idos.insert().values(servidor=9, desde=datetime(2026, 1, 1)))  # noqa: DTZ001


async def test_el_registro_no_ensena_lo_que_se_guarda(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """Ni con el detalle al máximo ni al fallar: los valores de las sentencias no salen."""
    caplog.set_level("DEBUG")
    diario = await abre(None, tmp_path)
    await diario.parametros.guardar("clave", "valor-reservado")
    with pytest.raises(exc.IntegrityError) as fallo:
        async with diario.motor.escribir() as con:
            await con.execute(parametros.insert().values(clave="clave", valor="valor-reservado"))
    assert "valor-reservado" not in caplog.text + str(fallo.value)
    await diario.cerrar()
