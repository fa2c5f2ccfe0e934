"""La tirada de Caza y lo que hace cada ficha, con partida o sin ella."""

from collections.abc import Sequence
from enum import StrEnum

from pydantic import Field

from servicios.azar import Azar, Sorteo
from servicios.guerra.combate import MAXIMO, Dado, aciertos, con_relanzados, leer
from servicios.guerra.fondo import Fondo, sacar
from servicios.guerra.piezas import Ficha
from servicios.guerra.rechazo import rechazo
from servicios.guerra.tablas import ficha
from servicios.guerra.texto import cuenta
from servicios.hechos import Valor

EXITO = 6
"""Un dado de Caza acierta con 6 o más, modificador incluido; el 1 natural falla siempre (2.ª edición, p. 41)."""


class Motivo(StrEnum):
    """Por qué se saca una ficha de Caza."""

    MOVIMIENTO = "movimiento"
    MORDOR = "mordor"
    EVENTO = "evento"
    DECLARACION = "declaracion"
    BALUARTE = "baluarte"


class Condiciones(Valor):
    """Lo que hay en la región de la figura: cada cosa da un relanzamiento. Fuente: 001, «Relanzamientos»."""

    baluarte: bool = False
    ejercito: bool = False
    nazgul: bool = False

    @property
    def relanzamientos(self) -> int:
        return self.baluarte + self.ejercito + self.nazgul

    @property
    def motivos(self) -> tuple[str, ...]:
        """Qué da cada relanzamiento, para contarlo."""
        nombres = {"baluarte": "Baluarte de la Sombra", "ejercito": "ejército", "nazgul": "Nazgûl"}
        return tuple(nombre for campo, nombre in nombres.items() if getattr(self, campo))


class TiradaDeCaza(Valor):
    """Una tirada de Caza.

    Attributes:
        nivel: dados de la Sombra en la casilla; se tiran como mucho 5.
        dados_pl: dados de los Pueblos Libres ya en la casilla: el modificador de cada dado.
        condiciones: lo que da relanzamientos.
    """

    nivel: int = Field(ge=0)
    dados_pl: int = Field(ge=0)
    condiciones: Condiciones = Condiciones()
    sorteo: Sorteo
    relanzamiento: Sorteo | None = None

    @property
    def dados(self) -> tuple[Dado, ...]:
        """Los dados, cada uno con su relanzamiento si lo hubo."""
        return con_relanzados(self._leer(self.sorteo), self._leer(self.relanzamiento))

    @property
    def exitos(self) -> int:
        return sum(dado.bueno for dado in self.dados)

    def _leer(self, sorteo: Sorteo | None) -> Sequence[Dado]:
        return [leer(v, self.dados_pl, EXITO) for v in sorteo.valores] if sorteo else ()


def tirar(nivel: int, dados_pl: int, condiciones: Condiciones, azar: Azar) -> TiradaDeCaza:
    """Hace la tirada de Caza y relanza un dado fallado por cada condición.

    Raises:
        ErrorDeDominio: si los dados no pueden estar en la casilla (la Sombra tiene 10; los Pueblos Libres, 6).

    Fuente: 001, «La tirada de caza», «Modificadores a la tirada de Caza», «Relanzamientos».
    """
    if not 0 <= nivel <= 10:
        raise rechazo(
            f"La Sombra puede tener de 0 a 10 dados en la casilla de Caza, y has puesto {nivel}.",
            "El nivel de la Caza es el número de dados de la Sombra en la casilla; se tiran 5 como mucho.",
            "La tirada de caza",
        )
    if not 0 <= dados_pl <= 6:
        raise rechazo(
            f"Los Pueblos Libres pueden tener de 0 a 6 dados en la casilla, y has puesto {dados_pl}.",
            "Cada dado suyo ya en la casilla da +1 a la tirada.",
            "Modificadores a la tirada de Caza",
        )
    sorteo = azar.dados(min(nivel, MAXIMO))
    fallos = len(sorteo.valores) - aciertos(sorteo.valores, dados_pl, EXITO)
    cuantos = min(condiciones.relanzamientos, fallos)
    return TiradaDeCaza(
        nivel=nivel,
        dados_pl=dados_pl,
        condiciones=condiciones,
        sorteo=sorteo,
        relanzamiento=azar.dados(cuantos) if cuantos else None,
    )


class Dano(Valor):
    """El Daño de Caza de una ficha y por qué es ese. Negativo: cura esos puntos de Corrupción."""

    puntos: int
    motivo: str


def dano(sacada: Ficha, por: Motivo, *, exitos: int = 0, casilla: int = 0, dado: int | None = None) -> Dano:
    """El Daño de una ficha según por qué se sacó.

    Args:
        sacada: la ficha.
        por: por qué se sacó.
        exitos: aciertos de la tirada de Caza.
        casilla: todos los dados de la casilla de Caza (para el Ojo en Mordor).
        dado: lo que salió en el dado de una ficha de dado.

    Fuente: 001, «Determinando el Daño de Caza», «Reglas especiales» (Mordor).
    """
    if sacada.valor == "dado":
        return Dano(puntos=dado or 0, motivo=f"la ficha tira un dado: {dado}")
    if sacada.valor != "ojo":
        if sacada.valor < 0:
            return Dano(puntos=sacada.valor, motivo=f"quita {cuenta(-sacada.valor, 'punto')} de Corrupción")
        return Dano(puntos=sacada.valor, motivo=f"la ficha marca {sacada.valor}")
    if por is Motivo.MOVIMIENTO:
        return Dano(puntos=exitos, motivo=f"el Ojo vale los aciertos de la tirada: {exitos}")
    if por is Motivo.MORDOR:
        return Dano(puntos=casilla, motivo=f"en Mordor el Ojo vale todos los dados de la casilla: {casilla}")
    return Dano(puntos=0, motivo="el Ojo vale 0: la ficha no sale de una tirada de Caza")


class CazaSuelta(Valor):
    """Una Caza entera fuera de una partida: tirada y, si hubo éxito, ficha de un Fondo completo de 16."""

    tirada: TiradaDeCaza
    ficha: str | None = None
    sorteo: Sorteo | None = None

    @property
    def sacada(self) -> Ficha | None:
        return ficha(self.ficha) if self.ficha else None

    @property
    def dano(self) -> Dano | None:
        return dano(self.sacada, Motivo.MOVIMIENTO, exitos=self.tirada.exitos) if self.sacada else None


def cazar(nivel: int, dados_pl: int, condiciones: Condiciones, azar: Azar) -> CazaSuelta:
    """Una Caza suelta, con un Fondo recién llenado.

    Raises:
        ErrorDeDominio: como `tirar`.
    """
    tirada = tirar(nivel, dados_pl, condiciones, azar)
    if not tirada.exitos:
        return CazaSuelta(tirada=tirada)
    sacada, sorteo = sacar(Fondo.completo(), azar)
    return CazaSuelta(tirada=tirada, ficha=sacada, sorteo=sorteo)
