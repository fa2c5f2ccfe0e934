"""El mazo de Encuentros de una partida: elegirlo, revelar de él, y las cartas que salen y entran."""

from collections.abc import Sequence
from typing import Any, Literal

from servicios.errores import ErrorDeDominio, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas, Valor
from servicios.lcg import mazo as mazos
from servicios.lcg import tablas
from servicios.lcg.estado_naval import Navegacion
from servicios.lcg.finales import anotar
from servicios.lcg.mazo import Mazo, Robo
from servicios.lcg.texto import BASICO, rechazo
from servicios.texto import cuenta, lista

REVELADAS_MAXIMAS = 12
Monton = Literal["mazo", "descartes"]
_CAMPO = {"mazo": "quedan", "descartes": "descartes"}
_MONTON = {
    ("salen", "mazo"): "del mazo",
    ("salen", "descartes"): "de los descartes",
    ("entran", "mazo"): "en el mazo",
    ("entran", "descartes"): "en los descartes",
}


class Eleccion(Valor):
    """Con qué mazo se juega: el de un escenario, uno descrito a mano, o ninguno (cartas físicas).

    Attributes:
        escenario: identificador de `datos/lcg/escenarios.yaml`.
        facil: la versión fácil del escenario.
        aparta: la carta que se aparta, en los escenarios que dejan elegirla.
        cartas, simples, dobles: total del mazo y cuántas llevan 1 y 2 timones; si se describe a mano.
    """

    escenario: str | None = None
    facil: bool = False
    aparta: str | None = None
    cartas: int | None = None
    simples: int = 0
    dobles: int = 0


class PonerMazo(Orden):
    """Cambia el mazo de Encuentros (y el de Corsarios, si es de un escenario) por otro recién preparado."""

    eleccion: Eleccion


class QuitarCartas(Orden):
    """Copias que dejan el mazo o los descartes: entran en juego, se unen a algo o se retiran."""

    carta: str
    cuantas: int = 1
    de: Monton = "mazo"
    motivo: str | None = None


class AnadirCartas(Orden):
    """Copias que entran en el mazo o en los descartes.

    Attributes:
        nueva: si no estaban entre las que salieron de él (otro conjunto, una carta olvidada).
    """

    carta: str
    cuantas: int = 1
    a: Monton = "descartes"
    nueva: bool = False
    motivo: str | None = None


class Rebarajar(Orden):
    """Baraja la pila de descartes en el mazo. `desde`: descartes que veía quien la da."""

    desde: int | None = None


class RevelarCartas(Orden):
    """Revela cartas del mazo que lleva el bot, de una en una; quedan en juego o se descartan."""

    cuantas: int = 1
    a: Literal["juego", "descartes"] = "juego"


class MazoPuesto(Hecho):
    tipo = "mazo_puesto"
    eleccion: Eleccion
    mazo: Mazo | None
    corsarios: Mazo | None

    def relato(self, nombres: Nombres) -> str:
        del nombres
        if self.mazo is None:
            return "Las cartas las llevan los jugadores: se apunta solo el rumbo."
        composicion = mazos.composicion(self.mazo.quedan)
        cartas = f"{cuenta(composicion.cartas, 'carta')} y {cuenta(composicion.timones, 'timón', 'timones')}"
        return f"Mazo de Encuentros: {self._nombre()}, {cartas}."

    def _nombre(self) -> str:
        if self.eleccion.escenario is None:
            return "descrito a mano"
        return tablas.escenario(self.eleccion.escenario).nombre + (" (fácil)" if self.eleccion.facil else "")


class CartasMovidas(Hecho):
    tipo = "cartas_movidas"
    carta: str
    cuantas: int
    sentido: Literal["salen", "entran"]
    monton: Monton
    nueva: bool = False
    motivo: int | None = None

    def relato(self, nombres: Nombres) -> str:
        una = {"salen": "Sale", "entran": "Entra"}[self.sentido]
        verbo = f"{una if self.cuantas == 1 else self.sentido.capitalize()} {_MONTON[self.sentido, self.monton]}"
        porque = f" ({nombres.texto(self.motivo)})" if self.motivo is not None else ""
        nombre = tablas.encuentro(self.carta).en
        return f"{verbo}: {cuenta(self.cuantas, 'copia')} de «{nombre}»{porque}."


