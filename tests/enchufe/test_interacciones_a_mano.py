"""Las reglas de las interacciones: plazos, una sola respuesta, qué respuesta admite cada clase y qué se ve después."""

from typing import Any

import pytest
import pytest_asyncio

from tests.enchufe.actor import Actor, NoContesta, Respuesta
from tests.enchufe.crudo import Crudo
from tests.enchufe.discord_local import DiscordLocal
from tests.enchufe.estado import PLAZO_DE_RESPUESTA, VIDA_DEL_TOKEN, Interaccion, Objeto
from tests.enchufe.sala import persona

pytestmark = pytest.mark.asyncio(loop_scope="module")

ORDENES: list[Objeto] = [
    {
        "name": "orden",
        "type": 1,
        "description": "d",
        "options": [
            {"name": "texto", "type": 3, "description": "d", "autocomplete": True, "max_length": 5},
            {"name": "n", "type": 4, "description": "d", "choices": [{"name": "uno", "value": 1}]},
        ],
    },
    {
        "name": "grupo",
        "type": 1,
        "description": "d",
        "options": [
            {
                "name": "hoja",
                "type": 1,
                "description": "d",
                "options": [{"name": "quien", "type": 6, "description": "d", "required": True}],
            }
        ],
    },
    {"name": "Mirar", "type": 3},
]
BOTON: Objeto = {
    "content": "x",
    "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Sí", "custom_id": "a"}]}],
}
FORMULARIO = {
    "title": "t",
    "custom_id": "f",
    "components": [
        {"type": 18, "label": "l", "component": {"type": 4, "style": 1, "custom_id": "campo", "max_length": 5}}
    ],
}


@pytest_asyncio.fixture(loop_scope="module")
async def alicia(d: DiscordLocal, crudo: Crudo) -> Actor:
    if not d.estado.comandos:
        await crudo.pedir("PUT", f"/applications/{d.estado.aplicacion}/commands", ORDENES)
    servidor = d.estado.crear_servidor("Plazos")
    return persona(d, "Alicia", servidor, d.estado.crear_canal(servidor, "mesa"))


async def responder(crudo: Crudo, i: Interaccion, tipo: int, datos: Any = None) -> tuple[int, Any]:
    """La primera respuesta; da el estado y el código (o el cuerpo, si todo va bien)."""
    cuerpo = {"type": tipo} if datos is None else {"type": tipo, "data": datos}
    ruta = f"/interactions/{i.id}/{i.carga['token']}/callback?with_response=1"
    estado, contestado = await crudo.pedir("POST", ruta, cuerpo)
    return estado, contestado.get("code", contestado)


def gancho(i: Interaccion, resto: str = "") -> str:
    return f"/webhooks/{i.carga['application_id']}/{i.carga['token']}{resto}"


async def hablada(crudo: Crudo, quien: Actor, datos: Objeto) -> Respuesta:
    """Una orden a la que ya se ha contestado con un mensaje."""
    i = await quien.escribir("orden")
    assert (await responder(crudo, i, 4, datos))[0] == 200
    return await quien.esperar(i)


async def test_a_los_tres_segundos_ya_no_vale(crudo: Crudo, alicia: Actor) -> None:
    i = await alicia.lenta(PLAZO_DE_RESPUESTA + 0.01).escribir("orden")
    assert await responder(crudo, i, 4, {"content": "x"}) == (404, 10062)
    assert not i.acusada
    a_tiempo = await alicia.lenta(PLAZO_DE_RESPUESTA - 1).escribir("orden")
    assert (await responder(crudo, a_tiempo, 4, {"content": "x"}))[0] == 200


async def test_quien_espera_en_vano_lo_sabe(crudo: Crudo, alicia: Actor) -> None:
    i = await alicia.lenta(PLAZO_DE_RESPUESTA).escribir("orden")
    with pytest.raises(NoContesta):
        await alicia.esperar(i)
    assert (await responder(crudo, i, 4, {"content": "x"}))[0] == 404


async def test_solo_se_responde_una_vez(crudo: Crudo, alicia: Actor) -> None:
    r = await hablada(crudo, alicia, {"content": "x"})
    assert await responder(crudo, r.interaccion, 4, {"content": "y"}) == (400, 40060)
    assert [m["content"] for m in alicia.canal.mensajes.values()] == ["x"]


