"""Un Baluarte asediado, en Discord: escapar de él y volver dentro, o levantar el asedio."""

from servicios.guerra.piezas import Bando
from tests.apoyo.mundo import Mundo, botones, texto
from tests.guerra.atajos import minas_tirith_asediada
from tests.guerra.panel import Mesa, abrir

LIBRES, SOMBRA = Bando.LIBRES, Bando.SOMBRA
SALIDA = {
    "region": "minas tirith",
    "atacan": "2 regulares, 1 élite, Gondor",
    "defienden": "4 regulares, 1 élite, Sauron",
    "dado": ["libres/evento0"],
    "detalles": "escape, reserva 1, jefes 1",
}


async def _sale(mesa: Mesa, **cambios: object) -> str:
    return await mesa.rellenar(LIBRES, "Abrir una batalla…", SALIDA | cambios)


async def _una_ronda_sin_dados(mesa: Mesa, impactos: int) -> str:
    """Las cartas deciden: nadie tira, y quien escapa logra esos impactos."""
    await mesa.decide("Jugar una carta")
    assert "Encerrarse en el Baluarte" not in botones(mesa.mensaje), "en un escape se lucha en campo abierto"
    await mesa.decide("Sin carta")
    campos = {"propio": f"dados -5, impactos {impactos}", "rival": "dados -5"}
    return await mesa.rellenar(LIBRES, "Efectos de la carta del atacante…", campos)


async def test_un_escape_se_lucha_en_campo_abierto_y_al_cesar_se_vuelve_dentro(m: Mundo) -> None:
    mesa = await abrir(m)
    await minas_tirith_asediada(mesa)
    await mesa.orden(LIBRES, "guerra ver")
    visto = await _sale(mesa)
    assert visto.startswith("## La Guerra del Anillo · Escape del asedio en Minas Tirith")
    assert "En reserva: 1 unidad del atacante" in visto
    assert "Deciden **los Pueblos Libres**" in visto
    visto = await _una_ronda_sin_dados(mesa, impactos=1)
    assert "en un escape se lucha en campo abierto: 5 o más" in visto
    assert "Atacante: Sin dados que tirar" in visto
    await m.reiniciar()
    await mesa.decide("Retirar 1 regular")
    assert set(botones(mesa.mensaje)) >= {"Seguir el ataque", "Cesar el ataque"}
    visto = await mesa.decide("Cesar el ataque")
    assert "Batalla decidida: el atacante cesa el ataque." in visto
    assert "Bajo asedio: Minas Tirith" in visto
    assert not any(rotulo.startswith("Entrar en") for rotulo in botones(mesa.mensaje))


async def test_si_el_sitiador_se_retira_el_asedio_acaba_y_quien_escapa_no_avanza(m: Mundo) -> None:
    mesa = await abrir(m)
    await minas_tirith_asediada(mesa)
    await mesa.orden(LIBRES, "guerra ver")
    await _sale(mesa)
    await _una_ronda_sin_dados(mesa, impactos=0)
    await mesa.decide("Seguir el ataque")
    visto = await mesa.decide("Retirarse a Osgiliath")
    assert "El defensor se retira a Osgiliath." in visto
    assert "Termina el asedio de Minas Tirith" in visto
    estado = await mesa.estado()
    assert (estado.batalla, estado.asedios, estado.capturados) == (None, (), ())
    assert not any(rotulo.startswith("Entrar en") for rotulo in botones(mesa.mensaje))


async def test_si_cae_quien_escapa_y_no_queda_nadie_dentro_cae_el_baluarte(m: Mundo) -> None:
    mesa = await abrir(m)
    await minas_tirith_asediada(mesa)
    await mesa.orden(LIBRES, "guerra ver")
    await _sale(mesa, detalles="escape", atacan="1 regular, 1 líder, Gondor")
    await mesa.decide("Sin carta")
    await mesa.decide("Jugar una carta")
    campos = {"propio": "dados -5, impactos 1", "rival": "dados -5"}
    visto = await mesa.rellenar(SOMBRA, "Efectos de la carta del defensor…", campos)
    assert "Batalla decidida: el atacante ha sido eliminado." in visto
    assert "La Sombra captura Minas Tirith (+2 puntos de victoria)." in visto


async def test_las_salidas_que_no_valen_se_niegan_con_su_regla(m: Mundo) -> None:
    mesa = await abrir(m)
    await minas_tirith_asediada(mesa)
    await mesa.orden(LIBRES, "guerra ver")
    antes = await mesa.libro()
    malas = {
        "escape, jefes 1": "Con 1 jefe dentro, tiene que quedarse al menos 1 unidad.",
        "escape, reserva 4": "En un Baluarte asediado caben 5 unidades, y hay 7.",
        "escape, desde Osgiliath": "A quien está en Minas Tirith hay que atacarlo desde la misma región.",
        "ayuda, desde Edoras": "Edoras no linda con Minas Tirith.",
        "asalto": "El enemigo asedia Minas Tirith: atácalo desde fuera (ayuda) o desde dentro (escape).",
        "": "El enemigo asedia esa región: di si lo atacas desde fuera («ayuda») o desde dentro («escape»).",
        "reserva mucha": "No entiendo «reserva mucha» en los detalles.",
    }
    for detalles, frase in malas.items():
        abierto = await m.alicia.click(mesa.mensaje, label="Abrir una batalla…")
        r = await m.alicia.submit_modal(abierto, SALIDA | {"detalles": detalles})
        assert r.ephemeral, detalles
        assert frase in texto(r), detalles
    assert "Reglas de La Guerra del Anillo, «Ayuda de un Baluarte asediado»" in await mesa.negada(
        m.alicia, "batalla abrir", atacante="libres", region="Minas Tirith", atacan="1 regular, Gondor",
        defienden="1 regular, Sauron",
    )  # fmt: skip
    abierto = await m.bruno.click(mesa.mensaje, label="Abrir una batalla…")
    r = await m.bruno.submit_modal(abierto, SALIDA)
    assert "Eso lo decide el bando de los Pueblos Libres." in texto(r)
    assert (await mesa.libro()).orden == antes.orden
