"""Órdenes al azar para cada clase de partida: miran el estado para que muchas sean legales, pero no todas."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, get_args

from servicios.hechos import Orden
from servicios.lcg import tablas
from servicios.lcg.abandono import Abandonar
from servicios.lcg.amenaza import BajarAmenaza, FijarAmenaza, FijarAmenazas, Maldito, SubirAmenaza
from servicios.lcg.asedio import ElegirEtapa, EmpezarPaso, ResolverEtapa
from servicios.lcg.barcos import DanarBarco, PrepararFlota, RepararBarco
from servicios.lcg.combate_naval import AtaqueDeBarco
from servicios.lcg.corsarios import Abordaje, Desde, MoverCorsario, RetirarCorsario, RevelarCorsarios
from servicios.lcg.dano import CurarMision, DanarMision, ResolverFinal
from servicios.lcg.encuentros import (
    AnadirCartas,
    Eleccion,
    Monton,
    PonerMazo,
    QuitarCartas,
    Rebarajar,
    RevelarCartas,
)
from servicios.lcg.estado import Fin, Partida
from servicios.lcg.estado_naval import Navegacion, Paso
from servicios.lcg.etapas import Asedio, Clase
from servicios.lcg.exploracion import Mirar, Viajar, Voltear
from servicios.lcg.fases import AvanzarMision
from servicios.lcg.finales import DarPorTerminada, EliminarJugador
from servicios.lcg.isla import AnotarLlave, ElegirInicio
from servicios.lcg.mapa import CASILLAS, Isla, Llave, preparacion
from servicios.lcg.mesa import Abrir, Asiento, FijarPrimero, PasarRonda, SentarJugador
from servicios.lcg.navegacion import ProbarNavegacion
from servicios.lcg.progreso import ProgresoDeCarta, ProgresoDeMision
from servicios.lcg.rumbo import RUMBOS, DesviarRumbo, FijarRumbo, MejorarRumbo
from servicios.lcg.tropas import (
    Enfrentar,
    MoverCarta,
    PonerCarta,
    RetirarCarta,
    RevelarEncuentro,
    ViajarEnEtapa,
)
from tests.lcg.juego import asientos

Fabrica = Callable[[Any, Random], Orden]

BARCOS = list(tablas.tablas().barcos)
ENEMIGOS = list(tablas.tablas().enemigos)
ENCUENTROS = list(tablas.tablas().encuentros)
ETAPAS = [etapa.id for etapa in tablas.tablas().asedio.etapas]


def uno(r: Random, valores: Iterable[Any], *raros: Any) -> Any:
    """Casi siempre uno de los valores; una vez de cada diez, uno raro."""
    buenos = list(valores)
    return r.choice(buenos) if buenos and (not raros or r.random() < 0.9) else r.choice(raros)


def poco(r: Random) -> int:
    return r.randint(-1, 6)


def frase(r: Random) -> str | None:
    return r.choice([None, "", "una carta"])


def asiento(p: Partida, r: Random) -> int:
    return uno(r, [j.numero for j in p.en_juego], 0, 1, 4)


def quiza(p: Partida, r: Random) -> int | None:
    return r.choice([None, asiento(p, r)])


COMUNES: list[Fabrica] = [
    lambda p, r: SubirAmenaza(puntos=poco(r), jugador=asiento(p, r), motivo=frase(r)),
    lambda p, r: BajarAmenaza(puntos=poco(r) + 1, jugador=quiza(p, r), motivo=frase(r)),
    lambda p, r: FijarAmenaza(jugador=asiento(p, r), valor=uno(r, range(40), -1, 50, 51), motivo=frase(r)),
    lambda p, r: FijarAmenazas(valores={asiento(p, r): uno(r, range(40), -1, 51) for _ in range(2)}),
    lambda _, r: Maldito(x=r.randint(-1, 3), carta=frase(r)),
    lambda p, r: PasarRonda(amenaza=r.randint(-1, 2), desde=uno(r, [None, p.ronda], p.ronda + 1)),
    lambda p, r: FijarPrimero(jugador=asiento(p, r)),
]
RARAS: list[Fabrica] = [
    lambda p, r: EliminarJugador(jugador=asiento(p, r), motivo=frase(r)),
    lambda _, r: DarPorTerminada(fin=r.choice(list(Fin)), motivo=frase(r)),
    lambda _, _r: Abrir(jugadores=asientos(20)),
]
SENTAR: list[Fabrica] = [lambda _, r: SentarJugador(asiento=Asiento(nombre="E", amenaza=r.randint(-1, 60)))]


def eleccion(r: Random) -> Eleccion:
    match r.randrange(4):
        case 0:
            return Eleccion(simples=r.choice([0, 0, 1]))
        case 1:
            return Eleccion(cartas=r.randint(-1, 12), simples=r.randint(0, 3), dobles=r.randint(0, 2))
        case _:
            escenario = uno(r, tablas.tablas().escenarios, "moria")
            return Eleccion(escenario=escenario, facil=r.random() < 0.5, cartas=uno(r, [None], 5))


def prueba(p: Navegacion, r: Random) -> Orden:
    return ProbarNavegacion(
        personajes=poco(r),
        cazador=r.random() < 0.3,
        jugador=uno(r, [None], 1, 2, 4),
        extra=r.randint(-1, 2),
        anulados=uno(r, [0, 1], -1),
        simbolos=uno(r, [None], 1) if p.mazo else poco(r),
        por_efecto=r.random() < 0.5,
        desde=uno(r, [None, p.pruebas], 99),
    )


def preparar(_: Navegacion, r: Random) -> Orden:
    elegidos = r.sample(BARCOS, 3)
    return PrepararFlota(barcos={elegido: uno(r, [n], 1) for n, elegido in enumerate(elegidos, start=1)})


def ataque(p: Navegacion, r: Random) -> Orden:
    con_ficha = r.random() < 0.5
    return AtaqueDeBarco(
        jugador=asiento(p, r),
        barco=uno(r, [b.id for b in p.flota], "narelenya"),
        defiende=r.random() < 0.7,
        enemigo=r.choice(ENEMIGOS) if con_ficha else None,
        ataque=poco(r) if not con_ficha else uno(r, [None], 3),
        extra=poco(r),
    )


def abordaje(p: Navegacion, r: Random) -> Orden:
    return Abordaje(
        jugador=asiento(p, r),
        barco=r.choice([None, r.choice(ENEMIGOS)]),
        x=r.choice([None, poco(r)]),
        desde=uno(r, [Desde.PREPARACION], *Desde),
    )


def a_flote(p: Navegacion, r: Random) -> str:
    return uno(r, [b.id for b in p.flota], "titanic")


def corsario(p: Navegacion, r: Random) -> int:
    return uno(r, [c.numero for c in p.en_el_mar], 0)


def quitar(p: Navegacion, r: Random) -> Orden:
    monton = r.choice(get_args(Monton))
    cartas = (p.mazo.quedan if monton == "mazo" else p.mazo.descartes) if p.mazo else ENCUENTROS
    return QuitarCartas(carta=uno(r, cartas, "moria"), cuantas=r.randint(0, 2), de=monton, motivo=frase(r))


def devolver(p: Navegacion, r: Random) -> Orden:
    cartas = p.mazo.fuera if p.mazo else ENCUENTROS
    return AnadirCartas(carta=uno(r, cartas, "moria"), cuantas=r.randint(0, 2), a=r.choice(get_args(Monton)))


SIN_ENTRADAS: list[Fabrica] = [
    prueba,
    prueba,
    lambda _, r: MejorarRumbo(motivo=frase(r)),
    lambda p, r: DesviarRumbo(motivo=frase(r), desde=uno(r, [None, p.rumbo], *RUMBOS)),
    lambda _, r: FijarRumbo(rumbo=r.choice(RUMBOS), motivo=frase(r)),
    quitar,
    devolver,
    lambda _, _r: Rebarajar(),
    lambda _, r: RevelarCartas(cuantas=poco(r), a=r.choice(["juego", "descartes"])),
    lambda p, r: AvanzarMision(desde=uno(r, [p.paso], *Paso), navegacion=r.random() < 0.8),
    preparar,
    lambda p, r: DanarBarco(barco=a_flote(p, r), puntos=poco(r), motivo=frase(r)),
    lambda p, r: RepararBarco(barco=a_flote(p, r), puntos=poco(r), motivo=frase(r)),
    ataque,
    abordaje,
    lambda p, r: RevelarCorsarios(cuantos=poco(r), jugador=quiza(p, r), motivo=frase(r)),
    lambda p, r: MoverCorsario(corsario=corsario(p, r), jugador=quiza(p, r)),
    lambda p, r: RetirarCorsario(corsario=corsario(p, r), a=r.choice(["descartes", "fuera"])),
    lambda p, r: RetirarCorsario(corsario=corsario(p, r)),
]
NAVALES: list[Fabrica] = [
    *SIN_ENTRADAS,
    lambda _, r: PonerMazo(eleccion=eleccion(r)),
    lambda _, r: AnadirCartas(carta=r.choice(ENCUENTROS), cuantas=r.randint(0, 3), nueva=True),
]


def alrededor(p: Isla, r: Random) -> str:
    return uno(r, preparacion(p), *CASILLAS, "D7")


def mirable(p: Isla, r: Random) -> str:
    return uno(r, [c for c in CASILLAS if p.lugar(c).progreso >= 4 and not p.lugar(c).boca_arriba], *CASILLAS)


ISLENAS: list[Fabrica] = [
    lambda p, r: Viajar(casilla=alrededor(p, r), desde=uno(r, [None, p.activo], "B3")),
    lambda _, _r: ProgresoDeMision(puntos=9),
    lambda p, r: ProgresoDeMision(
        puntos=r.randint(0, 12), reparto={alrededor(p, r): r.randint(0, 3)} if r.random() < 0.5 else {}
    ),
    lambda p, r: ProgresoDeCarta(casilla=alrededor(p, r), puntos=r.randint(-3, 6), motivo=frase(r)),
    lambda p, r: Mirar(
        casilla=mirable(p, r),
        por=r.choice(["progreso", "progreso", "efecto"]),
        reverso=uno(r, [None], *tablas.tablas().isla),
    ),
    lambda p, r: Voltear(casilla=uno(r, ["A5", alrededor(p, r)], *CASILLAS), motivo=frase(r)),
    lambda _, r: AnotarLlave(llave=r.choice([Llave.LISTA, *Llave])),
    lambda p, r: ElegirInicio(casilla=alrededor(p, r)),
]


def suya(p: Asedio, r: Random) -> int:
    return uno(r, [c.numero for c in p.cartas], 0)


def elegir(p: Asedio, r: Random) -> Orden:
    return ElegirEtapa(jugador=uno(r, p.por_elegir[:1], 1, 2, 3), etapa=uno(r, [e.id for e in p.etapas], *ETAPAS))


def resolver(p: Asedio, r: Random) -> Orden:
    return ResolverEtapa(etapa=uno(r, [e.id for e in p.por_resolver[:1]], *ETAPAS))


def revelar(_: Asedio, r: Random) -> Orden:
    return RevelarEncuentro(
        clase=uno(r, [Clase.ENEMIGO, Clase.LUGAR], Clase.OBJETIVO),
        nombre=uno(r, ["A", "B"], " "),
        etapa=r.choice(ETAPAS),
        coste=uno(r, range(50), None),
    )


def enfrentar(p: Asedio, r: Random) -> Orden:
    jugador = asiento(p, r)
    juntos = [c.numero for c in p.cartas if c.clase is Clase.ENEMIGO and c.etapa == p.puestos.get(jugador)]
    return Enfrentar(carta=uno(r, juntos, suya(p, r)), jugador=jugador)


def viajar(p: Asedio, r: Random) -> Orden:
    return ViajarEnEtapa(carta=uno(r, [c.numero for c in p.cartas if c.clase is Clase.LUGAR], suya(p, r)))


def abandonar(p: Asedio, r: Random) -> Orden:
    lejos_de_erebor = [e.id for e in p.etapas[1:]]
    return Abandonar(
        etapa=uno(r, [e.id for e in p.por_abandonar] or lejos_de_erebor, *ETAPAS), por_efecto=r.random() < 0.2
    )


SITIADAS: list[Fabrica] = [
    elegir,
    elegir,
    elegir,
    lambda _, r: EmpezarPaso(paso=r.choice([q.id for q in tablas.tablas().asedio.pasos])),
    resolver,
    resolver,
    resolver,
    lambda _, r: DanarMision(etapa=r.choice(ETAPAS), puntos=poco(r), motivo=frase(r)),
    lambda _, r: CurarMision(etapa=r.choice(ETAPAS), puntos=poco(r), motivo=frase(r)),
    lambda _, _r: ResolverFinal(),
    revelar,
    revelar,
    lambda _, r: PonerCarta(
        clase=r.choice(list(Clase)), nombre="C", etapa=r.choice(ETAPAS), coste=uno(r, range(50), None)
    ),
    lambda p, r: MoverCarta(carta=suya(p, r), lado=r.choice(["oeste", "este"])),
    enfrentar,
    viajar,
    lambda p, r: RetirarCarta(carta=suya(p, r)),
    abandonar,
]


def bolsa(propias: Sequence[Fabrica]) -> list[Fabrica]:
    """Las órdenes de una clase de partida con las comunes; las que la acaban, muy de tarde en tarde."""
    return [*(orden for orden in propias for _ in range(8)), *COMUNES, *COMUNES, *COMUNES, *RARAS]
