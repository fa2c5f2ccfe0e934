"""Historias de El Asedio de Erebor: la ronda, las cartas de cada etapa y una misión abandonada."""

from typing import Any

import pytest

from tests.apoyo.mundo import Mundo, botones, pulsar_a_la_vez, texto
from tests.lcg.panel import Mesa, abrir

SIN_SABER_LA_FASE = "; si es la fase de Misión, sus personajes asignados quedan en su misión actual"


async def _asedio(m: Mundo, *etapas: str) -> Mesa:
    """Alicia y Bruno, cada cual ya en su etapa. Las misiones se abandonan con 8 + 2 de daño."""
    mesa = await abrir(m, "erebor nueva", jugador2=m.bruno, amenazas="28, 30")
    for etapa in etapas:
        await mesa.elegir(m.alicia, "Etapa del jugador", etapa)
    return mesa


async def _enemigo(mesa: Mesa, nombre: str, coste: int, etapa: str) -> None:
    await mesa.rellenar(mesa.m.alicia, "Enemigo revelado", nombre=nombre, coste=str(coste), etapa=etapa)


async def test_una_mision_se_abandona_en_sus_seis_pasos_y_se_deshace(m: Mundo) -> None:
    mesa = await _asedio(m, "este", "rio")
    assert "A Long-extended Party (ALeP)" in mesa.texto
    await _enemigo(mesa, "Wainriders", 42, "este")
    await _enemigo(mesa, "Easterling Archer", 25, "este")
    await _enemigo(mesa, "Rhûn Vanguard", 30, "este")
    await mesa.rellenar(m.bruno, "Lugar revelado", nombre="El vado", etapa="este")
    await mesa.rellenar(m.bruno, "Lugar revelado", nombre="La torre", etapa="este")
    await mesa.rellenar(m.bruno, "Otra carta", clase="secundaria", nombre="Avisar al rey", etapa="este")
    await mesa.elegir(m.bruno, "Una carta", "4")
    await mesa.pulsar(m.bruno, "Viajar aquí")
    assert "Lugar activo: El vado" in mesa.texto
    await mesa.elegir(m.alicia, "Una carta", "3")
    await mesa.pulsar(m.alicia, "Se enfrenta al jugador 1")
    assert "Enfrentados: Rhûn Vanguard (Enemigo, coste 30)" in mesa.texto

    await mesa.rellenar(m.alicia, "Daño de una misión", etapa="este", puntos="10", motivo="Catapultas")
    assert "⚠ **Hay que abandonar Las Defensas del Este**: daño 10, y se abandona con 10." in mesa.texto
    await mesa.pulsar(m.alicia, "Abandonar Las Defensas del Este")
    pasos = mesa.texto.split("**Se abandona la misión de Las Defensas del Este**\n")[1].splitlines()[:6]
    alicia, bruno = m.alicia.mention, m.bruno.mention
    assert pasos == [
        "1. Se mueven al oeste, a Las Tierras del Río: Easterling Archer (25) y Wainriders (42).",
        f"2. Se descartan El vado y La torre: todos suben 2 puntos su Amenaza, {alicia} de 28 a 30 y {bruno} de 30 a 32.",
        f"3. {alicia} pasa a Las Tierras del Río con sus Enemigos enfrentados{SIN_SABER_LA_FASE}.",
        "4. Sale de la partida: Avisar al rey. La etapa abandona el juego.",
        "5. La misión de Las Defensas del Este va a la zona de victoria. Obligado: Se revelan 2 cartas de Encuentro.",
        "6. La partida continúa.",
    ]
    assert "**Las Tierras del Río · daño 0 de 10 · más al este**" in mesa.texto
    assert f"Jugadores: {m.alicia.mention} y {m.bruno.mention}" in mesa.texto
    descripcion = mesa.mensaje.attachments[0].description or ""
    assert "Las Defensas del Este, abandonada" in descripcion

    historial = texto(await m.alicia.slash(m.canal, "amenaza historial"))
    assert f"Al abandonar Las Defensas del Este: {m.alicia.mention} de 28 a 30" in historial
    await m.bruno.slash(m.canal, "partida deshacer")
    await mesa.orden(m.bruno, "erebor ver")
    assert "**Las Defensas del Este · daño 10 de 10 · más al este**" in mesa.texto
    assert f"**1** {m.alicia.mention} · Amenaza **28**" in mesa.texto
    await m.reiniciar()
    await m.bruno.slash(m.canal, "partida rehacer")
    await mesa.orden(m.bruno, "erebor ver")
    assert "**Las Tierras del Río · daño 0 de 10 · más al este**" in mesa.texto


