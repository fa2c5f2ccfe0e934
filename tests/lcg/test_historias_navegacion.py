"""Historias de una partida con Navegación: la prueba, el rumbo, el mazo, la flota y los corsarios."""

import re
from typing import Any

import pytest

from servicios.hechos import Actor
from servicios.lcg import tablas
from servicios.lcg.mazo import Composicion
from servicios.lcg.mesa import PasarRonda
from servicios.lcg.probabilidad import prever
from servicios.lcg.rumbo import RUMBOS, Rumbo
from tests.apoyo.mundo import Mundo, botones, partes, pulsar_a_la_vez, texto
from tests.lcg.panel import Mesa, abrir

POR_NOMBRE = {carta.en: carta for carta in tablas.tablas().encuentros.values()}
DE_RUMBO = {rumbo.nombre: rumbo for rumbo in RUMBOS}


async def _travesia(m: Mundo) -> Mesa:
    return await abrir(m, "navegacion nueva", escenario="travesia", jugador2=m.bruno, amenazas="28, 31")


def _leer_prueba(visto: str) -> tuple[list[str], int, list[Rumbo]]:
    """Las cartas miradas, los timones y los tres rumbos de una prueba, tal como se leen."""
    cartas, resultado = visto.splitlines()[2:4]
    nombres = [re.sub(r" \(\d tim(ón|ones)\)", "", c.strip("*")) for c in cartas.split(" · ")]
    timones = re.match(r"\*\*(\d+) tim", resultado)
    assert timones is not None
    rumbos = re.findall("|".join(DE_RUMBO), resultado)
    return nombres, int(timones.group(1)), [DE_RUMBO[r] for r in rumbos]


async def test_el_ejemplo_del_documento_con_las_cartas_en_la_mesa(m: Mundo) -> None:
    """003: rumbo Nublado; se desvía a Lluvioso; Círdan y 2 Marineros miran 3 cartas; 2 timones; Soleado."""
    mesa = await abrir(m, "navegacion nueva", jugador2=m.bruno)
    assert "Las cartas las llevan los jugadores" in mesa.texto
    await mesa.orden(m.alicia, "rumbo fijar", rumbo="nublado")
    await mesa.pulsar(m.alicia, "Empezar la fase de Misión")
    await mesa.rellenar(m.alicia, "Anotar la prueba", personajes="3", cazador="no", timones="2")
    assert "3 personajes: 3 cartas" in mesa.texto
    assert "**2 timones**. ☁️ Nublado → 🌧️ Lluvioso → **☀️ Soleado, en rumbo**" in mesa.texto
    assert "► **Acciones después de la prueba**" in mesa.texto
    assert mesa.mensaje.attachments[0].description


async def test_el_ejemplo_del_documento_con_mi_mazo(m: Mundo) -> None:
    """Lo mismo con un mazo de tres cartas: una sin timón y dos con uno."""
    mesa = await abrir(m, "navegacion nueva", jugador2=m.bruno)
    await mesa.orden(m.alicia, "navegacion mazo poner", cartas=3, simples=2)
    await mesa.orden(m.alicia, "rumbo fijar", rumbo="nublado")
    await mesa.elegir(m.alicia, "Hacer la prueba", "3")
    cartas, timones, rumbos = _leer_prueba(mesa.texto)
    assert sorted(cartas) == ["Carta con 1 timón", "Carta con 1 timón", "Carta sin timón"]
    assert (timones, rumbos) == (2, [Rumbo.NUBLADO, Rumbo.LLUVIOSO, Rumbo.SOLEADO])
    assert "Podía ser: Soleado el 100,0 % de las veces" in mesa.texto


