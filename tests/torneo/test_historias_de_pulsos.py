"""Pulsaciones que llegan tarde o a la vez: dos que coordinan con lo mismo delante, y botones de otra ronda."""

from typing import Any

from servicios import configuracion
from tests.apoyo.mundo import Mundo, botones, pulsar_a_la_vez, texto
from tests.torneo.mesa_de_torneo import Evento, iniciar


async def _dos_que_coordinan(m: Mundo, **opciones: Any) -> Evento:
    e = await iniciar(m, 6, rondas=3, **opciones)
    await e.manda("torneo coordinador", persona=m.moderador)
    return e


async def test_corregir_con_una_nota_la_conserva_aunque_se_reinicie(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    nota = "Anillo con **otra** carta: <@1> \\o/ [la](de) siempre"
    quien = await e.nombre((await e.mesa(1)).b)
    vista = await e.manda("resultado", jugador=quien, fin="anillo", ronda=1, nota=nota)
    assert "Nota: Anillo con" in texto(vista)
    await m.reiniciar()
    aplicada = await m.coordinadora.click(vista.response, label="Aplicar la corrección")
    assert aplicada.modal is None
    assert "**7-0** para" in texto(aplicada)
    resultado = (await e.mesa(1)).resultado
    assert resultado is not None
    assert resultado.nota is not None
    assert (await m.bot.diario.textos(await e.flujo()))[resultado.nota] == nota
    historial = texto(await m.otro.slash(m.canal, "torneo historial"))
    assert f"a 0–0 por el Anillo Único, gana {quien}. «Anillo con \\*\\*otra\\*\\* carta" in historial


async def test_dos_cambios_a_mano_desde_el_mismo_borrador(m: Mundo) -> None:
    e = await _dos_que_coordinan(m)
    uno = await e.manda("ronda", accion="siguiente")
    otro = await m.moderador.slash(m.canal, "ronda", accion="siguiente")
    borrador = (await e.torneo()).borrador
    assert borrador is not None
    abiertos = [
        await m.coordinadora.click(uno.response, label="Cambiar a mano"),
        await m.moderador.click(otro.response, label="Cambiar a mano"),
    ]
    a, b = (str(borrador.mesas[n].a) for n in (0, 1))
    c = str(borrador.mesas[2].a)
    await m.coordinadora.submit_modal(abiertos[0], {"uno": [a], "otro": [b]})
    cambiado = (await e.torneo()).borrador
    tarde = await m.moderador.submit_modal(abiertos[1], {"uno": [a], "otro": [c]})
    assert tarde.ephemeral
    assert "El borrador ha cambiado" in texto(tarde)
    assert (await e.torneo()).borrador == cambiado
    descarta = await m.moderador.click(otro.response, label="Descartar")
    assert "El borrador ha cambiado" in texto(descarta)
    assert (await e.torneo()).borrador == cambiado


async def test_anular_dos_veces_no_se_lleva_la_ronda_nueva(m: Mundo) -> None:
    e = await _dos_que_coordinan(m)
    await e.publica()
    uno = await e.manda("ronda", accion="anular")
    otro = await m.moderador.slash(m.canal, "ronda", accion="anular")
    await m.coordinadora.click(uno.response, label="Anular la ronda 1")
    await e.publica()
    tarde = await m.moderador.click(otro.response, label="Anular la ronda 1")
    assert tarde.ephemeral
    assert "ya se anuló" in texto(tarde)
    assert len((await e.torneo()).rondas) == 1


async def test_cada_boton_de_consecuencias_pulsado_por_dos_a_la_vez(m: Mundo) -> None:
    e = await _dos_que_coordinan(m)
    los_dos = (m.coordinadora, m.moderador)
    borrador = await e.manda("ronda", accion="siguiente")
    publicadas = await pulsar_a_la_vez("Publicar", borrador.response, *los_dos)
    assert sum("No hay ningún borrador" in texto(r) for r in publicadas) == 1
    empezar = await e.manda("ronda")
    empezadas = await pulsar_a_la_vez("Empezar", empezar.response, *los_dos)
    assert sum("ya empezó" in texto(r) for r in empezadas) == 1
    await e.juega(e.ultimo("Comunicar mi resultado"), {1: (20, 5), 2: (18, 5)})
    mesa = await e.mesa(3)
    for persona in los_dos:  # los dos escriben a la vez el resultado que falta, cada cual el suyo
        await persona.slash(m.canal, "resultado", jugador=await e.nombre(mesa.a), pv_favor=9, pv_contra=8)
    assert (await e.mesa(3)).resultado is not None
    quien = await e.nombre(mesa.b)
    vistas = [
        await persona.slash(m.canal, "resultado", jugador=quien, pv_favor=favor, pv_contra=8)
        for persona, favor in zip(los_dos, (20, 30), strict=True)
    ]
    primera = await m.coordinadora.click(vistas[0].response, label="Aplicar la corrección")
    segunda = await m.moderador.click(vistas[1].response, label="Aplicar la corrección")
    assert "Corregido por la coordinación" in texto(primera)
    assert "ha cambiado mientras tanto" in texto(segunda)
    resultado = (await e.mesa(3)).resultado
    assert resultado is not None
    assert (resultado.pv_a, resultado.pv_b) == (8, 20)
    cancelar = await e.manda("torneo cancelar")
    canceladas = await pulsar_a_la_vez("Cancelar el torneo", cancelar.response, *los_dos)
    assert sum("ya está cerrado" in texto(r) for r in canceladas) == 1, [texto(r) for r in canceladas]


async def test_los_botones_de_una_ronda_que_se_anulo(m: Mundo) -> None:
    apartado = m.servidor.create_text_channel("coordinación")
    await configuracion.cambiar(m.bot.diario, m.servidor.id, canal_de_coordinacion=apartado.id)
    e = await _dos_que_coordinan(m)
    vieja = await e.publica()
    a, b = [await e.quien(x) for x in (await e.mesa(1)).jugadores]
    dicho = await e.comunica(a, vieja, 20, 5)
    await a.submit_modal(await a.click(vieja, label="Llamar a un árbitro"), {"nota": ""})
    suya = await b.slash(m.canal, "ronda")
    await m.coordinadora.click((await e.manda("ronda", accion="anular")).response, label="Anular la ronda 1")
    await m.env.settle()
    assert "Anulado" in texto(apartado.last_message)  # nadie fija con ella el resultado de una mesa nueva
    assert botones(apartado.last_message) == {}
    nueva = await e.publica()
    antes = await e.torneo()
    for mensaje, rotulo in ((dicho, "Confirmar"), (dicho, "No es así"), (suya, "Confirmar")):
        r = await b.click(mensaje.response, label=rotulo)
        assert r.ephemeral
        assert "ha cambiado" in texto(r), texto(r)
    assert await e.torneo() == antes
    await e.juega(nueva, {1: (20, 5), 2: (20, 5), 3: (20, 5)})
    await e.publica()
    de_la_ronda_1 = await a.click(nueva, label="Comunicar mi resultado")
    assert "Ese mensaje es de otra ronda" in texto(de_la_ronda_1)


async def test_la_ronda_de_un_torneo_acabado_se_sigue_viendo(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=1)
    anuncio = await e.publica()
    await e.juega(anuncio, {1: (20, 5), 2: (10, 9)})
    await e.manda("torneo cerrar")
    vista = await m.otro.slash(m.canal, "ronda")
    assert "20–5 (**6-0**)" in texto(vista)
    assert "El torneo ha terminado." in texto(vista)
    assert set(botones(vista)) == {"Clasificación"}
    a = await e.quien(1)
    for pulsada in (
        await a.click(anuncio, label="Comunicar mi resultado"),
        await a.slash(m.canal, "resultado", pv_favor=1, pv_contra=0),
        await m.coordinadora.slash(m.canal, "ronda", accion="siguiente"),
    ):
        assert pulsada.ephemeral
        assert "terminado" in texto(pulsada) or "no hay ningún torneo" in texto(pulsada), texto(pulsada)


async def test_el_play_off_no_se_escribe_dos_veces_sin_verlo(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=1)
    await e.manda("torneo coordinador", persona=m.moderador)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    await e.manda("torneo playoff")
    anuncio = e.ultimo("Anotar la partida 1")
    abiertos = [await x.click(anuncio, label="Anotar la partida 1") for x in (m.coordinadora, m.moderador)]
    await m.coordinadora.submit_modal(abiertos[0], {"a": "20", "b": "5", "fin": ["normal"]})
    tarde = await m.moderador.submit_modal(abiertos[1], {"a": "5", "b": "20", "fin": ["normal"]})
    assert tarde.ephemeral
    assert "se ha anotado mientras tanto" in texto(tarde)
    viejo = await m.moderador.click(anuncio, label="Anotar la partida 1")
    assert "se ha anotado mientras tanto" in texto(viejo)
    presente = await m.moderador.slash(m.canal, "torneo playoff")
    formulario = await m.moderador.click(presente.response, label="Corregir la 1")
    corregido = await m.moderador.submit_modal(formulario, {"a": "5", "b": "20", "fin": ["normal"]})
    assert "5 – 20" in texto(corregido)


async def test_quien_deja_el_torneo_no_vuelve_ni_por_la_puerta_de_atras(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=2)
    a = e.jugadores["Alicia"]
    duda = await a.slash(m.canal, "torneo baja")
    assert "deja el torneo" in texto(await a.click(duda.response, label="Dejar el torneo"))
    for r in (
        await a.slash(m.canal, "torneo baja"),
        await a.slash(m.canal, "torneo inscribir"),
        await e.manda("torneo inscribir", persona=a),
        await e.manda("torneo inscribir", nombre="ÁLICIA"),
    ):
        assert r.ephemeral
        assert "ya dejó el torneo y no puede volver" in texto(r) or "pide a la coordinación" in texto(r), texto(r)
    assert len((await e.torneo()).activos) == 3
