"""Los turnos entre procesos: nadie comparte hueco, y nadie espera de más."""

import asyncio
from datetime import UTC, datetime, timedelta

from servicios.diario import Diario

CADA = timedelta(seconds=5)
AHORA = datetime(2026, 11, 30, 12, tzinfo=UTC)


async def test_cada_uno_tiene_su_hueco(diario: Diario) -> None:
    faltas = await asyncio.gather(*(diario.reservar_turno("x", AHORA, CADA) for _ in range(6)))
    assert sorted(falta.total_seconds() for falta in faltas) == [0, 5, 10, 15, 20, 25]


async def test_pasado_el_tiempo_no_se_espera(diario: Diario) -> None:
    await diario.reservar_turno("x", AHORA, CADA)
    assert await diario.reservar_turno("x", AHORA + CADA, CADA) == timedelta(0)
    assert await diario.reservar_turno("otra", AHORA, CADA) == timedelta(0)


async def test_un_turno_pedido_con_el_reloj_muy_adelantado_no_hace_esperar_a_los_demas(diario: Diario) -> None:
    await diario.reservar_turno("x", AHORA + timedelta(days=400), CADA)
    assert await diario.reservar_turno("x", AHORA, CADA) == timedelta(0)
    assert await diario.reservar_turno("x", AHORA, CADA) == CADA
