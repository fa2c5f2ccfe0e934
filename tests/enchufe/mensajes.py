"""De lo que el bot envía a lo que el canal enseña: un mensaje completo, con sus componentes y adjuntos."""

import itertools
from collections.abc import Iterator
from typing import Any

from tests.enchufe.objetos import Objeto

EFIMERO, PENSANDO, V2 = 1 << 6, 1 << 7, 1 << 15
PERMITIDAS = EFIMERO | V2 | 1 << 2 | 1 << 12
"""Las banderas que puede pedir quien envía: efímero, V2, sin enlaces desplegados y silencioso."""

# Lo que Discord añade a cada clase de componente si quien lo envía no lo dice.
DE_SERIE: dict[int, Objeto] = {
    2: {"style": 2},
    3: {"min_values": 1, "max_values": 1},
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False, "name": None, "size": None},
    14: {"spacing": 1, "divider": True},
    17: {"accent_color": None, "spoiler": False},
}


def componer(
    identidad: str, canal: str, autor: Objeto, cuerpo: Objeto, adjuntos: list[Objeto], instante: str
) -> Objeto:
    """El mensaje que Discord devuelve por el `cuerpo` de una petición de envío."""
    mensaje: Objeto = {
        "id": identidad,
        "channel_id": canal,
        "author": autor,
        "type": 0,
        "content": cuerpo.get("content") or "",
        "timestamp": instante,
        "edited_timestamp": None,
        "flags": (cuerpo.get("flags") or 0) & PERMITIDAS,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "embeds": [{"type": "rich", **e} for e in cuerpo.get("embeds") or []],
        "attachments": adjuntos,
        "components": vestir(cuerpo.get("components") or [], adjuntos),
    }
    if cuerpo.get("nonce") is not None:
        mensaje["nonce"] = cuerpo["nonce"]
    return mensaje


def editar(mensaje: Objeto, cuerpo: Objeto, nuevos: list[Objeto], instante: str) -> None:
    """Cambia en el mensaje lo que el cuerpo dice, y solo eso."""
    if "content" in cuerpo:
        mensaje["content"] = cuerpo["content"] or ""
    if "embeds" in cuerpo:
        mensaje["embeds"] = [{"type": "rich", **e} for e in cuerpo["embeds"] or []]
    if "attachments" in cuerpo:
        guardados = {str(a["id"]) for a in cuerpo["attachments"] or []}
        mensaje["attachments"] = [a for a in mensaje["attachments"] if a["id"] in guardados]
    mensaje["attachments"] = [*mensaje["attachments"], *nuevos]
    if "components" in cuerpo:
        mensaje["components"] = vestir(cuerpo["components"] or [], mensaje["attachments"])
    mensaje["flags"] |= (cuerpo.get("flags") or 0) & V2
    mensaje["edited_timestamp"] = instante


def vestir(componentes: list[Objeto], adjuntos: list[Objeto]) -> list[Objeto]:
    """Los componentes con su número y lo que Discord añade de serie."""
    return _vestir(componentes, {a["filename"]: a for a in adjuntos}, itertools.count(1))


def _vestir(componentes: list[Objeto], adjuntos: dict[str, Objeto], cuenta: Iterator[int]) -> list[Objeto]:
    vestidos = []
    for crudo in componentes:
        pieza: Objeto = {**DE_SERIE.get(crudo["type"], {}), **_sin_nulos(crudo)}
        pieza["id"] = crudo.get("id") or next(cuenta)
        if "components" in pieza:
            pieza["components"] = _vestir(pieza["components"], adjuntos, cuenta)
        if "accessory" in pieza:
            pieza["accessory"] = _vestir([pieza["accessory"]], adjuntos, cuenta)[0]
        if "items" in pieza:
            pieza["items"] = [
                {"description": None, "spoiler": False, **i, "media": _medio(i["media"], adjuntos)}
                for i in pieza["items"]
            ]
        for clave in ("media", "file"):
            if clave in pieza:
                pieza[clave] = _medio(pieza[clave], adjuntos)
        vestidos.append(pieza)
    return vestidos


def _medio(medio: Objeto, adjuntos: dict[str, Objeto]) -> Objeto:
    url = medio["url"]
    if not url.startswith("attachment://"):
        return {"id": "0", "proxy_url": url, **medio}
    adjunto = adjuntos[url.removeprefix("attachment://")]
    identidad, lugar = adjunto["id"], adjunto["url"]
    return {"id": identidad, "attachment_id": identidad, "url": lugar, "proxy_url": lugar}


def _sin_nulos(objeto: Objeto) -> dict[str, Any]:
    return {clave: valor for clave, valor in objeto.items() if valor is not None}
