"""Historias de torneo en un Discord simulado: de la inscripción al podio, y todo lo que se tuerce por el camino."""

import json
import re
from typing import Any

from tests.apoyo.mundo import Mundo, botones, pulsar_a_la_vez, texto
from tests.torneo import oraculo
from tests.torneo.mesa_de_torneo import Evento, convocar, huella, iniciar


async def test_siete_jugadores_de_la_inscripcion_al_play_off(m: Mundo) -> None:
    e = await convocar(m, 7)
    panel = e.ultimo("Inscribirme")
    assert "**Inscripción abierta** · 7 · Mago contra Mago, dos barajas" in texto(panel)
    assert "-# Lo empieza la coordinación, con /torneo iniciar." in texto(panel)
    assert "Alicia, Bruno, Carla, Diego, Elena, Félix y Gala" in texto(panel)
    compromiso = huella(texto(panel))
    aviso = await e.manda("torneo iniciar")
    assert "un número impar" in texto(aviso)
    assert aviso.ephemeral
    assert "4 rondas" in texto(aviso)  # menos de 8 jugadores para 4 rondas: se avisa
    r = await m.coordinadora.click(aviso.response, label="Iniciar así")
    assert set(botones(r)) == {"Preparar la ronda 1"}
    borrador = await m.coordinadora.click(r.response, label="Preparar la ronda 1")
    await m.coordinadora.click(borrador.response, label="Publicar")
    heroes = list((await e.mesa(1)).jugadores)[:1] + list((await e.mesa(2)).jugadores)[:1]
    for numero in range(1, 5):
        anuncio = e.ultimo("Comunicar mi resultado") if numero == 1 else await e.publica()
        assert f"## Ronda {numero} de 4 · Torneo de Otoño" in texto(anuncio)
        await _gana_cada_heroe(e, anuncio, heroes)
    r = await e.manda("clasificacion")
    primeros = [linea for linea in texto(r).splitlines() if linea.startswith("**1.**")]
    assert len(primeros) == 2
    assert all(linea.endswith("desempate: ningún criterio los separa") for linea in primeros)
    assert [a.filename for a in r.response.attachments] == ["tabla-1.png", "cuadro.png"]
    convocado = await e.manda("torneo playoff")
    assert "Play-off por el primer puesto" in texto(convocado)
    anuncio = e.ultimo("Anotar la partida 1")
    ajeno = await m.otro.click(anuncio, label="Anotar la partida 1")
    assert ajeno.ephemeral
    assert "lo decide el arbitraje" in texto(ajeno)
    formulario = await m.coordinadora.click(anuncio, label="Anotar la partida 1")
    jugado = await m.coordinadora.submit_modal(formulario, {"a": "12", "b": "30", "fin": ["normal"]})
    assert "12 – 30" in texto(jugado)
    await e.manda("torneo cerrar")
    final = texto(e.ultimo("Verificar el sorteo"))
    primero, segundo = re.findall(r"🥇 <@(\d+)>\n🥈 <@(\d+)>", final)[0]
    ganador = (await e.torneo()).playoffs[0].partidas[0].b
    assert int(primero) == (await e.quien(ganador)).id
    assert int(segundo) in {(await e.quien(h)).id for h in heroes}
    semilla = re.findall(r"`([0-9a-f]{64})`", final)[0]
    verificado = texto(await m.otro.slash(m.canal, "torneo verificar"))
    assert semilla in verificado
    assert compromiso in verificado
    assert "**Cuadran todos**: 4 sorteos recalculados" in verificado
    assert verificado.count("la baraja sale de la semilla; cada cual juega una vez") == 4
    historial = await m.otro.slash(m.canal, "torneo historial")
    assert historial.ephemeral
    assert "Se cierra el torneo" in texto(historial)


async def _gana_cada_heroe(e: Evento, anuncio: Any, heroes: list[int]) -> None:
    """Los dos héroes ganan todo y empatan entre sí; los demás empatan."""
    ronda = (await e.torneo()).ronda
    assert ronda is not None
    marcadores: dict[int, tuple[int, int]] = {}
    for mesa in ronda.mesas:
        suyos = [h for h in heroes if h in mesa.jugadores]
        if len(suyos) == 1:
            marcadores[mesa.numero] = (20, 5) if mesa.a == suyos[0] else (5, 20)
        else:
            marcadores[mesa.numero] = (20, 20) if suyos else (10, 10)
    await e.juega(anuncio, marcadores)


