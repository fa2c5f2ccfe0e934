"""Historias de quien quiere saber qué se guarda de él, y que se olvide."""

import io
import json
import sys
import zipfile

import pytest

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
    assert "Antes de borrar tus datos hay que terminar lo que tienes abierto" in texto(no)
    await m.alicia.slash(m.canal, "partida cerrar")
    await m.bruno.click(pregunta.response, label="Borrar mis datos")
    assert "Datos borrados" in texto(pregunta.response)


async def test_lo_que_no_cabe_en_un_archivo_va_comprimido(m: Mundo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["cogs.privacidad"], "ADJUNTO_MAXIMO", 10)
    await m.alicia.slash(m.canal, "dados", comentario="mi secreto")
    (adjunto,) = (await m.alicia.slash(m.canal, "privacidad exportar")).response.attachments
    with zipfile.ZipFile(io.BytesIO(await adjunto.read())) as paquete:
        assert "mi secreto" in paquete.read("mis-datos-de-concilio.json").decode()
