"""Comunicar, confirmar, discutir, corregir y sancionar."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from servicios.errores import ErrorDeDominio, NoExiste, SinPermiso, YaHaCambiado
from servicios.hechos import Actor, Rol
from servicios.torneo.bajas import DarDeBaja, Expulsar
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.correcciones import YaEsFirme
from servicios.torneo.firmeza import salvedad
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.puntos import Fin
from servicios.torneo.reloj_de_ronda import Empezar
from servicios.torneo.resultados import Comunicar, Confirmar, Rechazar
from servicios.torneo.rondas import CerrarRonda, Sancionar
from servicios.torneo.valores import Resultado, Situacion
from servicios.torneo.vida import Iniciar
from tests.torneo.sala import ELROND, FORASTERO, GLORFINDEL, Sala, abierta, niega, sala_con


@pytest.fixture
def sala() -> Sala:
    """Ocho jugadores con la ronda 1 publicada y el reloj en marcha."""
    sala = sala_con(8)
    sala.publica()
    sala.da(Empezar())
    return sala


def puntos(sala: Sala, jugador: int) -> int:
    return next(fila.pt for fila in clasificar(sala.torneo) if fila.participante == jugador)


def responde(sala: Sala, clase: type[Confirmar | Rechazar], quien: Actor, mesa: int = 1) -> None:
    sala.da(clase(ronda=sala.ronda.numero, mesa=mesa, version=sala.mesa(mesa).version), quien)


def test_un_jugador_comunica_y_su_rival_confirma(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.da(Comunicar(pv_favor=25, pv_contra=19), Actor(b))
    assert sala.mesa(1).resultado is None
    assert puntos(sala, b) == 0
    responde(sala, Confirmar, Actor(a))
    assert sala.mesa(1).resultado == Resultado(pv_a=19, pv_b=25)
    assert (puntos(sala, a), puntos(sala, b)) == (2, 4)


def test_el_mismo_resultado_comunicado_por_los_dos_es_firme(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.da(Comunicar(pv_favor=25, pv_contra=19, fin=Fin.TIEMPO), Actor(a))
    sala.da(Comunicar(pv_favor=19, pv_contra=25), Actor(b))
    assert sala.mesa(1).resultado is not None
    assert not sala.torneo.llamadas


def test_dos_versiones_pasan_al_arbitraje_y_una_se_puede_aceptar(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.da(Comunicar(pv_favor=25, pv_contra=19), Actor(a))
    sala.da(Comunicar(pv_favor=20, pv_contra=25), Actor(b))
    assert [ll.causa for ll in sala.torneo.llamadas] == ["contradiccion"]
    version = sala.mesa(1).version
    niega(sala, Confirmar(ronda=1, mesa=1, version=version), GLORFINDEL, "hay dos versiones")
    for quien in (a, b):
        niega(sala, Rechazar(ronda=1, mesa=1, version=version), Actor(quien), "espera a tu rival", SinPermiso)
    niega(sala, Comunicar(pv_favor=1, pv_contra=1), Actor(b), "Ya has comunicado")
    responde(sala, Confirmar, Actor(a))  # acepta lo que dijo b: 25 a 20 para a
    assert sala.mesa(1).resultado == Resultado(pv_a=25, pv_b=20)
    assert all(ll.resuelta for ll in sala.torneo.llamadas)


def test_no_es_asi_borra_el_resultado_llama_al_arbitraje_y_se_puede_repetir(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.da(Comunicar(pv_favor=52, pv_contra=19), Actor(a))
    responde(sala, Rechazar, Actor(b))
    assert sala.mesa(1).parte is None
    assert [ll.causa for ll in sala.torneo.llamadas] == ["rechazo"]
    sala.da(Comunicar(pv_favor=25, pv_contra=19), Actor(a))
    responde(sala, Confirmar, Actor(b))
    assert sala.mesa(1).resultado == Resultado(pv_a=25, pv_b=19)


def test_nadie_confirma_lo_suyo_ni_lo_ajeno(sala: Sala) -> None:
    a, _ = sala.mesa(1).jugadores
    niega(sala, Confirmar(ronda=1, mesa=1, version=sala.mesa(1).version), Actor(a), "ha cambiado", YaHaCambiado)
    sala.da(Comunicar(pv_favor=25, pv_contra=19), Actor(a))
    confirmar = Confirmar(ronda=1, mesa=1, version=sala.mesa(1).version)
    niega(sala, confirmar, Actor(a), "lo confirma tu rival", SinPermiso)
    niega(sala, confirmar, FORASTERO, "arbitraje", SinPermiso)
    niega(sala, Rechazar(ronda=1, mesa=1, version=confirmar.version), FORASTERO, "Solo quien juega", SinPermiso)
    niega(sala, confirmar.con(mesa=9), ELROND, "no hay mesa 9", NoExiste)


def test_un_boton_antiguo_no_confirma_otra_cosa(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.da(Comunicar(pv_favor=25, pv_contra=19), Actor(a))
    vieja = sala.mesa(1).version
    responde(sala, Rechazar, Actor(b))
    sala.da(Comunicar(pv_favor=99, pv_contra=19), Actor(a))
    niega(sala, Confirmar(ronda=1, mesa=1, version=vieja), Actor(b), "ha cambiado", YaHaCambiado)


def test_el_doble_clic_en_confirmar_tiene_un_efecto_y_una_negativa(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.da(Comunicar(pv_favor=25, pv_contra=19), Actor(a))
    confirmar = Confirmar(ronda=1, mesa=1, version=sala.mesa(1).version)
    sala.da(confirmar, Actor(b))
    niega(sala, confirmar, Actor(b), "ya es firme", YaHaCambiado)


def test_el_arbitraje_fija_y_un_jugador_ya_no_puede(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.da(Comunicar(jugador=a, pv_favor=30, pv_contra=20), GLORFINDEL)
    niega(sala, Comunicar(pv_favor=1, pv_contra=1), Actor(b), "ya es firme")
    niega(sala, Comunicar(jugador=a, pv_favor=1, pv_contra=1), GLORFINDEL, "la coordinación", SinPermiso)


def test_el_arbitraje_puede_dar_por_bueno_lo_comunicado(sala: Sala) -> None:
    sala.da(Comunicar(pv_favor=30, pv_contra=20), Actor(sala.mesa(1).a))
    responde(sala, Confirmar, GLORFINDEL)
    assert sala.mesa(1).resultado is not None


def test_quien_juega_no_decide_su_mesa(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    arbitro = Actor(a, frozenset({Rol.ARBITRO, Rol.COORDINADOR}))
    niega(sala, Comunicar(fin=Fin.ARBITRO), arbitro, "otra persona", SinPermiso)
    niega(sala, Sancionar(participante=b, pv=-3, motivo="x"), arbitro, "otra persona", SinPermiso)
    niega(sala, DarDeBaja(participante=b), arbitro, "otra persona", SinPermiso)
    niega(sala, Expulsar(participante=b, motivo="x"), arbitro, "otra persona", SinPermiso)
    sala.da(Comunicar(pv_favor=30, pv_contra=20), arbitro)
    assert sala.mesa(1).resultado is None  # como cualquier jugador, espera a su rival
    responde(sala, Confirmar, Actor(b))
    niega(sala, Comunicar(jugador=a, pv_favor=60, pv_contra=20), arbitro, "ya es firme")


def test_solo_se_comunica_la_propia_mesa(sala: Sala) -> None:
    a, otro = sala.mesa(1).a, sala.mesa(2).a
    niega(
        sala,
        Comunicar(jugador=otro, pv_favor=1, pv_contra=1),
        Actor(a),
        "No puedes comunicar el resultado de la mesa 2: juegas en la mesa 1.",
        SinPermiso,
    )
    niega(sala, Comunicar(jugador=a, pv_favor=1, pv_contra=1), FORASTERO, "no juegas en ella", SinPermiso)
    niega(sala, Comunicar(pv_favor=1, pv_contra=1), FORASTERO, "No estás en este torneo", NoExiste)


def test_datos_imposibles(sala: Sala) -> None:
    a = Actor(sala.mesa(1).a)
    niega(sala, Comunicar(pv_favor=20), a, "Faltan PV")
    niega(sala, Comunicar(fin=Fin.TIEMPO), a, "Faltan PV")
    niega(sala, Comunicar(pv_favor=201, pv_contra=0), a, "Los PV van de −50 a 200")
    niega(sala, Comunicar(pv_favor=0, pv_contra=-51), a, "Los PV van de −50 a 200")
    niega(sala, Comunicar(pv_favor=1, pv_contra=0, ronda=2), a, "La ronda 2 no existe", NoExiste)
    niega(sala, Comunicar(pv_favor=1, pv_contra=0, ronda=0), a, "La ronda 0 no existe", NoExiste)
    niega(sala, Comunicar(jugador=99, pv_favor=1, pv_contra=0), a, "no está en este torneo", NoExiste)
    niega(sala_con(8), Comunicar(pv_favor=1, pv_contra=0), Actor(1), "Aún no se ha publicado", NoExiste)


def test_quien_descansa_no_tiene_resultado_que_comunicar() -> None:
    sala = sala_con(7)
    sala.publica()
    assert sala.ronda.descanso is not None
    quien = sala.ronda.descanso.participante
    niega(sala, Comunicar(pv_favor=1, pv_contra=0), Actor(quien), "descansó en la ronda 1", NoExiste)
    niega(sala, Sancionar(participante=quien, pv=-3, motivo="x", ronda=1), ELROND, "descansó", NoExiste)
    niega(sala, Sancionar(participante=quien, pv=-3, motivo="x"), ELROND, "aún no ha jugado", NoExiste)


def test_anillo(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    # Lo puede contar también quien pierde; los PV son los que se escriban.
    sala.da(Comunicar(jugador=a, pv_favor=12, pv_contra=20, fin=Fin.ANILLO), Actor(b))
    responde(sala, Confirmar, Actor(a))
    fila = clasificar(sala.torneo)[0]
    assert (fila.participante, fila.pt, fila.pv, fila.anillos, fila.v60, fila.victorias) == (a, 7, 12, 1, 0, 1)


def test_otra_victoria_por_el_anillo_la_avala_la_coordinacion(sala: Sala) -> None:
    a = sala.mesa(1).a
    otra = Comunicar(jugador=a, fin=Fin.ANILLO, nota="Un Espectro se lo lleva a Barad-dûr")
    niega(sala, otra, Actor(a), "la coordinación", SinPermiso)
    niega(sala, otra, GLORFINDEL, "la coordinación", SinPermiso)
    sala.da(otra)
    resultado = sala.mesa(1).resultado
    assert resultado is not None
    assert resultado.nota is not None
    assert sala.textos[resultado.nota].startswith("Un Espectro")


def test_retirada_da_seis_a_cero_y_echa_a_quien_la_pierde(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.da(Comunicar(fin=Fin.RETIRADA), Actor(a))
    assert sala.torneo.participantes[b].situacion is Situacion.ACTIVO
    responde(sala, Confirmar, Actor(b))
    assert sala.torneo.participantes[b].situacion is Situacion.RETIRADO
    assert sala.torneo.participantes[b].ronda_baja == 1
    assert puntos(sala, a) == 6


def test_incomparecencia_a_partir_de_los_quince_minutos(sala: Sala) -> None:
    a = sala.mesa(1).a
    parte = Comunicar(fin=Fin.INCOMPARECENCIA)
    sala.pasa(minutes=14, seconds=59)
    niega(sala, parte, Actor(a), "15 minutos")
    sala.pasa(seconds=1)
    sala.da(parte, Actor(a))
    assert sala.mesa(1).parte is not None
    sin_reloj = sala_con(8)
    sin_reloj.publica()
    niega(sin_reloj, parte, Actor(1), "15 minutos")
    sin_reloj.da(parte.con(jugador=1), GLORFINDEL)


def test_diez_minutos_de_silencio_pasan_al_arbitraje(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.da(Comunicar(pv_favor=25, pv_contra=19), Actor(a))
    assert not sala.pasa_y_vence(minutes=9, seconds=59)
    sala.pasa_y_vence(seconds=1)
    assert [ll.causa for ll in sala.torneo.llamadas] == ["silencio"]
    assert not sala.pasa_y_vence(minutes=30)  # no se repite
    responde(sala, Confirmar, Actor(b))  # y aún se puede confirmar
    assert sala.torneo.llamadas[0].resuelta


def test_contra_alguien_sin_cuenta_no_se_espera_al_silencio() -> None:
    sala = abierta(5)
    sala.da(Inscribir(nombre="Sin cuenta"))
    sala.da(Iniciar())
    sala.publica()
    mesa = sala.mesa_de(6)
    sala.da(Comunicar(pv_favor=25, pv_contra=19), Actor(mesa.rival(6)))
    assert [ll.causa for ll in sala.torneo.llamadas] == ["sin_cuenta"]
    responde(sala, Confirmar, GLORFINDEL, mesa.numero)
    assert sala.mesa_de(6).resultado is not None


def test_irse_con_un_resultado_por_confirmar_no_lo_cambia(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.da(Comunicar(pv_favor=19, pv_contra=25), Actor(a))
    sala.da(DarDeBaja(), Actor(a))
    assert sala.mesa(1).resultado is None
    assert sala.torneo.participantes[a].ronda_baja == 2
    responde(sala, Confirmar, Actor(b))
    assert puntos(sala, b) == 4


def test_una_correccion_dos_rondas_despues_dice_antes_sus_consecuencias() -> None:
    sala = sala_con(8)
    for _ in range(3):
        sala.publica()
        for mesa in sala.ronda.faltan():
            sala.resultado(mesa.a, 30, 20)
    a, b = sala.mesa(1, ronda=1).jugadores
    parejas = [[m.jugadores for m in r.mesas] for r in sala.torneo.rondas]
    corregir = Comunicar(jugador=b, pv_favor=40, pv_contra=20, ronda=1)
    antes = {fila.participante: fila for fila in clasificar(sala.torneo)}
    with pytest.raises(YaEsFirme) as aviso:
        sala.da(corregir)
    assert "30–20" in aviso.value.frase
    assert {c.participante for c in aviso.value.cambios} >= {a, b}
    niega(sala, corregir.con(corrige=True, version=1), ELROND, "ha cambiado mientras tanto", YaHaCambiado)
    sala.da(corregir.con(corrige=True, version=aviso.value.version))
    despues = {fila.participante: fila for fila in clasificar(sala.torneo)}
    assert (despues[a].pt, despues[b].pt) == (antes[a].pt - 5, antes[b].pt + 5)
    assert [[m.jugadores for m in r.mesas] for r in sala.torneo.rondas] == parejas
    niega(sala, corregir, ELROND, "ya tiene ese resultado")
    niega(sala, corregir, Actor(b), "ya es firme")


def test_una_ronda_cerrada_solo_admite_correcciones(sala: Sala) -> None:
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    sala.da(CerrarRonda())
    niega(sala, Comunicar(pv_favor=1, pv_contra=0), Actor(sala.mesa(1).a), "ya es firme")
    with pytest.raises(YaEsFirme):
        sala.da(Comunicar(jugador=sala.mesa(1).a, pv_favor=1, pv_contra=0))


def test_corregir_a_retirada_tambien_retira(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.resultado(a)
    sala.da(Comunicar(jugador=a, fin=Fin.RETIRADA, corrige=True))
    assert sala.torneo.participantes[b].situacion is Situacion.RETIRADO


def test_sancion_antes_de_la_razon_y_en_los_pv(sala: Sala) -> None:
    a, b = sala.mesa(1).jugadores
    sala.resultado(a, 30, 20)
    assert (puntos(sala, a), puntos(sala, b)) == (5, 1)
    niega(sala, Sancionar(participante=a, pv=0, motivo="x"), ELROND, "no puede ser 0")
    niega(sala, Sancionar(participante=a, pv=-51, motivo="x"), ELROND, "de −50 a 50")
    niega(sala, Sancionar(participante=a, pv=-1, motivo=" "), ELROND, "motivo")
    niega(sala, Sancionar(participante=a, pv=-1, motivo="x"), Actor(b), "arbitraje", SinPermiso)
    niega(sala, Sancionar(participante=a, pv=-1, motivo="x", ronda=3), ELROND, "no existe", NoExiste)
    sala.da(Sancionar(participante=a, pv=-1, motivo="Tardanza"), GLORFINDEL)
    # 29–20 ya no llega a una vez y media.
    fila = next(fila for fila in clasificar(sala.torneo) if fila.participante == a)
    assert (fila.pt, fila.pv, fila.v42) == (4, 29, 1)
    assert sala.relatos[-1] == f"Jugador {a}: −1 PV en la ronda 1. Tardanza"


def test_la_sancion_por_defecto_es_en_la_ultima_partida_jugada() -> None:
    sala = sala_con(7)
    for _ in range(2):
        sala.publica()
        for mesa in sala.ronda.faltan():
            sala.resultado(mesa.a)
    assert sala.ronda.descanso is not None
    quien = sala.ronda.descanso.participante
    sala.da(Sancionar(participante=quien, pv=-2, motivo="x"))
    assert sala.torneo.sanciones[0].ronda == 1


@pytest.mark.parametrize(
    ("a", "b", "fin", "dice"),
    [
        (-1, -3, Fin.NORMAL, True),
        (0, -3, Fin.TIEMPO, True),
        (-2, -2, Fin.NORMAL, False),
        (1, -3, Fin.NORMAL, False),
        (-1, -3, Fin.ARBITRO, False),
    ],
)
def test_con_cero_o_menos_los_dos_se_advierte(sala: Sala, a: int, b: int, fin: Fin, *, dice: bool) -> None:
    resultado = Resultado(pv_a=a, pv_b=b, fin=fin, ganador=1 if fin is Fin.ARBITRO else None)
    assert (salvedad(sala.torneo, 1, sala.mesa(1), resultado) is not None) is dice


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_cualquier_orden_da_un_resultado_o_una_frase(data: st.DataObject) -> None:
    """Clics de tres personas y el arbitraje en cualquier orden: nunca otra excepción, nunca dos resultados."""
    sala = sala_con(4, 2)
    sala.publica()
    actores = st.sampled_from([Actor(1), Actor(2), Actor(3), FORASTERO, GLORFINDEL, ELROND])
    ordenes = st.one_of(
        st.builds(
            Comunicar,
            jugador=st.none() | st.integers(0, 5),
            pv_favor=st.none() | st.integers(-60, 210),
            pv_contra=st.none() | st.integers(-60, 210),
            fin=st.sampled_from(Fin),
            ronda=st.none() | st.integers(0, 3),
            nota=st.sampled_from(["", "nota"]),
            corrige=st.booleans(),
        ),
        st.builds(Confirmar, ronda=st.integers(0, 2), mesa=st.integers(0, 3), version=st.just(0)),
        st.builds(Rechazar, ronda=st.integers(0, 2), mesa=st.integers(0, 3), version=st.just(0)),
        st.builds(DarDeBaja, participante=st.none() | st.integers(0, 5)),
    )
    for _ in range(8):
        orden, actor = data.draw(ordenes), data.draw(actores)
        if isinstance(orden, Confirmar | Rechazar) and orden.mesa in (1, 2):
            orden = orden.con(version=sala.mesa(orden.mesa).version)
        antes = sala.torneo
        try:
            sala.da(orden, actor)
        except ErrorDeDominio as fallo:
            frase = fallo.frase
            assert frase
            assert frase[0].isupper()
            assert sala.torneo == antes
        assert sum(fila.pt for fila in clasificar(sala.torneo)) in range(15)
