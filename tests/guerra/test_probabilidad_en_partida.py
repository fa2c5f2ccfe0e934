"""Las probabilidades se leen de la partida: su Fondo, su casilla, su Guía y su batalla."""

from fractions import Fraction

import pytest

from servicios.errores import ErrorDeDominio
from servicios.guerra import asedio, batalla
from servicios.guerra.combate import Situacion
from servicios.guerra.fondo import Fondo
from servicios.guerra.modelo_batalla import Desenlace
from servicios.guerra.probabilidad.batalla import pronosticar
from servicios.guerra.probabilidad.en_partida import caza_de, encuentro_de, viaje_de
from tests.guerra.mesa import LIBRES, SOMBRA, Mesa
from tests.guerra.test_batalla import SIN_CARTA, ataque, mesa_en_guerra


def test_la_caza_de_la_partida() -> None:
    mesa = Mesa().a_las_acciones(caza=1).pon(fondo=Fondo(dentro=("2-r", "3")))
    pronostico = caza_de(mesa.estado)
    assert pronostico.exito == Fraction(1, 6)
    assert pronostico.revelada == Fraction(1, 12)
    mesa.pon_compania(companeros=(), guia="gollum", region="moria")
    assert caza_de(mesa.estado).revelada == 0
    assert caza_de(mesa.estado).exito == caza_de(mesa.estado, relanzamientos=2).exito == Fraction(11, 36)
    assert caza_de(mesa.estado, dados_sombra=2, dados_pl=1, relanzamientos=0).exito == Fraction(5, 9)
    mesa.pon_compania(mordor=1)
    with pytest.raises(ErrorDeDominio, match="En Mordor la Caza no se tira"):
        caza_de(mesa.estado)


def test_el_viaje_de_la_partida_cuenta_con_lo_que_entrara_en_mordor() -> None:
    mesa = Mesa().pon_compania(corrupcion=4)
    mesa.pon(fondo=Fondo(dentro=("1",), sacadas=("ojo-r", "3"), apartadas=("antro",)))
    viaje = viaje_de(mesa.estado, casilla=3)
    assert (viaje.corrupcion, viaje.paso, viaje.casilla) == (4, 0, 3)
    assert set(viaje.fondo.dentro) == {"1", "ojo-r", "antro"}
    mesa.pon_compania(mordor=3)
    assert viaje_de(mesa.estado).paso == 3
    assert viaje_de(mesa.estado).fondo.dentro == ("1",)


def test_la_batalla_de_la_partida_pasada_la_primera_ronda_ya_no_tiene_ciudad() -> None:
    mesa = mesa_en_guerra()
    mesa.da(ataque(region="edoras"), SOMBRA)
    primera = encuentro_de(mesa.estado.batalla_abierta)
    assert primera.situacion is Situacion.CIUDAD
    mesa.da(SIN_CARTA, SOMBRA)
    mesa.da(SIN_CARTA, LIBRES, 1, 1, 1, 6, 1)
    mesa.da(batalla.SeguirAtaque(sigue=True), SOMBRA)
    mesa.da(asedio.DecidirRetirada())
    segunda = encuentro_de(mesa.estado.batalla_abierta)
    assert segunda.situacion is Situacion.CAMPO
    assert (segunda.atacante.regulares, segunda.defensor.regulares) == (2, 2)
    # dos contra dos en campo abierto es simétrico
    vence = pronosticar(segunda).desenlaces
    assert vence[Desenlace.DEFENSOR_ELIMINADO] == pytest.approx(vence[Desenlace.ATACANTE_ELIMINADO])
