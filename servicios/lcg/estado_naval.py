"""El estado de una partida con Navegación: rumbo, mazos, flota, corsarios y por dónde va la fase de Misión."""

from enum import StrEnum
from typing import Self

from servicios.errores import NoExiste
from servicios.hechos import Valor
from servicios.lcg import tablas
from servicios.lcg.estado import Partida
from servicios.lcg.fichas import BarcoObjetivo
from servicios.lcg.mazo import Mazo
from servicios.lcg.rumbo import Rumbo


class Paso(StrEnum):
    """Por dónde va la fase de Misión. `fases.LISTA` los cuenta con palabras."""

    FUERA = "fuera"
    ANTES = "antes"
    DESPUES = "despues"
    ASIGNACION = "asignacion"
    PREPARACION = "preparacion"
    RESOLUCION = "resolucion"


class Barco(Valor):
    """Un Barco-Objetivo en juego. `jugador`: asiento de quien lo controla."""

    id: str
    jugador: int
    dano: int = 0

    @property
    def ficha(self) -> BarcoObjetivo:
        return tablas.barco(self.id)

    @property
    def resta(self) -> int:
        """Puntos que le quedan."""
        return self.ficha.puntos - self.dano


class Corsario(Valor):
    """Un Enemigo del mazo de Corsarios en juego. `jugador`: con quién está enfrentado; `None`, en preparación."""

    numero: int
    carta: str
    jugador: int | None = None


class Navegacion(Partida):
    """Una partida con Navegación.

    Attributes:
        mazo: el de Encuentros; `None` si las cartas las llevan los jugadores y solo se apunta el rumbo.
        corsarios: el mazo de Corsarios; `None` si lo llevan los jugadores.
        flota: barcos que siguen a flote.
        flota_lista: si ya se preparó la flota.
        pruebas: cuántas pruebas de navegación ha habido.
        prueba_hecha: si la de la fase de Misión se ha hecho sin empezar antes la lista de la fase.
    """

    rumbo: Rumbo = Rumbo.SOLEADO
    escenario: str | None = None
    facil: bool = False
    mazo: Mazo | None = None
    corsarios: Mazo | None = None
    en_el_mar: tuple[Corsario, ...] = ()
    ultimo_corsario: int = 0
    flota: tuple[Barco, ...] = ()
    flota_lista: bool = False
    paso: Paso = Paso.FUERA
    pruebas: int = 0
    prueba_hecha: bool = False

    @property
    def toca_prueba(self) -> bool:
        """Si falta la prueba del comienzo de la fase de Misión: hay una por fase (003, «Navegación»)."""
        return self.paso in {Paso.FUERA, Paso.ANTES} and not self.prueba_hecha

    def barco(self, identificador: str) -> Barco:
        """El barco a flote de ese identificador.

        Raises:
            NoExiste: si no está en la flota, o aún no se ha preparado.
        """
        if not self.flota_lista:
            raise NoExiste("La flota aún no está lista. Prepárala con su menú o con /navegacion barcos preparar.")
        nombre = tablas.barco(identificador).nombre
        encontrado = next((b for b in self.flota if b.id == identificador), None)
        if encontrado is None:
            raise NoExiste(f"{nombre} no está en la flota. Elige un barco que siga a flote.")
        return encontrado

    def corsario(self, numero: int) -> Corsario:
        """El corsario en juego con ese número.

        Raises:
            NoExiste: si no lo hay.
        """
        encontrado = next((c for c in self.en_el_mar if c.numero == numero), None)
        if encontrado is None:
            raise NoExiste(f"No hay ningún corsario en juego con el número {numero}. Elige uno de la lista.")
        return encontrado

    def sobre_la_inicial(self, numero: int) -> int:
        """Lo que cambia su barco. Externo: las cartas de los barcos."""
        return sum(barco.ficha.amenaza for barco in self.flota if barco.jugador == numero)

    def al_eliminar(self, numero: int) -> Self:
        """Los corsarios enfrentados a quien cae vuelven al área de preparación."""
        libres = (c.con(jugador=None) if c.jugador == numero else c for c in self.en_el_mar)
        return self.con(en_el_mar=tuple(libres))

    def al_pasar_ronda(self) -> Self:
        """La fase de Misión de la ronda anterior ya no cuenta."""
        return self.con(paso=Paso.FUERA, prueba_hecha=False)
