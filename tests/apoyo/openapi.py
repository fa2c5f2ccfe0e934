"""Valida lo que el bot envía, y lo que un Discord de prueba contesta, contra la descripción OpenAPI de Discord.

Donde la descripción no está, no comprueba nada.
"""

import functools
import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema_rs

AQUI = Path(__file__).resolve().parents[2]
RUTA = Path(os.environ.get("CONCILIO_OPENAPI", AQUI.parent / "shared" / "discord" / "openapi.json"))


class Incumple(AssertionError):
    """Una petición, o una respuesta, que la descripción de Discord no admite."""


@functools.cache
def documento() -> dict[str, Any] | None:
    """La descripción, ya suavizada en lo que su propio texto dice que la API admite; None si no está."""
    if not RUTA.exists():
        return None
    return _suavizar(json.loads(RUTA.read_text(encoding="utf-8")))


def _suavizar(nodo: Any) -> Any:
    if isinstance(nodo, list):
        return [_suavizar(x) for x in nodo]
    if not isinstance(nodo, dict):
        return nodo
    nodo = {("anyOf" if k == "oneOf" else k): _suavizar(v) for k, v in nodo.items()}
    if nodo.get("type") == "integer":  # la API admite números escritos como texto, y al revés con los snowflakes
        return {"anyOf": [nodo, {"type": "string", "pattern": "^-?[0-9]+$"}]}
    if nodo.get("format") == "snowflake" or nodo == {"$ref": "#/components/schemas/SnowflakeType"}:
        return {"anyOf": [nodo, {"type": "integer"}]}
    return nodo


@functools.cache
def _rutas() -> list[tuple[re.Pattern[str], str, Any]]:
    doc = documento() or {"paths": {}}
    rutas = []
    for plantilla, operaciones in doc["paths"].items():
        patron = re.compile(re.sub(r"\\\{[^}]+\\\}", r"[^/]+", re.escape(plantilla)) + "$")
        for metodo, operacion in operaciones.items():
            if isinstance(operacion, dict) and "operationId" in operacion:
                rutas.append((patron, metodo.upper(), operacion))
    # Primero las rutas con menos huecos: «@original» antes que «{message_id}».
    return sorted(rutas, key=lambda r: r[0].pattern.count("[^/]+"))


@functools.cache
def _validador(metodo: str, patron: str, estado: str | None) -> Any:
    """El de la respuesta con ese estado; sin estado, el de la petición."""
    doc = documento() or {}
    operacion = next(op for p, m, op in _rutas() if m == metodo and p.pattern == patron)
    parte = operacion.get("requestBody", {}) if estado is None else operacion["responses"].get(estado)
    if parte is None:
        raise Incumple(f"{metodo} {patron}: Discord no contesta {estado}")
    esquema = parte.get("content", {}).get("application/json", {}).get("schema")
    if esquema is None:
        return None
    return jsonschema_rs.validator_for(
        {**esquema, "components": _alcanzables(esquema, doc["components"]["schemas"])}
    )


def _alcanzables(esquema: Any, todos: dict[str, Any]) -> dict[str, Any]:
    vistos: dict[str, Any] = {}
    pendientes = [esquema]
    while pendientes:
        for nombre in re.findall(r"#/components/schemas/(\w+)", json.dumps(pendientes.pop())):
            if nombre not in vistos:
                vistos[nombre] = todos[nombre]
                pendientes.append(todos[nombre])
    return {"schemas": vistos}


def comprobar(metodo: str, camino: str, cuerpo: Any) -> None:
    """Comprueba una petición.

    Raises:
        Incumple: si la ruta no existe o el cuerpo no encaja.
    """
    _comprobar(metodo, camino, None, cuerpo)


def comprobar_respuesta(metodo: str, camino: str, estado: int, cuerpo: Any) -> None:
    """Comprueba lo que un Discord de prueba contesta cuando todo va bien (estados 2xx).

    Raises:
        Incumple: si Discord no contestaría así a esa petición.
    """
    _comprobar(metodo, camino, str(estado), cuerpo)


def _comprobar(metodo: str, camino: str, estado: str | None, cuerpo: Any) -> None:
    if documento() is None:
        return
    camino = camino.split("?", maxsplit=1)[0].removeprefix("/api/v10")
    patron = next((p.pattern for p, m, _ in _rutas() if m == metodo and p.match(camino)), None)
    if patron is None:
        raise Incumple(f"{metodo} {camino}: Discord no tiene esa ruta")
    validador = _validador(metodo, patron, estado)
    if validador is None or cuerpo is None:
        return
    fallos = [f"{'/'.join(map(str, e.instance_path))}: {e.message}" for e in validador.iter_errors(cuerpo)]
    if fallos:
        que = f"{metodo} {camino}" if estado is None else f"{metodo} {camino} → {estado}"
        raise Incumple(f"{que}: {'; '.join(fallos[:3])[:1500]}")
