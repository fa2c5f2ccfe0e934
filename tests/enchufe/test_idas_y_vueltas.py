"""El bot como proceso, por su entrada de verdad: órdenes, sugerencias, botones, menús, formularios y lo demás."""

import pytest

from tests.apoyo import limites
from tests.enchufe.actor import texto
from tests.enchufe.crudo import Crudo
from tests.enchufe.estado import ENVIAR
from tests.enchufe.sala import Sala

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("en_orden")]


async def test_registra_sus_comandos_y_se_presenta(s: Sala) -> None:
    nombres = {c["name"] for c in s.d.estado.comandos}
    assert {"errata", "carta", "regla", "buscar", "ayuda", "Buscar cartas"} <= nombres
    assert len(s.d.hechas("PUT", "/commands")) == 1
    (dicha,) = s.d.pasarela.identificaciones
    assert dicha.intenciones == 1  # `guilds` y nada más
    await s.proceso.escribe("dispuesto en 1 servidor")


async def test_una_orden_de_lo_tecleado_a_lo_leido(s: Sala) -> None:
    (primera, *_) = await s.alicia.sugerencias("errata", "carta", "gwahi")
    assert primera["name"].startswith("Gwaihir")
    r = await s.alicia.usar("errata", carta=primera["value"])
    assert r.privada
    assert r.texto.startswith("## Gwaihir")
    sello = r.mensaje["interaction_metadata"]
    assert (sello["id"], sello["user"]["id"]) == (r.interaccion.id, s.alicia.persona["id"])
    assert r.mensaje["id"] not in s.canal.mensajes


async def test_un_boton_publica_lo_privado_a_la_vista_de_todos(s: Sala) -> None:
    antes = set(s.canal.mensajes)
    r = await s.alicia.usar("errata", carta="gwahir")
    pulsado = await s.alicia.pulsar(r.mensaje, "Publicar")
    await pulsado.hasta(lambda: "Publicado en el canal" in r.texto)
    (nuevo,) = [m for clave, m in s.canal.mensajes.items() if clave not in antes]
    assert texto(nuevo).startswith("## Gwaihir")
    assert nuevo["interaction_metadata"]["interacted_message_id"] == r.mensaje["id"]
    assert "Publicar" not in str(r.mensaje["components"])


async def test_menus_y_paginas_cambian_el_mismo_mensaje(s: Sala) -> None:
    r = await s.bruno.usar("buscar", texto="chequeo de corrupción", publico=True)
    primera, mensaje = r.texto, r.mensaje
    assert mensaje["id"] in s.canal.mensajes
    await s.bruno.pulsar(mensaje, "Siguiente")
    segunda = texto(mensaje)
    assert segunda != primera
    menu = next(p for p in limites.desplegar(mensaje["components"]) if p["type"] == 3)
    await s.bruno.elegir(mensaje, menu["options"][0]["value"])
    assert texto(mensaje) not in (primera, segunda)


async def test_menu_de_mensaje(s: Sala) -> None:
    r = await s.alicia.usar("errata", carta="gwahir", publico=True)
    r.mensaje["content"] = "¿Vale [[gwahir]] con Bill el Pony?"
    visto = await s.bruno.menu_de_mensaje("Buscar cartas", r.mensaje)
    assert "Gwaihir" in visto.texto
    assert "Bill el Pony" in visto.texto


async def test_un_formulario_de_ida_y_vuelta(s: Sala) -> None:
    abierto = await s.alicia.usar("escribir")
    assert abierto.cuerpo["type"] == 9
    r = await s.alicia.rellenar(abierto, texto="Elen síla")
    assert r.texto == "has escrito Elen síla"
    assert r.mensaje["interaction_metadata"]["triggering_interaction_metadata"]["id"] == abierto.interaccion.id


async def test_en_mensajes_directos(s: Sala) -> None:
    directo = s.d.estado.directo_con(s.alicia.persona["id"])
    r = await s.alicia.en(directo).usar("errata", carta="gwahir")
    assert r.texto.startswith("## Gwaihir")


