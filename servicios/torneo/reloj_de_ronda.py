"""El tiempo de una ronda: empezar, alargar, parar y seguir. Los instantes van en los hechos, no se miran aquí.

Fuente: 000, «Límite de tiempo».
"""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from servicios.errores import ErrorDeDominio, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.texto import cuenta
from servicios.torneo.derechos import (
    arbitra,
    exigir_coordinacion,
    exigir_en_juego,
    exigir_imparcial,
    mesa_numero,
    ronda_o_actual,
)
from servicios.torneo.estado import Torneo
from servicios.torneo.valores import Bases, Mesa, Prorroga, Reloj, Ronda

reglas = Reglas[Torneo]()

MINUTOS_DE_PRORROGA = 24 * 60
MINUTO = timedelta(minutes=1)

FIN_DEL_TIEMPO = (
    "Se juega hasta que acabe su turno quien empezó en segundo lugar, para que los dos hayan jugado los mismos; "
    "entonces se celebra el Concilio Libre, aunque los PV no lleguen al mínimo."
)


class Empezar(Orden):
    """«Empezar»: el reloj de la ronda arranca ahora, no al publicarla."""


class DarTiempo(Orden):
    """Minutos de más (o de menos) para la ronda, o solo para una mesa."""

    minutos: int
    mesa: int | None = None


class Pausar(Orden):
    pass


class Reanudar(Orden):
    pass


class RelojEmpezado(Hecho):
    tipo = "reloj_empezado"

    ronda: int
    empezado: datetime
    fin: datetime

    def relato(self, nombres: Nombres) -> str:
        return f"Empieza el tiempo de la ronda {self.ronda}."


class TiempoDado(Hecho):
    """`mesa` 0: toda la ronda."""

    tipo = "tiempo_dado"

    ronda: int
    minutos: int
    cuando: datetime
    mesa: int = 0

    def relato(self, nombres: Nombres) -> str:
        donde = f"la mesa {self.mesa}" if self.mesa else "toda la ronda"
        minutos = cuenta(abs(self.minutos), "minuto")
        return f"Se {'dan' if self.minutos > 0 else 'quitan'} {minutos} a {donde}."


class RelojPausado(Hecho):
    tipo = "reloj_pausado"

    ronda: int
    resta: int

    def relato(self, nombres: Nombres) -> str:
        return f"Se para el tiempo de la ronda {self.ronda}."


class RelojReanudado(Hecho):
    tipo = "reloj_reanudado"

    ronda: int
    cuando: datetime
    fin: datetime

    def relato(self, nombres: Nombres) -> str:
        return f"Sigue el tiempo de la ronda {self.ronda}."


@reglas.decide(Empezar)
def empezar(torneo: Torneo, orden: Empezar, contexto: Contexto) -> list[Hecho]:
    """Arranca el reloj de la ronda.

    Raises:
        YaHaCambiado: si ya estaba en marcha.
    """
    ronda = _ronda_abierta(torneo, contexto)
    if ronda.reloj is not None:
        raise YaHaCambiado(f"El tiempo de la ronda {ronda.numero} ya empezó.")
    fin = fin_previsto(torneo.bases, contexto.ahora)
    return [RelojEmpezado(ronda=ronda.numero, empezado=contexto.ahora, fin=fin)]


@reglas.decide(DarTiempo)
def dar_tiempo(torneo: Torneo, orden: DarTiempo, contexto: Contexto) -> list[Hecho]:
    """Cambia el tiempo de la ronda (coordinación) o de una mesa (también el arbitraje).

    Raises:
        ErrorDeDominio: si el reloj no ha empezado, los minutos no valen o la mesa ya ha acabado.
    """
    exigir_en_juego(torneo)
    ronda = ronda_o_actual(torneo, None)
    if orden.mesa is None or not arbitra(torneo, contexto.actor):
        exigir_coordinacion(torneo, contexto.actor)
    _exigir_abierta(ronda)
    mesa = None if orden.mesa is None else mesa_numero(ronda, orden.mesa)
    if mesa is not None:
        exigir_imparcial(torneo, contexto.actor, *mesa.jugadores)
    exigir_minutos(ronda, orden.minutos, mesa)
    return [TiempoDado(ronda=ronda.numero, minutos=orden.minutos, cuando=contexto.ahora, mesa=orden.mesa or 0)]


@reglas.decide(Pausar)
def pausar(torneo: Torneo, orden: Pausar, contexto: Contexto) -> list[Hecho]:
    ronda = _ronda_abierta(torneo, contexto)
    hecho = pausa(ronda, contexto.ahora)
    if hecho is None:
        en_marcha = ronda.fin_de() is not None
        causa = "Ya no juega nadie con tiempo" if en_marcha else "El reloj no está en marcha"
        raise ErrorDeDominio(f"{causa}: no hay nada que parar.")
    return [hecho]


@reglas.decide(Reanudar)
def reanudar(torneo: Torneo, orden: Reanudar, contexto: Contexto) -> list[Hecho]:
    ronda = _ronda_abierta(torneo, contexto)
    hecho = reanudacion(torneo.bases, ronda, contexto.ahora)
    if hecho is None:
        raise ErrorDeDominio("El reloj no está parado.")
    return [hecho]


