"""Escribas lo que escribas, la respuesta es un resultado o un «no lo encuentro», nunca un error."""

import pytest

import bot as arranque
from servicios.consultas.servicio import Consultas, Hallada, NoHallada, Varias
from tests.apoyo.mundo import Mundo, texto
from tests.consultas.hostiles import FIJAS, aleatorias

SEMILLA = 20_261_130


@pytest.fixture(scope="module")
def consultas() -> Consultas:
    return arranque.crear_bot().servicios.consultas


def test_los_servicios_contestan_a_diez_mil_cadenas(consultas: Consultas) -> None:
    for cadena in (*FIJAS, *aleatorias(10_000, SEMILLA)):
        for resultado in (consultas.carta(cadena), consultas.tema(cadena)):
            assert isinstance(resultado, Hallada | Varias | NoHallada)
        assert len(consultas.sugerir_cartas(cadena)) <= 25
        assert len(consultas.sugerir_temas(cadena)) <= 25


def test_buscar_y_leer_mensajes_aguantan_lo_mismo(consultas: Consultas) -> None:
    for cadena in (*FIJAS, *aleatorias(1_000, SEMILLA + 1)):
        consultas.buscar(cadena)
        assert len(consultas.cartas_en(f"[[{cadena}]] y {cadena}")) <= 5


COMANDOS = [
    ("errata", "carta"),
    ("aclaracion", "carta"),
    ("carta", "carta"),
    ("regla", "tema"),
    ("buscar", "texto"),
]


@pytest.mark.parametrize(("comando", "opcion"), COMANDOS)
async def test_los_comandos_contestan_a_cien_cadenas(m: Mundo, comando: str, opcion: str) -> None:
    validas = [c[:60] for c in (*FIJAS, *aleatorias(200, SEMILLA + 2)) if c[:60]]
    for cadena in validas[:100]:
        r = await m.alicia.slash(m.canal, comando, **{opcion: cadena})
        visto = texto(r)
        assert visto
        assert "Algo ha fallado" not in visto
        assert "@everyone" not in visto


@pytest.mark.parametrize(("comando", "opcion"), COMANDOS[:4])
async def test_autocompletar_aguanta_lo_mismo(m: Mundo, comando: str, opcion: str) -> None:
    for cadena in aleatorias(25, SEMILLA + 3):
        await m.alicia.autocomplete(m.canal, comando, opcion, cadena[:100])
