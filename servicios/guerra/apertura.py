"""Qué hace falta para empezar una batalla: quién puede atacar a quién, dónde y con qué."""

from pydantic import Field

from servicios.guerra import politica
from servicios.guerra.asentamientos import es_baluarte, sitiador
from servicios.guerra.combate import Papel
from servicios.guerra.dados import gastar
from servicios.guerra.ejercitos import APILAMIENTO, DENTRO_DE_UN_BALUARTE, Ejercito
from servicios.guerra.estado import Estado, Fase
from servicios.guerra.mesa import exigir_bando, exigir_fase
from servicios.guerra.modelo_batalla import Batalla, ClaseDeBatalla, PasoDeBatalla
from servicios.guerra.piezas import Accion, Bando, Cara
from servicios.guerra.rechazo import REGLAMENTO, rechazo
from servicios.guerra.retirada import empieza_ronda
from servicios.guerra.tablas import nacion, personaje, region
from servicios.guerra.texto import cuenta
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

ATACAR = "Atacando con ejércitos"

reglas = Reglas[Estado]()


class AbrirBatalla(Orden):
    """Un ejército ataca.

    Attributes:
        atacante: bando que ataca.
        region: dónde está el ejército atacado (en un escape, el Baluarte asediado).
        desde: región desde la que se ataca; None para no comprobarla.
        atacan: unidades que participan.
        defienden: todas las del defensor.
        reserva: unidades del atacante que se quedan atrás, o dentro del Baluarte.
        jefes_en_reserva: Líderes y Personajes que se quedan con ellas.
        dado: con qué dado se ataca; None si es por un evento.
    """

    clase: ClaseDeBatalla
    atacante: Bando
    region: str
    desde: str | None = None
    atacan: Ejercito
    defienden: Ejercito
    reserva: int = Field(default=0, ge=0)
    jefes_en_reserva: int = Field(default=0, ge=0)
    dado: Cara | None = None


class BatallaAbierta(Hecho):
    """Empieza una batalla."""

    tipo = "batalla_abierta"

    batalla: Batalla

    def relato(self, nombres: Nombres) -> str:
        b = self.batalla
        atacan, defienden = b.ejercitos[Papel.ATACANTE], b.ejercitos[Papel.DEFENSOR]
        return (
            f"{b.clase.nombre} en {region(b.region).nombre}. "
            f"{b.atacante.hace('ataca', 'atacan')} con {atacan.composicion} "
            f"contra {defienden.composicion}."
        )


@reglas.decide(AbrirBatalla)
def abrir(estado: Estado, orden: AbrirBatalla, contexto: Contexto) -> list[Hecho]:
    """Abre una batalla; la nación atacada se activa y avanza."""
    exigir_bando(estado, contexto.actor, orden.atacante)
    batalla = comprobar(estado, orden)
    accion: Accion = "personaje" if orden.dado == "personaje" and orden.atacan.manda else "ejercito"
    return [
        *gastar(estado, orden.atacante, orden.dado, accion, f"atacar en {region(orden.region).nombre}"),
        BatallaAbierta(batalla=batalla),
        *politica.al_ser_atacadas(estado, batalla.ejercitos[Papel.DEFENSOR].naciones, orden.region),
    ]


def comprobar(estado: Estado, orden: AbrirBatalla) -> Batalla:
    """La batalla que empieza, si todo está en regla.

    Raises:
        ErrorDeDominio: con la regla que se incumple.
    """
    exigir_fase(estado, Fase.ACCIONES)
    actual = region(orden.region)
    atacan, defienden = orden.atacan, orden.defienden
    de_aqui = actual.nacion is not None and nacion(actual.nacion).bando is not orden.atacante
    if not defienden.naciones and actual.nacion is not None and de_aqui:
        defienden = defienden.con(naciones=(actual.nacion,))
    _exigir_clase(estado, orden.clase, orden.atacante, actual.id)
    _exigir_ejercito(estado, orden.atacante, atacan, "que ataca")
    _exigir_ejercito(estado, orden.atacante.rival, defienden, "que se defiende")
    politica.exigir_en_guerra(estado, atacan.naciones, "empezar una batalla")
    _exigir_origen(orden.clase, orden.desde, actual.id)
    _exigir_sitio(orden)
    ejercitos = {Papel.ATACANTE: atacan, Papel.DEFENSOR: defienden}
    return Batalla(
        clase=orden.clase,
        region=actual.id,
        atacante=orden.atacante,
        ejercitos=ejercitos,
        al_empezar=ejercitos,
        reserva=orden.reserva,
        paso=PasoDeBatalla.CARTA_ATACANTE,
    )


def clase_posible(estado: Estado, atacante: Bando, donde: str) -> tuple[ClaseDeBatalla, ...]:
    """Qué batallas puede empezar un bando en una región, según quién asedia a quién."""
    quien = sitiador(estado, donde)
    if quien is None:
        return (ClaseDeBatalla.CAMPAL,)
    if quien is atacante:
        return (ClaseDeBatalla.ASEDIO,)
    return (ClaseDeBatalla.SOCORRO, ClaseDeBatalla.ESCAPE)


