"""El marcador político y lo que puede cada nación, y los asentamientos que cambian de manos."""

import pytest

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.guerra import asentamientos, politica
from servicios.guerra.estado import Condicion, Posicion
from servicios.guerra.piezas import Bando
from servicios.guerra.victoria import Abandonar
from tests.guerra.mesa import LIBRES, SOMBRA, Mesa

EN_GUERRA = Posicion(pasos=0, activa=True)


def mesa_de_acciones() -> Mesa:
    return Mesa().a_las_acciones(
        libres=("reclutamiento",) * 4, sombra=("ejercito", "ejercito", "reclutamiento", "personaje")
    )


def en_guerra(mesa: Mesa, *naciones: str) -> Mesa:
    return mesa.pon(naciones={**mesa.estado.naciones, **dict.fromkeys(naciones, EN_GUERRA)})


def invade(mesa: Mesa, region: str, nacion: str = "sauron") -> None:
    mesa.da(asentamientos.MoverEjercito(bando=Bando.SOMBRA, naciones=(nacion,), region=region), SOMBRA)


def test_una_nacion_pasiva_no_llega_a_la_guerra() -> None:
    mesa = mesa_de_acciones()
    avanza = politica.AvanzarNacion(nacion="gondor", dado="reclutamiento")
    mesa.da(avanza)
    assert mesa.estado.naciones["gondor"] == Posicion(pasos=1, activa=False)
    with pytest.raises(ErrorDeDominio, match="Gondor está pasiva"):
        mesa.da(avanza)
    mesa.da(politica.ActivarNacion(nacion="gondor"))
    mesa.da(avanza)
    assert mesa.estado.naciones["gondor"].en_guerra
    with pytest.raises(ErrorDeDominio, match="ya está en guerra"):
        mesa.da(avanza)
    with pytest.raises(ErrorDeDominio, match="ya está activa"):
        mesa.da(politica.ActivarNacion(nacion="gondor"))
    assert mesa.estado.bolsas[Bando.LIBRES].usados == ("reclutamiento",) * 2


def test_cada_bando_mueve_sus_naciones() -> None:
    mesa = mesa_de_acciones()
    with pytest.raises(SinPermiso):
        mesa.da(politica.AvanzarNacion(nacion="isengard"), LIBRES)
    mesa.da(politica.AvanzarNacion(nacion="isengard"), SOMBRA)
    assert mesa.estado.naciones["isengard"].en_guerra


def test_la_habilidad_de_un_companero_pide_un_asentamiento_sin_capturar() -> None:
    mesa = mesa_de_acciones().pon(capturados=("pelargir",))
    con = politica.AvanzarNacion(nacion="gondor", dado="reclutamiento", habilidad_en="pelargir")
    with pytest.raises(ErrorDeDominio, match="en manos del enemigo"):
        mesa.da(con)
    with pytest.raises(ErrorDeDominio, match="no tiene un asentamiento de Gondor"):
        mesa.da(con.con(habilidad_en="edoras"))
    mesa.da(con.con(habilidad_en="minas-tirith"))
    assert mesa.estado.naciones["gondor"].pasos == 1


def test_la_invasion_activa_pero_no_avanza() -> None:
    mesa = en_guerra(mesa_de_acciones(), "sauron")
    invade(mesa, "druadan-forest")  # no es de nadie
    invade(mesa, "old-forest-road")  # El Norte, sin asentamiento
    assert mesa.estado.naciones["norte"] == Posicion(pasos=3, activa=True)
    assert not mesa.estado.naciones["gondor"].activa


def test_capturar_activa_avanza_y_da_puntos() -> None:
    mesa = en_guerra(mesa_de_acciones(), "sauron")
    invade(mesa, "pelargir")
    assert mesa.estado.naciones["gondor"] == Posicion(pasos=1, activa=True)
    assert mesa.estado.capturados == ("pelargir",)
    assert mesa.estado.puntos(Bando.SOMBRA) == 1
    invade(mesa, "lossarnach")  # un pueblo no da puntos, pero cuenta como capturado
    assert mesa.estado.puntos(Bando.SOMBRA) == 1
    assert mesa.estado.naciones["gondor"].en_guerra
    invade(mesa, "lossarnach")  # ya es suyo: nada nuevo
    assert mesa.estado.capturados == ("lossarnach", "pelargir")


def test_una_fortificacion_no_se_captura() -> None:
    mesa = en_guerra(mesa_de_acciones(), "sauron")
    invade(mesa, "osgiliath")
    invade(mesa, "fords-of-isen")
    assert mesa.estado.capturados == ()
    assert mesa.estado.naciones["rohan"] == Posicion(pasos=3, activa=True)


def test_el_dueno_original_libera() -> None:
    mesa = en_guerra(mesa_de_acciones(), "sauron", "gondor").pon(capturados=("pelargir", "umbar"))
    mueve = asentamientos.MoverEjercito(bando=Bando.LIBRES, naciones=("gondor",), region="pelargir")
    mesa.da(mueve)
    assert mesa.estado.capturados == ("umbar",)
    assert (mesa.estado.puntos(Bando.SOMBRA), mesa.estado.puntos(Bando.LIBRES)) == (0, 2)
    assert mesa.estado.naciones["gondor"] == EN_GUERRA