async def test_una_partida_con_mazo_de_principio_a_fin(m: Mundo) -> None:
    mesa = await _travesia(m)
    assert "quedan 27 cartas y 14 timones · 0 descartes" in mesa.texto
    await mesa.elegir(m.alicia, "Prepara la flota", "cazador-de-suenos,ala-plateada")
    assert f"**2** {m.bruno.mention} · Amenaza **28**" in mesa.texto  # el Ala Plateada baja 3 la inicial
    await mesa.pulsar(m.alicia, "Empezar la fase de Misión")
    previsto = prever(Composicion(sin=15, simples=10, dobles=2), Rumbo.SOLEADO, 4)
    soleado = f"{100 * float(previsto.en_rumbo):.1f} %".replace(".", ",")
    opcion = next(o for o in mesa.menu("Hacer la prueba")["options"] if o["value"] == "2c")
    visto = opcion["description"].replace("\N{NO-BREAK SPACE}", " ")
    assert visto == f"4 cartas · Soleado el {soleado} de las veces"
    panel_de_antes = mesa.mensaje

    r = await mesa.elegir(m.alicia, "Hacer la prueba", "2c")
    assert mesa.mensaje.id != panel_de_antes.id  # lo que salió al azar va en un mensaje propio
    assert "2 personajes y el Cazador de Sueños, que cuenta como 2: 4 cartas" in texto(r)
    cartas, timones, rumbos = _leer_prueba(mesa.texto)
    assert timones == sum(POR_NOMBRE[carta].timones for carta in cartas)
    assert rumbos == [Rumbo.SOLEADO, Rumbo.NUBLADO, Rumbo.NUBLADO.mejorado(timones)]
    assert f"Soleado el {soleado}" in mesa.texto
    assert f"quedan 23 cartas y {14 - timones} timones · 4 descartes" in mesa.texto
    assert re.search(r"-# tirada 1 · \w{6} · comprobable con /partida verificar", mesa.texto)

    otra_vez = await m.bruno.select(panel_de_antes, ["2c"], custom_id=_menu(panel_de_antes, "Hacer"))
    assert "ya ha cambiado" in texto(otra_vez.followups[0])
    assert otra_vez.followups[0].ephemeral
    assert "4 descartes" in texto(panel_de_antes)  # el panel viejo se ha puesto al día

    await m.reiniciar()
    propuesta = await m.alicia.slash(m.canal, "partida deshacer")
    assert "tiene que aceptarlo" in texto(propuesta)
    assert (await m.alicia.click(propuesta.response, label="Aceptar")).ephemeral
    hecho = await m.bruno.click(propuesta.response, label="Aceptar")
    assert "(tirada 1)" in texto(hecho)
    await mesa.orden(m.bruno, "navegacion fase")
    assert "quedan 27 cartas y 14 timones · 0 descartes" in mesa.texto
    assert "► **Comienza la fase de Misión: Acciones antes de la prueba**" in mesa.texto

    await mesa.elegir(m.bruno, "Hacer la prueba", "3")
    assert "tirada 2" in mesa.texto  # la deshecha conserva su número
    for _ in range(4):
        await mesa.pulsar(
            m.alicia, "Acabar la fase de Misión" if "► **Resolver" in mesa.texto else "Paso siguiente"
        )
    await mesa.pulsar(m.alicia, "Pasar a la ronda 2")
    assert "jugador inicial" in mesa.texto
    cerrada = await m.bruno.slash(m.canal, "partida cerrar")
    assert "Semilla publicada" in texto(cerrada)
    verificada = await m.otro.click(cerrada.response, label="Verificar")
    assert "**Cuadran todas**: 2 tiradas recalculadas" in texto(verificada)


def _menu(mensaje: object, invitacion: str) -> str:
    menus = [p for p in partes(mensaje) if p.get("type") == 3]
    return next(p["custom_id"] for p in menus if p["placeholder"].startswith(invitacion))


async def test_la_lista_de_la_fase_no_deja_saltarse_la_prueba(m: Mundo) -> None:
    mesa = await _travesia(m)
    await mesa.pulsar(m.alicia, "Empezar la fase de Misión")
    assert "Paso siguiente" not in botones(mesa.mensaje)  # antes va la prueba
    await mesa.orden(m.alicia, "navegacion prueba", personajes=0)
    assert "No se mira ninguna carta." in mesa.texto
    r = await m.alicia.slash(m.canal, "navegacion prueba", personajes=1)
    assert texto(r).startswith("La prueba de esta fase de Misión ya se ha hecho.")
    r = await m.alicia.slash(m.canal, "navegacion prueba", personajes=1, por_efecto=True, jugador=2)
    assert f"de {m.bruno.mention}" in texto(r)


