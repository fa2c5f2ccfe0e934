"""Borradores, publicación, cierre, anulación y cambios a mano."""

import re

import pytest

from servicios.deshacer import Deshacer
from servicios.errores import SinPermiso, YaHaCambiado
from servicios.hechos import Actor
from servicios.torneo.bajas import DarDeBaja
from servicios.torneo.borrador import PrepararRonda, campo
from servicios.torneo.comprobar import comprobar_emparejamiento, sorteo_repetido
from servicios.torneo.emparejar import SinEmparejamiento
from servicios.torneo.motivos import frase, frase_de_descanso
from servicios.torneo.publicacion import CambiarAMano, Descartar, Publicar
from servicios.torneo.resultados import Comunicar
from servicios.torneo.rondas import AnularRonda, CerrarRonda, Sancionar
from servicios.torneo.valores import Descanso, Motivo, Permiso
from servicios.verificacion import verificar
from tests.torneo.sala import ELROND, FLUJO, Sala, niega, sala_con


def jugada(sala: Sala) -> Sala:
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a, 30, 20)
    return sala


def test_con_los_mismos_datos_sale_el_mismo_borrador() -> None:
    sala = sala_con(9)
    sala.da(PrepararRonda())
    primero = sala.torneo.borrador
    niega(sala, PrepararRonda(), ELROND, "Ya hay un borrador", YaHaCambiado)
    sala.da(Descartar())
    sala.da(PrepararRonda())
    assert sala.torneo.borrador == primero
    assert primero is not None
    sala.da(Publicar(version=primero.version))
    assert sala.ronda.descartados == 1
    assert sala.relatos[-1] == "Se publica la ronda 1: 4 mesas, 1 borrador descartado."


def test_cada_ronda_cuenta_solo_sus_borradores_descartados() -> None:
    sala = sala_con(4, 2)
    sala.da(PrepararRonda())
    sala.da(Descartar())
    sala.publica()
    for mesa in sala.ronda.faltan():
        sala.resultado(mesa.a)
    sala.publica()
    assert [ronda.descartados for ronda in sala.torneo.rondas] == [1, 0]
    sala.da(AnularRonda(ronda=2))
    sala.da(PrepararRonda())
    sala.da(Descartar())
    sala.da(AnularRonda(ronda=1))  # y con la ronda se van los de la siguiente
    sala.publica()
    assert [ronda.descartados for ronda in sala.torneo.rondas] == [0]


def test_otra_semilla_otro_sorteo() -> None:
    sorteos: set[tuple[tuple[int, int], ...]] = set()
    for semilla in range(8):
        sala = sala_con(8, semilla=semilla)
        sala.publica()
        sorteos.add(tuple(mesa.jugadores for mesa in sala.ronda.mesas))
    assert len(sorteos) > 1


def test_anular_cambia_el_sorteo_y_guarda_el_historial() -> None:
    sala = sala_con(8)
    sala.publica()
    primera = sala.ronda
    jugada(sala)
    niega(sala, AnularRonda(ronda=2), ELROND, "Solo se puede anular la última ronda publicada, la 1")
    niega(sala, AnularRonda(ronda=1), Actor(1), "la coordinación", SinPermiso)
    sala.da(AnularRonda(ronda=1, repeticion=0))
    assert sala.torneo.rondas == ()
    sala.publica()
    niega(sala, AnularRonda(ronda=1, repeticion=0), ELROND, "ya se anuló", YaHaCambiado)
    assert sala.ronda.foto is not None
    assert primera.foto is not None
    assert sala.ronda.foto.sorteo.etiqueta == "ronda|1|1"
    assert primera.foto.sorteo.etiqueta == "ronda|1|0"
    assert sala.ronda.foto.orden != primera.foto.orden
    assert "quedan en el historial" in sala.relatos[-3]


def test_anular_quita_las_sanciones_de_esa_ronda_y_no_devuelve_a_nadie() -> None:
    sala = sala_con(8)
    sala.publica()
    sala.da(Sancionar(participante=1, pv=-3, motivo="Tardanza"))
    sala.da(DarDeBaja(), Actor(2))
    sala.da(AnularRonda(ronda=1))
    assert sala.torneo.sanciones == ()
    assert 2 not in sala.torneo.activos


