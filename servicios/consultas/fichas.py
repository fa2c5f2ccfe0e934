"""Fichas: todo lo que se sabe de una carta (o de un grupo de cartas), reunido y sin repeticiones."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from servicios.busqueda import normalizar
from servicios.consultas.carga import Saber
from servicios.consultas.modelos import Aclaracion, Carta, Errata, NoAplica, Punto

T = TypeVar("T", Errata, Aclaracion)

_PREFERIDOS = {"Héroe": 2, "Dual": 2, "Neutral": 1}


@dataclass(frozen=True)
class Ficha:
    """La respuesta a una consulta de cartas: una carta, un grupo o ambos.

    Attributes:
        clave: `carta/TW-249`, `errata/anillos-enanos`, `aclaracion/todos-los-enanos`.
        carta: la carta, o None si la ficha es de un encabezado de grupo.
        miembros: las cartas a las que alcanza el grupo.
        otras: otras cartas que se llaman igual (de otro bando, reediciones).
        no_aplica: por qué algo que parece alcanzarle no le alcanza.
    """

    clave: str
    titulo: str
    carta: Carta | None
    erratas: tuple[Errata, ...]
    aclaraciones: tuple[Aclaracion, ...]
    no_aplica: tuple[NoAplica, ...]
    miembros: tuple[Carta, ...]
    otras: tuple[Carta, ...]

    @property
    def vacia(self) -> bool:
        """No hay nada que corregir ni que aclarar."""
        return not (self.erratas or self.aclaraciones or self.no_aplica)

    def puntos(self, aclaracion: Aclaracion) -> tuple[Punto, ...]:
        """Las resoluciones que no repiten una errata ya mostrada en esta ficha."""
        mostradas = {errata.id for errata in self.erratas}
        return tuple(punto for punto in aclaracion.puntos if punto.repite_errata not in mostradas)


class Fichero:
    """Arma fichas a partir de los datos cargados."""

    def __init__(self, saber: Saber) -> None:
        self._saber = saber
        self._erratas: dict[str, list[Errata]] = _por_carta(saber.erratas.values())
        self._aclaraciones: dict[str, list[Aclaracion]] = _por_carta(saber.aclaraciones.values())
        self._no_aplica: dict[str, list[NoAplica]] = defaultdict(list)
        for entrada in (*saber.erratas.values(), *saber.aclaraciones.values()):
            for aviso in entrada.no_aplica:
                for carta in aviso.cartas:
                    self._no_aplica[carta].append(aviso)
        self._homonimas: dict[str, list[Carta]] = defaultdict(list)
        for carta in saber.cartas.values():
            self._homonimas[normalizar(carta.nombre_es)].append(carta)

    def peso(self, carta: Carta) -> int:
        """Preferencia entre cartas que se llaman igual: primero la que tiene algo que decir, luego la de héroe."""
        con_errata = carta.id in self._erratas
        con_aclaracion = carta.id in self._aclaraciones
        return 8 * con_errata + 4 * con_aclaracion + _PREFERIDOS.get(carta.alineamiento, 0)

    def de_carta(self, id_carta: str) -> Ficha:
        """La ficha de una carta del catálogo."""
        carta = self._saber.cartas[id_carta]
        aclaraciones = tuple(self._aclaraciones.get(id_carta, ()))
        return Ficha(
            clave=f"carta/{id_carta}",
            titulo=carta.nombre_es,
            carta=carta,
            erratas=tuple(self._erratas.get(id_carta, ())),
            aclaraciones=aclaraciones,
            no_aplica=tuple(self._no_aplica.get(id_carta, ())),
            miembros=(),
            otras=self._otras(carta),
        )

    def de_entrada(self, clave: str) -> Ficha:
        """La ficha de una errata o aclaración: la de su carta si solo tiene una, o la del grupo.

        Raises:
            KeyError: si no existe.
        """
        clase, _, ident = clave.partition("/")
        entrada = self._saber.erratas[ident] if clase == "errata" else self._saber.aclaraciones[ident]
        if not self.es_grupo(entrada):
            return self.de_carta(entrada.cartas[0])
        return Ficha(
            clave=clave,
            titulo=entrada.encabezado,
            carta=None,
            erratas=(entrada,) if isinstance(entrada, Errata) else (),
            aclaraciones=(entrada,) if isinstance(entrada, Aclaracion) else (),
            no_aplica=entrada.no_aplica,
            miembros=tuple(self._saber.cartas[carta] for carta in entrada.cartas),
            otras=(),
        )

    def es_grupo(self, entrada: Errata | Aclaracion) -> bool:
        """Si alcanza a cartas de nombres distintos, y no solo a reediciones de una."""
        return len({self._saber.cartas[carta].nombre_es for carta in entrada.cartas}) > 1

    def _otras(self, carta: Carta) -> tuple[Carta, ...]:
        iguales = [otra for otra in self._homonimas[normalizar(carta.nombre_es)] if otra.id != carta.id]
        return tuple(sorted(iguales, key=self.peso, reverse=True))


def _por_carta(entradas: Iterable[T]) -> dict[str, list[T]]:
    reparto: dict[str, list[T]] = defaultdict(list)
    for entrada in entradas:
        for carta in entrada.cartas:
            reparto[carta].append(entrada)
    return dict(reparto)
