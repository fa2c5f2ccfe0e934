"""Lo que haría alguien torpe o con mala idea: finales que no tocan, archivos que no son, y un bot que se cae a cada paso."""

import json
from typing import Any

import pytest

from servicios import configuracion
from tests.apoyo.mundo import Mundo, botones, texto
from tests.torneo.mesa_de_torneo import iniciar


async def _juez(m: Mundo) -> Any:
    """Alguien que solo arbitra."""
    rol = m.servidor.create_role("Arbitraje")
    await configuracion.cambiar(m.bot.diario, m.servidor.id, rol_arbitro=rol.id)
    return m.servidor.add_member(m.env.create_user("glorfindel"), roles=[rol])


async def test_los_dos_con_cero_o_menos_se_dice_y_el_arbitraje_lo_cambia(m: Mundo) -> None:
    juez = await _juez(m)
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    mesa = await e.mesa(1)
    a, b = await e.quien(mesa.a), await e.quien(mesa.b)
    dicho = await e.comunica(a, anuncio, "−2", "-5")
    assert "**−2** – **−5**" in texto(dicho)
    assert "es un 6-0, y el arbitraje puede cambiarlo" in texto(dicho)
    confirmado = await b.click(dicho.response, label="Confirmar")
    assert not confirmado.ephemeral
    assert "el arbitraje puede cambiarlo" in texto(dicho.response)
    nombre = await e.nombre(mesa.b)
    vista = await juez.slash(
        m.canal, "resultado", jugador=nombre, fin="arbitro", pv_favor=-5, pv_contra=-2, nota="A los puntos"
    )
    aplicada = await juez.click(vista.response, label="Aplicar la corrección")
    assert "Lo cambia el arbitraje: antes, −2–−5." in texto(aplicada)
    resultado = (await e.mesa(1)).resultado
    assert resultado is not None
    assert (resultado.ganador, resultado.pv_a, resultado.pv_b) == (mesa.b, -2, -5)
    assert (await e.torneo()).desenlace(1, mesa, resultado).b == 6


async def test_una_sancion_puede_dejar_a_los_dos_a_cero_y_tambien_se_dice(m: Mundo) -> None:
    e = await iniciar(m, 2, rondas=1)
    anuncio = await e.publica()
    mesa = await e.mesa(1)
    await e.manda("torneo sancion", jugador=await e.nombre(mesa.a), pv=-10, motivo="llegó tarde")
    dicho = await e.comunica(await e.quien(mesa.a), anuncio, 8, -3)
    assert "**6-0** para" in texto(dicho)
    assert "contando las sanciones" in texto(dicho)
    assert "el arbitraje puede cambiarlo" in texto(dicho)


async def test_la_razon_se_ensena_cortada_a_dos_decimales(m: Mundo) -> None:
    e = await iniciar(m, 6, rondas=1)
    anuncio = await e.publica()
    for mesa, (favor, contra), dice in (
        (1, (25, 19), "**4-2** para"),
        (2, (149, 100), "(razón de 1,49)"),
        (3, (30, 20), "(razón de 1,50)"),
    ):
        dicho = texto(await e.comunica(await e.quien((await e.mesa(mesa)).a), anuncio, favor, contra))
        assert dice in dicho
        assert ("**5-1**" in dicho) is (mesa == 3)


async def test_los_finales_que_no_le_tocan_a_quien_los_escribe(m: Mundo) -> None:
    juez = await _juez(m)
    e = await iniciar(m, 5, rondas=3)
    anuncio = await e.publica()
    mesa, torneo = await e.mesa(1), await e.torneo()
    a, rival = await e.quien(mesa.a), await e.nombre(mesa.b)
    ronda = torneo.ronda
    assert ronda is not None
    assert ronda.descanso is not None
    descansa = await e.nombre(ronda.descanso.participante)
    temprano = await e.comunica(a, anuncio, "", "", "incomparecencia:yo")
    con_nota = {"jugador": rival, "fin": "anillo", "nota": "con otra carta"}
    casos = {
        "15 minutos": temprano,
        "Eso lo hace la coordinación": await juez.slash(m.canal, "resultado", **con_nota),
        "descansó en la ronda 1": await e.manda("resultado", jugador=descansa, pv_favor=6, pv_contra=0),
        "La ronda 2 no existe": await e.manda("resultado", jugador=rival, pv_favor=6, pv_contra=0, ronda=2),
        "van de −50 a 200": await e.manda("resultado", jugador=rival, pv_favor=6, pv_contra=-51),
        "Faltan PV": await e.manda("resultado", jugador=rival, fin="tiempo", pv_favor=3),
    }
    for trozo, r in casos.items():
        assert r.ephemeral, texto(r)
        assert trozo in texto(r), texto(r)
    assert await e.torneo() == torneo
    await e.manda("ronda", accion="empezar")
    await m.pasar(minutos=16)
    propuesta = await e.comunica(a, anuncio, "", "", "incomparecencia:yo")
    assert "por incomparecencia" in texto(propuesta)
    assert (await e.mesa(1)).resultado is None  # la propone; el silencio la lleva al arbitraje
    await m.pasar(minutos=11)
    firme = await juez.slash(m.canal, "resultado", jugador=await e.nombre(mesa.a), fin="incomparecencia")
    assert "**6-0** para" in texto(firme)
    valida = await e.manda("resultado", jugador=rival, fin="anillo", pv_favor=4, ronda=1, nota="con otra carta")
    assert "revisa qué cambiaría" in texto(valida)


