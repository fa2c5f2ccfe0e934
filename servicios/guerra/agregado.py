"""Una partida de La Guerra del Anillo: reúne las reglas de cada asunto y lo que sigue solo tras una orden."""

from collections.abc import Mapping

from servicios.guerra import (
    anillos,
    apertura,
    asedio,
    asentamientos,
    batalla,
    compania,
    corrupcion,
    dados,
    eventos,
    mordor,
    partida,
    personajes,
    politica,
    remedios,
    resolucion,
    sueltas,
    turno,
    victoria,
)
from servicios.guerra.estado import Estado
from servicios.guerra.opciones import Opcion, de_la_fase
from servicios.guerra.opciones_batalla import de_la_batalla
from servicios.guerra.opciones_caza import de_la_caza
from servicios.hechos import Agregado, Contexto, Hecho, Orden


class AgregadoDeGuerra(Agregado[Estado]):
    """Después de cada orden sigue solo lo que no decide nadie, hasta que haga falta alguien."""

    def decidir(self, estado: Estado, orden: Orden, contexto: Contexto) -> list[Hecho]:
        """Los hechos de una orden y los que vienen detrás: fichas, relevo del Guía, tiradas, victoria…

        Raises:
            ErrorDeDominio: si las reglas no permiten la orden.
        """
        nuevos = super().decidir(estado, orden, contexto)
        hechos: list[Hecho] = []
        while nuevos:
            for hecho in nuevos:
                estado = self.aplicar(estado, hecho)
            hechos += nuevos
            nuevos = consecuencias(estado, contexto)
        return hechos


def consecuencias(estado: Estado, contexto: Contexto) -> list[Hecho]:
    """Lo primero que pasa solo en ese estado, o nada si hay que esperar a alguien.

    El orden importa: ganar corta todo lo demás, y el Guía se releva antes de seguir con la Caza.
    """
    if not estado.empezada or estado.final is not None:
        return []
    return (
        victoria.inmediata(estado)
        or compania.relevo(estado)
        or resolucion.seguir(estado, contexto)
        or remedios.seguir(estado)
        or batalla.seguir(estado, contexto)
        or asedio.seguir(estado)
        or turno.seguir(estado)
    )


def _bandos(estado: Estado) -> Mapping[int, str]:
    return {persona: bando.value for bando, personas in estado.jugadores.items() for persona in personas}


GUERRA = AgregadoDeGuerra(
    "guerra",
    Estado,
    [
        partida.reglas,
        turno.reglas,
        dados.reglas,
        anillos.reglas,
        compania.reglas,
        resolucion.reglas,
        remedios.reglas,
        corrupcion.reglas,
        mordor.reglas,
        eventos.reglas,
        personajes.reglas,
        politica.reglas,
        asentamientos.reglas,
        apertura.reglas,
        batalla.reglas,
        asedio.reglas,
        victoria.reglas,
        sueltas.de_la_partida,
    ],
    bandos=_bandos,
    cerrado=lambda estado: estado.cerrada,
)


def opciones(estado: Estado) -> tuple[Opcion, ...]:
    """Lo que se puede decidir ahora en una partida; nada si no ha empezado o ha terminado."""
    if not estado.empezada or estado.final is not None:
        return ()
    if estado.caza is not None:
        return tuple(de_la_caza(estado, estado.caza))
    if estado.batalla is not None:
        return tuple(de_la_batalla(estado, estado.batalla))
    return tuple(de_la_fase(estado))
