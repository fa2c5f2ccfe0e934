"""Ejércitos que entran en una región, asentamientos capturados o liberados, y asedios que se levantan."""

from servicios.guerra.dados import gastar
from servicios.guerra.estado import Estado, Fase
from servicios.guerra.mesa import exigir_bando, exigir_fase
from servicios.guerra.piezas import Accion, Asentamiento, Bando, Cara
from servicios.guerra.politica import al_ser_capturado, al_ser_invadida
from servicios.guerra.rechazo import rechazo
from servicios.guerra.tablas import nacion, region
from servicios.guerra.texto import cuenta
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Estado]()


class MoverEjercito(Orden):
    """Un ejército entra, sin combatir, en una región libre de enemigos.

    Attributes:
        naciones: las de sus unidades.
        dado: con qué dado se mueve; None si es por un evento o es el segundo ejército del mismo dado.
        con_jefe: si lleva un Líder o un Personaje (para mover con un dado de Personaje).
    """

    bando: Bando
    naciones: tuple[str, ...]
    region: str
    dado: Cara | None = None
    con_jefe: bool = False


class LevantarAsedio(Orden):
    """El sitiador abandona la región."""

    region: str


class EjercitoMovido(Hecho):
    """Un ejército entra en una región."""

    tipo = "ejercito_movido"

    bando: Bando
    region: str

    def relato(self, nombres: Nombres) -> str:
        return f"Un ejército {self.bando.de} entra en {region(self.region).nombre}."


class AsentamientoCapturado(Hecho):
    """Un bando captura un asentamiento enemigo."""

    tipo = "asentamiento_capturado"

    region: str
    bando: Bando

    def relato(self, nombres: Nombres) -> str:
        actual = region(self.region)
        puntos = actual.asentamiento.puntos if actual.asentamiento else 0
        vale = f" (+{cuenta(puntos, 'punto')} de victoria)" if puntos else ""
        return f"{self.bando.hace('captura', 'capturan')} {actual.nombre}{vale}."


class AsentamientoLiberado(Hecho):
    """El dueño original recupera un asentamiento."""

    tipo = "asentamiento_liberado"

    region: str
    bando: Bando

    def relato(self, nombres: Nombres) -> str:
        return f"{self.bando.hace('libera', 'liberan')} {region(self.region).nombre}."


class AsedioEmpezado(Hecho):
    """Un Baluarte queda bajo asedio."""

    tipo = "asedio_empezado"

    region: str

    def relato(self, nombres: Nombres) -> str:
        return f"El Baluarte de {region(self.region).nombre} queda bajo asedio."


class AsedioTerminado(Hecho):
    """Un Baluarte deja de estar asediado."""

    tipo = "asedio_terminado"

    region: str
    por: str

    def relato(self, nombres: Nombres) -> str:
        return f"Termina el asedio de {region(self.region).nombre}: {self.por}."


def ocupar(estado: Estado, donde: str, bando: Bando) -> list[Hecho]:
    """Lo que pasa cuando un ejército queda dueño de una región: captura o libera su asentamiento.

    Fuente: 001, «Capturando un asentamiento».
    """
    actual = region(donde)
    if estado.controla(donde) is not bando.rival:
        return []
    if actual.nacion is not None and nacion(actual.nacion).bando is bando:
        return [AsentamientoLiberado(region=donde, bando=bando)]
    return [AsentamientoCapturado(region=donde, bando=bando), *al_ser_capturado(estado, donde)]


def entrar(estado: Estado, donde: str, bando: Bando) -> list[Hecho]:
    """Lo que pasa cuando un ejército entra en una región sin enemigos: invasión y, si acaso, captura."""
    captura = ocupar(estado, donde, bando)
    return captura if captura else al_ser_invadida(estado, donde, bando)


def sitiador(estado: Estado, donde: str) -> Bando | None:
    """Qué bando asedia el Baluarte de una región, o None si no está asediado."""
    dentro = estado.controla(donde)
    return dentro.rival if donde in estado.asedios and dentro is not None else None


