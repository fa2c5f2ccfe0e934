"""Emparejar probándolo todo: lento, corto y sin nada en común con el programa. Solo para campos pequeños."""

from collections.abc import Iterator, Mapping, Sequence

Ronda = tuple[tuple[tuple[int, int], ...], int | None]


def rondas_posibles(activos: Sequence[int], vistos: Mapping[int, set[int]], pueden: set[int]) -> Iterator[Ronda]:
    """Todas las rondas sin repetir rival; si son impares, con cada descanso permitido."""
    if len(activos) % 2:
        for quien in activos:
            if quien in pueden:
                resto = [j for j in activos if j != quien]
                yield from ((parejas, quien) for parejas in _parejas(resto, vistos))
    else:
        yield from ((parejas, None) for parejas in _parejas(list(activos), vistos))


def _parejas(quedan: list[int], vistos: Mapping[int, set[int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not quedan:
        yield ()
        return
    primero, *resto = quedan
    for rival in resto:
        if rival not in vistos.get(primero, set()):
            otros = [j for j in resto if j != rival]
            yield from (((primero, rival), *parejas) for parejas in _parejas(otros, vistos))


def gasto(ronda: Ronda, puntos: Mapping[int, int], pueden: set[int]) -> tuple[int, ...]:
    """Lo que cuesta una ronda, de lo más a lo menos importante.

    Primero, cuántos totales distintos hay entre quien descansa y el más bajo que podía. Luego, total a total
    desde el más alto, cuántos escalones bajan entre todos los que juegan con alguien de menos puntos.
    """
    parejas, descansa = ronda
    totales = sorted(set(puntos.values()), reverse=True)
    escalon = {total: i for i, total in enumerate(totales)}
    bajo = max((escalon[puntos[j]] for j in pueden), default=0)
    bajan = dict.fromkeys(totales, 0)
    for pareja in parejas:
        alto, menos = sorted((puntos[j] for j in pareja), reverse=True)
        bajan[alto] += escalon[menos] - escalon[alto]
    return (bajo - escalon[puntos[descansa]] if descansa is not None else 0, *bajan.values())


def quedan(activos: Sequence[int], vistos: Mapping[int, set[int]], descansados: set[int], rondas: int) -> bool:
    """Si se pueden jugar tantas rondas seguidas sin repetir rival ni descanso, de la manera que sea."""
    if rondas == 0:
        return True
    for parejas, descansa in rondas_posibles(activos, vistos, set(activos) - descansados):
        nuevos = {j: set(vistos.get(j, ())) for j in activos}
        for a, b in parejas:
            nuevos[a].add(b)
            nuevos[b].add(a)
        if quedan(activos, nuevos, descansados | ({descansa} if descansa is not None else set()), rondas - 1):
            return True
    return False
