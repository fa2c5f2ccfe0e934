"""La ronda del asedio: abrir la partida, elegir etapa en orden y resolver cada paso de oeste a este."""

from collections.abc import Sequence
from typing import Any

from servicios.errores import ErrorDeDominio, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.lcg import tablas
from servicios.lcg.estado import Quien
from servicios.lcg.etapas import (
    Asedio,
    Etapa,
    PasoEnCurso,
    comprobar_abandonos,
    comprobar_pendientes,
    jugadores_en,
)
from servicios.lcg.mesa import Abrir, abrir
from servicios.lcg.texto import rechazo
from servicios.texto import cuenta, lista

ETAPAS = "004, «Múltiples etapas y misiones principales»"
ORDEN = "004, «Oeste y este»"


class AbrirAsedio(Abrir):
    """Pone en línea las cuatro etapas. `facil`: la versión fácil de «Eastern Assault»."""

    facil: bool = False


class ElegirEtapa(Orden):
    """Un jugador elige su etapa para esta ronda."""

    jugador: int
    etapa: str


class EmpezarPaso(Orden):
    """Empieza un paso de la ronda, que se resuelve etapa a etapa."""

    paso: str


class ResolverEtapa(Orden):
    """El paso en curso queda resuelto en una etapa: la más al oeste de las que faltan."""

    etapa: str


class AsedioPreparado(Hecho):
    tipo = "asedio_preparado"
    facil: bool
    etapas: tuple[str, ...]
    por_elegir: tuple[int, ...]

    def relato(self, nombres: Nombres) -> str:
        del nombres
        linea = lista(tablas.etapa(etapa).nombre for etapa in self.etapas)
        version = " (fácil)" if self.facil else ""
        return f"El Asedio de Erebor{version}. De oeste a este: {linea}. {tablas.tablas().asedio.creditos}"


class EtapaElegida(Hecho):
    tipo = "etapa_elegida"
    jugador: int
    quien: Quien
    etapa: str

    def relato(self, nombres: Nombres) -> str:
        return f"{self.quien.nombre(nombres)} elige {tablas.etapa(self.etapa).nombre}."


class PasoEmpezado(Hecho):
    tipo = "paso_empezado"
    paso: str

    def relato(self, nombres: Nombres) -> str:
        del nombres
        return f"Empieza el paso: {tablas.paso(self.paso).nombre}."


class EtapaResuelta(Hecho):
    """El paso queda resuelto en una etapa. `jugadores`: los que había en ella, en orden de juego."""

    tipo = "etapa_resuelta"
    paso: str
    etapa: str
    jugadores: tuple[Quien, ...]

    def relato(self, nombres: Nombres) -> str:
        quienes = lista(quien.nombre(nombres) for quien in self.jugadores) or "sin jugadores"
        return f"{tablas.paso(self.paso).nombre}, en {tablas.etapa(self.etapa).nombre}: {quienes}."


reglas: Reglas[Any] = Reglas()


def por_revelar(asedio: Asedio) -> int:
    """Cartas que revela el jugador inicial en la preparación de la Misión: 1 más el número de jugadores que empezaron.

    Externo: carta «Eastern Assault».
    """
    return 1 + len(asedio.jugadores)


def por_preparar(asedio: Asedio) -> tuple[str, ...]:
    """Lo que se hace antes de la primera ronda; nada, si ya ha empezado. Externo: cartas 1 a 5 del escenario."""
    if asedio.ronda > 1 or asedio.paso is not None or asedio.final_resuelto or asedio.victoria:
        return ()
    juegan = len(asedio.jugadores)
    dicho = (p.texto for p in tablas.tablas().asedio.preparacion if not p.jugadores or juegan in p.jugadores)
    verbo = "Se revela" if juegan == 1 else "Se revelan"
    return (*dicho, f"{verbo} {cuenta(juegan, 'carta')} de Encuentro, 1 por jugador.")


