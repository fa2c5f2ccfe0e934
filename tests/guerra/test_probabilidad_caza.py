"""La Caza: las tablas publicadas, las fracciones de control y la enumeración de todos los dados."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from servicios.guerra.caza import Condiciones
from servicios.guerra.fondo import Fondo, poner_especial, tras_sacar
from servicios.guerra.probabilidad.caza import exitos, pronosticar
from servicios.guerra.probabilidad.distribucion import media

EXITO = {
    (1, 1): "16.67 30.56 30.56 30.56",
    (1, 2): "30.56 42.13 51.77 51.77",
    (1, 3): "42.13 51.77 59.81 66.51",
    (1, 4): "51.77 59.81 66.51 72.09",
    (1, 5): "59.81 66.51 72.09 76.74",
    (2, 1): "33.33 55.56 55.56 55.56",
    (2, 2): "55.56 70.37 80.25 80.25",
    (2, 3): "70.37 80.25 86.83 91.22",
    (2, 4): "80.25 86.83 91.22 94.15",
    (2, 5): "86.83 91.22 94.15 96.10",
    (3, 1): "50.00 75.00 75.00 75.00",
    (3, 3): "87.50 93.75 96.88 98.44",
    (3, 5): "96.88 98.44 99.22 99.61",
}
"""Éxito publicado, por movimiento del turno y nivel; columna, relanzamientos de 0 a 3."""


@pytest.mark.parametrize(("movimiento", "nivel"), EXITO)
def test_probabilidad_de_exito(movimiento: int, nivel: int) -> None:
    for relanzamientos, cifra in enumerate(EXITO[movimiento, nivel].split()):
        pronostico = pronosticar(nivel, movimiento - 1, relanzamientos)
        assert float(100 * pronostico.exito) == pytest.approx(float(cifra), abs=5.01e-3)


@pytest.mark.parametrize(
    ("nivel", "relanzamientos", "dados_pl", "esperada"),
    [
        (1, 0, 0, Fraction(1, 6)),
        (2, 1, 0, Fraction(91, 216)),
        (3, 2, 0, Fraction(4651, 7776)),
        (2, 3, 1, Fraction(65, 81)),
        (1, 1, 5, Fraction(35, 36)),
        (1, 1, 6, Fraction(35, 36)),  # más de +5 no mejora: el 1 natural falla siempre
    ],
)
def test_fracciones_de_control(nivel: int, relanzamientos: int, dados_pl: int, esperada: Fraction) -> None:
    assert pronosticar(nivel, dados_pl, relanzamientos).exito == esperada


def test_dano_medio_segun_los_exitos() -> None:
    """Con k éxitos, el Fondo completo hace de media (19 + 4k)/16: 23/16 con uno, 39/16 con cinco."""
    assert media(pronosticar(1, 0, 0).dano_con_exito) == Fraction(23, 16)
    for nivel in range(2, 6):
        segun_exitos = (p * Fraction(19 + 4 * k, 16) for k, p in exitos(nivel, 0, 0).items() if k)
        assert pronosticar(nivel, 0, 0).dano_medio == sum(segun_exitos, start=Fraction(0))


@pytest.mark.parametrize(
    ("relanzamientos", "esperado"),
    [(0, "0.2396 0.4462 0.6253 0.7815 0.9186"), (3, "0.4392 0.7676 1.0190 1.1416 1.2430")],
)
def test_dano_medio_por_movimiento(relanzamientos: int, esperado: str) -> None:
    medios = [float(pronosticar(nivel, 0, relanzamientos).dano_medio) for nivel in range(1, 6)]
    assert medios == pytest.approx([float(cifra) for cifra in esperado.split()], abs=5e-5)


def test_revelada() -> None:
    reveladas = [float(100 * pronosticar(nivel, 0, 0).revelada) for nivel in range(1, 6)]
    assert reveladas == pytest.approx([9.38, 17.19, 23.70, 29.12, 33.64], abs=5.01e-3)


@pytest.mark.parametrize("relanzamientos", [0, 1, 2, 3])
@pytest.mark.parametrize(("nivel", "dados_pl"), [(1, 0), (2, 1), (3, 0), (3, 2), (2, 5)])
def test_exitos_como_enumerando_todos_los_dados(nivel: int, dados_pl: int, relanzamientos: int) -> None:
    def da(natural: int) -> bool:
        return natural > 1 and (natural == 6 or natural + dados_pl >= 6)

    cuenta: Counter[int] = Counter()
    for tirada in product(range(1, 7), repeat=nivel):
        buenos = sum(map(da, tirada))
        otras = min(relanzamientos, nivel - buenos)
        for relance in product(range(1, 7), repeat=otras):
            cuenta[buenos + sum(map(da, relance))] += 6 ** (nivel - otras)
    total = sum(cuenta.values())
    exacta = {k: p for k, p in exitos(nivel, dados_pl, relanzamientos).items() if p}
    assert exacta == {k: Fraction(v, total) for k, v in cuenta.items()}


def test_se_tiran_cinco_dados_como_mucho() -> None:
    assert exitos(9, 0, 2) == exitos(5, 0, 2)


def test_con_el_fondo_de_la_partida() -> None:
    """Quedan un 3 y un Ojo: con 1 dado, 1/6 de éxito y daño 3 o 1 a partes iguales."""
    fondo = Fondo(dentro=("ojo-r", "3"))
    pronostico = pronosticar(1, 0, 0, fondo)
    assert pronostico.dano == {0: Fraction(5, 6), 1: Fraction(1, 12), 3: Fraction(1, 12)}
    assert pronostico.dano_con_exito == {1: Fraction(1, 2), 3: Fraction(1, 2)}
    assert pronostico.revelada == Fraction(1, 12)


def test_gollum_niega_revelar_en_las_fichas_normales() -> None:
    fondo = poner_especial(Fondo(dentro=("ojo-r",)), "danoslo", en_mordor=True)
    assert pronosticar(1, 0, 0, fondo).revelada == Fraction(1, 6)
    assert pronosticar(1, 0, 0, fondo, gollum=True).revelada == Fraction(1, 12)


def test_fichas_especiales() -> None:
    """La de dado da de 1 a 6; la Redoma cura 2."""
    dado = pronosticar(1, 0, 0, Fondo(dentro=("antro",)))
    assert dado.dano_con_exito == {cara: Fraction(1, 6) for cara in range(1, 7)}
    assert pronosticar(1, 0, 0, Fondo(dentro=("redoma",))).dano == {-2: Fraction(1, 6), 0: Fraction(5, 6)}


def test_sin_dados_no_hay_caza() -> None:
    pronostico = pronosticar(0, 3, Condiciones(baluarte=True))
    assert pronostico.exito == 0
    assert pronostico.dano == {0: Fraction(1)}


def test_sacar_una_ficha_cambia_el_pronostico_como_debe() -> None:
    """El daño medio con el Fondo completo es la media de los que quedan tras sacar cada ficha (ley de la esperanza)."""
    completo = Fondo.completo()
    restos = [tras_sacar(completo, cual) for cual in completo.dentro]
    medios = [pronosticar(2, 0, 1, fondo).dano_medio for fondo in restos]
    assert sum(medios, start=Fraction(0)) / len(medios) == pronosticar(2, 0, 1).dano_medio


def test_la_distribucion_suma_uno() -> None:
    for nivel in range(11):
        pronostico = pronosticar(nivel, 1, 2)
        assert sum(pronostico.dano.values()) == 1
        assert media(pronostico.dano) == pronostico.dano_medio
