"""El libro de un flujo: su estado efectivo, lo que aún se puede deshacer y por qué tirada va.

Puro: ni base de datos, ni azar propio, ni reloj. Para que anotar y deshacer cuesten lo mismo en un flujo de
diez órdenes que en uno de diez mil, el libro solo recuerda los últimos `PROFUNDIDAD` pasos. Más allá lanza
`FaltaHistoria`, y quien tiene el diario lo rehace desde el principio (`servicios/plegado.py`).
"""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from typing import Generic

from servicios.abandono import CIERRE, Abandonado, Abandonar
from servicios.deshacer import (
    HECHOS,
    AceptarDeshacer,
    Deshacer,
    DeshacerPropuesto,
    DeshacerRechazado,
    Deshecho,
    RechazarDeshacer,
    Rehacer,
    Rehecho,
)
from servicios.errores import ErrorDeDominio, SinPermiso, YaHaCambiado
from servicios.hechos import Actor, Agregado, Contexto, Debido, E, Hecho, Orden
from servicios.sal import Salado, Salar, comprobar, juntar
from servicios.tiradas import sorteos
from servicios.vigente import SiSigue

PROFUNDIDAD = 32
"""Cuántas órdenes recuerda un libro para deshacerlas (y cuántas deshechas para rehacerlas)."""


class FaltaHistoria(Exception):
    """Hace falta un paso que el libro ya no recuerda: hay que plegar desde el principio."""


class DiarioIncoherente(Exception):
    """Lo guardado no puede ser: el diario está dañado o alguien lo ha tocado a mano."""


@dataclass(frozen=True, slots=True)
class Anotada:
    """Una orden con los hechos que produjo, tal como está en el diario."""

    numero: int
    autor: int
    momento: datetime
    origen: str
    hechos: tuple[Hecho, ...]

    @property
    def comun(self) -> bool:
        """Si es una orden común (deshacer, rehacer, abandonar, salar): cuenta, pero no se deshace a sí misma."""
        return any(hecho.tipo in HECHOS for hecho in self.hechos)


@dataclass(frozen=True, slots=True)
class Paso(Generic[E]):
    """Una orden que se puede deshacer (o, ya deshecha, rehacer), con el estado de antes y el de después."""

    anotada: Anotada
    tiradas: range
    antes: E
    despues: E

    @property
    def pide_acuerdo(self) -> bool:
        """Si en ella hubo azar o se enseñó algo oculto."""
        return len(self.tiradas) > 0 or any(hecho.muestra for hecho in self.anotada.hechos)


