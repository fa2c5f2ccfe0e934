"""El play-off: partidas fuera de la clasificación para quienes siguen empatados en el primer puesto.

Fuente: 000, «Empates de puntos de torneo», última política. Con tres o más se juega una liguilla.
"""

from itertools import combinations, groupby

from servicios.errores import ErrorDeDominio, NoExiste, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.torneo.clasificacion import clasificar, empatados_en_cabeza
from servicios.torneo.derechos import exigir_arbitraje, exigir_coordinacion, exigir_en_juego, exigir_imparcial
from servicios.torneo.estado import Torneo
from servicios.torneo.firmeza import marcador
from servicios.torneo.frases import pocos
from servicios.torneo.puntos import POR_PUNTOS, PV_MAXIMO, PV_MINIMO, Fin, desenlace
from servicios.torneo.valores import PartidaDePlayoff, Playoff, Resultado

reglas = Reglas[Torneo]()


class CrearPlayoff(Orden):
    pass


class ComunicarPlayoff(Orden):
    """Resultado de una partida del último play-off (`partida`: de 1 en adelante); lo escribe el arbitraje.

    Attributes:
        version: la de la partida cuando se abrió el formulario: nadie borra sin verlo lo que otro acaba de anotar.
    """

    partida: int
    version: int | None = None
    pv_a: int = 0
    pv_b: int = 0
    fin: Fin = Fin.NORMAL
    ganador: int | None = None


class PlayoffCreado(Hecho):
    tipo = "playoff_creado"

    jugadores: tuple[int, ...]
    nombres: tuple[int, ...]

    def relato(self, nombres: Nombres) -> str:
        return f"Play-off por el primer puesto: {pocos([nombres.texto(n) for n in self.nombres])}."


class PlayoffJugado(Hecho):
    tipo = "playoff_jugado"

    partida: int
    resultado: Resultado

    def relato(self, nombres: Nombres) -> str:
        return f"Play-off, partida {self.partida}: {marcador(self.resultado)}."


