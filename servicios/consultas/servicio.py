"""Las consultas: encontrar una carta o un tema aunque se escriba mal, y buscar en todo lo escrito."""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass

from servicios.busqueda import (
    CORTE_EN_CHARLA,
    Dudosa,
    Entrada,
    Escrito,
    Exacta,
    Hallazgo,
    Indice,
    IndiceDeTexto,
    Ninguna,
    Parecida,
    normalizar,
)
from servicios.consultas.carga import Saber
from servicios.consultas.fichas import Ficha, Fichero
from servicios.consultas.modelos import Juego, Seccion, Tema
from servicios.consultas.prosa import texto_de_aclaracion, texto_de_errata

NOMBRES_DE_JUEGO: dict[Juego, str] = {
    "satm": "El Señor de los Anillos (SATM)",
    "guerra": "La Guerra del Anillo",
    "lcg": "ESDLA, el juego de cartas (LCG)",
}
CARTAS_POR_MENSAJE = 5
HALLAZGOS_MAXIMOS = 100
_MARCAS_DE_LISTA = re.compile(r"^(?:- |\d+\. |> )", re.MULTILINE)
_ENTRE_CORCHETES = re.compile(r"\[\[([^\[\]\n]{1,80})\]\]")
_PALABRA = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
_PALABRAS_DE_UN_NOMBRE = 8


@dataclass(frozen=True)
class Opcion:
    """Algo que se puede elegir en una lista: su clave y lo que la distingue."""

    clave: str
    rotulo: str
    detalle: str = ""


@dataclass(frozen=True)
class Hallada:
    """Se sabe qué se busca. `buscaste`: lo que se escribió, si no era su nombre."""

    clave: str
    buscaste: str | None = None


@dataclass(frozen=True)
class Varias:
    """Puede ser cualquiera de estas (25 como mucho, la más probable primero)."""

    opciones: tuple[Opcion, ...]


@dataclass(frozen=True)
class NoHallada:
    """Nada se parece."""


Resultado = Hallada | Varias | NoHallada


@dataclass(frozen=True)
class Pasaje:
    """Un resultado de la búsqueda en el texto: dónde está y el fragmento que encaja."""

    opcion: Opcion
    hallazgo: Hallazgo


