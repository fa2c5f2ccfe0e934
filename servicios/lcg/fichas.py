"""Las fichas de las tablas de `datos/lcg/`: qué se sabe de cada carta, escenario, barco, Lugar y etapa."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Lado = Literal["arriba", "abajo", "izquierda", "derecha"]


class _Modelo(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ConId(_Modelo):
    id: str


class CaraDeRumbo(ConId):
    """Una cara de la carta de Rumbo. `correcto`: se está «en rumbo»."""

    nombre: str
    icono: str
    correcto: bool = False


class Encuentro(ConId):
    """Una carta de Encuentro: copias en la versión normal y en la fácil, y timones de cada una.

    Las genéricas (`conjunto` vacío) sirven para los mazos que se describen a mano.
    """

    en: str
    conjunto: str = ""
    tipo: Literal["lugar", "traición", "enemigo", "barco-enemigo", "barco-objetivo", "objetivo", "carta"]
    copias: int = Field(default=0, ge=0)
    facil: int = Field(default=0, ge=0)
    timones: int = Field(default=0, ge=0, le=2)
    corsario: bool = False


class Escenario(ConId):
    """Un escenario con Navegación y cómo se forma su mazo. Ver `datos/lcg/escenarios.yaml`."""

    nombre: str
    en: str
    navega: str
    conjuntos: tuple[str, ...] = Field(min_length=1)
    aparta: Mapping[str, int]
    aparta_con_mas: Mapping[str, int] = {}
    elige: tuple[str, ...] = ()


class BarcoObjetivo(ConId):
    """Uno de los cuatro barcos de la flota. `amenaza`: lo que cambia la Amenaza inicial de su dueño."""

    nombre: str
    en: str
    voluntad: int
    ataque: int
    defensa: int
    puntos: int = Field(ge=1)
    palabras: tuple[str, ...]
    amenaza: int = 0
    personajes: int = 1
    derrota: bool = False
    nota: str


class EnemigoNaval(ConId):
    """Un Barco-Enemigo o un Corsario. `abordaje`: los valores que puede tener su X."""

    barco: bool = False
    coste: int
    amenaza: int
    ataque: int
    defensa: int
    puntos: int = Field(ge=1)
    abordaje: tuple[int, ...] = ()
    arco: int = 0


class Reverso(ConId):
    """La otra cara de un Lugar de la isla. Ver `datos/lcg/isla.yaml`."""

    nombre: str
    en: str
    copias: int = Field(ge=1)
    templo: bool = False
    amenaza: int
    mision: int = Field(ge=1)
    aparta: tuple[Lado, ...] = ()
    alcance: int = Field(default=1, ge=1)
    meta: bool = False
    efecto: str


class EtapaDeAsedio(ConId):
    """Una etapa de El Asedio de Erebor. `numero`: el de su carta de misión."""

    nombre: str
    en: str
    traduccion: bool = False
    numero: int
    derrota: bool = False
    obligado: str


class PasoDeRonda(ConId):
    """Un paso de la ronda. `mision`: es de la fase de Misión."""

    nombre: str
    mision: bool = False


class _EnemigoDeAsedio(_Modelo):
    en: str
    coste: int


class _Preparativo(_Modelo):
    """Algo que se hace al preparar la partida. `jugadores`: con cuántos; vacío, siempre."""

    texto: str
    jugadores: tuple[int, ...] = ()


class _Umbral(_Modelo):
    normal: int
    facil: int


class DatosDeAsedio(_Modelo):
    """El escenario del asedio: etapas de oeste a este, umbral de abandono y pasos de la ronda."""

    creditos: str
    etapas: tuple[EtapaDeAsedio, ...] = Field(min_length=2)
    umbral: _Umbral
    norte: int
    preparacion: tuple[_Preparativo, ...]
    pasos: tuple[PasoDeRonda, ...]
    enemigos: tuple[_EnemigoDeAsedio, ...] = ()


GENERICAS = (
    Encuentro(id="sin-timon", en="Carta sin timón", tipo="carta"),
    Encuentro(id="un-timon", en="Carta con 1 timón", tipo="carta", timones=1),
    Encuentro(id="dos-timones", en="Carta con 2 timones", tipo="carta", timones=2),
)
"""Las cartas sin nombre de un mazo descrito a mano; la posición es su número de timones."""
