"""La guía de quien lleva el bot explica cada frase con que puede negarse a arrancar."""

import pytest
from sqlalchemy import make_url

from servicios.diario.arranque import FRASES_POSTGRES, FRASES_SQLITE, frase
from servicios.mantenimiento import ORDENES
from tests.arranque.test_arranque import RAIZ

GUIA = (RAIZ / "docs" / "operacion.md").read_text(encoding="utf-8")
PLANTILLAS = [*FRASES_SQLITE.values(), *(plantilla for _, plantilla in FRASES_POSTGRES)]


@pytest.mark.parametrize("plantilla", PLANTILLAS)
def test_la_guia_explica_cada_frase_del_arranque(plantilla: str):
    principio = plantilla.format(donde="«…»").partition(". ")[0].partition(": c")[0].partition(": e")[0]
    assert f"| {principio}" in GUIA


@pytest.mark.parametrize("orden", ORDENES)
def test_la_guia_nombra_cada_orden(orden: str):
    assert f"python bot.py {orden}" in GUIA


def test_no_contestar_no_es_no_estar():
    url = make_url("postgresql://u:secretisima@servidor/base")
    assert "no contesta" in frase(url, TimeoutError())
    assert "No encuentro" in frase(url, ConnectionRefusedError())
    assert "secretisima" not in frase(url, TimeoutError())
