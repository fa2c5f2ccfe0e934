"""Una batalla: los dos ejércitos frente a frente y lo que ha salido en cada ronda."""

from collections.abc import Sequence
from dataclasses import dataclass

from servicios.dibujo.estilo import (
    BLANCO,
    FUERTE,
    GRANDE,
    LINEA,
    MARGEN,
    NORMAL,
    PAPEL,
    RENGLON,
    SUAVE,
    TINTA,
    UTIL,
    Acento,
    Color,
)
from servicios.dibujo.formas import disco
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.lienzo import Lienzo
from servicios.dibujo.marcador_politico import BANDOS, Bando
from servicios.dibujo.piezas import LADO_DE_DADO, Dado, dados
from servicios.dibujo.prosa import alternativo, cuenta, entero, inerte, lista

RONDAS_VISIBLES = 4
UNIDADES_POR_FILA = 8
UNIDADES_VISIBLES = 16
MEDIO = (UTIL - 24) / 2
"""Ancho de cada ejército."""
PASO_DE_UNIDAD = 44


@dataclass(frozen=True, slots=True)
class Ejercito:
    """Un ejército, como está y como empezó.

    Attributes:
        regulares: unidades regulares que le quedan.
        elites: unidades de élite que le quedan.
        liderazgo: suma de líderes y personajes.
        personajes: sus nombres.
        antes: unidades con que empezó, entre regulares y élites; None si no se enseña.
    """

    bando: Bando
    regulares: int
    elites: int
    liderazgo: int = 0
    personajes: tuple[str, ...] = ()
    antes: int | None = None


@dataclass(frozen=True, slots=True)
class Tirada:
    """Lo que tiró un ejército en una ronda.

    Attributes:
        dados: los de combate.
        relanzados: los del Liderazgo.
        impactos: los logrados, con los de las cartas.
        objetivo: con cuánto impacta («5+»), con sus modificadores.
    """

    dados: tuple[Dado, ...]
    relanzados: tuple[Dado, ...] = ()
    impactos: int = 0
    objetivo: str = ""


@dataclass(frozen=True, slots=True)
class Ronda:
    """Una ronda de combate; sin tirada, la de quien aún no ha tirado."""

    numero: int
    atacante: Tirada | None = None
    defensor: Tirada | None = None


@dataclass(frozen=True, slots=True)
class Batalla:
    """Una batalla en curso o terminada. `desenlace`: cómo acabó, si ya ha acabado."""

    titulo: str
    atacante: Ejercito
    defensor: Ejercito
    rondas: tuple[Ronda, ...] = ()
    desenlace: str = ""
    subtitulo: str = ""
    pie: str = ""


def batalla(datos: Batalla) -> Imagen:
    """La batalla, con las cuatro últimas rondas."""
    return trazar(datos).terminar("batalla.png", describir(datos))


def trazar(datos: Batalla) -> Lienzo:
    """El dibujo, sin guardar."""
    lienzo = Lienzo(Acento.GUERRA, datos.titulo, datos.subtitulo)
    arriba, lados = lienzo.y, (MARGEN, MARGEN + MEDIO + 24)
    papeles = (("Ataca", datos.atacante), ("Defiende", datos.defensor))
    abajo = [_ejercito(lienzo, x, arriba, *papel) for x, papel in zip(lados, papeles, strict=True)]
    lienzo.pincel.rectangle((MARGEN + MEDIO + 11, arriba, MARGEN + MEDIO + 12, max(abajo)), fill=LINEA)
    lienzo.y = max(abajo) + 6
    vistas = datos.rondas[-RONDAS_VISIBLES:]
    if len(vistas) < len(datos.rondas):
        lienzo.parrafo(f"Antes: {cuenta(len(datos.rondas) - len(vistas), 'ronda')} más.", color=SUAVE)
    for ronda in vistas:
        _ronda(lienzo, datos, ronda, lados)
    if datos.desenlace:
        lienzo.epigrafe(datos.desenlace)
    lienzo.pie("Dado lleno: impacto. Dado hueco: fallo." if vistas else "", datos.pie)
    return lienzo


def describir(datos: Batalla) -> str:
    """El texto alternativo: ejércitos, desenlace y rondas, de la última a la primera."""
    frases = [
        f"{papel}: {BANDOS[ejercito.bando][0]}, {_composicion(ejercito)}"
        for papel, ejercito in (("Ataque", datos.atacante), ("Defensa", datos.defensor))
    ]
    if datos.desenlace:
        frases.append(inerte(datos.desenlace, 200))
    for ronda in reversed(datos.rondas):
        for papel, tirada in (("ataque", ronda.atacante), ("defensa", ronda.defensor)):
            if tirada is not None:
                frases.append(f"Ronda {entero(ronda.numero)}, {papel}: {_dicha(tirada)}")
    return alternativo(datos.titulo, frases)


def _composicion(ejercito: Ejercito) -> str:
    partes = [cuenta(entero(ejercito.regulares), "regular", "regulares"), cuenta(entero(ejercito.elites), "élite")]
    partes += [f"Liderazgo {entero(ejercito.liderazgo)}"]
    texto = lista([*partes, *(inerte(nombre) for nombre in ejercito.personajes[:10])])
    if not _ha_perdido(ejercito):
        return texto
    return f"{texto}; al empezar, {cuenta(entero(ejercito.antes or 0), 'unidad', 'unidades')}"


def _ha_perdido(ejercito: Ejercito) -> bool:
    return ejercito.antes is not None and ejercito.antes > ejercito.regulares + ejercito.elites


