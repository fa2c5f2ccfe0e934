"""Hechos y órdenes: el modelo de todo lo que tiene estado (un torneo, una partida, una mesa de dados).

Un *agregado* son dos funciones puras repartidas en reglas por asunto:

- `decidir(estado, orden, contexto)` comprueba la orden y devuelve los hechos que produce; si la regla no lo
  permite lanza `ErrorDeDominio`. Solo ella usa el azar, y escribe en el hecho lo que salió.
- `aplicar(estado, hecho)` da el estado siguiente: total, determinista, sin azar ni reloj.

Cada archivo de reglas tiene su `Reglas()` y el agregado los reúne, como un enrutador reúne rutas::

    reglas = Reglas[Estado]()

    @reglas.decide(Subir)
    def subir(estado: Estado, orden: Subir, contexto: Contexto) -> list[Hecho]: ...

    @reglas.aplica(Subido)
    def subido(estado: Estado, hecho: Subido) -> Estado: ...

    MESA = Agregado("mesa", Estado, [reglas, otras.reglas])
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from servicios.azar import Azar
from servicios.errores import ErrorDeDominio, SinPermiso

SISTEMA = 0
"""Número de persona de lo que hace el bot por sí mismo (un plazo que vence)."""


class Valor(BaseModel):
    """Valor inmutable y validado: base de estados, hechos y órdenes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def con(self, **cambios: Any) -> Any:
        """Una copia con esos campos cambiados."""
        return self.model_copy(update=cambios)


class Rol(StrEnum):
    """Lo que una persona puede ser en un servidor, aparte de jugar."""

    MODERADOR = "moderador"  # permiso «Gestionar servidor»
    COORDINADOR = "coordinador"
    ARBITRO = "arbitro"


@dataclass(frozen=True)
class Actor:
    """Quien da la orden: su número de persona y sus roles en este servidor."""

    persona: int
    roles: frozenset[Rol] = frozenset()

    def es(self, *roles: Rol) -> bool:
        return bool(self.roles.intersection(roles))


class Nombres(Protocol):
    """Cómo se llama cada persona y qué dice cada texto, al contar la historia."""

    def persona(self, numero: int) -> str: ...

    def texto(self, numero: int) -> str: ...


class Textos:
    """Los textos libres de un flujo, fuera de los hechos para que se puedan borrar.

    Args:
        conocidos: los ya guardados, por número (no se copian ni se cambian).
        ultimo: el número más alto que se ha dado, aunque su texto esté borrado.
    """

    def __init__(self, conocidos: Mapping[int, str] | None = None, ultimo: int | None = None) -> None:
        self._conocidos = {} if conocidos is None else conocidos
        self.ultimo = max(self._conocidos, default=0) if ultimo is None else ultimo
        self.nuevos: dict[int, tuple[str, int | None]] = {}

    def anotar(self, texto: str, persona: int | None = None) -> int:
        """Guarda un texto y devuelve su número. `persona`: de quién habla o quién lo escribió."""
        self.ultimo += 1
        self.nuevos[self.ultimo] = (texto, persona)
        return self.ultimo

    def __getitem__(self, numero: int) -> str:
        if numero in self.nuevos:
            return self.nuevos[numero][0]
        return self._conocidos.get(numero, "[texto borrado]")


@dataclass
class Contexto:
    """Lo que una decisión puede mirar además del estado.

    Attributes:
        actor: quien da la orden.
        ahora: instante de la orden (UTC).
        azar: fuente de azar de esta orden.
        origen: identidad de la orden (id de interacción, `aviso:<id>`, `import:<hash>`).
        textos: textos libres del flujo; `textos.anotar(...)` guarda uno nuevo.
    """

    actor: Actor
    ahora: datetime
    azar: Azar
    origen: str
    textos: Textos = field(default_factory=Textos)


class Orden(Valor):
    """Lo que alguien pide. Lleva valores ya leídos, nunca objetos de Discord."""


class Vencido(Orden):
    """Un recordatorio que ha llegado a su hora; `tarde`: segundos de retraso (0 si fue puntual)."""

    clave: str
    tarde: int = 0