async def test_el_rumbo_se_mueve_de_nivel_en_nivel_y_se_sabe_quien_y_por_que(m: Mundo) -> None:
    mesa = await _travesia(m)
    r = await m.alicia.slash(m.canal, "rumbo mejorar")
    assert texto(r).startswith("El rumbo ya es Soleado, el mejor: no puede mejorar más.\n-# ")
    await mesa.orden(m.alicia, "rumbo desviar", motivo="Viento en contra")
    await mesa.pulsar(m.bruno, "Desviar el rumbo")
    await mesa.pulsar(m.bruno, "Desviar el rumbo")
    assert "Rumbo: **⛈️ Tormenta, desviado**" in mesa.texto
    assert "Desviar el rumbo" not in botones(mesa.mensaje)
    r = await m.alicia.slash(m.canal, "rumbo desviar")
    assert "el peor: no se puede desviar más" in texto(r)
    r = await m.otro.slash(m.canal, "rumbo ver")
    assert "Rumbo: ⛈️ Tormenta" in texto(r)
    assert "Tormenta" in (r.response.attachments[0].description or "")
    historial = texto(await m.alicia.slash(m.canal, "partida historial"))
    assert f"{m.alicia.mention} desvía el rumbo (Viento en contra): Soleado → Nublado." in historial
    assert f"{m.bruno.mention} desvía el rumbo: Lluvioso → Tormenta." in historial


async def test_dos_pulsaciones_un_solo_nivel(m: Mundo) -> None:
    mesa = await _travesia(m)
    una, otra = await pulsar_a_la_vez("Desviar el rumbo", mesa.mensaje, m.alicia, m.bruno)
    tardia = una if una.followups else otra
    assert "ya ha cambiado" in texto(tardia.followups[0])
    assert "Rumbo: **☁️ Nublado, desviado**" in mesa.texto


async def test_el_panel_ofrece_una_prueba_por_ronda_y_el_comando_las_que_pidan_las_cartas(m: Mundo) -> None:
    """003: hay una prueba al comienzo de cada fase de Misión; las demás las pide una carta."""
    mesa = await _travesia(m)
    await mesa.orden(m.alicia, "navegacion prueba", personajes=0)
    assert "Rumbo: **☁️ Nublado, desviado**" in mesa.texto
    assert "La prueba de esta ronda ya está hecha" in mesa.texto
    assert not [p for p in partes(mesa.mensaje) if "Hacer la prueba" in (p.get("placeholder") or "")]
    await mesa.orden(m.alicia, "navegacion prueba", personajes=0)
    assert "Rumbo: **🌧️ Lluvioso, desviado**" in mesa.texto
    await mesa.orden(m.alicia, "lcg ronda")
    await mesa.elegir(m.bruno, "Hacer la prueba", "0")
    assert "Rumbo: **⛈️ Tormenta, desviado**" in mesa.texto


async def test_dos_rondas_tecleadas_a_la_vez_son_una(m: Mundo, monkeypatch: pytest.MonkeyPatch) -> None:
    mesa = await _travesia(m)
    diario = m.bot.diario
    leer = diario.leer

    async def leer_y_llegar_tarde(flujo: str) -> Any:
        libro = await leer(flujo)
        monkeypatch.setattr(diario, "leer", leer)
        await diario.ejecutar(flujo, PasarRonda(), Actor(await diario.persona(m.servidor.id, m.bruno.id)), "otra")
        return libro

    monkeypatch.setattr(diario, "leer", leer_y_llegar_tarde)
    tarde = await m.alicia.slash(m.canal, "lcg ronda")
    assert texto(tarde).startswith("Esto ya ha cambiado")
    await mesa.orden(m.alicia, "amenaza ver")
    assert f"**1** {m.alicia.mention} · Amenaza **29**" in mesa.texto


