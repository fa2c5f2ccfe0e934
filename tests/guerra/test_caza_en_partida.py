"""Una Caza dentro de la partida, paso a paso: tirada, ficha, remedios, revelación y fichas de Baluarte."""

import pytest

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.guerra import compania, eventos, remedios, resolucion
from servicios.guerra.agregado import opciones
from servicios.guerra.estado import Fase
from servicios.guerra.modelo_caza import PasoDeCaza
from servicios.guerra.revelacion import destinos
from tests.guerra.mesa import LIBRES, SOMBRA, Mesa


def cazada(ficha: str, *, nivel: int = 1, **compania_: object) -> Mesa:
    """Una Compañía que se acaba de mover y a la que la Caza, con un solo éxito, saca esa ficha."""
    mesa = Mesa().pon_compania(**compania_).a_las_acciones(caza=nivel, libres=("personaje", "personaje"))
    mesa.mueve(6, *[2] * (nivel - 1), ficha)
    return mesa


def textos(mesa: Mesa) -> list[str]:
    return [opcion.texto for opcion in opciones(mesa.estado)]


def test_mientras_se_caza_no_se_hace_otra_cosa() -> None:
    mesa = Mesa().a_las_acciones(caza=1, libres=("personaje", "personaje"))
    mesa.da(compania.MoverCompania(dado="personaje"))
    with pytest.raises(ErrorDeDominio, match="Caza sin resolver"):
        mesa.da(compania.MoverCompania(dado="personaje"))
    with pytest.raises(ErrorDeDominio, match="nada de eso que decidir"):
        mesa.da(remedios.UsarElAnillo())
    with pytest.raises(SinPermiso):
        mesa.da(resolucion.TirarCaza(), LIBRES)


def test_caza_fallida() -> None:
    mesa = Mesa().a_las_acciones(caza=3, libres=("personaje",))
    mesa.mueve(5, 4, 1)
    assert mesa.estado.caza is None
    assert len(mesa.estado.fondo.dentro) == 16


@pytest.mark.parametrize(
    ("region", "capturados", "relanza"),
    [
        ("rivendell", (), 0),
        ("rivendell", ("rivendell",), 1),  # un Baluarte de los Pueblos Libres en manos de la Sombra también
        ("moria", (), 1),
        ("moria", ("moria",), 0),
        ("angmar", (), 0),  # una ciudad no es un Baluarte
    ],
)
def test_el_baluarte_que_relanza_es_el_que_controla_la_sombra(
    region: str, capturados: tuple[str, ...], relanza: int
) -> None:
    mesa = Mesa().pon(capturados=capturados).pon_compania(region=region)
    hay = resolucion.condiciones(mesa.estado, ejercito=False, nazgul=False)
    assert hay.relanzamientos == relanza
    assert resolucion.condiciones(mesa.estado, ejercito=True, nazgul=True).relanzamientos == relanza + 2


def test_usar_el_anillo() -> None:
    mesa = cazada("3")
    assert mesa.estado.fondo.sacadas == ("3",)
    mesa.da(remedios.UsarElAnillo())
    assert mesa.estado.compania.corrupcion == 3
    assert mesa.estado.caza is None
    assert mesa.estado.caja.libres == 1


def test_el_ojo_vale_los_exitos() -> None:
    mesa = Mesa().a_las_acciones(caza=4, libres=("personaje",))
    mesa.mueve(6, 6, 2, 3, 6, "ojo-r", nazgul=True)
    assert mesa.estado.caza_abierta.dano == 3


def test_la_baja_del_guia_absorbe_su_nivel_y_lo_que_pasa_es_corrupcion() -> None:
    mesa = cazada("3", companeros=("boromir", "merry"), guia="boromir")
    mesa.da(remedios.DarBaja(quien="guia"))
    assert mesa.estado.eliminados == ("boromir",)
    assert mesa.estado.compania.guia == "merry"
    assert mesa.estado.caza_abierta.dano == 1
    with pytest.raises(ErrorDeDominio, match="no se puede perder a un Compañero"):
        mesa.da(remedios.DarBaja(quien="guia"))
    mesa.da(remedios.UsarElAnillo())
    assert mesa.estado.compania.corrupcion == 1


def test_lo_que_sobra_del_nivel_se_pierde() -> None:
    mesa = cazada("1")
    mesa.da(remedios.DarBaja(quien="guia"))
    assert (mesa.estado.compania.corrupcion, mesa.estado.caza) == (0, None)
    assert mesa.estado.compania.guia == "trancos"