class Rebarajado(Hecho):
    tipo = "rebarajado"
    cartas: int

    def relato(self, nombres: Nombres) -> str:
        del nombres
        return f"Se barajan en el mazo {cuenta(self.cartas, 'carta')} de los descartes."


class CartasReveladas(Hecho):
    tipo = "cartas_reveladas"
    muestra = True
    robos: tuple[Robo, ...]
    a: Literal["juego", "descartes"]

    @property
    def cartas(self) -> tuple[str, ...]:
        return tuple(carta for robo in self.robos for carta in robo.cartas)

    def relato(self, nombres: Nombres) -> str:
        del nombres
        mezcla = " (se barajaron los descartes)" if any(robo.mezcla for robo in self.robos) else ""
        return f"Se revela del mazo de Encuentros: {lista(mazos.nombres(self.cartas))}{mezcla}."


reglas: Reglas[Any] = Reglas()


def poner(eleccion: Eleccion, jugadores: int) -> MazoPuesto:
    """El hecho de empezar a usar un mazo.

    Raises:
        ErrorDeDominio: si la elección no vale.
    """
    if eleccion.escenario is not None and eleccion.cartas is not None:
        raise ErrorDeDominio("Elige un escenario o describe el mazo a mano, pero no las dos cosas.")
    if eleccion.escenario is not None:
        escenario = tablas.escenario(eleccion.escenario)
        mazo = mazos.de_escenario(escenario, facil=eleccion.facil, jugadores=jugadores, elegida=eleccion.aparta)
        corsarios = mazos.de_corsarios(escenario, facil=eleccion.facil)
        return MazoPuesto(eleccion=eleccion, mazo=mazo, corsarios=corsarios)
    if eleccion.cartas is not None:
        mazo = mazos.a_mano(eleccion.cartas, eleccion.simples, eleccion.dobles)
        return MazoPuesto(eleccion=eleccion, mazo=mazo, corsarios=None)
    if eleccion.simples or eleccion.dobles:
        raise ErrorDeDominio("Di también cuántas cartas tiene el mazo en total.")
    return MazoPuesto(eleccion=eleccion, mazo=None, corsarios=None)


def mazo_de(partida: Navegacion) -> Mazo:
    """El mazo de Encuentros que lleva el bot.

    Raises:
        ErrorDeDominio: si lo llevan los jugadores.
    """
    if partida.mazo is None:
        raise ErrorDeDominio(
            "En esta partida las cartas las llevan los jugadores. Para que las lleve yo, elige un escenario."
        )
    return partida.mazo


@reglas.decide(PonerMazo)
def _poner(partida: Navegacion, orden: PonerMazo, _contexto: Contexto) -> Sequence[Hecho]:
    return [poner(orden.eleccion, len(partida.jugadores))]


@reglas.aplica(MazoPuesto)
def _puesto(partida: Navegacion, hecho: MazoPuesto) -> Navegacion:
    return partida.con(
        escenario=hecho.eleccion.escenario,
        facil=hecho.eleccion.facil,
        mazo=hecho.mazo,
        corsarios=hecho.corsarios,
        en_el_mar=(),
    )


@reglas.decide(QuitarCartas)
def _quitar(partida: Navegacion, orden: QuitarCartas, contexto: Contexto) -> Sequence[Hecho]:
    _cuantas(orden.cuantas)
    mazos.mover(mazo_de(partida), _carta(orden.carta), orden.cuantas, _CAMPO[orden.de], "fuera")
    motivo = anotar(orden.motivo, contexto)
    return [
        CartasMovidas(carta=orden.carta, cuantas=orden.cuantas, sentido="salen", monton=orden.de, motivo=motivo)
    ]


