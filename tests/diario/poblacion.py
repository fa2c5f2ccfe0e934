"""Una base con algo en todas las tablas: partidas, días, textos, avisos y plazos en todas sus situaciones."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from servicios.deshacer import Deshacer
from servicios.diario import Diario, Mensaje, instantaneas
from servicios.diario.esquema import tablas
from servicios.hechos import Actor
from tests.diario.conftest import CANAL, SERVIDOR, RelojManual
from tests.diario.contador import (
    CONTADOR,
    DADOS_DEL_DIA,
    Abrir,
    Anotar,
    Anunciar,
    Aplazar,
    Callar,
    Cerrar,
    Subir,
    Tirar,
)

ALICIA, BRUNO = 123_456_789_012_345_678, 987_654_321_098_765_432
SECRETO = 'Élfico: «mellon» — 🧝 \\ "comillas" \n y otra línea'


async def poblar(diario: Diario, reloj: RelojManual, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Llena la base y devuelve sus dos partidas: una abierta y una cerrada."""
    monkeypatch.setattr(instantaneas, "CADA", 4)
    ana = Actor(await diario.persona(SERVIDOR, ALICIA))
    blas = Actor(await diario.persona(SERVIDOR, BRUNO))
    await diario.ajustes.guardar(SERVIDOR, {"zona": "Europe/Madrid", "canal_de_avisos": 2**63 - 1})
    await diario.servidores_idos.anotar(77)
    bandos = {ana.persona: "luz", blas.persona: "sombra"}
    flujos = [
        (await diario.crear(CONTADOR, SERVIDOR, CANAL + n, Abrir(bandos=bandos), ana, f"abre{n}")).flujo
        for n in range(2)
    ]
    for flujo in flujos:
        await _jugar(diario, flujo, ana, blas, reloj)
    await diario.ejecutar(flujos[1], Cerrar(), ana, "cierra")
    for _ in range(3):
        await diario.dias.ejecutar(
            DADOS_DEL_DIA, SERVIDOR, CANAL, reloj().date(), Tirar(dados=2), blas, f"dado{reloj():%d}"
        )
        reloj.pasar(days=1)
    return flujos


async def _jugar(diario: Diario, flujo: str, ana: Actor, blas: Actor, reloj: RelojManual) -> None:
    """Deja avisos pendientes, a medio enviar, enviados y por anular, y recordatorios por vencer."""
    await diario.ejecutar(flujo, Anotar(texto=SECRETO), ana, "nota")
    await diario.ejecutar(flujo, Anunciar(numero=1), ana, "uno")
    await diario.ejecutar(flujo, Anunciar(numero=2), ana, "dos")
    tomados = await diario.bandeja.tomar_pendientes(reloj(), 10)  # todos menos uno se quedan a medio enviar
    uno = next(envio for envio in tomados if envio.flujo == flujo)
    await diario.bandeja.enviado(uno, Mensaje(CANAL, 5_000 + uno.id))
    await diario.ejecutar(flujo, Callar(numero=1), ana, "callar")
    await diario.ejecutar(flujo, Anunciar(numero=3), blas, "tres")
    await diario.ejecutar(flujo, Tirar(dados=3), ana, "tira")
    await diario.ejecutar(flujo, Deshacer(), ana, "quita")
    await diario.ejecutar(flujo, Deshacer(), blas, "acepta")
    await diario.ejecutar(flujo, Subir(puntos=3, veces=2), ana, "sube")
    await diario.ejecutar(flujo, Aplazar(vence=reloj() + timedelta(days=20)), ana, "plazo")


async def todo(diario: Diario) -> dict[str, list[dict[str, Any]]]:
    """Cada fila de cada tabla que tenga alguna."""
    async with diario.motor.leer() as con:
        filas = {
            tabla.name: [
                dict(fila._mapping) for fila in await con.execute(select(tabla).order_by(*tabla.primary_key))
            ]
            for tabla in tablas()
        }
    return {nombre: suyas for nombre, suyas in filas.items() if suyas}