def test_no_hay_ronda_siguiente_si_faltan_resultados() -> None:
    sala = sala_con(8)
    sala.publica()
    sala.resultado(sala.mesa(2).a)
    niega(sala, PrepararRonda(), ELROND, "Faltan los resultados de las mesas 1, 3 y 4 de la ronda 1")
    niega(sala, CerrarRonda(), ELROND, "Faltan los resultados de las mesas 1, 3 y 4 de la ronda 1")
    jugada(sala)
    sala.da(CerrarRonda())
    niega(sala, CerrarRonda(), ELROND, "ya está cerrada")


def test_despues_de_la_ultima_no_hay_mas() -> None:
    sala = sala_con(6, 1)
    sala.publica()
    niega(
        jugada(sala),
        PrepararRonda(),
        ELROND,
        "Ya está en juego la ronda prevista",
    )


def test_publicar_pide_haber_visto_ese_borrador() -> None:
    sala = sala_con(8)
    niega(sala, Publicar(version=1), ELROND, "No hay ningún borrador", YaHaCambiado)
    sala.da(PrepararRonda())
    borrador = sala.torneo.borrador
    assert borrador is not None
    uno, otro = borrador.mesas[0].a, borrador.mesas[1].a
    sala.da(CambiarAMano(uno=uno, otro=otro, version=borrador.version))
    for orden in (
        Publicar(version=borrador.version),
        Descartar(version=borrador.version),
        CambiarAMano(uno=uno, otro=otro, version=borrador.version),
    ):
        niega(sala, orden, ELROND, "El borrador ha cambiado", YaHaCambiado)
    nuevo = sala.torneo.borrador
    assert nuevo is not None
    niega(sala, Publicar(version=nuevo.version), Actor(1), "la coordinación", SinPermiso)
    sala.da(Publicar(version=nuevo.version))
    assert sala.ronda.a_mano
    assert sala.relatos[-1].endswith("con cambios a mano.")
    assert [m.motivo and m.motivo.clase for m in sala.ronda.mesas] == [
        "a_mano",
        "a_mano",
        "mismo_grupo",
        "mismo_grupo",
    ]


def test_los_cambios_a_mano_tienen_que_ser_legales() -> None:
    sala = sala_con(6)
    sala.publica()
    jugada(sala)
    vieja = sala.ronda.mesas[0]
    sala.da(PrepararRonda())
    borrador = sala.torneo.borrador
    assert borrador is not None
    rival = next(m.rival(vieja.a) for m in borrador.mesas if vieja.a in m.jugadores)
    niega(sala, CambiarAMano(uno=vieja.b, otro=rival), ELROND, "ya se enfrentaron en la ronda 1")
    niega(sala, CambiarAMano(uno=vieja.a, otro=rival), ELROND, "mesas distintas")
    niega(sala, CambiarAMano(uno=vieja.a, otro=vieja.a), ELROND, "mesas distintas")
    niega(sala, CambiarAMano(uno=vieja.a, otro=99), ELROND, "no está en este torneo")


def test_a_mano_nadie_descansa_dos_veces() -> None:
    sala = sala_con(7)
    sala.publica()
    jugada(sala)
    descanso = sala.ronda.descanso
    assert descanso is not None
    sala.da(PrepararRonda())
    borrador = sala.torneo.borrador
    assert borrador is not None
    assert borrador.descanso is not None
    otro = borrador.descanso.participante
    niega(sala, CambiarAMano(uno=descanso.participante, otro=otro), ELROND, "ya ha descansado")


