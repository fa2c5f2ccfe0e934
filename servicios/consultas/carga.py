"""Carga de `datos/` al arrancar: todo lo que el bot sabe para responder consultas, leído y comprobado."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from servicios.consultas.lectura import Sitio, leer_catalogo, leer_ficha, leer_lista
from servicios.consultas.modelos import Aclaracion, Carta, Documento, Errata, Tema

V = TypeVar("V", Documento, Carta, Errata, Aclaracion, Tema)


@dataclass(frozen=True)
class Saber:
    """Lo que dicen los datos, por id (los documentos, por su clave: «000»), en el orden de los archivos."""

    documentos: Mapping[str, Documento]
    cartas: Mapping[str, Carta]
    erratas: Mapping[str, Errata]
    aclaraciones: Mapping[str, Aclaracion]
    temas: Mapping[str, Tema]


def cargar(carpeta: Path) -> Saber:
    """Lee la carpeta `datos/` entera.

    Raises:
        ErrorDePuestaEnMarcha: si falta un archivo o algo de lo escrito no vale. La frase nombra archivo,
            entrada y campo.
    """
    carpeta = carpeta.absolute()
    satm = carpeta / "satm"
    documentos = list(leer_lista(carpeta, carpeta / "documentos.yaml", Documento, "clave"))
    cartas = list(leer_catalogo(carpeta, satm / "cartas.tsv"))
    erratas = list(leer_lista(carpeta, satm / "erratas.yaml", Errata))
    archivos = sorted((satm / "aclaraciones").glob("*.yaml"))
    aclaraciones = [par for ruta in archivos for par in leer_lista(carpeta, ruta, Aclaracion)]
    temas = [leer_ficha(carpeta, ruta, Tema) for ruta in sorted(carpeta.glob("*/temas/*.yaml"))]

    saber = Saber(
        documentos=_por_id(documentos, "clave"),
        cartas=_por_id(cartas),
        erratas=_por_id(erratas),
        aclaraciones=_por_id(aclaraciones),
        temas=_por_id(temas),
    )
    for sitio, entrada in (*erratas, *aclaraciones):
        _comprobar_documento(saber, sitio, entrada.fuente.documento, "fuente.documento")
        _comprobar_cartas(saber, sitio, entrada)
    for sitio, aclaracion in aclaraciones:
        _comprobar_repeticiones(saber, sitio, aclaracion)
    for sitio, tema in temas:
        _comprobar_tema(saber, sitio, tema)
    return saber


def _por_id(pares: Iterable[tuple[Sitio, V]], clave: str = "id") -> dict[str, V]:
    valores: dict[str, V] = {}
    sitios: dict[str, Sitio] = {}
    for sitio, valor in pares:
        ident = getattr(valor, clave)
        if ident in valores:
            raise sitio.error(f"«{ident}» ya está en {sitios[ident].archivo}", clave)
        valores[ident], sitios[ident] = valor, sitio
    return valores


def _comprobar_documento(saber: Saber, sitio: Sitio, documento: str, campo: str) -> None:
    if documento not in saber.documentos:
        raise sitio.error(f"no hay ningún documento «{documento}» en documentos.yaml", campo)


def _comprobar_cartas(saber: Saber, sitio: Sitio, entrada: Errata | Aclaracion) -> None:
    grupos = [("cartas", entrada.cartas)]
    grupos += [(f"no_aplica.{n}.cartas", grupo.cartas) for n, grupo in enumerate(entrada.no_aplica, 1)]
    vistas: set[str] = set()
    for campo, cartas in grupos:
        for carta in cartas:
            if carta not in saber.cartas:
                raise sitio.error(f"no hay ninguna carta «{carta}» en el catálogo", campo)
            if carta in vistas:
                raise sitio.error(f"la carta «{carta}» está dos veces", campo)
            vistas.add(carta)


def _comprobar_repeticiones(saber: Saber, sitio: Sitio, aclaracion: Aclaracion) -> None:
    for numero, punto in enumerate(aclaracion.puntos, 1):
        if punto.repite_errata is not None and punto.repite_errata not in saber.erratas:
            motivo = f"no hay ninguna errata «{punto.repite_errata}»"
            raise sitio.error(motivo, f"puntos.{numero}.repite_errata")


def _comprobar_tema(saber: Saber, sitio: Sitio, tema: Tema) -> None:
    carpeta = Path(sitio.archivo).parts[1]
    if tema.juego != carpeta:
        raise sitio.error(f"dice «{tema.juego}», pero el archivo está en la carpeta «{carpeta}»", "juego")
    for numero, seccion in enumerate(tema.secciones, 1):
        _comprobar_documento(saber, sitio, seccion.fuente.documento, f"secciones.{numero}.fuente.documento")
