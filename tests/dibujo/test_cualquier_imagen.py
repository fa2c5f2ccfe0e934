"""Lo que cumple toda imagen, se le dé lo que se le dé: sale, cabe, se lee y dice lo mismo dos veces."""

import io
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from servicios import dibujo
from servicios.dibujo.estilo import ALTO_MAXIMO, ANCHO, LETRA_MINIMA
from servicios.dibujo.lienzo import Lienzo, Rotulo
from servicios.dibujo.prosa import TOPE_ALTERNATIVO
from tests.dibujo.estrategias import CLASES, NOMBRES, Clase

TOPE_DE_BYTES = 250_000
clases = pytest.mark.parametrize("clase", CLASES, ids=lambda clase: clase.nombre)
LENTITUD = (HealthCheck.too_slow, HealthCheck.data_too_large)
unas_cuantas = settings(max_examples=15, deadline=None, suppress_health_check=LENTITUD)


@clases
@unas_cuantas
@given(datos=st.data())
def test_sale_siempre_un_png_acotado_con_su_texto(clase: Clase, datos: st.DataObject) -> None:
    valor = datos.draw(clase.datos)
    for imagen in clase.pedir(valor):
        abierta = Image.open(io.BytesIO(imagen.png))
        abierta.load()
        assert abierta.format == "PNG"
        assert abierta.width == ANCHO
        assert 0 < abierta.height <= ALTO_MAXIMO
        assert len(imagen.png) <= TOPE_DE_BYTES
        assert 0 < len(imagen.descripcion) <= TOPE_ALTERNATIVO
        assert all(unicodedata.category(c)[0] != "C" for c in imagen.descripcion)
        imagen.descripcion.encode()
        assert imagen.nombre.isascii()
        assert " " not in imagen.nombre


@clases
@unas_cuantas
@given(datos=st.data())
def test_ningun_texto_se_corta_se_sale_ni_pisa_a_otro(clase: Clase, datos: st.DataObject) -> None:
    for lienzo in clase.trazar(datos.draw(clase.datos)):
        assert lienzo.y + 20 <= lienzo.imagen.height
        assert all(rotulo.letra.tamano >= LETRA_MINIMA for rotulo in lienzo.rotulos)
        for rotulo in lienzo.rotulos:
            _en_su_sitio(rotulo, lienzo)
        assert not list(_pisados(lienzo))


def _en_su_sitio(rotulo: Rotulo, lienzo: Lienzo) -> None:
    izquierda, arriba, derecha, abajo = rotulo.tinta
    if izquierda == derecha:
        return
    holgura = 4  # lo que una letra cursiva o un signo asoman por fuera de su avance
    assert rotulo.desde - holgura <= izquierda, rotulo
    assert derecha <= rotulo.desde + rotulo.sitio + holgura, rotulo
    assert izquierda >= 0, rotulo
    assert derecha <= ANCHO, rotulo
    assert arriba >= 0, rotulo
    assert abajo <= lienzo.y + 20, rotulo


def _pisados(lienzo: Lienzo) -> Iterator[tuple[str, str]]:
    """Pares de textos cuya tinta se cruza más de lo que se rozan los acentos de dos renglones."""
    cajas = [(rotulo.texto, rotulo.tinta) for rotulo in lienzo.rotulos if rotulo.texto]
    for (uno, a), (otro, b) in combinations(cajas, 2):
        if min(a[2], b[2]) - max(a[0], b[0]) > 3 and min(a[3], b[3]) - max(a[1], b[1]) > 8:
            yield uno, otro


@clases
@settings(max_examples=5, deadline=None, suppress_health_check=LENTITUD)
@given(datos=st.data())
def test_lo_mismo_da_los_mismos_bytes_tambien_en_varios_hilos(clase: Clase, datos: st.DataObject) -> None:
    valores = [datos.draw(clase.datos) for _ in range(3)]
    seguidas = [clase.pedir(valor) for valor in valores]
    with ThreadPoolExecutor(4) as hilos:
        a_la_vez = list(hilos.map(clase.pedir, valores * 2))
    assert a_la_vez == seguidas * 2


@pytest.mark.parametrize("nombre", NOMBRES, ids=[f"nombre{i}" for i in range(len(NOMBRES))])
def test_un_nombre_hostil_no_deja_nada_fuera_de_la_tarjeta(nombre: str) -> None:
    """El margen de abajo y los de los lados siguen limpios: nada se ha pintado fuera de su sitio."""
    datos = dibujo.Compania(nombre, 3, True, 4, nombre, (dibujo.Companero(nombre, 2),) * 7, titulo=nombre)
    imagen = Image.open(io.BytesIO(dibujo.compania(datos).png)).convert("RGB")
    pie = imagen.crop((0, imagen.height - 8, ANCHO, imagen.height)).getcolors()
    izquierda = imagen.crop((0, 140, 20, imagen.height)).getcolors()
    derecha = imagen.crop((ANCHO - 20, 140, ANCHO, imagen.height)).getcolors()
    assert pie is not None
    assert izquierda is not None
    assert derecha is not None
    assert len(pie) == len(izquierda) == len(derecha) == 1


def test_importar_el_paquete_no_carga_matplotlib_ni_nunca_pyplot() -> None:
    """Matplotlib tarda medio segundo: solo lo paga quien dibuja un histograma. Pyplot guarda estado global."""
    codigo = (
        "import sys; from servicios import dibujo; antes = 'matplotlib' in sys.modules; dibujo.preparar();"
        "print(antes, 'matplotlib' in sys.modules, 'matplotlib.pyplot' in sys.modules)"
    )
    salida = subprocess.run([sys.executable, "-c", codigo], capture_output=True, text=True, check=True)
    assert salida.stdout.split() == ["False", "True", "False"]
