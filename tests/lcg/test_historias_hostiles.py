"""Historias de gente con prisa o con mala fe: forasteros, paneles viejos, dobles pulsaciones y partidas ya cerradas."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from servicios.libro import Libro
from tests.apoyo.mundo import Mundo, partes, pulsar_a_la_vez, texto
from tests.lcg.panel import Mesa, abrir

Apertura = Callable[[Mundo], Awaitable[Mesa]]
SIN_ORDEN = {"historial", "navegacion", "carta", "volver"}
"""Acciones que solo enseñan algo."""


async def _mesa(m: Mundo) -> Mesa:
    mesa = await abrir(m, "amenaza nueva", jugador2=m.bruno, amenazas="28, 31")
    await mesa.pulsar(m.bruno, "1: +1")
    return mesa


async def _navegacion(m: Mundo) -> Mesa:
    """Con flota dañada, corsarios en juego y la fase de Misión empezada."""
    mesa = await abrir(m, "navegacion nueva", escenario="travesia", jugador2=m.bruno, amenazas="28, 31")
    await mesa.elegir(m.alicia, "Prepara la flota", "cazador-de-suenos,ala-plateada")
    await mesa.orden(m.alicia, "navegacion barcos dano", barco="ala-plateada", puntos=3)
    await mesa.orden(m.alicia, "navegacion corsarios abordaje", jugador=2, barco="light-cruiser")
    await mesa.orden(m.alicia, "rumbo desviar")
    await mesa.pulsar(m.alicia, "Empezar la fase de Misión")
    return mesa


async def _cartas_fisicas(m: Mundo) -> Mesa:
    mesa = await abrir(m, "navegacion nueva", jugador2=m.bruno, amenazas="28, 31")
    await mesa.pulsar(m.bruno, "Desviar el rumbo")
    return mesa


async def _isla(m: Mundo) -> Mesa:
    """Con el Lugar activo completo y otro con progreso para mirarlo: se puede hacer de todo."""
    mesa = await abrir(
        m, "isla nueva", jugador2=m.bruno, arriba="tumbas-anegadas", abajo="senda", amenazas="28, 30"
    )
    await mesa.pulsar(m.alicia, "Partir de A1")
    await mesa.rellenar(m.alicia, "Éxito en la misión", puntos="6", reparto="A2 4")
    return mesa


async def _asedio(m: Mundo) -> Mesa:
    """Con un Enemigo, un Lugar, un paso a medias y la etapa más al este por abandonar."""
    mesa = await abrir(m, "erebor nueva", jugador2=m.bruno, amenazas="28, 30")
    for etapa in ("este", "rio"):
        await mesa.elegir(m.alicia, "Etapa del jugador", etapa)
    await mesa.rellenar(m.alicia, "Enemigo revelado", nombre="Wainriders", coste="42", etapa="este")
    await mesa.rellenar(m.alicia, "Lugar revelado", nombre="El vado", etapa="este")
    await mesa.pulsar(m.alicia, "Empezar: Recursos")
    return mesa


async def _asedio_con_una_carta_elegida(m: Mundo) -> Mesa:
    mesa = await _asedio(m)
    await mesa.elegir(m.alicia, "Una carta", "1")
    return mesa


APERTURAS = {
    "mesa": _mesa,
    "navegacion": _navegacion,
    "cartas_fisicas": _cartas_fisicas,
    "isla": _isla,
    "asedio": _asedio,
    "asedio_con_carta": _asedio_con_una_carta_elegida,
}
todas = pytest.mark.parametrize("apertura", APERTURAS.values(), ids=APERTURAS)


def _mandos(mensaje: Any) -> list[dict[str, Any]]:
    """Los botones activos y los menús."""
    return [p for p in partes(mensaje) if p["type"] in (2, 3) and not p.get("disabled")]


def _accion(mando: dict[str, Any]) -> str:
    return mando["custom_id"].rsplit(":", 1)[1]


async def _usar(quien: Any, mensaje: Any, mando: dict[str, Any]) -> Any:
    if mando["type"] == 3:
        return await quien.select(mensaje, [mando["options"][0]["value"]], custom_id=mando["custom_id"])
    return await quien.click(mensaje, custom_id=mando["custom_id"])


async def _libro(mesa: Mesa) -> Libro[Any]:
    flujo = next(p["custom_id"] for p in _mandos(mesa.mensaje) if _accion(p) == "historial").split(":")[2]
    return await mesa.m.bot.diario.leer(flujo)


def _respuesta(resultado: Any) -> str:
    """Lo que se le contesta a quien pulsa: en privado, detrás o en lugar del mensaje."""
    assert resultado.modal is None, "se le abre un formulario"
    detras = resultado.followups
    respuesta = detras[-1] if detras else resultado.response
    assert respuesta.ephemeral
    return texto(respuesta)


PROPIAS = {
    "amenaza nueva": {
        "amenaza subir": {"puntos": 1},
        "amenaza bajar": {"puntos": 1},
        "amenaza fijar": {"jugador": 1, "valor": 30},
        "amenaza maldito": {"x": 1},
        "lcg ronda": {},
        "lcg primero": {"jugador": 2},
        "lcg sentarse": {"nombre": "Tom"},
        "lcg eliminar": {"jugador": 1},
        "lcg terminar": {"resultado": "victoria"},
        "partida cerrar": {},
    },
    "navegacion nueva": {
        "navegacion prueba": {"personajes": 1, "timones": 1},
        "navegacion mazo poner": {"escenario": "umbar"},
        "navegacion mazo quitar": {"carta": "calm-waters"},
        "navegacion mazo anadir": {"carta": "calm-waters"},
        "navegacion mazo barajar": {},
        "navegacion mazo revelar": {},
        "navegacion barcos preparar": {"jugador1": "cazador-de-suenos", "jugador2": "narelenya"},
        "navegacion barcos dano": {"barco": "narelenya", "puntos": 1},
        "navegacion barcos reparar": {"barco": "narelenya", "puntos": 1},
        "navegacion barcos ataque": {"jugador": 1, "barco": "narelenya", "defiende": True, "ataque": 1},
        "navegacion corsarios abordaje": {"jugador": 1, "x": 1},
        "navegacion corsarios revelar": {"cuantos": 1},
        "navegacion corsarios mover": {"corsario": 1},
        "navegacion corsarios retirar": {"corsario": 1},
        "rumbo mejorar": {},
        "rumbo desviar": {},
        "rumbo fijar": {"rumbo": "tormenta"},
    },
    "isla nueva": {
        "isla partir": {"esquina": "A1"},
        "isla viajar": {"lugar": "A2"},
        "isla progreso": {"puntos": 1},
        "isla mirar": {"lugar": "A2"},
        "isla voltear": {"lugar": "A2"},
        "isla llave": {"estado": "lista"},
    },
    "erebor nueva": {
        "erebor etapa": {"jugador": 1, "etapa": "este"},
        "erebor paso": {"paso": "recursos"},
        "erebor resolver": {"etapa": "erebor"},
        "erebor revelar": {"clase": "enemigo", "nombre": "Orco", "etapa": "este", "coste": 20},
        "erebor poner": {"clase": "objetivo", "nombre": "Puerta", "etapa": "este"},
        "erebor mover": {"carta": 1, "lado": "oeste"},
        "erebor enfrentar": {"carta": 1, "jugador": 1},
        "erebor viajar": {"carta": 1},
        "erebor retirar": {"carta": 1},
        "erebor dano": {"etapa": "este", "puntos": 1},
        "erebor curar": {"etapa": "este", "puntos": 1},
        "erebor final": {},
        "erebor abandonar": {"etapa": "este", "por_efecto": True},
    },
}
"""De cada comando con que se abre una partida, los que la mueven."""
SOLO_CUENTAN = {
    "barcos ver", "barcos puede", "barcos atacar", "fase", "ver", "nueva", "historial", "comparten",
    "resistencia", "tiro-con-arco", "oleada", "protegido", "reclamar",
}  # fmt: skip


@pytest.mark.parametrize("nueva", PROPIAS)
async def test_un_forastero_no_manda_con_ningun_comando(m: Mundo, nueva: str) -> None:
    mesa = await abrir(m, nueva, jugador2=m.bruno, amenazas="28, 31")
    antes = await _libro(mesa)
    for comando, opciones in PROPIAS[nueva].items():
        r = await m.otro.slash(m.canal, comando, **opciones)
        assert r.ephemeral, comando
        assert texto(r).startswith("No juegas esta partida"), (comando, texto(r))
    assert (await _libro(mesa)) == antes


@pytest.mark.parametrize("nueva", [nueva for nueva in PROPIAS if nueva != "amenaza nueva"])
async def test_los_comandos_de_otra_clase_de_partida_dicen_como_abrir_la_suya(m: Mundo, nueva: str) -> None:
    mesa = await abrir(m, "amenaza nueva", jugador2=m.bruno)
    antes = await _libro(mesa)
    for comando, opciones in PROPIAS[nueva].items():
        r = await m.alicia.slash(m.canal, comando, **opciones)
        assert r.ephemeral, comando
        assert texto(r).startswith("En este canal no hay ning"), (comando, texto(r))
        assert texto(r).endswith(f"/{nueva}."), (comando, texto(r))
    assert (await _libro(mesa)) == antes


async def test_ningun_comando_se_queda_sin_probar(m: Mundo) -> None:
    probados = {comando for suyos in PROPIAS.values() for comando in suyos}
    grupos = ("navegacion", "rumbo", "isla", "erebor", "amenaza", "lcg")
    for comando in m.alicia.available_commands(m.canal):
        grupo, _, resto = comando.lstrip("/").partition(" ")
        if grupo in grupos and resto not in SOLO_CUENTAN:
            assert f"{grupo} {resto}" in probados


@todas
async def test_un_forastero_no_puede_tocar_nada(m: Mundo, apertura: Apertura) -> None:
    mesa = await apertura(m)
    antes, panel = await _libro(mesa), mesa.texto
    for mando in _mandos(mesa.mensaje):
        r = await _usar(m.otro, mesa.mensaje, mando)
        visto = _respuesta(r)
        if _accion(mando) not in {"historial", "navegacion"}:
            assert visto.startswith(("No juegas esta partida", "Solo quien juega esta partida")), (mando, visto)
        assert mesa.texto == panel, mando
    assert (await _libro(mesa)) == antes


@todas
async def test_un_panel_viejo_no_hace_nada_y_se_pone_al_dia(m: Mundo, apertura: Apertura) -> None:
    mesa = await apertura(m)
    viejo, mandos = mesa.mensaje, _mandos(mesa.mensaje)
    await mesa.orden(m.alicia, "amenaza subir", puntos=2, jugador=1)
    antes = await _libro(mesa)
    dibujado = viejo.components
    for mando in mandos:
        if _accion(mando) in SIN_ORDEN:
            continue
        m.env.backend.get_message(viejo.channel_id, viejo.id).components = dibujado
        visto = _respuesta(await _usar(m.bruno, viejo, mando))
        assert "ya ha cambiado" in visto, (mando, visto)
    assert (await _libro(mesa)) == antes


@todas
async def test_dos_pulsaciones_a_la_vez_dan_una_orden(m: Mundo, apertura: Apertura) -> None:
    mesa = await apertura(m)
    for rotulo in [p["label"] for p in _mandos(mesa.mensaje) if p["type"] == 2 and _accion(p) not in SIN_ORDEN]:
        antes = await _libro(mesa)
        mando = next((p for p in _mandos(mesa.mensaje) if p.get("label") == rotulo), None)
        if mando is None:
            continue
        una, otra = await pulsar_a_la_vez(rotulo, mesa.mensaje, m.alicia, m.bruno)
        hechas = (await _libro(mesa)).orden - antes.orden
        assert hechas == (0 if una.modal or otra.modal else 1), rotulo


@todas
async def test_cerrada_la_partida_sus_mandos_no_tocan_la_siguiente(m: Mundo, apertura: Apertura) -> None:
    mesa = await apertura(m)
    viejo, dibujado, mandos = mesa.mensaje, mesa.mensaje.components, _mandos(mesa.mensaje)
    assert not (await m.alicia.slash(m.canal, "partida cerrar")).ephemeral
    otra = await apertura(m)
    antes = await _libro(otra)
    for mando in mandos:
        m.env.backend.get_message(viejo.channel_id, viejo.id).components = dibujado
        r = await _usar(m.alicia, viejo, mando)
        assert r.modal is None, mando
        if _accion(mando) not in SIN_ORDEN:
            assert texto((r.followups or [r.response])[-1]).startswith(("Esto ya ", "La partida ")), mando
    assert (await _libro(otra)) == antes