async def test_comunicar_desde_el_movil_y_confirmar(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    mesa = await e.mesa(1)
    a, b = await e.quien(mesa.a), await e.quien(mesa.b)
    abierto = await a.click(anuncio, label="Comunicar mi resultado")
    assert "−5" in str(abierto.modal)
    dicho = await a.submit_modal(abierto, {"favor": "25", "contra": "19", "fin": ["normal"]})
    assert "**25** – **19**" in texto(dicho)
    assert "**4-2** para" in texto(dicho)
    assert b.mention in texto(dicho)
    (peticion,) = [p for p in m.env.http_requests if "¿es así?" in str(p.json)]
    assert peticion.json is not None
    assert peticion.json["data"]["allowed_mentions"]["users"] == [b.id]
    propio = await a.click(dicho.response, label="Confirmar")
    assert propio.ephemeral
    assert "lo confirma tu rival" in texto(propio)
    ajeno = await m.otro.click(dicho.response, label="No es así")
    assert ajeno.ephemeral
    dobles = await pulsar_a_la_vez("Confirmar", dicho.response, b, b)
    assert sorted(r.ephemeral for r in dobles) == [False, True]
    assert (await e.mesa(1)).resultado is not None
    suya = texto(await a.slash(m.canal, "ronda"))
    assert suya.splitlines()[1].startswith("Tu mesa: **Mesa 1**")
    assert "25–19 (**4-2**)" in suya


async def test_una_correccion_dos_rondas_despues_dice_antes_lo_que_cambia(m: Mundo) -> None:
    e = await iniciar(m, 6, rondas=3)
    for _ in range(3):
        await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5), 3: (20, 5)})
    antes = await e.torneo()
    mesa = antes.rondas[0].mesas[0]
    quien = await e.nombre(mesa.b)
    orden = {"pv_favor": 30, "pv_contra": 5, "jugador": quien.upper(), "ronda": 1}
    jugador = await (await e.quien(mesa.b)).slash(m.canal, "resultado", **orden)
    assert "la coordinación puede corregirlo" in texto(jugador)
    vista = await e.manda("resultado", **orden)
    assert vista.ephemeral
    assert "20–5: revisa qué cambiaría" in texto(vista)
    assert await e.torneo() == antes
    tabla = await _tabla(e)
    aplicada = await m.coordinadora.click(vista.response, label="Aplicar la corrección")
    assert "Corregido por la coordinación: antes, 20–5." in texto(aplicada)
    despues = await e.torneo()
    assert [r.mesas[0].jugadores for r in despues.rondas] == [r.mesas[0].jugadores for r in antes.rondas]
    assert despues.rondas[0].mesas[0].resultado != mesa.resultado
    assert _lo_que_cambia(tabla, await _tabla(e)) == {x for x in texto(vista).splitlines() if x.startswith("- ")}
    otra_vez = await m.coordinadora.click(vista.response, label="Aplicar la corrección")
    assert otra_vez.ephemeral
    assert await e.torneo() == despues
    deshecho = await e.manda("torneo deshacer")
    assert "Se deshace" in texto(deshecho)
    assert (await e.torneo()).rondas == antes.rondas


async def _tabla(e: Evento) -> dict[str, tuple[int, int]]:
    """Puntos y puesto de cada nombre, según el oráculo y lo que se exporta."""
    r = await e.manda("torneo exportar", formato="json")
    documento = json.loads(await r.response.attachments[0].read())
    nombres = {p["id"]: p["nombre"] for p in documento["participantes"]}
    filas = oraculo.clasificacion(documento)
    return {nombres[fila["participante"]]: (fila["pt"], fila["puesto"]) for fila in filas}


def _lo_que_cambia(antes: dict[str, tuple[int, int]], despues: dict[str, tuple[int, int]]) -> set[str]:
    """Las líneas con que hay que decirlo: solo lo que cambia."""
    lineas: set[str] = set()
    for quien, (puntos, puesto) in despues.items():
        partes: list[str] = []
        if puntos != antes[quien][0]:
            partes.append(f"de {antes[quien][0]} a **{puntos} punto{'s' * (puntos != 1)}**")
        if puesto != antes[quien][1]:
            partes.append(f"del puesto {antes[quien][1]} al **{puesto}**")
        if partes:
            lineas.add(f"- {quien}: {', '.join(partes)}")
    return lineas


