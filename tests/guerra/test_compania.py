"""La Compañía: moverse, ocultarse, declararse, su Guía y quienes la dejan."""

import pytest

from servicios.errores import ErrorDeDominio
from servicios.guerra import compania, corrupcion, dados, personajes, turno
from servicios.guerra.estado import Fase
from servicios.guerra.mesa import Bando
from tests.guerra.mesa import SOMBRA, Mesa

PERSONAJE = ("personaje",)


def en_fase_de_compania(**cambios: object) -> Mesa:
    return Mesa().pon_compania(**cambios)


def test_mover_avanza_una_casilla_y_el_dado_va_despues_a_la_casilla_de_caza() -> None:
    mesa = Mesa().a_las_acciones(caza=2, libres=PERSONAJE * 2)
    mesa.da(compania.MoverCompania(dado="personaje"))
    assert mesa.estado.compania.progreso == 1
    assert mesa.estado.caja.libres == 0  # mientras se caza, aún no cuenta
    mesa = Mesa().a_las_acciones(caza=2, libres=PERSONAJE * 2)
    mesa.mueve(2, 3)
    assert mesa.estado.caja.libres == 1
    hechos = mesa.mueve(5, 4, "1")  # el segundo movimiento lleva +1: basta un 5
    assert mesa.estado.compania.progreso == 2
    assert any(hecho.tipo == "ficha_sacada" for hecho in hechos)


def test_sin_dados_en_la_casilla_no_hay_caza() -> None:
    mesa = Mesa().a_las_acciones(caza=0, libres=PERSONAJE)
    mesa.da(compania.MoverCompania(dado="personaje"))
    assert mesa.estado.caza is None
    assert mesa.estado.caja.libres == 1


def test_movida_por_un_evento_no_pone_dado_en_la_casilla() -> None:
    mesa = Mesa().a_las_acciones(caza=0)
    mesa.da(compania.MoverCompania())
    assert (mesa.estado.compania.progreso, mesa.estado.caja.libres) == (1, 0)


def test_revelada_no_se_mueve_hasta_ocultarse() -> None:
    mesa = Mesa().a_las_acciones(libres=PERSONAJE * 2).pon_compania(oculta=False)
    with pytest.raises(ErrorDeDominio, match="ocúltala antes de moverla"):
        mesa.da(compania.MoverCompania(dado="personaje"))
    with pytest.raises(ErrorDeDominio, match="ocúltala antes"):
        mesa.da(compania.MoverCompania())
    mesa.da(compania.OcultarCompania(dado="personaje"))
    assert mesa.estado.compania.oculta
    assert mesa.estado.caja.libres == 0  # el dado de ocultarse no va a la casilla
    assert mesa.estado.compania.progreso == 0
    with pytest.raises(ErrorDeDominio, match="ya está oculta"):
        mesa.da(compania.OcultarCompania(dado="personaje"))


def test_ocultarse_con_cualquier_dado_por_la_habilidad_del_guia() -> None:
    mesa = Mesa().a_las_acciones(libres=("evento",)).pon_compania(oculta=False)
    with pytest.raises(ErrorDeDominio, match="hace falta «Personaje»"):
        mesa.da(compania.OcultarCompania(dado="evento"))
    mesa.da(compania.OcultarCompania(dado="evento", habilidad=True))
    assert mesa.estado.compania.oculta


def test_declararse_hasta_donde_llega_el_progreso() -> None:
    mesa = en_fase_de_compania(progreso=1)
    with pytest.raises(ErrorDeDominio, match="está a 2 regiones de Rivendel y la Compañía ha recorrido 1"):
        mesa.da(compania.DeclararCompania(region="hollin"))
    mesa.da(compania.DeclararCompania(region="trollshaws"))
    actual = mesa.estado.compania
    assert (actual.region, actual.progreso, actual.oculta) == ("trollshaws", 0, True)
    with pytest.raises(ErrorDeDominio, match="ya se ha declarado"):
        mesa.da(compania.DeclararCompania(region="trollshaws"))


def test_revelada_no_se_declara() -> None:
    with pytest.raises(ErrorDeDominio, match="ocúltala antes de declararla"):
        en_fase_de_compania(oculta=False).da(compania.DeclararCompania(region="rivendell"))


@pytest.mark.parametrize(
    ("donde", "capturado", "asediado", "queda"),
    [
        ("rivendell", False, False, 2),
        ("rivendell", False, True, 2),  # un Baluarte original asediado también cura
        ("rivendell", True, False, 3),
        ("dale", False, False, 2),
        ("bree", False, False, 3),  # un pueblo no
        ("osgiliath", False, False, 3),  # una fortificación tampoco
        ("moria", False, False, 3),
        ("moria", True, False, 3),  # un Baluarte de la Sombra capturado no es de los Pueblos Libres
    ],
)
def test_declararse_cura_en_una_ciudad_o_baluarte_libre(
    donde: str, capturado: bool, asediado: bool, queda: int
) -> None:
    mesa = en_fase_de_compania(region=donde, corrupcion=3)
    mesa.pon(capturados=(donde,) if capturado else (), asedios=(donde,) if asediado else ())
    mesa.da(compania.DeclararCompania(region=donde))
    assert mesa.estado.compania.corrupcion == queda


