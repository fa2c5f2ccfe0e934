"""Qué se está mirando: lo que un botón de las consultas lleva en su `custom_id`."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from cogs.comun.acciones import DE_OTRA_VERSION, Accion
from servicios.errores import YaHaCambiado

_VERSION = re.compile(r"([a-z])(\d{1,4})([pv])")


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
        """El estado que llevaba un botón; `clave` la sustituye al elegir otra cosa.

        Raises:
            YaHaCambiado: si lo dibujó una versión del bot que lo escribía de otra manera.
        """
        partes = _VERSION.fullmatch(accion.version)
        if partes is None or partes[1] not in list(Modo):
            raise YaHaCambiado(DE_OTRA_VERSION)
        return cls(clave or accion.objeto, Modo(partes[1]), int(partes[2]), partes[3] == "p")
