"""Cuándo una ficha revela a la Compañía, adónde puede ir su figura y si le sigue una ficha de Baluarte."""

from servicios.guerra import mapa
from servicios.guerra.caza import Motivo
from servicios.guerra.estado import GOLLUM, Estado
from servicios.guerra.piezas import Asentamiento, Bando
from servicios.guerra.tablas import ficha, nacion, region, tablas


def va_a_revelar(estado: Estado) -> bool:
    """Si la ficha que se resuelve deja revelada a la Compañía.

    No la revela si ya lo está; si el Guía es Gollum y la ficha es normal; ni si la ficha se sacó por declararse
    en una ciudad o Baluarte de los Pueblos Libres.
    Fuente: 001, «Determinando el Daño de Caza», «Gollum como Guía», «La Compañía declara su posición».
    """
    caza, compania = estado.caza, estado.compania
    if caza is None or caza.ficha is None or not compania.oculta:
        return False
    if caza.se_descubre:
        return True
    sacada = ficha(caza.ficha)
    if compania.guia == GOLLUM and not sacada.especial:
        return False
    a_salvo = region(compania.region).acoge and estado.controla(compania.region) is Bando.LIBRES
    return sacada.revela and not (caza.motivo is Motivo.DECLARACION and a_salvo)


def baluartes_de_la_sombra(estado: Estado) -> frozenset[str]:
    """Los Baluartes que eran de la Sombra y siguen bajo su control."""
    return frozenset(
        actual.id
        for actual in tablas().regiones.values()
        if actual.asentamiento is Asentamiento.BALUARTE
        and actual.nacion is not None
        and nacion(actual.nacion).bando is Bando.SOMBRA
        and actual.id not in estado.capturados
    )


def destinos(estado: Estado) -> tuple[str, ...]:
    """Las regiones donde puede acabar la figura de una Compañía revelada, de cerca a lejos.

    No vale una ciudad o Baluarte de los Pueblos Libres que ellos controlen. Si no queda ninguna otra al
    alcance, la figura se queda donde está. Fuente: 001, «La Compañía es descubierta por una Caza del Anillo».
    """
    compania = estado.compania
    posibles = tuple(
        donde
        for donde in mapa.alcanzables(compania.region, compania.progreso)
        if not (_de_los_libres(donde) and estado.controla(donde) is Bando.LIBRES)
    )
    return posibles or (compania.region,)


def ficha_de_baluarte(estado: Estado, destino: str) -> bool:
    """Si revelarse en `destino` obliga a sacar otra ficha.

    Hay ficha si el viaje empieza o acaba en un Baluarte original de la Sombra que ella controla, o si no hay
    camino, dentro del progreso, que los evite todos. Fuente: 001, «La Compañía en Baluartes de La Sombra».
    """
    peligro = baluartes_de_la_sombra(estado)
    origen = estado.compania.region
    if origen in peligro or destino in peligro:
        return True
    ruta = mapa.camino(origen, destino, peligro)
    return ruta is None or len(ruta) - 1 > estado.compania.progreso


def _de_los_libres(donde: str) -> bool:
    actual = region(donde)
    return actual.acoge and actual.nacion is not None and nacion(actual.nacion).bando is Bando.LIBRES
