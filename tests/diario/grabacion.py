"""Partidas grabadas: lo que un programa escribió en el diario, y lo que daba entonces, para leerlo con los de después.

Un archivo por clase y versión (`grabados/<versión>/<clase>.jsonl`). Cada partida son varias líneas: la cabecera, una por
orden (con los cuerpos de sus hechos tal como se guardan) y el `final`, que es lo que se veía al acabar.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from servicios.azar import compromiso
from servicios.deshacer import leer_hecho
from servicios.diario.esquema import dias, flujos, hechos, ordenes, personas, semillas, textos
from servicios.hechos import Agregado
from servicios.libro import Anotada, Libro

CARPETA = Path(__file__).parent / "grabados"
SERVIDOR = 10


@dataclass(frozen=True)
class Grabacion:
    """Una partida: su cabecera, sus órdenes y lo que daba al acabar."""

    cabecera: Mapping[str, Any]
    ordenes: Sequence[Mapping[str, Any]]
    final: Mapping[str, Any]

    @property
    def clase(self) -> str:
        return self.cabecera["clase"]

    @property
    def flujo(self) -> str:
        return self.cabecera["flujo"]

    @property
    def cuerpos(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """El tipo y el cuerpo de cada hecho."""
        for orden in self.ordenes:
            yield from orden["hechos"]

    def anotadas(self, agregado: Agregado[Any]) -> list[Anotada]:
        """Las órdenes, leídas con las reglas de hoy."""
        return [
            Anotada(
                orden["orden"],
                orden["autor"],
                datetime.fromisoformat(orden["momento"]),
                orden["origen"],
                tuple(leer_hecho(agregado.hechos, tipo, cuerpo) for tipo, cuerpo in orden["hechos"]),
            )
            for orden in self.ordenes
        ]

    def lineas(self) -> Iterator[str]:
        for linea in (self.cabecera, *self.ordenes, {"final": self.final}):
            yield json.dumps(linea, ensure_ascii=False, separators=(",", ":"))


def leer(archivo: Path) -> Iterator[Grabacion]:
    """Las partidas de un archivo."""
    pendientes: list[dict[str, Any]] = []
    for escrita in archivo.read_text(encoding="utf-8").splitlines():
        linea = json.loads(escrita)
        if "final" in linea:
            cabecera, *suyas = pendientes
            yield Grabacion(cabecera, suyas, linea["final"])
            pendientes = []
        else:
            pendientes.append(linea)


def archivos() -> list[Path]:
    return sorted(CARPETA.glob("*/*.jsonl"))


def lo_que_se_ve(libro: Libro[Any]) -> dict[str, Any]:
    """Lo que un programa posterior ha de seguir viendo en la misma historia. Sin el estado, que se compara aparte."""
    debido = libro.debido
    return {
        "orden": libro.orden,
        "version": libro.version,
        "tiradas": libro.tiradas,
        "frontera": libro.frontera,
        "deshacibles": [paso.anotada.numero for paso in libro.pasos],
        "rehacibles": [paso.anotada.numero for paso in libro.deshechos],
        "propuesta": libro.propuesta and libro.propuesta.orden,
        "sal": libro.sal,
        "abandonado": libro.abandonado,
        "cerrado": libro.cerrado,
        # Si las claves cambiaran, lo ya anunciado se anunciaría otra vez.
        "avisos": [aviso.clave for aviso in debido.avisos],
        "recordatorios": [[cita.clave, cita.vence.isoformat()] for cita in debido.recordatorios],
    }


async def verter(con: AsyncConnection, una: Grabacion, agregado: Agregado[Any]) -> None:
    """Escribe una partida en la base, fila por fila, como la dejó quien la grabó."""
    canal, semilla = una.cabecera["canal"], bytes.fromhex(una.cabecera["semilla"])
    momentos = [datetime.fromisoformat(orden["momento"]) for orden in una.ordenes]
    abierto = not una.final["cerrado"]
    cierre = None if abierto else momentos[-1]
    ficha = {
        "flujo": una.flujo,
        "clase": una.clase,
        "familia": agregado.familia,
        "servidor": SERVIDOR,
        "canal": canal,
        "numero": una.cabecera["numero"],
        "origen": f"abre-{una.flujo}" if agregado.familia == "dia" else una.ordenes[0]["origen"],
        "compromiso": compromiso(semilla),
        "abierto": abierto,
        "version": una.final["version"],
        "orden": una.final["orden"],
        "creado": momentos[0],
        "movido": momentos[-1],
        "cerrado": cierre,
    }
    await _poner(con, semillas, [{"compromiso": compromiso(semilla), "semilla": semilla, "revelada": cierre}])
    await _poner(con, flujos, [ficha])
    if una.clase == "dia":
        await _poner_dia(con, una.flujo, canal, momentos[0].date(), semilla)
    desde = 1
    for orden, momento in zip(una.ordenes, momentos, strict=True):
        comun = {"flujo": una.flujo, "momento": momento}
        fila = {"numero": orden["orden"], "origen": orden["origen"], "autor": orden["autor"]}
        cuantos = {"desde": desde, "hechos": len(orden["hechos"]), "tiradas": orden["tiradas"]}
        await _poner(con, ordenes, [comun | fila | cuantos])
        filas = [
            comun | {"version": version, "orden": orden["orden"], "tipo": tipo, "cuerpo": cuerpo}
            for version, (tipo, cuerpo) in enumerate(orden["hechos"], start=desde)
        ]
        await _poner(con, hechos, filas)
        desde += len(filas)
    escritos = una.cabecera["textos"]
    filas = [{"flujo": una.flujo, "numero": n, "persona": None, "texto": t} for n, t in enumerate(escritos, 1)]
    await _poner(con, textos, filas)


async def _poner_dia(con: AsyncConnection, flujo: str, canal: int, fecha: date, semilla: bytes) -> None:
    otra = semilla[::-1]  # la del día siguiente: no importa cuál
    await _poner(con, semillas, [{"compromiso": compromiso(otra), "semilla": otra}])
    fila = {"servidor": SERVIDOR, "canal": canal, "fecha": fecha, "flujo": flujo, "siguiente": compromiso(otra)}
    await _poner(con, dias, [fila])


async def poner_personas(con: AsyncConnection, cuantas: int) -> None:
    """Las personas que nombran las grabaciones."""
    filas = [{"servidor": SERVIDOR, "numero": n, "discord_id": 1_000 + n} for n in range(1, cuantas + 1)]
    await _poner(con, personas, filas)


async def _poner(con: AsyncConnection, tabla: Table, filas: Sequence[Mapping[str, Any]]) -> None:
    if filas:
        await con.execute(insert(tabla), list(filas))
