"""Copiar y restaurar: entera, de un instante, entre las dos bases, y nunca a medias."""

import json
import shutil
import stat
import tracemalloc
import uuid
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, text

from servicios.deshacer import Deshacer
from servicios.diario import Diario, Situacion, arranque, copia, respaldo
from servicios.diario.copia import Cabecera
from servicios.diario.esquema import REVISION, tablas, textos
from servicios.diario.motor import Motor, direccion
from servicios.diario.respaldo import respaldar, restaurar
from servicios.errores import ErrorDePuestaEnMarcha
from tests.diario.conftest import ANA, CANAL, SERVIDOR, AbrirDiario, RelojManual
from tests.diario.contador import CONTADOR, DADOS_DEL_DIA, Abrir, Anunciar, Subir
from tests.diario.poblacion import ALICIA, poblar, todo
from tests.postgres import Servidor

DireccionVacia = Callable[[str], Awaitable[str]]


@pytest.fixture
def vacia(request: pytest.FixtureRequest, tmp_path: Path) -> DireccionVacia:
    """Direcciones de bases nuevas, que aún no tienen ni tablas."""

    async def crear(clase: str) -> str:
        if clase == "sqlite":
            return f"sqlite:///{tmp_path}/nueva/otra.sqlite3"
        servidor: Servidor = request.getfixturevalue("postgres")
        return await servidor.crear(f"copia-{uuid.uuid4()}")

    return crear


@pytest.fixture
async def motor(tmp_path: Path) -> AsyncIterator[Motor]:
    """Un archivo SQLite aún sin crear."""
    motor = Motor(direccion(None, tmp_path / "destino"))
    yield motor
    await motor.cerrar()


