"""El panel de la Compañía: oculta o revelada, Corrupción, Mordor, quiénes quedan y la casilla de Caza."""

from dataclasses import dataclass

from servicios.dibujo.estilo import (
    AZUL,
    BLANCO,
    FUERTE,
    MARGEN,
    NORMAL,
    RENGLON,
    ROJO,
    SUAVE,
    TINTA,
    UTIL,
    VACIO,
    Acento,
)
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.lienzo import Lienzo
from servicios.dibujo.piezas import LADO_DE_DADO, etiqueta, marcador
from servicios.dibujo.prosa import alternativo, cuenta, entero, inerte, lista

CORRUPCION_MAXIMA = 12
PASOS_DE_MORDOR = 5
COMPANEROS_VISIBLES = 12
DADOS_VISIBLES = 12


@dataclass(frozen=True, slots=True)
class Companero:
    """Un Compañero que sigue en la Compañía. `nivel` None: no se escribe."""

    nombre: str
    nivel: int | None = None


@dataclass(frozen=True, slots=True)
class Compania:
    """Lo que se ve de la Compañía.

    Attributes:
        region: última posición conocida.
        progreso: regiones recorridas desde ella.
        corrupcion: de 0 a 12.
        mordor: paso de 0 a 5, o None si no ha entrado.
        guia: su nombre, esté o no entre los Compañeros.
        dados_sombra: en la casilla de Caza, puestos y Ojos.
        dados_libres: en la casilla de Caza.
        fichas: las que quedan en el Fondo de Caza, o None si no se dice.
    """

    region: str
    progreso: int
    oculta: bool
    corrupcion: int
    guia: str
    companeros: tuple[Companero, ...] = ()
    mordor: int | None = None
    dados_sombra: int = 0
    dados_libres: int = 0
    fichas: int | None = None
    titulo: str = "La Compañía del Anillo"
    subtitulo: str = ""
    pie: str = ""


def compania(datos: Compania) -> Imagen:
    """El panel de la Compañía."""
    return trazar(datos).terminar("compania.png", describir(datos))


def trazar(datos: Compania) -> Lienzo:
    """El dibujo, sin guardar."""
    lienzo = Lienzo(Acento.GUERRA, datos.titulo, datos.subtitulo)
    _posicion(lienzo, datos)
    corrupcion = entero(datos.corrupcion, 0, CORRUPCION_MAXIMA)
    lienzo.epigrafe(f"Corrupción: {corrupcion} de {CORRUPCION_MAXIMA}")
    marcador(lienzo, [str(i) for i in range(CORRUPCION_MAXIMA + 1)], corrupcion, ROJO)
    lienzo.epigrafe(_mordor(datos))
    paso = None if datos.mordor is None else entero(datos.mordor, 0, PASOS_DE_MORDOR)
    marcador(lienzo, [*(str(i) for i in range(PASOS_DE_MORDOR)), f"▲ {PASOS_DE_MORDOR}"], paso, TINTA)
    _companeros(lienzo, datos)
    _casilla_de_caza(lienzo, datos)
    lienzo.pie(datos.pie)
    return lienzo


def describir(datos: Compania) -> str:
    """El texto alternativo."""
    estado = "oculta" if datos.oculta else "revelada"
    quienes = [
        inerte(c.nombre) + (f" (nivel {entero(c.nivel)})" if c.nivel is not None else "")
        for c in datos.companeros[:20]
    ]
    frases = [
        f"La Compañía está {estado}",
        f"Última posición conocida: {inerte(datos.region)}; progreso: {entero(datos.progreso)}",
        f"Corrupción: {entero(datos.corrupcion, 0, CORRUPCION_MAXIMA)} de {CORRUPCION_MAXIMA}",
        _mordor(datos),
        f"Guía: {inerte(datos.guia)}",
        f"Compañeros: {lista(quienes)}" if quienes else "No quedan Compañeros",
        _caza(datos),
        *([f"Fondo de Caza: {cuenta(entero(datos.fichas), 'ficha')}"] if datos.fichas is not None else []),
    ]
    return alternativo(datos.titulo, frases)


