"""Lo que las cartas de evento hacen con la Compañía y con el Fondo, que los jugadores anotan a mano."""

from typing import Literal

from servicios.guerra import fondo
from servicios.guerra.caza import Motivo
from servicios.guerra.estado import Estado, Fase
from servicios.guerra.mesa import exigir_bando, exigir_fase, exigir_jugador, exigir_sin_pendientes
from servicios.guerra.modelo_caza import CazaEnCurso, PasoDeCaza
from servicios.guerra.piezas import Bando
from servicios.guerra.rechazo import rechazo
from servicios.guerra.tablas import ficha
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Estado]()


class SacarFicha(Orden):
    """La Sombra saca una ficha por un evento, o porque la Compañía se ha declarado."""

    por: Literal["evento", "declaracion"] = "evento"


class RevelarCompania(Orden):
    """Un evento de la Sombra revela a la Compañía."""


class PonerFichaEspecial(Orden):
    """Una carta pone en juego su ficha especial."""

    ficha: str


class RetirarFicha(Orden):
    """Una carta retira una ficha para siempre."""

    ficha: str


class FichaPedida(Hecho):
    """Hay que sacar una ficha sin que la Compañía se haya movido."""

    tipo = "ficha_pedida"

    motivo: Motivo

    def relato(self, nombres: Nombres) -> str:
        porque = "por un evento" if self.motivo is Motivo.EVENTO else "porque la Compañía se ha declarado"
        return f"La Sombra saca una ficha de Caza {porque}."


class RevelacionPedida(Hecho):
    """Un evento revela a la Compañía."""

    tipo = "revelacion_pedida"

    def relato(self, nombres: Nombres) -> str:
        return "Un evento revela a la Compañía."


class FichaEspecialPuesta(Hecho):
    """Una ficha especial entra en juego: apartada hasta Mordor, o en el Fondo si ya está allí la Compañía."""

    tipo = "ficha_especial_puesta"

    ficha: str
    en_mordor: bool

    def relato(self, nombres: Nombres) -> str:
        especial = ficha(self.ficha)
        donde = (
            "entra en el Fondo de Caza" if self.en_mordor else "se aparta hasta que la Compañía llegue a Mordor"
        )
        return f"La ficha de «{especial.carta}» ({especial.nombre}) {donde}."


class FichaRetirada(Hecho):
    """Una ficha sale de la partida para siempre."""

    tipo = "ficha_retirada"

    ficha: str

    def relato(self, nombres: Nombres) -> str:
        return f"Se retira de la partida una ficha «{ficha(self.ficha).nombre}»."


@reglas.decide(SacarFicha)
def sacar(estado: Estado, orden: SacarFicha, contexto: Contexto) -> list[Hecho]:
    """Saca una ficha sin tirada; el Ojo vale 0."""
    exigir_bando(estado, contexto.actor, Bando.SOMBRA)
    if orden.por == "evento":
        exigir_sin_pendientes(estado)
        return [FichaPedida(motivo=Motivo.EVENTO)]
    exigir_fase(estado, Fase.COMPANIA)
    if not estado.compania.declarada:
        raise rechazo(
            "La Compañía no se ha declarado este turno.",
            "Solo algunas habilidades y eventos obligan a sacar una ficha cuando se declara.",
            "La Compañía declara su posición",
        )
    return [FichaPedida(motivo=Motivo.DECLARACION)]


@reglas.decide(RevelarCompania)
def revelar(estado: Estado, orden: RevelarCompania, contexto: Contexto) -> list[Hecho]:
    """Revela a la Compañía por un evento."""
    exigir_bando(estado, contexto.actor, Bando.SOMBRA)
    exigir_sin_pendientes(estado)
    if not estado.compania.oculta:
        raise rechazo(
            "La Compañía ya está revelada.",
            "Solo se descubre a una Compañía oculta.",
            "La Compañía es descubierta por una Caza del Anillo",
        )
    return [RevelacionPedida()]


@reglas.decide(PonerFichaEspecial)
def poner(estado: Estado, orden: PonerFichaEspecial, contexto: Contexto) -> list[Hecho]:
    """Pone en juego una ficha especial, del bando de su color."""
    exigir_jugador(estado, contexto.actor)
    especial = fondo.exigir_especial(estado.fondo, orden.ficha)
    exigir_bando(estado, contexto.actor, Bando.LIBRES if especial.clase == "azul" else Bando.SOMBRA)
    exigir_sin_pendientes(estado)
    return [FichaEspecialPuesta(ficha=especial.id, en_mordor=estado.compania.en_mordor)]


@reglas.decide(RetirarFicha)
def retirar(estado: Estado, orden: RetirarFicha, contexto: Contexto) -> list[Hecho]:
    """Retira una ficha de la partida."""
    exigir_jugador(estado, contexto.actor)
    exigir_sin_pendientes(estado)
    ficha(orden.ficha)
    fondo.retirar(estado.fondo, orden.ficha)
    return [FichaRetirada(ficha=orden.ficha)]


@reglas.aplica(FichaPedida)
def ficha_pedida(estado: Estado, hecho: FichaPedida) -> Estado:
    return estado.con(caza=CazaEnCurso(paso=PasoDeCaza.SACAR, motivo=hecho.motivo))


@reglas.aplica(RevelacionPedida)
def revelacion_pedida(estado: Estado, hecho: RevelacionPedida) -> Estado:
    return estado.con(caza=CazaEnCurso(paso=PasoDeCaza.REVELAR, motivo=Motivo.EVENTO))


@reglas.aplica(FichaEspecialPuesta)
def ficha_especial_puesta(estado: Estado, hecho: FichaEspecialPuesta) -> Estado:
    return estado.con(fondo=fondo.poner_especial(estado.fondo, hecho.ficha, en_mordor=hecho.en_mordor))


@reglas.aplica(FichaRetirada)
def ficha_retirada(estado: Estado, hecho: FichaRetirada) -> Estado:
    return estado.con(fondo=fondo.retirar(estado.fondo, hecho.ficha))
