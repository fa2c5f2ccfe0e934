"""Dos que coordinan dan a la vez la misma orden, o llega dos veces una: un efecto, y a quien sobra se le dice bien."""

from collections.abc import Sequence
from typing import Any

import pytest

from servicios.deshacer import Deshacer
from servicios.hechos import Actor
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.valores import Fase
from tests.apoyo.mundo import Mundo, botones, texto
from tests.torneo.gestos import Gesto, a_la_vez, orden, pulso
from tests.torneo.mesa_de_torneo import Evento, convocar, iniciar

SIN_FALLOS = pytest.mark.simcord(check_errors=False)
"""A la segunda entrega de una interacción ya contestada, Discord se niega: es lo que se prueba."""


async def dos_que_coordinan(m: Mundo, jugadores: int = 4, rondas: int = 3) -> Evento:
    e = await iniciar(m, jugadores, rondas=rondas)
    await e.manda("torneo coordinador", persona=m.moderador)
    return e


def de_los_dos(m: Mundo, cual: str, /, **opciones: Any) -> list[Gesto]:
    return [orden(m, quien, cual, **opciones) for quien in (m.coordinadora, m.moderador)]


def una_y_una_negativa(dichas: Sequence[Any], negativa: str) -> None:
    """Solo una dice que no, en privado y con una frase."""
    textos = [texto(r) for r in dichas]
    assert sum(negativa in dicho for dicho in textos) == 1, textos
    assert not [dicho for dicho in textos if "fallado por nuestra parte" in dicho]
    (no,) = [r for r in dichas if negativa in texto(r)]
    assert no.ephemeral


async def test_iniciar(m: Mundo) -> None:
    e = await convocar(m, 8)
    await e.manda("torneo coordinador", persona=m.moderador)
    una_y_una_negativa(await a_la_vez(m, *de_los_dos(m, "torneo iniciar")), "El torneo ya ha empezado")
    assert (await e.torneo()).rondas_previstas == 4
    assert sum("Empieza Torneo de Otoño" in texto(x) for x in m.canal.history()) == 1


async def test_iniciar_asi_con_doble_clic(m: Mundo) -> None:
    e = await convocar(m, 3)
    aviso = await e.manda("torneo iniciar", rondas=2)
    pulsos = [pulso(m, m.coordinadora, aviso, "Iniciar así") for _ in range(2)]
    una_y_una_negativa(await a_la_vez(m, *pulsos), "El torneo ya ha empezado")
    assert sum("Empieza Torneo de Otoño" in texto(x) for x in m.canal.history()) == 1


async def test_cerrar_la_ronda(m: Mundo) -> None:
    e = await dos_que_coordinan(m)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    una_y_una_negativa(await a_la_vez(m, *de_los_dos(m, "ronda", accion="cerrar")), "ya está cerrada")
    assert sum("Ronda 1 cerrada." in texto(x) for x in m.canal.history()) == 1


async def test_cerrar_el_torneo(m: Mundo) -> None:
    e = await dos_que_coordinan(m, rondas=1)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 15)})
    dichas = await a_la_vez(m, *de_los_dos(m, "torneo cerrar"))
    assert (await e.torneo()).fase is Fase.CERRADO
    una_y_una_negativa(dichas, "cerrad")
    assert sum("Semilla publicada" in texto(x) for x in m.canal.history()) == 1


async def test_terminar_antes_con_doble_clic_y_por_dos(m: Mundo) -> None:
    e = await dos_que_coordinan(m)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 15)})
    pregunta = await e.manda("torneo cerrar")
    pulsos = [pulso(m, x, pregunta, "Terminar antes") for x in (m.coordinadora, m.coordinadora, m.moderador)]
    dichas = [texto(r) for r in await a_la_vez(m, *pulsos)]
    assert sum("Se cierra el torneo" in dicho for dicho in dichas) == 1, dichas
    assert sum("cerrad" in dicho for dicho in dichas) == 2, dichas
    assert sum("Semilla publicada" in texto(x) for x in m.canal.history()) == 1


async def test_cerrar_con_el_primer_puesto_empatado_se_pregunta(m: Mundo) -> None:
    e = await dos_que_coordinan(m, rondas=1)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    pregunta = await e.manda("torneo cerrar")
    assert pregunta.ephemeral
    assert "El primer puesto sigue empatado" in texto(pregunta)
    assert (await e.torneo()).fase is Fase.EN_JUEGO
    await m.coordinadora.click(pregunta.response, label="Cerrar así")
    assert [len(escalon) for escalon in (await e.torneo()).podio] == [2, 2]


