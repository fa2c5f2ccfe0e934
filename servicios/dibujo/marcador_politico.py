"""El marcador político: a cuánto está cada nación de la guerra, y los puntos de victoria de cada bando."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from servicios.dibujo.estilo import (
    AZUL,
    BLANCO,
    FUERTE,
    LINEA,
    MARGEN,
    NORMAL,
    PAPEL,
    ROJO,
    SUAVE,
    TINTA,
    UTIL,
    VACIO,
    Acento,
    Color,
)
from servicios.dibujo.formas import disco
from servicios.dibujo.imagen import Imagen
from servicios.dibujo.lienzo import Lienzo
from servicios.dibujo.prosa import alternativo, cuenta, entero, inerte

Bando = Literal["libres", "sombra"]
BANDOS: dict[Bando, tuple[str, Color]] = {"libres": ("Pueblos Libres", AZUL), "sombra": ("Sombra", ROJO)}
PASOS_MAXIMOS = 3
NACIONES_VISIBLES = 12
ALTO = 54
ANCHO_DE_NOMBRE = 240
ANCHO_DE_ESTADO = 182


@dataclass(frozen=True, slots=True)
class Nacion:
    """Una nación. `pasos`: los que le faltan hasta «En guerra», de 0 a 3."""

    nombre: str
    bando: Bando
    pasos: int
    activa: bool


@dataclass(frozen=True, slots=True)
class Politica:
    """El marcador político y los puntos de victoria.

    Attributes:
        pv_libres: puntos de victoria de los Pueblos Libres, y con cuántos ganan (`meta_libres`).
        pv_sombra: los de la Sombra, y con cuántos gana (`meta_sombra`).
    """

    naciones: tuple[Nacion, ...]
    pv_libres: int
    pv_sombra: int
    meta_libres: int = 4
    meta_sombra: int = 10
    titulo: str = "Política y victoria"
    subtitulo: str = ""
    pie: str = ""


def politica(datos: Politica) -> Imagen:
    """El marcador político con los puntos de victoria."""
    return trazar(datos).terminar("politica.png", describir(datos))


def trazar(datos: Politica) -> Lienzo:
    """El dibujo, sin guardar."""
    lienzo = Lienzo(Acento.GUERRA, datos.titulo, datos.subtitulo)
    for bando, (nombre, color) in BANDOS.items():
        suyas = [nacion for nacion in datos.naciones[:NACIONES_VISIBLES] if nacion.bando == bando]
        if suyas:
            _bando(lienzo, nombre, color, suyas)
    lienzo.epigrafe("Puntos de victoria")
    _puntos(lienzo, "libres", datos.pv_libres, datos.meta_libres)
    _puntos(lienzo, "sombra", datos.pv_sombra, datos.meta_sombra)
    lienzo.pie("● activa  ·  ○ pasiva: no puede entrar en guerra", datos.pie)
    return lienzo


def describir(datos: Politica) -> str:
    """El texto alternativo."""
    puntos = [
        _con_puntos("libres", datos.pv_libres, datos.meta_libres),
        _con_puntos("sombra", datos.pv_sombra, datos.meta_sombra),
    ]
    return alternativo(datos.titulo, puntos + [f"{inerte(n.nombre)}: {_estado(n)}" for n in datos.naciones])


def _con_puntos(bando: Bando, puntos: int, meta: int) -> str:
    return f"{BANDOS[bando][0]}: {cuenta(entero(puntos), 'punto')} de victoria de {entero(meta, 1, 20)}"


def _pasos(nacion: Nacion) -> int:
    return entero(nacion.pasos, 0, PASOS_MAXIMOS)


def _estado(nacion: Nacion) -> str:
    pasos = _pasos(nacion)
    if not pasos:
        return "en guerra"
    faltan = "falta 1 paso" if pasos == 1 else f"faltan {pasos} pasos"
    return f"{'activa' if nacion.activa else 'pasiva'}, {faltan}"


def _bando(lienzo: Lienzo, nombre: str, color: Color, naciones: Sequence[Nacion]) -> None:
    """Las naciones de un bando, cada una en su fila de cuatro casillas."""
    paso = (UTIL - ANCHO_DE_NOMBRE - ANCHO_DE_ESTADO) / (PASOS_MAXIMOS + 1)
    lienzo.escribir(MARGEN, lienzo.y + 20, nombre, FUERTE, color, ancho=ANCHO_DE_NOMBRE)
    for i, rotulo in enumerate(("3", "2", "1", "guerra")):
        x = MARGEN + ANCHO_DE_NOMBRE + paso * (i + 0.5)
        lienzo.escribir(x, lienzo.y + 20, rotulo, NORMAL, SUAVE, ancho=paso + 20, ancla="m")
    lienzo.y += 42
    for nacion in naciones:
        centro = lienzo.y + ALTO / 2
        pasos = _pasos(nacion)
        lienzo.escribir(MARGEN, centro, nacion.nombre, FUERTE if not pasos else NORMAL, ancho=ANCHO_DE_NOMBRE - 12)
        for i in range(PASOS_MAXIMOS + 1):
            x = MARGEN + ANCHO_DE_NOMBRE + paso * i
            aqui = PASOS_MAXIMOS - i == pasos
            lienzo.caja(x + 2, lienzo.y + 2, paso - 4, ALTO - 4, PAPEL if aqui else VACIO, color if aqui else None)
            if aqui:
                _ficha(lienzo, x + paso / 2, centro, color, llena=nacion.activa)
        estado = "en guerra" if not pasos else "activa" if nacion.activa else "pasiva"
        x = MARGEN + UTIL - ANCHO_DE_ESTADO + 12
        lienzo.escribir(x, centro, estado, NORMAL if pasos else FUERTE, ancho=ANCHO_DE_ESTADO - 12)
        lienzo.y += ALTO
    lienzo.y += 12


def _ficha(lienzo: Lienzo, x: float, y: float, color: Color, *, llena: bool) -> None:
    lienzo.pegar(disco(34), x, y, color)
    if not llena:
        lienzo.pegar(disco(24), x, y, BLANCO)


def _puntos(lienzo: Lienzo, bando: Bando, puntos: int, meta: int) -> None:
    """Una barra de casillas, tantas como puntos hacen falta para ganar."""
    nombre, color = BANDOS[bando]
    tiene, falta = entero(puntos), entero(meta, 1, 20)
    centro = lienzo.y + 24
    lienzo.escribir(MARGEN, centro, nombre, ancho=ANCHO_DE_NOMBRE - 12)
    paso = (UTIL - ANCHO_DE_NOMBRE - 130) / 10
    for i in range(min(falta, 10)):
        x = MARGEN + ANCHO_DE_NOMBRE + paso * i
        lienzo.caja(
            x + 2, centro - 16, paso - 4, 32, color if i < tiene else VACIO, LINEA if i >= tiene else TINTA
        )
    lienzo.escribir(MARGEN + UTIL, centro, f"{tiene} de {falta}", FUERTE, ancho=120, ancla="r")
    lienzo.y += 50
