"""`comprobar` calla ante una base sana y dice cada cosa que se estropea a mano."""

import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import select, update

from servicios.dados.dia import DIA, Tirado, Tirar
from servicios.dados.mesa import MESA, Abrir, Cerrar
from servicios.dados.tirada import Dados
from servicios.diario import Diario
from servicios.diario.comprobacion import Hallazgo, comprobar
from servicios.diario.esquema import hechos, semillas
from servicios.diario.motor import Motor, direccion
from servicios.errores import ErrorDePuestaEnMarcha
from servicios.hechos import Actor
from tests.diario.conftest import SERVIDOR, AbrirDiario, RelojManual
from tests.diario.contador import CONTADOR, DADOS_DEL_DIA
from tests.diario.poblacion import poblar, todo

ABIERTA, CERRADA, DIA_ = "10/contador/1", "10/contador/2", "10/dia/20/2026-03-0"
Estropear = Callable[..., Awaitable[None]]


@pytest.fixture
def estropear(url_bd: str | None, tmp_path: Path) -> Estropear:
    """Toca la base a mano, sin que ella compruebe nada."""

    async def estropear(*ordenes: str) -> None:
        if url_bd is None:
            _estropear_sqlite(tmp_path, ordenes)
            return
        pg = await asyncpg.connect(url_bd)
        await pg.execute("SET session_replication_role = replica")
        for orden in ordenes:
            assert not (await pg.execute(_con_nombres(orden))).endswith(" 0"), orden
        await pg.close()

    return estropear


def _estropear_sqlite(carpeta: Path, ordenes: Iterable[str]) -> None:
    con = sqlite3.connect(carpeta / "concilio.sqlite3", isolation_level=None)
    for orden in ordenes:
        assert con.execute(_con_nombres(orden)).rowcount != 0, orden
    con.close()


def _con_nombres(orden: str) -> str:
    return orden.replace(":a", f"'{ABIERTA}'").replace(":c", f"'{CERRADA}'")


async def revisar(diario: Diario) -> list[Hallazgo]:
    return await comprobar(diario.motor, [CONTADOR, DADOS_DEL_DIA])


async def test_una_base_sana_no_tiene_hallazgos_y_no_se_toca(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch
):
    await poblar(diario, reloj, monkeypatch)
    antes = await todo(diario)
    assert await revisar(diario) == []
    assert await todo(diario) == antes


