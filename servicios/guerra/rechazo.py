"""Cómo se niega una orden: una frase para quien la dio, y en letra pequeña la regla y su fuente."""

from servicios.errores import ErrorDeDominio

REGLAMENTO = "Reglamento de la 2.ª edición, p. {}"
"""Para lo que el documento 001 no dice y se toma del reglamento."""


def rechazo(frase: str, regla: str, fuente: str) -> ErrorDeDominio:
    """El error de dominio de una regla incumplida.

    Args:
        frase: qué pasa y qué hacer.
        regla: la norma, en una frase.
        fuente: sección del documento 001, o una fuente externa completa (`REGLAMENTO.format(18)`).
    """
    origen = fuente if fuente.startswith("Reglamento") else f"001, «{fuente}»"
    return ErrorDeDominio(frase, f"{regla} Fuente: {origen}.")
