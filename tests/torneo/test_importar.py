"""Lo que un archivo no puede decir: rondas a medias, números sin fin, gente que juega después de irse."""

import json
from typing import Any

import pytest

from servicios.errores import ErrorDeDominio
from servicios.torneo.importar import ID_MAXIMO, Importar, leer
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.puntos import AFORO_MAXIMO
from servicios.torneo.rondas import Sancionar
from tests.torneo.sala import ELROND, Sala, abierta, niega, sala_con
from tests.torneo.test_exportar import a_medias, con, salida


def _importa(doc: dict[str, Any]) -> Importar:
    return Importar(documento=leer(json.dumps(doc).encode()))


def test_una_ronda_sin_acabar_con_otra_detras() -> None:
    doc = salida(a_medias())
    doc["rondas"][0]["estado"] = "publicada"
    doc["rondas"][0]["mesas"][0]["resultado"]["estado"] = "pendiente"
    niega(Sala(), _importa(doc), ELROND, "faltan resultados y hay otra detrás, o el cierre")


def test_la_vida_del_torneo_y_sus_rondas_cuadran() -> None:
    for camino, valor, frase in (
        (("torneo", "rondas_previstas"), 1, "más rondas jugadas que previstas"),
        (("torneo", "estado"), "inscripcion", "en inscripción aún no tiene rondas"),
    ):
        niega(Sala(), _importa(con(salida(a_medias()), valor, *camino)), ELROND, frase)
    sin_rondas = con(salida(sala_con(6)), None, "torneo", "rondas_previstas")
    niega(Sala(), _importa(sin_rondas), ELROND, "no dice cuántas rondas")


def test_nadie_juega_despues_de_irse() -> None:
    doc = salida(a_medias())
    juega = doc["rondas"][1]["mesas"][0]["a"]
    (quien,) = [p for p in doc["participantes"] if p["id"] == juega]
    quien |= {"estado": "retirado", "ronda_baja": 1}
    niega(Sala(), _importa(doc), ELROND, "ya había dejado el torneo")


def test_no_se_importan_mas_de_los_que_caben() -> None:
    doc = salida(abierta(1))
    doc["participantes"] = [doc["participantes"][0] | {"id": n} for n in range(1, AFORO_MAXIMO + 2)]
    niega(Sala(), _importa(doc), ELROND, "más de 512 participantes")


def test_el_motivo_de_una_sancion_llega_entero() -> None:
    sala = a_medias()
    motivo = "Llegó tarde. " * 20
    sala.da(Sancionar(participante=sala.mesa(1).b, pv=-1, motivo=motivo))
    nueva = Sala()
    nueva.da(_importa(salida(sala)))
    assert salida(nueva)["sanciones"][-1]["motivo"] == motivo.strip()


def test_un_torneo_cerrado_lo_esta_del_todo() -> None:
    sala = sala_con(4, 3)
    sala.publica()
    a_medias_y_cerrado = con(salida(sala), "cerrado", "torneo", "estado")
    niega(Sala(), _importa(a_medias_y_cerrado), ELROND, "le faltan resultados")
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    niega(Sala(), _importa(con(salida(sala), "cerrado", "torneo", "estado")), ELROND, "una ronda sin cerrar")


def test_quien_se_inscribe_despues_de_importar_tambien_se_exporta() -> None:
    doc = salida(abierta(1))
    doc["participantes"][0]["id"] = doc["clasificacion"][0]["participante"] = 999_999
    niega(Sala(), _importa(doc), ELROND, "un número demasiado alto")
    doc["participantes"][0]["id"] = doc["clasificacion"][0]["participante"] = ID_MAXIMO
    sala = Sala()
    sala.da(_importa(doc))
    sala.da(Inscribir(nombre="Beorn"))
    assert [p["id"] for p in salida(sala)["participantes"]] == [ID_MAXIMO, ID_MAXIMO + 1]


def test_muchas_sanciones_se_suman_y_con_demasiadas_no_se_lee() -> None:
    sala = sala_con(4, 3)
    sala.publica()
    mesa = sala.mesa(1)
    sala.resultado(mesa.a, 200, 5)
    sala.resultado(sala.mesa(2).a, 20, 5)
    doc = salida(sala)
    una = {"participante": mesa.a, "ronda": 1, "mesa": 1, "pv": -50, "motivo": "x"}
    doc["sanciones"] = [una] * 10_001
    with pytest.raises(ErrorDeDominio, match="no es un torneo de Concilio"):
        _importa(doc)
    doc["sanciones"] = [una] * 10_000
    doc["rondas"][0]["mesas"][0]["resultado"] |= {"ganador": mesa.b, "pt_a": 0, "pt_b": 6}
    niega(Sala(), _importa(doc), ELROND, "La clasificación del archivo")  # los puntos de la mesa sí cuadran
