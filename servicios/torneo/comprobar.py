"""Las leyes que cumple toda ronda, calculadas sin mirar cómo se hizo el emparejamiento."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from servicios import azar
from servicios.azar import Sorteo
from servicios.torneo.emparejar import Campo, Pareja
from servicios.torneo.valores import Permiso, Ronda


@dataclass(frozen=True)
class Falta:
    """Una ley que no se cumple y las personas afectadas."""

    clase: str
    participantes: tuple[int, ...]
    ronda: int | None = None


def comprobar_emparejamiento(campo: Campo, parejas: Sequence[Pareja], descanso: int | None) -> tuple[Falta, ...]:
    """Faltas de un emparejamiento; ninguna si es legal.

    Cada activo una vez y solo los activos; descansa alguien si y solo si son impares; nadie repite rival ni
    descansa más que otro sin permiso.
    """
    veces = Counter(jugador for pareja in parejas for jugador in pareja)
    if descanso is not None:
        veces[descanso] += 1
    activos = set(campo.orden)
    faltas = [Falta("ausente", (j,)) for j in sorted(activos - veces.keys())]
    faltas += [Falta("repetido", (j,)) for j, n in sorted(veces.items()) if n > 1]
    faltas += [Falta("ajeno", (j,)) for j in sorted(veces.keys() - activos)]
    if (descanso is not None) != campo.impar:
        faltas.append(Falta("descanso", () if descanso is None else (descanso,)))
    if Permiso.REPETIR not in campo.permisos:
        for a, b in parejas:
            ronda = campo.encuentros.get(a, {}).get(b)
            if ronda is not None:
                faltas.append(Falta("rival", (a, b), ronda))
    if (
        descanso is not None
        and Permiso.SEGUNDO_DESCANSO not in campo.permisos
        and descanso in activos
        and descanso not in campo.pueden_descansar()
    ):
        faltas.append(Falta("segundo_descanso", (descanso,)))
    return tuple(faltas)


def flotantes(campo: Campo, parejas: Sequence[Pareja]) -> dict[int, int]:
    """Cuántos jugadores bajan de cada total de puntos."""
    bajan = (max(campo.puntos[a], campo.puntos[b]) for a, b in parejas if campo.puntos[a] != campo.puntos[b])
    return dict(sorted(Counter(bajan).items(), reverse=True))


def sorteo_repetido(semilla: bytes, flujo: str, ronda: Ronda) -> bool:
    """Si de la semilla revelada sale el mismo orden que usó esa ronda.

    Raises:
        ValueError: si la ronda vino de una importación y no tiene sorteo.
    """
    if ronda.foto is None:
        raise ValueError(f"la ronda {ronda.numero} no se sorteó aquí")
    guardado: Sorteo = ronda.foto.sorteo
    esperada = f"ronda|{ronda.numero}|{ronda.foto.repeticion}"
    return (
        guardado.etiqueta == esperada
        and azar.repetir(semilla, flujo, guardado) == guardado
        and azar.barajado(sorted(ronda.foto.orden), guardado) == ronda.foto.orden
    )
