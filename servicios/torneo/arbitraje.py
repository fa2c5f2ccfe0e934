"""Llamar a un árbitro, atender la llamada y cerrarla. Fuente: 000, «Arbitraje»."""

from datetime import datetime
from typing import Literal

from servicios.errores import ErrorDeDominio, NoExiste, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.torneo.derechos import (
    arbitra,
    exigir_arbitraje,
    exigir_en_juego,
    exigir_imparcial,
    mesa_de,
    mesa_numero,
    participante_o_yo,
    ronda_o_actual,
)
from servicios.torneo.estado import Torneo
from servicios.torneo.reloj_de_ronda import TiempoDado, exigir_minutos
from servicios.torneo.valores import Llamada, Mesa

reglas = Reglas[Torneo]()

Causa = Literal["jugador", "contradiccion", "rechazo", "silencio", "sin_cuenta"]

CAUSAS: dict[Causa, str] = {
    "jugador": "llaman a un árbitro",
    "contradiccion": "los dos comunican resultados distintos",
    "rechazo": "el rival dice que el resultado no es así",
    "silencio": "nadie confirma el resultado",
    "sin_cuenta": "el rival no tiene cuenta de Discord para confirmar",
}


class LlamarArbitro(Orden):
    """Pedir arbitraje en la propia mesa, o en la que se indique si se coordina o arbitra."""

    mesa: int | None = None
    nota: str = ""


class TomarLlamada(Orden):
    llamada: int


class ResolverLlamada(Orden):
    """Cerrar una llamada, con minutos de compensación para su mesa si hacen falta."""

    llamada: int
    minutos: int = 0


class ArbitroLlamado(Hecho):
    tipo = "arbitro_llamado"

    llamada: int
    ronda: int
    mesa: int
    causa: Causa
    cuando: datetime
    de: int | None = None
    nota: int | None = None

    def relato(self, nombres: Nombres) -> str:
        nota = f" «{nombres.texto(self.nota)}»" if self.nota is not None else ""
        return f"Ronda {self.ronda}, mesa {self.mesa}: {CAUSAS[self.causa]}.{nota}"


class LlamadaTomada(Hecho):
    tipo = "llamada_tomada"

    llamada: int
    persona: int
    mesa: int

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} atiende la mesa {self.mesa}."


class LlamadaResuelta(Hecho):
    tipo = "llamada_resuelta"

    llamada: int
    mesa: int

    def relato(self, nombres: Nombres) -> str:
        return f"Queda resuelta la llamada de la mesa {self.mesa}."


def llamada_nueva(
    torneo: Torneo, contexto: Contexto, ronda: int, mesa: int, causa: Causa, de: int | None = None
) -> list[Hecho]:
    """La llamada por esa causa, si no hay otra igual abierta en esa mesa."""
    if any(ll.causa == causa for ll in abiertas(torneo, ronda, mesa)):
        return []
    llamada = len(torneo.llamadas) + 1
    return [ArbitroLlamado(llamada=llamada, ronda=ronda, mesa=mesa, causa=causa, cuando=contexto.ahora, de=de)]


def abiertas(torneo: Torneo, ronda: int | None = None, mesa: int | None = None) -> tuple[Llamada, ...]:
    """Llamadas sin resolver, de la que más espera a la que menos."""
    return tuple(
        llamada
        for llamada in torneo.llamadas
        if not llamada.resuelta and ronda in (None, llamada.ronda) and mesa in (None, llamada.mesa)
    )


