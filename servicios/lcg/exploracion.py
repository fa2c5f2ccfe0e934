"""Explorar la isla: viajar a un Lugar, mirar su otra cara y darle la vuelta.

Los Lugares ni salen del mapa ni cambian de sitio: no hay ninguna orden que lo haga (002, «Exploración»).
"""

from collections.abc import Sequence
from typing import Any, Literal

from servicios.errores import ErrorDeDominio, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.lcg import tablas
from servicios.lcg.descubrir import Descubierto, descubrir, volteada
from servicios.lcg.finales import anotar
from servicios.lcg.isla import EXPLORACION, activo_de, sin_llave
from servicios.lcg.mapa import Isla, Llave, Lugar, destinos, dorso, es_templo
from servicios.lcg.texto import rechazo

INEXPLORADO = "002, «Inexplorado»"
PROGRESO_PARA_MIRAR = 4


class Viajar(Orden):
    """Viaja a otro Lugar. `reverso`: lo que hay en la otra cara, si lo dicen las cartas de la mesa."""

    casilla: str
    reverso: str | None = None
    desde: str | None = None


class Mirar(Orden):
    """Mira la otra cara de un Lugar sin voltearlo.

    Attributes:
        por: con 4 fichas de progreso de la propia Isla Perdida, o por el efecto de una carta.
    """

    casilla: str
    por: Literal["progreso", "efecto"] = "progreso"
    reverso: str | None = None


class Voltear(Orden):
    """El efecto de una carta da la vuelta a un Lugar. Retira su progreso."""

    casilla: str
    reverso: str | None = None
    motivo: str | None = None


class Viajado(Hecho):
    """El indicador pasa a otro Lugar; el que deja pierde su progreso (`progreso`) y queda explorado.

    `llave`: si para entrar se agota la Llave de la Puerta.

    Si el destino estaba boca abajo, le sigue el hecho de voltearlo.
    """

    tipo = "viajado"
    de: str
    a: str
    progreso: int
    llave: bool

    def relato(self, nombres: Nombres) -> str:
        del nombres
        llave = ", con la Llave de la Puerta" if self.llave else ""
        return f"Viaje de {self.de} a {self.a}{llave}."


class Mirado(Hecho):
    tipo = "mirado"
    muestra = True
    descubierto: Descubierto
    por: Literal["progreso", "efecto"]

    def relato(self, nombres: Nombres) -> str:
        del nombres
        pago = f" con {PROGRESO_PARA_MIRAR} de progreso" if self.por == "progreso" else ""
        return f"Se mira {self.descubierto.casilla}{pago}: {self.descubierto.ficha.nombre}."


class Volteado(Hecho):
    """Un Lugar se da la vuelta. `descubierto` None: vuelve a quedar boca abajo."""

    tipo = "volteado"
    muestra = True
    casilla: str
    descubierto: Descubierto | None
    motivo: int | None = None

    def relato(self, nombres: Nombres) -> str:
        porque = f" ({nombres.texto(self.motivo)})" if self.motivo is not None else ""
        cara = self.descubierto.ficha.nombre if self.descubierto else dorso(self.casilla)
        return f"{self.casilla} se da la vuelta{porque}: {cara}."


reglas: Reglas[Any] = Reglas()


@reglas.decide(Viajar)
def _viajar(isla: Isla, orden: Viajar, contexto: Contexto) -> Sequence[Hecho]:
    destino = isla.lugar(orden.casilla)
    activo = activo_de(isla)
    if orden.desde is not None and orden.desde != activo:
        raise YaHaCambiado(f"Esto ya ha cambiado: el Lugar activo es {activo}.")
    _comprobar_viaje(isla, activo, orden.casilla)
    llave = es_templo(orden.casilla) and not destino.boca_arriba
    viaje = Viajado(de=activo, a=orden.casilla, progreso=isla.lugar(activo).progreso, llave=llave)
    if destino.boca_arriba:
        return [viaje]
    descubierto = descubrir(isla, orden.casilla, orden.reverso, contexto)
    return [viaje, Volteado(casilla=orden.casilla, descubierto=descubierto)]


@reglas.aplica(Viajado)
def _viajado(isla: Isla, hecho: Viajado) -> Isla:
    dejado = isla.lugar(hecho.de).con(progreso=0, explorado=True)
    llave = Llave.AGOTADA if hecho.llave else isla.llave
    return isla.con_lugar(hecho.de, dejado).con(activo=hecho.a, llave=llave)


