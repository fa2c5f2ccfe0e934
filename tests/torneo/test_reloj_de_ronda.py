"""El tiempo de una ronda: avisos a su hora, con retraso dicho, prórrogas, pausas y plazos en días."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from servicios.errores import NoExiste, SinPermiso, YaHaCambiado
from servicios.hechos import Actor, Aviso, Rol
from servicios.torneo.agregado import TORNEO
from servicios.torneo.puntos import Modalidad
from servicios.torneo.reloj_de_ronda import DarTiempo, Empezar, Pausar, Reanudar, fin_previsto
from servicios.torneo.resultados import Comunicar
from servicios.torneo.rondas import CerrarRonda
from servicios.torneo.suspension import Reponer, Suspender
from tests.torneo.sala import BASES, BOT, ELROND, GLORFINDEL, INICIO, Sala, niega, sala_con


def en_marcha(**bases: Any) -> Sala:
    sala = sala_con(8, **bases)
    sala.publica()
    sala.da(Empezar())
    return sala


def dados(sala: Sala) -> list[Aviso]:
    return [aviso for clave, aviso in sala.avisos().items() if clave.startswith("aviso:")]


def pendientes(sala: Sala) -> list[tuple[str, datetime]]:
    return [(r.clave.split(":")[-2], r.vence) for r in TORNEO.debido(sala.torneo).recordatorios]


@pytest.mark.parametrize(("modalidad", "minutos"), [(Modalidad.DOS_BARAJAS, 90), (Modalidad.MAZO_CERRADO, 50)])
def test_el_reloj_empieza_al_pulsar_y_no_al_publicar(modalidad: Modalidad, minutos: int) -> None:
    sala = sala_con(8, modalidad=modalidad)
    sala.publica()
    assert sala.ronda.fin_de() is None
    assert TORNEO.debido(sala.torneo).recordatorios == ()
    sala.pasa(minutes=17)
    sala.da(Empezar())
    assert sala.ronda.fin_de() == INICIO + timedelta(minutes=17 + minutos)
    niega(sala, Empezar(), ELROND, "ya empezó", YaHaCambiado)
    niega(sala, Empezar(), Actor(1), "la coordinación", SinPermiso)


def test_los_resultados_no_esperan_al_reloj() -> None:
    sala = sala_con(8)
    sala.publica()
    sala.da(Comunicar(pv_favor=1, pv_contra=0), Actor(sala.mesa(1).a))
    assert sala.mesa(1).parte is not None


def test_avisa_cinco_minutos_antes_y_al_acabar() -> None:
    sala = en_marcha()
    assert pendientes(sala) == [
        ("previo", INICIO + timedelta(minutes=85)),
        ("tiempo", INICIO + timedelta(minutes=90)),
    ]
    sala.pasa_y_vence(minutes=84)
    assert dados(sala) == []
    sala.pasa_y_vence(minutes=1)
    assert [a.plantilla for a in dados(sala)] == ["queda_poco"]
    sala.pasa_y_vence(minutes=5)
    assert [a.plantilla for a in dados(sala)] == ["queda_poco", "tiempo"]
    assert [a.datos["tarde"] for a in dados(sala)] == [0, 0]
    assert TORNEO.debido(sala.torneo).recordatorios == ()


def test_un_aviso_que_llega_tarde_lo_dice() -> None:
    sala = en_marcha()
    previo = TORNEO.debido(sala.torneo).recordatorios[0]
    sala.pasa(minutes=88)  # el bot estuvo apagado
    sala.vence(previo.clave, tarde=180)
    assert (dados(sala)[0].datos["tarde"], dados(sala)[0].plantilla) == (180, "queda_poco")
    assert sala.relatos[-1].endswith("(con retraso).")


def test_si_ya_no_queda_tiempo_solo_se_anuncia_el_final() -> None:
    sala = en_marcha()
    previo, tiempo = TORNEO.debido(sala.torneo).recordatorios
    sala.pasa(minutes=94)
    sala.vence(previo.clave, tarde=540)
    sala.vence(tiempo.clave, tarde=240)
    assert [a.plantilla for a in dados(sala)] == ["tiempo"]
    assert dados(sala)[0].datos["tarde"] == 240


def test_un_recordatorio_repetido_o_caducado_no_hace_nada() -> None:
    sala = en_marcha()
    previo = TORNEO.debido(sala.torneo).recordatorios[0]
    sala.pasa(minutes=85)
    assert sala.vence(previo.clave)
    assert sala.vence(previo.clave) == ()
    assert sala.vence("reloj:9:0:0:previo:1") == ()
    assert sala.vence("silencio:1:0:1:99") == ()


def test_prorroga_para_todas_y_para_una_mesa_tantas_veces_como_haga_falta() -> None:
    sala = en_marcha()
    for _ in range(2):
        sala.da(DarTiempo(minutos=10))
    sala.da(DarTiempo(minutos=5, mesa=2), GLORFINDEL)
    fin = INICIO + timedelta(minutes=110)
    assert sala.ronda.fin_de(sala.mesa(1)) == fin
    assert sala.ronda.fin_de(sala.mesa(2)) == fin + timedelta(minutes=5)
    avisos = [a for a in sala.avisos().values() if a.plantilla == "prorroga"]
    assert [(a.datos["minutos"], a.datos["mesa"]) for a in avisos] == [(10, 0), (10, 0), (5, 2)]
    assert avisos[2].menciones == sala.mesa(2).jugadores
    sala.pasa_y_vence(minutes=116)
    assert [(a.plantilla, a.datos["mesa"]) for a in dados(sala)] == [
        ("queda_poco", 0),
        ("queda_poco", 2),
        ("tiempo", 0),
        ("tiempo", 2),
    ]


def test_con_una_prorroga_corta_no_se_avisa_de_lo_que_ya_se_sabe() -> None:
    sala = en_marcha()
    sala.pasa_y_vence(minutes=92)
    sala.da(DarTiempo(minutos=5))
    assert [que for que, _ in pendientes(sala)] == ["tiempo"]
    sala.pasa_y_vence(minutes=3)
    assert [a.plantilla for a in dados(sala)] == ["queda_poco", "tiempo", "tiempo"]


def test_prorrogas_que_no_valen() -> None:
    sala = sala_con(8)
    sala.publica()
    niega(sala, DarTiempo(minutos=5), ELROND, "aún no ha empezado")
    sala.da(Empezar())
    niega(sala, DarTiempo(minutos=0), ELROND, "Los minutos van")
    niega(sala, DarTiempo(minutos=2000), ELROND, "Los minutos van")
    niega(sala, DarTiempo(minutos=5), GLORFINDEL, "la coordinación", SinPermiso)
    niega(sala, DarTiempo(minutos=5, mesa=5), ELROND, "no hay mesa 5", NoExiste)
    propia = Actor(sala.mesa(1).a, frozenset({Rol.ARBITRO}))
    niega(sala, DarTiempo(minutos=5, mesa=1), propia, "Juegas esa partida", SinPermiso)
    sala.resultado(sala.mesa(1).a)
    niega(sala, DarTiempo(minutos=5, mesa=1), ELROND, "ya ha acabado")
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    sala.da(CerrarRonda())
    niega(sala, DarTiempo(minutos=5), ELROND, "ya está cerrada")


def test_pausa_y_reanuda_sin_perder_un_segundo() -> None:
    sala = en_marcha()
    niega(sala, Reanudar(), ELROND, "no está parado")
    sala.pasa(minutes=30)
    sala.da(Pausar())
    niega(sala, Pausar(), ELROND, "no está en marcha")
    assert TORNEO.debido(sala.torneo).recordatorios == ()
    sala.da(DarTiempo(minutos=3))
    sala.pasa(hours=2)
    sala.da(Reanudar())
    assert sala.ronda.fin_de() == sala.ahora + timedelta(minutes=63)


def test_cuando_todos_han_acabado_no_se_avisa_de_nada() -> None:
    sala = en_marcha()
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    assert TORNEO.debido(sala.torneo).recordatorios == ()
    sala.da(CerrarRonda())
    niega(sala, Pausar(), ELROND, "ya está cerrada")


def test_el_plazo_en_dias_vence_a_las_23_59_de_la_zona() -> None:
    bases = BASES.con(plazo=7, zona="America/Argentina/Buenos_Aires")
    fin = fin_previsto(bases, datetime(2026, 12, 1, 1, 30, tzinfo=UTC))  # allí aún es 30 de noviembre
    assert fin == datetime(2026, 12, 8, 2, 59, tzinfo=UTC)
    assert fin.astimezone(ZoneInfo(bases.zona)).strftime("%d %H:%M") == "07 23:59"


def test_el_plazo_respeta_el_cambio_de_hora() -> None:
    bases = BASES.con(plazo=3, zona="Europe/Madrid")
    fin = fin_previsto(bases, datetime(2026, 10, 23, 12, 0, tzinfo=UTC))
    assert fin.astimezone(ZoneInfo("Europe/Madrid")).strftime("%d %H:%M") == "26 23:59"


def test_con_plazo_se_avisa_un_dia_antes_y_solo_a_quien_falta() -> None:
    sala = en_marcha(plazo=7)
    sala.resultado(sala.mesa(1).a)
    fin = sala.ronda.fin_de()
    assert fin is not None
    assert pendientes(sala) == [("previo", fin - timedelta(hours=24)), ("tiempo", fin)]
    sala.pasa_y_vence(days=7)
    previo = dados(sala)[0]
    assert previo.plantilla == "queda_poco"
    assert previo.datos["mesas"] == [2, 3, 4]
    assert set(previo.menciones) == {j for m in sala.ronda.mesas[1:] for j in m.jugadores}


def test_el_torneo_se_detiene_con_su_reloj_y_se_repone() -> None:
    sala = en_marcha()
    sala.pasa(minutes=30)
    niega(sala, Suspender(causa="x"), Actor(1), "la coordinación", SinPermiso)
    sala.da(Suspender(causa="Han borrado el canal del torneo."), BOT)
    niega(sala, Suspender(causa="x"), BOT, "ya está detenido", YaHaCambiado)
    aviso = sala.avisos()["suspendido:1"]
    assert aviso.destino == "coordinacion"
    assert sala.textos[aviso.datos["causa"]] == "Han borrado el canal del torneo."
    assert TORNEO.debido(sala.torneo).recordatorios == ()
    sala.pasa(minutes=45)
    niega(sala, Reponer(), Actor(1), "la coordinación", SinPermiso)
    sala.da(Reponer(canal=99))
    assert sala.torneo.canal == 99
    assert sala.ronda.fin_de() == sala.ahora + timedelta(minutes=60)
    assert "panel:1" in sala.avisos()
    assert "suspendido:1" not in sala.avisos()


def test_reponer_no_pone_en_marcha_un_reloj_que_paro_la_coordinacion() -> None:
    sala = en_marcha()
    sala.da(Pausar())
    sala.da(Suspender(causa="Sin permiso para escribir."), BOT)
    sala.da(Reponer())
    assert sala.ronda.fin_de() is None
