"""Las medidas de parecido, con valores hechos a mano."""

import pytest

from servicios.busqueda.medidas import cobertura, con_sentido, empieza_palabras, estricta


def test_la_estricta_no_premia_que_un_nombre_quepa_en_otro() -> None:
    # 2 × 3 letras comunes entre 3 + 7; rapidfuzz da 90 a esta pareja con WRatio.
    assert estricta("rio", ["usuario"])[0] == pytest.approx(60)
    # 2 × 3 entre 3 + 18 tal cual, o 3 + 16 sin espacios.
    assert estricta("sol", ["solo y sin consejo"])[0] == pytest.approx(100 * 6 / 18)


@pytest.mark.parametrize(
    ("escrito", "nombre", "puntos"),
    [
        ("gollum", "gollum", 100),
        ("baraddur", "barad dur", 100),
        ("consejo elrond", "elrond consejo", 98),
        ("gandlaf", "gandalf", 100 * 12 / 14),
    ],
)
def test_la_estricta_perdona_los_espacios_y_casi_todo_el_orden(escrito: str, nombre: str, puntos: float) -> None:
    assert estricta(escrito, [nombre])[0] == pytest.approx(puntos)


def test_la_cobertura_mira_cada_palabra_escrita_segun_sus_letras() -> None:
    # «piedra» está (100); «ithil» también: nada más importa del nombre.
    assert cobertura("ithil piedra", ["dano de la piedra de ithil"])[0] == pytest.approx(100)
    # «caza» entera (4 letras) y de «smaug» nada se parece a «qqqqq» (5 letras).
    assert cobertura("caza qqqqq", ["smaug de caza"])[0] == pytest.approx(100 * 4 / 9)
    # Los artículos escritos no cuentan.
    assert cobertura("el smaug de la", ["smaug"])[0] == pytest.approx(100)


def test_cobertura_de_varios_nombres_a_la_vez() -> None:
    juntas = cobertura("anillo unico", ["el anillo unico", "anillo", "sol"])
    sueltas = [cobertura("anillo unico", [n])[0] for n in ("el anillo unico", "anillo", "sol")]
    assert juntas.tolist() == pytest.approx(sueltas)


def test_con_sentido() -> None:
    assert con_sentido("el senor de los anillos") == ["senor", "anillos"]
    assert con_sentido("de la") == ["de", "la"]
    assert con_sentido("que es el sol", frozenset({"que", "es"})) == ["sol"]


def test_empieza_palabras_pide_todas_tambien_los_articulos() -> None:
    assert empieza_palabras("pie de ith", "dano de la piedra de ithil")
    assert not empieza_palabras("por favor", "favor de los valar")
