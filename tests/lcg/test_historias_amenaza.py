"""Historias de la Amenaza: subirla, bajarla, Maldito, la eliminación a los 50 y su historial."""

from tests.apoyo.mundo import Mundo, botones, pulsar_a_la_vez, texto
from tests.lcg.panel import Mesa, abrir


async def test_maldito_sube_a_todos_y_con_50_se_queda_eliminado(m: Mundo) -> None:
    mesa = await abrir(m, "amenaza nueva", jugador2=m.bruno, sin_cuenta="Tom, Kris", amenazas="28, 45, 31")
    assert "**3** Tom · Amenaza **31**" in mesa.texto
    assert "**4** Kris · Amenaza **0**" in mesa.texto
    assert "a 5 del límite" in mesa.texto
    await mesa.rellenar(m.alicia, "Maldito X", x="5", carta="Canto sombrío")
    assert (
        f"Maldito 5 (Canto sombrío): {m.alicia.mention} de 28 a 33, {m.bruno.mention} de 45 a 50, " in mesa.texto
    )
    assert f"{m.bruno.mention} queda eliminado: su Amenaza ha llegado al límite (reglamento básico)." in mesa.texto
    assert f"✕ **2** {m.bruno.mention} · eliminado" in mesa.texto
    assert "la eliminación por Amenaza es del reglamento básico del juego" in mesa.texto
    assert "externo" not in mesa.texto
    assert "2: +1" not in botones(mesa.mensaje)
    r = await m.alicia.slash(m.canal, "amenaza subir", puntos=1, jugador=2)
    assert texto(r) == "El jugador 2 está eliminado. Elige otro, o deshaz su eliminación."
    await m.alicia.slash(m.canal, "partida deshacer")
    await mesa.orden(m.alicia, "amenaza ver")
    assert f"**2** {m.bruno.mention} · Amenaza **45**" in mesa.texto


async def test_subir_bajar_fijar_y_el_historial(m: Mundo) -> None:
    mesa = await abrir(m, "amenaza nueva", jugador2=m.bruno)
    await mesa.rellenar(m.alicia, "Amenaza inicial", j1="28", j2="31")
    await mesa.pulsar(m.bruno, "2: +1")
    await mesa.pulsar(m.alicia, "1: −1")
    await mesa.rellenar(m.alicia, "Otra cantidad", jugador="0", puntos="-3", motivo="Gandalf")
    await mesa.orden(m.alicia, "amenaza subir", puntos=2, jugador=1, motivo="@everyone **ojo**")
    await mesa.orden(m.bruno, "amenaza fijar", jugador=2, valor=40)
    assert f"**1** {m.alicia.mention} · Amenaza **26**" in mesa.texto
    assert f"**2** {m.bruno.mention} · Amenaza **40**" in mesa.texto
    await m.bruno.slash(m.canal, "partida deshacer")
    r = await m.otro.slash(m.canal, "amenaza historial")
    visto = texto(r)
    assert r.ephemeral
    assert f"Amenaza −3 (Gandalf): {m.alicia.mention} de 27 a 24 y {m.bruno.mention} de 32 a 29." in visto
    assert "@everyone" not in visto
    assert f"~~Amenaza +11: {m.bruno.mention} de 29 a 40.~~ (deshecha)" in visto
    assert f"· {m.bruno.mention}" in visto


async def test_la_ronda_sube_uno_y_pasa_la_ficha(m: Mundo) -> None:
    mesa = await abrir(m, "amenaza nueva", jugador2=m.bruno, amenazas="28, 49")
    await mesa.pulsar(m.alicia, "Pasar a la ronda 2")
    assert "Amenaza +1 por el fin de la ronda" in mesa.texto
    assert f"✕ **2** {m.bruno.mention}" in mesa.texto
    assert f"► **1** {m.alicia.mention}" in mesa.texto  # la ficha no pasa a quien acaba de caer
    await mesa.orden(m.alicia, "lcg ronda", amenaza=0)
    assert "**Ronda 3**" in mesa.texto
    await mesa.orden(m.alicia, "lcg eliminar", jugador=1, motivo="Se quedó sin Héroes")
    assert "Derrota: no queda ningún jugador en la partida." in mesa.texto


async def test_dos_pulsaciones_un_solo_punto(m: Mundo) -> None:
    mesa = await abrir(m, "amenaza nueva", jugador2=m.bruno, amenazas="28, 30")
    resultados = await pulsar_a_la_vez("Todos: +1", mesa.mensaje, m.alicia, m.alicia, m.bruno)
    assert sorted(len(r.followups) for r in resultados) == [0, 1, 1]
    assert f"**1** {m.alicia.mention} · Amenaza **29**" in mesa.texto
    viejo = mesa.mensaje
    await mesa.orden(m.alicia, "amenaza subir", puntos=1)
    tarde = await m.bruno.click(viejo, label="Todos: +1")
    assert "ya ha cambiado" in texto(tarde.followups[0])
    assert f"**1** {m.alicia.mention} · Amenaza **30**" in texto(viejo)


