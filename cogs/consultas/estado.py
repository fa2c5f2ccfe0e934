"""Qué se está mirando: lo que un botón de las consultas lleva en su `custom_id`."""

from dataclasses import dataclass, replace
from enum import StrEnum

from cogs.comun.acciones import Accion


class Modo(StrEnum):
    """Con qué comando se llegó: cambia qué se enseña primero."""

    ERRATA = "e"
    ACLARACION = "a"
    CARTA = "c"
    REGLA = "r"
    BUSCAR = "b"


@dataclass(frozen=True)
class Estado:
    """Clave (o texto buscado), modo, página (desde 0) y si está a la vista de todos."""

    clave: str
    modo: Modo
    pagina: int = 0
    publico: bool = False

    @property
    def version(self) -> str:
        return f"{self.modo}{self.pagina}{'p' if self.publico else 'v'}"

    def en(self, pagina: int) -> "Estado":
        return replace(self, pagina=pagina)

    def accion(self, que: str) -> Accion:
        return Accion("consulta", que, self.clave, self.version)

    @classmethod
    def leer(cls, accion: Accion, clave: str | None = None) -> "Estado":
        """El estado que llevaba un botón; `clave` la sustituye al elegir otra cosa."""
        version = accion.version
        return cls(clave or accion.objeto, Modo(version[0]), int(version[1:-1]), version.endswith("p"))
