"""Los datos de una persona: darle todo lo que hay de ella, y borrarlo. La única puerta para las dos cosas.

Quien guarde algo de la gente es un `Custodio` y se suma aquí; hoy todo está en el diario.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from servicios.reloj import Reloj

QUE_ES = (
    "Todo lo que Concilio guarda de esta cuenta de Discord, en todos los servidores. En cada servidor una persona es "
    "un número: el tuyo es «persona»; los de las demás no se identifican aquí. De lo que sigue abierto, los hechos "
    "ajenos van sin «datos» hasta que se cierre: puede haber cartas sin enseñar. Los ajustes son de cada servidor y no "
    "hablan de nadie."
)


@dataclass(frozen=True, slots=True)
class EnMarcha:
    """Algo abierto en que la persona toma parte: dónde, y qué es (el 3 de los de clase «dados»)."""

    servidor: int
    canal: int
    clase: str
    numero: int | None


class AunTomaParte(Exception):
    """No se puede borrar a quien juega: su rival se quedaría sin partida. Cómo se dice lo sabe quien la recibe."""

    def __init__(self, en_marcha: Iterable[EnMarcha]) -> None:
        self.en_marcha = tuple(en_marcha)
        super().__init__(self.en_marcha)


@dataclass(frozen=True, slots=True)
class Borrado:
    """Lo que se ha borrado: en cuántos servidores estaba la cuenta y cuántos textos suyos había."""

    servidores: int
    textos: int

    def __add__(self, otro: "Borrado") -> "Borrado":
        return Borrado(max(self.servidores, otro.servidores), self.textos + otro.textos)


class Custodio(Protocol):
    """Quien guarda datos de la gente."""

    nombre: str

    async def exportar(self, discord_id: int) -> Any:
        """Lo que guarda de esa cuenta, como valores JSON."""
        ...

    async def borrar(self, discord_id: int) -> Borrado:
        """Lo borra, en una sola transacción.

        Raises:
            AunTomaParte: si toma parte en algo abierto; no ha borrado nada.
        """
        ...


class Privacidad:
    """Reúne a todos los que guardan algo de la gente."""

    def __init__(self, custodios: Iterable[Custodio], reloj: Reloj) -> None:
        self._custodios = tuple(custodios)
        self._reloj = reloj

    async def exportar(self, discord_id: int) -> bytes:
        """Un archivo JSON, en UTF-8 y legible, con todo lo que se guarda de esa cuenta.

        Raises:
            AlmacenNoDisponible: si la base no responde.
        """
        partes: Mapping[str, Any] = {
            custodio.nombre: await custodio.exportar(discord_id) for custodio in self._custodios
        }
        todo = {"que_es": QUE_ES, "hecho": self._reloj().isoformat(), "cuenta": str(discord_id), **partes}
        return json.dumps(todo, ensure_ascii=False, indent=2).encode()

    async def borrar(self, discord_id: int) -> Borrado:
        """Borra la cuenta y lo que ha escrito. Sus resultados quedan, bajo «Participante borrado».

        Raises:
            AunTomaParte: si toma parte en algo abierto; no se ha borrado nada.
            AlmacenNoDisponible: si la base no responde.
        """
        borrado = Borrado(0, 0)
        for custodio in self._custodios:
            borrado += await custodio.borrar(discord_id)
        return borrado
