"""Graba partidas de cada clase con el programa de hoy: `python -m tests.diario.grabar 0.1.0`.

Se usa una vez, al publicar una versión que cambia algún hecho, y crea una carpeta nueva. Lo grabado no se vuelve a grabar
nunca: es la prueba de que se sigue leyendo lo que aquel programa escribió.

Juega muchas partidas al azar y se queda con pocas: las que, por lo que ocupan, más enseñan. Enseñar es contener un
tipo de hecho, un campo con valor o vacío, o un valor de una lista corta que aún no estaba.
"""

import argparse
import hashlib
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from random import Random
from typing import Any

import bot
from servicios.hechos import Agregado
from servicios.libro import Libro
from tests.diario.grabacion import CARPETA, SERVIDOR, Grabacion, lo_que_se_ve
from tests.diario.vida import INICIO, Vida

OCTETOS = {"guerra": 100_000, "torneo": 80_000, "navegacion": 42_000, "asedio": 32_000, "isla": 23_000}
POCOS = 14_000
"""Lo que puede ocupar cada clase."""
PARTIDAS, PARTIDAS_MAXIMAS, PASOS = 600, 2_000, 400
VALOR_CORTO = 24


@dataclass(frozen=True)
class Trozo:
    """Una partida hasta cierta orden, con lo que enseña."""

    vida: Vida
    hasta: int
    rasgos: Set[str]
    octetos: int


def main() -> None:
    """Graba en la carpeta de la versión las clases que se digan, o todas. Lo que ya esté grabado no se toca."""
    lector = argparse.ArgumentParser(description=__doc__)
    lector.add_argument("version", help="carpeta dentro de grabados/")
    lector.add_argument("clases", nargs="*", help="solo estas clases")
    pedido = lector.parse_args()
    carpeta = CARPETA / pedido.version
    carpeta.mkdir(parents=True, exist_ok=True)
    for canal, agregado in enumerate(bot.AGREGADOS, start=1):
        if not pedido.clases or agregado.nombre in pedido.clases:
            with (carpeta / f"{agregado.nombre}.jsonl").open("x", encoding="utf-8") as archivo:
                for trozo in elegir(agregado, canal * 10_000):
                    archivo.writelines(f"{linea}\n" for linea in grabada(trozo).lineas())


def elegir(agregado: Agregado[Any], canal: int) -> Iterator[Trozo]:
    """Primero, la partida más corta con cada tipo de hecho, empezando por los raros; después, las que más enseñan."""
    candidatos: list[Trozo] = []
    for n in range(PARTIDAS_MAXIMAS):
        if n >= PARTIDAS and agregado.hechos.keys() <= {rasgo for trozo in candidatos for rasgo in trozo.rasgos}:
            break
        candidatos += trozos(jugada_entera(agregado, canal + n))
    queda, vistos, usadas = OCTETOS.get(agregado.nombre, POCOS), set[str](), set[str]()

    def quedarse(trozo: Trozo) -> Trozo:
        nonlocal queda
        queda -= trozo.octetos
        usadas.add(trozo.vida.flujo)
        vistos.update(trozo.rasgos)
        return trozo

    veces = Counter(rasgo for trozo in candidatos for rasgo in trozo.rasgos if ":" not in rasgo)
    for tipo, _ in sorted(veces.items(), key=lambda par: par[1]):
        if tipo not in vistos:
            suyos = (trozo for trozo in candidatos if tipo in trozo.rasgos and trozo.vida.flujo not in usadas)
            yield quedarse(min(suyos, key=lambda trozo: trozo.octetos))
    while posibles := [
        t for t in candidatos if t.vida.flujo not in usadas and t.octetos <= queda and t.rasgos - vistos
    ]:
        yield quedarse(max(posibles, key=lambda trozo: len(trozo.rasgos - vistos) / trozo.octetos))


def jugada_entera(agregado: Agregado[Any], canal: int) -> Vida:
    """Una partida al azar; el canal dice cuál."""
    semilla = hashlib.sha256(f"{agregado.nombre} {canal}".encode()).digest()
    dia = agregado.nombre == "dia"
    nombre = f"{SERVIDOR}/dia/{canal}/{INICIO:%Y-%m-%d}" if dia else f"{SERVIDOR}/{agregado.nombre}/{canal}"
    vida = Vida(agregado, nombre, canal, semilla)
    for _ in vida.vivir(Random(canal), 30 if dia else PASOS):
        pass
    return vida


def trozos(vida: Vida) -> Iterator[Trozo]:
    """La partida cortada en cada orden que enseña algo, por sus hechos o por cómo quedaría si acabara ahí."""
    rasgos, acabadas, octetos = set[str](), set[str](), 0
    for hasta, anotada in enumerate(vida.anotadas, start=1):
        cuerpos = [(hecho.tipo, Agregado.escribir(hecho)) for hecho in anotada.hechos]
        suyos = {rasgo for tipo, cuerpo in cuerpos for rasgo in (tipo, *_rasgos(cuerpo, tipo))}
        octetos += 120 + sum(len(str(cuerpo)) for cuerpo in cuerpos)
        libro = vida.libros[hasta - 1]
        como = {f"final:{clave}" for clave, valor in lo_que_se_ve(libro).items() if valor}
        if suyos - rasgos or como - acabadas:
            rasgos |= suyos
            acabadas |= como
            yield Trozo(vida, hasta, frozenset(rasgos | como), octetos + len(libro.estado.model_dump_json()) + 600)


def _rasgos(valor: Any, ruta: str) -> Iterator[str]:
    match valor:
        case dict():
            for clave, dentro in valor.items():
                yield from _rasgos(dentro, f"{ruta}:{'*' if str(clave).isdecimal() else clave}")
        case list():
            for dentro in valor or [None]:
                yield from _rasgos(dentro, f"{ruta}:")
        case bool() | None:
            yield f"{ruta}:{valor}"
        case str() if not valor.isdecimal() and len(valor) <= VALOR_CORTO:
            yield f"{ruta}:{valor}"
        case _:
            yield f"{ruta}:{type(valor).__name__}"


def grabada(trozo: Trozo) -> Grabacion:
    """El trozo, como se guarda."""
    vida, libro = trozo.vida, trozo.vida.libros[trozo.hasta - 1]
    cabecera = {
        "clase": vida.agregado.nombre,
        "flujo": vida.flujo,
        "numero": None if vida.agregado.nombre == "dia" else vida.canal,
        "canal": libro.agregado.canal(libro.estado) or vida.canal,
        "semilla": vida.semilla.hex(),
        "textos": [texto for texto, _ in vida.textos.values()],
    }
    ordenes = [
        {
            "orden": anotada.numero,
            "autor": anotada.autor,
            "momento": anotada.momento.isoformat(),
            "origen": anotada.origen,
            "tiradas": previo.tiradas if previo else 0,
            "hechos": [[hecho.tipo, Agregado.escribir(hecho)] for hecho in anotada.hechos],
        }
        for anotada, previo in zip(vida.anotadas[: trozo.hasta], _previos(vida), strict=False)
    ]
    return Grabacion(cabecera, ordenes, lo_que_se_ve(libro) | {"estado": libro.estado.model_dump(mode="json")})


def _previos(vida: Vida) -> list[Libro[Any] | None]:
    return [None, *vida.libros]


if __name__ == "__main__":
    main()
