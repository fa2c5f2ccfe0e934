"""Qué se dibuja de cada momento de la partida: la Compañía, la batalla o el marcador político."""

from collections.abc import Callable, Mapping
from functools import partial

from cogs.comun.clases import Vista
from servicios import dibujo
from servicios.dibujo.imagen import Imagen
from servicios.guerra import victoria
from servicios.guerra.asedio import BatallaTerminada
from servicios.guerra.asentamientos import AsentamientoCapturado, AsentamientoLiberado
from servicios.guerra.batalla import RondaTirada
from servicios.guerra.combate import Papel, TiradaDeCombate
from servicios.guerra.estado import GOLLUM, Estado
from servicios.guerra.modelo_batalla import Batalla
from servicios.guerra.piezas import Bando
from servicios.guerra.politica import NacionActivada, NacionAvanzada
from servicios.guerra.tablas import nacion, personaje, region
from servicios.guerra.texto import con_signo
from servicios.hechos import Hecho

Tarea = Callable[[], Imagen]
POLITICOS = (NacionActivada, NacionAvanzada, AsentamientoCapturado, AsentamientoLiberado)


def de_partida(vista: Vista, _textos: Mapping[int, str]) -> Tarea:
    """La imagen de lo que importa ahora: la batalla en curso o recién acabada, la política o la Compañía."""
    estado: Estado = vista.libro.estado
    ultimos: tuple[Hecho, ...] = vista.libro.pasos[-1].anotada.hechos if vista.libro.pasos else ()
    if estado.batalla is not None:
        return de_batalla(vista, estado.batalla)
    acabada = next((hecho for hecho in ultimos if isinstance(hecho, BatallaTerminada)), None)
    if acabada is not None and (previa := vista.libro.pasos[-1].antes.batalla) is not None:
        return de_batalla(vista, previa, f"Termina: {acabada.desenlace.nombre}.")
    if any(isinstance(hecho, POLITICOS) for hecho in ultimos):
        return de_politica(estado)
    return de_compania(estado)


def de_compania(estado: Estado) -> Tarea:
    """La Compañía, su Corrupción y la casilla de Caza."""
    actual = estado.compania
    quienes = tuple(dibujo.Companero(p.nombre, p.nivel) for p in map(personaje, actual.companeros))
    datos = dibujo.Compania(
        region=region(actual.region).nombre,
        progreso=actual.progreso,
        oculta=actual.oculta,
        corrupcion=actual.corrupcion,
        guia="Gollum" if actual.guia == GOLLUM else personaje(actual.guia).nombre,
        companeros=quienes,
        mordor=actual.mordor,
        dados_sombra=estado.caja.sombra,
        dados_libres=estado.caja.libres,
        fichas=len(estado.fondo.dentro),
        subtitulo=f"Turno {estado.turno}",
    )
    return partial(dibujo.compania, datos)


def de_politica(estado: Estado) -> Tarea:
    """El marcador político."""
    naciones = tuple(
        dibujo.Nacion(nacion(cual).nombre, nacion(cual).bando.value, puesto.pasos, puesto.activa)
        for cual, puesto in estado.naciones.items()
    )
    datos = dibujo.Politica(
        naciones,
        pv_libres=estado.puntos(Bando.LIBRES),
        pv_sombra=estado.puntos(Bando.SOMBRA),
        meta_libres=victoria.PUNTOS_DE_LOS_LIBRES,
        meta_sombra=victoria.PUNTOS_DE_LA_SOMBRA,
        subtitulo=f"Turno {estado.turno}",
    )
    return partial(dibujo.politica, datos)


def de_batalla(vista: Vista, batalla: Batalla, desenlace: str = "") -> Tarea:
    """Los dos ejércitos y las rondas que el libro recuerda."""
    atacante, defensor = (_ejercito(batalla, papel) for papel in Papel)
    datos = dibujo.Batalla(
        titulo=f"{batalla.clase.nombre} en {region(batalla.region).nombre}",
        atacante=atacante,
        defensor=defensor,
        rondas=_rondas(vista, batalla),
        desenlace=desenlace,
    )
    return partial(dibujo.batalla, datos)


def _ejercito(batalla: Batalla, papel: Papel) -> dibujo.Ejercito:
    ahora = batalla.ejercitos[papel]
    return dibujo.Ejercito(
        bando=batalla.bando(papel).value,
        regulares=ahora.regulares,
        elites=ahora.elites,
        liderazgo=ahora.liderazgo,
        personajes=tuple(personaje(quien).nombre for quien in ahora.personajes),
        antes=batalla.al_empezar[papel].unidades,
    )


def _rondas(vista: Vista, batalla: Batalla) -> tuple[dibujo.Ronda, ...]:
    rondas: dict[int, dibujo.Ronda] = {}
    for paso in reversed(vista.libro.pasos):
        for hecho in reversed(paso.anotada.hechos):
            if isinstance(hecho, RondaTirada):
                if hecho.ronda > batalla.ronda or hecho.ronda in rondas:
                    return _en_orden(rondas)
                rondas[hecho.ronda] = _ronda(hecho)
        if paso.antes.batalla is None:  # aquí se abrió
            break
    return _en_orden(rondas)


def _en_orden(rondas: Mapping[int, dibujo.Ronda]) -> tuple[dibujo.Ronda, ...]:
    return tuple(rondas[numero] for numero in sorted(rondas))


def _ronda(hecho: RondaTirada) -> dibujo.Ronda:
    atacante, defensor = (_tirada(hecho.tiradas[p], hecho.impactos(p)) for p in Papel)
    return dibujo.Ronda(hecho.ronda, atacante, defensor)


def _tirada(tirada: TiradaDeCombate, impactos: int) -> dibujo.Tirada:
    mano = tirada.mano
    suma = f", {con_signo(mano.modificador)}" if mano.modificador else ""
    return dibujo.Tirada(
        dados=tuple(dibujo.Dado(dado.natural, dado.acierta) for dado in tirada.dados),
        relanzados=tuple(
            dibujo.Dado(dado.relanzado.natural, dado.relanzado.acierta) for dado in tirada.dados if dado.relanzado
        ),
        impactos=impactos,
        objetivo=f"{mano.objetivo.numero}+{suma}",
    )
