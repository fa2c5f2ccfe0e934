"""Historias de `/partida` que valen para cualquier clase: pedir que se deshaga algo con azar."""

from typing import Any

from tests.apoyo.mundo import Mundo, botones, texto


def _avisados(m: Mundo) -> list[set[int]]:
    """A quién avisó, por orden, cada mensaje que avisó a alguien."""
    cuerpos: list[dict[str, Any]] = [
        p.json.get("data", p.json) for p in m.env.http_requests if isinstance(p.json, dict)
    ]
    permitidas = [c.get("allowed_mentions") or {} for c in cuerpos if isinstance(c, dict)]
    assert not any(p.get("parse") or p.get("roles") for p in permitidas)
    return [{int(u) for u in p["users"]} for p in permitidas if p.get("users")]


async def test_la_propuesta_de_deshacer_avisa_a_quien_puede_aceptarla_y_a_nadie_mas(m: Mundo) -> None:
    """En una mesa de dados, los demás que siguen en ella; no quien la dejó, ni quien mira."""
    r = await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno, otro=m.moderador)
    await m.otro.click(r.response, label="Sentarme")
    await m.otro.click(r.response, label="Levantarme")
    await m.alicia.slash(m.canal, "dados", cantidad=2)
    assert _avisados(m) == []

    propuesta = await m.alicia.slash(m.canal, "partida deshacer")
    assert _avisados(m) == [{m.bruno.id, m.moderador.id}]
    quienes = f"{m.bruno.mention}, {m.moderador.mention} o alguien de la moderación que no juegue"
    assert f"{quienes} tiene que aceptarlo." in texto(propuesta)
    assert m.otro.mention not in texto(propuesta)

    await m.moderador.click(propuesta.response, label="No deshacer")
    assert len(_avisados(m)) == 1, "rechazarla no avisa a nadie"


async def test_en_una_partida_de_dos_avisa_al_rival_proponga_quien_proponga(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "guerra nueva", rival=m.bruno)
    for propone, acepta in ((m.alicia, m.bruno), (m.bruno, m.alicia)):
        await m.alicia.slash(m.canal, "combate", dados=2)
        propuesta = await propone.slash(m.canal, "partida deshacer")
        assert _avisados(m)[-1] == {acepta.id}
        await m.reiniciar()
        await acepta.click(propuesta.response, label="Aceptar")
    assert len(_avisados(m)) == 2


async def test_a_quien_juega_solo_se_le_dice_que_lo_pida_a_la_moderacion(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "partida nueva", clase="dados")
    await m.alicia.slash(m.canal, "dados")
    propuesta = await m.alicia.slash(m.canal, "partida deshacer")
    assert "Alguien de la moderación que no juegue tiene que aceptarlo." in texto(propuesta)
    assert _avisados(m) == []
    await m.coordinadora.click(propuesta.response, label="Aceptar")
    assert "0 puntos" in texto(await m.alicia.slash(m.canal, "partida estado"))


async def test_con_una_partida_cerrada_y_nada_suelto_verificar_dice_como(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "partida nueva", clase="dados")
    await m.alicia.slash(m.canal, "dados")
    await m.alicia.slash(m.canal, "partida cerrar")
    no = await m.alicia.slash(m.canal, "partida verificar")
    assert texto(no).startswith(
        "En este canal aún no se ha tirado ningún dado suelto, ni hay una partida abierta."
    )
    assert "elígela en «partida»" in texto(no)


async def test_las_cerradas_se_ofrecen_con_la_hora_del_servidor(m: Mundo) -> None:
    """El reloj de la prueba empieza a medianoche UTC; en Madrid, en enero, es la una."""
    await m.alicia.slash(m.canal, "guerra nueva", rival=m.bruno)
    await m.alicia.slash(m.canal, "partida cerrar")
    for escrito in ("", "guerra", "LA GUERRA", "01/01"):
        (ofrecida,) = await m.alicia.autocomplete(m.canal, "partida verificar", "partida", escrito)
        assert ofrecida["name"] == "partida de La Guerra del Anillo del 01/01/2026 01:00"
    assert await m.alicia.autocomplete(m.canal, "partida verificar", "partida", "torneo") == []


async def test_quien_repite_la_propuesta_no_vuelve_a_avisar(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    await m.alicia.slash(m.canal, "dados")
    propuesta = await m.alicia.slash(m.canal, "partida deshacer")
    assert set(botones(propuesta)) == {"Aceptar", "No deshacer"}
    otra = await m.alicia.slash(m.canal, "partida deshacer")
    assert otra.ephemeral
    assert _avisados(m) == [{m.bruno.id}]
