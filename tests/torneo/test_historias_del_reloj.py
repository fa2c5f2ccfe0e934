"""El reloj visto por la gente: parar y seguir, y lo que se avisa cuando algo se tuerce con el tiempo."""

import re
from typing import Any

import discord
import pytest

from cogs.torneo import vista_ronda
from tests.apoyo.mundo import Mundo, texto
from tests.torneo.mesa_de_torneo import Evento, iniciar


def _acaba(mensaje: Any) -> int:
    hallado = re.search(r"Termina <t:(\d+):t>", texto(mensaje))
    assert hallado is not None, texto(mensaje)
    return int(hallado[1])


def _ahora() -> int:
    return int(discord.utils.utcnow().timestamp())


def _dichos(e: Evento, trozo: str) -> int:
    return sum(trozo in texto(mensaje) for mensaje in e.canal.history())


async def test_parar_y_seguir_mueve_el_final_y_el_aviso(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    await e.publica()
    await e.manda("ronda", accion="empezar")
    await m.pasar(minutos=50)
    parado = await e.manda("ronda", accion="pausa")
    assert "Se para el tiempo de la ronda 1" in texto(parado)
    assert not parado.ephemeral
    assert "Reloj parado, con 40 minutos por delante." in texto(await m.alicia.slash(m.canal, "ronda"))
    assert "no está en marcha" in texto(await e.manda("ronda", accion="pausa"))
    await m.pasar(horas=2)
    assert _dichos(e, "## Termina") == 0  # parado, no avisa de nada
    await m.reiniciar()
    seguido = await e.manda("ronda", accion="reanudar")
    assert "Sigue el tiempo" in texto(seguido)
    fin = _acaba(await m.alicia.slash(m.canal, "ronda"))
    assert abs(fin - _ahora() - 40 * 60) <= 60
    assert "no está parado" in texto(await e.manda("ronda", accion="reanudar"))
    await m.pasar(minutos=34)
    assert _dichos(e, "## Termina") == 0
    await m.pasar(minutos=2)
    assert _dichos(e, "## Termina") == 1
    await m.pasar(minutos=5)
    assert _dichos(e, "## Tiempo") == 1
    acabado = await e.manda("ronda", accion="pausa")
    assert "nada que parar" in texto(acabado)


async def test_una_averia_despues_del_tiempo_no_lo_anuncia_otra_vez(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    await e.publica()
    await e.manda("ronda", accion="empezar")
    await m.pasar(minutos=95)
    assert _dichos(e, "## Tiempo") == 1
    m.env.inject_error("POST", f"/channels/{m.canal.id}/messages", status=403, code=50013, times=1)
    await e.manda("ronda", accion="tiempo", minutos=2, mesa=1)
    assert (await e.torneo()).suspendido is not None
    await m.pasar(horas=1)
    vista = await e.manda("ronda")
    await m.coordinadora.click(vista.response, label="Reponer el panel")
    await m.pasar(horas=1)
    assert _dichos(e, "## Tiempo · ronda 1") == 1


async def test_las_ordenes_del_reloj_que_no_valen(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    antes_de_publicar = await e.manda("ronda", accion="empezar")
    await e.publica()
    await e.manda("ronda", accion="empezar")
    casos = {
        "Aún no se ha publicado ninguna ronda": antes_de_publicar,
        "ya empezó": await e.manda("ronda", accion="empezar"),
        "cuántos minutos": await e.manda("ronda", accion="tiempo"),
        "Los minutos van": await e.manda("ronda", accion="tiempo", minutos=0),
        "no hay mesa 9": await e.manda("ronda", accion="tiempo", minutos=5, mesa=9),
        "La coordinación": await m.otro.slash(m.canal, "ronda", accion="pausa"),
    }
    for trozo, r in casos.items():
        assert r.ephemeral, texto(r)
        assert trozo.casefold() in texto(r).casefold(), texto(r)
    quitado = await e.manda("ronda", accion="tiempo", minutos=-89)
    assert "Se quitan 89 minutos a toda la ronda" in texto(quitado)
    assert "pierde 89 minutos" in texto(e.ultimo("pierde 89"))
    await m.pasar(minutos=2)
    assert _dichos(e, "## Tiempo") == 1


@pytest.mark.parametrize(
    ("segundos", "dicho"),
    [
        (-5, "0 minutos"),
        (119, "1 minuto"),
        (2400, "40 minutos"),
        (3 * 3600, "3 horas"),
        (25 * 3600, "1 día y 1 hora"),
        (14 * 86_400 + 59, "14 días"),
    ],
)
def test_lo_que_queda_se_dice_en_minutos_o_en_dias_y_horas(segundos: int, dicho: str) -> None:
    assert vista_ronda._rato(segundos) == dicho