def test_la_baja_al_azar_incluye_al_guia_y_no_al_portador() -> None:
    mesa = cazada("2")
    hechos = mesa.da(remedios.DarBaja(quien="azar"), LIBRES, 6)
    caido = hechos[0]
    assert isinstance(caido, remedios.CompaneroCaido)
    assert caido.sorteo is not None
    assert caido.sorteo.caras == (7,)
    assert caido.companero == "merry"
    assert mesa.estado.caza_abierta.dano == 1


def test_con_una_ficha_de_0_no_hay_baja() -> None:
    mesa = cazada("0-r")
    with pytest.raises(ErrorDeDominio, match="no se puede perder"):
        mesa.da(remedios.DarBaja(quien="guia"))
    assert "Baja al azar" not in textos(mesa)


def test_carta_en_la_mesa_antes_que_nada_y_una_sola() -> None:
    mesa = cazada("3")
    with pytest.raises(ErrorDeDominio, match="no se puede reducir en 4"):
        mesa.da(remedios.JugarCartaDeMesa(efecto="reduce", puntos=4))
    mesa.da(remedios.JugarCartaDeMesa(efecto="reduce", puntos=1))
    with pytest.raises(ErrorDeDominio, match="Ya no es momento"):
        mesa.da(remedios.JugarCartaDeMesa(efecto="reduce", puntos=1))
    mesa.da(remedios.DarBaja(quien="guia"))
    assert mesa.estado.caza is None
    mesa = cazada("3", companeros=("boromir", "merry"), guia="boromir")
    mesa.da(remedios.DarBaja(quien="guia"))
    with pytest.raises(ErrorDeDominio, match="Ya no es momento"):
        mesa.da(remedios.JugarCartaDeMesa(efecto="anula"))


def test_carta_que_cambia_la_ficha_o_la_anula() -> None:
    mesa = cazada("3")
    mesa.da(remedios.JugarCartaDeMesa(efecto="otra"), LIBRES, "1")
    assert mesa.estado.caza_abierta.dano == 1
    assert mesa.estado.fondo.sacadas == ("1",)  # el 3 ha vuelto
    with pytest.raises(ErrorDeDominio, match="Ya no es momento"):
        mesa.da(remedios.JugarCartaDeMesa(efecto="otra"))
    mesa = cazada("2-r")
    mesa.da(remedios.JugarCartaDeMesa(efecto="anula"))
    assert (mesa.estado.caza, mesa.estado.compania.oculta) == (None, True)
    assert len(mesa.estado.fondo.dentro) == 16


def test_la_habilidad_del_guia_y_despues_la_del_que_lo_releva() -> None:
    """Merry se separa para reducir 1, y Pippin, nuevo Guía, puede hacer lo mismo."""
    mesa = cazada("3", companeros=("merry", "pippin"), guia="merry")
    with pytest.raises(ErrorDeDominio, match="Di a qué región van"):
        mesa.da(remedios.UsarHabilidadDelGuia(separa=True))
    mesa.da(remedios.UsarHabilidadDelGuia(separa=True, region="trollshaws"))
    assert (mesa.estado.compania.guia, mesa.estado.caza_abierta.dano) == ("pippin", 2)
    mesa.da(remedios.UsarHabilidadDelGuia(separa=True, region="trollshaws"))
    assert mesa.estado.compania.guia == "gollum"
    assert set(mesa.estado.en_juego) == {"merry", "pippin"}
    mesa.da(remedios.UsarElAnillo())
    assert mesa.estado.compania.corrupcion == 1


def test_cada_guia_usa_su_habilidad_una_vez() -> None:
    mesa = cazada("3")
    mesa.da(remedios.UsarHabilidadDelGuia(puntos=1))
    with pytest.raises(ErrorDeDominio, match="no puede usar ahora"):
        mesa.da(remedios.UsarHabilidadDelGuia(puntos=1))


def test_tras_la_baja_el_nuevo_guia_puede_usar_la_suya() -> None:
    mesa = cazada("3", companeros=("boromir", "merry"), guia="boromir")
    mesa.da(remedios.DarBaja(quien="guia"))
    mesa.da(remedios.UsarHabilidadDelGuia(puntos=1))
    assert mesa.estado.caza is None
    # pero si el Guía no ha cambiado, su momento ya pasó
    mesa = cazada("3", companeros=("boromir", "merry"), guia="boromir")
    mesa.da(remedios.DarBaja(quien="azar"), LIBRES, 2)
    with pytest.raises(ErrorDeDominio, match="no puede usar ahora"):
        mesa.da(remedios.UsarHabilidadDelGuia(puntos=1))


