"""Baluartes: encerrarse, asaltar, prorrogar, escapar, ayudar y capturar."""

import pytest

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.guerra import apertura, asedio, batalla
from servicios.guerra.combate import Papel
from servicios.guerra.ejercitos import Ejercito
from servicios.guerra.modelo_batalla import ClaseDeBatalla, PasoDeBatalla
from servicios.guerra.piezas import Bando
from tests.guerra.mesa import LIBRES, SOMBRA, Mesa
from tests.guerra.test_batalla import SIN_CARTA, mesa_en_guerra, quedan

HUESTE = Ejercito(regulares=3, elites=2, naciones=("sauron",))
GUARNICION = Ejercito(regulares=2, naciones=("gondor",))


def asalto(**cambios: object) -> apertura.AbrirBatalla:
    base = apertura.AbrirBatalla(
        clase=ClaseDeBatalla.ASEDIO,
        atacante=Bando.SOMBRA,
        region="minas-tirith",
        atacan=HUESTE,
        defienden=GUARNICION,
    )
    return base.con(**cambios)


def campal(**cambios: object) -> apertura.AbrirBatalla:
    return asalto(clase=ClaseDeBatalla.CAMPAL).con(**cambios)


def salida(clase: ClaseDeBatalla, **cambios: object) -> apertura.AbrirBatalla:
    """Los Pueblos Libres atacan al sitiador."""
    return asalto(clase=clase, atacante=Bando.LIBRES, atacan=GUARNICION, defienden=HUESTE).con(**cambios)


def asediada() -> Mesa:
    return mesa_en_guerra("sauron", "gondor", "rohan").pon(asedios=("minas-tirith",))


def ronda(mesa: Mesa, *tirada: int) -> None:
    """Los dos declaran que no juegan carta, primero quien ataca, y se tira."""
    ataca = LIBRES if mesa.estado.batalla_abierta.atacante is Bando.LIBRES else SOMBRA
    mesa.da(SIN_CARTA, ataca)
    mesa.da(SIN_CARTA, 3 - ataca, *tirada)


def test_antes_de_cada_ronda_se_elige_campo_o_asedio() -> None:
    mesa = mesa_en_guerra()
    mesa.da(campal(), SOMBRA)
    assert mesa.estado.batalla_abierta.paso is PasoDeBatalla.CAMPO_O_ASEDIO
    with pytest.raises(SinPermiso):
        mesa.da(asedio.ElegirCampo(encerrarse=False), SOMBRA)
    mesa.da(asedio.ElegirCampo(encerrarse=False))
    ronda(mesa, 5, 1, 1, 1, 1, 1, 1)  # en campo abierto el atacante impacta con 5
    assert quedan(mesa)[1] == (1, 0)
    mesa.da(batalla.SeguirAtaque(sigue=True), SOMBRA)
    mesa.da(asedio.DecidirRetirada())
    assert mesa.estado.batalla_abierta.paso is PasoDeBatalla.CAMPO_O_ASEDIO
    mesa.da(asedio.ElegirCampo(encerrarse=True))
    mesa.da(asedio.AvanzarTrasBatalla(avanza=True), SOMBRA)
    assert (mesa.estado.batalla, mesa.estado.asedios, mesa.estado.capturados) == (None, ("minas-tirith",), ())


def test_si_el_atacante_no_avanza_no_hay_asedio() -> None:
    mesa = mesa_en_guerra()
    mesa.da(campal(), SOMBRA)
    mesa.da(asedio.ElegirCampo(encerrarse=True))
    mesa.da(asedio.AvanzarTrasBatalla(avanza=False), SOMBRA)
    assert (mesa.estado.batalla, mesa.estado.asedios) == (None, ())


def test_al_asediar_se_invade_la_region_aunque_la_defiendan_otros() -> None:
    mesa = mesa_en_guerra()
    mesa.da(campal(defienden=Ejercito(regulares=1, naciones=("rohan",))), SOMBRA)
    assert not mesa.estado.naciones["gondor"].activa
    mesa.da(asedio.ElegirCampo(encerrarse=True))
    mesa.da(asedio.AvanzarTrasBatalla(avanza=True), SOMBRA)
    assert mesa.estado.naciones["gondor"].activa
    assert mesa.estado.naciones["gondor"].pasos == 2


def test_en_el_baluarte_caben_cinco_y_el_resto_se_retira() -> None:
    mesa = mesa_en_guerra()
    mesa.da(campal(defienden=Ejercito(regulares=4, elites=3, naciones=("gondor",))), SOMBRA)
    mesa.da(asedio.ElegirCampo(encerrarse=True))
    mesa.da(asedio.AvanzarTrasBatalla(avanza=True), SOMBRA)
    assert mesa.estado.batalla_abierta.paso is PasoDeBatalla.EXCESO
    for regulares, elites in ((4, 2), (1, 4), (3, 1)):
        with pytest.raises(ErrorDeDominio, match="Elige 5 unidades"):
            mesa.da(asedio.ElegirQuienCabe(regulares=regulares, elites=elites))
    mesa.da(asedio.ElegirQuienCabe(regulares=2, elites=3))
    assert mesa.estado.batalla is None
    assert "2 regulares y 3 élites" in mesa.relatos(mesa.hechos)[-1]


