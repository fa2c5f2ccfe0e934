"""La tirada de combate y su relanzamiento de Liderazgo, con partida o sin ella.

Una `Mano` es lo que un bando va a tirar; una `TiradaDeCombate`, lo que salió. De ella se leen todos los
dados, cuáles se relanzaron, los impactos y por qué hacía falta ese número.
"""

from collections.abc import Sequence
from enum import StrEnum

from pydantic import Field

from servicios.azar import Azar, Sorteo
from servicios.guerra.rechazo import rechazo
from servicios.hechos import Valor

MAXIMO = 5
"""Dados de combate, y relanzamientos de Liderazgo, que nadie supera. Fuente: 001, «Fuerza de combate y
Liderazgo»."""


class Papel(StrEnum):
    """Quien ataca y quien se defiende."""

    ATACANTE = "atacante"
    DEFENSOR = "defensor"

    @property
    def rival(self) -> "Papel":
        return Papel.DEFENSOR if self is Papel.ATACANTE else Papel.ATACANTE


class Situacion(StrEnum):
    """Dónde se lucha, a efectos del número que hace falta para impactar."""

    CAMPO = "campo"
    CIUDAD = "ciudad"
    FORTIFICACION = "fortificacion"
    BALUARTE = "baluarte"
    ASEDIO = "asedio"
    ESCAPE = "escape"

    @property
    def nombre(self) -> str:
        return {
            "campo": "Campo abierto",
            "ciudad": "Ciudad",
            "fortificacion": "Fortificación",
            "baluarte": "Baluarte, en campo abierto",
            "asedio": "Asedio",
            "escape": "Escape de un asedio",
        }[self.value]


class Objetivo(Valor):
    """El número que hay que igualar o superar, y por qué es ese."""

    numero: int = Field(ge=2, le=6)
    motivo: str


def objetivo(situacion: Situacion, papel: Papel, ronda: int = 1) -> Objetivo:
    """El número para impactar, sin cartas.

    Args:
        situacion: dónde se lucha.
        papel: de quién es la tirada.
        ronda: ronda de combate, desde 1.

    Fuente: 001, «Tirada de combate», «Atacando a una Ciudad o Fortificación», «Asediando a un Baluarte»,
    «Escape de un asedio».
    """
    if papel is Papel.DEFENSOR:
        return Objetivo(numero=5, motivo="quien se defiende impacta con 5 o más")
    if situacion is Situacion.ASEDIO:
        return Objetivo(numero=6, motivo="quien ataca en un asedio solo impacta con 6")
    if situacion in {Situacion.CIUDAD, Situacion.FORTIFICACION}:
        donde = "una Ciudad" if situacion is Situacion.CIUDAD else "una Fortificación"
        if ronda == 1:
            return Objetivo(numero=6, motivo=f"en la primera ronda contra {donde}, quien ataca solo impacta con 6")
        return Objetivo(numero=5, motivo=f"desde la segunda ronda, {donde} ya no protege: 5 o más")
    if situacion is Situacion.ESCAPE:
        return Objetivo(numero=5, motivo="en un escape se lucha en campo abierto: 5 o más")
    return Objetivo(numero=5, motivo="en campo abierto se impacta con 5 o más")


def acierta(natural: int, modificador: int, numero: int) -> bool:
    """Si un dado impacta: el 1 natural nunca, el 6 natural siempre, y si no, dado más modificador.

    Fuente: 001, «Modificadores a las tiradas».
    """
    if natural in {1, 6}:
        return natural == 6
    return natural + modificador >= numero


def aciertos(naturales: Sequence[int], modificador: int, numero: int) -> int:
    """Cuántos dados impactan."""
    return sum(acierta(natural, modificador, numero) for natural in naturales)


def relanzables(tirados: int, impactos: int, liderazgo: int) -> int:
    """Dados que se relanzan: los fallados, sin pasar del Liderazgo ni de 5.

    Se cuenta antes de relanzar: los impactos del propio relanzamiento no lo reducen.
    Fuente: 001, «Tirada de Liderazgo».
    """
    return min(max(liderazgo, 0), tirados - impactos, MAXIMO)


class Mano(Valor):
    """Lo que un bando tira en una ronda: ya con los máximos y las cartas aplicados.

    Attributes:
        dados: dados de combate.
        liderazgo: relanzamientos que tiene.
        objetivo: número para impactar.
        modificador: se suma a cada dado de combate.
        objetivo_liderazgo: número para impactar al relanzar.
        modificador_liderazgo: se suma a cada dado relanzado.
    """

    dados: int = Field(ge=0, le=MAXIMO)
    liderazgo: int = Field(ge=0, le=MAXIMO)
    objetivo: Objetivo
    modificador: int = 0
    objetivo_liderazgo: Objetivo
    modificador_liderazgo: int = 0


