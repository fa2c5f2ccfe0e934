"""El registro del bot: texto para personas o una línea JSON para máquinas. Nunca contiene secretos."""

import json
import logging
from typing import Literal

CAMPOS = ("interaccion", "servidor", "orden", "ms", "codigo")


class _Texto(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        linea = super().format(record)
        extra = " ".join(f"{c}={getattr(record, c)}" for c in CAMPOS if getattr(record, c, None) is not None)
        cabeza, salto, resto = linea.partition("\n")
        return f"{cabeza} {extra}".rstrip() + salto + resto


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        datos = {
            "momento": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "nivel": record.levelname,
            "origen": record.name,
            "mensaje": record.getMessage(),
        }
        datos |= {c: getattr(record, c) for c in CAMPOS if getattr(record, c, None) is not None}
        if record.exc_info:
            datos["traza"] = self.formatException(record.exc_info)
        return json.dumps(datos, ensure_ascii=False)


def preparar(nivel: str, formato: Literal["texto", "json"]) -> None:
    """Dirige todo el registro a la salida de errores, con el nivel y la forma pedidos."""
    salida = logging.StreamHandler()
    salida.setFormatter(
        _Json() if formato == "json" else _Texto("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    logging.basicConfig(level=nivel, handlers=[salida], force=True)
    logging.getLogger("discord.client").addFilter(lambda r: "voice will NOT" not in r.getMessage())  # no hay voz
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(nivel)))
    logging.getLogger("alembic").setLevel(max(logging.WARNING, logging.getLevelName(nivel)))
