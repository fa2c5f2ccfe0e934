"""El Fondo de Caza: se saca sin devolver, y al vaciarse vuelven las fichas normales, no las especiales.

Nada se baraja por adelantado: cada ficha se sortea al sacarla, entre las que quedan.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from servicios.azar import Azar, Sorteo
from servicios.guerra.piezas import Ficha
from servicios.guerra.rechazo import rechazo
from servicios.guerra.tablas import ficha, tablas
from servicios.hechos import Valor


class Fondo(Valor):
    """Dónde está cada ficha. Las listas guardan identificadores, repetidos si hay varias iguales.

    Attributes:
        dentro: las que se pueden sacar.
        sacadas: normales ya sacadas: vuelven cuando el Fondo se vacía.
        gastadas: especiales ya sacadas: no vuelven.
        apartadas: especiales jugadas que esperan a que la Compañía llegue a Mordor.
        retiradas: fuera de la partida para siempre, por una carta.
    """

    dentro: tuple[str, ...] = ()
    sacadas: tuple[str, ...] = ()
    gastadas: tuple[str, ...] = ()
    apartadas: tuple[str, ...] = ()
    retiradas: tuple[str, ...] = ()

    @classmethod
    def completo(cls) -> "Fondo":
        """Las 16 fichas normales. Fuente: 001, «El Fondo de Caza»; composición, `datos/guerra/fichas.yaml`."""
        normales = (f for f in tablas().fichas.values() if not f.especial)
        return cls(dentro=tuple(f.id for f in normales for _ in range(f.copias)))

    @property
    def fichas(self) -> tuple[Ficha, ...]:
        """Las que se pueden sacar."""
        return tuple(ficha(cual) for cual in self.dentro)

    def fuera_de_juego(self, cual: str) -> bool:
        """Si una ficha especial no ha aparecido todavía en esta partida."""
        usadas = (*self.dentro, *self.gastadas, *self.apartadas, *self.retiradas)
        return cual not in usadas


def sacar(fondo: Fondo, azar: Azar) -> tuple[str, Sorteo]:
    """Sortea una de las fichas que quedan."""
    return azar.elegir(fondo.dentro)


def tras_sacar(fondo: Fondo, cual: str) -> Fondo:
    """El Fondo después de sacar una ficha. Si era la última, vuelven las normales.

    Fuente: 001, «El Fondo de Caza».
    """
    dentro = _sin(fondo.dentro, cual)
    if ficha(cual).especial:
        quedan = fondo.con(dentro=dentro, gastadas=_con(fondo.gastadas, [cual]))
    else:
        quedan = fondo.con(dentro=dentro, sacadas=_con(fondo.sacadas, [cual]))
    return _rellenar(quedan)


def devolver(fondo: Fondo, cual: str) -> Fondo:
    """Devuelve al Fondo una ficha recién sacada, por una carta. Si ya ha vuelto al rehacerse, no cambia nada."""
    if cual in fondo.gastadas:
        return fondo.con(gastadas=_sin(fondo.gastadas, cual), dentro=_con(fondo.dentro, [cual]))
    if cual in fondo.sacadas:
        return fondo.con(sacadas=_sin(fondo.sacadas, cual), dentro=_con(fondo.dentro, [cual]))
    return fondo


def poner_especial(fondo: Fondo, cual: str, *, en_mordor: bool) -> Fondo:
    """Pone en juego una especial: apartada, o dentro si la Compañía ya está en Mordor.

    Fuente: 001, «Las cartas de Caza especiales».
    """
    if en_mordor:
        return fondo.con(dentro=_con(fondo.dentro, [cual]))
    return fondo.con(apartadas=_con(fondo.apartadas, [cual]))


def con_especiales(fondo: Fondo, clase: Literal["azul", "roja"] | None = None) -> Fondo:
    """El Fondo con las especiales de esa clase, o de las dos, que aún no hayan aparecido: para echar cuentas."""
    for actual in tablas().fichas.values():
        if actual.especial and clase in {None, actual.clase} and fondo.fuera_de_juego(actual.id):
            fondo = poner_especial(fondo, actual.id, en_mordor=True)
    return fondo


def exigir_especial(fondo: Fondo, cual: str) -> Ficha:
    """La ficha especial que una carta pone en juego.

    Raises:
        ErrorDeDominio: si no es especial o ya se ha jugado.
    """
    especial = ficha(cual)
    if not especial.especial:
        raise rechazo(
            f"La ficha «{especial.nombre}» es normal: no la pone en juego ninguna carta.",
            "Solo las especiales entran en juego con un evento.",
            "Las cartas de Caza especiales",
        )
    if not fondo.fuera_de_juego(cual):
        raise rechazo(
            f"La ficha de «{especial.carta}» ya está en juego.",
            "Hay una sola ficha especial de cada carta.",
            "Las cartas de Caza especiales",
        )
    return especial


def al_entrar_en_mordor(fondo: Fondo) -> Fondo:
    """Vuelven al Fondo los Ojos ya sacados y entran las especiales apartadas.

    Fuente: 001, «La Compañía en Mordor», paso 2.
    """
    ojos = [cual for cual in fondo.sacadas if ficha(cual).valor == "ojo"]
    return fondo.con(
        dentro=_con(fondo.dentro, (*ojos, *fondo.apartadas)),
        sacadas=tuple(cual for cual in fondo.sacadas if cual not in ojos),
        apartadas=(),
    )


def retirar(fondo: Fondo, cual: str) -> Fondo:
    """Retira una ficha para siempre, por una carta: de las ya sacadas o, si no, de dentro.

    Raises:
        ErrorDeDominio: si no está en ninguno de esos sitios o es la última ficha normal.
    """
    normales = [otra for otra in (*fondo.dentro, *fondo.sacadas) if not ficha(otra).especial]
    ultima = normales == [cual]
    for campo in ("sacadas", "gastadas", "dentro"):
        if cual in getattr(fondo, campo) and not ultima:
            quedan = fondo.con(**{campo: _sin(getattr(fondo, campo), cual)})
            return _rellenar(quedan.con(retiradas=_con(fondo.retiradas, [cual])))
    raise rechazo(
        f"No se puede retirar la ficha «{ficha(cual).nombre}»: no queda ninguna que quitar.",
        "Se retiran fichas sacadas o del Fondo, que no puede quedarse sin fichas normales.",
        "El Fondo de Caza",
    )


def recuento(cuales: Iterable[str]) -> tuple[tuple[Ficha, int], ...]:
    """Cuántas hay de cada ficha, en el orden de la tabla."""
    veces = Counter(cuales)
    return tuple((f, veces[f.id]) for f in tablas().fichas.values() if veces[f.id])


def _rellenar(fondo: Fondo) -> Fondo:
    if fondo.dentro:
        return fondo
    return fondo.con(dentro=fondo.sacadas, sacadas=())


def _con(cuales: Iterable[str], nuevas: Iterable[str]) -> tuple[str, ...]:
    # siempre en el orden de la tabla: así el sorteo no depende de por qué camino se llegó
    orden = {cual: i for i, cual in enumerate(tablas().fichas)}
    return tuple(sorted((*cuales, *nuevas), key=orden.__getitem__))


def _sin(cuales: tuple[str, ...], cual: str) -> tuple[str, ...]:
    donde = cuales.index(cual)
    return cuales[:donde] + cuales[donde + 1 :]
