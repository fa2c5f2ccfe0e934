"""Emparejar una ronda: un único emparejamiento de peso máximo con claves en orden estricto.

Quien descansa juega contra un jugador fantasma, así que rivales y descanso se eligen a la vez. Dos personas
que ya jugaron no tienen arista, de modo que una repetición es imposible, no solo cara. El coste de una
arista son cantidades en claves ordenadas; se minimiza la primera clave, luego la segunda…:

0. irregularidades consentidas por la coordinación (repetir rival, segundo descanso);
1. de las repetidas, primero la más antigua;
2. el descanso: grupos por encima del más bajo que puede descansar;
3. y siguientes, una por grupo de puntos desde el más alto: cuántos grupos bajan sus jugadores.

El azar está en el orden en que llegan los jugadores, barajado antes: entre iguales todos son intercambiables.
Fuente: 000, «Cómo emparejar jugadores»; huecos D-06 y D-09.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from servicios.errores import ErrorDeDominio
from servicios.torneo import prevision
from servicios.torneo.pareo import Coste, CosteDeArista, Grafo, Pareja, de_mejor_a_peor, optimo
from servicios.torneo.prevision import Presupuesto
from servicios.torneo.valores import Permiso

CANDIDATAS = 100
"""Emparejamientos, de mejor a peor, que se miran en busca de uno que no cierre las rondas siguientes."""

_PERMITIDAS, _ANTIGUEDAD, _DESCANSO, _GRUPOS = range(4)


@dataclass(frozen=True)
class Campo:
    """Lo que se sabe al emparejar.

    Attributes:
        orden: participantes activos, barajados.
        puntos: puntos de torneo de cada uno.
        encuentros: última ronda en que cada uno jugó con cada rival.
        descansos: veces que ha descansado cada uno.
        por_delante: rondas que quedan después de esta.
        permisos: lo que la coordinación consiente.
    """

    orden: Sequence[int]
    puntos: Mapping[int, int]
    encuentros: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    descansos: Mapping[int, int] = field(default_factory=dict)
    por_delante: int = 0
    permisos: frozenset[Permiso] = frozenset()

    @property
    def impar(self) -> bool:
        return len(self.orden) % 2 == 1

    def por_puntos(self) -> list[int]:
        """Los jugadores de más a menos puntos; a igual puntos, en el orden barajado."""
        return sorted(self.orden, key=lambda jugador: -self.puntos[jugador])

    def grupos(self) -> dict[int, int]:
        """Grupo de cada total de puntos: 0 es el más alto."""
        totales = sorted({self.puntos[jugador] for jugador in self.orden}, reverse=True)
        return {total: i for i, total in enumerate(totales)}

    def pueden_descansar(self) -> list[int]:
        """Quienes han descansado menos veces: mientras quede alguien sin descanso, solo esos."""
        minimo = min((self.descansos.get(jugador, 0) for jugador in self.orden), default=0)
        return [jugador for jugador in self.orden if self.descansos.get(jugador, 0) == minimo]


@dataclass(frozen=True)
class Emparejamiento:
    """Parejas de arriba abajo (en cada una, primero quien tiene más puntos) y quien descansa.

    Attributes:
        coste: cantidades en cada clave; sirve para comparar emparejamientos del mismo campo.
        prevision: si se descartó uno mejor porque dejaba sin salida una ronda posterior.
    """

    parejas: tuple[Pareja, ...]
    descanso: int | None
    coste: Coste
    prevision: bool = False


class SinEmparejamiento(ErrorDeDominio):
    """No hay forma de emparejar la ronda con lo consentido.

    Attributes:
        encuentros: parejas que ya jugaron, con su última ronda.
        salidas: permisos que sí la harían posible.
    """

    def __init__(self, encuentros: tuple[tuple[int, int, int], ...], salidas: tuple[Permiso, ...]) -> None:
        super().__init__("No queda ninguna forma de emparejar la ronda sin repetir rival.")
        self.encuentros = encuentros
        self.salidas = salidas


def emparejar(campo: Campo) -> Emparejamiento:
    """El mejor emparejamiento del campo que no deja sin salida las rondas que quedan, si lo hay.

    Raises:
        SinEmparejamiento: si no hay ninguno con lo consentido; dice qué permisos lo harían posible.
    """
    jugadores = campo.por_puntos()
    sobran = _sobran_rivales(campo)
    grafo = _grafo(campo, jugadores, _ventana(campo) if sobran else None)
    parejas = optimo(grafo)
    if parejas is None:
        raise SinEmparejamiento(_encuentros(campo), _salidas(campo))
    elegidas = parejas if sobran else _con_salida(campo, grafo, parejas)
    coste = grafo.coste(elegidas)
    fantasma = len(jugadores)
    return Emparejamiento(
        tuple((jugadores[i], jugadores[j]) for i, j in elegidas if j != fantasma),
        next((jugadores[i] for i, j in elegidas if j == fantasma), None),
        coste,
        coste != grafo.coste(parejas),
    )


def coste_de(campo: Campo, parejas: Sequence[Pareja], descanso: int | None) -> Coste | None:
    """Coste de un emparejamiento cualquiera, o `None` si usa una pareja que no se puede jugar."""
    jugadores = campo.por_puntos()
    lugar = {jugador: i for i, jugador in enumerate(jugadores)}
    indices = [(min(lugar[a], lugar[b]), max(lugar[a], lugar[b])) for a, b in parejas]
    if descanso is not None:
        indices.append((lugar[descanso], len(jugadores)))
    try:
        return _grafo(campo, jugadores).coste(indices)
    except KeyError:
        return None


def _sobran_rivales(campo: Campo) -> bool:
    """Si hay tantos rivales nuevos que todas las rondas que quedan se podrán jugar, pase lo que pase en esta.

    Es la cuenta de `prevision.siempre_hay` sin construir el grafo. Con permisos no vale: las aristas son otras.
    """
    vertices = len(campo.orden) + campo.impar
    descansados = len(campo.orden) - len(campo.pueden_descansar()) if campo.impar else 0
    grado = vertices - 1 - max(_vistos(campo), descansados)
    return not campo.permisos and 2 * (grado - campo.por_delante) >= vertices


def _ventana(campo: Campo) -> int:
    """Cuántos puestos hacia abajo hay que mirar para no perderse ningún óptimo.

    Entre dos que juegan, u y v, un w intermedio que juega con otro se puede cruzar con ellos sin gastar más y
    acercando las parejas, salvo que ya haya jugado con u o con v, o su rival con el otro. Cada uno ha jugado con
    r como mucho y cada encuentro estorba a dos intermedios, así que hay un óptimo sin más de 4r entre medias,
    más quien descansa.
    """
    return 4 * _vistos(campo) + 2


def _vistos(campo: Campo) -> int:
    activos = campo.puntos.keys()
    return max((len(campo.encuentros.get(j, {}).keys() & activos) for j in campo.orden), default=0)


def _grafo(campo: Campo, jugadores: Sequence[int], ventana: int | None = None) -> Grafo:
    """Las parejas permitidas y su coste; con `ventana`, solo las que distan ese número de puestos."""
    grupos = campo.grupos()
    grupo = [grupos[campo.puntos[jugador]] for jugador in jugadores]
    saltos = [[((_GRUPOS + g, h - g),) if h > g else () for h in range(len(grupos))] for g in range(len(grupos))]
    repetir = Permiso.REPETIR in campo.permisos
    aristas: dict[Pareja, CosteDeArista] = {}
    for i, uno in enumerate(jugadores):
        rivales = campo.encuentros.get(uno, {})
        salto = saltos[grupo[i]]
        for j in range(i + 1, min(len(jugadores), i + 1 + (ventana or len(jugadores)))):
            ronda = rivales.get(jugadores[j])
            if ronda is None:
                aristas[i, j] = salto[grupo[j]]
            elif repetir:
                aristas[i, j] = ((_PERMITIDAS, 1), (_ANTIGUEDAD, ronda), *salto[grupo[j]])
    if campo.impar:
        aristas |= _de_descanso(campo, jugadores, grupo)
    return Grafo(frozenset(range(len(jugadores) + campo.impar)), aristas, _GRUPOS + len(grupos))


def _de_descanso(campo: Campo, jugadores: Sequence[int], grupo: Sequence[int]) -> dict[Pareja, CosteDeArista]:
    fantasma = len(jugadores)
    libres = set(campo.pueden_descansar())
    veces = [campo.descansos.get(jugador, 0) for jugador in jugadores]
    mas_bajo = max(grupo[i] for i, jugador in enumerate(jugadores) if jugador in libres)
    segundo = Permiso.SEGUNDO_DESCANSO in campo.permisos
    return {
        (i, fantasma): ((_PERMITIDAS, veces[i] - min(veces)), (_DESCANSO, max(0, mas_bajo - grupo[i])))
        for i, jugador in enumerate(jugadores)
        if segundo or jugador in libres
    }


def _con_salida(campo: Campo, grafo: Grafo, mejor: tuple[Pareja, ...]) -> tuple[Pareja, ...]:
    """El mejor emparejamiento tras el cual aún se puede jugar el mayor número de las rondas que quedan."""
    if campo.permisos & {Permiso.REPETIR, Permiso.SEGUNDO_DESCANSO}:
        return mejor
    libres = prevision.libres(len(grafo.vertices), grafo.aristas)
    for quedan in range(campo.por_delante, 0, -1):
        if prevision.siempre_hay(libres, quedan + 1):
            return mejor
        testigo = prevision.camino(libres, quedan + 1, Presupuesto())
        if testigo is not None:
            return _primera_con_salida(grafo, libres, quedan) or tuple(sorted(testigo[0]))
    return mejor


def _primera_con_salida(grafo: Grafo, libres: list[int], quedan: int) -> tuple[Pareja, ...] | None:
    presupuesto = Presupuesto()
    for parejas in islice(de_mejor_a_peor(grafo), CANDIDATAS):
        if prevision.hay_camino(prevision.quitar(libres, parejas), quedan, presupuesto):
            return parejas
    return None


def _encuentros(campo: Campo) -> tuple[tuple[int, int, int], ...]:
    activos = sorted(campo.orden)
    return tuple(
        (a, b, ronda)
        for a in activos
        for b, ronda in sorted(campo.encuentros.get(a, {}).items())
        if a < b and b in campo.puntos and b in activos
    )


def _salidas(campo: Campo) -> tuple[Permiso, ...]:
    """Permisos que, uno a uno, harían posible la ronda."""
    candidatos = (Permiso.SEGUNDO_DESCANSO, Permiso.REPETIR)
    jugadores = campo.por_puntos()
    return tuple(
        permiso
        for permiso in candidatos
        if permiso not in campo.permisos
        and optimo(_grafo(replace(campo, permisos=campo.permisos | {permiso}), jugadores)) is not None
    )
