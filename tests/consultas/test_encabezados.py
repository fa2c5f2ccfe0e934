"""Todo lo que está en los documentos se encuentra por su encabezado, escribiéndolo en el comando de verdad."""

import re

import pytest

from servicios.consultas.prosa import frase
from tests.apoyo.mundo import Mundo, botones, partes, texto
from tests.consultas.test_datos import ENCABEZADOS


def llano(escrito: str) -> str:
    """Solo las palabras: ni formato, ni signos, ni saltos."""
    return " ".join(re.findall(r"\w+", escrito.replace("\\", "")))


async def todas_las_paginas(m: Mundo, respuesta: object) -> str:
    visto = [texto(respuesta)]
    while "Siguiente" in botones(respuesta):
        await m.alicia.click(respuesta.response, label="Siguiente")  # pyright: ignore[reportAttributeAccessIssue]
        visto.append(texto(respuesta))
    return llano("\n".join(visto))


@pytest.mark.parametrize("lista", ["errata", "aclaracion"])
async def test_cada_encabezado_del_documento_da_su_entrada(m: Mundo, lista: str) -> None:
    """Los 65 de erratas y los 154 de aclaraciones, con la grafía del documento."""
    saber = m.bot.servicios.consultas.saber
    entradas = {"errata": saber.erratas, "aclaracion": saber.aclaraciones}[lista]
    suyos = [(encabezado, carta) for de, encabezado, carta in ENCABEZADOS if de == lista]
    for encabezado, carta in suyos:
        entrada = next(
            e for e in entradas.values() if encabezado in (e.encabezado, *e.alias) and carta in e.cartas
        )
        r = await m.alicia.slash(m.canal, lista, carta=encabezado)
        visto = await todas_las_paginas(m, r)
        dicho = [frase(o) for o in getattr(entrada, "operaciones", ())]
        dicho += [p.texto for p in getattr(entrada, "puntos", ()) if not p.repite_errata]
        faltan = [d for d in dicho if llano(d) not in visto]
        assert not faltan, (encabezado, visto[:80], faltan)


async def test_cada_tema_y_cada_seccion_se_encuentra_por_su_titulo(m: Mundo) -> None:
    """Sale, o está entre lo que se da a elegir: hay títulos que se repiten, como «Qué es»."""
    temas = m.bot.servicios.consultas.saber.temas.values()
    perdidos: list[str] = []
    for tema in temas:
        titulos = {f"tema/{tema.id}": tema.titulo}
        titulos |= {f"tema/{tema.id}/{s.id}": s.titulo for s in tema.secciones}
        for clave, titulo in titulos.items():
            directo = await m.alicia.slash(m.canal, "regla", tema=clave)
            r = await m.alicia.slash(m.canal, "regla", tema=titulo, juego=tema.juego)
            ofrecidas = {o["value"] for p in partes(r.response) if p.get("type") == 3 for o in p["options"]}
            if clave not in ofrecidas and texto(r) != texto(directo):
                perdidos.append(clave)
    assert not perdidos
