"""Las consultas valen igual para cualquiera y en cualquier sitio: servidor, mensaje directo o app de usuario."""

import pytest

from tests.apoyo.crudas import enviar
from tests.apoyo.mundo import Mundo, botones, texto

CONSULTAS = {
    "errata": {"carta": "gwahir"},
    "aclaracion": {"carta": "Alatar"},
    "carta": {"carta": "Alatar"},
    "regla": {"tema": "asedio", "juego": "guerra"},
    "buscar": {"texto": "corrupción"},
    "ayuda": {},
}


@pytest.mark.parametrize("comando", CONSULTAS)
async def test_la_misma_respuesta_para_quien_sea_y_en_directo(m: Mundo, comando: str) -> None:
    datos = CONSULTAS[comando]
    coordina = await m.coordinadora.slash(m.canal, comando, **datos)
    jugadora = await m.alicia.slash(m.canal, comando, **datos)
    directo = await m.alicia.user.slash(comando, **datos)
    assert coordina.ephemeral
    assert texto(coordina) == texto(jugadora)
    assert texto(directo).splitlines()[0] == texto(jugadora).splitlines()[0]
    if comando != "ayuda":
        assert texto(directo) == texto(jugadora)
        assert not (await m.otro.slash(m.canal, comando, publico=True, **datos)).ephemeral


@pytest.mark.parametrize("comando", CONSULTAS)
async def test_como_app_de_usuario_en_un_servidor_que_no_la_tiene(m: Mundo, comando: str) -> None:
    """Discord manda un servidor del que el bot no sabe nada y quién instaló la app."""
    raiz = m.alicia._resolve_root(comando, 1, m.canal.id)
    opciones = [{"name": k, "type": 3, "value": v} for k, v in CONSULTAS[comando].items()]
    datos = {"id": raiz["id"], "name": comando, "type": 1, "options": opciones}
    ajeno = "1234567890123456789"
    r = await enviar(
        m,
        m.alicia,
        2,
        datos,
        guild_id=ajeno,
        guild={"id": ajeno, "locale": "es-ES", "features": []},
        context=0,
        authorizing_integration_owners={"1": str(m.alicia.id)},
    )
    assert r.ephemeral
    assert texto(r).startswith("## ")


async def test_en_un_grupo_privado_se_publica_para_todos(m: Mundo) -> None:
    raiz = m.alicia._resolve_root("errata", 1, m.canal.id)
    opciones = [{"name": "carta", "type": 3, "value": "gwahir"}, {"name": "publico", "type": 5, "value": True}]
    datos = {"id": raiz["id"], "name": "errata", "type": 1, "options": opciones}
    r = await enviar(m, m.alicia, 2, datos, context=2, authorizing_integration_owners={"1": str(m.alicia.id)})
    assert not r.ephemeral
    assert not botones(r)


async def test_en_directo_se_pagina_se_publica_y_se_informa_con_una_frase(m: Mundo) -> None:
    r = await m.alicia.user.slash("buscar", texto="corrupción")
    primera = texto(r)
    await m.alicia.user.click(r.response, label="Siguiente")
    assert texto(r) != primera
    ficha = await m.alicia.user.slash("errata", carta="gwahir")
    informe = await m.alicia.user.click(ficha.response, label="Informar de un error")
    assert texto(informe) == "Esto solo se puede hacer dentro de un servidor."
    p = await m.alicia.user.click(ficha.response, label="Publicar")
    assert texto(p.followups[0]).startswith("## Gwaihir")
