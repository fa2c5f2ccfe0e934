"""El estado común de toda partida del LCG: quién juega, por qué ronda van y la Amenaza de cada cual."""

from enum import StrEnum
from typing import Self

from servicios.errores import NoExiste
from servicios.hechos import Nombres, Valor

JUGADORES_MAXIMOS = 4
LIMITE_DE_AMENAZA = 50
"""Nivel de Amenaza con que un jugador queda eliminado. Externo: reglamento básico del juego."""


class Fin(StrEnum):
    VICTORIA = "victoria"
    DERROTA = "derrota"


class Causa(StrEnum):
    """Por qué acaba una partida o se elimina a alguien."""

    AMENAZA = "amenaza"
    BARCO = "barco"
    SIN_JUGADORES = "sin_jugadores"
    CAZADOR = "cazador"
    ENTRADA = "entrada"
    EREBOR = "erebor"
    NORTE = "norte"
    DECISION = "decision"


class Quien(Valor):
    """Cómo se llama a alguien: su número de persona o, si no tiene cuenta, el del texto con su nombre."""

    persona: int | None = None
    texto: int | None = None

    def nombre(self, nombres: Nombres) -> str:
        if self.persona is not None:
            return nombres.persona(self.persona)
        return nombres.texto(self.texto) if self.texto is not None else "Alguien"


class Jugador(Valor):
    """Un jugador. `numero`: su asiento, de 1 a 4, en el orden de la mesa."""

    numero: int
    quien: Quien
    amenaza: int = 0
    eliminado: bool = False


class Partida(Valor):
    """Lo que toda partida del LCG recuerda.

    Attributes:
        abierta_por: persona que la abrió; `None` si aún no se ha abierto.
        jugadores: en el orden de la mesa.
        primero: asiento que tiene la ficha de jugador inicial.
        limite: Amenaza con que se elimina a un jugador.
        fin: cómo acabó, si acabó; `causa` dice por qué.
    """

    abierta_por: int | None = None
    jugadores: tuple[Jugador, ...] = ()
    primero: int = 1
    ronda: int = 1
    limite: int = LIMITE_DE_AMENAZA
    fin: Fin | None = None
    causa: Causa | None = None
    cerrada: bool = False

    @property
    def en_juego(self) -> tuple[Jugador, ...]:
        """Los jugadores no eliminados, en el orden de la mesa."""
        return tuple(jugador for jugador in self.jugadores if not jugador.eliminado)

    @property
    def orden_de_juego(self) -> tuple[Jugador, ...]:
        """Los no eliminados desde el jugador inicial. Si ese asiento está eliminado, empieza el siguiente."""
        return tuple(sorted(self.en_juego, key=lambda j: (j.numero < self.primero, j.numero)))

    @property
    def inicial(self) -> Jugador | None:
        """El jugador inicial."""
        return next(iter(self.orden_de_juego), None)

    @property
    def personas(self) -> frozenset[int]:
        """Quienes pueden llevar la partida: los jugadores con cuenta y quien la abrió."""
        cuentas = {j.quien.persona for j in self.jugadores} | {self.abierta_por}
        return frozenset(persona for persona in cuentas if persona is not None)

    def jugador(self, numero: int) -> Jugador:
        """El jugador de ese asiento.

        Raises:
            NoExiste: si no lo hay o está eliminado.
        """
        encontrado = next((j for j in self.jugadores if j.numero == numero), None)
        if encontrado is None:
            raise NoExiste(f"En esta partida no hay jugador {numero}. Elige uno de la lista.")
        if encontrado.eliminado:
            raise NoExiste(f"El jugador {numero} está eliminado. Elige otro, o deshaz su eliminación.")
        return encontrado

    def con_jugador(self, jugador: Jugador) -> Self:
        """Cambia a un jugador por otro del mismo asiento."""
        return self.con(jugadores=tuple(jugador if j.numero == jugador.numero else j for j in self.jugadores))

    def sobre_la_inicial(self, numero: int) -> int:
        """Lo que algo del escenario suma (o resta) a la Amenaza inicial de un jugador; por defecto, nada."""
        del numero
        return 0

    def al_eliminar(self, numero: int) -> Self:
        """Lo que cambia en el escenario cuando se elimina a alguien; por defecto, nada."""
        del numero
        return self

    def al_pasar_ronda(self) -> Self:
        """Lo que cambia en el escenario cuando empieza una ronda; por defecto, nada."""
        return self

    def comprobar_fin_de_ronda(self) -> None:
        """Lanza `ErrorDeDominio` si el escenario no deja pasar de ronda; por defecto, deja."""
