"""Cuentas y recordatorios de palabras clave: Resistencia, Tiro con arco, Oleada y Protegido. No guardan nada."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from servicios.errores import ErrorDeDominio
from servicios.lcg.estado import JUGADORES_MAXIMOS
from servicios.lcg.texto import rechazo
from servicios.texto import cuenta

RESISTENCIA = "004, «Resistencia X»"
ARCO = "003 y 004, «Tiro con arco X»"
OLEADA = "002, «Oleada»"
PROTEGIDO = "002, «Protegido»"
MAXIMO = 99


@dataclass(frozen=True)
class Cuenta:
    """Un número con su operación escrita («4 − 1 = 3») y la regla de donde sale."""

    valor: int
    operacion: str
    regla: str
    fuente: str


@dataclass(frozen=True)
class Arquero:
    """Cartas iguales con Tiro con arco X. `x` None: X es el número de jugadores."""

    x: int | None
    copias: int = 1


def resistencia(danos: Sequence[int], x: int) -> Cuenta:
    """El daño que sufre un Enemigo con Resistencia X: cada vez que se le inflige, X menos.

    Args:
        danos: puntos de cada vez que se le inflige daño.

    Raises:
        ErrorDeDominio: si los números no valen.
    """
    if not danos or any(not 0 <= dano <= MAXIMO for dano in danos) or not 0 <= x <= MAXIMO:
        raise ErrorDeDominio(f"Escribe el daño y la Resistencia con números de 0 a {MAXIMO}.")
    partes = [f"{dano} − {x} = {max(dano - x, 0)}" for dano in danos]
    total = sum(max(dano - x, 0) for dano in danos)
    operacion = " · ".join(partes) + (f" · en total, {total}" if len(partes) > 1 else "")
    regla = "Cada vez que se le inflige daño a un Enemigo con Resistencia X, sufre X menos."
    return Cuenta(total, operacion, regla, RESISTENCIA)


def tiro_con_arco(arqueros: Sequence[Arquero], jugadores: int) -> Cuenta:
    """El daño que los jugadores reparten al comienzo del combate: la suma de todo el Tiro con arco en juego.

    Raises:
        ErrorDeDominio: si los números no valen.
    """
    if not 1 <= jugadores <= JUGADORES_MAXIMOS:
        raise ErrorDeDominio(f"Juegan de 1 a {JUGADORES_MAXIMOS} jugadores.")
    if any(not 0 <= (a.x or 0) <= MAXIMO or not 1 <= a.copias <= MAXIMO for a in arqueros):
        raise ErrorDeDominio(f"Escribe el valor y las copias con números hasta {MAXIMO}.")
    valores = [(jugadores if a.x is None else a.x, a.copias) for a in arqueros]
    total = sum(x * copias for x, copias in valores)
    sumandos = " + ".join(f"{copias} × {x}" if copias > 1 else f"{x}" for x, copias in valores)
    regla = "Los valores de todas las cartas en juego se acumulan, y la Defensa no bloquea este daño."
    return Cuenta(total, f"{sumandos or '0'} = {total}", regla, ARCO)


def comprobar_reparto(total: int, reparto: Mapping[str, int]) -> None:
    """Comprueba que un reparto del daño de Tiro con arco es legal: todo, entre personajes en juego.

    Args:
        reparto: puntos de cada personaje, lo controle quien lo controle.

    Raises:
        ErrorDeDominio: si falta o sobra daño.
    """
    dado = sum(reparto.values())
    if any(puntos < 1 for puntos in reparto.values()) or dado != total:
        raise rechazo(
            f"Hay que repartir {cuenta(total, 'punto')} de daño, y el reparto suma {dado}.",
            "Se inflige tanto daño como el Tiro con arco acumulado; si no hay acuerdo, decide el jugador inicial.",
            ARCO,
        )


class Tipo(StrEnum):
    """Los tipos de carta de Encuentro que importan al revelar."""

    ENEMIGO = "enemigo"
    LUGAR = "lugar"
    TRAICION = "traicion"
    OBJETIVO = "objetivo"


COMO_SALE = {
    Tipo.ENEMIGO: "Sale cuando el Enemigo abandona el juego, derrotado o por el efecto de una carta.",
    Tipo.LUGAR: "Sale cuando el Lugar abandona el juego, explorado por completo o por el efecto de una carta.",
    Tipo.TRAICION: "Se activa al revelarse, y sale al resolver o cancelar sus efectos.",
}
"""Cómo se elimina cada carta unida a un Objetivo Protegido."""


@dataclass(frozen=True)
class Revelacion:
    """Por dónde va una revelación con Oleada. `faltan`: cartas por revelar todavía."""

    reveladas: int
    faltan: int
    pasos: tuple[str, ...]
    fuente: str = OLEADA


def oleada(reveladas: Sequence[bool], previstas: int = 1) -> Revelacion:
    """Lo que falta por revelar: cada carta con Oleada añade una.

    Args:
        reveladas: las ya reveladas, en orden; True si llevan Oleada.
        previstas: las que tocaba revelar de por sí.

    Raises:
        ErrorDeDominio: si se han revelado más de las que tocaban.
    """
    faltan = previstas + sum(reveladas) - len(reveladas)
    if previstas < 1 or faltan < 0:
        raise ErrorDeDominio("Se han revelado más cartas de las que tocaban; revisa cuáles llevan Oleada.")
    pasos = (
        "Revela la carta y resuelve sus efectos al ser revelada.",
        "Inmediatamente después, si lleva Oleada, revela 1 carta más del mazo de Encuentros.",
        "Con la carta nueva se hace lo mismo." if faltan else "No queda ninguna carta por revelar.",
    )
    return Revelacion(len(reveladas), faltan, pasos)


@dataclass(frozen=True)
class Revelada:
    """Una carta revelada al resolver Protegido. `protegido`: es un Objetivo que también lleva la palabra clave."""

    tipo: Tipo
    amenaza: int = 0
    protegido: bool = False


@dataclass(frozen=True)
class Union:
    """Un Objetivo Protegido (por orden de llegada) y la carta unida a él."""

    objetivo: int
    carta: Revelada

    @property
    def como_sale(self) -> str:
        return COMO_SALE[self.carta.tipo]


@dataclass(frozen=True)
class Proteccion:
    """Por dónde va un Objetivo Protegido.

    Attributes:
        uniones: qué carta queda unida a cada Objetivo.
        sin_unir: Objetivos Protegidos que esperan carta: hay que revelar una más por cada uno.
        sueltos: Objetivos que han aparecido después y están en el área de preparación.
        amenaza: la que suman al área los Enemigos y Lugares unidos.
    """

    uniones: tuple[Union, ...]
    sin_unir: int
    sueltos: int
    amenaza: int
    pasos: tuple[str, ...]
    fuente: str = PROTEGIDO


def protegido(reveladas: Sequence[Revelada]) -> Proteccion:
    """Lo que pasa al entrar un Objetivo Protegido, según lo revelado después de él.

    La primera carta que no es un Objetivo se une al primero que espera; los Objetivos que aparezcan van al área de
    preparación, y los que a su vez lleven Protegido se ponen a la cola. Fuente: 002, «Protegido».

    Raises:
        ErrorDeDominio: si se han revelado más cartas de las que hacían falta.
    """
    esperan, llegados = [1], 1
    uniones: list[Union] = []
    for carta in reveladas:
        if not esperan:
            raise ErrorDeDominio("Sobran cartas: el Objetivo ya tenía unida la suya.")
        if carta.tipo is not Tipo.OBJETIVO:
            uniones.append(Union(esperan.pop(0), carta))
            continue
        llegados += 1
        if carta.protegido:
            esperan.append(llegados)
    amenaza = sum(u.carta.amenaza for u in uniones if u.carta.tipo in {Tipo.ENEMIGO, Tipo.LUGAR})
    pasos = _pasos(uniones, len(esperan), llegados)
    return Proteccion(tuple(uniones), len(esperan), llegados - 1, amenaza, pasos)


def puede_reclamar(unidas: int) -> Cuenta:
    """Si se puede reclamar un Objetivo que tiene `unidas` cartas de Encuentro todavía (`valor` 1, sí; 0, no)."""
    if unidas < 0:
        raise ErrorDeDominio("Di cuántas cartas de Encuentro siguen unidas al Objetivo: 0 o más.")
    regla = "No se puede reclamar el Objetivo mientras tenga unida una carta de Encuentro; después, como diga su texto."
    return Cuenta(int(unidas == 0), cuenta(unidas, "carta unida", "cartas unidas"), regla, PROTEGIDO)


def _pasos(uniones: Sequence[Union], esperan: int, objetivos: int) -> tuple[str, ...]:
    pasos = [f"Objetivo {u.objetivo}: tiene unida una carta. {u.como_sale}" for u in uniones]
    if esperan:
        pasos.append("Revela la siguiente carta del mazo de Encuentros y únela al Objetivo que espera.")
        pasos.append("Si es otro Objetivo, ponlo en el área de preparación y revela la siguiente.")
    elif objetivos == 1:
        pasos.append("El Objetivo y su carta están en el área de preparación. Sin la carta, se podrá reclamar.")
    else:
        pasos.append(
            f"Los {objetivos} Objetivos están en el área de preparación. Sin carta unida, se podrán reclamar."
        )
    return tuple(pasos)
