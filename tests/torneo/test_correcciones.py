"""Corregir no sorprende: se dice todo lo que cambia, y un botón viejo no escribe en otra ronda."""

from servicios.errores import SinPermiso, YaHaCambiado
from servicios.hechos import Actor
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.correcciones import YaEsFirme
from servicios.torneo.puntos import Fin
from servicios.torneo.resultados import Comunicar, Confirmar
from servicios.torneo.valores import Mesa
from tests.apoyo.mundo import Mundo, texto
from tests.torneo.mesa_de_torneo import iniciar
from tests.torneo.sala import ELROND, GLORFINDEL, Sala, niega, sala_con


def _con_una_ronda(jugadores: int = 4) -> Sala:
    sala = sala_con(jugadores, 3)
    sala.publica()
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    return sala


def _anuncio(sala: Sala, orden: Comunicar, actor: Actor = ELROND) -> YaEsFirme:
    """Lo que se enseña antes de corregir."""
    try:
        sala.da(orden, actor)
    except YaEsFirme as aviso:
        return aviso
    raise AssertionError("se ha corregido sin preguntar")


def test_corregir_a_retirada_dice_antes_que_se_va_y_lo_que_pierde_a_la_vez() -> None:
    sala = _con_una_ronda()
    sala.publica()
    mesa = sala.mesa(1, 1)
    rival_de_ahora = sala.mesa_de(mesa.b).rival(mesa.b)
    orden = Comunicar(jugador=mesa.a, fin=Fin.RETIRADA, ronda=1)
    antes = {fila.participante: (fila.pt, fila.puesto) for fila in clasificar(sala.torneo)}
    aviso = _anuncio(sala, orden)
    sala.da(orden.con(corrige=True, version=aviso.version))
    despues = {fila.participante: (fila.pt, fila.puesto) for fila in clasificar(sala.torneo)}
    dicho = {
        c.participante: ((c.pt_antes, c.puesto_antes), (c.pt_despues, c.puesto_despues)) for c in aviso.cambios
    }
    assert dicho == {q: (antes[q], despues[q]) for q in antes if antes[q] != despues[q]}
    assert dicho[mesa.b][1] == (0, None)  # deja el torneo
    assert dicho[rival_de_ahora][1][0] == antes[rival_de_ahora][0] + 6  # y la partida que tenía a medias


def test_el_boton_de_una_correccion_no_escribe_en_la_ronda_siguiente() -> None:
    sala = _con_una_ronda()
    mesa = sala.mesa(1)
    orden = Comunicar(jugador=mesa.b, pv_favor=30, pv_contra=1)  # sin ronda: la que se juega
    vista = _anuncio(sala, orden)
    sala.publica()
    niega(sala, orden.con(corrige=True, version=vista.version), ELROND, "ha cambiado mientras tanto", YaHaCambiado)
    de_la_primera = orden.con(corrige=True, version=vista.version, ronda=vista.hecho.ronda)
    sala.da(de_la_primera)
    assert sala.mesa(mesa.numero, 1).resultado != mesa.resultado
    assert sala.ronda.faltan() == sala.ronda.mesas


def test_lo_que_fija_un_arbitro_vale_solo_para_la_mesa_que_vio() -> None:
    sala = sala_con(4, 3)
    sala.publica()
    mesa = sala.mesa(1)
    sala.da(Comunicar(pv_favor=20, pv_contra=5), Actor(mesa.a))
    niega(
        sala,
        Comunicar(jugador=mesa.b, pv_favor=9, pv_contra=1, version=mesa.version),
        GLORFINDEL,
        "ha cambiado mientras tanto",
        YaHaCambiado,
    )


def _los_dos_bajo_cero(favor: int, contra: int) -> tuple[Sala, Mesa]:
    sala = sala_con(4, 3)
    sala.publica()
    mesa = sala.mesa(1)
    sala.da(Comunicar(pv_favor=favor, pv_contra=contra), Actor(mesa.a))
    sala.da(Confirmar(ronda=1, mesa=1, version=sala.mesa(1).version), Actor(mesa.b))
    return sala, mesa


def test_con_los_dos_a_cero_o_menos_el_arbitraje_cambia_lo_confirmado_y_nada_mas() -> None:
    sala, mesa = _los_dos_bajo_cero(-1, -3)
    decide = Comunicar(jugador=mesa.b, fin=Fin.ARBITRO, pv_favor=-3, pv_contra=-1)
    niega(sala, decide, Actor(mesa.a), "lo decide el arbitraje", SinPermiso)
    niega(sala, decide, Actor(sala.mesa(2).a), "juegas en la mesa 2", SinPermiso)
    niega(sala, decide.con(fin=Fin.NORMAL, pv_favor=9), GLORFINDEL, "hace la coordinación", SinPermiso)
    aviso = _anuncio(sala, decide, GLORFINDEL)
    sala.da(decide.con(corrige=True, version=aviso.version), GLORFINDEL)
    resultado = sala.mesa(1).resultado
    assert resultado is not None
    assert sala.torneo.desenlace(1, mesa, resultado).b == 6
    niega(sala, decide.con(jugador=mesa.a), GLORFINDEL, "hace la coordinación", SinPermiso)


def test_un_resultado_sin_esa_duda_no_lo_cambia_el_arbitraje() -> None:
    sala, mesa = _los_dos_bajo_cero(12, 9)
    niega(sala, Comunicar(jugador=mesa.b, fin=Fin.ARBITRO), GLORFINDEL, "hace la coordinación", SinPermiso)


async def test_al_corregir_a_retirada_se_dice_la_partida_que_pierde_a_la_vez(m: Mundo) -> None:
    e = await iniciar(m, 4, rondas=3)
    await e.juega(await e.publica(), {1: (20, 5), 2: (20, 5)})
    vieja = await e.mesa(1)
    await e.publica()
    pierde = await e.nombre(vieja.b)
    ahora = (await e.torneo()).ronda
    assert ahora is not None
    suya = ahora.mesa_de(vieja.b)
    assert suya is not None
    pregunta = await e.manda("resultado", jugador=await e.nombre(vieja.a), fin="retirada", ronda=1)
    aplicada = texto(await m.coordinadora.click(pregunta.response, label="Aplicar la corrección"))
    assert f"{pierde} deja el torneo." in aplicada
    assert f"Ronda 2, mesa {suya.numero}: " in aplicada
