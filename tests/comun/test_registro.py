"""Lo que queda apuntado: qué interacción, en qué servidor, qué se pidió y cuánto tardó; y ningún secreto."""

import json
import logging
from collections.abc import Iterator

import pytest

from servicios import registro
from tests.apoyo.mundo import Mundo

CAMPOS = {"interaccion": 11, "servidor": 22, "orden": "/errata", "ms": 3.4}


@pytest.fixture(autouse=True)
def _como_estaba() -> Iterator[None]:
    """Deja el registro como lo encontró."""
    raiz = logging.getLogger()
    antes, nivel = raiz.handlers[:], raiz.level
    yield
    raiz.handlers[:] = antes
    raiz.setLevel(nivel)


def test_en_texto_se_leen_los_campos(capsys: pytest.CaptureFixture[str]) -> None:
    registro.preparar("INFO", "texto")
    logging.getLogger("concilio").info("atendida %s", "/errata", extra=CAMPOS)
    visto = capsys.readouterr().err
    assert visto.endswith("INFO concilio: atendida /errata interaccion=11 servidor=22 orden=/errata ms=3.4\n")


def test_en_json_cada_linea_es_un_objeto_con_los_campos(capsys: pytest.CaptureFixture[str]) -> None:
    registro.preparar("INFO", "json")
    apuntes = logging.getLogger("concilio")
    apuntes.info("atendida %s\n«ñ»", "/errata", extra=CAMPOS)
    apuntes.error("fallo", exc_info=RuntimeError("vaya"), extra={"codigo": "7F3K"})
    una, otra = map(json.loads, capsys.readouterr().err.splitlines())
    assert {c: una[c] for c in CAMPOS} == CAMPOS
    assert una["mensaje"] == "atendida /errata\n«ñ»"
    assert (otra["codigo"], otra["nivel"]) == ("7F3K", "ERROR")
    assert "RuntimeError: vaya" in otra["traza"]


async def test_cada_interaccion_se_apunta_con_lo_suyo(m: Mundo, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "concilio.interacciones")
    r = await m.alicia.slash(m.canal, "errata", carta="gwahir")
    boton = await m.alicia.click(r.response, label="No era esta")
    await m.alicia.slash(m.canal, "ayuda", comando="no existe")
    directo = await m.alicia.user.slash("buscar", texto="corrupción")
    apuntes = [a.__dict__ for a in caplog.records if "ms" in a.__dict__]
    assert [a["orden"] for a in apuntes] == ["/errata", "consulta:otra", "/ayuda", "/buscar"]
    assert [a["servidor"] for a in apuntes] == [m.servidor.id] * 3 + [None]
    ids = [a["interaccion"] for a in apuntes]
    assert [ids[0], ids[1], ids[3]] == [x._interaction.id for x in (r, boton, directo)]
    assert all(a["ms"] >= 0 for a in apuntes)
