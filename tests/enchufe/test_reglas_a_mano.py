"""Lo que Discord rechaza y su descripción OpenAPI no dice: cada regla rechaza lo suyo y admite a su vecino legal."""

from typing import Any

import pytest
from aiohttp import web

from tests.apoyo import openapi
from tests.enchufe import estado as e
from tests.enchufe.crudo import Crudo
from tests.enchufe.discord_local import DiscordLocal
from tests.enchufe.estado import Canal, Objeto

pytestmark = pytest.mark.asyncio(loop_scope="module")
V2 = 1 << 15


@pytest.fixture
def canal(d: DiscordLocal) -> Canal:
    return d.estado.crear_canal(d.estado.crear_servidor("Reglas"), "mesa")


def boton(clave: str | None = "a", **otros: Any) -> Objeto:
    return {"type": 2, "style": 2, "label": "Sí", **({"custom_id": clave} if clave else {}), **otros}


def menu(clave: str = "m") -> Objeto:
    return {"type": 3, "custom_id": clave, "options": [{"label": "a", "value": "a"}]}


def fila(*piezas: Objeto) -> Objeto:
    return {"type": 1, "components": list(piezas)}


def textos(*largos: int) -> list[Objeto]:
    return [{"type": 10, "content": "x" * n} for n in largos]


def recuadros(*largos: int) -> list[Objeto]:
    return [{"description": "x" * n} for n in largos]


MENSAJES: dict[str, tuple[Objeto, Objeto]] = {
    "más de 2000 caracteres": ({"content": "x" * 2001}, {"content": "x" * 2000}),
    "más de 6000 caracteres entre los recuadros": (
        {"embeds": recuadros(4000, 2001)},
        {"embeds": recuadros(4000, 2000)},
    ),
    "más de cinco filas": (
        {"content": "x", "components": [fila(boton(str(n))) for n in range(6)]},
        {"content": "x", "components": [fila(boton(str(n))) for n in range(5)]},
    ),
    "identificadores repetidos": (
        {"content": "x", "components": [fila(boton("a"), boton("a"))]},
        {"content": "x", "components": [fila(boton("a"), boton("b"))]},
    ),
    "al botón le falta custom_id": (
        {"content": "x", "components": [fila(boton(None))]},
        {"content": "x", "components": [fila(boton(None, style=5, url="https://example.org"))]},
    ),
    "un menú ocupa la fila entera": (
        {"content": "x", "components": [fila(boton(), menu())]},
        {"content": "x", "components": [fila(boton()), fila(menu())]},
    ),
    "más de 4000 caracteres de texto": (
        {"flags": V2, "components": textos(2000, 2001)},
        {"flags": V2, "components": textos(2000, 2000)},
    ),
    "un mensaje V2 no lleva": (
        {"flags": V2, "components": textos(1), "content": "x"},
        {"flags": V2, "components": textos(1)},
    ),
    "componentes V2 sin su bandera": ({"components": textos(1)}, {"flags": V2, "components": textos(1)}),
    "un mensaje vacío": ({"embeds": []}, {"embeds": recuadros(1)}),
    "campos que no existen": ({"content": "x", "contenido": "y"}, {"content": "x", "tts": False}),
    "archivos citados y no enviados": (
        {"flags": V2, "components": [{"type": 13, "file": {"url": "attachment://no.png"}}]},
        {"flags": V2, "components": textos(1)},
    ),
    "está en parse y en su lista": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        {"content": "x", "allowed_mentions": {"parse": ["roles"], "users": ["1"]}},
    ),
}


@pytest.mark.parametrize("motivo", MENSAJES)
async def test_mensajes(d: DiscordLocal, crudo: Crudo, canal: Canal, motivo: str) -> None:
    malo, bueno = MENSAJES[motivo]
    await _rechaza(d, crudo, "POST", f"/channels/{canal.id}/messages", malo, motivo)
    assert canal.mensajes == {}
    await _admite(d, crudo, "POST", f"/channels/{canal.id}/messages", bueno)
    assert len(canal.mensajes) == 1


def comando(nombre: str = "peña", **otros: Any) -> Objeto:
    return {"name": nombre, "type": 1, "description": "d", **otros}


def opcion(nombre: str = "a", **otros: Any) -> Objeto:
    return {"name": nombre, "type": 3, "description": "d", **otros}


def elecciones(largo: int) -> list[Objeto]:
    return [opcion(choices=[{"name": "n", "value": "x" * largo}])]