@reglas.decide(MoverEjercito)
def mover_ejercito(estado: Estado, orden: MoverEjercito, contexto: Contexto) -> list[Hecho]:
    """Mueve un ejército a una región libre de enemigos."""
    exigir_bando(estado, contexto.actor, orden.bando)
    exigir_fase(estado, Fase.ACCIONES)
    actual = region(orden.region)
    _exigir_en_su_pais(estado, orden)
    if sitiador(estado, orden.region) is orden.bando.rival:
        raise rechazo(
            f"El enemigo asedia {actual.nombre}: para entrar hay que atacarlo.",
            "A quien asedia un Baluarte aliado se le ataca desde una región adyacente.",
            "Ayuda de un Baluarte asediado",
        )
    hechos = gastar(estado, orden.bando, orden.dado, _accion(orden), f"mover un ejército a {actual.nombre}")
    hechos.append(EjercitoMovido(bando=orden.bando, region=orden.region))
    if orden.region in estado.asedios:
        return hechos  # refuerza el asedio: movimiento normal, el Baluarte sigue cerrado
    return [*hechos, *entrar(estado, orden.region, orden.bando)]


@reglas.decide(LevantarAsedio)
def levantar_asedio(estado: Estado, orden: LevantarAsedio, contexto: Contexto) -> list[Hecho]:
    """El sitiador se va."""
    quien = sitiador(estado, orden.region)
    if quien is None:
        raise rechazo(
            f"Nadie asedia {region(orden.region).nombre}.",
            "Un asedio termina si el atacante abandona la región.",
            "Condición de asedio a un Baluarte",
        )
    exigir_bando(estado, contexto.actor, quien)
    exigir_fase(estado, Fase.ACCIONES)
    return [AsedioTerminado(region=orden.region, por="el sitiador abandona la región")]


@reglas.aplica(EjercitoMovido)
def ejercito_movido(estado: Estado, hecho: EjercitoMovido) -> Estado:
    return estado


@reglas.aplica(AsentamientoCapturado)
def asentamiento_capturado(estado: Estado, hecho: AsentamientoCapturado) -> Estado:
    return estado.con(capturados=tuple(sorted({*estado.capturados, hecho.region})))


@reglas.aplica(AsentamientoLiberado)
def asentamiento_liberado(estado: Estado, hecho: AsentamientoLiberado) -> Estado:
    return estado.con(capturados=tuple(r for r in estado.capturados if r != hecho.region))


@reglas.aplica(AsedioEmpezado)
def asedio_empezado(estado: Estado, hecho: AsedioEmpezado) -> Estado:
    return estado.con(asedios=tuple(sorted({*estado.asedios, hecho.region})))


@reglas.aplica(AsedioTerminado)
def asedio_terminado(estado: Estado, hecho: AsedioTerminado) -> Estado:
    return estado.con(asedios=tuple(r for r in estado.asedios if r != hecho.region))


def es_baluarte(donde: str) -> bool:
    """Si en la región hay un Baluarte."""
    return region(donde).asentamiento is Asentamiento.BALUARTE


def _exigir_en_su_pais(estado: Estado, orden: MoverEjercito) -> None:
    if not orden.naciones:
        raise rechazo(
            "Di de qué naciones son las unidades.",
            "Lo que puede hacer un ejército depende de si sus naciones están en guerra.",
            "Entrando en la guerra",
        )
    actual = region(orden.region)
    for cual in orden.naciones:
        if nacion(cual).bando is not orden.bando:
            raise rechazo(
                f"{nacion(cual).nombre} no es del bando {orden.bando.de}.",
                "Cada nación pertenece a un bando.",
                "La política de la Tierra Media",
            )
        if not estado.naciones[cual].en_guerra and actual.nacion != cual:
            raise rechazo(
                f"{nacion(cual).nombre} no está en guerra: sus unidades no pueden entrar en {actual.nombre}.",
                "Las unidades de una nación no beligerante no salen de su país, salvo en retirada.",
                "Entrando en la guerra",
            )


def _accion(orden: MoverEjercito) -> Accion:
    return "personaje" if orden.dado == "personaje" and orden.con_jefe else "ejercito"
