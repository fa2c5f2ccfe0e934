"""Historias de la isla: de las esquinas al templo, con los viajes que no valen."""

import re
from typing import Any

import pytest

from tests.apoyo.mundo import Mundo, botones, pulsar_a_la_vez, texto
from tests.lcg.panel import Mesa, abrir


async def _isla(m: Mundo) -> Mesa:
    """Con cartas físicas: Tumbas anegadas (2 puntos) en A1 y Senda de la selva en C1."""
    return await abrir(
        m, "isla nueva", jugador2=m.bruno, arriba="tumbas-anegadas", abajo="senda", amenazas="28, 30"
    )


async def test_de_las_esquinas_al_templo(m: Mundo) -> None:
    mesa = await _isla(m)
    assert "Elige de qué esquina se parte: **A1 Tumbas anegadas**" in mesa.texto
    await mesa.pulsar(m.alicia, "Partir de A1")
    assert "★ Lugar activo: **A1 Tumbas anegadas** · progreso 0 de 2" in mesa.texto
    assert "▲ En preparación: A2 Isla Perdida · B1 Isla Perdida" in mesa.texto  # C1 no: no linda
    descripcion = mesa.mensaje.attachments[0].description or ""
    assert "Lugar activo: A1, Tumbas anegadas" in descripcion

    # Con 7 de progreso, 2 llenan el Lugar activo, 4 van a A2 porque la misión lo permite y queda 1 para ella.
    await mesa.rellenar(m.alicia, "Éxito en la misión", puntos="7", reparto="A2 4")
    assert "A1 pasa de 0 a 2 de 2, A2 pasa de 0 a 4 y 1 para la misión" in mesa.texto
    assert "★ Lugar activo: **A1" in mesa.texto  # completo, y no por eso explorado

    await mesa.orden(m.bruno, "isla mirar", lugar="A2", carta="templo-maldito")
    assert "Se mira A2 con 4 de progreso: Templo maldito." in mesa.texto
    assert "A2 Templo maldito (mirado)" in mesa.texto
    await mesa.elegir(m.alicia, "Viajar desde A1", "A2")
    assert "★ Lugar activo: **A2 Templo maldito** · progreso 0 de 3" in mesa.texto
    assert "A1 Tumbas anegadas (explorado)" in mesa.texto

    await mesa.orden(m.alicia, "isla progreso", puntos=3)
    for casilla, carta, puntos in (("A3", "ruinas-inundadas", 5), ("A4", "tumbas-anegadas", 2)):
        await mesa.orden(m.alicia, "isla viajar", lugar=casilla, carta=carta)
        await mesa.orden(m.alicia, "isla progreso", puntos=puntos)
    r = await m.alicia.slash(m.canal, "isla viajar", lugar="A5")
    assert texto(r).startswith("Para entrar en el templo hace falta la Llave de la Puerta, sin agotar.")
    await mesa.pulsar(m.bruno, "Tenemos la Llave")
    await mesa.orden(m.alicia, "isla viajar", lugar="A5", carta="entrada")
    assert "Viaje de A4 a A5, con la Llave de la Puerta." in mesa.texto
    assert "Llave de la Puerta: agotada hasta la ronda que viene" in mesa.texto
    await mesa.rellenar(m.alicia, "Éxito en la misión", puntos="8")
    assert mesa.texto.startswith("## El Templo de los Engañados · victoria")
    assert "Victoria: la entrada de la gruta tiene 8 de progreso." in mesa.texto
    assert set(botones(mesa.mensaje)) == {"Deshacer", "Historial"}


async def test_se_vuelve_a_lo_explorado_y_no_se_vuelve_a_voltear(m: Mundo) -> None:
    mesa = await _isla(m)
    await mesa.pulsar(m.alicia, "Partir de A1")
    await mesa.orden(m.alicia, "isla progreso", puntos=2)
    await mesa.orden(m.alicia, "isla viajar", lugar="B1", carta="tumbas-anegadas")
    await mesa.orden(m.alicia, "isla progreso", puntos=2)
    await mesa.elegir(m.alicia, "Viajar desde B1", "A1")
    assert "> Viaje de B1 a A1.\n" in mesa.texto
    assert "se da la vuelta" not in mesa.texto
    assert "★ Lugar activo: **A1 Tumbas anegadas** · progreso 0 de 2" in mesa.texto  # lo perdió al dejarlo