async def test_la_ronda_va_de_oeste_a_este_y_acaba_con_su_dano(m: Mundo) -> None:
    mesa = await _asedio(m, "este", "valle")
    await _enemigo(mesa, "Wainriders", 42, "este")
    for paso in ("Recursos", "Planificación"):
        await mesa.pulsar(m.alicia, f"Empezar: {paso}")
        for etapa in ("Erebor", "Valle", "Las Tierras del Río", "Las Defensas del Este"):
            await mesa.pulsar(m.bruno, f"Resuelto en {etapa}")
    assert "Empezar: Misión: asignar personajes" in botones(mesa.mensaje)
    await mesa.orden(m.alicia, "erebor paso", paso="preparacion")
    assert "El jugador inicial revela 3 cartas para todas las etapas: 1 más el número de jugadores." in mesa.texto
    for etapa in ("erebor", "valle", "rio", "este"):
        await mesa.orden(m.alicia, "erebor resolver", etapa=etapa)
    assert f"Misión: preparación, en Las Defensas del Este: {m.alicia.mention}." in mesa.texto
    assert "Pasar a la ronda 2" not in botones(mesa.mensaje)  # falta el daño del final
    await mesa.pulsar(m.alicia, "Daño del final de la ronda")
    assert "Las Defensas del Este +3, 3. El norte resiste: 1 de progreso." in mesa.texto
    await mesa.pulsar(m.alicia, "Pasar a la ronda 2")
    assert "Elige etapa el jugador 2." in mesa.texto  # la ficha ha pasado: ahora empieza Bruno
    assert mesa.menu("Etapa")["placeholder"] == "Etapa del jugador 2…"


async def test_lo_que_llega_a_una_etapa_caida_se_descarta_y_dana_la_mas_al_este(m: Mundo) -> None:
    mesa = await _asedio(m, "rio", "rio")
    await mesa.orden(m.alicia, "erebor abandonar", etapa="este", por_efecto=True)
    assert "No hay Enemigos en su área de preparación." in mesa.texto
    await _enemigo(mesa, "Balchoth Avenger", 29, "este")
    assert "Balchoth Avenger se descarta: la etapa de Las Defensas del Este ya no está en juego." in mesa.texto
    assert "Las Tierras del Río: daño de 0 a 2 de 10." in mesa.texto
    await mesa.rellenar(m.alicia, "Daño de una misión", etapa="rio", puntos="-2")
    assert "Las Tierras del Río: daño de 2 a 0 de 10." in mesa.texto


async def test_el_coste_de_los_enemigos_del_escenario_no_hay_que_escribirlo(m: Mundo) -> None:
    mesa = await _asedio(m, "este", "rio")
    ofrecidos = await m.alicia.autocomplete(m.canal, "erebor revelar", "nombre", "rhun", clase="enemigo")
    assert {o["value"] for o in ofrecidos} == {"Rhûn Vanguard", "Rhûn Rearguard"}
    assert await m.alicia.autocomplete(m.canal, "erebor revelar", "nombre", "rhun", clase="lugar") == []
    await mesa.orden(m.alicia, "erebor revelar", clase="enemigo", nombre="rhun vanguard", etapa="este")
    assert "rhun vanguard (Enemigo, coste 30) llega a Las Defensas del Este." in mesa.texto
    await mesa.rellenar(m.alicia, "Enemigo revelado", nombre="Wainriders", coste="", etapa="este")
    assert "Wainriders (Enemigo, coste 42) llega a Las Defensas del Este." in mesa.texto
    await mesa.orden(m.alicia, "erebor poner", clase="enemigo", nombre="Wainriders", etapa="rio", coste=12)
    assert "Wainriders (Enemigo, coste 12) llega a Las Tierras del Río." in mesa.texto  # manda lo que se dice
    r = await mesa.rellenar(m.alicia, "Enemigo revelado", nombre="Un desconocido", coste="", etapa="este")
    assert texto(r).startswith("Escribe el coste de enfrentamiento del Enemigo, de 0 a 99.")


