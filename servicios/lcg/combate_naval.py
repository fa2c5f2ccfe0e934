"""Barcos en combate: quién puede atacar y defender a quién, y a dónde va el daño.

Los ataques de los jugadores solo se calculan, porque el daño de los Enemigos lo llevan ellos; los de los
Barcos-Enemigo se apuntan, porque dañan la flota.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from servicios.errores import ErrorDeDominio
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.lcg import tablas
from servicios.lcg.barcos import DANO_MAXIMO, danar
from servicios.lcg.estado import Quien
from servicios.lcg.estado_naval import Navegacion
from servicios.lcg.texto import BASICO, rechazo
from servicios.texto import cuenta

ENEMIGOS = "003, «Barcos-Enemigos»"
OBJETIVOS = "003, «Barcos-Objetivo»"


class Clase(StrEnum):
    """Lo que puede luchar, según las reglas de barcos."""

    PERSONAJE = "personaje"
    BARCO_OBJETIVO = "barco-objetivo"
    ENEMIGO = "enemigo"
    BARCO_ENEMIGO = "barco-enemigo"


_NOMBRE = {
    Clase.PERSONAJE: "un personaje que no es barco",
    Clase.BARCO_OBJETIVO: "un Barco-Objetivo",
    Clase.ENEMIGO: "un Enemigo que no es barco",
    Clase.BARCO_ENEMIGO: "un Barco-Enemigo",
}
_JUGADORES = {Clase.PERSONAJE, Clase.BARCO_OBJETIVO}


@dataclass(frozen=True)
class Permiso:
    """La respuesta a si uno puede atacar a otro o defender de él. `regla` y `fuente`: por qué."""

    puede: bool
    regla: str
    fuente: str

    @property
    def frase(self) -> str:
        return "Sí puede." if self.puede else "No puede."


@dataclass(frozen=True)
class Golpe:
    """El daño de un ataque con su cuenta. `destruye`: llega a los puntos de impacto del Enemigo."""

    ataque: int
    defensa: int
    dano: int
    destruye: bool

    @property
    def cuenta(self) -> str:
        """«7 − 5 = 2»."""
        return f"{self.ataque} − {self.defensa} = {self.dano}"


class AtaqueDeBarco(Orden):
    """Un Barco-Enemigo ataca a un jugador.

    Attributes:
        jugador: a quién ataca.
        barco: el que defiende o, sin defensa, el que se lleva el daño.
        defiende: si el barco defiende.
        enemigo: identificador del Barco-Enemigo; pone su ataque.
        ataque: el ataque, si el barco no está en la tabla.
        extra: lo que le suman o restan las cartas de sombra y otros efectos.
    """

    jugador: int
    barco: str
    defiende: bool
    enemigo: str | None = None
    ataque: int | None = None
    extra: int = 0


class AtaqueRecibido(Hecho):
    """Un ataque de un Barco-Enemigo; el daño va en el hecho siguiente, si lo hay."""

    tipo = "ataque_de_barco"
    quien: Quien
    barco: str
    defiende: bool
    enemigo: str | None
    ataque: int
    defensa: int
    dano: int

    def relato(self, nombres: Nombres) -> str:
        atacante = tablas.encuentro(self.enemigo).en if self.enemigo else "Un Barco-Enemigo"
        nombre = tablas.barco(self.barco).nombre
        como = f"defiende {nombre}, {self.ataque} − {self.defensa}" if self.defiende else f"sin defensa, {nombre}"
        return f"{atacante} ataca a {self.quien.nombre(nombres)}: {como}: {cuenta(self.dano, 'punto')} de daño."


reglas: Reglas[Any] = Reglas()


def puede_atacar(atacante: Clase, defensor: Clase) -> Permiso:
    """Si una carta de los jugadores puede atacar a ese Enemigo.

    Raises:
        ErrorDeDominio: si la pregunta no es de un jugador contra un Enemigo.
    """
    _comprobar_bandos(atacante, defensor)
    if atacante is Clase.BARCO_OBJETIVO:
        return Permiso(
            defensor is Clase.BARCO_ENEMIGO, "Los Barcos-Objetivo solo pueden atacar a Barcos-Enemigo.", OBJETIVOS
        )
    if defensor is Clase.BARCO_ENEMIGO:
        return Permiso(True, "Un Barco-Enemigo se considera un Enemigo a todos los efectos.", ENEMIGOS)
    return Permiso(True, "Los personajes atacan a los Enemigos.", BASICO)


def puede_defender(defensor: Clase, atacante: Clase) -> Permiso:
    """Si una carta de los jugadores puede defender del ataque de ese Enemigo.

    Raises:
        ErrorDeDominio: si la pregunta no es de un jugador contra un Enemigo.
    """
    _comprobar_bandos(defensor, atacante)
    if atacante is Clase.BARCO_ENEMIGO:
        regla = "De los ataques de Barcos-Enemigo solo pueden defender Barcos-Objetivo."
        return Permiso(defensor is Clase.BARCO_OBJETIVO, regla, ENEMIGOS)
    if defensor is Clase.BARCO_OBJETIVO:
        regla = "Los Barcos-Objetivo solo pueden defender de los ataques de Barcos-Enemigo."
        return Permiso(False, regla, OBJETIVOS)
    return Permiso(True, "Los personajes defienden de los ataques de los Enemigos.", BASICO)


def atacar(barcos: Sequence[str], enemigo: str, extra: int = 0) -> Golpe:
    """El daño de un ataque de barcos de la flota a un Barco-Enemigo, sumando sus ataques.

    Args:
        barcos: identificadores, sin repetir.
        extra: ataque de otros personajes y efectos.

    Raises:
        ErrorDeDominio: si el Enemigo no es un barco, o los barcos no valen.
    """
    if len(set(barcos)) != len(barcos):
        raise ErrorDeDominio("Un barco no puede atacar dos veces en el mismo ataque.")
    ficha = tablas.enemigo(enemigo)
    clase = Clase.BARCO_ENEMIGO if ficha.barco else Clase.ENEMIGO
    permiso = puede_atacar(Clase.BARCO_OBJETIVO, clase)
    if barcos and not permiso.puede:
        raise rechazo(
            f"«{tablas.encuentro(enemigo).en}» no es un barco: tu flota no puede atacarlo.",
            permiso.regla,
            permiso.fuente,
        )
    ataque = max(sum(tablas.barco(barco).ataque for barco in barcos) + extra, 0)
    dano = max(ataque - ficha.defensa, 0)
    return Golpe(ataque, ficha.defensa, dano, dano >= ficha.puntos)


@reglas.decide(AtaqueDeBarco)
def _atacado(partida: Navegacion, orden: AtaqueDeBarco, _contexto: Contexto) -> Sequence[Hecho]:
    jugador = partida.jugador(orden.jugador)
    barco = partida.barco(orden.barco)
    if not orden.defiende and barco.jugador != jugador.numero:
        raise rechazo(
            f"{barco.ficha.nombre} no lo controla el jugador {jugador.numero}: elige un barco suyo.",
            "Sin defensores, el daño se asigna a un Barco-Objetivo que controle el jugador atacado.",
            ENEMIGOS,
        )
    ataque = _ataque(orden)
    defensa = barco.ficha.defensa if orden.defiende else 0
    hecho = AtaqueRecibido(
        quien=jugador.quien,
        barco=barco.id,
        defiende=orden.defiende,
        enemigo=orden.enemigo,
        ataque=ataque,
        defensa=defensa,
        dano=max(ataque - defensa, 0),
    )
    return [hecho, *(danar(partida, barco, hecho.dano) if hecho.dano else [])]


@reglas.aplica(AtaqueRecibido)
def _recibido(partida: Navegacion, _hecho: AtaqueRecibido) -> Navegacion:
    return partida


def _ataque(orden: AtaqueDeBarco) -> int:
    if (orden.enemigo is None) == (orden.ataque is None):
        raise ErrorDeDominio("Elige el Barco-Enemigo de la lista o escribe su ataque, una de las dos cosas.")
    base = orden.ataque or 0
    if orden.enemigo is not None:
        ficha = tablas.enemigo(orden.enemigo)
        if not ficha.barco:
            raise rechazo(
                f"«{tablas.encuentro(orden.enemigo).en}» no es un barco: de su ataque no defiende la flota.",
                "Los Barcos-Objetivo solo pueden defender de los ataques de Barcos-Enemigo.",
                OBJETIVOS,
            )
        base = ficha.ataque
    if not 0 <= base <= DANO_MAXIMO or abs(orden.extra) > DANO_MAXIMO:
        raise ErrorDeDominio(f"El ataque tiene que estar entre 0 y {DANO_MAXIMO}.")
    return max(base + orden.extra, 0)


def _comprobar_bandos(de_jugador: Clase, de_encuentro: Clase) -> None:
    if de_jugador not in _JUGADORES or de_encuentro in _JUGADORES:
        raise ErrorDeDominio(
            f"Pregunta por una carta de los jugadores y un Enemigo; no por {_NOMBRE[de_jugador]} y "
            f"{_NOMBRE[de_encuentro]}."
        )
