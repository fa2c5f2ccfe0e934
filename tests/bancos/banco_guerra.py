"""Banco de La Guerra del Anillo: cuentas exactas frente a 10 000 batallas jugadas con las mismas reglas.

python -m tests.bancos.banco_guerra
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from servicios.azar import Azar
from servicios.guerra.caza import Condiciones, cazar
from servicios.guerra.combate import Papel, Situacion
from servicios.guerra.fondo import Fondo, poner_especial
from servicios.guerra.modelo_batalla import Desenlace
from servicios.guerra.probabilidad import batalla, caza, mordor
from servicios.guerra.probabilidad.batalla import Contendiente, Encuentro
from servicios.guerra.probabilidad.combate import impactos
from servicios.guerra.tablas import tablas
from tests.guerra.simulador import jugar

SEMILLA = 3_018
PARTIDAS = 10_000

ENCUENTROS = {
    "10 contra 5 asediados, prorrogado": Encuentro(
        atacante=Contendiente(regulares=5, elites=5, liderazgo=4),
        defensor=Contendiente(regulares=3, elites=2, liderazgo=2),
        situacion=Situacion.ASEDIO,
        prorrogas=None,
    ),
    "10 élites contra 5 élites asediadas": Encuentro(
        atacante=Contendiente(regulares=0, elites=10, liderazgo=5),
        defensor=Contendiente(regulares=0, elites=5, liderazgo=3),
        situacion=Situacion.ASEDIO,
        prorrogas=None,
    ),
    "10 contra 10 en campo": Encuentro(
        atacante=Contendiente(regulares=6, elites=4, liderazgo=3),
        defensor=Contendiente(regulares=6, elites=4, liderazgo=3),
    ),
    "10 élites contra 10 élites en campo": Encuentro(
        atacante=Contendiente(regulares=0, elites=10, liderazgo=5),
        defensor=Contendiente(regulares=0, elites=10, liderazgo=5),
    ),
}


@dataclass(frozen=True)
class Comparacion:
    """Milisegundos de la cuenta exacta y de las batallas jugadas, y lo que da cada una."""

    nombre: str
    exacta: float
    jugada: float
    vence: float
    vence_jugando: float

    @property
    def veces(self) -> float:
        return self.jugada / self.exacta


def milisegundos(hacer: Callable[[], object], veces: int = 5) -> float:
    """La mediana de varias medidas, cada una sin nada calculado de antes."""
    medidas: list[float] = []
    for _ in range(veces):
        impactos.cache_clear()
        antes = time.perf_counter()
        hacer()
        medidas.append(1000 * (time.perf_counter() - antes))
    return median(medidas)


def comparar(nombre: str, encuentro: Encuentro) -> Comparacion:
    """Mide la cuenta exacta y las batallas jugadas del mismo encuentro."""
    azar = random.Random(SEMILLA)
    antes = time.perf_counter()
    jugadas = [jugar(azar, encuentro)[0] for _ in range(PARTIDAS)]
    jugada = 1000 * (time.perf_counter() - antes)
    return Comparacion(
        nombre,
        milisegundos(lambda: batalla.pronosticar(encuentro)),
        jugada,
        batalla.pronosticar(encuentro).desenlaces[Desenlace.DEFENSOR_ELIMINADO],
        jugadas.count(Desenlace.DEFENSOR_ELIMINADO) / PARTIDAS,
    )


def viajes() -> dict[str, mordor.Viaje]:
    """Los viajes a Mordor que se miden: el corriente y el peor, con todas las fichas especiales dentro."""
    lleno = Fondo.completo()
    for ficha in tablas().fichas.values():
        if ficha.especial:
            lleno = poner_especial(lleno, ficha.id, en_mordor=True)
    return {
        "Mordor, Fondo de 16": mordor.Viaje(corrupcion=3),
        "Mordor, Fondo de 24": mordor.Viaje(corrupcion=3, casilla=4, fondo=lleno),
        "Mordor, Fondo de 24 y 2 dados por turno": mordor.Viaje(corrupcion=3, casilla=4, fondo=lleno, dados=2),
    }


def main() -> None:
    """Mide y escribe las tablas."""
    print(f"{PARTIDAS} batallas jugadas, semilla {SEMILLA}\n")
    print(f"{'':38}{'exacta ms':>10}{'jugada ms':>11}{'veces':>7}{'vence %':>9}{'jugando':>9}")
    for c in (comparar(nombre, encuentro) for nombre, encuentro in ENCUENTROS.items()):
        por_ciento = 100 * c.vence, 100 * c.vence_jugando
        print(
            f"{c.nombre:38}{c.exacta:10.1f}{c.jugada:11.0f}{c.veces:7.0f}{por_ciento[0]:9.2f}{por_ciento[1]:9.2f}"
        )
    print("\nObjetivos: 100 ms cada cuenta exacta y 20 veces menos que jugar; Mordor, 200 ms.\n")
    for nombre, viaje in viajes().items():
        print(f"{nombre:42}{milisegundos(lambda v=viaje: mordor.pronosticar(v)):8.1f} ms")
    condiciones = Condiciones(baluarte=True, nazgul=True)
    print(f"{'Pronóstico de una Caza':42}{milisegundos(lambda: caza.pronosticar(5, 1, condiciones)):8.2f} ms")
    azar = Azar(b"x" * 32, "banco", "tirada")
    print(
        f"{'Una Caza suelta, con dados comprobables':42}{milisegundos(lambda: cazar(5, 1, condiciones, azar)):8.2f} ms"
    )
    bajas = batalla.pronosticar(ENCUENTROS["10 contra 10 en campo"]).bajas(Papel.ATACANTE)
    print(f"\n10 contra 10 en campo: el atacante pierde {bajas:.2f} unidades de media.")


if __name__ == "__main__":
    main()
