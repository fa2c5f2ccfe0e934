"""Los límites de Discord que su descripción OpenAPI no recoge, comprobados sobre lo que el bot envía."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

NOMBRE_DE_COMANDO = re.compile(r"^[-_'\w]{1,32}$")
V2 = 1 << 15
CLASES_DE_V2 = frozenset({9, 10, 11, 12, 13, 14, 17})
_CAMPOS = (
    "content embeds components flags allowed_mentions attachments nonce enforce_nonce tts message_reference "
    "sticker_ids poll thread_name applied_tags username avatar_url"
)
CAMPOS_DE_MENSAJE = frozenset(_CAMPOS.split())
_IDIOMAS = (
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th "
    "zh-CN ja zh-TW ko"
)
IDIOMAS = frozenset(_IDIOMAS.split())
PLAZOS_DE_ARCHIVO = frozenset({60, 1440, 4320, 10080})
"""Minutos sin actividad tras los que un hilo se archiva."""


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
        clave = {5: "url", 6: "sku_id"}.get(parte.get("style", 2), "custom_id")
        assert parte.get(clave), f"al botón le falta {clave}"
    if parte.get("type") == 3:
        opciones = parte["options"]
        assert 1 <= len(opciones) <= 25
        assert len({o["value"] for o in opciones}) == len(opciones), "valores repetidos en un menú"
        for opcion in opciones:
            assert 1 <= len(opcion["label"]) <= 100
            assert 1 <= len(opcion["value"]) <= 100
            assert 1 <= len(opcion.get("description") or "·") <= 100


def comprobar_envio(cuerpo: dict[str, Any], archivos: Iterable[str] = ()) -> None:
    """Un mensaje nuevo, con los nombres de los archivos que lo acompañan."""
    assert any(cuerpo.get(c) for c in ("content", "embeds", "components", "sticker_ids", "poll")) or archivos, (
        "un mensaje vacío"
    )
    _comprobar_escrito(cuerpo, bool((cuerpo.get("flags") or 0) & V2), archivos)


def comprobar_edicion(cuerpo: dict[str, Any], antes: dict[str, Any], archivos: Iterable[str] = ()) -> None:
    """Lo que cambia en un mensaje. El modo V2 no tiene vuelta atrás."""
    v2 = bool(((cuerpo.get("flags") or 0) | antes["flags"]) & V2)
    _comprobar_escrito(cuerpo, v2, [*archivos, *(a["filename"] for a in antes["attachments"])])


def _comprobar_escrito(cuerpo: dict[str, Any], v2: bool, archivos: Iterable[str]) -> None:
    assert cuerpo.keys() <= CAMPOS_DE_MENSAJE, f"campos que no existen: {cuerpo.keys() - CAMPOS_DE_MENSAJE}"
    comprobar_mensaje(cuerpo)
    assert len(cuerpo.get("content") or "") <= 2000, "más de 2000 caracteres"
    assert sum(map(_letras, cuerpo.get("embeds") or [])) <= 6000, "más de 6000 caracteres entre los recuadros"
    filas = cuerpo.get("components") or []
    if v2:
        sobran = [c for c in ("content", "embeds", "poll", "sticker_ids") if cuerpo.get(c)]
        assert not sobran, f"un mensaje V2 no lleva {sobran}"
    else:
        assert len(filas) <= 5, "más de cinco filas"
        assert CLASES_DE_V2.isdisjoint(p["type"] for p in desplegar(filas)), "componentes V2 sin su bandera"
    citados = set(re.findall(r"attachment://([^'\"]+)", repr(filas)))
    assert citados <= set(archivos), f"archivos citados y no enviados: {citados - set(archivos)}"
    _comprobar_avisos(cuerpo.get("allowed_mentions") or {})


def _letras(recuadro: dict[str, Any]) -> int:
    sueltas = [recuadro.get("title"), recuadro.get("description"), *(recuadro.get("footer") or {}).values()]
    sueltas += [(recuadro.get("author") or {}).get("name")]
    sueltas += [campo[c] for campo in recuadro.get("fields") or [] for c in ("name", "value")]
    return sum(len(s) for s in sueltas if isinstance(s, str))


def _comprobar_avisos(permitidos: dict[str, Any]) -> None:
    for cual in ("users", "roles"):
        lista = permitidos.get(cual) or []
        assert len(lista) <= 100, f"más de 100 {cual} avisados"
        assert not (lista and cual in (permitidos.get("parse") or [])), f"«{cual}» está en parse y en su lista"


def comprobar_formulario(datos: dict[str, Any]) -> None:
    """Un formulario (modal)."""
    assert 1 <= len(datos["title"]) <= 45
    assert 1 <= len(datos["custom_id"]) <= 100
    assert 1 <= len(datos["components"]) <= 5, "un formulario lleva de 1 a 5 partes"
    claves = [p["custom_id"] for p in desplegar(datos["components"]) if "custom_id" in p]
    assert len(claves) == len(set(claves)), f"campos repetidos: {claves}"


def comprobar_hilo(cuerpo: dict[str, Any]) -> None:
    """Un hilo que se abre o se retoca."""
    assert 1 <= len(cuerpo["name"]) <= 100, "el nombre de un hilo tiene de 1 a 100 caracteres"
    plazo = cuerpo.get("auto_archive_duration")
    assert plazo is None or plazo in PLAZOS_DE_ARCHIVO, f"un hilo no se archiva a los {plazo} min"


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
    for traducido in ("name_localizations", "description_localizations"):
        extranos = (nodo.get(traducido) or {}).keys() - IDIOMAS
        assert not extranos, f"{nombre}: Discord no tiene los idiomas {extranos}"
    opciones = nodo.get("options") or []
    assert len(opciones) <= 25, nombre
    obligatorias = [bool(o.get("required")) for o in opciones if o["type"] > 2]
    assert obligatorias == sorted(obligatorias, reverse=True), f"{nombre}: una obligatoria tras una opcional"
    assert len({o["name"] for o in opciones}) == len(opciones)
    comprobar_opciones(nodo.get("choices") or [])
    for opcion in opciones:
        _comprobar_nodo(opcion)


def _tamano(nodo: dict[str, Any]) -> int:
    propio = _mas_largo(nodo, "name") + _mas_largo(nodo, "description")
    propio += sum(_mas_largo(c, "name") + len(str(c["value"])) for c in nodo.get("choices") or [])
    return propio + sum(map(_tamano, nodo.get("options") or []))


def _mas_largo(nodo: dict[str, Any], campo: str) -> int:
    """Cuenta la traducción más larga."""
    return max(len(x) for x in (nodo[campo], *(nodo.get(f"{campo}_localizations") or {}).values()))
