"""Los documentos por su título: quien lee un mensaje no tiene por qué saber qué es el «001»."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from servicios.consultas.lectura import leer_lista
from servicios.consultas.modelos import Documento

CARPETA = Path(__file__).parents[2] / "datos"
_CITA = re.compile(r"\b(\d{3})(?=, «)")


@cache
def titulos() -> Mapping[str, str]:
    """El título de cada documento, por su clave («001»).

    Raises:
        ErrorDePuestaEnMarcha: si `documentos.yaml` falta o no vale.
    """
    leidos = leer_lista(CARPETA, CARPETA / "documentos.yaml", Documento, "clave")
    return {documento.clave: documento.titulo for _, documento in leidos}


def por_su_titulo(texto: str) -> str:
    """El texto con sus citas («001, «Retirada»») por el título del documento."""
    return _CITA.sub(lambda clave: titulos().get(clave[1], clave[1]), texto)
