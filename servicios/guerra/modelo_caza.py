"""La parte del estado que guarda una Caza a medias: qué ficha se resuelve y qué queda por decidir."""

from enum import StrEnum

from servicios.guerra.caza import Motivo
from servicios.hechos import Valor


class PasoDeCaza(StrEnum):
    """Por dónde va una Caza. En `SACAR` y `FIN` sigue sola; en los demás espera a alguien."""

    TIRAR = "tirar"
    """La Sombra dice qué hay en la región y tira."""
    SACAR = "sacar"
    DANO = "dano"
    """Los Pueblos Libres deciden cómo encajan la ficha."""
    REVELAR = "revelar"
    """Los Pueblos Libres mueven la figura de la Compañía revelada."""
    FIN = "fin"


class Remedio(StrEnum):
    """Las maneras de encajar una ficha, en el orden en que se usan (reglamento de la 2.ª edición, p. 41)."""

    MESA = "mesa"
    GUIA = "guia"
    BAJA = "baja"
    ANILLO = "anillo"

    @property
    def turno(self) -> int:
        return list(Remedio).index(self)


class CazaEnCurso(Valor):
    """Una Caza sin terminar.

    Attributes:
        motivo: por qué se saca la ficha.
        dado_pl: si al terminar hay que poner en la casilla el dado con que se movió la Compañía.
        ficha: la que se resuelve; None si aún no se ha sacado.
        exitos: aciertos de la tirada.
        dano: Daño que falta por encajar (negativo: Corrupción que se quita).
        desde: el primer remedio que aún se puede usar.
        con_mesa: si ya se ha usado una carta en la mesa contra esta ficha.
        guias: Guías que ya han usado su habilidad en esta Caza.
        con_baja: si ya se ha dado una baja por esta ficha.
        se_descubre: si Gollum ha descubierto a la Compañía para reducir el Daño.
        avanza: si al terminar la Compañía avanza un paso en Mordor.
        cola: por qué se sacarán otras fichas después de esta.
    """

    paso: PasoDeCaza = PasoDeCaza.TIRAR
    motivo: Motivo
    dado_pl: bool = False
    ficha: str | None = None
    exitos: int = 0
    dano: int = 0
    desde: Remedio = Remedio.MESA
    con_mesa: bool = False
    guias: tuple[str, ...] = ()
    con_baja: bool = False
    se_descubre: bool = False
    avanza: bool = False
    cola: tuple[Motivo, ...] = ()
