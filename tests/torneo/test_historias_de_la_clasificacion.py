"""La clasificación que se lee: los cruces dichos en el texto, lo que cabe en cada mensaje y el anuncio del final."""

import re
from itertools import cycle
from typing import Any

import discord
import pytest

from cogs.torneo.nombres import Llamados
from cogs.torneo.sala import Sala
from cogs.torneo.vista_clasificacion import clasificacion
from servicios import configuracion
from servicios.diario import Flujo
from tests.apoyo import limites
from tests.apoyo.mundo import Mundo, botones, texto
from tests.torneo.mesa_de_torneo import iniciar
from tests.torneo.sala import INICIO, sala_con
from tests.torneo.sala import Sala as Reglas

MARCADORES = (((20, 5), (6, 0)), ((30, 20), (5, 1)), ((29, 20), (4, 2)), ((20, 20), (3, 3)))
"""PV de cada lado y los puntos de torneo que les da el reglamento."""
RAROS = (
    "**__~~``||<@1>[x](y)||``~~__**" * 3,
    "\u202egnirgul\u202c " * 9,
    "Ñandú 4: 6 · r1 " * 6,
    "😀" * 100,
    "á" * 100,
)


def _jugado(jugadores: int, rondas: int) -> tuple[Reglas, dict[int, dict[int, tuple[int | None, int]]]]:
    """Un torneo jugado y, de cada cual, por ronda: su rival (`None`, descanso) y los puntos que le tocan."""
    sala = sala_con(jugadores, rondas)
    debidos: dict[int, dict[int, tuple[int | None, int]]] = {n: {} for n in range(1, jugadores + 1)}
    marcador = cycle(MARCADORES)
    for ronda in range(1, rondas + 1):
        sala.publica()
        for mesa, ((favor, contra), (mios, suyos)) in zip(sala.ronda.faltan(), marcador, strict=False):
            sala.resultado(mesa.a, favor, contra)
            debidos[mesa.a][ronda], debidos[mesa.b][ronda] = (mesa.b, mios), (mesa.a, suyos)
        if sala.ronda.descanso is not None:
            debidos[sala.ronda.descanso.participante][ronda] = (None, 6 if ronda == 1 else 3)
    return sala, debidos


def _vista(sala: Reglas, nombres: dict[int, str]) -> Sala:
    textos = sala.textos | {sala.torneo.participantes[n].nombre: nombre for n, nombre in nombres.items()}
    ficha = Flujo("1/torneo/1", "torneo", "torneo", 1, 2, 1, "0" * 64, True, 1, 1, INICIO, INICIO, None)
    return Sala(ficha, sala.torneo, Llamados(sala.torneo, textos, {}))


async def _paginas(vista: Sala, hasta: int | None = None) -> list[Any]:
    paneles = [await clasificacion(vista, hasta)]
    while any(boton.get("label") == "Siguiente" and not boton["disabled"] for boton in _botones(paneles[-1])):
        paneles.append(await clasificacion(vista, hasta, len(paneles)))
    return paneles


def _botones(panel: Any) -> list[dict[str, Any]]:
    return [parte for parte in limites.desplegar(panel.to_components()) if parte.get("type") == 2]


def _dicho(panel: Any) -> str:
    return "\n".join(p["content"] for p in limites.desplegar(panel.to_components()) if p.get("type") == 10)


@pytest.mark.parametrize(("jugadores", "rondas"), [(4, 3), (7, 4), (10, 4), (24, 5), (32, 6)])
async def test_los_cruces_estan_en_el_texto_con_su_rival_y_sus_puntos(jugadores: int, rondas: int) -> None:
    sala, debidos = _jugado(jugadores, rondas)
    nombres = {n: f"Ajena{n}x" for n in debidos}
    for hasta in (None, 2):
        dicho = "\n".join([_dicho(panel) for panel in await _paginas(_vista(sala, nombres), hasta)])
        for quien, suyos in debidos.items():
            linea = " · ".join(
                f"r{ronda} {'descanso' if rival is None else nombres[rival]}: {puntos}"
                for ronda, (rival, puntos) in suyos.items()
                if hasta is None or ronda <= hasta
            )
            assert re.search(rf"{nombres[quien]} · \*\*\d+\*\* PT.*\n-# {re.escape(linea)}$", dicho, re.MULTILINE)