async def test_pensar_y_contestar_despues(s: Sala) -> None:
    r = await s.alicia.usar("esperar", segundos=0.1, privado=True)
    assert r.cuerpo["type"] == 5
    await r.resuelta()
    assert (r.texto, r.privada) == ("he esperado 0.1 s", True)


async def test_mensajes_con_nonce_edicion_e_historial(s: Sala) -> None:
    canal = s.d.estado.crear_canal(s.servidor, "anuncios")
    await s.d.pasarela.emitir("CHANNEL_CREATE", canal.datos, s.servidor.id)
    alicia = s.alicia.en(canal)
    await (await alicia.usar("anunciar", texto="oíd", veces=3)).resuelta()
    assert [m["content"] for m in canal.mensajes.values()] == ["oíd 0", "oíd 1", "oíd y se acabó"]
    assert len(canal.nonces) == 3
    r = await (await alicia.usar("recordar", cuantos=2)).resuelta()
    assert r.texto == "oíd y se acabó / oíd 1"


async def test_hilos(s: Sala) -> None:
    r = await (await s.alicia.usar("hilo", nombre="partida")).resuelta()
    hilo = s.d.estado.canales[r.texto.removeprefix("abierto ")]
    assert (hilo.datos["name"], hilo.datos["type"], hilo.datos["parent_id"]) == ("partida", 11, s.canal.id)
    assert hilo.datos["thread_metadata"]["archived"]
    assert [m["content"] for m in hilo.mensajes.values()] == ["dentro"]
    r = await s.alicia.en(hilo).usar("errata", carta="gwahir")
    assert r.texto.startswith("## Gwaihir")


async def test_directos_y_quien_no_los_quiere(s: Sala) -> None:
    await (await s.alicia.usar("directo", texto="hola")).resuelta()
    buzon = s.d.estado.directo_con(s.alicia.persona["id"])
    assert [m["content"] for m in buzon.mensajes.values()] == ["hola"]
    s.d.estado.sin_directos.add(s.bruno.persona["id"])
    r = await (await s.bruno.usar("directo", texto="hola")).resuelta()
    assert "me falta algún permiso" in r.texto


async def test_los_archivos_llegan_enteros(s: Sala) -> None:
    r = await s.alicia.usar("adjuntar", texto="la peña")
    (ficha,) = r.mensaje["attachments"]
    assert (ficha["filename"], ficha["description"]) == ("texto.txt", "lo que dijiste")
    async with Crudo(s.d) as crudo:
        assert (await crudo.descargar(ficha["url"])).decode() == "la peña"


async def test_un_canal_donde_no_puede_escribir(s: Sala) -> None:
    mudo = s.d.estado.crear_canal(s.servidor, "mudo")
    mudo.niega(ENVIAR, s.d.estado.bot["id"])
    await s.d.pasarela.emitir("CHANNEL_CREATE", mudo.datos, s.servidor.id)
    r = await (await s.alicia.en(mudo).usar("anunciar", texto="x")).resuelta()
    assert "no me deja hacerlo en este canal" in r.texto
    assert mudo.mensajes == {}


async def test_dos_personas_a_la_vez_y_la_misma_interaccion_repetida(s: Sala) -> None:
    """Discord puede entregar dos veces lo mismo; a la segunda ya está contestado y no pasa nada."""
    una, otra = await s.alicia.escribir("nada"), await s.bruno.escribir("nada")
    assert {(await a.esperar(i)).texto for a, i in ((s.alicia, una), (s.bruno, otra))} == {"·"}
    marca = len(s.proceso.registro)
    await s.alicia.repetir(una)
    await s.d.vistas("POST", f"/interactions/{una.id}/", 2)
    assert "Traceback" not in await s.proceso.escribe("sin respuesta posible (40060)", marca)