@dataclass(frozen=True)
class Libro(Generic[E]):
    """Lo que hay que saber de un flujo para decidir la orden siguiente. Inmutable.

    Attributes:
        agregado: las reglas del flujo.
        flujo: su identificador.
        estado: el estado efectivo: solo cuentan las órdenes no deshechas.
        version: número de hechos anotados, deshechos incluidos.
        orden: número de la última orden.
        tiradas: cuántas tiradas ha habido, deshechas incluidas.
        pasos: las últimas órdenes efectivas que se pueden deshacer, de la más antigua a la más reciente.
        deshechos: las órdenes que se pueden rehacer; la última, la próxima.
        propuesta: propuesta de deshacer que espera respuesta.
        frontera: número de la última orden que no se deshace, ni ella ni nada anterior.
        faltan_pasos: si hay órdenes que se podrían deshacer anteriores a las recordadas.
        faltan_deshechos: si hay órdenes que se podrían rehacer además de las recordadas.
        abandonado: si se cerró porque nadie lo movía.
        sal: la que han puesto los jugadores, y entra en las tiradas siguientes.
    """

    agregado: Agregado[E]
    flujo: str
    estado: E
    version: int = 0
    orden: int = 0
    tiradas: int = 0
    pasos: tuple[Paso[E], ...] = ()
    deshechos: tuple[Paso[E], ...] = ()
    propuesta: DeshacerPropuesto | None = None
    frontera: int = 0
    faltan_pasos: bool = False
    faltan_deshechos: bool = False
    abandonado: bool = False
    sal: str = ""

    @property
    def cerrado(self) -> bool:
        return self.abandonado or self.agregado.cerrado(self.estado)

    @property
    def debido(self) -> Debido:
        """Lo que se debe enviar y recordar; a lo cerrado ya no se le recuerda nada."""
        debido = self.agregado.debido(self.estado)
        if self.abandonado:
            return Debido((*debido.avisos, CIERRE))
        return Debido(debido.avisos) if self.cerrado else debido

    def decidir(self, orden: Orden, contexto: Contexto) -> list[Hecho]:
        """Los hechos que produce una orden, propia del agregado o común a todo flujo.

        Raises:
            ErrorDeDominio: si no se permite.
            FaltaHistoria: si hay que deshacer o rehacer más atrás de lo que el libro recuerda.
        """
        if self.cerrado:
            raise ErrorDeDominio("Esto ya está cerrado y no admite cambios.", "Lo cerrado no se reabre.")
        match orden:
            case Deshacer():
                return self._deshacer(orden, contexto.actor)
            case AceptarDeshacer():
                return self._aceptar(orden, contexto.actor)
            case RechazarDeshacer():
                return self._rechazar(orden, contexto.actor)
            case Rehacer():
                return self._rehacer(orden, contexto.actor)
            case Abandonar():
                _comprobar_actual(orden.orden, self.orden)
                return [Abandonado()]
            case Salar():
                return self._salar(orden, contexto.actor)
            case SiSigue():
                _comprobar_actual(orden.vista, self.orden)
                return self.decidir(orden.orden, contexto)
            case _:
                return self.agregado.decidir(self.estado, orden, contexto)

    def anotar(self, anotada: Anotada) -> "Libro[E]":
        """El libro con una orden más.

        Raises:
            FaltaHistoria: si deshace o rehace algo que el libro ya no recuerda.
        """
        libro = replace(self, orden=anotada.numero, version=self.version + len(anotada.hechos))
        if anotada.comun:
            return reduce(_anotar_comun, anotada.hechos, libro)
        return _anotar_propia(libro, anotada) if anotada.hechos else libro

    def _ultimo(self) -> Paso[E]:
        if self.pasos:
            return self.pasos[-1]
        if self.faltan_pasos:
            raise FaltaHistoria
        if self.frontera > 1:
            raise ErrorDeDominio(
                "Lo anterior ya es definitivo y no se deshace; corrígelo con una orden nueva.",
                f"La orden {self.frontera} lo cerró.",
            )
        raise ErrorDeDominio("No hay nada que deshacer.")

    def _deshacer(self, orden: Deshacer, actor: Actor) -> list[Hecho]:
        paso = self._ultimo()
        self.agregado.puede_deshacer(self.estado, actor, paso.anotada.hechos)
        _comprobar_actual(orden.orden, paso.anotada.numero)
        if not paso.pide_acuerdo:
            return [_deshecho(paso)]
        if self.propuesta and self._acepta(self.propuesta, actor):
            return [_deshecho(paso, (self.propuesta.persona, actor.persona))]
        if self.agregado.acepta_deshacer(self.estado, actor.persona, actor):
            return [_deshecho(paso)]
        if self.propuesta:
            raise YaHaCambiado("Ya hay una propuesta de deshacer lo último; falta que la otra parte la acepte.")
        return [DeshacerPropuesto(orden=paso.anotada.numero, persona=actor.persona)]

    def _aceptar(self, orden: AceptarDeshacer, actor: Actor) -> list[Hecho]:
        propuesta = self._propuesta(orden.orden)
        if not self._acepta(propuesta, actor):
            raise SinPermiso(
                "Esa propuesta la tiene que aceptar la otra parte, o alguien de la moderación que no juegue.",
                "Hubo azar, o se enseñó algo oculto: no basta con quien lo propone.",
            )
        return [_deshecho(self._ultimo(), (propuesta.persona, actor.persona))]

    def _rechazar(self, orden: RechazarDeshacer, actor: Actor) -> list[Hecho]:
        propuesta = self._propuesta(orden.orden)
        if actor.persona != propuesta.persona and not self._acepta(propuesta, actor):
            raise SinPermiso("Esa propuesta la rechaza la otra parte, o la retira quien la hizo.")
        return [DeshacerRechazado(orden=propuesta.orden, persona=actor.persona)]

    def _rehacer(self, orden: Rehacer, actor: Actor) -> list[Hecho]:
        if not self.deshechos:
            if self.faltan_deshechos:
                raise FaltaHistoria
            raise ErrorDeDominio("No hay nada que rehacer.", "Una orden nueva descarta lo deshecho.")
        anotada = self.deshechos[-1].anotada
        self.agregado.puede_deshacer(self.estado, actor, anotada.hechos)
        _comprobar_actual(orden.orden, anotada.numero)
        return [Rehecho(orden=anotada.numero)]

    def _salar(self, orden: Salar, actor: Actor) -> list[Hecho]:
        juegan = self.agregado.participantes(self.estado)
        if juegan and actor.persona not in juegan:
            raise SinPermiso("La sal la pone quien juega la partida.")
        salado = Salado(persona=actor.persona, sal=orden.sal)
        comprobar(self.sal, salado)
        return [salado]

    def _propuesta(self, orden: int | None) -> DeshacerPropuesto:
        if self.propuesta is None:
            raise YaHaCambiado("Ya no hay ninguna propuesta de deshacer.")
        _comprobar_actual(orden, self.propuesta.orden)
        return self.propuesta

    def _acepta(self, propuesta: DeshacerPropuesto, actor: Actor) -> bool:
        return self.agregado.acepta_deshacer(self.estado, propuesta.persona, actor)


