"""Errores de dominio: lo que el bot no puede o no debe hacer, dicho para quien lo lee."""


class ErrorDeDominio(Exception):
    """Una orden que las reglas rechazan. Nada ha cambiado.

    Args:
        frase: qué pasa y qué hacer, en una o dos frases públicas en español.
        detalle: letra pequeña opcional: la regla y su fuente, o quién puede ayudar.
    """

    def __init__(self, frase: str, detalle: str | None = None) -> None:
        super().__init__(frase)
        self.frase = frase
        self.detalle = detalle


class SinPermiso(ErrorDeDominio):
    """Quien da la orden no tiene derecho a darla."""


class NoExiste(ErrorDeDominio):
    """Lo que se busca (partida, ronda, jugador…) no existe o ya no está abierto."""


class YaHaCambiado(ErrorDeDominio):
    """La orden se refiere a una situación anterior: otra persona se ha adelantado."""


class AlmacenNoDisponible(ErrorDeDominio):
    """La base de datos no responde o no puede escribir. Se recupera sola cuando vuelve."""

    def __init__(self, detalle: str | None = None) -> None:
        super().__init__("No puedo guardar nada ahora mismo; vuelve a intentarlo en un momento.", detalle)


class ErrorDePuestaEnMarcha(Exception):
    """El bot no puede arrancar: un ajuste, un dato o el disco. La frase nombra al culpable."""
