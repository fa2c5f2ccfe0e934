"""Exportar e importar: el formato exacto, los CSV y los archivos que mienten."""

import csv
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.hechos import Actor
from servicios.torneo.bajas import DarDeBaja
from servicios.torneo.borrador import PrepararRonda
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.documento import esquema
from servicios.torneo.exportar import Sello, documento, hojas
from servicios.torneo.importar import Importar, leer
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.resultados import Comunicar
from servicios.torneo.rondas import Sancionar
from servicios.torneo.valores import Fase
from servicios.torneo.vida import Cerrar, Iniciar
from tests.torneo.sala import ELROND, FLUJO, Sala, abierta, niega, sala_con

ESQUEMA = Path(__file__).parents[2] / "docs" / "torneo.schema.json"
SELLO = Sello(FLUJO, "ab" * 32)


def a_medias() -> Sala:
    """Siete jugadores: una ronda cerrada con sanción y baja, otra a medias con un resultado por confirmar."""
    sala = sala_con(7)
    sala.publica()
    sala.juega_todo(Random(5))
    sala.da(Sancionar(participante=sala.mesa(1).a, pv=-2, motivo="Tardanza"))
    sala.da(DarDeBaja(), Actor(sala.mesa(2).a))
    sala.publica()
    sala.resultado(sala.mesa(1).a, 25, 19)
    sala.da(Comunicar(pv_favor=9, pv_contra=9), Actor(sala.mesa(2).b))
    return sala


def salida(sala: Sala, sello: Sello = SELLO) -> dict[str, Any]:
    return documento(sala.torneo, sala.nombres, sello).model_dump(mode="json")


def test_las_claves_y_su_orden_son_los_del_formato() -> None:
    doc = salida(a_medias())
    assert list(doc) == ["formato", "torneo", "participantes", "rondas", "sanciones", "clasificacion"]
    assert doc["formato"] == "concilio-torneo/1"
    assert list(doc["torneo"]) == [
        "id",
        "nombre",
        "formato",
        "modalidad",
        "rondas_previstas",
        "estado",
        "compromiso",
        "semilla",
    ]
    assert list(doc["participantes"][0]) == ["id", "nombre", "estado", "ronda_baja"]
    ronda = doc["rondas"][0]
    assert list(ronda) == ["numero", "estado", "descanso", "mesas"]
    assert list(ronda["descanso"]) == ["participante", "puntos"]
    mesa = ronda["mesas"][0]
    assert list(mesa) == ["mesa", "a", "b", "resultado"]
    assert list(mesa["resultado"]) == ["pv_a", "pv_b", "fin", "ganador", "pt_a", "pt_b", "estado"]
    assert list(doc["sanciones"][0]) == ["participante", "ronda", "mesa", "pv", "motivo"]
    assert list(doc["clasificacion"][0]) == [
        "puesto",
        "participante",
        "pt",
        "pv",
        "victorias",
        "anillos",
        "v60",
        "v51",
        "v42",
        "e33",
        "decidido_por",
    ]


def test_lo_que_dice_un_torneo_a_medias() -> None:
    doc = salida(a_medias())
    assert (doc["torneo"]["estado"], doc["torneo"]["semilla"]) == ("en_juego", None)
    assert [r["estado"] for r in doc["rondas"]] == ["cerrada", "publicada"]
    firme, pendiente, falta = [m["resultado"] for m in doc["rondas"][1]["mesas"]]
    assert (firme["estado"], firme["pt_a"], firme["pt_b"]) == ("firme", 4, 2)
    assert (pendiente["estado"], pendiente["ganador"], pendiente["pt_a"]) == ("pendiente", None, 3)
    assert falta is None
    baja = [p for p in doc["participantes"] if p["estado"] == "retirado"]
    assert [p["ronda_baja"] for p in baja] == [2]
    assert [f["puesto"] for f in doc["clasificacion"]][-1] is None


def test_la_semilla_solo_sale_al_cerrar_y_el_borrador_nunca() -> None:
    sala = sala_con(6, 1)
    sala.da(PrepararRonda())
    assert salida(sala)["rondas"] == []
    sala.publica_borrador()
    sala.juega_todo(Random(1))
    sala.da(Cerrar())
    doc = salida(sala, Sello(FLUJO, "ab" * 32, sala.semilla.hex()))
    assert (doc["torneo"]["estado"], doc["torneo"]["semilla"]) == ("cerrado", sala.semilla.hex())


