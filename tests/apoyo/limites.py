"""Los límites de Discord que su descripción OpenAPI no recoge, comprobados sobre lo que el bot envía."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

NOMBRE_DE_COMANDO = re.compile(r"^[-_'\w]{1,32}$")


def comprobar_mensaje(cuerpo: dict[str, Any]) -> None:
    """Textos, componentes e identificadores de un mensaje (o de la respuesta que lo contiene)."""
    datos = cuerpo.get("data", cuerpo) if isinstance(cuerpo.get("data"), dict) else cuerpo
    if cuerpo.get("type") != 9 and "components" in datos:
        assert not (datos.get("allowed_mentions") or {"parse": []}).get("parse"), "avisa a todos"
    partes = list(desplegar(datos.get("components", [])))
    assert len(partes) <= 40, f"{len(partes)} componentes"
    textos = [p["content"] for p in partes if p.get("type") == 10]
    assert sum(map(len, textos)) <= 4000, "más de 4000 caracteres de texto"
    assert all(textos), "hay un bloque de texto vacío"
    identificadores = [p["custom_id"] for p in partes if "custom_id" in p]
    assert len(identificadores) == len(set(identificadores)), f"identificadores repetidos: {identificadores}"
    assert all(1 <= len(i) <= 100 for i in identificadores)
    for parte in partes:
        _comprobar_parte(parte)


def _comprobar_parte(parte: dict[str, Any]) -> None:
    if parte.get("type") == 1:
        hijos = parte["components"]
        assert 1 <= len(hijos) <= 5, "una fila lleva de 1 a 5 botones"
        assert all(h["type"] == 2 for h in hijos) or len(hijos) == 1, "un menú ocupa la fila entera"
    if parte.get("type") == 2:
        assert 1 <= len(parte.get("label", "·")) <= 80
    if parte.get("type") == 3:
        opciones = parte["options"]
        assert 1 <= len(opciones) <= 25
        assert len({o["value"] for o in opciones}) == len(opciones), "valores repetidos en un menú"
        for opcion in opciones:
            assert 1 <= len(opcion["label"]) <= 100
            assert 1 <= len(opcion["value"]) <= 100
            assert 1 <= len(opcion.get("description") or "·") <= 100


def desplegar(componentes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for componente in componentes:
        yield componente
        yield from desplegar(componente.get("components", []))
        for hijo in ("accessory", "component"):
            if hijo in componente:
                yield from desplegar([componente[hijo]])


def comprobar_opciones(opciones: list[dict[str, Any]]) -> None:
    """Lo que ofrece un autocompletado."""
    assert len(opciones) <= 25
    for opcion in opciones:
        assert 1 <= len(opcion["name"]) <= 100
        assert 1 <= len(str(opcion["value"])) <= 100


def comprobar_comandos(comandos: list[dict[str, Any]]) -> None:
    """Todo lo que se registra: nombres, descripciones, opciones, orden y tamaño total."""
    por_tipo = {tipo: [c for c in comandos if c.get("type", 1) == tipo] for tipo in (1, 2, 3)}
    assert len(por_tipo[1]) <= 100
    assert len(por_tipo[2]) <= 5
    assert len(por_tipo[3]) <= 5
    for comando in por_tipo[1]:
        _comprobar_nodo(comando)
        assert _tamano(comando) <= 8000, f"/{comando['name']} ocupa más de 8000 caracteres"


def _comprobar_nodo(nodo: dict[str, Any]) -> None:
    nombre = nodo["name"]
    assert NOMBRE_DE_COMANDO.match(nombre), nombre
    assert nombre == nombre.lower() == unicodedata.normalize("NFC", nombre), nombre
    assert 1 <= len(nodo["description"]) <= 100, nombre
    opciones = nodo.get("options") or []
    assert len(opciones) <= 25, nombre
    obligatorias = [bool(o.get("required")) for o in opciones if o["type"] > 2]
    assert obligatorias == sorted(obligatorias, reverse=True), f"{nombre}: una obligatoria tras una opcional"
    assert len({o["name"] for o in opciones}) == len(opciones)
    comprobar_opciones(nodo.get("choices") or [])
    for opcion in opciones:
        _comprobar_nodo(opcion)


def _tamano(nodo: dict[str, Any]) -> int:
    propio = len(nodo["name"]) + len(nodo["description"])
    propio += sum(len(c["name"]) + len(str(c["value"])) for c in nodo.get("choices") or [])
    return propio + sum(map(_tamano, nodo.get("options") or []))