def _dicha(tirada: Tirada) -> str:
    salio = ", ".join(dado.texto for dado in tirada.dados[:10]) or "sin dados"
    otra = f"; relanza {', '.join(dado.texto for dado in tirada.relanzados[:10])}" if tirada.relanzados else ""
    return f"{salio}{otra}; {cuenta(entero(tirada.impactos), 'impacto')}"


def _ejercito(lienzo: Lienzo, x: float, y: float, papel: str, ejercito: Ejercito) -> float:
    """Un ejército en su mitad.

    Returns:
        Hasta dónde llega, en píxeles desde arriba.
    """
    nombre, color = BANDOS[ejercito.bando]
    lienzo.caja(x, y, MEDIO, 92, color)
    lienzo.escribir(x + 14, y + 26, papel, NORMAL, BLANCO, ancho=MEDIO - 28)
    lienzo.escribir(x + 14, y + 64, nombre, GRANDE, BLANCO, ancho=MEDIO - 28)
    y += 104
    y = _unidades(lienzo, x, y, ejercito, color)
    regulares = cuenta(entero(ejercito.regulares), "regular", "regulares")
    lineas = [
        f"{regulares}, {cuenta(entero(ejercito.elites), 'élite')}",
        f"Liderazgo {entero(ejercito.liderazgo)}",
    ]
    if _ha_perdido(ejercito):
        perdidas = entero(entero(ejercito.antes or 0) - ejercito.regulares - ejercito.elites)
        lineas.append(f"✕ {cuenta(perdidas, 'unidad perdida', 'unidades perdidas')}")
    lineas += [f"★ {nombre}" for nombre in ejercito.personajes[:4]]
    if len(ejercito.personajes) > 4:
        lineas.append(f"★ y {len(ejercito.personajes) - 4} más")
    for linea in lineas:
        lienzo.escribir(x, y + RENGLON / 2, linea, ancho=MEDIO)
        y += RENGLON
    return y


def _unidades(lienzo: Lienzo, x: float, y: float, ejercito: Ejercito, color: Color) -> float:
    """Las unidades: disco con «É» la élite, cuadrado con «R» la regular, hueco con aspa la perdida."""
    elites, regulares = entero(ejercito.elites), entero(ejercito.regulares)
    perdidas = entero(entero(ejercito.antes or 0) - elites - regulares)
    signos = "É" * min(elites, UNIDADES_VISIBLES) + "R" * min(regulares, UNIDADES_VISIBLES)
    signos += "✕" * min(perdidas, UNIDADES_VISIBLES)
    vistas = signos[:UNIDADES_VISIBLES]
    for i, signo in enumerate(vistas):
        izquierda = x + PASO_DE_UNIDAD * (i % UNIDADES_POR_FILA)
        arriba = y + PASO_DE_UNIDAD * (i // UNIDADES_POR_FILA)
        centro = (izquierda + 20, arriba + 20)
        if signo == "É":
            lienzo.pegar(disco(42), *centro, TINTA)
            lienzo.pegar(disco(36), *centro, color)
        elif signo == "R":
            lienzo.caja(izquierda + 3, arriba + 3, 34, 34, color, TINTA)
        else:
            lienzo.caja(izquierda + 3, arriba + 3, 34, 34, PAPEL, LINEA)
        tinta = SUAVE if signo == "✕" else BLANCO
        lienzo.escribir(*centro, signo, FUERTE, tinta, ancho=40, ancla="m")
    return y + PASO_DE_UNIDAD * max(1, -(-len(vistas) // UNIDADES_POR_FILA)) + 6


def _ronda(lienzo: Lienzo, datos: Batalla, ronda: Ronda, lados: Sequence[float]) -> None:
    """Una ronda: los dados de cada uno en su mitad, y sus impactos."""
    lienzo.y += 6
    lienzo.raya()
    lienzo.y += 8
    lienzo.escribir(MARGEN, lienzo.y + 20, f"Ronda {entero(ronda.numero)}", FUERTE)
    lienzo.y += RENGLON
    mitades = ((datos.atacante, ronda.atacante), (datos.defensor, ronda.defensor))
    relanza = any(tirada and tirada.relanzados for _, tirada in mitades)
    for x, (ejercito, tirada) in zip(lados, mitades, strict=True):
        _tirada(lienzo, x, BANDOS[ejercito.bando][1], tirada, relanza=relanza)
    lienzo.y += (LADO_DE_DADO + 8) + RENGLON + (RENGLON + LADO_DE_DADO + 8 if relanza else 0)


def _tirada(lienzo: Lienzo, x: float, color: Color, tirada: Tirada | None, *, relanza: bool) -> None:
    y = lienzo.y
    if tirada is None:
        lienzo.escribir(x, y + RENGLON / 2, "aún no ha tirado", NORMAL, SUAVE, ancho=MEDIO)
        return
    dados(lienzo, x, y, tirada.dados, color)
    y += LADO_DE_DADO + 8
    if relanza:
        texto = f"relanza {len(tirada.relanzados)}:" if tirada.relanzados else "no relanza"
        lienzo.escribir(x, y + RENGLON / 2, texto, NORMAL, SUAVE, ancho=MEDIO)
        y += RENGLON
        dados(lienzo, x, y, tirada.relanzados, color)
        y += LADO_DE_DADO + 8
    impactos = cuenta(entero(tirada.impactos), "impacto")
    objetivo = f" ({tirada.objetivo})" if tirada.objetivo else ""
    lienzo.escribir(x, y + RENGLON / 2, f"{impactos}{objetivo}", FUERTE, ancho=MEDIO)