@reglas.decide(Mirar)
def _mirar(isla: Isla, orden: Mirar, contexto: Contexto) -> Sequence[Hecho]:
    activo_de(isla)
    lugar = isla.lugar(orden.casilla)
    if lugar.boca_arriba:
        raise ErrorDeDominio(f"{orden.casilla} ya está boca arriba: no hay nada que mirar.")
    if lugar.reverso is not None:
        raise ErrorDeDominio(f"{orden.casilla} ya se ha mirado: es {tablas.reverso(lugar.reverso).nombre}.")
    if orden.por == "progreso":
        _comprobar_pago(orden.casilla, lugar)
    return [Mirado(descubierto=descubrir(isla, orden.casilla, orden.reverso, contexto), por=orden.por)]


@reglas.aplica(Mirado)
def _mirado(isla: Isla, hecho: Mirado) -> Isla:
    casilla = hecho.descubierto.casilla
    pago = PROGRESO_PARA_MIRAR if hecho.por == "progreso" else 0
    lugar = isla.lugar(casilla)
    return isla.con_lugar(casilla, lugar.con(reverso=hecho.descubierto.reverso, progreso=lugar.progreso - pago))


@reglas.decide(Voltear)
def _voltear(isla: Isla, orden: Voltear, contexto: Contexto) -> Sequence[Hecho]:
    activo_de(isla)
    lugar = isla.lugar(orden.casilla)
    descubierto = None
    if not lugar.boca_arriba:
        descubierto = descubrir(isla, orden.casilla, orden.reverso, contexto)
    motivo = anotar(orden.motivo, contexto)
    return [Volteado(casilla=orden.casilla, descubierto=descubierto, motivo=motivo)]


@reglas.aplica(Volteado)
def _dado_la_vuelta(isla: Isla, hecho: Volteado) -> Isla:
    if hecho.descubierto:
        return volteada(isla, hecho.descubierto)
    lugar = isla.lugar(hecho.casilla).con(boca_arriba=False, progreso=0)
    return isla.con_lugar(hecho.casilla, lugar)


def _comprobar_viaje(isla: Isla, activo: str, casilla: str) -> None:
    if casilla == activo:
        raise ErrorDeDominio(f"{casilla} ya es el Lugar activo.")
    if casilla not in destinos(isla):
        raise rechazo(
            f"Desde {activo} no se puede viajar a {casilla}: no está en el área de preparación.",
            "Solo se viaja a un Lugar adyacente al activo, no en diagonal, que esté en el área de preparación.",
            EXPLORACION,
        )
    lugar = isla.lugar(activo)
    if not lugar.completo:
        lleva = f"tiene {lugar.progreso} de {lugar.mision} de progreso" if lugar.mision else "está boca abajo"
        raise rechazo(
            f"Todavía no se puede viajar: {activo} {lleva}.",
            "Se viaja si el Lugar activo tiene una cantidad de progreso igual a sus puntos de misión.",
            EXPLORACION,
        )
    if es_templo(casilla):
        _comprobar_llave(isla, isla.lugar(casilla))


def _comprobar_llave(isla: Isla, destino: Lugar) -> None:
    # agotarla lo pide el lado «El Templo de los Engañados»; haberla encontrado, la primera vez (002, «Exploración»)
    por_abrir = not destino.boca_arriba and isla.llave is not Llave.LISTA
    por_entrar = not destino.explorado and isla.llave is Llave.PERDIDA
    if por_abrir or por_entrar:
        raise sin_llave()


def _comprobar_pago(casilla: str, lugar: Lugar) -> None:
    if es_templo(casilla):
        raise rechazo(
            "Los Lugares del templo no se miran con progreso; lo permite la Llave de la Puerta u otra carta.",
            "La Acción de retirar 4 fichas de progreso es de las Islas Perdidas.",
            INEXPLORADO,
        )
    if lugar.progreso < PROGRESO_PARA_MIRAR:
        raise rechazo(
            f"{casilla} tiene {lugar.progreso} de progreso, y mirarla cuesta {PROGRESO_PARA_MIRAR}.",
            "Se retiran 4 fichas de progreso de la Isla Perdida para mirar su lado boca abajo.",
            INEXPLORADO,
        )
