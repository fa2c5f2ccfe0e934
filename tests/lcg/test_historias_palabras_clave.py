"""Historias de las palabras clave: los ejemplos impresos en los documentos, con sus resultados."""

from typing import Any

import pytest

from tests.apoyo.mundo import Mundo, botones, texto
from tests.lcg.panel import abrir


async def test_resistencia_el_ejemplo_de_ian(m: Mundo) -> None:
    """004: Gandalf inflige 4 al Arquero Uruk-hai, que tiene Resistencia 1: sufre 3."""
    visto = texto(await m.otro.slash(m.canal, "lcg resistencia", dano="4", x=1))
    assert visto.startswith("## Resistencia 1: sufre 3\n4 − 1 = 3\n")
    assert "Reglas de El Asedio de Erebor (A Long-extended Party), «Resistencia X»" in visto


async def test_tiro_con_arco_el_ejemplo_de_tom_y_kris(m: Mundo) -> None:
    """003 y 004: dos Mercenarios Sureños, con X el número de jugadores; son 4, y se dan 2 a Gandalf y 2 a Denethor."""
    await abrir(m, "amenaza nueva", sin_cuenta="Kris")
    r = await m.alicia.slash(m.canal, "lcg tiro-con-arco", valores="X X", reparto="Gandalf 2, Denethor 2")
    assert texto(r).startswith(
        "## Tiro con arco: 4 puntos de daño\n2 × 2 = 4\nEl reparto cuadra: Gandalf 2 y Denethor 2."
    )
    r = await m.alicia.slash(m.canal, "lcg tiro-con-arco", valores="X X", reparto="Gandalf 2, Denethor 1")
    assert texto(r).startswith("Hay que repartir 4 puntos de daño, y el reparto suma 3.")
    r = await m.alicia.slash(m.canal, "lcg tiro-con-arco", valores="x 3", jugadores=4)
    assert "4 + 3 = 7" in texto(r)
    assert "decide el jugador inicial" in texto(r)


@pytest.mark.parametrize(
    ("orden", "opciones", "frase"),
    [
        ("resistencia", {"dano": "mucho", "x": 1}, "El daño: escribe un número entero, no «mucho»."),
        ("resistencia", {"dano": "100", "x": 1}, "Escribe el daño y la Resistencia con números de 0 a 99."),
        ("tiro-con-arco", {"valores": "X"}, "Di cuántos jugadores hay"),
        ("tiro-con-arco", {"valores": "Z", "jugadores": 2}, "Cada valor: escribe un número entero"),
        ("tiro-con-arco", {"valores": "2", "jugadores": 2, "reparto": "Gandalf"}, "No entiendo «Gandalf»"),
        ("tiro-con-arco", {"valores": "2", "jugadores": 2, "reparto": "Tom 1, Tom 1"}, "«Tom» sale dos veces"),
    ],
)
async def test_lo_que_no_se_entiende_se_dice(m: Mundo, orden: str, opciones: dict[str, Any], frase: str) -> None:
    r = await m.otro.slash(m.canal, f"lcg {orden}", **opciones)
    assert r.ephemeral
    assert texto(r).startswith(frase)


async def test_oleada_paso_a_paso(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "lcg oleada", previstas=2)
    assert texto(r).startswith("## Oleada: faltan 2 cartas por revelar\n")
    for rotulo, titulo in (
        ("Llevaba Oleada", "faltan 2 cartas"),
        ("No la llevaba", "falta 1 carta"),
        ("Llevaba Oleada", "falta 1 carta"),
        ("No la llevaba", "no queda nada por revelar"),
    ):
        r = await m.bruno.click(r.response, label=rotulo)
        assert titulo in texto(r).splitlines()[0]
    assert "4 cartas reveladas" in texto(r)
    assert not botones(r)


async def test_protegido_con_otro_objetivo_de_por_medio(m: Mundo) -> None:
    """002: si aparece otro Objetivo, va al área de preparación y se usa la carta siguiente; su Amenaza cuenta."""
    r = await m.alicia.slash(m.canal, "lcg protegido")
    assert texto(r).startswith("## Protegido: falta unir una carta\n")
    r = await m.alicia.click(r.response, label="Otro Objetivo")
    assert "Revelado: Objetivo." in texto(r)
    abierto = await m.alicia.click(r.response, label="Enemigo")
    r = await m.alicia.submit_modal(abierto, {"amenaza": "3"})
    visto = texto(r)
    assert visto.startswith("## Protegido: ya tiene su carta\n")
    assert "Revelado: Objetivo y Enemigo (Amenaza 3)." in visto
    assert "Sale cuando el Enemigo abandona el juego" in visto
    assert "suman **3 de Amenaza** al área de preparación" in visto
    assert not botones(r)
    assert texto(await m.alicia.slash(m.canal, "lcg reclamar", unidas=1)).startswith(
        "## Todavía no se puede reclamar"
    )
    assert texto(await m.alicia.slash(m.canal, "lcg reclamar", unidas=0)).startswith("## Sí se puede reclamar")


async def test_protegido_con_un_segundo_protegido_pide_dos_cartas(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "lcg protegido")
    r = await m.alicia.click(r.response, label="Otro Objetivo Protegido")
    r = await m.alicia.click(r.response, label="Traición")
    assert texto(r).startswith("## Protegido: falta unir una carta\n")
    assert "Se activa al revelarse, y sale al resolver o cancelar sus efectos." in texto(r)
    abierto = await m.alicia.click(r.response, label="Lugar")
    r = await m.alicia.submit_modal(abierto, {"amenaza": "2"})
    assert texto(r).startswith("## Protegido: ya tiene su carta\n")
