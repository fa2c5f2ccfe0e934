"""Tablas y cuadros: qué columnas ceden, cómo se reparten las páginas y que no falta nadie."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servicios import dibujo
from servicios.dibujo import cruces, letras, tablas
from servicios.dibujo.estilo import NORMAL, UTIL

COLUMNAS = (
    dibujo.Columna("#"),
    dibujo.Columna("Jugador", numerica=False),
    dibujo.Columna("PT"),
    dibujo.Columna("PV"),
    dibujo.Columna("Vict."),
    dibujo.Columna("Desempate", numerica=False),
)


def clasificacion(cuantos: int, nombre: str = "Jugador") -> dibujo.Tabla:
    filas = tuple(
        dibujo.Fila((str(i), f"{nombre} {i}", str(40 - i % 40), str(3 * i), "4", "más PV"))
        for i in range(1, cuantos + 1)
    )
    return dibujo.Tabla("Clasificación", COLUMNAS, filas)


@pytest.mark.parametrize(
    ("filas", "tamanos"),
    [(0, [0]), (1, [1]), (24, [24]), (25, [12, 13]), (50, [16, 17, 17]), (128, [21, 21, 22, 21, 21, 22])],
)
def test_las_paginas_se_reparten_por_igual(filas: int, tamanos: list[int]) -> None:
    assert [len(trozo) for trozo, _ in tablas.paginar(clasificacion(filas))] == tamanos


@given(st.integers(0, 400))
def test_cada_fila_sale_una_vez_y_en_orden(cuantas: int) -> None:
    datos = clasificacion(cuantas)
    assert tuple(fila for trozo, _ in tablas.paginar(datos) for fila in trozo) == datos.filas


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 60), st.sampled_from(["Ana", "Bartolomé de las Casas", "x" * 90]))
def test_los_numeros_nunca_se_cortan_y_todo_cabe(cuantas: int, nombre: str) -> None:
    datos = clasificacion(cuantas, nombre)
    anchos = tablas.repartir(datos)
    assert sum(anchos) + tablas.HUECO * (len(anchos) - 1) <= UTIL + 0.001
    for trozo, subtitulo in tablas.paginar(datos):
        escritos = {rotulo.texto for rotulo in tablas.trazar(datos, trozo, subtitulo, anchos).rotulos}
        for fila in trozo:
            assert {fila.celdas[0], fila.celdas[2], fila.celdas[3]} <= escritos
        assert {"#", "PT", "PV", "Vict."} <= escritos


def test_la_columna_corta_no_paga_por_la_larga() -> None:
    """El criterio, que cabe, se escribe entero; el nombre, que no, es el que se corta."""
    anchos = tablas.repartir(clasificacion(3, "Un nombre larguísimo que no cabe en una tabla de teléfono"))
    assert anchos[5] >= letras.medir("más PV", NORMAL)
    assert anchos[1] > anchos[5]


def test_mas_de_siete_columnas_no_es_una_tabla() -> None:
    with pytest.raises(ValueError, match="columnas"):
        dibujo.Tabla("T", (dibujo.Columna("a"),) * 8, ())
    with pytest.raises(ValueError, match="celda"):
        dibujo.Tabla("T", COLUMNAS, (dibujo.Fila(("1",)),))


def test_las_marcas_llevan_signo_y_leyenda() -> None:
    filas = (dibujo.Fila(("1",), dibujo.Marca.TUYA), dibujo.Fila(("–",), dibujo.Marca.BAJA), dibujo.Fila(("2",)))
    datos = dibujo.Tabla("T", (dibujo.Columna("#"),), filas)
    escritos = [r.texto for r in tablas.trazar(datos, filas, "", tablas.repartir(datos)).rotulos]
    assert {"▶", "✕", "▶ tu fila · ✕ retirado o expulsado"} <= set(escritos)


def liguilla(cuantos: int) -> dibujo.Cruzada:
    """Todos contra todos: cada uno saca los puntos de su posición contra el de la otra."""
    jugadores = tuple(
        dibujo.Cruzado(
            f"J{i + 1}",
            "20",
            tuple(
                dibujo.Encuentro(1 + (i + j) % cuantos, j, str((i + 2 * j) % 7)) for j in range(cuantos) if j != i
            ),
        )
        for i in range(cuantos)
    )
    return dibujo.Cruzada("Liguilla", jugadores)


@pytest.mark.parametrize("cuantos", range(2, 11))
def test_la_cuadricula_tiene_una_casilla_por_pareja(cuantos: int) -> None:
    datos = liguilla(cuantos)
    lienzo = cruces.trazar(datos, range(cuantos))
    titulos = [r for r in lienzo.rotulos if r.ancla == "m" and r.texto.isdigit()][:cuantos]
    assert [r.texto for r in titulos] == [str(i + 1) for i in range(cuantos)]
    casillas = {(round(r.x), round(r.y)): r.texto for r in lienzo.rotulos if r.ancla == "m"}
    renglones = {r.texto: r.y for r in lienzo.rotulos if r.texto.startswith("J")}
    for i in range(cuantos):
        for j, titulo in enumerate(titulos):
            visto = casillas.get((round(titulo.x), round(renglones[f"J{i + 1}"])))
            assert visto == (None if i == j else str((i + 2 * j) % 7))


def suizo(cuantos: int, rondas: int) -> dibujo.Cruzada:
    """Un suizo de mentira: en la ronda r, cada uno contra el que está a r puestos; el último impar descansa."""
    jugadores = []
    for i in range(cuantos):
        rivales = [(i + ronda) % cuantos for ronda in range(1, rondas + 1)]
        encuentros = [
            dibujo.Encuentro(ronda, None if rival == i else rival, str(rival % 7))
            for ronda, rival in enumerate(rivales, start=1)
        ]
        jugadores.append(dibujo.Cruzado(f"J{i + 1}", str(i), tuple(encuentros)))
    return dibujo.Cruzada("Suizo", tuple(jugadores))


@pytest.mark.parametrize(("cuantos", "rondas"), [(11, 4), (12, 5), (24, 5), (32, 6), (32, 7)])
def test_por_rondas_caben_todas_con_rival_y_puntos(cuantos: int, rondas: int) -> None:
    datos = suizo(cuantos, rondas)
    lienzo = cruces.trazar(datos, range(cuantos))
    assert [r.texto for r in lienzo.rotulos if r.texto in {f"r{n}" for n in range(1, 9)}] == [
        f"r{n}" for n in range(1, rondas + 1)
    ]
    renglones = {r.texto: r.y for r in lienzo.rotulos if r.texto.startswith("J")}
    for i, jugador in enumerate(datos.jugadores):
        en_fila = sorted((r for r in lienzo.rotulos if r.y == renglones[jugador.nombre]), key=lambda r: r.x)
        esperado = [str(i + 1), jugador.nombre]
        for encuentro in jugador.encuentros:
            assert encuentro.rival is not None
            esperado += [str(encuentro.rival + 1), encuentro.puntos]
        assert [r.texto for r in en_fila] == [*esperado, jugador.total]


def test_si_alguien_descansa_o_repite_rival_se_pasa_a_rondas() -> None:
    descansa = dibujo.Cruzado("Ana", "6", (dibujo.Encuentro(1, None, "6"),))
    escritos = [r.texto for r in cruces.trazar(dibujo.Cruzada("C", (descansa,)), range(1)).rotulos]
    assert {"r1", "–", "6"} <= set(escritos)
    repite = dibujo.Cruzado("Ana", "6", (dibujo.Encuentro(1, 1, "6"), dibujo.Encuentro(2, 1, "0")))
    datos = dibujo.Cruzada("C", (repite, dibujo.Cruzado("Eva", "6")))
    assert {"r1", "r2"} <= {r.texto for r in cruces.trazar(datos, range(2)).rotulos}


def test_de_un_cuadro_se_puede_dibujar_y_describir_solo_un_tramo() -> None:
    datos = suizo(32, 3)
    dibujada = {r.texto for r in cruces.trazar(datos, range(16, 32)).rotulos}
    dicha = dibujo.cruzada(datos, range(16, 32)).descripcion
    for i, jugador in enumerate(datos.jugadores):
        assert (jugador.nombre in dibujada) is (i >= 16)
        assert (f"{i + 1}, {jugador.nombre}," in dicha) is (i >= 16)
