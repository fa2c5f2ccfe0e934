"""Las cartas del asedio: revelarlas, enfrentarlas, viajar, moverlas al oeste o al este y retirarlas."""

from collections.abc import Sequence
from typing import Any, Literal

from servicios.errores import ErrorDeDominio
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.lcg import tablas
from servicios.lcg.dano import danar, ganada
from servicios.lcg.estado import Quien
from servicios.lcg.etapas import Asedio, Carta, Clase, Zona, etapa_de, lugar_activo, vecina
from servicios.lcg.texto import BASICO, rechazo

MOVER = "004, «Mover al oeste o al este»"
REVELAR = "004, «Revelar cartas de Encuentro»"
ETAPAS = "004, «Múltiples etapas y misiones principales»"
DANO_SIN_ETAPA = 2

Lado = Literal["oeste", "este"]


class RevelarEncuentro(Orden):
    """Se ha revelado un Enemigo o un Lugar. `etapa`: la de su esquina inferior derecha."""

    clase: Clase
    nombre: str
    etapa: str
    coste: int | None = None


class PonerCarta(Orden):
    """Entra en una etapa un Objetivo, una misión secundaria u otra carta, sin revelarse."""

    clase: Clase
    nombre: str
    etapa: str
    coste: int | None = None


class MoverCarta(Orden):
    """Una carta se mueve al oeste o al este."""

    carta: int
    lado: Lado


class Enfrentar(Orden):
    """Un Enemigo se enfrenta a un jugador de su etapa."""

    carta: int
    jugador: int


class ViajarEnEtapa(Orden):
    """Un Lugar del área de preparación pasa a ser el activo de su etapa."""

    carta: int


class RetirarCarta(Orden):
    """Una carta deja el juego: Enemigo derrotado, Lugar explorado, Objetivo reclamado…"""

    carta: int


class CartaLlegada(Hecho):
    tipo = "carta_llegada"
    carta: Carta

    def relato(self, nombres: Nombres) -> str:
        nombre = nombres.texto(self.carta.nombre)
        return f"{_de_clase(self.carta, nombre)} llega a {_etapa(self.carta.etapa)}."


class CartaSinEtapa(Hecho):
    """La etapa de su esquina ya no está: se descarta sin resolver sus efectos. El daño va en el hecho siguiente."""

    tipo = "carta_sin_etapa"
    clase: Clase
    nombre: int
    etapa: str

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.texto(self.nombre)} se descarta: la etapa de {_etapa(self.etapa)} ya no está en juego."


class CartaMovida(Hecho):
    tipo = "carta_movida"
    carta: int
    nombre: int
    lado: Lado
    de: str | None
    a: str

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.texto(self.nombre)} se mueve al {self.lado}, a {_etapa(self.a)}."


class Enfrentado(Hecho):
    tipo = "enfrentado"
    carta: int
    nombre: int
    jugador: int
    quien: Quien

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.texto(self.nombre)} se enfrenta a {self.quien.nombre(nombres)}."


class LugarActivado(Hecho):
    tipo = "lugar_activado"
    carta: int
    nombre: int
    etapa: str

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.texto(self.nombre)} es el Lugar activo de {_etapa(self.etapa)}."


class CartaRetirada(Hecho):
    tipo = "carta_retirada"
    carta: int
    nombre: int

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.texto(self.nombre)} deja el juego."


reglas: Reglas[Any] = Reglas()


@reglas.decide(RevelarEncuentro)
def _revelar(asedio: Asedio, orden: RevelarEncuentro, contexto: Contexto) -> Sequence[Hecho]:
    if orden.clase not in {Clase.ENEMIGO, Clase.LUGAR}:
        raise rechazo(
            "Así solo se apuntan Enemigos y Lugares; las demás cartas, ponlas en su etapa a mano.",
            "Los Enemigos y Lugares revelados van al área de preparación de la etapa de su esquina.",
            REVELAR,
        )
    etapa = tablas.etapa(orden.etapa).id
    nombre = _nombre(orden.nombre, contexto)
    coste = _coste(orden.clase, orden.coste)
    if any(e.id == etapa for e in asedio.etapas):
        return [_llega(asedio, orden.clase, nombre, coste, etapa)]
    fuera = CartaSinEtapa(clase=orden.clase, nombre=nombre, etapa=etapa)
    return [fuera, danar(asedio.etapas[-1], DANO_SIN_ETAPA, asedio)]


@reglas.aplica(CartaSinEtapa)
def _sin_etapa(asedio: Asedio, _hecho: CartaSinEtapa) -> Asedio:
    return asedio


@reglas.decide(PonerCarta)
def _poner(asedio: Asedio, orden: PonerCarta, contexto: Contexto) -> Sequence[Hecho]:
    etapa = asedio.etapa(orden.etapa).id
    coste = _coste(orden.clase, orden.coste)
    return [_llega(asedio, orden.clase, _nombre(orden.nombre, contexto), coste, etapa)]


@reglas.aplica(CartaLlegada)
def _llegada(asedio: Asedio, hecho: CartaLlegada) -> Asedio:
    return asedio.con(cartas=(*asedio.cartas, hecho.carta), ultima_carta=hecho.carta.numero)


