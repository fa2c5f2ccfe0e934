"""Banco de la búsqueda de nombres: nuestro índice contra rapidfuzz, thefuzz y difflib.

Los mismos nombres (los del catálogo, en las dos lenguas) y las mismas consultas para todos, en un solo proceso y
un solo hilo. A los demás se les dan los nombres y las consultas ya normalizados, que es como mejor les va.

    python -m tests.bancos.banco_busqueda
"""

import difflib
import random
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from rapidfuzz import fuzz, process
from thefuzz import process as thefuzz_process

from servicios.busqueda import Entrada, Exacta, Indice, Ninguna, Parecida, normalizar
from tests.busqueda.ajenas import DE_EXAMEN
from tests.busqueda.generador import Catalogo, Consulta, errar, generar, llano

SEMILLA = 104_729
TOPE = 25
TANDA = 25
Buscador = Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class Medida:
    """Cómo le va a un buscador: milisegundos por consulta y tanto por ciento de acierto."""

    nombre: str
    p50: float
    p99: float
    primera: float
    cinco: float


def medir(buscadores: Mapping[str, Buscador], consultas: Sequence[Consulta], catalogo: Catalogo) -> list[Medida]:
    """Pasa las consultas por todos los buscadores, en tandas alternas: si la máquina se distrae, es con todos."""
    tiempos: dict[str, list[float]] = {nombre: [] for nombre in buscadores}
    primera: Counter[str] = Counter()
    cinco: Counter[str] = Counter()
    for desde in range(0, len(consultas), TANDA):
        for nombre, buscar in buscadores.items():
            for consulta in consultas[desde : desde + TANDA]:
                antes = time.perf_counter()
                claves = buscar(consulta.texto)
                tiempos[nombre].append(1000 * (time.perf_counter() - antes))
                primera[nombre] += catalogo.acierta(consulta, claves[:1])
                cinco[nombre] += not catalogo.buscadas(consulta).isdisjoint(claves[:5])
    total = len(consultas) / 100
    medidas = []
    for nombre in buscadores:
        p50, p99 = np.percentile(tiempos[nombre], [50, 99]).tolist()
        medidas.append(Medida(nombre, p50, p99, primera[nombre] / total, cinco[nombre] / total))
    return medidas


def rivales(catalogo: Catalogo) -> dict[str, Buscador]:
    """Los otros buscadores, con las claves de los nombres que devuelven."""
    claves: dict[str, list[str]] = {}
    for carta in catalogo.cartas:
        for nombre in dict.fromkeys((normalizar(carta.es), normalizar(carta.en))):
            claves.setdefault(nombre, []).append(carta.id)
    nombres = list(claves)
    random.Random(SEMILLA).shuffle(nombres)  # rapidfuzz desempata por orden: que no favorezca a nadie

    def con_claves(buscar: Callable[[str], Sequence[str]]) -> Buscador:
        return lambda texto: [clave for nombre in buscar(normalizar(texto)) for clave in claves[nombre]]

    def wratio(texto: str) -> list[str]:
        return [n for n, _, _ in process.extract(texto, nombres, scorer=fuzz.WRatio, limit=TOPE)]

    def thefuzz(texto: str) -> list[str]:
        return [fila[0] for fila in thefuzz_process.extract(texto, nombres, limit=TOPE)]

    def con_difflib(texto: str) -> list[str]:
        return difflib.get_close_matches(texto, nombres, n=TOPE, cutoff=0.4)

    return {
        "rapidfuzz extract(WRatio)": con_claves(wratio),
        "thefuzz extract": con_claves(thefuzz),
        "difflib get_close_matches": con_claves(con_difflib),
    }


def construir(catalogo: Catalogo) -> tuple[Indice, float, float]:
    """El índice, los milisegundos que cuesta y los MB que ocupa."""
    entradas = [Entrada(carta.id, carta.es, (carta.en,)) for carta in catalogo.cartas]
    antes = time.perf_counter()
    Indice(entradas)
    milisegundos = 1000 * (time.perf_counter() - antes)
    tracemalloc.start()
    indice = Indice(entradas)
    ocupa = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    return indice, milisegundos, ocupa


def doscientas_sugerencias(indice: Indice, catalogo: Catalogo) -> float:
    """Milisegundos de doscientas sugerencias seguidas, a medio teclear y la mitad con una errata."""
    azar = random.Random(SEMILLA)
    tecleado = []
    for i in range(200):
        nombre = llano(azar.choice(catalogo.nombres))
        escrito = nombre[: azar.randint(1, len(nombre))]
        tecleado.append(errar(escrito, azar) if i % 2 else escrito)
    antes = time.perf_counter()
    for escrito in tecleado:
        indice.sugerir(escrito)
    return 1000 * (time.perf_counter() - antes)


def reparto(indice: Indice, consultas: Sequence[Consulta], catalogo: Catalogo) -> str:
    """Qué se contesta a las consultas y a lo ajeno, en tanto por ciento."""
    clases: Counter[str] = Counter()
    for consulta in consultas:
        respuesta = indice.resolver(consulta.texto)
        clase = type(respuesta).__name__
        if isinstance(respuesta, Exacta | Parecida) and not catalogo.acierta(consulta, respuesta.claves):
            clase += " equivocada"
        clases[clase] += 1
    ajenas = [consulta for consulta in DE_EXAMEN if not catalogo.es_nombre(consulta)]
    de_ajenas = Counter(type(indice.resolver(consulta)).__name__ for consulta in ajenas)
    return f"De los nombres: {_por_ciento(clases)}.\nDe lo ajeno: {_por_ciento(de_ajenas)}."


def _por_ciento(cuentas: Counter[str]) -> str:
    total = cuentas.total()
    return ", ".join(f"{clase} {100 * veces / total:.1f} %" for clase, veces in cuentas.most_common())


def main() -> None:
    """Mide y escribe la tabla."""
    catalogo = Catalogo.leer()
    indice, milisegundos, ocupa = construir(catalogo)
    consultas = generar(catalogo.nombres, SEMILLA)[::2]

    def resolver(texto: str) -> Sequence[str]:
        respuesta = indice.resolver(texto)
        return () if isinstance(respuesta, Ninguna) else respuesta.claves

    nuestros: dict[str, Buscador] = {"Indice.resolver": resolver, "Indice.sugerir": indice.sugerir}
    medidas = medir(nuestros | rivales(catalogo), consultas, catalogo)
    print(f"{len(catalogo.cartas)} cartas, {len(consultas)} consultas, semilla {SEMILLA}")
    print("1.ª: la primera es la buscada o tiene sentido; 5: la buscada está entre las cinco primeras\n")
    print(f"{'':26}{'p50 ms':>8}{'p99 ms':>8}{'1.ª %':>8}{'5 %':>8}{'× resolver':>12}{'× sugerir':>12}")
    for m in medidas:
        veces = [m.p50 / nuestra.p50 for nuestra in medidas[:2]]
        print(
            f"{m.nombre:26}{m.p50:8.2f}{m.p99:8.2f}{m.primera:8.1f}{m.cinco:8.1f}{veces[0]:12.1f}{veces[1]:12.1f}"
        )
    print(f"\n200 sugerencias seguidas: {doscientas_sugerencias(indice, catalogo):.0f} ms (objetivo: 300)")
    print(f"Construir el índice: {milisegundos:.0f} ms; ocupa {ocupa:.1f} MB")
    print(reparto(indice, consultas, catalogo))


if __name__ == "__main__":
    main()