async def test_convocar_el_play_off(m: Mundo) -> None:
    e = await dos_que_coordinan(m, rondas=1)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    una_y_una_negativa(await a_la_vez(m, *de_los_dos(m, "torneo playoff")), "ya está convocado")
    assert len((await e.torneo()).playoffs) == 1
    assert sum("## Play-off" in texto(x) for x in m.canal.history()) == 1


async def test_expulsar(m: Mundo) -> None:
    e = await dos_que_coordinan(m)
    await e.publica()
    mesa = await e.mesa(1)
    quien = await e.nombre(mesa.a)
    gestos = de_los_dos(m, "torneo expulsar", jugador=quien, motivo="Trampas", vetar=True)
    una_y_una_negativa(await a_la_vez(m, *gestos), "ya dejó el torneo")
    resultado = (await e.mesa(1)).resultado
    assert resultado is not None
    assert resultado.ganador == mesa.b
    assert len((await e.torneo()).activos) == 3


@SIN_FALLOS
async def test_dos_sanciones_cuentan_las_dos_y_una_entregada_dos_veces_una(m: Mundo) -> None:
    e = await dos_que_coordinan(m)
    await e.publica()
    mesa = await e.mesa(1)
    quien = await e.nombre(mesa.a)
    dichas = await a_la_vez(m, *de_los_dos(m, "torneo sancion", jugador=quien, pv=-3, motivo="Tarde"))
    assert ["−3 PV" in texto(r) for r in dichas] == [True, True]
    assert (await e.torneo()).ajuste(1, mesa.a) == -6
    repetida = orden(m, m.coordinadora, "torneo sancion", jugador=quien, pv=-1, motivo="Otra vez")
    await a_la_vez(m, repetida, repetida)
    await a_la_vez(m, repetida)  # y mucho después
    assert (await e.torneo()).ajuste(1, mesa.a) == -7


async def test_corregir_el_mismo_resultado(m: Mundo) -> None:
    e = await dos_que_coordinan(m)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    quien = await e.nombre((await e.mesa(1)).a)
    pulsos = []
    for persona, favor in ((m.coordinadora, 30), (m.moderador, 40)):
        vista = await persona.slash(m.canal, "resultado", jugador=quien, pv_favor=favor, pv_contra=29)
        pulsos.append(pulso(m, persona, vista, "Aplicar la corrección"))
    una_y_una_negativa(await a_la_vez(m, *pulsos), "ha cambiado mientras tanto")
    resultado = (await e.mesa(1)).resultado
    assert resultado is not None
    assert (resultado.pv_a, resultado.pv_b) in ((30, 29), (40, 29))


async def test_el_boton_de_una_correccion_cuando_ya_se_juega_la_ronda_siguiente(m: Mundo) -> None:
    e = await dos_que_coordinan(m)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    mesa = await e.mesa(1)
    vista = await e.manda("resultado", jugador=await e.nombre(mesa.b), pv_favor=30, pv_contra=5)
    await e.publica()
    aplicada = await m.coordinadora.click(vista.response, label="Aplicar la corrección")
    assert "Mesa 1 · ronda 1" in texto(aplicada)
    torneo = await e.torneo()
    assert torneo.ronda is not None
    assert len(torneo.ronda.faltan()) == 2  # la ronda 2 sigue como estaba
    assert torneo.rondas[0].mesas[0].resultado != mesa.resultado


@pytest.mark.parametrize("primero", [0, 1, 2])
async def test_el_rival_confirma_y_duda_mientras_el_arbitraje_decide(m: Mundo, primero: int) -> None:
    """Sea quien sea el primero (no es siempre quien antes pulsa), uno decide y los demás se enteran."""
    e = await dos_que_coordinan(m)
    anuncio = await e.publica()
    mesa = await e.mesa(1)
    a, b = await e.quien(mesa.a), await e.quien(mesa.b)
    dicho = await e.comunica(a, anuncio, 20, 5)
    fija = orden(m, m.coordinadora, "resultado", jugador=await e.nombre(mesa.b), pv_favor=9, pv_contra=8)
    gestos = [pulso(m, b, dicho, "Confirmar"), pulso(m, b, dicho, "No es así"), fija]
    hechas = await a_la_vez(m, *gestos[primero:], *gestos[:primero])
    confirma, duda, arbitra = hechas[3 - primero :] + hechas[: 3 - primero]
    confirmado = not confirma.ephemeral
    rechazado = not duda.ephemeral
    assert not (confirmado and rechazado)
    for sobra in (r for r in (confirma, duda) if r.ephemeral):
        assert "ya es firme" in texto(sobra) or "ha cambiado" in texto(sobra), texto(sobra)
    if confirmado:  # quien arbitra llega tarde: se le enseña qué cambiaría, y no cambia nada
        assert "Aplicar la corrección" in botones(arbitra)
    else:
        assert "Lo fija el arbitraje." in texto(arbitra)
    resultado = (await e.mesa(1)).resultado
    assert resultado is not None
    assert (resultado.pv_a, resultado.pv_b) == ((20, 5) if confirmado else (8, 9))
    assert sum(fila.pt for fila in clasificar(await e.torneo())) == 6


