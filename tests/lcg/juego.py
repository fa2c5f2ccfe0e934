"""Una partida de prueba: da órdenes a un agregado, aplica sus hechos y comprueba lo que todo hecho debe cumplir."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import reduce
from typing import Generic, TypeVar

import pytest

from servicios.azar import Azar, repetir
from servicios.errores import ErrorDeDominio
from servicios.hechos import Actor, Contexto, Hecho, Orden, Rol, Textos
from servicios.lcg.agregado import AgregadoLcg
from servicios.lcg.estado import Partida
from servicios.lcg.mesa import Asiento
from servicios.tiradas import sorteos

ALICIA, BRUNO, AJENA, MODERADORA = 1, 2, 8, 9
AHORA = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
FLUJO = "1/partida/7"

P = TypeVar("P", bound=Partida)


class Nombres:
    """Nombres de prueba: «Persona 1», y los textos que se hayan anotado."""

    def __init__(self, textos: Textos) -> None:
        self._textos = textos

    def persona(self, numero: int) -> str:
        return f"Persona {numero}"

    def texto(self, numero: int) -> str:
        return self._textos[numero]


@dataclass
class Juego(Generic[P]):
    """Una partida y todo lo ocurrido en ella."""

    agregado: AgregadoLcg[P]
    semilla: bytes = bytes(range(32))
    hechos: list[Hecho] = field(default_factory=list)
    textos: Textos = field(default_factory=Textos)
    ordenes: int = 0

    def __post_init__(self) -> None:
        self.estado: P = self.agregado.inicial()

    @property
    def nombres(self) -> Nombres:
        return Nombres(self.textos)

    def dar(self, orden: Orden, persona: int = ALICIA) -> list[Hecho]:
        """Da una orden. Todo hecho se lee como se escribió, se cuenta y repite su azar desde la semilla."""
        self.ordenes += 1
        roles = frozenset({Rol.MODERADOR}) if persona == MODERADORA else frozenset[Rol]()
        azar = Azar(self.semilla, FLUJO, str(self.ordenes))
        contexto = Contexto(Actor(persona, roles), AHORA, azar, str(self.ordenes), self.textos)
        nuevos = self.agregado.decidir(self.estado, orden, contexto)
        for hecho in nuevos:
            self._comprobar(hecho)
        self.estado = reduce(self.agregado.aplicar, nuevos, self.estado)
        self.hechos += nuevos
        return nuevos

    def niega(self, orden: Orden, trozo: str, persona: int = ALICIA) -> ErrorDeDominio:
        """Comprueba que una orden se rechaza con una frase que contiene `trozo` y que nada cambia."""
        antes = self.estado
        with pytest.raises(ErrorDeDominio) as rechazo:
            self.dar(orden, persona)
        assert trozo in rechazo.value.frase
        assert self.estado == antes
        return rechazo.value

    def relatos(self) -> list[str]:
        return [hecho.relato(self.nombres) for hecho in self.hechos]

    def _comprobar(self, hecho: Hecho) -> None:
        cuerpo = self.agregado.escribir(hecho)
        assert self.agregado.leer(hecho.tipo, cuerpo) == hecho
        relato = hecho.relato(self.nombres)
        assert relato.endswith(".")
        assert "None" not in relato
        for sorteo in sorteos(hecho):
            assert repetir(self.semilla, FLUJO, sorteo) == sorteo


def asientos(*amenazas: int) -> tuple[Asiento, ...]:
    """Un jugador con cuenta por cada Amenaza inicial: la persona 1, la 2…"""
    return tuple(Asiento(persona=i, amenaza=amenaza) for i, amenaza in enumerate(amenazas, start=1))


def de_tipo(hechos: list[Hecho], clase: type[Hecho]) -> list[Hecho]:
    return [hecho for hecho in hechos if isinstance(hecho, clase)]
