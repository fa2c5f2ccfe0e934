"""Ninguna consulta recorre una tabla entera: lo que cuesta una orden no crece con los servidores ni la historia."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from servicios.avisos import Avisador
from servicios.deshacer import Deshacer, Rehacer
from servicios.diario import Diario
from tests.diario.conftest import ANA, CANAL, SERVIDOR, RelojManual
from tests.diario.contador import CONTADOR, DADOS_DEL_DIA, Abrir, Anotar, Anunciar, Aplazar, Cerrar, Subir, Tirar
from tests.diario.emisor import EmisorDePrueba

ABIERTOS = "SCAN flujos USING INDEX ix_flujos_abiertos_movido"
"""`inactivos` recorre lo que está abierto, y solo eso; se pregunta de tarde en tarde."""


async def usar_todo(diario: Diario, reloj: RelojManual) -> None:
    """Un poco de cada cosa que se hace con un diario."""
    flujo = (await diario.crear(CONTADOR, SERVIDOR, CANAL, Abrir(bandos={1: "a"}), ANA, "abre")).flujo
    plazo = reloj.ahora + timedelta(minutes=30)
    ordenes = (Anunciar(numero=1), Anotar(texto="x"), Aplazar(vence=plazo), Deshacer(), Rehacer(), Subir())
    for n, orden in enumerate(ordenes):
        await diario.ejecutar(flujo, orden, ANA, f"o{n}")
    await diario.ejecutar(flujo, Subir(), ANA, "o0")  # repetida
    await Avisador(diario, EmisorDePrueba()).avanzar(reloj.pasar(hours=1))
    diario.olvidar_lo_recordado()
    await diario.leer(flujo)
    await diario.historial(flujo, limite=2)
    await diario.abierto(SERVIDOR, CANAL, "partida")
    await diario.buscar(SERVIDOR, abierto=True)
    await diario.buscar(SERVIDOR, clases=["contador"], canal=CANAL, abierto=False)
    for n in (1, 2):
        dia = date(2026, 3, n)
        await diario.dias.ejecutar(DADOS_DEL_DIA, SERVIDOR, CANAL, dia, Tirar(), ANA, f"d{n}")
    await diario.discord_de(SERVIDOR, [await diario.persona(SERVIDOR, 5)])
    await diario.ajustes.guardar(SERVIDOR, {})
    await diario.ejecutar(flujo, Cerrar(), ANA, "cierra")
    await diario.verificar(flujo)


async def test_ninguna_consulta_recorre_una_tabla_entera(tmp_path: Path, reloj: RelojManual):
    diario = await Diario.abrir(None, tmp_path, [CONTADOR, DADOS_DEL_DIA], reloj)
    sentencias: dict[str, Any] = {}

    def apuntar(_con: object, _cursor: object, sentencia: str, valores: Any, *_: object) -> None:
        if sentencia.startswith(("SELECT", "UPDATE", "DELETE")):
            sentencias.setdefault(sentencia, valores)

    event.listen(Engine, "before_cursor_execute", apuntar)
    await usar_todo(diario, reloj)
    event.remove(Engine, "before_cursor_execute", apuntar)
    planes: dict[str, str] = {}
    async with diario.motor.leer() as con:
        for sentencia, valores in list(sentencias.items()):
            plan = await con.exec_driver_sql(f"EXPLAIN QUERY PLAN {sentencia}", tuple(valores))
            planes[sentencia] = "; ".join(fila.detail for fila in plan)
    await diario.cerrar()
    assert len(planes) > 30
    assert {s: plan for s, plan in planes.items() if "SCAN" in plan.replace(ABIERTOS, "")} == {}