def _posicion(lienzo: Lienzo, datos: Compania) -> None:
    """Oculta o revelada, dónde se la vio y cuánto ha avanzado."""
    texto = "Oculta" if datos.oculta else "◉ Revelada"
    ocupa = etiqueta(lienzo, MARGEN, lienzo.y, texto, SUAVE if datos.oculta else ROJO, 300, llena=not datos.oculta)
    avance = f"Progreso {entero(datos.progreso)}"
    lienzo.escribir(MARGEN + ocupa + 18, lienzo.y + 24, avance, FUERTE)
    lienzo.y += 56
    lienzo.parrafo(f"Última posición conocida: {datos.region}", maximo=2)


def _mordor(datos: Compania) -> str:
    if datos.mordor is None:
        return "Mordor: todavía no ha entrado"
    return f"Mordor: paso {entero(datos.mordor, 0, PASOS_DE_MORDOR)} de {PASOS_DE_MORDOR}"


def _companeros(lienzo: Lienzo, datos: Compania) -> None:
    """El Guía y los demás, de dos en dos."""
    cuantos = len(datos.companeros)
    lienzo.epigrafe(cuenta(cuantos, "Compañero") if cuantos else "No quedan Compañeros")
    nivel = next((_nivel(companero) for companero in datos.companeros if companero.nombre == datos.guia), "")
    lienzo.escribir(MARGEN, lienzo.y + RENGLON / 2, f"★ Guía: {datos.guia}{nivel}", FUERTE)
    lienzo.y += RENGLON + 4
    demas = [companero for companero in datos.companeros if companero.nombre != datos.guia]
    vistos = demas[:COMPANEROS_VISIBLES]
    mitad = UTIL / 2
    for i, companero in enumerate(vistos):
        x = MARGEN + mitad * (i % 2)
        lienzo.escribir(x, lienzo.y + RENGLON / 2, f"{companero.nombre}{_nivel(companero)}", ancho=mitad - 16)
        if i % 2 or i == len(vistos) - 1:
            lienzo.y += RENGLON
    if len(demas) > len(vistos):
        lienzo.parrafo(f"y {len(demas) - len(vistos)} más", color=SUAVE)


def _nivel(companero: Companero) -> str:
    return "" if companero.nivel is None else f" · nivel {entero(companero.nivel)}"


def _caza(datos: Compania) -> str:
    sombra, libres = entero(datos.dados_sombra), entero(datos.dados_libres)
    if not sombra + libres:
        return "Casilla de Caza: vacía"
    return f"Casilla de Caza: {cuenta(sombra, 'dado')} de la Sombra y {libres} de los Pueblos Libres"


def _casilla_de_caza(lienzo: Lienzo, datos: Compania) -> None:
    """Los dados de la casilla: los de la Sombra con su ojo, los de los Pueblos Libres con sus letras."""
    lienzo.epigrafe("Casilla de Caza")
    filas = (("Sombra", entero(datos.dados_sombra), ROJO), ("Pueblos Libres", entero(datos.dados_libres), AZUL))
    for nombre, cuantos, color in filas:
        centro = lienzo.y + LADO_DE_DADO / 2
        lienzo.escribir(MARGEN, centro, f"{nombre}: {cuantos}", FUERTE if cuantos else NORMAL)
        for i in range(min(cuantos, DADOS_VISIBLES)):
            x = MARGEN + 300 + i * (LADO_DE_DADO - 9)
            lienzo.caja(x, lienzo.y + 6, LADO_DE_DADO - 12, LADO_DE_DADO - 12, color, TINTA)
        if not cuantos:
            lienzo.caja(MARGEN + 300, lienzo.y + 6, LADO_DE_DADO - 12, LADO_DE_DADO - 12, BLANCO, VACIO)
        lienzo.y += LADO_DE_DADO + 4
    if datos.fichas is not None:
        lienzo.parrafo(f"Fondo de Caza: {cuenta(entero(datos.fichas), 'ficha')}")
