"""Los datos de `datos/guerra/`: recuentos publicados, y errores que dicen dónde está el fallo."""

import shutil
from collections import Counter
from pathlib import Path

import pytest
import yaml

from servicios.errores import ErrorDePuestaEnMarcha, NoExiste
from servicios.guerra import mapa
from servicios.guerra.piezas import Bando
from servicios.guerra.tablas import CARPETA, cargar, ficha, nacion, personaje, region, tablas

ARCHIVOS = ("regiones", "naciones", "personajes", "fichas", "dados")


@pytest.fixture
def copia(tmp_path: Path) -> Path:
    carpeta = tmp_path / "guerra"
    carpeta.mkdir()
    for nombre in ARCHIVOS:
        shutil.copy(CARPETA / f"{nombre}.yaml", carpeta)
    return carpeta


def test_regiones_y_asentamientos() -> None:
    regiones = tablas().regiones.values()
    assert len(regiones) == 105
    hay = Counter(str(r.asentamiento) for r in regiones if r.asentamiento)
    assert hay == {"baluarte": 16, "ciudad": 6, "pueblo": 14, "fortificacion": 2}
    assert len({r.nombre for r in regiones}) == 105


def test_puntos_de_victoria_por_nacion() -> None:
    puntos: Counter[str] = Counter()
    for r in tablas().regiones.values():
        if r.nacion and r.asentamiento:
            puntos[r.nacion] += r.asentamiento.puntos
    assert puntos == {
        "elfos": 8, "enanos": 2, "norte": 2, "rohan": 3, "gondor": 5, "southrons": 3, "sauron": 13, "isengard": 2,
    }  # fmt: skip
    libres = sum(p for cual, p in puntos.items() if nacion(cual).bando is Bando.LIBRES)
    assert (libres, puntos.total() - libres) == (20, 18)


def test_osgiliath_no_es_de_nadie() -> None:
    assert region("osgiliath").nacion is None
    assert not region("osgiliath").capturable


def test_fichas_de_caza() -> None:
    normales = [f for f in tablas().fichas.values() if not f.especial]
    assert sum(f.copias for f in normales) == 16
    assert sum(f.copias for f in normales if f.revela) == 9
    assert sum(f.copias for f in normales if f.valor == "ojo") == 4
    assert sum(f.copias * f.valor for f in normales if isinstance(f.valor, int)) == 19
    especiales = [f for f in tablas().fichas.values() if f.especial]
    assert Counter(f.clase for f in especiales) == {"azul": 4, "roja": 4}
    assert all(f.stop == (f.clase == "roja") and f.carta for f in especiales)


def test_dados_de_accion() -> None:
    dados = tablas().dados
    assert (dados.libres.base, dados.sombra.base, dados.anillos) == (4, 7, 3)
    assert Counter(dados.libres.caras)["personaje"] == 2
    extra = Counter(p.bando for p in tablas().personajes.values() for _ in range(p.dado_extra))
    assert extra == {Bando.LIBRES: 2, Bando.SOMBRA: 3}


def test_companeros() -> None:
    compania = [p for p in tablas().personajes.values() if p.compania]
    assert [p.nivel for p in compania] == [3, 3, 2, 2, 2, 1, 1]
    # «Gandalf, Aragorn, Merry y Pippin son capaces de activar cualquier nación»
    todas = {p.id for p in tablas().personajes.values() if p.activa == "todas"}
    assert todas == {"gandalf-gris", "gandalf-blanco", "aragorn", "merry", "pippin"}


@pytest.mark.parametrize("buscar", [region, nacion, personaje, ficha])
def test_lo_que_no_existe_se_dice(buscar: object) -> None:
    assert callable(buscar)
    with pytest.raises(NoExiste, match="hobbiton"):
        buscar("hobbiton")


def test_distancias() -> None:
    assert mapa.distancia("rivendell", "rivendell") == 0
    assert mapa.distancia("rivendell", "hollin") == 2
    assert mapa.camino("rivendell", "hollin", frozenset({"fords-of-bruinen"})) == (
        "rivendell",
        "trollshaws",
        "hollin",
    )
    assert mapa.camino("rivendell", "hollin", frozenset({"fords-of-bruinen", "trollshaws"})) is None
    for origen in tablas().regiones:
        assert len(mapa.distancias(origen)) == 105
        for vecina in region(origen).adyacentes:
            assert mapa.distancia(origen, vecina) == mapa.distancia(vecina, origen) == 1


def cambiar(carpeta: Path, archivo: str, entrada: int, **cambios: object) -> None:
    ruta = carpeta / f"{archivo}.yaml"
    datos = yaml.safe_load(ruta.read_text(encoding="utf-8"))
    datos[entrada] |= cambios
    ruta.write_text(yaml.safe_dump(datos, allow_unicode=True), encoding="utf-8")


@pytest.mark.parametrize(
    ("archivo", "entrada", "cambios", "dice"),
    [
        ("regiones", 0, {"adyacentes": ["bree"]}, "«andrast».*«bree»"),
        ("regiones", 1, {"nacion": "hobbits"}, "«anfalas».*«hobbits»"),
        ("regiones", 2, {"id": "andrast"}, "«andrast».*repetido"),
        ("regiones", 3, {"asentamiento": "aldea"}, "«arnor».*asentamiento"),
        ("naciones", 0, {"pasos": 9}, "«elfos».*pasos"),
        ("personajes", 2, {"activa": ["angmar"]}, "«boromir».*«angmar»"),
        ("personajes", 7, {"sustituye": "faramir"}, "«aragorn».*«faramir»"),
        ("fichas", 1, {"valor": "mucho"}, "«3».*valor"),
        ("fichas", 1, {"color": "beis"}, "«3».*color"),
    ],
)
def test_un_dato_malo_dice_donde(
    copia: Path, archivo: str, entrada: int, cambios: dict[str, object], dice: str
) -> None:
    cambiar(copia, archivo, entrada, **cambios)
    with pytest.raises(ErrorDePuestaEnMarcha, match=f"(?s)datos/guerra/{archivo}.yaml.*{dice}"):
        cargar(copia)


def test_archivo_que_falta_o_que_no_es_yaml(copia: Path) -> None:
    (copia / "dados.yaml").write_text("caras: [", encoding="utf-8")
    with pytest.raises(ErrorDePuestaEnMarcha, match=r"dados\.yaml no es YAML"):
        cargar(copia)
    (copia / "dados.yaml").unlink()
    with pytest.raises(ErrorDePuestaEnMarcha, match=r"dados\.yaml"):
        cargar(copia)
    (copia / "fichas.yaml").write_text("nada: aquí", encoding="utf-8")
    with pytest.raises(ErrorDePuestaEnMarcha, match="lista de entradas"):
        cargar(copia)
