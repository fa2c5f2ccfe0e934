"""Cuándo sigue valiendo un panel: mientras la partida esté como se veía, se haya tirado lo que se haya tirado."""

from datetime import UTC, datetime

from cogs.guerra.mando import situacion
from servicios import libro as libros
from servicios.azar import Azar
from servicios.deshacer import Deshacer, Rehacer
from servicios.guerra import corrupcion, partida, sueltas
from servicios.guerra.agregado import GUERRA
from servicios.guerra.estado import Estado
from servicios.hechos import Actor, Contexto, Orden
from servicios.libro import PROFUNDIDAD, Anotada, Libro
from tests.guerra.mesa import LIBRES, SOMBRA

AHORA = datetime(2026, 1, 1, tzinfo=UTC)
SUELTA = sueltas.TirarCombate(dados=1)
CAMBIO = corrupcion.AjustarCorrupcion(puntos=1)


def tras(libro: Libro[Estado], *ordenes: Orden) -> Libro[Estado]:
    for orden in ordenes:
        numero = libro.orden + 1
        contexto = Contexto(Actor(LIBRES), AHORA, Azar(b"s" * 32, "f", str(numero)), str(numero))
        libro = libro.anotar(Anotada(numero, LIBRES, AHORA, str(numero), tuple(libro.decidir(orden, contexto))))
    return libro


def abierta() -> Libro[Estado]:
    return tras(libros.nuevo(GUERRA, "1/guerra/1"), partida.AbrirPartida(libres=(LIBRES,), sombra=(SOMBRA,)))


def test_una_tirada_suelta_no_deja_atras_el_panel_y_una_orden_si() -> None:
    libro = abierta()
    assert situacion(tras(libro, SUELTA, SUELTA)) == situacion(libro)
    cambiado = tras(libro, SUELTA, CAMBIO)
    assert situacion(cambiado) != situacion(libro)
    assert situacion(tras(cambiado, SUELTA)) == situacion(cambiado)


def test_al_deshacer_vuelve_a_valer_el_panel_de_antes_y_al_rehacer_el_de_despues() -> None:
    antes = tras(abierta(), CAMBIO)
    despues = tras(antes, CAMBIO)
    deshecho = tras(despues, Deshacer())
    assert (situacion(deshecho), deshecho.estado) == (situacion(antes), antes.estado)
    assert situacion(tras(deshecho, Rehacer())) == situacion(despues)
    assert situacion(tras(deshecho, CAMBIO)) not in {situacion(antes), situacion(despues)}


def test_con_mas_sueltas_de_las_que_se_recuerdan_el_panel_se_da_por_atrasado() -> None:
    libro = tras(abierta(), CAMBIO)
    muchas = tras(libro, *[SUELTA] * (PROFUNDIDAD + 1))
    assert situacion(muchas) != situacion(libro)