async def test_quien_no_juega_no_toca_nada(m: Mundo) -> None:
    mesa = await _travesia(m)
    for r in (
        await m.otro.click(mesa.mensaje, label="Desviar el rumbo"),
        await m.otro.click(mesa.mensaje, label="Amenaza"),
        await m.otro.slash(m.canal, "navegacion prueba", personajes=3),
    ):
        assert r.ephemeral
        assert texto(r).startswith("No juegas esta partida")
    assert "Rumbo: **☀️ Soleado" in mesa.texto
    assert not (await m.coordinadora.slash(m.canal, "rumbo desviar")).ephemeral  # la moderación sí puede


async def test_las_cartas_salen_del_mazo_y_vuelven(m: Mundo) -> None:
    mesa = await _travesia(m)
    ofrecidas = await m.alicia.autocomplete(m.canal, "navegacion mazo quitar", "carta", "calm")
    assert ofrecidas == [{"name": "Calm Waters (×2)", "value": "calm-waters"}]
    await mesa.orden(m.alicia, "navegacion mazo quitar", carta="calm-waters", cuantas=2, motivo="Están en juego")
    assert "quedan 25 cartas y 10 timones" in mesa.texto
    r = await m.alicia.slash(m.canal, "navegacion mazo quitar", carta="calm-waters")
    assert texto(r) == "De «Calm Waters» solo hay 0 copias en el mazo."
    ofrecidas = await m.alicia.autocomplete(m.canal, "navegacion mazo anadir", "carta", "calm")
    assert [o["value"] for o in ofrecidas] == ["calm-waters"]
    await mesa.orden(m.alicia, "navegacion mazo anadir", carta="calm-waters", cuantas=2)
    assert "25 cartas y 10 timones · 2 descartes" in mesa.texto
    await mesa.orden(m.bruno, "navegacion mazo barajar")
    assert "27 cartas y 14 timones · 0 descartes" in mesa.texto
    r = await m.alicia.slash(m.canal, "navegacion mazo anadir", carta="cunning-pirate", nueva=True)
    assert "va en el mazo de Corsarios" in texto(r)
    await mesa.orden(m.alicia, "navegacion mazo revelar", cuantas=2)
    assert "Se revela del mazo de Encuentros: " in mesa.texto
    assert "quedan 25 cartas" in mesa.texto


async def test_un_mazo_que_no_cuadra_se_rechaza(m: Mundo) -> None:
    await _travesia(m)
    r = await m.alicia.slash(m.canal, "navegacion mazo poner", cartas=5, simples=4, dobles=2)
    assert texto(r) == "No cuadra: 6 cartas con timón en un mazo de 5 cartas."
    r = await m.alicia.slash(m.canal, "navegacion mazo poner", facil=True)
    assert texto(r) == "La versión fácil es de un escenario: elige cuál."
    r = await m.alicia.slash(m.canal, "navegacion mazo poner", escenario="cobas", aparta="calm-waters")
    assert "no se aparta una" in texto(r)
    elegibles = await m.alicia.autocomplete(m.canal, "navegacion mazo poner", "aparta", "tower", escenario="cobas")
    assert len(elegibles) == 3


async def test_el_menu_del_mazo_lo_cambia_antes_de_la_primera_prueba(m: Mundo) -> None:
    mesa = Mesa(m, (await m.alicia.slash(m.canal, "partida nueva", clase="navegacion", rival=m.bruno)).response)
    assert f"► **1** {m.alicia.mention}" in mesa.texto
    await mesa.elegir(m.bruno, "Con qué mazo", "umbar:f")
    assert mesa.texto.startswith("## Navegación · La Ciudad de los Corsarios, versión fácil")
    await mesa.elegir(m.bruno, "Con qué mazo", "-")
    assert "Las cartas las llevan los jugadores" in mesa.texto


