"""Dejar el torneo: bajas, expulsiones, vetos y «Sigo en la próxima»."""

from collections.abc import Sequence

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.torneo import inscripcion
from servicios.torneo.derechos import (
    coordina,
    exigir_abierto,
    exigir_activo,
    exigir_coordinacion,
    exigir_en_juego,
    exigir_imparcial,
    participante,
    participante_o_yo,
)
from servicios.torneo.estado import Torneo
from servicios.torneo.firmeza import ResultadoFirme, nombre_de_quien_gana
from servicios.torneo.frases import nombre
from servicios.torneo.puntos import Fin
from servicios.torneo.valores import Fase, Mesa, Participante, Resultado, Ronda, Situacion

reglas = Reglas[Torneo]()


class DarDeBaja(Orden):
    """Dejar el torneo. Sin `participante`, quien da la orden."""

    participante: int | None = None


class Expulsar(Orden):
    """Echar a alguien; con `vetar`, además, no podrá inscribirse hasta que se levante."""

    participante: int
    motivo: str
    vetar: bool = False


class LevantarVeto(Orden):
    persona: int


class Seguir(Orden):
    """Responder a «¿Sigues en la próxima?». Decir que no es dejar el torneo (000:391)."""

    sigue: bool
    participante: int | None = None


class Retirado(Hecho):
    tipo = "retirado"

    participante: int
    nombre: int
    ronda_baja: int

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.texto(self.nombre)} deja el torneo; no juega ya la ronda {self.ronda_baja}."


class Expulsado(Hecho):
    tipo = "expulsado"

    participante: int
    nombre: int
    ronda_baja: int
    motivo: int

    def relato(self, nombres: Nombres) -> str:
        return f"Se expulsa a {nombres.texto(self.nombre)}: {nombres.texto(self.motivo)}"


class Vetado(Hecho):
    tipo = "vetado"

    persona: int
    motivo: int

    def relato(self, nombres: Nombres) -> str:
        return f"Se prohíbe participar a {nombres.persona(self.persona)} hasta que se levante el veto."


class VetoLevantado(Hecho):
    tipo = "veto_levantado"

    persona: int

    def relato(self, nombres: Nombres) -> str:
        return f"Se levanta el veto a {nombres.persona(self.persona)}."


class Sigue(Hecho):
    tipo = "sigue"

    participante: int
    nombre: int

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.texto(self.nombre)} sigue en la próxima ronda."


@reglas.decide(DarDeBaja)
def dar_de_baja(torneo: Torneo, orden: DarDeBaja, contexto: Contexto) -> list[Hecho]:
    """Baja voluntaria. En mitad de una partida, el rival gana por 6-0. Fuente: 000, «Jugadores que se retiran».

    Raises:
        ErrorDeDominio: si ya no juega, o si quien lo pide no es esa persona ni la coordinación.
    """
    exigir_abierto(torneo)
    if torneo.fase is Fase.INSCRIPCION:
        return inscripcion.bajas_sin_empezar(torneo, orden.participante, contexto)
    quien = participante_o_yo(torneo, orden.participante, contexto.actor)
    if quien.persona != contexto.actor.persona and not coordina(torneo, contexto.actor):
        raise SinPermiso(f"Solo la coordinación puede dar de baja a {nombre(contexto, quien)}.")
    if quien.situacion is Situacion.ESPERA:
        return [inscripcion.Desinscrito(participante=quien.id, nombre=quien.nombre)]
    exigir_activo(contexto, quien)
    _exigir_que_no_sea_su_rival(torneo, quien, contexto)
    return retirar(torneo, quien)