def test_el_esquema_publicado_es_el_del_programa_y_lo_cumple_lo_exportado() -> None:
    publicado = json.loads(ESQUEMA.read_text(encoding="utf-8"))
    assert publicado == esquema()
    validador = jsonschema_rs.validator_for(publicado)
    for sala in (a_medias(), abierta(3), abierta(0)):
        assert validador.is_valid(salida(sala))
    roto = salida(a_medias())
    del roto["rondas"][0]["descanso"]
    assert not validador.is_valid(roto)


@pytest.mark.parametrize("sala", [a_medias(), abierta(5), sala_con(6)], ids=["a medias", "abierto", "iniciado"])
def test_lo_importado_se_exporta_igual_y_se_puede_seguir(sala: Sala) -> None:
    nueva = Sala()
    nueva.da(Importar(documento=leer(json.dumps(salida(sala)).encode())))
    assert salida(nueva) == salida(sala)
    assert clasificar(nueva.torneo) == clasificar(sala.torneo)
    if nueva.torneo.fase is Fase.INSCRIPCION:
        nueva.da(Iniciar(rondas=3))
    for mesa in nueva.ronda.faltan() if nueva.torneo.rondas else ():
        nueva.resultado(mesa.a)
    nueva.publica()
    assert len(nueva.torneo.rondas) == len(sala.torneo.rondas) + 1


def test_un_torneo_cerrado_se_importa_cerrado() -> None:
    sala = sala_con(6, 1)
    sala.publica()
    sala.juega_todo(Random(2))
    sala.da(Cerrar())
    nueva = Sala()
    nueva.da(Importar(documento=leer(json.dumps(salida(sala)).encode())))
    assert nueva.libro.cerrado
    assert nueva.torneo.clasificacion_final == sala.torneo.clasificacion_final
    assert nueva.torneo.podio == sala.torneo.podio


def _sin(doc: dict[str, Any], *camino: Any) -> dict[str, Any]:
    dentro = doc
    for paso in camino[:-1]:
        dentro = dentro[paso]
    del dentro[camino[-1]]
    return doc


def con(doc: dict[str, Any], valor: Any, *camino: Any) -> dict[str, Any]:
    dentro = doc
    for paso in camino[:-1]:
        dentro = dentro[paso]
    dentro[camino[-1]] = valor
    return doc


def test_lo_que_no_cumple_el_formato_se_rechaza_al_leer() -> None:
    for roto in (b"", b"{", b"[]", b"null", b'{"formato":"otro"}'):
        with pytest.raises(ErrorDeDominio, match="no es un torneo de Concilio"):
            leer(roto)
    for doc, donde in (
        (_sin(salida(a_medias()), "torneo", "id"), "torneo.id"),
        (con(salida(a_medias()), 999, "rondas", 0, "mesas", 0, "resultado", "pv_a"), "rondas.0.mesas.0"),
        (con(salida(a_medias()), "x", "participantes", 0, "extra"), "participantes.0.extra"),
    ):
        with pytest.raises(ErrorDeDominio) as fallo:
            leer(json.dumps(doc).encode())
        assert donde in (fallo.value.detalle or "")


