"""Cada botón de un torneo, pulsado por quien no debe o cuando ya no toca: una frase en privado, y nada cambia."""

from collections.abc import Collection
from typing import Any

import pytest

from cogs.comun.acciones import Accion
from servicios.torneo.estado import Torneo
from tests.apoyo.mundo import Mundo, texto
from tests.torneo.gestos import a_la_vez, identificador
from tests.torneo.mesa_de_torneo import Evento, convocar, iniciar

MIRAR = {"reglas", "lista", "ronda", "clasificacion", "verificar"}
"""Lo hace cualquiera, y no cambia nada."""
DE_FORMULARIOS = {"comunicado", "arbitrollamado", "fijado", "cambiado", "playoffhecho", "reponeren"}
"""No son botones: los envía un formulario o un menú."""


def todos(m: Mundo, torneo: Torneo) -> dict[str, str]:
    """La situación que llevaría cada botón si lo dibujara este estado."""
    ronda, borrador = torneo.ronda, torneo.borrador
    numero = len(torneo.rondas)
    mesa = ronda.mesas[0] if ronda else None
    de_la_mesa = f"{numero}.1.{mesa.version if mesa else 0}"
    version = str(borrador.version if borrador else 0)
    return {
        **dict.fromkeys(("inscribirme", "baja", "dejar", "cancelar", "reponer"), ""),
        **dict.fromkeys(("seguir", "noseguir", "comunicar", "arbitro", "empezar", "cerrar"), str(numero)),
        **dict.fromkeys(("publicar", "descartar", "cambiar"), version),
        **dict.fromkeys(("confirmar", "rechazar"), de_la_mesa),
        "iniciar": f"0.{len(torneo.activos)}",
        "reponeraqui": str(m.canal.id),
        "siguiente": str(numero + 1),
        "consentir": f"{numero + 1}.repetir",
        "borrador": "0",
        "anular": f"{numero}.0",
        "corregir": f"1.30.1.normal.{numero or 1}.{mesa.version if mesa else 0}",
        "tomar": "1",
        "resolver": "1.5",
        "fijar": f"{numero or 1}.1",
        "playoff": "1.1.0",
    }


async def _pulsa_todo(m: Mundo, e: Evento, quien: Any, menos: Collection[str] = ()) -> None:
    antes = await e.torneo()
    flujo, mensaje = await e.flujo(), m.canal.history()[0]
    acciones = {n: Accion("torneo", n, flujo, v) for n, v in todos(m, antes).items() if n not in menos}
    gestos = [identificador(m, quien, mensaje, accion.custom_id) for accion in acciones.values()]
    for accion, r in zip(acciones, await a_la_vez(m, *gestos), strict=True):
        assert r.response is not None, accion  # ni siquiera un formulario que luego no valdría
        assert r.ephemeral, (accion, texto(r))
        assert "fallado por nuestra parte" not in texto(r), accion
    assert await e.torneo() == antes


async def test_no_falta_ninguno(m: Mundo) -> None:
    registradas = {accion for espacio, accion in m.bot.acciones._manejadores if espacio == "torneo"}
    assert registradas == {*todos(m, Torneo()), *MIRAR, *DE_FORMULARIOS}


async def test_un_forastero_mientras_se_inscriben(m: Mundo) -> None:
    e = await convocar(m, 4)
    await _pulsa_todo(m, e, m.otro, menos={"inscribirme"})


async def test_un_forastero_y_quien_juega_en_otra_mesa_con_un_borrador_y_una_llamada(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    anuncio = e.ultimo("Comunicar mi resultado")
    a = await e.quien((await e.mesa(1)).a)
    await a.submit_modal(await a.click(anuncio, label="Llamar a un árbitro"), {"nota": ""})
    await e.manda("ronda", accion="siguiente")
    await _pulsa_todo(m, e, m.otro)
    de_otra_mesa = await e.quien((await e.mesa(2)).a)
    await _pulsa_todo(m, e, de_otra_mesa, menos={"baja", "dejar", "arbitro", "comunicar"})


@pytest.mark.parametrize("como", ["cerrar", "cancelar"])
async def test_quien_coordina_cuando_ya_ha_terminado(m: Mundo, como: str) -> None:
    e = await iniciar(m, 4, rondas=1)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 11)})
    pregunta = await e.manda(f"torneo {como}")
    if como == "cancelar":
        await m.coordinadora.click(pregunta.response, label="Cancelar el torneo")
    await _pulsa_todo(m, e, m.coordinadora)
    await _pulsa_todo(m, e, await e.quien(1))
