"""Un mazo del que solo se sabe lo que se ha visto: cuántas copias quedan de cada carta, y cuáles han salido.

El orden de lo que queda no existe hasta que se mira: cada carta se sortea al verla, entre las que quedan, puestas
por orden alfabético de identificador. Barajar los descartes en el mazo es, por eso, sumarlos a lo que queda.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from servicios.azar import Azar, Sorteo
from servicios.errores import ErrorDeDominio
from servicios.hechos import Valor
from servicios.lcg.fichas import GENERICAS, Escenario
from servicios.lcg.tablas import encuentro, tablas
from servicios.texto import cuenta

CARTAS_MAXIMAS = 200


class Composicion(Valor):
    """Cuántas cartas de un mazo llevan 0, 1 y 2 timones."""

    sin: int = 0
    simples: int = 0
    dobles: int = 0

    @property
    def cartas(self) -> int:
        return self.sin + self.simples + self.dobles

    @property
    def timones(self) -> int:
        return self.simples + 2 * self.dobles

    def __add__(self, otra: "Composicion") -> "Composicion":
        return Composicion(
            sin=self.sin + otra.sin, simples=self.simples + otra.simples, dobles=self.dobles + otra.dobles
        )


class Mazo(Valor):
    """Las cartas de un mazo, por identificador y número de copias.

    Attributes:
        quedan: las que nadie ha visto.
        descartes: las de su pila de descartes.
        fuera: las que están en juego o retiradas de la partida.
    """

    quedan: dict[str, int] = {}
    descartes: dict[str, int] = {}
    fuera: dict[str, int] = {}

    @property
    def cartas(self) -> int:
        """Cuántas quedan por ver."""
        return sum(self.quedan.values())

    @property
    def descartadas(self) -> int:
        return sum(self.descartes.values())

    @property
    def total(self) -> int:
        """Todas las cartas, estén donde estén."""
        return self.cartas + self.descartadas + sum(self.fuera.values())

    def mezclado(self) -> "Mazo":
        """Con los descartes barajados en lo que queda."""
        return self.con(quedan=_sumar(self.quedan, self.descartes), descartes={})


class Robo(Valor):
    """Cartas sacadas del mazo y el sorteo que las sacó. `mezcla`: antes se barajaron los descartes."""

    cartas: tuple[str, ...]
    sorteo: Sorteo
    mezcla: bool = False


def composicion(cartas: Mapping[str, int]) -> Composicion:
    """Los timones de unas cartas."""
    por_timones = Counter[int]()
    for carta, copias in cartas.items():
        por_timones[encuentro(carta).timones] += copias
    return Composicion(sin=por_timones[0], simples=por_timones[1], dobles=por_timones[2])


def de_escenario(escenario: Escenario, *, facil: bool, jugadores: int, elegida: str | None = None) -> Mazo:
    """El mazo de Encuentros de un escenario después de la preparación.

    Args:
        jugadores: cuántos juegan; con 3 o 4 algún escenario aparta más cartas.
        elegida: cuál se aparta de las que el escenario deja elegir.

    Raises:
        ErrorDeDominio: si la elegida no es de las que se pueden elegir.
    """
    aparte = Counter(escenario.aparta)
    if jugadores > 2:
        aparte.update(escenario.aparta_con_mas)
    if escenario.elige:
        elegida = elegida or escenario.elige[0]
        if elegida not in escenario.elige:
            nombres = ", ".join(encuentro(carta).en for carta in escenario.elige)
            raise ErrorDeDominio(f"De esas cartas no se aparta una: elige entre {nombres}.")
        aparte[elegida] += 1
    cartas = _conjuntos(escenario, facil=facil, corsarios=False)
    # Una copia que la versión fácil no tiene no se puede apartar.
    fuera = {carta: min(copias, cartas.get(carta, 0)) for carta, copias in aparte.items()}
    return Mazo(quedan=_restar(cartas, fuera), fuera=_sin_ceros(fuera))


def de_corsarios(escenario: Escenario, *, facil: bool) -> Mazo:
    """El mazo de Corsarios: los Enemigos del escenario que no son barcos. Fuente: 003, «El mazo de Corsarios»."""
    return Mazo(quedan=_conjuntos(escenario, facil=facil, corsarios=True))


def a_mano(cartas: int, simples: int, dobles: int) -> Mazo:
    """Un mazo sin nombres: `cartas` en total, de las que `simples` llevan 1 timón y `dobles`, 2.

    Raises:
        ErrorDeDominio: si los números no cuadran.
    """
    if not 1 <= cartas <= CARTAS_MAXIMAS:
        raise ErrorDeDominio(f"El mazo puede tener de 1 a {CARTAS_MAXIMAS} cartas.")
    if simples < 0 or dobles < 0 or simples + dobles > cartas:
        raise ErrorDeDominio(
            f"No cuadra: {cuenta(simples + dobles, 'carta')} con timón en un mazo de {cuenta(cartas, 'carta')}."
        )
    copias = (cartas - simples - dobles, simples, dobles)
    return Mazo(quedan=_sin_ceros({generica.id: n for generica, n in zip(GENERICAS, copias, strict=True)}))


def robar(mazo: Mazo, cuantas: int, azar: Azar) -> Robo:
    """Saca cartas de lo alto del mazo; si no hay bastantes, baraja antes los descartes en él.

    Si ni aun así las hay, salen las que queden. Fuente: 003, «Pruebas de Navegación».
    """
    mezcla = cuantas > mazo.cartas and mazo.descartadas > 0
    quedan = dict((mazo.mezclado() if mezcla else mazo).quedan)
    total = sum(quedan.values())
    sorteo = azar.sortear(range(total, max(total - cuantas, 0), -1))
    return Robo(cartas=tuple(_sacar(quedan, valor) for valor in sorteo.valores), sorteo=sorteo, mezcla=mezcla)


def tras_robo(mazo: Mazo, robo: Robo, *, a_descartes: bool) -> Mazo:
    """El mazo después de sacar esas cartas, que van a los descartes o fuera del mazo (en juego)."""
    antes = mazo.mezclado() if robo.mezcla else mazo
    salidas = Counter(robo.cartas)
    destino = "descartes" if a_descartes else "fuera"
    return antes.con(
        **{"quedan": _restar(antes.quedan, salidas), destino: _sumar(getattr(antes, destino), salidas)}
    )


def mover(mazo: Mazo, carta: str, cuantas: int, de: str, a: str) -> Mazo:
    """Pasa copias de un montón a otro (`quedan`, `descartes` o `fuera`).

    Raises:
        ErrorDeDominio: si no hay tantas.
    """
    hay = getattr(mazo, de).get(carta, 0)
    if hay < cuantas:
        donde = {"quedan": "en el mazo", "descartes": "en los descartes", "fuera": "fuera del mazo"}[de]
        raise ErrorDeDominio(f"De «{encuentro(carta).en}» solo hay {cuenta(hay, 'copia')} {donde}.")
    copias = {carta: cuantas}
    return mazo.con(**{de: _restar(getattr(mazo, de), copias), a: _sumar(getattr(mazo, a), copias)})


def anadir(mazo: Mazo, carta: str, cuantas: int, a: str) -> Mazo:
    """Añade copias nuevas a un montón.

    Raises:
        ErrorDeDominio: si el mazo pasaría de 200 cartas.
    """
    if mazo.total + cuantas > CARTAS_MAXIMAS:
        raise ErrorDeDominio(f"El mazo pasaría de {CARTAS_MAXIMAS} cartas.")
    return mazo.con(**{a: _sumar(getattr(mazo, a), {carta: cuantas})})


def _conjuntos(escenario: Escenario, *, facil: bool, corsarios: bool) -> dict[str, int]:
    suyas = (c for c in tablas().encuentros.values() if c.conjunto in escenario.conjuntos)
    return _sin_ceros({c.id: c.facil if facil else c.copias for c in suyas if c.corsario is corsarios})


def _sacar(quedan: dict[str, int], valor: int) -> str:
    """Saca la carta que ocupa el lugar `valor` (desde 1), por orden de identificador."""
    for carta in sorted(quedan):
        if valor <= quedan[carta]:
            quedan[carta] -= 1
            return carta
        valor -= quedan[carta]
    raise ValueError("el sorteo pide una carta que no queda")


def _sumar(unas: Mapping[str, int], otras: Mapping[str, int]) -> dict[str, int]:
    return dict(Counter(unas) + Counter(otras))


def _restar(unas: Mapping[str, int], otras: Mapping[str, int]) -> dict[str, int]:
    return _sin_ceros({carta: copias - otras.get(carta, 0) for carta, copias in unas.items()})


def _sin_ceros(cartas: Mapping[str, int]) -> dict[str, int]:
    return {carta: copias for carta, copias in cartas.items() if copias}


def nombres(cartas: Iterable[str]) -> tuple[str, ...]:
    """Cómo se llaman unas cartas, en su orden."""
    return tuple(encuentro(carta).en for carta in cartas)