def test_a_mano_se_puede_cambiar_quien_descansa() -> None:
    sala = sala_con(7)
    sala.da(PrepararRonda())
    borrador = sala.torneo.borrador
    assert borrador is not None
    assert borrador.descanso is not None
    sala.da(CambiarAMano(uno=borrador.descanso.participante, otro=borrador.mesas[0].a))
    nuevo = sala.torneo.borrador
    assert nuevo is not None
    assert nuevo.descanso is not None
    assert (nuevo.descanso.participante, nuevo.descanso.puntos, nuevo.descanso.a_mano) == (
        borrador.mesas[0].a,
        6,
        True,
    )
    assert frase_de_descanso(nuevo.descanso) == "cambiado a mano por la coordinación"


@pytest.mark.parametrize("que", ["resultado", "sancion", "baja"])
def test_el_borrador_caduca_si_cambian_los_datos(que: str) -> None:
    sala = sala_con(8)
    sala.publica()
    jugada(sala)
    sala.da(PrepararRonda())
    match que:
        case "sancion":
            sala.da(Sancionar(participante=1, pv=-3, motivo="Tardanza"))
        case "baja":
            sala.da(DarDeBaja(), Actor(1))
        case _:
            sala.da(Comunicar(jugador=sala.mesa(1).a, pv_favor=50, pv_contra=20, corrige=True))
    assert sala.torneo.borrador is None
    sala.da(PrepararRonda())


def test_publicar_es_una_frontera_para_deshacer() -> None:
    sala = sala_con(8)
    sala.publica()
    niega(sala, Deshacer(), ELROND, "ya es definitivo")
    sala.resultado(sala.mesa(1).a)
    niega(sala, Deshacer(), Actor(1), "la coordinación", SinPermiso)
    sala.da(Deshacer())
    assert sala.mesa(1).resultado is None


def test_deshacer_un_borrador_no_pide_mas_acuerdo_que_el_de_la_coordinacion() -> None:
    sala = sala_con(8)
    sala.da(PrepararRonda())
    sala.da(Deshacer())
    assert sala.torneo.borrador is None


def test_imposible_lo_dice_con_nombres_y_lo_consentido_queda_escrito() -> None:
    sala = sala_con(2, 2)
    sala.publica()
    jugada(sala)
    with pytest.raises(SinEmparejamiento) as fallo:
        sala.da(PrepararRonda())
    assert fallo.value.frase == (
        "No hay forma de emparejar la ronda sin repetir rival. "
        "La coordinación puede consentir que repitan rival o terminar aquí el torneo."
    )
    assert fallo.value.detalle == "Jugador 1 ya ha jugado con Jugador 2; Jugador 2 ya ha jugado con Jugador 1."
    sala.publica(Permiso.REPETIR)
    motivo = sala.mesa(1).motivo
    assert motivo is not None
    assert frase(motivo, str) == "ya se enfrentaron en la ronda 1; lo consiente la coordinación"
    assert any("con permiso de la coordinación" in relato for relato in sala.relatos)


def test_lo_consentido_no_se_usa_si_no_hace_falta() -> None:
    sala = sala_con(8)
    sala.publica()
    jugada(sala)
    sala.publica(Permiso.REPETIR, Permiso.SEGUNDO_DESCANSO)
    assert sala.ronda.foto is not None
    assert sala.ronda.foto.permisos == frozenset()


def test_no_se_juega_con_una_sola_persona() -> None:
    sala = sala_con(2, 2)
    sala.publica()
    sala.da(DarDeBaja(), Actor(1))
    niega(sala, PrepararRonda(), ELROND, "Quedan menos de 2")


def test_el_sorteo_se_repite_desde_la_semilla_aunque_luego_haya_correcciones() -> None:
    sala = sala_con(9)
    for _ in range(3):
        sala.publica()
        jugada(sala)
    sala.da(Sancionar(participante=sala.torneo.rondas[0].mesas[0].a, pv=-30, motivo="x", ronda=1))
    for ronda in sala.torneo.rondas:
        assert sorteo_repetido(sala.semilla, FLUJO, ronda)
        assert not sorteo_repetido(b"\x01" * 32, FLUJO, ronda)
        assert ronda.foto is not None
        visto = campo(sala.torneo, ronda.foto)
        descansa = ronda.descanso.participante if ronda.descanso else None
        assert not comprobar_emparejamiento(visto, [m.jugadores for m in ronda.mesas], descansa)


