"""Cómo se nombra a los participantes: con una mención que no avisa, o con su nombre ya inerte."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from cogs.comun.personas import BORRADA
from cogs.comun.textos import inerte
from servicios.torneo.estado import Torneo

LARGO = 40
_inerte = lru_cache(4096)(inerte)
"""Los mismos nombres se enseñan una y otra vez, y limpiarlos letra a letra es lo más caro de enseñar una ronda."""


@dataclass(frozen=True)
class Llamados:
    """Los nombres de un torneo.

    Attributes:
        torneo: el estado.
        textos: los textos libres de su flujo.
        cuentas: la cuenta de Discord de cada persona; `None` si se borró.
    """

    torneo: Torneo
    textos: Mapping[int, str]
    cuentas: Mapping[int, int | None]

    def de(self, participante: int, tope: int = LARGO) -> str:
        """Su nombre, sin formato, menciones ni saltos, de hasta `tope` caracteres."""
        return _inerte(self.crudo(participante), tope)

    def crudo(self, participante: int) -> str:
        """Su nombre tal como lo escribió, para donde Discord no interpreta nada."""
        return self.textos.get(self.torneo.participantes[participante].nombre, BORRADA)

    def mencion(self, participante: int, tope: int = LARGO) -> str:
        """Su mención, o su nombre si no tiene cuenta."""
        cuenta = self.cuenta(participante)
        return f"<@{cuenta}>" if cuenta else self.de(participante, tope)

    def cuenta(self, participante: int) -> int | None:
        """Su cuenta de Discord, si la tiene."""
        persona = self.torneo.participantes[participante].persona
        return self.cuentas.get(persona) if persona is not None else None

    def persona(self, numero: int) -> str:
        """Cualquier persona del servidor (quien coordina o arbitra), como mención."""
        cuenta = self.cuentas.get(numero)
        return f"<@{cuenta}>" if cuenta else BORRADA

    def inerte(self, numero: int) -> str:
        """Un texto libre, sin formato ni menciones."""
        return inerte(self.texto(numero), 200)

    def texto(self, numero: int) -> str:
        """Un texto libre, entero: quien lo enseñe decide cómo."""
        return self.textos.get(numero, "[texto borrado]")
