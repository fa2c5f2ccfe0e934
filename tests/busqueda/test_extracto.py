"""Marcas y extractos: lo señalado está de verdad ahí, y nada se corta por medio de una palabra."""

from hypothesis import given
from hypothesis import strategies as st

from servicios.busqueda.extracto import Marcado, extraer, marcar, palabras_de

TEXTO = "El Río Anduin corre. Quien cruza el RI\u0301O de noche, junto a los rios d’Aure, no vuelve."


def test_las_marcas_caen_sobre_el_texto_original() -> None:
    marcas = marcar(TEXTO, {"rio": 0, "rios": 0, "daure": 1})
    assert [(TEXTO[a:b], cual) for (a, b), cual in marcas] == [
        ("Río", 0),
        ("RI\u0301O", 0),
        ("rios", 0),
        ("d’Aure", 1),
    ]


def test_palabras_de() -> None:
    assert [palabra for palabra, _ in palabras_de("«Barad-dûr», ½_día: Þorin’s 🔥 Гэ")] == [
        "barad",
        "dur",
        "1",
        "2",
        "dia",
        "thorins",
    ]


def test_partes_recompone_el_texto() -> None:
    assert list(Marcado("El Río y el mar", ((3, 6), (12, 15))).partes()) == [
        ("El ", False),
        ("Río", True),
        (" y el ", False),
        ("mar", True),
    ]
    assert list(Marcado("").partes()) == []


def test_un_texto_corto_se_ensena_entero_y_en_una_linea() -> None:
    extracto = extraer("Uno\ndos tres.", [((4, 7), 0)], 50)
    assert extracto == Marcado("Uno dos tres.", ((4, 7),))


def test_el_extracto_va_donde_hay_mas_palabras_distintas() -> None:
    relleno = "nada " * 60
    texto = f"oro oro oro {relleno}oro y plata {relleno}"
    extracto = extraer(texto, marcar(texto, {"oro": 0, "plata": 1}), 80)
    assert [trozo for trozo, marcado in extracto.partes() if marcado] == ["oro", "plata"]
    assert extracto.texto.startswith("…nada nada")
    assert extracto.texto.endswith("nada…")


def test_sin_nada_hallado_se_ensena_el_principio() -> None:
    assert extraer("uno dos tres cuatro", [], 10) == Marcado("uno dos…")


def test_una_palabra_mas_larga_que_el_extracto_se_corta() -> None:
    assert extraer("a" * 300, [], 50).texto == "a" * 50 + "…"


PALABRAS = st.lists(st.sampled_from(["oro", "Plata", "río", "y", "anduin", "«sol»,", "\n", "  "]), max_size=80)


@given(PALABRAS.map(" ".join), st.integers(45, 120))
def test_el_extracto_es_un_trozo_del_original_cortado_entre_palabras(texto: str, largo: int) -> None:
    marcas = marcar(texto, {"oro": 0, "plata": 1, "rio": 2})
    extracto = extraer(texto, marcas, largo)
    dentro = extracto.texto.removeprefix("…").removesuffix("…")
    plano = "".join(" " if c.isspace() else c for c in texto)
    assert len(dentro) <= largo
    sitios = [i for i in range(len(plano) + 1) if plano.startswith(dentro, i)]
    cortes = [(plano[i - 1 : i], plano[i + len(dentro) : i + len(dentro) + 1]) for i in sitios]
    assert any(antes in {"", " "} and despues in {"", " "} for antes, despues in cortes)
    marcados = [trozo.lower() for trozo, marcado in extracto.partes() if marcado]
    assert set(marcados) <= {"oro", "plata", "río"}
    assert bool(marcados) == bool(marcas)
    assert "".join(trozo for trozo, _ in extracto.partes()) == extracto.texto
