"""Lo que hay en `datos/`: entero, coherente y accesible."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from servicios.consultas.carga import Saber, cargar
from servicios.consultas.lectura import leer_ficha, leer_lista
from servicios.consultas.modelos import (
    Aclaracion,
    Anadir,
    CambioDeTipo,
    CambioDeValor,
    Carta,
    Errata,
    Tema,
)

DATOS = Path(__file__).parents[2] / "datos"
ENCABEZADOS = [
    tuple(linea.split("\t"))
    for linea in Path(__file__).with_name("encabezados.tsv").read_text(encoding="utf-8").splitlines()[1:]
]
"""(lista, encabezado, carta principal) de los 65 + 154 encabezados del documento, con su grafía."""


@pytest.fixture(scope="module")
def saber() -> Saber:
    return cargar(DATOS)


def _detalle(carta: Carta, rotulo: str) -> str:
    return dict(carta.detalles).get(rotulo, "")


def _textos(valor: object) -> Iterator[str]:
    if isinstance(valor, str):
        yield valor
    elif isinstance(valor, dict):
        for parte in valor.values():
            yield from _textos(parte)
    elif isinstance(valor, list | tuple):
        for parte in valor:
            yield from _textos(parte)


def test_encabezados_del_documento() -> None:
    listas = [lista for lista, _, _ in ENCABEZADOS]
    assert (listas.count("errata"), listas.count("aclaracion")) == (65, 154)


@pytest.mark.parametrize(("lista", "encabezado", "carta"), ENCABEZADOS)
def test_todo_encabezado_lleva_a_su_entrada(saber: Saber, lista: str, encabezado: str, carta: str) -> None:
    entradas: list[Errata | Aclaracion] = [*(saber.erratas if lista == "errata" else saber.aclaraciones).values()]
    encontradas = [e for e in entradas if encabezado in (e.encabezado, *e.alias)]
    assert [carta in e.cartas for e in encontradas] == [True]


def test_erratas_en_el_orden_del_documento(saber: Saber) -> None:
    assert [errata.cartas[0] for errata in saber.erratas.values()] == [
        carta for lista, _, carta in ENCABEZADOS if lista == "errata"
    ]


def test_ningun_id_se_pierde_al_cargar(saber: Saber) -> None:
    """Cuenta los ids con una expresión regular, sin pasar por el cargador."""
    for archivos, entradas in (("erratas.yaml", saber.erratas), ("aclaraciones/*.yaml", saber.aclaraciones)):
        textos = [ruta.read_text(encoding="utf-8") for ruta in sorted((DATOS / "satm").glob(archivos))]
        ids = [ident for texto in textos for ident in re.findall(r"^- id: (\S+)$", texto, re.MULTILINE)]
        assert ids == list(entradas)
    assert len(list(DATOS.glob("*/temas/*.yaml"))) == len(saber.temas)


def test_el_id_sale_del_encabezado(saber: Saber) -> None:
    letras = str.maketrans("áéíóúüäöâêîôûñ", "aeiouuaoaeioun")
    for errata in saber.erratas.values():
        palabras = re.findall(r"[a-z0-9]+", errata.encabezado.lower().translate(letras))
        assert errata.id == "-".join(palabras)


def test_el_encabezado_es_el_nombre_impreso_salvo_en_los_grupos(saber: Saber) -> None:
    propios = {"saruman-renegado", "anillos-enanos-todos"}
    for errata in saber.erratas.values():
        nombres = {saber.cartas[carta].nombre_es for carta in errata.cartas}
        assert (nombres == {errata.encabezado}) != (errata.id in propios)


def test_catalogo_entero(saber: Saber) -> None:
    por_coleccion: dict[str, int] = {}
    for carta in saber.cartas.values():
        por_coleccion[carta.coleccion] = por_coleccion.get(carta.coleccion, 0) + 1
    assert por_coleccion == {
        "Los Magos": 500,
        "Los Dragones": 185,
        "Servidores de la Oscuridad": 183,
        "El Ojo sin Párpado": 419,
        "Contra la Sombra": 170,
        "La Mano Blanca": 122,
        "El Balrog": 104,
    }
    assert sum(carta.unica for carta in saber.cartas.values()) == 685


def test_una_carta_se_cuenta_entera(saber: Saber) -> None:
    gwaihir = saber.cartas["TW-251"]
    assert (gwaihir.nombre_en, gwaihir.tipo, gwaihir.alineamiento) == ("Gwaihir", "aliado", "Héroe")
    assert gwaihir.unica
    assert dict(gwaihir.detalles) == {
        "mente": "4",
        "poder": "4",
        "resistencia": "8",
        "puntos de victoria": "2, aliado",
    }


def test_las_regiones_y_refugios_de_un_lugar_existen(saber: Saber) -> None:
    lugares = [carta for carta in saber.cartas.values() if carta.tipo == "lugar"]
    nombres = {carta.nombre_es for carta in saber.cartas.values() if carta.tipo in ("lugar", "región")}
    assert {_detalle(lugar, "región") for lugar in lugares} - {""} <= nombres
    assert {_detalle(lugar, "refugio más cercano") for lugar in lugares} - {""} <= nombres


def test_el_catalogo_ya_trae_los_valores_corregidos(saber: Saber) -> None:
    """Dos fuentes independientes: el catálogo se compuso con las erratas ya aplicadas."""
    comparadas = 0
    for errata in saber.erratas.values():
        for carta in (saber.cartas[ident] for ident in errata.cartas):
            for operacion in errata.operaciones:
                if isinstance(operacion, CambioDeValor):
                    valor = _detalle(carta, operacion.atributo)
                    assert not valor or operacion.despues.lstrip("+") in re.findall(r"[\w/]+", valor)
                    comparadas += bool(valor)
                elif isinstance(operacion, CambioDeTipo):
                    assert carta.subtipo == operacion.despues
                    comparadas += 1
                elif isinstance(operacion, Anadir) and operacion.texto.lower() == "única":
                    assert carta.unica
                    comparadas += 1
    # Frodo, Bill, Rescate, Centinela, Exterminador ×2, siete anillos; Sombra; Rey y Engendro
    assert comparadas == 16


def test_los_anillos_enanos_de_servidor_quedan_fuera(saber: Saber) -> None:
    errata = saber.erratas["anillos-enanos-todos"]
    anillos = {
        carta.id for carta in saber.cartas.values() if carta.nombre_es.startswith("Anillo Enano de la Tribu")
    }
    fuera = {carta for grupo in errata.no_aplica for carta in grupo.cartas}
    assert set(errata.cartas) | fuera == anillos
    assert all(_detalle(saber.cartas[carta], "influencia directa") for carta in errata.cartas)
    assert not any(_detalle(saber.cartas[carta], "influencia directa") for carta in fuera)


def test_tipografia_de_las_erratas(saber: Saber) -> None:
    for errata in saber.erratas.values():
        for texto in _textos(errata.model_dump()):
            assert not re.search(r'["“”]|\.\.\.|\s\s|\s[,.;:)]|\(\s|!', texto), (errata.id, texto)


def test_los_ejemplos_del_readme_valen(tmp_path: Path) -> None:
    bloques = re.findall(r"```yaml\n(.*?)```", (DATOS / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    ejemplos: dict[str, str] = dict(zip(("errata", "grupo", "aclaracion", "tema"), bloques, strict=True))
    escritos = {nombre: tmp_path / f"{nombre}.yaml" for nombre in ejemplos}
    for nombre, ruta in escritos.items():
        ruta.write_text(ejemplos[nombre], encoding="utf-8")
    for nombre in ("errata", "grupo"):
        assert len(list(leer_lista(tmp_path, escritos[nombre], Errata))) == 1
    assert len(list(leer_lista(tmp_path, escritos["aclaracion"], Aclaracion))) == 1
    assert leer_ficha(tmp_path, escritos["tema"], Tema)[1].id == "fase-de-lugares"


def test_los_datos_se_explican_solos() -> None:
    """Nada remite a papeles de trabajo que el lector no tiene."""
    for ruta in (ruta for ruta in DATOS.rglob("*") if ruta.is_file()):
        assert not re.search(r"\bD-\d\d\b|shared/|/work|satm_nombres", ruta.read_text(encoding="utf-8")), ruta
