"""Los impactos de una tirada: las tablas publicadas, la enumeración de todos los dados y la fórmula cerrada."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.guerra.combate import Papel, Situacion, mano
from servicios.guerra.probabilidad.combate import impactos_de, pronosticar
from servicios.guerra.probabilidad.distribucion import al_menos, media, por_debajo

ESPERADOS = {
    5: [
        "0.3333 0.5556 0.5556 0.5556 0.5556 0.5556",
        "0.6667 0.9630 1.1111 1.1111 1.1111 1.1111",
        "1.0000 1.3210 1.5679 1.6667 1.6667 1.6667",
        "1.3333 1.6626 1.9588 2.1564 2.2222 2.2222",
        "1.6667 1.9986 2.3169 2.5802 2.7339 2.7778",
    ],
    6: [
        "0.1667 0.3056 0.3056 0.3056 0.3056 0.3056",
        "0.3333 0.4954 0.6111 0.6111 0.6111 0.6111",
        "0.5000 0.6659 0.8202 0.9167 0.9167 0.9167",
        "0.6667 0.8332 0.9972 1.1418 1.2222 1.2222",
        "0.8333 1.0000 1.1661 1.3268 1.4608 1.5278",
    ],
}
"""Impactos esperados publicados, por número para impactar; fila, dados de 1 a 5; columna, Liderazgo de 0 a 5."""

TABLA = [
    (numero, dados, liderazgo, float(cifra))
    for numero, filas in ESPERADOS.items()
    for dados, fila in enumerate(filas, start=1)
    for liderazgo, cifra in enumerate(fila.split())
]


@pytest.mark.parametrize(("numero", "dados", "liderazgo", "esperado"), TABLA)
def test_impactos_esperados(numero: int, dados: int, liderazgo: int, esperado: float) -> None:
    situacion = Situacion.CAMPO if numero == 5 else Situacion.ASEDIO
    pronostico = pronosticar(mano(dados, liderazgo, situacion=situacion))
    assert float(pronostico.media) == pytest.approx(esperado, abs=5e-5)


@pytest.mark.parametrize(
    ("situacion", "esperado"),
    [
        (Situacion.CAMPO, "3.90 15.61 27.31 29.75 18.59 4.83"),
        (Situacion.CIUDAD, "23.26 37.21 26.05 10.79 2.46 0.23"),
    ],
)
def test_cinco_dados_y_liderazgo_tres(situacion: Situacion, esperado: str) -> None:
    distribucion = impactos_de(mano(5, 3, situacion=situacion))
    assert [f"{100 * float(distribucion[k]):.2f}" for k in range(6)] == esperado.split()


def por_enumeracion(dados: int, liderazgo: int, modificador: int, numero: int) -> dict[int, Fraction]:
    """Todas las tiradas posibles, dado a dado, sin usar las funciones que se prueban."""

    def da(natural: int) -> bool:
        return natural == 6 or (natural != 1 and natural + modificador >= numero)

    cuenta: Counter[int] = Counter()
    for tirada in product(range(1, 7), repeat=dados):
        falladas = [n for n in tirada if not da(n)]
        otras = min(liderazgo, len(falladas))
        for relance in product(range(1, 7), repeat=otras):
            acertadas = len(tirada) - len(falladas) + sum(map(da, relance))
            cuenta[acertadas] += 6 ** (dados - otras)
    total = sum(cuenta.values())
    return {k: Fraction(v, total) for k, v in cuenta.items()}


@pytest.mark.parametrize("liderazgo", [0, 1, 2, 3])
@pytest.mark.parametrize("modificador", [-2, 0, 1, 4])
@pytest.mark.parametrize(("dados", "ronda"), [(1, 1), (2, 1), (2, 2), (3, 2)])
def test_como_enumerando_todos_los_dados(dados: int, ronda: int, modificador: int, liderazgo: int) -> None:
    lista = mano(dados, liderazgo, situacion=Situacion.CIUDAD, ronda=ronda, modificador=modificador)
    exacta = {k: p for k, p in impactos_de(lista).items() if p}
    assert exacta == por_enumeracion(dados, liderazgo, modificador, 6 if ronda == 1 else 5)


def test_con_liderazgo_de_sobra_cada_dado_tira_dos_veces() -> None:
    """Con Liderazgo ≥ dados, un dado acierta con 2p − p²: 5 · 5/9 y 5 · 11/36."""
    assert pronosticar(mano(5, 5)).media == Fraction(25, 9)
    assert pronosticar(mano(5, 5, situacion=Situacion.ASEDIO)).media == Fraction(55, 36)


def test_el_relanzamiento_puede_tener_otro_numero() -> None:
    """Un dado que falla a 6 (5/6) y se relanza a 2 (5/6): 1/6 + 25/36."""
    lista = mano(1, 1, situacion=Situacion.ASEDIO, impacto_liderazgo=2)
    assert impactos_de(lista)[1] == Fraction(1, 6) + Fraction(25, 36)


@given(
    dados=st.integers(0, 5),
    liderazgo=st.integers(0, 5),
    modificador=st.integers(-5, 5),
    situacion=st.sampled_from(Situacion),
    papel=st.sampled_from(Papel),
)
def test_suma_uno_y_mas_liderazgo_no_empeora(
    dados: int, liderazgo: int, modificador: int, situacion: Situacion, papel: Papel
) -> None:
    def media_con(mando: int) -> Fraction:
        return media(impactos_de(mano(dados, mando, situacion=situacion, papel=papel, modificador=modificador)))

    distribucion = impactos_de(mano(dados, liderazgo, situacion=situacion, papel=papel, modificador=modificador))
    assert sum(distribucion.values()) == 1
    assert liderazgo == 5 or media_con(liderazgo) <= media_con(liderazgo + 1)
    for k in range(-1, 7):
        assert al_menos(distribucion, k) + por_debajo(distribucion, k) == 1
