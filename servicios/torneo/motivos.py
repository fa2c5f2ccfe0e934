"""Por qué juega cada pareja: razones que se publican con la ronda, para que nadie tenga que suponerlas."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from servicios.texto import cuenta
from servicios.torneo.emparejar import Campo, Pareja
from servicios.torneo.valores import Descanso, Motivo

Llamar = Callable[[int], str]
"""Cómo se llama un participante."""


def motivos(campo: Campo, parejas: Sequence[Pareja], *, prevision: bool = False) -> list[Motivo]:
    """El motivo de cada pareja (primero quien tiene más puntos)."""
    puntos = campo.puntos
    bajan: Mapping[int, list[int]] = defaultdict(list)
    for alto, bajo in parejas:
        if puntos[alto] > puntos[bajo]:
            bajan[puntos[alto]].append(alto)
    return [_motivo(campo, pareja, bajan[puntos[pareja[0]]], prevision=prevision) for pareja in parejas]


def _motivo(campo: Campo, pareja: Pareja, bajan: Sequence[int], *, prevision: bool) -> Motivo:
    alto, bajo = pareja
    ronda = campo.encuentros.get(alto, {}).get(bajo)
    if ronda is not None:
        return Motivo(clase="repetida", baja=alto, otro=bajo, ronda=ronda)
    desde, hasta = campo.puntos[alto], campo.puntos[bajo]
    if desde == hasta:
        return Motivo(clase="mismo_grupo", desde=desde, hasta=hasta)
    if len(bajan) == 1:
        return Motivo(clase="impar", desde=desde, hasta=hasta, baja=alto)
    vistos = campo.encuentros.get(alto, {})
    otros = [otro for otro in bajan if otro != alto]
    if all(otro in vistos for otro in otros):
        otro = max(otros, key=lambda quien: vistos[quien])
        return Motivo(clase="enfrentados", desde=desde, hasta=hasta, baja=alto, otro=otro, ronda=vistos[otro])
    return Motivo(clase="prevision" if prevision else "encaje", desde=desde, hasta=hasta, baja=alto)


def frase(motivo: Motivo, llamar: Llamar) -> str:
    """El motivo con palabras: «baja de 12 a 11 porque el grupo es impar».

    Args:
        motivo: el que lleva la mesa.
        llamar: nombre de un participante, ya preparado para mostrarse.
    """
    salto = f"baja de {motivo.desde} a {motivo.hasta}"
    quien, otro = (llamar(n) if n is not None else "" for n in (motivo.baja, motivo.otro))
    return {
        "mismo_grupo": "mismo grupo",
        "impar": f"{salto} porque el grupo es impar",
        "enfrentados": f"{salto}: {quien} y {otro} ya se enfrentaron en la ronda {motivo.ronda}",
        "encaje": f"{salto} para que nadie repita rival",
        "prevision": f"{salto} para que queden rivales en las rondas siguientes",
        "repetida": f"ya se enfrentaron en la ronda {motivo.ronda}; lo consiente la coordinación",
        "a_mano": "cambiada a mano por la coordinación",
    }[motivo.clase]


def frase_de_descanso(descanso: Descanso) -> str:
    """Por qué descansa quien descansa."""
    if descanso.a_mano:
        return "cambiado a mano por la coordinación"
    if descanso.repetido:
        return "segundo descanso; lo consiente la coordinación"
    if descanso.subio:
        grupos = cuenta(descanso.subio, "grupo")
        return f"por sorteo, {grupos} más arriba: por debajo no había forma de emparejar al resto"
    return "por sorteo entre quienes menos puntos tienen y aún no han descansado"