DANOS: list[tuple[str, str | None, str]] = [
    (
        "DELETE FROM hechos WHERE flujo = :a AND version = 3",
        ABIERTA,
        r"12 hechos y los guardados son 1 a 2, 4 a 12\.",
    ),
    ("DELETE FROM hechos WHERE flujo = :a AND version = 3", ABIERTA, r"de la orden 3 no son los que ella dice\."),
    (
        "DELETE FROM ordenes WHERE flujo = :a AND numero = 2",
        ABIERTA,
        r"11 órdenes y las guardadas son 1, 3 a 11\.",
    ),
    ("UPDATE flujos SET orden = 12 WHERE flujo = :a", ABIERTA, r"tiene 12 órdenes y las guardadas son 1 a 11\."),
    ("UPDATE hechos SET orden = 99 WHERE flujo = :a AND version = 3", ABIERTA, r"órdenes que no existen: 99\."),
    (
        "UPDATE hechos SET momento = '2020-01-01 00:00:00' WHERE flujo = :a AND version = 3",
        ABIERTA,
        r"de la orden 3 no son de su mismo instante",
    ),
    (
        "UPDATE hechos SET tipo = 'marciano' WHERE flujo = :a AND version = 3",
        ABIERTA,
        r"El hecho 3 es de un tipo desconocido, «marciano»\.",
    ),
    (
        """UPDATE hechos SET cuerpo = '{"v": 2, "otra": 1}' WHERE flujo = :a AND tipo = 'subido'""",
        ABIERTA,
        r"\(«subido»\) no se puede leer: ValidationError",
    ),
    ("UPDATE hechos SET cuerpo = '{' WHERE flujo = :a AND version = 3", ABIERTA, r"leer: JSONDecodeError"),
    (
        """UPDATE hechos SET cuerpo = '{"v":1,"orden":2,"tiradas":[]}' WHERE tipo = 'deshecho' AND flujo = :a""",
        ABIERTA,
        r"no se pueden plegar: DiarioIncoherente: se deshace o rehace la orden 2",
    ),
    (
        "UPDATE ordenes SET tiradas = 5 WHERE flujo = :a AND numero = 10",
        ABIERTA,
        r"La orden 10 dice que hubo 5 tiradas antes y hubo 1\.",
    ),
    ("UPDATE flujos SET origen = 'otro' WHERE flujo = :a", ABIERTA, r"No lo abrió la orden que dice su ficha\."),
    ("UPDATE flujos SET servidor = 11 WHERE flujo = :a", ABIERTA, r"Su nombre no es del servidor 11\."),
    (
        "UPDATE flujos SET abierto = true WHERE flujo = :c",
        CERRADA,
        r"hechos lo cierran y su ficha lo da por abierto",
    ),
    ("UPDATE flujos SET abierto = true WHERE flujo = :c", CERRADA, r"abierto y su semilla ya se ha revelado\."),
    ("UPDATE flujos SET abierto = false WHERE flujo = :a", ABIERTA, r"por cerrado y sus hechos no lo cierran\."),
    ("UPDATE flujos SET cerrado = creado WHERE flujo = :a", ABIERTA, r"no se aclara entre abierto y cerrado"),
    (
        "UPDATE semillas SET revelada = NULL WHERE compromiso = (SELECT compromiso FROM flujos WHERE flujo = :c)",
        CERRADA,
        r"Está cerrado y su semilla no se ha revelado\.",
    ),
    (
        "DELETE FROM semillas WHERE compromiso = (SELECT compromiso FROM flujos WHERE flujo = :a)",
        ABIERTA,
        r"Le falta la semilla\.",
    ),
    (
        """UPDATE instantaneas SET estado = replace(estado, '"puntos":', '"puntos":9') WHERE flujo = :a""",
        ABIERTA,
        r"Su instantánea no coincide con el estado que dan los hechos\.",
    ),
    (
        "UPDATE instantaneas SET tiradas = tiradas + 1 WHERE flujo = :a",
        ABIERTA,
        r"instantánea no es de donde dice\.",
    ),
    ("UPDATE instantaneas SET estado = '{' WHERE flujo = :a", ABIERTA, r"Su instantánea no se puede leer\."),
    ("DELETE FROM personas WHERE numero = 2", ABIERTA, r"Nombra a personas que no existen: 2\."),
    ("DELETE FROM personas WHERE numero = 2", CERRADA, r"Juegan en él personas que no existen: 2\."),
    ("UPDATE textos SET numero = 4 WHERE flujo = :a", ABIERTA, r"Sus textos no van seguidos: 4\."),
    ("UPDATE bandeja SET flujo = 'x' WHERE id = 1", None, r"«bandeja» nombra «x», que no está en «flujos»\."),
    ("UPDATE recordatorios SET flujo = 'x' WHERE id = 1", None, r"«recordatorios» nombra «x»"),
    ("UPDATE bandeja SET estado = 'volando' WHERE id = 1", ABIERTA, r"\(bandeja\) está «volando»"),
    ("UPDATE recordatorios SET estado = 'dormido' WHERE id = 1", ABIERTA, r"\(recordatorios\) está «dormido»"),
    ("UPDATE dias SET anterior = NULL WHERE fecha = '2026-03-03'", f"{DIA_}3", r"No nombra al día anterior"),
    (
        "UPDATE dias SET anterior = flujo WHERE fecha = '2026-03-01'",
        f"{DIA_}1",
        r"el primer día de su canal y nombra",
    ),
    (
        "UPDATE dias SET siguiente = (SELECT compromiso FROM flujos WHERE flujo = :a) WHERE fecha = '2026-03-01'",
        f"{DIA_}2",
        r"Su semilla no es la que el día anterior dejó comprometida\.",
    ),
    (
        "UPDATE dias SET siguiente = (SELECT compromiso FROM flujos WHERE flujo = :a) WHERE fecha = '2026-03-03'",
        None,
        r"no es de ningún flujo",
    ),
]