@reglas.decide(Expulsar)
def expulsar(torneo: Torneo, orden: Expulsar, contexto: Contexto) -> list[Hecho]:
    """Expulsión, con veto opcional. Fuente: 000, «Hacer trampas» y «Arbitraje».

    Antes de empezar no hay torneo del que echar: se quita de la lista a quien además se veta.

    Raises:
        ErrorDeDominio: si no está, ya no juega, falta el motivo, o aún no se ha empezado y no se veta.
    """
    exigir_abierto(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    quien = participante(torneo, orden.participante)
    if not orden.motivo.strip():
        raise ErrorDeDominio("Una expulsión lleva su motivo: escríbelo.")
    if orden.vetar and quien.persona is None:
        raise ErrorDeDominio(f"{nombre(contexto, quien)} no tiene cuenta de Discord: no se le puede vetar.")
    if torneo.fase is Fase.INSCRIPCION and not orden.vetar:
        raise ErrorDeDominio(
            "El torneo aún no ha empezado: quita a esa persona con /torneo baja, o añade vetar para que no pueda volver."
        )
    motivo = contexto.textos.anotar(orden.motivo.strip(), quien.persona)
    veto = [Vetado(persona=quien.persona, motivo=motivo)] if orden.vetar and quien.persona is not None else []
    if torneo.fase is Fase.INSCRIPCION:
        return [*inscripcion.quitar(torneo, quien, motivo), *veto]
    exigir_activo(contexto, quien)
    _exigir_que_no_sea_su_rival(torneo, quien, contexto)
    ronda_baja = ronda_de_baja(torneo, quien.id)
    echado = Expulsado(participante=quien.id, nombre=quien.nombre, ronda_baja=ronda_baja, motivo=motivo)
    return [echado, *_partida_perdida(torneo, quien), *veto]


@reglas.decide(LevantarVeto)
def levantar_veto(torneo: Torneo, orden: LevantarVeto, contexto: Contexto) -> list[Hecho]:
    exigir_coordinacion(torneo, contexto.actor)
    if orden.persona not in torneo.vetados:
        raise ErrorDeDominio("Esa persona no tiene ningún veto en este torneo.")
    return [VetoLevantado(persona=orden.persona)]


@reglas.decide(Seguir)
def seguir(torneo: Torneo, orden: Seguir, contexto: Contexto) -> Sequence[Hecho]:
    """Anota que alguien sigue, o lo da de baja si dice que no.

    Raises:
        ErrorDeDominio: si este torneo no lo pregunta, o si ya había respondido.
    """
    exigir_en_juego(torneo)
    if not torneo.bases.seguir:
        raise ErrorDeDominio("En este torneo no hace falta: se sigue jugando mientras no te des de baja.")
    if not orden.sigue:
        return dar_de_baja(torneo, DarDeBaja(participante=orden.participante), contexto)
    quien = participante_o_yo(torneo, orden.participante, contexto.actor)
    if quien.persona != contexto.actor.persona and not coordina(torneo, contexto.actor):
        raise SinPermiso("Cada cual responde por sí mismo; la coordinación puede hacerlo por otros.")
    exigir_activo(contexto, quien)
    if quien.id in torneo.siguen:
        raise ErrorDeDominio("Esa respuesta ya está anotada.")
    return [Sigue(participante=quien.id, nombre=quien.nombre)]


def retirar(torneo: Torneo, quien: Participante, *, desde: int | None = None) -> list[Hecho]:
    """Los hechos de una retirada.

    Args:
        torneo: el estado.
        quien: quien se va.
        desde: ronda cuya partida ya se da por perdida, si la retirada viene de un resultado.
    """
    perdida = desde is not None and desde == len(torneo.rondas)
    ronda = len(torneo.rondas) if perdida else ronda_de_baja(torneo, quien.id)
    baja = Retirado(participante=quien.id, nombre=quien.nombre, ronda_baja=ronda)
    return [baja] if perdida else [baja, *_partida_perdida(torneo, quien)]


def retirada_del_perdedor(torneo: Torneo, ronda: Ronda, mesa: Mesa, resultado: Resultado) -> list[Hecho]:
    """Si una partida acabó por retirada, quien la pierde deja el torneo (000:358)."""
    if resultado.fin is not Fin.RETIRADA or resultado.ganador is None:
        return []
    quien = torneo.participantes[mesa.rival(resultado.ganador)]
    return retirar(torneo, quien, desde=ronda.numero) if quien.situacion is Situacion.ACTIVO else []


def ronda_de_baja(torneo: Torneo, numero: int) -> int:
    """Primera ronda que deja de jugar: la presente si su partida no ha acabado; si acabó, la siguiente."""
    mesa = mesa_abierta(torneo, numero)
    return len(torneo.rondas) + (0 if mesa is not None and mesa.parte is None else 1)


def mesa_abierta(torneo: Torneo, numero: int) -> Mesa | None:
    """Su mesa de la ronda en curso, si aún no tiene resultado firme."""
    mesa = torneo.ronda.mesa_de(numero) if torneo.ronda else None
    return mesa if mesa is not None and mesa.resultado is None else None


def _partida_perdida(torneo: Torneo, quien: Participante) -> list[Hecho]:
    """La partida que deja a medias se pierde; si ya había comunicado un resultado, ese sigue su curso."""
    mesa = mesa_abierta(torneo, quien.id)
    if mesa is None or mesa.parte is not None or torneo.ronda is None:
        return []
    resultado = Resultado(pv_a=0, pv_b=0, fin=Fin.RETIRADA, ganador=mesa.rival(quien.id))
    gana = nombre_de_quien_gana(torneo, resultado)
    return [
        ResultadoFirme(ronda=torneo.ronda.numero, mesa=mesa.numero, resultado=resultado, via="baja", gana=gana)
    ]


def _exigir_que_no_sea_su_rival(torneo: Torneo, quien: Participante, contexto: Contexto) -> None:
    """Sacar del torneo a quien juega contra uno es ganarle por 6-0: lo decide otra persona."""
    mesa = mesa_abierta(torneo, quien.id)
    if mesa is not None:
        exigir_imparcial(torneo, contexto.actor, mesa.rival(quien.id))


@reglas.aplica(Retirado)
def retirado(torneo: Torneo, hecho: Retirado) -> Torneo:
    return _fuera(torneo, hecho.participante, Situacion.RETIRADO, hecho.ronda_baja)


@reglas.aplica(Expulsado)
def expulsado(torneo: Torneo, hecho: Expulsado) -> Torneo:
    return _fuera(torneo, hecho.participante, Situacion.EXPULSADO, hecho.ronda_baja)


@reglas.aplica(Vetado)
def vetado(torneo: Torneo, hecho: Vetado) -> Torneo:
    return torneo.con(vetados=torneo.vetados | {hecho.persona})


@reglas.aplica(VetoLevantado)
def veto_levantado(torneo: Torneo, hecho: VetoLevantado) -> Torneo:
    return torneo.con(vetados=torneo.vetados - {hecho.persona})


@reglas.aplica(Sigue)
def sigue(torneo: Torneo, hecho: Sigue) -> Torneo:
    return torneo.con(siguen=torneo.siguen | {hecho.participante})


def _fuera(torneo: Torneo, numero: int, situacion: Situacion, ronda_baja: int) -> Torneo:
    quien = torneo.participantes[numero].con(situacion=situacion, ronda_baja=ronda_baja)
    return torneo.con_participante(quien)
