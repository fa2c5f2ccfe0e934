"""Las probabilidades de lo que está pasando en una partida: su Caza, su viaje por Mordor y su batalla."""

from servicios.guerra.combate import Papel, Situacion
from servicios.guerra.estado import GOLLUM, Estado
from servicios.guerra.fondo import al_entrar_en_mordor
from servicios.guerra.modelo_batalla import Batalla
from servicios.guerra.probabilidad.batalla import Contendiente, Encuentro
from servicios.guerra.probabilidad.caza import PronosticoDeCaza, pronosticar
from servicios.guerra.probabilidad.mordor import Viaje
from servicios.guerra.rechazo import rechazo
from servicios.guerra.resolucion import condiciones


def caza_de(
    estado: Estado,
    *,
    dados_sombra: int | None = None,
    dados_pl: int | None = None,
    relanzamientos: int | None = None,
) -> PronosticoDeCaza:
    """La Caza que tendría la Compañía si se moviera ahora, con el Fondo, la casilla y el Guía de la partida.

    Los argumentos que se den sustituyen a lo que hay en ella; sin `relanzamientos`, solo cuenta el Baluarte, que es lo
    que el bot sabe.

    Raises:
        ErrorDeDominio: si la Compañía está en Mordor, donde no se tira.
    """
    if estado.compania.en_mordor:
        raise rechazo(
            "En Mordor la Caza no se tira: mira /probabilidad mordor.",
            "Al intentar moverse se saca una ficha sin tirada.",
            "Reglas especiales",
        )
    hay = condiciones(estado, ejercito=False, nazgul=False)
    return pronosticar(
        estado.caja.sombra if dados_sombra is None else dados_sombra,
        estado.caja.libres if dados_pl is None else dados_pl,
        hay if relanzamientos is None else relanzamientos,
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