@pytest.fixture
async def copiada(
    tmp_path: Path, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch, sana: dict[str, bytes]
) -> AsyncIterator[Motor]:
    """La base poblada, en un archivo SQLite propio de la prueba; solo se puebla la primera vez."""
    if not sana:
        diario = await Diario.abrir(None, tmp_path / "poblada", [CONTADOR, DADOS_DEL_DIA], reloj)
        await poblar(diario, reloj, monkeypatch)
        await diario.cerrar()
        sana["base"] = (tmp_path / "poblada" / "concilio.sqlite3").read_bytes()
    (tmp_path / "concilio.sqlite3").write_bytes(sana["base"])
    motor = Motor(direccion(None, tmp_path))
    yield motor
    await motor.cerrar()


@pytest.fixture(scope="module")
def sana() -> dict[str, bytes]:
    return {}


@pytest.mark.parametrize(("dano", "flujo", "frase"), DANOS)
async def test_cada_dano_se_dice_y_de_quien_es(
    copiada: Motor, tmp_path: Path, dano: str, flujo: str | None, frase: str
):
    _estropear_sqlite(tmp_path, [dano])
    hallazgos = await comprobar(copiada, [CONTADOR, DADOS_DEL_DIA])
    assert [h for h in hallazgos if h.flujo == flujo and re.search(frase, h.frase)], hallazgos
    assert all(h.frase.endswith(".") for h in hallazgos)


async def test_en_las_dos_bases_se_dicen_muchos_danos_a_la_vez(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch, estropear: Estropear
):
    await poblar(diario, reloj, monkeypatch)
    compatibles = [
        caso for caso in DANOS if re.match(r"UPDATE (instantaneas|dias|bandeja|ordenes|recordatorios)", caso[0])
    ]
    await estropear(*(dano for dano, _, _ in compatibles if "'{'" not in dano))
    dichos = "\n".join(map(str, await revisar(diario)))
    for frase in (
        r"hubo 5 tiradas antes y hubo 1",
        r"«bandeja» nombra «x»",
        r"«recordatorios» nombra «x»",
        r"está «volando»",
        r"está «dormido»",
        r"03-03: No nombra al día anterior",
        r"03-02: Su semilla no es la que",
        r"no es de ningún flujo",
        r"Su instantánea no es de donde dice",
        r"Su instantánea no coincide",
    ):
        assert re.search(frase, dichos), dichos


async def test_la_semilla_cambiada_se_nota(diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch):
    await poblar(diario, reloj, monkeypatch)
    suya = await diario.compromiso(ABIERTA)
    async with diario.motor.escribir() as con:
        await con.execute(update(semillas).where(semillas.c.compromiso == suya).values(semilla=bytes(32)))
    assert await revisar(diario) == [
        Hallazgo(None, f"La semilla del compromiso {suya} no es la que se comprometió.")
    ]


async def test_un_dado_cambiado_se_nota(diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch):
    """También en lo abierto: la semilla es secreta para la gente, no para quien lleva el bot."""
    await poblar(diario, reloj, monkeypatch)
    async with diario.motor.escribir() as con:
        for fila in (await con.execute(select(hechos).where(hechos.c.tipo == "tirado"))).all():
            uno, *otros = fila.cuerpo["sorteo"]["valores"]
            fila.cuerpo["sorteo"]["valores"] = [uno % 6 + 1, *otros]
            suya = (hechos.c.flujo == fila.flujo) & (hechos.c.version == fila.version)
            await con.execute(update(hechos).where(suya).values(cuerpo=fila.cuerpo))
    frase = "Tiradas que no salen de su semilla: 1."
    flujos = [ABIERTA, CERRADA, *(f"{DIA_}{n}" for n in (1, 2, 3))]
    assert {h for h in await revisar(diario) if h.frase == frase} == {Hallazgo(flujo, frase) for flujo in flujos}


async def test_una_clase_que_este_programa_no_conoce_es_un_hallazgo(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch
):
    await poblar(diario, reloj, monkeypatch)
    hallazgos = await comprobar(diario.motor, [DADOS_DEL_DIA])
    assert [h.flujo for h in hallazgos] == [ABIERTA, CERRADA]
    assert "«contador»" in hallazgos[0].frase


