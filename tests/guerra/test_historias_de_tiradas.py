"""Historias sin partida: `/combate`, `/liderazgo`, `/caza` y `/probabilidad`."""

import re

from servicios.guerra.piezas import Bando
from tests.apoyo.mundo import Mundo, botones, texto
from tests.guerra.atajos import minas_tirith_asediada
from tests.guerra.panel import abrir

LIBRES = Bando.LIBRES


def _numeros(linea: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", linea)]


async def test_combate_ensena_cada_dado_el_porque_y_lo_raro_que_es(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "combate", dados=5, liderazgo=2, situacion="ciudad")
    visto = texto(r)
    assert visto.startswith("## Combate · 5 dados, Liderazgo 2\nTirada ")
    lineas = visto.splitlines()
    primeros = _numeros(lineas[1])
    assert len(primeros) == 5
    relanzados = re.findall(r"(\d) → (?:\*\*)?(\d)", visto)
    fallos = [d for d in primeros if d != 6]
    assert [int(antes) for antes, _ in relanzados] == fallos[:2], "se relanzan los fallos, hasta el Liderazgo"
    impactos = primeros.count(6) + sum(despues == "6" for _, despues in relanzados)
    assert re.search(
        rf"^\*\*{impactos} impactos?\*\* · en la primera ronda contra una Ciudad", visto, re.MULTILINE
    )
    assert f"{impactos} impacto" in lineas[-2]
    assert re.search(r"tirada 1 · \w{6} .*comprobable con /partida verificar", visto)
    otra = await m.bruno.click(r.response, label="Repetir")
    assert texto(otra).startswith("## Combate · 5 dados, Liderazgo 2\n")


async def test_el_modificador_se_suma_y_el_uno_natural_falla(m: Mundo) -> None:
    for _ in range(6):
        r = await m.alicia.slash(m.canal, "combate", dados=5, modificador=4, liderazgo=5)
        primera = texto(r).splitlines()[1]
        naturales, sumados = primera.split(" → con +4: ")
        for natural, sumado in zip(
            naturales.removeprefix("Tirada ").split(" · "), sumados.split(" · "), strict=True
        ):
            valor = _numeros(natural)[0]
            assert sumado == ("falla (1 natural)" if valor == 1 else f"**{valor + 4}**")


async def test_relanzar_con_una_carta(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "combate", dados=5, situacion="asedio", modificador=-3)
    while "Relanzar con carta" not in botones(r):
        r = await m.alicia.slash(m.canal, "combate", dados=5, situacion="asedio", modificador=-3)
    abierto = await m.alicia.click(r.response, label="Relanzar con carta")
    con_carta = {"dados": "1", "numero": "2", "modificador": "0"}
    visto = texto(await m.alicia.submit_modal(abierto, con_carta))
    assert visto.startswith("## Relanzamiento por una carta · 1 dado\nRelanzamiento ")
    abierto = await m.alicia.click(r.response, label="Relanzar con carta")
    de_mas = await m.alicia.submit_modal(abierto, con_carta | {"dados": "9"})
    assert de_mas.ephemeral
    assert "Los fallos que se relanzan: de 1 a" in texto(de_mas)
    abierto = await m.alicia.click(r.response, label="Relanzar con carta")
    raro = await m.alicia.submit_modal(abierto, con_carta | {"numero": "x"})
    assert texto(raro) == "El número para impactar: escribe un número entero, no «x»."


async def test_liderazgo_relanza_lo_que_puede(m: Mundo) -> None:
    visto = texto(await m.alicia.slash(m.canal, "liderazgo", fallos=4, liderazgo=2))
    assert len(_numeros(visto.splitlines()[1])) == 2
    assert "Se relanzan tantos fallos (4) como dé el Liderazgo (2), y no más de 5" in visto
    mal = await m.alicia.slash(m.canal, "liderazgo", fallos=7, liderazgo=2)
    assert texto(mal).startswith("Los fallos van de 0 a 5, y has puesto 7.\n-# ")


async def test_caza_suelta_con_su_ficha(m: Mundo) -> None:
    vistos = [
        texto(await m.alicia.slash(m.canal, "caza", dados_sombra=3, dados_pl=1, nazgul=True)) for _ in range(8)
    ]
    for visto in vistos:
        assert visto.startswith("## Caza del Anillo · nivel 3, +1\nTirada ")
        # 1 − (4/6)³·(4/6), la cifra de control del documento de hechos para nivel 3, +1 y un relanzamiento
        assert "Una Caza así tiene éxito el 80,2 % de las veces" in visto
        exitos = int(re.search(r"\*\*(\d) éxito", visto).group(1))  # pyright: ignore[reportOptionalMemberAccess]
        assert ("Ficha del Fondo: **" in visto) == bool(exitos)
        if "**Ojo" in visto:
            assert f"Daño **{exitos}**: el Ojo vale los aciertos" in visto
    assert "Fondo completo de 16" in vistos[0]
    sin_dados = await m.alicia.slash(m.canal, "caza")
    assert texto(sin_dados).startswith("Di cuántos dados de la Sombra hay en la casilla de Caza")
    nada = texto(await m.alicia.slash(m.canal, "caza", dados_sombra=0))
    assert "Sin dados de la Sombra en la casilla no hay tirada" in nada


async def test_las_sueltas_se_verifican_al_dia_siguiente(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "combate", dados=5)
    await m.alicia.slash(m.canal, "caza", dados_sombra=2)
    await m.pasar(horas=24)
    await m.alicia.slash(m.canal, "liderazgo", fallos=1, liderazgo=1)
    assert "**Cuadran todas**" in texto(await m.bruno.slash(m.canal, "partida verificar"))


async def test_en_el_canal_de_una_partida_las_sueltas_son_suyas(m: Mundo) -> None:
    """Están en su historial y en su verificación, se deshacen como cualquier tirada y no estorban al panel."""
    mesa = await abrir(m)
    panel = mesa.mensaje
    r = await m.alicia.slash(m.canal, "combate", dados=4, liderazgo=1)
    assert "tirada 1 ·" in texto(r)
    otra = await m.bruno.click(r.response, label="Repetir")
    assert texto(otra).startswith("## Combate · 4 dados, Liderazgo 1")
    lanza = await m.bruno.slash(m.canal, "liderazgo", fallos=2, liderazgo=2)
    assert (await mesa.libro()).tiradas == int(re.findall(r"tirada (\d+) ·", texto(lanza))[-1])
    historial = texto(await m.otro.slash(m.canal, "partida historial"))
    assert f"{m.alicia.mention} tira combate: " in historial
    assert f"{m.bruno.mention} relanza fallos: " in historial

    propuesta = await m.bruno.slash(m.canal, "partida deshacer")
    assert set(botones(propuesta)) == {"Aceptar", "No deshacer"}, "hubo azar: hace falta la otra parte"
    assert f"\n> {m.bruno.mention} relanza fallos: " in texto(propuesta), "se dice qué se va a deshacer"
    assert (await m.bruno.click(propuesta.response, label="Aceptar")).ephemeral
    assert "Se deshace la orden 4" in texto(await m.alicia.click(propuesta.response, label="Aceptar"))

    ajena = await m.otro.slash(m.canal, "combate", dados=1)
    assert ajena.ephemeral
    assert "En este canal hay una partida que no juegas: tira en otro." in texto(ajena)
    mesa.mensaje = panel
    await mesa.pulsar(LIBRES, "Terminar la fase de la Compañía")
    assert "la asignación de la Caza" in texto(panel), "el panel de antes de tirar sigue valiendo"

    cerrada = await m.alicia.slash(m.canal, "partida cerrar")
    verificada = texto(await m.otro.click(cerrada.response, label="Verificar"))
    assert re.search(r"\*\*Cuadran todas\*\*: \d+ tiradas recalculadas", verificada)
    assert "tirada 1 ·" in texto(await m.otro.slash(m.canal, "combate", dados=1)), "cerrada, vuelve a ser del día"


async def test_una_caza_suelta_no_se_repite_en_el_canal_de_una_partida(m: Mundo) -> None:
    suelta = await m.alicia.slash(m.canal, "caza", dados_sombra=1)
    await abrir(m)
    r = await m.alicia.click(suelta.response, label="Repetir")
    assert r.ephemeral
    assert "Este canal tiene una partida" in texto(r)


async def test_probabilidades_con_su_tabla_su_imagen_y_sus_supuestos(m: Mundo) -> None:
    r = await m.alicia.slash(m.canal, "probabilidad combate", dados=5, liderazgo=0)
    visto = texto(r)
    assert "De media, **1,67 impactos**." in visto  # 5 · 2/6
    assert "\n**1**: 32,9 % · 1 o más, 86,8 %\n" in visto  # 5 · 2/6 · (4/6)⁴ y 1 − (4/6)⁵
    assert "**5**: 0,4 %" in visto  # (2/6)⁵
    assert "-# Con: 5 dados, Liderazgo 0; se impacta con 5 o más\n" in visto
    assert r.response.attachments[0].description
    r = await m.alicia.slash(m.canal, "probabilidad caza", dados_sombra=1)
    assert "Tiene éxito el **16,7 %** de las veces" in texto(r)
    assert "Fondo de 16 fichas, completo" in texto(r)
    r = await m.alicia.slash(m.canal, "probabilidad mordor")
    assert re.search(r"llega el \*\*\d+,\d %\*\* de las veces", texto(r))
    assert "2 dados de la Sombra en la casilla cada turno" in texto(r)
    r = await m.alicia.slash(
        m.canal, "probabilidad batalla", ataca_regulares=1, defiende_regulares=1, lugar="asedio", prorrogas=0
    )
    visto = texto(r)
    # el atacante acierta 1/6 y el defensor 2/6, a la vez y una sola ronda
    assert "**55,6 %** · el atacante cesa el ataque" in visto  # 5/6 · 4/6
    assert "**27,8 %** · el atacante ha sido eliminado" in visto  # 5/6 · 2/6
    assert "**11,1 %** · el defensor ha sido eliminado" in visto  # 1/6 · 4/6
    assert "El atacante pierde de media **0,33** unidades" in visto
    nada = await m.alicia.slash(m.canal, "probabilidad batalla")
    assert nada.ephemeral
    assert "Di las unidades de los dos ejércitos" in texto(nada)
    raras = await m.alicia.slash(m.canal, "probabilidad mordor", bajas="9, x")
    assert "Las bajas son niveles de 1 a 3" in texto(raras)
    await m.pasar(minutos=1)
    todas = texto(await m.alicia.slash(m.canal, "probabilidad mordor", especiales="todas", dados=2))
    assert "Fondo de 24 fichas, 8 de ellas especiales" in todas
    rojas = texto(await m.alicia.slash(m.canal, "probabilidad mordor", especiales="roja"))
    assert "Fondo de 20 fichas, 4 de ellas especiales" in rojas
    contradicen = {
        "Solo un asalto tiene prórrogas": {"prorrogas": 2},
        "Un ejército asediado no se retira": {"lugar": "asedio", "defiende_se_retira": 1},
        "En un Baluarte asediado caben 5 unidades, y has puesto 6.": {"lugar": "asedio", "defiende_elites": 5},
    }
    for frase, opciones in contradicen.items():
        uno_a_uno = {"ataca_regulares": 1, "defiende_regulares": 1}
        r = await m.alicia.slash(m.canal, "probabilidad batalla", **uno_a_uno, **opciones)
        assert r.ephemeral
        assert frase in texto(r)


async def test_probabilidades_de_la_partida_del_canal(m: Mundo) -> None:
    await m.alicia.slash(m.canal, "guerra nueva", rival=m.bruno)
    await m.alicia.slash(m.canal, "guerra evento retirar", ficha="3")
    visto = texto(await m.otro.slash(m.canal, "probabilidad caza"))
    assert "nivel 0" in visto
    assert "Fondo de 15 fichas" in visto
    await m.alicia.slash(m.canal, "compania corrupcion", puntos=5)
    assert "Corrupción 5, paso 0" in texto(await m.otro.slash(m.canal, "probabilidad mordor"))


async def test_probabilidad_de_la_batalla_en_curso_con_lo_que_se_cambie(m: Mundo) -> None:
    mesa = await abrir(m)
    await minas_tirith_asediada(mesa)
    await mesa.orden(
        Bando.SOMBRA, "batalla abrir", atacante="sombra", region="Minas Tirith", atacan="1 regular, Sauron",
        defienden="1 regular, Gondor",
    )  # fmt: skip
    visto = texto(await m.otro.slash(m.canal, "probabilidad batalla"))
    assert "**55,6 %** · el atacante cesa el ataque" in visto  # asedio sin élites: 5/6 · 4/6
    visto = texto(await m.otro.slash(m.canal, "probabilidad batalla", ataca_liderazgo=1))
    assert "**46,3 %** · el atacante cesa el ataque" in visto  # (5/6)² · 4/6
