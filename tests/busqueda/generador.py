"""Consultas como las que escribe la gente, sacadas de los nombres reales con un generador con semilla.

No usa nada de `servicios.busqueda`: si el normalizador se equivocara, aquí no se repetiría el error.
"""

import csv
import random
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

CATALOGO = Path(__file__).parents[2] / "datos" / "satm" / "cartas.tsv"

VACIAS = frozenset(
    [
        "a",
        "al",
        "con",
        "de",
        "del",
        "e",
        "el",
        "en",
        "la",
        "las",
        "lo",
        "los",
        "o",
        "por",
        "sin",
        "su",
        "un",
        "una",
        "y",
    ]
)
TECLADO = ("qwertyuiop", "asdfghjklñ", "zxcvbnm")
DE_OIDO = (
    "b:v v:b ce:se ci:si z:s s:z s:c h: ll:y y:ll ge:je gi:ji j:g qu:k c:k k:c ph:f th:t rr:r nn:n mb:nb mp:np"
)
DE_ESCANER = "I:l l:I i:l l:1 rn:m m:rn O:0 o:0"
VECES = {
    "sin tildes": 70,
    "una errata": 90,
    "dos erratas": 60,
    "de oído": 60,
    "prefijo": 50,
    "palabras sueltas": 50,
    "otro orden": 50,
    "orden y errata": 30,
    "sin espacios": 25,
    "de escáner": 15,
}
"""Consultas de cada clase por cada 500, como en el estudio de partida."""


PARCIALES = frozenset({"prefijo", "palabras sueltas"})
"""Clases en que lo escrito puede ser de varias cartas."""


@dataclass(frozen=True)
class Carta:
    """Una carta del catálogo: identificador y sus dos nombres."""

    id: str
    es: str
    en: str


@dataclass(frozen=True)
class Consulta:
    """Lo escrito, de qué clase es, y el nombre en el que pensaba quien lo escribió."""

    clase: str
    texto: str
    nombre: str


def llano(texto: str) -> str:
    """Minúsculas, sin tildes, y un espacio en lugar de cada tanda de signos."""
    sueltas = (c for c in unicodedata.normalize("NFD", texto.lower()) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else "" if c in "'’" else " " for c in sueltas).split())


class Catalogo:
    """Las cartas de verdad, y quién acierta al buscar en ellas."""

    def __init__(self, cartas: Sequence[Carta]) -> None:
        self.cartas = cartas
        self.nombres = sorted({carta.es for carta in cartas})
        self._por_id = {carta.id: carta for carta in cartas}
        self._por_nombre: dict[str, set[str]] = {}
        for carta in cartas:
            for nombre in (carta.es, carta.en):
                self._por_nombre.setdefault(llano(nombre), set()).add(carta.id)

    @classmethod
    def leer(cls) -> "Catalogo":
        """El de `datos/satm/cartas.tsv`."""
        return cls(leer_catalogo())

    def es_nombre(self, texto: str) -> bool:
        """Si es, tal cual, el nombre de una carta en alguna de las dos lenguas."""
        return llano(texto) in self._por_nombre

    def buscadas(self, consulta: Consulta) -> set[str]:
        """Las cartas que se llaman como lo que se buscaba."""
        return self._por_nombre[llano(consulta.nombre)]

    def acierta(self, consulta: Consulta, claves: Sequence[str]) -> bool:
        """Si la primera de las claves es la buscada o tiene sentido que sea ella.

        Lo tiene si lo escrito es justo el nombre de otra carta y es esa, o si se escribió solo una parte y
        la hallada lleva todas las palabras escritas, o su comienzo.
        """
        if not claves:
            return False
        primera = claves[0]
        if primera in self.buscadas(consulta) or primera in self._por_nombre.get(llano(consulta.texto), ()):
            return True
        carta = self._por_id[primera]
        return consulta.clase in PARCIALES and any(_lleva(n, consulta.texto) for n in (carta.es, carta.en))


def leer_catalogo() -> list[Carta]:
    """Las cartas de `datos/satm/cartas.tsv`."""
    with CATALOGO.open(encoding="utf-8", newline="") as archivo:
        return [Carta(f["id"], f["nombre_es"], f["nombre_en"]) for f in csv.DictReader(archivo, delimiter="\t")]


def con_sentido(texto: str) -> list[str]:
    """Las palabras de un nombre, sin artículos ni preposiciones (salvo que no haya otras)."""
    palabras = llano(texto).split()
    return [p for p in palabras if p not in VACIAS] or palabras


def errar(texto: str, azar: random.Random) -> str:
    """Un desliz de teclado: quita, dobla, cambia por la tecla vecina o trueca dos letras seguidas."""
    i = azar.choice([n for n, c in enumerate(texto) if c.isalpha()])
    match azar.randrange(4):
        case 0:
            return texto[:i] + texto[i + 1 :]
        case 1:
            return texto[: i + 1] + azar.choice((texto[i], _vecina(texto[i], azar))) + texto[i + 1 :]
        case 2:
            return texto[:i] + _vecina(texto[i], azar) + texto[i + 1 :]
        case _:
            j = min(max(i, 1), len(texto) - 1)
            return texto[: j - 1] + texto[j] + texto[j - 1] + texto[j + 1 :]


