"""El flujo del día de un canal: las tiradas que no son de ninguna partida."""

from collections.abc import Sequence

from servicios.dados.tirada import Dados, Lanzada, tirar
from servicios.hechos import Agregado, Contexto, Hecho, Nombres, Orden, Reglas, Valor


class Dia(Valor):
    """Cuántas tiradas lleva el día. Lo tirado está en los hechos."""

    tiradas: int = 0


class Tirar(Orden):
    """Tira unos dados a la vista de todos."""

    dados: Dados
    comentario: str = ""


class Tirado(Hecho):
    """Unos dados tirados."""

    tipo = "tirado"
    persona: int
    lanzada: Lanzada
    comentario: int | None = None

    def relato(self, nombres: Nombres) -> str:
        return relatar(self, nombres, "tira")


reglas = Reglas[Dia]()


@reglas.decide(Tirar)
def _tirar(_dia: Dia, orden: Tirar, contexto: Contexto) -> Sequence[Hecho]:
    lanzada = tirar(orden.dados, contexto.azar)
    comentario = anotar(orden.comentario, contexto)
    return [Tirado(persona=contexto.actor.persona, lanzada=lanzada, comentario=comentario)]


@reglas.aplica(Tirado)
def _tirado(dia: Dia, _hecho: Tirado) -> Dia:
    return dia.con(tiradas=dia.tiradas + 1)


def anotar(comentario: str, contexto: Contexto) -> int | None:
    """Guarda el comentario de una tirada, si lo hay."""
    return contexto.textos.anotar(comentario, contexto.actor.persona) if comentario else None


def relatar(hecho: Tirado, nombres: Nombres, verbo: str) -> str:
    """«Alicia tira 2d6: 3, 5 → 8 (por la puerta).»"""
    valores = ", ".join(map(str, hecho.lanzada.valores))
    texto = f" ({nombres.texto(hecho.comentario)})" if hecho.comentario else ""
    dados = hecho.lanzada.dados.nombre
    return f"{nombres.persona(hecho.persona)} {verbo} {dados}: {valores} → {hecho.lanzada.resultado}{texto}."


def agregado(*otras: Reglas[Dia]) -> Agregado[Dia]:
    """El agregado de los días: los dados, y las tiradas sueltas de los juegos que se den."""
    return Agregado("dia", Dia, [reglas, *otras], familia="dia")


DIA = agregado()
"""El día que solo tiene dados. El del bot, con las tiradas de los juegos, lo compone `bot.py`."""