async def test_un_reinicio_en_mitad_de_la_ronda_con_el_aviso_por_dar(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    r = await e.manda("ronda", accion="empezar")
    assert "El tiempo ya corre" in texto(r)
    assert "Termina <t:" in texto(e.ultimo("Empieza la ronda 1"))
    await m.pasar(minutos=60)
    dicho = await e.comunica(await e.quien((await e.mesa(1)).a), anuncio, 30, 20)
    m.bot._pulso.cancel()  # el bot está caído mientras pasa la hora del aviso
    await m.pasar(minutos=27.5)
    await m.reiniciar()
    await m.env.settle()
    aviso = texto(e.ultimo("Este aviso llega"))
    assert "Este aviso llega 2 minutos tarde" in aviso
    assert "Sin resultado: las mesas 1 y 2." in aviso
    rival = await e.quien((await e.mesa(1)).b)
    await rival.click(dicho.response, label="Confirmar")  # los botones de antes siguen vivos
    assert (await e.mesa(1)).resultado is not None
    await m.pasar(minutos=3)
    final = texto(e.ultimo("## Tiempo"))
    assert "Concilio Libre" in final
    assert "Sin resultado: la mesa 2." in final
    assert sum("Termina <t:" in texto(x) and "ronda 1" in texto(x) for x in m.canal.history()) == 2


async def test_los_pulsos_equivocados_de_tres_coordinadores(m: Mundo) -> None:
    e = await iniciar(m, 6, rondas=3)
    elrond, cirdan = m.moderador, m.otro
    for persona in (elrond, cirdan):
        await e.manda("torneo coordinador", persona=persona)
    suyo = await e.manda("ronda", accion="siguiente")
    de_elrond = await elrond.slash(m.canal, "ronda", accion="siguiente")
    assert texto(de_elrond) == texto(suyo)
    parejas = (await e.torneo()).borrador
    assert "mismo grupo" in texto(suyo)
    await cirdan.click((await cirdan.slash(m.canal, "ronda", accion="siguiente")).response, label="Descartar")
    tarde = await m.coordinadora.click(suyo.response, label="Publicar")
    assert tarde.ephemeral
    assert "No hay ningún borrador" in texto(tarde)
    otra = await elrond.slash(m.canal, "ronda", accion="siguiente")
    nuevo = (await e.torneo()).borrador
    assert nuevo is not None
    assert parejas is not None
    assert nuevo.mesas == parejas.mesas
    formulario = await elrond.click(otra.response, label="Cambiar a mano")
    cambio = {"uno": [str(nuevo.mesas[0].a)], "otro": [str(nuevo.mesas[1].a)]}
    cambiado = await elrond.submit_modal(formulario, cambio)
    assert "cambiada a mano" in texto(otra.response)
    assert not cambiado.followups
    viejo = await elrond.click(de_elrond.response, label="Publicar")
    assert "revisa el nuevo" in texto(viejo)
    dobles = await pulsar_a_la_vez("Publicar", otra.response, elrond, elrond)
    assert sum("No hay ningún borrador" in texto(r) for r in dobles) == 1
    anuncio = texto(e.ultimo("Comunicar mi resultado"))
    assert "Antes de publicarla: 1 borrador descartado" in anuncio
    assert "a mano" in anuncio
    assert "Faltan los resultados de las mesas 1, 2 y 3" in texto(await e.manda("ronda", accion="siguiente"))
    pregunta = await e.manda("ronda", accion="anular")
    await m.coordinadora.click(pregunta.response, label="Anular la ronda 1")
    assert (await e.torneo()).rondas == ()
    assert "aún" in texto(await m.coordinadora.click(pregunta.response, label="Anular la ronda 1")).lower()
    assert "Anulado" in "".join(texto(x) for x in m.canal.history())


async def test_los_forasteros_no_mueven_nada(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    antes = await e.torneo()
    nombre = await e.nombre((await e.mesa(1)).a)
    pulsadas = [await m.otro.click(anuncio, label=r) for r in ("Comunicar mi resultado", "Llamar a un árbitro")]
    ordenes: list[tuple[str, dict[str, Any]]] = [
        ("resultado", {"pv_favor": 20, "pv_contra": 3}),
        ("resultado", {"pv_favor": 20, "pv_contra": 3, "jugador": nombre}),
        ("ronda", {"accion": "siguiente"}),
        ("ronda", {"accion": "empezar"}),
        ("ronda", {"accion": "tiempo", "minutos": 5}),
        ("ronda", {"accion": "pausa"}),
        ("ronda", {"accion": "cerrar"}),
        ("ronda", {"accion": "anular"}),
        ("torneo iniciar", {}),
        ("torneo inscribir", {}),
        ("torneo baja", {"jugador": nombre}),
        ("torneo expulsar", {"jugador": nombre, "motivo": "porque sí"}),
        ("torneo sancion", {"jugador": nombre, "pv": -3, "motivo": "porque sí"}),
        ("torneo coordinador", {"persona": m.otro}),
        ("torneo playoff", {}),
        ("torneo mover", {"canal": m.canal}),
        ("torneo reponer", {}),
        ("torneo cerrar", {}),
        ("torneo cancelar", {}),
        ("torneo deshacer", {}),
    ]
    dadas = [await m.otro.slash(m.canal, orden, **opciones) for orden, opciones in ordenes]
    for r in (*pulsadas, *dadas):
        assert r.ephemeral, texto(r)
        assert "fallado por nuestra parte" not in texto(r)
    assert await e.torneo() == antes


async def test_lo_que_no_vale_se_dice_en_una_frase_y_no_cambia_nada(m: Mundo) -> None:
    e = await iniciar(m, 5, rondas=3)
    anuncio = await e.publica()
    mesa, otra = await e.mesa(1), await e.mesa(2)
    a, ajeno = await e.quien(mesa.a), await e.nombre(otra.a)
    torneo = await e.torneo()
    assert torneo.ronda is not None
    assert torneo.ronda.descanso is not None
    descansa = await e.quien(torneo.ronda.descanso.participante)
    casos = {
        f"juegas en la mesa {mesa.numero}": await a.slash(
            m.canal, "resultado", pv_favor=9, pv_contra=1, jugador=ajeno
        ),
        "−50 a 200": await a.slash(m.canal, "resultado", pv_favor=201, pv_contra=1),
        "Faltan PV": await a.slash(m.canal, "resultado", pv_favor=20),
        "La ronda 9 no existe": await a.slash(m.canal, "resultado", pv_favor=20, pv_contra=1, ronda=9),
        "15 minutos": await a.slash(m.canal, "resultado", fin="incomparecencia"),
        "lo decide el arbitraje": await a.slash(m.canal, "resultado", fin="arbitro"),
        "coordinación": await a.slash(m.canal, "resultado", fin="anillo", nota="con otra carta"),
        "descansas": await descansa.click(anuncio, label="Comunicar mi resultado"),
        "No encuentro a «Sauron»": await e.manda("resultado", pv_favor=1, pv_contra=0, jugador="Sauron"),
        "El torneo ya ha empezado": await e.manda("torneo iniciar"),
        "descansó": await e.manda("torneo sancion", jugador=descansa.mention, pv=-3, motivo="tarde", ronda=1),
        "aún no ha empezado": await e.manda("ronda", accion="tiempo", minutos=5),
    }
    for trozo, r in casos.items():
        assert r.ephemeral, texto(r)
        assert trozo in texto(r), texto(r)
    assert await e.torneo() == torneo
    mal = await a.click(anuncio, label="Comunicar mi resultado")
    escrito = await a.submit_modal(mal, {"favor": "dos", "contra": "3", "fin": ["normal"]})
    assert "escribe solo un número" in texto(escrito)
    await a.slash(m.canal, "resultado", pv_favor=20, pv_contra=3)
    segunda = await a.slash(m.canal, "resultado", pv_favor=25, pv_contra=3)
    assert "Ya has comunicado un resultado" in texto(segunda)
    await e.manda("torneo baja", jugador=ajeno)
    dos_veces = await e.manda("torneo baja", jugador=ajeno)
    assert "ya dejó el torneo" in texto(dos_veces)
