"""Lo que hay que preguntar antes de dar una orden: el formulario de cada una y la orden que sale de él."""

from collections.abc import Callable, Mapping
from typing import Any

import discord

from cogs.comun import leer
from cogs.comun.acciones import Accion, Formulario, Valores
from cogs.guerra import lectura, lectura_de_batalla
from servicios.errores import ErrorDeDominio
from servicios.guerra.anillos import UsarAnilloElfico, cambios
from servicios.guerra.apertura import AbrirBatalla, clase_posible
from servicios.guerra.batalla import AnotarEfectos
from servicios.guerra.cartas import Efectos
from servicios.guerra.dados import nombre_de_cara
from servicios.guerra.estado import Estado
from servicios.guerra.opciones import Opcion
from servicios.guerra.personajes import Separar
from servicios.guerra.piezas import CARAS, Bando
from servicios.guerra.remedios import UsarHabilidadDelGuia
from servicios.guerra.tablas import personaje, tablas
from servicios.hechos import Orden

SIN_DADO = "evento"


def preguntar(accion: Accion, estado: Estado, opcion: Opcion) -> Formulario:
    """El formulario de una opción a la que le faltan datos. Lo atiende la acción «escrito»."""
    formulario = Formulario(accion.con("escrito"), opcion.texto)
    return _PREGUNTAS[type(opcion.orden)](formulario, estado, opcion.orden)


def completar(opcion: Opcion, valores: Valores) -> Orden:
    """La orden de una opción, con lo escrito en su formulario.

    Raises:
        ErrorDeDominio: si algo no se entiende.
    """
    return _RESPUESTAS[type(opcion.orden)](opcion.orden, valores)


def _opciones(nombres: Mapping[str, str]) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=nombre[:100], value=clave) for clave, nombre in nombres.items()]


# ── Anillos élficos ───────────────────────────────────────────────────────────────────────────────


def _pedir_anillo(formulario: Formulario, estado: Estado, orden: UsarAnilloElfico) -> Formulario:
    tiene = dict.fromkeys(estado.bolsas[orden.bando].disponibles)
    formulario.opciones("de", "Dado que cambia", _opciones({cara: nombre_de_cara(cara) for cara in tiene}))
    puede = {cara: nombre_de_cara(cara) for cara in cambios(estado, orden.bando)}
    return formulario.opciones("a", "Pasa a ser", _opciones(puede))


def _leer_anillo(orden: UsarAnilloElfico, valores: Valores) -> Orden:
    leidas = {clave: leer.texto(valores, clave) for clave in ("de", "a")}
    return UsarAnilloElfico.model_validate({"bando": orden.bando, **leidas})


# ── Compañeros ────────────────────────────────────────────────────────────────────────────────────


def _pedir_separados(formulario: Formulario, estado: Estado, _orden: Separar) -> Formulario:
    quienes = {quien: f"{personaje(quien).nombre} (nivel {personaje(quien).nivel})" for quien in _van(estado)}
    formulario.opciones("quienes", "Quiénes se separan", _opciones(quienes), maximo=len(quienes))
    alcance = f"Llegan hasta el Progreso ({estado.compania.progreso}) más el mayor nivel del grupo"
    return formulario.campo("region", "A qué región van", ayuda=alcance)


def _van(estado: Estado) -> tuple[str, ...]:
    return estado.compania.companeros


def _leer_separados(orden: Separar, valores: Valores) -> Orden:
    destino = lectura.region(leer.texto(valores, "region") or "")
    return orden.con(companeros=tuple(valores.get("quienes", ())), region=destino)


def _pedir_habilidad(formulario: Formulario, estado: Estado, _orden: UsarHabilidadDelGuia) -> Formulario:
    dano = estado.caza_abierta.dano
    formulario.campo("puntos", "Cuánto reduce el Daño", largo=2, valor="1", ayuda=f"De 1 a {dano}")
    if estado.compania.en_mordor:
        separa = {"no": "No", "si": "Sí: en Mordor queda eliminado"}
        return formulario.opciones("separa", "¿Tiene que separarse el Guía?", _opciones(separa))
    return formulario.campo(
        "region",
        "Si tiene que separarse, a qué región va",
        obligatorio=False,
        ayuda="En blanco, sigue en la Compañía",
    )


def _leer_habilidad(orden: UsarHabilidadDelGuia, valores: Valores) -> Orden:
    region = leer.texto(valores, "region")
    return UsarHabilidadDelGuia(
        puntos=leer.entero(valores, "puntos", "Los puntos"),
        separa=region is not None or leer.texto(valores, "separa") == "si",
        region=lectura.region(region) if region else None,
    )


# ── cartas de combate ─────────────────────────────────────────────────────────────────────────────


