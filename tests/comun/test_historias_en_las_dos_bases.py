"""El bot entero, de los comandos a la base, sobre SQLite y sobre PostgreSQL."""

import json

import pytest
from pydantic import SecretStr

from servicios.ajustes import Ajustes
from tests.apoyo.mundo import Mundo, botones, pulsar_a_la_vez, texto


@pytest.fixture
def ajustes(ajustes: Ajustes, url_bd: str | None) -> Ajustes:
    return ajustes.model_copy(update={"bd": SecretStr(url_bd) if url_bd else None})


async def test_una_mesa_de_dados_de_principio_a_fin(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "partida nueva", clase="dados", rival=m.bruno)
    await m.alicia.slash(m.canal, "dados", cantidad=3, comentario="por la puerta")
    uno, otro = await pulsar_a_la_vez("Sentarme", r.response, m.otro, m.otro)
    assert "Ya estás en la mesa" in texto(uno) + texto(otro)
    await m.reiniciar()
    await m.alicia.slash(m.canal, "partida deshacer")
    propuesta = await m.alicia.slash(m.canal, "partida deshacer")
    assert set(botones(propuesta)) == {"Aceptar", "No deshacer"}
    await m.bruno.click(propuesta.response, label="Aceptar")
    assert "por la puerta" in texto(await m.bruno.slash(m.canal, "partida historial"))
    cerrada = await m.bruno.slash(m.canal, "partida cerrar")
    verificada = await m.otro.click(cerrada.response, label="Verificar")
    assert "**Cuadran todas**: 1 tirada recalculada" in texto(verificada)


async def test_los_datos_de_una_persona_se_dan_y_se_borran(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "dados", comentario="mi secreto")
    r = await m.alicia.slash(m.canal, "privacidad exportar")
    assert "mi secreto" in json.dumps(json.loads(await r.response.attachments[0].read()), ensure_ascii=False)
    pregunta = await m.alicia.slash(m.canal, "privacidad borrar")
    await m.alicia.click(pregunta.response, label="Borrar mis datos")
    assert "Datos borrados" in texto(pregunta.response)
    otra = await m.alicia.slash(m.canal, "privacidad exportar")
    assert json.loads(await otra.response.attachments[0].read())["servidores"] == []


async def test_los_ajustes_y_el_dia_siguiente(m: Mundo) -> None:
    r = await m.coordinadora.slash(m.canal, "configurar")
    await m.coordinadora.click(r.response, label="Consultas para todo el canal")
    await m.alicia.slash(m.canal, "dados", cantidad=5)
    secreta = await m.bruno.slash(m.canal, "dados", secreto=True)
    await m.reiniciar()
    assert "**todo el canal**" in texto(await m.coordinadora.slash(m.canal, "configurar"))
    assert "Semilla: " in texto(await m.bruno.click(secreta.response, label="Revelar"))
    await m.pasar(horas=24)
    assert "1 tirada recalculada" in texto(await m.bruno.slash(m.canal, "partida verificar"))
