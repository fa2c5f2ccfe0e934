"""Lo que acaba de pasar, con detalle: las tiradas dado a dado, y lo demás en una línea."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cogs.comun.textos import plural
from cogs.guerra import tiradas
from servicios.guerra.batalla import RondaTirada
from servicios.guerra.resolucion import CazaTirada, FichaSacada
from servicios.guerra.tablas import ficha
from servicios.guerra.texto import con_signo
from servicios.hechos import Hecho, Nombres


def contar(hechos: Iterable[Hecho], nombres: Nombres) -> str:
    """Cada hecho en su línea; las tiradas, dado a dado."""
    return "\n".join(_uno(hecho, nombres) for hecho in hechos)


def suerte(hechos: Iterable[Hecho]) -> str:
    """Lo probable que era lo que ha salido, para la letra pequeña."""
    return "\n".join(filter(None, (_suerte(hecho) for hecho in hechos)))


def _uno(hecho: Hecho, nombres: Nombres) -> str:
    detalle = _DETALLES.get(type(hecho))
    return detalle(hecho) if detalle else hecho.relato(nombres)


def _caza(hecho: CazaTirada) -> str:
    tirada = hecho.tirada
    suma = f", {con_signo(tirada.dados_pl)}" if tirada.dados_pl else ""
    titulo = f"**Caza del Anillo · nivel {tirada.nivel}{suma}**"
    return f"{titulo}\n{tiradas.de_caza(tirada)}\n**{plural(tirada.exitos, 'éxito')}.**"


def _ficha(hecho: FichaSacada) -> str:
    puntos = con_signo(hecho.dano.puntos) if hecho.dano.puntos < 0 else str(hecho.dano.puntos)
    return f"Ficha del Fondo: **{ficha(hecho.ficha).nombre}** · Daño **{puntos}**: {hecho.dano.motivo}."


def _ronda(hecho: RondaTirada) -> str:
    lineas = [f"**Ronda {hecho.ronda}**"]
    for papel, tirada in hecho.tiradas.items():
        lineas.append(f"{papel.value.capitalize()}: {tiradas.de_combate(tirada).replace('Tirada ', '', 1)}")
        lineas.append(tiradas.impactos(tirada, hecho.sin_dados[papel]))
    return "\n".join(lineas)


_DETALLES: Mapping[type[Hecho], Callable[[Any], str]] = {
    CazaTirada: _caza,
    FichaSacada: _ficha,
    RondaTirada: _ronda,
}


def _suerte(hecho: Hecho) -> str:
    match hecho:
        case CazaTirada():
            return tiradas.suerte_de_caza(hecho.tirada)
        case RondaTirada():
            return "\n".join(
                f"{papel.value.capitalize()}: {tiradas.suerte_de_combate(tirada)}"
                for papel, tirada in hecho.tiradas.items()
                if tirada.dados
            )
        case _:
            return ""