def nuevo(agregado: Agregado[E], flujo: str) -> Libro[E]:
    """El libro en blanco de un flujo."""
    return Libro(agregado, flujo, agregado.inicial())


def es_frontera(anotada: Anotada) -> bool:
    """Si no se deshace: la orden que abre el flujo, o la que contiene un hecho que marca frontera."""
    return anotada.numero == 1 or any(hecho.frontera for hecho in anotada.hechos)


def dar_paso(agregado: Agregado[E], antes: E, anotada: Anotada, previas: int) -> Paso[E]:
    """Aplica los hechos de una orden a un estado; `previas`: tiradas que hubo antes en el flujo."""
    despues = reduce(agregado.aplicar, anotada.hechos, antes)
    cuantas = sum(1 for _ in sorteos(anotada.hechos))
    return Paso(anotada, range(previas + 1, previas + 1 + cuantas), antes, despues)


def _anotar_propia(libro: Libro[E], anotada: Anotada) -> Libro[E]:
    paso = dar_paso(libro.agregado, libro.estado, anotada, libro.tiradas)
    pasos = (*libro.pasos, paso)
    frontera = es_frontera(anotada)
    return replace(
        libro,
        estado=paso.despues,
        tiradas=libro.tiradas + len(paso.tiradas),
        pasos=() if frontera else pasos[-PROFUNDIDAD:],
        faltan_pasos=not frontera and (libro.faltan_pasos or len(pasos) > PROFUNDIDAD),
        frontera=anotada.numero if frontera else libro.frontera,
        deshechos=(),
        faltan_deshechos=False,
        propuesta=None,
    )


def _anotar_comun(libro: Libro[E], hecho: Hecho) -> Libro[E]:
    match hecho:
        case DeshacerPropuesto():
            return replace(libro, propuesta=hecho)
        case Deshecho():
            paso = _cima(libro.pasos, hecho.orden)
            deshechos = (*libro.deshechos, paso)
            return replace(
                libro,
                estado=paso.antes,
                pasos=libro.pasos[:-1],
                deshechos=deshechos[-PROFUNDIDAD:],
                faltan_deshechos=libro.faltan_deshechos or len(deshechos) > PROFUNDIDAD,
                propuesta=None,
            )
        case Rehecho():
            paso = _cima(libro.deshechos, hecho.orden)
            pasos = (*libro.pasos, paso)
            return replace(
                libro,
                estado=paso.despues,
                pasos=pasos[-PROFUNDIDAD:],
                faltan_pasos=libro.faltan_pasos or len(pasos) > PROFUNDIDAD,
                deshechos=libro.deshechos[:-1],
                propuesta=None,
            )
        case Salado():
            return replace(libro, sal=juntar(libro.sal, hecho))
        case Abandonado():
            return replace(libro, propuesta=None, abandonado=True)
        case _:
            return replace(libro, propuesta=None)


def _cima(pila: tuple[Paso[E], ...], orden: int) -> Paso[E]:
    if not pila:
        raise FaltaHistoria
    if pila[-1].anotada.numero != orden:
        raise DiarioIncoherente(f"se deshace o rehace la orden {orden} y la última es otra")
    return pila[-1]


def _deshecho(paso: Paso[E], acuerdo: tuple[int, int] | None = None) -> Deshecho:
    return Deshecho(orden=paso.anotada.numero, tiradas=tuple(paso.tiradas), acuerdo=acuerdo)


def _comprobar_actual(vista: int | None, actual: int) -> None:
    if vista is not None and vista != actual:
        raise YaHaCambiado("Esto ya ha cambiado: alguien se ha adelantado.")
