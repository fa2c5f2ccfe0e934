"""Las listas de la búsqueda, contra la forma lenta y evidente de hacer lo mismo."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from servicios.busqueda.listas import PorPalabras, TextoSeguido, Trigramas, Vocabulario

PALABRA = st.text("abn", min_size=1, max_size=9)
TEXTO = st.lists(PALABRA, min_size=1, max_size=4).map(" ".join)
TEXTOS = st.lists(TEXTO, min_size=1, max_size=12)


def erratas(a: str, b: str) -> int:
    """Letras de más, de menos, cambiadas o trocadas con la de al lado: la definición, casilla a casilla."""
    tabla = {(i, 0): i for i in range(len(a) + 1)} | {(0, j): j for j in range(len(b) + 1)}
    for i, j in product(range(1, len(a) + 1), range(1, len(b) + 1)):
        distinta = a[i - 1] != b[j - 1]
        tabla[i, j] = min(tabla[i - 1, j] + 1, tabla[i, j - 1] + 1, tabla[i - 1, j - 1] + distinta)
        if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
            tabla[i, j] = min(tabla[i, j], tabla[i - 2, j - 2] + 1)
    return tabla[len(a), len(b)]


@given(st.lists(PALABRA), PALABRA)
def test_que_empiezan(palabras: list[str], comienzo: str) -> None:
    vocabulario = Vocabulario(palabras)
    halladas = {vocabulario.palabras[i] for i in vocabulario.que_empiezan(comienzo)}
    assert halladas == {palabra for palabra in palabras if palabra.startswith(comienzo)}


@given(st.lists(PALABRA), PALABRA)
def test_parecidas(palabras: list[str], palabra: str) -> None:
    vocabulario = Vocabulario(palabras)
    halladas = {vocabulario.palabras[i] for i in vocabulario.parecidas(palabra)}
    permitidas = 2 if len(palabra) >= 7 else 1
    esperadas = {otra for otra in palabras if erratas(palabra, otra) <= permitidas}
    assert halladas == (esperadas if len(palabra) >= 4 else set())


@given(TEXTOS, TEXTO)
def test_texto_seguido(textos: list[str], trozo: str) -> None:
    seguido = TextoSeguido(textos)
    assert list(seguido.que_contienen(trozo)) == [i for i, texto in enumerate(textos) if trozo in texto]
    assert list(seguido.que_empiezan(trozo)) == [i for i, texto in enumerate(textos) if texto.startswith(trozo)]


@given(TEXTOS, st.lists(PALABRA, min_size=1, max_size=3))
def test_por_palabras(textos: list[str], comienzos: list[str]) -> None:
    esperados = [
        i
        for i, texto in enumerate(textos)
        if all(any(palabra.startswith(comienzo) for palabra in texto.split()) for comienzo in comienzos)
    ]
    assert PorPalabras(textos).que_empiezan(comienzos) == esperados


def grupos_de_tres(texto: str) -> set[str]:
    return {f"  {p} "[i : i + 3] for p in texto.split() for i in range(len(p) + 1)}


@given(TEXTOS, TEXTO, st.integers(1, 15))
def test_trigramas(textos: list[str], consulta: str, tope: int) -> None:
    numeros, parecidos = Trigramas(textos).mas_parecidos(consulta, tope)
    suyos = grupos_de_tres(consulta)
    todos = [100 * len(suyos & grupos_de_tres(t)) / len(suyos | grupos_de_tres(t)) for t in textos]
    mejores = sorted((p for p in todos if p > 0), reverse=True)[:tope]
    assert sorted(parecidos.tolist(), reverse=True) == mejores
    assert [todos[i] for i in numeros.tolist()] == parecidos.tolist()


def test_una_lista_vacia_no_tiene_nada() -> None:
    assert list(TextoSeguido([]).que_contienen("a")) == []
    assert PorPalabras([]).que_empiezan(["a"]) == []
    assert Trigramas([]).mas_parecidos("abc", 5)[0].tolist() == []
    assert Vocabulario([]).parecidas("palabra") == []