@pytest.mark.parametrize("destino", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
async def test_ida_y_vuelta_entre_las_dos_bases(
    diario: Diario,
    reloj: RelojManual,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    destino: str,
    vacia: DireccionVacia,
):
    await poblar(diario, reloj, monkeypatch)
    antes = await todo(diario)
    assert antes.keys() == {tabla.name for tabla in tablas()}, "ha de haber algo en todas las tablas"
    archivo, cabecera = await respaldar(diario.motor, tmp_path / "copia.zip", reloj())
    assert await todo(diario) == antes

    otro = Motor(direccion(await vacia(destino), tmp_path))
    assert await restaurar(archivo, otro) == cabecera
    restaurado = Diario(otro, [CONTADOR, DADOS_DEL_DIA], reloj, "otro")
    despues = await todo(restaurado)
    for tabla, filas in antes.items():
        if tabla not in ("bandeja", "recordatorios"):
            assert despues[tabla] == filas
    quietas = {"estado", "proceso", "tomado", "proximo"}
    for tabla in ("bandeja", "recordatorios"):
        assert [_sin(f, quietas) for f in despues[tabla]] == [_sin(f, quietas) for f in antes[tabla]]

    # Y la base restaurada sigue: los números automáticos no chocan y la historia se lee.
    await restaurado.ejecutar(antes["flujos"][0]["flujo"], Anunciar(numero=9), ANA, "nueva")
    await otro.cerrar()


def _sin(fila: dict[str, Any], columnas: set[str]) -> dict[str, Any]:
    return {nombre: valor for nombre, valor in fila.items() if nombre not in columnas}


async def test_lo_pendiente_queda_quieto_hasta_que_lo_piden(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, motor: Motor
):
    abierta, _ = await poblar(diario, reloj, monkeypatch)
    archivo, _ = await respaldar(diario.motor, tmp_path / "copia.zip", reloj())
    await restaurar(archivo, motor)
    restaurado = await Diario.abrir(None, tmp_path / "destino", [CONTADOR, DADOS_DEL_DIA], reloj)
    mucho = reloj.pasar(days=60)
    for tomar in (
        restaurado.bandeja.tomar_pendientes,
        restaurado.bandeja.tomar_abandonados,
        restaurado.bandeja.tomar_por_anular,
        restaurado.recordatorios.tomar,
    ):
        assert await tomar(mucho, 100) == []
    assert await restaurado.bandeja.caducar(mucho, mucho) == 0

    espera = await restaurado.retenido(SERVIDOR)
    assert (espera.avisos, espera.recordatorios) == (7, 2)
    assert not await restaurado.retenido(SERVIDOR + 1)
    assert not await restaurado.soltar(SERVIDOR + 1, mucho)

    # Una orden nueva debe lo suyo como siempre, y no suelta ni repite lo retenido.
    await restaurado.ejecutar(abierta, Anunciar(numero=50), ANA, "nueva")
    assert [envio.aviso.clave for envio in await restaurado.bandeja.tomar_pendientes(mucho, 100)] == ["anuncio:50"]

    assert await restaurado.soltar(SERVIDOR, mucho) == espera
    assert not await restaurado.retenido(SERVIDOR)
    enviados = await restaurado.bandeja.tomar_pendientes(mucho, 100)
    assert sorted(envio.aviso.clave for envio in enviados if envio.flujo == abierta) == ["anuncio:2", "anuncio:3"]
    assert [envio.aviso.clave for envio in await restaurado.bandeja.tomar_por_anular(mucho, 100)] == [
        "anuncio:1"
    ] * 2
    assert {cita.clave for cita in await restaurado.recordatorios.tomar(mucho, 100)} == {"pronto", "plazo"}
    await restaurado.cerrar()


async def test_lo_retenido_que_deja_de_deberse_se_cancela(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, motor: Motor
):
    abierta, _ = await poblar(diario, reloj, monkeypatch)
    archivo, _ = await respaldar(diario.motor, tmp_path / "copia.zip", reloj())
    await restaurar(archivo, motor)
    restaurado = Diario(motor, [CONTADOR, DADOS_DEL_DIA], reloj, "otro")
    await restaurado.ejecutar(abierta, Deshacer(), ANA, "sin-plazo")
    assert {situacion for situacion, _ in await restaurado.recordatorios.de(abierta)} == {Situacion.CANCELADO}


async def test_la_copia_es_de_un_instante_aunque_se_escriba_a_la_vez(
    abrir: AbrirDiario, reloj: RelojManual, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Entre tabla y tabla, otro proceso anota, debe avisos y abre partidas: nada de eso está en la copia."""
    diario, otro = await abrir(), await abrir()
    flujo = (await diario.crear(CONTADOR, SERVIDOR, CANAL, Abrir(), ANA, "abre")).flujo
    copiar, turnos = respaldo._copiar, iter(range(100))

    async def copiar_con_prisas(*cosas: Any) -> None:
        n = next(turnos)
        await otro.ejecutar(flujo, Subir(veces=2), ANA, f"s{n}")
        await otro.ejecutar(flujo, Anunciar(numero=n), ANA, f"a{n}")
        await otro.crear(CONTADOR, SERVIDOR, CANAL + 1 + n, Abrir(), ANA, f"abre{n}")
        await copiar(*cosas)

    monkeypatch.setattr(respaldo, "_copiar", copiar_con_prisas)
    antes = await todo(diario)
    archivo, cabecera = await respaldar(diario.motor, tmp_path / "copia.zip", reloj())
    assert next(turnos) == len(tablas()), "se escribió antes de copiar cada tabla"
    assert {t: sello.filas for t, sello in cabecera.tablas.items() if sello.filas} == {
        tabla: len(filas) for tabla, filas in antes.items()
    }
    assert [fila["version"] for fila in _leer(archivo)["flujos"]] == [1]
    monkeypatch.undo()
    _, despues = await respaldar(diario.motor, tmp_path / "despues.zip", reloj())
    assert despues.tablas["flujos"].filas == 1 + len(tablas())


def _leer(archivo: Path) -> dict[str, list[dict[str, Any]]]:
    """Lee una copia sin el programa, como dice su formato."""
    with zipfile.ZipFile(archivo) as paquete:
        return {
            nombre.removesuffix(".jsonl"): [json.loads(linea) for linea in paquete.read(nombre).splitlines()]
            for nombre in paquete.namelist()
            if nombre.endswith(".jsonl")
        }


async def test_el_archivo_es_privado_no_pisa_a_otro_y_lleva_su_instante(
    diario: Diario, reloj: RelojManual, tmp_path: Path
):
    archivo, cabecera = await respaldar(diario.motor, tmp_path, reloj())
    assert archivo.name == "concilio-20260301-120000.zip"
    assert stat.S_IMODE(archivo.stat().st_mode) == 0o600
    assert cabecera.hecha == reloj()
    contenido = archivo.read_bytes()
    with pytest.raises(ErrorDePuestaEnMarcha, match="Ya existe"):
        await respaldar(diario.motor, archivo, reloj())
    with pytest.raises(ErrorDePuestaEnMarcha, match="No puedo escribir la copia"):
        await respaldar(diario.motor, tmp_path / "no" / "existe.zip", reloj())
    assert archivo.read_bytes() == contenido
    assert not list(tmp_path.glob("*.parcial"))


async def test_sin_base_o_con_ella_vacia_no_hay_copia_ni_se_crea_nada(
    motor: Motor, reloj: RelojManual, tmp_path: Path
):
    with pytest.raises(ErrorDePuestaEnMarcha, match="No hay ninguna base de datos"):
        await respaldar(motor, tmp_path / "copia.zip", reloj())
    assert not list(tmp_path.iterdir())
    (tmp_path / "destino").mkdir()
    (tmp_path / "destino" / "concilio.sqlite3").touch()
    with pytest.raises(ErrorDePuestaEnMarcha, match="está vacía"):
        await respaldar(motor, tmp_path / "copia.zip", reloj())
    assert not (tmp_path / "copia.zip").exists()


async def test_una_base_con_algo_no_se_toca(
    diario: Diario, abrir: AbrirDiario, reloj: RelojManual, tmp_path: Path
):
    archivo, _ = await respaldar(diario.motor, tmp_path / "copia.zip", reloj())
    await diario.persona(SERVIDOR, ALICIA)
    antes = await todo(diario)
    with pytest.raises(ErrorDePuestaEnMarcha, match=r"no está vacía.*«personas»"):
        await restaurar(archivo, diario.motor)
    assert await todo(diario) == antes


async def test_una_base_recien_estrenada_si_vale(
    diario: Diario, reloj: RelojManual, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """El bot arrancó una vez en ella y solo dejó sus parámetros: es lo normal al mudarse."""
    origen = await Diario.abrir(None, tmp_path / "origen", [CONTADOR, DADOS_DEL_DIA], reloj)
    await poblar(origen, reloj, monkeypatch)
    archivo, _ = await respaldar(origen.motor, tmp_path / "copia.zip", reloj())
    await diario.parametros.guardar("comandos.huella", "de antes")
    await restaurar(archivo, diario.motor)
    assert (await todo(diario))["hechos"] == (await todo(origen))["hechos"]
    assert await diario.parametros.leer("comandos.huella") is None
    await origen.cerrar()


@pytest.fixture(scope="module")
def hecha() -> dict[str, bytes]:
    return {}


@pytest.fixture
async def archivo(
    reloj: RelojManual, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hecha: dict[str, bytes]
) -> Path:
    """Una copia de la base poblada; solo se hace la primera vez."""
    if not hecha:
        diario = await Diario.abrir(None, tmp_path / "a-copiar", [CONTADOR, DADOS_DEL_DIA], reloj)
        await poblar(diario, reloj, monkeypatch)
        copiada, _ = await respaldar(diario.motor, tmp_path / "original.zip", reloj())
        await diario.cerrar()
        hecha["copia"] = copiada.read_bytes()
    archivo = tmp_path / "copia.zip"
    archivo.write_bytes(hecha["copia"])
    return archivo


async def test_una_copia_danada_se_rechaza_y_no_deja_nada(archivo: Path, motor: Motor):
    entera = archivo.read_bytes()
    for danada in (b"", b"no soy un zip", entera[: len(entera) // 2], entera[:-1]):
        archivo.write_bytes(danada)
        with pytest.raises(ErrorDePuestaEnMarcha, match="no es una copia de Concilio, o está dañada"):
            await restaurar(archivo, motor)
    with pytest.raises(ErrorDePuestaEnMarcha, match="No puedo leer la copia"):
        await restaurar(archivo.with_name("no-existe.zip"), motor)
    assert not Path(motor.url.database or "").exists()
    archivo.write_bytes(entera)
    await restaurar(archivo, motor)


def _rehacer(archivo: Path, cambiar: Callable[[str, bytes], bytes | None]) -> None:
    """Rehace el .zip, con sus CRC en orden, cambiando o quitando lo que contiene."""
    with zipfile.ZipFile(archivo) as paquete:
        partes = {nombre: cambiar(nombre, paquete.read(nombre)) for nombre in paquete.namelist()}
    with zipfile.ZipFile(archivo, "w", zipfile.ZIP_DEFLATED) as paquete:
        for nombre, contenido in partes.items():
            if contenido is not None:
                paquete.writestr(nombre, contenido)


@pytest.mark.parametrize(
    "cambiar",
    [
        lambda nombre, dentro: dentro.replace(b'"anunciado"', b'"anunciada"') if "hechos" in nombre else dentro,
        lambda nombre, dentro: None if nombre == "textos.jsonl" else dentro,
        lambda nombre, dentro: dentro[: dentro.rindex(b"{")] if nombre == "ordenes.jsonl" else dentro,
        lambda nombre, dentro: dentro + dentro if nombre == "personas.jsonl" else dentro,
        lambda nombre, dentro: dentro.replace(b'"formato"', b'"form"') if nombre == "cabecera.json" else dentro,
    ],
)
async def test_una_copia_tocada_a_mano_se_rechaza(
    archivo: Path, motor: Motor, cambiar: Callable[[str, bytes], bytes | None]
):
    _rehacer(archivo, cambiar)
    with pytest.raises(ErrorDePuestaEnMarcha, match="está dañada"):
        await restaurar(archivo, motor)


@pytest.mark.parametrize(
    ("dicho", "frase"),
    [
        ((b'"formato": 1', b'"formato": 2'), "formato 2"),
        ((f'"migracion": "{REVISION}"'.encode(), b'"migracion": "9999"'), "más nuevo"),
    ],
)
async def test_una_copia_de_un_programa_posterior_se_dice(
    archivo: Path, motor: Motor, dicho: tuple[bytes, bytes], frase: str
):
    _rehacer(archivo, lambda nombre, dentro: dentro.replace(*dicho) if nombre == "cabecera.json" else dentro)
    with pytest.raises(ErrorDePuestaEnMarcha, match=frase):
        await restaurar(archivo, motor)


NUEVA = f"""
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "9000_prueba", "{REVISION}", None, None
def upgrade():
    op.add_column("flujos", sa.Column("color", sa.String(10), server_default="gris"))
"""


@pytest.fixture
def programa_nuevo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Desde que se llama, el programa tiene una migración más."""

    def actualizar() -> None:
        guiones = shutil.copytree(arranque.MIGRACIONES, tmp_path / "migraciones")
        (guiones / "versions" / "9000_prueba.py").write_text(NUEVA)
        monkeypatch.setattr(arranque, "MIGRACIONES", guiones)
        monkeypatch.setattr(arranque, "REVISION", "9000_prueba")
        monkeypatch.setattr(respaldo, "REVISION", "9000_prueba")

    return actualizar


@pytest.mark.parametrize("destino", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
async def test_una_copia_anterior_se_restaura_y_se_pone_al_dia(
    archivo: Path, tmp_path: Path, vacia: DireccionVacia, destino: str, programa_nuevo: Callable[[], None]
):
    programa_nuevo()
    motor = Motor(direccion(await vacia(destino), tmp_path))
    await restaurar(archivo, motor)
    async with motor.leer() as con:
        assert {fila.color for fila in await con.execute(text("SELECT color FROM flujos"))} == {"gris"}
    otra, cabecera = await respaldar(motor, tmp_path / "otra.zip", cabecera_de(archivo).hecha)
    assert cabecera.migracion == "9000_prueba"
    antes, despues = _leer(archivo), _leer(otra)
    assert [_sin(fila, {"color"}) for fila in despues["flujos"]] == antes["flujos"]
    assert despues["hechos"] == antes["hechos"]
    await motor.cerrar()


def cabecera_de(archivo: Path) -> Cabecera:
    with zipfile.ZipFile(archivo) as paquete:
        return Cabecera.model_validate_json(paquete.read("cabecera.json"))


async def test_se_copia_una_base_que_aun_no_se_ha_puesto_al_dia(
    diario: Diario, reloj: RelojManual, tmp_path: Path, programa_nuevo: Callable[[], None]
):
    """Antes de actualizar conviene copiar, también con el programa nuevo ya puesto."""
    programa_nuevo()
    _, cabecera = await respaldar(diario.motor, tmp_path / "copia.zip", reloj())
    assert cabecera.migracion == REVISION
    async with diario.motor.leer() as con:
        assert await con.scalar(text("SELECT version_num FROM alembic_version")) == REVISION


async def test_la_memoria_no_crece_con_la_base(
    tmp_path: Path, reloj: RelojManual, motor: Motor, monkeypatch: pytest.MonkeyPatch
):
    """5 MB de textos, de 50 en 50: ni al copiar ni al restaurar está en memoria más que una parte pequeña."""
    monkeypatch.setattr(respaldo, "POR_TANDA", 50)
    diario = await Diario.abrir(None, tmp_path / "grande", [CONTADOR], reloj)
    flujo = (await diario.crear(CONTADOR, SERVIDOR, CANAL, Abrir(), ANA, "abre")).flujo
    for tanda in range(5):
        filas = [{"flujo": flujo, "numero": tanda * 1000 + n, "texto": "x" * 1000} for n in range(1000)]
        async with diario.motor.escribir() as con:
            await con.execute(insert(textos), filas)
    tracemalloc.start()
    try:
        archivo, cabecera = await respaldar(diario.motor, tmp_path / "copia.zip", reloj())
        await restaurar(archivo, motor)
        _, pico = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert cabecera.tablas["textos"].filas == 5_000
    assert pico < 3_000_000  # buena parte es cargar las migraciones
    await diario.cerrar()


celdas = st.one_of(st.none(), st.integers(), st.text(st.characters(exclude_categories=["Cs"])), st.booleans())
filas_cualesquiera = st.lists(st.dictionaries(st.sampled_from("abc"), celdas), max_size=5)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(tablas=st.dictionaries(st.sampled_from(["uno", "dos", "tres"]), filas_cualesquiera), datos=st.data())
def test_un_octeto_cambiado_se_nota_o_no_cambia_nada(
    tmp_path: Path, tablas: dict[str, list[dict[str, Any]]], datos: st.DataObject
):
    archivo = tmp_path / "copia.zip"
    with archivo.open("wb") as salida, copia.Escritor(salida) as escritor:
        for nombre, filas in tablas.items():
            with escritor.tabla(nombre) as anotar:
                anotar(filas)
        escritor.sellar(REVISION, RelojManual()())
    octetos = bytearray(archivo.read_bytes())
    with copia.abrir(archivo) as entera:
        assert {nombre: list(entera.filas(nombre)) for nombre in tablas} == tablas
        cabecera = entera.cabecera
    for sitio in datos.draw(st.lists(st.integers(0, len(octetos) - 1), min_size=15, max_size=15)):
        tocados = octetos.copy()
        tocados[sitio] ^= 1 << datos.draw(st.integers(0, 7))
        archivo.write_bytes(tocados)
        try:
            with copia.abrir(archivo) as tocada:
                assert tocada.cabecera == cabecera
                assert {nombre: list(tocada.filas(nombre)) for nombre in tablas} == tablas
        except ErrorDePuestaEnMarcha:
            pass
