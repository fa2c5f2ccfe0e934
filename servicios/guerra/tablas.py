"""Las tablas de `datos/guerra/`: regiones, naciones, personajes, fichas de Caza y dados de acción.

Se leen y validan una vez. Un dato malo impide arrancar y la frase dice en qué archivo y entrada está.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from servicios.guerra.piezas import DadosDeAccion, Ficha, Nacion, Personaje, Region
from servicios.tablas import buscar, entradas, mal
from servicios.tablas import ficha as ficha_unica

CARPETA = Path(__file__).parents[2] / "datos" / "guerra"


@dataclass(frozen=True)
class Tablas:
    """Todas las tablas, cada una por identificador y en el orden del archivo."""

    regiones: Mapping[str, Region]
    naciones: Mapping[str, Nacion]
    personajes: Mapping[str, Personaje]
    fichas: Mapping[str, Ficha]
    dados: DadosDeAccion


def cargar(carpeta: Path) -> Tablas:
    """Lee y valida las tablas de una carpeta.

    Raises:
        ErrorDePuestaEnMarcha: si falta un archivo o un dato no vale.
    """
    leidas = Tablas(
        regiones=entradas(carpeta / "regiones.yaml", Region),
        naciones=entradas(carpeta / "naciones.yaml", Nacion),
        personajes=entradas(carpeta / "personajes.yaml", Personaje),
        fichas=entradas(carpeta / "fichas.yaml", Ficha),
        dados=_dados(carpeta / "dados.yaml"),
    )
    _comprobar_regiones(leidas)
    _comprobar_personajes(leidas)
    return leidas


@cache
def tablas() -> Tablas:
    """Las tablas del bot.

    Raises:
        ErrorDePuestaEnMarcha: la primera vez, si algún dato no vale.
    """
    return cargar(CARPETA)


def region(identificador: str) -> Region:
    """La región de ese identificador.

    Raises:
        NoExiste: si no la hay.
    """
    return buscar(tablas().regiones, identificador, "ninguna región")


def personaje(identificador: str) -> Personaje:
    """El personaje de ese identificador.

    Raises:
        NoExiste: si no lo hay.
    """
    return buscar(tablas().personajes, identificador, "ningún personaje")


def nacion(identificador: str) -> Nacion:
    """La nación de ese identificador.

    Raises:
        NoExiste: si no la hay.
    """
    return buscar(tablas().naciones, identificador, "ninguna nación")


def ficha(identificador: str) -> Ficha:
    """La ficha de Caza de ese identificador.

    Raises:
        NoExiste: si no la hay.
    """
    return buscar(tablas().fichas, identificador, "ninguna ficha de Caza")


def _dados(archivo: Path) -> DadosDeAccion:
    dados = ficha_unica(archivo, DadosDeAccion)
    for cara in {*dados.libres.caras, *dados.sombra.caras}:
        if cara not in dados.sirve or cara not in dados.nombres:
            raise mal(archivo, cara, "le falta «sirve» o «nombres»")
    return dados


def _comprobar_regiones(leidas: Tablas) -> None:
    for actual in leidas.regiones.values():
        if actual.nacion is not None and actual.nacion not in leidas.naciones:
            raise mal(CARPETA / "regiones.yaml", actual.id, f"no existe la nación «{actual.nacion}»")
        for otra in actual.adyacentes:
            vecina = leidas.regiones.get(otra)
            if vecina is None or actual.id not in vecina.adyacentes:
                raise mal(CARPETA / "regiones.yaml", actual.id, f"«{otra}» no existe o no linda con ella")


def _comprobar_personajes(leidas: Tablas) -> None:
    for actual in leidas.personajes.values():
        naciones = () if actual.activa == "todas" else actual.activa
        desconocidas = [n for n in naciones if n not in leidas.naciones]
        if desconocidas:
            raise mal(CARPETA / "personajes.yaml", actual.id, f"no existe la nación «{desconocidas[0]}»")
        if actual.sustituye is not None and actual.sustituye not in leidas.personajes:
            raise mal(CARPETA / "personajes.yaml", actual.id, f"no existe «{actual.sustituye}»")
