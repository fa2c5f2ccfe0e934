"""Un ejemplo hecho a mano por desempate. Los torneos enteros, contra el oráculo, en `test_torneos_al_azar`."""

from typing import NamedTuple

import pytest

from servicios.torneo.clasificacion import clasificar, consecuencias, empatados_en_cabeza
from servicios.torneo.estado import Torneo
from servicios.torneo.puntos import Fin
from servicios.torneo.valores import (
    Descanso,
    Fase,
    Mesa,
    Participante,
    Resultado,
    Ronda,
    Sancion,
    Situacion,
)
from tests.torneo.sala import BASES


class P(NamedTuple):
    """Una partida: a contra b, con sus PV; `anillo` es quien gana por el Anillo Único."""

    a: int
    b: int
    pv_a: int
    pv_b: int
    anillo: int | None = None


def torneo(*rondas: list[P], descansos: tuple[int | None, ...] = (), **otros: object) -> Torneo:
    """Un torneo en juego con esas rondas, firmes y cerradas."""
    ids = sorted({j for ronda in rondas for p in ronda for j in (p.a, p.b)} | {d for d in descansos if d})
    hechas: list[Ronda] = []
    for n, ronda in enumerate(rondas, start=1):
        descansa = descansos[n - 1] if n <= len(descansos) else None
        mesas = tuple(
            Mesa(
                numero=i,
                a=p.a,
                b=p.b,
                resultado=Resultado(
                    pv_a=p.pv_a,
                    pv_b=p.pv_b,
                    fin=Fin.ANILLO if p.anillo else Fin.NORMAL,
                    ganador=p.anillo,
                ),
            )
            for i, p in enumerate(ronda, start=1)
        )
        descanso = Descanso(participante=descansa, puntos=6 if n == 1 else 3) if descansa else None
        hechas.append(Ronda(numero=n, mesas=mesas, descanso=descanso, cerrada=True))
    participantes = {j: Participante(id=j, nombre=j, persona=j) for j in ids}
    base = Torneo(
        fase=Fase.EN_JUEGO,
        bases=BASES,
        participantes=participantes,
        rondas=tuple(hechas),
        rondas_previstas=len(rondas),
    )
    return base.con(**otros)


def orden(torneo: Torneo, hasta: int | None = None) -> list[tuple[int | None, int, str | None]]:
    return [(fila.puesto, fila.participante, fila.decidido_por) for fila in clasificar(torneo, hasta)]


def test_sin_empates_manda_la_suma_de_puntos() -> None:
    # 1: 6+5=11 · 2: 0+6=6 · 3: 4+1=5 · 4: 2+0=2
    hecho = torneo([P(1, 2, 20, 5), P(3, 4, 25, 19)], [P(1, 3, 30, 20), P(2, 4, 20, 10)])
    assert orden(hecho) == [(1, 1, None), (2, 2, None), (3, 3, None), (4, 4, None)]
    assert [fila.pt for fila in clasificar(hecho)] == [11, 6, 5, 2]


def test_enfrentamiento_menos_derrotas_entre_los_empatados() -> None:
    # 1 y 2 suman 6; se enfrentaron en la ronda 1 y ganó 2 por 4-2. Los PV de 1, que son más, no se miran.
    hecho = torneo([P(1, 2, 19, 25), P(3, 4, 10, 10)], [P(1, 3, 29, 20), P(2, 4, 19, 25)])
    assert orden(hecho)[:3] == [(1, 4, None), (2, 2, "enfrentamiento"), (3, 1, "enfrentamiento")]


def test_enfrentamiento_quien_no_jugo_con_los_empatados_no_ha_perdido_con_ninguno() -> None:
    """1, 2, 3 y 6 suman 6. Entre ellos, 2 perdió con 1 y 3 con 6; 1 y 6 solo perdieron con 4, que tiene 12.

    Siguen 1 y 6, con una victoria por 6-0 cada uno: por PV, 25 frente a 20, gana 6. Vuelven a empezar 1, 2 y 3, sin 6:
    ahora 3 no ha perdido con ninguno; con 1, iguales en todo, decide por PV: 21 frente a 20. Y 1 ganó a 2.
    """
    hecho = torneo(
        [P(1, 2, 20, 5), P(3, 5, 20, 5), P(4, 6, 20, 5)],
        [P(1, 4, 0, 20), P(2, 5, 30, 3), P(3, 6, 1, 20)],
    )
    assert orden(hecho) == [
        (1, 4, None),
        (2, 6, "pv"),
        (3, 3, "pv"),
        (4, 1, "enfrentamiento"),
        (5, 2, "enfrentamiento"),
        (6, 5, None),
    ]


def test_un_empate_entre_si_no_es_derrota() -> None:
    # 1 y 2 empatan entre sí (3-3) y ganan por 6-0 lo demás: deciden los PV a favor, 30 frente a 40.
    hecho = torneo([P(1, 2, 10, 10), P(3, 4, 9, 9)], [P(1, 3, 20, 1), P(2, 4, 30, 1)])
    assert orden(hecho)[:2] == [(1, 2, "pv"), (2, 1, "pv")]