def mano(
    dados: int,
    liderazgo: int = 0,
    *,
    situacion: Situacion = Situacion.CAMPO,
    papel: Papel = Papel.ATACANTE,
    ronda: int = 1,
    modificador: int = 0,
    impacto_liderazgo: int | None = None,
) -> Mano:
    """Prepara una tirada suelta.

    Args:
        dados: dados de combate, de 0 a 5.
        liderazgo: relanzamientos, de 0 a 5.
        situacion: dónde se lucha.
        papel: de quién es la tirada.
        ronda: ronda de combate, desde 1.
        modificador: se suma a cada dado, también a los relanzados (001:67-69); de −5 a +5.
        impacto_liderazgo: número para el relanzamiento, si una carta lo cambia (de 2 a 6).

    Raises:
        ErrorDeDominio: si algo queda fuera de esos márgenes.

    El relanzamiento usa el mismo número que la tirada (2.ª edición, p. 30), salvo carta.
    """
    _entre("Los dados de combate", dados, 0, MAXIMO, "Fuerza de combate y Liderazgo")
    _entre("El Liderazgo", liderazgo, 0, MAXIMO, "Fuerza de combate y Liderazgo")
    _entre("El modificador", modificador, -5, 5, "Modificadores a las tiradas")
    _entre("La ronda", ronda, 1, 99, "Resolución de combates")
    numero = objetivo(situacion, papel, ronda)
    otro = numero
    if impacto_liderazgo is not None:
        _entre("El número para el Liderazgo", impacto_liderazgo, 2, 6, "Tirada de Liderazgo")
        otro = Objetivo(numero=impacto_liderazgo, motivo=f"una carta lo cambia a {impacto_liderazgo}")
    return Mano(
        dados=dados,
        liderazgo=liderazgo,
        objetivo=numero,
        modificador=modificador,
        objetivo_liderazgo=otro,
        modificador_liderazgo=modificador,
    )


class Dado(Valor):
    """Un dado leído: lo que salió, con su modificador, si acierta y, si se relanzó, el nuevo dado."""

    natural: int
    total: int
    acierta: bool
    relanzado: "Dado | None" = None

    @property
    def bueno(self) -> bool:
        """Si acierta, de entrada o al relanzarlo."""
        return self.acierta or (self.relanzado is not None and self.relanzado.acierta)


def leer(natural: int, modificador: int, numero: int) -> Dado:
    """Lee un dado tirado."""
    return Dado(natural=natural, total=natural + modificador, acierta=acierta(natural, modificador, numero))


def con_relanzados(primeros: Sequence[Dado], nuevos: Sequence[Dado]) -> tuple[Dado, ...]:
    """Pone cada dado nuevo sobre un fallo, por orden."""
    quedan = list(nuevos)
    return tuple(d.con(relanzado=quedan.pop(0)) if not d.acierta and quedan else d for d in primeros)


class TiradaDeCombate(Valor):
    """Una tirada de combate con su relanzamiento.

    `sorteo` es None en un relanzamiento suelto (`/liderazgo`), que parte de unos fallos ya dados.
    """

    mano: Mano
    sorteo: Sorteo | None = None
    relanzamiento: Sorteo | None = None

    @property
    def dados(self) -> tuple[Dado, ...]:
        """Los dados en el orden en que salieron, cada uno con su relanzamiento si lo hubo."""
        nuevos = [
            leer(v, self.mano.modificador_liderazgo, self.mano.objetivo_liderazgo.numero)
            for v in (self.relanzamiento.valores if self.relanzamiento else ())
        ]
        if self.sorteo is None:
            return tuple(nuevos)
        primeros = [leer(v, self.mano.modificador, self.mano.objetivo.numero) for v in self.sorteo.valores]
        return con_relanzados(primeros, nuevos)

    @property
    def relanzados(self) -> int:
        return len(self.relanzamiento.valores) if self.relanzamiento else 0

    @property
    def impactos(self) -> int:
        return sum(dado.bueno for dado in self.dados)

    @property
    def fallos(self) -> int:
        """Dados que siguen fallados."""
        return len(self.dados) - self.impactos


def tirar(preparada: Mano, azar: Azar) -> TiradaDeCombate:
    """Tira los dados de combate y, después, los de Liderazgo."""
    sorteo = azar.dados(preparada.dados)
    impactos = aciertos(sorteo.valores, preparada.modificador, preparada.objetivo.numero)
    cuantos = relanzables(preparada.dados, impactos, preparada.liderazgo)
    return TiradaDeCombate(mano=preparada, sorteo=sorteo, relanzamiento=azar.dados(cuantos) if cuantos else None)


def relanzar(
    fallos: int,
    liderazgo: int,
    azar: Azar,
    *,
    numero: int = 5,
    modificador: int = 0,
) -> TiradaDeCombate:
    """El relanzamiento solo, por Liderazgo o por una carta: tantos dados como fallos, si da el Liderazgo.

    Args:
        fallos: dados fallados, de 0 a 5.
        liderazgo: dados que se pueden relanzar, de 0 a 5.
        numero: número para impactar, de 2 a 6.
        modificador: se suma a cada dado; de −5 a +5.

    Raises:
        ErrorDeDominio: si algo queda fuera de esos márgenes.
    """
    _entre("Los fallos", fallos, 0, MAXIMO, "Tirada de Liderazgo")
    _entre("El Liderazgo", liderazgo, 0, MAXIMO, "Fuerza de combate y Liderazgo")
    _entre("El número para impactar", numero, 2, 6, "Tirada de Liderazgo")
    _entre("El modificador", modificador, -5, 5, "Modificadores a las tiradas")
    cuantos = relanzables(fallos, 0, liderazgo)
    dado = Objetivo(numero=numero, motivo=f"el relanzamiento impacta con {numero} o más")
    return TiradaDeCombate(
        mano=Mano(
            dados=0,
            liderazgo=liderazgo,
            objetivo=dado,
            objetivo_liderazgo=dado,
            modificador_liderazgo=modificador,
        ),
        relanzamiento=azar.dados(cuantos),
    )


def _entre(que: str, numero: int, minimo: int, maximo: int, seccion: str) -> None:
    if not minimo <= numero <= maximo:
        verbo = "van" if que.startswith("Los") else "va"
        raise rechazo(
            f"{que} {verbo} de {minimo} a {maximo}, y has puesto {numero}.".replace("-", "−"),
            f"Nadie tira ni relanza más de {MAXIMO} dados, vengan de donde vengan los modificadores.",
            seccion,
        )
