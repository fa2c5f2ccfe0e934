"""Índice de nombres en memoria: lo que se sugiere al teclear y lo que se contesta al final.

Los nombres que casan se ordenan por escalones; dentro de uno van delante los más cortos, salvo en el último,
que se ordena por parecido. El escalón manda: ningún parecido pone «Solo y sin consejo» por delante de «Sol».
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain, islice, takewhile
from typing import NamedTuple

from servicios.busqueda.listas import PorPalabras, TextoSeguido, Trigramas
from servicios.busqueda.medidas import combinada, con_sentido, empieza_palabras, estricta
from servicios.busqueda.normal import normalizar, normalizar_consulta, plegar
from servicios.busqueda.respuestas import Dudosa, Exacta, Ninguna, Parecida, Respuesta

MENU = 25
"""Lo que cabe en un menú o en las sugerencias de Discord."""

CORTE_DE_LISTA = 53.0
"""Puntos con que un nombre que solo se parece entra en una lista: casi nada de lo bueno queda por debajo."""

CORTE_AL_TECLEAR = 45.0
"""Lo mismo mientras se escribe: el nombre aún está a medias, y una sugerencia de más no estorba."""

CORTE_EN_CHARLA = 60.0
"""Como el de lista, cuando nadie ha llamado al bot (un nombre suelto en un mensaje): allí molesta más el ruido."""

_SEGURO = 85.0  # medida estricta con que se contesta sin preguntar…
_VENTAJA = 6.0  # …si el mejor nombre de otra cosa queda al menos así de lejos
_MINIMO_APROXIMADO = 4  # con menos letras, casi cualquier nombre se parece
_CRIBA = 50  # nombres que pasan de los trigramas a las medidas finas


class Escalon(IntEnum):
    """De qué manera casa un nombre con lo escrito; antes, mejor."""

    EXACTO = 0
    SIN_ESPACIOS = 1
    PLEGADO = 2
    COMIENZO = 3
    PALABRAS = 4  # cada palabra escrita empieza alguna del nombre
    TROZO = 5
    PARECIDO = 6


_MINIMO_SEGURO = {
    Escalon.PLEGADO: 5,
    Escalon.COMIENZO: 4,
    Escalon.PALABRAS: 4,
    Escalon.TROZO: 5,
    Escalon.PARECIDO: 5,
}
"""Letras que hay que escribir para que se conteste sin preguntar."""


@dataclass(frozen=True)
class Entrada:
    """Algo que se puede encontrar por su nombre.

    Attributes:
        clave: identificador estable, único en el índice.
        nombre: con el que se muestra.
        alias: otros por los que también se encuentra (en inglés, mal escrito, apodo).
        peso: entre entradas del mismo nombre, la mayor va delante; si empatan, la que se indexó antes.
    """

    clave: str
    nombre: str
    alias: tuple[str, ...] = ()
    peso: int = 0


class _Casado(NamedTuple):
    """Un nombre que casa. Se ordenan tal cual: escalón, puntos que le faltan para 100, y número de nombre."""

    escalon: Escalon
    falta: float
    numero: int


@dataclass(frozen=True)
class _Nombre:
    """Un nombre distinto de los demás y las claves de quienes se llaman así, ya ordenadas."""

    normal: str
    visible: str
    claves: tuple[str, ...]

    def vale_por(self, otro: "_Nombre") -> bool:
        """Si el otro nombre no lleva a nada que este no dé: por ejemplo, el inglés de la misma carta."""
        return set(otro.claves) <= set(self.claves)


class Indice:
    """Encuentra claves por nombres escritos de cualquier manera. No cambia una vez construido.

    Args:
        entradas: lo que se puede encontrar. Un nombre sin letras latinas ni cifras no se indexa.

    Raises:
        ValueError: si dos entradas tienen la misma clave.
    """

    def __init__(self, entradas: Iterable[Entrada]) -> None:
        self._nombres = _reunir(entradas)
        normales = [nombre.normal for nombre in self._nombres]
        self._exactos = _agrupar(normales)
        self._sin_espacios = _agrupar(normal.replace(" ", "") for normal in normales)
        self._plegados = _agrupar(map(plegar, normales))
        self._seguido = TextoSeguido(normales)
        self._palabras = PorPalabras(normales)
        self._trigramas = Trigramas(normales)

    def sugerir(self, consulta: str, tope: int = MENU) -> list[str]:
        """Hasta `tope` claves (25 como mucho) para lo escrito hasta ahora, de la más a la menos probable."""
        casados = self._casados(normalizar_consulta(consulta), CORTE_AL_TECLEAR)
        return self._hasta(casados, min(tope, MENU))[0]

    def resolver(self, consulta: str, corte: float = CORTE_DE_LISTA) -> Respuesta:
        """Lo que se contesta a una consulta terminada.

        Args:
            consulta: lo escrito, sea lo que sea.
            corte: puntos, de 0 a 100, con que entra en la lista un nombre que solo se parece.
        """
        escrito = normalizar_consulta(consulta)
        casados = self._casados(escrito, corte)
        mejor = next(casados, None)
        if mejor is None:
            return Ninguna()
        if mejor.escalon <= Escalon.SIN_ESPACIOS:  # los demás escalones ya no pueden cambiar la respuesta
            casados = takewhile(lambda casado: casado.escalon == mejor.escalon, casados)
        claves, posibles = self._hasta(chain([mejor], casados), MENU)
        nombre = self._nombres[mejor.numero]
        if not self._es_seguro(escrito, posibles):
            return Dudosa(tuple(claves))
        if mejor.escalon <= Escalon.SIN_ESPACIOS:
            return Exacta(nombre.claves)
        return Parecida(nombre.claves, nombre.visible, consulta)

    def _es_seguro(self, escrito: str, posibles: list[_Casado]) -> bool:
        """Si el primero de los posibles es lo que se buscaba, y no uno entre varios."""
        mejor = posibles[0]
        nombre = self._nombres[mejor.numero]
        rivales = [p for p in posibles[1:] if not nombre.vale_por(self._nombres[p.numero])]
        if mejor.escalon <= Escalon.SIN_ESPACIOS:
            return not rivales
        if len(escrito) < _MINIMO_SEGURO[mejor.escalon]:
            return False
        unico = mejor.escalon <= Escalon.PALABRAS and all(r.escalon > Escalon.PALABRAS for r in rivales)
        if unico and (mejor.escalon == Escalon.PLEGADO or empieza_palabras(escrito, nombre.normal)):
            return True
        puntos, *otros = estricta(escrito, [nombre.normal, *(self._nombres[r.numero].normal for r in rivales)])
        return puntos >= _SEGURO and all(puntos - otro >= _VENTAJA for otro in otros)

    def _casados(self, escrito: str, corte: float) -> Iterator[_Casado]:
        """Los nombres que casan, en orden. Cada escalón solo se calcula si se llega a él."""
        vistos: set[int] = set()
        for escalon, numeros in self._por_escalones(escrito):
            nuevos = [numero for numero in islice(numeros, 2 * MENU) if numero not in vistos]
            vistos.update(nuevos)
            yield from (_Casado(escalon, 0, numero) for numero in nuevos)
        if len(escrito) >= _MINIMO_APROXIMADO:
            yield from self._parecidos(escrito, vistos, corte)

    def _por_escalones(self, escrito: str) -> Iterator[tuple[Escalon, Iterable[int]]]:
        if not escrito:
            return
        yield Escalon.EXACTO, self._exactos.get(escrito, ())
        yield Escalon.SIN_ESPACIOS, self._sin_espacios.get(escrito.replace(" ", ""), ())
        if len(escrito) >= _MINIMO_APROXIMADO:
            yield Escalon.PLEGADO, self._plegados.get(plegar(escrito), ())
        yield Escalon.COMIENZO, self._seguido.que_empiezan(escrito)
        yield Escalon.PALABRAS, self._palabras.que_empiezan(con_sentido(escrito))
        if len(escrito) >= _MINIMO_APROXIMADO:
            yield Escalon.TROZO, self._seguido.que_contienen(escrito)

    def _parecidos(self, escrito: str, vistos: set[int], corte: float) -> list[_Casado]:
        numeros, trigramas = self._trigramas.mas_parecidos(escrito, _CRIBA)
        if not len(numeros):
            return []
        puntos = combinada(escrito, [self._nombres[numero].normal for numero in numeros], trigramas)
        return sorted(
            _Casado(Escalon.PARECIDO, 100 - float(suyos), numero)
            for numero, suyos in zip(numeros.tolist(), puntos, strict=True)
            if suyos >= corte and numero not in vistos
        )

    def _hasta(self, casados: Iterable[_Casado], tope: int) -> tuple[list[str], list[_Casado]]:
        """Toma nombres hasta reunir `tope` claves distintas."""
        claves: dict[str, None] = {}
        tomados: list[_Casado] = []
        for casado in casados:
            tomados.append(casado)
            claves.update(dict.fromkeys(self._nombres[casado.numero].claves))
            if len(claves) >= tope:
                break
        return list(claves)[:tope], tomados


def _reunir(entradas: Iterable[Entrada]) -> list[_Nombre]:
    """Los nombres distintos, los cortos delante: así, el número de un nombre ya ordena dentro de un escalón."""
    por_peso = sorted(entradas, key=lambda entrada: -entrada.peso)
    if len({entrada.clave for entrada in por_peso}) < len(por_peso):
        raise ValueError("hay entradas con la misma clave")
    reunidos: dict[str, tuple[str, dict[str, None]]] = {}
    for entrada in por_peso:
        for visible in (entrada.nombre, *entrada.alias):
            normal = normalizar(visible)
            if normal:
                reunidos.setdefault(normal, (visible, {}))[1][entrada.clave] = None
    nombres = [_Nombre(normal, visible, tuple(claves)) for normal, (visible, claves) in reunidos.items()]
    return sorted(nombres, key=lambda nombre: (len(nombre.normal), nombre.normal))


def _agrupar(formas: Iterable[str]) -> dict[str, list[int]]:
    grupos: dict[str, list[int]] = {}
    for i, forma in enumerate(formas):
        grupos.setdefault(forma, []).append(i)
    return grupos
