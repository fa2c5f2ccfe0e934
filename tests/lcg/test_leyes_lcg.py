"""Leyes de las cuatro clases de partida: cualquier sucesión de órdenes da hechos o un rechazo, y nada se rompe."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from servicios.errores import ErrorDeDominio
from servicios.lcg import tablas
from servicios.lcg.agregado import ASEDIO, ISLA, MESA, NAVEGACION
from servicios.lcg.asedio import AbrirAsedio
from servicios.lcg.encuentros import Eleccion
from servicios.lcg.estado import Fin, Partida
from servicios.lcg.estado_naval import Navegacion
from servicios.lcg.etapas import Asedio, Zona, lugar_activo
from servicios.lcg.isla import AbrirIsla, ElegirInicio
from servicios.lcg.mapa import CASILLAS, Isla, distancia, es_templo, preparacion
from servicios.lcg.mazo import Mazo
from servicios.lcg.mesa import Abrir
from servicios.lcg.navegacion import ProbarNavegacion, PruebaDeNavegacion
from servicios.lcg.travesia import AbrirNavegacion
from tests.lcg.juego import Juego, asientos
from tests.lcg.ordenes import ISLENAS, NAVALES, SENTAR, SIN_ENTRADAS, SITIADAS, Fabrica, bolsa, eleccion

PASOS = 100
EJEMPLOS = settings(max_examples=60, deadline=None)
# Azar uniforme: Hypothesis pone la semilla y la repite si algo falla.
AZAR = st.randoms(use_true_random=True)


def jugar(juego: Juego[Any], r: Random, propias: Sequence[Fabrica], comprobar: Callable[[Any], None]) -> None:
    """Da órdenes y comprueba las leyes después de cada una; al final, que los hechos guardados dan lo mismo."""
    fabricas = bolsa(propias)
    for _ in range(PASOS):
        antes = juego.estado
        orden = r.choice(fabricas)(antes, r)
        try:
            hechos = juego.dar(orden)
        except ErrorDeDominio as error:
            rechazo, hechos = error, []
        else:
            rechazo = None
        # O hechos, o una frase entera y nada cambia.
        assert bool(hechos) is (rechazo is None)
        assert rechazo is None or (rechazo.frase.endswith(".") and juego.estado is antes)
        de_toda_partida(antes, juego.estado)
        comprobar(juego.estado)
    agregado = juego.agregado
    leidos = (agregado.leer(h.tipo, agregado.escribir(h)) for h in juego.hechos)
    assert reduce(agregado.aplicar, leidos, agregado.inicial()) == juego.estado
    assert agregado.estado.model_validate_json(juego.estado.model_dump_json()) == juego.estado


def de_toda_partida(antes: Partida, partida: Partida) -> None:
    for jugador in partida.jugadores:
        assert 0 <= jugador.amenaza <= partida.limite
        assert jugador.eliminado or jugador.amenaza < partida.limite
    assert len(partida.en_juego) > 0 or partida.fin is Fin.DERROTA
    assert antes.fin is None or partida == antes, "lo que ha acabado no cambia"
    assert sorted(j.numero for j in partida.orden_de_juego) == [j.numero for j in partida.en_juego]


@EJEMPLOS
@given(AZAR)
def test_la_mesa(r: Random) -> None:
    juego = Juego(MESA)
    juego.dar(Abrir(jugadores=asientos(40, 20)))
    jugar(juego, r, SENTAR, _leyes_de_la_mesa)


def _leyes_de_la_mesa(partida: Partida) -> None:
    assert [j.numero for j in partida.jugadores] == list(range(1, len(partida.jugadores) + 1))
    assert len(partida.jugadores) <= 4


@EJEMPLOS
@given(AZAR)
def test_la_navegacion(r: Random) -> None:
    juego = Juego(NAVEGACION)
    try:
        juego.dar(AbrirNavegacion(jugadores=asientos(25, 25, 25), mazo=eleccion(r)))
    except ErrorDeDominio:
        juego.dar(AbrirNavegacion(jugadores=asientos(25, 25, 25), mazo=Eleccion(escenario="travesia")))
    jugar(juego, r, NAVALES, _leyes_navales)
    for hecho in juego.hechos:
        if isinstance(hecho, PruebaDeNavegacion):
            assert sum(hecho.probabilidades.values()) == 1
            assert hecho.probabilidades[hecho.despues] > 0, "lo que salió tenía que poder salir"
            assert hecho.desviado.nivel == min(hecho.antes.nivel + 1, 3)
            assert hecho.despues.nivel == max(hecho.desviado.nivel - hecho.valen, 0)


def _leyes_navales(partida: Navegacion) -> None:
    for mazo in (partida.mazo, partida.corsarios):
        if mazo is not None:
            assert all(n > 0 for monton in (mazo.quedan, mazo.descartes, mazo.fuera) for n in monton.values())
    assert all(0 <= b.dano < b.ficha.puntos for b in partida.flota)
    a_flote = {b.id for b in partida.flota}
    assert not partida.flota_lista or partida.fin or "cazador-de-suenos" in a_flote
    if partida.corsarios is None or partida.escenario is None:
        assert partida.en_el_mar == ()
        return
    suyos = tablas.escenario(partida.escenario).conjuntos
    cartas = [c for c in tablas.tablas().encuentros.values() if c.corsario and c.conjunto in suyos]
    assert partida.corsarios.total == sum(c.facil if partida.facil else c.copias for c in cartas)
    assert partida.corsarios.cartas or not partida.corsarios.descartes, "un mazo vacío se rehace de inmediato"
    en_juego = Counter(c.carta for c in partida.en_el_mar)
    assert all(partida.corsarios.fuera.get(carta, 0) >= copias for carta, copias in en_juego.items())


@EJEMPLOS
@given(st.sampled_from(list(tablas.tablas().escenarios)), AZAR)
def test_las_cartas_del_mazo_se_conservan(escenario: str, r: Random) -> None:
    juego = Juego(NAVEGACION)
    juego.dar(AbrirNavegacion(jugadores=asientos(25, 25, 25), mazo=Eleccion(escenario=escenario)))
    todas = _todas(juego.estado.mazo)
    jugar(juego, r, SIN_ENTRADAS, lambda partida: _igual(_todas(partida.mazo), todas))


def _todas(mazo: Mazo | None) -> Counter[str]:
    assert mazo is not None
    return Counter(mazo.quedan) + Counter(mazo.descartes) + Counter(mazo.fuera)


def _igual(unas: Counter[str], otras: Counter[str]) -> None:
    assert unas == otras


@EJEMPLOS
@given(AZAR)
def test_la_isla(r: Random) -> None:
    juego = Juego(ISLA)
    juego.dar(AbrirIsla(jugadores=asientos(25, 25)))
    juego.dar(ElegirInicio(casilla=r.choice(["A1", "C1"])))
    jugar(juego, r, ISLENAS, _leyes_de_la_isla)


def _leyes_de_la_isla(isla: Isla) -> None:
    assert len(isla.lugares) == 15
    vistos = Counter(lugar.reverso for lugar in isla.lugares if lugar.reverso)
    for casilla, lugar in zip(CASILLAS, isla.lugares, strict=True):
        assert lugar.progreso >= 0
        assert lugar.mision is None or lugar.progreso <= lugar.mision
        assert not lugar.boca_arriba or lugar.reverso is not None
        if lugar.reverso is not None:
            assert tablas.reverso(lugar.reverso).templo is es_templo(casilla)
    assert all(copias <= tablas.reverso(nombre).copias for nombre, copias in vistos.items())
    assert isla.activo in CASILLAS
    assert all(distancia(isla.activo or "", otra) == 1 for otra in preparacion(isla))


@EJEMPLOS
@given(AZAR)
def test_el_asedio(r: Random) -> None:
    juego = Juego(ASEDIO)
    juego.dar(AbrirAsedio(jugadores=asientos(25, 25, 35)))
    jugar(juego, r, SITIADAS, _leyes_del_asedio)


def _leyes_del_asedio(asedio: Asedio) -> None:
    orden = [etapa.id for etapa in tablas.tablas().asedio.etapas]
    en_pie = [etapa.id for etapa in asedio.etapas]
    assert en_pie == [etapa for etapa in orden if etapa in en_pie], "de oeste a este"
    assert en_pie[0] == "erebor"
    assert sorted([*asedio.victoria, *(e for e in en_pie if e not in asedio.victoria)]) == sorted(orden)
    assert all(etapa.dano >= 0 for etapa in asedio.etapas)
    assert set(asedio.puestos.values()) <= set(en_pie)
    vivos = {jugador.numero for jugador in asedio.en_juego}
    assert set(asedio.por_elegir) <= vivos
    numeros = [carta.numero for carta in asedio.cartas]
    assert len(numeros) == len(set(numeros))
    for carta in asedio.cartas:
        if carta.zona is Zona.ENFRENTADO:
            assert (carta.etapa, carta.jugador in vivos) == (None, True)
        else:
            assert (carta.etapa in en_pie, carta.jugador) == (True, None)
    for etapa in en_pie:
        activos = [c for c in asedio.cartas if c.etapa == etapa and c.zona is Zona.ACTIVO]
        assert activos == [a for a in [lugar_activo(asedio, etapa)] if a is not None]


@given(st.integers(1, 8), st.integers(0, 3), st.integers(0, 2), st.integers(0, 10))
def test_nadie_ve_una_carta_dos_veces_en_la_misma_prueba(
    sin: int, simples: int, dobles: int, personajes: int
) -> None:
    juego = Juego(NAVEGACION)
    cartas = sin + simples + dobles
    mazo = Eleccion(cartas=cartas, simples=simples, dobles=dobles)
    juego.dar(AbrirNavegacion(jugadores=asientos(25), mazo=mazo))
    [hecho] = juego.dar(ProbarNavegacion(personajes=personajes))
    assert isinstance(hecho, PruebaDeNavegacion)
    vistas = Counter(hecho.cartas)
    assert vistas.total() == min(personajes, cartas)
    assert vistas <= Counter({"sin-timon": sin, "un-timon": simples, "dos-timones": dobles})