def test_anillos() -> None:
    # 1: Anillo (7) y 5-1 perdida (1) y 3-3 = 11. 2: 5-1 dos veces (10) y 1 = 11. No se enfrentaron.
    hecho = torneo(
        [P(1, 3, 0, 0, anillo=1), P(2, 4, 30, 20)],
        [P(1, 4, 20, 30), P(2, 3, 30, 20)],
        [P(1, 5, 8, 8), P(2, 6, 20, 30)],
    )
    assert orden(hecho)[:2] == [(1, 1, "anillos"), (2, 2, "anillos")]


def test_victorias() -> None:
    # 1: 5+1+4 = 10 con 2 victorias. 2: 3+3+4 = 10 con 1. Sin enfrentamiento ni Anillo.
    hecho = torneo(
        [P(1, 3, 30, 20), P(2, 4, 8, 8)],
        [P(1, 4, 20, 30), P(2, 3, 8, 8)],
        [P(1, 5, 25, 19), P(2, 6, 25, 19)],
    )
    assert orden(hecho)[:2] == [(1, 1, "victorias"), (2, 2, "victorias")]


def test_seis_ceros() -> None:
    # 1: 6+4 = 10. 2: 5+5 = 10. Las mismas victorias, 2.
    hecho = torneo([P(1, 3, 20, 5), P(2, 4, 30, 20)], [P(1, 4, 25, 19), P(2, 3, 30, 20)])
    assert orden(hecho)[:2] == [(1, 1, "v60"), (2, 2, "v60")]


def test_un_anillo_no_es_un_seis_cero() -> None:
    # 1: 7 por el Anillo, 0, 4 = 11 (2 victorias). 2: 6, 5, 0 = 11 (2 victorias): decide el Anillo, no el 6-0.
    hecho = torneo(
        [P(1, 3, 0, 0, anillo=1), P(2, 4, 20, 5)],
        [P(1, 4, 5, 20), P(2, 3, 30, 20)],
        [P(1, 5, 25, 19), P(2, 6, 5, 20)],
    )
    filas = {fila.participante: fila for fila in clasificar(hecho)}
    assert (filas[1].v60, filas[1].anillos, filas[2].v60) == (0, 1, 1)
    assert filas[1].puesto is not None
    assert filas[2].puesto is not None
    assert filas[1].puesto < filas[2].puesto


def test_cinco_unos() -> None:
    # 1: 5+5+1+1 = 12. 2: 4+4+2+2 = 12. Dos victorias cada uno, ningún 6-0.
    hecho = torneo(
        [P(1, 3, 30, 20), P(2, 4, 25, 19)],
        [P(1, 4, 30, 20), P(2, 3, 25, 19)],
        [P(1, 5, 20, 30), P(2, 6, 19, 25)],
        [P(1, 6, 20, 30), P(2, 5, 19, 25)],
    )
    assert orden(hecho)[:2] == [(1, 1, "v51"), (2, 2, "v51")]


def test_empates() -> None:
    # 1: 6 y un 3-3. 2: 6 y 3 de descanso. Iguales en victorias; el 4-2 no puede decidir nunca, porque las victorias
    # son la suma de Anillos, 6-0, 5-1 y 4-2 y ya han empatado en todo lo demás.
    hecho = torneo([P(1, 3, 20, 5), P(2, 4, 20, 5)], [P(1, 4, 8, 8)], descansos=(None, 2))
    assert orden(hecho)[:2] == [(1, 1, "e33"), (2, 2, "e33")]


def test_el_descanso_no_es_victoria_ni_pv() -> None:
    hecho = torneo([P(1, 2, 20, 5)], [P(1, 3, 20, 5)], descansos=(3, 2))
    fila = next(fila for fila in clasificar(hecho) if fila.participante == 3)
    assert (fila.pt, fila.pv, fila.victorias, fila.v60, fila.e33) == (6, 5, 0, 0, 0)


def test_pv_a_favor_con_su_sancion() -> None:
    base = torneo([P(1, 3, 20, 5), P(2, 4, 21, 5)])
    assert orden(base)[:2] == [(1, 2, "pv"), (2, 1, "pv")]
    multa = (Sancion(participante=2, ronda=1, mesa=2, pv=-3, motivo=1),)
    assert orden(base.con(sanciones=multa))[:2] == [(1, 1, "pv"), (2, 2, "pv")]


def test_la_sancion_cambia_el_resultado_antes_de_repartir() -> None:
    base = torneo([P(1, 2, 30, 20)])
    assert [fila.pt for fila in clasificar(base)] == [5, 1]
    multa = (Sancion(participante=1, ronda=1, mesa=1, pv=-11, motivo=1),)
    despues = base.con(sanciones=multa)
    # 19–20: ahora gana 2 por 4-2.
    assert [(fila.participante, fila.pt) for fila in clasificar(despues)] == [(2, 4), (1, 2)]
    cambios = {c.participante: (c.pt_antes, c.pt_despues) for c in consecuencias(base, despues)}
    assert cambios == {1: (5, 2), 2: (1, 4)}


