"""Lo que sale mal o se hace a la vez en una partida: el otro bando, dos pulsaciones, fuera de turno, caídas."""

import re
from typing import Any

import pytest

from cogs.guerra import mando
from servicios.guerra import compania, dados, personajes, politica, resolucion
from servicios.guerra.modelo_caza import PasoDeCaza
from servicios.guerra.piezas import Bando
from servicios.hechos import Orden
from tests.apoyo.mundo import Mundo, botones, partes, pulsar_a_la_vez, texto
from tests.guerra.atajos import a_las_acciones
from tests.guerra.panel import Mesa, abrir

LIBRES, SOMBRA = Bando.LIBRES, Bando.SOMBRA


async def _a_las_acciones(mesa: Mesa, caza: int) -> None:
    await mesa.decide("Terminar la fase de la Compañía")
    await mesa.decide(f"{caza} dado")
    await mesa.decide("Tirar los dados de acción")


async def test_lo_de_un_bando_no_lo_decide_el_otro_ni_un_forastero(m: Mundo) -> None:
    mesa = await abrir(m)
    for quien in (m.bruno, m.otro):
        r = await quien.click(mesa.mensaje, label="Terminar la fase de la Compañía")
        assert r.ephemeral
        assert texto(r).startswith("Eso lo decide el bando de los Pueblos Libres.")
    await mesa.decide("Terminar la fase de la Compañía")
    r = await m.alicia.slash(m.canal, "guerra turno asignar", dados=1)
    assert "Eso lo decide el bando de la Sombra." in texto(r)
    await mesa.decide("2 dados a la Caza")
    r = await m.otro.click(mesa.mensaje, label="Tirar los dados de acción")
    assert "Solo quien juega esta partida puede hacerlo." in texto(r)
    await mesa.decide("Tirar los dados de acción")
    r = await m.otro.click(mesa.mensaje, label="Abrir una batalla…")
    assert "Solo quien juega esta partida puede hacerlo." in texto(r)
    assert r.modal is None, "no se le pregunta en balde"


async def test_dos_a_la_vez_un_solo_efecto(m: Mundo) -> None:
    mesa = await abrir(m)
    await mesa.decide("Terminar la fase de la Compañía")
    await mesa.decide("1 dado a la Caza")
    uno, otro = await pulsar_a_la_vez("Tirar los dados de acción", mesa.mensaje, m.alicia, m.bruno)
    publicas = [r for r in (uno, otro) if r.response is not None and "Tirada de acción" in texto(r)]
    assert (await mesa.estado()).fase == "acciones"
    libro = await m.bot.diario.leer(f"{m.servidor.id}/guerra/1")
    assert libro.tiradas == 2, "se ha tirado una vez por bando"
    assert publicas
    avisados = [texto(f) for r in (uno, otro) for f in r.followups if f.ephemeral]
    assert any("Esto ya ha cambiado" in visto for visto in avisados)


