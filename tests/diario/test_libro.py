"""El libro: deshacer y rehacer como leyes, contra un modelo ingenuo que no comparte nada con él."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servicios.azar import Azar
from servicios.deshacer import (
    HECHOS,
    AceptarDeshacer,
    Deshacer,
    DeshacerPropuesto,
    Deshecho,
    RechazarDeshacer,
    Rehacer,
    Rehecho,
)
from servicios.errores import ErrorDeDominio, SinPermiso, YaHaCambiado
from servicios.hechos import Actor, Contexto, Orden, Rol
from servicios.libro import Anotada, DiarioIncoherente, FaltaHistoria, Libro, nuevo
from servicios.plegado import plegar
from servicios.sal import Salar
from servicios.tiradas import numerar
from tests.diario.contador import CONTADOR, Abrir, Cerrar, Cuenta, Ensenar, Nada, Publicar, Subir, Tirar

SEMILLA = bytes(range(32))
FLUJO = "10/contador/1"
ANA, ALBA, BLAS = Actor(1), Actor(3), Actor(2)
MODERA = Actor(9, frozenset({Rol.MODERADOR}))
BLAS_MODERADOR = Actor(2, frozenset({Rol.MODERADOR}))
ARBITRO = Actor(8, frozenset({Rol.ARBITRO}))
BANDOS = {1: "sombra", 3: "sombra", 2: "pueblos libres"}
MEDIANOCHE = datetime(2026, 1, 1, tzinfo=UTC)


class Mesa:
    """Da órdenes a un libro y guarda lo anotado, como haría el diario."""

    def __init__(self) -> None:
        self.libro: Libro[Cuenta] = nuevo(CONTADOR, FLUJO)
        self.anotadas: list[Anotada] = []
        self.dar(Abrir(bandos=BANDOS), ANA)

    def dar(self, orden: Orden, actor: Actor = ANA) -> Anotada:
        numero = self.libro.orden + 1
        ahora = MEDIANOCHE + timedelta(minutes=numero)
        contexto = Contexto(actor, ahora, Azar(SEMILLA, FLUJO, f"o{numero}", self.libro.sal), f"o{numero}")
        try:
            hechos = self.libro.decidir(orden, contexto)
        except FaltaHistoria:
            self.libro = plegar(CONTADOR, FLUJO, self.anotadas)
            hechos = self.libro.decidir(orden, contexto)
        anotada = Anotada(numero, actor.persona, ahora, f"o{numero}", tuple(hechos))
        self.libro = self.libro.anotar(anotada)
        self.anotadas.append(anotada)
        return anotada

    def intentar(self, orden: Orden, actor: Actor) -> Anotada | None:
        try:
            return self.dar(orden, actor)
        except ErrorDeDominio:
            return None


def efectivas(anotadas: list[Anotada]) -> list[Anotada]:
    """Modelo ingenuo: las órdenes que no están deshechas, según el último hecho que las nombra."""
    ultima: dict[int, bool] = {}
    for anotada in anotadas:
        for hecho in anotada.hechos:
            if isinstance(hecho, Deshecho):
                ultima[hecho.orden] = False
            elif isinstance(hecho, Rehecho):
                ultima[hecho.orden] = True
    propias = [a for a in anotadas if a.hechos and not any(h.tipo in HECHOS for h in a.hechos)]
    return [anotada for anotada in propias if ultima.get(anotada.numero, True)]


def estado_ingenuo(anotadas: list[Anotada]) -> Cuenta:
    hechos = [hecho for anotada in efectivas(anotadas) for hecho in anotada.hechos]
    return reduce(CONTADOR.aplicar, hechos, Cuenta())


@contextmanager
def profundidad(cuanta: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as parche:
        parche.setattr("servicios.libro.PROFUNDIDAD", cuanta)
        parche.setattr("servicios.plegado.PROFUNDIDAD", cuanta)
        yield


PROPIAS = st.one_of(
    st.builds(Subir, puntos=st.integers(1, 9), veces=st.integers(1, 3)),
    st.builds(Tirar, dados=st.integers(0, 3)),
    st.builds(Ensenar, carta=st.sampled_from("abc")),
    st.just(Nada()),
)
COMUNES = st.sampled_from(
    [Deshacer(), Deshacer(), Rehacer(), AceptarDeshacer(), RechazarDeshacer(), Salar(sal="abc"), Salar(sal="7")]
)
ACTORES = st.sampled_from([ANA, ALBA, BLAS, MODERA, BLAS_MODERADOR, ARBITRO])
Partida = list[tuple[Orden, Actor]]
PARTIDAS = st.lists(st.tuples(st.one_of(PROPIAS, COMUNES, st.just(Publicar())), ACTORES), max_size=40)


@given(PARTIDAS, st.integers(1, 6))
@settings(max_examples=150, deadline=None)
def test_el_estado_es_el_de_los_hechos_efectivos_desde_el_principio(partida: Partida, cuanta: int):
    with profundidad(cuanta):
        mesa = Mesa()
        for orden, actor in partida:
            mesa.intentar(orden, actor)
            entero = plegar(CONTADOR, FLUJO, mesa.anotadas)
            assert mesa.libro.estado == estado_ingenuo(mesa.anotadas) == entero.estado
            assert _resumen(mesa.libro) == _resumen(entero)
            for recordados, todos in (
                (mesa.libro.pasos, entero.pasos),
                (mesa.libro.deshechos, entero.deshechos),
            ):
                assert recordados == todos[len(todos) - len(recordados) :]
            assert len(mesa.libro.pasos) <= cuanta
            assert len(mesa.libro.deshechos) <= cuanta


def _resumen(libro: Libro[Cuenta]) -> tuple:
    hay_pasos = bool(libro.pasos) or libro.faltan_pasos
    hay_deshechos = bool(libro.deshechos) or libro.faltan_deshechos
    return (
        libro.version,
        libro.orden,
        libro.tiradas,
        libro.frontera,
        libro.propuesta,
        hay_pasos,
        hay_deshechos,
    )


@given(PARTIDAS)
@settings(max_examples=150, deadline=None)
def test_deshacer_y_rehacer_es_la_identidad(partida: Partida):
    mesa = Mesa()
    for orden, actor in partida:
        mesa.intentar(orden, actor)
    mesa.dar(Subir())
    antes = mesa.libro
    mesa.dar(Deshacer())
    assert mesa.libro.estado.puntos == antes.estado.puntos - 1
    mesa.dar(Rehacer())
    assert mesa.libro.estado == antes.estado
    assert mesa.libro.pasos == antes.pasos


@pytest.mark.parametrize("veces", [1, 31, 32, 33, 80])
def test_se_deshace_y_se_rehace_tan_atras_como_haga_falta(veces: int):
    mesa = Mesa()
    estados = [mesa.libro.estado]
    for n in range(veces):
        mesa.dar(Subir(puntos=n + 1))
        estados.append(mesa.libro.estado)
    vistos = [mesa.libro.estado]
    for _ in range(veces):
        mesa.dar(Deshacer())
        vistos.append(mesa.libro.estado)
    assert vistos == estados[::-1]
    with pytest.raises(ErrorDeDominio, match="nada que deshacer"):
        mesa.dar(Deshacer())  # la orden que abre no se deshace
    for esperado in estados[1:]:
        mesa.dar(Rehacer())
        assert mesa.libro.estado == esperado
    with pytest.raises(ErrorDeDominio, match="nada que rehacer"):
        mesa.dar(Rehacer())


def test_una_orden_se_deshace_con_todos_sus_hechos():
    mesa = Mesa()
    mesa.dar(Subir(puntos=5, veces=3))
    mesa.dar(Deshacer())
    assert mesa.libro.estado.puntos == 0
    assert mesa.anotadas[-1].hechos == (Deshecho(orden=2),)


def test_una_orden_nueva_descarta_lo_que_se_podia_rehacer():
    mesa = Mesa()
    mesa.dar(Subir())
    mesa.dar(Deshacer())
    mesa.dar(Nada())  # no ha pasado nada: aún se puede rehacer
    mesa.dar(Rehacer())
    mesa.dar(Deshacer())
    mesa.dar(Subir(puntos=2))
    with pytest.raises(ErrorDeDominio, match="nada que rehacer"):
        mesa.dar(Rehacer())


@given(PARTIDAS)
@settings(max_examples=150, deadline=None)
def test_las_tiradas_se_numeran_sin_huecos_aunque_se_deshagan(partida: Partida):
    mesa = Mesa()
    numeros: list[int] = []
    for orden, actor in partida:
        previas = mesa.libro.tiradas
        if anotada := mesa.intentar(orden, actor):
            numeros.extend(tirada.numero for tirada in numerar(FLUJO, previas, anotada.hechos))
    assert numeros == list(range(1, mesa.libro.tiradas + 1))


@given(PARTIDAS)
@settings(max_examples=100, deadline=None)
def test_nadie_deshace_a_solas_una_tirada_ni_lo_que_enseno(partida: Partida):
    mesa = Mesa()
    delicadas: set[int] = set()
    for orden, actor in partida:
        if (anotada := mesa.intentar(orden, actor)) is None:
            continue
        if isinstance(orden, Ensenar) or (isinstance(orden, Tirar) and orden.dados):
            delicadas.add(anotada.numero)
        for hecho in anotada.hechos:
            if isinstance(hecho, Deshecho) and hecho.orden in delicadas:
                ajeno = actor.persona not in BANDOS and Rol.MODERADOR in actor.roles
                de_acuerdo = hecho.acuerdo is not None and BANDOS.get(hecho.acuerdo[0]) != BANDOS.get(
                    hecho.acuerdo[1], "nadie"
                )
                assert ajeno or de_acuerdo


@given(PARTIDAS)
@settings(max_examples=150, deadline=None)
def test_nada_cruza_una_frontera(partida: Partida):
    mesa = Mesa()
    frontera = 1
    for orden, actor in partida:
        if (anotada := mesa.intentar(orden, actor)) is None:
            continue
        frontera = anotada.numero if isinstance(orden, Publicar) else frontera
        for hecho in anotada.hechos:
            assert not isinstance(hecho, Deshecho) or hecho.orden > frontera


def test_tras_una_frontera_se_dice_por_que_no_se_deshace():
    mesa = Mesa()
    mesa.dar(Subir())
    mesa.dar(Publicar())
    with pytest.raises(ErrorDeDominio, match="definitivo"):
        mesa.dar(Deshacer())


def test_lo_delicado_se_propone_y_la_otra_parte_lo_acepta():
    mesa = Mesa()
    mesa.dar(Tirar(dados=2))
    mesa.dar(Tirar(dados=1))
    tirado = mesa.libro.estado.tirado
    assert mesa.dar(Deshacer(), ANA).hechos == (DeshacerPropuesto(orden=3, persona=1),)
    assert mesa.libro.estado.tirado == tirado
    for quien in (ANA, ALBA, ARBITRO):  # quien propone, su mismo bando, y quien no juega ni modera
        with pytest.raises(SinPermiso):
            mesa.dar(AceptarDeshacer(), quien)
    with pytest.raises(YaHaCambiado, match="Ya hay una propuesta"):
        mesa.dar(Deshacer(), ALBA)
    assert mesa.dar(AceptarDeshacer(orden=3), BLAS).hechos == (Deshecho(orden=3, tiradas=(2,), acuerdo=(1, 2)),)
    assert mesa.libro.estado.tirado != tirado
    assert mesa.libro.tiradas == 2


def test_deshacer_lo_que_la_otra_parte_propuso_es_aceptarlo():
    mesa = Mesa()
    mesa.dar(Ensenar(carta="x"))
    mesa.dar(Deshacer(), ANA)
    assert mesa.dar(Deshacer(), BLAS).hechos == (Deshecho(orden=2, acuerdo=(1, 2)),)
    assert mesa.libro.estado.vistas == ()


def test_la_moderacion_que_no_juega_deshace_sin_preguntar_y_la_que_juega_no():
    mesa = Mesa()
    mesa.dar(Tirar())
    assert isinstance(mesa.dar(Deshacer(), BLAS_MODERADOR).hechos[0], DeshacerPropuesto)
    mesa.dar(RechazarDeshacer(), ANA)
    assert mesa.dar(Deshacer(), MODERA).hechos == (Deshecho(orden=2, tiradas=(1,)),)


def test_la_propuesta_se_retira_se_rechaza_o_la_deja_atras_otra_orden():
    mesa = Mesa()
    mesa.dar(Tirar())
    mesa.dar(Deshacer(), ANA)
    with pytest.raises(SinPermiso):
        mesa.dar(RechazarDeshacer(), ALBA)
    mesa.dar(RechazarDeshacer(), ANA)
    mesa.dar(Deshacer(), ANA)
    mesa.dar(RechazarDeshacer(), BLAS)
    mesa.dar(Deshacer(), ANA)
    mesa.dar(Subir(), BLAS)
    with pytest.raises(YaHaCambiado):
        mesa.dar(AceptarDeshacer(), BLAS)


def test_un_boton_viejo_no_deshace_otra_cosa():
    mesa = Mesa()
    mesa.dar(Subir())
    mesa.dar(Subir())
    with pytest.raises(YaHaCambiado):
        mesa.dar(Deshacer(orden=2))
    mesa.dar(Deshacer(orden=3))
    with pytest.raises(YaHaCambiado):
        mesa.dar(Rehacer(orden=2))
    mesa.dar(Rehacer(orden=3))


def test_quien_no_juega_no_deshace():
    mesa = Mesa()
    mesa.dar(Subir())
    with pytest.raises(SinPermiso):
        mesa.dar(Deshacer(), ARBITRO)


def test_lo_cerrado_no_admite_nada():
    mesa = Mesa()
    mesa.dar(Cerrar())
    for orden in (Subir(), Deshacer(), Rehacer(), AceptarDeshacer()):
        with pytest.raises(ErrorDeDominio, match="cerrado"):
            mesa.dar(orden)


def test_un_diario_tocado_a_mano_se_nota():
    mesa = Mesa()
    mesa.dar(Subir())
    falsa = Anotada(3, 1, MEDIANOCHE, "o3", (Deshecho(orden=1),))
    with pytest.raises(DiarioIncoherente):
        mesa.libro.anotar(falsa)
    with pytest.raises(DiarioIncoherente):
        plegar(CONTADOR, FLUJO, [*mesa.anotadas, falsa])


def test_los_relatos_se_entienden():
    class Nombres:
        def persona(self, numero: int) -> str:
            return {1: "Ana", 2: "Blas"}[numero]

        def texto(self, numero: int) -> str:
            return str(numero)

    relatos = [
        Deshecho(orden=7).relato(Nombres()),
        Deshecho(orden=7, tiradas=(17,)).relato(Nombres()),
        Deshecho(orden=7, tiradas=(17, 18, 19), acuerdo=(1, 2)).relato(Nombres()),
    ]
    assert relatos == [
        "Se deshace la orden 7.",
        "Se deshace la orden 7 (tirada 17).",
        "Se deshace la orden 7 (tiradas 17, 18 y 19), a propuesta de Ana y con el acuerdo de Blas.",
    ]
