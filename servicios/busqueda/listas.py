"""Las listas que hacen rápida la búsqueda: vocabulario ordenado, texto seguido y trigramas.

Cada una responde a una sola pregunta sobre textos ya normalizados, y ninguna sabe de cartas ni de claves.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from rapidfuzz import process
from rapidfuzz.distance import OSA

Numeros = npt.NDArray[np.intp]
Parecidos = npt.NDArray[np.floating]

_TRAS_TODO = "\uffff"  # detrás de cualquier letra que `normalizar` deje pasar


class Vocabulario:
    """Palabras distintas, en orden alfabético, que se encuentran por su comienzo o por parecido.

    Args:
        palabras: normalizadas; se admiten repetidas.
    """

    def __init__(self, palabras: Iterable[str]) -> None:
        self.palabras = sorted(set(palabras))

    def que_empiezan(self, comienzo: str) -> range:
        """Números de las palabras que empiezan así."""
        desde = bisect_left(self.palabras, comienzo)
        return range(desde, bisect_left(self.palabras, comienzo + _TRAS_TODO, lo=desde))

    def parecidas(self, palabra: str) -> list[int]:
        """Números de las palabras a una errata de esta (a dos, desde siete letras; a ninguna, hasta tres).

        Una errata es una letra de más, de menos, cambiada, o dos seguidas trocadas.
        """
        erratas = 0 if len(palabra) < 4 else 1 if len(palabra) < 7 else 2
        if not erratas:
            return []
        halladas = process.extract(
            palabra, self.palabras, scorer=OSA.distance, processor=None, score_cutoff=erratas, limit=None
        )
        return [i for _, _, i in halladas]


class PorPalabras:
    """Qué textos llevan cada palabra.

    Args:
        textos: normalizados.
    """

    def __init__(self, textos: Sequence[str]) -> None:
        self._vocabulario = Vocabulario(palabra for texto in textos for palabra in texto.split())
        donde: dict[str, list[int]] = {palabra: [] for palabra in self._vocabulario.palabras}
        for i, texto in enumerate(textos):
            for palabra in texto.split():
                donde[palabra].append(i)
        self._donde = [np.array(lista, dtype=np.intp) for lista in donde.values()]
        self._cuantos = len(textos)

    def que_empiezan(self, comienzos: Iterable[str]) -> list[int]:
        """Números de los textos en que cada uno de los comienzos lo es de alguna palabra, en su orden."""
        valen = np.ones(self._cuantos, dtype=bool)
        for comienzo in comienzos:
            palabras = self._vocabulario.que_empiezan(comienzo)
            if not palabras:
                return []
            estos = np.zeros(self._cuantos, dtype=bool)
            estos[np.concatenate(self._donde[palabras.start : palabras.stop])] = True
            valen &= estos
        return np.flatnonzero(valen).tolist()


class TextoSeguido:
    """Todos los textos uno tras otro, para hallar los que contienen un trozo sin mirarlos uno a uno.

    Args:
        textos: sin saltos de línea.
    """

    def __init__(self, textos: Sequence[str]) -> None:
        self._bloque = "\n" + "\n".join(textos) + "\n"
        largos = np.fromiter((len(t) + 1 for t in textos), dtype=np.intp, count=len(textos))
        self._comienzos = [0, *np.cumsum(largos).tolist()]

    def que_empiezan(self, comienzo: str) -> Iterator[int]:
        """Números de los textos que empiezan así, en su orden."""
        return self._hallar("\n" + comienzo)

    def que_contienen(self, trozo: str) -> Iterator[int]:
        """Números de los textos que contienen ese trozo, en su orden y sin repetir."""
        return self._hallar(trozo)

    def _hallar(self, trozo: str) -> Iterator[int]:
        sitio = self._bloque.find(trozo)
        while sitio >= 0:
            numero = bisect_right(self._comienzos, sitio) - 1
            yield numero
            sitio = self._bloque.find(trozo, self._comienzos[numero + 1])


class Trigramas:
    """Parecido de Jaccard entre los grupos de tres letras de una consulta y los de muchos textos.

    Aguanta erratas, palabras que faltan y cualquier orden: es la criba de la búsqueda aproximada.
    """

    def __init__(self, textos: Sequence[str]) -> None:
        listas: dict[str, list[int]] = {}
        self._cuantos = np.zeros(len(textos))
        for i, texto in enumerate(textos):
            grupos = _trigramas(texto)
            self._cuantos[i] = len(grupos)
            for grupo in grupos:
                listas.setdefault(grupo, []).append(i)
        self._listas = {grupo: np.array(lista, dtype=np.intp) for grupo, lista in listas.items()}

    def mas_parecidos(self, consulta: str, tope: int) -> tuple[Numeros, Parecidos]:
        """Números de hasta `tope` textos con algún grupo en común, y su parecido, de 0 a 100."""
        grupos = _trigramas(consulta)
        halladas = [self._listas[grupo] for grupo in grupos if grupo in self._listas]
        if not halladas:
            return np.empty(0, dtype=np.intp), np.empty(0)
        comunes = np.bincount(np.concatenate(halladas), minlength=len(self._cuantos))
        parecidos = 100 * comunes / (len(grupos) + self._cuantos - comunes)
        mejores = np.argpartition(-parecidos, min(tope, len(parecidos) - 1))[:tope]
        mejores = mejores[parecidos[mejores] > 0]
        return mejores, parecidos[mejores]


def _trigramas(texto: str) -> set[str]:
    """Los grupos de tres letras de cada palabra; dos huecos delante dan más peso a su comienzo."""
    grupos: set[str] = set()
    for palabra in texto.split():
        orlada = f"  {palabra} "
        grupos.update(orlada[i : i + 3] for i in range(len(orlada) - 2))
    return grupos
