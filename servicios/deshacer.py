"""Deshacer y rehacer: las órdenes y los hechos que entiende cualquier flujo, además de los suyos.

Deshacer no borra nada: es un hecho más, que nombra la última orden efectiva. `servicios/libro.py` decide
cuándo se puede y qué estado queda.
"""

from collections.abc import Mapping
from typing import Any

from servicios.abandono import Abandonado
from servicios.hechos import Hecho, Nombres, Orden
from servicios.sal import Salado


class Deshacer(Orden):
    """Deshace la última orden efectiva; si en ella hubo azar o algo oculto, lo propone.

    Attributes:
        orden: número de la orden que quien pulsa tiene delante; sin él, la última.
    """

    orden: int | None = None


class AceptarDeshacer(Orden):
    """La otra parte acepta la propuesta de deshacer `orden` (o la que haya)."""

    orden: int | None = None


class RechazarDeshacer(Orden):
    """La otra parte rechaza la propuesta, o quien la hizo la retira."""

    orden: int | None = None


class Rehacer(Orden):
    """Rehace lo último que se deshizo, mientras no haya habido otra orden."""

    orden: int | None = None


class DeshacerPropuesto(Hecho):
    """Alguien propone deshacer una orden que necesita el acuerdo de la otra parte."""

    tipo = "deshacer_propuesto"
    orden: int
    persona: int

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} propone deshacer la orden {self.orden}."


class DeshacerRechazado(Hecho):
    """La propuesta no sigue adelante."""

    tipo = "deshacer_rechazado"
    orden: int
    persona: int

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} no acepta deshacer la orden {self.orden}."


class Deshecho(Hecho):
    """La última orden efectiva deja de contar, con todos sus hechos.

    Attributes:
        tiradas: números de las tiradas que hubo en ella; siguen en el historial y en la verificación.
        acuerdo: quién la propuso y quién la aceptó, si hizo falta acuerdo.
    """

    tipo = "deshecho"
    orden: int
    tiradas: tuple[int, ...] = ()
    acuerdo: tuple[int, int] | None = None

    def relato(self, nombres: Nombres) -> str:
        partes = [f"Se deshace la orden {self.orden}{_tiradas(self.tiradas)}"]
        if self.acuerdo:
            propuso, acepto = map(nombres.persona, self.acuerdo)
            partes.append(f"a propuesta de {propuso} y con el acuerdo de {acepto}")
        return ", ".join(partes) + "."


class Rehecho(Hecho):
    """Una orden deshecha vuelve a contar."""

    tipo = "rehecho"
    orden: int

    def relato(self, nombres: Nombres) -> str:
        return f"Se rehace la orden {self.orden}."


HECHOS: Mapping[str, type[Hecho]] = {
    clase.tipo: clase for clase in (DeshacerPropuesto, DeshacerRechazado, Deshecho, Rehecho, Abandonado, Salado)
}
"""Los hechos comunes a todo flujo, por tipo."""


def leer_hecho(propios: Mapping[str, type[Hecho]], tipo: str, cuerpo: Mapping[str, Any]) -> Hecho:
    """Un hecho guardado, propio del agregado o común, sea cual sea la versión con que se escribió.

    Raises:
        KeyError: si este programa no conoce el tipo (lo escribió otro más nuevo).
    """
    return (HECHOS.get(tipo) or propios[tipo]).leer_cuerpo(cuerpo)


def _tiradas(numeros: tuple[int, ...]) -> str:
    if not numeros:
        return ""
    *resto, ultima = map(str, numeros)
    return f" (tiradas {', '.join(resto)} y {ultima})" if resto else f" (tirada {ultima})"