def fin_previsto(bases: Bases, ahora: datetime) -> datetime:
    """Cuándo se acaba una ronda que empieza ahora: a los minutos del reglamento, o a las 23:59 del último día."""
    if bases.plazo is None:
        return ahora + timedelta(minutes=bases.minutos)
    return _a_las_23_59(bases, ahora, bases.plazo)


def _a_las_23_59(bases: Bases, instante: datetime, dias: int = 0) -> datetime:
    """El final del día que es allí en ese instante, o de tantos días después."""
    zona = ZoneInfo(bases.zona)
    dia = instante.astimezone(zona).date() + timedelta(days=dias)
    return datetime.combine(dia, time(23, 59), zona).astimezone(UTC)


def pausa(ronda: Ronda, ahora: datetime) -> RelojPausado | None:
    """La pausa de un reloj en marcha, si a alguna mesa le queda tiempo: lo acabado no se acaba otra vez."""
    fin = ronda.fin_de()
    if fin is None or all(mesa.extra * MINUTO + fin <= ahora for mesa in ronda.faltan()):
        return None
    return RelojPausado(ronda=ronda.numero, resta=int((fin - ahora).total_seconds()))


def reanudacion(bases: Bases, ronda: Ronda, ahora: datetime) -> RelojReanudado | None:
    """La vuelta de un reloj parado, con los segundos que le quedaban; un plazo en días sigue venciendo a las 23:59."""
    reloj = ronda.reloj
    if reloj is None or reloj.fin is not None:
        return None
    fin = ahora + timedelta(seconds=reloj.resta)
    return RelojReanudado(
        ronda=ronda.numero, cuando=ahora, fin=_a_las_23_59(bases, fin) if bases.plazo is not None else fin
    )


def exigir_minutos(ronda: Ronda, minutos: int, mesa: Mesa | None) -> None:
    """Raises: ErrorDeDominio si el reloj no ha empezado, la mesa ya ha acabado o los minutos no valen."""
    if mesa is not None and mesa.resultado is not None:
        raise ErrorDeDominio(f"La mesa {mesa.numero} ya ha acabado: no necesita más tiempo.")
    if ronda.reloj is None:
        raise ErrorDeDominio("El tiempo de la ronda aún no ha empezado: se empieza con el botón «Empezar».")
    if not minutos or abs(minutos) > MINUTOS_DE_PRORROGA:
        raise ErrorDeDominio("Los minutos van de 1 a 1440, o con signo menos para quitar.")


def _ronda_abierta(torneo: Torneo, contexto: Contexto) -> Ronda:
    exigir_en_juego(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    ronda = ronda_o_actual(torneo, None)
    _exigir_abierta(ronda)
    return ronda


def _exigir_abierta(ronda: Ronda) -> None:
    if ronda.cerrada:
        raise ErrorDeDominio(f"La ronda {ronda.numero} ya está cerrada.")


@reglas.aplica(RelojEmpezado)
def reloj_empezado(torneo: Torneo, hecho: RelojEmpezado) -> Torneo:
    reloj = Reloj(empezado=hecho.empezado, desde=hecho.empezado, fin=hecho.fin)
    return torneo.con_ronda(torneo.rondas[hecho.ronda - 1].con(reloj=reloj))


@reglas.aplica(TiempoDado)
def tiempo_dado(torneo: Torneo, hecho: TiempoDado) -> Torneo:
    ronda = torneo.rondas[hecho.ronda - 1]
    prorroga = Prorroga(minutos=hecho.minutos, mesa=hecho.mesa)
    torneo = torneo.con_ronda(ronda.con(prorrogas=(*ronda.prorrogas, prorroga)))
    if hecho.mesa:
        mesa = ronda.mesas[hecho.mesa - 1]
        torneo = torneo.con_mesa(hecho.ronda, mesa.con(extra=mesa.extra + hecho.minutos))
        return _con_reloj(torneo, hecho.ronda, desde=hecho.cuando)
    reloj = ronda.reloj
    if reloj is None:
        return torneo
    if reloj.fin is None:
        return _con_reloj(torneo, hecho.ronda, resta=reloj.resta + 60 * hecho.minutos)
    fin = reloj.fin + timedelta(minutes=hecho.minutos)
    return _con_reloj(torneo, hecho.ronda, desde=hecho.cuando, fin=fin)


@reglas.aplica(RelojPausado)
def reloj_pausado(torneo: Torneo, hecho: RelojPausado) -> Torneo:
    return _con_reloj(torneo, hecho.ronda, fin=None, resta=hecho.resta)


@reglas.aplica(RelojReanudado)
def reloj_reanudado(torneo: Torneo, hecho: RelojReanudado) -> Torneo:
    return _con_reloj(torneo, hecho.ronda, desde=hecho.cuando, fin=hecho.fin, resta=0, por_suspension=False)


def _con_reloj(torneo: Torneo, numero: int, **cambios: object) -> Torneo:
    ronda = torneo.rondas[numero - 1]
    return torneo if ronda.reloj is None else torneo.con_ronda(ronda.con(reloj=ronda.reloj.con(**cambios)))
