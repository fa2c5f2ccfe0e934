"""Las probabilidades de lo que está pasando en una partida: su Caza, su viaje por Mordor y su batalla."""

from servicios.guerra.combate import Papel, Situacion
from servicios.guerra.estado import GOLLUM, Estado
from servicios.guerra.fondo import al_entrar_en_mordor
from servicios.guerra.modelo_batalla import Batalla
from servicios.guerra.probabilidad.batalla import Contendiente, Encuentro
from servicios.guerra.probabilidad.caza import PronosticoDeCaza, pronosticar
from servicios.guerra.probabilidad.mordor import Viaje
from servicios.guerra.resolucion import condiciones


def caza_de(estado: Estado, *, ejercito: bool = False, nazgul: bool = False) -> PronosticoDeCaza:
    """La Caza que tendría la Compañía si se moviera ahora, con el Fondo y la casilla de la partida.

    Args:
        ejercito: si hay un ejército de la Sombra en su última posición conocida.
        nazgul: si hay un Nazgûl.
    """
    return pronosticar(
        estado.caja.sombra,
        estado.caja.libres,
        condiciones(estado, ejercito=ejercito, nazgul=nazgul),
        estado.fondo,
        gollum=estado.compania.guia == GOLLUM,
    )


def viaje_de(estado: Estado, casilla: int = 2) -> Viaje:
    """El viaje por Mordor de la Compañía; si aún no ha entrado, como si entrara ahora.

    Args:
        casilla: dados que se suponen en la casilla de Caza cada turno.
    """
    compania = estado.compania
    fondo = estado.fondo if compania.en_mordor else al_entrar_en_mordor(estado.fondo)
    return Viaje(corrupcion=compania.corrupcion, paso=compania.mordor or 0, fondo=fondo, casilla=casilla)


def encuentro_de(batalla: Batalla) -> Encuentro:
    """Lo que queda de una batalla en curso, hasta el final y sin más cartas."""

    def contendiente(papel: Papel) -> Contendiente:
        quien = batalla.ejercitos[papel]
        return Contendiente(regulares=quien.regulares, elites=quien.elites, liderazgo=min(quien.liderazgo, 30))

    situacion = batalla.situacion
    if batalla.ronda > 1 and situacion in {Situacion.CIUDAD, Situacion.FORTIFICACION}:
        situacion = Situacion.CAMPO
    return Encuentro(
        atacante=contendiente(Papel.ATACANTE),
        defensor=contendiente(Papel.DEFENSOR),
        situacion=situacion,
        prorrogas=None,
    )
