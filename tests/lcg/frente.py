"""Lo que comparten las pruebas del asedio: abrir la partida y traer cartas a una etapa."""

from servicios.lcg.agregado import ASEDIO
from servicios.lcg.asedio import AbrirAsedio, ElegirEtapa
from servicios.lcg.etapas import Asedio, Clase, preparacion
from servicios.lcg.tropas import RevelarEncuentro
from tests.lcg.juego import Juego, asientos


def abrir(*etapas: str, facil: bool = False) -> Juego[Asedio]:
    """Una partida en la que cada jugador ya ha elegido la etapa dicha."""
    juego = Juego(ASEDIO)
    juego.dar(AbrirAsedio(jugadores=asientos(*[30] * (len(etapas) or 2)), facil=facil))
    for numero, etapa in enumerate(etapas, start=1):
        juego.dar(ElegirEtapa(jugador=numero, etapa=etapa))
    return juego


def enemigo(juego: Juego[Asedio], nombre: str, etapa: str, coste: int) -> int:
    juego.dar(RevelarEncuentro(clase=Clase.ENEMIGO, nombre=nombre, etapa=etapa, coste=coste))
    return juego.estado.ultima_carta


def lugar(juego: Juego[Asedio], nombre: str, etapa: str) -> int:
    juego.dar(RevelarEncuentro(clase=Clase.LUGAR, nombre=nombre, etapa=etapa))
    return juego.estado.ultima_carta


def nombres_en(juego: Juego[Asedio], etapa: str) -> list[str]:
    return [juego.textos[c.nombre] for c in preparacion(juego.estado, etapa)]


def en_pie(juego: Juego[Asedio]) -> list[str]:
    return [etapa.id for etapa in juego.estado.etapas]
