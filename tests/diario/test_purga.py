"""Los datos de un servidor que echó al bot: se guardan 30 días, y después no queda ninguno."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.cuidados import Cuidados
from servicios.diario import Diario, purga
from servicios.diario.comprobacion import comprobar
from servicios.diario.purga import Presencia, cuadrar, purgar
from servicios.errores import AlmacenNoDisponible
from servicios.hechos import Actor
from tests.diario.conftest import CANAL, SERVIDOR, AbrirDiario, RelojManual
from tests.diario.contador import CONTADOR, DADOS_DEL_DIA, Abrir, Anotar, Anunciar, Cerrar, Tirar
from tests.diario.poblacion import poblar, todo

VECINO = (1 << 22) + 5
"""Otro servidor, que con dos fragmentos es del segundo (SERVIDOR es del primero)."""


def presencia(*servidores: int, fragmentos: int = 1, propios: Collection[int] = (0,)) -> Presencia:
    return Presencia(servidores, fragmentos, propios)


async def habitar(diario: Diario, servidor: int, reloj: RelojManual) -> None:
    """Un poco de todo en un servidor."""
    quien = Actor(await diario.persona(servidor, 500))
    await diario.ajustes.guardar(servidor, {"zona": "Europe/Madrid"})
    for n in range(3):
        flujo = (await diario.crear(CONTADOR, servidor, CANAL + n, Abrir(), quien, f"abre{n}")).flujo
        for m, orden in enumerate((Anotar(texto="hola"), Tirar(), Anunciar(numero=1), Cerrar())):
            await diario.ejecutar(flujo, orden, quien, f"o{m}")
        await diario.dias.ejecutar(DADOS_DEL_DIA, servidor, CANAL, reloj().date(), Tirar(), quien, f"d{n}")
        reloj.pasar(days=1)


async def test_a_los_30_dias_no_queda_nada_suyo_y_lo_de_los_demas_sigue(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(purga, "POR_TANDA", 2)
    await habitar(diario, VECINO, reloj)
    for envio in await diario.bandeja.tomar_pendientes(reloj(), 100):
        await diario.bandeja.fallido(envio, "403")
    antes = await todo(diario)
    await poblar(diario, reloj, monkeypatch)
    await diario.servidores_idos.olvidar(77)
    await diario.servidores_idos.anotar(SERVIDOR)
    completo = await todo(diario)
    assert await purgar(diario.motor, presencia(VECINO), reloj.pasar(days=30)) == []
    assert await todo(diario) == completo
    assert await purgar(diario.motor, presencia(VECINO), reloj.pasar(seconds=1)) == [SERVIDOR]
    assert await todo(diario) == antes
    assert await comprobar(diario.motor, [CONTADOR, DADOS_DEL_DIA]) == []
    assert await purgar(diario.motor, presencia(VECINO), reloj()) == []


async def test_nunca_donde_esta_el_bot_ni_lo_que_lleva_otro_proceso(diario: Diario, reloj: RelojManual):
    await habitar(diario, VECINO, reloj)
    await diario.servidores_idos.anotar(VECINO)
    antes, tarde = await todo(diario), reloj.pasar(days=99)
    assert await purgar(diario.motor, presencia(VECINO), tarde) == []
    assert await purgar(diario.motor, presencia(fragmentos=2, propios=[0]), tarde) == []
    assert await todo(diario) == antes
    assert await purgar(diario.motor, presencia(fragmentos=2, propios=[1]), tarde) == [VECINO]


async def test_si_se_corta_a_mitad_todo_casa_y_la_proxima_vez_sigue(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(purga, "POR_TANDA", 1)
    await habitar(diario, VECINO, reloj)
    await diario.servidores_idos.anotar(VECINO)
    tarde, borrar, tandas = reloj.pasar(days=31), purga._borrar_tanda, iter(range(99))

    async def cortarse(*cosas: Any) -> bool:
        quedaba = await borrar(*cosas)
        if next(tandas) == 2:
            raise AlmacenNoDisponible
        return quedaba

    monkeypatch.setattr(purga, "_borrar_tanda", cortarse)
    with pytest.raises(AlmacenNoDisponible):
        await purgar(diario.motor, presencia(), tarde)
    assert len((await todo(diario))["flujos"]) == 4, "dos tandas confirmadas; la tercera, no"
    assert await comprobar(diario.motor, [CONTADOR, DADOS_DEL_DIA]) == []
    assert await purgar(diario.motor, presencia(), tarde) == [VECINO]
    assert (await todo(diario)).keys() == {"parametros"}


async def test_si_vuelve_a_mitad_no_se_le_borra_nada_mas(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(purga, "POR_TANDA", 1)
    await habitar(diario, VECINO, reloj)
    await diario.servidores_idos.anotar(VECINO)
    borrar = purga._borrar_tanda

    async def y_vuelve(con: AsyncConnection, servidor: int) -> bool:
        quedaba = await borrar(con, servidor)
        await con.execute(purga.delete(purga.servidores_idos))
        return quedaba

    monkeypatch.setattr(purga, "_borrar_tanda", y_vuelve)
    assert await purgar(diario.motor, presencia(), reloj.pasar(days=31)) == []
    assert len((await todo(diario))["flujos"]) == 5


async def test_se_apunta_quien_falta_y_se_olvida_quien_ha_vuelto(diario: Diario, reloj: RelojManual):
    await diario.persona(SERVIDOR, 500)
    await diario.persona(VECINO, 500)
    await diario.ajustes.guardar(99, {})
    await diario.persona(0, 500)  # los mensajes directos no son de ningún servidor
    await diario.servidores_idos.anotar(55)
    ayer = reloj()
    hoy = reloj.pasar(days=1)
    await cuadrar(diario.motor, presencia(VECINO, 55), hoy)
    assert await idos(diario) == {SERVIDOR: hoy, 99: hoy}
    await cuadrar(diario.motor, presencia(VECINO), reloj.pasar(days=1))
    assert await idos(diario) == {SERVIDOR: hoy, 99: hoy}, "se cuenta desde la primera vez"
    await cuadrar(diario.motor, presencia(SERVIDOR, VECINO, 99), reloj())
    assert await idos(diario) == {}
    await cuadrar(diario.motor, presencia(fragmentos=2, propios=[1]), reloj())
    assert set(await idos(diario)) == {VECINO}, "del otro fragmento no sabe nada"
    assert ayer < hoy


async def idos(diario: Diario) -> dict[int, datetime]:
    return {fila["servidor"]: fila["desde"] for fila in (await todo(diario)).get("servidores_idos", [])}


async def test_los_cuidados_purgan_una_vez_al_dia_y_vacian_la_memoria(
    diario: Diario, reloj: RelojManual, abrir: AbrirDiario
):
    await habitar(diario, VECINO, reloj)
    await diario.servidores_idos.anotar(VECINO)
    cuidados = Cuidados(diario)
    await cuidados.avanzar(presencia(), reloj.pasar(days=29))
    assert "flujos" in await todo(diario)
    await cuidados.avanzar(presencia(), reloj.pasar(days=2))
    assert (await todo(diario)).keys() == {"parametros"}
    assert await diario.persona(VECINO, 700) == 1
    assert await diario.persona(VECINO, 500) == 2, "su número de antes ya no existe"


async def test_los_cuidados_notan_que_lo_echaron_mientras_no_miraba(diario: Diario, reloj: RelojManual):
    await diario.persona(VECINO, 500)
    await diario.persona(SERVIDOR, 500)
    cuidados = Cuidados(diario)
    await cuidados.avanzar(presencia(SERVIDOR), reloj())
    await cuidados.avanzar(presencia(SERVIDOR), reloj.pasar(days=30))
    assert len((await todo(diario))["personas"]) == 2
    await cuidados.avanzar(presencia(SERVIDOR), reloj.pasar(days=1))
    assert [fila["servidor"] for fila in (await todo(diario))["personas"]] == [SERVIDOR]


async def test_los_cuidados_esperan_si_la_base_no_responde(
    diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch
):
    await diario.persona(VECINO, 500)
    await diario.servidores_idos.anotar(VECINO)
    cuidados, tarde = Cuidados(diario), reloj.pasar(days=31)

    async def caida(_clave: str) -> str:
        raise AlmacenNoDisponible

    with monkeypatch.context() as parche:
        parche.setattr(diario.parametros, "leer", caida)
        await cuidados.avanzar(presencia(), tarde)
    assert "personas" in await todo(diario)
    await cuidados.avanzar(presencia(), tarde)
    assert "personas" not in await todo(diario)


async def test_reclamar_es_de_uno_solo(abrir: AbrirDiario):
    procesos = [await abrir() for _ in range(3)]
    for dia in ("2026-03-01", "2026-03-02", "2026-03-10"):
        dicho = [await p.parametros.reclamar("cuidados", dia) for p in procesos]
        assert dicho == [True, False, False]
    assert not await procesos[1].parametros.reclamar("cuidados", "2026-03-09")