async def test_la_flota_su_dano_y_la_derrota(m: Mundo) -> None:
    mesa = await _travesia(m)
    r = await m.alicia.slash(m.canal, "navegacion barcos preparar", jugador1="narelenya", jugador2="ala-plateada")
    assert texto(r).startswith("Falta el Cazador de Sueños")
    r = await m.alicia.slash(m.canal, "navegacion barcos preparar", jugador1="narelenya", jugador2="narelenya")
    assert "Cada barco es único" in texto(r)
    await mesa.orden(
        m.alicia, "navegacion barcos preparar", jugador1="cazador-de-suenos", jugador2="estrella-del-alba"
    )
    assert f"**2** {m.bruno.mention} · Amenaza **34**" in mesa.texto
    abierto = await m.bruno.select(
        mesa.mensaje, ["estrella-del-alba:-"], custom_id=_menu(mesa.mensaje, "Un barco")
    )
    await mesa.enviar(m.bruno, abierto, puntos="3", motivo="Arrecife")
    assert "Estrella del Alba (Arrecife): daño de 0 a 3; le quedan 13 puntos." in mesa.texto
    assert "resiste 13 de 16" in mesa.texto

    defiende = {"jugador": 1, "barco": "estrella-del-alba", "enemigo": "light-cruiser"}
    await mesa.orden(m.alicia, "navegacion barcos ataque", **defiende, defiende=True)
    assert "defiende Estrella del Alba, 6 − 4: 2 puntos de daño." in mesa.texto
    r = await m.alicia.slash(m.canal, "navegacion barcos ataque", **defiende, defiende=False)
    assert texto(r).startswith("Estrella del Alba no lo controla el jugador 1: elige un barco suyo.")
    await mesa.orden(m.alicia, "navegacion barcos dano", barco="cazador-de-suenos", puntos=18)
    assert mesa.texto.startswith("## Navegación · Travesía por el Belegaer · derrota")
    assert "Derrota: el Cazador de Sueños se ha perdido." in mesa.texto
    r = await m.alicia.slash(m.canal, "rumbo desviar")
    assert "La partida ya ha acabado en derrota" in texto(r)
    await m.alicia.slash(m.canal, "partida deshacer")
    assert "quedan 27 cartas" in texto(await m.alicia.slash(m.canal, "navegacion fase"))


async def test_los_barcos_y_los_corsarios_se_ven_con_sus_numeros(m: Mundo) -> None:
    visto = texto(await m.otro.slash(m.canal, "navegacion barcos ver"))
    assert "**Cazador de Sueños** (Dream-chaser) · Voluntad 5 · Ataque 4 · Defensa 4 · 18 puntos\n" in visto
    assert (
        "**Ala Plateada** (Silver Wing) · Voluntad 2 · Ataque 4 · Defensa 2 · 14 puntos · Amenaza inicial −3"
        in visto
    )
    assert "Centinela, A distancia. Cada Héroe que controlas tiene +1 de Ataque." in visto
    mesa = await abrir(m, "navegacion nueva", escenario="umbar", jugador2=m.bruno)
    assert "Pruebas de navegación: solo en la fase 1" in mesa.texto
    await mesa.orden(m.alicia, "navegacion corsarios revelar", cuantos=1)
    [opcion] = mesa.menu("Un corsario derrotado")["options"]
    ficha = next(
        tablas.enemigo(c.id) for c in POR_NOMBRE.values() if c.corsario and opcion["label"] == f"1 {c.en}"
    )
    assert opcion["description"].startswith(
        f"coste {ficha.coste} · Amenaza {ficha.amenaza} · Ataque {ficha.ataque} ·"
    )


