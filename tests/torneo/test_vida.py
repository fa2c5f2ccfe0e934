"""Crear, inscribir, iniciar, dejar, cerrar: lo que se permite, lo que se niega y con qué frase."""

import pytest

from servicios.deshacer import Deshacer
from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.hechos import Actor, Rol
from servicios.torneo.agregado import TORNEO
from servicios.torneo.bajas import DarDeBaja, Expulsar, LevantarVeto, Seguir
from servicios.torneo.borrador import PrepararRonda
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.puntos import AFORO_MAXIMO, Fin
from servicios.torneo.valores import Fase, Permiso, Situacion
from servicios.torneo.vida import Cancelar, Cerrar, Coordinar, Crear, Iniciar, MoverCanal, advertencias
from tests.torneo.sala import BASES, ELROND, FORASTERO, GLORFINDEL, Sala, abierta, niega, sala_con

MODERADOR = Actor(3000, frozenset({Rol.MODERADOR}))


def test_crea_quien_coordina_o_gestiona_el_servidor() -> None:
    crear = Crear(nombre="Torneo", bases=BASES)
    for ajeno in (FORASTERO, GLORFINDEL):
        niega(Sala(), crear, ajeno, "rol de coordinación", SinPermiso)
    for propio in (ELROND, MODERADOR):
        sala = Sala()
        sala.da(crear, propio)
        assert sala.torneo.fase is Fase.INSCRIPCION
        assert sala.torneo.coordinadores == {propio.persona}


def test_no_se_crea_dos_veces_ni_con_numeros_imposibles() -> None:
    niega(abierta(0), Crear(nombre="Otro", bases=BASES), ELROND, "ya hay un torneo")
    niega(Sala(), Crear(nombre="\u202e \n", bases=BASES), ELROND, "necesita un nombre")
    niega(Sala(), Crear(nombre="T", bases=BASES.con(rondas=16)), ELROND, "Las rondas van de 1 a 15")
    niega(Sala(), Crear(nombre="T", bases=BASES.con(aforo=0)), ELROND, "Las plazas van de 1 a 512")
    niega(Sala(), Crear(nombre="T", bases=BASES.con(plazo=61)), ELROND, "días de plazo van de 1 a 60")
    niega(Sala(), Crear(nombre="T", bases=BASES.con(zona="Gondor/Minas_Tirith")), ELROND, "zona horaria")


def test_cada_cual_se_inscribe_y_la_coordinacion_inscribe_a_otros() -> None:
    sala = abierta(0)
    sala.da(Inscribir(nombre="Ana", persona=1), Actor(1))
    niega(sala, Inscribir(nombre="Bruno", persona=2), Actor(1), "Solo la coordinación", SinPermiso)
    niega(sala, Inscribir(nombre="Carla"), Actor(1), "Solo la coordinación", SinPermiso)
    sala.da(Inscribir(nombre="Carla"))
    assert [p.persona for p in sala.torneo.participantes.values()] == [1, None]


@pytest.mark.parametrize(
    "otra", ["José María", "jose maría", "  JOSÉ\u200b  MARÍA ", "Jose-Maria!", "José\nMaría"]
)
def test_el_mismo_nombre_escrito_de_otra_forma_es_el_mismo(otra: str) -> None:
    sala = abierta(0)
    sala.da(Inscribir(nombre="José María"))
    niega(sala, Inscribir(nombre=otra), ELROND, "Ya hay alguien inscrito")
    niega(sala, Inscribir(nombre=otra, persona=5), Actor(5), "otro nombre")


def test_dos_personas_con_cuenta_pueden_llamarse_igual_y_una_no_se_inscribe_dos_veces() -> None:
    sala = abierta(0)
    sala.da(Inscribir(nombre="Juan", persona=1), Actor(1))
    sala.da(Inscribir(nombre="Juan", persona=2), Actor(2))
    niega(sala, Inscribir(nombre="Juanito", persona=1), Actor(1), "ya está en la lista")


