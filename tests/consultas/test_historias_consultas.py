"""Historias de consulta: alguien escribe, el bot contesta, y lo que se ve es lo que debe."""

import pytest

from tests.apoyo.mundo import Mundo, botones, menu, partes, pulsar_a_la_vez, texto


async def test_errata_mal_escrita_da_la_de_gwaihir_en_privado(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "errata", carta="gwahir")
    visto = texto(r)
    assert r.ephemeral
    assert visto.startswith("## Gwaihir")
    assert "buscaste «gwahir»" in visto
    assert "«Descarta a Gwaihir para permitir…»" in visto
    assert "«Puedes optar por descartar a Gwaihir durante la Fase de Organización" in visto
    assert "Recursos – Aliados" in visto
    assert set(botones(r)) >= {"Publicar", "No era esta"}


async def test_publicar_ensena_lo_mismo_al_canal_una_sola_vez(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "errata", carta="Gwaihir")
    p = await m.alicia.click(r.response, label="Publicar")
    publico = p.followups[0]
    assert not publico.ephemeral
    assert "durante la Fase de Organización" in texto(publico)
    assert f"Publicado por {m.alicia.mention}" in texto(publico)
    assert "Publicar" not in botones(publico)
    assert "Publicar" not in botones(r.response)


async def test_dos_clics_en_publicar_publican_una_vez(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "errata", carta="Gwaihir")
    uno, otro = await pulsar_a_la_vez("Publicar", r.response, m.alicia, m.alicia)
    assert len(uno.followups) == 1
    assert otro.ephemeral
    assert texto(otro) == "Ya lo has publicado."


async def test_no_era_esta_ofrece_otras(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "errata", carta="gwahir")
    await m.alicia.click(r.response, label="No era esta")
    opciones = menu(r.response)
    assert any(o["label"] == "Gwaihir" for o in opciones)
    assert len(opciones) > 1


async def test_nombre_de_varias_cartas_ensena_una_y_ofrece_las_demas(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "carta", carta="barad-dur")
    otras = menu(r)
    assert texto(r).startswith("## Barad-dûr")
    assert all(o["label"] == "Barad-dûr" for o in otras)
    antes = texto(r)
    await m.alicia.select(r.response, [otras[0]["value"]])
    assert texto(r.response).startswith("## Barad-dûr")
    assert texto(r.response) != antes


async def test_errata_y_aclaracion_salen_juntas_con_su_fuente(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "errata", carta="Bill el Pony")
    visto = texto(r)
    assert visto.index("**Errata**") < visto.index("**Aclaración**")
    assert "Aclaraciones" in visto


async def test_encabezado_de_grupo_alcanza_a_sus_cartas(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "errata", carta="Anillos Enanos")
    assert "Durin" in texto(r)
    miembros = {o["value"] for o in menu(r)}
    assert miembros == {f"carta/TW-{n}" for n in range(213, 220)}
    suelta = await m.alicia.slash(m.canal, "errata", carta="carta/TW-213")
    assert "+7" in texto(suelta)
    de_servidor = await m.alicia.slash(m.canal, "errata", carta="carta/LE-305")
    assert "No aplica" in texto(de_servidor)


async def test_carta_sin_erratas_se_encuentra_y_lo_dice(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "errata", carta="Glamdring")
    assert "No hay nada que corregir ni que aclarar" in texto(r)


async def test_lo_que_no_existe_se_dice_con_claridad(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "errata", carta="Pikachu eléctrico")
    assert texto(r).startswith("No encuentro ninguna carta que se parezca a «Pikachu eléctrico».")


@pytest.mark.parametrize("nombre", ["Wizard's Ring", "wizards ring", "Anillo de Mago"])
async def test_valen_los_nombres_ingleses(m: Mundo, nombre: str) -> None:
    assert "## Anillo de Mago" in texto(await m.alicia.slash(m.canal, "carta", carta=nombre))


@pytest.mark.parametrize(
    ("escrito", "titulo"), [("sol", "Sol"), ("gollum", "Gollum"), ("rio", "Río"), ("loreth", "Ioreth")]
)
async def test_el_nombre_corto_gana_al_largo(m: Mundo, escrito: str, titulo: str) -> None:
    assert texto(await m.alicia.slash(m.canal, "carta", carta=escrito)).startswith(f"## {titulo}\n")