async def test_un_boton_sobrevive_al_reinicio(m: Mundo) -> None:
    mesa = await abrir(m, "amenaza nueva", amenazas="28")
    await m.reiniciar()
    await mesa.pulsar(m.alicia, "1: +1")
    assert "de 28 a 29" in mesa.texto


async def test_la_amenaza_de_otra_partida_se_mueve_igual(m: Mundo) -> None:
    mesa = await abrir(m, "isla nueva", jugador2=m.bruno, amenazas="28, 30")
    await mesa.rellenar(m.bruno, "Maldito X", x="2")
    assert mesa.texto.startswith("## El Templo de los Engañados")
    assert "Maldito 2: " in mesa.texto
    await mesa.orden(m.alicia, "amenaza ver")
    assert mesa.texto.startswith("## Amenaza\n")
    await mesa.pulsar(m.alicia, "1: +1")
    assert mesa.texto.startswith("## Amenaza\n")


async def test_lo_que_no_vale_con_la_amenaza(m: Mundo) -> None:
    mesa = await abrir(m, "amenaza nueva", jugador2=m.bruno, amenazas="0, 30")
    r = await m.alicia.slash(m.canal, "amenaza bajar", puntos=1, jugador=1)
    assert texto(r).startswith("No se puede bajar más: ya está en 0.")
    r = await m.alicia.slash(m.canal, "amenaza subir", puntos=1, jugador=3)
    assert texto(r) == "En esta partida no hay jugador 3. Elige uno de la lista."
    r = await m.alicia.slash(m.canal, "amenaza fijar", jugador=2, valor=30)
    assert texto(r) == "Su Amenaza ya es 30: no hay nada que cambiar."
    r = await mesa.rellenar(m.alicia, "Otra cantidad", jugador="1", puntos="dos")
    assert texto(r) == "La cantidad: escribe un número entero, no «dos»."
    r = await mesa.rellenar(m.alicia, "Amenaza inicial", j1="70", j2="30")
    assert texto(r) == "La Amenaza va de 0 a 50; escribe un valor de ese intervalo."
    for r in (await m.otro.click(mesa.mensaje, label="1: +1"), await m.otro.slash(m.canal, "lcg ronda")):
        assert texto(r).startswith("No juegas esta partida")


async def test_abrir_mal_se_explica(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "amenaza nueva", amenazas="28, 30")
    assert texto(r) == "Has dado 2 Amenazas y la mesa es de 1 jugador."
    r = await m.alicia.slash(m.canal, "amenaza nueva", jugador2=m.alicia)
    assert texto(r).startswith("La misma persona no puede ocupar dos asientos")
    r = await m.alicia.slash(m.canal, "amenaza nueva", sin_cuenta="Tom, Kris, Ian, Brian")
    assert texto(r).startswith("Una partida es de 1 a 4 jugadores; has dado 5.")
    r = await m.alicia.slash(m.canal, "amenaza nueva", sin_cuenta="T" * 61)
    assert texto(r) == "Un nombre tiene como mucho 60 letras; sepáralos con comas."
    r = await m.alicia.slash(m.canal, "amenaza nueva", amenazas="28 treinta")
    assert texto(r) == "Cada Amenaza: escribe un número entero, no «treinta»."
    r = await m.alicia.slash(m.canal, "amenaza ver")
    assert texto(r).startswith("En este canal no hay ninguna partida del juego de cartas.")
    await abrir(m, "amenaza nueva")
    assert (await m.bruno.slash(m.canal, "isla nueva")).ephemeral  # una partida por canal


async def test_quien_llega_tarde_se_sienta(m: Mundo) -> None:
    mesa = Mesa(m, (await m.alicia.slash(m.canal, "partida nueva", clase="mesa")).response)
    r = await m.otro.slash(m.canal, "lcg sentarse", jugador=m.otro)
    assert texto(r).startswith("No juegas esta partida")
    for opciones in ({}, {"jugador": m.bruno, "nombre": "Bruno"}):
        r = await m.alicia.slash(m.canal, "lcg sentarse", **opciones)
        assert texto(r) == "Di quién se une: una persona o, si no tiene cuenta, su nombre."
    await mesa.orden(m.alicia, "lcg sentarse", nombre="Tom", amenaza=25)
    assert "**2** Tom · Amenaza **25**" in mesa.texto
    await mesa.orden(m.alicia, "lcg sentarse", jugador=m.bruno, amenaza=30)
    assert f"**3** {m.bruno.mention} · Amenaza **30**" in mesa.texto
    r = await m.alicia.slash(m.canal, "lcg sentarse", jugador=m.bruno)
    assert texto(r).startswith("La misma persona no puede ocupar dos asientos")
    await mesa.pulsar(m.bruno, "3: +1")
    assert "de 30 a 31" in mesa.texto
    await mesa.orden(m.alicia, "lcg primero", jugador=2)
    assert "► **2** Tom" in mesa.texto
    await mesa.orden(m.alicia, "lcg terminar", resultado="victoria", motivo="Escenario ganado")
    assert "Victoria: Escenario ganado." in mesa.texto
    assert "La partida ha acabado." in mesa.texto
