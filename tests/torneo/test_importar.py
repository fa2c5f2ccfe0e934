"""Lo que un archivo no puede decir: rondas a medias, números sin fin, gente que juega después de irse."""

import json
from typing import Any

from servicios.torneo.importar import Importar, leer
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
    niega(Sala(), _importa(doc), ELROND, "faltan resultados y hay otra detrás")


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