async def mesa_con_textos(abrir: AbrirDiario) -> tuple[Diario, str]:
    """Una mesa de dados de verdad, con comentarios, y un día suelto; cerrada."""
    diario = await abrir([MESA, DIA])
    ana = Actor(await diario.persona(SERVIDOR, 501))
    blas = Actor(await diario.persona(SERVIDOR, 502))
    flujo = (await diario.crear(MESA, SERVIDOR, 30, Abrir(jugadores=(blas.persona,)), ana, "abre")).flujo
    await diario.ejecutar(flujo, Tirar(dados=Dados(cantidad=3), comentario="a ver"), blas, "uno")
    await diario.ejecutar(flujo, Tirar(dados=Dados(caras=20)), ana, "dos")
    await diario.ejecutar(flujo, Cerrar(), ana, "tres")
    return diario, flujo


async def test_las_personas_y_los_textos_que_nombran_los_hechos_han_de_existir(
    abrir: AbrirDiario, estropear: Estropear
):
    diario, flujo = await mesa_con_textos(abrir)
    assert await comprobar(diario.motor, [MESA, DIA]) == []
    await estropear("UPDATE personas SET discord_id = NULL", "UPDATE textos SET texto = NULL")
    assert await comprobar(diario.motor, [MESA, DIA]) == [], "lo borrado sigue en su sitio"
    await estropear("DELETE FROM textos", "UPDATE personas SET numero = 7 WHERE numero = 1")
    assert await comprobar(diario.motor, [MESA, DIA]) == [
        Hallazgo(flujo, "Nombra a personas que no existen: 1."),
        Hallazgo(flujo, "Nombra textos que no existen: 1."),
        Hallazgo(flujo, "Juegan en él personas que no existen: 1."),
    ]


async def test_un_hecho_que_no_se_puede_contar_es_un_hallazgo(abrir: AbrirDiario, monkeypatch: pytest.MonkeyPatch):
    diario, flujo = await mesa_con_textos(abrir)

    def roto(_hecho: Tirado, _nombres: Any) -> str:
        raise LookupError("no está")

    monkeypatch.setattr(Tirado, "relato", roto)
    assert [str(h) for h in await comprobar(diario.motor, [MESA, DIA])] == [
        f"{flujo}: Un hecho de la orden {n} no se puede contar: LookupError: no está." for n in (2, 3)
    ]


async def test_hechos_que_las_reglas_nunca_darian_son_un_hallazgo(
    abrir: AbrirDiario, monkeypatch: pytest.MonkeyPatch
):
    diario, flujo = await mesa_con_textos(abrir)
    monkeypatch.setattr(MESA, "_efectos", {})
    (hallazgo,) = await comprobar(diario.motor, [MESA, DIA])
    assert hallazgo.flujo == flujo
    assert hallazgo.frase.startswith("Sus hechos no se pueden plegar: KeyError")


async def test_un_archivo_danado(copiada: Motor, tmp_path: Path):
    _estropear_sqlite(
        tmp_path,
        [
            "PRAGMA writable_schema = ON",
            "DELETE FROM sqlite_master WHERE name = 'ix_flujos_abiertos_movido'",  # su página queda huérfana
        ],
    )
    (hallazgo,) = await comprobar(copiada, [CONTADOR, DADOS_DEL_DIA])
    assert hallazgo.frase.startswith("El archivo de SQLite está dañado: ")
    await copiada.cerrar()

    (tmp_path / "concilio.sqlite3").write_bytes(b"esto no es una base de datos, son solo letras" * 100)
    with pytest.raises(ErrorDePuestaEnMarcha, match="no es una base de datos de Concilio, o está dañado"):
        await comprobar(copiada, [CONTADOR])


async def test_lo_que_no_se_puede_comprobar_se_dice(tmp_path: Path, reloj: RelojManual):
    motor = Motor(direccion(None, tmp_path))
    with pytest.raises(ErrorDePuestaEnMarcha, match="No hay ninguna base de datos"):
        await comprobar(motor, [])
    (tmp_path / "concilio.sqlite3").touch()
    with pytest.raises(ErrorDePuestaEnMarcha, match="está vacía"):
        await comprobar(motor, [])
    await (await Diario.abrir(None, tmp_path, [], reloj)).cerrar()
    con = sqlite3.connect(tmp_path / "concilio.sqlite3", isolation_level=None)
    con.execute("UPDATE alembic_version SET version_num = '0000'")
    con.close()
    with pytest.raises(ErrorDePuestaEnMarcha, match="está en la migración 0000"):
        await comprobar(motor, [])
    await motor.cerrar()