@pytest.mark.parametrize(
    ("valor", "camino", "frase"),
    [
        (2, ("participantes", 0, "id"), "el mismo número"),
        ("expulsado", ("participantes", "activo", "estado"), "se contradicen"),
        (3, ("rondas", 1, "numero"), "no van seguidas"),
        (None, ("torneo", "rondas_previstas"), "cuántas estaban previstas"),
        (5, ("rondas", 0, "descanso", "puntos"), "el descanso vale 6"),
        (99, ("rondas", 0, "mesas", 0, "a"), "no está en la lista"),
        (7, ("rondas", 0, "mesas", 0, "mesa"), "las mesas no van seguidas"),
        ("cerrada", ("rondas", 1, "estado"), "le faltan resultados"),
        (3, ("sanciones", 0, "mesa"), "donde no se jugó"),
        (7, ("rondas", 1, "mesas", 0, "resultado", "pt_a"), "no salen de sus PV"),
        (99, ("clasificacion", 0, "pt"), "La clasificación del archivo"),
        ("\u200b", ("participantes", 0, "nombre"), "sin nombre visible"),
        ("anillo", ("rondas", 1, "mesas", 1, "resultado", "fin"), "falta quién ganó"),
    ],
)
def test_lo_que_se_contradice_no_se_importa(valor: Any, camino: tuple[Any, ...], frase: str) -> None:
    doc = salida(a_medias())
    activo = [p["estado"] for p in doc["participantes"]].index("activo")
    con(doc, valor, *(activo if paso == "activo" else paso for paso in camino))
    niega(Sala(), Importar(documento=leer(json.dumps(doc).encode())), ELROND, frase)


def test_alguien_repetido_en_una_ronda() -> None:
    doc = salida(a_medias())
    mesas = doc["rondas"][0]["mesas"]
    mesas[0]["a"] = mesas[1]["a"]
    niega(Sala(), Importar(documento=leer(json.dumps(doc).encode())), ELROND, "aparece dos veces")


def test_solo_importa_la_coordinacion_y_donde_no_hay_otro() -> None:
    doc = leer(json.dumps(salida(a_medias())).encode())
    niega(Sala(), Importar(documento=doc), Actor(1), "rol de coordinación", SinPermiso)
    niega(abierta(1), Importar(documento=doc), ELROND, "ya hay un torneo")


def test_csv_para_hojas_de_calculo() -> None:
    sala = abierta(0)
    for nombre in ("=1+1", "Óscar", "ana; la de Rohan", "Zoe"):
        sala.da(Inscribir(nombre=nombre))
    sala.da(Iniciar(rondas=1))
    sala.publica()
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a, 25, 19)
    archivos = hojas(sala.torneo, sala.nombres)
    assert list(archivos) == ["clasificacion.csv", "partidas.csv", "donde_juego.csv"]
    assert all(datos.startswith("\ufeff".encode()) for datos in archivos.values())
    filas = {
        nombre: list(csv.reader(io.StringIO(datos.decode("utf-8-sig")), delimiter=";"))
        for nombre, datos in archivos.items()
    }
    donde = filas["donde_juego.csv"]
    assert donde[0] == ["Nombre", "Mesa", "Rival"]
    assert [fila[0] for fila in donde[1:]] == ["'=1+1", "ana; la de Rohan", "Óscar", "Zoe"]
    assert len(filas["partidas.csv"]) == 3
    clasificacion = filas["clasificacion.csv"]
    assert clasificacion[0][:4] == ["Puesto", "Nombre", "PT", "PV"]
    assert [fila[2:4] for fila in clasificacion[1:]] == [["4", "25"], ["4", "25"], ["2", "19"], ["2", "19"]]


def test_ningun_nombre_llega_a_una_hoja_de_calculo_como_formula() -> None:
    sala = abierta(0)
    for n, signo in enumerate("=+-−@＝＋－＠", start=1):
        sala.da(Inscribir(nombre=f"\u202e {signo}{n};\t=\r\n{signo}{n}"))
    sala.da(Iniciar(rondas=1))
    sala.publica()
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a, -3, -9)
    for datos in hojas(sala.torneo, sala.nombres).values():
        filas = list(csv.reader(io.StringIO(datos.decode("utf-8-sig")), delimiter=";"))
        nombres = [celda for fila in filas for celda in fila if ";" in celda]
        assert nombres
        assert all(celda.startswith("'") for celda in nombres)
        assert (
            any(celda in ("-3", "-9") for fila in filas for celda in fila) or "Mesa" in filas[0]
        )  # un número lo es


def test_csv_con_descanso_y_retirados() -> None:
    archivos = {n: d.decode("utf-8-sig") for n, d in hojas(a_medias().torneo, a_medias().nombres).items()}
    assert "descansa" in archivos["partidas.csv"]
    assert "\r\nretirado;" in archivos["clasificacion.csv"]
    assert "donde_juego.csv" not in hojas(abierta(2).torneo, abierta(2).nombres)
