"""Los datos de las consultas tal como están en `datos/`: cartas, erratas, aclaraciones y temas de reglas.

Todo es inmutable y se valida al cargar. `datos/README.md` explica cada campo a quien los corrige.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
IdCarta = Annotated[str, StringConstraints(pattern=r"^(TW|TD|DM|LE|AS|WH|BA)-\d{1,3}$")]
Texto = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Juego = Literal["satm", "guerra", "lcg"]
Formato = Literal["mago-mago", "mago-espectro"]


class _Modelo(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Documento(_Modelo):
    """Un documento fuente: `clave` («000») y título con que se cita."""

    clave: Annotated[str, StringConstraints(pattern=r"^\d{3}$")]
    titulo: Texto
    juego: Juego


class Fuente(_Modelo):
    """De dónde sale una entrada: documento («000») y título de la sección dentro de él."""

    documento: Annotated[str, StringConstraints(pattern=r"^\d{3}$")]
    seccion: Texto


class Carta(_Modelo):
    """Una carta del catálogo de SATM. Los números son cadenas: «4(6)» es «4, o 6 si se da la condición»."""

    id: IdCarta
    nombre_es: Texto
    nombre_en: Texto
    tipo: Texto
    subtipo: str = ""
    alineamiento: str = ""
    coleccion: Texto
    unica: bool = False
    detalles: tuple[tuple[str, str], ...] = ()
    """Pares (rótulo, valor) en el orden en que se muestran: «mente» → «6», «región» → «Udûn»…"""

    @property
    def clase(self) -> str:
        """Tipo y subtipo, sin decir dos veces lo mismo: «objeto mayor», «suceso breve de recurso», «personaje · avatar»."""
        if self.subtipo.lower().startswith(self.tipo):
            return self.subtipo
        comun, _, resto = self.tipo.partition(" ")
        if resto and self.subtipo.startswith(f"{comun} "):
            return f"{self.subtipo} {resto}"
        return " · ".join(filter(None, (self.tipo, self.subtipo)))


class _Operacion(_Modelo):
    """Lo que una errata hace, con lo que convenga advertir."""

    nota: Texto | None = None


class Sustituir(_Operacion):
    """Cambia un fragmento. O se cita lo que había (`antes`), o se dice qué parte es (`parte`)."""

    tipo: Literal["sustituir"]
    antes: Texto | None = None
    parte: Texto | None = None
    despues: Texto

    @model_validator(mode="after")
    def _algo_que_sustituir(self) -> "Sustituir":
        if (self.antes is None) == (self.parte is None):
            raise ValueError("«sustituir» lleva «antes» o «parte», uno de los dos")
        return self


class Anadir(_Operacion):
    """Añade texto a la carta; `donde`: «al principio», «al final del primer párrafo»…"""

    tipo: Literal["añadir"]
    texto: Texto
    donde: Texto | None = None


class Retirar(_Operacion):
    """Quita un fragmento citado."""

    tipo: Literal["retirar"]
    texto: Texto


class TextoCompleto(_Operacion):
    """Da el texto entero de la carta, ya corregido."""

    tipo: Literal["texto completo"]
    texto: Texto


class CambioDeValor(_Operacion):
    """Corrige un atributo: «resistencia», «puntos de victoria», «habilidades», «jugable»…"""

    tipo: Literal["valor"]
    atributo: Texto
    antes: Texto | None = None
    despues: Texto


class CambioDeTipo(_Operacion):
    """Corrige la clase de carta («suceso breve» en vez de «suceso duradero»)."""

    tipo: Literal["tipo"]
    antes: Texto | None = None
    despues: Texto


class Norma(_Operacion):
    """Una errata que dicta cómo se juega, sin tocar el texto impreso."""

    tipo: Literal["norma"]
    texto: Texto


Operacion = Annotated[
    Sustituir | Anadir | Retirar | TextoCompleto | CambioDeValor | CambioDeTipo | Norma,
    Field(discriminator="tipo"),
]


class NoAplica(_Modelo):
    """Cartas a las que el encabezado haría pensar que alcanza, y por qué no es así."""

    cartas: tuple[IdCarta, ...] = Field(min_length=1)
    texto: Texto


class _Entrada(_Modelo):
    id: Id
    encabezado: Texto
    """Como debe leerse; la grafía errónea del documento va en `alias`."""
    alias: tuple[Texto, ...] = ()
    cartas: tuple[IdCarta, ...] = Field(min_length=1)
    """Las cartas a las que alcanza, la principal primero. Varias en los encabezados de grupo."""
    no_aplica: tuple[NoAplica, ...] = ()
    fuente: Fuente
    notas: tuple[Texto, ...] = ()
    """Avisos de quien cuida los datos: dónde discrepan los documentos, qué se ha decidido."""


class Errata(_Entrada):
    """Corrección del texto o de los valores de una carta."""

    operaciones: tuple[Operacion, ...] = Field(min_length=1)


def _punto_suelto(valor: object) -> object:
    return {"texto": valor} if isinstance(valor, str) else valor


class Punto(_Modelo):
    """Una resolución. `repite_errata`: id de la errata que ya dice lo mismo (se muestra una sola vez)."""

    texto: Texto
    repite_errata: Id | None = None


class Aclaracion(_Entrada):
    """Cómo se interpreta una carta; cada resolución es un punto."""

    puntos: tuple[Annotated[Punto, BeforeValidator(_punto_suelto)], ...] = Field(min_length=1)


class Variante(_Modelo):
    """Lo que un artículo del reglamento de torneos dice solo en uno de los dos formatos."""

    formato: Formato
    texto: Texto


class Seccion(_Modelo):
    """Parte de un tema que se lee de una vez. El texto admite listas («- »), negrita y cita («> »)."""

    id: Id
    titulo: Texto
    texto: Texto
    variantes: tuple[Variante, ...] = ()
    fuente: Fuente
    notas: tuple[Texto, ...] = ()


class Tema(_Modelo):
    """Un tema de reglas: lo esencial en `resumen` y el resto en secciones cortas."""

    id: Id
    juego: Juego
    titulo: Texto
    alias: tuple[Texto, ...] = ()
    resumen: Texto
    secciones: tuple[Seccion, ...] = Field(min_length=1)
    creditos: Texto | None = None

    @model_validator(mode="after")
    def _secciones_distintas(self) -> "Tema":
        if len({s.id for s in self.secciones}) < len(self.secciones):
            raise ValueError("hay dos secciones con el mismo id")
        return self
