"""Tiradas sueltas, sin partida: combate, Liderazgo y Caza en el flujo del día de un canal."""

from typing import Literal

from servicios.dados.dia import Dia
from servicios.guerra.caza import CazaSuelta, Condiciones, cazar
from servicios.guerra.combate import Papel, Situacion, TiradaDeCombate, mano, relanzar, tirar
from servicios.guerra.texto import con_signo, cuenta, tirada
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Dia]()


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
    preparada = mano(
        orden.dados,
        orden.liderazgo,
        situacion=orden.situacion,
        papel=orden.papel,
        ronda=orden.ronda,
        modificador=orden.modificador,
        impacto_liderazgo=orden.impacto_liderazgo,
    )
    hecha = tirar(preparada, contexto.azar)
    return [CombateSuelto(persona=contexto.actor.persona, pedida=orden, tirada=hecha)]


@reglas.decide(TirarLiderazgo)
def tirar_liderazgo(_dia: Dia, orden: TirarLiderazgo, contexto: Contexto) -> list[Hecho]:
    """Relanza fallos."""
    hecha = relanzar(
        orden.fallos, orden.liderazgo, contexto.azar, numero=orden.numero, modificador=orden.modificador
    )
    return [LiderazgoSuelto(persona=contexto.actor.persona, pedida=orden, tirada=hecha)]


@reglas.decide(Cazar)
def cazar_suelto(_dia: Dia, orden: Cazar, contexto: Contexto) -> list[Hecho]:
    """Hace una Caza."""
    hecha = cazar(orden.nivel, orden.dados_pl, orden.condiciones, contexto.azar)
    return [CazaSueltaHecha(persona=contexto.actor.persona, pedida=orden, caza=hecha)]


def tirada_hecha(dia: Dia, _hecho: Hecho) -> Dia:
    """El día no guarda lo que salió: está en los hechos."""
    return dia.con(tiradas=dia.tiradas + 1)


reglas.aplica(CombateSuelto)(tirada_hecha)
reglas.aplica(LiderazgoSuelto)(tirada_hecha)
reglas.aplica(CazaSueltaHecha)(tirada_hecha)


def _dados(hecha: TiradaDeCombate) -> str:
    otros = hecha.relanzamiento.valores if hecha.relanzamiento else ()
    return tirada(hecha.sorteo.valores, otros) if hecha.sorteo else tirada(otros)
