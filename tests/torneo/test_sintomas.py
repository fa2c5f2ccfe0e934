"""La tabla de síntomas de `docs/torneos.md` está entera y las pruebas que nombra existen."""

import re
from pathlib import Path

RAIZ = Path(__file__).parents[2]


def test_los_68_sintomas_tienen_respuesta_y_sus_pruebas_existen() -> None:
    texto = (RAIZ / "docs" / "torneos.md").read_text(encoding="utf-8")
    filas = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \|$", texto, re.MULTILINE)
    assert [int(numero) for numero, _, _ in filas] == list(range(1, 69))
    codigo = "\n".join(archivo.read_text(encoding="utf-8") for archivo in Path(__file__).parent.glob("test_*.py"))
    existentes = set(re.findall(r"def (test_\w+)\(", codigo))
    nombradas = set(re.findall(r"`(test_\w+)`", texto))
    assert nombradas - existentes == set()
