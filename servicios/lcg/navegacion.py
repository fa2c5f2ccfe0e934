"""La prueba de navegación: desviarse un nivel, mirar tantas cartas como personajes y mejorar uno por timón."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from servicios.errores import ErrorDeDominio, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.lcg import mazo as mazos
from servicios.lcg import tablas
from servicios.lcg.encuentros import mazo_de
from servicios.lcg.estado import Quien
from servicios.lcg.estado_naval import Navegacion, Paso
from servicios.lcg.mazo import Composicion, Robo
from servicios.lcg.probabilidad import PERSONAJES_MAXIMOS, Prevision, prever
from servicios.lcg.rumbo import Rumbo
from servicios.lcg.texto import rechazo
from servicios.texto import cuenta, lista

FUENTE = "003, «Pruebas de Navegación»"
CAZADOR = "cazador-de-suenos"


class ProbarNavegacion(Orden):
    """Una prueba de navegación.

    Attributes:
        personajes: los que se agotan para ella, sin contar el Cazador de Sueños.
        cazador: si va también el Cazador de Sueños, que cuenta como 2.
        jugador: asiento de quien la hace; si no se dice, el jugador inicial.
        extra: cartas de más o de menos que manda mirar una carta en juego.
        anulados: timones que una carta en juego no deja contar.
        simbolos: timones encontrados, si el mazo lo llevan los jugadores.
        por_efecto: la pide una carta, fuera del comienzo de la fase de Misión.
        desde: cuántas pruebas había cuando se pulsó el botón.
    """

    personajes: int = 0
    cazador: bool = False
    jugador: int | None = None
    extra: int = 0
    anulados: int = 0
    simbolos: int | None = None
    por_efecto: bool = False
    desde: int | None = None


class _Prueba(Hecho):
    """Lo común a las dos maneras de hacer la prueba.

    Attributes:
        pedidas: cartas que tocaba mirar.
        simbolos: timones encontrados; `anulados`, los que no cuentan.
        antes, desviado, despues: el rumbo en sus tres momentos.
        por_efecto: la pidió una carta; si no, es la del comienzo de la fase de Misión.
    """

    quien: Quien
    personajes: int
    cazador: bool
    extra: int
    pedidas: int
    simbolos: int
    anulados: int
    antes: Rumbo
    desviado: Rumbo
    despues: Rumbo
    por_efecto: bool = False

    @property
    def valen(self) -> int:
        """Timones que cuentan."""
        return max(self.simbolos - self.anulados, 0)

    def relato(self, nombres: Nombres) -> str:
        detalle = f"{self._vistas()}{cuenta(self.simbolos, 'timón', 'timones')}"
        anulados = f" ({cuenta(self.anulados, 'anulado')})" if self.anulados else ""
        rumbos = " → ".join(r.nombre for r in (self.antes, self.desviado, self.despues))
        return f"Prueba de navegación de {self.quien.nombre(nombres)}: {detalle}{anulados}. Rumbo: {rumbos}."

    def _vistas(self) -> str:
        return ""


class PruebaDeNavegacion(_Prueba):
    """La prueba con el mazo que lleva el bot.

    Attributes:
        robo: las cartas miradas, en orden, y el sorteo que las sacó.
        mazo: timones que había en el mazo del que se sacaron, ya con los descartes si se barajaron.
    """

    tipo = "prueba_de_navegacion"
    muestra = True
    robo: Robo
    mazo: Composicion

    @property
    def cartas(self) -> tuple[str, ...]:
        return self.robo.cartas

    @property
    def prevision(self) -> Prevision:
        """Las probabilidades que había."""
        return prever(self.mazo, self.antes, len(self.cartas), anulados=self.anulados)

    @property
    def probabilidades(self) -> Mapping[Rumbo, Fraction]:
        return self.prevision.rumbos

    def _vistas(self) -> str:
        if not self.cartas:
            return "no se mira ninguna carta, "
        mezcla = "se barajan los descartes, " if self.robo.mezcla else ""
        return f"{mezcla}se miran {lista(mazos.nombres(self.cartas))}: "


class PruebaAnotada(_Prueba):
    """La prueba con el mazo de los jugadores: solo se apuntan los timones."""

    tipo = "prueba_anotada"


reglas: Reglas[Any] = Reglas()


@reglas.decide(ProbarNavegacion)
def _probar(partida: Navegacion, orden: ProbarNavegacion, contexto: Contexto) -> Sequence[Hecho]:
    if orden.desde is not None and orden.desde != partida.pruebas:
        raise YaHaCambiado("Esto ya ha cambiado: esa prueba de navegación ya se ha hecho.")
    _comprobar_momento(partida, orden)
    datos = _datos(partida, orden)
    if orden.simbolos is None:
        return [_con_mazo(partida, orden, datos, contexto)]
    if partida.mazo is not None:
        raise ErrorDeDominio(
            "El mazo de esta partida lo llevo yo: no escribas los timones, que salen de las cartas que se miren.",
            "Con /navegacion mazo se cambia a cartas físicas.",
        )
    return [_anotada(partida.rumbo, orden, datos, orden.simbolos)]


@reglas.aplica(PruebaDeNavegacion)
def _hecha(partida: Navegacion, hecho: PruebaDeNavegacion) -> Navegacion:
    mazo = mazos.tras_robo(mazo_de(partida), hecho.robo, a_descartes=True)
    return _tras_prueba(partida, hecho).con(mazo=mazo)


@reglas.aplica(PruebaAnotada)
def _apuntada(partida: Navegacion, hecho: PruebaAnotada) -> Navegacion:
    return _tras_prueba(partida, hecho)


def _con_mazo(
    partida: Navegacion, orden: ProbarNavegacion, datos: dict[str, Any], contexto: Contexto
) -> PruebaDeNavegacion:
    if partida.mazo is None:
        raise ErrorDeDominio("Aquí las cartas las llevan los jugadores: escribe los timones encontrados.")
    robo = mazos.robar(partida.mazo, datos["pedidas"], contexto.azar)
    del_que = partida.mazo.mezclado() if robo.mezcla else partida.mazo
    simbolos = sum(tablas.encuentro(carta).timones for carta in robo.cartas)
    return PruebaDeNavegacion(
        **datos,
        **_rumbos(partida.rumbo, simbolos, orden.anulados),
        robo=robo,
        mazo=mazos.composicion(del_que.quedan),
    )


def _anotada(rumbo: Rumbo, orden: ProbarNavegacion, datos: dict[str, Any], simbolos: int) -> PruebaAnotada:
    if not 0 <= simbolos <= 2 * datos["pedidas"]:
        raise rechazo(
            f"En {cuenta(datos['pedidas'], 'carta')} no puede haber {cuenta(simbolos, 'timón', 'timones')}.",
            "Se mira una carta por personaje asignado, y ninguna carta lleva más de 2 timones.",
            FUENTE,
        )
    return PruebaAnotada(**datos, **_rumbos(rumbo, simbolos, orden.anulados))


def _datos(partida: Navegacion, orden: ProbarNavegacion) -> dict[str, Any]:
    if not 0 <= orden.personajes <= PERSONAJES_MAXIMOS:
        raise rechazo(
            f"Di cuántos personajes se agotan para la prueba, de 0 a {PERSONAJES_MAXIMOS}.",
            "El jugador agota cualquier cantidad de personajes que controle.",
            FUENTE,
        )
    if orden.anulados < 0 or abs(orden.extra) > PERSONAJES_MAXIMOS:
        raise ErrorDeDominio("Las cartas de más y los timones anulados no pueden ser esos; revísalos.")
    if orden.cazador and partida.flota_lista:
        partida.barco(CAZADOR)
    cuentan = tablas.barco(CAZADOR).personajes if orden.cazador else 0
    return {
        "quien": _quien(partida, orden),
        "personajes": orden.personajes,
        "cazador": orden.cazador,
        "extra": orden.extra,
        "pedidas": max(orden.personajes + cuentan + orden.extra, 0),
        "por_efecto": orden.por_efecto,
    }


def _quien(partida: Navegacion, orden: ProbarNavegacion) -> Quien:
    inicial = partida.inicial
    elegido = partida.jugador(orden.jugador) if orden.jugador is not None else inicial
    if elegido is None or inicial is None:
        raise ErrorDeDominio("No queda nadie que pueda hacer la prueba.")
    if elegido != inicial and not orden.por_efecto:
        raise rechazo(
            f"La prueba la hace el jugador inicial, que es el {inicial.numero}.",
            "Al comienzo de la fase de Misión la prueba la realiza el jugador inicial.",
            "003, «Navegación»",
        )
    return elegido.quien


def _comprobar_momento(partida: Navegacion, orden: ProbarNavegacion) -> None:
    if partida.paso not in {Paso.FUERA, Paso.ANTES} and not orden.por_efecto:
        raise rechazo(
            "La prueba de esta fase de Misión ya se ha hecho. Si la pide una carta, dilo al hacerla.",
            "Hay una prueba al comienzo de cada fase de Misión, antes de asignar personajes a la misión.",
            "003, «Navegación»",
        )


def _rumbos(antes: Rumbo, simbolos: int, anulados: int) -> dict[str, Any]:
    desviado = antes.desviado()
    return {
        "simbolos": simbolos,
        "anulados": anulados,
        "antes": antes,
        "desviado": desviado,
        "despues": desviado.mejorado(max(simbolos - anulados, 0)),
    }


def _tras_prueba(partida: Navegacion, hecho: _Prueba) -> Navegacion:
    tras = partida.con(rumbo=hecho.despues, pruebas=partida.pruebas + 1)
    if hecho.por_efecto:
        return tras
    # Quien no sigue la lista de la fase también hace su prueba; si después la empieza, no se le pide otra.
    return tras.con(paso=Paso.DESPUES) if partida.paso is Paso.ANTES else tras.con(prueba_hecha=True)
