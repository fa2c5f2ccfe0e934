"""Jugadas al azar para cualquier clase de flujo: miran el estado para que muchas sean legales, pero no todas.

No recuerdan nada: sirven para seguir una partida que otro proceso dejó a medias.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from servicios.abandono import Abandonar
from servicios.dados import mesa as dados
from servicios.dados.dia import Dia, Tirar
from servicios.dados.mesa import Mesa
from servicios.dados.secreto import Prometer, Revelar, Secreto
from servicios.dados.tirada import Dados
from servicios.deshacer import AceptarDeshacer, Deshacer, RechazarDeshacer, Rehacer
from servicios.guerra import (
    asentamientos,
    compania,
    corrupcion,
    mapa,
    mordor,
    partida,
    personajes,
    politica,
    sueltas,
    victoria,
)
from servicios.guerra.agregado import opciones
from servicios.guerra.apertura import AbrirBatalla
from servicios.guerra.caza import Condiciones
from servicios.guerra.combate import Papel, Situacion
from servicios.guerra.ejercitos import Ejercito
from servicios.guerra.estado import Estado
from servicios.guerra.estado import Fase as FaseDeGuerra
from servicios.guerra.modelo_batalla import ClaseDeBatalla
from servicios.guerra.piezas import Bando
from servicios.guerra.tablas import tablas as tablas_de_guerra
from servicios.hechos import SISTEMA, Actor, Orden, Rol
from servicios.lcg import mesa as lcg
from servicios.lcg.asedio import AbrirAsedio
from servicios.lcg.encuentros import Eleccion
from servicios.lcg.estado import Partida
from servicios.lcg.isla import AbrirIsla
from servicios.lcg.tablas import tablas
from servicios.lcg.travesia import AbrirNavegacion
from servicios.libro import Libro
from servicios.sal import Salar
from servicios.torneo import (
    arbitraje,
    bajas,
    importar,
    inscripcion,
    playoff,
    publicacion,
    rondas,
    suspension,
    vida,
)
from servicios.torneo import reloj_de_ronda as reloj
from servicios.torneo.borrador import PrepararRonda
from servicios.torneo.estado import Torneo
from servicios.torneo.exportar import documento
from servicios.torneo.puntos import Fin, Formato, Modalidad
from servicios.torneo.resultados import Comunicar, Confirmar, Rechazar
from servicios.torneo.valores import Bases, Fase, Permiso, Ronda
from tests.guerra.ordenes import BUENAS_BATALLAS, ORDENES
from tests.lcg.juego import asientos
from tests.lcg.ordenes import ISLENAS, NAVALES, SENTAR, SITIADAS, bolsa
from tests.torneo.sala import SELLO, sala_con

Jugada = tuple[Orden, Actor]

PERSONAS = 9
MANDA = Actor(PERSONAS, frozenset(Rol))
"""Quien modera, coordina y arbitra; no juega."""
BOT = Actor(SISTEMA)
ESCENARIOS = list(tablas().escenarios)
COMUNES: Sequence[Callable[[Random], Orden]] = (
    lambda _: Deshacer(),
    lambda _: Deshacer(),
    lambda _: AceptarDeshacer(),
    lambda _: RechazarDeshacer(),
    lambda _: Rehacer(),
    lambda r: Salar(sal=r.choice(["Mellon", "Anduril", "Palantir"])),
)


def jugada(libro: Libro[Any], r: Random, *, acaba: bool = True) -> Jugada:
    """Algo que se podría hacer ahora en ese flujo. `acaba`: si puede ser cerrarlo."""
    if r.random() < 0.15 and libro.agregado.familia != "dia":
        return r.choice(COMUNES)(r), quien(r, 3)
    if r.random() < 0.3 and isinstance(libro.estado, Torneo | Estado) and libro.deshechos:
        return Rehacer(), MANDA
    if acaba and r.random() < 0.004 and (cierres := CIERRES.get(libro.agregado.nombre)):
        return r.choice([*cierres, Abandonar(orden=libro.orden)]), MANDA
    return PROPIAS[libro.agregado.nombre](libro.estado, r)


def quien(r: Random, hasta: int) -> Actor:
    return r.choice([MANDA, *(Actor(n) for n in range(1, hasta + 1))])


def los_dados(r: Random) -> Dados:
    cantidad, caras = r.randint(1, 4), r.choice([6, 6, 20, 1000])
    if r.random() < 0.3:
        return Dados(cantidad=cantidad, caras=caras, exito=5)
    return Dados(cantidad=cantidad, caras=caras, modificador=r.choice([0, 3, -2]))


# ── dados ─────────────────────────────────────────────────────────────────────────────────────


def tirada(r: Random) -> Orden:
    return Tirar(dados=los_dados(r), comentario=r.choice(["", "", "por la puerta"]))


def suelta(_dia: Dia, r: Random) -> Jugada:
    otras: list[Orden] = [
        sueltas.TirarCombate(
            dados=r.randint(1, 5),
            liderazgo=r.randint(0, 3),
            situacion=r.choice(list(Situacion)),
            papel=r.choice(list(Papel)),
            impacto_liderazgo=r.choice([None, 4]),
        ),
        sueltas.TirarLiderazgo(fallos=r.randint(1, 4), liderazgo=r.randint(1, 3)),
        sueltas.Cazar(nivel=r.randint(1, 5), dados_pl=r.randint(0, 2), condiciones=Condiciones()),
    ]
    return r.choice([tirada(r), *otras]), quien(r, 3)


def en_la_mesa(_mesa: Mesa, r: Random) -> Jugada:
    return r.choice([tirada(r), tirada(r), tirada(r), dados.Sentarse(), dados.Levantarse()]), quien(r, 4)


def en_secreto(secreto: Secreto, r: Random) -> Jugada:
    return Revelar(), r.choice([Actor(secreto.persona), Actor(secreto.persona), MANDA])


# ── La Guerra ─────────────────────────────────────────────────────────────────────────────────


@cache
def _sueltas_de_guerra() -> Sequence[Sequence[Orden]]:
    """Órdenes de las que da Hypothesis, siempre las mismas y las de cada clase juntas; primero, las batallas."""
    monton: list[Orden] = []

    @settings(
        max_examples=60,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
    )
    @given(st.lists(st.one_of(ORDENES, ORDENES, ORDENES, BUENAS_BATALLAS), min_size=10, max_size=20))
    def amontonar(ordenes: list[Orden]) -> None:
        monton.extend(ordenes)

    amontonar()
    clases = dict.fromkeys([AbrirBatalla, *map(type, monton)])
    del clases[victoria.Abandonar]
    return [[orden for orden in monton if type(orden) is clase] for clase in clases]


def en_guerra(estado: Estado, r: Random) -> Jugada:
    completas = [opcion for opcion in opciones(estado) if not opcion.faltan]
    if not estado.empezada and r.random() < 0.3:
        return partida.Preparar(cambiar_bandos=r.random() < 0.5, edicion=r.choice([None, 1, 2])), Actor(1)
    if estado.final is not None:
        return partida.CerrarPartida(), MANDA
    if estado.fase is FaseDeGuerra.COMPANIA and not estado.compania.declarada and r.random() < 0.5:
        return _de_la_compania(estado)[0], Actor(_lleva(estado, Bando.LIBRES))
    libre = estado.fase is FaseDeGuerra.ACCIONES and not (estado.batalla or estado.caza)
    if completas and r.random() < (0.2 if libre else 0.8):
        opcion = r.choice(completas)
        return opcion.orden, Actor(_lleva(estado, opcion.bando or Bando.LIBRES))
    batallas, *otras = _sueltas_de_guerra()
    montones = [_de_los_ejercitos(estado, r), _de_la_compania(estado), batallas, r.choice(otras), r.choice(otras)]
    return r.choice(r.choice(montones)), r.choice([Actor(_lleva(estado, bando)) for bando in Bando])


def _de_los_ejercitos(estado: Estado, r: Random) -> Sequence[Orden]:
    """Despertar naciones, ir a recuperar lo perdido y sitiar a demasiados."""
    nacion = r.choice(list(estado.naciones))
    donde = r.choice(estado.capturados or ("edoras",))
    muchos = Ejercito(regulares=5, elites=3, lideres=1, naciones=("sauron",))
    return [
        politica.ActivarNacion(nacion=nacion),
        politica.AvanzarNacion(nacion=nacion),
        asentamientos.MoverEjercito(bando=r.choice(list(Bando)), naciones=(nacion,), region=donde),
        AbrirBatalla(
            clase=ClaseDeBatalla.CAMPAL,
            atacante=Bando.SOMBRA,
            region="minas-tirith",
            desde="osgiliath",
            atacan=muchos,
            defienden=muchos.con(naciones=("gondor",)),
        ),
    ]


def _de_la_compania(estado: Estado) -> Sequence[Orden]:
    """Ir derecha a Mordor, y dispersarse por el camino."""
    actual = estado.compania
    cerca = min(
        mapa.alcanzables(actual.region, actual.progreso),
        key=lambda donde: min(mapa.distancia(donde, puerta) for puerta in mordor.PUERTAS),
    )
    fuera = [uno for uno in estado.en_juego if tablas_de_guerra().personajes[uno].bando is Bando.LIBRES]
    return [
        compania.DeclararCompania(region=cerca),
        compania.MoverCompania(),
        compania.OcultarCompania(),
        mordor.EntrarEnMordor(),
        personajes.Separar(companeros=(actual.guia,), region=actual.region),
        personajes.MoverCompaneros(companeros=tuple(fuera[:1]), region=actual.region),
        corrupcion.AjustarCorrupcion(puntos=-3),
    ]


def _lleva(estado: Estado, bando: Bando) -> int:
    return next(iter(estado.jugadores.get(bando, ())), 1)


# ── el juego de cartas ────────────────────────────────────────────────────────────────────────


def _del_lcg(fabricas: Sequence[Callable[[Any, Random], Orden]]) -> Callable[[Partida, Random], Jugada]:
    todas = bolsa(fabricas)
    return lambda partida, r: (r.choice(todas)(partida, r), Actor(1))


# ── torneos ───────────────────────────────────────────────────────────────────────────────────


def en_el_torneo(torneo: Torneo, r: Random) -> Jugada:
    if torneo.fase is Fase.INSCRIPCION:
        return _antes_de_empezar(torneo, r)
    if r.random() < 0.6:
        return _lo_que_toca(torneo, r)
    return _incidencia(torneo, r)


def _antes_de_empezar(torneo: Torneo, r: Random) -> Jugada:
    nuevo = r.randint(1, PERSONAS - 1)
    apunta = inscripcion.Inscribir(nombre=f"Jugador {nuevo}", persona=nuevo), Actor(nuevo)
    sin_cuenta = inscripcion.Inscribir(nombre=f"Forastero {r.randint(1, 9)}"), MANDA
    if len(torneo.activos) < 6:
        return r.choice([apunta, apunta, apunta, sin_cuenta])
    borra = bajas.DarDeBaja(), Actor(nuevo)
    return r.choice([(vida.Iniciar(), MANDA), apunta, apunta, sin_cuenta, borra, _incidencia(torneo, r)])


def _lo_que_toca(torneo: Torneo, r: Random) -> Jugada:
    ronda = torneo.ronda
    if torneo.playoffs and r.random() < 0.7:
        return _del_playoff(r), MANDA
    if torneo.borrador is not None:
        return publicacion.Publicar(version=torneo.borrador.version), MANDA
    if ronda is None or not ronda.faltan():
        previstas = torneo.rondas_previstas or 0
        if ronda is not None and ronda.numero >= previstas:
            return r.choice([playoff.CrearPlayoff(), _del_playoff(r), _del_playoff(r), vida.Cerrar()]), MANDA
        permisos = frozenset(Permiso) if r.random() < 0.3 else frozenset[Permiso]()
        return PrepararRonda(permisos=permisos), MANDA
    return _resultado(torneo, ronda, r)


def _del_playoff(r: Random) -> Orden:
    return playoff.ComunicarPlayoff(partida=r.randint(1, 3), pv_a=r.randint(0, 30), pv_b=r.randint(0, 30))


def _resultado(torneo: Torneo, ronda: Ronda, r: Random) -> Jugada:
    mesa = r.choice(ronda.faltan())
    if mesa.parte is not None:
        espera = torneo.participantes[mesa.rival(mesa.parte.de)].persona
        clase = r.choice([Confirmar, Confirmar, Rechazar])
        orden = clase(ronda=ronda.numero, mesa=mesa.numero, version=mesa.version)
        return orden, Actor(espera) if espera and r.random() < 0.9 else MANDA
    jugador = r.choice(mesa.jugadores)
    persona = torneo.participantes[jugador].persona
    orden = Comunicar(
        jugador=jugador,
        pv_favor=r.choice([20, 20, 20, 8, -3]),
        pv_contra=r.choice([5, 5, 5, 20, -3]),
        fin=r.choices(list(Fin), [70, 10, 4, 3, 2, 2])[0],
        nota=r.choice(["", "", "lo vio todo el mundo"]),
    )
    return orden, Actor(persona) if persona and r.random() < 0.6 else MANDA


def _incidencia(torneo: Torneo, r: Random) -> Jugada:
    jugador = r.choice(torneo.activos or (1,))
    persona = torneo.participantes[jugador].persona if jugador in torneo.participantes else None
    ronda = torneo.ronda.numero if torneo.ronda else 1
    llamada = r.randint(1, max(1, len(torneo.llamadas)))
    suyas: list[Orden] = [
        arbitraje.LlamarArbitro(nota=r.choice(["", "una duda"])),
        bajas.Seguir(sigue=r.random() < 0.9),
        Rehacer(),
    ]
    de_la_mesa: list[Orden] = [
        reloj.Empezar(),
        reloj.Empezar(),
        reloj.DarTiempo(minutos=r.choice([5, 10]), mesa=r.choice([None, 1])),
        reloj.Pausar(),
        reloj.Reanudar(),
        reloj.Reanudar(),
        arbitraje.TomarLlamada(llamada=llamada),
        arbitraje.ResolverLlamada(llamada=llamada, minutos=r.choice([0, 5])),
        rondas.Sancionar(participante=jugador, pv=r.choice([-3, -1, 2]), motivo="Tardanza"),
        bajas.Expulsar(participante=jugador, motivo="Conducta", vetar=r.random() < 0.5),
        bajas.LevantarVeto(persona=r.choice([*torneo.vetados, 1])),
        publicacion.CambiarAMano(uno=jugador, otro=r.choice(torneo.activos or (2,))),
        publicacion.Descartar(),
        rondas.AnularRonda(ronda=ronda),
        rondas.CerrarRonda(),
        inscripcion.Inscribir(nombre="Tardío", persona=r.randint(1, PERSONAS - 1)),
        vida.Coordinar(persona=r.randint(1, 3), quitar=r.random() < 0.5),
        vida.MoverCanal(canal=r.choice([torneo.canal or 1, (torneo.canal or 1) + 1_000_000])),
        suspension.Reponer(),
        suspension.Reponer(),
        Comunicar(jugador=jugador, pv_favor=9, pv_contra=r.randint(0, 8), ronda=ronda, corrige=True),
    ]
    del_bot: list[Orden] = [
        suspension.Suspender(causa="Sin permiso", perdido=r.choice(["", f"ronda:{ronda}:0:publicada:0"])),
        suspension.AvisarEnPrivado(suspension=torneo.suspensiones),
        suspension.AnotarHiloFallido(ronda=ronda, repeticion=0, mesa=1, motivo="Sin permiso"),
    ]
    todas = [*((orden, MANDA) for orden in de_la_mesa), *((orden, BOT) for orden in del_bot)]
    return r.choice([*todas, *((orden, Actor(persona or 1)) for orden in suyas)])


PROPIAS: Mapping[str, Callable[[Any, Random], Jugada]] = {
    "dia": suelta,
    "dados": en_la_mesa,
    "secreto": en_secreto,
    "guerra": en_guerra,
    "mesa": _del_lcg(SENTAR),
    "navegacion": _del_lcg(NAVALES),
    "isla": _del_lcg(ISLENAS),
    "asedio": _del_lcg(SITIADAS),
    "torneo": en_el_torneo,
}
CIERRES: Mapping[str, Sequence[Orden]] = {
    "dados": [dados.Cerrar()],
    "guerra": [partida.CerrarPartida(), victoria.Abandonar(bando=Bando.LIBRES)],
    "torneo": [vida.Cerrar(antes=True), vida.Cancelar(motivo="nieva"), vida.Cancelar()],
    **{clase: [lcg.Cerrar()] for clase in ("mesa", "navegacion", "isla", "asedio")},
}


def preparar() -> None:
    """Hace ya lo que solo se hace una vez y tarda."""
    _sueltas_de_guerra()
    _jugado()


def apertura(clase: str, canal: int, r: Random) -> Orden | None:
    """La orden que abre un flujo de esa clase en ese canal; `None` si se abre solo (un día)."""
    match clase:
        case "dados":
            return dados.Abrir(jugadores=(1, 2, 3))
        case "secreto":
            return Prometer(dados=los_dados(r), comentario=r.choice(["", "ya veréis"]))
        case "guerra":
            return partida.AbrirPartida(
                libres=(1,), sombra=(2,), edicion=r.choice([1, 2]), mesa_abierta=r.random() < 0.8
            )
        case "torneo":
            if r.random() < 0.15:
                return importar.Importar(documento=_jugado(), canal=canal)
            return vida.Crear(nombre="Torneo de Otoño", bases=_bases(r), canal=canal)
        case "mesa":
            return lcg.Abrir(jugadores=asientos(20, 25))
        case "navegacion":
            return AbrirNavegacion(jugadores=asientos(25, 25, 25), mazo=Eleccion(escenario=r.choice(ESCENARIOS)))
        case "isla":
            return AbrirIsla(jugadores=asientos(25, 25))
        case "asedio":
            return AbrirAsedio(jugadores=asientos(25, 25, 35), facil=r.random() < 0.5)
        case _:
            return None


@cache
def _jugado() -> importar.Documento:
    sala = sala_con(6, 3)
    sala.publica()
    sala.juega_todo(Random(6))
    return importar.leer(documento(sala.torneo, sala.nombres, SELLO).model_dump_json().encode())


def _bases(r: Random) -> Bases:
    return Bases(
        formato=r.choice(list(Formato)),
        modalidad=r.choice(list(Modalidad)),
        rondas=r.choice([None, 3]),
        aforo=r.choice([None, 6]),
        plazo=r.choice([None, None, 7]),
        seguir=r.random() < 0.3,
        hilos=r.random() < 0.5,
    )
