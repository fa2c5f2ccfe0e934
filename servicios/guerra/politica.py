"""El marcador político: naciones pasivas y activas, avance hacia la guerra y lo que no puede quien no lucha."""

from collections.abc import Iterable

from servicios.guerra.dados import gastar
from servicios.guerra.estado import Estado, Fase
from servicios.guerra.mesa import exigir_bando, exigir_fase, exigir_jugador
from servicios.guerra.piezas import Bando, Cara
from servicios.guerra.rechazo import REGLAMENTO, rechazo
from servicios.guerra.tablas import nacion, region
from servicios.guerra.texto import cuenta, lista
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

NO_BELIGERANTE = (
    "no sale de su país, salvo en una retirada",
    "no ataca, aunque se defiende",
    "no recluta con dados de acción",
)
"""Lo que no puede una nación que no está en guerra. Fuente: 001, «Entrando en la guerra»."""

reglas = Reglas[Estado]()


class ActivarNacion(Orden):
    """Un evento activa una nación de los Pueblos Libres."""

    nacion: str


class AvanzarNacion(Orden):
    """Una nación avanza un paso: con un dado de Reclutamiento, con un evento o con la habilidad de un Compañero.

    `habilidad_en`: la ciudad o Baluarte desde donde se usa la habilidad; el dado puede ser entonces cualquiera.
    """

    nacion: str
    dado: Cara | None = None
    habilidad_en: str | None = None


class Reclutar(Orden):
    """Se reclutan tropas en esas regiones, con un dado de Reclutamiento o con un evento (`dado` None)."""

    nacion: str
    regiones: tuple[str, ...]
    dado: Cara | None = None


class NacionActivada(Hecho):
    """Una nación deja de estar pasiva."""

    tipo = "nacion_activada"

    nacion: str
    por: str

    def relato(self, nombres: Nombres) -> str:
        return f"{nacion(self.nacion).nombre} se activa: {self.por}."


class NacionAvanzada(Hecho):
    """Una nación avanza un paso hacia la guerra. `quedan`: los que le faltan después."""

    tipo = "nacion_avanzada"

    nacion: str
    por: str
    quedan: int

    def relato(self, nombres: Nombres) -> str:
        nombre = nacion(self.nacion).nombre
        if not self.quedan:
            return f"{nombre} entra en guerra: {self.por}."
        faltan = "falta" if self.quedan == 1 else "faltan"
        return f"{nombre} avanza en el marcador político ({faltan} {cuenta(self.quedan, 'paso')}): {self.por}."


class Reclutado(Hecho):
    """Una nación recluta."""

    tipo = "reclutado"

    nacion: str
    regiones: tuple[str, ...]

    def relato(self, nombres: Nombres) -> str:
        donde = lista(region(cual).nombre for cual in self.regiones)
        return f"{nacion(self.nacion).nombre} recluta en {donde}."


def despertar(estado: Estado, cual: str, por: str) -> list[Hecho]:
    """Activa una nación si está pasiva. Fuente: 001, «Activando las naciones de Los Pueblos Libres»."""
    return [] if estado.naciones[cual].activa else [NacionActivada(nacion=cual, por=por)]


def _empujar(estado: Estado, cual: str, por: str) -> list[Hecho]:
    """Activa la nación y la avanza un paso, si aún no está en guerra."""
    hechos = despertar(estado, cual, por)
    quedan = estado.naciones[cual].pasos
    return [*hechos, NacionAvanzada(nacion=cual, por=por, quedan=quedan - 1)] if quedan else hechos


def al_ser_atacadas(estado: Estado, naciones: Iterable[str], donde: str) -> list[Hecho]:
    """Un ejército con unidades de esas naciones es atacado: se activan y avanzan un paso.

    Fuente: 001, «Avanzando en el marcador político».
    """
    por = f"su ejército es atacado en {region(donde).nombre}"
    return [hecho for cual in dict.fromkeys(naciones) for hecho in _empujar(estado, cual, por)]


def al_ser_invadida(estado: Estado, donde: str, invasor: Bando) -> list[Hecho]:
    """Un ejército enemigo entra en una región: su nación se activa.

    Fuente: 001, «Activando las naciones de Los Pueblos Libres».
    """
    actual = region(donde)
    if actual.nacion is None or nacion(actual.nacion).bando is invasor:
        return []
    return despertar(estado, actual.nacion, f"un ejército enemigo entra en {actual.nombre}")


def al_ser_capturado(estado: Estado, donde: str) -> list[Hecho]:
    """Un asentamiento es capturado por un ejército: su nación se activa (invasión) y avanza un paso.

    Fuente: 001, «Avanzando en el marcador político».
    """
    actual = region(donde)
    return _empujar(estado, actual.nacion, f"le han capturado {actual.nombre}") if actual.nacion else []


def exigir_en_guerra(estado: Estado, naciones: Iterable[str], que: str) -> None:
    """Comprueba que todas esas naciones están en guerra.

    Raises:
        ErrorDeDominio: si alguna no lo está.

    Fuente: 001, «Entrando en la guerra».
    """
    fuera = [cual for cual in naciones if not estado.naciones[nacion(cual).id].en_guerra]
    if fuera:
        nombres = lista(nacion(cual).nombre for cual in fuera)
        verbo = "está" if len(fuera) == 1 else "están"
        raise rechazo(
            f"No puedes {que}: {nombres} no {verbo} en guerra.",
            "Una nación no beligerante no ataca, no sale de su país y no recluta con dados de acción.",
            "Entrando en la guerra",
        )