class Hecho(Valor):
    """Algo que ha ocurrido y ya no cambia.

    Cada clase concreta declara su `tipo` (estable: está en el diario) y cuenta lo ocurrido con `relato`. Si
    su forma cambia, sube `version` y enseña a leer las antiguas en `actualizar`.
    """

    tipo: ClassVar[str]
    version: ClassVar[int] = 1
    muestra: ClassVar[bool] = False
    """Enseña algo que estaba oculto: deshacerlo pide el acuerdo de la otra parte, como si hubiera azar."""
    frontera: ClassVar[bool] = False
    """No se deshace nada de este hecho ni anterior a él (una ronda publicada)."""

    def relato(self, nombres: Nombres) -> str:
        """Una línea para el historial, en español."""
        raise NotImplementedError

    @classmethod
    def actualizar(cls, cuerpo: dict[str, Any], version: int) -> dict[str, Any]:
        """Convierte el cuerpo de una versión anterior al de la presente."""
        raise NotImplementedError(f"{cls.__name__} no sabe leer la versión {version}")

    @classmethod
    def leer_cuerpo(cls, cuerpo: Mapping[str, Any]) -> Self:
        """El hecho que se guardó con ese cuerpo JSON, sea cual sea la versión con que se escribió."""
        datos = dict(cuerpo)
        version = datos.pop("v", 1)
        return cls.model_validate(datos if version == cls.version else cls.actualizar(datos, version))


class Aviso(Valor):
    """Un mensaje que se debe por lo que dice el estado. Lo envía la bandeja de salida, una sola vez.

    Attributes:
        clave: identidad dentro del flujo (`ronda:3:publicada:0`).
        plantilla: qué presentación lo dibuja, en `cogs/`.
        datos: lo que la presentación necesita además del estado.
        menciones: números de las personas a las que sí se avisa con una mención.
        destino: `canal` del flujo, `coordinacion` (canal de coordinación), `hilo:<clave>` o `persona:<número>` (un mensaje
            directo).
    """

    clave: str
    plantilla: str
    datos: Mapping[str, Any] = {}
    menciones: tuple[int, ...] = ()
    destino: str = "canal"


class Recordatorio(Valor):
    """Algo que hacer a una hora. Al vencer da la orden `Vencido(clave=...)`."""

    clave: str
    vence: datetime


E = TypeVar("E", bound=Valor)
O = TypeVar("O", bound=Orden)  # noqa: E741
H = TypeVar("H", bound=Hecho)

Decision = Callable[[E, O, Contexto], Sequence[Hecho]]
Efecto = Callable[[E, H], E]


class Reglas(Generic[E]):
    """Las órdenes y los hechos de un asunto, con la función pura de cada uno."""

    def __init__(self) -> None:
        self.decisiones: dict[type[Orden], Callable[[Any, Any, Contexto], Sequence[Hecho]]] = {}
        self.efectos: dict[type[Hecho], Callable[[Any, Any], Any]] = {}

    def decide(self, orden: type[O]) -> Callable[[Decision[E, O]], Decision[E, O]]:
        """Registra la función que decide sobre esa orden."""

        def registrar(funcion: Decision[E, O]) -> Decision[E, O]:
            self.decisiones[orden] = funcion
            return funcion

        return registrar

    def aplica(self, hecho: type[H]) -> Callable[[Efecto[E, H]], Efecto[E, H]]:
        """Registra la función que aplica ese hecho."""

        def registrar(funcion: Efecto[E, H]) -> Efecto[E, H]:
            self.efectos[hecho] = funcion
            return funcion

        return registrar


@dataclass(frozen=True)
class Debido:
    """Lo que un estado debe: avisos por enviar (o ya enviados y aún ciertos) y recordatorios por vencer."""

    avisos: tuple[Aviso, ...] = ()
    recordatorios: tuple[Recordatorio, ...] = ()


def _sin_deudas(_estado: Any) -> Debido:
    return Debido()


def _sin_bandos(_estado: Any) -> Mapping[int, str]:
    return {}


def _no_cerrado(_estado: Any) -> bool:
    return False


def _donde_estaba(_estado: Any) -> int | None:
    return None


def _otro_bando_o_moderador(
    bandos: Callable[[Any], Mapping[int, str]], estado: Any, propone: int, actor: Actor
) -> bool:
    lados = bandos(estado)
    if actor.persona not in lados:
        return actor.es(Rol.MODERADOR)
    return propone in lados and lados[propone] != lados[actor.persona]


def _jugador_o_moderador(bandos: Callable[[Any], Mapping[int, str]], estado: Any, actor: Actor) -> None:
    if actor.persona not in bandos(estado) and not actor.es(Rol.MODERADOR):
        raise SinPermiso("Solo quien juega esta partida, o la moderación, puede deshacer.")


