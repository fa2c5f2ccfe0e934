"""Las piezas del juego tal como están en `datos/guerra/`: regiones, naciones, personajes, fichas y dados."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field


class Bando(StrEnum):
    """Los dos bandos."""

    LIBRES = "libres"
    SOMBRA = "sombra"

    @property
    def rival(self) -> "Bando":
        return Bando.SOMBRA if self is Bando.LIBRES else Bando.LIBRES

    @property
    def nombre(self) -> str:
        return "los Pueblos Libres" if self is Bando.LIBRES else "la Sombra"

    def hace(self, uno: str, varios: str) -> str:
        """Sujeto y verbo: «La Sombra tira», «Los Pueblos Libres tiran»."""
        return f"Los Pueblos Libres {varios}" if self is Bando.LIBRES else f"La Sombra {uno}"

    @property
    def gana(self) -> str:
        """«ganan los Pueblos Libres», «gana la Sombra»."""
        return f"{'ganan' if self is Bando.LIBRES else 'gana'} {self.nombre}"

    @property
    def de(self) -> str:
        return f"de {self.nombre}"

    @property
    def a(self) -> str:
        return f"a {self.nombre}"


class Asentamiento(StrEnum):
    """Lo que puede haber en una región. La fortificación no es un asentamiento que se capture."""

    BALUARTE = "baluarte"
    CIUDAD = "ciudad"
    PUEBLO = "pueblo"
    FORTIFICACION = "fortificacion"

    @property
    def puntos(self) -> int:
        """Puntos de victoria para quien lo captura. Fuente: 001, «Condiciones de victoria»."""
        return {"baluarte": 2, "ciudad": 1}.get(self.value, 0)

    @property
    def nombre(self) -> str:
        return {"baluarte": "Baluarte", "ciudad": "Ciudad", "pueblo": "Pueblo"}.get(self.value, "Fortificación")


Accion = Literal["personaje", "ejercito", "reclutamiento", "evento"]
Cara = Literal[
    "personaje", "ejercito", "reclutamiento", "ejercito-reclutamiento", "evento", "voluntad", "ojo"
]  # fmt: skip
CARAS: tuple[Cara, ...] = get_args(Cara)
"""Las caras en el orden en que se cuentan."""


class _Modelo(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Region(_Modelo):
    """Una región del tablero. `traduccion`: el nombre español es nuestro, no de los documentos."""

    id: str
    nombre: str
    en: str
    traduccion: bool = False
    nacion: str | None = None
    asentamiento: Asentamiento | None = None
    adyacentes: tuple[str, ...] = Field(min_length=1)

    @property
    def capturable(self) -> bool:
        """Si tiene un asentamiento que se puede capturar (pueblo, ciudad o Baluarte)."""
        return self.asentamiento not in {None, Asentamiento.FORTIFICACION}

    @property
    def acoge(self) -> bool:
        """Si hay en ella una ciudad o un Baluarte, donde la Compañía descansa y despierta naciones."""
        return self.asentamiento in {Asentamiento.CIUDAD, Asentamiento.BALUARTE}


class Nacion(_Modelo):
    """Una nación y su lugar inicial: `pasos` que le faltan hasta «En guerra»."""

    id: str
    nombre: str
    en: str
    bando: Bando
    pasos: int = Field(ge=0, le=3)
    activa: bool


class Personaje(_Modelo):
    """Un Compañero, un Siervo o Gollum. `nivel` None: sin límite."""

    id: str
    nombre: str
    en: str
    bando: Bando
    papel: Literal["companero", "siervo", "gollum"]
    nivel: int | None = Field(default=None, ge=0)
    liderazgo: int = Field(ge=0)
    activa: Literal["todas"] | tuple[str, ...] = ()
    dado_extra: int = 0
    compania: bool = False
    sustituye: str | None = None
    tras_morir: bool = False

    def despierta(self, nacion: str) -> bool:
        """Si este Compañero es capaz de activar esa nación."""
        return self.activa == "todas" or nacion in self.activa


class Ficha(_Modelo):
    """Una ficha de Caza. `valor`: daño, o «ojo» (los éxitos) o «dado» (una tirada de 1d6)."""

    id: str
    clase: Literal["normal", "azul", "roja"]
    valor: int | Literal["ojo", "dado"]
    copias: int = 1
    revela: bool = False
    stop: bool = False
    carta: str | None = None
    en: str | None = None

    @property
    def especial(self) -> bool:
        return self.clase != "normal"

    @property
    def nombre(self) -> str:
        """«2, Revelar», «Ojo, Revelar, STOP», «−1»."""
        numero = str(self.valor).replace("-", "−")
        partes = [{"ojo": "Ojo", "dado": "Dado"}.get(str(self.valor), numero)]
        partes += ["Revelar"] * self.revela + ["STOP"] * self.stop
        return ", ".join(partes)


class _DadosDeBando(_Modelo):
    base: int
    caras: tuple[Cara, ...] = Field(min_length=6, max_length=6)


class DadosDeAccion(_Modelo):
    """Los dados de acción de los dos bandos y qué paga cada cara."""

    libres: _DadosDeBando
    sombra: _DadosDeBando
    nombres: Mapping[str, str]
    sirve: Mapping[str, tuple[Accion, ...]]
    anillos: int

    def de(self, bando: Bando) -> _DadosDeBando:
        return self.libres if bando is Bando.LIBRES else self.sombra
