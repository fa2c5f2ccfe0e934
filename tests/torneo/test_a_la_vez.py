"""Lo que hacen muchos a la vez: mirar la misma ronda, y levantar vetos."""

import asyncio
from typing import Any

import pytest

from cogs.torneo.cog import TorneoCog
from cogs.torneo.sala import hoja_compartida
from servicios import configuracion
from servicios.errores import NoExiste
from tests.apoyo.mundo import Mundo, texto
from tests.torneo.mesa_de_torneo import iniciar


async def test_quienes_miran_a_la_vez_comparten_la_lectura_y_nadie_ve_algo_viejo(
    m: Mundo, monkeypatch: pytest.MonkeyPatch
) -> None:
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    diario, flujo, lecturas = m.bot.diario, await e.flujo(), 0
    leer = diario.hoja

    async def contada(cual: str) -> Any:
        nonlocal lecturas
        lecturas += 1
        return await leer(cual)

    monkeypatch.setattr(diario, "hoja", contada)
    hojas = await asyncio.gather(*(hoja_compartida(diario, flujo) for _ in range(128)))
    assert lecturas == 1
    assert all(hoja is hojas[0] for hoja in hojas)
    await e.juega(anuncio, {1: (20, 5)})
    lecturas = 0
    nueva = await hoja_compartida(diario, flujo)
    assert lecturas == 1
    assert nueva.libro.orden > hojas[0].libro.orden
    fallos = await asyncio.gather(
        *(hoja_compartida(diario, "1/torneo/9999") for _ in range(3)), return_exceptions=True
    )
    assert [type(fallo) for fallo in fallos] == [NoExiste] * 3


async def test_dos_vetos_levantados_a_la_vez_no_se_pisan(m: Mundo) -> None:
    e = await iniciar(m, 6, rondas=3)
    await e.publica()
    for nombre in ("Diego", "Elena"):
        await e.manda("torneo expulsar", jugador=nombre, motivo="Trampas", vetar=True)
    pregunta = await e.manda("torneo cancelar")
    await m.coordinadora.click(pregunta.response, label="Cancelar el torneo")
    cog = m.bot.get_cog("torneo") or m.bot.get_cog("TorneoCog")
    assert isinstance(cog, TorneoCog)
    diario, servidor = m.bot.diario, m.servidor.id
    vetados = [await diario.persona(servidor, e.jugadores[n].id) for n in ("Diego", "Elena")]
    (ficha,) = await cog.vetos.vigentes(servidor, vetados[0])
    diario.ajustes.vaciar()  # que los dos tengan que leerlos
    await asyncio.gather(*(cog.vetos._dejar_sin_efecto(ficha, persona) for persona in vetados))
    assert len((await configuracion.leer(diario, servidor)).vetos_levantados) == 2
    otro = await m.coordinadora.slash(
        m.canal, "torneo crear", nombre="Otro", formato="mago-mago", modalidad="dos-barajas"
    )
    assert "reglas" in texto(otro)
    for nombre in ("Diego", "Elena"):
        await e.jugadores[nombre].click(e.ultimo("Inscribirme"), label="Inscribirme")
    assert len((await e.torneo()).activos) == 2
