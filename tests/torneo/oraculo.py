"""La clasificación hecha otra vez, desde el texto del reglamento y a partir del JSON exportado.

No comparte nada con el programa: fracciones en lugar de enteros, una tabla de partidas en lugar de contadores y
un desempate recursivo escrito como se lee.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

Documento = dict[str, Any]


class Juego(NamedTuple):
    """Una partida vista por uno de los dos."""

    yo: int
    rival: int
    mis_pv: int
    sus_pv: int
    puntos: int
    como: str  # «gano», «pierdo» o «empato»
    anillo: bool


def clasificacion(documento: Documento, hasta: int | None = None) -> list[dict[str, Any]]:
    """Las filas que debería tener el documento, en orden, sin los que dejaron el torneo."""
    juegos = _juegos(documento, hasta)
    siguen = [
        p["id"]
        for p in documento["participantes"]
        if p["estado"] == "activo" or (hasta is not None and p["ronda_baja"] > hasta)
    ]
    puntos = {j: _total(documento, juegos, j, hasta) for j in siguen}
    filas: list[dict[str, Any]] = []
    for total in sorted(set(puntos.values()), reverse=True):
        empatados = {j for j in siguen if puntos[j] == total}
        for juntos, criterio in _repartir(empatados, juegos, None):
            puesto = len(filas) + 1
            for jugador in sorted(juntos):
                decidido = None if len(empatados) == 1 else "compartido" if len(juntos) > 1 else criterio
                filas.append({"puesto": puesto, "participante": jugador, "pt": total, "decidido_por": decidido})
    return [fila | _cuentas(juegos, fila["participante"]) for fila in filas]


def _juegos(documento: Documento, hasta: int | None) -> list[Juego]:
    anillo = {"dos-barajas": 7, "mazo-cerrado": 9}[documento["torneo"]["modalidad"]]
    juegos: list[Juego] = []
    for ronda in documento["rondas"][:hasta]:
        for mesa in ronda["mesas"]:
            r = mesa["resultado"]
            if r is None or r["estado"] != "firme":
                continue
            pv = {}
            for lado in ("a", "b"):
                multas = [
                    s["pv"]
                    for s in documento["sanciones"]
                    if s["ronda"] == ronda["numero"] and s["participante"] == mesa[lado]
                ]
                pv[mesa[lado]] = r[f"pv_{lado}"] + sum(multas)
            gana, suyos, del_otro = _reparto(r, mesa["a"], mesa["b"], pv, anillo)
            for yo, rival in ((mesa["a"], mesa["b"]), (mesa["b"], mesa["a"])):
                como = "empato" if gana is None else "gano" if gana == yo else "pierdo"
                mios = del_otro if como == "pierdo" else suyos
                juegos.append(Juego(yo, rival, pv[yo], pv[rival], mios, como, r["fin"] == "anillo"))
    return juegos


def _reparto(r: dict[str, Any], a: int, b: int, pv: dict[int, int], anillo: int) -> tuple[int | None, int, int]:
    if r["fin"] == "anillo":
        return r["ganador"], anillo, 0
    if r["fin"] in ("retirada", "incomparecencia", "arbitro"):
        return r["ganador"], 6, 0
    if pv[a] == pv[b]:
        return None, 3, 3
    gana, pierde = (a, b) if pv[a] > pv[b] else (b, a)
    if pv[pierde] <= 0:
        return gana, 6, 0
    razon = Fraction(pv[gana], pv[pierde])
    suyos = 6 if razon >= 2 else 5 if razon >= Fraction(3, 2) else 4
    return gana, suyos, 6 - suyos


def _total(documento: Documento, juegos: list[Juego], jugador: int, hasta: int | None) -> int:
    descansos = [
        ronda["descanso"]["puntos"]
        for ronda in documento["rondas"][:hasta]
        if ronda["descanso"] and ronda["descanso"]["participante"] == jugador
    ]
    return sum(descansos) + sum(j.puntos for j in juegos if j.yo == jugador)


def _cuentas(juegos: list[Juego], jugador: int) -> dict[str, int]:
    mios = [j for j in juegos if j.yo == jugador]
    ganados = [j for j in mios if j.como == "gano"]
    return {
        "pv": sum(j.mis_pv for j in mios),
        "victorias": len(ganados),
        "anillos": sum(j.anillo for j in ganados),
        "v60": sum(j.puntos == 6 and not j.anillo for j in ganados),
        "v51": sum(j.puntos == 5 for j in ganados),
        "v42": sum(j.puntos == 4 for j in ganados),
        "e33": sum(j.como == "empato" for j in mios),
    }


def _repartir(grupo: set[int], juegos: list[Juego], traia: str | None) -> list[tuple[set[int], str | None]]:
    """Separa un grupo: quienes quedan van primero; todos los eliminados, juntos, vuelven a empezar."""
    if not grupo:
        return []

    def contar(que: str) -> Callable[[int], int]:
        return lambda jugador: _cuentas(juegos, jugador)[que]

    def derrotas(jugador: int) -> int:
        return sum(j.yo == jugador and j.rival in grupo and j.como == "pierdo" for j in juegos)

    pasos: list[tuple[str, Callable[[int], int]]] = [("enfrentamiento", lambda jugador: -derrotas(jugador))]
    pasos += [(que, contar(que)) for que in ("anillos", "victorias", "v60", "v51", "v42", "e33", "pv")]
    vivos, caidos, decide = set(grupo), dict[int, str](), traia if len(grupo) == 1 else None
    for nombre, medir in pasos:
        medidas = {jugador: medir(jugador) for jugador in vivos}
        fuera = {jugador for jugador in vivos if medidas[jugador] != max(medidas.values())}
        if fuera:
            vivos -= fuera
            caidos |= dict.fromkeys(fuera, nombre)
            decide = nombre
    resto = set(caidos)
    return [(vivos, decide), *_repartir(resto, juegos, caidos[next(iter(resto))] if len(resto) == 1 else None)]
