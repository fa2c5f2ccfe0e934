"""Discord frena, falla o pierde respuestas: la gente recibe una frase, el bot sigue y el registro lo cuenta bien."""

import asyncio
import itertools

import pytest

from tests.enchufe.averias import aguarda, falla, frena, se_pierde, veta
from tests.enchufe.estado import PLAZO_DE_RESPUESTA
from tests.enchufe.sala import Sala

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("en_orden")]
RESPUESTAS = r"/interactions/\d+/[^/]+/callback"
MENSAJES = r"/channels/\d+/messages"


async def test_429_con_espera_se_cumple_y_se_repite(s: Sala) -> None:
    s.d.averias.programar("POST", RESPUESTAS, frena(0.2), veces=2)
    r = await s.alicia.usar("errata", carta="gwahir")
    assert r.texto.startswith("## Gwaihir")
    intentos = s.d.hechas("POST", f"/interactions/{r.interaccion.id}/")
    assert [p.estado for p in intentos] == [429, 429, 200]
    assert all(b.momento - a.momento >= 0.2 for a, b in itertools.pairwise(intentos))


async def test_429_que_no_dice_cuanto_esperar(s: Sala) -> None:
    """discord.py se rompe al leerlo: sale el código de los fallos nuestros."""
    marca = len(s.proceso.registro)
    s.d.averias.programar("POST", RESPUESTAS, frena(None))
    r = await s.alicia.usar("errata", carta="gwahir")
    assert "pasa este código a quien lleva el bot" in r.texto
    codigo = r.texto.split("`")[1]
    await s.proceso.escribe(f"fallo {codigo}", marca)
    assert (await s.alicia.usar("errata", carta="gwahir")).texto.startswith("## Gwaihir")


async def test_429_de_cloudflare(s: Sala) -> None:
    s.d.averias.programar("POST", RESPUESTAS, veta())
    assert "espera un minuto" in (await s.alicia.usar("errata", carta="gwahir")).texto
    assert (await s.alicia.usar("errata", carta="gwahir")).texto.startswith("## Gwaihir")


async def test_429_universal_detiene_todo_menos_las_respuestas(s: Sala) -> None:
    s.d.averias.programar("POST", MENSAJES, frena(0.6, universal=True))
    frenada = await s.alicia.usar("anunciar", texto="oíd", veces=2)
    (negada,) = await s.d.vistas("POST", f"/channels/{s.canal.id}/messages", 1)
    directo = await s.bruno.usar("directo", texto="hola")  # la respuesta no espera; el envío, sí
    (abierto,) = await s.d.vistas("POST", "/users/@me/channels")
    assert abierto.momento - negada.momento >= 0.6
    await frenada.resuelta()
    await directo.resuelta()
    assert [m["content"] for m in s.canal.mensajes.values()][-2:] == ["oíd 0", "oíd y se acabó"]


async def test_los_limites_anunciados_se_respetan(s: Sala) -> None:
    cubo = s.d.averias.limitar("POST", MENSAJES, cada=3, periodo=0.4)
    universal = s.d.averias.limitar("*", "", cada=50, periodo=1, universal=True)
    await (await s.alicia.usar("anunciar", texto="tanda", veces=8)).resuelta()
    tanda = [m["content"] for m in s.canal.mensajes.values() if m["content"].startswith("tanda")]
    assert tanda == [*(f"tanda {n}" for n in range(7)), "tanda y se acabó"]
    assert (cubo.negadas, universal.negadas) == (0, 0)


async def test_un_500_se_repite_a_tiempo(s: Sala) -> None:
    s.d.averias.programar("POST", RESPUESTAS, falla(500))
    r = await s.alicia.usar("errata", carta="gwahir")
    assert r.texto.startswith("## Gwaihir")


async def test_una_rafaga_de_502_llega_tarde_y_no_se_llora(s: Sala) -> None:
    marca = len(s.proceso.registro)
    s.d.averias.programar("POST", RESPUESTAS, falla(502), veces=2)
    i = await s.alicia.escribir("errata", carta="gwahir")
    intentos = await s.d.vistas("POST", f"/interactions/{i.id}/", 3)
    assert [p.estado for p in intentos] == [502, 502, 404]
    assert intentos[-1].momento - i.nacida > PLAZO_DE_RESPUESTA
    assert "Traceback" not in await s.proceso.escribe("sin respuesta posible (10062)", marca)


async def test_rafagas_de_5xx_al_enviar_no_pierden_ni_doblan(s: Sala) -> None:
    s.d.averias.programar("POST", MENSAJES, falla(500))
    s.d.averias.programar("POST", MENSAJES, se_pierde(502))
    r = await s.alicia.usar("anunciar", texto="ráfaga", veces=2)
    await r.resuelta()
    rafaga = [m["content"] for m in s.canal.mensajes.values() if m["content"].startswith("ráfaga")]
    assert rafaga == ["ráfaga 0", "ráfaga y se acabó"]


async def test_una_respuesta_que_se_pierde_ya_estaba_dada(s: Sala) -> None:
    marca = len(s.proceso.registro)
    s.d.averias.programar("POST", RESPUESTAS, se_pierde())
    r = await s.alicia.usar("errata", carta="gwahir", publico=True)
    assert r.texto.startswith("## Gwaihir")
    assert "Traceback" not in await s.proceso.escribe("sin respuesta posible (40060)", marca)
    suyos = [
        m for m in s.canal.mensajes.values() if m.get("interaction_metadata", {}).get("id") == r.interaccion.id
    ]
    assert len(suyos) == 1


@pytest.mark.parametrize("que", ["orden", "sugerencia", "boton"])
async def test_una_respuesta_tardia_no_deja_traza(s: Sala, que: str) -> None:
    lenta, marca = s.alicia.lenta(PLAZO_DE_RESPUESTA + 1), len(s.proceso.registro)
    if que == "orden":
        i = await lenta.escribir("errata", carta="gwahir")
    elif que == "sugerencia":
        i = await lenta.teclear("errata", "carta", "gwa")
    else:
        i = await lenta.apretar((await s.alicia.usar("errata", carta="gwahir")).mensaje, "No era esta")
    (intento,) = await s.d.vistas("POST", f"/interactions/{i.id}/")
    assert intento.estado == 404
    assert (await s.alicia.usar("nada")).texto == "·"
    assert "Traceback" not in s.proceso.registro[marca:]
    assert not i.acusada


async def test_una_respuesta_lenta_no_detiene_a_los_demas(s: Sala) -> None:
    abierto = asyncio.Event()
    s.d.averias.programar("POST", RESPUESTAS, aguarda(abierto))
    lenta = await s.alicia.escribir("nada")
    await s.d.llegada("POST", f"/interactions/{lenta.id}/")
    await asyncio.gather(*(s.bruno.usar("nada") for _ in range(10)))
    assert not lenta.primera.done()
    abierto.set()
    assert (await s.alicia.esperar(lenta)).texto == "·"