@reglas.decide(AnadirCartas)
def _anadir(partida: Navegacion, orden: AnadirCartas, contexto: Contexto) -> Sequence[Hecho]:
    _cuantas(orden.cuantas)
    hecho = CartasMovidas(
        carta=_carta(orden.carta),
        cuantas=orden.cuantas,
        sentido="entran",
        monton=orden.a,
        nueva=orden.nueva,
        motivo=anotar(orden.motivo, contexto),
    )
    _con_movimiento(mazo_de(partida), hecho)
    return [hecho]


@reglas.aplica(CartasMovidas)
def _movidas(partida: Navegacion, hecho: CartasMovidas) -> Navegacion:
    return partida.con(mazo=_con_movimiento(mazo_de(partida), hecho))


@reglas.decide(Rebarajar)
def _rebarajar(partida: Navegacion, orden: Rebarajar, _contexto: Contexto) -> Sequence[Hecho]:
    cartas = mazo_de(partida).descartadas
    if orden.desde is not None and orden.desde != cartas:
        raise YaHaCambiado(f"Esto ya ha cambiado: ahora hay {cuenta(cartas, 'carta')} en los descartes.")
    if cartas == 0:
        raise ErrorDeDominio("No hay descartes que barajar en el mazo.")
    return [Rebarajado(cartas=cartas)]


@reglas.aplica(Rebarajado)
def _rebarajado(partida: Navegacion, _hecho: Rebarajado) -> Navegacion:
    return partida.con(mazo=mazo_de(partida).mezclado())


@reglas.decide(RevelarCartas)
def _revelar(partida: Navegacion, orden: RevelarCartas, contexto: Contexto) -> Sequence[Hecho]:
    mazo = mazo_de(partida)
    if not 1 <= orden.cuantas <= REVELADAS_MAXIMAS:
        raise ErrorDeDominio(f"Puedo revelar de 1 a {REVELADAS_MAXIMAS} cartas de una vez.")
    robos: list[Robo] = []
    for _ in range(orden.cuantas):
        robo = mazos.robar(mazo, 1, contexto.azar)
        if not robo.cartas:
            raise rechazo(
                f"No quedan tantas cartas: entre el mazo y los descartes hay {cuenta(len(robos), 'carta')}.",
                "Se revela del mazo y, cuando se acaba, de sus descartes barajados.",
                BASICO,
            )
        mazo = mazos.tras_robo(mazo, robo, a_descartes=orden.a == "descartes")
        robos.append(robo)
    return [CartasReveladas(robos=tuple(robos), a=orden.a)]


@reglas.aplica(CartasReveladas)
def _reveladas(partida: Navegacion, hecho: CartasReveladas) -> Navegacion:
    mazo = mazo_de(partida)
    for robo in hecho.robos:
        mazo = mazos.tras_robo(mazo, robo, a_descartes=hecho.a == "descartes")
    return partida.con(mazo=mazo)


def _con_movimiento(mazo: Mazo, hecho: CartasMovidas) -> Mazo:
    campo = _CAMPO[hecho.monton]
    if hecho.sentido == "salen":
        return mazos.mover(mazo, hecho.carta, hecho.cuantas, campo, "fuera")
    if hecho.nueva:
        return mazos.anadir(mazo, hecho.carta, hecho.cuantas, campo)
    return mazos.mover(mazo, hecho.carta, hecho.cuantas, "fuera", campo)


def _carta(identificador: str) -> str:
    carta = tablas.encuentro(identificador)
    if carta.corsario:
        raise rechazo(
            f"«{carta.en}» es un Enemigo que no es barco: va en el mazo de Corsarios.",
            "El mazo de Corsarios y sus descartes reciben a los Enemigos que no son barco.",
            "003, «El mazo de Corsarios»",
        )
    return carta.id


def _cuantas(cuantas: int) -> None:
    if not 1 <= cuantas <= mazos.CARTAS_MAXIMAS:
        raise ErrorDeDominio("Di cuántas copias son: 1 o más.")