@reglas.decide(AbrirAsedio)
def _abrir(_asedio: Asedio, orden: AbrirAsedio, contexto: Contexto) -> Sequence[Hecho]:
    abierta = abrir(orden, contexto)
    etapas = tuple(etapa.id for etapa in tablas.tablas().asedio.etapas)
    por_elegir = tuple(jugador.numero for jugador in abierta.jugadores)
    return [abierta, AsedioPreparado(facil=orden.facil, etapas=etapas, por_elegir=por_elegir)]


@reglas.aplica(AsedioPreparado)
def _preparado(asedio: Asedio, hecho: AsedioPreparado) -> Asedio:
    etapas = tuple(Etapa(id=etapa) for etapa in hecho.etapas)
    return asedio.con(facil=hecho.facil, etapas=etapas, por_elegir=hecho.por_elegir)


@reglas.decide(ElegirEtapa)
def _elegir(asedio: Asedio, orden: ElegirEtapa, _contexto: Contexto) -> Sequence[Hecho]:
    jugador = asedio.jugador(orden.jugador)
    etapa = asedio.etapa(orden.etapa)
    if not asedio.por_elegir or jugador.numero not in asedio.por_elegir:
        raise rechazo(
            "Ese jugador ya ha elegido etapa en esta ronda.",
            "La etapa elegida es la suya hasta el comienzo de la siguiente ronda.",
            ETAPAS,
        )
    if asedio.por_elegir[0] != jugador.numero:
        raise rechazo(
            f"Todavía no le toca: antes elige el jugador {asedio.por_elegir[0]}.",
            "Al comienzo de la ronda cada jugador, en orden de juego, elige una etapa.",
            ETAPAS,
        )
    return [EtapaElegida(jugador=jugador.numero, quien=jugador.quien, etapa=etapa.id)]


@reglas.aplica(EtapaElegida)
def _elegida(asedio: Asedio, hecho: EtapaElegida) -> Asedio:
    return asedio.con(
        puestos={**asedio.puestos, hecho.jugador: hecho.etapa},
        por_elegir=tuple(numero for numero in asedio.por_elegir if numero != hecho.jugador),
    )


@reglas.decide(EmpezarPaso)
def _empezar(asedio: Asedio, orden: EmpezarPaso, _contexto: Contexto) -> Sequence[Hecho]:
    paso = tablas.paso(orden.paso)
    comprobar_pendientes(asedio)
    if asedio.final_resuelto:
        raise ErrorDeDominio("El final de esta ronda ya está resuelto: pasa a la siguiente antes de otro paso.")
    return [PasoEmpezado(paso=paso.id)]


@reglas.aplica(PasoEmpezado)
def _empezado(asedio: Asedio, hecho: PasoEmpezado) -> Asedio:
    return asedio.con(paso=PasoEnCurso(id=hecho.paso))


@reglas.decide(ResolverEtapa)
def _resolver(asedio: Asedio, orden: ResolverEtapa, _contexto: Contexto) -> Sequence[Hecho]:
    etapa = asedio.etapa(orden.etapa)
    if asedio.paso is None or not asedio.por_resolver:
        raise ErrorDeDominio("No hay ningún paso a medias: empieza el siguiente.")
    comprobar_abandonos(asedio)
    if etapa.id in asedio.paso.resueltas:
        raise YaHaCambiado(f"Esto ya ha cambiado: {etapa.ficha.nombre} ya está resuelta en este paso.")
    toca = asedio.por_resolver[0]
    if etapa != toca:
        faltan = len(asedio.por_resolver)
        raise rechazo(
            f"Antes toca {toca.ficha.nombre}: {'faltan' if faltan > 1 else 'falta'} {cuenta(faltan, 'etapa')}.",
            "Cada paso se resuelve de oeste a este, haya o no jugadores en la etapa.",
            ORDEN,
        )
    quienes = tuple(jugador.quien for jugador in jugadores_en(asedio, etapa.id))
    return [EtapaResuelta(paso=asedio.paso.id, etapa=etapa.id, jugadores=quienes)]


@reglas.aplica(EtapaResuelta)
def _resuelta(asedio: Asedio, hecho: EtapaResuelta) -> Asedio:
    resueltas = asedio.paso.resueltas if asedio.paso else ()
    return asedio.con(paso=PasoEnCurso(id=hecho.paso, resueltas=(*resueltas, hecho.etapa)))