@pytest.mark.parametrize(
    ("orden", "opciones", "frase"),
    [
        ("viajar", {"lugar": "B2"}, "Desde A1 no se puede viajar a B2: no está en el área de preparación."),
        ("viajar", {"lugar": "A3"}, "Desde A1 no se puede viajar a A3: no está en el área de preparación."),
        ("viajar", {"lugar": "A1"}, "A1 ya es el Lugar activo."),
        ("viajar", {"lugar": "A2"}, "Todavía no se puede viajar: A1 tiene 0 de 2 de progreso."),
        ("mirar", {"lugar": "A2"}, "A2 tiene 0 de progreso, y mirarla cuesta 4."),
        ("mirar", {"lugar": "C1"}, "C1 ya está boca arriba: no hay nada que mirar."),
        ("mirar", {"lugar": "A5"}, "Los Lugares del templo no se miran con progreso"),
        ("mirar", {"lugar": "A2", "por_efecto": True, "carta": "entrada"}, "La entrada de la gruta no puede estar en A2"),
        ("progreso", {"puntos": 2, "lugar": "B3"}, "B3 no está en el área de preparación: no se le puede poner progreso."),
        ("progreso", {"puntos": 5, "reparto": "C5 3"}, "C5 no está en el área de preparación"),
        ("progreso", {"puntos": 3, "reparto": "A2 3"}, "No se pueden repartir 3 puntos: al Lugar activo van 2 y quedan 1."),
        ("progreso", {"puntos": -1, "lugar": "A2"}, "A2 no tiene progreso que quitar."),
        ("progreso", {"puntos": 0}, "El progreso va de 1 a 99 fichas."),
        ("progreso", {"puntos": 3, "reparto": "muchos"}, "No entiendo «muchos»"),
        ("progreso", {"puntos": 3, "reparto": "A2 1", "lugar": "A2"}, "El reparto es del éxito de la misión"),
        ("partir", {"esquina": "C1"}, "La partida ya empezó: el Lugar activo es A1."),
        ("llave", {"estado": "agotada"}, "Para entrar en el templo hace falta la Llave de la Puerta"),
    ],
)  # fmt: skip
async def test_lo_que_no_vale_se_rechaza_y_no_cambia_nada(
    m: Mundo, orden: str, opciones: dict[str, Any], frase: str
) -> None:
    mesa = await _isla(m)
    await mesa.pulsar(m.alicia, "Partir de A1")
    r = await m.alicia.slash(m.canal, f"isla {orden}", **opciones)
    assert r.ephemeral
    assert texto(r).startswith(frase)
    assert "2 órdenes" in texto(await m.alicia.slash(m.canal, "partida historial"))


async def test_antes_de_elegir_esquina_no_se_hace_nada(m: Mundo) -> None:
    await _isla(m)
    for orden, opciones in (("viajar", {"lugar": "A2"}), ("mirar", {"lugar": "A2"}), ("progreso", {"puntos": 1})):
        r = await m.alicia.slash(m.canal, f"isla {orden}", **opciones)
        assert texto(r).startswith("Antes elige de qué esquina se parte: A1 o C1.")


async def test_con_las_cartas_al_azar_deshacer_lo_que_se_ha_visto_pide_acuerdo(m: Mundo) -> None:
    mesa = Mesa(m, (await m.alicia.slash(m.canal, "partida nueva", clase="isla", rival=m.bruno)).response)
    nombre = re.search(r"\*\*C1 ([^*]+)\*\* · progreso 0 de (\d)", mesa.texto)
    assert nombre is not None
    await mesa.pulsar(m.bruno, "Partir de C1")
    await mesa.orden(m.alicia, "isla progreso", puntos=int(nombre.group(2)))
    antes = mesa.mensaje
    # Adónde se puede ir depende de qué lugar sea C1; uno boca abajo siempre hay.
    destino = next(d for d in mesa.opciones("Viajar desde C1") if f"{d} Isla Perdida" in mesa.texto)
    boca_abajo = f"{destino} Isla Perdida"
    await mesa.elegir(m.alicia, "Viajar desde C1", destino)
    assert mesa.mensaje.id != antes.id
    assert f"{destino} se da la vuelta: " in mesa.texto
    assert boca_abajo not in mesa.texto
    propuesta = await m.alicia.click(mesa.mensaje, label="Deshacer")
    assert "tiene que aceptarlo" in texto(propuesta)
    await m.reiniciar()
    await m.bruno.click(propuesta.response, label="Aceptar")
    await mesa.orden(m.alicia, "isla ver")
    assert f"★ Lugar activo: **C1 {nombre.group(1)}**" in mesa.texto
    assert boca_abajo in mesa.texto


async def test_dos_pulsaciones_un_solo_viaje(m: Mundo) -> None:
    mesa = await _isla(m)
    una, otra = await pulsar_a_la_vez("Partir de A1", mesa.mensaje, m.alicia, m.bruno)
    assert sorted(len(r.followups) for r in (una, otra)) == [0, 1]
    await mesa.orden(m.alicia, "isla progreso", puntos=2)
    viejo = mesa.mensaje
    await mesa.elegir(m.alicia, "Viajar desde A1", "A2")
    mesa.mensaje = viejo
    tarde = await m.bruno.click(viejo, label="Éxito en la misión")
    assert "ya ha cambiado" in texto(tarde.followups[0])
    assert "Lugar activo: **A2" in texto(viejo)


async def test_ver_un_lugar_y_dar_la_vuelta_por_una_carta(m: Mundo) -> None:
    mesa = await _isla(m)
    await mesa.pulsar(m.alicia, "Partir de A1")
    r = await m.otro.slash(m.canal, "isla ver", lugar="B3")
    assert "Nadie ha visto lo que hay al otro lado." in texto(r)
    quedan = await m.alicia.autocomplete(m.canal, "isla voltear", "carta", "riscos", lugar="B3")
    assert quedan == [{"name": "Riscos afilados · Jagged Cliffs (×2)", "value": "riscos"}]
    del_templo = await m.alicia.autocomplete(m.canal, "isla voltear", "carta", "", lugar="B5")
    assert {o["value"] for o in del_templo} == {"entrada", "salas"}
    await mesa.rellenar(m.alicia, "Progreso por una carta", casilla="A2", puntos="3", motivo="Explorador *listo*")
    assert r"Progreso (Explorador \*listo\*): A2 pasa de 0 a 3." in mesa.texto
    await mesa.orden(m.alicia, "isla voltear", lugar="A2", carta="riscos")
    assert "A2 Riscos afilados" in mesa.texto
    assert "A2 Riscos afilados (3" not in mesa.texto  # darle la vuelta retira el progreso
    visto = texto(await m.otro.slash(m.canal, "isla ver", lugar="A2"))
    assert "4 puntos de misión, Amenaza 4" in visto