def _pedir_efectos(formulario: Formulario, _estado: Estado, _orden: AnotarEfectos) -> Formulario:
    ayuda = f"Como en «{lectura_de_batalla.EJEMPLO_DE_EFECTO}»"[:100]
    formulario.campo("propio", "Qué cambia para ti", largo=120, obligatorio=False, ayuda=ayuda)
    return formulario.campo(
        "rival", "Qué cambia para el rival", largo=120, obligatorio=False, ayuda="En blanco, nada"
    )


def _leer_efectos(orden: AnotarEfectos, valores: Valores) -> Orden:
    propio, rival = (lectura_de_batalla.ajuste(leer.texto(valores, clave)) for clave in ("propio", "rival"))
    return orden.con(efectos=Efectos(propio=propio, rival=rival))


_PREGUNTAS: Mapping[type[Orden], Callable[[Formulario, Estado, Any], Formulario]] = {
    UsarAnilloElfico: _pedir_anillo,
    Separar: _pedir_separados,
    UsarHabilidadDelGuia: _pedir_habilidad,
    AnotarEfectos: _pedir_efectos,
}
_RESPUESTAS: Mapping[type[Orden], Callable[[Any, Valores], Orden]] = {
    UsarAnilloElfico: _leer_anillo,
    Separar: _leer_separados,
    UsarHabilidadDelGuia: _leer_habilidad,
    AnotarEfectos: _leer_efectos,
}


# ── batallas ──────────────────────────────────────────────────────────────────────────────────────


def pedir_batalla(accion: Accion, estado: Estado) -> Formulario:
    """Quién ataca a quién, dónde y con qué dado."""
    formulario = Formulario(accion.con("ataque"), "Abrir una batalla")
    formulario.campo("region", "Región atacada", ayuda="Donde está el ejército que se defiende")
    ejemplo = lectura_de_batalla.EJEMPLO
    formulario.campo("atacan", "Con qué se ataca", largo=200, ayuda=f"Como en «{ejemplo}»")
    formulario.campo(
        "defienden", "Con qué se defiende", largo=200, ayuda="Todas sus unidades y jefes en la región"
    )
    formulario.opciones("dado", "Quién ataca, y con qué dado", _opciones(_dados_de_ataque(estado)))
    return formulario.campo(
        "detalles",
        "Origen, reserva y clase, si hacen falta",
        obligatorio=False,
        ayuda=f"«{lectura_de_batalla.EJEMPLO_DE_DETALLES}»; contra quien te asedia: escape o ayuda",
    )


def _dados_de_ataque(estado: Estado) -> dict[str, str]:
    sirve = tablas().dados.sirve
    quien = {Bando.LIBRES: "Pueblos Libres", Bando.SOMBRA: "Sombra"}
    pagan = {
        f"{bando.value}/{cara}": f"{quien[bando]}: {nombre_de_cara(cara)}"
        for bando, bolsa in estado.bolsas.items()
        for cara in dict.fromkeys(bolsa.disponibles)
        if {"ejercito", "personaje"} & set(sirve[cara])
    }
    return pagan | {f"{bando.value}/{SIN_DADO}0": f"{quien[bando]}: por un evento, sin dado" for bando in Bando}


def leer_batalla(estado: Estado, valores: Valores) -> AbrirBatalla:
    """La batalla de ese formulario."""
    bando, _, dado = (leer.texto(valores, "dado") or "").partition("/")
    return batalla(
        estado,
        Bando(bando),
        leer.texto(valores, "region") or "",
        leer.texto(valores, "atacan") or "",
        leer.texto(valores, "defienden") or "",
        dado=dado if dado in CARAS else None,
        **lectura_de_batalla.detalles(leer.texto(valores, "detalles")),
    )


def batalla(
    estado: Estado,
    atacante: Bando,
    donde: str,
    atacan: str,
    defienden: str,
    *,
    clase: str | None = None,
    dado: str | None = None,
    **otros: Any,
) -> AbrirBatalla:
    """La orden que abre una batalla, de lo que se ha escrito. Sin clase, la única que puede ser.

    Raises:
        ErrorDeDominio: si algo no se entiende o hay que decir qué batalla es.
    """
    region = lectura.region(donde)
    posibles = clase_posible(estado, atacante, region)
    if clase is None and len(posibles) > 1:
        raise ErrorDeDominio(
            "El enemigo asedia esa región: di si lo atacas desde fuera («ayuda») o desde dentro («escape»).",
            "En el formulario, entre los detalles; en /batalla abrir, con la opción «clase». Fuente: 001, «Ayuda de un "
            "Baluarte asediado».",
        )
    return AbrirBatalla.model_validate(
        {
            "clase": clase or next(iter(posibles)),
            "atacante": atacante,
            "region": region,
            "atacan": lectura_de_batalla.ejercito(atacan),
            "defienden": lectura_de_batalla.ejercito(defienden),
            "dado": dado,
            **otros,
        }
    )
