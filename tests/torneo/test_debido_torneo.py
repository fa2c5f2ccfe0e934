"""Lo que el torneo debe decir: cada anuncio una vez, cada persona mencionada una vez, nada de más."""

from collections import Counter

import pytest

from servicios.deshacer import Deshacer
from servicios.torneo.agregado import TORNEO
from servicios.torneo.borrador import PrepararRonda
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.lectura import consultas_cerradas, ver_ronda
from servicios.torneo.puntos import Modalidad
from servicios.torneo.reglamento import reglamento
from servicios.torneo.reloj_de_ronda import Empezar
from servicios.torneo.resultados import Comunicar
from servicios.torneo.rondas import AnularRonda, CerrarRonda
from servicios.torneo.valores import Bases
from servicios.torneo.vida import Cerrar, Iniciar
from tests.torneo.sala import BASES, Sala, abierta, sala_con


@pytest.mark.parametrize("jugadores", [2, 7, 40, 41, 64, 127, 128])
def test_cada_participante_se_menciona_en_un_solo_anuncio_de_la_ronda(jugadores: int) -> None:
    sala = sala_con(jugadores, 3)
    sala.publica()
    anuncios = [a for clave, a in sala.avisos().items() if clave.startswith("ronda:1:0:publicada:")]
    assert Counter(p for a in anuncios for p in a.menciones) == dict.fromkeys(range(1, jugadores + 1), 1)
    assert all(len(a.menciones) <= 41 for a in anuncios)
    assert [(a.datos["parte"], a.datos["partes"]) for a in anuncios] == [
        (i, len(anuncios)) for i in range(1, len(anuncios) + 1)
    ]
    mesas = [n for a in anuncios for n in range(a.datos["desde"], a.datos["hasta"] + 1)]
    assert mesas == list(range(1, jugadores // 2 + 1))


def test_a_quien_no_tiene_cuenta_no_se_le_menciona() -> None:
    sala = abierta(3)
    sala.da(Inscribir(nombre="Sin cuenta"))
    sala.da(Iniciar(rondas=2))
    sala.publica()
    assert sorted(sala.avisos()["ronda:1:0:publicada:1"].menciones) == [1, 2, 3]


def test_un_borrador_no_se_anuncia() -> None:
    sala = sala_con(8)
    antes = sala.avisos()
    sala.da(PrepararRonda())
    assert sala.avisos() == antes


def test_al_anular_se_deja_de_deber_y_la_nueva_es_otro_anuncio() -> None:
    sala = sala_con(8)
    sala.publica()
    assert "ronda:1:0:publicada:1" in sala.avisos()
    sala.da(AnularRonda(ronda=1))
    assert not [c for c in sala.avisos() if c.startswith("ronda:")]
    sala.publica()
    assert "ronda:1:1:publicada:1" in sala.avisos()


def test_lo_anunciado_sigue_siendo_cierto_en_las_rondas_siguientes() -> None:
    sala = sala_con(8)
    vistos: dict[str, object] = {}
    for _ in range(4):
        sala.publica()
        sala.da(Empezar())
        for mesa in sala.ronda.faltan():
            sala.da(Comunicar(jugador=mesa.a, pv_favor=30, pv_contra=20))
        sala.da(CerrarRonda())
        sala.pasa_y_vence(hours=2)
        assert vistos.items() <= sala.avisos().items()
        vistos = sala.avisos()
    sala.da(Cerrar())
    assert vistos.items() <= sala.avisos().items()
    assert list(sala.avisos())[-2:] == ["cierre", "final"]


def test_deshacer_un_resultado_devuelve_lo_debido() -> None:
    sala = sala_con(8)
    sala.publica()
    antes = TORNEO.debido(sala.torneo)
    sala.resultado(sala.mesa(1).a)
    sala.da(Deshacer())
    assert TORNEO.debido(sala.torneo) == antes


def test_un_hilo_por_mesa_si_se_pide() -> None:
    con = sala_con(8, hilos=True)
    con.publica()
    hilos = [a for a in con.avisos().values() if a.plantilla == "hilo"]
    assert [a.datos["mesa"] for a in hilos] == [1, 2, 3, 4]
    assert len({a.destino for a in hilos}) == 4
    assert all(a.destino.startswith("hilo:ronda:1:0:mesa:") and not a.menciones for a in hilos)
    sin = sala_con(8)
    sin.publica()
    assert not [a for a in sin.avisos().values() if a.plantilla == "hilo"]


def test_los_datos_de_los_avisos_caben_en_json() -> None:
    sala = sala_con(8, plazo=3)
    sala.publica()
    sala.da(Empezar())
    sala.pasa_y_vence(days=4)
    for aviso in sala.avisos().values():
        assert type(aviso).model_validate_json(aviso.model_dump_json()) == aviso


def test_la_ronda_empieza_por_la_mesa_de_quien_mira() -> None:
    sala = sala_con(7)
    sala.publica()
    propia = sala.mesa(3)
    vista = ver_ronda(sala.torneo, sala.ronda, propia.b)
    assert vista.propia == propia
    assert [m.numero for m in vista.otras] == [1, 2]
    assert vista.descanso is not None
    assert vista.descanso.id == (sala.ronda.descanso and sala.ronda.descanso.participante)
    ajena = ver_ronda(sala.torneo, sala.ronda, 2000)
    assert (ajena.propia, len(ajena.otras)) == (None, 3)


def test_consultas_durante_la_ronda() -> None:
    sala = sala_con(8, sin_consultas=True)
    sala.publica()
    quien = sala.mesa(1).a
    assert not consultas_cerradas(sala.torneo, quien)
    sala.da(Empezar())
    assert consultas_cerradas(sala.torneo, quien)
    assert not consultas_cerradas(sala.torneo, 2000)
    sala.resultado(quien)
    assert not consultas_cerradas(sala.torneo, quien)


@pytest.mark.parametrize(
    ("bases", "dice"),
    [
        (BASES, "90 minutos"),
        (BASES, "7-0"),
        (BASES.con(modalidad=Modalidad.MAZO_CERRADO), "9-0"),
        (BASES.con(plazo=1), "1 día por ronda, hasta las 23:59"),
        (BASES.con(rondas=5), "5, fijadas"),
        (BASES.con(seguir=True), "se pregunta quién sigue"),
        (BASES.con(sin_consultas=True), "se preguntan al árbitro"),
        (BASES.con(hilos=True), "Cada mesa tiene su hilo"),
        (BASES, "8. Más PV a favor."),
    ],
)
def test_las_reglas_se_dicen_en_claro(bases: Bases, dice: str) -> None:
    todo = "\n".join(linea for apartado in reglamento(bases) for linea in (apartado.titulo, *apartado.lineas))
    assert dice in todo


def test_la_historia_se_cuenta_entera() -> None:
    sala = Sala()
    assert sala.relatos == []
    sala = sala_con(6, 1)
    sala.publica()
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a, 40, 20)
    sala.da(Cerrar())
    assert sala.relatos[0] == "persona 1000 crea el torneo «Torneo de Otoño»."
    assert all(relato.endswith((".", "»")) for relato in sala.relatos)
