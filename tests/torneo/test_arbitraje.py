"""Llamar a un árbitro, atenderlo y cerrarlo."""

from servicios.errores import NoExiste, SinPermiso, YaHaCambiado
from servicios.hechos import Actor, Rol
from servicios.torneo.arbitraje import LlamarArbitro, ResolverLlamada, TomarLlamada, abiertas
from servicios.torneo.reloj_de_ronda import Empezar
from servicios.torneo.resultados import Comunicar, Rechazar
from servicios.torneo.rondas import AnularRonda
from tests.torneo.sala import ELROND, FORASTERO, GLORFINDEL, Sala, niega, sala_con


def con_llamada() -> Sala:
    sala = sala_con(8)
    sala.publica()
    sala.da(Empezar())
    sala.da(LlamarArbitro(nota="¿Puedo jugar esto?"), Actor(sala.mesa(1).a))
    return sala


def test_una_mesa_llama_y_consta_cuanto_espera() -> None:
    sala = con_llamada()
    llamada = abiertas(sala.torneo)[0]
    assert (llamada.mesa, llamada.causa, llamada.cuando, llamada.de) == (1, "jugador", sala.ahora, sala.mesa(1).a)
    assert sala.relatos[-1] == "Ronda 1, mesa 1: llaman a un árbitro. «¿Puedo jugar esto?»"
    niega(sala, LlamarArbitro(), Actor(sala.mesa(1).b), "ya ha llamado")
    niega(sala, LlamarArbitro(mesa=3), Actor(sala.mesa(2).a), "Juegas en la mesa 2")
    niega(sala, LlamarArbitro(), FORASTERO, "No estás en este torneo", NoExiste)
    sala.da(LlamarArbitro(mesa=3), GLORFINDEL)


def test_se_toma_una_vez_y_se_resuelve_con_minutos() -> None:
    sala = con_llamada()
    niega(sala, TomarLlamada(llamada=1), Actor(sala.mesa(2).a), "arbitraje", SinPermiso)
    niega(sala, TomarLlamada(llamada=9), GLORFINDEL, "ya no existe", NoExiste)
    sala.da(TomarLlamada(llamada=1), GLORFINDEL)
    niega(sala, TomarLlamada(llamada=1), ELROND, "otra persona", YaHaCambiado)
    fin = sala.ronda.fin_de(sala.mesa(1))
    assert fin is not None
    sala.da(ResolverLlamada(llamada=1, minutos=7), GLORFINDEL)
    nuevo = sala.ronda.fin_de(sala.mesa(1))
    assert nuevo is not None
    assert (nuevo - fin).total_seconds() == 7 * 60
    assert sala.ronda.fin_de(sala.mesa(2)) == fin
    niega(sala, ResolverLlamada(llamada=1), GLORFINDEL, "ya está resuelta", YaHaCambiado)
    assert abiertas(sala.torneo) == ()


def test_quien_juega_no_atiende_su_mesa() -> None:
    sala = con_llamada()
    arbitro = Actor(sala.mesa(1).b, frozenset({Rol.ARBITRO}))
    niega(sala, TomarLlamada(llamada=1), arbitro, "Juegas esa partida", SinPermiso)


def test_anular_la_ronda_cierra_sus_llamadas() -> None:
    sala = con_llamada()
    sala.da(AnularRonda(ronda=1))
    assert abiertas(sala.torneo) == ()
    niega(sala, ResolverLlamada(llamada=1), GLORFINDEL, "ya está resuelta", YaHaCambiado)
    assert "llamada:1" not in sala.avisos()  # su mensaje pasa a «anulado»: ya no habla de ninguna mesa
    sala.publica()
    assert "llamada:1" not in sala.avisos()


def test_la_llamada_sale_por_el_canal_de_coordinacion() -> None:
    aviso = con_llamada().avisos()["llamada:1"]
    assert (aviso.destino, aviso.menciones) == ("coordinacion", ())


def test_una_mesa_que_ya_ha_acabado_no_gana_minutos_con_su_llamada() -> None:
    sala = sala_con(4, 3)
    sala.publica()
    sala.da(Empezar())
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    sala.da(LlamarArbitro(), Actor(sala.mesa(1).a))
    sala.publica()
    sala.da(Empezar())
    niega(sala, ResolverLlamada(llamada=1, minutos=5), ELROND, "no necesita más tiempo")
    sala.da(ResolverLlamada(llamada=1))
    assert not sala.torneo.rondas[0].prorrogas


def test_rechazar_dos_veces_es_una_sola_llamada_mientras_siga_abierta() -> None:
    sala = sala_con(4, 3)
    sala.publica()
    mesa = sala.mesa(1)
    for _ in range(2):
        sala.da(Comunicar(pv_favor=20, pv_contra=5), Actor(mesa.a))
        sala.da(Rechazar(ronda=1, mesa=1, version=sala.mesa(1).version), Actor(mesa.b))
    assert [llamada.causa for llamada in abiertas(sala.torneo)] == ["rechazo"]
    sala.resultado(mesa.a)
    assert abiertas(sala.torneo) == ()
