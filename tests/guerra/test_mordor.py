"""Mordor: entrar, avanzar, la carga del Anillo y el final."""

import pytest

from servicios.errores import ErrorDeDominio
from servicios.guerra import compania, eventos, mordor, remedios, turno
from servicios.guerra.estado import Condicion
from servicios.guerra.fondo import Fondo
from servicios.guerra.piezas import Bando
from tests.guerra.mesa import LIBRES, SOMBRA, Mesa


def en_mordor(paso: int = 0, caza: int = 2, **compania_: object) -> Mesa:
    mesa = Mesa().pon_compania(region="morannon", mordor=paso, **compania_)
    return mesa.a_las_acciones(caza=caza, libres=("personaje",) * 3)


@pytest.mark.parametrize("puerta", ["morannon", "minas-morgul"])
def test_al_declararse_en_una_puerta_se_entra_y_vuelven_ojos_y_especiales(puerta: str) -> None:
    mesa = Mesa().pon_compania(region=puerta)
    mesa.pon(fondo=Fondo(dentro=("1",), sacadas=("ojo-r", "3"), apartadas=("antro",)))
    mesa.da(compania.DeclararCompania(region=puerta))
    assert mesa.estado.compania.mordor == 0
    assert set(mesa.estado.fondo.dentro) == {"1", "ojo-r", "antro"}
    assert mesa.estado.fondo.sacadas == ("3",)
    with pytest.raises(ErrorDeDominio, match="En Mordor la Compañía ya no se declara"):
        mesa.da(compania.DeclararCompania(region=puerta))


def test_en_la_primera_edicion_revelada_no_se_entra() -> None:
    mesa = Mesa().pon_compania(region="morannon", oculta=False)
    with pytest.raises(ErrorDeDominio, match="oculta"):
        mesa.da(mordor.EntrarEnMordor())
    with pytest.raises(ErrorDeDominio, match="ocúltala"):
        mesa.da(compania.DeclararCompania(region="morannon"))


def test_descubierta_en_la_puerta_no_entra_aunque_ese_turno_se_hubiera_declarado_en_otro_sitio() -> None:
    """001:539: primero tiene que ocultarse, para poder declararse allí."""
    mesa = Mesa().pon_compania(region="dagorlad")
    mesa.da(compania.DeclararCompania(region="dagorlad"))
    mesa.a_las_acciones(caza=1, libres=("personaje",) * 2)
    mesa.mueve(6, "1-r")
    mesa.da(remedios.UsarElAnillo())
    mesa.da(remedios.MoverRevelada(region="morannon"), LIBRES, "ojo-r")  # acaba en un Baluarte de la Sombra
    assert (mesa.estado.compania.region, mesa.estado.compania.mordor) == ("morannon", None)
    mesa.da(compania.OcultarCompania(dado="personaje"))
    assert mesa.estado.compania.mordor is None
    mesa.da(turno.TerminarTurno())
    mesa.da(compania.DeclararCompania(region="morannon"))
    assert mesa.estado.compania.mordor == 0


def test_en_la_segunda_edicion_basta_con_estar_alli() -> None:
    mesa = Mesa(edicion=2).pon_compania(region="morannon", oculta=False)
    mesa.da(mordor.EntrarEnMordor())
    assert (mesa.estado.compania.mordor, mesa.estado.compania.oculta) == (0, False)
    mesa = Mesa(edicion=2).pon_compania(region="minas-morgul")
    mesa.da(compania.DeclararCompania(region="minas-morgul"))
    assert mesa.estado.compania.mordor is None  # declararse no obliga
    with pytest.raises(ErrorDeDominio, match="solo entra en Mordor desde"):
        Mesa(edicion=2).da(mordor.EntrarEnMordor())


def test_no_se_tira_se_saca_una_ficha_y_se_avanza() -> None:
    mesa = en_mordor()
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "1")
    mesa.da(remedios.UsarElAnillo())
    actual = mesa.estado.compania
    assert (actual.mordor, actual.corrupcion, actual.progreso) == (1, 1, 0)
    assert mesa.estado.caja.libres == 1


def test_el_ojo_vale_todos_los_dados_de_la_casilla() -> None:
    mesa = en_mordor(caza=2, companeros=(), guia="gollum")
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "1")
    mesa.da(remedios.UsarElAnillo())
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "ojo-r")
    assert mesa.estado.caza_abierta.dano == 3  # 2 de la Sombra y 1 ya usado para moverse; el de ahora no