def test_nombres_dificiles_se_guardan_inofensivos_y_cortos() -> None:
    sala = abierta(0)
    sala.da(Inscribir(nombre="\u202eod\u202c  @everyone\n**<@1>**" + "x" * 200, persona=1), Actor(1))
    guardado = sala.textos[sala.torneo.participantes[1].nombre]
    assert guardado.startswith("od @everyone **<@1>**x")
    assert len(guardado) == 100
    niega(sala, Inscribir(nombre="a", persona=1), Actor(1), "od \\@everyone \\*\\*\\<\\@1\\>\\*\\*")
    niega(sala, Inscribir(nombre=" \u200b\n"), ELROND, "alguna letra visible")
    sala.da(Inscribir(nombre="🐉"))
    niega(sala, Inscribir(nombre="🐉"), ELROND, "Ya hay alguien")
    sala.da(Inscribir(nombre="🦅"))


def test_aforo_lista_de_espera_y_plaza_libre() -> None:
    sala = abierta(3, aforo=2)
    assert sala.torneo.activos == (1, 2)
    assert sala.torneo.en_espera == (3,)
    niega(sala, Inscribir(nombre="Jugador 3", persona=3), Actor(3), "lista de espera")
    sala.da(DarDeBaja(), Actor(1))
    assert sala.torneo.activos == (2, 3)
    plaza = sala.avisos()["plaza:3"]
    assert plaza.menciones == (3,)
    sala.da(Inscribir(nombre="Jugador 1", persona=1), Actor(1))  # antes de empezar se puede volver
    assert sala.torneo.en_espera == (4,)


def test_sin_aforo_tambien_hay_un_limite() -> None:
    sala = abierta(AFORO_MAXIMO)
    sala.da(Inscribir(nombre="Uno más", persona=9000), Actor(9000))
    assert len(sala.torneo.activos) == AFORO_MAXIMO
    assert len(sala.torneo.en_espera) == 1


def test_antes_de_empezar_la_baja_no_deja_rastro_y_solo_la_pide_quien_puede() -> None:
    sala = abierta(2)
    niega(sala, DarDeBaja(participante=2), Actor(1), "Solo la coordinación", SinPermiso)
    niega(sala, DarDeBaja(), FORASTERO, "No estás en este torneo")
    sala.da(DarDeBaja(participante=2))
    assert list(sala.torneo.participantes) == [1]
    niega(sala, DarDeBaja(participante=2), ELROND, "no está en este torneo")


@pytest.mark.parametrize(("jugadores", "rondas"), [(6, 4), (11, 4), (12, 5), (25, 6), (50, 6), (51, 7)])
def test_las_rondas_salen_de_la_tabla(jugadores: int, rondas: int) -> None:
    assert sala_con(jugadores).torneo.rondas_previstas == rondas


def test_fuera_de_la_tabla_hay_que_decir_las_rondas() -> None:
    niega(abierta(5), Iniciar(), ELROND, "se sugieren 3")
    assert sala_con(5, 3).torneo.rondas_previstas == 3
    niega(abierta(129), Iniciar(), ELROND, "se sugieren 8")
    niega(abierta(1), Iniciar(rondas=1), ELROND, "al menos 2")
    niega(abierta(6), Iniciar(rondas=99), ELROND, "de 1 a 15")
    assert sala_con(8, rondas=None).torneo.rondas_previstas == 4


def test_avisa_de_lo_que_conviene_saber() -> None:
    assert advertencias(abierta(8).torneo) == ()
    impar, justo = advertencias(abierta(7).torneo)
    assert "impar" in impar
    assert "7 jugadores y 4 rondas" in justo
    assert "Con 3" in justo
    assert advertencias(abierta(50).torneo) == (
        "El reglamento pone a 50 jugadores en dos tramos (6 y 7 rondas): se juegan 6.",
    )


def test_avisa_si_quien_coordina_juega() -> None:
    sala = abierta(7)
    sala.da(Inscribir(nombre="Elrond", persona=ELROND.persona))
    (aviso,) = advertencias(sala.torneo)
    assert "coordinación también juega" in aviso


