"""Historias de quien quiere saber qué se guarda de él, y que se olvide."""

import io
import json
import sys
import zipfile
from typing import Any

import pytest

from servicios.dados.mesa import MESA, Abrir
from servicios.hechos import Actor
from tests.apoyo.mundo import Mundo, texto


async def test_exportar_da_lo_escrito_y_borrar_lo_olvida(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "dados", comentario="mi secreto")
    r = await m.alicia.slash(m.canal, "privacidad exportar")
    assert r.ephemeral
    datos = json.loads(await r.response.attachments[0].read())
    assert datos["cuenta"] == str(m.alicia.id)
    assert "mi secreto" in json.dumps(datos, ensure_ascii=False)

    pregunta = await m.alicia.slash(m.canal, "privacidad borrar")
    assert "copias de seguridad" in texto(pregunta)
    await m.alicia.click(pregunta.response, label="Borrar mis datos")
    assert "Datos borrados" in texto(pregunta.response)

    otra = await m.alicia.slash(m.canal, "privacidad exportar")
    assert "mi secreto" not in (await otra.response.attachments[0].read()).decode()


async def test_no_se_borra_a_quien_juega(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    pregunta = await m.bruno.slash(m.canal, "privacidad borrar")
    no = await m.bruno.click(pregunta.response, label="Borrar mis datos")
    abierto = f"mesa de dados en {m.canal.mention}"
    assert texto(no).startswith(f"Antes de borrar tus datos hay que terminar lo que tienes abierto: {abierto}.")
    assert "No se ha borrado nada" in texto(no)
    await m.alicia.slash(m.canal, "partida cerrar")
    await m.bruno.click(pregunta.response, label="Borrar mis datos")
    assert "Datos borrados" in texto(pregunta.response)


async def test_a_quien_no_se_conoce_no_se_le_habla_de_cero_cosas(m: Mundo) -> None:
    pregunta = await m.otro.slash(m.canal, "privacidad borrar")
    await m.otro.click(pregunta.response, label="Borrar mis datos")
    assert "No guardaba nada tuyo." in texto(pregunta.response)


async def test_lo_abierto_en_otro_servidor_se_dice_con_su_nombre(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    otra_parte: Any = m.env.create_guild(name="La *Comarca*")
    taberna = otra_parte.create_text_channel("taberna")
    bruno = otra_parte.add_member(m.bruno.user)
    await bruno.slash(taberna, "partida nueva", clase="guerra")
    pregunta = await bruno.slash(taberna, "privacidad borrar")
    no = texto(await bruno.click(pregunta.response, label="Borrar mis datos"))
    aqui = f"partida de La Guerra del Anillo en {taberna.mention}"
    assert f"mesa de dados en {m.canal.mention} (Concilio de prueba) y {aqui}." in no

    pregunta = await m.bruno.user.slash("privacidad borrar")
    assert pregunta.response is not None
    no = texto(await m.bruno.user.click(pregunta.response, label="Borrar mis datos"))
    assert f"{aqui} (La \\*Comarca\\*)." in no


async def test_de_lo_mucho_abierto_se_nombra_lo_que_cabe(m: Mundo) -> None:
    bruno = Actor(await m.bot.diario.persona(m.servidor.id, m.bruno.id))
    for n in range(60):
        mesa = m.servidor.create_text_channel(f"mesa-{n}")
        await m.bot.diario.crear(MESA, m.servidor.id, mesa.id, Abrir(), bruno, f"abre{n}")
    pregunta = await m.bruno.slash(m.canal, "privacidad borrar")
    no = texto(await m.bruno.click(pregunta.response, label="Borrar mis datos"))
    assert no.count("mesa de dados en <#") == 10
    assert " y 50 más.\n" in no
    assert "No se ha borrado nada" in no


async def test_lo_que_no_cabe_en_un_archivo_va_comprimido(m: Mundo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["cogs.privacidad"], "ADJUNTO_MAXIMO", 10)
    await m.alicia.slash(m.canal, "dados", comentario="mi secreto")
    (adjunto,) = (await m.alicia.slash(m.canal, "privacidad exportar")).response.attachments
    with zipfile.ZipFile(io.BytesIO(await adjunto.read())) as paquete:
        assert "mi secreto" in paquete.read("mis-datos-de-concilio.json").decode()