def _exigir_clase(estado: Estado, clase: ClaseDeBatalla, atacante: Bando, donde: str) -> None:
    if clase in clase_posible(estado, atacante, donde):
        return
    nombre = region(donde).nombre
    quien = sitiador(estado, donde)
    if quien is None:
        que = "no está asediado" if es_baluarte(donde) else "no tiene un Baluarte asediado"
        raise rechazo(
            f"{nombre} {que}: abre una batalla campal.",
            "Un asalto, un escape o una ayuda piden un Baluarte bajo asedio.",
            "Condición de asedio a un Baluarte",
        )
    if quien is atacante:
        raise rechazo(
            f"Asedias {nombre}: al ejército de dentro solo se le puede asaltar.",
            "Cualquier batalla contra un ejército asediado es un asedio.",
            "Asediando a un Baluarte",
        )
    raise rechazo(
        f"El enemigo asedia {nombre}: atácalo desde fuera (ayuda) o desde dentro (escape).",
        "A un sitiador se le ataca para ayudar al Baluarte o para escapar de él.",
        "Ayuda de un Baluarte asediado",
    )


def _exigir_ejercito(estado: Estado, bando: Bando, ejercito: Ejercito, cual: str) -> None:
    if not ejercito.unidades:
        raise rechazo(
            f"El ejército {cual} no tiene unidades.",
            "Sin unidades militares no hay ejército: los Personajes solos no luchan.",
            "Eliminación de Líderes",
        )
    if not ejercito.naciones:
        raise rechazo(
            f"Di de qué naciones es el ejército {cual}.",
            "De sus naciones depende si puede atacar y cómo cambia el marcador político.",
            ATACAR,
        )
    ajena = next((n for n in ejercito.naciones if nacion(n).bando is not bando), None)
    if ajena is not None:
        raise rechazo(
            f"{nacion(ajena).nombre} no lucha con {bando.nombre}.", "Cada nación pertenece a un bando.", ATACAR
        )
    for quien in ejercito.personajes:
        if quien not in estado.en_juego or personaje(quien).bando is not bando:
            raise rechazo(
                f"{personaje(quien).nombre} no puede luchar ahí: no está en juego con {bando.nombre}.",
                "Solo luchan los Personajes en juego fuera de la Compañía.",
                "Fuerza de combate y Liderazgo",
            )
    if len(set(ejercito.personajes)) != len(ejercito.personajes):
        raise rechazo("Has nombrado dos veces al mismo Personaje.", "Cada Personaje cuenta una vez.", ATACAR)


def _exigir_origen(clase: ClaseDeBatalla, desde: str | None, donde: str) -> None:
    if desde is None:
        return
    region(desde)
    dentro = clase in {ClaseDeBatalla.ASEDIO, ClaseDeBatalla.ESCAPE}
    if dentro and desde != donde:
        raise rechazo(
            f"A quien está en {region(donde).nombre} hay que atacarlo desde la misma región.",
            "Un asalto o un escape lo hace un ejército que ya está en la región.",
            "Asediando a un Baluarte",
        )
    if not dentro and donde not in region(desde).adyacentes:
        raise rechazo(
            f"{region(desde).nombre} no linda con {region(donde).nombre}.",
            "Se ataca a un ejército de una región adyacente.",
            ATACAR,
        )


def _exigir_sitio(orden: AbrirBatalla) -> None:
    clase, atacan, defienden = orden.clase, orden.atacan.unidades + orden.reserva, orden.defienden.unidades
    dentro = {ClaseDeBatalla.ASEDIO: defienden, ClaseDeBatalla.ESCAPE: atacan}
    if dentro.get(clase, 0) > DENTRO_DE_UN_BALUARTE:
        raise rechazo(
            f"En un Baluarte asediado caben {DENTRO_DE_UN_BALUARTE} unidades, y hay {dentro[clase]}.",
            "Las que sobran se retiran en cuanto empieza el asedio.",
            "Condición de asedio a un Baluarte",
        )
    for unidades in (atacan, defienden):
        if unidades > APILAMIENTO:
            raise rechazo(
                f"En una región caben {APILAMIENTO} unidades de un bando, y has puesto {unidades}.",
                "Lo que pasa de ahí se retira del tablero.",
                REGLAMENTO.format(26),
            )
    if clase is ClaseDeBatalla.ESCAPE and orden.jefes_en_reserva and not orden.reserva:
        raise rechazo(
            f"Con {cuenta(orden.jefes_en_reserva, 'jefe')} dentro, tiene que quedarse al menos 1 unidad.",
            "Con los Líderes y Personajes que no salen debe quedar una unidad militar.",
            "Escape de un asedio",
        )


@reglas.aplica(BatallaAbierta)
def batalla_abierta(estado: Estado, hecho: BatallaAbierta) -> Estado:
    return estado.con(batalla=empieza_ronda(hecho.batalla, estado))