def pesado(letras: int) -> list[Objeto]:
    """Un comando que ocupa exactamente esas letras, contando de su descripción la traducción más larga (100)."""
    opciones = [opcion(f"o{n:02}", description="d" * 100) for n in range(25)]
    opciones[0]["choices"] = [{"name": "n" * 100, "value": f"{n:02}" + "v" * 98} for n in range(25)]
    sobran = letras - (len("peña") + 100 + 25 * 103 + 25 * 200)
    trozos = [100] * (sobran // 100) + [sobran % 100]
    opciones[1]["choices"] = [{"name": f"{n:02}", "value": "v" * (k - 2)} for n, k in enumerate(trozos)]
    return [comando(options=opciones, description_localizations={"es-ES": "t" * 99, "es-419": "t" * 100})]


COMANDOS: dict[str, tuple[list[Objeto], list[Objeto]]] = {
    "mayúsculas": ([comando("Peña")], [comando("peña")]),
    "espacios": ([comando("pe ña")], [comando("pe-ña")]),
    "nombre sin componer (NFD)": ([comando("pen\u0303a")], [comando("pe\u00f1a")]),
    "descripción vacía": ([comando(description="")], [comando(description="d")]),
    "obligatoria tras opcional": (
        [comando(options=[opcion("a"), opcion("b", required=True)])],
        [comando(options=[opcion("b", required=True), opcion("a")])],
    ),
    "más de 100": ([comando(f"c{n}") for n in range(101)], [comando(f"c{n}") for n in range(100)]),
    "idioma que no hay": (
        [comando(name_localizations={"ast": "peña"})],
        [comando(name_localizations={"es-ES": "peña"})],
    ),
    "8001 caracteres": (pesado(8001), pesado(8000)),
    "valor de 101": ([comando(options=elecciones(101))], [comando(options=elecciones(100))]),
}


@pytest.mark.parametrize("caso", COMANDOS)
async def test_comandos(d: DiscordLocal, crudo: Crudo, caso: str) -> None:
    malos, buenos = COMANDOS[caso]
    await _rechaza(d, crudo, "PUT", f"/applications/{d.estado.aplicacion}/commands", malos)
    await _admite(d, crudo, "PUT", f"/applications/{d.estado.aplicacion}/commands", buenos)
    assert len(d.estado.comandos) == len(buenos)


@pytest.mark.parametrize(
    ("malo", "bueno"),
    [({"name": "x" * 101}, {"name": "x" * 100}), ({"name": "x", "auto_archive_duration": 61}, {"name": "x"})],
)
async def test_hilos(d: DiscordLocal, crudo: Crudo, canal: Canal, malo: Objeto, bueno: Objeto) -> None:
    await _rechaza(d, crudo, "POST", f"/channels/{canal.id}/threads", malo)
    await _admite(d, crudo, "POST", f"/channels/{canal.id}/threads", bueno)


async def test_un_hilo_por_mensaje_y_privado_si_no_se_dice(d: DiscordLocal, crudo: Crudo, canal: Canal) -> None:
    _, mensaje = await crudo.pedir("POST", f"/channels/{canal.id}/messages", {"content": "x"})
    ruta = f"/channels/{canal.id}/messages/{mensaje['id']}/threads"
    assert (await crudo.pedir("POST", ruta, {"name": "h"}))[1]["type"] == 11
    estado, otra = await crudo.pedir("POST", ruta, {"name": "h"})
    assert (estado, otra["code"]) == (400, 160004)
    assert (await crudo.pedir("POST", f"/channels/{canal.id}/threads", {"name": "h"}))[1]["type"] == 12
    assert d.faltas == []


@pytest.mark.parametrize(
    ("falta", "codigo"),
    [(e.ENVIAR, 50013), (e.VER, 50001), (e.LEER_HISTORIAL, None)],
)
async def test_sin_permiso_no_se_escribe(crudo: Crudo, canal: Canal, falta: int, codigo: int | None) -> None:
    canal.niega(falta, "1")
    estado, cuerpo = await crudo.pedir("POST", f"/channels/{canal.id}/messages", {"content": "x"})
    assert (estado, cuerpo.get("code")) == ((403, codigo) if codigo else (200, None))
    estado, _ = await crudo.pedir("GET", f"/channels/{canal.id}/messages")
    assert estado == (200 if falta == e.ENVIAR else 403)


async def test_permisos_de_los_archivos_y_de_los_hilos(crudo: Crudo, canal: Canal) -> None:
    canal.niega(e.ADJUNTAR | e.HILOS_PUBLICOS, "1")
    escribir = f"/channels/{canal.id}/messages"
    assert (await crudo.pedir("POST", escribir, {"content": "x"}, archivos={"a.txt": b"a"}))[0] == 403
    assert (await crudo.pedir("POST", escribir, {"content": "x"}))[0] == 200
    assert (await crudo.pedir("POST", f"/channels/{canal.id}/threads", {"name": "h", "type": 11}))[0] == 403
    assert (await crudo.pedir("POST", f"/channels/{canal.id}/threads", {"name": "h", "type": 12}))[0] == 201


async def test_el_modo_v2_no_tiene_vuelta_atras(d: DiscordLocal, crudo: Crudo, canal: Canal) -> None:
    _, mensaje = await crudo.pedir(
        "POST", f"/channels/{canal.id}/messages", {"flags": V2, "components": textos(1)}
    )
    ruta = f"/channels/{canal.id}/messages/{mensaje['id']}"
    await _rechaza(d, crudo, "PATCH", ruta, {"content": "x"}, "un mensaje V2 no lleva")
    await _admite(d, crudo, "PATCH", ruta, {"components": textos(2)})


async def test_el_nonce_que_se_hace_respetar_no_repite(d: DiscordLocal, crudo: Crudo, canal: Canal) -> None:
    ruta = f"/channels/{canal.id}/messages"
    cuerpo = {"content": "x", "nonce": "7", "enforce_nonce": True}
    primera = (await crudo.pedir("POST", ruta, cuerpo))[1]["id"]
    assert (await crudo.pedir("POST", ruta, cuerpo))[1]["id"] == primera
    assert (await crudo.pedir("POST", ruta, cuerpo | {"enforce_nonce": False}))[1]["id"] != primera
    d.estado.memoria_de_nonce = 0.0
    assert (await crudo.pedir("POST", ruta, cuerpo))[1]["id"] != primera
    d.estado.memoria_de_nonce = e.MEMORIA_DE_NONCE
    assert len(canal.mensajes) == 3


async def test_el_historial_por_antes_despues_y_alrededor(crudo: Crudo, canal: Canal) -> None:
    ruta = f"/channels/{canal.id}/messages"
    ids = [(await crudo.pedir("POST", ruta, {"content": str(n)}))[1]["id"] for n in range(7)]

    async def leidos(consulta: str) -> str:
        return "".join(m["content"] for m in (await crudo.pedir("GET", f"{ruta}?{consulta}"))[1])

    assert await leidos("limit=3") == "654"
    assert await leidos(f"limit=2&before={ids[4]}") == "32"
    assert await leidos(f"limit=2&after={ids[1]}") == "32"
    assert await leidos(f"limit=3&around={ids[3]}") == "432"
    assert (await crudo.pedir("GET", f"{ruta}?limit=101"))[0] == 400


async def test_una_ruta_que_no_existe_es_una_falta(d: DiscordLocal, crudo: Crudo) -> None:
    await _rechaza(d, crudo, "GET", "/guilds/1/nada", None, "no tiene esa ruta", estado=404)
    await _rechaza(d, crudo, "POST", "/users/@me", {}, "no tiene esa ruta", estado=404)


async def test_sin_la_llave_no_se_entra(crudo: Crudo) -> None:
    assert (await crudo.pedir("GET", "/users/@me", llave="otra"))[0] == 401
    assert (await crudo.pedir("GET", "/users/@me"))[0] == 200


async def test_a_quien_cierra_sus_directos_no_se_le_escribe(d: DiscordLocal, crudo: Crudo) -> None:
    persona = d.estado.crear_persona("Huraña")["id"]
    _, directo = await crudo.pedir("POST", "/users/@me/channels", {"recipient_id": persona})
    assert (await crudo.pedir("POST", f"/channels/{directo['id']}/messages", {"content": "x"}))[0] == 200
    d.estado.sin_directos.add(persona)
    estado, cuerpo = await crudo.pedir("POST", f"/channels/{directo['id']}/messages", {"content": "x"})
    assert (estado, cuerpo["code"]) == (403, 50007)


@pytest.mark.skipif(openapi.documento() is None, reason="no está la descripción de Discord")
async def test_este_discord_se_comprueba_a_si_mismo(d: DiscordLocal, crudo: Crudo) -> None:
    persona = d.estado.crear_persona("Incompleta")
    ruta = f"/users/{persona['id']}"
    await _admite(d, crudo, "GET", ruta, None)
    del persona["primary_guild"]
    await crudo.pedir("GET", ruta)
    assert "primary_guild" in d.faltas.pop()


@pytest.mark.skipif(openapi.documento() is None, reason="no está la descripción de Discord")
async def test_lo_que_la_descripcion_prohibe_tambien_es_una_falta(
    d: DiscordLocal, crudo: Crudo, canal: Canal
) -> None:
    ruta = f"/channels/{canal.id}/messages"
    await _rechaza(d, crudo, "POST", ruta, {"embeds": [{"title": "x" * 257}]}, "longer than 256")
    await _admite(d, crudo, "POST", ruta, {"embeds": [{"title": "x" * 256}]})


async def test_si_este_discord_se_rompe_se_sabe(d: DiscordLocal, crudo: Crudo) -> None:
    async def romperse(_seguir: object) -> web.StreamResponse:
        raise KeyError("algo")

    d.averias.programar("GET", "/users/@me", romperse)
    assert (await crudo.pedir("GET", "/users/@me"))[0] == 500
    assert "se ha roto" in d.faltas.pop()


async def _rechaza(
    d: DiscordLocal, crudo: Crudo, metodo: str, ruta: str, cuerpo: Any, motivo: str = "", estado: int = 400
) -> None:
    assert (await crudo.pedir(metodo, ruta, cuerpo))[0] == estado
    assert len(d.faltas) == 1
    assert motivo in d.faltas.pop()


async def _admite(d: DiscordLocal, crudo: Crudo, metodo: str, ruta: str, cuerpo: Any) -> None:
    estado, _ = await crudo.pedir(metodo, ruta, cuerpo)
    assert 200 <= estado < 300
    assert d.faltas == []
