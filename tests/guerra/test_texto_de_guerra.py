"""Cómo se escriben las cantidades, las listas, las tiradas y las bajas."""

import pytest

from servicios.guerra.ejercitos import Bajas
from servicios.guerra.texto import con_signo, cuenta, lista, mayuscula, tirada


@pytest.mark.parametrize(
    ("numero", "esperado"), [(0, "0 dados"), (1, "1 dado"), (2, "2 dados"), (-1, "−1 dado"), (11, "11 dados")]
)
def test_cuenta(numero: int, esperado: str) -> None:
    assert cuenta(numero, "dado") == esperado


@pytest.mark.parametrize(
    ("partes", "esperado"),
    [
        ([], ""),
        (["Merry"], "Merry"),
        (["Merry", "Pippin"], "Merry y Pippin"),
        (["Boromir", "Merry", "Pippin"], "Boromir, Merry y Pippin"),
        (["Gondor", "Isengard"], "Gondor e Isengard"),
        (["arena", "hierro"], "arena y hierro"),
    ],
)
def test_lista(partes: list[str], esperado: str) -> None:
    assert lista(partes) == esperado


def test_signos_y_mayusculas() -> None:
    assert [con_signo(n) for n in (2, 0, -1)] == ["+2", "+0", "−1"]
    assert mayuscula("la Boca de Sauron") == "La Boca de Sauron"


def test_tiradas() -> None:
    assert tirada((5, 2, 6)) == "5 · 2 · 6"
    assert tirada((5, 2), (4,)) == "5 · 2, relanza 4"
    assert tirada(()) == "ningún dado"


@pytest.mark.parametrize(
    ("bajas", "esperado"),
    [
        (Bajas(), "no retira nada"),
        (Bajas(regulares=2), "retira 2 regulares"),
        (Bajas(degradadas=1), "degrada 1 élite"),
        (Bajas(regulares=1, elites=1, degradadas=2), "retira 1 regular y 1 élite y degrada 2 élites"),
        (Bajas(sin_recambio=1), "retira 1 élite"),
    ],
)
def test_bajas(bajas: Bajas, esperado: str) -> None:
    assert bajas.contar("retira", "degrada") == esperado
