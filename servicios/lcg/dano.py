"""El daño de las misiones del asedio, el del final de la ronda y cuándo se gana.

Fuente de los umbrales y del final de la ronda: cartas «Eastern Assault» y «Hold the North», externas al documento 004.
"""

from collections.abc import Sequence
from typing import Any

from servicios.errores import ErrorDeDominio
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas, Valor
from servicios.lcg import tablas
from servicios.lcg.estado import Causa, Fin
from servicios.lcg.etapas import Asedio, Clase, Etapa, comprobar_pendientes, preparacion
from servicios.lcg.finales import Terminada, anotar
from servicios.lcg.texto import CARTA, rechazo
from servicios.texto import lista

DANO_MAXIMO = 99
DANO_AL_ESTE = 2


class DanarMision(Orden):
    """La misión principal de una etapa recibe daño."""

    etapa: str
    puntos: int
    motivo: str | None = None


class CurarMision(Orden):
    """Se cura daño de la misión principal de una etapa."""

    etapa: str
    puntos: int
    motivo: str | None = None


class ResolverFinal(Orden):
    """El final de la ronda: daño por los Enemigos de cada área, 2 más a la misión más al este y 1 de progreso."""


class DanoDeMision(Hecho):
    """El daño de una misión cambia. `umbral`: con cuánto se abandona."""

    tipo = "dano_de_mision"
    etapa: str
    de: int
    a: int
    umbral: int
    motivo: int | None = None

    @property
    def se_abandona(self) -> bool:
        return self.a >= self.umbral

    def relato(self, nombres: Nombres) -> str:
        porque = f" ({nombres.texto(self.motivo)})" if self.motivo is not None else ""
        aviso = " Hay que abandonarla." if self.se_abandona else ""
        return f"{tablas.etapa(self.etapa).nombre}{porque}: daño de {self.de} a {self.a} de {self.umbral}.{aviso}"


class Herida(Valor):
    """El daño que suma una etapa al final de la ronda: `enemigos` en su área y `extra` por ser la más al este."""

    etapa: str
    enemigos: int
    extra: int
    a: int


class FinalResuelto(Hecho):
    tipo = "final_de_ronda"
    heridas: tuple[Herida, ...]
    norte: int
    umbral: int

    def relato(self, nombres: Nombres) -> str:
        del nombres
        partes = lista(f"{tablas.etapa(h.etapa).nombre} +{h.enemigos + h.extra}, {h.a}" for h in self.heridas)
        return f"Final de la ronda. Daño de oeste a este: {partes}. El norte resiste: {self.norte} de progreso."


reglas: Reglas[Any] = Reglas()


def danar(etapa: Etapa, puntos: int, asedio: Asedio, motivo: int | None = None) -> DanoDeMision:
    """El hecho de que la misión de una etapa reciba daño (en negativo, se cure)."""
    dano = min(max(etapa.dano + puntos, 0), DANO_MAXIMO)
    return DanoDeMision(etapa=etapa.id, de=etapa.dano, a=dano, umbral=asedio.umbral, motivo=motivo)


def ganada(asedio: Asedio) -> list[Hecho]:
    """La victoria, si el norte resiste: 8 o más de progreso y menos Enemigos en juego que etapas."""
    if asedio.norte >= tablas.tablas().asedio.norte and len(asedio.enemigos) < len(asedio.etapas):
        return [Terminada(fin=Fin.VICTORIA, causa=Causa.NORTE)]
    return []


@reglas.decide(DanarMision)
def _danar(asedio: Asedio, orden: DanarMision, contexto: Contexto) -> Sequence[Hecho]:
    etapa = asedio.etapa(orden.etapa)
    return [danar(etapa, _puntos(orden.puntos), asedio, anotar(orden.motivo, contexto))]


@reglas.decide(CurarMision)
def _curar(asedio: Asedio, orden: CurarMision, contexto: Contexto) -> Sequence[Hecho]:
    etapa = asedio.etapa(orden.etapa)
    if etapa.dano == 0:
        raise ErrorDeDominio(f"La misión de {etapa.ficha.nombre} no tiene daño que curar.")
    return [danar(etapa, -_puntos(orden.puntos), asedio, anotar(orden.motivo, contexto))]


@reglas.aplica(DanoDeMision)
def _danada(asedio: Asedio, hecho: DanoDeMision) -> Asedio:
    return asedio.con_etapa(asedio.etapa(hecho.etapa).con(dano=hecho.a))


@reglas.decide(ResolverFinal)
def _resolver(asedio: Asedio, _orden: ResolverFinal, _contexto: Contexto) -> Sequence[Hecho]:
    if asedio.final_resuelto:
        raise rechazo("El final de esta ronda ya está resuelto.", "Se resuelve una vez por ronda.", CARTA)
    comprobar_pendientes(asedio)
    hecho = FinalResuelto(
        heridas=tuple(_herida(asedio, etapa) for etapa in asedio.etapas),
        norte=asedio.norte + 1,
        umbral=asedio.umbral,
    )
    return [hecho, *ganada(_resuelto(asedio, hecho))]


@reglas.aplica(FinalResuelto)
def _resuelto(asedio: Asedio, hecho: FinalResuelto) -> Asedio:
    dano = {h.etapa: h.a for h in hecho.heridas}
    etapas = tuple(etapa.con(dano=dano.get(etapa.id, etapa.dano)) for etapa in asedio.etapas)
    return asedio.con(etapas=etapas, norte=hecho.norte, final_resuelto=True)


def _herida(asedio: Asedio, etapa: Etapa) -> Herida:
    enemigos = sum(carta.clase is Clase.ENEMIGO for carta in preparacion(asedio, etapa.id))
    extra = DANO_AL_ESTE if etapa == asedio.etapas[-1] else 0
    return Herida(
        etapa=etapa.id, enemigos=enemigos, extra=extra, a=min(etapa.dano + enemigos + extra, DANO_MAXIMO)
    )


def _puntos(puntos: int) -> int:
    if not 1 <= puntos <= DANO_MAXIMO:
        raise ErrorDeDominio(f"El daño va de 1 a {DANO_MAXIMO} puntos.")
    return puntos
