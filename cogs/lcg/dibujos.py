"""Qué se dibuja de cada partida: del estado, los datos de `servicios/dibujo`, y la tarea que los pinta."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial

from cogs.comun.clases import Vista
from cogs.comun.textos import plural
from cogs.lcg.piezas import ultimo
from servicios import dibujo
from servicios.dibujo.imagen import Imagen
from servicios.lcg import mapa, tablas, tablero
from servicios.lcg.estado_naval import Navegacion
from servicios.lcg.etapas import Asedio, Carta, Clase
from servicios.lcg.mapa import Isla
from servicios.lcg.navegacion import PruebaAnotada, PruebaDeNavegacion
from servicios.lcg.rumbo import Rumbo, RumboCambiado

Textos = Mapping[int, str]
Tarea = Callable[[], Imagen]


def de_navegacion(vista: Vista, _textos: Textos) -> Tarea | None:
    """La carta de Rumbo, si lo último que ha pasado lo ha movido."""
    paso = ultimo(vista)
    for hecho in paso.anotada.hechos if paso else ():
        match hecho:
            case PruebaDeNavegacion() | PruebaAnotada():
                motivo = f"Prueba de navegación: {plural(hecho.simbolos, 'timón', 'timones')}"
                return _carta(hecho.despues, hecho.antes, motivo)
            case RumboCambiado():
                return _carta(hecho.despues, hecho.antes)
            case _:
                continue
    return None


def de_rumbo(vista: Vista, _textos: Textos) -> Tarea:
    """La carta de Rumbo tal como está."""
    estado: Navegacion = vista.libro.estado
    return _carta(estado.rumbo)


def _carta(ahora: Rumbo, antes: Rumbo | None = None, motivo: str = "") -> Tarea:
    previa = dibujo.CaraDeRumbo[antes.name] if antes else None
    return partial(dibujo.rumbo, dibujo.Rumbo(dibujo.CaraDeRumbo[ahora.name], previa, motivo))


def de_isla(vista: Vista, _textos: Textos) -> Tarea:
    """El mapa de la isla."""
    isla: Isla = vista.libro.estado
    casillas = tuple(dibujo.Casilla(**asdict(celda)) for celda in mapa.celdas(isla))
    return partial(dibujo.isla, dibujo.Isla(casillas, subtitulo=f"Ronda {isla.ronda}"))


def de_asedio(vista: Vista, textos: Textos) -> Tarea:
    """El tablero de las cuatro etapas, también las abandonadas."""
    asedio: Asedio = vista.libro.estado
    en_pie = {panel.etapa.id: panel for panel in tablero.tablero(asedio)}
    etapas = tuple(
        _etapa(en_pie[ficha.id], textos)
        if ficha.id in en_pie
        else dibujo.Etapa(ficha.nombre, 0, asedio.umbral, abandonada=True)
        for ficha in tablas.tablas().asedio.etapas
    )
    subtitulo = f"Ronda {asedio.ronda} · el norte resiste: {asedio.norte} de {tablas.tablas().asedio.norte}"
    pie = "Escenario de aficionados de A Long-extended Party (ALeP)"
    return partial(dibujo.asedio, dibujo.Asedio(etapas, subtitulo=subtitulo, pie=pie))


def _etapa(panel: tablero.Panel, textos: Textos) -> dibujo.Etapa:
    def nombrar(carta: Carta) -> str:
        coste = f" ({carta.coste})" if carta.coste is not None else ""
        return f"{textos.get(carta.nombre, 'carta borrada')}{coste}"

    aparte = [carta for carta in panel.preparacion if carta.clase is Clase.SECUNDARIA]
    return dibujo.Etapa(
        nombre=panel.etapa.nombre,
        dano=panel.dano,
        limite=panel.umbral,
        activo=nombrar(panel.activo) if panel.activo else "",
        preparacion=tuple(nombrar(carta) for carta in panel.preparacion if carta not in aparte),
        enemigos=tuple(f"{nombrar(carta)} con el jugador {carta.jugador}" for carta in panel.enfrentados),
        secundarias=tuple(nombrar(carta) for carta in aparte),
        jugadores=tuple(f"jugador {jugador.numero}" for jugador in panel.jugadores),
    )