def test_lo_que_nada_separa_comparte_puesto_y_el_siguiente_salta() -> None:
    hecho = torneo([P(1, 3, 20, 5), P(2, 4, 20, 5)])
    assert orden(hecho) == [(1, 1, "compartido"), (1, 2, "compartido"), (3, 3, "compartido"), (3, 4, "compartido")]
    assert empatados_en_cabeza(hecho) == (1, 2)


def test_los_eliminados_forman_un_solo_grupo_y_vuelven_a_empezar() -> None:
    """Seis empatados a 6: la cadena entera, con las derrotas contadas otra vez entre los que quedan.

    Ronda 1: 1 gana a 2, 3 gana a 4, 5 gana a 6 (todas 6-0). Ronda 2: 2 gana a 3, 4 gana a 5, 6 gana a 1 (6-0).
    Todos tienen 6 puntos y una derrota entre ellos; una victoria; un 6-0. PV: 1→20, 2→30, 3→21, 4→22, 5→23, 6→24
    (los perdedores, 0). Primera vuelta: gana 2 por PV. Quedan 1, 3, 4, 5, 6 juntos: sin contar a 2, 3 no tiene
    derrotas (perdió con 2) y los demás tienen una: 3 queda segundo por enfrentamiento aunque tenga menos PV.
    Quedan 1, 4, 5, 6: sin 3, 4 no tiene derrotas. Luego 5 (perdió con 4), 6 y 1 en cadena.
    """
    hecho = torneo(
        [P(1, 2, 20, 0), P(3, 4, 21, 0), P(5, 6, 23, 0)],
        [P(2, 3, 30, 0), P(4, 5, 22, 0), P(6, 1, 24, 0)],
    )
    assert orden(hecho) == [
        (1, 2, "pv"),
        (2, 3, "enfrentamiento"),
        (3, 4, "enfrentamiento"),
        (4, 5, "enfrentamiento"),
        (5, 6, "enfrentamiento"),
        (6, 1, "enfrentamiento"),
    ]


def test_los_supervivientes_no_vuelven_a_contar_criterios_anteriores() -> None:
    """1, 2 y 3 suman 19 y se han ganado en rueda: 1 a 2, 2 a 3 y 3 a 1; una derrota cada uno.

    Por Anillos siguen 1 y 2, con uno. Si se contara otra vez el enfrentamiento ganaría 1; pero se pasa a las victorias:
    2 tiene tres y 1, dos. Los eliminados, 3 y 1, empiezan de nuevo, y entre ellos ganó 3.
    """
    hecho = torneo(
        [P(1, 2, 20, 5), P(3, 6, 20, 5)],
        [P(2, 3, 20, 5), P(1, 4, 0, 0, anillo=1)],
        [P(3, 1, 20, 5), P(2, 5, 0, 0, anillo=2)],
        [P(1, 5, 8, 8), P(2, 6, 20, 5), P(3, 4, 20, 5)],
        [P(1, 6, 8, 8), P(2, 4, 5, 20), P(3, 5, 20, 30)],
    )
    assert [fila.pt for fila in clasificar(hecho)] == [19, 19, 19, 8, 6, 3]
    assert orden(hecho)[:3] == [(1, 2, "victorias"), (2, 3, "enfrentamiento"), (3, 1, "enfrentamiento")]


def test_quien_deja_el_torneo_no_tiene_puesto_y_sus_partidas_cuentan() -> None:
    base = torneo([P(1, 2, 20, 5), P(3, 4, 20, 10)], [P(1, 3, 20, 5), P(2, 4, 20, 10)])
    se_va = base.participantes[1].con(situacion=Situacion.RETIRADO, ronda_baja=3)
    hecho = base.con(participantes=base.participantes | {1: se_va})
    # 2 y 3 suman 6; 3 perdió con 1, que ya no cuenta entre los empatados, y deciden los PV a favor, iguales: 25.
    assert orden(hecho) == [(1, 2, "compartido"), (1, 3, "compartido"), (3, 4, None), (None, 1, None)]
    assert orden(hecho, 2)[0] == (1, 1, None)


def test_la_clasificacion_de_una_ronda_no_ve_las_bajas_posteriores() -> None:
    base = torneo([P(1, 2, 20, 5)], [P(1, 2, 5, 20)])
    antes = clasificar(base, 1)
    se_va = base.participantes[1].con(situacion=Situacion.EXPULSADO, ronda_baja=2)
    despues = base.con(participantes=base.participantes | {1: se_va})
    assert clasificar(despues, 1) == antes
    assert orden(despues, 2) == [(1, 2, None), (None, 1, None)]


@pytest.mark.parametrize("hasta", [1, 2])
def test_la_ronda_n_suma_solo_hasta_ella(hasta: int) -> None:
    hecho = torneo([P(1, 2, 20, 5)], [P(1, 2, 20, 5)], [P(1, 2, 20, 5)])
    assert clasificar(hecho, hasta)[0].pt == 6 * hasta
