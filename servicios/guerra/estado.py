"""El estado de una partida: lo que comparten los dos bandos.

No se guardan las posiciones de ejércitos, Nazgûl y Compañeros en el tablero, ni las reservas de unidades.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from pydantic import Field

from servicios.guerra.fondo import Fondo
from servicios.guerra.modelo_batalla import Batalla
from servicios.guerra.modelo_caza import CazaEnCurso
from servicios.guerra.piezas import Bando, Cara
from servicios.guerra.tablas import region, tablas
from servicios.hechos import Valor

TOPE_DE_CORRUPCION = 12
PASOS_DE_MORDOR = 5
GOLLUM = "gollum"

Edicion = Literal[1, 2]


class Fase(StrEnum):
    """Las fases de un turno que el bot lleva. Fuente: reglamento de la 2.ª edición, p. 18."""

    COMPANIA = "compania"
    ASIGNACION = "asignacion"
    TIRADA = "tirada"
    ACCIONES = "acciones"
    FINAL = "final"

    @property
    def nombre(self) -> str:
        return {
            "compania": "la fase de la Compañía",
            "asignacion": "la asignación de la Caza",
            "tirada": "la tirada de acción",
            "acciones": "la resolución de acciones",
            "final": "el final del turno",
        }[self.value]


class Bolsa(Valor):
    """Los dados de acción de un bando en este turno, y sus Anillos élficos.

    Attributes:
        total: dados que tiene este turno.
        disponibles: caras que le quedan por usar.
        usados: caras gastadas, sin contar las que están en la casilla de Caza.
        anillos: Anillos élficos que puede usar.
        anillo_usado: si ya ha usado uno este turno.
    """

    total: int = 0
    disponibles: tuple[Cara, ...] = ()
    usados: tuple[Cara, ...] = ()
    anillos: int = 0
    anillo_usado: bool = False


class Caja(Valor):
    """La casilla de Caza: dados de la Sombra (puestos y Ojos) y de los Pueblos Libres."""

    sombra: int = 0
    libres: int = 0

    @property
    def total(self) -> int:
        return self.sombra + self.libres


class Compania(Valor):
    """La Compañía del Anillo.

    Attributes:
        companeros: los que siguen en ella, por identificador.
        guia: el Guía; «gollum» cuando no queda ninguno.
        region: última posición conocida.
        progreso: regiones recorridas desde ella.
        corrupcion: de 0 a 12.
        mordor: paso en el marcador de Mordor (0 a 5), o None si no ha entrado.
        intento: si este turno ha intentado moverse u ocultarse.
        declarada: si se ha declarado este turno.
        cambio: si acaba de cambiar quiénes van en ella: es el momento de elegir Guía entre los empatados.
    """

    companeros: tuple[str, ...] = ()
    guia: str = GOLLUM
    region: str = "rivendell"
    progreso: int = Field(default=0, ge=0)
    oculta: bool = True
    corrupcion: int = Field(default=0, ge=0, le=TOPE_DE_CORRUPCION)
    mordor: int | None = None
    intento: bool = False
    declarada: bool = False
    cambio: bool = False

    @property
    def en_mordor(self) -> bool:
        return self.mordor is not None

    @property
    def candidatos(self) -> tuple[str, ...]:
        """Quiénes pueden ser Guía: los de mayor nivel. Fuente: 001, «El Guía de La Compañía»."""
        niveles = {quien: tablas().personajes[quien].nivel or 0 for quien in self.companeros}
        mayor = max(niveles.values(), default=0)
        return tuple(quien for quien, nivel in niveles.items() if nivel == mayor) or (GOLLUM,)


class Posicion(Valor):
    """El lugar de una nación en el marcador político: pasos que faltan hasta «En guerra»."""

    pasos: int = Field(ge=0)
    activa: bool

    @property
    def en_guerra(self) -> bool:
        return self.pasos == 0


class Condicion(StrEnum):
    """Las condiciones de victoria, en el orden en que se comprueban."""

    CORRUPCION = "V1"
    MONTE_DEL_DESTINO = "V2"
    MILITAR_SOMBRA = "V3"
    MILITAR_LIBRES = "V4"
    ABANDONO = "abandono"


class Final(Valor):
    """Quién ganó, por qué condición y con qué frase se cuenta."""

    ganador: Bando
    condicion: Condicion
    motivo: str


class Estado(Valor):
    """Una partida de La Guerra del Anillo.

    Attributes:
        edicion: 1, la del documento 001; 2, con los cambios de la 2.ª edición que le afectan.
        mesa_abierta: cualquiera decide por cualquiera (para quien juega en torno a una mesa).
        jugadores: personas de cada bando.
        en_juego: Compañeros fuera de la Compañía y Siervos, por identificador.
        capturados: regiones cuyo asentamiento controla el enemigo de su nación.
        asedios: regiones cuyo Baluarte está asediado.
        cazado_antes: dados de los Pueblos Libres en la casilla al acabar el turno anterior.
    """

    edicion: Edicion = 1
    mesa_abierta: bool = False
    jugadores: Mapping[Bando, tuple[int, ...]] = {}
    turno: int = 0
    fase: Fase = Fase.COMPANIA
    bolsas: Mapping[Bando, Bolsa] = {}
    caja: Caja = Caja()
    cazado_antes: int = 0
    fondo: Fondo = Fondo()
    compania: Compania = Compania()
    en_juego: tuple[str, ...] = ()
    eliminados: tuple[str, ...] = ()
    naciones: Mapping[str, Posicion] = {}
    capturados: tuple[str, ...] = ()
    asedios: tuple[str, ...] = ()
    caza: CazaEnCurso | None = None
    batalla: Batalla | None = None
    final: Final | None = None
    cerrada: bool = False

    @property
    def caza_abierta(self) -> CazaEnCurso:
        """La Caza sin terminar, cuando se sabe que la hay.

        Raises:
            LookupError: si no la hay.
        """
        if self.caza is None:
            raise LookupError("no hay ninguna Caza en curso")
        return self.caza

    @property
    def batalla_abierta(self) -> Batalla:
        """La batalla sin terminar, cuando se sabe que la hay.

        Raises:
            LookupError: si no la hay.
        """
        if self.batalla is None:
            raise LookupError("no hay ninguna batalla en curso")
        return self.batalla

    @property
    def empezada(self) -> bool:
        return self.turno > 0

    def controla(self, donde: str) -> Bando | None:
        """Qué bando controla el asentamiento de una región; None si no hay ninguno con dueño."""
        actual = region(donde)
        if actual.nacion is None or not actual.capturable:
            return None
        propio = tablas().naciones[actual.nacion].bando
        return propio.rival if donde in self.capturados else propio

    def puntos(self, bando: Bando) -> int:
        """Puntos de victoria de un bando: los asentamientos enemigos que controla."""
        regiones = (region(donde) for donde in self.capturados if self.controla(donde) is bando)
        return sum(actual.asentamiento.puntos for actual in regiones if actual.asentamiento)
