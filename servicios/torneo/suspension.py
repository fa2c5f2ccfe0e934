"""Cuando Discord falla (un canal borrado, sin permiso para escribir): el torneo se detiene y se repone."""

from servicios.errores import YaHaCambiado
from servicios.hechos import SISTEMA, Contexto, Hecho, Nombres, Orden, Reglas
from servicios.torneo.derechos import exigir_abierto, exigir_coordinacion
from servicios.torneo.estado import Torneo
from servicios.torneo.reloj_de_ronda import pausa, reanudacion

reglas = Reglas[Torneo]()


class Suspender(Orden):
    """El bot no puede seguir donde estaba. `causa`: qué ha pasado, para la coordinación."""

    causa: str


class Reponer(Orden):
    """«Reponer el panel»: volver a poner los mensajes y seguir. `canal`: si es otro."""

    canal: int | None = None


class Suspendido(Hecho):
    tipo = "suspendido"

    causa: int

    def relato(self, nombres: Nombres) -> str:
        return f"El torneo se detiene: {nombres.texto(self.causa)}"


class Repuesto(Hecho):
    tipo = "repuesto"

    canal: int | None = None

    def relato(self, nombres: Nombres) -> str:
        return "Se repone el panel y el torneo continúa."


@reglas.decide(Suspender)
def suspender(torneo: Torneo, orden: Suspender, contexto: Contexto) -> list[Hecho]:
    """Detiene el torneo y para su reloj.

    Raises:
        YaHaCambiado: si ya estaba detenido.
    """
    exigir_abierto(torneo)
    if contexto.actor.persona != SISTEMA:
        exigir_coordinacion(torneo, contexto.actor)
    if torneo.suspendido is not None:
        raise YaHaCambiado("El torneo ya está detenido.")
    parado = pausa(torneo.ronda, contexto.ahora) if torneo.ronda else None
    return [Suspendido(causa=contexto.textos.anotar(orden.causa)), *([parado] if parado else [])]


@reglas.decide(Reponer)
def reponer(torneo: Torneo, orden: Reponer, contexto: Contexto) -> list[Hecho]:
    """Pone otra vez el panel; si el torneo estaba detenido, sigue y su reloj también.

    Raises:
        SinPermiso: si no lo pide la coordinación.
    """
    exigir_abierto(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    sigue = None
    if torneo.ronda is not None and torneo.ronda.reloj is not None and torneo.ronda.reloj.por_suspension:
        sigue = reanudacion(torneo.ronda, contexto.ahora)
    return [Repuesto(canal=orden.canal), *([sigue] if sigue else [])]


@reglas.aplica(Suspendido)
def suspendido(torneo: Torneo, hecho: Suspendido) -> Torneo:
    ronda = torneo.ronda
    if ronda is not None and ronda.reloj is not None and ronda.reloj.fin is not None:
        torneo = torneo.con_ronda(ronda.con(reloj=ronda.reloj.con(por_suspension=True)))
    return torneo.con(suspendido=hecho.causa, suspensiones=torneo.suspensiones + 1)


@reglas.aplica(Repuesto)
def repuesto(torneo: Torneo, hecho: Repuesto) -> Torneo:
    return torneo.con(suspendido=None, reposiciones=torneo.reposiciones + 1, canal=hecho.canal or torneo.canal)
