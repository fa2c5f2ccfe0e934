"""Las tablas del LCG: sus totales de control, que son de otra fuente, y qué se dice de un dato malo."""

import shutil
from pathlib import Path

import pytest

from servicios.errores import ErrorDePuestaEnMarcha, NoExiste
from servicios.lcg import tablas
from servicios.lcg.mazo import Composicion, composicion, de_corsarios, de_escenario
from servicios.lcg.rumbo import RUMBOS, Rumbo

# (escenario, fácil) → cartas, timones, cartas con 2 timones y cartas del mazo de Corsarios
MAZOS = {
    ("travesia", False): (27, 14, 2, 9),
    ("tormentera", False): (32, 16, 2, 13),
    ("cobas", False): (36, 13, 0, 16),
    ("umbar", False): (33, 9, 0, 10),
    ("travesia", True): (19, 11, 2, 7),
    ("tormentera", True): (23, 12, 2, 10),
    ("cobas", True): (26, 10, 0, 12),
    ("umbar", True): (22, 7, 0, 6),
}
# conjunto → copias y timones en la versión normal
CONJUNTOS = {
    "vastos-oceanos": (7, 9),
    "tiempo-tormentoso": (9, 4),
    "flota-de-umbar": (6, 0),
    "piratas-corsarios": (9, 0),
    "incursores-corsarios": (9, 0),
    "travesia": (7, 2),
    "huida": (22, 4),
    "cobas": (26, 12),
    "costa-de-umbar": (14, 4),
}


@pytest.mark.parametrize(("escenario", "facil"), MAZOS)
def test_los_mazos_tienen_las_cartas_y_timones_de_control(escenario: str, facil: bool) -> None:
    ficha = tablas.escenario(escenario)
    mazo = composicion(de_escenario(ficha, facil=facil, jugadores=2).quedan)
    corsarios = de_corsarios(ficha, facil=facil).cartas
    assert (mazo.cartas, mazo.timones, mazo.dobles, corsarios) == MAZOS[escenario, facil]


def test_los_conjuntos_tienen_las_copias_y_timones_contados() -> None:
    for conjunto, (copias, timones) in CONJUNTOS.items():
        cartas = [c for c in tablas.tablas().encuentros.values() if c.conjunto == conjunto]
        assert sum(c.copias for c in cartas) == copias, conjunto
        assert sum(c.copias * c.timones for c in cartas) == timones, conjunto


@pytest.mark.parametrize(("facil", "lugares", "enemigos", "traiciones"), [(False, 15, 21, 11), (True, 11, 16, 8)])
def test_el_tormentera_cuadra_con_el_recuento_por_tipos(
    facil: bool, lugares: int, enemigos: int, traiciones: int
) -> None:
    """21 Enemigos, 15 Lugares y 11 Traiciones (16, 11 y 8 en la fácil), además de los 4 barcos."""
    conjuntos = tablas.escenario("tormentera").conjuntos
    cartas = [c for c in tablas.tablas().encuentros.values() if c.conjunto in conjuntos]

    def cuantas(*tipos: str) -> int:
        return sum(c.facil if facil else c.copias for c in cartas if c.tipo in tipos)

    assert cuantas("lugar") == lugares
    assert cuantas("enemigo", "barco-enemigo") == enemigos
    assert cuantas("traición") == traiciones


def test_todo_escenario_se_reparte_entero_entre_sus_dos_mazos() -> None:
    for ficha in tablas.tablas().escenarios.values():
        for facil in (False, True):
            suyas = [c for c in tablas.tablas().encuentros.values() if c.conjunto in ficha.conjuntos]
            todas = sum(c.facil if facil else c.copias for c in suyas)
            for jugadores in (1, 2, 3, 4):
                mazo = de_escenario(ficha, facil=facil, jugadores=jugadores)
                assert mazo.total + de_corsarios(ficha, facil=facil).total == todas


def test_con_tres_o_mas_jugadores_se_aparta_lo_que_dice_el_escenario() -> None:
    for escenario, carta in (("tormentera", "rolling-seas"), ("umbar", "southern-belfalas")):
        ficha = tablas.escenario(escenario)
        pocos, muchos = (de_escenario(ficha, facil=False, jugadores=n).quedan for n in (2, 3))
        assert pocos[carta] - muchos.get(carta, 0) == 1
    cobas = tablas.escenario("cobas")
    assert de_escenario(cobas, facil=False, jugadores=2).cartas == 36
    assert de_escenario(cobas, facil=False, jugadores=4).cartas == 36