def test_comprobar_encuentra_cada_falta() -> None:
    sala = sala_con(7)
    sala.publica()
    jugada(sala)
    sala.da(PrepararRonda())
    borrador = sala.torneo.borrador
    assert borrador is not None
    visto = campo(sala.torneo, borrador.foto)
    previa = sala.torneo.rondas[0]
    assert previa.descanso is not None
    quien = previa.descanso.participante
    otros = [j for j in visto.orden if j != quien]
    repetida = previa.mesas[0].jugadores
    resto = [j for j in visto.orden if j not in repetida]

    def clases(parejas: list[tuple[int, int]], descansa: int | None) -> set[str]:
        return {falta.clase for falta in comprobar_emparejamiento(visto, parejas, descansa)}

    assert "segundo_descanso" in clases(list(zip(otros[::2], otros[1::2], strict=True)), quien)
    assert "rival" in clases([repetida, (resto[0], resto[1]), (resto[2], resto[3])], resto[4])
    assert clases([(1, 2), (1, 3)], 99) >= {"repetido", "ausente", "ajeno"}
    assert "descanso" in clases([(1, 2), (3, 4), (5, 6)], None)


@pytest.mark.parametrize(
    ("motivo", "texto"),
    [
        (Motivo(clase="mismo_grupo"), "mismo grupo"),
        (Motivo(clase="impar", desde=12, hasta=11, baja=1), "baja de 12 a 11 porque el grupo es impar"),
        (
            Motivo(clase="enfrentados", desde=12, hasta=11, baja=1, otro=2, ronda=2),
            "baja de 12 a 11: Ana y Bruno ya se enfrentaron en la ronda 2",
        ),
        (Motivo(clase="encaje", desde=12, hasta=9, baja=1), "baja de 12 a 9 para que nadie repita rival"),
    ],
)
def test_frases_de_los_motivos(motivo: Motivo, texto: str) -> None:
    assert frase(motivo, {1: "Ana", 2: "Bruno"}.__getitem__) == texto


def test_frases_del_descanso() -> None:
    base = Descanso(participante=1, puntos=3)
    assert "menos puntos" in frase_de_descanso(base)
    assert "1 grupo más arriba" in frase_de_descanso(base.con(subio=1))
    assert "2 grupos más arriba" in frase_de_descanso(base.con(subio=2))
    assert "segundo descanso" in frase_de_descanso(base.con(repetido=True))


def test_los_motivos_dicen_la_verdad() -> None:
    sala = sala_con(12)
    vistos: set[str] = set()
    for _ in range(5):
        sala.publica()
        foto = sala.ronda.foto
        assert foto is not None
        for mesa in sala.ronda.mesas:
            assert mesa.motivo is not None
            vistos.add(mesa.motivo.clase)
            assert foto.puntos[mesa.a] >= foto.puntos[mesa.b]
            if mesa.motivo.clase == "mismo_grupo":
                assert foto.puntos[mesa.a] == foto.puntos[mesa.b]
            else:
                assert (mesa.motivo.desde, mesa.motivo.hasta) == (foto.puntos[mesa.a], foto.puntos[mesa.b])
                assert re.match(r"baja de \d+ a \d+", frase(mesa.motivo, str))
        for i, mesa in enumerate(sala.ronda.faltan()):
            sala.resultado(mesa.a, (40, 30, 25)[i % 3], 20)
    assert {"mismo_grupo", "impar"} <= vistos


def test_los_sorteos_de_las_rondas_entran_en_la_verificacion_general() -> None:
    sala = sala_con(8)
    for _ in range(2):
        sala.publica()
        jugada(sala)
    tiradas = verificar(FLUJO, sala.anotadas, sala.semilla)
    assert [tirada.tirada.sorteo.etiqueta for tirada in tiradas] == ["ronda|1|0", "ronda|2|0"]
    assert all(tirada.cuadra for tirada in tiradas)
    assert not any(tirada.cuadra for tirada in verificar(FLUJO, sala.anotadas, b"\x01" * 32))
