"""Cómo se leen los avisos que no son de ningún juego."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from servicios.diario import Envio
from servicios.hechos import Aviso
from tests.apoyo.mundo import Mundo, texto

MOVIDO, CIERRE = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 2, 7, tzinfo=UTC)


async def _leido(m: Mundo, clase: str, plantilla: str, **datos: Any) -> str:
    aviso = Aviso(clave="x", plantilla=plantilla, datos=datos)
    envio = Envio(1, f"{m.servidor.id}/{clase}/1", m.servidor.id, m.canal.id, aviso, MOVIDO, 0)
    panel = await m.bot.emisor._dibujar(envio)
    return texto(SimpleNamespace(components=panel.to_components(), response=None))


@pytest.mark.parametrize(
    ("clase", "titulo", "orden"),
    [
        ("dados", "mesa de dados", "/partida verificar"),
        ("guerra", "partida de La Guerra del Anillo", "/partida verificar"),
        ("torneo", "torneo", "/torneo verificar"),
        ("de_otra_version", "partida", "/partida verificar"),
    ],
)
async def test_lo_que_nadie_mueve_se_llama_por_su_nombre(m: Mundo, clase: str, titulo: str, orden: str) -> None:
    parado = await _leido(m, clase, "inactividad.aviso", movido=MOVIDO.isoformat(), cierre=CIERRE.isoformat())
    assert parado.startswith(f"## Sin movimiento · {titulo}\n")
    assert f"<t:{int(MOVIDO.timestamp())}:D>" in parado
    assert f"<t:{int(CIERRE.timestamp())}:R>" in parado
    cerrado = await _leido(m, clase, "inactividad.cierre")
    assert cerrado.startswith(f"## Cierre por falta de movimiento · {titulo}\n")
    assert f"con {orden} se comprueban" in cerrado


@pytest.mark.parametrize(
    ("cuantos", "dicho"), [(1, "1 aviso que ya no viene a cuento."), (40, "40 avisos que ya no vienen a cuento.")]
)
async def test_lo_atrasado_concuerda(m: Mundo, cuantos: int, dicho: str) -> None:
    assert dicho in await _leido(m, "torneo", "avisos.atrasados", claves=["c"] * cuantos)
