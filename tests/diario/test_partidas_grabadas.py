"""Lo que una versión publicada escribió se lee para siempre: partidas grabadas de todas las clases, con lo que daban.

Si una de estas pruebas falla, lo grabado tiene razón. **No se vuelve a grabar ni se toca**: hay partidas guardadas así.
"""

from collections import Counter
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from pydantic import create_model

import bot
from servicios.deshacer import HECHOS, leer_hecho
from servicios.diario.comprobacion import comprobar
from servicios.hechos import Agregado, Hecho, Nombres
from servicios.libro import FaltaHistoria, Libro, nuevo
from servicios.plegado import plegar
from servicios.torneo.agregado import TORNEO
from tests.diario.conftest import AbrirDiario
from tests.diario.grabacion import Grabacion, archivos, leer, lo_que_se_ve, poner_personas, verter
from tests.diario.jugadas import PERSONAS

AGREGADOS: Mapping[str, Agregado[Any]] = {agregado.nombre: agregado for agregado in bot.AGREGADOS}
SIN_GRABAR: Mapping[str, str] = {}
"""Tipos de hecho («clase/tipo») que no están en ninguna grabación, con el porqué."""

CONJUNTOS = ("/permisos",)
"""Campos de los hechos que son conjuntos: no tienen orden."""

NO_SE_LEE = (
    "Este programa ya no lee un hecho que otro anterior escribió. No borres el tipo ni cambies sus campos sin más: sube "
    "`version` en su clase y enseña a `actualizar` a leer la forma antigua. No vuelvas a grabar."
)
NO_SE_ESCRIBE_IGUAL = (
    "Este hecho ha cambiado de forma sin cambiar de versión: sube `version` en su clase y enseña a `actualizar` a leer la "
    "antigua. No vuelvas a grabar."
)
NO_DA_LO_MISMO = (
    "Los mismos hechos ya no dan lo que dieron: quien tenga una partida así la vería cambiar. Si la regla ha cambiado, que "
    "lo diga un hecho nuevo o una versión nueva del hecho, y que los antiguos signifiquen lo de siempre. Si solo ha "
    "cambiado la forma del estado, traduce aquí el estado grabado. No vuelvas a grabar."
)

cada_archivo = pytest.mark.parametrize("archivo", archivos(), ids=lambda a: f"{a.parent.name}-{a.stem}")


@cada_archivo
def test_cada_hecho_se_lee_se_cuenta_y_se_escribe_como_se_escribio(archivo: Path):
    for una in leer(archivo):
        agregado = AGREGADOS[una.clase]
        for tipo, cuerpo in una.cuerpos:
            try:
                hecho = leer_hecho(agregado.hechos, tipo, cuerpo)
            except (KeyError, NotImplementedError, ValueError) as error:
                pytest.fail(f"{NO_SE_LEE}\n{una.flujo}, «{tipo}»: {type(error).__name__} {error}\n{cuerpo}")
            assert hecho.relato(_Nombres()).strip()
            if cuerpo["v"] == hecho.version:
                escrito = agregado.escribir(hecho)
                assert list(_hojas(escrito)) == list(_hojas(cuerpo)), f"{NO_SE_ESCRIBE_IGUAL}\n«{tipo}»"


@cada_archivo
def test_la_historia_da_lo_que_dio(archivo: Path):
    for una in leer(archivo):
        agregado = AGREGADOS[una.clase]
        anotadas = una.anotadas(agregado)
        libro = plegar(agregado, una.flujo, anotadas)
        _comparar(una, libro)
        try:
            seguido = reduce(Libro.anotar, anotadas, nuevo(agregado, una.flujo))
        except FaltaHistoria:
            continue  # se ha deshecho más atrás de lo que se recuerda: para eso se pliega
        assert seguido.estado == libro.estado
        previas = [orden["tiradas"] for orden in una.ordenes]
        assert previas == [plegar(agregado, una.flujo, anotadas[:n]).tiradas for n in range(len(anotadas))]


