"""El estado de un torneo y las preguntas que se le hacen. Ninguna regla que decida nada."""

from collections.abc import Iterator

from pydantic import Field

from servicios.hechos import Valor
from servicios.torneo.puntos import Desenlace, Formato, Modalidad, desenlace
from servicios.torneo.valores import (
    Bases,
    Borrador,
    Fase,
    Fila,
    Llamada,
    Mesa,
    Participante,
    Playoff,
    Resultado,
    Ronda,
    Sancion,
    Situacion,
)


class Torneo(Valor):
    """Un torneo entero.

    Attributes:
        anuladas: rondas publicadas y anuladas después, que cambian el sorteo siguiente.
        suspendido: texto de la causa por la que está detenido; `suspensiones`, cuántas veces lo ha estado.
        en_privado: última suspensión de la que hubo que avisar por mensaje directo.
        traidas: si el torneo salió, ya empezado, de un archivo, las rondas que venían cerradas; lo de antes no se anuncia.
        perdidos: claves de los avisos que no han llegado; al reponer el panel pasan a `repetidos`, con cuántas veces.
    """

    fase: Fase = Fase.NUEVO
    nombre: int = 0
    bases: Bases = Bases(formato=Formato.MAGO_MAGO, modalidad=Modalidad.DOS_BARAJAS)
    rondas_previstas: int | None = None
    participantes: dict[int, Participante] = Field(default_factory=dict)
    ultimo_id: int = 0
    rondas: tuple[Ronda, ...] = ()
    traidas: int | None = None
    borrador: Borrador | None = None
    descartados: int = 0
    anuladas: int = 0
    sanciones: tuple[Sancion, ...] = ()
    llamadas: tuple[Llamada, ...] = ()
    playoffs: tuple[Playoff, ...] = ()
    siguen: frozenset[int] = frozenset()
    coordinadores: frozenset[int] = frozenset()
    vetados: frozenset[int] = frozenset()
    suspensiones: int = 0
    suspendido: int | None = None
    en_privado: int = 0
    perdidos: frozenset[str] = frozenset()
    repetidos: dict[str, int] = Field(default_factory=dict)
    canal: int | None = None
    reposiciones: int = 0
    clasificacion_final: tuple[Fila, ...] = ()
    podio: tuple[tuple[int, ...], ...] = ()

    @property
    def activos(self) -> tuple[int, ...]:
        """Números de quienes siguen jugando, en orden de inscripción."""
        return tuple(p.id for p in self.inscritos() if p.situacion is Situacion.ACTIVO)

    @property
    def en_espera(self) -> tuple[int, ...]:
        return tuple(p.id for p in self.participantes.values() if p.situacion is Situacion.ESPERA)

    @property
    def ronda(self) -> Ronda | None:
        """La última ronda publicada."""
        return self.rondas[-1] if self.rondas else None

    def inscritos(self) -> Iterator[Participante]:
        """Quienes tienen plaza o la tuvieron; no la lista de espera."""
        return (p for p in self.participantes.values() if p.situacion is not Situacion.ESPERA)

    def de_persona(self, persona: int) -> Participante | None:
        return next((p for p in self.participantes.values() if p.persona == persona), None)

    def ajuste(self, ronda: int, participante: int) -> int:
        """PV de sanciones de esa persona en esa ronda."""
        return sum(s.pv for s in self.sanciones if (s.ronda, s.participante) == (ronda, participante))

    def ajustes(self) -> dict[tuple[int, int], int]:
        """PV de sanciones de cada (ronda, participante) que las tenga: para mirar muchas mesas seguidas."""
        suma: dict[tuple[int, int], int] = {}
        for sancion in self.sanciones:
            clave = (sancion.ronda, sancion.participante)
            suma[clave] = suma.get(clave, 0) + sancion.pv
        return suma

    def desenlace(self, ronda: int, mesa: Mesa, resultado: Resultado) -> Desenlace:
        """Lo que vale un resultado en esa mesa, con sus sanciones."""
        ajustes = self.ajuste(ronda, mesa.a), self.ajuste(ronda, mesa.b)
        return valorar(mesa, resultado, self.bases.modalidad, ajustes)

    def con_participante(self, participante: Participante) -> "Torneo":
        """Cambia a un participante. Anula el borrador, que contaba con el anterior."""
        return self.con(participantes=self.participantes | {participante.id: participante}, borrador=None)

    def con_ronda(self, ronda: Ronda) -> "Torneo":
        i = ronda.numero - 1
        return self.con(rondas=(*self.rondas[:i], ronda, *self.rondas[i + 1 :]))

    def con_mesa(self, numero: int, mesa: Mesa) -> "Torneo":
        """Cambia una mesa de la ronda `numero`."""
        ronda = self.rondas[numero - 1]
        i = mesa.numero - 1
        return self.con_ronda(ronda.con(mesas=(*ronda.mesas[:i], mesa, *ronda.mesas[i + 1 :])))


def valorar(
    mesa: Mesa, resultado: Resultado, modalidad: Modalidad, ajustes: tuple[int, int] = (0, 0)
) -> Desenlace:
    """Lo que vale un resultado visto desde la mesa. `ajustes`: PV de sanciones de cada lado."""
    gana = None if resultado.ganador is None else "a" if resultado.ganador == mesa.a else "b"
    return desenlace(resultado.fin, resultado.pv_a + ajustes[0], resultado.pv_b + ajustes[1], modalidad, gana)
