"""Corregir un resultado firme: antes se dice todo lo que cambiaría, y los emparejamientos ya hechos se quedan."""

from collections.abc import Sequence
from functools import reduce

from servicios.errores import ErrorDeDominio
from servicios.hechos import Contexto, Hecho
from servicios.torneo import bajas, firmeza
from servicios.torneo.clasificacion import Cambio, consecuencias
from servicios.torneo.derechos import exigir_coordinacion
from servicios.torneo.estado import Torneo
from servicios.torneo.firmeza import ResultadoCorregido, marcador, mismo, nombre_de_quien_gana, salvedad
from servicios.torneo.puntos import Fin
from servicios.torneo.valores import Mesa, Resultado, Ronda


class YaEsFirme(ErrorDeDominio):
    """La mesa ya tiene resultado: antes de corregirlo, esto es lo que cambiaría.

    Attributes:
        hecho: la corrección que se aplicaría.
        version: versión de la mesa, para repetir la orden con `corrige`.
        cambios: puntos y puestos que se moverían.
    """

    def __init__(self, hecho: ResultadoCorregido, version: int, cambios: tuple[Cambio, ...]) -> None:
        super().__init__(
            f"La mesa {hecho.mesa} de la ronda {hecho.ronda} ya tiene un resultado firme, "
            f"{marcador(hecho.antes)}: revisa qué cambiaría y confirma la corrección.",
            "Los emparejamientos ya publicados no se rehacen.",
        )
        self.hecho = hecho
        self.version = version
        self.cambios = cambios


def corregir(
    torneo: Torneo, ronda: Ronda, mesa: Mesa, resultado: Resultado, contexto: Contexto, *, sabido: bool
) -> list[Hecho]:
    """Los hechos de cambiar el resultado firme de una mesa.

    La coordinación corrige cualquiera. Lo que la confirmación deja en manos del arbitraje (los dos con 0 PV o menos y
    distintos, hueco D-05) lo cambia también quien arbitra.

    Args:
        sabido: si ya se han visto las consecuencias.

    Raises:
        YaEsFirme: si aún no.
        ErrorDeDominio: si ya tiene ese resultado, o no le toca a quien lo pide.
    """
    antes = mesa.resultado
    dudoso = antes is not None and salvedad(torneo, ronda.numero, mesa, antes) is not None
    if not (dudoso and resultado.fin is Fin.ARBITRO):
        exigir_coordinacion(torneo, contexto.actor)
    if antes is None or mismo(antes, resultado):
        raise ErrorDeDominio(f"La mesa {mesa.numero} de la ronda {ronda.numero} ya tiene ese resultado.")
    hecho = ResultadoCorregido(
        ronda=ronda.numero,
        mesa=mesa.numero,
        antes=antes,
        resultado=resultado,
        gana=nombre_de_quien_gana(torneo, resultado),
    )
    hechos = [hecho, *bajas.retirada_del_perdedor(torneo, ronda, mesa, resultado)]
    if not sabido:
        raise YaEsFirme(hecho, mesa.version, consecuencias(torneo, _tras(torneo, hechos)))
    return hechos


def _tras(torneo: Torneo, hechos: Sequence[Hecho]) -> Torneo:
    """El torneo como quedaría: quien pierde por retirada se va, y con él la partida que tenga a medias."""
    efectos = firmeza.reglas.efectos | bajas.reglas.efectos
    return reduce(lambda queda, hecho: efectos[type(hecho)](queda, hecho), hechos, torneo)