def generar(nombres: Sequence[str], semilla: int, lotes: int = 1) -> list[Consulta]:
    """`lotes` × 500 consultas, repartidas como dice `VECES`, siempre las mismas para la misma semilla."""
    azar = random.Random(semilla)
    consultas: list[Consulta] = []
    for clase, veces in VECES.items():
        servibles = [n for n in nombres if _sirve(clase, n)]
        elegidos = azar.sample(servibles, min(veces * lotes, len(servibles)))
        consultas += [Consulta(clase, _MODOS[clase](nombre, azar), nombre) for nombre in elegidos]
    return consultas


def una_palabra_mal(nombres: Sequence[str], semilla: int, veces: int = 60) -> list[Consulta]:
    """Solo una palabra del nombre, y con una errata: lo más difícil que se teclea."""
    azar = random.Random(semilla)
    largos = [n for n in nombres if len(con_sentido(n)) > 1 and max(map(len, con_sentido(n))) >= 6]
    elegidos = azar.sample(largos, veces)
    palabras = [azar.choice([p for p in con_sentido(n) if len(p) >= 6]) for n in elegidos]
    return [Consulta("una palabra mal", errar(p, azar), n) for p, n in zip(palabras, elegidos, strict=True)]


def _lleva(nombre: str, escrito: str) -> bool:
    palabras = llano(nombre).split()
    return all(any(palabra.startswith(comienzo) for palabra in palabras) for comienzo in llano(escrito).split())


def _vecina(letra: str, azar: random.Random) -> str:
    for fila in TECLADO:
        i = fila.find(letra)
        if i >= 0:
            return azar.choice(fila[max(0, i - 1) : i] + fila[i + 1 : i + 2])
    return azar.choice("aeiou")


def _sirve(clase: str, nombre: str) -> bool:
    base, palabras = llano(nombre), con_sentido(nombre)
    match clase:
        case "sin tildes":
            return base != nombre.lower()
        case "una errata":
            return len(base) >= 5
        case "dos erratas":
            return len(base) >= 8
        case "de oído":
            return len(base) >= 5 and any(a in base for a, _ in _pares(DE_OIDO))
        case "prefijo":
            return len(base) >= 6
        case "palabras sueltas":
            return len(palabras) >= 3
        case "otro orden":
            return len(palabras) >= 2
        case "orden y errata":
            return len(palabras) >= 2 and len(base) >= 10
        case "sin espacios":
            return " " in base
        case _:
            return len(base) >= 5 and any(a in nombre for a, _ in _pares(DE_ESCANER))


def _pares(cambios: str) -> list[tuple[str, str]]:
    return [(antes, despues) for antes, _, despues in (cambio.partition(":") for cambio in cambios.split(" "))]


def _trocar(texto: str, cambios: str, veces: int, azar: random.Random) -> str:
    for _ in range(veces):
        sitios = [(i, a, b) for a, b in _pares(cambios) for i in range(len(texto)) if texto.startswith(a, i)]
        if sitios:
            i, a, b = azar.choice(sitios)
            texto = texto[:i] + b + texto[i + len(a) :]
    return texto


def _prefijo(nombre: str, azar: random.Random) -> str:
    base = llano(nombre)
    return base[: max(4, round(len(base) * azar.uniform(0.4, 0.8)))].strip()


def _sueltas(nombre: str, azar: random.Random) -> str:
    palabras = con_sentido(nombre)
    elegidas = sorted(azar.sample(range(len(palabras)), azar.randint(2, len(palabras) - 1)))
    return " ".join(palabras[i] for i in elegidas)


def _revuelto(nombre: str, azar: random.Random) -> str:
    palabras = con_sentido(nombre)
    revueltas = azar.sample(palabras, len(palabras))
    return " ".join(revueltas if revueltas != palabras else reversed(palabras))


_MODOS: dict[str, Callable[[str, random.Random], str]] = {
    "sin tildes": lambda n, _: llano(n),
    "una errata": lambda n, z: errar(llano(n), z),
    "dos erratas": lambda n, z: errar(errar(llano(n), z), z),
    "de oído": lambda n, z: _trocar(llano(n), DE_OIDO, z.randint(1, 2), z),
    "prefijo": _prefijo,
    "palabras sueltas": _sueltas,
    "otro orden": _revuelto,
    "orden y errata": lambda n, z: errar(_revuelto(n, z), z),
    "sin espacios": lambda n, _: llano(n).replace(" ", ""),
    "de escáner": lambda n, z: _trocar(n, DE_ESCANER, z.randint(1, 2), z),
}
