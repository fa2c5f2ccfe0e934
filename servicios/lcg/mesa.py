"""Abrir, llevar y cerrar una partida del LCG: asientos, rondas, jugador inicial y quién manda en ella."""

from collections.abc import Mapping, Sequence
from typing import Any

from servicios.errores import ErrorDeDominio, NoExiste, SinPermiso, YaHaCambiado
from servicios.hechos import Actor, Contexto, Hecho, Nombres, Orden, Reglas, Rol, Valor
from servicios.lcg.amenaza import Origen, de_todos, mover
from servicios.lcg.estado import JUGADORES_MAXIMOS, LIMITE_DE_AMENAZA, Jugador, Partida, Quien
from servicios.lcg.finales import Eliminado
from servicios.lcg.texto import BASICO, rechazo
from servicios.texto import cuenta, lista


class Asiento(Valor):
    """Quien se sienta: una persona con cuenta, un nombre o, sin lo uno ni lo otro, quien da la orden.

    `amenaza`: la inicial, suma de sus Héroes.
    """

    persona: int | None = None
    nombre: str | None = None
    amenaza: int = 0


class Abrir(Orden):
    """Abre una partida. Los escenarios añaden a esta orden lo suyo."""

    jugadores: tuple[Asiento, ...]
    limite: int = LIMITE_DE_AMENAZA


class SentarJugador(Orden):
    """Añade un jugador a una mesa que solo lleva la Amenaza."""

    asiento: Asiento


class PasarRonda(Orden):
    """Acaba la ronda: todos suben `amenaza` y la ficha de jugador inicial pasa al siguiente.

    Attributes:
        desde: la ronda que tenía delante quien la da, para no pasar dos veces.
    """

    amenaza: int = 1
    desde: int | None = None


class FijarPrimero(Orden):
    """Da la ficha de jugador inicial a un jugador."""

    jugador: int


class Cerrar(Orden):
    """Cierra la partida: se publica la semilla."""


class Abierta(Hecho):
    tipo = "abierta"
    persona: int
    jugadores: tuple[Jugador, ...]
    limite: int

    def relato(self, nombres: Nombres) -> str:
        mesa = lista(f"{j.quien.nombre(nombres)} (Amenaza {j.amenaza})" for j in self.jugadores)
        return f"{nombres.persona(self.persona)} abre la partida con {mesa}."


class Sentado(Hecho):
    tipo = "sentado"
    jugador: Jugador

    def relato(self, nombres: Nombres) -> str:
        return f"{self.jugador.quien.nombre(nombres)} se une con Amenaza {self.jugador.amenaza}."


class RondaPasada(Hecho):
    tipo = "ronda"
    ronda: int
    primero: int
    quien: Quien

    def relato(self, nombres: Nombres) -> str:
        return f"Empieza la ronda {self.ronda}. Jugador inicial: {self.quien.nombre(nombres)}."


class PrimeroFijado(Hecho):
    tipo = "primero"
    jugador: int
    quien: Quien

    def relato(self, nombres: Nombres) -> str:
        return f"{self.quien.nombre(nombres)} pasa a ser el jugador inicial."


class Cerrada(Hecho):
    tipo = "cerrada"
    persona: int

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} cierra la partida."


comunes: Reglas[Any] = Reglas()
propias: Reglas[Any] = Reglas()
"""Lo que solo vale para la mesa que lleva la Amenaza y nada más."""


def comprobar(partida: Partida, orden: Orden, actor: Actor) -> None:
    """Lo que toda orden exige: que la partida esté abierta y sin acabar, y que la dé alguien de la mesa.

    Raises:
        ErrorDeDominio: si no se cumple.
    """
    if isinstance(orden, Abrir):
        if partida.abierta_por is not None:
            raise ErrorDeDominio("Esta partida ya está abierta.")
        return
    if partida.abierta_por is None:
        raise NoExiste("Aquí no hay ninguna partida abierta: empieza una con /partida nueva.")
    if actor.persona not in partida.personas and not actor.es(Rol.MODERADOR):
        raise SinPermiso("No juegas esta partida: solo la llevan quienes están en la mesa, o la moderación.")
    if partida.fin is not None and not isinstance(orden, Cerrar):
        raise ErrorDeDominio(
            f"La partida ya ha acabado en {partida.fin}. Ciérrala, o deshaz lo último si fue un error."
        )


def abrir(orden: Abrir, contexto: Contexto) -> Abierta:
    """El hecho con que empieza cualquier partida.

    Raises:
        ErrorDeDominio: si los asientos no valen.
    """
    if not 1 <= len(orden.jugadores) <= JUGADORES_MAXIMOS:
        raise rechazo(
            f"Una partida es de 1 a {JUGADORES_MAXIMOS} jugadores; has dado {len(orden.jugadores)}.",
            "El juego es para 4 jugadores como máximo.",
            BASICO,
        )
    if not 1 <= orden.limite <= 99:
        raise ErrorDeDominio("El límite de Amenaza tiene que estar entre 1 y 99.")
    jugadores: list[Jugador] = []
    for asiento in orden.jugadores:
        jugadores.append(_sentar(jugadores, asiento, orden.limite, contexto))
    return Abierta(persona=contexto.actor.persona, jugadores=tuple(jugadores), limite=orden.limite)