async def test_con_mas_de_treinta_y_dos_no_hay_cuadro_ni_cruces() -> None:
    sala, _ = _jugado(33, 3)
    paneles = await _paginas(_vista(sala, {}))
    assert len(paneles) == 2
    for panel in paneles:
        assert "descanso" not in _dicho(panel)
        assert [archivo.filename for archivo in panel.archivos] == ["tabla-1.png"]


@pytest.mark.parametrize("jugadores", [8, 32, 128])
async def test_los_nombres_mas_raros_caben_y_nadie_se_pierde(jugadores: int) -> None:
    sala, debidos = _jugado(jugadores, 7)
    raros = {n: f"{n}{raro}"[:100] for n, raro in zip(debidos, cycle(RAROS), strict=False)}
    paneles = await _paginas(_vista(sala, raros))
    for panel in paneles:
        limites.comprobar_mensaje({"components": panel.to_components(), "flags": 1 << 15})
        assert "<@" not in _dicho(panel)
    dicho = "\n".join(map(_dicho, paneles))
    assert len(re.findall(r"\*\*\d+\*\* PT", dicho)) == jugadores
    assert dicho.count("-# r1 ") == (jugadores if jugadores <= 32 else 0)


async def test_la_imagen_de_cada_pagina_lleva_las_filas_de_su_texto() -> None:
    sala, debidos = _jugado(32, 6)
    nombres = {n: f"Ajena{n}x" for n in debidos}
    paneles = await _paginas(_vista(sala, nombres))
    assert len(paneles) > 1
    for panel in paneles:
        filas = re.findall(r"(Ajena\d+x) · \*\*\d+\*\* PT", _dicho(panel))
        for archivo in panel.archivos:  # Discord admite descripciones de 1024 caracteres: dicen las que caben
            descritas = re.findall(r"\b\d+, (Ajena\d+x),", archivo.description)
            assert descritas
            assert descritas == filas[: len(descritas)]


async def _listo_para_cerrar(m: Mundo) -> Any:
    e = await iniciar(m, 4, rondas=1)
    await e.juega(await e.publica(), {1: (20, 5), 2: (30, 20)})
    return e


async def test_al_cerrar_se_dicen_el_podio_con_la_semilla_y_la_clasificacion_con_sus_cruces(m: Mundo) -> None:
    e = await _listo_para_cerrar(m)
    mesa = await e.mesa(1)
    await e.manda("torneo cerrar")
    *_, podio, final = [texto(x) for x in m.canal.history()]
    assert podio.startswith("## Podio · Torneo de Otoño\n🥇")
    assert re.search(r"Semilla publicada\n`[0-9a-f]{64}`", podio)
    assert final.startswith("## Clasificación · Torneo de Otoño\n**Final.**")
    assert re.search(rf"\*\*1\.\*\* {await e.nombre(mesa.a)} .*\n-# r1 {await e.nombre(mesa.b)}: 6\n", final)
    await m.reiniciar()
    await m.pasar(minutos=15)
    assert sum("**Final.**" in texto(x) for x in m.canal.history()) == 1


async def test_un_final_que_no_se_puede_anunciar_se_dice_a_la_coordinacion_una_vez(m: Mundo) -> None:
    e = await _listo_para_cerrar(m)
    aparte = m.servidor.create_text_channel("coordinación")
    await configuracion.cambiar(m.bot.diario, m.servidor.id, canal_de_coordinacion=aparte.id)
    m.env.inject_error("POST", f"/channels/{m.canal.id}/messages", status=403, code=50013, times=None)
    antes = len(m.canal.history())
    await e.manda("torneo cerrar")
    await m.reiniciar()
    await m.pasar(minutos=30)
    dichos = [texto(x) for x in aparte.history()]
    assert len(dichos) == 1
    assert "Torneo de Otoño: el final no se ha anunciado" in dichos[0]
    assert f"<#{m.canal.id}>" in dichos[0]
    assert len(m.canal.history()) == antes
    assert m.coordinadora.user.dm_channel is None or not m.coordinadora.user.dm_channel.history()


async def test_sin_canal_donde_decirlo_el_final_se_dice_en_privado(m: Mundo) -> None:
    e = await _listo_para_cerrar(m)
    await e.manda("torneo coordinador", persona=m.moderador)
    m.env.inject_error("POST", f"/channels/{m.canal.id}/messages", status=403, code=50013, times=None)
    await e.manda("torneo cerrar")
    await m.pasar(minutos=15)
    for persona in (m.coordinadora, m.moderador):
        (privado,) = persona.user.dm_channel.history()
        assert "el final no se ha anunciado" in texto(privado)


