"""Las cuatro condiciones de victoria, en su orden, y el abandono."""

from servicios.guerra.estado import PASOS_DE_MORDOR, TOPE_DE_CORRUPCION, Condicion, Estado, Final
from servicios.guerra.mesa import exigir_bando
from servicios.guerra.piezas import Bando
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

PUNTOS_DE_LA_SOMBRA = 10
PUNTOS_DE_LOS_LIBRES = 4

reglas = Reglas[Estado]()


class Abandonar(Orden):
    """Un bando se da por vencido."""

    bando: Bando


class PartidaTerminada(Hecho):
    """Alguien ha ganado."""

    tipo = "partida_terminada"

    final: Final

    def relato(self, nombres: Nombres) -> str:
        return f"Fin de la partida. {self.final.motivo}"


def inmediata(estado: Estado) -> list[Hecho]:
    """V1 y V2, que acaban la partida en cualquier momento.

    El Daño de la última ficha se aplica antes de mirar si se ha llegado, y 12 de Corrupción gana a todo.
    Fuente: 001, «Condiciones de victoria basadas en el Anillo».
    """
    compania = estado.compania
    if compania.corrupcion >= TOPE_DE_CORRUPCION:
        return _termina(
            Bando.SOMBRA,
            Condicion.CORRUPCION,
            f"Gana la Sombra: el Portador ha llegado a {TOPE_DE_CORRUPCION} puntos de Corrupción (V1).",
        )
    if compania.mordor == PASOS_DE_MORDOR and estado.caza is None:
        return _termina(
            Bando.LIBRES,
            Condicion.MONTE_DEL_DESTINO,
            "Ganan los Pueblos Libres: la Compañía ha llegado al Monte del Destino con "
            f"{compania.corrupcion} de Corrupción (V2).",
        )
    return []


def militar(estado: Estado) -> list[Hecho]:
    """V3 y V4, que se miran al final del turno; si se dan las dos, vale la primera.

    Fuente: 001, «Condiciones de victoria militares».
    """
    sombra, libres = estado.puntos(Bando.SOMBRA), estado.puntos(Bando.LIBRES)
    if sombra >= PUNTOS_DE_LA_SOMBRA:
        return _termina(
            Bando.SOMBRA,
            Condicion.MILITAR_SOMBRA,
            f"Gana la Sombra: controla asentamientos de los Pueblos Libres por {sombra} puntos de victoria (V3).",
        )
    if libres >= PUNTOS_DE_LOS_LIBRES:
        return _termina(
            Bando.LIBRES,
            Condicion.MILITAR_LIBRES,
            f"Ganan los Pueblos Libres: controlan asentamientos de la Sombra por {libres} puntos de victoria "
            "(V4).",
        )
    return []


@reglas.decide(Abandonar)
def abandonar(estado: Estado, orden: Abandonar, contexto: Contexto) -> list[Hecho]:
    """Da la partida al rival."""
    exigir_bando(estado, contexto.actor, orden.bando)
    rival = orden.bando.rival
    return _termina(
        rival,
        Condicion.ABANDONO,
        f"{orden.bando.hace('abandona', 'abandonan')} la partida, y {rival.gana}.",
    )


@reglas.aplica(PartidaTerminada)
def partida_terminada(estado: Estado, hecho: PartidaTerminada) -> Estado:
    return estado.con(final=hecho.final, caza=None, batalla=None)


def _termina(ganador: Bando, condicion: Condicion, motivo: str) -> list[Hecho]:
    return [PartidaTerminada(final=Final(ganador=ganador, condicion=condicion, motivo=motivo))]