def test_un_no_beligerante_no_sale_de_su_pais() -> None:
    mesa = mesa_de_acciones()
    mueve = asentamientos.MoverEjercito(bando=Bando.LIBRES, naciones=("gondor",), region="osgiliath")
    with pytest.raises(
        ErrorDeDominio, match="Gondor no está en guerra: sus unidades no pueden entrar en Osgiliath"
    ):
        mesa.da(mueve)
    mesa.da(mueve.con(region="lamedon"))
    # aunque vaya apilado con otra nación que sí lo está
    en_guerra(mesa, "rohan")
    with pytest.raises(ErrorDeDominio, match="Gondor no está en guerra"):
        mesa.da(mueve.con(naciones=("rohan", "gondor"), region="edoras"))
    with pytest.raises(ErrorDeDominio, match="no es del bando"):
        mesa.da(mueve.con(naciones=("sauron",)))
    with pytest.raises(ErrorDeDominio, match="Di de qué naciones"):
        mesa.da(mueve.con(naciones=()))


def test_mover_un_ejercito_con_cada_dado() -> None:
    mesa = en_guerra(mesa_de_acciones(), "sauron")
    mueve = asentamientos.MoverEjercito(
        bando=Bando.SOMBRA, naciones=("sauron",), region="dagorlad", dado="personaje"
    )
    with pytest.raises(ErrorDeDominio, match="hace falta «Ejército»"):
        mesa.da(mueve, SOMBRA)
    mesa.da(mueve.con(con_jefe=True), SOMBRA)
    mesa.da(mueve.con(dado="ejercito"), SOMBRA)
    assert mesa.estado.bolsas[Bando.SOMBRA].usados == ("personaje", "ejercito")


def test_reclutar_pide_estar_en_guerra_salvo_evento() -> None:
    mesa = mesa_de_acciones()
    recluta = politica.Reclutar(nacion="gondor", regiones=("pelargir", "lamedon"), dado="reclutamiento")
    with pytest.raises(ErrorDeDominio, match="Gondor no está en guerra"):
        mesa.da(recluta)
    mesa.da(recluta.con(dado=None))
    en_guerra(mesa, "gondor")
    mesa.da(recluta)
    with pytest.raises(ErrorDeDominio, match="Di en qué región"):
        mesa.da(recluta.con(regiones=()))
    with pytest.raises(ErrorDeDominio, match="no tiene un asentamiento"):
        mesa.da(recluta.con(regiones=("osgiliath",)))


def test_un_asentamiento_capturado_ni_recluta_ni_siquiera_por_evento() -> None:
    mesa = en_guerra(mesa_de_acciones(), "gondor").pon(capturados=("pelargir",), asedios=("minas-tirith",))
    recluta = politica.Reclutar(nacion="gondor", regiones=("pelargir",))
    with pytest.raises(ErrorDeDominio, match="en manos del enemigo"):
        mesa.da(recluta)
    with pytest.raises(ErrorDeDominio, match="bajo asedio"):
        mesa.da(recluta.con(regiones=("minas-tirith",), dado="reclutamiento"))
    mesa.da(recluta.con(regiones=("minas-tirith",)))


def test_reforzar_un_asedio_es_un_movimiento_normal() -> None:
    mesa = en_guerra(mesa_de_acciones(), "sauron", "rohan").pon(asedios=("minas-tirith",))
    invade(mesa, "minas-tirith")
    assert mesa.estado.capturados == ()
    assert mesa.estado.asedios == ("minas-tirith",)
    with pytest.raises(ErrorDeDominio, match="El enemigo asedia Minas Tirith"):
        mesa.da(asentamientos.MoverEjercito(bando=Bando.LIBRES, naciones=("rohan",), region="minas-tirith"))


def test_el_sitiador_levanta_el_asedio() -> None:
    mesa = mesa_de_acciones().pon(asedios=("minas-tirith",))
    with pytest.raises(SinPermiso):
        mesa.da(asentamientos.LevantarAsedio(region="minas-tirith"), LIBRES)
    mesa.da(asentamientos.LevantarAsedio(region="minas-tirith"), SOMBRA)
    assert mesa.estado.asedios == ()
    with pytest.raises(ErrorDeDominio, match="Nadie asedia"):
        mesa.da(asentamientos.LevantarAsedio(region="minas-tirith"), SOMBRA)


DIEZ = ("rivendell", "lorien", "grey-havens", "woodland-realm", "minas-tirith")
CUATRO = ("moria", "orthanc")


@pytest.mark.parametrize(
    ("capturados", "condicion"),
    [
        (DIEZ, Condicion.MILITAR_SOMBRA),
        ((*DIEZ[:4], "dale"), None),  # 9 puntos
        (CUATRO, Condicion.MILITAR_LIBRES),
        (("moria", "angmar"), None),  # 3 puntos
        (DIEZ + CUATRO, Condicion.MILITAR_SOMBRA),  # si se dan las dos, vale la primera
        (("bree", "carrock", "folde", "lamedon"), None),  # los pueblos no puntúan
    ],
)
def test_victoria_militar_al_final_del_turno(capturados: tuple[str, ...], condicion: Condicion | None) -> None:
    mesa = mesa_de_acciones().pon(capturados=tuple(sorted(capturados)))
    assert mesa.estado.final is None  # no es inmediata
    mesa.pasa_turno()
    final = mesa.estado.final
    assert (final.condicion if final else None) is condicion
    assert mesa.estado.turno == (2 if condicion is None else 1)


def test_abandonar() -> None:
    mesa = mesa_de_acciones()
    with pytest.raises(SinPermiso):
        mesa.da(Abandonar(bando=Bando.SOMBRA), LIBRES)
    mesa.da(Abandonar(bando=Bando.SOMBRA), SOMBRA)
    assert mesa.estado.final is not None
    assert mesa.estado.final.motivo == "La Sombra abandona la partida, y ganan los Pueblos Libres."
