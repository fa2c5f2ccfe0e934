"""La Compañía en Mordor: cómo entra y la carga del Anillo."""

from servicios.guerra import fondo
from servicios.guerra.corrupcion import CorrupcionCambiada
from servicios.guerra.estado import Estado, Fase
from servicios.guerra.mesa import exigir_bando, exigir_fase
from servicios.guerra.piezas import Bando
from servicios.guerra.rechazo import rechazo
from servicios.guerra.tablas import ficha, region
from servicios.guerra.texto import lista
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

PUERTAS = frozenset({"morannon", "minas-morgul"})
"""Desde dónde se entra en Mordor. Fuente: 001, «Entrando en Mordor»."""

reglas = Reglas[Estado]()


class EntrarEnMordor(Orden):
    """La Compañía entra en Mordor desde una de sus puertas (2.ª edición; en la 1.ª entra sola al declararse)."""


class MordorAlcanzado(Hecho):
    """La Compañía entra en el marcador de Mordor. `fichas`: las que vuelven o entran en el Fondo."""

    tipo = "mordor_alcanzado"

    desde: str
    fichas: tuple[str, ...]

    def relato(self, nombres: Nombres) -> str:
        entra = f"La Compañía entra en Mordor desde {region(self.desde).nombre}."
        if not self.fichas:
            return entra
        cuales = lista(ficha(cual).nombre for cual in self.fichas)
        return f"{entra} Vuelven al Fondo de Caza: {cuales}."


def al_declararse(estado: Estado, donde: str) -> list[Hecho]:
    """La entrada en Mordor, si la Compañía se ha declarado en una puerta. En la 2.ª edición declararse no obliga.

    Fuente: 001, «La Compañía en Mordor».
    """
    return [_alcanzado(estado, donde)] if estado.edicion == 1 and donde in PUERTAS else []


def carga(estado: Estado) -> list[Hecho]:
    """+1 de Corrupción si en Mordor no se ha intentado mover ni ocultar. Fuente: 001, «Reglas especiales»."""
    if not estado.compania.en_mordor or estado.compania.intento:
        return []
    return [CorrupcionCambiada(puntos=1, por="en Mordor, este turno no ha intentado moverse ni ocultarse")]


@reglas.decide(EntrarEnMordor)
def entrar(estado: Estado, orden: EntrarEnMordor, contexto: Contexto) -> list[Hecho]:
    """Entra en Mordor estando en una de sus puertas, aunque la Compañía esté revelada."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    exigir_fase(estado, Fase.COMPANIA)
    compania = estado.compania
    if compania.en_mordor or compania.region not in PUERTAS:
        raise rechazo(
            "La Compañía solo entra en Mordor desde Morannon o Minas Morgul.",
            "La última parte del viaje empieza en una de esas dos regiones.",
            "Entrando en Mordor",
        )
    if estado.edicion == 1:
        raise rechazo(
            "Para entrar en Mordor, la Compañía tiene que estar oculta y declararse en Morannon o Minas Morgul.",
            "Si ha sido descubierta allí, antes debe ocultarse para poder declararse.",
            "La Compañía en Mordor",
        )
    return [_alcanzado(estado, compania.region)]


def _alcanzado(estado: Estado, puerta: str) -> MordorAlcanzado:
    ojos = tuple(cual for cual in estado.fondo.sacadas if ficha(cual).valor == "ojo")
    return MordorAlcanzado(desde=puerta, fichas=(*ojos, *estado.fondo.apartadas))


@reglas.aplica(MordorAlcanzado)
def mordor_alcanzado(estado: Estado, hecho: MordorAlcanzado) -> Estado:
    return estado.con(
        compania=estado.compania.con(mordor=0, progreso=0), fondo=fondo.al_entrar_en_mordor(estado.fondo)
    )