async def test_regla_con_secciones_y_juego(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "regla", tema="desempates", juego="satm")
    assert "desempate" in texto(r).lower()
    secciones = menu(r)
    await m.alicia.select(r.response, [secciones[1]["value"]])
    assert secciones[1]["label"] in texto(r.response)


async def test_los_temas_que_se_sugieren_llevan_su_juego_en_corto(m: Mundo) -> None:
    nombres = [o["name"] for o in await m.alicia.autocomplete(m.canal, "regla", "tema", "combate")]
    assert nombres[0] == "Combate · La Guerra"
    assert "Combate: ataques y golpes · SATM" in nombres


async def test_buscar_pagina_marca_y_abre(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "buscar", texto="chequeo de corrupción")
    assert "**corrupción**" in texto(r).lower()
    primera = texto(r)
    await m.alicia.click(r.response, label="Siguiente")
    assert texto(r.response) != primera
    await m.alicia.select(r.response, [menu(r.response)[0]["value"]])
    assert texto(r.response).startswith("## ")


@pytest.mark.parametrize(
    ("escrito", "primero"),
    [
        ("corrupción", "tema/corrupcion-guerra"),
        ("retirada", "tema/retirada-guerra"),
        ("caza del anillo", "tema/caza-del-anillo"),
        ("Fuerza de combate", "tema/liderazgo-guerra/fuerza"),
        ("The Hunt", "carta/DM-143"),
        ("anillos enanos (todos)", "errata/anillos-enanos-todos"),
    ],
)
async def test_buscar_pone_delante_lo_que_se_llama_asi(m: Mundo, escrito: str, primero: str) -> None:
    """Sea carta, errata, tema o sección; las cartas que además lo nombran van detrás."""
    r = await m.alicia.slash(m.canal, "buscar", texto=escrito)
    assert menu(r)[0]["value"] == primero


async def test_buscar_palabras_que_estan_en_todas_partes_pide_otra(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "buscar", texto="de la")
    assert texto(r) == (
        "«de la» está en casi todos los textos: escribe una palabra más particular, como «corrupción» o «asedio»."
    )
    assert not botones(r)


async def test_las_paginas_sobreviven_a_un_reinicio(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "buscar", texto="corrupción", publico=True)
    mensaje, primera = r.response, texto(r)
    await m.reiniciar()
    await m.alicia.click(mensaje, label="Siguiente")
    assert texto(mensaje) != primera


async def test_autocompletar_desde_la_primera_letra(m: Mundo) -> None:
    for letras in ("g", "gw", "gwai", "gwahi"):
        opciones = await m.alicia.autocomplete(m.canal, "errata", "carta", letras)
        assert 0 < len(opciones) <= 25
    assert opciones[0]["value"] == "carta/TW-249" or "Gwaihir" in opciones[0]["name"]


async def test_menu_de_mensaje_encuentra_corchetes_y_nombres(m: Mundo) -> None:
    mensaje = await m.bruno.send(m.canal, "¿Vale [[gwahir]] con Bill el Pony? Fui al río y robo algo.")
    r = await m.alicia.context_menu(m.canal, "Buscar cartas", mensaje)
    assert r.ephemeral
    assert {o["label"] for o in menu(r)} == {"Gwaihir", "Bill el Pony"}
    pisados = await m.bruno.send(m.canal, "Me han jugado el Balrog de Moria.")
    # «El Balrog» y «Moria» también son cartas
    r = await m.alicia.context_menu(m.canal, "Buscar cartas", pisados)
    assert texto(r).startswith("## Balrog de Moria\n")


async def test_en_mensajes_directos_tambien(m: Mundo) -> None:
    r = await m.alicia.user.slash("errata", carta="gwahir")
    assert texto(r).startswith("## Gwaihir")


async def test_una_regla_mal_escrita_tambien_ofrece_otras(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "regla", tema="desenpates")
    assert "buscaste «desenpates»" in texto(r)
    await m.alicia.click(r.response, label="No era esta")
    assert all(o["value"].startswith("tema/") for o in menu(r))


