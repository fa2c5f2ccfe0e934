"""La mesa de dados: jugadores con nombre, tiradas por turno libre y un tanteo que se lleva solo.

Es la clase de partida más pequeña. Cada tirada suma su resultado al tanteo de quien la hace.
"""

from collections.abc import Mapping, Sequence

from servicios.dados.dia import Tirado, Tirar, anotar
from servicios.dados.tirada import tirar
from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.hechos import Agregado, Contexto, Hecho, Nombres, Orden, Reglas, Rol, Valor

JUGADORES_MAXIMOS = 12


class Mesa(Valor):
    """El tanteo de cada jugador, por orden de llegada. `tanteo`: puntos por persona."""

    tanteo: dict[int, int] = {}
    cerrada: bool = False


class Abrir(Orden):
    """Abre la mesa; quien la abre se sienta."""

    jugadores: tuple[int, ...] = ()


class Sentarse(Orden):
    """Quien la da se une a la mesa con 0 puntos."""


class Levantarse(Orden):
    """Quien la da deja la mesa; su tanteo se pierde."""


class Cerrar(Orden):
    """Cierra la mesa: se publica la semilla."""


class Abierta(Hecho):
    tipo = "abierta"
    persona: int
    jugadores: tuple[int, ...]

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} abre la mesa de dados."


class Sentado(Hecho):
    tipo = "sentado"
    persona: int

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} se sienta a la mesa."


class Levantado(Hecho):
    tipo = "levantado"
    persona: int

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} deja la mesa."


class Cerrada(Hecho):
    tipo = "cerrada"
    persona: int

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} cierra la mesa."


reglas = Reglas[Mesa]()


@reglas.decide(Abrir)
def _abrir(_mesa: Mesa, orden: Abrir, contexto: Contexto) -> Sequence[Hecho]:
    jugadores = tuple(dict.fromkeys((contexto.actor.persona, *orden.jugadores)))
    _cabe(len(jugadores))
    return [Abierta(persona=contexto.actor.persona, jugadores=jugadores)]


@reglas.aplica(Abierta)
def _abierta(mesa: Mesa, hecho: Abierta) -> Mesa:
    return mesa.con(tanteo=dict.fromkeys(hecho.jugadores, 0))


@reglas.decide(Sentarse)
def _sentarse(mesa: Mesa, _orden: Sentarse, contexto: Contexto) -> Sequence[Hecho]:
    if contexto.actor.persona in mesa.tanteo:
        raise ErrorDeDominio("Ya estás en la mesa: tira con /dados.")
    _cabe(len(mesa.tanteo) + 1)
    return [Sentado(persona=contexto.actor.persona)]


@reglas.aplica(Sentado)
def _sentado(mesa: Mesa, hecho: Sentado) -> Mesa:
    return mesa.con(tanteo={**mesa.tanteo, hecho.persona: 0})


@reglas.decide(Levantarse)
def _levantarse(mesa: Mesa, _orden: Levantarse, contexto: Contexto) -> Sequence[Hecho]:
    _de_la_mesa(mesa, contexto.actor.persona)
    return [Levantado(persona=contexto.actor.persona)]


@reglas.aplica(Levantado)
def _levantado(mesa: Mesa, hecho: Levantado) -> Mesa:
    return mesa.con(tanteo={p: t for p, t in mesa.tanteo.items() if p != hecho.persona})


@reglas.decide(Tirar)
def _tirar(mesa: Mesa, orden: Tirar, contexto: Contexto) -> Sequence[Hecho]:
    _de_la_mesa(mesa, contexto.actor.persona)
    lanzada = tirar(orden.dados, contexto.azar)
    comentario = anotar(orden.comentario, contexto)
    return [Tirado(persona=contexto.actor.persona, lanzada=lanzada, comentario=comentario)]


@reglas.aplica(Tirado)
def _tirado(mesa: Mesa, hecho: Tirado) -> Mesa:
    puntos = mesa.tanteo.get(hecho.persona, 0) + hecho.lanzada.resultado
    return mesa.con(tanteo={**mesa.tanteo, hecho.persona: puntos})


@reglas.decide(Cerrar)
def _cerrar(mesa: Mesa, _orden: Cerrar, contexto: Contexto) -> Sequence[Hecho]:
    if not contexto.actor.es(Rol.MODERADOR):
        _de_la_mesa(mesa, contexto.actor.persona)
    return [Cerrada(persona=contexto.actor.persona)]


@reglas.aplica(Cerrada)
def _cerrada(mesa: Mesa, _hecho: Cerrada) -> Mesa:
    return mesa.con(cerrada=True)


def bandos(mesa: Mesa) -> Mapping[int, str]:
    """Cada jugador va por su cuenta: deshacer una tirada lo acepta cualquier otro."""
    return {persona: str(persona) for persona in mesa.tanteo}


def _de_la_mesa(mesa: Mesa, persona: int) -> None:
    if persona not in mesa.tanteo:
        raise SinPermiso("No estás en esta mesa de dados: siéntate primero con el botón «Sentarme».")


def _cabe(jugadores: int) -> None:
    if jugadores > JUGADORES_MAXIMOS:
        raise ErrorDeDominio(f"En la mesa caben {JUGADORES_MAXIMOS} jugadores.")


MESA = Agregado("dados", Mesa, [reglas], bandos=bandos, cerrado=lambda mesa: mesa.cerrada)
