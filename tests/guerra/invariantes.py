"""Lo que tiene que cumplir cualquier estado de una partida, y lo que se puede recontar desde los hechos."""

from collections import Counter
from collections.abc import Sequence

from servicios.guerra.asentamientos import AsentamientoCapturado, AsentamientoLiberado
from servicios.guerra.corrupcion import CorrupcionCambiada
from servicios.guerra.estado import GOLLUM, Estado, Fase
from servicios.guerra.piezas import Bando
from servicios.guerra.resolucion import DanoEncajado
from servicios.guerra.tablas import tablas
from servicios.hechos import Hecho

PUNTOS = {"baluarte": 2, "ciudad": 1}


def comprobar(estado: Estado, hechos: Sequence[Hecho]) -> None:
    """Todas las comprobaciones sobre un estado y los hechos que llevaron a él."""
    _fondo(estado)
    _dados(estado)
    _compania(estado)
    _personajes(estado)
    _naciones(estado)
    _batalla(estado)
    _desde_los_hechos(estado, hechos)


def _fondo(estado: Estado) -> None:
    fondo = estado.fondo
    donde = Counter((*fondo.dentro, *fondo.sacadas, *fondo.gastadas, *fondo.apartadas, *fondo.retiradas))
    for ficha in tablas().fichas.values():
        if ficha.especial:
            assert donde[ficha.id] <= 1
            assert ficha.id not in fondo.sacadas
        else:
            assert donde[ficha.id] == ficha.copias
            assert ficha.id not in (*fondo.gastadas, *fondo.apartadas)
    assert fondo.dentro
    assert not (estado.compania.en_mordor and fondo.apartadas)


def _dados(estado: Estado) -> None:
    libres, sombra = estado.bolsas[Bando.LIBRES], estado.bolsas[Bando.SOMBRA]
    assert libres.anillos + sombra.anillos <= 3
    assert 4 <= libres.total <= 6
    assert 7 <= sombra.total <= 10
    if estado.fase is Fase.ACCIONES and estado.final is None:
        por_poner = 1 if estado.caza is not None and estado.caza.dado_pl else 0
        assert len(libres.disponibles) + len(libres.usados) + estado.caja.libres + por_poner == libres.total
        assert len(sombra.disponibles) + len(sombra.usados) + estado.caja.sombra == sombra.total
    assert "ojo" not in sombra.disponibles


def _compania(estado: Estado) -> None:
    compania = estado.compania
    assert 0 <= compania.corrupcion <= 12
    assert compania.guia in compania.candidatos
    assert (compania.guia == GOLLUM) == (not compania.companeros)
    assert compania.mordor is None or (0 <= compania.mordor <= 5 and compania.progreso == 0)
    if estado.final is None:
        assert compania.corrupcion < 12
        assert compania.mordor != 5 or estado.caza is not None


def _personajes(estado: Estado) -> None:
    sitios = (*estado.compania.companeros, *estado.en_juego, *estado.eliminados)
    assert len(set(sitios)) == len(sitios)
    for personaje in tablas().personajes.values():
        if personaje.compania:
            relevo = next((p.id for p in tablas().personajes.values() if p.sustituye == personaje.id), None)
            assert personaje.id in sitios or relevo in sitios
    assert GOLLUM not in sitios


def _naciones(estado: Estado) -> None:
    for nacion in tablas().naciones.values():
        posicion = estado.naciones[nacion.id]
        assert 0 <= posicion.pasos <= nacion.pasos
        assert posicion.activa or posicion.pasos > 0
        assert posicion.activa or not nacion.activa


def _batalla(estado: Estado) -> None:
    assert estado.caza is None or estado.batalla is None
    if estado.batalla is not None:
        for ejercito in estado.batalla.ejercitos.values():
            assert ejercito.regulares >= 0
            assert ejercito.elites >= 0
            assert ejercito.unidades <= 10
    for donde in (*estado.asedios, *estado.capturados):
        assert tablas().regiones[donde].capturable
    assert all(tablas().regiones[donde].asentamiento == "baluarte" for donde in estado.asedios)


def _desde_los_hechos(estado: Estado, hechos: Sequence[Hecho]) -> None:
    corrupcion = 0
    puntos = dict.fromkeys(Bando, 0)
    for hecho in hechos:
        if isinstance(hecho, CorrupcionCambiada | DanoEncajado):
            corrupcion = min(12, max(0, corrupcion + hecho.puntos))
        elif isinstance(hecho, AsentamientoCapturado):
            puntos[hecho.bando] += PUNTOS.get(str(tablas().regiones[hecho.region].asentamiento), 0)
        elif isinstance(hecho, AsentamientoLiberado):
            puntos[hecho.bando.rival] -= PUNTOS.get(str(tablas().regiones[hecho.region].asentamiento), 0)
    assert estado.compania.corrupcion == corrupcion
    assert {bando: estado.puntos(bando) for bando in Bando} == puntos
