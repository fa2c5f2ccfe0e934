"""Formas canónicas de un texto: lo que queda igual aunque se escriba con otra letra, tilde o signo.

`normalizar` es la única que decide si dos nombres son «el mismo»; `plegar` es más laxa (letras que se
confunden al oír o al escanear) y por eso solo propone cuando la primera no encuentra nada.
"""

import re
import unicodedata

LETRAS_DE_CONSULTA = 100
"""Lo que Discord deja escribir en una sugerencia; el nombre más largo tiene la mitad."""

# Lo que NFKD no separa en letra y adorno, y los apóstrofos, que no parten palabra («Wizard’s» = «wizards»).
_LETRAS = str.maketrans(
    {"æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th"}
    | {"ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ħ": "h", "Ħ": "h", "ı": "i", "ß": "ss", "ẞ": "ss"}
    | dict.fromkeys("'’‘‛´`ʼ′", "")
)
_INVISIBLES = frozenset({"Mn", "Me", "Cf"})  # tildes sueltas, guiones blandos, uniones de ancho cero
_NO_ALFANUMERICO = re.compile(r"[^0-9a-z]+")

_DOBLE = re.compile(r"([^l])\1+")  # «ll» no es una ele repetida
_PARES = (("ll", "y"), ("ph", "f"), ("qu", "k"), ("h", ""))
_CONFUNDIDAS = str.maketrans("vczkqgl1y0", "bssssjiiio")


def normalizar(texto: str) -> str:
    """Minúsculas sin tildes ni signos, palabras separadas por un espacio; vacío si no hay letras latinas.

    Sirve igual para lo que se indexa y lo que se busca: `Þorin` → `thorin`, `«Barad‑dûr»` → `barad dur`.
    """
    if texto.isascii():
        plano = texto.translate(_LETRAS).lower()
    else:
        suelto = unicodedata.normalize("NFKD", texto.translate(_LETRAS)).casefold().translate(_LETRAS)
        plano = "".join(c for c in suelto if unicodedata.category(c) not in _INVISIBLES)
    return _NO_ALFANUMERICO.sub(" ", plano).strip()


def normalizar_consulta(consulta: str) -> str:
    """Lo que se busca de lo que alguien escribió: normalizado y sin pasar de `LETRAS_DE_CONSULTA`."""
    # Se corta antes y después: normalizar puede alargar un solo signo hasta dieciocho letras.
    return normalizar(consulta[: 2 * LETRAS_DE_CONSULTA])[:LETRAS_DE_CONSULTA].rstrip()


def plegar(texto: str) -> str:
    """Lo que queda de un texto normalizado al igualar las letras que suenan o se escanean parecido.

    Iguala i/l/1/y/ll, b/v, c/s/z/k/qu, g/j, ph/f, o/0; quita la hache, las letras dobles y los espacios.
    """
    plegado = texto.replace(" ", "")
    for par, letra in _PARES:
        plegado = plegado.replace(par, letra)
    return _DOBLE.sub(r"\1", plegado).translate(_CONFUNDIDAS)
