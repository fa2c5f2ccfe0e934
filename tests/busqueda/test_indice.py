"""El índice de nombres: qué va antes, cuándo se contesta y cuándo se pregunta."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servicios.busqueda import CORTE_EN_CHARLA, Dudosa, Entrada, Exacta, Indice, Ninguna, Parecida, normalizar
from tests.busqueda.generador import leer_catalogo

NOMBRES = """
Sol; Solo y Sin Consejo; Soldado Orco; Desolación de Smaug; Gollum; El Destino de Gollum; Río; Corsarios
Tumularios; Gwaihir; Ioreth; Daño de la Piedra de Ithil; La Llamada del Hogar; La Llamada del Mar; Barad-dûr
El Viejo Bosque; Troll; Trolls de las Colinas; “Berto” (Bûrat); Gandalf; Amigo de Gandalf; Kili; Fili
Favor de los Valar; El Señor del Viento me Encontró; Monte Gundabad; Orcos de Gundabad
"""
CHICO = Indice(Entrada(nombre, nombre) for nombre in NOMBRES.strip().replace("\n", "; ").split("; "))


@pytest.mark.parametrize(
    ("consulta", "clave"),
    [
        ("sol", "Sol"),
        ("gollum", "Gollum"),
        ("rio", "Río"),
        ("RÍO", "Río"),
        ("barad dur", "Barad-dûr"),
        ("baraddûr", "Barad-dûr"),
        ("lallamadadelmar", "La Llamada del Mar"),
        ("«troll»", "Troll"),
        ("**Kili**", "Kili"),
    ],
)
def test_el_nombre_entero_se_contesta_sin_mas(consulta: str, clave: str) -> None:
    assert CHICO.resolver(consulta) == Exacta((clave,))


@pytest.mark.parametrize(
    ("consulta", "clave"),
    [
        ("gwahir", "Gwaihir"),
        ("gandlaf", "Gandalf"),
        ("loreth", "Ioreth"),
        ("daño de la piedra de lthil", "Daño de la Piedra de Ithil"),
        ("viejo bosque", "El Viejo Bosque"),
        ("bosque viejo", "El Viejo Bosque"),
        ("la llamada del ogar", "La Llamada del Hogar"),
        ("desola", "Desolación de Smaug"),
        ("berto", "“Berto” (Bûrat)"),
        ("el señor de los viento me encontro", "El Señor del Viento me Encontró"),
    ],
)
def test_lo_que_casi_seguro_es_se_contesta_diciendo_que_se_busco(consulta: str, clave: str) -> None:
    assert CHICO.resolver(consulta) == Parecida((clave,), clave, consulta)


@pytest.mark.parametrize(
    ("consulta", "primera", "tambien"),
    [
        # A «Hogar» le falta una letra (97) y «Mar» queda a cinco puntos (92): pueden ser las dos.
        ("la llamada del hoar", "La Llamada del Hogar", "La Llamada del Mar"),
        ("la llamada", "La Llamada del Mar", "La Llamada del Hogar"),
        ("gundbaad", "Monte Gundabad", "Orcos de Gundabad"),
        ("oldado", "Soldado Orco", "Soldado Orco"),  # un trozo del medio no basta
        ("por favor", "Favor de los Valar", "Favor de los Valar"),  # «por» no está
        ("qili", "Kili", "Kili"),  # con cuatro letras no se corrige de oído
        ("gwa", "Gwaihir", "Gwaihir"),  # ni con tres se completa
        ("mula", "Tumularios", "Tumularios"),
    ],
)
def test_lo_que_no_es_seguro_se_pregunta(consulta: str, primera: str, tambien: str) -> None:
    respuesta = CHICO.resolver(consulta)
    assert isinstance(respuesta, Dudosa)
    assert respuesta.claves[0] == primera
    assert tambien in respuesta.claves


@pytest.mark.parametrize(
    "consulta", ["", "   ", "¿?", "🔥", "zz", "fo", "xqzwk", "hola a todos", "Гэндальф", "\x00"]
)
def test_lo_que_no_esta_no_esta(consulta: str) -> None:
    assert CHICO.resolver(consulta) == Ninguna()


def test_en_la_charla_se_calla_lo_que_solo_se_parece_un_poco() -> None:
    # De lo escrito solo está «viento», la mitad: cabe en un menú de posibles, en una charla sobra.
    assert CHICO.resolver("viento norte") == Dudosa(("El Señor del Viento me Encontró",))
    assert CHICO.resolver("viento norte", CORTE_EN_CHARLA) == Ninguna()


def test_el_mismo_nombre_da_todas_sus_claves_por_peso_y_luego_por_orden() -> None:
    entradas = [
        Entrada("a", "Moria"),
        Entrada("b", "Moría", peso=2),
        Entrada("c", "MORIA", peso=2),
        Entrada("d", "Mar"),
    ]
    indice = Indice(entradas)
    assert indice.resolver("moria") == Exacta(("b", "c", "a"))
    assert indice.sugerir("mo") == ["b", "c", "a"]
    assert indice.resolver("morria") == Parecida(("b", "c", "a"), "Moría", "morria")
    assert indice.resolver("moira") == Dudosa(("b", "c", "a"))


def test_si_sin_espacios_hay_dos_se_pregunta() -> None:
    indice = Indice([Entrada("a", "Mano Blanca"), Entrada("b", "Man Oblanca")])
    assert indice.resolver("manoblanca") == Dudosa(("b", "a"))
    assert indice.resolver("mano blanca") == Exacta(("a",))


def test_empezar_como_el_nombre_va_antes_que_empezar_una_palabra_suya() -> None:
    indice = Indice([Entrada("a", "La Soga"), Entrada("b", "Soldado de los Valles"), Entrada("c", "La Sola")])
    assert indice.sugerir("sol") == ["b", "c"]


def test_los_alias_valen_como_el_nombre_y_no_compiten_con_el() -> None:
    indice = Indice(
        [
            Entrada("TW-1", "Espejo de Galadriel", ("Mirror of Galadriel", "espejito")),
            Entrada("TW-2", "Monte Gundabad", ("Mount Gundabad",)),
        ]
    )
    assert indice.resolver("mirror of galadriel") == Exacta(("TW-1",))
    assert indice.resolver("espejito") == Exacta(("TW-1",))
    assert indice.resolver("galadriel") == Parecida(("TW-1",), "Espejo de Galadriel", "galadriel")
    # Los dos nombres se parecen mucho entre sí, pero son de la misma carta: no hay duda.
    assert indice.resolver("mountt gundabad") == Parecida(("TW-2",), "Mount Gundabad", "mountt gundabad")


def test_sugerir_no_se_para_en_lo_exacto_ni_repite() -> None:
    assert CHICO.sugerir("sol")[:3] == ["Sol", "Soldado Orco", "Solo y Sin Consejo"]
    assert CHICO.sugerir("gollum") == ["Gollum", "El Destino de Gollum"]
    assert CHICO.sugerir("gandalf")[:2] == ["Gandalf", "Amigo de Gandalf"]
    assert CHICO.sugerir("piedra da")[0] == "Daño de la Piedra de Ithil"
    assert CHICO.sugerir("gwahi")[0] == "Gwaihir"
    assert CHICO.sugerir("s", tope=2) == ["Sol", "Soldado Orco"]
    assert CHICO.sugerir("") == []


def test_nunca_mas_de_las_que_caben_en_un_menu() -> None:
    indice = Indice(Entrada(str(i), f"Anillo {i}", (f"Ring {i}",)) for i in range(100))
    assert len(indice.sugerir("anillo")) == 25
    assert len(indice.sugerir("anillo", tope=40)) == 25
    assert indice.resolver("anillo") == Dudosa(tuple(indice.sugerir("anillo")))
    iguales = Indice(Entrada(str(i), "Anillo") for i in range(40))
    assert len(iguales.sugerir("anillo")) == 25


def test_dos_entradas_no_comparten_clave() -> None:
    with pytest.raises(ValueError, match="misma clave"):
        Indice([Entrada("a", "Sol"), Entrada("a", "Luna")])


def test_un_indice_vacio_no_encuentra_nada() -> None:
    assert Indice([]).resolver("sol") == Ninguna()
    assert Indice([Entrada("a", "🔥", ("…",))]).sugerir("sola") == []


LETRAS = st.text("aábnñ’- ", min_size=1, max_size=12)
ENTRADAS = st.lists(st.tuples(LETRAS, st.lists(LETRAS, max_size=2), st.integers(0, 2)), max_size=12).map(
    lambda filas: [Entrada(str(i), nombre, tuple(alias), peso) for i, (nombre, alias, peso) in enumerate(filas)]
)


@given(ENTRADAS)
def test_todo_nombre_lleva_a_los_suyos_por_peso(entradas: list[Entrada]) -> None:
    indice = Indice(entradas)
    for entrada in entradas:
        for nombre in (entrada.nombre, *entrada.alias):
            normal = normalizar(nombre)
            if not normal:
                continue
            suyas = [e for e in entradas if normal in {normalizar(n) for n in (e.nombre, *e.alias)}]
            esperadas = tuple(e.clave for e in sorted(suyas, key=lambda e: -e.peso))
            assert indice.resolver(nombre) == Exacta(esperadas)
            assert indice.sugerir(nombre)[: len(esperadas)] == list(esperadas)


@given(ENTRADAS, LETRAS)
def test_lo_que_empieza_como_lo_escrito_se_sugiere_y_va_delante(entradas: list[Entrada], escrito: str) -> None:
    sugeridas = Indice(entradas).sugerir(escrito)
    assert len(set(sugeridas)) == len(sugeridas)
    assert set(sugeridas) <= {entrada.clave for entrada in entradas}
    normal = normalizar(escrito)
    if not normal:
        assert sugeridas == []
        return

    def escalon(entrada: Entrada) -> int:
        nombres = [normalizar(nombre) for nombre in (entrada.nombre, *entrada.alias)]
        if normal in nombres:
            return 0
        if normal.replace(" ", "") in {nombre.replace(" ", "") for nombre in nombres}:
            return 1
        return 2 if any(nombre.startswith(normal) for nombre in nombres) else 3

    seguras = {entrada.clave: escalon(entrada) for entrada in entradas}
    assert {clave for clave, cual in seguras.items() if cual < 3} <= set(sugeridas)
    if len(normal) < 4:  # desde cuatro letras, lo que se confunde al oír va delante de lo que empieza así
        assert [seguras[clave] for clave in sugeridas] == sorted(seguras[clave] for clave in sugeridas)
    exactas = [seguras[clave] for clave in sugeridas if seguras[clave] < 2]
    assert exactas == sorted(exactas)
    assert [seguras[clave] for clave in sugeridas[: len(exactas)]] == exactas


CATALOGO = leer_catalogo()
CARTAS = Indice(Entrada(carta.id, carta.es, (carta.en,)) for carta in CATALOGO)


def test_cada_carta_se_encuentra_por_sus_dos_nombres() -> None:
    perdidas = [
        (carta.id, nombre)
        for carta in CATALOGO
        for nombre in (carta.es, carta.en)
        if not isinstance(respuesta := CARTAS.resolver(nombre), Exacta)
        or carta.id not in respuesta.claves
        or carta.id not in CARTAS.sugerir(nombre)[: len(respuesta.claves)]
    ]
    assert perdidas == []


@pytest.mark.parametrize(
    ("consulta", "nombre"),
    [
        ("sol", "Sol"),
        ("gollum", "Gollum"),
        ("rio", "Río"),
        ("loreth", "Ioreth"),
        ("gwahir", "Gwaihir"),
        ("barad dur", "Barad-dûr"),
        ("mirror of galadriel", "Espejo de Galadriel"),
        ("anillo unico", "El Anillo Único"),
        ("smaug caza", "Smaug de Caza"),
    ],
)
def test_lo_que_la_gente_escribe_da_su_carta(consulta: str, nombre: str) -> None:
    esperadas = {carta.id for carta in CATALOGO if carta.es == nombre}
    respuesta = CARTAS.resolver(consulta)
    assert isinstance(respuesta, Exacta | Parecida)
    assert set(respuesta.claves) == esperadas
    assert set(CARTAS.sugerir(consulta)[: len(esperadas)]) == esperadas
