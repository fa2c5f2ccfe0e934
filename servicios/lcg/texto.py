"""Los rechazos de las partidas del LCG, y las fuentes externas que citan."""

from servicios.errores import ErrorDeDominio

BASICO = "reglamento básico del juego"
"""Fuente de lo que los documentos dan por sabido."""
CARTA = "carta del escenario"


def rechazo(frase: str, regla: str, fuente: str) -> ErrorDeDominio:
    """El error de dominio de una regla incumplida.

    Args:
        frase: qué pasa y qué hacer.
        regla: la norma, en una frase.
        fuente: documento y sección (`003, «Rumbo»`), o `BASICO` o `CARTA`.
    """
    return ErrorDeDominio(frase, f"{regla} Fuente: {fuente}.")