@pytest.mark.parametrize(("tema", "en"), [("combate", 2), ("asedio", 2), ("Qué es", 5)])
async def test_lo_que_se_llama_igual_en_varios_temas_se_da_a_elegir(m: Mundo, tema: str, en: int) -> None:
    r = await m.alicia.slash(m.canal, "regla", tema=tema)
    assert texto(r).startswith("## ¿Cuál buscas?")
    temas = {o["value"].split("/")[1] for o in menu(r)}
    assert len(temas) >= en
    assert all(o["description"] for o in menu(r))  # dicen de qué juego son


async def test_las_cartas_que_solo_cambian_en_una_tilde_se_ofrecen_entre_si(m: Mundo) -> None:
    ofrecidas = [
        {o["value"] for o in menu(await m.alicia.slash(m.canal, "carta", carta=f"carta/{carta}"))}
        for carta in ("TW-217", "LE-309")
    ]
    assert ofrecidas == [{"carta/LE-309"}, {"carta/TW-217"}]


async def test_los_articulos_numerados_no_se_vuelven_otra_lista(m: Mundo) -> None:
    """«- 7) Cuándo…» sería para Discord una lista dentro de la lista, y cambiaría el número."""
    visto = texto(await m.alicia.slash(m.canal, "regla", tema="Torneos: construcción del mazo"))
    assert "- 1\\) " in visto
    assert "- 1) " not in visto


async def test_un_tema_de_una_sola_seccion_no_se_repite_ni_ofrece_menu(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "regla", tema="Maldito")
    assert not [p for p in partes(r.response) if p.get("type") == 3]
    assert "«" in texto(r).splitlines()[-1]  # la fuente, con su sección


async def test_carta_dice_su_clase_completa(m: Mundo) -> None:
    assert "· objeto mayor ·" in texto(await m.alicia.slash(m.canal, "carta", carta="Glamdring"))
    visto = texto(await m.alicia.slash(m.canal, "carta", carta="Acantonamiento"))
    assert "· suceso breve de recurso ·" in visto


async def test_sin_aclaraciones_no_inventa_correcciones(m: Mundo) -> None:
    """Un Anillo Enano de servidor no tiene errata: solo se dice que la de los otros no le alcanza."""
    (ajenos,) = m.bot.servicios.consultas.saber.erratas["anillos-enanos-todos"].no_aplica
    for carta in ajenos.cartas:
        visto = texto(await m.alicia.slash(m.canal, "aclaracion", carta=f"carta/{carta}"))
        assert "No aplica" in visto
        assert "errata" not in visto.lower().split("-# erratas")[0]


async def test_lo_no_hallado_nombra_el_juego_elegido(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "buscar", texto="teleportarse", juego="guerra")
    assert texto(r).startswith("No encuentro nada de La Guerra del Anillo que se parezca a «teleportarse».")
    r = await m.alicia.slash(m.canal, "regla", tema="xyzzy", juego="lcg")
    assert "ningún tema de reglas de ESDLA, el juego de cartas (LCG)" in texto(r)


async def test_cada_respuesta_lleva_el_color_de_su_juego(m: Mundo) -> None:
    colores = {}
    for juego, palabra in (("satm", "ataque"), ("guerra", "ataque"), ("lcg", "ataque")):
        r = await m.alicia.slash(m.canal, "buscar", texto=palabra, juego=juego)
        colores[juego] = partes(r.response)[0]["accent_color"]
    assert colores == {"satm": 0xC9A227, "guerra": 0x8C2F23, "lcg": 0x3B6E47}


async def test_el_menu_de_mensaje_da_cinco_cartas_como_mucho(m: Mundo) -> None:
    nombres = ("gwahir", "Glamdring", "Alatar", "Barad-dur", "Éowyn", "Gollum", "Bill el Pony")
    mensaje = await m.bruno.send(m.canal, " ".join(f"[[{n}]]" for n in nombres))
    assert len(menu(await m.alicia.context_menu(m.canal, "Buscar cartas", mensaje))) == 5
    nada = await m.bruno.send(m.canal, "Hoy no se juega. @everyone [[zzzzz qqqqq]]")
    r = await m.alicia.context_menu(m.canal, "Buscar cartas", nada)
    assert r.ephemeral
    assert texto(r).startswith("No encuentro ninguna carta nombrada en ese mensaje.")