class Consultas:
    """Lo que el bot sabe de cartas y reglas, en memoria y sin esperas.

    Args:
        saber: los datos de `datos/`, ya validados.
    """

    def __init__(self, saber: Saber) -> None:
        self.saber = saber
        self.fichero = Fichero(saber)
        self._cartas = Indice(self._entradas_de_cartas())
        self._por_nombre = self._cartas_por_nombre()
        self._temas = {juego: Indice(self._entradas_de_temas(juego)) for juego in (None, *NOMBRES_DE_JUEGO)}
        self._texto = IndiceDeTexto(self._documentos())

    # ── cartas ────────────────────────────────────────────────────────────────────────────────

    def carta(self, consulta: str) -> Resultado:
        """Busca una carta por su nombre en español o en inglés, o por su clave."""
        if self.existe(consulta):
            return Hallada(consulta)
        return self._resultado(self._cartas.resolver(consulta), consulta)

    def parecidas(self, consulta: str) -> tuple[Opcion, ...]:
        """Las cartas que más se parecen a lo escrito, para quien dice «no era esta»."""
        return tuple(map(self.opcion, self._cartas.sugerir(consulta)))

    sugerir_cartas = parecidas

    def ficha(self, clave: str) -> Ficha:
        """La ficha de una carta o de un grupo.

        Raises:
            KeyError: si la clave no existe.
        """
        clase, _, ident = clave.partition("/")
        return self.fichero.de_carta(ident) if clase == "carta" else self.fichero.de_entrada(clave)

    def existe(self, clave: str) -> bool:
        """Si es la clave de una carta, una errata o una aclaración."""
        clase, _, ident = clave.partition("/")
        saber = self.saber
        reparto = {"carta": saber.cartas, "errata": saber.erratas, "aclaracion": saber.aclaraciones}
        return ident in reparto.get(clase, ())

    def cartas_en(self, texto: str) -> tuple[str, ...]:
        """Claves de las cartas nombradas en un mensaje: primero las de `[[…]]`, luego los nombres sueltos."""
        claves: dict[str, None] = {}
        for nombre in _ENTRE_CORCHETES.findall(texto):
            respuesta = self._cartas.resolver(nombre, corte=CORTE_EN_CHARLA)
            if not isinstance(respuesta, Ninguna):
                claves[respuesta.claves[0]] = None
        for nombre in _nombres_propios(_ENTRE_CORCHETES.sub(" ", texto), self._por_nombre):
            claves[self._por_nombre[nombre]] = None
        return tuple(claves)[:CARTAS_POR_MENSAJE]

    # ── reglas ────────────────────────────────────────────────────────────────────────────────

    def tema(self, consulta: str, juego: Juego | None = None) -> Resultado:
        """Busca un tema de reglas (o una de sus secciones) por su nombre, o por su clave.

        Lo que se llama igual en varios temas («combate», «asedio») se da a elegir.
        """
        if self.existe_tema(consulta):
            return Hallada(consulta)
        respuesta = self._temas[juego].resolver(consulta)
        if isinstance(respuesta, Exacta | Parecida):
            por_tema: dict[str, str] = {}
            for clave in respuesta.claves:
                por_tema.setdefault(clave.split("/")[1], clave)
            if len(por_tema) > 1:
                return Varias(tuple(map(self.opcion, por_tema.values())))
        return self._resultado(respuesta, consulta)

    def sugerir_temas(self, consulta: str, juego: Juego | None = None) -> tuple[Opcion, ...]:
        """Temas para autocompletar; sin nada escrito, los de ese juego."""
        claves = self._temas[juego].sugerir(consulta)
        if not normalizar(consulta):
            claves = [f"tema/{t.id}" for t in self.saber.temas.values() if juego in (None, t.juego)][:25]
        return tuple(map(self.opcion, claves))

    def lugar(self, clave: str) -> tuple[Tema, Seccion | None]:
        """El tema de una clave `tema/<id>` y, si la nombra, su sección.

        Raises:
            KeyError: si no existe.
        """
        clase, _, ident = clave.partition("/")
        ident, _, parte = ident.partition("/")
        if clase != "tema":
            raise KeyError(clave)
        tema = self.saber.temas[ident]
        return tema, {s.id: s for s in tema.secciones}[parte] if parte else None

    def existe_tema(self, clave: str) -> bool:
        """Si es la clave de un tema o de una de sus secciones."""
        try:
            self.lugar(clave)
        except KeyError:
            return False
        return True

    # ── texto ─────────────────────────────────────────────────────────────────────────────────

    def buscar(self, texto: str, juego: Juego | None = None) -> tuple[Pasaje, ...]:
        """Busca en todo lo escrito: nombres, erratas, aclaraciones y reglas, lo mejor primero."""
        hallazgos = self._texto.buscar(
            texto, filtro=lambda clave: juego in (None, self.juego_de(clave)), tope=HALLAZGOS_MAXIMOS
        )
        return tuple(Pasaje(self.opcion(h.clave), h) for h in hallazgos)

    def juego_de(self, clave: str) -> Juego:
        """El juego al que pertenece una clave."""
        return self.lugar(clave)[0].juego if clave.startswith("tema/") else "satm"

    def opcion(self, clave: str) -> Opcion:
        """Cómo se ofrece una clave en una lista: lo bastante para distinguirla de sus vecinas."""
        clase, _, ident = clave.partition("/")
        if clase == "carta":
            carta = self.saber.cartas[ident]
            rasgos = (carta.clase, carta.alineamiento, carta.coleccion)
            return Opcion(clave, carta.nombre_es, " · ".join(filter(None, rasgos)))
        if clase == "tema":
            tema, seccion = self.lugar(clave)
            rotulo = f"{tema.titulo}: {seccion.titulo}" if seccion else tema.titulo
            return Opcion(clave, rotulo, NOMBRES_DE_JUEGO[tema.juego])
        entrada = self.saber.erratas[ident] if clase == "errata" else self.saber.aclaraciones[ident]
        return Opcion(clave, entrada.encabezado, "errata" if clase == "errata" else "aclaración")

    # ── índices ───────────────────────────────────────────────────────────────────────────────

    def _entradas_de_cartas(self) -> Iterator[Entrada]:
        alias: dict[str, list[str]] = {}
        for entrada in (*self.saber.erratas.values(), *self.saber.aclaraciones.values()):
            if not self.fichero.es_grupo(entrada):
                for carta in entrada.cartas:
                    alias.setdefault(carta, []).extend((entrada.encabezado, *entrada.alias))
        for carta in self.saber.cartas.values():
            otros = dict.fromkeys((carta.nombre_en, *alias.get(carta.id, ())))
            yield Entrada(f"carta/{carta.id}", carta.nombre_es, tuple(otros), self.fichero.peso(carta))
        for clase, entradas in (("errata", self.saber.erratas), ("aclaracion", self.saber.aclaraciones)):
            for entrada in entradas.values():
                if self.fichero.es_grupo(entrada):
                    yield Entrada(f"{clase}/{entrada.id}", entrada.encabezado, entrada.alias, 16)

    def _cartas_por_nombre(self) -> dict[str, str]:
        """Clave de la carta preferida de cada nombre, en español o en inglés, ya normalizado."""
        nombres: dict[str, str] = {}
        for carta in sorted(self.saber.cartas.values(), key=self.fichero.peso, reverse=True):
            nombres.setdefault(normalizar(carta.nombre_es), f"carta/{carta.id}")
        for carta in self.saber.cartas.values():
            nombres.setdefault(normalizar(carta.nombre_en), f"carta/{carta.id}")
        return nombres

    def _entradas_de_temas(self, juego: Juego | None) -> Iterator[Entrada]:
        for tema in self.saber.temas.values():
            if juego in (None, tema.juego):
                yield Entrada(f"tema/{tema.id}", tema.titulo, tema.alias, 1)
                for seccion in tema.secciones:
                    yield Entrada(f"tema/{tema.id}/{seccion.id}", seccion.titulo)

    def _documentos(self) -> Iterator[Escrito]:
        for carta in self.saber.cartas.values():
            datos = ", ".join(f"{rotulo} {valor}" for rotulo, valor in carta.detalles)
            titulo = f"{carta.nombre_es} ({carta.nombre_en})"
            nombres = (carta.nombre_es, carta.nombre_en)
            yield Escrito(f"carta/{carta.id}", titulo, f"{carta.tipo.capitalize()}. {datos}", nombres)
        for errata in self.saber.erratas.values():
            yield Escrito(f"errata/{errata.id}", errata.encabezado, texto_de_errata(errata))
        for aclaracion in self.saber.aclaraciones.values():
            texto = texto_de_aclaracion(aclaracion)
            yield Escrito(f"aclaracion/{aclaracion.id}", aclaracion.encabezado, texto)
        for tema in self.saber.temas.values():
            yield from _escritos_de(tema)

    def _resultado(self, respuesta: Exacta | Parecida | Dudosa | Ninguna, consulta: str) -> Resultado:
        match respuesta:
            case Exacta(claves):
                return Hallada(claves[0])
            case Parecida(claves):
                return Hallada(claves[0], consulta)
            case Dudosa(claves):
                return Varias(tuple(map(self.opcion, claves)))
            case _:
                return NoHallada()