@SIN_FALLOS
async def test_cada_orden_entregada_dos_veces_tiene_un_efecto(m: Mundo) -> None:
    crear = orden(m, m.coordinadora, "torneo crear", nombre="Uno", formato="mago-mago", modalidad="dos-barajas")
    await a_la_vez(m, crear, crear)
    e = Evento(m)
    assert len(await m.bot.diario.buscar(m.servidor.id, clases=("torneo",))) == 1
    for nombre in ("Beorn", "Radagast"):
        alta = orden(m, m.coordinadora, "torneo inscribir", nombre=nombre)
        await a_la_vez(m, alta, alta)
    assert len((await e.torneo()).activos) == 2
    inicio = orden(m, m.coordinadora, "torneo iniciar", rondas=1)
    await a_la_vez(m, inicio, inicio)
    assert (await e.torneo()).fase is Fase.EN_JUEGO
    borrador = await e.manda("ronda", accion="siguiente")
    publica = pulso(m, m.coordinadora, borrador, "Publicar")
    await a_la_vez(m, publica, publica)
    for mal in (-3, -5):
        sanciona = orden(m, m.coordinadora, "torneo sancion", jugador="Beorn", pv=mal, motivo="Tarde")
        await a_la_vez(m, sanciona, sanciona)
    deshace = orden(m, m.coordinadora, "torneo deshacer")
    await a_la_vez(m, deshace, deshace)
    assert [s.pv for s in (await e.torneo()).sanciones] == [-3]
    fija = orden(m, m.coordinadora, "resultado", jugador="Beorn", pv_favor=20, pv_contra=5)
    await a_la_vez(m, fija, fija)
    historia = texto(await e.manda("torneo historial"))
    assert historia.count("20–5") + historia.count("5–20") == 1
    cierra = orden(m, m.coordinadora, "torneo cerrar")
    await a_la_vez(m, cierra, cierra)
    assert (await e.torneo()).fase is Fase.CERRADO
    assert sum("Semilla publicada" in texto(x) for x in m.canal.history()) == 1


async def test_deshacer_una_vez_aunque_lo_pidan_dos(m: Mundo, monkeypatch: pytest.MonkeyPatch) -> None:
    e = await dos_que_coordinan(m)
    await e.publica()
    antes: list[Any] = []
    for pv in (-3, -5):
        antes.append(await e.torneo())
        await e.manda("torneo sancion", jugador=await e.nombre((await e.mesa(1)).a), pv=pv, motivo="Tarde")
    diario = m.bot.diario
    mirar, otra = diario.ficha, Actor(await diario.persona(m.servidor.id, m.moderador.id))

    async def mirar_y_llegar_tarde(flujo: str) -> Any:
        ficha = await mirar(flujo)
        monkeypatch.setattr(diario, "ficha", mirar)
        await diario.ejecutar(flujo, Deshacer(), otra, "otra")
        return ficha

    monkeypatch.setattr(diario, "ficha", mirar_y_llegar_tarde)
    tarde = await e.manda("torneo deshacer")
    assert tarde.ephemeral
    assert "alguien se ha adelantado" in texto(tarde)
    assert await e.torneo() == antes[1]
    assert "Se deshace" in texto(await m.moderador.slash(m.canal, "torneo deshacer"))
    assert await e.torneo() == antes[0]


async def test_cerrar_asi_cuando_otra_persona_acaba_de_convocar_el_play_off(m: Mundo) -> None:
    e = await dos_que_coordinan(m, rondas=1)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    pregunta = await e.manda("torneo cerrar")
    assert "lo decide con /torneo playoff" in texto(pregunta)
    await m.moderador.slash(m.canal, "torneo playoff")
    tarde = await m.coordinadora.click(pregunta.response, label="Cerrar así")
    assert "o un play-off: repite /torneo cerrar" in texto(tarde)
    assert (await e.torneo()).fase is Fase.EN_JUEGO
    otra = await e.manda("torneo cerrar")
    assert "el play-off está sin acabar" in texto(otra)
    await m.coordinadora.click(otra.response, label="Cerrar así")
    assert (await e.torneo()).fase is Fase.CERRADO


async def test_terminar_antes_dice_tambien_que_el_primer_puesto_esta_empatado(m: Mundo) -> None:
    e = await dos_que_coordinan(m)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    pregunta = await e.manda("torneo cerrar")
    assert "Quedan 2 rondas previstas sin jugar." in texto(pregunta)
    assert "El primer puesto sigue empatado" in texto(pregunta)
    assert "Terminar antes" in botones(pregunta)