def test_un_baluarte_capturado_no_protege_a_su_antiguo_dueno_pero_si_al_nuevo() -> None:
    mesa = mesa_en_guerra("sauron", "gondor").pon(capturados=("minas-tirith",))
    orden = salida(ClaseDeBatalla.CAMPAL)
    mesa.da(orden)
    assert mesa.estado.batalla_abierta.paso is PasoDeBatalla.CAMPO_O_ASEDIO
    mesa.da(asedio.ElegirCampo(encerrarse=True), SOMBRA)
    mesa.da(asedio.AvanzarTrasBatalla(avanza=True))
    assert mesa.estado.asedios == ("minas-tirith",)
    assert apertura.clase_posible(mesa.estado, Bando.LIBRES, "minas-tirith") == (ClaseDeBatalla.ASEDIO,)


def test_a_los_de_dentro_solo_se_les_asalta_desde_la_region() -> None:
    mesa = asediada()
    with pytest.raises(ErrorDeDominio, match="al ejército de dentro solo se le puede asaltar"):
        mesa.da(campal(), SOMBRA)
    with pytest.raises(ErrorDeDominio, match="desde la misma región"):
        mesa.da(asalto(desde="osgiliath"), SOMBRA)
    with pytest.raises(ErrorDeDominio, match="caben 5 unidades"):
        mesa.da(asalto(defienden=GUARNICION.con(regulares=6)), SOMBRA)
    mesa.da(asalto(desde="minas-tirith"), SOMBRA)


def test_el_asalto_impacta_con_6_y_dura_una_ronda() -> None:
    mesa = asediada()
    mesa.da(asalto(atacan=HUESTE.con(elites=0)), SOMBRA)
    ronda(mesa, 5, 5, 6, 5, 1)
    assert mesa.estado.batalla is None  # sin élites no hay prórroga
    assert mesa.estado.asedios == ("minas-tirith",)
    ultimo = mesa.relatos(mesa.hechos)[-1]
    assert "Atacante: 2 regulares; defensor: 1 regular" in ultimo


def test_prorrogar_cuesta_una_elite_por_ronda() -> None:
    mesa = asediada()
    mesa.da(asalto(), SOMBRA)
    ronda(mesa, 5, 5, 5, 5, 5, 1, 1)
    mesa.da(batalla.SeguirAtaque(sigue=True), SOMBRA)
    assert quedan(mesa)[0] == (4, 1)
    ronda(mesa, 5, 5, 5, 5, 5, 1, 1)
    mesa.da(batalla.SeguirAtaque(sigue=True), SOMBRA)
    ronda(mesa, 5, 5, 5, 5, 5, 1, 1)
    assert mesa.estado.batalla is None  # ya no le quedan élites
    mesa.da(asalto(), SOMBRA)
    ronda(mesa, 1, 1, 1, 1, 1, 1, 1)
    mesa.da(batalla.SeguirAtaque(sigue=False), SOMBRA)
    assert mesa.estado.asedios == ("minas-tirith",)


def test_un_asediado_no_puede_retirarse() -> None:
    mesa = asediada()
    mesa.da(asalto(), SOMBRA)
    ronda(mesa, 1, 1, 1, 1, 1, 1, 1)
    mesa.da(batalla.SeguirAtaque(sigue=True), SOMBRA)
    with pytest.raises(ErrorDeDominio, match="nada de eso que decidir"):
        mesa.da(asedio.DecidirRetirada(region="osgiliath"))


def test_al_caer_la_guarnicion_se_captura_el_baluarte() -> None:
    mesa = asediada()
    mesa.da(asalto(defienden=GUARNICION.con(regulares=1)), SOMBRA)
    ronda(mesa, 6, 1, 1, 1, 1, 1)
    assert (mesa.estado.asedios, mesa.estado.capturados) == ((), ("minas-tirith",))
    assert mesa.estado.puntos(Bando.SOMBRA) == 2


@pytest.mark.parametrize(("reserva", "capturado"), [(0, ()), (1, ("minas-tirith",))])
def test_si_caen_todos_solo_captura_quien_tiene_retaguardia(reserva: int, capturado: tuple[str, ...]) -> None:
    mesa = asediada()
    uno = HUESTE.con(regulares=1, elites=0)
    mesa.da(asalto(atacan=uno, defienden=GUARNICION.con(regulares=1), reserva=reserva), SOMBRA)
    ronda(mesa, 6, 6)
    assert (mesa.estado.asedios, mesa.estado.capturados) == ((), capturado)