async def test_puestas_en_la_base_se_abren_y_todo_encaja(abrir: AbrirDiario):
    """También su azar: cada tirada vuelve a salir de su semilla."""
    diario = await abrir(bot.AGREGADOS)
    todas = [una for archivo in archivos() for una in leer(archivo)]
    async with diario.motor.escribir() as con:
        await poner_personas(con, PERSONAS)
        for una in todas:
            await verter(con, una, AGREGADOS[una.clase])
    for una in todas:
        _comparar(una, await diario.leer(una.flujo))
    assert [str(hallazgo) for hallazgo in await comprobar(diario.motor, bot.AGREGADOS)] == []


def test_estan_grabados_todos_los_tipos_de_hecho():
    grabados = {(una.clase, tipo) for archivo in archivos() for una in leer(archivo) for tipo, _ in una.cuerpos}
    de_todos = {(agregado.nombre, tipo) for agregado in bot.AGREGADOS for tipo in agregado.hechos}
    faltan = {f"{clase}/{tipo}" for clase, tipo in de_todos - grabados}
    assert faltan == SIN_GRABAR.keys(), (
        "Hay tipos de hecho sin grabar: graba una versión nueva (python -m tests.diario.grabar VERSIÓN) o di por qué no."
    )
    assert {tipo for _, tipo in grabados} >= HECHOS.keys()


def test_lo_grabado_es_variado():
    """No basta con que esté cada tipo: hay partidas cerradas, a medias, con propuestas, con sal y con lo debido."""
    finales = [una.final for archivo in archivos() for una in leer(archivo)]
    vistos = Counter(
        rasgo
        for final in finales
        for rasgo in (
            "cerrado",
            "abandonado",
            "propuesta",
            "sal",
            "deshacibles",
            "rehacibles",
            "avisos",
            "recordatorios",
        )
        if final[rasgo]
    )
    assert min(vistos.values()) >= 1
    assert len(vistos) == 8
    assert sum(not final["cerrado"] for final in finales) >= len(AGREGADOS)


@pytest.mark.parametrize("cambio", ["sin tipo", "otro nombre de campo", "campo de más"])
def test_un_hecho_que_cambia_sin_avisar_se_nota(cambio: str, monkeypatch: pytest.MonkeyPatch):
    """Que estas pruebas saben fallar: se estropea un hecho del torneo como lo haría un descuido."""
    (archivo,) = [archivo for archivo in archivos() if archivo.stem == "torneo"][:1]
    hecho = TORNEO.hechos["sancionado"]
    hechos: dict[str, type[Hecho]] = dict(TORNEO.hechos)
    if cambio == "sin tipo":
        del hechos["sancionado"]
    else:
        campos: dict[str, Any] = {
            nombre: (campo.annotation, campo) for nombre, campo in hecho.model_fields.items()
        }
        if cambio == "campo de más":
            campos["grave"] = (bool, False)
        else:
            campos["puntos"] = campos.pop("pv")
        hechos["sancionado"] = create_model("Otro", __base__=_Sancionado, **campos)
    monkeypatch.setattr(TORNEO, "hechos", hechos)
    with pytest.raises((AssertionError, pytest.fail.Exception), match="No vuelvas a grabar"):
        test_cada_hecho_se_lee_se_cuenta_y_se_escribe_como_se_escribio(archivo)


def _comparar(una: Grabacion, libro: Libro[Any]) -> None:
    final = dict(una.final)
    estado = final.pop("estado")
    assert lo_que_se_ve(libro) == final, f"{NO_DA_LO_MISMO}\n{una.flujo}"
    assert type(libro.estado).model_validate(estado) == libro.estado, f"{NO_DA_LO_MISMO}\n{una.flujo}"


def _hojas(valor: Any, ruta: str = "") -> Any:
    """Todo lo que dice un JSON, en su orden."""
    match valor:
        case dict():
            for clave, dentro in valor.items():
                yield from _hojas(dentro, f"{ruta}/{clave}")
        case list():
            yield f"{ruta}[{len(valor)}]"
            for dentro in sorted(valor) if ruta.endswith(CONJUNTOS) else valor:
                yield from _hojas(dentro, f"{ruta}/")
        case _:
            yield ruta, valor


class _Sancionado(Hecho):
    tipo = "sancionado"

    def relato(self, nombres: Nombres) -> str:
        return "Sanción."


class _Nombres:
    def persona(self, numero: int) -> str:
        return f"persona {numero}"

    def texto(self, numero: int) -> str:
        return f"texto {numero}"
