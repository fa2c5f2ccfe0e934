"""`/ayuda` cuenta todos los comandos que hay, por muchos que sean, y solo los que valen donde se pregunta."""

import pytest
from discord import app_commands

from tests.apoyo.mundo import Mundo, botones, texto


async def leer_entera(m: Mundo, quien: object, respuesta: object) -> str:
    paginas = [texto(respuesta)]
    while "Siguiente" in botones(respuesta):
        await quien.click(respuesta.response, label="Siguiente")  # pyright: ignore[reportAttributeAccessIssue]
        paginas.append(texto(respuesta))
    return "\n".join(paginas)


def nombres(m: Mundo) -> list[str]:
    return [c.qualified_name for c in m.bot.tree.walk_commands() if isinstance(c, app_commands.Command)]


async def test_estan_todos_y_cada_uno_una_vez(m: Mundo) -> None:
    visto = await leer_entera(m, m.otro, await m.otro.slash(m.canal, "ayuda"))
    for nombre in nombres(m):
        assert visto.count(f"- **/{nombre}** · ") == 1, nombre
    assert "**Buscar cartas**" in visto


async def test_la_portada_reparte_los_comandos_por_asuntos(m: Mundo) -> None:
    lineas = texto(await m.otro.slash(m.canal, "ayuda")).splitlines()
    asuntos = dict(linea.removeprefix("**").split("** · ") for linea in lineas if "** · /" in linea)
    raices = {f"/{nombre.split()[0]}" for nombre in nombres(m)}
    assert sorted(", ".join(asuntos.values()).split(", ")) == sorted(raices)
    assert asuntos["Torneos"] == "/clasificacion, /resultado, /ronda, /torneo"


async def test_con_cien_comandos_larguisimos_sigue_cabiendo(m: Mundo) -> None:
    """Los límites de Discord los comprueba la sala al acabar; aquí, además, que no se pierda ninguno."""
    for i in range(80 - len(m.bot.tree.get_commands())):

        @app_commands.command(name=f"{'z' * 29}{i:03}", description="d" * 100)
        async def orden(interaction: object) -> None: ...

        m.bot.tree.add_command(orden)
    visto = await leer_entera(m, m.otro, await m.otro.slash(m.canal, "ayuda"))
    assert all(f"**/{nombre}**" in visto for nombre in nombres(m))


async def test_la_pagina_sobrevive_a_un_reinicio(m: Mundo) -> None:
    r = await m.otro.slash(m.canal, "ayuda")
    primera = texto(r)
    await m.reiniciar()
    await m.otro.click(r.response, label="Siguiente")
    assert texto(r) != primera
    await m.otro.click(r.response, label="Anterior")
    assert texto(r) == primera


@pytest.mark.parametrize("escrito", ["aclaracion", "/aclaracion", "Aclaración", " /ACLARACIÓN "])
async def test_uno_en_detalle_se_escriba_como_se_escriba(m: Mundo, escrito: str) -> None:
    visto = texto(await m.otro.slash(m.canal, "ayuda", comando=escrito))
    assert visto.startswith("## /aclaracion\n")
    assert "- **carta**: Nombre de la carta, en español o en inglés" in visto
    assert "- **publico** (opcional): " in visto


async def test_un_grupo_da_sus_comandos(m: Mundo) -> None:
    r = await m.otro.slash(m.canal, "ayuda", comando="partida")
    visto = await leer_entera(m, m.otro, r)
    assert visto.startswith("## /partida\n")
    suyos = [nombre for nombre in nombres(m) if nombre.startswith("partida ")]
    assert suyos
    assert all(f"**/{nombre}**" in visto for nombre in suyos)
    assert "**/errata**" not in visto


async def test_lo_que_no_existe_se_dice(m: Mundo) -> None:
    r = await m.otro.slash(m.canal, "ayuda", comando="vender")
    assert texto(r) == "No tengo ningún comando con ese nombre. Con /ayuda se ven todos."


async def test_en_directo_solo_lo_que_alli_vale(m: Mundo) -> None:
    visto = await leer_entera(m, m.otro.user, await m.otro.user.slash("ayuda"))
    assert "**/errata**" in visto
    assert "**/partida nueva**" not in visto
    assert "en un servidor hay más" in visto
    no = await m.otro.user.slash("ayuda", comando="configurar")
    assert texto(no).startswith("No tengo ningún comando con ese nombre.")


async def test_se_sugieren_con_tilde_o_sin_ella(m: Mundo) -> None:
    for escrito in ("aclaración", "/aclara", "ACLARA"):
        opciones = await m.otro.autocomplete(m.canal, "ayuda", "comando", escrito)
        assert [o["value"] for o in opciones] == ["aclaracion"]


async def test_un_grupo_solo_de_servidor_lo_es_entero(m: Mundo) -> None:
    """Discord no hace caso de lo que digan los subcomandos: si el grupo no lo dice, sale en los mensajes directos."""
    for grupo in m.bot.tree.get_commands():
        if isinstance(grupo, app_commands.Group):
            hojas = [c for c in grupo.walk_commands() if isinstance(c, app_commands.Command)]
            assert grupo.guild_only or not all(hoja.guild_only for hoja in hojas), grupo.name
