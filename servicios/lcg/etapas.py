"""El Asedio de Erebor: sus etapas en línea, lo que hay en cada una y quién comparte etapa con quién.

Escenario de aficionados de A Long-extended Party (ALeP). La etapa más al oeste es la primera de la tupla.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from servicios.errores import ErrorDeDominio, NoExiste
from servicios.hechos import Valor
from servicios.lcg import tablas
from servicios.lcg.estado import Jugador, Partida
from servicios.lcg.fichas import EtapaDeAsedio
from servicios.lcg.texto import CARTA, rechazo


class Clase(StrEnum):
    """Las cartas que se siguen en el asedio."""

    ENEMIGO = "enemigo"
    LUGAR = "lugar"
    OBJETIVO = "objetivo"
    SECUNDARIA = "secundaria"  # misión secundaria

    @property
    def nombre(self) -> str:
        return {
            Clase.ENEMIGO: "Enemigo",
            Clase.LUGAR: "Lugar",
            Clase.OBJETIVO: "Objetivo",
            Clase.SECUNDARIA: "misión secundaria",
        }[self]


class Zona(StrEnum):
    PREPARACION = "preparacion"
    ACTIVO = "activo"
    ENFRENTADO = "enfrentado"


class Carta(Valor):
    """Una carta de Encuentro en una etapa.

    Attributes:
        nombre: número del texto con su nombre.
        coste: coste de enfrentamiento, si es un Enemigo.
        etapa: dónde está; un Enemigo enfrentado está en la etapa de su jugador y aquí lleva `None`.
    """

    numero: int
    clase: Clase
    nombre: int
    coste: int | None = None
    etapa: str | None = None
    zona: Zona = Zona.PREPARACION
    jugador: int | None = None


class Etapa(Valor):
    """Una etapa en juego y el daño de su misión principal."""

    id: str
    dano: int = 0

    @property
    def ficha(self) -> EtapaDeAsedio:
        return tablas.etapa(self.id)


class PasoEnCurso(Valor):
    """El paso de la ronda que se está resolviendo y las etapas ya resueltas."""

    id: str
    resueltas: tuple[str, ...] = ()


class Asedio(Partida):
    """Una partida de El Asedio de Erebor.

    Attributes:
        etapas: las que siguen en juego, de oeste a este.
        cartas: las de Encuentro, en el orden en que llegaron.
        puestos: asiento → etapa de cada jugador.
        por_elegir: asientos que aún no han elegido etapa esta ronda, en orden de juego.
        norte: progreso de «Hold the North».
        final_resuelto: si ya se aplicó el daño del final de esta ronda.
        victoria: misiones abandonadas, en la zona de victoria.
    """

    facil: bool = False
    etapas: tuple[Etapa, ...] = ()
    cartas: tuple[Carta, ...] = ()
    ultima_carta: int = 0
    puestos: dict[int, str] = {}
    por_elegir: tuple[int, ...] = ()
    paso: PasoEnCurso | None = None
    norte: int = 0
    final_resuelto: bool = False
    victoria: tuple[str, ...] = ()

    @property
    def umbral(self) -> int:
        """Daño con que se abandona una misión. Externo: carta «Eastern Assault»."""
        umbral = tablas.tablas().asedio.umbral
        return (umbral.facil if self.facil else umbral.normal) + len(self.jugadores)

    @property
    def por_abandonar(self) -> tuple[Etapa, ...]:
        """Las etapas cuya misión ya tiene daño para abandonarla, de oeste a este."""
        return tuple(etapa for etapa in self.etapas if etapa.dano >= self.umbral)

    @property
    def enemigos(self) -> tuple[Carta, ...]:
        """Todos los Enemigos en juego, también los enfrentados."""
        return tuple(carta for carta in self.cartas if carta.clase is Clase.ENEMIGO)

    @property
    def por_resolver(self) -> tuple[Etapa, ...]:
        """Lo que falta del paso en curso, de oeste a este."""
        if self.paso is None:
            return ()
        resueltas = self.paso.resueltas
        return tuple(etapa for etapa in self.etapas if etapa.id not in resueltas)

    def etapa(self, identificador: str) -> Etapa:
        """Una etapa en juego.

        Raises:
            NoExiste: si ya no lo está, o no la hay.
        """
        nombre = tablas.etapa(identificador).nombre
        encontrada = next((e for e in self.etapas if e.id == identificador), None)
        if encontrada is None:
            raise NoExiste(f"La etapa de {nombre} ya no está en juego. Elige una etapa que siga en pie.")
        return encontrada

    def carta(self, numero: int) -> Carta:
        """Una carta en juego.

        Raises:
            NoExiste: si no la hay.
        """
        encontrada = next((c for c in self.cartas if c.numero == numero), None)
        if encontrada is None:
            raise NoExiste(f"No hay ninguna carta con el número {numero}. Elige una de la lista.")
        return encontrada

    def con_carta(self, carta: Carta) -> Self:
        return self.con(cartas=tuple(carta if c.numero == carta.numero else c for c in self.cartas))

    def con_etapa(self, etapa: Etapa) -> Self:
        return self.con(etapas=tuple(etapa if e.id == etapa.id else e for e in self.etapas))

    def al_eliminar(self, numero: int) -> Self:
        """Los Enemigos de quien cae vuelven al área de preparación de su etapa. Externo: reglamento básico."""
        etapa = self.puestos.get(numero, self.etapas[0].id if self.etapas else None)
        libre = {"zona": Zona.PREPARACION, "jugador": None, "etapa": etapa}
        return self.con(
            cartas=tuple(c.con(**libre) if c.jugador == numero else c for c in self.cartas),
            puestos={asiento: e for asiento, e in self.puestos.items() if asiento != numero},
            por_elegir=tuple(asiento for asiento in self.por_elegir if asiento != numero),
        )

    def al_pasar_ronda(self) -> Self:
        """Cada jugador vuelve a elegir etapa, en orden de juego."""
        return self.con(por_elegir=tuple(j.numero for j in self.orden_de_juego), paso=None, final_resuelto=False)

    def comprobar_fin_de_ronda(self) -> None:
        comprobar_pendientes(self)
        if not self.final_resuelto:
            raise rechazo(
                "Antes de pasar de ronda, aplica el daño del final de la ronda.",
                "Al final de cada ronda las misiones reciben daño por los Enemigos de su área de preparación.",
                CARTA,
            )


def comprobar_pendientes(asedio: Asedio) -> None:
    """Comprueba que no queda nada que impida seguir con la ronda.

    Raises:
        ErrorDeDominio: si hay una misión por abandonar, un paso a medias o alguien por elegir etapa.
    """
    comprobar_abandonos(asedio)
    if asedio.por_elegir:
        raise rechazo(
            f"Antes tiene que elegir etapa el jugador {asedio.por_elegir[0]}.",
            "Al comienzo de la ronda cada jugador, en orden de juego, elige una etapa.",
            "004, «Múltiples etapas y misiones principales»",
        )
    if asedio.por_resolver:
        nombre = asedio.por_resolver[0].ficha.nombre
        raise rechazo(
            f"El paso en curso está a medias: falta {nombre}.",
            "Cada paso se resuelve de oeste a este en todas las etapas antes de comenzar el siguiente.",
            "004, «Oeste y este»",
        )


def comprobar_abandonos(asedio: Asedio) -> None:
    """Comprueba que ninguna misión espera a que se abandone.

    Raises:
        ErrorDeDominio: si alguna tiene daño bastante.
    """
    if asedio.por_abandonar:
        nombre = asedio.por_abandonar[0].ficha.nombre
        raise rechazo(
            f"Antes hay que abandonar {nombre}: su daño ha llegado a {asedio.umbral}.",
            "Una misión con ese daño se abandona.",
            CARTA,
        )


def vecina(asedio: Asedio, etapa: str, lado: str) -> Etapa | None:
    """La etapa en juego más cercana al oeste o al este (`lado`), o `None` si no hay."""
    orden = [e.id for e in tablas.tablas().asedio.etapas]
    lugar = orden.index(etapa)
    if lado == "oeste":
        return next((e for e in reversed(asedio.etapas) if orden.index(e.id) < lugar), None)
    return next((e for e in asedio.etapas if orden.index(e.id) > lugar), None)


def jugadores_en(asedio: Asedio, etapa: str) -> tuple[Jugador, ...]:
    """Los jugadores de una etapa, en orden de juego."""
    return tuple(j for j in asedio.orden_de_juego if asedio.puestos.get(j.numero) == etapa)


def etapa_de(asedio: Asedio, carta: Carta) -> str | None:
    """Dónde está una carta: un Enemigo enfrentado, donde su jugador. `None`: su jugador no ha elegido aún."""
    return carta.etapa if carta.jugador is None else asedio.puestos.get(carta.jugador)


def cartas_en(asedio: Asedio, etapa: str) -> tuple[Carta, ...]:
    """Las cartas de una etapa, incluidos los Enemigos enfrentados a sus jugadores."""
    return tuple(carta for carta in asedio.cartas if etapa_de(asedio, carta) == etapa)


def preparacion(asedio: Asedio, etapa: str) -> tuple[Carta, ...]:
    """Las cartas del área de preparación de una etapa."""
    return tuple(c for c in asedio.cartas if c.etapa == etapa and c.zona is Zona.PREPARACION)


def lugar_activo(asedio: Asedio, etapa: str) -> Carta | None:
    """El Lugar activo de una etapa, si lo tiene."""
    return next((c for c in asedio.cartas if c.etapa == etapa and c.zona is Zona.ACTIVO), None)


@dataclass(frozen=True)
class Reunion:
    """La respuesta a «¿comparten etapa?». `donde`: la etapa de cada cosa, en el orden de la pregunta."""

    comparten: bool
    donde: tuple[str, ...]


def comparten_etapa(asedio: Asedio, jugadores: Sequence[int] = (), cartas: Sequence[int] = ()) -> Reunion:
    """Si unos jugadores y unas cartas están en la misma etapa, y cada cual dónde.

    Fuera de ella no se puede jugar una carta ni aplicar la capacidad de una carta de jugador.
    Fuente: 004, «Múltiples etapas y misiones principales».

    Raises:
        ErrorDeDominio: si se pregunta por menos de dos, o alguien no ha elegido etapa.
    """
    if len(jugadores) + len(cartas) < 2:
        raise ErrorDeDominio("Elige al menos dos jugadores o cartas para saber si comparten etapa.")
    donde = [asedio.puestos.get(asedio.jugador(numero).numero) for numero in jugadores]
    donde += [etapa_de(asedio, asedio.carta(numero)) for numero in cartas]
    sabidas = tuple(etapa for etapa in donde if etapa is not None)
    if len(sabidas) < len(donde):
        raise ErrorDeDominio("Alguien no ha elegido etapa todavía; cuando elija podré decirlo.")
    return Reunion(len(set(sabidas)) == 1, sabidas)
