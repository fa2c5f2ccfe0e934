"""Caminos cortos hasta donde empieza una historia: se dan las órdenes de verdad, sin pasar por Discord."""

from servicios.guerra import (
    apertura,
    asedio,
    compania,
    corrupcion,
    dados,
    eventos,
    politica,
    remedios,
    resolucion,
    turno,
)
from servicios.guerra.ejercitos import Ejercito
from servicios.guerra.mapa import distancia
from servicios.guerra.modelo_batalla import ClaseDeBatalla
from servicios.guerra.modelo_caza import PasoDeCaza
from servicios.guerra.piezas import Bando
from tests.guerra.panel import Mesa

LIBRES, SOMBRA = Bando.LIBRES, Bando.SOMBRA


async def a_las_acciones(mesa: Mesa, caza: int = 0) -> None:
    """De la fase de la Compañía a las acciones, con esos dados en la casilla (más los Ojos que salgan)."""
    await mesa.deprisa(LIBRES, turno.TerminarFaseDeCompania())
    await mesa.deprisa(SOMBRA, turno.AsignarCaza(dados=caza))
    await mesa.deprisa(LIBRES, turno.TirarAcciones())


async def termina_el_turno(mesa: Mesa) -> None:
    """Se dejan los dados que queden y acaba el turno."""
    for bando, bolsa in (await mesa.estado()).bolsas.items():
        if bolsa.disponibles:
            await mesa.deprisa(bando, dados.DejarDados(bando=bando))
    await mesa.deprisa(LIBRES, turno.TerminarTurno())


async def fondo_de_solo(mesa: Mesa, ficha: str) -> None:
    """Se retiran todas las fichas menos una: así la historia no depende de cuál salga."""
    sobran = list((await mesa.estado()).fondo.dentro)
    sobran.remove(ficha)
    await mesa.deprisa(SOMBRA, *(eventos.RetirarFicha(ficha=cual) for cual in sobran))


async def avanza(mesa: Mesa) -> None:
    """La Compañía se mueve por un evento y se resuelve su Caza, con todo el Daño a la Corrupción."""
    await mesa.deprisa(LIBRES, compania.MoverCompania())
    while (caza := (await mesa.estado()).caza) is not None:
        if caza.paso is PasoDeCaza.TIRAR:
            await mesa.deprisa(SOMBRA, resolucion.TirarCaza())
        else:
            await mesa.deprisa(LIBRES, remedios.UsarElAnillo())


async def en_mordor(mesa: Mesa, paso: int, ficha: str = "1", corrupcion_: int = 0) -> None:
    """A ese paso de Mordor, en las acciones, con esa Corrupción y un Fondo que solo tiene esa ficha."""
    await fondo_de_solo(mesa, ficha)
    await a_las_acciones(mesa)
    while (actual := (await mesa.estado()).compania).progreso < distancia(actual.region, "morannon"):
        await _pon_corrupcion(mesa, 0)
        await avanza(mesa)
    await termina_el_turno(mesa)
    await mesa.deprisa(LIBRES, compania.DeclararCompania(region="morannon"))
    await a_las_acciones(mesa)
    for _ in range(paso):
        await _pon_corrupcion(mesa, 0)
        await avanza(mesa)
    await _pon_corrupcion(mesa, corrupcion_)


async def _pon_corrupcion(mesa: Mesa, puntos: int) -> None:
    falta = puntos - (await mesa.estado()).compania.corrupcion
    if falta:
        await mesa.deprisa(LIBRES, corrupcion.AjustarCorrupcion(puntos=falta))


async def minas_tirith_asediada(mesa: Mesa) -> None:
    """Sauron asedia Minas Tirith (3 regulares, 1 élite y 1 Líder dentro), y Gondor está en guerra."""
    await a_las_acciones(mesa)
    ataque = apertura.AbrirBatalla(
        clase=ClaseDeBatalla.CAMPAL,
        atacante=SOMBRA,
        region="minas-tirith",
        atacan=Ejercito(regulares=6, elites=2, naciones=("sauron",)),
        defienden=Ejercito(regulares=3, elites=1, lideres=1, naciones=("gondor",)),
    )
    await mesa.deprisa(SOMBRA, politica.AvanzarNacion(nacion="sauron"), ataque)
    await mesa.deprisa(LIBRES, asedio.ElegirCampo(encerrarse=True))
    await mesa.deprisa(SOMBRA, asedio.AvanzarTrasBatalla(avanza=True))
    await mesa.deprisa(LIBRES, politica.AvanzarNacion(nacion="gondor"))
