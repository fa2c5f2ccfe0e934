"""Ejércitos y sus bajas: qué puede perder un ejército por los impactos que recibe."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import product

from pydantic import Field

from servicios.guerra.combate import MAXIMO
from servicios.guerra.rechazo import rechazo
from servicios.guerra.tablas import personaje
from servicios.guerra.texto import cuenta, lista
from servicios.hechos import Valor

APILAMIENTO = 10
"""Unidades que caben en una región (reglamento de la 2.ª edición, p. 26)."""
DENTRO_DE_UN_BALUARTE = 5
"""Unidades que caben en un Baluarte asediado. Fuente: 001, «Condición de asedio a un Baluarte»."""


class Ejercito(Valor):
    """Lo que un bando pone en una batalla.

    Attributes:
        regulares: unidades regulares.
        elites: unidades de élite.
        lideres: Líderes, o Nazgûl si es de la Sombra.
        personajes: Compañeros o Siervos, por identificador.
        liderazgo_fijo: Liderazgo escrito a mano, en vez de contar líderes y personajes.
        naciones: de qué naciones son las unidades.
    """

    regulares: int = Field(default=0, ge=0, le=APILAMIENTO)
    elites: int = Field(default=0, ge=0, le=APILAMIENTO)
    lideres: int = Field(default=0, ge=0, le=20)
    personajes: tuple[str, ...] = ()
    liderazgo_fijo: int | None = Field(default=None, ge=0, le=30)
    naciones: tuple[str, ...] = ()

    @property
    def unidades(self) -> int:
        return self.regulares + self.elites

    @property
    def vida(self) -> int:
        """Impactos que aguanta."""
        return self.regulares + 2 * self.elites

    @property
    def fuerza(self) -> int:
        """Dados de combate, sin cartas. Fuente: 001, «Fuerza de combate y Liderazgo»."""
        return min(self.unidades, MAXIMO)

    @property
    def liderazgo(self) -> int:
        """Suma de líderes y rangos, sin el tope de 5. Fuente: 001, «Fuerza de combate y Liderazgo»."""
        if self.liderazgo_fijo is not None:
            return self.liderazgo_fijo
        return self.lideres + sum(personaje(quien).liderazgo for quien in self.personajes)

    @property
    def manda(self) -> bool:
        """Si lleva un Líder o un Personaje."""
        return bool(self.lideres or self.personajes or self.liderazgo_fijo)

    @property
    def composicion(self) -> str:
        """«3 regulares y 1 élite»."""
        partes = [cuenta(self.regulares, "regular", "regulares")] if self.regulares else []
        partes += [cuenta(self.elites, "élite")] if self.elites else []
        return lista(partes) or "ninguna unidad"


class Bajas(Valor):
    """Cómo se pagan los impactos.

    Attributes:
        regulares: unidades regulares que se retiran; cada una, 1 impacto.
        degradadas: élites que pasan a regular; cada una, 1 impacto.
        elites: élites que se retiran; cada una, 2 impactos.
        sin_recambio: élites que se pierden por 1 impacto, porque no quedan regulares que poner en su lugar.

    Fuente: 001, «Retirando bajas» (donde dice «reemplazar una regular con una de élite» es al revés).
    """

    regulares: int = Field(default=0, ge=0)
    degradadas: int = Field(default=0, ge=0)
    elites: int = Field(default=0, ge=0)
    sin_recambio: int = Field(default=0, ge=0)

    @property
    def coste(self) -> int:
        """Impactos que pagan."""
        return self.regulares + self.degradadas + 2 * self.elites + self.sin_recambio

    def contar(self, retira: str, degrada: str) -> str:
        """Las bajas con los verbos que se digan: «retira 1 regular y degrada 1 élite»."""
        perdidas = self.elites + self.sin_recambio
        partes = [cuenta(self.regulares, "regular", "regulares")] if self.regulares else []
        partes += [cuenta(perdidas, "élite")] if perdidas else []
        frases = [f"{retira} {lista(partes)}"] if partes else []
        frases += [f"{degrada} {cuenta(self.degradadas, 'élite')}"] if self.degradadas else []
        return lista(frases) or f"no {retira} nada"


class Politica(StrEnum):
    """Qué se sacrifica antes."""

    REGULARES = "regulares"
    """Primero las regulares y después las élites."""
    DADOS = "dados"
    """Primero se degradan élites, para conservar tantas unidades (dados) como se pueda."""


def tras(ejercito: Ejercito, bajas: Bajas) -> Ejercito:
    """El ejército después de retirar esas bajas."""
    return ejercito.con(
        regulares=ejercito.regulares - bajas.regulares + bajas.degradadas,
        elites=ejercito.elites - bajas.degradadas - bajas.elites - bajas.sin_recambio,
    )


def segun(politica: Politica, regulares: int, elites: int, impactos: int) -> tuple[int, int]:
    """Regulares y élites que quedan tras esos impactos, si se sigue esa política y no faltan recambios."""
    if politica is Politica.REGULARES:
        caen = min(regulares, impactos)
        sobran = min(impactos - caen, 2 * elites)
        # de dos en dos se pierde una élite; el impacto suelto la deja en regular
        return regulares - caen + sobran % 2, elites - sobran // 2 - sobran % 2
    degradadas = min(elites, impactos)
    return max(regulares + degradadas - (impactos - degradadas), 0), elites - degradadas


def forzadas(ejercito: Ejercito, impactos: int) -> Bajas | None:
    """Las bajas cuando no hay nada que elegir (ni impactos, ni élites, o muere todo), o None si lo hay."""
    if impactos >= ejercito.vida:
        return Bajas(regulares=ejercito.regulares, elites=ejercito.elites)
    if ejercito.elites and impactos:
        return None
    return Bajas(regulares=impactos)


def posibles(ejercito: Ejercito, impactos: int, quedan_regulares: int | None = None) -> tuple[Bajas, ...]:
    """Todas las maneras legales de pagar los impactos, una por cada ejército resultante.

    Args:
        ejercito: el que las sufre.
        impactos: los que ha recibido.
        quedan_regulares: regulares fuera del tablero (bajas y refuerzos) que pueden sustituir a una élite;
            None si sobran.
    """
    mejores: dict[tuple[int, int], Bajas] = {}
    for bajas in _combinaciones(ejercito, impactos):
        if motivo_de_rechazo(ejercito, impactos, bajas, quedan_regulares) is None:
            queda = tras(ejercito, bajas)
            clave = (queda.regulares, queda.elites)
            anterior = mejores.get(clave)
            if anterior is None or bajas.elites > anterior.elites:
                mejores[clave] = bajas
    return tuple(mejores[clave] for clave in sorted(mejores, reverse=True))


def _combinaciones(ejercito: Ejercito, impactos: int) -> Iterator[Bajas]:
    de_elite = range(min(ejercito.elites, impactos) + 1)
    for regulares, degradadas, elites, perdidas in product(
        range(min(ejercito.regulares, impactos) + 1), de_elite, de_elite, de_elite
    ):
        if degradadas + elites + perdidas <= ejercito.elites:
            yield Bajas(regulares=regulares, degradadas=degradadas, elites=elites, sin_recambio=perdidas)


def motivo_de_rechazo(
    ejercito: Ejercito, impactos: int, bajas: Bajas, quedan_regulares: int | None
) -> tuple[str, str] | None:
    """Por qué esas bajas no valen, como frase y regla; None si valen. Argumentos, como en `posibles`."""
    queda_regulares = ejercito.regulares - bajas.regulares + bajas.degradadas
    queda_elites = ejercito.elites - bajas.degradadas - bajas.elites - bajas.sin_recambio
    if queda_regulares < 0 or queda_elites < 0:
        return (
            f"No puedes {bajas.contar('retirar', 'degradar')}: el ejército tiene {ejercito.composicion}.",
            "Las bajas salen del ejército que ha recibido los impactos.",
        )
    if bajas.coste > impactos or (bajas.coste < impactos and queda_regulares + queda_elites):
        return (
            f"Esas bajas pagan {cuenta(bajas.coste, 'impacto')} y hay que pagar {impactos}.",
            "Cada impacto cuesta una regular o una élite que pasa a regular; dos impactos, una élite.",
        )
    # una regular que se retira en esta misma ronda va a las bajas, y de ahí puede volver por una élite
    if quedan_regulares is not None and bajas.degradadas > quedan_regulares + bajas.regulares:
        quedan = cuenta(quedan_regulares, "regular", "regulares")
        return (
            f"No se pueden degradar {cuenta(bajas.degradadas, 'élite')}: fuera del tablero hay {quedan}.",
            "Sin regulares en las bajas ni en los refuerzos, la élite no se reemplaza: se pierde.",
        )
    if bajas.sin_recambio and (quedan_regulares is None or bajas.degradadas < quedan_regulares):
        return (
            "Todavía quedan regulares para reemplazar a esa élite: degrádala en vez de perderla.",
            "La élite solo se pierde por un impacto cuando no quedan regulares que poner en su lugar.",
        )
    return None


def exigir(ejercito: Ejercito, impactos: int, bajas: Bajas, quedan_regulares: int | None) -> None:
    """Comprueba las bajas elegidas.

    Raises:
        ErrorDeDominio: si no pagan los impactos exactamente o no salen del ejército.
    """
    motivo = motivo_de_rechazo(ejercito, impactos, bajas, quedan_regulares)
    if motivo is not None:
        raise rechazo(*motivo, "Retirando bajas")
