"""Las tablas de `datos/lcg/`: rumbos, cartas, escenarios, barcos, corsarios, isla y asedio.

Se leen y validan una vez. Un dato malo impide arrancar y la frase dice en qué archivo y entrada está.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from servicios.errores import ErrorDePuestaEnMarcha
from servicios.lcg.fichas import (
    GENERICAS,
    BarcoObjetivo,
    CaraDeRumbo,
    DatosDeAsedio,
    Encuentro,
    EnemigoNaval,
    Escenario,
    EtapaDeAsedio,
    PasoDeRonda,
    Reverso,
)
from servicios.tablas import buscar, entradas, ficha, mal

CARPETA = Path(__file__).parents[2] / "datos" / "lcg"


@dataclass(frozen=True)
class Tablas:
    """Todas las tablas, cada una por identificador y en el orden del archivo."""

    rumbos: Mapping[str, CaraDeRumbo]
    encuentros: Mapping[str, Encuentro]
    escenarios: Mapping[str, Escenario]
    barcos: Mapping[str, BarcoObjetivo]
    enemigos: Mapping[str, EnemigoNaval]
    isla: Mapping[str, Reverso]
    asedio: DatosDeAsedio


def cargar(carpeta: Path) -> Tablas:
    """Lee y valida las tablas de una carpeta.

    Raises:
        ErrorDePuestaEnMarcha: si falta un archivo o un dato no vale.
    """
    leidas = Tablas(
        rumbos=entradas(carpeta / "rumbo.yaml", CaraDeRumbo),
        encuentros={c.id: c for c in GENERICAS} | entradas(carpeta / "encuentros.yaml", Encuentro),
        escenarios=entradas(carpeta / "escenarios.yaml", Escenario),
        barcos=entradas(carpeta / "barcos.yaml", BarcoObjetivo),
        enemigos=entradas(carpeta / "corsarios.yaml", EnemigoNaval),
        isla=entradas(carpeta / "isla.yaml", Reverso),
        asedio=ficha(carpeta / "asedio.yaml", DatosDeAsedio),
    )
    _comprobar_escenarios(leidas)
    _comprobar_enemigos(leidas)
    _comprobar_isla(leidas)
    return leidas


@cache
def tablas() -> Tablas:
    """Las tablas del bot.

    Raises:
        ErrorDePuestaEnMarcha: la primera vez, si algún dato no vale.
    """
    return cargar(CARPETA)


def encuentro(identificador: str) -> Encuentro:
    """La carta de Encuentro de ese identificador.

    Raises:
        NoExiste: si no la hay.
    """
    return buscar(tablas().encuentros, identificador, "ninguna carta")


def escenario(identificador: str) -> Escenario:
    """El escenario con Navegación de ese identificador.

    Raises:
        NoExiste: si no lo hay.
    """
    return buscar(tablas().escenarios, identificador, "ningún escenario con Navegación")


def barco(identificador: str) -> BarcoObjetivo:
    """El Barco-Objetivo de ese identificador.

    Raises:
        NoExiste: si no lo hay.
    """
    return buscar(tablas().barcos, identificador, "ningún Barco-Objetivo")


def enemigo(identificador: str) -> EnemigoNaval:
    """El Barco-Enemigo o Corsario de ese identificador.

    Raises:
        NoExiste: si no lo hay.
    """
    return buscar(tablas().enemigos, identificador, "ningún enemigo naval")


def reverso(identificador: str) -> Reverso:
    """La otra cara de un Lugar de la isla.

    Raises:
        NoExiste: si no la hay.
    """
    return buscar(tablas().isla, identificador, "ningún Lugar de la isla")


def etapa(identificador: str) -> EtapaDeAsedio:
    """La etapa del asedio de ese identificador.

    Raises:
        NoExiste: si no la hay.
    """
    return buscar({e.id: e for e in tablas().asedio.etapas}, identificador, "ninguna etapa")


def paso(identificador: str) -> PasoDeRonda:
    """El paso de la ronda del asedio de ese identificador.

    Raises:
        NoExiste: si no lo hay.
    """
    return buscar({p.id: p for p in tablas().asedio.pasos}, identificador, "ningún paso de la ronda")


def _comprobar_escenarios(leidas: Tablas) -> None:
    conjuntos = {carta.conjunto for carta in leidas.encuentros.values()}
    for actual in leidas.escenarios.values():
        ajenos = [c for c in actual.conjuntos if c not in conjuntos]
        if ajenos:
            raise mal(CARPETA / "escenarios.yaml", actual.id, f"no existe el conjunto «{ajenos[0]}»")
        for carta in (*actual.aparta, *actual.aparta_con_mas, *actual.elige):
            encontrada = leidas.encuentros.get(carta)
            if encontrada is None or encontrada.conjunto not in actual.conjuntos:
                raise mal(CARPETA / "escenarios.yaml", actual.id, f"«{carta}» no está en sus conjuntos")


def _comprobar_enemigos(leidas: Tablas) -> None:
    for actual in leidas.enemigos.values():
        if actual.id not in leidas.encuentros:
            raise mal(CARPETA / "corsarios.yaml", actual.id, "no está en encuentros.yaml")
    for carta in leidas.encuentros.values():
        if carta.corsario and carta.id not in leidas.enemigos:
            raise mal(CARPETA / "corsarios.yaml", carta.id, "falta, y encuentros.yaml lo da por corsario")


def _comprobar_isla(leidas: Tablas) -> None:
    for templo, cuantos in ((False, 12), (True, 3)):
        copias = sum(r.copias for r in leidas.isla.values() if r.templo is templo)
        if copias != cuantos:
            clase = "del templo" if templo else "de la isla"
            raise ErrorDePuestaEnMarcha(f"datos/lcg/isla.yaml: {copias} Lugares {clase}; deben ser {cuantos}.")