def test_el_ojo_en_mordor_no_tiene_tope_de_cinco() -> None:
    mesa = en_mordor(caza=8)
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "ojo-r")
    assert mesa.estado.caza_abierta.dano == 8


def test_stop_no_deja_avanzar() -> None:
    mesa = en_mordor(paso=2)
    mesa.da(eventos.PonerFichaEspecial(ficha="adelante"), SOMBRA)
    assert "adelante" in mesa.estado.fondo.dentro  # en Mordor entra directamente
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "adelante")
    mesa.da(remedios.UsarElAnillo())
    assert (mesa.estado.compania.mordor, mesa.estado.compania.corrupcion) == (2, 3)


def test_la_ficha_de_dado_y_la_que_cura() -> None:
    mesa = en_mordor(corrupcion=3)
    mesa.da(eventos.PonerFichaEspecial(ficha="antro"), SOMBRA)
    mesa.da(eventos.PonerFichaEspecial(ficha="redoma"))
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "redoma")
    assert (mesa.estado.compania.corrupcion, mesa.estado.compania.mordor) == (1, 1)
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "antro", 5)
    assert mesa.estado.caza_abierta.dano == 5


def test_revelada_en_mordor_hay_que_ocultarse_antes_de_seguir() -> None:
    mesa = en_mordor()
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "1-r")
    mesa.da(remedios.UsarElAnillo())
    assert not mesa.estado.compania.oculta
    assert mesa.estado.caza is None  # no hay figura que mover
    with pytest.raises(ErrorDeDominio, match="ocúltala"):
        mesa.da(compania.MoverCompania(dado="personaje"))
    mesa.da(compania.OcultarCompania(dado="personaje"))
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "1")


@pytest.mark.parametrize("que", ["mover", "ocultar", "nada"])
def test_mas_uno_si_no_se_intenta_mover_ni_ocultar(que: str) -> None:
    mesa = en_mordor(oculta=que != "ocultar")
    if que == "mover":
        mesa.da(eventos.PonerFichaEspecial(ficha="capas"))
        mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "capas")
    elif que == "ocultar":
        mesa.da(compania.OcultarCompania(dado="personaje"))
    mesa.pasa_turno()
    assert mesa.estado.compania.corrupcion == (1 if que == "nada" else 0)
    assert mesa.estado.turno == 2
    assert not mesa.estado.compania.intento


def test_fuera_de_mordor_no_hay_carga() -> None:
    mesa = Mesa().pon_compania(region="morannon")
    mesa.pasa_turno()
    assert mesa.estado.compania.corrupcion == 0


def test_al_quinto_paso_ganan_los_pueblos_libres() -> None:
    mesa = en_mordor(paso=4, corrupcion=9)
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "2")
    assert mesa.estado.final is None  # falta encajar el Daño
    mesa.da(remedios.UsarElAnillo())
    final = mesa.estado.final
    assert final is not None
    assert (final.ganador, final.condicion) == (Bando.LIBRES, Condicion.MONTE_DEL_DESTINO)
    with pytest.raises(ErrorDeDominio, match="La partida ha terminado"):
        mesa.da(compania.OcultarCompania())


def test_doce_de_corrupcion_en_el_ultimo_paso_gana_la_sombra() -> None:
    mesa = en_mordor(paso=4, corrupcion=10)
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "2")
    mesa.da(remedios.UsarElAnillo())
    final = mesa.estado.final
    assert final is not None
    assert (final.ganador, final.condicion) == (Bando.SOMBRA, Condicion.CORRUPCION)


def test_la_carga_puede_acabar_la_partida_antes_de_mirar_lo_militar() -> None:
    mesa = en_mordor(corrupcion=11)
    mesa.pon(capturados=("moria", "dol-guldur"))
    mesa.pasa_turno()
    assert mesa.estado.final is not None
    assert mesa.estado.final.condicion is Condicion.CORRUPCION


def test_gollum_reduce_tambien_en_el_ultimo_paso() -> None:
    mesa = en_mordor(paso=4, corrupcion=10, companeros=(), guia="gollum")
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "2")
    mesa.da(remedios.UsarHabilidadDelGuia())
    mesa.da(remedios.UsarElAnillo())
    assert mesa.estado.final is not None
    assert mesa.estado.final.ganador is Bando.LIBRES


def test_el_guia_que_se_separa_en_mordor_queda_eliminado() -> None:
    mesa = en_mordor(companeros=("merry", "pippin"), guia="merry")
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "3")
    mesa.da(remedios.UsarHabilidadDelGuia(separa=True))
    assert mesa.estado.eliminados == ("merry",)
    assert mesa.estado.caza_abierta.dano == 2