def test_quedarse_en_el_refugio_cura_un_punto_cada_turno() -> None:
    mesa = en_fase_de_compania(corrupcion=2)
    for queda in (1, 0, 0):
        mesa.da(compania.DeclararCompania(region="rivendell"))
        assert mesa.estado.compania.corrupcion == queda
        mesa.pasa_turno()


def test_declararse_en_una_ciudad_o_baluarte_activa_la_nacion() -> None:
    mesa = en_fase_de_compania(region="dale")
    mesa.da(compania.DeclararCompania(region="dale"))
    assert mesa.estado.naciones["norte"].activa
    mesa = en_fase_de_compania(region="bree")
    mesa.da(compania.DeclararCompania(region="bree"))
    assert not mesa.estado.naciones["norte"].activa


def test_el_guia_es_el_de_mayor_nivel_y_entre_iguales_se_elige() -> None:
    mesa = Mesa()
    with pytest.raises(ErrorDeDominio, match="Boromir no puede ser Guía"):
        mesa.da(compania.ElegirGuia(companero="boromir"))
    with pytest.raises(ErrorDeDominio, match="ya es el Guía"):
        mesa.da(compania.ElegirGuia(companero="gandalf-gris"))
    mesa.da(compania.ElegirGuia(companero="trancos"))
    assert mesa.estado.compania.guia == "trancos"


def test_el_guia_solo_cambia_en_su_momento() -> None:
    mesa = Mesa().a_las_acciones(libres=(*PERSONAJE, "evento"))
    with pytest.raises(ErrorDeDominio, match="Ahora no se puede cambiar de Guía"):
        mesa.da(compania.ElegirGuia(companero="trancos"))
    mesa.da(personajes.Separar(companeros=("merry",), region="trollshaws", dado="personaje"))
    mesa.da(compania.ElegirGuia(companero="trancos"))  # acaba de cambiar quiénes van
    with pytest.raises(ErrorDeDominio, match="Ahora no"):
        mesa.da(compania.ElegirGuia(companero="gandalf-gris"))


def test_pasado_el_momento_no_se_elige_guia() -> None:
    mesa = Mesa().a_las_acciones(libres=(*PERSONAJE, "evento"))
    mesa.da(personajes.Separar(companeros=("merry",), region="trollshaws", dado="personaje"))
    mesa.da(dados.UsarDado(bando=Bando.LIBRES, dado="evento"))
    with pytest.raises(ErrorDeDominio, match="Ahora no"):
        mesa.da(compania.ElegirGuia(companero="trancos"))


def test_al_irse_el_guia_le_sigue_el_de_mas_nivel() -> None:
    mesa = Mesa().a_las_acciones(libres=PERSONAJE * 3)
    mesa.da(personajes.Separar(companeros=("gandalf-gris",), region="trollshaws", dado="personaje"))
    assert mesa.estado.compania.guia == "trancos"
    mesa.da(personajes.Separar(companeros=("trancos",), region="trollshaws", dado="personaje"))
    assert mesa.estado.compania.guia == "boromir"
    mesa.da(compania.ElegirGuia(companero="gimli"))  # Boromir, Legolas y Gimli empatan
    assert mesa.estado.compania.guia == "gimli"


def test_sin_companeros_guia_gollum() -> None:
    mesa = Mesa().a_las_acciones(libres=PERSONAJE)
    todos = mesa.estado.compania.companeros
    mesa.da(personajes.Separar(companeros=todos, region="trollshaws", dado="personaje"))
    assert mesa.estado.compania.guia == "gollum"
    assert set(mesa.estado.en_juego) == set(todos)


def test_separarse_hasta_el_progreso_mas_el_mayor_nivel() -> None:
    """De Rivendel a Bree hay 3 regiones: Merry y Pippin solos no llegan; con Boromir y progreso 1, sí."""
    mesa = Mesa().a_las_acciones(libres=PERSONAJE * 2)
    with pytest.raises(ErrorDeDominio, match="está a 3 regiones y el grupo alcanza 1"):
        mesa.da(personajes.Separar(companeros=("merry", "pippin"), region="bree", dado="personaje"))
    mesa.pon_compania(progreso=1)
    mesa.da(personajes.Separar(companeros=("merry", "boromir"), region="bree", dado="personaje"))
    assert set(mesa.estado.en_juego) == {"merry", "boromir"}
    with pytest.raises(ErrorDeDominio, match="Merry no está en la Compañía"):
        mesa.da(personajes.Separar(companeros=("merry",), region="trollshaws", dado="personaje"))


