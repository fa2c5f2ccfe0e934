"""El mapa de la isla: 3 filas de 5 Lugares, quién linda con quién y qué cuenta como área de preparación.

Las casillas se llaman por fila (A, B y C, de arriba abajo) y columna (1 a 5, de izquierda a derecha). La columna 5
es la del templo: «a la derecha» es hacia ella. Fuente: 002, «Preparar el mapa de la isla».
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from servicios.errores import NoExiste
from servicios.hechos import Valor
from servicios.lcg import tablas
from servicios.lcg.estado import Partida
from servicios.lcg.fichas import Lado, Reverso

FILAS = "ABC"
COLUMNAS = 5
CASILLAS = tuple(f"{fila}{columna}" for fila in FILAS for columna in range(1, COLUMNAS + 1))
ESQUINAS = ("A1", "C1")
"""Las esquinas de la izquierda, que se voltean en la preparación (D-64)."""
AMENAZA_DE_ISLA = 2
"""Amenaza de una Isla Perdida. Externo: DragnCards. La del dorso del templo no consta."""

_PASOS: dict[Lado, tuple[int, int]] = {
    "arriba": (-1, 0),
    "abajo": (1, 0),
    "izquierda": (0, -1),
    "derecha": (0, 1),
}


class Llave(StrEnum):
    """La Llave de la Puerta: sin encontrar, lista o agotada."""

    PERDIDA = "perdida"
    LISTA = "lista"
    AGOTADA = "agotada"


class Lugar(Valor):
    """Un Lugar del mapa.

    Attributes:
        reverso: qué hay en la otra cara; `None` si nadie la ha visto: no se ha sorteado.
        boca_arriba: si se ha volteado; si no, está por el lado «Isla Perdida» o «El Templo de los Engañados».
        explorado: si ha sido el Lugar activo y se ha dejado.
    """

    reverso: str | None = None
    boca_arriba: bool = False
    explorado: bool = False
    progreso: int = 0

    @property
    def ficha(self) -> Reverso | None:
        return None if self.reverso is None else tablas.reverso(self.reverso)

    @property
    def a_la_vista(self) -> Reverso | None:
        """La ficha de su otra cara si está boca arriba: boca abajo no cuenta, aunque se sepa."""
        return self.ficha if self.boca_arriba else None

    @property
    def mision(self) -> int | None:
        """Sus puntos de misión; boca abajo no tiene (002, «Inexplorado»)."""
        return self.a_la_vista.mision if self.a_la_vista else None

    @property
    def completo(self) -> bool:
        """Si tiene tanto progreso como puntos de misión."""
        return self.mision is not None and self.progreso >= self.mision


class Isla(Partida):
    """Una partida de El Templo de los Engañados.

    Attributes:
        lugares: los 15, fila a fila.
        activo: casilla del Lugar activo; `None` mientras no se elige la esquina de la que se parte.
    """

    lugares: tuple[Lugar, ...] = (Lugar(),) * len(CASILLAS)
    activo: str | None = None
    llave: Llave = Llave.PERDIDA

    def lugar(self, casilla: str) -> Lugar:
        """El Lugar de una casilla.

        Raises:
            NoExiste: si no hay tal casilla.
        """
        if casilla not in CASILLAS:
            raise NoExiste(f"En el mapa no hay casilla «{casilla}»: van de A1 a C5.")
        return self.lugares[CASILLAS.index(casilla)]

    def con_lugar(self, casilla: str, lugar: Lugar) -> Self:
        i = CASILLAS.index(casilla)
        return self.con(lugares=(*self.lugares[:i], lugar, *self.lugares[i + 1 :]))

    def al_pasar_ronda(self) -> Self:
        """La Llave de la Puerta se prepara con las demás cartas."""
        return self.con(llave=Llave.LISTA) if self.llave is Llave.AGOTADA else self


def es_templo(casilla: str) -> bool:
    """Si es uno de los tres Lugares del gran templo."""
    return int(casilla[1]) == COLUMNAS


def dorso(casilla: str) -> str:
    """El nombre del lado que se ve boca abajo."""
    return "El Templo de los Engañados" if es_templo(casilla) else "Isla Perdida"


def vecina(casilla: str, lado: Lado) -> str | None:
    """La casilla que está a ese lado, o `None` si se sale del mapa."""
    salto_fila, salto_columna = _PASOS[lado]
    fila = FILAS.index(casilla[0]) + salto_fila
    columna = int(casilla[1]) + salto_columna
    if not (0 <= fila < len(FILAS) and 1 <= columna <= COLUMNAS):
        return None
    return f"{FILAS[fila]}{columna}"


def vecinas(casilla: str) -> tuple[str, ...]:
    """Las casillas adyacentes en ortogonal, nunca en diagonal. Fuente: 002, «Exploración» (corregido: D-62)."""
    return tuple(otra for lado in _PASOS if (otra := vecina(casilla, lado)) is not None)


def distancia(una: str, otra: str) -> int:
    """A cuántos Lugares está una casilla de otra, sin ir en diagonal."""
    return abs(FILAS.index(una[0]) - FILAS.index(otra[0])) + abs(int(una[1]) - int(otra[1]))


def preparacion(isla: Isla) -> tuple[str, ...]:
    """Las casillas que cuentan como área de preparación: las adyacentes al Lugar activo y ninguna más.

    Algún Lugar, siendo el activo, aparta a algún vecino (`aparta` en `datos/lcg/isla.yaml`).
    """
    if isla.activo is None:
        return ()
    ficha = isla.lugar(isla.activo).a_la_vista
    apartadas = {vecina(isla.activo, lado) for lado in (ficha.aparta if ficha else ())}
    return tuple(casilla for casilla in vecinas(isla.activo) if casilla not in apartadas)


def destinos(isla: Isla) -> tuple[str, ...]:
    """A dónde se podría viajar desde el Lugar activo, por distancia: falta ver su progreso y la Llave."""
    if isla.activo is None:
        return ()
    ficha = isla.lugar(isla.activo).a_la_vista
    if ficha is None or ficha.alcance == 1:
        return preparacion(isla)
    activo = isla.activo
    return tuple(c for c in CASILLAS if 1 <= distancia(activo, c) <= ficha.alcance)


def por_salir(isla: Isla, *, templo: bool) -> dict[str, int]:
    """Los reversos que nadie ha visto todavía, de los de la isla o de los del templo, con sus copias."""
    vistos = Counter(lugar.reverso for lugar in isla.lugares if lugar.reverso is not None)
    suyos = (r for r in tablas.tablas().isla.values() if r.templo is templo)
    return {r.id: r.copias - vistos[r.id] for r in suyos if r.copias > vistos[r.id]}


@dataclass(frozen=True)
class Celda:
    """Lo que se dibuja de una casilla.

    Attributes:
        titulo: el nombre que se ve; si está boca abajo, el del dorso.
        visto: nombre de la otra cara, si está boca abajo y alguien la ha mirado.
        mision: puntos de misión, si está boca arriba.
        amenaza: la del lado que se ve; `None` si no consta.
    """

    casilla: str
    titulo: str
    visto: str | None
    progreso: int
    mision: int | None
    amenaza: int | None
    boca_arriba: bool
    explorado: bool
    activo: bool
    preparacion: bool

    @property
    def texto(self) -> str:
        """«A2 · Cavernas sinuosas · 2/6 · activo»."""
        partes = [self.casilla, self.titulo]
        partes += [f"visto: {self.visto}"] if self.visto else []
        if self.mision is not None or self.progreso:
            partes.append(f"{self.progreso}/{self.mision}" if self.mision is not None else f"{self.progreso}")
        marcas = {"activo": self.activo, "preparación": self.preparacion, "explorado": self.explorado}
        return " · ".join([*partes, *(marca for marca, puesta in marcas.items() if puesta)])


def celdas(isla: Isla) -> tuple[Celda, ...]:
    """El mapa entero, fila a fila, listo para dibujar o escribir."""
    alrededor = preparacion(isla)
    return tuple(_celda(isla, casilla, casilla in alrededor) for casilla in CASILLAS)


def filas(isla: Isla) -> Iterator[tuple[Celda, ...]]:
    """Las celdas de cada fila, de arriba abajo."""
    todas = celdas(isla)
    for i in range(0, len(todas), COLUMNAS):
        yield todas[i : i + COLUMNAS]


def _celda(isla: Isla, casilla: str, en_preparacion: bool) -> Celda:
    lugar = isla.lugar(casilla)
    ficha = lugar.ficha
    boca_abajo = dorso(casilla)
    amenaza = None if es_templo(casilla) else AMENAZA_DE_ISLA
    return Celda(
        casilla=casilla,
        titulo=ficha.nombre if lugar.boca_arriba and ficha else boca_abajo,
        visto=ficha.nombre if ficha and not lugar.boca_arriba else None,
        progreso=lugar.progreso,
        mision=lugar.mision,
        amenaza=ficha.amenaza if lugar.boca_arriba and ficha else amenaza,
        boca_arriba=lugar.boca_arriba,
        explorado=lugar.explorado,
        activo=casilla == isla.activo,
        preparacion=en_preparacion,
    )