@pytest.mark.parametrize(("reserva", "asedios"), [(0, ()), (2, ("minas-tirith",))])
def test_si_cae_el_sitiador_el_asedio_termina_salvo_que_quede_retaguardia(
    reserva: int, asedios: tuple[str, ...]
) -> None:
    mesa = asediada()
    mesa.da(asalto(atacan=HUESTE.con(regulares=1, elites=0), reserva=reserva), SOMBRA)
    ronda(mesa, 1, 6, 6)
    assert (mesa.estado.asedios, mesa.estado.capturados) == (asedios, ())


def test_escape_se_lucha_en_campo_y_al_cesar_se_vuelve_dentro() -> None:
    mesa = asediada()
    mesa.da(salida(ClaseDeBatalla.ESCAPE))
    ronda(mesa, 5, 1, 5, 1, 1, 1, 1)
    assert mesa.estado.batalla_abierta.recibidos(Papel.DEFENSOR) == 1  # el 5 impacta: no hay ventaja de Baluarte
    mesa.da(batalla.ElegirBajas(bajas=batalla.Bajas(regulares=1)), SOMBRA)
    mesa.da(batalla.SeguirAtaque(sigue=False))
    assert (mesa.estado.batalla, mesa.estado.asedios) == (None, ("minas-tirith",))


def test_en_un_escape_el_sitiador_puede_retirarse_y_no_se_avanza() -> None:
    mesa = asediada()
    mesa.da(salida(ClaseDeBatalla.ESCAPE))
    ronda(mesa, 1, 1, 1, 1, 1, 1, 1)
    mesa.da(batalla.SeguirAtaque(sigue=True))
    mesa.da(asedio.DecidirRetirada(region="osgiliath"), SOMBRA)
    assert (mesa.estado.batalla, mesa.estado.asedios) == (None, ())


def test_con_los_jefes_que_no_salen_se_queda_una_unidad() -> None:
    mesa = asediada()
    with pytest.raises(ErrorDeDominio, match="tiene que quedarse al menos 1 unidad"):
        mesa.da(salida(ClaseDeBatalla.ESCAPE, jefes_en_reserva=1))
    with pytest.raises(ErrorDeDominio, match="caben 5 unidades"):
        mesa.da(salida(ClaseDeBatalla.ESCAPE, reserva=4))
    mesa.da(salida(ClaseDeBatalla.ESCAPE, jefes_en_reserva=1, reserva=1))


@pytest.mark.parametrize(("reserva", "capturado"), [(0, ("minas-tirith",)), (1, ())])
def test_si_cae_quien_escapa_cae_el_baluarte_salvo_que_quede_alguien(
    reserva: int, capturado: tuple[str, ...]
) -> None:
    mesa = asediada()
    mesa.da(salida(ClaseDeBatalla.ESCAPE, atacan=GUARNICION.con(regulares=1), reserva=reserva))
    ronda(mesa, 1, 6, 1, 1, 1, 1)
    assert mesa.estado.capturados == capturado
    assert mesa.estado.asedios == (("minas-tirith",) if reserva else ())


def test_la_ayuda_levanta_el_asedio_si_el_sitiador_cae_o_se_retira() -> None:
    mesa = asediada()
    ayuda = salida(
        ClaseDeBatalla.SOCORRO, atacan=Ejercito(regulares=5, naciones=("rohan",)), desde="druadan-forest"
    )
    mesa.da(ayuda)
    ronda(mesa, *[1] * 10)
    mesa.da(batalla.SeguirAtaque(sigue=True))
    mesa.da(asedio.DecidirRetirada(region="osgiliath"), SOMBRA)
    assert mesa.estado.asedios == ()
    mesa.da(asedio.AvanzarTrasBatalla(avanza=True))
    assert (mesa.estado.batalla, mesa.estado.capturados) == (None, ())


def test_la_ayuda_que_fracasa_no_rompe_el_asedio() -> None:
    mesa = asediada()
    mesa.da(salida(ClaseDeBatalla.SOCORRO, atacan=Ejercito(regulares=1, naciones=("rohan",))))
    ronda(mesa, 1, 6, 1, 1, 1, 1)
    assert (mesa.estado.batalla, mesa.estado.asedios, mesa.estado.capturados) == (None, ("minas-tirith",), ())


def test_si_ayuda_y_sitiador_se_eliminan_el_asedio_termina() -> None:
    mesa = asediada()
    uno = HUESTE.con(regulares=1, elites=0)
    mesa.da(salida(ClaseDeBatalla.SOCORRO, atacan=Ejercito(regulares=1, naciones=("rohan",)), defienden=uno))
    ronda(mesa, 6, 6)
    assert (mesa.estado.asedios, mesa.estado.capturados) == ((), ())


def test_al_sitiador_se_le_ataca_desde_fuera_o_desde_dentro() -> None:
    mesa = asediada()
    with pytest.raises(ErrorDeDominio, match=r"desde fuera \(ayuda\) o desde dentro \(escape\)"):
        mesa.da(salida(ClaseDeBatalla.CAMPAL))