async def test_un_torneo_cancelado_que_no_se_puede_anunciar_tambien_se_dice(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=1)
    m.env.inject_error("POST", f"/channels/{m.canal.id}/messages", status=403, code=50013, times=None)
    pregunta = await e.manda("torneo cancelar")
    await m.coordinadora.click(pregunta.response, label="Cancelar el torneo")
    await m.pasar(minutos=15)
    (privado,) = m.coordinadora.user.dm_channel.history()
    assert "cancelado y guardado" in texto(privado)
    assert "/clasificacion" not in texto(privado)


async def _exportado(e: Any) -> bytes:
    return await (await e.manda("torneo exportar", formato="json")).response.attachments[0].read()


async def _traido(m: Mundo, archivo: bytes) -> tuple[Any, Any]:
    """Otro servidor al que llega ese archivo, y quien lo coordina."""
    otro = m.env.create_guild(name="Otro servidor")
    gestiona = otro.create_role("Gestión", permissions=discord.Permissions(manage_guild=True))
    jefa = otro.add_member(m.env.create_user("jefa"), roles=[gestiona])
    canal = otro.create_text_channel("torneo")
    await jefa.slash(canal, "torneo importar", archivo=("torneo.json", archivo))
    return canal, jefa


async def test_un_torneo_traido_ya_cerrado_no_anuncia_sus_rondas_ni_una_semilla_que_no_es_la_suya(
    m: Mundo,
) -> None:
    e = await _listo_para_cerrar(m)
    await e.manda("torneo cerrar")
    canal, jefa = await _traido(m, await _exportado(e))
    await m.pasar(minutos=5)
    dichos = [texto(x) for x in canal.history()]
    podios = [x for x in canal.history() if "## Podio" in texto(x)]
    assert len(podios) == 1
    assert "Semilla" not in texto(podios[0])
    assert "Verificar el sorteo" not in botones(podios[0])
    assert sum("**Final.**" in dicho for dicho in dichos) == 1
    assert not [dicho for dicho in dichos if "cerrada" in dicho or "Empieza" in dicho]
    assert "**Final.**" in texto(await jefa.slash(canal, "clasificacion"))


async def test_un_torneo_traido_a_medias_solo_anuncia_lo_que_pasa_aqui(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    await e.juega(await e.publica(), {1: (20, 5), 2: (30, 20)})
    await e.juega(await e.publica(), {1: (20, 5)})
    assert "Después de 2 rondas de 3. Falta 1 resultado." in texto(await e.manda("clasificacion"))
    ajena = await e.nombre((await e.mesa(2)).a)
    canal, jefa = await _traido(m, await _exportado(e))
    await jefa.slash(canal, "resultado", jugador=ajena, pv_favor=20, pv_contra=5)
    await jefa.slash(canal, "ronda", accion="cerrar")
    borrador = await jefa.slash(canal, "ronda", accion="siguiente")
    await jefa.click(borrador.response, label="Publicar")
    await m.pasar(minutos=5)
    dichos = [texto(x) for x in canal.history()]
    assert [dicho for dicho in dichos if "cerrada" in dicho] == [
        "**Ronda 2 cerrada.** Desde aquí solo caben correcciones."
    ]
    assert not [dicho for dicho in dichos if "Anulado" in dicho]
    assert sum("## Ronda 3 de 3" in dicho for dicho in dichos) == 1


async def test_si_no_queda_nadie_el_podio_lo_dice(m: Mundo) -> None:
    e = await _listo_para_cerrar(m)
    for nombre in list(e.jugadores):
        await e.manda("torneo expulsar", jugador=nombre, motivo="Todos a la calle")
    await e.manda("torneo cerrar")
    assert "el podio está vacío" in texto(e.ultimo("## Podio"))


async def test_anular_la_ronda_traida_no_anuncia_la_inscripcion_ni_el_inicio(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    await e.publica()
    canal, jefa = await _traido(m, await _exportado(e))
    pregunta = await jefa.slash(canal, "ronda", accion="anular")
    await jefa.click(pregunta.response, label="Anular la ronda 1")
    await m.pasar(minutos=5)
    assert not [x for x in canal.history() if "inscripción" in texto(x) or "Empieza" in texto(x)]