async def test_lo_que_no_existe(crudo: Crudo, alicia: Actor) -> None:
    i = await alicia.escribir("orden")
    estado, cuerpo = await crudo.pedir("POST", f"/interactions/1/{i.carga['token']}/callback", {"type": 5})
    assert (estado, cuerpo["code"]) == (404, 10062)
    assert (await crudo.pedir("POST", gancho(i), {"content": "x"}))[1]["code"] == 10015  # aún no se ha respondido
    assert (await responder(crudo, i, 4, {"content": "x"}))[0] == 200
    assert (await crudo.pedir("POST", gancho(i), {"content": "x"}))[0] in (200, 204)


async def test_a_los_quince_minutos_el_token_caduca(crudo: Crudo, alicia: Actor) -> None:
    r = await hablada(crudo, alicia, {"content": "x"})
    r.interaccion.envejecer(VIDA_DEL_TOKEN - 60)
    assert (await crudo.pedir("PATCH", gancho(r.interaccion, "/messages/@original"), {"content": "y"}))[0] == 200
    r.interaccion.envejecer(60)
    for metodo, resto in (("POST", ""), ("PATCH", "/messages/@original"), ("GET", "/messages/@original")):
        cuerpo = None if metodo == "GET" else {"content": "z"}
        estado, contestado = await crudo.pedir(metodo, gancho(r.interaccion, resto), cuerpo)
        assert (estado, contestado["code"]) == (401, 50027)
    assert r.texto == "y"


PAREJAS = {
    "orden": {4: {"content": "x"}, 5: {}, 9: FORMULARIO},
    "boton": {4: {"content": "x"}, 5: {}, 6: None, 7: {"content": "x"}, 9: FORMULARIO},
    "sugerencia": {8: {"choices": []}},
    "formulario": {4: {"content": "x"}, 5: {}},
    "formulario de botón": {4: {"content": "x"}, 5: {}, 6: None, 7: {"content": "x"}},
}
DATOS: dict[int, Any] = {
    4: {"content": "x"},
    5: {},
    6: None,
    7: {"content": "x"},
    8: {"choices": []},
    9: FORMULARIO,
}


@pytest.mark.parametrize("tipo", DATOS)
@pytest.mark.parametrize("clase", PAREJAS)
async def test_parejas(d: DiscordLocal, crudo: Crudo, alicia: Actor, clase: str, tipo: int) -> None:
    i = await de_clase(crudo, alicia, clase)
    estado, _ = await responder(crudo, i, tipo, DATOS[tipo])
    if tipo in PAREJAS[clase]:
        assert (estado, d.faltas) == (200, [])
    else:
        assert estado == 400
        assert len(d.faltas) == 1
        d.faltas.clear()
        assert not i.acusada


async def de_clase(crudo: Crudo, quien: Actor, clase: str) -> Interaccion:
    if clase == "orden":
        return await quien.escribir("orden")
    if clase == "sugerencia":
        return await quien.teclear("orden", "texto", "a")
    abre = await quien.escribir("orden")
    if clase != "formulario":
        await responder(crudo, abre, 4, BOTON)
        abre = await quien.apretar((await quien.esperar(abre)).mensaje, "Sí")
    if clase == "boton":
        return abre
    await responder(crudo, abre, 9, FORMULARIO)
    return await quien.entregar(await quien.esperar(abre), campo="hola")


async def test_pensando_solo_admite_efimero(d: DiscordLocal, crudo: Crudo, alicia: Actor) -> None:
    assert (await responder(crudo, await alicia.escribir("orden"), 5, {"flags": 64}))[0] == 200
    assert (await responder(crudo, await alicia.escribir("orden"), 5, {"flags": 1 << 15}))[0] == 400
    assert "pensando" in d.faltas.pop()


@pytest.mark.parametrize("partes", [5, 6])
async def test_formularios_de_seis_no(d: DiscordLocal, crudo: Crudo, alicia: Actor, partes: int) -> None:
    campos = [
        {"type": 18, "label": "l", "component": {"type": 4, "style": 1, "custom_id": str(n)}}
        for n in range(partes)
    ]
    estado, _ = await responder(crudo, await alicia.escribir("orden"), 9, FORMULARIO | {"components": campos})
    assert estado == (200 if partes == 5 else 400)
    assert len(d.faltas) == partes - 5
    d.faltas.clear()


@pytest.mark.parametrize("cuantas", [25, 26])
async def test_sugerencias_de_26_no(d: DiscordLocal, crudo: Crudo, alicia: Actor, cuantas: int) -> None:
    i = await alicia.teclear("orden", "texto", "a")
    opciones = [{"name": str(n), "value": str(n)} for n in range(cuantas)]
    assert (await responder(crudo, i, 8, {"choices": opciones}))[0] == (200 if cuantas == 25 else 400)
    assert len(d.faltas) == cuantas - 25
    d.faltas.clear()


