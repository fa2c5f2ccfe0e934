"""Sea cual sea la partida, su panel cabe en un mensaje, sus identificadores no se repiten y ofrece lo que toca."""

import random
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.comun.clases import Vista
from cogs.comun.partidas import con_lo_comun
from cogs.guerra import formularios, imagenes, mando
from cogs.guerra import panel as paneles
from servicios import libro as libros
from servicios.azar import Azar
from servicios.diario import Flujo
from servicios.dibujo.imagen import Imagen
from servicios.errores import ErrorDeDominio
from servicios.guerra import partida
from servicios.guerra.agregado import GUERRA, opciones
from servicios.guerra.ejercitos import Ejercito
from servicios.guerra.estado import Estado
from servicios.guerra.piezas import Bando
from servicios.hechos import Actor, Contexto, Orden
from servicios.libro import Anotada, Libro
from tests.apoyo import limites
from tests.guerra.mesa import LIBRES, SOMBRA, Nombres
from tests.guerra.ordenes import BUENAS_BATALLAS, ORDENES
from tests.guerra.test_cualquier_orden import COMIENZOS

AHORA = datetime(2026, 1, 1, tzinfo=UTC)
FLUJO = "1456074443980800031/guerra/99999"
SIN_DIBUJAR = Imagen(b"", "una imagen", "partida.png")


def ficha(libro: Libro[Estado]) -> Flujo:
    return Flujo(FLUJO, "guerra", "partida", 1, 2, 1, "c" * 64, True, 0, libro.orden, AHORA, AHORA, None)


def da(libro: Libro[Estado], orden: Orden, quien: int) -> Libro[Estado]:
    numero = libro.orden + 1
    azar = Azar(b"s" * 32, FLUJO, str(numero))
    try:
        hechos = libro.decidir(orden, Contexto(Actor(quien), AHORA, azar, str(numero)))
    except ErrorDeDominio:
        return libro
    return libro.anotar(Anotada(numero, quien, AHORA, str(numero), tuple(hechos)))


def comprobar(libro: Libro[Estado]) -> None:
    vista = Vista(ficha(libro), libro, (SIN_DIBUJAR,))
    dibujado = con_lo_comun(paneles.panel(vista, Nombres()), vista)
    componentes = dibujado.to_components()
    limites.comprobar_mensaje({"components": componentes})
    partes = list(limites.desplegar(componentes))
    identificadores = [p["custom_id"] for p in partes if "custom_id" in p]
    assert len(set(identificadores)) == len(identificadores)
    rotulos = [p["label"] for p in partes if p.get("type") == 2]
    assert len(set(rotulos)) == len(rotulos), "dos botones iguales solo se distinguirían por el color"
    imagenes.de_partida(vista, {})
    limites.comprobar_mensaje({"components": paneles.politica(vista).to_components()})
    limites.comprobar_mensaje({"components": paneles.fondo(libro.estado).to_components()})
    for numero, opcion in enumerate(opciones(libro.estado)):
        if opcion.faltan:
            formulario = formularios.preguntar(mando.accion(vista, "preguntar", str(numero)), libro.estado, opcion)
            assert 1 <= len(formulario.children) <= 5
            assert len(formulario.title) <= 45


@pytest.mark.parametrize("comienzo", COMIENZOS)
@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(ORDENES, BUENAS_BATALLAS), min_size=4, max_size=12), st.randoms(use_true_random=False))
def test_todo_panel_cabe(comienzo: str, ordenes: list[Orden], dado: random.Random) -> None:
    abrir = partida.AbrirPartida(libres=(LIBRES,), sombra=(SOMBRA,))
    libro = da(libros.nuevo(GUERRA, FLUJO), abrir, LIBRES)
    comprobar(libro)
    libro = Libro(GUERRA, FLUJO, COMIENZOS[comienzo](libro.estado), orden=libro.orden)
    for orden in ordenes:
        for quien in (LIBRES, SOMBRA):
            libro = da(libro, orden, quien)
        for _ in range(3):  # y después, lo que el panel ofrezca
            ofrecidas = [o for o in opciones(libro.estado) if not o.faltan]
            if ofrecidas:
                elegida = dado.choice(ofrecidas)
                libro = da(libro, elegida.orden, libro.estado.jugadores[elegida.bando or Bando.LIBRES][0])
            comprobar(libro)


def test_con_mucho_progreso_el_menu_dice_como_llegar_a_lo_que_no_cabe() -> None:
    libro = da(libros.nuevo(GUERRA, FLUJO), partida.AbrirPartida(libres=(LIBRES,), sombra=(SOMBRA,)), LIBRES)
    lejos = libro.estado.con(compania=libro.estado.compania.con(progreso=10))
    dibujado = paneles.panel(Vista(ficha(libro), Libro(GUERRA, FLUJO, lejos, orden=3)), Nombres())
    menu = next(p for p in limites.desplegar(dibujado.to_components()) if p.get("type") == 3)
    assert len(menu["options"]) == 25
    assert "las más lejanas, con /compania declarar" in menu["placeholder"]


def test_el_mayor_ejercito_cabe_en_el_panel() -> None:
    ejercito = Ejercito(regulares=10, lideres=20, liderazgo_fijo=30)
    assert paneles.ejercito_en_texto(ejercito) == "10 regulares, Liderazgo 30"