def test_revelada_mueve_la_figura_despues_del_dano() -> None:
    mesa = cazada("2-r", progreso=1)  # con este movimiento, 2
    mesa.da(remedios.UsarElAnillo())
    assert mesa.estado.compania.corrupcion == 2
    assert mesa.estado.caza_abierta.paso is PasoDeCaza.REVELAR
    with pytest.raises(ErrorDeDominio, match="está a 3 y la Compañía ha recorrido 2 regiones"):
        mesa.da(remedios.MoverRevelada(region="moria"))
    with pytest.raises(ErrorDeDominio, match="es de los Pueblos Libres"):
        mesa.da(remedios.MoverRevelada(region="rivendell"))
    mesa.da(remedios.MoverRevelada(region="hollin"))
    actual = mesa.estado.compania
    assert (actual.region, actual.progreso, actual.oculta) == ("hollin", 0, False)
    assert mesa.estado.caza is None


def test_puede_acabar_en_un_baluarte_libre_capturado_y_si_no_hay_otro_sitio_se_queda() -> None:
    mesa = Mesa()
    assert destinos(mesa.estado) == ("rivendell",)
    mesa.pon_compania(progreso=1)
    assert set(destinos(mesa.estado)) == {"fords-of-bruinen", "trollshaws"}
    mesa.pon(capturados=("rivendell",))
    assert "rivendell" in destinos(mesa.estado)


def test_si_ya_esta_revelada_la_ficha_no_la_revela_otra_vez() -> None:
    mesa = Mesa().a_las_acciones(caza=1).pon_compania(oculta=False)
    mesa.da(eventos.SacarFicha(), SOMBRA, "1-r")
    mesa.da(remedios.UsarElAnillo())
    assert mesa.estado.caza is None


@pytest.mark.parametrize(
    ("origen", "progreso", "destino", "capturados", "extra"),
    [
        ("moria", 1, "hollin", (), True),  # empieza en un Baluarte de la Sombra
        ("hollin", 1, "moria", (), True),  # termina en él
        ("hollin", 2, "dimrill-dale", (), True),  # solo se llega pasando por Moria
        ("hollin", 2, "dimrill-dale", ("moria",), False),  # capturado por los Pueblos Libres
        ("hollin", 9, "dimrill-dale", (), False),  # hay otro camino al alcance
        ("lorien", 1, "dimrill-dale", ("lorien",), False),  # un Baluarte de los PL capturado no cuenta
    ],
)
def test_ficha_extra_por_el_baluarte(
    origen: str, progreso: int, destino: str, capturados: tuple[str, ...], extra: bool
) -> None:
    mesa = Mesa().pon(capturados=capturados).pon_compania(region=origen, progreso=progreso).a_las_acciones(caza=1)
    mesa.da(eventos.RevelarCompania(), SOMBRA)
    if extra:
        mesa.da(remedios.MoverRevelada(region=destino), LIBRES, "ojo-r")
        assert mesa.estado.caza is None or mesa.estado.caza.dano == 0  # el Ojo vale 0
    else:
        mesa.da(remedios.MoverRevelada(region=destino))
        assert mesa.estado.caza is None
    assert not mesa.estado.compania.oculta


def test_la_ficha_extra_se_encaja_como_cualquier_otra() -> None:
    mesa = cazada("1-r", region="moria")
    mesa.da(remedios.UsarElAnillo())
    mesa.da(remedios.MoverRevelada(region="hollin"), LIBRES, "2-r")
    assert mesa.estado.caza_abierta.dano == 2
    mesa.da(remedios.DarBaja(quien="guia"))
    assert mesa.estado.caza is None
    assert mesa.estado.compania.corrupcion == 1
    assert mesa.estado.caja.libres == 1


def test_las_fichas_de_evento_van_antes_que_la_de_baluarte() -> None:
    mesa = cazada("0-r", region="moria")
    mesa.da(remedios.UsarElAnillo())
    hechos = mesa.da(remedios.MoverRevelada(region="hollin", fichas_de_evento=1), LIBRES, "0-r", "3")
    motivos = [h.motivo.value for h in hechos if isinstance(h, resolucion.FichaSacada)]
    assert motivos == ["evento", "baluarte"]


def test_una_ficha_por_declararse_no_revela_en_una_ciudad_o_baluarte_libre() -> None:
    mesa = Mesa()
    with pytest.raises(ErrorDeDominio, match="no se ha declarado"):
        mesa.da(eventos.SacarFicha(por="declaracion"), SOMBRA)
    mesa.da(compania.DeclararCompania(region="rivendell"))
    mesa.da(eventos.SacarFicha(por="declaracion"), SOMBRA, "1-r")
    mesa.da(remedios.UsarElAnillo())
    assert (mesa.estado.compania.oculta, mesa.estado.caza) == (True, None)
    mesa = Mesa().pon_compania(progreso=1)
    mesa.da(compania.DeclararCompania(region="trollshaws"))
    mesa.da(eventos.SacarFicha(por="declaracion"), SOMBRA, "1-r")
    mesa.da(remedios.UsarElAnillo())
    mesa.da(remedios.MoverRevelada(region="trollshaws"))
    assert not mesa.estado.compania.oculta


