"""El examen: nombres reales, consultas de un generador con una semilla que no sirvió para ajustar nada."""

from collections import Counter

import pytest

from servicios.busqueda import Dudosa, Entrada, Exacta, Indice, Parecida
from tests.busqueda.ajenas import DE_EXAMEN
from tests.busqueda.generador import Catalogo, generar, una_palabra_mal

SEMILLA = 7919
CATALOGO = Catalogo.leer()
INDICE = Indice(Entrada(carta.id, carta.es, (carta.en,)) for carta in CATALOGO.cartas)
CONSULTAS = generar(CATALOGO.nombres, SEMILLA, lotes=2)


def test_la_primera_es_la_buena_o_tiene_sentido() -> None:
    fallos = [c for c in CONSULTAS if not CATALOGO.acierta(c, INDICE.sugerir(c.texto)[:1])]
    assert len(fallos) <= 0.02 * len(CONSULTAS), fallos


def test_la_buena_esta_entre_las_cinco_primeras() -> None:
    fallos = [c for c in CONSULTAS if CATALOGO.buscadas(c).isdisjoint(INDICE.sugerir(c.texto)[:5])]
    assert len(fallos) <= 0.03 * len(CONSULTAS), fallos


def test_casi_nunca_se_contesta_otra_cosa_sin_preguntar() -> None:
    clases: Counter[str] = Counter()
    malas = []
    for consulta in CONSULTAS:
        respuesta = INDICE.resolver(consulta.texto)
        clases[type(respuesta).__name__] += 1
        if isinstance(respuesta, Exacta | Parecida) and not CATALOGO.acierta(consulta, respuesta.claves):
            malas.append((consulta, respuesta))
    assert len(malas) <= 0.01 * len(CONSULTAS), malas
    # Y no por callar siempre: a la mayoría se le contesta, y a casi nadie se le dice que no está.
    assert clases["Exacta"] + clases["Parecida"] >= 0.75 * len(CONSULTAS), clases
    assert clases["Ninguna"] <= 0.01 * len(CONSULTAS), clases


def test_lo_que_se_pregunta_ofrece_la_buena() -> None:
    respuestas = [(c, INDICE.resolver(c.texto)) for c in CONSULTAS]
    dudas = [(c, r) for c, r in respuestas if isinstance(r, Dudosa)]
    sin_ella = [c for c, r in dudas if CATALOGO.buscadas(c).isdisjoint(r.claves)]
    assert len(sin_ella) <= 0.01 * len(CONSULTAS), sin_ella


def test_una_sola_palabra_y_mal_escrita() -> None:
    consultas = una_palabra_mal(CATALOGO.nombres, SEMILLA, veces=200)
    fuera = [c for c in consultas if CATALOGO.buscadas(c).isdisjoint(INDICE.sugerir(c.texto))]
    assert len(fuera) <= 0.07 * len(consultas), fuera


def test_lo_ajeno_no_se_contesta_como_si_fuera_una_carta() -> None:
    ajenas = [consulta for consulta in DE_EXAMEN if not CATALOGO.es_nombre(consulta)]
    assert len(ajenas) >= 150
    contestadas = [c for c in ajenas if isinstance(INDICE.resolver(c), Exacta | Parecida)]
    assert len(contestadas) <= 0.03 * len(ajenas), contestadas


def test_las_consultas_son_siempre_las_mismas_y_de_todas_las_clases() -> None:
    assert generar(CATALOGO.nombres, SEMILLA, lotes=2) == CONSULTAS
    assert len(CONSULTAS) >= 900
    assert len({consulta.clase for consulta in CONSULTAS}) == 10
    assert generar(CATALOGO.nombres, SEMILLA + 1) != generar(CATALOGO.nombres, SEMILLA)


@pytest.mark.parametrize(
    ("texto", "nombre", "clase", "esperado"),
    [
        ("palantir", "Palantír de Orthanc", "prefijo", True),
        ("palantir", "Palantír de Orthanc", "una errata", False),
        ("galadriel", "Espejo de Galadriel", "una errata", True),
    ],
)
def test_que_es_tener_sentido(texto: str, nombre: str, clase: str, esperado: bool) -> None:
    """Otro palantír sirve a quien escribió «palantir»; «galadriel», tal cual, es otra carta."""
    otra = "Palantír de Amon Sûl" if texto == "palantir" else "Galadriel"
    claves = [carta.id for carta in CATALOGO.cartas if carta.es == otra]
    assert CATALOGO.acierta(type(CONSULTAS[0])(clase, texto, nombre), claves) is esperado