async def test_un_comando_que_llega_tarde_no_hace_nada(m: Mundo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lo mismo tecleado dos veces: una nación no avanza dos pasos, y una Caza no se tira dos veces."""
    mesa = await abrir(m)
    await a_las_acciones(mesa, caza=1)
    _se_adelanta(mesa, monkeypatch, politica.AvanzarNacion(nacion="southrons"))
    tarde = await m.bruno.slash(m.canal, "guerra politica avanzar", nacion="southrons")
    assert tarde.ephemeral
    assert "Esto ya ha cambiado" in texto(tarde)
    assert (await mesa.estado()).naciones["southrons"].pasos == 1
    await mesa.deprisa(LIBRES, compania.MoverCompania())
    _se_adelanta(mesa, monkeypatch, resolucion.TirarCaza())
    tarde = await m.bruno.slash(m.canal, "caza")
    assert tarde.ephemeral
    hechos = [hecho for paso in (await mesa.libro()).pasos for hecho in paso.anotada.hechos]
    assert sum(isinstance(hecho, resolucion.CazaTirada) for hecho in hechos) == 1


def _se_adelanta(mesa: Mesa, parche: pytest.MonkeyPatch, orden: Orden) -> None:
    """La Sombra da esa orden entre que un comando lee la partida y da la suya."""
    diario = mesa.m.bot.diario
    leer = diario.leer

    async def leer_y_llegar_tarde(flujo: str) -> Any:
        libro = await leer(flujo)
        parche.setattr(diario, "leer", leer)
        await mesa.deprisa(SOMBRA, orden)
        return libro

    parche.setattr(diario, "leer", leer_y_llegar_tarde)


async def test_sin_dados_el_turno_lo_termina_cualquiera_aunque_quede_un_guia_por_elegir(m: Mundo) -> None:
    mesa = await abrir(m)
    await a_las_acciones(mesa)
    await mesa.deprisa(LIBRES, personajes.Separar(companeros=("gandalf-gris", "trancos"), region="rivendell"))
    for bando in Bando:
        await mesa.deprisa(bando, dados.DejarDados(bando=bando))
    visto = await mesa.orden(LIBRES, "guerra ver")
    assert {"Guía: Legolas", "Terminar el turno"} <= set(botones(mesa.mensaje))
    assert "Cualquiera de los dos bandos sigue: la resolución de acciones." in visto


async def test_fuera_de_turno_una_frase_con_su_regla_y_nada_cambia(m: Mundo) -> None:
    mesa = await abrir(m)
    antes = await mesa.estado()
    pruebas = {
        ("compania mover",): ({}, "Ahora es la fase de la Compañía, y eso se hace en la resolución de acciones."),
        ("caza",): ({}, "Eso lo decide el bando de la Sombra."),
        ("compania declarar",): ({"region": "Lórien"}, "Lórien está a 5 regiones de Rivendel"),
        ("compania guia",): ({"companero": "merry"}, "Merry no puede ser Guía ahora."),
        ("guerra encajar anillo",): ({}, "No hay ninguna Caza en curso: la hay después de mover a la Compañía."),
        ("batalla seguir",): ({"sigue": True}, "No hay ninguna batalla en curso: se abre con /batalla abrir."),
        ("compania separar",): ({"companeros": "Tom Bombadil"}, "No conozco ningún personaje «Tom Bombadil»."),
    }
    for (comando,), (campos, frase) in pruebas.items():
        r = await m.alicia.slash(m.canal, comando, **campos)
        assert r.ephemeral, comando
        assert frase in texto(r), comando
        assert len(texto(r).split("\n-# ")) <= 2, "una frase, y la regla debajo"
    r = await m.bruno.slash(m.canal, "caza")
    assert "Fuente: Reglas de La Guerra del Anillo, «Efectos de La Caza»" in texto(r)
    r = await m.bruno.slash(m.canal, "caza", dados_sombra=3)
    assert "Este canal tiene una partida" in texto(r)
    assert await mesa.estado() == antes


async def test_un_panel_atrasado_se_pone_al_dia_y_no_hace_nada(m: Mundo) -> None:
    mesa = await abrir(m)
    viejo = mesa.mensaje
    await mesa.orden(LIBRES, "guerra turno fin-compania")
    r = await m.alicia.click(viejo, label="Terminar la fase de la Compañía")
    assert "Esto ya ha cambiado" in texto(r.followups[0])
    assert r.followups[0].ephemeral
    assert "la asignación de la Caza" in texto(viejo)
    assert (await mesa.estado()).fase == "asignacion"


async def test_el_bot_muere_entre_la_tirada_y_la_respuesta(m: Mundo, monkeypatch: pytest.MonkeyPatch) -> None:
    """La tirada está en el diario: el panel la enseña y no se repite."""
    mesa = await abrir(m)
    await _a_las_acciones(mesa, caza=2)
    await mesa.orden(LIBRES, "compania mover")
    libro = f"{m.servidor.id}/guerra/1"
    antes = (await m.bot.diario.leer(libro)).tiradas
    dejado = mesa.mensaje

    with monkeypatch.context() as parche:
        parche.setattr(mando, "panel_de", _se_corta)
        r = await m.bruno.click(dejado, label="Tirar la Caza")
    assert "está hecho y guardado" in texto(r)
    assert "no se ha guardado nada" not in texto(r)
    await m.reiniciar()
    tiradas = (await m.bot.diario.leer(libro)).tiradas
    assert tiradas > antes
    assert (await mesa.estado()).caza is None or (await mesa.estado()).caza_abierta.paso is not PasoDeCaza.TIRAR
    r = await m.bruno.click(dejado, label="Tirar la Caza")
    assert "Esto ya ha cambiado" in texto(r.followups[0])
    assert re.search(rf"\*\*Caza del Anillo · nivel .*tirada {antes + 1} ·", texto(dejado), re.DOTALL)
    assert (await m.bot.diario.leer(libro)).tiradas == tiradas, "nunca se tira otra vez"


async def _se_corta(*_args: object) -> None:
    raise ConnectionResetError


async def test_recien_abierta_dice_una_sola_vez_quien_lleva_que(m: Mundo) -> None:
    visto = (await abrir(m)).texto
    assert visto.count(m.alicia.mention) == visto.count(m.bruno.mention) == visto.count("1.ª edición") == 1


async def test_preparar_la_partida_antes_de_empezar(m: Mundo) -> None:
    mesa = Mesa(m, m.bruno, m.alicia)
    r = await m.alicia.slash(m.canal, "partida nueva", clase="guerra", rival=m.bruno)
    assert f"**Pueblos Libres**: {m.alicia.mention} · **Sombra**: {m.bruno.mention}" in texto(r)
    mesa.mensaje = r.response
    visto = await mesa.pulsar(SOMBRA, "Cambiar de bando")
    assert f"**Pueblos Libres**: {m.bruno.mention} · **Sombra**: {m.alicia.mention}" in visto
    visto = await mesa.pulsar(LIBRES, "Jugar con la 2.ª edición")
    assert "2.ª edición" in visto
    ajeno = await m.otro.click(mesa.mensaje, label="Mesa abierta")
    assert "Solo quien juega esta partida, o la moderación, puede prepararla." in texto(ajeno)
    await mesa.pulsar(LIBRES, "Terminar la fase de la Compañía")
    assert not {"Cambiar de bando", "Mesa abierta"} & set(botones(mesa.mensaje))
    estado = await mesa.estado()
    assert (estado.edicion, estado.mesa_abierta) == (2, False)


async def test_a_solas_la_mesa_es_abierta_y_cualquiera_decide(m: Mundo) -> None:
    mesa = Mesa(m, m.alicia, m.otro)
    visto = await mesa.orden(LIBRES, "guerra nueva")
    assert "mesa abierta: cualquiera decide por los dos" in visto
    await _a_las_acciones(mesa, caza=0)
    assert (await mesa.estado()).fase == "acciones"


async def test_bajas_sin_regulares_de_recambio_y_retirada(m: Mundo) -> None:
    mesa = await abrir(m)
    await _a_las_acciones(mesa, caza=0)
    await mesa.orden(SOMBRA, "guerra politica avanzar", nacion="sauron")
    await mesa.orden(
        SOMBRA, "batalla abrir", atacante="sombra", region="Osgiliath", atacan="1 regular, Sauron",
        defienden="2 élites, Gondor",
    )  # fmt: skip
    for _ in range(2):
        await mesa.decide("Jugar una carta")
    for papel in ("atacante", "defensor"):  # sin dados del defensor, y 1 impacto seguro del atacante
        bando = SOMBRA if papel == "atacante" else LIBRES
        campos = (
            {"propio": "impactos 1", "rival": "dados -5"}
            if papel == "atacante"
            else {"propio": "", "rival": "dados -5"}
        )
        await mesa.rellenar(bando, f"Efectos de la carta del {papel}…", campos)
    assert "**1 impacto** (+1 de las cartas)" in mesa.texto
    otro = await m.bruno.click(mesa.mensaje, label="Faltan regulares de recambio…")
    assert "Eso lo decide el bando de los Pueblos Libres." in texto(otro)
    abierto = await m.alicia.click(mesa.mensaje, label="Faltan regulares de recambio…")
    privado = await m.alicia.submit_modal(abierto, {"quedan": "0"})
    assert privado.ephemeral
    menu = next(p for p in partes(privado.response) if p.get("type") == 3)
    assert [o["label"] for o in menu["options"]] == ["Retirar 1 élite"]
    r = await m.alicia.select(privado.response, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    assert not r.ephemeral, "las bajas se enseñan a todos"
    mesa.mensaje = r.response
    await mesa.decide("Seguir el ataque")
    visto = await mesa.decide("Retirarse a Minas Tirith")
    assert "El defensor se retira a Minas Tirith." in visto
    visto = await mesa.decide("Entrar en Osgiliath")
    assert "Termina la batalla de Osgiliath." in visto


async def test_mal_escrito_se_dice_como_se_escribe(m: Mundo) -> None:
    mesa = await abrir(m)
    await _a_las_acciones(mesa, caza=0)
    batalla = {
        "atacante": "sombra",
        "region": "Osgiliath",
        "atacan": "3 regulares, Sauron",
        "defienden": "1 regular, Gondor",
    }
    malas = {
        "region": ("Minas Tirit", "¿Querías decir «Minas Tirith»?"),
        "atacan": ("muchos orcos", "No entiendo «muchos orcos» en el ejército."),
        "defienden": ("99 regulares", "no cabe en una región"),
    }
    for campo, (escrito, frase) in malas.items():
        r = await m.bruno.slash(m.canal, "batalla abrir", **(batalla | {campo: escrito}))
        assert r.ephemeral
        assert frase in texto(r)
    r = await m.bruno.slash(m.canal, "batalla abrir", **batalla)
    assert "No puedes empezar una batalla: Sauron no está en guerra." in texto(r)
    assert (await mesa.estado()).batalla is None


async def test_separarse_y_el_fondo_se_ven(m: Mundo) -> None:
    mesa = await abrir(m)
    await _a_las_acciones(mesa, caza=0)
    r = await m.alicia.slash(m.canal, "compania separar", companeros="merry y Pippin", region="the shire")
    assert "La Comarca está a 4 regiones y el grupo alcanza 1." in texto(r)
    visto = await mesa.orden(LIBRES, "compania separar", companeros="merry y Pippin", region="vados del bruinen")
    assert "Merry y Pippin se separan de la Compañía: a Vados del Bruinen." in visto
    assert "En juego: Merry y Pippin" in visto
    r = await m.otro.click(mesa.mensaje, label="Fondo de Caza")
    assert r.ephemeral
    assert "Ojo, Revelar ×4 · 3 ×3" in texto(r)
    r = await m.otro.click(mesa.mensaje, label="Política y victoria")
    assert r.ephemeral
    assert "Rohan: pasiva, a 3 pasos de la guerra" in texto(r)
    assert r.response.attachments[0].description


async def test_los_formularios_de_la_caza_y_de_separarse(m: Mundo) -> None:
    """El Guía reduce el Daño, una carta cambia la ficha y dos Compañeros se separan desde el panel."""
    mesa = await abrir(m)
    await _a_las_acciones(mesa, caza=0)
    estado = await mesa.estado()
    tiene = estado.bolsas[LIBRES].disponibles
    if "personaje" not in tiene:
        await mesa.rellenar(
            LIBRES, "Usar un Anillo élfico (Pueblos Libres)…", {"de": [tiene[0]], "a": ["personaje"]}
        )
    rotulo = "Separar Compañeros (Personaje)…"
    visto = await mesa.rellenar(LIBRES, rotulo, {"quienes": ["merry", "boromir"], "region": "Trollshaws"})
    assert "Boromir se separan de la Compañía: a Bosque de los Trolls." in visto
    while True:  # hasta que salga una ficha que haga Daño
        await mesa.orden(SOMBRA, "guerra evento ficha")
        caza = (await mesa.estado()).caza
        if caza is not None and caza.dano > 0:
            break
        while (await mesa.estado()).caza is not None:
            await mesa.decide("Seguir" if "Seguir" in botones(mesa.mensaje) else "Revelarse")
        if not (await mesa.estado()).compania.oculta:
            await mesa.orden(LIBRES, "compania ocultar")
    habilidad = next(
        rotulo for rotulo in botones(mesa.mensaje) if rotulo.startswith("Habilidad de Gandalf el Gris")
    )
    ajeno = await m.bruno.click(mesa.mensaje, label=habilidad)
    assert "Eso lo decide el bando de los Pueblos Libres." in texto(ajeno)
    visto = await mesa.elegir(LIBRES, "Carta en la mesa: −1")
    assert "Una carta en la mesa reduce el Daño en 1." in visto
    if (await mesa.estado()).caza is not None and caza.dano > 1:
        visto = await mesa.rellenar(LIBRES, habilidad, {"puntos": "1", "region": "Trollshaws"})
        assert "Gandalf el Gris reduce el Daño en 1." in visto
        assert "Gandalf el Gris se separa de la Compañía: a Bosque de los Trolls." in visto