def test_en_plena_caza_no_se_cambia_de_guia_si_no_ha_cambiado_quienes_van() -> None:
    """También en la fase de la Compañía: si no, cada empatado reduciría el Daño por turnos."""
    mesa = Mesa()
    mesa.da(eventos.SacarFicha(), SOMBRA, "3")
    mesa.da(remedios.UsarHabilidadDelGuia(puntos=1))
    with pytest.raises(ErrorDeDominio, match="Ahora no se puede cambiar de Guía"):
        mesa.da(compania.ElegirGuia(companero="trancos"))
    assert not any(texto.startswith("Guía:") for texto in textos(mesa))
    mesa.da(remedios.UsarElAnillo())
    mesa.da(compania.ElegirGuia(companero="trancos"))


def test_revelar_por_evento_pide_que_este_oculta() -> None:
    with pytest.raises(ErrorDeDominio, match="ya está revelada"):
        Mesa().pon_compania(oculta=False).da(eventos.RevelarCompania(), SOMBRA)


GOLLUM = {"companeros": (), "guia": "gollum"}


def test_gollum_niega_revelar_en_las_fichas_normales() -> None:
    mesa = cazada("2-r", **GOLLUM)
    mesa.da(remedios.UsarElAnillo())
    assert (mesa.estado.compania.oculta, mesa.estado.compania.corrupcion) == (True, 2)


def test_gollum_reduce_un_punto_descubriendo_a_la_compania() -> None:
    mesa = cazada("2-r", **GOLLUM)
    assert "Gollum: −1 y descubre a la Compañía" in textos(mesa)
    mesa.da(remedios.UsarHabilidadDelGuia())
    with pytest.raises(ErrorDeDominio, match="no puede usar ahora"):
        mesa.da(remedios.UsarHabilidadDelGuia())
    mesa.da(remedios.UsarElAnillo())
    assert mesa.estado.compania.corrupcion == 1
    mesa.da(remedios.MoverRevelada(region="trollshaws"))
    assert not mesa.estado.compania.oculta


def test_gollum_no_reduce_si_la_ficha_ya_la_va_a_revelar_ni_cae_en_la_caza() -> None:
    mesa = Mesa().pon_compania(mordor=1, **GOLLUM).a_las_acciones(caza=2, libres=("personaje",))
    mesa.da(eventos.PonerFichaEspecial(ficha="es-mio"), SOMBRA)
    mesa.da(compania.MoverCompania(dado="personaje"), LIBRES, "es-mio")
    with pytest.raises(ErrorDeDominio, match="no puede usar ahora"):
        mesa.da(remedios.UsarHabilidadDelGuia())
    with pytest.raises(ErrorDeDominio, match="no se puede perder"):
        mesa.da(remedios.DarBaja(quien="guia"))
    mesa.da(remedios.UsarElAnillo())
    assert not mesa.estado.compania.oculta


def test_gollum_guia_por_una_baja_se_nota_en_la_misma_ficha() -> None:
    """Cae el último Compañero con una ficha normal que revela: Gollum ya es Guía y niega el icono."""
    mesa = cazada("2-r", companeros=("boromir",), guia="boromir")
    mesa.da(remedios.DarBaja(quien="guia"))
    assert (mesa.estado.compania.guia, mesa.estado.compania.oculta, mesa.estado.caza) == ("gollum", True, None)


def test_el_fondo_dura_toda_la_partida() -> None:
    mesa = cazada("3")
    mesa.da(remedios.UsarElAnillo())
    mesa.pasa_turno()
    assert mesa.estado.fondo.sacadas == ("3",)
    assert mesa.estado.fase is Fase.COMPANIA


def test_fichas_especiales_de_cada_bando() -> None:
    mesa = Mesa()
    with pytest.raises(SinPermiso):
        mesa.da(eventos.PonerFichaEspecial(ficha="redoma"), SOMBRA)
    mesa.da(eventos.PonerFichaEspecial(ficha="redoma"))
    assert mesa.estado.fondo.apartadas == ("redoma",)
    with pytest.raises(ErrorDeDominio, match="ya está en juego"):
        mesa.da(eventos.PonerFichaEspecial(ficha="redoma"))
    mesa.da(eventos.RetirarFicha(ficha="ojo-r"))
    assert mesa.estado.fondo.retiradas == ("ojo-r",)
