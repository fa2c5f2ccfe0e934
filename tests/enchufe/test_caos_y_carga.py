"""Que las herramientas del caos y de la carga funcionan, con las órdenes más sencillas."""

import random
from pathlib import Path

import pytest

from tests.enchufe import sala as salas
from tests.enchufe.caos import calma, planear, tormenta
from tests.enchufe.carga import cargar, multitud
from tests.enchufe.estado import Interaccion


def test_de_una_semilla_sale_siempre_el_mismo_plan() -> None:
    plan = planear(random.Random(7), 50, 20, 0.5)
    assert plan == planear(random.Random(7), 50, 20, 0.5)
    assert plan != planear(random.Random(8), 50, 20, 0.5)
    assert {r.en_peticion is None for r in plan} == {True, False}  # mueren de las dos maneras
    assert all(0 <= t <= 0.5 for r in plan for t in (*r.ordenes, r.muerte))


@pytest.mark.parametrize("semilla", [1])
async def test_lo_acusado_esta_y_una_sola_vez(tmp_path: Path, semilla: int) -> None:
    async with salas.sala(tmp_path, ordenes=True, criadero=True, ventana=0.0) as s:

        async def ordenar(azar: random.Random) -> Interaccion:
            quien = azar.choice([s.alicia, s.bruno])
            if azar.random() < 0.3:
                return await quien.escribir("anunciar", texto="oíd", veces=azar.randint(1, 3))
            return await quien.escribir("errata", carta=azar.choice(["gwahir", "Glamdring"]), publico=True)

        balance = await tormenta(s, semilla, ordenar, rondas=2)
        assert balance.muertes == 2, balance
        assert balance.enviadas, balance
        for interaccion in balance.enviadas:
            publica = interaccion.carga["data"]["name"] == "errata" and interaccion.acusada
            assert len(balance.respuestas(interaccion)) == publica, balance
        assert (await s.alicia.usar("nada")).texto == "·"


async def test_cincuenta_a_la_vez_y_ninguna_se_pierde(tmp_path: Path) -> None:
    async with salas.sala(tmp_path, ordenes=True) as s:
        gente = multitud(s, personas=50, canales=5)
        await s.proceso.arrancar()
        medida = await cargar(gente, lambda actor: actor.usar("nada"), veces=500, a_la_vez=50)
        await calma(s)
        assert len(medida.tiempos) == 500
        puestos = [len(c.mensajes) for c in s.servidor.canales]
        assert sum(puestos) == 500
        assert {a.canal.id for a in gente} == {c.id for c in s.servidor.canales if c.mensajes}
