"""Las cuatro clases de partida del LCG. Todas llevan la Amenaza con las mismas reglas."""

from collections.abc import Iterable
from typing import TypeVar

from servicios.errores import ErrorDeDominio
from servicios.hechos import Agregado, Contexto, Hecho, Orden, Reglas
from servicios.lcg import (
    abandono,
    amenaza,
    asedio,
    barcos,
    combate_naval,
    corsarios,
    dano,
    encuentros,
    exploracion,
    fases,
    finales,
    isla,
    mesa,
    navegacion,
    progreso,
    rumbo,
    travesia,
    tropas,
)
from servicios.lcg.estado import Partida
from servicios.lcg.estado_naval import Navegacion
from servicios.lcg.etapas import Asedio
from servicios.lcg.mapa import Isla

P = TypeVar("P", bound=Partida)

COMUNES = [mesa.comunes, finales.reglas, amenaza.reglas]


class AgregadoLcg(Agregado[P]):
    """Un agregado que antes de cada orden comprueba que la partida está abierta y quién la da."""

    def decidir(self, estado: P, orden: Orden, contexto: Contexto) -> list[Hecho]:
        """Los hechos que produce una orden.

        Raises:
            ErrorDeDominio: si las reglas no la permiten.
        """
        mesa.comprobar(estado, orden, contexto.actor)
        hechos = super().decidir(estado, orden, contexto)
        if not hechos:
            raise ErrorDeDominio("Eso no cambia nada: todo está ya así.")
        return hechos


def _agregado(nombre: str, estado: type[P], reglas: Iterable[Reglas[P]]) -> AgregadoLcg[P]:
    return AgregadoLcg(
        nombre,
        estado,
        [*COMUNES, *reglas],
        bandos=mesa.bandos,
        cerrado=lambda partida: partida.cerrada,
        acepta_deshacer=mesa.acepta_deshacer,
    )


MESA = _agregado("mesa", Partida, [mesa.propias])
NAVEGACION = _agregado(
    "navegacion",
    Navegacion,
    [
        travesia.reglas,
        rumbo.reglas,
        encuentros.reglas,
        navegacion.reglas,
        fases.reglas,
        barcos.reglas,
        combate_naval.reglas,
        corsarios.reglas,
    ],
)
ISLA = _agregado("isla", Isla, [isla.reglas, exploracion.reglas, progreso.reglas])
ASEDIO = _agregado("asedio", Asedio, [asedio.reglas, dano.reglas, tropas.reglas, abandono.reglas])

AGREGADOS = (MESA, NAVEGACION, ISLA, ASEDIO)