@reglas.decide(CrearPlayoff)
def crear(torneo: Torneo, orden: CrearPlayoff, contexto: Contexto) -> list[Hecho]:
    """Convoca el play-off de quienes comparten el primer puesto, o de quienes lo siguen compartiendo.

    Raises:
        ErrorDeDominio: si el primer puesto está decidido o el suizo no ha acabado.
    """
    exigir_en_juego(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    if torneo.ronda is None or torneo.ronda.faltan() or len(torneo.rondas) < (torneo.rondas_previstas or 0):
        raise ErrorDeDominio("El play-off se juega cuando han acabado todas las rondas.")
    ultimo = vigente(torneo)
    if ultimo is not None and any(partida.resultado is None for partida in ultimo.partidas):
        raise ErrorDeDominio("El play-off ya está convocado y le quedan partidas.")
    jugadores = _en_cabeza(torneo, ultimo) if ultimo else empatados_en_cabeza(torneo)
    if len(jugadores) < 2:
        raise ErrorDeDominio("El primer puesto ya está decidido: no hace falta play-off.")
    nombres = tuple(torneo.participantes[jugador].nombre for jugador in jugadores)
    return [PlayoffCreado(jugadores=jugadores, nombres=nombres)]


@reglas.decide(ComunicarPlayoff)
def comunicar(torneo: Torneo, orden: ComunicarPlayoff, contexto: Contexto) -> list[Hecho]:
    """Anota (o corrige) el resultado de una partida del play-off.

    Raises:
        ErrorDeDominio: si no existe, los PV no valen o falta el ganador.
    """
    exigir_en_juego(torneo)
    exigir_arbitraje(torneo, contexto.actor)
    ultimo = vigente(torneo)
    if ultimo is None or not 1 <= orden.partida <= len(ultimo.partidas):
        raise NoExiste("Esa partida de play-off no existe.")
    partida = ultimo.partidas[orden.partida - 1]
    exigir_imparcial(torneo, contexto.actor, partida.a, partida.b)
    if orden.version not in (None, partida.version):
        raise YaHaCambiado(f"La partida {orden.partida} se ha anotado mientras tanto: mírala con /torneo playoff.")
    if not all(PV_MINIMO <= pv <= PV_MAXIMO for pv in (orden.pv_a, orden.pv_b)):
        raise ErrorDeDominio(f"Los PV van de −{-PV_MINIMO} a {PV_MAXIMO}: revisa los totales.")
    con_ganador = orden.fin not in POR_PUNTOS
    if con_ganador and orden.ganador not in (partida.a, partida.b):
        raise ErrorDeDominio("Con ese final hay que decir quién gana, de los dos que juegan.")
    resultado = Resultado(
        pv_a=orden.pv_a, pv_b=orden.pv_b, fin=orden.fin, ganador=orden.ganador if con_ganador else None
    )
    return [PlayoffJugado(partida=orden.partida, resultado=resultado)]


def vigente(torneo: Torneo) -> Playoff | None:
    """El último play-off, si sigue tratando de quienes comparten hoy el primer puesto."""
    if not torneo.playoffs or set(torneo.playoffs[0].jugadores) != set(empatados_en_cabeza(torneo)):
        return None
    return torneo.playoffs[-1]


def hace_falta_otro(torneo: Torneo) -> bool:
    """Si el último play-off ha acabado y aún comparten la cabeza dos o más."""
    ultimo = vigente(torneo)
    if ultimo is None or any(partida.resultado is None for partida in ultimo.partidas):
        return False
    return len(_en_cabeza(torneo, ultimo)) > 1


def podio(torneo: Torneo) -> tuple[tuple[int, ...], ...]:
    """Los escalones del podio, de arriba abajo; en uno caben varios si lo comparten. Solo activos."""
    grupos: dict[int, list[int]] = {}
    for fila in clasificar(torneo):
        if fila.puesto is not None and fila.puesto <= 3:
            grupos.setdefault(fila.puesto, []).append(fila.participante)
    escalones = [*_por_playoff(torneo, grupos.pop(1, [])), *(grupos[puesto] for puesto in sorted(grupos))]
    subidos: list[tuple[int, ...]] = []
    for escalon in escalones:
        if sum(map(len, subidos)) < 3:
            subidos.append(tuple(escalon))
    return tuple(subidos)


def _por_playoff(torneo: Torneo, cabeza: list[int]) -> list[list[int]]:
    """Quienes comparten el primer puesto, separados por lo que hicieron en cada play-off acabado."""
    if not cabeza:
        return []
    acabados = [p for p in torneo.playoffs if vigente(torneo) and all(x.resultado for x in p.partidas)]
    cuentas = [_puntos(torneo, playoff) for playoff in acabados]

    def marca(jugador: int) -> tuple[int, ...]:
        return tuple(-cuenta.get(jugador, -1) for cuenta in cuentas)

    return [list(grupo) for _, grupo in groupby(sorted(cabeza, key=marca), key=marca)]


def _en_cabeza(torneo: Torneo, playoff: Playoff) -> tuple[int, ...]:
    puntos = _puntos(torneo, playoff)
    return tuple(jugador for jugador in playoff.jugadores if puntos[jugador] == max(puntos.values()))


def _puntos(torneo: Torneo, playoff: Playoff) -> dict[int, int]:
    total = dict.fromkeys(playoff.jugadores, 0)
    for partida in playoff.partidas:
        if partida.resultado is None:
            continue
        r = partida.resultado
        lado = None if r.ganador is None else "a" if r.ganador == partida.a else "b"
        vale = desenlace(r.fin, r.pv_a, r.pv_b, torneo.bases.modalidad, lado)
        total[partida.a] += vale.a
        total[partida.b] += vale.b
    return total


@reglas.aplica(PlayoffCreado)
def creado(torneo: Torneo, hecho: PlayoffCreado) -> Torneo:
    partidas = tuple(PartidaDePlayoff(a=a, b=b) for a, b in combinations(hecho.jugadores, 2))
    nuevo = Playoff(jugadores=hecho.jugadores, partidas=partidas)
    previos = torneo.playoffs if vigente(torneo) else ()
    return torneo.con(playoffs=(*previos, nuevo))


@reglas.aplica(PlayoffJugado)
def jugado(torneo: Torneo, hecho: PlayoffJugado) -> Torneo:
    ultimo = torneo.playoffs[-1]
    i = hecho.partida - 1
    partida = ultimo.partidas[i].con(resultado=hecho.resultado)
    partidas = (*ultimo.partidas[:i], partida, *ultimo.partidas[i + 1 :])
    return torneo.con(playoffs=(*torneo.playoffs[:-1], ultimo.con(partidas=partidas)))
