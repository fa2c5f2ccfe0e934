"""Los histogramas, medidos en los puntos de la imagen: largo de las barras y sitio de lo esperado."""

import io
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from servicios import dibujo
from servicios.dibujo import histogramas
from servicios.dibujo.estilo import ANCHO, MARGEN, TINTA, Acento, Color
from servicios.dibujo.histogramas import PASO

ARRIBA = 24 + 50 + 16 + PASO
"""Dónde empieza la primera barra: cabecera de una línea, aire y títulos de columna."""


def puntos(imagen: dibujo.Imagen) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(imagen.png)).convert("RGB")).astype(int)


def parecidos(fila: np.ndarray, color: Color) -> np.ndarray:
    """Qué puntos son de ese color."""
    return np.abs(fila - np.array(color)).max(axis=1) < 12


def largos(imagen: dibujo.Imagen, cuantas: int, color: Color) -> list[int]:
    """Puntos del color de la barra en el renglón de cada una, un poco por debajo de su centro."""
    todos = puntos(imagen)
    return [int(parecidos(todos[ARRIBA + PASO * i + PASO // 2 + 12], color).sum()) for i in range(cuantas)]


def reparto(partes: Sequence[float]) -> dibujo.Reparto:
    casos = tuple(dibujo.Caso(str(i), parte) for i, parte in enumerate(partes))
    return dibujo.Reparto("Prueba", casos, acento=Acento.LCG)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 1000), min_size=2, max_size=12).filter(any))
def test_las_barras_guardan_la_proporcion(pesos: list[int]) -> None:
    partes = [peso / sum(pesos) for peso in pesos]
    medidos = largos(dibujo.histograma(reparto(partes)), len(partes), Acento.LCG.color)
    escala = max(medidos) / max(partes)
    assert max(medidos) > 300
    assert all(abs(medido - parte * escala) <= 3 for medido, parte in zip(medidos, partes, strict=True))


def test_lo_esperado_cae_donde_toca() -> None:
    """Con 100 veces y 50 esperadas, la raya está a la mitad de la barra."""
    datos = dibujo.Recuento("Prueba", (dibujo.Cara("1", 100, 50), dibujo.Cara("2", 25, 50)), acento=Acento.LCG)
    fila = puntos(dibujo.histograma(datos))[ARRIBA + PASO // 2 + 12]
    barra = np.flatnonzero(parecidos(fila, Acento.LCG.color))
    raya = np.flatnonzero(parecidos(fila[: ANCHO - MARGEN - 80], TINTA))
    assert abs(raya.mean() - (barra[0] + barra[-1]) / 2) <= 2


def test_la_barra_senalada_cambia_de_color_y_lleva_su_senal() -> None:
    casos = tuple(dibujo.Caso(str(i), parte) for i, parte in enumerate((0.5, 0.3, 0.2)))
    datos = dibujo.Reparto("Prueba", casos, destacado=1, acento=Acento.LCG)
    imagen = dibujo.histograma(datos)
    assert largos(imagen, 3, Acento.LCG.color)[1] == 0
    assert largos(imagen, 3, TINTA)[1] > 150
    escritos = [rotulo.texto for rotulo in histogramas.trazar(datos).rotulos]
    assert "◀ tu tirada" in escritos
    assert "30,0\u00a0%" in escritos


@pytest.mark.parametrize(("caras", "barras"), [(6, 6), (24, 24), (25, 13), (100, 20), (1000, 24)])
def test_muchas_caras_se_agrupan_sin_perder_ninguna(caras: int, barras: int) -> None:
    datos = dibujo.Recuento("d", tuple(dibujo.Cara(str(i + 1), i % 7, 3) for i in range(caras)))
    dibujadas = histogramas._de_recuento(datos)
    assert len(dibujadas) == barras
    assert sum(barra.valor for barra in dibujadas) == sum(i % 7 for i in range(caras))
    assert sum(barra.esperado or 0 for barra in dibujadas) == 3 * caras
    assert dibujadas[-1].etiqueta.endswith(str(caras))


@settings(max_examples=30)
@given(st.integers(25, 90), st.data())
def test_al_agrupar_la_senal_va_con_su_grupo(cuantos: int, datos: st.DataObject) -> None:
    cual = datos.draw(st.integers(0, cuantos - 1))
    casos = tuple(dibujo.Caso(str(i), Fraction(1, cuantos)) for i in range(cuantos))
    barras = histogramas._de_reparto(dibujo.Reparto("d", casos, cual))
    (senalada,) = [barra for barra in barras if barra.destacada]
    primera, _, ultima = senalada.etiqueta.partition("–")
    assert int(primera) <= cual <= int(ultima or primera)


def test_lo_esperado_se_escribe_una_vez_si_es_igual_para_todas() -> None:
    def escritos(esperadas: Sequence[float]) -> list[str]:
        caras = tuple(dibujo.Cara(str(i), 5, n) for i, n in enumerate(esperadas))
        return [rotulo.texto for rotulo in histogramas.trazar(dibujo.Recuento("d", caras)).rotulos]

    assert "La raya oscura marca lo esperado: 5 cada una." in escritos([5, 5, 5])
    assert "esperadas" not in escritos([5, 5, 5])
    assert {"esperadas", "4", "6,5"} <= set(escritos([4, 5, 6.5]))


def test_sin_dados_tambien_hay_imagen() -> None:
    escritos = [rotulo.texto for rotulo in histogramas.trazar(dibujo.Recuento("d", ())).rotulos]
    assert "Todavía no hay dados." in escritos
