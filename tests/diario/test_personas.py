"""Personas, ajustes, parámetros y servidores que se fueron."""

import asyncio
from datetime import datetime

import pytest
from sqlalchemy import select

from servicios.diario import Diario
from servicios.diario.esquema import servidores_idos
from servicios.diario.privacidad import PrivacidadDelDiario
from servicios.hechos import Agregado, Hecho, Reglas, Valor
from tests.diario.conftest import SERVIDOR, AbrirDiario, RelojManual

GRANDE = 2**63 - 1


async def test_cada_cuenta_tiene_su_numero_en_cada_servidor(diario: Diario, abrir: AbrirDiario):
    numeros = [await diario.persona(SERVIDOR, cuenta) for cuenta in (500, 600, 500, GRANDE)]
    assert numeros == [1, 2, 1, 3]
    assert await diario.persona(SERVIDOR + 1, 600) == 1
    assert await (await abrir()).persona(SERVIDOR, 600) == 2
    assert await diario.discord_de(SERVIDOR, [1, 3, 77]) == {1: 500, 3: GRANDE, 77: None}


async def test_dos_procesos_que_conocen_a_la_misma_gente_a_la_vez(abrir: AbrirDiario):
    procesos = [await abrir() for _ in range(3)]
    cuentas = [cuenta for cuenta in range(100, 112) for _ in procesos]
    numeros = await asyncio.gather(
        *(procesos[n % 3].persona(SERVIDOR, cuenta) for n, cuenta in enumerate(cuentas))
    )
    de_cada = {cuenta: {n for c, n in zip(cuentas, numeros, strict=True) if c == cuenta} for cuenta in cuentas}
    assert all(len(suyos) == 1 for suyos in de_cada.values())
    assert {n for suyos in de_cada.values() for n in suyos} == set(range(1, 13))


async def test_una_cuenta_borrada_deja_su_numero_sin_nadie_y_vuelve_con_otro(diario: Diario):
    await diario.persona(SERVIDOR, 500)
    assert (await PrivacidadDelDiario(diario).borrar(500)).servidores == 1
    assert (await PrivacidadDelDiario(diario).borrar(500)).servidores == 0
    assert await diario.discord_de(SERVIDOR, [1]) == {1: None}
    assert await diario.persona(SERVIDOR, 500) == 2


async def test_los_ajustes_de_un_servidor_se_recuerdan(diario: Diario, abrir: AbrirDiario):
    assert await diario.ajustes.leer(SERVIDOR) == {}
    await diario.ajustes.guardar(SERVIDOR, {"zona": "Europe/Madrid", "canal": GRANDE})
    await diario.ajustes.guardar(SERVIDOR, {"zona": "América/Bogotá"})
    for quien in (diario, await abrir()):
        assert await quien.ajustes.leer(SERVIDOR) == {"zona": "América/Bogotá"}
    leidos = await diario.ajustes.leer(SERVIDOR)
    leidos["zona"] = "cambiado sin guardar"
    assert await diario.ajustes.leer(SERVIDOR) == {"zona": "América/Bogotá"}
    assert await diario.ajustes.leer(SERVIDOR + 1) == {}


async def test_dos_que_guardan_ajustes_a_la_vez(abrir: AbrirDiario):
    procesos = [await abrir() for _ in range(4)]
    await asyncio.gather(*(p.ajustes.guardar(SERVIDOR, {"n": n}) for n, p in enumerate(procesos)))
    assert (await (await abrir()).ajustes.leer(SERVIDOR))["n"] in range(4)


async def test_los_parametros_se_cambian(diario: Diario):
    assert await diario.parametros.leer("huella") is None
    await diario.parametros.guardar("huella", "a")
    await diario.parametros.guardar("huella", "b")
    assert await diario.parametros.leer("huella") == "b"


async def test_los_servidores_que_se_fueron_hace_tiempo(diario: Diario, reloj: RelojManual):
    await diario.servidores_idos.anotar(1)
    reloj.pasar(days=20)
    await diario.servidores_idos.anotar(1)  # repetirlo no reinicia la cuenta
    await diario.servidores_idos.anotar(2)
    await diario.servidores_idos.anotar(3)
    reloj.pasar(days=11)
    hace_30 = reloj.pasar(days=-30)
    assert await idos_antes_de(diario, hace_30) == [1]
    await diario.servidores_idos.olvidar(1)
    assert await idos_antes_de(diario, hace_30) == []


async def idos_antes_de(diario: Diario, instante: datetime) -> list[int]:
    async with diario.motor.leer() as con:
        return list(
            await con.scalars(select(servidores_idos.c.servidor).where(servidores_idos.c.desde < instante))
        )


@pytest.mark.parametrize("clase", ["deshecho", "rehecho"])
def test_los_tipos_comunes_no_se_pueden_usar_en_un_agregado(clase: str):
    usurpador = type("Usurpador", (Hecho,), {"tipo": clase, "__annotations__": {}})
    reglas = Reglas[Valor]()
    reglas.aplica(usurpador)(lambda estado, _hecho: estado)
    with pytest.raises(ValueError, match="reservados"):
        Diario(None, [Agregado("x", Valor, [reglas])], None, "p")  # pyright: ignore[reportArgumentType]
