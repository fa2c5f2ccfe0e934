"""Banco de las imágenes: lo que tarda y lo que pesa cada una, ya en caliente, en un solo hilo.

Los topes son objetivos en una máquina de dos núcleos: si no se cumplen, se dice; ninguna prueba los exige.

    python -m tests.bancos.banco_dibujo
"""

import statistics
import time
from collections.abc import Callable, Sequence
from fractions import Fraction

from servicios import dibujo
from servicios.dibujo import CaraDeRumbo, Dado

VECES = 15
NOMBRES = ("Alicia", "Bartolomé de las Casas", "Carla", "محمد علي", "Íñigo Ñúñez", "😀 Gandalf", "Elena", "Zoé")


def clasificacion(cuantos: int) -> dibujo.Tabla:
    """Una clasificación de siete columnas."""
    columnas = (
        dibujo.Columna("#"),
        dibujo.Columna("Jugador", numerica=False),
        *(dibujo.Columna(titulo) for titulo in ("PT", "PV", "Vict.", "An.")),
        dibujo.Columna("Desempate", numerica=False),
    )
    filas = tuple(
        dibujo.Fila((str(i + 1), f"{NOMBRES[i % 8]} {i}", str(40 - i // 4), str(300 - 2 * i), "4", "0", "más PV"))
        for i in range(cuantos)
    )
    return dibujo.Tabla("Clasificación · Torneo de Otoño", columnas, filas, "tras la ronda 7")


def cuadro(cuantos: int, rondas: int) -> dibujo.Cruzada:
    """Un cuadro cruzado con todas las rondas jugadas."""
    jugadores = tuple(
        dibujo.Cruzado(
            NOMBRES[i % 8],
            "20",
            tuple(dibujo.Encuentro(ronda, (i + ronda) % cuantos, "4") for ronda in range(1, rondas + 1)),
        )
        for i in range(cuantos)
    )
    return dibujo.Cruzada("Torneo de Otoño", jugadores)


def pelea() -> dibujo.Batalla:
    """Una batalla de cuatro rondas con relanzamientos."""
    tirada = dibujo.Tirada(
        tuple(Dado(v, v > 4) for v in (1, 3, 5, 6, 2)), (Dado(6, True), Dado(1, False)), 3, "5+"
    )
    return dibujo.Batalla(
        "Batalla en Minas Tirith",
        dibujo.Ejercito("sombra", 6, 2, 3, ("el Rey Brujo",), 10),
        dibujo.Ejercito("libres", 3, 1, 2, ("Boromir",), 5),
        tuple(dibujo.Ronda(n, tirada, tirada) for n in range(1, 5)),
    )


def compania() -> dibujo.Compania:
    """La Compañía al completo."""
    nombres = ("Gandalf el Gris", "Trancos", "Boromir", "Legolas", "Gimli", "Merry", "Pippin")
    companeros = tuple(dibujo.Companero(nombre, 2) for nombre in nombres)
    return dibujo.Compania("Rivendel", 2, True, 5, nombres[0], companeros, None, 3, 1, 14)


def mapa() -> dibujo.Isla:
    """La isla con todo a la vista."""
    claves = [f"{fila}{columna}" for fila in "ABC" for columna in range(1, 6)]
    return dibujo.Isla(
        tuple(
            dibujo.Casilla(clave, "Cavernas sinuosas", None, 3, 6, 2, True, True, clave == "B3")
            for clave in claves
        )
    )


def asedio() -> dibujo.Asedio:
    """Las cuatro etapas llenas."""
    cartas = ("Asediador de Valle", "Carromatos", "Arquero oriental")
    etapas = ("Erebor", "Valle", "Las Tierras del Río", "Las Defensas del Este")
    return dibujo.Asedio(
        tuple(dibujo.Etapa(e, 4, 12, "Puente", cartas, cartas, cartas, ("Ana", "Eva")) for e in etapas)
    )


def naciones() -> dibujo.Politica:
    """Las ocho naciones."""
    libres = [
        dibujo.Nacion(nombre, "libres", 2, True) for nombre in ("Elfos", "Enanos", "El Norte", "Rohan", "Gondor")
    ]
    sombra = [dibujo.Nacion(nombre, "sombra", 1, True) for nombre in ("Southrons", "Sauron", "Isengard")]
    return dibujo.Politica((*libres, *sombra), 2, 7)


def dados(caras: int) -> dibujo.Recuento:
    """Un histograma de dados."""
    return dibujo.Recuento(
        f"Los d{caras} del canal",
        tuple(dibujo.Cara(str(i), 90 + i * 7 % 31, Fraction(700, 6)) for i in range(1, caras + 1)),
        "χ² = 4,2; p = 0,52",
    )


CASOS: tuple[tuple[str, int, Callable[[], Sequence[dibujo.Imagen]]], ...] = (
    ("clasificación de 128 (6 imágenes)", 400, lambda: dibujo.tabla(clasificacion(128))),
    ("clasificación de 24", 400, lambda: dibujo.tabla(clasificacion(24))),
    ("cuadro cruzado de 32, 6 rondas", 400, lambda: [dibujo.cruzada(cuadro(32, 6))]),
    ("histograma de d6", 400, lambda: [dibujo.histograma(dados(6))]),
    ("histograma de d20", 400, lambda: [dibujo.histograma(dados(20))]),
    ("la Compañía", 150, lambda: [dibujo.compania(compania())]),
    ("política y victoria", 150, lambda: [dibujo.politica(naciones())]),
    ("batalla de 4 rondas", 150, lambda: [dibujo.batalla(pelea())]),
    ("la isla", 150, lambda: [dibujo.isla(mapa())]),
    ("el asedio", 150, lambda: [dibujo.asedio(asedio())]),
    ("rumbo", 150, lambda: [dibujo.rumbo(dibujo.Rumbo(CaraDeRumbo.SOLEADO, CaraDeRumbo.TORMENTA))]),
)


def medir(pedir: Callable[[], Sequence[dibujo.Imagen]]) -> tuple[float, float, int]:
    """Milisegundos que pasan y milisegundos de procesador (medianas), y bytes en total."""
    imagenes = pedir()
    pasan, trabaja = [], []
    for _ in range(VECES):
        antes, trabajo = time.perf_counter(), time.process_time()
        pedir()
        pasan.append(1000 * (time.perf_counter() - antes))
        trabaja.append(1000 * (time.process_time() - trabajo))
    return statistics.median(pasan), statistics.median(trabaja), sum(len(imagen.png) for imagen in imagenes)


def main() -> None:
    """Mide y cuenta. Si la máquina está ocupada en otra cosa, la columna de procesador es la que vale."""
    antes = time.perf_counter()
    dibujo.preparar()
    print(f"Primera imagen (carga de matplotlib y letras): {1000 * (time.perf_counter() - antes):.0f} ms")
    print(f"{'imagen':36}{'tarda':>10}{'procesador':>12}{'objetivo':>10}{'KiB':>8}")
    for nombre, tope, pedir in CASOS:
        pasan, trabaja, pesan = medir(pedir)
        fallo = "  no llega" if pasan > tope else ""
        print(f"{nombre:36}{pasan:>7.0f} ms{trabaja:>9.0f} ms{tope:>7} ms{pesan / 1024:>8.1f}{fallo}")


if __name__ == "__main__":
    main()
