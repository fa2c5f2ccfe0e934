"""Cómo se nombra a las personas y las cosas dentro de una frase."""

import unicodedata
from collections.abc import Sequence

from servicios.hechos import Contexto
from servicios.texto import cuenta, lista
from servicios.torneo.estado import Torneo
from servicios.torneo.valores import Mesa, Participante

LARGO_DE_NOMBRE = 100
_EN_BLANCO = "\u115f\u1160\u2800\u3164\uffa0"
"""Letras y signos que, aunque Unicode no los llame espacios, no se ven: los usa quien quiere un nombre vacío."""


def limpio(texto: str, largo: int = LARGO_DE_NOMBRE) -> str:
    """Un texto sin saltos de línea, marcas invisibles ni de dirección, con `largo` caracteres como mucho.

    Vacío, si lo que queda no se ve: solo unidores o acentos sin letra.
    """
    visible = "".join(" " if c.isspace() or c in _EN_BLANCO else c for c in texto if c.isspace() or _se_ve(c))
    corto = " ".join(visible.split())[:largo].strip()
    return corto if any(unicodedata.category(c)[0] not in "MCZ" for c in corto) else ""


def clave_de_nombre(texto: str) -> str:
    """Lo que dos nombres tienen igual si son el mismo escrito de otra forma."""
    partes = unicodedata.normalize("NFKD", limpio(texto)).casefold()
    letras = "".join(c for c in partes if c.isalnum())
    return letras or partes


def nombre(contexto: Contexto, quien: Participante) -> str:
    """El nombre tal como se escribe en una frase: sin que su Markdown haga nada."""
    return escapado(contexto.textos[quien.nombre])


def escapado(texto: str) -> str:
    return "".join(f"\\{c}" if c in r"\*_~`|>#[]()<@" else c for c in texto)


def _se_ve(caracter: str) -> bool:
    # El unidor de emojis (U+200D) es de formato, pero sin él una familia se convierte en tres personas.
    return unicodedata.category(caracter) not in ("Cc", "Cf", "Cs", "Co", "Cn") or caracter == "\u200d"


def llamar(torneo: Torneo, contexto: Contexto, numero: int) -> str:
    """El nombre de un participante, por su número."""
    return nombre(contexto, torneo.participantes[numero])


def pocos(nombres: Sequence[str], tope: int = 12) -> str:
    """Los nombres, o los primeros y cuántos más: Discord no admite más de 4000 caracteres."""
    sobran = len(nombres) - tope
    return lista(nombres if sobran <= 0 else [*nombres[:tope], f"{cuenta(sobran, 'persona')} más"])


def las_mesas(mesas: Sequence[Mesa]) -> str:
    """«la mesa 2», «las mesas 1, 3 y 4»."""
    return f"{'la mesa' if len(mesas) == 1 else 'las mesas'} {lista([str(mesa.numero) for mesa in mesas])}"


def resultados_de(mesas: Sequence[Mesa]) -> str:
    """«Falta el resultado de la mesa 2», «Faltan los resultados de las mesas 1, 3 y 4»."""
    falta = "Falta el resultado" if len(mesas) == 1 else "Faltan los resultados"
    return f"{falta} de {las_mesas(mesas)}"


def rondas_sin_jugar(quedan: int) -> str:
    """«Queda 1 ronda prevista sin jugar», «Quedan 2 rondas previstas sin jugar»."""
    return f"Queda{'' if quedan == 1 else 'n'} {cuenta(quedan, 'ronda prevista', 'rondas previstas')} sin jugar"
