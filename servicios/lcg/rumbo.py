"""El rumbo de la flota: cuatro caras, de mejor a peor, que se mejoran o se desvían de nivel en nivel."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Literal

from servicios.errores import YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.lcg.finales import anotar
from servicios.lcg.tablas import tablas
from servicios.lcg.texto import rechazo

FUENTE = "003, «Rumbo»"

Modo = Literal["mejora", "desvio", "fijado"]


class Rumbo(StrEnum):
    """El rumbo actual, del mejor al peor. El orden es el de `datos/lcg/rumbo.yaml`."""

    SOLEADO = "soleado"
    NUBLADO = "nublado"
    LLUVIOSO = "lluvioso"
    TORMENTA = "tormenta"

    @property
    def nivel(self) -> int:
        """0 es el mejor; 3, el peor."""
        return RUMBOS.index(self)

    @property
    def nombre(self) -> str:
        return tablas().rumbos[self].nombre

    @property
    def icono(self) -> str:
        return tablas().rumbos[self].icono

    @property
    def correcto(self) -> bool:
        """Si se está «en rumbo»; los demás son rumbos «desviados»."""
        return tablas().rumbos[self].correcto

    def mejorado(self, niveles: int = 1) -> "Rumbo":
        """El rumbo tras mejorar esos niveles, sin pasar del mejor."""
        return RUMBOS[max(self.nivel - niveles, 0)]

    def desviado(self, niveles: int = 1) -> "Rumbo":
        """El rumbo tras desviarse esos niveles, sin pasar del peor."""
        return RUMBOS[min(self.nivel + niveles, len(RUMBOS) - 1)]


RUMBOS = tuple(Rumbo)


class MejorarRumbo(Orden):
    """El efecto de una carta mejora el rumbo un nivel. `desde`: el que veía quien la da."""

    motivo: str | None = None
    desde: Rumbo | None = None


class DesviarRumbo(Orden):
    """El efecto de una carta desvía el rumbo un nivel. `desde`: el que veía quien la da."""

    motivo: str | None = None
    desde: Rumbo | None = None


class FijarRumbo(Orden):
    """Pone la carta de Rumbo como está en la mesa (al empezar a usar el bot, o para corregirla)."""

    rumbo: Rumbo
    motivo: str | None = None


class RumboCambiado(Hecho):
    tipo = "rumbo"
    modo: Modo
    antes: Rumbo
    despues: Rumbo
    persona: int
    motivo: int | None = None

    def relato(self, nombres: Nombres) -> str:
        verbo = {"mejora": "mejora", "desvio": "desvía", "fijado": "fija"}[self.modo]
        porque = f" ({nombres.texto(self.motivo)})" if self.motivo is not None else ""
        cambio = f"{self.antes.nombre} → {self.despues.nombre}"
        return f"{nombres.persona(self.persona)} {verbo} el rumbo{porque}: {cambio}."


reglas: Reglas[Any] = Reglas()


@reglas.decide(MejorarRumbo)
def _mejorar(partida: Any, orden: MejorarRumbo, contexto: Contexto) -> Sequence[Hecho]:
    _actual(partida.rumbo, orden.desde)
    if partida.rumbo is Rumbo.SOLEADO:
        raise rechazo(
            f"El rumbo ya es {Rumbo.SOLEADO.nombre}, el mejor: no puede mejorar más.",
            "Desde la mejor opción no se puede mejorar más.",
            FUENTE,
        )
    return [_cambio("mejora", partida.rumbo, partida.rumbo.mejorado(), orden.motivo, contexto)]


@reglas.decide(DesviarRumbo)
def _desviar(partida: Any, orden: DesviarRumbo, contexto: Contexto) -> Sequence[Hecho]:
    _actual(partida.rumbo, orden.desde)
    if partida.rumbo is Rumbo.TORMENTA:
        raise rechazo(
            f"El rumbo ya es {Rumbo.TORMENTA.nombre}, el peor: no se puede desviar más.",
            "Desde la peor opción no es posible desviarlo más.",
            FUENTE,
        )
    return [_cambio("desvio", partida.rumbo, partida.rumbo.desviado(), orden.motivo, contexto)]


@reglas.decide(FijarRumbo)
def _fijar(partida: Any, orden: FijarRumbo, contexto: Contexto) -> Sequence[Hecho]:
    if partida.rumbo is orden.rumbo:
        raise rechazo(f"El rumbo ya es {orden.rumbo.nombre}.", "Todos comparten el mismo rumbo.", FUENTE)
    return [_cambio("fijado", partida.rumbo, orden.rumbo, orden.motivo, contexto)]


@reglas.aplica(RumboCambiado)
def _cambiado(partida: Any, hecho: RumboCambiado) -> Any:
    return partida.con(rumbo=hecho.despues)


def _actual(rumbo: Rumbo, visto: Rumbo | None) -> None:
    if visto is not None and visto is not rumbo:
        raise YaHaCambiado(f"Esto ya ha cambiado: ahora el rumbo es {rumbo.nombre}.")


def _cambio(modo: Modo, antes: Rumbo, despues: Rumbo, motivo: str | None, contexto: Contexto) -> RumboCambiado:
    return RumboCambiado(
        modo=modo,
        antes=antes,
        despues=despues,
        persona=contexto.actor.persona,
        motivo=anotar(motivo, contexto),
    )
