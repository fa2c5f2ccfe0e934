"""Un torneo detenido y un plazo que se para: quien mira lo sabe, y quien coordina ve cuándo vence ahora."""

import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from servicios.hechos import SISTEMA, Actor
from servicios.torneo.suspension import Suspender
from tests.apoyo.mundo import Mundo, botones, texto
from tests.torneo.mesa_de_torneo import Evento, iniciar


async def _detenido(m: Mundo, e: Evento) -> None:
    orden = Suspender(causa="Han borrado un mensaje.")
    await m.bot.diario.ejecutar(await e.flujo(), orden, Actor(SISTEMA), "averia")


async def test_quien_mira_la_ronda_sabe_que_el_torneo_esta_detenido(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=1)
    await e.publica()
    await e.manda("ronda", accion="empezar")
    await _detenido(m, e)
    for quien in (m.otro, await e.quien(1)):
        for orden in ("ronda", "torneo lista"):
            visto = await quien.slash(m.canal, orden)
            assert "está detenido: Han borrado un mensaje. No se ha perdido nada; el reloj está parado." in texto(
                visto
            )
            assert "La coordinación lo continúa con /torneo reponer" in texto(visto)
            assert "Reponer el panel" not in botones(visto)
    await e.manda("ronda", accion="reanudar")
    assert "el reloj está parado" not in texto(await m.otro.slash(m.canal, "ronda"))


async def test_cerrado_mientras_estaba_detenido_no_pide_que_se_continue(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=1)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 11)})
    await _detenido(m, e)
    cerrado = await e.manda("torneo cerrar")
    assert "Se cierra el torneo" in texto(cerrado)
    for visto in (cerrado, await m.otro.slash(m.canal, "torneo lista"), await m.otro.slash(m.canal, "ronda")):
        assert "detenido" not in texto(visto)


def _vence(mensaje: Any) -> datetime:
    hallado = re.search(r"Plazo hasta el <t:(\d+):f>", texto(mensaje))
    assert hallado is not None, texto(mensaje)
    return datetime.fromtimestamp(int(hallado[1]), UTC).astimezone(ZoneInfo("Europe/Madrid"))


async def test_un_plazo_en_dias_que_se_para_dice_al_seguir_cuando_vence(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=1, plazo=3)
    await e.publica()
    await e.manda("ronda", accion="empezar")
    antes = _vence(e.ultimo("Empieza la ronda 1"))
    await e.manda("ronda", accion="pausa")
    await m.pasar(horas=2)
    despues = _vence(await e.manda("ronda", accion="reanudar"))
    assert (despues.hour, despues.minute) == (antes.hour, antes.minute) == (23, 59)
    assert (despues.date() - antes.date()).days == 1
    await e.manda("ronda", accion="tiempo", minutos=-1440)
    assert _vence(await m.otro.slash(m.canal, "ronda")) == antes