@propias.decide(Abrir)
def _abrir(_partida: Partida, orden: Abrir, contexto: Contexto) -> Sequence[Hecho]:
    return [abrir(orden, contexto)]


@comunes.aplica(Abierta)
def _abierta(partida: Partida, hecho: Abierta) -> Partida:
    return partida.con(abierta_por=hecho.persona, jugadores=hecho.jugadores, limite=hecho.limite)


@propias.decide(SentarJugador)
def _sentarse(partida: Partida, orden: SentarJugador, contexto: Contexto) -> Sequence[Hecho]:
    if len(partida.jugadores) >= JUGADORES_MAXIMOS:
        raise rechazo(
            f"La mesa está completa: ya hay {JUGADORES_MAXIMOS} jugadores.",
            "El juego es para 4 jugadores como máximo.",
            BASICO,
        )
    return [Sentado(jugador=_sentar(partida.jugadores, orden.asiento, partida.limite, contexto))]


@propias.aplica(Sentado)
def _sentado(partida: Partida, hecho: Sentado) -> Partida:
    return partida.con(jugadores=(*partida.jugadores, hecho.jugador))


@comunes.decide(PasarRonda)
def _pasar(partida: Partida, orden: PasarRonda, _contexto: Contexto) -> Sequence[Hecho]:
    if orden.desde is not None and orden.desde != partida.ronda:
        raise YaHaCambiado(f"Esto ya ha cambiado: ahora es la ronda {partida.ronda}.")
    if not 0 <= orden.amenaza <= 10:
        raise ErrorDeDominio("Al pasar de ronda la Amenaza sube de 0 a 10 puntos.")
    partida.comprobar_fin_de_ronda()
    hechos = mover(partida, de_todos(partida, orden.amenaza), Origen.RONDA) if orden.amenaza else []
    caen = {hecho.jugador for hecho in hechos if isinstance(hecho, Eliminado)}
    siguen = [j for j in partida.orden_de_juego if j.numero not in caen]
    if not siguen:
        return hechos
    siguiente = _siguiente(partida, siguen)
    return [*hechos, RondaPasada(ronda=partida.ronda + 1, primero=siguiente.numero, quien=siguiente.quien)]


@comunes.aplica(RondaPasada)
def _pasada(partida: Partida, hecho: RondaPasada) -> Partida:
    return partida.con(ronda=hecho.ronda, primero=hecho.primero).al_pasar_ronda()


@comunes.decide(FijarPrimero)
def _fijar_primero(partida: Partida, orden: FijarPrimero, _contexto: Contexto) -> Sequence[Hecho]:
    jugador = partida.jugador(orden.jugador)
    if partida.inicial == jugador:
        raise ErrorDeDominio("Esa persona ya es el jugador inicial.")
    return [PrimeroFijado(jugador=jugador.numero, quien=jugador.quien)]


@comunes.aplica(PrimeroFijado)
def _primero_fijado(partida: Partida, hecho: PrimeroFijado) -> Partida:
    return partida.con(primero=hecho.jugador)


@comunes.decide(Cerrar)
def _cerrar(_partida: Partida, _orden: Cerrar, contexto: Contexto) -> Sequence[Hecho]:
    return [Cerrada(persona=contexto.actor.persona)]


@comunes.aplica(Cerrada)
def _cerrada(partida: Partida, _hecho: Cerrada) -> Partida:
    return partida.con(cerrada=True)


def bandos(partida: Partida) -> Mapping[int, str]:
    """Cada jugador va por su cuenta: aunque colaboren, deshacer una tirada lo acepta otro."""
    return {persona: str(persona) for persona in partida.personas}


def acepta_deshacer(partida: Partida, propone: int, actor: Actor) -> bool:
    """Deshacer una orden con azar lo acepta otra persona de la mesa o la moderación; quien juega solo se basta."""
    if actor.persona in partida.personas:
        return actor.persona != propone or partida.personas == {propone}
    return actor.es(Rol.MODERADOR)


def _sentar(sentados: Sequence[Jugador], asiento: Asiento, limite: int, contexto: Contexto) -> Jugador:
    persona = contexto.actor.persona if asiento.persona is None and asiento.nombre is None else asiento.persona
    nombre = (asiento.nombre or "").strip()
    if persona is None and not nombre:
        raise ErrorDeDominio("Cada jugador necesita una cuenta o un nombre.")
    if persona is not None and any(j.quien.persona == persona for j in sentados):
        raise ErrorDeDominio("La misma persona no puede ocupar dos asientos; da un nombre al segundo.")
    if not 0 <= asiento.amenaza < limite:
        unidad = cuenta(limite - 1, "punto")
        raise ErrorDeDominio(f"La Amenaza inicial va de 0 a {unidad}: con {limite} se está eliminado.")
    texto = contexto.textos.anotar(nombre, contexto.actor.persona) if persona is None else None
    quien = Quien(persona=persona, texto=texto)
    return Jugador(numero=len(sentados) + 1, quien=quien, amenaza=asiento.amenaza)


def _siguiente(partida: Partida, siguen: Sequence[Jugador]) -> Jugador:
    """A quién pasa la ficha de jugador inicial: el primero que sigue en juego detrás de quien la tenía."""
    primero = partida.orden_de_juego[0].numero
    return min(siguen, key=lambda j: (j.numero <= primero, j.numero))