@reglas.decide(MoverCarta)
def _mover(asedio: Asedio, orden: MoverCarta, _contexto: Contexto) -> Sequence[Hecho]:
    carta = asedio.carta(orden.carta)
    de = etapa_de(asedio, carta)
    destino = vecina(asedio, de, orden.lado) if de is not None else None
    if destino is None:
        extremo = "izquierdo" if orden.lado == "oeste" else "derecho"
        raise rechazo(
            f"Esa carta no puede moverse al {orden.lado}: no hay ninguna etapa en juego más allá.",
            f"Las cartas en la etapa del extremo {extremo} no se pueden mover al {orden.lado}.",
            MOVER,
        )
    return [CartaMovida(carta=carta.numero, nombre=carta.nombre, lado=orden.lado, de=de, a=destino.id)]


@reglas.aplica(CartaMovida)
def _movida(asedio: Asedio, hecho: CartaMovida) -> Asedio:
    carta = asedio.carta(hecho.carta)
    return asedio.con_carta(carta.con(etapa=hecho.a, zona=Zona.PREPARACION, jugador=None))


@reglas.decide(Enfrentar)
def _enfrentar(asedio: Asedio, orden: Enfrentar, _contexto: Contexto) -> Sequence[Hecho]:
    carta = asedio.carta(orden.carta)
    jugador = asedio.jugador(orden.jugador)
    if carta.clase is not Clase.ENEMIGO:
        raise rechazo("Esa carta no es un Enemigo.", "Solo los Enemigos se enfrentan a los jugadores.", BASICO)
    if carta.jugador == jugador.numero:
        raise ErrorDeDominio("Ese Enemigo ya está enfrentado a ese jugador.")
    suya = asedio.puestos.get(jugador.numero)
    if suya is None or suya != etapa_de(asedio, carta):
        raise rechazo(
            "Ese Enemigo y ese jugador no comparten etapa.",
            "El área de preparación y el área de juego de cada jugador de una etapa están en la misma etapa.",
            ETAPAS,
        )
    return [Enfrentado(carta=carta.numero, nombre=carta.nombre, jugador=jugador.numero, quien=jugador.quien)]


@reglas.aplica(Enfrentado)
def _enfrentado(asedio: Asedio, hecho: Enfrentado) -> Asedio:
    carta = asedio.carta(hecho.carta)
    return asedio.con_carta(carta.con(etapa=None, zona=Zona.ENFRENTADO, jugador=hecho.jugador))


@reglas.decide(ViajarEnEtapa)
def _viajar(asedio: Asedio, orden: ViajarEnEtapa, _contexto: Contexto) -> Sequence[Hecho]:
    carta = asedio.carta(orden.carta)
    if carta.clase is not Clase.LUGAR or carta.etapa is None or carta.zona is not Zona.PREPARACION:
        raise rechazo(
            "Ahí no se puede viajar: no es un Lugar del área de preparación.",
            "Se viaja a un Lugar del área de preparación de la etapa.",
            BASICO,
        )
    if lugar_activo(asedio, carta.etapa) is not None:
        raise rechazo(
            f"{_etapa(carta.etapa)} ya tiene un Lugar activo: hay que explorarlo antes.",
            "Cada etapa puede tener su propio Lugar activo, y solo uno.",
            f"{ETAPAS}, y {BASICO}",
        )
    return [LugarActivado(carta=carta.numero, nombre=carta.nombre, etapa=carta.etapa)]


@reglas.aplica(LugarActivado)
def _activado(asedio: Asedio, hecho: LugarActivado) -> Asedio:
    return asedio.con_carta(asedio.carta(hecho.carta).con(zona=Zona.ACTIVO))


@reglas.decide(RetirarCarta)
def _retirar(asedio: Asedio, orden: RetirarCarta, _contexto: Contexto) -> Sequence[Hecho]:
    carta = asedio.carta(orden.carta)
    hecho = CartaRetirada(carta=carta.numero, nombre=carta.nombre)
    return [hecho, *ganada(_retirada(asedio, hecho))]


@reglas.aplica(CartaRetirada)
def _retirada(asedio: Asedio, hecho: CartaRetirada) -> Asedio:
    return asedio.con(cartas=tuple(c for c in asedio.cartas if c.numero != hecho.carta))


def _llega(asedio: Asedio, clase: Clase, nombre: int, coste: int | None, etapa: str) -> CartaLlegada:
    numero = asedio.ultima_carta + 1
    return CartaLlegada(carta=Carta(numero=numero, clase=clase, nombre=nombre, coste=coste, etapa=etapa))


def _nombre(nombre: str, contexto: Contexto) -> int:
    if not nombre.strip():
        raise ErrorDeDominio("Escribe el nombre de la carta.")
    return contexto.textos.anotar(nombre.strip())


def _coste(clase: Clase, coste: int | None) -> int | None:
    if clase is not Clase.ENEMIGO:
        return None
    if coste is None or not 0 <= coste <= 99:
        raise rechazo(
            "Escribe el coste de enfrentamiento del Enemigo, de 0 a 99.",
            "Al abandonar una misión, sus Enemigos se mueven de menor a mayor coste de enfrentamiento.",
            "004, «Abandonar una misión principal»",
        )
    return coste


def _de_clase(carta: Carta, nombre: str) -> str:
    clase = carta.clase.nombre
    return f"{nombre} ({clase}{f', coste {carta.coste}' if carta.coste is not None else ''})"


def _etapa(identificador: str | None) -> str:
    return tablas.etapa(identificador).nombre if identificador else "ninguna etapa"
