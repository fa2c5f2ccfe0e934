"""El modo local: quien llega escribe `/errata gwahir` tal cual y le contestan, y cada vez se empieza de cero."""

import asyncio
from typing import Any

import pytest
from simcord.env import Env

import bot as arranque
from cogs.comun import local
from cogs.comun.concilio import Concilio
from cogs.comun.local import ejecutar_lo_escrito, partir_orden, saludar, servidor_de_muestra
from servicios.ajustes import Ajustes
from tests.apoyo.mundo import texto


@pytest.fixture
def muestra(env: Env) -> tuple[Env, Any, list[Any]]:
    canal, personas = servidor_de_muestra(env)
    return env, canal, personas


@pytest.mark.parametrize(
    ("escrito", "pedido"),
    [
        ("/errata gwahir", ("errata", {"carta": "gwahir"})),
        ("/errata   el  anillo único ", ("errata", {"carta": "el  anillo único"})),
        ("/ayuda", ("ayuda", {})),
        ("/ayuda errata", ("ayuda", {"comando": "errata"})),
        ("/partida estado", ("partida estado", {})),
        ("/erratas gwahir", None),
        ("/partida", None),
        ("errata gwahir", None),
        ("", None),
        ("/", None),
    ],
)
async def test_partir_lo_escrito(env: Env, escrito: str, pedido: object) -> None:
    assert isinstance(env.bot, Concilio)
    assert partir_orden(env.bot.tree, escrito) == pedido


async def test_lo_escrito_se_ejecuta_una_sola_vez(muestra: tuple[Env, Any, list[Any]]) -> None:
    env, canal, personas = muestra
    assert isinstance(env.bot, Concilio)
    alicia = personas[2]
    await alicia.send(canal, "hola")
    await alicia.send(canal, "/errata gwahir")
    visto = 0
    for _ in range(4):
        visto = await ejecutar_lo_escrito(env.bot.tree, canal, personas, visto)
    respuestas = [m for m in canal.history(viewer=alicia) if m.author.id == env.bot.user.id]  # pyright: ignore[reportOptionalMemberAccess]
    assert [texto(r).splitlines()[0] for r in respuestas] == ["## Gwaihir"]
    assert [m for m in canal.history(viewer=personas[3]) if m.author.id == env.bot.user.id] == []  # pyright: ignore[reportOptionalMemberAccess]


async def test_quien_abre_la_pagina_lee_por_donde_empezar(muestra: tuple[Env, Any, list[Any]]) -> None:
    env, canal, personas = muestra
    assert isinstance(env.bot, Concilio)
    await saludar(env.bot, canal)
    (saludo,) = canal.history(viewer=personas[5])
    assert "**/errata gwahir**" in texto(saludo)
    assert all(f"{nombre} " in texto(saludo) for nombre in ("Galadriel", "Elrond"))


async def test_lo_que_no_se_puede_pedir_no_atasca_lo_siguiente(muestra: tuple[Env, Any, list[Any]]) -> None:
    env, canal, personas = muestra
    assert isinstance(env.bot, Concilio)
    for escrito in ("/configurar", "/errata", f"/buscar {'x' * 61}", "/nada", "/regla combate"):
        await personas[2].send(canal, escrito)
    visto = 0
    for _ in range(6):
        visto = await ejecutar_lo_escrito(env.bot.tree, canal, personas, visto)
    (respuesta,) = [m for m in canal.history(viewer=personas[2]) if m.author.bot]
    assert "combate" in texto(respuesta).lower()


async def test_el_modo_local_no_toca_ni_la_carpeta_ni_la_base_de_verdad(
    ajustes: Ajustes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Con los datos de la vez anterior, los comandos ya constarían como publicados y la página saldría sin ninguno."""
    usados: list[Ajustes] = []

    async def servir(concilio: Concilio, puerto: int | None) -> None:
        usados.append(concilio.ajustes)
        assert concilio.ajustes.datos.is_dir()

    monkeypatch.setattr(arranque.local, "servir", servir)
    de_verdad = ajustes.model_copy(update={"bd": "postgresql://usuario:clave@servidor/base"})
    await arranque.marchar(arranque.leer_argumentos(["--local"]), de_verdad, arranque.crear_bot)
    assert usados[0].bd is None
    assert usados[0].datos != ajustes.datos
    assert not usados[0].datos.exists()


class Pagina:
    """Cuenta las veces que se le pide que vuelva a dibujarse."""

    def __init__(self) -> None:
        self.vueltas = 0

    async def refresh(self) -> None:
        self.vueltas += 1


async def test_la_pagina_se_entera_de_lo_que_no_se_hace_en_ella(
    muestra: tuple[Env, Any, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    env, canal, personas = muestra
    monkeypatch.setattr(local, "PULSO", 0.01)
    pagina = Pagina()
    await personas[2].send(canal, "/errata gwahir")
    antes = env.now()
    tarea = asyncio.create_task(local._correr_el_tiempo(env, pagina, canal, personas))
    async with asyncio.timeout(20):
        while not any(m.author.bot for m in canal.history(viewer=personas[2])) or not pagina.vueltas:
            await asyncio.sleep(0.02)
    vueltas = pagina.vueltas
    await asyncio.sleep(0.2)
    tarea.cancel()
    await asyncio.gather(tarea, return_exceptions=True)
    assert tarea.cancelled()
    assert pagina.vueltas <= vueltas + 1  # sin nada nuevo, no se le molesta
    assert env.now() > antes
