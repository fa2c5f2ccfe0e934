"""El mazo de Corsarios: Abordaje X, los corsarios en juego y sus descartes, que se barajan en cuanto se acaba."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Literal

from servicios.errores import ErrorDeDominio
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.lcg import mazo as mazos
from servicios.lcg import tablas
from servicios.lcg.estado import Quien
from servicios.lcg.estado_naval import Corsario, Navegacion
from servicios.lcg.finales import anotar
from servicios.lcg.mazo import Mazo, Robo
from servicios.lcg.texto import rechazo
from servicios.texto import cuenta, lista

ABORDAJE = "003, «Abordaje X»"
MAZO = "003, «El mazo de Corsarios»"
X_MAXIMA = 10


class Desde(StrEnum):
    """De dónde viene el Barco-Enemigo que se enfrenta a un jugador."""

    PREPARACION = "preparacion"
    JUGADOR = "jugador"
    MAZO = "mazo"
    DESCARTES = "descartes"


class Abordaje(Orden):
    """Un Barco-Enemigo con Abordaje X se enfrenta a un jugador.

    Attributes:
        barco: identificador del Barco-Enemigo; da su X.
        x: la X, si el barco no está en la tabla o depende de una condición.
        desde: de dónde viene; solo desde el área de preparación hay abordaje.
    """

    jugador: int
    barco: str | None = None
    x: int | None = None
    desde: Desde = Desde.PREPARACION


class RevelarCorsarios(Orden):
    """La capacidad de otra carta revela corsarios; `jugador` None, quedan en el área de preparación."""

    cuantos: int
    jugador: int | None = None
    motivo: str | None = None


class MoverCorsario(Orden):
    """Un corsario se enfrenta a un jugador, o vuelve al área de preparación (`jugador` None)."""

    corsario: int
    jugador: int | None = None


class RetirarCorsario(Orden):
    """Un corsario deja el juego: va a los descartes de Corsarios, o fuera de la partida (lo dice una carta)."""

    corsario: int
    a: Literal["descartes", "fuera"] = "descartes"


class CorsariosRevelados(Hecho):
    """Salen corsarios del mazo de Corsarios.

    Attributes:
        barco: el que aborda; `None` si los revela otra carta o el barco no está en la tabla.
        pedidos: la X; si no quedan tantos, hay menos `robos`.
        robos: uno por corsario, en orden; vacío si el mazo lo llevan los jugadores.
    """

    tipo = "corsarios_revelados"
    muestra = True
    quien: Quien | None
    jugador: int | None
    abordaje: bool
    barco: str | None
    pedidos: int
    robos: tuple[Robo, ...]
    motivo: int | None = None

    @property
    def cartas(self) -> tuple[str, ...]:
        return tuple(carta for robo in self.robos for carta in robo.cartas)

    def relato(self, nombres: Nombres) -> str:
        if self.abordaje:
            nombre = tablas.encuentro(self.barco).en if self.barco else "Un Barco-Enemigo"
            causa = f"{nombre}: Abordaje {self.pedidos}"
        else:
            causa = nombres.texto(self.motivo) if self.motivo is not None else "Una carta revela corsarios"
        if not self.pedidos:
            return f"{causa}. No sale ningún corsario."
        salen = len(self.robos) or self.pedidos
        quienes = lista(mazos.nombres(self.cartas)) or f"{cuenta(salen, 'corsario')} de su mazo"
        enfrentados = "enfrentado" if salen == 1 else "enfrentados"
        donde = f"{enfrentados} a {self.quien.nombre(nombres)}" if self.quien else "en el área de preparación"
        fin = "" if salen == self.pedidos else " No quedan más."
        return f"{causa}. {'Sale' if salen == 1 else 'Salen'} {quienes}, {donde}.{fin}"


class CorsarioMovido(Hecho):
    tipo = "corsario_movido"
    corsario: int
    carta: str
    jugador: int | None
    quien: Quien | None

    def relato(self, nombres: Nombres) -> str:
        nombre = tablas.encuentro(self.carta).en
        if self.quien is None:
            return f"{nombre} vuelve al área de preparación."
        return f"{nombre} se enfrenta a {self.quien.nombre(nombres)}."


class CorsarioRetirado(Hecho):
    tipo = "corsario_retirado"
    corsario: int
    carta: str
    a: Literal["descartes", "fuera"]

    def relato(self, nombres: Nombres) -> str:
        del nombres
        destino = "va a los descartes de Corsarios" if self.a == "descartes" else "sale de la partida"
        return f"{tablas.encuentro(self.carta).en} {destino}."


reglas: Reglas[Any] = Reglas()


@reglas.decide(Abordaje)
def _abordar(partida: Navegacion, orden: Abordaje, contexto: Contexto) -> Sequence[Hecho]:
    jugador = partida.jugador(orden.jugador)
    if orden.desde is not Desde.PREPARACION:
        raise rechazo(
            "No hay abordaje: el barco no se enfrenta desde el área de preparación.",
            "No se resuelve si viene de la zona de otro jugador, del mazo de Encuentros o de los descartes.",
            ABORDAJE,
        )
    x = _x(orden)
    robos = _revelar(partida.corsarios, x, contexto) if partida.corsarios is not None else ()
    return [
        CorsariosRevelados(
            quien=jugador.quien,
            jugador=jugador.numero,
            abordaje=True,
            barco=orden.barco,
            pedidos=x,
            robos=robos,
        )
    ]


@reglas.decide(RevelarCorsarios)
def _revelados(partida: Navegacion, orden: RevelarCorsarios, contexto: Contexto) -> Sequence[Hecho]:
    jugador = None if orden.jugador is None else partida.jugador(orden.jugador)
    mazo = mazo_de(partida)
    _valida(orden.cuantos)
    return [
        CorsariosRevelados(
            quien=jugador and jugador.quien,
            jugador=orden.jugador,
            abordaje=False,
            barco=None,
            pedidos=orden.cuantos,
            robos=_revelar(mazo, orden.cuantos, contexto),
            motivo=anotar(orden.motivo, contexto),
        )
    ]


@reglas.aplica(CorsariosRevelados)
def _salidos(partida: Navegacion, hecho: CorsariosRevelados) -> Navegacion:
    if partida.corsarios is None:
        return partida
    mazo = partida.corsarios
    for robo in hecho.robos:
        mazo = _tras(mazo, robo)
    ultimo = partida.ultimo_corsario
    nuevos = tuple(
        Corsario(numero=numero, carta=carta, jugador=hecho.jugador)
        for numero, carta in enumerate(hecho.cartas, start=ultimo + 1)
    )
    return partida.con(
        corsarios=mazo, en_el_mar=(*partida.en_el_mar, *nuevos), ultimo_corsario=ultimo + len(nuevos)
    )


@reglas.decide(MoverCorsario)
def _mover(partida: Navegacion, orden: MoverCorsario, _contexto: Contexto) -> Sequence[Hecho]:
    corsario = partida.corsario(orden.corsario)
    jugador = None if orden.jugador is None else partida.jugador(orden.jugador)
    if corsario.jugador == orden.jugador:
        raise ErrorDeDominio("Ese corsario ya está ahí.")
    return [
        CorsarioMovido(
            corsario=corsario.numero,
            carta=corsario.carta,
            jugador=orden.jugador,
            quien=jugador and jugador.quien,
        )
    ]


@reglas.aplica(CorsarioMovido)
def _movido(partida: Navegacion, hecho: CorsarioMovido) -> Navegacion:
    en_el_mar = (c.con(jugador=hecho.jugador) if c.numero == hecho.corsario else c for c in partida.en_el_mar)
    return partida.con(en_el_mar=tuple(en_el_mar))


@reglas.decide(RetirarCorsario)
def _retirar(partida: Navegacion, orden: RetirarCorsario, _contexto: Contexto) -> Sequence[Hecho]:
    corsario = partida.corsario(orden.corsario)
    return [CorsarioRetirado(corsario=corsario.numero, carta=corsario.carta, a=orden.a)]


@reglas.aplica(CorsarioRetirado)
def _retirado(partida: Navegacion, hecho: CorsarioRetirado) -> Navegacion:
    mazo = mazo_de(partida)
    if hecho.a == "descartes":
        mazo = _formado(mazos.mover(mazo, hecho.carta, 1, "fuera", "descartes"))
    quedan = tuple(c for c in partida.en_el_mar if c.numero != hecho.corsario)
    return partida.con(corsarios=mazo, en_el_mar=quedan)


def mazo_de(partida: Navegacion) -> Mazo:
    """El mazo de Corsarios que lleva el bot.

    Raises:
        ErrorDeDominio: si lo llevan los jugadores.
    """
    if partida.corsarios is None:
        raise ErrorDeDominio(
            "Aquí el mazo de Corsarios lo llevan los jugadores. Para que lo lleve yo, elige un escenario."
        )
    return partida.corsarios


def _revelar(mazo: Mazo, cuantos: int, contexto: Contexto) -> tuple[Robo, ...]:
    if cuantos and not mazo.cartas:
        raise rechazo(
            "No sale ningún corsario: los que hay están ya en juego.",
            "Se revelan del mazo de Corsarios, que se rehace con sus descartes; ni en uno ni en otros queda nadie.",
            MAZO,
        )
    robos: list[Robo] = []
    for _ in range(cuantos):
        robo = mazos.robar(mazo, 1, contexto.azar)
        if not robo.cartas:
            break
        mazo = _tras(mazo, robo)
        robos.append(robo)
    return tuple(robos)


def _tras(mazo: Mazo, robo: Robo) -> Mazo:
    return _formado(mazos.tras_robo(mazo, robo, a_descartes=False))


def _formado(mazo: Mazo) -> Mazo:
    """Si el mazo se ha quedado sin cartas, sus descartes lo vuelven a formar de inmediato. Fuente: 003."""
    return mazo if mazo.cartas else mazo.mezclado()


def _x(orden: Abordaje) -> int:
    posibles = () if orden.barco is None else tablas.enemigo(orden.barco).abordaje
    if orden.barco is not None and not posibles:
        raise rechazo(
            f"«{tablas.encuentro(orden.barco).en}» no tiene Abordaje.",
            "Solo revelan corsarios los Barcos-Enemigo con la palabra clave Abordaje.",
            ABORDAJE,
        )
    if orden.x is None:
        if len(posibles) == 1:
            return posibles[0]
        raise ErrorDeDominio("Escribe la X de su Abordaje: la tabla no la sabe, o depende de una condición.")
    _valida(orden.x)
    return orden.x


def _valida(x: int) -> None:
    if not 0 <= x <= X_MAXIMA:
        raise ErrorDeDominio(f"La X va de 0 a {X_MAXIMA}.")
