"""Cargar en frío y recordar en caliente: lo mismo por los dos caminos, y nunca sin límite."""

import random
from typing import Any

import pytest
from sqlalchemy import Engine, event, func, select, update

from servicios.deshacer import Deshacer, Rehacer
from servicios.diario import Diario, instantaneas
from servicios.diario.esquema import instantaneas as tabla
from servicios.errores import ErrorDeDominio, NoExiste
from servicios.hechos import Agregado
from tests.diario.conftest import ANA, BLAS, CANAL, MODERA, SERVIDOR, AbrirDiario
from tests.diario.contador import CONTADOR, Abrir, Cuenta, Subir, Tirar, reglas


async def partida(diario: Diario, canal: int = CANAL) -> str:
    orden = Abrir(bandos={1: "a", 2: "b"})
    return (await diario.crear(CONTADOR, SERVIDOR, canal, orden, ANA, f"abre{canal}")).flujo


async def fotos(diario: Diario) -> int:
    async with diario.motor.leer() as con:
        return await con.scalar(select(func.count()).select_from(tabla)) or 0


@pytest.mark.parametrize("azarosa", range(3))
async def test_en_frio_desde_una_instantanea_o_desde_el_principio_es_lo_mismo(
    abrir: AbrirDiario, monkeypatch: pytest.MonkeyPatch, azarosa: int
):
    """Una partida al azar, con marchas atrás que cruzan la instantánea."""
    monkeypatch.setattr(instantaneas, "CADA", 7)
    diario, dados = await abrir(), random.Random(azarosa)
    flujo = await partida(diario)
    for n in range(60):
        orden = dados.choice(
            [Subir(puntos=n + 1), Subir(puntos=2, veces=3), Tirar(), Deshacer(), Deshacer(), Rehacer()]
        )
        try:
            await diario.ejecutar(flujo, orden, MODERA, f"o{n}")
        except ErrorDeDominio:
            continue
    assert await fotos(diario) == 1
    caliente = await diario.leer(flujo)
    frio = await (await abrir()).leer(flujo)
    async with diario.motor.escribir() as con:
        await con.execute(tabla.delete())
    desde_cero = await (await abrir()).leer(flujo)
    for libro in (frio, desde_cero):
        assert libro.estado == caliente.estado
        assert (libro.version, libro.orden, libro.tiradas) == (caliente.version, caliente.orden, caliente.tiradas)


async def test_deshacer_mas_atras_que_la_instantanea_en_frio(abrir: AbrirDiario, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(instantaneas, "CADA", 5)
    diario = await abrir()
    flujo = await partida(diario)
    for n in range(9):
        await diario.ejecutar(flujo, Subir(puntos=10**n % 997), ANA, f"s{n}")
    frio = await abrir()
    deshechos = [await frio.ejecutar(flujo, Deshacer(), BLAS, f"d{n}") for n in range(9)]
    puntos = [sum(10**n % 997 for n in range(cuantos)) for cuantos in range(8, -1, -1)]
    assert [resultado.estado.puntos for resultado in deshechos] == puntos
    assert (await (await abrir()).leer(flujo)).estado.puntos == 0


async def test_una_instantanea_de_otro_modelo_de_estado_se_descarta(
    abrir: AbrirDiario, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(instantaneas, "CADA", 2)
    diario = await abrir()
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Subir(puntos=3), ANA, "a")
    # Si la leyera, se notaría: el estado guardado es falso.
    async with diario.motor.escribir() as con:
        await con.execute(update(tabla).values(estado=Cuenta(puntos=777).model_dump_json()))
    assert (await (await abrir()).leer(flujo)).estado.puntos == 777

    class Crecida(Cuenta):
        nuevo: int = 0

    crecido = Agregado("contador", Crecida, [reglas], bandos=lambda estado: estado.bandos)
    assert (await (await abrir([crecido])).leer(flujo)).estado == Crecida(bandos={1: "a", 2: "b"}, puntos=3)
    revisado = Agregado("contador", Cuenta, [reglas], revision=2)
    assert (await (await abrir([revisado])).leer(flujo)).estado.puntos == 3


async def test_un_estado_que_no_vuelve_de_su_json_va_sin_instantanea(
    abrir: AbrirDiario, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(instantaneas, "CADA", 1)

    class Rara(Cuenta):
        par: Any = (1, 2)  # vuelve como lista

    diario = await abrir([Agregado("contador", Rara, [reglas])])
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Subir(), MODERA, "a")
    assert await fotos(diario) == 0
    assert "sin instantánea" in caplog.text


async def test_lo_que_se_recuerda_esta_acotado(abrir: AbrirDiario):
    diario = await abrir(recordados=5)
    nombres = [await partida(diario, canal) for canal in range(12)]
    for vuelta in range(2):
        for flujo in nombres:
            await diario.ejecutar(flujo, Subir(), ANA, f"s{vuelta}")
    assert len(diario._libros) == 5
    assert [(await diario.leer(flujo)).estado.puntos for flujo in nombres] == [2] * 12


async def test_en_caliente_una_orden_no_lee_la_historia(diario: Diario):
    """Las mismas sentencias, y el mismo número, con 1 hecho que con 100: el coste no crece con la historia."""
    flujo = await partida(diario)
    await diario.ejecutar(flujo, Subir(), ANA, "calienta")
    sentencias: list[str] = []

    def anotar(_con: object, _cursor: object, sentencia: str, *_: object) -> None:
        sentencias.append(sentencia)

    event.listen(Engine, "before_cursor_execute", anotar)
    await diario.ejecutar(flujo, Subir(), ANA, "a")
    primera, sentencias[:] = list(sentencias), []
    for n in range(100):
        await diario.ejecutar(flujo, Subir(), ANA, f"s{n}")
    sentencias.clear()
    await diario.ejecutar(flujo, Subir(), ANA, "z")
    event.remove(Engine, "before_cursor_execute", anotar)
    assert sentencias == primera
    assert sum(s.startswith(("UPDATE", "INSERT")) for s in primera) == 3
    assert not any("FROM hechos" in s for s in primera)


async def test_cargar_en_frio_lee_como_mucho_lo_posterior_a_la_instantanea(
    abrir: AbrirDiario, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(instantaneas, "CADA", 10)
    diario = await abrir()
    flujo = await partida(diario)
    for n in range(35):
        await diario.ejecutar(flujo, Subir(), ANA, f"s{n}")
    libro = await (await abrir()).leer(flujo)
    assert libro.estado.puntos == 35
    assert len(libro.pasos) < 10
    assert libro.faltan_pasos


async def test_una_clase_que_este_programa_no_conoce_se_dice(diario: Diario, abrir: AbrirDiario):
    flujo = await partida(diario)
    with pytest.raises(NoExiste, match="no sabe llevar"):
        await (await abrir([])).leer(flujo)