def test_iniciar_y_lo_que_ya_no_se_puede() -> None:
    sala = abierta(6)
    niega(sala, Iniciar(), Actor(1), "la coordinación", SinPermiso)
    niega(sala, PrepararRonda(), ELROND, "aún no ha empezado")
    sala.da(Iniciar())
    niega(sala, Iniciar(), ELROND, "ya ha empezado")
    niega(sala, Inscribir(nombre="Tarde", persona=9), Actor(9), "pide a la coordinación", SinPermiso)


def test_entrada_tardia_antes_de_la_segunda_ronda() -> None:
    sala = sala_con(6)
    sala.publica()
    sala.da(Inscribir(nombre="Tarde", persona=9))
    assert sala.torneo.participantes[7].tardio
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    sala.publica()
    assert sala.torneo.rondas_previstas == 4
    assert 7 in {j for mesa in sala.ronda.mesas for j in mesa.jugadores} | {
        getattr(sala.ronda.descanso, "participante", 0)
    }
    niega(sala, Inscribir(nombre="Muy tarde", persona=10), ELROND, "segunda ronda")


def test_una_entrada_tardia_anula_el_borrador() -> None:
    sala = sala_con(6)
    sala.da(PrepararRonda())
    assert sala.torneo.borrador is not None
    sala.da(Inscribir(nombre="Tarde", persona=9))
    assert sala.torneo.borrador is None


def test_quien_espera_entra_tarde_si_hay_plaza() -> None:
    sala = abierta(7, aforo=6)
    sala.da(Iniciar())
    niega(sala, Inscribir(nombre="Jugador 7", persona=7), ELROND, "6 plazas están ocupadas")
    sala.publica()
    sala.da(DarDeBaja(), Actor(1))
    sala.da(Inscribir(nombre="Jugador 7", persona=7))
    assert sala.torneo.participantes[7].situacion is Situacion.ACTIVO
    assert sala.torneo.participantes[7].tardio


def test_dejar_una_partida_es_dejar_el_torneo_y_el_rival_gana_seis_a_cero() -> None:
    sala = sala_con(6)
    sala.publica()
    se_va = sala.mesa(1).a
    rival = sala.mesa(1).b
    sala.da(DarDeBaja(), Actor(se_va))
    mesa = sala.mesa(1)
    assert mesa.resultado is not None
    assert (mesa.resultado.fin, mesa.resultado.ganador) == (Fin.RETIRADA, rival)
    filas = {fila.participante: fila for fila in clasificar(sala.torneo)}
    assert (filas[rival].pt, filas[rival].v60) == (6, 1)
    assert (filas[se_va].puesto, sala.torneo.participantes[se_va].ronda_baja) == (None, 1)
    niega(sala, DarDeBaja(), Actor(se_va), "no puede volver")
    niega(sala, Inscribir(nombre="Vuelvo", persona=se_va), ELROND, "no puede volver")


def test_quien_ya_ha_jugado_se_va_sin_perder_su_partida() -> None:
    sala = sala_con(6)
    sala.publica()
    gana = sala.mesa(1).a
    sala.resultado(gana)
    sala.da(DarDeBaja(), Actor(gana))
    assert sala.torneo.participantes[gana].ronda_baja == 2
    assert clasificar(sala.torneo, 1)[0].participante == gana
    assert clasificar(sala.torneo)[-1].participante == gana


def test_expulsar_vetar_y_levantar() -> None:
    sala = sala_con(6)
    sala.publica()
    niega(sala, Expulsar(participante=1, motivo="x"), Actor(2), "la coordinación", SinPermiso)
    niega(sala, Expulsar(participante=1, motivo=" "), ELROND, "motivo")
    sala.da(Expulsar(participante=1, motivo="Trampas", vetar=True))
    assert sala.torneo.vetados == {1}
    assert any("Trampas" in relato for relato in sala.relatos)
    niega(sala, Expulsar(participante=1, motivo="Otra"), ELROND, "ya dejó el torneo")
    sala.da(LevantarVeto(persona=1))
    assert not sala.torneo.vetados
    niega(sala, LevantarVeto(persona=1), ELROND, "no tiene ningún veto")


