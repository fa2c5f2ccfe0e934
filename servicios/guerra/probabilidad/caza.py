"""Probabilidad exacta de una Caza: éxito, Daño y revelación, con el Fondo que haya."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from servicios.guerra.caza import EXITO, Condiciones, Motivo, dano
from servicios.guerra.combate import MAXIMO, acierta
from servicios.guerra.fondo import Fondo
from servicios.guerra.piezas import Ficha
from servicios.guerra.probabilidad.distribucion import Distribucion, con_relanzamiento, media, por_dado
from servicios.guerra.texto import cuenta


@dataclass(frozen=True)
class PronosticoDeCaza:
    """Lo que puede salir de una Caza.

    Attributes:
        exitos: aciertos de la tirada.
        dano: Daño de toda la Caza, con 0 si no hay éxito; negativo si una ficha cura.
        dano_con_exito: Daño si la Caza tiene éxito; vacío si no puede tenerlo.
        revelada: probabilidad de que la Compañía quede revelada.
        supuestos: con qué se ha calculado.
    """

    exitos: Distribucion
    dano: Distribucion
    dano_con_exito: Distribucion
    revelada: Fraction
    supuestos: tuple[str, ...]

    @property
    def exito(self) -> Fraction:
        """Probabilidad de que la Caza tenga éxito."""
        return 1 - self.exitos[0]

    @property
    def dano_medio(self) -> Fraction:
        return media(self.dano)


def exitos(nivel: int, dados_pl: int, relanzamientos: int) -> Distribucion:
    """La distribución de los aciertos de una tirada de Caza.

    Args:
        nivel: dados de la Sombra en la casilla; se tiran 5 como mucho.
        dados_pl: dados de los Pueblos Libres ya en la casilla.
        relanzamientos: de 0 a 3.
    """
    dados = min(nivel, MAXIMO)
    p = por_dado(lambda cara: acierta(cara, dados_pl, EXITO))
    return con_relanzamiento(dados, p, p, lambda aciertos: min(relanzamientos, dados - aciertos))


def pronosticar(
    nivel: int,
    dados_pl: int,
    condiciones: Condiciones | int,
    fondo: Fondo | None = None,
    *,
    gollum: bool = False,
) -> PronosticoDeCaza:
    """Las probabilidades de una Caza con la Compañía oculta.

    Args:
        nivel: dados de la Sombra en la casilla.
        dados_pl: dados de los Pueblos Libres ya en la casilla.
        condiciones: lo que hay en la región, o cuántos relanzamientos da.
        fondo: el de la partida; None, uno completo de 16 fichas.
        gollum: si el Guía es Gollum, que niega el icono Revelar de las fichas normales.
    """
    relanzamientos = condiciones if isinstance(condiciones, int) else condiciones.relanzamientos
    fichas = (fondo or Fondo.completo()).fichas
    aciertos = exitos(nivel, dados_pl, relanzamientos)
    exito = 1 - aciertos[0]
    con_exito: dict[int, Fraction] = defaultdict(Fraction)
    for cuantos, p in aciertos.items():
        if cuantos and p:
            for puntos, otra in _dano_de_ficha(fichas, cuantos).items():
                con_exito[puntos] += p * otra / exito
    todo = {puntos: p * exito for puntos, p in con_exito.items()}
    todo[0] = todo.get(0, Fraction(0)) + aciertos[0]
    revelan = sum(f.revela and not (gollum and not f.especial) for f in fichas)
    return PronosticoDeCaza(
        exitos=aciertos,
        dano=dict(sorted(todo.items())),
        dano_con_exito=dict(sorted(con_exito.items())),
        revelada=exito * Fraction(revelan, len(fichas)),
        supuestos=(
            f"nivel {nivel}" + (f" (se tiran {MAXIMO})" if nivel > MAXIMO else ""),
            f"+{dados_pl} a cada dado y {cuenta(relanzamientos, 'relanzamiento')}",
            f"Fondo de {cuenta(len(fichas), 'ficha')}" + ("" if fondo else ", completo"),
            "Guía: Gollum" if gollum else "la Compañía está oculta y su Guía no niega la revelación",
        ),
    )


def _dano_de_ficha(fichas: tuple[Ficha, ...], aciertos: int) -> Mapping[int, Fraction]:
    suma: dict[int, Fraction] = defaultdict(Fraction)
    for ficha in fichas:
        dados = range(1, 7) if ficha.valor == "dado" else (None,)
        for dado in dados:
            puntos = dano(ficha, Motivo.MOVIMIENTO, exitos=aciertos, dado=dado).puntos
            suma[puntos] += Fraction(1, len(fichas) * len(dados))
    return suma
