"""Cerrar y anular rondas, y sancionar en ellas."""

from servicios.errores import ErrorDeDominio, NoExiste, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.torneo.derechos import (
    exigir_arbitraje,
    exigir_coordinacion,
    exigir_en_juego,
    exigir_imparcial,
    mesa_de,
    participante,
    ronda_o_actual,
)
from servicios.torneo.estado import Torneo
from servicios.torneo.frases import nombre, resultados_de
from servicios.torneo.puntos import SANCION_MAXIMA
from servicios.torneo.valores import Sancion

reglas = Reglas[Torneo]()


class CerrarRonda(Orden):
    """Todo firme: desde aquí solo caben correcciones."""


class AnularRonda(Orden):
    """Quitar la última ronda publicada, con sus resultados.

    Attributes:
        ronda, repeticion: la que se vio, por si ya hay otra.
    """

    ronda: int
    repeticion: int | None = None


class Sancionar(Orden):
    """PV con signo en la partida de una ronda; sin ronda, la última que jugó."""

    participante: int
    pv: int
    motivo: str
    ronda: int | None = None


class RondaCerrada(Hecho):
    tipo = "ronda_cerrada"

    ronda: int

    def relato(self, nombres: Nombres) -> str:
        return f"Se cierra la ronda {self.ronda}."


class RondaAnulada(Hecho):
    tipo = "ronda_anulada"

    ronda: int

    def relato(self, nombres: Nombres) -> str:
        return f"Se anula la ronda {self.ronda}: sus resultados dejan de contar y quedan en el historial."


class Sancionado(Hecho):
    tipo = "sancionado"

    participante: int
    nombre: int
    ronda: int
    mesa: int
    pv: int
    motivo: int

    def relato(self, nombres: Nombres) -> str:
        signo = "+" if self.pv > 0 else "−"
        return (
            f"{nombres.texto(self.nombre)}: {signo}{abs(self.pv)} PV en la ronda {self.ronda}. "
            f"{nombres.texto(self.motivo)}"
        )


@reglas.decide(CerrarRonda)
def cerrar(torneo: Torneo, orden: CerrarRonda, contexto: Contexto) -> list[Hecho]:
    """Cierra la ronda en curso.

    Raises:
        ErrorDeDominio: si faltan resultados o ya estaba cerrada.
    """
    exigir_en_juego(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    ronda = ronda_o_actual(torneo, None)
    if ronda.cerrada:
        raise ErrorDeDominio(f"La ronda {ronda.numero} ya está cerrada.")
    if ronda.faltan():
        raise ErrorDeDominio(f"{resultados_de(ronda.faltan())} de la ronda {ronda.numero}.")
    return [RondaCerrada(ronda=ronda.numero)]


@reglas.decide(AnularRonda)
def anular(torneo: Torneo, orden: AnularRonda, contexto: Contexto) -> list[Hecho]:
    """Anula la última ronda; la siguiente se sorteará de nuevo. Quien dejó el torneo no vuelve.

    Raises:
        ErrorDeDominio: si no es la última.
    """
    exigir_en_juego(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    ronda = ronda_o_actual(torneo, None)
    if orden.ronda != ronda.numero:
        raise ErrorDeDominio(f"Solo se puede anular la última ronda publicada, la {ronda.numero}.")
    if orden.repeticion not in (None, ronda.repeticion):
        raise YaHaCambiado(f"Esa ronda {ronda.numero} ya se anuló; la de ahora es otra.")
    return [RondaAnulada(ronda=ronda.numero)]


@reglas.decide(Sancionar)
def sancionar(torneo: Torneo, orden: Sancionar, contexto: Contexto) -> list[Hecho]:
    """Suma PV con signo a una partida, antes de repartir los puntos. Fuente: 000, «Arbitraje».

    Raises:
        ErrorDeDominio: si no jugó esa ronda, los PV no valen o falta el motivo.
    """
    exigir_en_juego(torneo)
    exigir_arbitraje(torneo, contexto.actor)
    quien = participante(torneo, orden.participante)
    if not orden.pv or abs(orden.pv) > SANCION_MAXIMA:
        raise ErrorDeDominio("La sanción va de −50 a 50 PV y no puede ser 0: con signo menos, se restan.")
    if not orden.motivo.strip():
        raise ErrorDeDominio("Una sanción lleva su motivo: escríbelo.")
    if orden.ronda is not None:
        ronda = ronda_o_actual(torneo, orden.ronda)
    else:
        jugadas = [ronda for ronda in torneo.rondas if ronda.mesa_de(quien.id)]
        if not jugadas:
            raise NoExiste(f"{nombre(contexto, quien)} aún no ha jugado ninguna partida.")
        ronda = jugadas[-1]
    mesa = mesa_de(contexto, ronda, quien)
    exigir_imparcial(torneo, contexto.actor, *mesa.jugadores)
    return [
        Sancionado(
            participante=quien.id,
            nombre=quien.nombre,
            ronda=ronda.numero,
            mesa=mesa.numero,
            pv=orden.pv,
            motivo=contexto.textos.anotar(orden.motivo.strip(), quien.persona),
        )
    ]


@reglas.aplica(RondaCerrada)
def ronda_cerrada(torneo: Torneo, hecho: RondaCerrada) -> Torneo:
    return torneo.con_ronda(torneo.rondas[hecho.ronda - 1].con(cerrada=True))


@reglas.aplica(RondaAnulada)
def ronda_anulada(torneo: Torneo, hecho: RondaAnulada) -> Torneo:
    # Quien acabó su partida y se fue dejaba la ronda siguiente; sin esa partida, la que no juega es esta.
    se_fueron = [p for p in torneo.participantes.values() if (p.ronda_baja or 0) > hecho.ronda]
    return torneo.con(
        participantes=torneo.participantes | {p.id: p.con(ronda_baja=hecho.ronda) for p in se_fueron},
        rondas=torneo.rondas[: hecho.ronda - 1],
        sanciones=tuple(s for s in torneo.sanciones if s.ronda != hecho.ronda),
        llamadas=tuple(
            ll.con(resuelta=True, anulada=True) if ll.ronda == hecho.ronda else ll for ll in torneo.llamadas
        ),
        anuladas=torneo.anuladas + 1,
        borrador=None,
        descartados=0,
        playoffs=(),
    )


@reglas.aplica(Sancionado)
def sancionado(torneo: Torneo, hecho: Sancionado) -> Torneo:
    sancion = Sancion(
        participante=hecho.participante,
        ronda=hecho.ronda,
        mesa=hecho.mesa,
        pv=hecho.pv,
        motivo=hecho.motivo,
    )
    return torneo.con(sanciones=(*torneo.sanciones, sancion), borrador=None)