def test_a_quien_esta_vetado_en_el_servidor_no_se_le_inscribe() -> None:
    niega(abierta(0), Inscribir(nombre="Gríma", persona=7, vetada=True), ELROND, "prohibido participar")


def test_vetar_pide_una_cuenta() -> None:
    sala = abierta(5)
    sala.da(Inscribir(nombre="Sin cuenta"))
    sala.da(Iniciar())
    niega(sala, Expulsar(participante=6, motivo="x", vetar=True), ELROND, "no tiene cuenta")


def test_sigo_en_la_proxima() -> None:
    sala = sala_con(6, seguir=True)
    sala.publica()  # en la primera no se pregunta
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    niega(sala, PrepararRonda(), ELROND, "Sin responder si siguen")
    for n in (1, 2, 3, 4):
        sala.da(Seguir(sigue=True), Actor(n))
    niega(sala, Seguir(sigue=True), Actor(1), "ya está anotada")
    niega(sala, Seguir(sigue=True, participante=6), Actor(1), "Cada cual", SinPermiso)
    sala.da(Seguir(sigue=False), Actor(5))
    assert sala.torneo.participantes[5].situacion is Situacion.RETIRADO
    niega(sala, PrepararRonda(), ELROND, "Jugador 6")
    sala.publica(Permiso.SIN_RESPUESTA)
    assert sala.torneo.siguen == frozenset()
    niega(sala_con(6), Seguir(sigue=True), Actor(1), "no hace falta")


def test_coordinacion_propia_del_torneo() -> None:
    sala = abierta(6)
    niega(sala, Coordinar(persona=50), Actor(1), "la coordinación", SinPermiso)
    sala.da(Coordinar(persona=1))
    niega(sala, Coordinar(persona=1), ELROND, "ya coordina")
    sala.da(Iniciar(), Actor(1))
    sala.da(Coordinar(persona=1, quitar=True))
    niega(sala, PrepararRonda(), Actor(1), "la coordinación", SinPermiso)
    niega(sala, Coordinar(persona=1, quitar=True), ELROND, "no coordina")


def test_mover_de_canal() -> None:
    sala = abierta(0)
    sala.da(MoverCanal(canal=77))
    assert sala.torneo.canal == 77
    niega(sala, MoverCanal(canal=77), ELROND, "ya está en ese canal")


def test_cerrar_guarda_la_clasificacion_y_no_hay_vuelta_atras() -> None:
    sala = sala_con(6, 2)
    niega(sala, Cerrar(), ELROND, "No se ha jugado ninguna ronda")
    sala.publica()
    niega(sala, Cerrar(), ELROND, "las mesas 1, 2 y 3 de la ronda 1")
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    niega(sala, Cerrar(), ELROND, "Queda 1 ronda prevista")
    esperada = clasificar(sala.torneo)
    sala.da(Cerrar(antes=True))
    assert sala.torneo.clasificacion_final == esperada
    assert sala.libro.cerrado
    niega(sala, Deshacer(), ELROND, "ya está cerrado")
    niega(sala, PrepararRonda(), ELROND, "ya está cerrado")
    with pytest.raises(ErrorDeDominio, match="ya ha terminado"):
        TORNEO.decidir(sala.torneo, PrepararRonda(), None)  # type: ignore[arg-type]


def test_cancelar() -> None:
    sala = abierta(3)
    niega(sala, Cancelar(), Actor(1), "la coordinación", SinPermiso)
    sala.da(Cancelar(motivo="Nieva en Caradhras"))
    assert sala.torneo.fase is Fase.CANCELADO
    assert sala.relatos[-1] == "Se cancela el torneo: Nieva en Caradhras."
    assert list(sala.avisos()) == ["cancelado"]


def test_sin_torneo_no_hay_nada_que_hacer() -> None:
    niega(Sala(), Iniciar(), ELROND, "no hay ningún torneo")
