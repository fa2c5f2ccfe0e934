"""Un agregado pequeño para probar el diario: un contador con dados, cartas que se enseñan y plazos."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from servicios.azar import Sorteo
from servicios.errores import ErrorDeDominio
from servicios.hechos import (
    Agregado,
    Aviso,
    Contexto,
    Debido,
    Hecho,
    Nombres,
    Orden,
    Recordatorio,
    Reglas,
    Valor,
    Vencido,
)

TOPE = 1_000_000


class Cuenta(Valor):
    """El estado: quién juega, cuánto suma cada cosa y qué se debe."""

    bandos: Mapping[int, str] = {}
    puntos: int = 0
    tirado: int = 0
    vistas: tuple[str, ...] = ()
    notas: tuple[int, ...] = ()
    anunciados: tuple[int, ...] = ()
    plazo: datetime | None = None
    vencidos: int = 0
    cerrada: bool = False


class Abrir(Orden):
    bandos: Mapping[int, str] = {}


class Subir(Orden):
    puntos: int = 1
    veces: int = 1


class Tirar(Orden):
    dados: int = 1


class Ensenar(Orden):
    carta: str


class Anotar(Orden):
    texto: str


class Anunciar(Orden):
    numero: int


class Callar(Orden):
    numero: int


class Publicar(Orden):
    pass


class Aplazar(Orden):
    vence: datetime


class Cerrar(Orden):
    pass


class Nada(Orden):
    pass


class _Hecho(Hecho):
    def relato(self, nombres: Nombres) -> str:
        return self.tipo


class Abierto(_Hecho):
    tipo = "abierto"
    bandos: Mapping[int, str]


class Subido(_Hecho):
    """La versión 1 llamaba `cantidad` a los puntos."""

    tipo = "subido"
    version = 2
    puntos: int

    @classmethod
    def actualizar(cls, cuerpo: dict[str, Any], version: int) -> dict[str, Any]:
        assert version == 1
        return {"puntos": cuerpo["cantidad"]}


class Tirado(_Hecho):
    tipo = "tirado"
    sorteo: Sorteo


class Ensenado(_Hecho):
    tipo = "ensenado"
    muestra = True
    carta: str


class Anotado(_Hecho):
    tipo = "anotado"
    texto: int


class Anunciado(_Hecho):
    tipo = "anunciado"
    numero: int


class Callado(_Hecho):
    tipo = "callado"
    numero: int


class Publicado(_Hecho):
    tipo = "publicado"
    frontera = True


class Aplazado(_Hecho):
    tipo = "aplazado"
    vence: datetime


class Expirado(_Hecho):
    tipo = "expirado"
    tarde: int


class Cerrado(_Hecho):
    tipo = "cerrado"


reglas = Reglas[Cuenta]()


@reglas.decide(Abrir)
def abrir(estado: Cuenta, orden: Abrir, contexto: Contexto) -> list[Hecho]:
    return [Abierto(bandos=orden.bandos)]


@reglas.decide(Subir)
def subir(estado: Cuenta, orden: Subir, contexto: Contexto) -> list[Hecho]:
    if estado.puntos + orden.puntos * orden.veces > TOPE:
        raise ErrorDeDominio("No se puede subir más.")
    return [Subido(puntos=orden.puntos)] * orden.veces


@reglas.decide(Tirar)
def tirar(estado: Cuenta, orden: Tirar, contexto: Contexto) -> list[Hecho]:
    return [Tirado(sorteo=contexto.azar.dados(orden.dados))]


@reglas.decide(Ensenar)
def ensenar(estado: Cuenta, orden: Ensenar, contexto: Contexto) -> list[Hecho]:
    return [Ensenado(carta=orden.carta)]


@reglas.decide(Anotar)
def anotar(estado: Cuenta, orden: Anotar, contexto: Contexto) -> list[Hecho]:
    return [Anotado(texto=contexto.textos.anotar(orden.texto, contexto.actor.persona))]


@reglas.decide(Anunciar)
def anunciar(estado: Cuenta, orden: Anunciar, contexto: Contexto) -> list[Hecho]:
    return [Anunciado(numero=orden.numero)]


@reglas.decide(Callar)
def callar(estado: Cuenta, orden: Callar, contexto: Contexto) -> list[Hecho]:
    return [Callado(numero=orden.numero)]


@reglas.decide(Publicar)
def publicar(estado: Cuenta, orden: Publicar, contexto: Contexto) -> list[Hecho]:
    return [Publicado()]


@reglas.decide(Aplazar)
def aplazar(estado: Cuenta, orden: Aplazar, contexto: Contexto) -> list[Hecho]:
    return [Aplazado(vence=orden.vence)]


@reglas.decide(Vencido)
def vencer(estado: Cuenta, orden: Vencido, contexto: Contexto) -> list[Hecho]:
    if orden.clave == "roto":
        raise ZeroDivisionError("una regla con un fallo")
    return [Expirado(tarde=orden.tarde)]


@reglas.decide(Cerrar)
def cerrar(estado: Cuenta, orden: Cerrar, contexto: Contexto) -> list[Hecho]:
    return [Cerrado()]


@reglas.decide(Nada)
def nada(estado: Cuenta, orden: Nada, contexto: Contexto) -> list[Hecho]:
    return []


@reglas.aplica(Abierto)
def abierto(estado: Cuenta, hecho: Abierto) -> Cuenta:
    return estado.con(bandos=hecho.bandos)


@reglas.aplica(Subido)
def subido(estado: Cuenta, hecho: Subido) -> Cuenta:
    return estado.con(puntos=estado.puntos + hecho.puntos)


@reglas.aplica(Tirado)
def tirado(estado: Cuenta, hecho: Tirado) -> Cuenta:
    return estado.con(tirado=estado.tirado * 7 % 1_000_003 + hecho.sorteo.total)


@reglas.aplica(Ensenado)
def ensenado(estado: Cuenta, hecho: Ensenado) -> Cuenta:
    return estado.con(vistas=(*estado.vistas, hecho.carta))


@reglas.aplica(Anotado)
def anotado(estado: Cuenta, hecho: Anotado) -> Cuenta:
    return estado.con(notas=(*estado.notas, hecho.texto))


@reglas.aplica(Anunciado)
def anunciado(estado: Cuenta, hecho: Anunciado) -> Cuenta:
    return estado.con(anunciados=(*estado.anunciados, hecho.numero))


@reglas.aplica(Callado)
def callado(estado: Cuenta, hecho: Callado) -> Cuenta:
    return estado.con(anunciados=tuple(n for n in estado.anunciados if n != hecho.numero))


@reglas.aplica(Publicado)
def publicado(estado: Cuenta, hecho: Publicado) -> Cuenta:
    return estado


@reglas.aplica(Aplazado)
def aplazado(estado: Cuenta, hecho: Aplazado) -> Cuenta:
    return estado.con(plazo=hecho.vence)


@reglas.aplica(Expirado)
def expirado(estado: Cuenta, hecho: Expirado) -> Cuenta:
    return estado.con(plazo=None, vencidos=estado.vencidos + 1, anunciados=(*estado.anunciados, -1))


@reglas.aplica(Cerrado)
def cerrado(estado: Cuenta, hecho: Cerrado) -> Cuenta:
    return estado.con(cerrada=True)


def debido(estado: Cuenta) -> Debido:
    """Un aviso por anuncio, y los recordatorios de un plazo: avisar una hora antes y vencer."""
    avisos = tuple(Aviso(clave=f"anuncio:{n}", plantilla="anuncio", datos={"n": n}) for n in estado.anunciados)
    if estado.plazo is None:
        return Debido(avisos)
    return Debido(
        avisos,
        (
            Recordatorio(clave="pronto", vence=estado.plazo - timedelta(hours=1)),
            Recordatorio(clave="plazo", vence=estado.plazo),
        ),
    )


CONTADOR = Agregado(
    "contador",
    Cuenta,
    [reglas],
    debido=debido,
    bandos=lambda estado: estado.bandos,
    cerrado=lambda estado: estado.cerrada,
)
DADOS_DEL_DIA = Agregado("dia", Cuenta, [reglas], familia="dia")
