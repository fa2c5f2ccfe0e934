"""El formato `concilio-torneo/1`, comprobado valor a valor contra su texto y sin el modelo de por medio."""

import json
from random import Random
from typing import Any

from servicios.hechos import Actor
from servicios.torneo.bajas import DarDeBaja, Expulsar
from servicios.torneo.exportar import Sello
from servicios.torneo.puntos import Fin
from servicios.torneo.resultados import Comunicar
from servicios.torneo.vida import Cerrar
from tests.torneo.sala import FLUJO, abierta, sala_con
from tests.torneo.test_exportar import a_medias, salida


def test_el_formato_al_pie_de_la_letra() -> None:
    anillo = sala_con(7)
    anillo.publica()
    anillo.da(Comunicar(jugador=anillo.mesa(1).a, fin=Fin.ANILLO))
    anillo.da(DarDeBaja(), Actor(anillo.mesa(2).a))
    anillo.da(Expulsar(participante=anillo.mesa(3).a, motivo="Trampas"))
    cerrado = sala_con(6, 1)
    cerrado.publica()
    cerrado.juega_todo(Random(3))
    cerrado.da(Cerrar())
    revelado = salida(cerrado, Sello(FLUJO, "ab" * 32, "cd" * 32))
    for doc in (salida(a_medias()), salida(anillo), salida(abierta(2)), revelado):
        _al_pie_de_la_letra(json.loads(json.dumps(doc)))


class Opcional:
    """Nulo, o lo otro."""

    __match_args__ = ("formas",)

    def __init__(self, forma: Any) -> None:
        self.formas = (type(None), forma)


def _cumple(valor: Any, forma: Any) -> None:
    """Exige que un valor tenga esa forma: las mismas claves, listas de lo mismo, un tipo exacto o una de unas palabras."""
    match forma:
        case dict():
            assert type(valor) is dict
            assert set(valor) == set(forma)
            for clave, suya in forma.items():
                _cumple(valor[clave], suya)
        case list():
            assert type(valor) is list
            for uno in valor:
                _cumple(uno, forma[0])
        case Opcional(formas):
            _cumple(valor, formas[valor is not None])
        case str():
            assert valor in forma.split("|")
        case _:
            assert type(valor) is forma, (valor, forma)


RESULTADO = {
    "pv_a": int,
    "pv_b": int,
    "fin": "normal|anillo|retirada|incomparecencia|arbitro|tiempo",
    "ganador": Opcional(int),
    "pt_a": int,
    "pt_b": int,
    "estado": "pendiente|firme",
}
FORMA = {
    "formato": "concilio-torneo/1",
    "torneo": {
        "id": str,
        "nombre": str,
        "formato": "mago-mago|mago-espectro",
        "modalidad": "dos-barajas|mazo-cerrado",
        "rondas_previstas": Opcional(int),
        "estado": "inscripcion|en_juego|cerrado|cancelado",
        "compromiso": str,
        "semilla": Opcional(str),
    },
    "participantes": [
        {"id": int, "nombre": str, "estado": "activo|retirado|expulsado", "ronda_baja": Opcional(int)}
    ],
    "rondas": [
        {
            "numero": int,
            "estado": "publicada|cerrada",
            "descanso": Opcional({"participante": int, "puntos": int}),
            "mesas": [{"mesa": int, "a": int, "b": int, "resultado": Opcional(RESULTADO)}],
        }
    ],
    "sanciones": [{"participante": int, "ronda": int, "mesa": int, "pv": int, "motivo": str}],
    "clasificacion": [
        {"puesto": Opcional(int), "decidido_por": Opcional(str)}
        | dict.fromkeys(("participante", "pt", "pv", "victorias", "anillos", "v60", "v51", "v42", "e33"), int)
    ],
}


def _al_pie_de_la_letra(doc: dict[str, Any]) -> None:
    _cumple(doc, FORMA)
    assert (doc["torneo"]["semilla"] is None) is (doc["torneo"]["estado"] != "cerrado")
    for quien in doc["participantes"]:
        assert (quien["ronda_baja"] is None) is (quien["estado"] == "activo")
    ids = {quien["id"] for quien in doc["participantes"]}
    assert {fila["participante"] for fila in doc["clasificacion"]} == ids
    for mesa in (mesa for ronda in doc["rondas"] for mesa in ronda["mesas"]):
        assert {mesa["a"], mesa["b"]} <= ids
        _gana_quien_dicen_los_puntos(mesa)


def _gana_quien_dicen_los_puntos(mesa: dict[str, Any]) -> None:
    resultado = mesa["resultado"]
    if resultado is None:
        return
    empate = resultado["pt_a"] == resultado["pt_b"]
    gana = None if empate else mesa["a" if resultado["pt_a"] > resultado["pt_b"] else "b"]
    assert resultado["ganador"] == gana
