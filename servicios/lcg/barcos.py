"""La flota: quién controla cada Barco-Objetivo, el daño que llevan y qué pasa si se pierde uno."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from servicios.errores import ErrorDeDominio
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas, Valor
from servicios.lcg import tablas
from servicios.lcg.amenaza import Origen, mover
from servicios.lcg.estado import Causa, Fin, Quien
from servicios.lcg.estado_naval import Barco, Navegacion
from servicios.lcg.finales import Terminada, anotar, eliminar
from servicios.lcg.rumbo import Rumbo
from servicios.lcg.texto import rechazo
from servicios.texto import cuenta, lista

FUENTE = "003, «Prepara tu flota»"
DANO_MAXIMO = 99


class PrepararFlota(Orden):
    """Cada jugador toma un barco (dos, si juega solo). `barcos`: identificador del barco → asiento."""

    barcos: dict[str, int]


class DanarBarco(Orden):
    """Un barco recibe daño por algo que no es un ataque (una carta, una prueba)."""

    barco: str
    puntos: int
    motivo: str | None = None


class RepararBarco(Orden):
    """Se curan puntos de daño de un barco."""

    barco: str
    puntos: int
    motivo: str | None = None


class Reparto(Valor):
    """Un barco y quien lo controla."""

    barco: str
    jugador: int
    quien: Quien


class FlotaPreparada(Hecho):
    """Los barcos elegidos; los demás se retiran. La carta de Rumbo se vincula al Cazador de Sueños, en Soleado."""

    tipo = "flota_preparada"
    repartos: tuple[Reparto, ...]

    def relato(self, nombres: Nombres) -> str:
        barcos = lista(f"{tablas.barco(r.barco).nombre} para {r.quien.nombre(nombres)}" for r in self.repartos)
        return f"La flota está lista: {barcos}. Rumbo: {Rumbo.SOLEADO.nombre}."


class DanoDeBarco(Hecho):
    """Un barco recibe daño o se repara. `resta`: puntos que le quedan; con 0, se pierde."""

    tipo = "dano_de_barco"
    barco: str
    de: int
    a: int
    resta: int
    motivo: int | None = None

    @property
    def perdido(self) -> bool:
        return self.resta == 0

    def relato(self, nombres: Nombres) -> str:
        nombre = tablas.barco(self.barco).nombre
        porque = f" ({nombres.texto(self.motivo)})" if self.motivo is not None else ""
        if self.perdido:
            return f"{nombre} se pierde{porque}: {cuenta(self.a, 'punto')} de daño."
        return f"{nombre}{porque}: daño de {self.de} a {self.a}; le {_quedan(self.resta)}."


reglas: Reglas[Any] = Reglas()


def danar(partida: Navegacion, barco: Barco, puntos: int, motivo: int | None = None) -> list[Hecho]:
    """Los hechos de que un barco reciba daño, con lo que se sigue si se pierde."""
    dano = min(barco.dano + puntos, barco.ficha.puntos)
    hecho = DanoDeBarco(barco=barco.id, de=barco.dano, a=dano, resta=barco.ficha.puntos - dano, motivo=motivo)
    if not hecho.perdido:
        return [hecho]
    if barco.ficha.derrota:
        return [hecho, Terminada(fin=Fin.DERROTA, causa=Causa.CAZADOR)]
    return [hecho, *eliminar(partida, [barco.jugador], Causa.BARCO)]


@reglas.decide(PrepararFlota)
def _preparar(partida: Navegacion, orden: PrepararFlota, _contexto: Contexto) -> Sequence[Hecho]:
    if partida.flota_lista:
        raise ErrorDeDominio("La flota ya está preparada. Si fue un error, deshazlo.")
    _comprobar_reparto(partida, orden.barcos)
    repartos = tuple(
        Reparto(barco=barco, jugador=orden.barcos[barco], quien=partida.jugador(orden.barcos[barco]).quien)
        for barco in tablas.tablas().barcos
        if barco in orden.barcos
    )
    amenaza = Counter({j.numero: 0 for j in partida.en_juego})
    for reparto in repartos:
        amenaza[reparto.jugador] += tablas.barco(reparto.barco).amenaza
    return [FlotaPreparada(repartos=repartos), *mover(partida, amenaza, Origen.BARCO)]


@reglas.aplica(FlotaPreparada)
def _preparada(partida: Navegacion, hecho: FlotaPreparada) -> Navegacion:
    flota = tuple(Barco(id=r.barco, jugador=r.jugador) for r in hecho.repartos)
    return partida.con(flota=flota, flota_lista=True, rumbo=Rumbo.SOLEADO)


@reglas.decide(DanarBarco)
def _danar(partida: Navegacion, orden: DanarBarco, contexto: Contexto) -> Sequence[Hecho]:
    barco = partida.barco(orden.barco)
    _puntos(orden.puntos)
    return danar(partida, barco, orden.puntos, anotar(orden.motivo, contexto))


@reglas.decide(RepararBarco)
def _reparar(partida: Navegacion, orden: RepararBarco, contexto: Contexto) -> Sequence[Hecho]:
    barco = partida.barco(orden.barco)
    _puntos(orden.puntos)
    if barco.dano == 0:
        raise ErrorDeDominio(f"{barco.ficha.nombre} no tiene daño que reparar.")
    dano = max(barco.dano - orden.puntos, 0)
    motivo = anotar(orden.motivo, contexto)
    return [DanoDeBarco(barco=barco.id, de=barco.dano, a=dano, resta=barco.ficha.puntos - dano, motivo=motivo)]


@reglas.aplica(DanoDeBarco)
def _danado(partida: Navegacion, hecho: DanoDeBarco) -> Navegacion:
    flota = (b.con(dano=hecho.a) if b.id == hecho.barco else b for b in partida.flota)
    return partida.con(flota=tuple(b for b in flota if b.resta > 0))


def _comprobar_reparto(partida: Navegacion, barcos: dict[str, int]) -> None:
    fichas = [tablas.barco(barco) for barco in barcos]
    cuantos = Counter(partida.jugador(numero).numero for numero in barcos.values())
    if not any(ficha.derrota for ficha in fichas):
        raise rechazo(
            "Falta el Cazador de Sueños: alguien tiene que llevarlo.",
            "Uno de los jugadores debe elegir el Cazador de Sueños.",
            FUENTE,
        )
    solo = len(partida.jugadores) == 1
    toca = 2 if solo else 1
    mal = next((j.numero for j in partida.en_juego if cuantos[j.numero] != toca), None)
    if mal is not None:
        jugador = "Quien juega solo" if solo else f"El jugador {mal}"
        raise rechazo(
            f"{jugador} lleva {cuenta(toca, 'barco')}, y le has dado {cuantos[mal]}.",
            "Cada jugador controla un barco; en una partida de un jugador, el Cazador de Sueños y otro.",
            FUENTE,
        )


def _puntos(puntos: int) -> None:
    if not 1 <= puntos <= DANO_MAXIMO:
        raise ErrorDeDominio(f"Los puntos de daño van de 1 a {DANO_MAXIMO}.")


def _quedan(resta: int) -> str:
    return f"{'queda' if resta == 1 else 'quedan'} {cuenta(resta, 'punto')}"