def juego_llamado(nombre: object) -> Juego | None:
    """El juego de esa clave («satm», «guerra», «lcg»), o None si no es ninguno."""
    return next((juego for juego in NOMBRES_DE_JUEGO if juego == nombre), None)


def _escritos_de(tema: Tema) -> Iterator[Escrito]:
    """Lo que se puede encontrar de un tema: su resumen y cada sección; si solo tiene una, todo junto."""
    cuerpos = [
        _MARCAS_DE_LISTA.sub("", "\n".join((s.texto, *(v.texto for v in s.variantes), *s.notas)))
        for s in tema.secciones
    ]
    if len(cuerpos) == 1:
        yield Escrito(f"tema/{tema.id}", tema.titulo, cuerpos[0])
        return
    yield Escrito(f"tema/{tema.id}", tema.titulo, tema.resumen)
    for seccion, cuerpo in zip(tema.secciones, cuerpos, strict=True):
        rotulo = f"{tema.titulo}: {seccion.titulo}"
        yield Escrito(f"tema/{tema.id}/{seccion.id}", rotulo, cuerpo, (seccion.titulo,))


def _nombres_propios(texto: str, conocidos: Container[str]) -> Iterator[str]:
    """Nombres de carta escritos en un texto, ya normalizados; si dos se pisan, el más largo.

    Una sola palabra vale si va en mayúscula y no abre frase: «Río» y «Robo» son cartas y palabras corrientes.
    """
    palabras = list(_PALABRA.finditer(texto))

    def palabras_del_mas_largo(i: int) -> int:
        """Cuántas palabras tiene el nombre más largo que empieza en la palabra `i`."""
        for largo in range(min(_PALABRAS_DE_UN_NOMBRE, len(palabras) - i), 0, -1):
            inicio, fin = palabras[i].start(), palabras[i + largo - 1].end()
            suelta = largo == 1 and (not texto[inicio].isupper() or _abre_frase(texto, inicio))
            if not suelta and normalizar(texto[inicio:fin]) in conocidos:
                return largo
        return 0

    largos = [palabras_del_mas_largo(i) for i in range(len(palabras))]
    i = 0
    while i < len(palabras):
        largo = largos[i]
        if largo and largo == max(largos[i : i + largo]):
            yield normalizar(texto[palabras[i].start() : palabras[i + largo - 1].end()])
            i += largo
        else:
            i += 1


def _abre_frase(texto: str, inicio: int) -> bool:
    antes = texto[:inicio].rstrip(' \t«"(¿¡*_')
    return not antes or antes[-1] in ".!?…:\n"