async def test_en_solitario_se_llevan_el_cazador_y_otro(m: Mundo) -> None:
    mesa = await abrir(m, "navegacion nueva", escenario="tormentera", amenazas="30")
    assert set(mesa.opciones("Prepara la flota").values()) == {
        f"1 Cazador de Sueños · 1 {otro}" for otro in ("Estrella del Alba", "Nárelenya", "Ala Plateada")
    }
    await mesa.elegir(m.alicia, "Prepara la flota", "cazador-de-suenos,narelenya")
    assert "**Nárelenya** (1," in mesa.texto
    await mesa.orden(m.alicia, "navegacion prueba", personajes=0, cazador=True)
    deshecha = await m.alicia.slash(m.canal, "partida deshacer")  # quien juega solo se basta
    assert "Se deshace la orden 3 (tirada 1)" in texto(deshecha)


async def test_quien_puede_atacar_y_defender_a_quien(m: Mundo) -> None:
    casos = {
        ("barco-objetivo", "atacar", "barco-enemigo"): "Sí puede",
        ("barco-objetivo", "atacar", "enemigo"): "No puede",
        ("personaje", "atacar", "barco-enemigo"): "Sí puede",
        ("barco-objetivo", "defender", "barco-enemigo"): "Sí puede",
        ("barco-objetivo", "defender", "enemigo"): "No puede",
        ("personaje", "defender", "barco-enemigo"): "No puede",
        ("personaje", "defender", "enemigo"): "Sí puede",
    }
    for (quien, accion, contra), respuesta in casos.items():
        r = await m.otro.slash(m.canal, "navegacion barcos puede", quien=quien, accion=accion, contra=contra)
        assert texto(r).startswith(f"## {respuesta}\n")
    golpe = await m.otro.slash(
        m.canal, "navegacion barcos atacar", enemigo="corsair-skiff", barco="cazador-de-suenos", otro="narelenya"
    )
    assert "7 − 2 = 5: queda destruido." in texto(golpe)


async def test_abordaje_solo_desde_el_area_de_preparacion(m: Mundo) -> None:
    mesa = await _travesia(m)
    r = await m.alicia.slash(
        m.canal, "navegacion corsarios abordaje", jugador=2, barco="light-cruiser", desde="jugador"
    )
    assert texto(r).startswith("No hay abordaje: el barco no se enfrenta desde el área de preparación.")
    ofrecidos = await m.alicia.autocomplete(m.canal, "navegacion corsarios abordaje", "barco", "warship")
    assert [o["value"] for o in ofrecidos] == ["corsair-warship"]
    await mesa.orden(m.alicia, "navegacion corsarios abordaje", jugador=2, barco="light-cruiser")
    assert "Light Cruiser: Abordaje 2. Salen " in mesa.texto
    assert mesa.texto.count("con el jugador 2") == 2
    assert "Mazo de Corsarios: 7 cartas · 0 descartes" in mesa.texto
    await mesa.orden(m.alicia, "navegacion corsarios mover", corsario=1)
    assert mesa.texto.count("con el jugador 2") == 1
    await mesa.elegir(m.bruno, "Un corsario derrotado", "2")
    assert "Mazo de Corsarios: 7 cartas · 1 descarte" in mesa.texto
    r = await m.alicia.slash(m.canal, "navegacion corsarios retirar", corsario=2)
    assert "No hay ningún corsario en juego con el número 2" in texto(r)


async def test_el_mazo_de_corsarios_se_rehace_en_cuanto_se_acaba(m: Mundo) -> None:
    mesa = await _travesia(m)
    await mesa.orden(m.alicia, "navegacion corsarios abordaje", jugador=1, x=1)
    await mesa.elegir(m.alicia, "Un corsario derrotado", "1")
    await mesa.orden(m.alicia, "navegacion corsarios revelar", cuantos=8, motivo="Al abordaje")
    assert "Al abordaje. Salen " in mesa.texto
    assert "Mazo de Corsarios: 1 carta · 0 descartes" in mesa.texto


async def test_sin_partida_se_dice_como_abrirla(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "rumbo desviar")
    assert texto(r) == "En este canal no hay ninguna partida con Navegación. Ábrela con /navegacion nueva."
    await abrir(m, "amenaza nueva")
    assert texto(await m.alicia.slash(m.canal, "rumbo ver")) == texto(r)
