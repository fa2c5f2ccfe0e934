"""Banco del LCG: cuánto tardan las probabilidades exactas y una prueba de navegación.

python -m tests.bancos.banco_lcg
"""

import time
from collections.abc import Callable

from servicios.lcg import tablas
from servicios.lcg.agregado import NAVEGACION
from servicios.lcg.encuentros import Eleccion
from servicios.lcg.mazo import CARTAS_MAXIMAS, Composicion, composicion, de_escenario
from servicios.lcg.navegacion import ProbarNavegacion
from servicios.lcg.probabilidad import PERSONAJES_MAXIMOS, prever, tabla
from servicios.lcg.rumbo import RUMBOS, Rumbo
from servicios.lcg.travesia import AbrirNavegacion
from tests.lcg.juego import Juego, asientos

VECES = 200
META = 50.0


def milisegundos(accion: Callable[[], object], veces: int = VECES) -> float:
    """Mediana de lo que tarda una acción, en milisegundos."""
    tiempos: list[float] = []
    for _ in range(veces):
        antes = time.perf_counter()
        accion()
        tiempos.append(1000 * (time.perf_counter() - antes))
    return sorted(tiempos)[len(tiempos) // 2]


def main() -> None:
    mazo = composicion(de_escenario(tablas.escenario("tormentera"), facil=False, jugadores=2).quedan)
    enorme = Composicion(sin=CARTAS_MAXIMAS // 2, simples=60, dobles=40)
    juego = Juego(NAVEGACION)
    juego.dar(AbrirNavegacion(jugadores=asientos(25, 25), mazo=Eleccion(escenario="tormentera")))
    medidas = {
        "tabla de 1 a 6 personajes, un rumbo": lambda: tabla(mazo, Rumbo.NUBLADO),
        "tabla de 1 a 6 personajes, los cuatro rumbos": lambda: [tabla(mazo, rumbo) for rumbo in RUMBOS],
        f"{PERSONAJES_MAXIMOS} personajes y {CARTAS_MAXIMAS} cartas": lambda: prever(
            enorme, Rumbo.TORMENTA, PERSONAJES_MAXIMOS
        ),
        "una prueba de navegación, con sus comprobaciones": lambda: juego.dar(ProbarNavegacion(personajes=6)),
    }
    print(f"Probabilidades exactas: meta, {META:.0f} ms como mucho")
    for nombre, accion in medidas.items():
        print(f"  {milisegundos(accion):8.3f} ms  {nombre}")


if __name__ == "__main__":
    main()