async def test_quien_dejo_el_torneo_y_quien_mira_otra_ronda(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    primera = await e.publica()
    await e.juega(primera, {1: (20, 5), 2: (20, 5)})
    segunda = await e.publica()
    mesa = await e.mesa(1)
    a, b = await e.quien(mesa.a), await e.quien(mesa.b)
    duda = await a.slash(m.canal, "torneo baja")
    assert duda.ephemeral
    assert "Quien deja el torneo no puede volver." in texto(duda)
    assert len((await e.torneo()).activos) == 4  # aún no se ha ido
    se_va = await a.click(duda.response, label="Dejar el torneo")
    assert "por retirada, gana" in texto(se_va)
    antes = await e.torneo()
    for r in (
        await a.click(segunda, label="Comunicar mi resultado"),
        await a.slash(m.canal, "resultado", pv_favor=20, pv_contra=1),
        await b.slash(m.canal, "resultado", pv_favor=20, pv_contra=1),
        await b.slash(m.canal, "resultado", pv_favor=20, pv_contra=1, ronda=1),
    ):
        assert r.ephemeral, texto(r)
        assert "ya es firme" in texto(r), texto(r)
    assert await e.torneo() == antes


def _hostiles(bueno: dict[str, Any]) -> dict[str, bytes]:
    """Archivos que no deben entrar, por lo que hay de malo en ellos."""

    def con(*camino: Any, valor: Any) -> bytes:
        copia = json.loads(json.dumps(bueno))
        *padres, clave = camino
        lugar = copia
        for paso in padres:
            lugar = lugar[paso]
        lugar[clave] = valor
        return json.dumps(copia).encode()

    enorme = "9" * 6000
    mesa = ("rondas", 0, "mesas", 0)
    return {
        "no es JSON": b"\xff\xfe hola",
        "profundo": b"[" * 100_000,
        "vacío": b"",
        "texto donde va un número": con("participantes", 0, "id", valor="1"),
        "decimal donde va un entero": con(*mesa, "mesa", valor=1.0),
        "lógico donde va un entero": con(*mesa, "a", valor=True),
        "número de seis mil cifras": con(*mesa, "a", valor=7).replace(b'"a": 7', f'"a": {enorme}'.encode()),
        "identificador enorme": con("participantes", 0, "id", valor=10**12),
        "dos con el mismo número": con("participantes", 1, "id", valor=1),
        "alguien contra sí mismo": con(*mesa, "b", valor=bueno["rondas"][0]["mesas"][0]["a"]),
        "el mismo en dos mesas": con("rondas", 0, "mesas", 1, "a", valor=bueno["rondas"][0]["mesas"][0]["a"]),
        "un forastero": con(*mesa, "a", valor=99),
        "más rondas que previstas": con("torneo", "rondas_previstas", valor=1),
        "rondas sin fin": con("torneo", "rondas_previstas", valor=10**9),
        "una ronda sin acabar antes de otra": con(*mesa, "resultado", valor=None),
        "empezado y en inscripción": con("torneo", "estado", valor="inscripcion"),
        "juega tras irse": con("participantes", 0, valor=bueno["participantes"][0] | _SE_FUE),
        "clave con trampa": con("participantes", 0, "**@everyone** " + "x" * 5000, valor=1),
        "nombre de 101 letras": con("participantes", 0, "nombre", valor="x" * 101),
        "puntos inventados": con(*mesa, "resultado", "pt_a", valor=9),
        "sanción desmedida": con(
            "sanciones", valor=[{"participante": 1, "ronda": 1, "mesa": 1, "pv": -999, "motivo": ""}]
        ),
    }


_SE_FUE = {"estado": "retirado", "ronda_baja": 1}


async def test_importar_archivos_hostiles(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=2)
    for _ in range(2):
        await e.juega(await e.publica(), {1: (20, 5), 2: (14, 11)})
    r = await e.manda("torneo exportar", formato="json")
    contenido = await r.response.attachments[0].read()
    canal = m.servidor.create_text_channel("importado")
    jefes = iter(_jefes(m))
    for malo, archivo in _hostiles(json.loads(contenido)).items():
        visto = await next(jefes).slash(canal, "torneo importar", archivo=("torneo.json", archivo))
        assert visto.ephemeral, malo
        assert "fallado por nuestra parte" not in texto(visto), malo
        assert "@everyone" not in texto(visto).replace("\\@", ""), malo
        assert await m.bot.diario.abierto(m.servidor.id, canal.id, "torneo") is None, malo
    pesado = contenido[:-2] + b" " * 10_000_000 + b"\n}"
    visto = await next(jefes).slash(canal, "torneo importar", archivo=("torneo.json", pesado))
    assert "más de 2 MB" in texto(visto)
    bueno = await next(jefes).slash(canal, "torneo importar", archivo=("torneo.json", contenido))
    assert "importa el torneo «Torneo de Otoño»: 4 participantes, 2 rondas." in texto(bueno)


def _jefes(m: Mundo) -> list[Any]:
    """Muchas personas que coordinan: a cada una se le pide calma con las órdenes pesadas."""
    rol = m.servidor.roles["Coordinación"]
    return [m.servidor.add_member(m.env.create_user(f"jefe{n}"), roles=[rol]) for n in range(30)]


async def test_un_torneo_con_un_reinicio_entre_cada_dos_pasos(m: Mundo) -> None:
    e = await iniciar(m, 3, rondas=2)
    await m.reiniciar()
    for _ in range(2):
        borrador = await e.manda("ronda", accion="siguiente")
        await m.reiniciar()
        await m.coordinadora.click(borrador.response, label="Publicar")
        await m.reiniciar()
        vista = await e.manda("ronda")
        await m.coordinadora.click(vista.response, label="Empezar")
        await m.reiniciar()
        mesa = await e.mesa(1)
        a, b = await e.quien(mesa.a), await e.quien(mesa.b)
        abierto = await a.click(e.ultimo("Comunicar mi resultado"), label="Comunicar mi resultado")
        await m.reiniciar()
        dicho = await a.submit_modal(abierto, {"favor": "20", "contra": "5", "fin": ["normal"]})
        await m.reiniciar()
        await b.click(dicho.response, label="Confirmar")
        await m.reiniciar()
    await e.manda("torneo cerrar")
    await m.reiniciar()
    verificado = await m.otro.slash(m.canal, "torneo verificar")
    assert "**Cuadran todos**: 2 sorteos recalculados" in texto(verificado)
    dichos = [texto(x) for x in m.canal.history()]
    for uno in ("## Ronda 1 de 2", "## Ronda 2 de 2", "## Empieza la ronda 1", "## Empieza la ronda 2"):
        assert sum(uno in dicho for dicho in dichos) == 1, uno
    assert sum("Semilla publicada" in dicho for dicho in dichos) == 1


@pytest.mark.parametrize(("estado", "codigo"), [(403, 50013), (404, 10003), (500, 0), (502, 0)])
async def test_discord_falla_al_anunciar_y_al_final_se_dice_una_vez(m: Mundo, estado: int, codigo: int) -> None:
    e = await iniciar(m, 4, rondas=3)
    m.env.inject_error("POST", f"/channels/{m.canal.id}/messages", status=estado, code=codigo, times=1)
    borrador = await e.manda("ronda", accion="siguiente")
    await m.coordinadora.click(borrador.response, label="Publicar")
    await m.pasar(minutos=15)
    if (await e.torneo()).suspendido is not None:
        vista = await e.manda("ronda")
        await m.coordinadora.click(vista.response, label="Reponer el panel")
    anuncios = [x for x in m.canal.history() if "Cada pareja sin otro motivo" in texto(x)]
    assert len(anuncios) == 1
    assert all(persona.mention in texto(anuncios[0]) for persona in e.jugadores.values())
    await e.juega(anuncios[0], {1: (20, 5), 2: (20, 5)})
    assert (await e.torneo()).suspendido is None
    assert "Comunicar mi resultado" in botones(anuncios[0])


async def test_un_forastero_ante_los_botones_de_los_demas(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    anuncio = await e.publica()
    a, b = [await e.quien(x) for x in (await e.mesa(1)).jugadores]
    c = await e.quien((await e.mesa(2)).a)
    dicho = await e.comunica(a, anuncio, 20, 5)
    antes = await e.torneo()
    for persona, rotulo in ((m.otro, "Confirmar"), (c, "Confirmar"), (c, "No es así"), (a, "No es así")):
        r = await persona.click(dicho.response, label=rotulo)
        assert r.ephemeral, texto(r)
        assert persona is a or texto(r).startswith("Solo quien juega en la mesa 1"), texto(r)
    assert await e.torneo() == antes
    assert b.mention in texto(dicho)


async def test_los_nombres_se_sugieren_solo_donde_se_juega(m: Mundo, caplog: pytest.LogCaptureFixture) -> None:
    e = await iniciar(m, 4, rondas=3)
    fuera = m.servidor.create_text_channel("otra sala")
    for orden in ("resultado", "torneo baja", "torneo expulsar", "torneo sancion"):
        dentro = await m.coordinadora.autocomplete(m.canal, orden, "jugador", "AL")
        assert [c["name"] for c in dentro] == ["Alicia"]
        assert dentro[0]["value"] == str(next(p for p in (await e.torneo()).activos))
        assert await m.coordinadora.autocomplete(fuera, orden, "jugador", "AL") == []
    assert not [r for r in caplog.records if r.levelname == "ERROR"]  # escribir no es un fallo
