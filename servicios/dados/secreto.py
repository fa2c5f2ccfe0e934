"""Una tirada secreta: se compromete en público y la enseña después quien la hizo. Tiene su propia semilla.

Lo que saldrá no está en ningún hecho hasta que se revela: lo fijan la semilla, ya comprometida, y la etiqueta.
"""

from collections.abc import Sequence

from servicios.azar import Azar
from servicios.dados.dia import Tirado, anotar, relatar
from servicios.dados.tirada import Dados, Lanzada, comprobar, tirar
from servicios.errores import SinPermiso, YaHaCambiado
from servicios.hechos import Agregado, Contexto, Hecho, Nombres, Orden, Reglas, Valor


class Secreto(Valor):
    """La promesa (de quién y de qué) y si ya se ha revelado."""

    persona: int = 0
    dados: Dados = Dados()
    etiqueta: str = ""
    comentario: int | None = None
    revelado: bool = False


class Prometer(Orden):
    """Compromete una tirada secreta."""

    dados: Dados
    comentario: str = ""


class Revelar(Orden):
    """La enseña."""


class Prometido(Hecho):
    """Alguien compromete una tirada sin enseñarla."""

    tipo = "prometido"
    persona: int
    dados: Dados
    etiqueta: str
    comentario: int | None = None

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.persona)} hace una tirada secreta: {self.dados.nombre}."


class Revelado(Tirado):
    """La tirada secreta, a la vista."""

    tipo = "revelado"

    def relato(self, nombres: Nombres) -> str:
        return relatar(self, nombres, "revela su tirada secreta,")


reglas = Reglas[Secreto]()


@reglas.decide(Prometer)
def _prometer(_secreto: Secreto, orden: Prometer, contexto: Contexto) -> Sequence[Hecho]:
    comprobar(orden.dados)
    return [
        Prometido(
            persona=contexto.actor.persona,
            dados=orden.dados,
            etiqueta=contexto.origen,
            comentario=anotar(orden.comentario, contexto),
        )
    ]


@reglas.aplica(Prometido)
def _prometido(secreto: Secreto, hecho: Prometido) -> Secreto:
    return secreto.con(
        persona=hecho.persona, dados=hecho.dados, etiqueta=hecho.etiqueta, comentario=hecho.comentario
    )


@reglas.decide(Revelar)
def _revelar(secreto: Secreto, _orden: Revelar, contexto: Contexto) -> Sequence[Hecho]:
    if secreto.revelado:
        raise YaHaCambiado("Esa tirada secreta ya se ha revelado.")
    if secreto.persona != contexto.actor.persona:
        raise SinPermiso("Solo quien hizo la tirada secreta puede revelarla.")
    lanzada = mirar(secreto, contexto.azar)
    return [Revelado(persona=secreto.persona, lanzada=lanzada, comentario=secreto.comentario)]


@reglas.aplica(Revelado)
def _revelado(secreto: Secreto, _hecho: Revelado) -> Secreto:
    return secreto.con(revelado=True)


def mirar(secreto: Secreto, azar: Azar) -> Lanzada:
    """Lo que saldrá al revelarla: siempre lo mismo, sea quien sea quien lo pregunte. Solo para su autor."""
    return tirar(secreto.dados, azar.con(secreto.etiqueta))


SECRETO = Agregado("secreto", Secreto, [reglas], familia="dia", cerrado=lambda secreto: secreto.revelado)
