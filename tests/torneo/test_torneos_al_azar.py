"""Leyes que cumple cualquier torneo, de 3 a 128 jugadores, pase lo que pase."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servicios.plegado import plegar
from servicios.torneo.agregado import TORNEO
from servicios.torneo.estado import Torneo
from servicios.torneo.exportar import documento
from servicios.torneo.importar import Importar, leer
from tests.torneo.sala import FLUJO, SELLO, Sala
from tests.torneo.vida_al_azar import VidaAlAzar

# Casi siempre pocos jugadores, que es donde las cosas se atascan; a veces, una sala llena.
SEMILLAS = st.integers(0, 2**32 - 1)
JUGADORES = st.one_of(st.integers(3, 12), st.integers(3, 40), st.integers(6, 9), st.sampled_from([64, 101, 128]))


@given(JUGADORES, SEMILLAS)
@settings(max_examples=40, deadline=None)
def test_un_torneo_agitado_cumple_todas_las_leyes(jugadores: int, semilla: int) -> None:
    azar = Random(semilla)
    rondas = None if 6 <= jugadores <= 128 else azar.randint(2, 4)
    sala = VidaAlAzar(azar, jugadores, rondas).jugar()
    assert Torneo.model_validate_json(sala.torneo.model_dump_json()) == sala.torneo
    assert plegar(TORNEO, FLUJO, sala.anotadas).estado == sala.torneo
    vuelta = importado(sala)
    assert exportado(vuelta) == exportado(sala)
    assert vuelta.torneo.rondas_previstas == sala.torneo.rondas_previstas


@given(st.integers(6, 11), SEMILLAS)
@settings(max_examples=60, deadline=None)
def test_sin_bajas_ningun_torneo_pequeno_se_atasca(jugadores: int, semilla: int) -> None:
    vida = VidaAlAzar(Random(semilla), jugadores, agitada=False)
    vida.jugar()
    assert vida.atascos == 0


@given(st.sampled_from([(4, 3), (6, 5), (8, 7), (5, 5), (7, 6)]), SEMILLAS)
@settings(max_examples=25, deadline=None)
def test_ni_aunque_tengan_que_jugar_todos_contra_todos(caso: tuple[int, int], semilla: int) -> None:
    jugadores, rondas = caso
    vida = VidaAlAzar(Random(semilla), jugadores, rondas, agitada=False)
    vida.jugar()
    assert vida.atascos == 0
    assert len(vida.sala.torneo.rondas) == rondas


def exportado(sala: Sala) -> str:
    return documento(sala.torneo, sala.nombres, SELLO).model_dump_json()


def importado(sala: Sala) -> Sala:
    nueva = Sala()
    nueva.da(Importar(documento=leer(exportado(sala).encode())))
    return nueva


def torneos(cuantos: int, semilla: int) -> None:
    azar = Random(semilla)
    for _ in range(cuantos):
        jugadores = azar.choice([*range(6, 14), *range(6, 30), azar.randint(6, 128)])
        vida = VidaAlAzar(azar, jugadores, agitada=azar.random() < 0.7)
        vida.jugar()
        assert vida.agitada or not vida.atascos


def test_cincuenta_torneos() -> None:
    torneos(50, semilla=50)


@pytest.mark.lento
def test_mil_torneos() -> None:
    torneos(1000, semilla=1000)
