"""El play-off por el primer puesto: fuera de la clasificación, y de tres o más, una liguilla."""

from servicios.errores import NoExiste, SinPermiso
from servicios.hechos import Actor, Rol
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.playoff import ComunicarPlayoff, CrearPlayoff, podio, vigente
from servicios.torneo.puntos import Fin
from servicios.torneo.resultados import Comunicar
from servicios.torneo.rondas import AnularRonda
from servicios.torneo.vida import Cerrar
from tests.torneo.sala import ELROND, GLORFINDEL, Sala, niega, sala_con


def empatados(jugadores: int) -> Sala:
    """Una sola ronda en la que todos los de un lado ganan igual: comparten el primer puesto."""
    sala = sala_con(jugadores, 1)
    sala.publica()
    for mesa in sala.ronda.faltan():
        sala.resultado(min(mesa.jugadores), 20, 5)
    return sala


def gana(sala: Sala, partida: int, quien: int) -> None:
    ultima = sala.torneo.playoffs[-1].partidas[partida - 1]
    pv_a, pv_b = (20, 5) if ultima.a == quien else (5, 20)
    sala.da(ComunicarPlayoff(partida=partida, pv_a=pv_a, pv_b=pv_b), GLORFINDEL)


def test_dos_empatados_juegan_una_partida_que_no_toca_la_clasificacion() -> None:
    sala = empatados(4)
    antes = clasificar(sala.torneo)
    a, b = [fila.participante for fila in antes if fila.puesto == 1]
    niega(sala, CrearPlayoff(), Actor(1), "la coordinación", SinPermiso)
    sala.da(CrearPlayoff())
    niega(sala, CrearPlayoff(), ELROND, "ya está convocado")
    assert sala.avisos()["playoff:0:1"].menciones == (a, b)
    assert podio(sala.torneo)[0] == (a, b)
    gana(sala, 1, b)
    assert clasificar(sala.torneo) == antes
    assert podio(sala.torneo)[:2] == ((b,), (a,))
    niega(sala, CrearPlayoff(), ELROND, "ya está decidido")
    sala.da(Cerrar())
    assert sala.torneo.podio[:2] == ((b,), (a,))


def test_tres_empatados_juegan_todos_contra_todos_y_lo_que_siga_igual_se_repite() -> None:
    sala = empatados(6)
    a, b, c = [fila.participante for fila in clasificar(sala.torneo) if fila.puesto == 1]
    sala.da(CrearPlayoff())
    parejas = [(p.a, p.b) for p in sala.torneo.playoffs[0].partidas]
    assert parejas == [(a, b), (a, c), (b, c)]
    for partida, quien in ((1, a), (2, a), (3, b)):
        gana(sala, partida, quien)
    assert podio(sala.torneo) == ((a,), (b,), (c,))
    gana(sala, 2, c)  # una corrección: ahora cada uno ha ganado una
    assert podio(sala.torneo)[0] == (a, b, c)
    sala.da(CrearPlayoff())
    for partida, quien in ((1, a), (2, c), (3, c)):
        gana(sala, partida, quien)
    assert podio(sala.torneo) == ((c,), (a,), (b,))


def test_solo_cuando_hace_falta() -> None:
    sala = sala_con(4, 2)
    niega(sala, CrearPlayoff(), ELROND, "han acabado todas las rondas")
    sala.publica()
    for mesa, pv in zip(sala.ronda.faltan(), (30, 20), strict=True):
        sala.resultado(mesa.a, pv, 5)
    niega(sala, CrearPlayoff(), ELROND, "han acabado todas las rondas")
    sala.publica()
    for mesa, pv in zip(sala.ronda.faltan(), (30, 20), strict=True):
        sala.resultado(mesa.a, pv, 5)
    niega(sala, CrearPlayoff(), ELROND, "ya está decidido")


def test_resultados_imposibles() -> None:
    sala = empatados(4)
    niega(sala, ComunicarPlayoff(partida=1), ELROND, "no existe", NoExiste)
    sala.da(CrearPlayoff())
    niega(sala, ComunicarPlayoff(partida=2), ELROND, "no existe", NoExiste)
    niega(sala, ComunicarPlayoff(partida=1, pv_a=999), ELROND, "Los PV van")
    niega(sala, ComunicarPlayoff(partida=1, fin=Fin.ANILLO), ELROND, "quién gana")
    niega(sala, ComunicarPlayoff(partida=1, pv_a=3), Actor(1), "arbitraje", SinPermiso)
    juega = Actor(sala.torneo.playoffs[0].jugadores[0], frozenset({Rol.ARBITRO}))
    niega(sala, ComunicarPlayoff(partida=1, pv_a=3), juega, "Juegas esa partida", SinPermiso)


def test_si_una_correccion_deshace_el_empate_el_playoff_ya_no_cuenta() -> None:
    sala = empatados(4)
    sala.da(CrearPlayoff())
    a, b = sala.torneo.playoffs[0].jugadores
    gana(sala, 1, b)
    mesa = sala.mesa_de(a)
    sala.da(Comunicar(jugador=a, pv_favor=50, pv_contra=5, corrige=True))
    assert mesa.numero in (1, 2)
    assert vigente(sala.torneo) is None
    assert podio(sala.torneo)[:2] == ((a,), (b,))


def test_el_podio_no_pasa_de_tres_salvo_que_lo_compartan() -> None:
    sala = empatados(8)
    assert [len(escalon) for escalon in podio(sala.torneo)] == [4]
    dos = empatados(4)
    assert [len(escalon) for escalon in podio(dos.torneo)] == [2, 2]


def test_al_anular_la_ultima_ronda_su_play_off_se_va_con_ella() -> None:
    sala = empatados(4)
    sala.da(CrearPlayoff())
    sala.da(AnularRonda(ronda=1))
    assert sala.torneo.playoffs == ()
    assert not [clave for clave in sala.avisos() if clave.startswith("playoff:")]
