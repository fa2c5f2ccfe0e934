"""Los dados de acción: cuáles quedan, qué paga cada uno y cómo se gastan."""

from collections.abc import Iterable

from servicios.guerra.estado import Estado, Fase
from servicios.guerra.mesa import exigir_bando, exigir_fase
from servicios.guerra.piezas import CARAS, Accion, Bando, Cara
from servicios.guerra.rechazo import REGLAMENTO, rechazo
from servicios.guerra.tablas import tablas
from servicios.guerra.texto import cuenta, lista
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Estado]()


class UsarDado(Orden):
    """Un bando gasta un dado en algo que el bot no lleva (mover ejércitos, jugar una carta…)."""

    bando: Bando
    dado: Cara
    para: Accion | None = None


class DejarDados(Orden):
    """Un bando renuncia a los dados que le quedan."""

    bando: Bando


class DadoUsado(Hecho):
    """Un bando gasta un dado de acción."""

    tipo = "dado_usado"

    bando: Bando
    cara: Cara
    para: str

    def relato(self, nombres: Nombres) -> str:
        return f"{self.bando.hace('usa', 'usan')} «{nombre_de_cara(self.cara)}» para {self.para}."


class DadosDejados(Hecho):
    """Un bando deja sin usar lo que le quedaba."""

    tipo = "dados_dejados"

    bando: Bando
    caras: tuple[Cara, ...]

    def relato(self, nombres: Nombres) -> str:
        cuantos = cuenta(len(self.caras), "dado")
        return f"{self.bando.hace('deja', 'dejan')} {cuantos} sin usar: {caras_en_texto(self.caras)}."


def nombre_de_cara(cara: Cara | Accion) -> str:
    """El nombre de una cara («Ejército/Reclutamiento»)."""
    return tablas().dados.nombres[cara]


def caras_en_texto(caras: Iterable[Cara]) -> str:
    """«2 Personaje y 1 Evento»."""
    todas = list(caras)
    orden: list[Cara] = [cara for cara in CARAS if cara in todas]
    return lista(f"{todas.count(cara)} {nombre_de_cara(cara)}" for cara in orden) or "ninguno"


def exigir_dado(estado: Estado, bando: Bando, cara: Cara, accion: Accion | None, para: str) -> None:
    """Comprueba que queda un dado y que sirve.

    Args:
        bando: quien paga.
        cara: el dado.
        accion: lo que el dado tiene que pagar; None si vale cualquiera (la habilidad de una carta).
        para: para qué, como se contará («mover la Compañía»).

    Raises:
        ErrorDeDominio: si no es la fase de acciones, no queda ese dado o no sirve para eso.
    """
    exigir_fase(estado, Fase.ACCIONES)
    if cara not in estado.bolsas[bando].disponibles:
        raise rechazo(
            f"No queda ningún dado de «{nombre_de_cara(cara)}» {bando.de} este turno.",
            "Cada acción gasta un dado con ese resultado.",
            REGLAMENTO.format(19),
        )
    if accion is not None and accion not in tablas().dados.sirve[cara]:
        raise rechazo(
            f"«{nombre_de_cara(cara)}» no sirve para {para}: hace falta «{nombre_de_cara(accion)}».",
            "Cada acción pide su resultado en el dado.",
            REGLAMENTO.format(19),
        )


def gastar(estado: Estado, bando: Bando, cara: Cara | None, accion: Accion | None, para: str) -> list[Hecho]:
    """El gasto del dado con que se paga una acción; ninguno si `cara` es None, porque la da un evento.

    Raises:
        ErrorDeDominio: como `exigir_dado`.
    """
    if cara is None:
        return []
    exigir_dado(estado, bando, cara, accion, para)
    return [DadoUsado(bando=bando, cara=cara, para=para)]


@reglas.decide(UsarDado)
def usar_dado(estado: Estado, orden: UsarDado, contexto: Contexto) -> list[Hecho]:
    """Gasta un dado en algo que el bot no comprueba."""
    exigir_bando(estado, contexto.actor, orden.bando)
    para = f"una acción de {nombre_de_cara(orden.para)}" if orden.para else "otra acción"
    return gastar(estado, orden.bando, orden.dado, orden.para, para)


@reglas.decide(DejarDados)
def dejar(estado: Estado, orden: DejarDados, contexto: Contexto) -> list[Hecho]:
    """Renuncia a los dados que quedan."""
    exigir_bando(estado, contexto.actor, orden.bando)
    exigir_fase(estado, Fase.ACCIONES)
    quedan = estado.bolsas[orden.bando].disponibles
    if not quedan:
        raise rechazo(
            f"No queda ningún dado {orden.bando.de} por usar.",
            "Solo se dejan dados sin usar.",
            REGLAMENTO.format(19),
        )
    return [DadosDejados(bando=orden.bando, caras=quedan)]


@reglas.aplica(DadoUsado)
def dado_usado(estado: Estado, hecho: DadoUsado) -> Estado:
    bolsa = estado.bolsas[hecho.bando]
    gastada = bolsa.con(disponibles=menos(bolsa.disponibles, hecho.cara), usados=(*bolsa.usados, hecho.cara))
    return estado.con(bolsas={**estado.bolsas, hecho.bando: gastada}, compania=estado.compania.con(cambio=False))


@reglas.aplica(DadosDejados)
def dados_dejados(estado: Estado, hecho: DadosDejados) -> Estado:
    bolsa = estado.bolsas[hecho.bando]
    vacia = bolsa.con(disponibles=(), usados=(*bolsa.usados, *hecho.caras))
    return estado.con(bolsas={**estado.bolsas, hecho.bando: vacia})


def menos(caras: tuple[Cara, ...], una: Cara) -> tuple[Cara, ...]:
    """Las caras sin una de ellas."""
    donde = caras.index(una)
    return caras[:donde] + caras[donde + 1 :]