async def test_perder_erebor_es_perder(m: Mundo) -> None:
    mesa = await _asedio(m, "erebor", "erebor")
    await mesa.orden(m.alicia, "erebor dano", etapa="erebor", puntos=10)
    await mesa.pulsar(m.alicia, "Abandonar Erebor")
    assert mesa.texto.startswith("## El Asedio de Erebor · derrota")
    assert "Derrota: Erebor ha caído." in mesa.texto
    cerrada = await m.alicia.slash(m.canal, "partida cerrar")
    assert "· cerrada" in texto(cerrada)
    assert "Semilla publicada" in texto(cerrada)


async def test_mover_al_oeste_y_al_este_con_sus_limites(m: Mundo) -> None:
    mesa = await _asedio(m, "erebor", "este")
    await _enemigo(mesa, "Erebor Besieger", 40, "erebor")
    await mesa.elegir(m.alicia, "Una carta", "1")
    assert "Mover al oeste" not in botones(mesa.mensaje)
    assert "Mover al este" in botones(mesa.mensaje)
    await mesa.pulsar(m.alicia, "Volver")
    assert "Enemigo revelado" in botones(mesa.mensaje)
    r = await m.alicia.slash(m.canal, "erebor mover", carta=1, lado="oeste")
    assert texto(r).startswith("Esa carta no puede moverse al oeste: no hay ninguna etapa en juego más allá.")
    await mesa.orden(m.alicia, "erebor abandonar", etapa="valle", por_efecto=True)
    await mesa.orden(m.alicia, "erebor mover", carta=1, lado="este")
    assert "Erebor Besieger se mueve al este, a Las Tierras del Río." in mesa.texto  # Valle ya no está


async def test_comparten_etapa(m: Mundo) -> None:
    mesa = await _asedio(m, "este", "valle")
    await _enemigo(mesa, "Wainriders", 42, "este")
    ofrecidos = await m.alicia.autocomplete(m.canal, "erebor comparten", "uno", "")
    assert {o["value"] for o in ofrecidos} == {"j1", "j2", "c1"}
    r = await m.otro.slash(m.canal, "erebor comparten", uno="j1", otro="c1")
    assert texto(r).startswith("## Sí comparten etapa\n")
    r = await m.otro.slash(m.canal, "erebor comparten", uno="j1", otro="c1", tercero="j2")
    assert texto(r).startswith("## No comparten etapa\n")
    assert f"{m.bruno.mention}: **Valle**" in texto(r)
    r = await m.otro.slash(m.canal, "erebor comparten", uno="Gandalf", otro="j1")
    assert texto(r) == "Elige jugadores y cartas de la lista que aparece al escribir."
    r = await m.alicia.slash(m.canal, "erebor enfrentar", carta=1, jugador=2)
    assert texto(r).startswith("Ese Enemigo y ese jugador no comparten etapa.")


