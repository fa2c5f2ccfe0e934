"""Lo que el bot no pudo decir: se apunta, se debe y se repite; nada de ello cambia el torneo."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servicios.errores import SinPermiso, YaHaCambiado
from servicios.torneo.agregado import TORNEO
from servicios.torneo.reloj_de_ronda import MINUTO, DarTiempo, Empezar, Pausar, Reanudar
from servicios.torneo.rondas import AnularRonda
from servicios.torneo.suspension import AnotarHiloFallido, AvisarEnPrivado, Reponer, Suspender
from servicios.torneo.vida import Coordinar
from tests.torneo.sala import BOT, ELROND, Sala, niega, sala_con


def publicada() -> Sala:
    sala = sala_con(8, hilos=True)
    sala.publica()
    return sala


def test_lo_perdido_se_debe_otra_vez_al_reponer_y_no_antes() -> None:
    sala = publicada()
    clave = "ronda:1:0:publicada:1"
    perdido = sala.avisos()[clave]
    sala.da(Suspender(causa="Sin permiso.", perdido=clave), BOT)
    assert clave in sala.avisos()
    niega(sala, Suspender(causa="Sin permiso.", perdido=clave), BOT, "ya está detenido", YaHaCambiado)
    sala.da(Suspender(causa="Sin permiso.", perdido="plaza:3"), BOT)
    sala.da(Reponer())
    avisos = sala.avisos()
    assert clave not in avisos  # la bandeja cancela el que falló
    assert avisos[f"{clave}:otra:1"] == perdido.con(clave=f"{clave}:otra:1")
    sala.da(Reponer())
    assert f"{clave}:otra:1" in sala.avisos()  # lo que ya se ha repetido no se repite cada vez
    sala.da(Suspender(causa="Otra vez.", perdido=clave), BOT)
    sala.da(Reponer())
    assert f"{clave}:otra:2" in sala.avisos()
    assert [c for c in sala.avisos() if c.startswith(clave)] == [f"{clave}:otra:2"]


def test_en_privado_solo_a_quien_coordina_y_mientras_este_detenido() -> None:
    sala = publicada()
    sala.da(Coordinar(persona=2000))
    niega(sala, AvisarEnPrivado(suspension=1), BOT, "ya no hay que avisar", YaHaCambiado)
    sala.da(Suspender(causa="Han borrado su canal."), BOT)
    niega(sala, AvisarEnPrivado(suspension=1), ELROND, "da cuenta el bot", SinPermiso)
    niega(sala, AvisarEnPrivado(suspension=2), BOT, "ya no hay que avisar", YaHaCambiado)
    assert not [a for a in sala.avisos().values() if a.destino.startswith("persona:")]
    sala.da(AvisarEnPrivado(suspension=1), BOT)
    destinos = {a.destino for a in sala.avisos().values() if a.plantilla == "suspendido_en_privado"}
    assert destinos == {f"persona:{p}" for p in sala.torneo.coordinadores}
    assert "persona:2000" in destinos
    niega(sala, AvisarEnPrivado(suspension=1), BOT, "ya no hay que avisar", YaHaCambiado)
    sala.da(Reponer())
    assert not [a for a in sala.avisos().values() if a.destino.startswith("persona:")]
    sala.da(Suspender(causa="Otra vez."), BOT)  # de la segunda aún no hay que avisar así
    assert not [a for a in sala.avisos().values() if a.destino.startswith("persona:")]


def test_los_hilos_que_fallan_son_un_aviso_por_ronda() -> None:
    sala = publicada()
    niega(sala, AnotarHiloFallido(ronda=1, repeticion=0, mesa=1, motivo="x"), ELROND, "da cuenta", SinPermiso)
    for mesa in (2, 3):
        sala.da(AnotarHiloFallido(ronda=1, repeticion=0, mesa=mesa, motivo="Missing Permissions"), BOT)
    repetido = AnotarHiloFallido(ronda=1, repeticion=0, mesa=2, motivo="x")
    niega(sala, repetido, BOT, "ya consta", YaHaCambiado)
    avisos = [a for a in sala.avisos().values() if a.plantilla == "sin_hilos"]
    assert [(a.destino, a.datos["ronda"]) for a in avisos] == [("coordinacion", 1)]
    assert {sala.textos[t] for t in sala.ronda.sin_hilo.values()} == {"Missing Permissions"}
    assert sorted(sala.ronda.sin_hilo) == [2, 3]
    sala.da(AnularRonda(ronda=1))
    sala.publica()
    niega(sala, AnotarHiloFallido(ronda=1, repeticion=0, mesa=4, motivo="x"), BOT, "ya consta", YaHaCambiado)
    assert not [a for a in sala.avisos().values() if a.plantilla == "sin_hilos"]


@pytest.mark.parametrize("minutos", [89, 90, 200])
def test_una_averia_no_acaba_dos_veces_la_ronda(minutos: int) -> None:
    sala = sala_con(8)
    sala.publica()
    sala.da(Empezar())
    sala.pasa_y_vence(minutes=minutos)
    sala.da(Suspender(causa="Sin permiso."), BOT)
    sala.pasa_y_vence(minutes=30)
    sala.da(Reponer())
    sala.pasa_y_vence(minutes=30)
    finales = [a for a in sala.ronda.avisos if a.cual == "tiempo"]
    assert len(finales) == 1
    assert TORNEO.debido(sala.torneo).recordatorios == ()


def test_un_plazo_en_dias_repuesto_sigue_venciendo_a_las_23_59() -> None:
    sala = sala_con(8, plazo=3, zona="Europe/Madrid")
    sala.publica()
    sala.da(Empezar())
    antes = sala.ronda.fin_de()
    assert antes is not None
    sala.pasa(hours=10)
    sala.da(Suspender(causa="Sin permiso."), BOT)
    sala.pasa(hours=7)
    sala.da(Reponer())
    fin = sala.ronda.fin_de()
    assert fin is not None
    assert (fin - antes).total_seconds() == 24 * 3600
    assert (fin.hour, fin.minute) == (22, 59)
    sala.da(DarTiempo(minutos=-1440))  # quien coordina puede devolverlo a su día
    assert sala.ronda.fin_de() == antes


@given(
    dia=st.timedeltas(timedelta(), timedelta(days=240)),
    corre=st.timedeltas(timedelta(), timedelta(days=2)),
    parado=st.timedeltas(timedelta(), timedelta(days=9)),
    averia=st.booleans(),
)
@settings(max_examples=60)
def test_un_plazo_en_dias_parado_no_le_quita_tiempo_a_nadie_y_vence_al_final_de_un_dia(
    dia: timedelta, corre: timedelta, parado: timedelta, averia: bool
) -> None:
    sala = sala_con(2, 1, plazo=3, zona="Europe/Madrid")  # con los dos cambios de hora por medio
    sala.ahora = datetime(2026, 3, 20, tzinfo=UTC) + dia
    sala.publica()
    sala.da(Empezar())
    sala.ahora += corre
    antes = sala.ronda.fin_de()
    assert antes is not None
    sala.da(Suspender(causa="Sin permiso.") if averia else Pausar())
    sala.ahora += parado
    sala.da(Reponer() if averia else Reanudar())
    fin = sala.ronda.fin_de()
    assert fin is not None
    alli = fin.astimezone(ZoneInfo("Europe/Madrid"))
    assert (alli.hour, alli.minute, alli.second) == (23, 59, 0)
    sobra = fin - (antes + parado)
    assert -MINUTO < sobra < timedelta(hours=25)


def test_reponer_una_averia_que_no_paro_el_reloj_no_toca_una_pausa_posterior() -> None:
    sala = sala_con(8)
    sala.publica()
    sala.da(Empezar())
    sala.pasa_y_vence(minutes=95)
    sala.da(Suspender(causa="Sin permiso."), BOT)
    sala.da(Reponer())
    sala.da(DarTiempo(minutos=60))
    sala.da(Pausar())
    sala.da(Suspender(causa="Sin permiso."), BOT)
    sala.da(Reponer())
    assert sala.ronda.fin_de() is None
