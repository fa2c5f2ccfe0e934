"""Las cuatro maneras de ganar, y cuál vale si se dan dos a la vez: se miran en su orden, V1 a V4."""

import pytest

from servicios.guerra import asentamientos
from servicios.guerra.estado import Condicion
from servicios.guerra.piezas import Bando
from tests.apoyo.mundo import Mundo, botones, texto
from tests.guerra.atajos import a_las_acciones, en_mordor
from tests.guerra.panel import Mesa, abrir

LIBRES, SOMBRA = Bando.LIBRES, Bando.SOMBRA
DE_LOS_LIBRES = ("rivendell", "lorien", "grey-havens", "woodland-realm")
"""Cuatro Baluartes: 8 puntos para la Sombra."""


async def _captura(mesa: Mesa, bando: Bando, *regiones: str) -> None:
    """Ejércitos que entran, por eventos, en regiones sin enemigos."""
    nacion = "sauron" if bando is SOMBRA else "elfos"
    movimientos = (asentamientos.MoverEjercito(bando=bando, naciones=(nacion,), region=r) for r in regiones)
    await mesa.deprisa(bando, *movimientos)


async def _a_la_guerra(mesa: Mesa) -> None:
    await a_las_acciones(mesa)
    for nacion, bando, pasos in (("sauron", SOMBRA, 1), ("elfos", LIBRES, 3)):
        for _ in range(pasos):
            await mesa.orden(bando, "guerra politica avanzar", nacion=nacion)


async def _acaba_el_turno(mesa: Mesa) -> str:
    for bando, bolsa in (await mesa.estado()).bolsas.items():
        if bolsa.disponibles:
            await mesa.orden(bando, "guerra turno dejar", bando=bando.value)
    await mesa.orden(LIBRES, "guerra ver")
    return await mesa.pulsar(LIBRES, "Terminar el turno")


async def _ha_terminado(mesa: Mesa, condicion: Condicion) -> None:
    """Se dice quién ha ganado y por qué; ya no se juega, y deshacerlo devuelve la partida."""
    final = (await mesa.estado()).final
    assert final is not None
    assert final.condicion is condicion
    assert mesa.texto.startswith(f"## La Guerra del Anillo · {final.ganador.gana}")
    assert f"**{final.motivo}**" in mesa.texto
    assert not {"Abrir una batalla…", "Terminar el turno"} & set(botones(mesa.mensaje))
    for comando, campos in (("compania mover", {}), ("guerra turno terminar", {})):
        negada = await mesa.negada(mesa.m.alicia, comando, **campos)
        assert f"La partida ha terminado: {final.motivo}" in negada
        assert "Reglas de La Guerra del Anillo, «Condiciones de victoria»" in negada


async def test_v1_el_portador_llega_a_doce_por_una_carta(m: Mundo) -> None:
    mesa = await abrir(m)
    await mesa.orden(SOMBRA, "compania corrupcion", puntos=11)
    assert (await mesa.estado()).final is None
    await mesa.orden(SOMBRA, "compania corrupcion", puntos=4, carta="El Señor de los Nazgûl")
    await _ha_terminado(mesa, Condicion.CORRUPCION)
    assert "el Portador ha llegado a 12 puntos de Corrupción (V1)" in mesa.texto
    assert "se deshace la orden" in texto(await m.bruno.slash(m.canal, "partida deshacer")).lower()
    assert (await mesa.estado()).final is None
    assert (await mesa.estado()).compania.corrupcion == 11


async def test_v2_el_anillo_se_destruye_en_el_quinto_paso(m: Mundo) -> None:
    mesa = await abrir(m)
    await en_mordor(mesa, paso=4, corrupcion_=10)
    visto = await mesa.orden(LIBRES, "compania mover")
    assert (await mesa.estado()).final is None, "antes de mirar quién gana se encaja el Daño"
    assert "Usar el Anillo: +1 de Corrupción" in botones(mesa.mensaje), visto
    await m.reiniciar()
    await mesa.pulsar(LIBRES, "Usar el Anillo: +1 de Corrupción")
    await _ha_terminado(mesa, Condicion.MONTE_DEL_DESTINO)
    assert "ha llegado al Monte del Destino con 11 de Corrupción (V2)" in mesa.texto


async def test_v1_antes_que_v2_si_la_ultima_ficha_lleva_a_doce(m: Mundo) -> None:
    mesa = await abrir(m)
    await en_mordor(mesa, paso=4, corrupcion_=11)
    await mesa.orden(LIBRES, "compania mover")
    await mesa.pulsar(LIBRES, "Usar el Anillo: +1 de Corrupción")
    await _ha_terminado(mesa, Condicion.CORRUPCION)


async def test_v3_la_sombra_conquista_diez_puntos(m: Mundo) -> None:
    mesa = await abrir(m)
    await _a_la_guerra(mesa)
    await _captura(mesa, SOMBRA, *DE_LOS_LIBRES)
    visto = await mesa.orden(SOMBRA, "guerra ejercito mover", bando="sombra", naciones="Sauron", region="Valle")
    assert "La Sombra captura Valle (+1 punto de victoria)." in visto
    assert "El Norte se activa" in visto
    assert "Empieza el turno 2" in await _acaba_el_turno(mesa), "9 puntos no bastan"
    await a_las_acciones(mesa)
    visto = await mesa.orden(SOMBRA, "guerra ejercito mover", bando="sombra", naciones="Sauron", region="Pelargir")
    assert "Puntos de victoria: Sombra 10 de 10" in visto
    assert (await mesa.estado()).final is None, "se mira al final del turno"
    await _acaba_el_turno(mesa)
    await _ha_terminado(mesa, Condicion.MILITAR_SOMBRA)
    assert "controla asentamientos de los Pueblos Libres por 10 puntos de victoria (V3)" in mesa.texto


@pytest.mark.parametrize(
    ("ademas", "condicion"), [(False, Condicion.MILITAR_LIBRES), (True, Condicion.MILITAR_SOMBRA)]
)
async def test_v4_los_libres_toman_cuatro_puntos_salvo_que_la_sombra_tenga_ya_diez(
    m: Mundo, ademas: bool, condicion: Condicion
) -> None:
    mesa = await abrir(m)
    await _a_la_guerra(mesa)
    if ademas:
        await _captura(mesa, SOMBRA, *DE_LOS_LIBRES, "minas-tirith")
    await _captura(mesa, LIBRES, "moria", "orthanc")
    await _acaba_el_turno(mesa)
    await _ha_terminado(mesa, condicion)


async def test_v1_antes_que_lo_militar_la_carga_del_anillo_se_cobra_primero(m: Mundo) -> None:
    """001:555: en Mordor sin intentar moverse ni ocultarse, +1 justo antes de mirar quién gana."""
    mesa = await abrir(m)
    await en_mordor(mesa, paso=0, corrupcion_=11)
    for _ in range(3):
        await mesa.orden(LIBRES, "guerra politica avanzar", nacion="elfos")
    await _captura(mesa, LIBRES, "moria", "dol-guldur")
    visto = await _acaba_el_turno(mesa)
    assert "Corrupción +1: en Mordor, este turno no ha intentado moverse ni ocultarse." in visto
    await _ha_terminado(mesa, Condicion.CORRUPCION)
