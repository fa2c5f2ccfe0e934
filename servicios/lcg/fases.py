"""La fase de Misión con Navegación, paso a paso: qué toca, y cuándo se pueden usar Acciones.

La prueba es un solo paso: dentro de ella no hay Acciones porque el bot no deja hueco.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from servicios.errores import YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.lcg.estado_naval import Navegacion, Paso
from servicios.lcg.texto import BASICO, rechazo

NAVEGACION = "003, «Navegación»"
PRUEBAS = "003, «Pruebas de Navegación»"


@dataclass(frozen=True)
class Linea:
    """Una línea de la lista de la fase. `paso` None: la prueba, que no se detiene."""

    paso: Paso | None
    titulo: str
    acciones: bool
    fuente: str


LISTA = (
    Linea(Paso.ANTES, "Comienza la fase de Misión: Acciones antes de la prueba", True, PRUEBAS),
    Linea(None, "Prueba de navegación: desviar, agotar, mirar, mejorar y descartar, sin Acciones", False, PRUEBAS),
    Linea(Paso.DESPUES, "Acciones después de la prueba", True, PRUEBAS),
    Linea(Paso.ASIGNACION, "Asignar personajes a la misión", True, NAVEGACION),
    Linea(Paso.PREPARACION, "Preparación: revelar cartas de Encuentro", True, BASICO),
    Linea(Paso.RESOLUCION, "Resolver la misión", True, BASICO),
)

_SIGUIENTE = {
    Paso.FUERA: Paso.ANTES,
    Paso.DESPUES: Paso.ASIGNACION,
    Paso.ASIGNACION: Paso.PREPARACION,
    Paso.PREPARACION: Paso.RESOLUCION,
    Paso.RESOLUCION: Paso.FUERA,
}


class AvanzarMision(Orden):
    """Pasa al paso siguiente de la fase de Misión.

    Attributes:
        desde: el paso que veía quien la da.
        navegacion: si la misión principal tiene la palabra clave; solo importa al empezar la fase.
    """

    desde: Paso
    navegacion: bool = True


class MisionAvanzada(Hecho):
    tipo = "mision_avanzada"
    antes: Paso
    despues: Paso

    def relato(self, nombres: Nombres) -> str:
        del nombres
        if self.despues is Paso.FUERA:
            return "Acaba la fase de Misión."
        return f"Fase de Misión: {_linea(self.despues).titulo[0].lower()}{_linea(self.despues).titulo[1:]}."


reglas: Reglas[Any] = Reglas()


def marcas(partida: Navegacion) -> tuple[tuple[Linea, Literal["hecho", "ahora", "falta"]], ...]:
    """La lista con lo que ya se ha hecho, lo que toca y lo que falta; vacía fuera de la fase de Misión."""
    if partida.paso is Paso.FUERA:
        return ()
    ahora = LISTA.index(_linea(partida.paso))
    return tuple(
        (linea, "hecho" if lugar < ahora else "ahora" if lugar == ahora else "falta")
        for lugar, linea in enumerate(LISTA)
    )


@reglas.decide(AvanzarMision)
def _avanzar(partida: Navegacion, orden: AvanzarMision, _contexto: Contexto) -> Sequence[Hecho]:
    if orden.desde is not partida.paso:
        raise YaHaCambiado("Esto ya ha cambiado: la fase de Misión va por otro paso.")
    if partida.paso is Paso.ANTES:
        raise rechazo(
            "Antes de asignar personajes a la misión hay que hacer la prueba de navegación.",
            "Si la misión principal tiene Navegación, la prueba va antes de asignar personajes.",
            NAVEGACION,
        )
    return [MisionAvanzada(antes=partida.paso, despues=_siguiente(partida, orden))]


@reglas.aplica(MisionAvanzada)
def _avanzada(partida: Navegacion, hecho: MisionAvanzada) -> Navegacion:
    return partida.con(paso=hecho.despues, prueba_hecha=False)


def _siguiente(partida: Navegacion, orden: AvanzarMision) -> Paso:
    if partida.paso is Paso.FUERA and not orden.navegacion:
        return Paso.ASIGNACION
    if partida.paso is Paso.FUERA and partida.prueba_hecha:
        return Paso.DESPUES
    return _SIGUIENTE[partida.paso]


def _linea(paso: Paso) -> Linea:
    return next(linea for linea in LISTA if linea.paso is paso)