@pytest.mark.parametrize("quienes", [(), ("merry", "merry")])
def test_hay_que_decir_quienes_se_separan_y_una_vez(quienes: tuple[str, ...]) -> None:
    mesa = Mesa().a_las_acciones(libres=PERSONAJE)
    with pytest.raises(ErrorDeDominio, match="Di quiénes se separan, a cada uno una sola vez"):
        mesa.da(personajes.Separar(companeros=quienes, region="trollshaws", dado="personaje"))


def test_una_carta_puede_dar_una_region_mas() -> None:
    mesa = Mesa().a_las_acciones()
    with pytest.raises(ErrorDeDominio, match="alcanza 1"):
        mesa.da(personajes.Separar(companeros=("merry",), region="hollin"))
    mesa.da(personajes.Separar(companeros=("merry",), region="hollin", extra=1))
    assert "merry" in mesa.estado.en_juego


def test_quien_se_separa_en_una_ciudad_despierta_a_la_nacion_si_es_capaz() -> None:
    mesa = Mesa().a_las_acciones(libres=PERSONAJE * 2).pon_compania(region="osgiliath")
    mesa.da(personajes.Separar(companeros=("legolas",), region="minas-tirith", dado="personaje"))
    assert not mesa.estado.naciones["gondor"].activa
    mesa.da(personajes.Separar(companeros=("boromir",), region="minas-tirith", dado="personaje"))
    assert mesa.estado.naciones["gondor"].activa


def test_un_companero_de_fuera_que_llega_tambien_despierta() -> None:
    mesa = Mesa().a_las_acciones(libres=PERSONAJE * 2).pon(en_juego=("gimli",))
    mesa.pon_compania(companeros=tuple(q for q in mesa.estado.compania.companeros if q != "gimli"))
    mesa.da(personajes.MoverCompaneros(companeros=("gimli",), region="iron-hills", dado="personaje"))
    assert not mesa.estado.naciones["enanos"].activa  # es un pueblo
    mesa.da(personajes.MoverCompaneros(companeros=("gimli",), region="erebor", dado="personaje"))
    assert mesa.estado.naciones["enanos"].activa
    with pytest.raises(ErrorDeDominio, match="fuera de la Compañía"):
        mesa.da(personajes.MoverCompaneros(companeros=("legolas",), region="erebor"))


def test_en_mordor_separarse_con_dado_no_y_por_evento_elimina() -> None:
    mesa = Mesa().a_las_acciones(libres=PERSONAJE).pon_compania(mordor=1)
    with pytest.raises(ErrorDeDominio, match="En Mordor no se puede separar"):
        mesa.da(personajes.Separar(companeros=("merry",), region="gorgoroth", dado="personaje"))
    mesa.da(personajes.Separar(companeros=("merry",)))
    assert "merry" in mesa.estado.eliminados
    assert "merry" not in mesa.estado.en_juego


def test_aragorn_y_gandalf_el_blanco_sustituyen_a_quien_ya_no_va_en_la_compania() -> None:
    mesa = Mesa().a_las_acciones(libres=("voluntad", "personaje"))
    with pytest.raises(ErrorDeDominio, match="antes tiene que haber dejado la Compañía"):
        mesa.da(personajes.EntrarEnJuego(personaje="aragorn", dado="voluntad"))
    mesa.da(personajes.Separar(companeros=("trancos",), region="trollshaws", dado="personaje"))
    mesa.da(personajes.EntrarEnJuego(personaje="aragorn", dado="voluntad"))
    assert mesa.estado.en_juego == ("aragorn",)
    # Gandalf el Blanco entra también si el Gris ha caído
    mesa.da(personajes.EliminarPersonaje(personaje="gandalf-gris"))
    mesa.da(personajes.EntrarEnJuego(personaje="gandalf-blanco"))
    assert "gandalf-blanco" in mesa.estado.en_juego
    with pytest.raises(ErrorDeDominio, match="no entra en juego así"):
        mesa.da(personajes.EntrarEnJuego(personaje="boromir"))


def test_la_corrupcion_va_de_0_a_12() -> None:
    mesa = Mesa()
    mesa.da(corrupcion.AjustarCorrupcion(puntos=-3, carta="Athelas"))
    assert mesa.estado.compania.corrupcion == 0
    assert mesa.textos[1] == "Athelas"
    with pytest.raises(ErrorDeDominio, match="de 1 a 12"):
        mesa.da(corrupcion.AjustarCorrupcion(puntos=0))
    mesa.da(corrupcion.AjustarCorrupcion(puntos=11), SOMBRA)
    assert mesa.estado.compania.corrupcion == 11
    mesa.da(corrupcion.AjustarCorrupcion(puntos=5), SOMBRA)
    assert mesa.estado.compania.corrupcion == 12
    assert mesa.estado.final is not None


def test_el_nuevo_turno_deja_declararse_otra_vez() -> None:
    mesa = Mesa()
    mesa.da(compania.DeclararCompania(region="rivendell"))
    mesa.da(turno.TerminarFaseDeCompania())
    assert mesa.estado.fase is Fase.ASIGNACION
    mesa.pasa_turno()
    mesa.da(compania.DeclararCompania(region="rivendell"))
