"""Las partidas del LCG en el libro de un flujo: deshacer, rehacer, quién lo acepta y verificar la semilla."""

from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from servicios.azar import Azar
from servicios.deshacer import Deshacer, Rehacer
from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.hechos import Actor, Contexto, Orden
from servicios.lcg.abandono import Abandonar
from servicios.lcg.agregado import ASEDIO, ISLA, MESA, NAVEGACION, AgregadoLcg
from servicios.lcg.asedio import AbrirAsedio, ElegirEtapa
from servicios.lcg.encuentros import Eleccion
from servicios.lcg.etapas import Clase
from servicios.lcg.isla import AbrirIsla
from servicios.lcg.mesa import Abrir
from servicios.lcg.navegacion import ProbarNavegacion
from servicios.lcg.rumbo import DesviarRumbo, Rumbo
from servicios.lcg.travesia import AbrirNavegacion
from servicios.lcg.tropas import RevelarEncuentro
from servicios.libro import Anotada, Libro, nuevo
from servicios.verificacion import verificar
from tests.lcg.juego import AHORA, AJENA, ALICIA, BRUNO, FLUJO, asientos
from tests.lcg.ordenes import ISLENAS, NAVALES, SENTAR, SITIADAS, Fabrica, bolsa

SEMILLA = bytes(range(32))


class Mesa:
    """Un libro en marcha, con todo lo anotado."""

    def __init__(self, agregado: AgregadoLcg) -> None:
        self.libro: Libro = nuevo(agregado, FLUJO)
        self.anotadas: list[Anotada] = []

    def dar(self, orden: Orden, persona: int = ALICIA) -> None:
        numero = len(self.anotadas) + 1
        origen = str(numero)
        contexto = Contexto(Actor(persona), AHORA, Azar(SEMILLA, FLUJO, origen), origen)
        anotada = Anotada(numero, persona, AHORA, origen, tuple(self.libro.decidir(orden, contexto)))
        self.anotadas.append(anotada)
        self.libro = self.libro.anotar(anotada)


def en_el_mar(jugadores: int) -> Mesa:
    mesa = Mesa(NAVEGACION)
    mesa.dar(AbrirNavegacion(jugadores=asientos(*[25] * jugadores), mazo=Eleccion(escenario="umbar")))
    return mesa


def test_una_prueba_la_deshace_otra_persona_de_la_mesa() -> None:
    mesa = en_el_mar(2)
    antes = mesa.libro.estado
    mesa.dar(ProbarNavegacion(personajes=2))
    despues = mesa.libro.estado
    mesa.dar(Deshacer())
    assert mesa.libro.estado == despues, "con azar, una persona sola solo lo propone"
    with pytest.raises(SinPermiso):
        mesa.dar(Deshacer(), AJENA)
    mesa.dar(Deshacer(), BRUNO)
    assert mesa.libro.estado == antes
    mesa.dar(Rehacer(), BRUNO)
    assert mesa.libro.estado == despues


def test_quien_juega_solo_deshace_sin_pedir_permiso() -> None:
    mesa = en_el_mar(1)
    antes = mesa.libro.estado
    mesa.dar(ProbarNavegacion(personajes=2))
    mesa.dar(Deshacer())
    assert mesa.libro.estado == antes


def test_lo_que_no_tiene_azar_se_deshace_sin_mas() -> None:
    mesa = en_el_mar(2)
    mesa.dar(DesviarRumbo())
    mesa.dar(Deshacer())
    assert mesa.libro.estado.rumbo is Rumbo.SOLEADO


def test_abandonar_se_deshace_entero_de_una_vez() -> None:
    mesa = Mesa(ASEDIO)
    mesa.dar(AbrirAsedio(jugadores=asientos(30, 30)))
    for numero in (1, 2):
        mesa.dar(ElegirEtapa(jugador=numero, etapa="este"))
    mesa.dar(RevelarEncuentro(clase=Clase.ENEMIGO, nombre="Wainriders", etapa="este", coste=42))
    mesa.dar(RevelarEncuentro(clase=Clase.LUGAR, nombre="Esgaroth", etapa="este"))
    antes = mesa.libro.estado
    mesa.dar(Abandonar(etapa="este", por_efecto=True))
    assert mesa.libro.estado != antes
    mesa.dar(Deshacer())
    assert mesa.libro.estado == antes


TRES = (25, 25, 25)
APERTURAS: dict[AgregadoLcg, tuple[Abrir, Sequence[Fabrica]]] = {
    MESA: (Abrir(jugadores=asientos(*TRES)), SENTAR),
    NAVEGACION: (AbrirNavegacion(jugadores=asientos(*TRES), mazo=Eleccion(escenario="travesia")), NAVALES),
    ISLA: (AbrirIsla(jugadores=asientos(*TRES)), ISLENAS),
    ASEDIO: (AbrirAsedio(jugadores=asientos(*TRES)), SITIADAS),
}
SIN_VUELTA = {"abierta", "isla_preparada", "asedio_preparado", "cerrada"}


@pytest.mark.parametrize("agregado", APERTURAS, ids=lambda agregado: agregado.nombre)
def test_toda_clase_de_orden_se_deshace_y_se_rehace(agregado: AgregadoLcg) -> None:
    """Partidas de órdenes al azar, siempre las mismas, que ven todas las clases de hechos que se pueden deshacer."""
    apertura, propias = APERTURAS[agregado]
    vistos = set[str]()
    for numero in range(20):
        mesa, r = Mesa(agregado), Random(numero)
        mesa.dar(apertura)
        for _ in range(120):
            vistos |= _ir_y_volver(mesa, r.choice(bolsa(propias))(mesa.libro.estado, r))
    assert vistos == set(agregado.hechos) - SIN_VUELTA


def _ir_y_volver(mesa: Mesa, orden: Orden) -> set[str]:
    """Da una orden, la deshace y, si la partida sigue, la rehace. Con azar o algo enseñado, hace falta otra persona."""
    antes = mesa.libro.estado
    try:
        mesa.dar(orden)
    except ErrorDeDominio:
        return set()
    despues, paso = mesa.libro.estado, mesa.libro.pasos[-1]
    mesa.dar(Deshacer())
    if paso.tiradas or any(hecho.muestra for hecho in paso.anotada.hechos):
        assert mesa.libro.estado == despues
        mesa.dar(Deshacer(), BRUNO)
    assert mesa.libro.estado == antes
    if despues.fin is None and len(despues.en_juego) == len(TRES):
        mesa.dar(Rehacer())
        assert mesa.libro.estado == despues
    return {hecho.tipo for hecho in paso.anotada.hechos}


def test_la_semilla_verifica_todas_las_tiradas_tambien_las_deshechas() -> None:
    mesa = en_el_mar(1)
    for orden in (ProbarNavegacion(personajes=3), Deshacer(), ProbarNavegacion(personajes=4)):
        mesa.dar(orden)
    comprobar = partial(verificar, FLUJO, mesa.anotadas)
    comprobaciones = comprobar(SEMILLA)
    assert len(comprobaciones) == 2
    assert all(c.cuadra and c.del_origen and c.seguida for c in comprobaciones)
    assert not all(c.cuadra for c in comprobar(bytes(32)))