def test_las_caras_del_rumbo_van_de_mejor_a_peor_y_solo_una_es_correcta() -> None:
    assert [rumbo.nombre for rumbo in RUMBOS] == ["Soleado", "Nublado", "Lluvioso", "Tormenta"]
    assert list(tablas.tablas().rumbos) == list(RUMBOS)
    assert [rumbo for rumbo in RUMBOS if rumbo.correcto] == [Rumbo.SOLEADO]


def test_los_barcos_tienen_sus_numeros() -> None:
    numeros = {
        b.nombre: (b.voluntad, b.ataque, b.defensa, b.puntos, b.amenaza) for b in tablas.tablas().barcos.values()
    }
    assert numeros == {
        "Cazador de Sueños": (5, 4, 4, 18, 0),
        "Estrella del Alba": (3, 3, 4, 16, 3),
        "Nárelenya": (3, 3, 5, 16, 0),
        "Ala Plateada": (2, 4, 2, 14, -3),
    }


def test_las_copias_de_la_isla_y_los_puntos_de_la_entrada() -> None:
    isla = tablas.tablas().isla.values()
    assert sum(r.copias for r in isla if not r.templo) == 12
    assert [(r.copias, r.mision) for r in isla if r.meta] == [(1, 8)]


def test_las_etapas_van_de_oeste_a_este_con_su_numero_de_mision() -> None:
    assert [(e.id, e.numero) for e in tablas.tablas().asedio.etapas] == [
        ("erebor", 5),
        ("valle", 4),
        ("rio", 3),
        ("este", 2),
    ]


def test_lo_que_no_existe_se_dice() -> None:
    for buscar in (
        tablas.encuentro,
        tablas.escenario,
        tablas.barco,
        tablas.enemigo,
        tablas.reverso,
        tablas.etapa,
        tablas.paso,
    ):
        with pytest.raises(NoExiste, match="inventado"):
            buscar("inventado")


@pytest.mark.parametrize(
    ("archivo", "viejo", "nuevo", "culpable"),
    [
        ("rumbo.yaml", "nombre: Nublado, ", "", "«nublado»"),
        ("encuentros.yaml", "id: calm-waters, en: Calm Waters", "id: calm-waters", "«calm-waters»"),
        ("encuentros.yaml", "timones: 2", "timones: 3", "«calm-waters»"),
        ("encuentros.yaml", "id: rolling-seas", "id: calm-waters", "repetido"),
        ("escenarios.yaml", "vastos-oceanos", "vastos-desiertos", "«vastos-desiertos»"),
        ("escenarios.yaml", "scouting-ship: 1}", "scouting-chip: 1}", "«scouting-chip»"),
        ("barcos.yaml", "puntos: 18", "puntos: muchos", "«cazador-de-suenos»"),
        ("corsarios.yaml", "id: scouting-ship", "id: buque", "«buque»"),
        ("corsarios.yaml", "- {id: umbar-slaver", "#", "«umbar-slaver»"),
        ("isla.yaml", "copias: 2", "copias: 3", "13 Lugares de la isla"),
        ("isla.yaml", "- id: ruinas-inundadas", "- di: ruinas-inundadas", "n.º 1"),
        ("asedio.yaml", "norte: 8", "sur: 8", "norte"),
        ("asedio.yaml", "etapas:", "etapas: [", "YAML"),
    ],
)
def test_un_dato_malo_impide_arrancar_y_dice_donde(
    tmp_path: Path, archivo: str, viejo: str, nuevo: str, culpable: str
) -> None:
    carpeta = tmp_path / "lcg"
    shutil.copytree(tablas.CARPETA, carpeta, ignore=shutil.ignore_patterns("temas"))
    texto = (carpeta / archivo).read_text(encoding="utf-8")
    assert viejo in texto
    (carpeta / archivo).write_text(texto.replace(viejo, nuevo, 1), encoding="utf-8")
    with pytest.raises(ErrorDePuestaEnMarcha) as fallo:
        tablas.cargar(carpeta)
    assert f"datos/lcg/{archivo}" in str(fallo.value)
    assert culpable in str(fallo.value)


def test_si_falta_un_archivo_se_dice_cual(tmp_path: Path) -> None:
    with pytest.raises(ErrorDePuestaEnMarcha, match=r"datos/lcg/rumbo\.yaml"):
        tablas.cargar(tmp_path / "lcg")


def test_la_suma_de_composiciones_suma_cada_clase() -> None:
    suma = Composicion(sin=1, simples=2, dobles=3) + Composicion(sin=4, simples=5, dobles=6)
    assert (suma.sin, suma.simples, suma.dobles, suma.cartas, suma.timones) == (5, 7, 9, 21, 25)