class Agregado(Generic[E]):
    """Una clase de flujo: su estado y sus reglas.

    Args:
        nombre: identificador estable de la clase (`torneo`, `guerra`, `isla`…).
        estado: modelo del estado; `estado()` sin argumentos es el inicial.
        reglas: las de cada asunto.
        familia: en un canal hay a la vez un solo flujo abierto de cada familia.
        debido: qué se debe enviar o recordar según el estado.
        bandos: quién juega y en qué bando, para saber quién acepta deshacer una tirada.
        cerrado: si el estado ya no admite órdenes.
        canal: el canal en que debe estar según su estado; `None`, donde esté. Para que deshacer una mudanza lo
            devuelva a su canal, el estado ha de decirlo desde que se abre.
        puede_deshacer: lanza `SinPermiso` si esa persona no puede pedir que se deshagan, o se rehagan, esos hechos.
        acepta_deshacer: dados el estado, quién lo propone y otra persona, si el acuerdo de esta basta para
            deshacer una orden con azar. Por defecto, la otra parte o la moderación que no juega.
        revision: sube cuando cambia lo que significa un estado guardado sin que cambie su forma; descarta
            las instantáneas anteriores.
    """

    def __init__(
        self,
        nombre: str,
        estado: type[E],
        reglas: Iterable[Reglas[E]],
        *,
        familia: Literal["partida", "torneo", "dia"] = "partida",
        debido: Callable[[E], Debido] = _sin_deudas,
        bandos: Callable[[E], Mapping[int, str]] = _sin_bandos,
        cerrado: Callable[[E], bool] = _no_cerrado,
        canal: Callable[[E], int | None] = _donde_estaba,
        puede_deshacer: Callable[[E, Actor, Sequence[Hecho]], None] | None = None,
        acepta_deshacer: Callable[[E, int, Actor], bool] | None = None,
        revision: int = 1,
    ) -> None:
        self.nombre = nombre
        self.estado = estado
        self.familia = familia
        self.debido = debido
        self.bandos = bandos
        self.cerrado = cerrado
        self.canal = canal
        self.puede_deshacer = puede_deshacer or (lambda e, a, _hechos: _jugador_o_moderador(bandos, e, a))
        self.acepta_deshacer = acepta_deshacer or (lambda e, p, a: _otro_bando_o_moderador(bandos, e, p, a))
        self.revision = revision
        self._decisiones: dict[type[Orden], Callable[[Any, Any, Contexto], Sequence[Hecho]]] = {}
        self._efectos: dict[type[Hecho], Callable[[Any, Any], Any]] = {}
        self.hechos: dict[str, type[Hecho]] = {}
        for grupo in reglas:
            self._reunir(grupo)

    def _reunir(self, grupo: Reglas[E]) -> None:
        repetidas = self._decisiones.keys() & grupo.decisiones.keys()
        repetidos = self.hechos.keys() & {hecho.tipo for hecho in grupo.efectos}
        if repetidas or repetidos:
            raise ValueError(f"reglas repetidas en «{self.nombre}»: {repetidas or repetidos}")
        self._decisiones |= grupo.decisiones
        self._efectos |= grupo.efectos
        self.hechos |= {hecho.tipo: hecho for hecho in grupo.efectos}

    def inicial(self) -> E:
        """El estado antes del primer hecho."""
        return self.estado()

    def participantes(self, estado: E) -> Collection[int]:
        """Quién toma parte, y no puede borrar sus datos mientras esto siga abierto: quienes tienen bando."""
        return self.bandos(estado).keys()

    def decidir(self, estado: E, orden: Orden, contexto: Contexto) -> list[Hecho]:
        """Los hechos que produce una orden.

        Raises:
            ErrorDeDominio: si las reglas no la permiten.
        """
        decision = self._decisiones.get(type(orden))
        if decision is None:
            raise ErrorDeDominio("Eso no se puede hacer en esta clase de partida.")
        return list(decision(estado, orden, contexto))

    def aplicar(self, estado: E, hecho: Hecho) -> E:
        """El estado después de un hecho."""
        return self._efectos[type(hecho)](estado, hecho)

    def leer(self, tipo: str, cuerpo: Mapping[str, Any]) -> Hecho:
        """Un hecho guardado, sea cual sea la versión con que se escribió."""
        return self.hechos[tipo].leer_cuerpo(cuerpo)

    @staticmethod
    def escribir(hecho: Hecho) -> dict[str, Any]:
        """El cuerpo JSON con que se guarda un hecho, con su versión."""
        return {"v": hecho.version, **hecho.model_dump(mode="json")}
