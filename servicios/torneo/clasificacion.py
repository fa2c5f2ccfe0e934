"""La clasificación: una sola función para el bot, la imagen, el cierre y la exportación.

Fuente: 000, «Empates de puntos de torneo»; huecos D-06 y D-08.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from servicios.torneo.estado import Torneo, valorar
from servicios.torneo.puntos import Clase, Desenlace
from servicios.torneo.valores import Fila, Participante, Ronda, Situacion

CRITERIOS: Mapping[str, str] = {
    "enfrentamiento": "menos derrotas entre los empatados",
    "anillos": "más victorias por el Anillo Único",
    "victorias": "más victorias",
    "v60": "más victorias por 6-0",
    "v51": "más victorias por 5-1",
    "v42": "más victorias por 4-2",
    "e33": "más empates",
    "pv": "más PV a favor",
    "compartido": "ningún criterio los separa",
}
"""Los desempates, en el orden en que se preguntan, y cómo se llaman."""

_CONTADOR = {
    Clase.ANILLO: "anillos",
    Clase.SEIS_CERO: "v60",
    Clase.CINCO_UNO: "v51",
    Clase.CUATRO_DOS: "v42",
    Clase.EMPATE: "e33",
}

Derrotas = Mapping[int, Sequence[int]]
"""Contra quién ha perdido cada uno (un rival por derrota)."""


@dataclass(frozen=True, slots=True)
class Partida:
    """Una mesa con resultado firme, ya valorada."""

    ronda: int
    a: int
    b: int
    pv_a: int
    pv_b: int
    vale: Desenlace


@dataclass(frozen=True, slots=True)
class Cambio:
    """Lo que una corrección haría a una persona."""

    participante: int
    pt_antes: int
    pt_despues: int
    puesto_antes: int | None
    puesto_despues: int | None


def partidas(torneo: Torneo, hasta: int | None = None) -> list[Partida]:
    """Las partidas firmes hasta esa ronda, con todas las correcciones y sanciones."""
    ajustes = torneo.ajustes()
    modalidad = torneo.bases.modalidad
    jugadas: list[Partida] = []
    for ronda in _rondas(torneo, hasta):
        for mesa in ronda.mesas:
            if mesa.resultado is not None:
                mas = ajustes.get((ronda.numero, mesa.a), 0), ajustes.get((ronda.numero, mesa.b), 0)
                vale = valorar(mesa, mesa.resultado, modalidad, mas)
                pv = mesa.resultado.pv_a + mas[0], mesa.resultado.pv_b + mas[1]
                jugadas.append(Partida(ronda.numero, mesa.a, mesa.b, *pv, vale))
    return jugadas


def clasificar(torneo: Torneo, hasta: int | None = None) -> tuple[Fila, ...]:
    """La clasificación, de arriba abajo; los retirados al final y sin puesto.

    Args:
        torneo: el estado.
        hasta: última ronda que cuenta; entonces tampoco cuentan las bajas posteriores. `None`: todo.
    """
    jugadas = partidas(torneo, hasta)
    filas = _sumar(torneo, hasta, jugadas)
    derrotas: dict[int, list[int]] = {}
    for partida in jugadas:
        if partida.vale.gana is not None:
            pierde, gana = (partida.b, partida.a) if partida.vale.gana == "a" else (partida.a, partida.b)
            derrotas.setdefault(pierde, []).append(gana)
    activos = [p.id for p in torneo.inscritos() if _activo(p, hasta)]
    por_puntos: dict[int, list[int]] = {}
    for jugador in activos:
        por_puntos.setdefault(filas[jugador].pt, []).append(jugador)
    ordenadas: list[Fila] = []
    for puntos in sorted(por_puntos, reverse=True):
        for grupo, criterio in _desempatar(por_puntos[puntos], filas, derrotas):
            puesto = len(ordenadas) + 1
            ordenadas += [filas[j].con(puesto=puesto, decidido_por=criterio) for j in sorted(grupo)]
    resto = sorted(filas.keys() - set(activos), key=lambda j: (-filas[j].pt, -filas[j].pv, j))
    return (*ordenadas, *(filas[j] for j in resto))


def consecuencias(antes: Torneo, despues: Torneo) -> tuple[Cambio, ...]:
    """A quién le cambian los puntos o el puesto entre dos estados."""
    viejas = {fila.participante: fila for fila in clasificar(antes)}
    return tuple(
        Cambio(fila.participante, vieja.pt, fila.pt, vieja.puesto, fila.puesto)
        for fila in clasificar(despues)
        if (vieja := viejas[fila.participante]).pt != fila.pt or vieja.puesto != fila.puesto
    )


def totales(torneo: Torneo) -> dict[int, int]:
    """Puntos de torneo de cada inscrito, contando lo firme y los descansos."""
    return {fila.participante: fila.pt for fila in _sumar(torneo, None, partidas(torneo)).values()}


def empatados_en_cabeza(torneo: Torneo) -> tuple[int, ...]:
    """Quienes comparten el primer puesto (uno solo si está decidido)."""
    return tuple(fila.participante for fila in clasificar(torneo) if fila.puesto == 1)


def _rondas(torneo: Torneo, hasta: int | None) -> Sequence[Ronda]:
    return torneo.rondas if hasta is None else torneo.rondas[:hasta]


def _activo(participante: Participante, hasta: int | None) -> bool:
    if participante.situacion is Situacion.ACTIVO:
        return True
    return hasta is not None and participante.ronda_baja is not None and participante.ronda_baja > hasta


def _sumar(torneo: Torneo, hasta: int | None, jugadas: Iterable[Partida]) -> dict[int, Fila]:
    cuentas: dict[int, dict[str, int]] = {p.id: {"pt": 0, "pv": 0} for p in torneo.inscritos()}
    for partida in jugadas:
        for lado, jugador in (("a", partida.a), ("b", partida.b)):
            cuenta = cuentas[jugador]
            cuenta["pt"] += partida.vale.a if lado == "a" else partida.vale.b
            cuenta["pv"] += partida.pv_a if lado == "a" else partida.pv_b
            if partida.vale.gana == lado:
                cuenta["victorias"] = cuenta.get("victorias", 0) + 1
            if partida.vale.gana in (lado, None):
                contador = _CONTADOR[partida.vale.clase]
                cuenta[contador] = cuenta.get(contador, 0) + 1
    for ronda in _rondas(torneo, hasta):
        if ronda.descanso is not None:
            cuentas[ronda.descanso.participante]["pt"] += ronda.descanso.puntos
    return {
        jugador: Fila.model_validate({"puesto": None, "participante": jugador, **cuenta})
        for jugador, cuenta in cuentas.items()
    }


def _desempatar(
    grupo: Sequence[int], filas: Mapping[int, Fila], derrotas: Derrotas
) -> Iterable[tuple[Sequence[int], str | None]]:
    """Parte un grupo de empatados a puntos en puestos sucesivos, con el criterio que decidió cada uno.

    En cada vuelta los criterios se preguntan en orden a quienes siguen; nadie vuelve a contar uno anterior.
    Los eliminados, lo sea cada cual por el criterio que lo sea, forman juntos el grupo de la vuelta siguiente,
    que empieza otra vez por el primero y cuenta de nuevo las derrotas, ahora solo entre ellos.
    """
    if len(grupo) == 1:
        yield grupo, None
        return
    eliminado_por: dict[int, str] = {}
    while grupo:
        siguen, ultimo = list(grupo), None
        for nombre, valor in _criterios(grupo, filas, derrotas):
            if len(siguen) == 1:
                break
            mejor = max(valor(jugador) for jugador in siguen)
            fuera = [jugador for jugador in siguen if valor(jugador) < mejor]
            if fuera:
                ultimo = nombre
                eliminado_por |= dict.fromkeys(fuera, nombre)
                siguen = [jugador for jugador in siguen if jugador not in fuera]
        criterio = "compartido" if len(siguen) > 1 else ultimo or eliminado_por.get(siguen[0])
        yield siguen, criterio
        grupo = [jugador for jugador in grupo if jugador not in siguen]


def _criterios(
    grupo: Sequence[int], filas: Mapping[int, Fila], derrotas: Derrotas
) -> list[tuple[str, Callable[[int], int]]]:
    empatados = set(grupo)

    def sin_derrotas(jugador: int) -> int:
        return -sum(rival in empatados for rival in derrotas.get(jugador, ()))

    def cuenta(campo: str) -> Callable[[int], int]:
        return lambda jugador: getattr(filas[jugador], campo)

    contados = ("anillos", "victorias", "v60", "v51", "v42", "e33", "pv")
    return [("enfrentamiento", sin_derrotas), *((campo, cuenta(campo)) for campo in contados)]
