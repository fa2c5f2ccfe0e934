"""Búsqueda de palabras en textos largos: erratas, aclaraciones y temas de reglas.

Puntúa con BM25 (Robertson y Zaragoza, 2009): una palabra vale más cuanto más rara es en el conjunto y menos
cuanto más se repite en un texto largo. El título cuenta como tres veces su cuerpo.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from servicios.busqueda.extracto import Marcado, Tramo, extraer, marcar, palabras_de
from servicios.busqueda.listas import Numeros, Vocabulario
from servicios.busqueda.medidas import con_sentido, quitar_enlaces
from servicios.busqueda.normal import normalizar, normalizar_consulta

Reales = npt.NDArray[np.float64]

_TITULO = 3.0  # lo que vale una palabra en el título frente a una en el cuerpo
_SATURACION, _POR_LARGO = 1.2, 0.75  # k₁ y b de BM25, los de costumbre
_FRASE = 1.5  # lo que se multiplica si están todas, seguidas y en el mismo orden
_IGUAL, _DE_LA_FAMILIA, _COMIENZO, _CON_ERRATAS = 1.0, 0.8, 0.6, 0.5
_MINIMO_DE_COMIENZO = 4
_LARGO_DE_EXTRACTO = 200
_DE_PREGUNTA = frozenset(["como", "cuando", "cual", "donde", "es", "hay", "le", "me", "que", "se", "si", "son"])


@dataclass(frozen=True)
class Escrito:
    """Un texto que se puede encontrar: clave única, título y cuerpo, tal como se muestran.

    `nombres`: otros títulos por los que se conoce, además del suyo, con palabras que estén en él.
    """

    clave: str
    titulo: str
    cuerpo: str
    nombres: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hallazgo:
    """Un escrito que contiene lo buscado.

    Attributes:
        clave: la del escrito.
        puntos: cuánto importa lo hallado; solo sirve para comparar hallazgos de una misma búsqueda.
        titulo: el título, con lo hallado marcado.
        marcas: tramos hallados en el cuerpo original.
        extracto: el trozo del cuerpo donde más se halló, marcado.
    """

    clave: str
    puntos: float
    titulo: Marcado
    marcas: tuple[Tramo, ...]
    extracto: Marcado


class IndiceDeTexto:
    """Encuentra escritos por las palabras que llevan. No cambia una vez construido.

    Args:
        escritos: lo que se puede encontrar.
    """

    def __init__(self, escritos: Iterable[Escrito]) -> None:
        self._escritos = list(escritos)
        veces: dict[str, dict[int, float]] = {}
        largos = np.zeros(len(self._escritos))
        self._seguidos: list[str] = []
        self._llamados: dict[tuple[str, ...], list[int]] = {}
        for i, escrito in enumerate(self._escritos):
            for nombre in {tuple(con_sentido(normalizar(n))) for n in (escrito.titulo, *escrito.nombres)}:
                self._llamados.setdefault(nombre, []).append(i)
            titulo = [palabra for palabra, _ in palabras_de(escrito.titulo)]
            cuerpo = [palabra for palabra, _ in palabras_de(escrito.cuerpo)]
            self._seguidos.append(f" {' '.join(titulo)}  {' '.join(cuerpo)} ")
            largos[i] = len(titulo) + len(cuerpo)
            for palabra, peso in [(p, _TITULO) for p in titulo] + [(p, 1.0) for p in cuerpo]:
                suyas = veces.setdefault(palabra, {})
                suyas[i] = suyas.get(i, 0.0) + peso
        self._vocabulario = Vocabulario(veces)
        self._veces = {p: (np.array([*suyas]), np.array([*suyas.values()])) for p, suyas in veces.items()}
        self._familias: dict[str, list[str]] = {}
        for palabra in self._vocabulario.palabras:
            self._familias.setdefault(raiz(palabra), []).append(palabra)
        self._freno = 1 - _POR_LARGO + _POR_LARGO * largos / max(largos.mean() if len(largos) else 0, 1)

    def buscar(
        self, consulta: str, filtro: Callable[[str], bool] | None = None, tope: int = 100
    ) -> list[Hallazgo]:
        """Hasta `tope` hallazgos: delante los que se llaman así; luego, los que llevan todas las palabras; y el mejor.

        Las palabras que están en casi todo («de la») no encuentran nada por sí solas, salvo lo que se llame así.

        Args:
            consulta: palabras en cualquier orden, con o sin tildes, en singular o plural.
            filtro: qué claves interesan (las de un juego, por ejemplo); todas si falta.
            tope: cuántos como mucho.
        """
        pedido = normalizar_consulta(consulta)
        palabras = list(dict.fromkeys(con_sentido(pedido, _DE_PREGUNTA)))
        if not palabras or not self._escritos:
            return []
        formas = [self._formas(palabra) for palabra in palabras]
        sumas, cuantas = self._puntuar(formas)
        if len(pedido.split()) > 1:
            sumas[[i for i in np.flatnonzero(cuantas) if f" {pedido} " in self._seguidos[i]]] *= _FRASE
        ajenos = np.ones(len(self._escritos), dtype=bool)
        ajenos[self._llamados.get(tuple(con_sentido(pedido)), [])] = False
        if solo_enlaces(pedido):
            sumas[ajenos] = 0
        orden = np.lexsort((-sumas, cuantas < len(palabras), ajenos))
        buscadas = {forma: i for i, suyas in reversed([*enumerate(formas)]) for forma in suyas}
        orden = orden[sumas[orden] > 0].tolist()
        pedidos = (i for i in orden if filtro is None or filtro(self._escritos[i].clave))
        return [self._hallazgo(i, float(sumas[i]), buscadas) for i in islice(pedidos, tope)]

    def _formas(self, palabra: str) -> dict[str, float]:
        """Las palabras de los escritos que valen por la pedida, y cuánto vale cada una.

        Ella misma y las de su familia («corrupciones» por «corrupción»); si no hay, las que empiezan así; y
        si tampoco, las que están a una errata o dos.
        """
        familia = dict.fromkeys(self._familias.get(raiz(palabra), ()), _DE_LA_FAMILIA)
        if palabra in self._veces:
            familia[palabra] = _IGUAL
        if familia:
            return familia
        todas = self._vocabulario.palabras
        if len(palabra) >= _MINIMO_DE_COMIENZO and (empiezan := self._vocabulario.que_empiezan(palabra)):
            return {todas[i]: _COMIENZO for i in empiezan}
        parecidas = (raiz(todas[i]) for i in self._vocabulario.parecidas(palabra))
        return {forma: _CON_ERRATAS for parecida in parecidas for forma in self._familias[parecida]}

    def _puntuar(self, formas: list[dict[str, float]]) -> tuple[Reales, Numeros]:
        """Puntos de cada escrito, y cuántas de las palabras pedidas lleva."""
        total = len(self._escritos)
        sumas, cuantas = np.zeros(total), np.zeros(total, dtype=np.intp)
        for suyas in formas:
            veces = np.zeros(total)
            for forma, valor in suyas.items():
                donde, estas = self._veces[forma]
                veces[donde] += valor * estas
            llevan = np.count_nonzero(veces)
            rareza = np.log(1 + (total - llevan + 0.5) / (llevan + 0.5))
            sumas += rareza * veces * (_SATURACION + 1) / (veces + _SATURACION * self._freno)
            cuantas += veces > 0
        return sumas * cuantas / len(formas), cuantas

    def _hallazgo(self, numero: int, puntos: float, buscadas: dict[str, int]) -> Hallazgo:
        escrito = self._escritos[numero]
        marcas = marcar(escrito.cuerpo, buscadas)
        titulo = Marcado(escrito.titulo, tuple(tramo for tramo, _ in marcar(escrito.titulo, buscadas)))
        extracto = extraer(escrito.cuerpo, marcas, _LARGO_DE_EXTRACTO)
        return Hallazgo(escrito.clave, puntos, titulo, tuple(tramo for tramo, _ in marcas), extracto)


def solo_enlaces(consulta: str) -> bool:
    """Si en lo escrito no hay más que artículos, preposiciones y palabras de preguntar: «de la», «qué es»."""
    palabras = normalizar_consulta(consulta).split()
    return bool(palabras) and not quitar_enlaces(palabras, _DE_PREGUNTA)


def raiz(palabra: str) -> str:
    """Lo que comparten singular y plural, masculino y femenino, infinitivo y presente; aproximado.

    «luces» y «luz»; «único» y «únicas»; «girar» y «gira». Las palabras cortas cambian menos: «dura» no es
    de la familia de «dur».
    """
    if len(palabra) >= 5 and palabra.endswith("ces"):
        palabra = palabra[:-3] + "z"
    elif len(palabra) >= 5 and palabra.endswith("es") and palabra[-3] not in "aeiou":
        palabra = palabra[:-2]
    elif len(palabra) >= 4 and palabra.endswith("s"):
        palabra = palabra[:-1]
    if len(palabra) >= 5 and palabra.endswith(("ar", "er", "ir")):
        palabra = palabra[:-1]
    return palabra[:-1] if len(palabra) >= 5 and palabra[-1] in "aeo" else palabra
