"""Tiradas sueltas: combate, Liderazgo y Caza. Sin partida, en el flujo del día de un canal.

En el canal de una partida, las de combate y Liderazgo son suyas: salen de su semilla y están en su historial, pero no
cambian nada en ella. Una Caza suelta no cabe allí: la partida tiene la suya.
"""

from typing import Literal

from servicios.dados.dia import Dia
from servicios.errores import SinPermiso
from servicios.guerra.caza import CazaSuelta, Condiciones, cazar
from servicios.guerra.combate import Papel, Situacion, TiradaDeCombate, mano, relanzar, tirar
from servicios.guerra.estado import Estado
from servicios.guerra.mesa import juega
from servicios.guerra.texto import con_signo, cuenta, tirada
from servicios.hechos import Actor, Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Dia]()
de_la_partida = Reglas[Estado]()


class TirarCombate(Orden):
    """Una tirada de combate con su relanzamiento. Los campos, como en `combate.mano`."""

    dados: int
    liderazgo: int = 0
    situacion: Situacion = Situacion.CAMPO
    papel: Papel = Papel.ATACANTE
    ronda: int = 1
    modificador: int = 0
    impacto_liderazgo: int | None = None


class TirarLiderazgo(Orden):
    """El relanzamiento solo, por Liderazgo o por una carta. Los campos, como en `combate.relanzar`."""

    fallos: int
    liderazgo: int
    numero: int = 5
    modificador: int = 0
    por: Literal["liderazgo", "carta"] = "liderazgo"


class Cazar(Orden):
    """Una Caza entera con un Fondo recién llenado. Los campos, como en `caza.cazar`."""

    nivel: int
    dados_pl: int = 0
    condiciones: Condiciones = Condiciones()


class CombateSuelto(Hecho):
    """Una tirada de combate. `pedida`: con qué se hizo, para poder repetirla."""

    tipo = "combate_suelto"

    persona: int
    pedida: TirarCombate
    tirada: TiradaDeCombate

    def relato(self, nombres: Nombres) -> str:
        impactos = cuenta(self.tirada.impactos, "impacto")
        return f"{nombres.persona(self.persona)} tira combate: {_dados(self.tirada)}. {impactos}."


class LiderazgoSuelto(Hecho):
    """Un relanzamiento."""

    tipo = "liderazgo_suelto"

    persona: int
    pedida: TirarLiderazgo
    tirada: TiradaDeCombate

    def relato(self, nombres: Nombres) -> str:
        impactos = cuenta(self.tirada.impactos, "impacto")
        return f"{nombres.persona(self.persona)} relanza fallos: {_dados(self.tirada)}. {impactos}."


class CazaSueltaHecha(Hecho):
    """Una Caza sin partida."""

    tipo = "caza_suelta"

    persona: int
    pedida: Cazar
    caza: CazaSuelta

    def relato(self, nombres: Nombres) -> str:
        hecha = self.caza.tirada
        otros = hecha.relanzamiento.valores if hecha.relanzamiento else ()
        suma = f", {con_signo(hecha.dados_pl)}" if hecha.dados_pl else ""
        sale = f" Ficha: {self.caza.sacada.nombre}." if self.caza.sacada else ""
        return (
            f"{nombres.persona(self.persona)} tira la Caza de nivel {hecha.nivel}{suma}: "
            f"{tirada(hecha.sorteo.valores, otros)}. {cuenta(hecha.exitos, 'éxito')}.{sale}"
        )


@reglas.decide(TirarCombate)
def tirar_combate(_dia: Dia, orden: TirarCombate, contexto: Contexto) -> list[Hecho]:
    """Tira combate."""
    return [_combate(orden, contexto)]


@reglas.decide(TirarLiderazgo)
def tirar_liderazgo(_dia: Dia, orden: TirarLiderazgo, contexto: Contexto) -> list[Hecho]:
    """Relanza fallos."""
    return [_liderazgo(orden, contexto)]


@reglas.decide(Cazar)
def cazar_suelto(_dia: Dia, orden: Cazar, contexto: Contexto) -> list[Hecho]:
    """Hace una Caza."""
    hecha = cazar(orden.nivel, orden.dados_pl, orden.condiciones, contexto.azar)
    return [CazaSueltaHecha(persona=contexto.actor.persona, pedida=orden, caza=hecha)]


@de_la_partida.decide(TirarCombate)
def combate_en_partida(estado: Estado, orden: TirarCombate, contexto: Contexto) -> list[Hecho]:
    """Tira combate en el canal de una partida."""
    _exigir_que_juegue(estado, contexto.actor)
    return [_combate(orden, contexto)]


@de_la_partida.decide(TirarLiderazgo)
def liderazgo_en_partida(estado: Estado, orden: TirarLiderazgo, contexto: Contexto) -> list[Hecho]:
    """Relanza fallos en el canal de una partida."""
    _exigir_que_juegue(estado, contexto.actor)
    return [_liderazgo(orden, contexto)]


def tirada_hecha(dia: Dia, _hecho: Hecho) -> Dia:
    """El día no guarda lo que salió: está en los hechos."""
    return dia.con(tiradas=dia.tiradas + 1)


def nada_cambia(estado: Estado, _hecho: Hecho) -> Estado:
    """Una tirada suelta no toca la partida."""
    return estado


reglas.aplica(CombateSuelto)(tirada_hecha)
reglas.aplica(LiderazgoSuelto)(tirada_hecha)
reglas.aplica(CazaSueltaHecha)(tirada_hecha)
de_la_partida.aplica(CombateSuelto)(nada_cambia)
de_la_partida.aplica(LiderazgoSuelto)(nada_cambia)


def _combate(orden: TirarCombate, contexto: Contexto) -> CombateSuelto:
    preparada = mano(
        orden.dados,
        orden.liderazgo,
        situacion=orden.situacion,
        papel=orden.papel,
        ronda=orden.ronda,
        modificador=orden.modificador,
        impacto_liderazgo=orden.impacto_liderazgo,
    )
    return CombateSuelto(persona=contexto.actor.persona, pedida=orden, tirada=tirar(preparada, contexto.azar))


def _liderazgo(orden: TirarLiderazgo, contexto: Contexto) -> LiderazgoSuelto:
    hecha = relanzar(
        orden.fallos, orden.liderazgo, contexto.azar, numero=orden.numero, modificador=orden.modificador
    )
    return LiderazgoSuelto(persona=contexto.actor.persona, pedida=orden, tirada=hecha)


def _exigir_que_juegue(estado: Estado, actor: Actor) -> None:
    if not (estado.mesa_abierta or juega(estado, actor.persona)):
        raise SinPermiso(
            "En este canal hay una partida que no juegas: tira en otro.",
            "Lo que aquí se tira sale de la semilla de la partida, y solo lo tira quien juega.",
        )


def _dados(hecha: TiradaDeCombate) -> str:
    otros = hecha.relanzamiento.valores if hecha.relanzamiento else ()
    return tirada(hecha.sorteo.valores, otros) if hecha.sorteo else tirada(otros)