async def test_el_primer_seguimiento_ocupa_la_espera(crudo: Crudo, alicia: Actor) -> None:
    i = await alicia.escribir("orden")
    await responder(crudo, i, 5, {"flags": 64})
    r = await alicia.esperar(i)
    assert r.mensaje["flags"] == 64 | 128
    await crudo.pedir("POST", gancho(i) + "?wait=1", {"content": "uno"})
    await crudo.pedir("POST", gancho(i) + "?wait=1", {"content": "dos"})
    assert (r.texto, r.privada) == ("uno", True)  # hereda lo privado de la espera
    assert [m["content"] for m in alicia.canal.mensajes.values()] == ["dos"]
    assert i.mensajes[1]["interaction_metadata"]["original_response_message_id"] == r.mensaje["id"]


async def test_cada_mensaje_dice_de_que_interaccion_sale(crudo: Crudo, alicia: Actor) -> None:
    r = await hablada(crudo, alicia, BOTON)
    boton = await alicia.apretar(r.mensaje, "Sí")
    await responder(crudo, boton, 9, FORMULARIO)
    formulario = await alicia.entregar(await alicia.esperar(boton), campo="hola")
    await responder(crudo, formulario, 4, {"content": "x"})
    sello = (await alicia.esperar(formulario)).mensaje["interaction_metadata"]
    assert (sello["id"], sello["type"], sello["user"]) == (formulario.id, 5, alicia.persona)
    de_donde = sello["triggering_interaction_metadata"]
    assert (de_donde["id"], de_donde["interacted_message_id"]) == (boton.id, r.mensaje["id"])


async def test_lo_efimero_no_esta_en_el_canal_pero_se_edita_y_se_borra(crudo: Crudo, alicia: Actor) -> None:
    r = await hablada(crudo, alicia, BOTON | {"flags": 64})
    assert alicia.canal.mensajes == {}
    boton = await alicia.apretar(r.mensaje, "Sí")
    await responder(crudo, boton, 7, {"content": "cambiado", "components": []})
    assert r.texto == "cambiado"
    assert (await crudo.pedir("DELETE", gancho(r.interaccion, "/messages/@original")))[0] == 204
    assert (await crudo.pedir("GET", gancho(r.interaccion, "/messages/@original")))[1]["code"] == 10008


async def test_los_archivos_viajan_y_se_descargan(crudo: Crudo, alicia: Actor) -> None:
    i = await alicia.escribir("orden")
    ruta = f"/interactions/{i.id}/{i.carga['token']}/callback"
    datos = {"content": "x", "attachments": [{"id": 0, "filename": "tabla.txt", "description": "la tabla"}]}
    assert (await crudo.pedir("POST", ruta, {"type": 4, "data": datos}, archivos={"a.txt": b"123"}))[0] == 204
    (ficha,) = (await alicia.esperar(i)).mensaje["attachments"]
    assert (ficha["filename"], ficha["description"], ficha["size"]) == ("tabla.txt", "la tabla", 3)
    assert await crudo.descargar(ficha["url"]) == b"123"


async def test_lo_que_un_cliente_no_deja_enviar(crudo: Crudo, alicia: Actor) -> None:
    for mal in ({"nada": 1}, {"texto": 3}, {"texto": "demasiado"}, {"n": 2}):
        with pytest.raises(AssertionError):
            await alicia.escribir("orden", **mal)
    with pytest.raises(AssertionError, match="faltan"):
        await alicia.escribir("grupo hoja")
    with pytest.raises(AssertionError, match="no ha registrado"):
        await alicia.escribir("otra")
    r = await hablada(crudo, alicia, BOTON)
    with pytest.raises(AssertionError, match="no está en el mensaje"):
        await alicia.apretar(r.mensaje, "No")


async def test_subcomandos_personas_y_menus(crudo: Crudo, alicia: Actor) -> None:
    i = await alicia.escribir("grupo hoja", quien=alicia.persona)
    (hoja,) = i.carga["data"]["options"]
    assert (hoja["name"], hoja["options"][0]["value"]) == ("hoja", alicia.persona["id"])
    assert i.carga["data"]["resolved"]["users"] == {alicia.persona["id"]: alicia.persona}
    r = await hablada(crudo, alicia, {"content": "x"})
    mirar = await alicia.senalar("Mirar", r.mensaje)
    assert mirar.carga["data"]["target_id"] == r.mensaje["id"]