@reglas.decide(LlamarArbitro)
def llamar(torneo: Torneo, orden: LlamarArbitro, contexto: Contexto) -> list[Hecho]:
    """Abre una llamada.

    Raises:
        ErrorDeDominio: si esa mesa ya espera a un árbitro, o quien llama no juega en ella.
    """
    exigir_en_juego(torneo)
    ronda = ronda_o_actual(torneo, None)
    de: int | None = None
    if orden.mesa is not None and arbitra(torneo, contexto.actor):
        mesa: Mesa = mesa_numero(ronda, orden.mesa)
    else:
        quien = participante_o_yo(torneo, None, contexto.actor)
        mesa, de = mesa_de(contexto, ronda, quien), quien.id
        if orden.mesa not in (None, mesa.numero):
            raise ErrorDeDominio(f"Juegas en la mesa {mesa.numero}: desde ahí sí puedes llamar a un árbitro.")
    if any(llamada.causa == "jugador" for llamada in abiertas(torneo, ronda.numero, mesa.numero)):
        raise ErrorDeDominio(f"La mesa {mesa.numero} ya ha llamado a un árbitro: está en camino.")
    nota = orden.nota.strip()
    return [
        ArbitroLlamado(
            llamada=len(torneo.llamadas) + 1,
            ronda=ronda.numero,
            mesa=mesa.numero,
            causa="jugador",
            cuando=contexto.ahora,
            de=de,
            nota=contexto.textos.anotar(nota, contexto.actor.persona) if nota else None,
        )
    ]


@reglas.decide(TomarLlamada)
def tomar(torneo: Torneo, orden: TomarLlamada, contexto: Contexto) -> list[Hecho]:
    """Un árbitro se hace cargo.

    Raises:
        ErrorDeDominio: si la llamada está cerrada, la lleva otra persona o es de la mesa de quien la toma.
    """
    llamada = _llamada(torneo, orden.llamada, contexto)
    if llamada.toma is not None:
        raise YaHaCambiado(f"La mesa {llamada.mesa} ya la atiende otra persona del arbitraje.")
    return [LlamadaTomada(llamada=llamada.id, persona=contexto.actor.persona, mesa=llamada.mesa)]


@reglas.decide(ResolverLlamada)
def resolver(torneo: Torneo, orden: ResolverLlamada, contexto: Contexto) -> list[Hecho]:
    """Cierra la llamada y, si se pide, añade minutos a la mesa.

    Raises:
        ErrorDeDominio: si ya estaba cerrada, o los minutos no valen.
    """
    llamada = _llamada(torneo, orden.llamada, contexto)
    hechos: list[Hecho] = [LlamadaResuelta(llamada=llamada.id, mesa=llamada.mesa)]
    if orden.minutos:
        ronda = torneo.rondas[llamada.ronda - 1]
        exigir_minutos(ronda, orden.minutos, mesa_numero(ronda, llamada.mesa))
        hechos.append(
            TiempoDado(ronda=llamada.ronda, mesa=llamada.mesa, minutos=orden.minutos, cuando=contexto.ahora)
        )
    return hechos


def _llamada(torneo: Torneo, numero: int, contexto: Contexto) -> Llamada:
    exigir_en_juego(torneo)
    exigir_arbitraje(torneo, contexto.actor)
    llamada = next((ll for ll in torneo.llamadas if ll.id == numero), None)
    if llamada is None:
        raise NoExiste("Esa llamada ya no existe: se anuló su ronda.")
    if llamada.resuelta:
        raise YaHaCambiado(f"La llamada de la mesa {llamada.mesa} ya está resuelta.")
    exigir_imparcial(
        torneo, contexto.actor, *mesa_numero(torneo.rondas[llamada.ronda - 1], llamada.mesa).jugadores
    )
    return llamada


@reglas.aplica(ArbitroLlamado)
def llamado(torneo: Torneo, hecho: ArbitroLlamado) -> Torneo:
    llamada = Llamada(
        id=hecho.llamada,
        ronda=hecho.ronda,
        mesa=hecho.mesa,
        causa=hecho.causa,
        cuando=hecho.cuando,
        de=hecho.de,
        nota=hecho.nota,
    )
    return torneo.con(llamadas=(*torneo.llamadas, llamada))


@reglas.aplica(LlamadaTomada)
def tomada(torneo: Torneo, hecho: LlamadaTomada) -> Torneo:
    return _con_llamada(torneo, hecho.llamada, toma=hecho.persona)


@reglas.aplica(LlamadaResuelta)
def resuelta(torneo: Torneo, hecho: LlamadaResuelta) -> Torneo:
    return _con_llamada(torneo, hecho.llamada, resuelta=True)


def _con_llamada(torneo: Torneo, numero: int, **cambios: object) -> Torneo:
    llamadas = tuple(ll.con(**cambios) if ll.id == numero else ll for ll in torneo.llamadas)
    return torneo.con(llamadas=llamadas)
