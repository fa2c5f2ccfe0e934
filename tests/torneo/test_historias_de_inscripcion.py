"""Quién entra y cómo: crear, inscribirse, esperar plaza, nombres hostiles, exportar e importar."""

import json
import re
from typing import Any

import discord

from tests.apoyo.mundo import Mundo, pulsar_a_la_vez, texto
from tests.torneo.mesa_de_torneo import DE_DOS_BARAJAS, convocar, en, huella, iniciar


async def test_crear_ensena_las_reglas_y_solo_lo_hace_la_coordinacion(m: Mundo) -> None:
    ajeno = await m.alicia.slash(m.canal, "torneo crear", nombre="Mío", **DE_DOS_BARAJAS)
    assert ajeno.ephemeral
    assert "rol de coordinación" in texto(ajeno)
    r = await m.coordinadora.slash(
        m.canal, "torneo crear", nombre="Cerrado", formato="mago-espectro", modalidad="mazo-cerrado", aforo=8
    )
    visto = texto(r)
    for trozo in (
        "De 6 a 11 jugadores, 4",
        "Anillo Único: 9-0",
        "6 puntos en la ronda 1",
        "50 minutos",
        "1,5 exacta",
    ):
        assert trozo in visto
    assert huella(visto) == huella(texto(m.canal.last_message))
    otro = await m.coordinadora.slash(m.canal, "torneo crear", nombre="Otro", **DE_DOS_BARAJAS)
    assert "ya hay un torneo abierto" in texto(otro)


async def test_dos_veces_a_la_vez_es_una_inscripcion(m: Mundo) -> None:
    e = await convocar(m, 2)
    panel = e.ultimo("Inscribirme")
    respuestas = await pulsar_a_la_vez("Inscribirme", en(panel), m.bruno, m.bruno)
    assert sum("ya está en la lista" in texto(r) for r in respuestas) == 1
    assert len((await e.torneo()).activos) == 3
    await m.bruno.click(panel, label="Darme de baja")
    assert len((await e.torneo()).activos) == 2


async def test_quien_no_tiene_discord_los_acentos_y_la_lista_de_espera(m: Mundo) -> None:
    e = await convocar(m, 3, aforo=4)
    await e.manda("torneo inscribir", nombre="Äragórn")
    repetido = await e.manda("torneo inscribir", nombre="  ARAGORN ")
    assert "Ya hay alguien inscrito" in texto(repetido)
    espera = await m.bruno.click(e.ultimo("Inscribirme"), label="Inscribirme")
    assert "lista de espera, en el puesto 1" in texto(espera.followups[0])
    lista = texto(await m.otro.slash(m.canal, "torneo lista"))
    assert "Äragórn · sin cuenta de Discord" in lista
    assert "en espera" in lista
    await e.manda("torneo baja", jugador="aragorn")
    aviso = e.ultimo("hay una plaza libre")
    assert m.bruno.mention in texto(aviso)
    sugeridos = await m.coordinadora.autocomplete(m.canal, "torneo baja", "jugador", "felix")
    assert sugeridos == []
    sugeridos = await m.coordinadora.autocomplete(m.canal, "torneo baja", "jugador", "ALI")
    assert [s["name"] for s in sugeridos] == ["Alicia"]
    por_numero = await e.manda("torneo baja", jugador=sugeridos[0]["value"])
    assert "Alicia se da de baja" in texto(por_numero)


HOSTILES = (
    "@everyone <@123456789012345678>",
    "**~~`x`~~** [a](https://b.c)",
    "\u202egnirdor\u200b",
    "🧙" * 90,
    "7",
)


async def test_los_nombres_hostiles_quedan_inertes(m: Mundo) -> None:
    e = await convocar(m, 1)
    for nombre in HOSTILES:
        r = await e.manda("torneo inscribir", nombre=nombre)
        assert "@everyone" not in texto(r)
    await e.manda("torneo iniciar", rondas=2)
    anuncio = await e.publica()
    for mesa in range(1, 4):
        quien = str((await e.mesa(mesa)).a)
        await e.manda("resultado", pv_favor=20, pv_contra=1, jugador=quien)
    vistos = [texto(anuncio), texto(await e.manda("ronda")), texto(await e.manda("clasificacion"))]
    vistos.append(texto(await m.otro.slash(m.canal, "torneo lista")))
    for visto in vistos:
        assert "@everyone" not in visto
        assert "<@123456789012345678>" not in visto
        assert "\u202e" not in visto
        assert "**~~" not in visto
        assert not re.search(r"(?<!\\)\[a\]\(\S+\)", visto)
    assert "123456789012345678" not in [str(u) for p in m.env.http_requests for u in _avisados(p.json)]


def _avisados(cuerpo: Any) -> list[Any]:
    """Las cuentas a las que avisa un mensaje."""
    datos = cuerpo.get("data", cuerpo) if isinstance(cuerpo, dict) else {}
    return (datos.get("allowed_mentions") or {}).get("users") or []


async def test_exportar_e_importar_da_la_misma_clasificacion(m: Mundo) -> None:
    e = await iniciar(m, 5, rondas=2)
    for _ in range(2):
        await e.juega(await e.publica(), {1: (20, 5), 2: (14, 11)})
    await e.manda("torneo sancion", jugador="Alicia", pv=-3, motivo="llegó tarde")
    r = await e.manda("torneo exportar", formato="json")
    contenido = await r.response.attachments[0].read()
    documento = json.loads(contenido)
    assert documento["formato"] == "concilio-torneo/1"
    assert documento["torneo"]["semilla"] is None
    hojas = await e.manda("torneo exportar", formato="csv")
    archivos = {a.filename: await a.read() for a in hojas.response.attachments}
    assert set(archivos) == {"clasificacion.csv", "partidas.csv", "donde_juego.csv"}
    assert archivos["clasificacion.csv"].startswith(b"\xef\xbb\xbf")
    original = texto(await e.manda("clasificacion"))

    vacio = m.env.create_guild(name="Otro servidor")
    canal = vacio.create_text_channel("torneo")
    extrana = vacio.add_member(m.env.create_user("nadie"))
    negado = await extrana.slash(canal, "torneo importar", archivo=("torneo.json", contenido))
    assert "rol de coordinación" in texto(negado)
    jefe = vacio.add_member(m.env.create_user("jefe"), roles=[_rol_de_gestion(vacio)])
    roto = await jefe.slash(canal, "torneo importar", archivo=("torneo.json", b'{"formato": 3}'))
    assert "no es un torneo de Concilio" in texto(roto)
    documento["clasificacion"][0]["pt"] += 1
    falso = await jefe.slash(canal, "torneo importar", archivo=("t.json", json.dumps(documento).encode()))
    assert "no es la que sale de sus partidas" in texto(falso)
    traido = await jefe.slash(canal, "torneo importar", archivo=("torneo.json", contenido))
    assert "importa el torneo" in texto(traido)
    assert texto(await jefe.slash(canal, "clasificacion")) == original


def _rol_de_gestion(servidor: Any) -> Any:
    return servidor.create_role("Jefes", permissions=discord.Permissions(manage_guild=True))