@pytest.mark.parametrize(
    ("orden", "opciones", "frase"),
    [
        ("etapa", {"jugador": 2, "etapa": "valle"}, "Todavía no le toca: antes elige el jugador 1."),
        ("paso", {"paso": "recursos"}, "Antes tiene que elegir etapa el jugador 1."),
        ("resolver", {"etapa": "erebor"}, "No hay ningún paso a medias: empieza el siguiente."),
        ("final", {}, "Antes tiene que elegir etapa el jugador 1."),
        (
            "abandonar",
            {"etapa": "este"},
            "La misión de Las Defensas del Este resiste: tiene 0 de daño y se abandona con 10.",
        ),
        ("curar", {"etapa": "valle", "puntos": 1}, "La misión de Valle no tiene daño que curar."),
        ("mover", {"carta": 7, "lado": "este"}, "No hay ninguna carta con el número 7."),
        ("revelar", {"clase": "enemigo", "nombre": "Orco", "etapa": "este"}, "Escribe el coste de enfrentamiento"),
    ],
)
async def test_lo_que_no_vale_en_el_asedio(m: Mundo, orden: str, opciones: dict[str, Any], frase: str) -> None:
    await _asedio(m)
    r = await m.alicia.slash(m.canal, f"erebor {orden}", **opciones)
    assert r.ephemeral
    assert texto(r).startswith(frase)
    assert "1 orden\n" in texto(await m.alicia.slash(m.canal, "partida historial"))


async def test_resolver_una_etapa_dos_veces_es_una(m: Mundo) -> None:
    mesa = await _asedio(m, "este", "este")
    await mesa.pulsar(m.alicia, "Empezar: Recursos")
    una, otra = await pulsar_a_la_vez("Resuelto en Erebor", mesa.mensaje, m.alicia, m.bruno)
    assert sorted(len(r.followups) for r in (una, otra)) == [0, 1]
    assert "Resuelto en Valle" in botones(mesa.mensaje)
    r = await m.alicia.slash(m.canal, "erebor resolver", etapa="este")
    assert texto(r).startswith("Antes toca Valle: faltan 3 etapas.")
    r = await m.alicia.slash(m.canal, "lcg ronda")
    assert texto(r).startswith("El paso en curso está a medias: falta Valle.")


async def test_el_dano_repetido_por_dos_personas_cuenta_una_vez(m: Mundo) -> None:
    """Los dos abren el formulario sobre lo mismo; el segundo en enviarlo llega tarde."""
    mesa = await _asedio(m, "este", "este")
    de_alicia = await m.alicia.click(mesa.mensaje, label="Daño de una misión")
    de_bruno = await m.bruno.click(mesa.mensaje, label="Daño de una misión")
    await mesa.enviar(m.alicia, de_alicia, etapa="este", puntos="4")
    tarde = await mesa.enviar(m.bruno, de_bruno, etapa="este", puntos="4")
    assert "ya ha cambiado" in texto(tarde.followups[0])
    assert "**Las Defensas del Este · daño 4 de 10" in mesa.texto


async def test_muchas_cartas_y_nombres_largos_caben_en_el_mensaje(m: Mundo) -> None:
    largos = ", ".join("*" * 57 + letra for letra in "ABC")
    mesa = await abrir(m, "erebor nueva", sin_cuenta=largos, amenazas="28 48 48 48")
    for _ in range(4):
        await mesa.elegir(m.alicia, "Etapa del jugador", "este")
    for numero in range(30):
        nombre = f"Un Enemigo de nombre larguísimo, para llenar mensajes {numero:02}_"
        etapa = ("erebor", "valle", "rio", "este")[numero % 4]
        await mesa.orden(m.alicia, "erebor poner", clase="enemigo", nombre=nombre, etapa=etapa, coste=numero)
    assert len(mesa.opciones("Una carta")) == 25
    ofrecidas = await m.alicia.autocomplete(m.canal, "erebor retirar", "carta", "mensajes 03")
    assert [o["value"] for o in ofrecidas] == [4]
    await mesa.orden(m.alicia, "erebor abandonar", etapa="este", por_efecto=True)
    assert "**Se abandona la misión de Las Defensas del Este**" in mesa.texto
    assert "36 órdenes" in texto(await m.alicia.slash(m.canal, "partida historial"))
