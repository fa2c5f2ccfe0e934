"""Búsqueda en textos: qué se encuentra, en qué orden y cuánto puntúa."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.busqueda import Escrito, Hallazgo, IndiceDeTexto, solo_enlaces
from servicios.busqueda.texto import raiz

ESCRITOS = [
    Escrito("organizacion", "Fase de organización", "Se organizan las compañías. Nadie se mueve todavía."),
    Escrito("corrupcion", "Chequeo de corrupción", "Tira dos dados y suma los modificadores de corrupción."),
    Escrito("nazgul", "Nazgûl", "Los Nazgûl pueden girarse. Un Nazgûl girado no ataca."),
    Escrito("rio", "Río", "El jugador puede girar un explorador para evitar el Río."),
    Escrito("luz", "La Luz de Eärendil", "Suma uno a las tiradas. La fase termina. Toda organización sobra."),
    Escrito("dur", "Barad-dûr", "Lugar de Mordor."),
    Escrito("dura", "Un suceso duradero", "Dura hasta el final del turno. Es lo que es."),
]
INDICE = IndiceDeTexto(ESCRITOS)


def claves(consulta: str) -> list[str]:
    return [hallazgo.clave for hallazgo in INDICE.buscar(consulta)]


@pytest.mark.parametrize(
    ("consulta", "esperadas"),
    [
        ("corrupcion", ["corrupcion"]),
        ("CORRUPCIÓN", ["corrupcion"]),
        ("corrupciones", ["corrupcion"]),
        ("corupcion", ["corrupcion"]),
        ("corrup", ["corrupcion"]),
        ("luces", ["luz"]),
        ("nazguls", ["nazgul"]),
        ("barad dur", ["dur"]),
        ("dur", ["dur"]),
        ("earendil", ["luz"]),
        ("girar explorador", ["rio"]),
        ("¿qué es un explorador?", ["rio"]),
        ("sum", []),
        ("xyzzy", []),
        ("", []),
        ("🔥", []),
    ],
)
def test_lo_que_se_encuentra(consulta: str, esperadas: list[str]) -> None:
    assert claves(consulta) == esperadas


def test_delante_los_que_llevan_todas_las_palabras() -> None:
    # «organización» sale en dos; «fase», también; «explorador», en otro.
    assert set(claves("organización fase")) == {"organizacion", "luz"}
    assert claves("fase explorador organización")[0] in {"organizacion", "luz"}
    relleno = " y mucho más" * 40
    todas = IndiceDeTexto(
        [
            Escrito("dos de tres", "Anillo enano", "anillo enano " * 10),
            Escrito("las tres", "Otra cosa", f"un anillo {relleno} de oro {relleno} de un enano {relleno}"),
            *(Escrito(str(i), "Relleno", relleno) for i in range(5)),
        ]
    )
    assert [h.clave for h in todas.buscar("anillo enano oro")] == ["las tres", "dos de tres"]
    assert todas.buscar("anillo enano oro")[0].puntos < todas.buscar("anillo enano oro")[1].puntos


def test_delante_de_todo_lo_que_se_llama_como_lo_escrito() -> None:
    """Sea cual sea su puntuación: el título, u otro nombre, sin contar artículos, tildes ni mayúsculas."""
    mucho = "combate " * 30
    indice = IndiceDeTexto(
        [
            Escrito("carta", "Combate, combate y combate", mucho),
            Escrito("tema", "El Combate", "Cómo se lucha, con un combate y una larga explicación de lo que pasa."),
            Escrito("seccion", "Bajas: Quién cae", "Cae quien lucha en combate.", ("Quién cae",)),
            Escrito("otra", "Quién cae y quién queda", "Quién cae, quién cae, quién cae."),
        ]
    )
    assert indice.buscar("combate")[0].clave == "tema"
    assert indice.buscar("quien CAE")[0].clave == "seccion"
    assert indice.buscar("combate", filtro=lambda clave: clave != "tema")[0].clave == "carta"


def test_las_palabras_que_estan_en_todas_partes_solo_encuentran_un_titulo() -> None:
    sueltos = IndiceDeTexto(
        [
            Escrito("a", "La de Lórien", "La de la casa de la que es."),
            Escrito("b", "Rumbo: Qué es", "Eso.", ("Qué es",)),
        ]
    )
    assert [h.clave for h in sueltos.buscar("de la")] == []
    assert [h.clave for h in sueltos.buscar("¿Qué es?")] == ["b"]
    assert solo_enlaces("¿De la…?")
    assert not solo_enlaces("de la Comarca")
    assert not solo_enlaces("🔥")


def test_el_titulo_pesa_mas_que_el_cuerpo_y_la_frase_seguida_mas_que_las_palabras_sueltas() -> None:
    assert claves("fase organización") == ["organizacion", "luz"]
    frases = IndiceDeTexto(
        [
            Escrito("sueltas", "A", "la noche de la mano negra blanca"),
            Escrito("frase", "B", "la noche de la negra mano blanca"),
        ]
    )
    assert [h.clave for h in frases.buscar("mano blanca")] == ["frase", "sueltas"]


def test_la_puntuacion_es_la_de_bm25() -> None:
    """Dos escritos de 4 y 2 palabras; «oro» solo está en el primero, dos veces en el cuerpo."""
    indice = IndiceDeTexto([Escrito("a", "Tesoro", "oro y oro"), Escrito("b", "Mar", "sal")])
    rareza = log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    freno = 1 - 0.75 + 0.75 * 4 / 3
    assert indice.buscar("oro")[0].puntos == pytest.approx(rareza * 2 * 2.2 / (2 + 1.2 * freno))
    # En el título vale por tres; y con la mitad de las palabras, la mitad de los puntos.
    assert indice.buscar("tesoro")[0].puntos == pytest.approx(rareza * 3 * 2.2 / (3 + 1.2 * freno))
    assert indice.buscar("tesoro sal")[0].puntos == pytest.approx(
        rareza * 3 * 2.2 / (3 + 1.2 * freno) / 2, rel=0.5
    )


def test_las_marcas_estan_en_el_original() -> None:
    (nazgul,) = INDICE.buscar("nazgul")
    cuerpo = next(e.cuerpo for e in ESCRITOS if e.clave == "nazgul")
    assert [cuerpo[a:b] for a, b in nazgul.marcas] == ["Nazgûl", "Nazgûl"]
    assert [t for t, marcado in nazgul.titulo.partes() if marcado] == ["Nazgûl"]
    assert [t for t, marcado in nazgul.extracto.partes() if marcado] == ["Nazgûl", "Nazgûl"]


def test_el_filtro_y_el_tope() -> None:
    solo = INDICE.buscar("girar nazgul fase", filtro=lambda clave: clave in {"rio", "luz"})
    assert {h.clave for h in solo} == {"rio", "luz"}
    assert len(INDICE.buscar("girar nazgul fase", tope=1)) == 1


def test_sin_escritos_no_hay_hallazgos() -> None:
    assert IndiceDeTexto([]).buscar("sol") == []
    assert IndiceDeTexto([Escrito("a", "", "")]).buscar("sol") == []


@pytest.mark.parametrize(
    "familia",
    [
        ["luz", "luces"],
        ["corrupcion", "corrupciones"],
        ["unico", "unica", "unicos", "unicas"],
        ["girar", "gira"],
        ["descartar", "descarta", "descarte", "descartes"],
        ["bosque", "bosques"],
        ["torre", "torres"],
        ["rey", "reyes"],
        ["lugar", "lugares"],
        ["heroe", "heroes"],
    ],
)
def test_una_familia_una_raiz(familia: list[str]) -> None:
    assert len({raiz(palabra) for palabra in familia}) == 1


def test_familias_distintas() -> None:
    assert (
        len({raiz(p) for p in ["dur", "dura", "mar", "mago", "caza", "casa", "sol", "sola", "anillo", "enano"]})
        == 10
    )


PALABRA = st.sampled_from(["oro", "plata", "río", "Ríos", "anillo", "Anillos", "sol", "de", "la", "y"])
TEXTO = st.lists(PALABRA, max_size=12).map(" ".join)


@given(st.lists(st.tuples(TEXTO, TEXTO), max_size=8), st.sampled_from(["oro", "plata", "rio", "anillo", "sol"]))
def test_se_hallan_justo_los_que_llevan_la_palabra(filas: list[tuple[str, str]], palabra: str) -> None:
    indice = IndiceDeTexto(Escrito(str(i), titulo, cuerpo) for i, (titulo, cuerpo) in enumerate(filas))
    formas = {palabra, palabra + "s"}
    llevan = {
        str(i) for i, fila in enumerate(filas) if formas & set(" ".join(fila).lower().replace("í", "i").split())
    }
    hallazgos = indice.buscar(palabra)
    assert {h.clave for h in hallazgos} == llevan

    def lugar(h: Hallazgo) -> tuple[bool, float]:
        titulo = filas[int(h.clave)][0].lower().replace("í", "i").split()
        return [p for p in titulo if p not in {"de", "la", "y"}] != [palabra], -h.puntos

    assert [lugar(h) for h in hallazgos] == sorted(map(lugar, hallazgos)), "delante, lo que se llama así"
    for h in hallazgos:
        cuerpo = filas[int(h.clave)][1]
        esperadas = [p for p in cuerpo.split() if p.lower().replace("í", "i") in formas]
        assert [cuerpo[a:b] for a, b in h.marcas] == esperadas
