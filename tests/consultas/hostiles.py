"""Lo que alguien puede llegar a escribir: basura, marcas, menciones, alfabetos raros y textos muy largos."""

import random
from collections.abc import Iterator

FIJAS = (
    "",
    " ",
    "@everyone",
    "<@123456789012345678>",
    "<@&123456789012345678>",
    "**negrita**",
    "||tapado||",
    "`código`",
    "```py\nx```",
    "> cita",
    "# título",
    "[enlace](https://ejemplo.es)",
    "https://ejemplo.es",
    "\u202eatrev al",
    "\u200b",
    "e\u0301owyn",
    "Éowyn\u0000",
    "ａｎｉｌｌｏ",
    "🧙‍♂️🔥",
    "ß" * 40,
    "Þorin",
    "Ælfwine",
    "a:b:c:%3A",
    "%",
    "::::",
    "carta/XX-1",
    "carta/",
    "tema/",
    "tema/x/y",
    "errata/../..",
    "'; DROP TABLE cartas; --",
    "{0}{1}",
    "%s%d",
    "\\",
    "\n\n\n",
    "\t",
    "null",
    "None",
    "NaN",
    "1e999",
    "-1",
    "0",
    "…",
    "«»",
    "“”",
    "’’’",
    "ñ",
    "ÑANDÚ",
    "İstanbul",
    "ǅ",
    "ﬁ",
    "َ",
    "א" * 30,
    "中文字",
    "a" * 10_000,
    "z" * 60,
    "el " * 20,
    "de la y",
    "gwaihir " * 7,
)
_RANGOS = ((32, 126), (160, 591), (768, 879), (0x400, 0x4FF), (0x2000, 0x206F), (0x1F300, 0x1F6FF), (0, 31))


def aleatorias(cuantas: int, semilla: int) -> Iterator[str]:
    """Cadenas de todo alfabeto y, una de cada tres, un nombre conocido estropeado."""
    azar = random.Random(semilla)
    nombres = ("Gwaihir", "Anillo Único", "Barad-dûr", "Éowyn", "El Señor del Viento me Encontró", "desempates")
    for i in range(cuantas):
        if i % 3 == 0:
            letras = list(azar.choice(nombres) * azar.randint(1, 3))
            for _ in range(azar.randint(0, 6)):
                letras.insert(azar.randrange(len(letras) + 1), chr(azar.randint(*azar.choice(_RANGOS))))
            yield "".join(letras)
        else:
            yield "".join(chr(azar.randint(*azar.choice(_RANGOS))) for _ in range(azar.randint(0, 80)))