@reglas.decide(ActivarNacion)
def activar(estado: Estado, orden: ActivarNacion, contexto: Contexto) -> list[Hecho]:
    """Activa una nación por un evento, que puede ser de cualquiera de los dos bandos."""
    exigir_jugador(estado, contexto.actor)
    nacion(orden.nacion)
    hechos = despertar(estado, orden.nacion, "por un evento")
    if not hechos:
        raise rechazo(
            f"{nacion(orden.nacion).nombre} ya está activa.",
            "Una nación se activa una sola vez.",
            "Activando las naciones de Los Pueblos Libres",
        )
    return hechos


@reglas.decide(AvanzarNacion)
def avanzar(estado: Estado, orden: AvanzarNacion, contexto: Contexto) -> list[Hecho]:
    """Avanza una nación un paso."""
    actual = nacion(orden.nacion)
    exigir_bando(estado, contexto.actor, actual.bando)
    exigir_fase(estado, Fase.ACCIONES)
    posicion = estado.naciones[actual.id]
    if posicion.en_guerra:
        raise rechazo(
            f"{actual.nombre} ya está en guerra.",
            "«En guerra» es la última casilla del marcador político.",
            "El marcador político",
        )
    if posicion.pasos == 1 and not posicion.activa:
        raise rechazo(
            f"{actual.nombre} está pasiva y no puede llegar a «En guerra»: actívala antes.",
            "Mientras siga pasiva, una nación no entra en la última casilla.",
            "Entrando en la guerra",
        )
    por = "por un evento"
    if orden.dado is not None:
        por = f"con un dado {actual.bando.de}"
    if orden.habilidad_en is not None:
        _exigir_propio(estado, orden.habilidad_en, actual.id, "avanzar el marcador político")
        por = f"por la habilidad de un Compañero en {region(orden.habilidad_en).nombre}"
    accion = None if orden.habilidad_en else "reclutamiento"
    return [
        *gastar(estado, actual.bando, orden.dado, accion, f"avanzar {actual.nombre} en el marcador político"),
        NacionAvanzada(nacion=actual.id, por=por, quedan=posicion.pasos - 1),
    ]


@reglas.decide(Reclutar)
def reclutar(estado: Estado, orden: Reclutar, contexto: Contexto) -> list[Hecho]:
    """Recluta en asentamientos libres de la nación."""
    actual = nacion(orden.nacion)
    exigir_bando(estado, contexto.actor, actual.bando)
    exigir_fase(estado, Fase.ACCIONES)
    if not orden.regiones:
        raise rechazo(
            "Di en qué región reclutas.", "Se recluta en un asentamiento propio.", "Capturando un asentamiento"
        )
    for donde in orden.regiones:
        _exigir_propio(estado, donde, actual.id, "reclutar tropas")
    if orden.dado is None:
        return [Reclutado(nacion=actual.id, regiones=orden.regiones)]
    exigir_en_guerra(estado, [actual.id], "reclutar con un dado de acción")
    sitiada = next((donde for donde in orden.regiones if donde in estado.asedios), None)
    if sitiada is not None:
        raise rechazo(
            f"{region(sitiada).nombre} está bajo asedio: no se recluta allí con un dado de acción.",
            "Solo un evento permite reclutar en un Baluarte asediado.",
            REGLAMENTO.format(26),
        )
    return [
        *gastar(estado, actual.bando, orden.dado, "reclutamiento", f"reclutar tropas de {actual.nombre}"),
        Reclutado(nacion=actual.id, regiones=orden.regiones),
    ]


@reglas.aplica(NacionActivada)
def nacion_activada(estado: Estado, hecho: NacionActivada) -> Estado:
    posicion = estado.naciones[hecho.nacion].con(activa=True)
    return estado.con(naciones={**estado.naciones, hecho.nacion: posicion})


@reglas.aplica(NacionAvanzada)
def nacion_avanzada(estado: Estado, hecho: NacionAvanzada) -> Estado:
    posicion = estado.naciones[hecho.nacion].con(pasos=hecho.quedan)
    return estado.con(naciones={**estado.naciones, hecho.nacion: posicion})


@reglas.aplica(Reclutado)
def reclutado(estado: Estado, hecho: Reclutado) -> Estado:
    return estado


def _exigir_propio(estado: Estado, donde: str, cual: str, que: str) -> None:
    actual = region(donde)
    if actual.nacion != cual or not actual.capturable:
        raise rechazo(
            f"{actual.nombre} no tiene un asentamiento de {nacion(cual).nombre}.",
            f"Para {que} hace falta un asentamiento de la nación.",
            "Capturando un asentamiento",
        )
    if donde in estado.capturados:
        raise rechazo(
            f"{actual.nombre} está en manos del enemigo: no sirve para {que}.",
            "Un asentamiento capturado ni recluta ni avanza el marcador político.",
            "Capturando un asentamiento",
        )
