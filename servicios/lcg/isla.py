"""La isla de El Templo de los Engañados: preparar el mapa, elegir de dónde se parte y la Llave de la Puerta."""

from collections.abc import Sequence
from typing import Any

from servicios.errores import ErrorDeDominio
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.lcg.descubrir import Descubierto, descubrir, volteada
from servicios.lcg.mapa import ESQUINAS, Isla, Llave
from servicios.lcg.mesa import Abrir, abrir
from servicios.lcg.texto import CARTA, rechazo

EXPLORACION = "002, «Exploración»"


class AbrirIsla(Abrir):
    """Prepara el mapa y voltea las dos esquinas de la izquierda.

    Attributes:
        esquinas: lo que hay en A1 y en C1, si se juega con las cartas en la mesa; si no, se sortea.
    """

    esquinas: tuple[str | None, str | None] = (None, None)


class ElegirInicio(Orden):
    """Los jugadores eligen de qué esquina de la izquierda parten."""

    casilla: str


class AnotarLlave(Orden):
    """La Llave de la Puerta cambia de manos: se reclama, se pierde, se agota o se prepara."""

    llave: Llave


class IslaPreparada(Hecho):
    """Las esquinas de la izquierda, volteadas sin resolver sus efectos Obligado. Fuente: carta 1A (D-64)."""

    tipo = "isla_preparada"
    muestra = True
    esquinas: tuple[Descubierto, ...]

    def relato(self, nombres: Nombres) -> str:
        del nombres
        vistas = " y ".join(f"{d.casilla} es {d.ficha.nombre}" for d in self.esquinas)
        return f"El mapa está listo. {vistas}; falta elegir de cuál se parte."


class InicioElegido(Hecho):
    tipo = "inicio_elegido"
    casilla: str

    def relato(self, nombres: Nombres) -> str:
        del nombres
        return f"La partida empieza en {self.casilla}."


class LlaveAnotada(Hecho):
    tipo = "llave"
    llave: Llave

    def relato(self, nombres: Nombres) -> str:
        del nombres
        return {
            Llave.LISTA: "Los jugadores tienen la Llave de la Puerta.",
            Llave.AGOTADA: "La Llave de la Puerta queda agotada.",
            Llave.PERDIDA: "Los jugadores ya no tienen la Llave de la Puerta.",
        }[self.llave]


reglas: Reglas[Any] = Reglas()


@reglas.decide(AbrirIsla)
def _abrir(isla: Isla, orden: AbrirIsla, contexto: Contexto) -> Sequence[Hecho]:
    abierta = abrir(orden, contexto)
    descubiertos: list[Descubierto] = []
    for casilla, reverso in zip(ESQUINAS, orden.esquinas, strict=True):
        descubierto = descubrir(isla, casilla, reverso, contexto)
        isla = volteada(isla, descubierto)
        descubiertos.append(descubierto)
    return [abierta, IslaPreparada(esquinas=tuple(descubiertos))]


@reglas.aplica(IslaPreparada)
def _preparada(isla: Isla, hecho: IslaPreparada) -> Isla:
    for descubierto in hecho.esquinas:
        isla = volteada(isla, descubierto)
    return isla


@reglas.decide(ElegirInicio)
def _elegir(isla: Isla, orden: ElegirInicio, _contexto: Contexto) -> Sequence[Hecho]:
    if isla.activo is not None:
        raise ErrorDeDominio(f"La partida ya empezó: el Lugar activo es {isla.activo}.")
    if orden.casilla not in ESQUINAS:
        raise rechazo(
            f"Se parte de una de las esquinas de la izquierda: {ESQUINAS[0]} o {ESQUINAS[1]}.",
            "Se voltean las dos esquinas de la izquierda y los jugadores eligen una como Lugar activo.",
            CARTA,
        )
    return [InicioElegido(casilla=orden.casilla)]


@reglas.aplica(InicioElegido)
def _elegido(isla: Isla, hecho: InicioElegido) -> Isla:
    return isla.con(activo=hecho.casilla)


@reglas.decide(AnotarLlave)
def _anotar_llave(isla: Isla, orden: AnotarLlave, _contexto: Contexto) -> Sequence[Hecho]:
    if isla.llave is orden.llave:
        raise ErrorDeDominio("La Llave de la Puerta ya está así.")
    if orden.llave is Llave.AGOTADA and isla.llave is Llave.PERDIDA:
        raise sin_llave()
    return [LlaveAnotada(llave=orden.llave)]


@reglas.aplica(LlaveAnotada)
def _llave_anotada(isla: Isla, hecho: LlaveAnotada) -> Isla:
    return isla.con(llave=hecho.llave)


def activo_de(isla: Isla) -> str:
    """La casilla del Lugar activo.

    Raises:
        ErrorDeDominio: si aún no se ha elegido de dónde se parte.
    """
    if isla.activo is None:
        raise rechazo(
            f"Antes elige de qué esquina se parte: {ESQUINAS[0]} o {ESQUINAS[1]}.",
            "Los jugadores eligen una de las dos esquinas volteadas como Lugar activo.",
            CARTA,
        )
    return isla.activo


def sin_llave() -> ErrorDeDominio:
    """Por qué no se entra en el templo."""
    return rechazo(
        "Para entrar en el templo hace falta la Llave de la Puerta, sin agotar.",
        "Antes de entrar en el templo hay que encontrar la Llave, que se agota para viajar a un Lugar suyo boca abajo "
        "(según su carta).",
        EXPLORACION,
    )
