"""Una sala de torneo sin Discord ni disco: da órdenes al agregado como lo hace el diario."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from servicios.azar import Azar
from servicios.deshacer import leer_hecho
from servicios.errores import ErrorDeDominio
from servicios.hechos import SISTEMA, Actor, Agregado, Contexto, Hecho, Orden, Rol, Textos, Vencido
from servicios.libro import Anotada, Libro, nuevo
from servicios.torneo.agregado import TORNEO
from servicios.torneo.borrador import PrepararRonda
from servicios.torneo.estado import Torneo
from servicios.torneo.exportar import Sello
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.publicacion import Publicar
from servicios.torneo.puntos import Fin, Formato, Modalidad
from servicios.torneo.resultados import Comunicar
from servicios.torneo.valores import Bases, Mesa, Permiso, Ronda
from servicios.torneo.vida import Crear, Iniciar

FLUJO = "1/torneo/1"
INICIO = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
ELROND = Actor(1000, frozenset({Rol.COORDINADOR}))
GLORFINDEL = Actor(1001, frozenset({Rol.ARBITRO}))
FORASTERO = Actor(2000)
BOT = Actor(SISTEMA)
SELLO = Sello(FLUJO, "0" * 64)

BASES = Bases(formato=Formato.MAGO_MAGO, modalidad=Modalidad.DOS_BARAJAS)


class Nombrador:
    """Los nombres de la sala, para contar la historia y exportar."""

    def __init__(self, textos: dict[int, str]) -> None:
        self._textos = textos

    def persona(self, numero: int) -> str:
        return f"persona {numero}"

    def texto(self, numero: int) -> str:
        return self._textos[numero]


@dataclass
class Sala:
    """El libro de un torneo con su reloj y sus textos. Las personas llevan el número de su participante."""

    semilla: bytes = b"\x07" * 32
    ahora: datetime = INICIO
    libro: Libro[Torneo] = field(default_factory=lambda: nuevo(TORNEO, FLUJO))
    textos: dict[int, str] = field(default_factory=dict)
    relatos: list[str] = field(default_factory=list)
    anotadas: list[Anotada] = field(default_factory=list)

    @property
    def torneo(self) -> Torneo:
        return self.libro.estado

    @property
    def ronda(self) -> Ronda:
        assert self.torneo.ronda is not None
        return self.torneo.ronda

    @property
    def nombres(self) -> Nombrador:
        return Nombrador(self.textos)

    def da(self, orden: Orden, actor: Actor = ELROND) -> tuple[Hecho, ...]:
        """Da una orden y guarda lo que sale, pasado por JSON como en el diario."""
        origen = str(self.libro.orden + 1)
        textos = Textos(self.textos)
        contexto = Contexto(actor, self.ahora, Azar(self.semilla, FLUJO, origen), origen, textos)
        hechos = self.libro.decidir(orden, contexto)
        self.textos |= {n: texto for n, (texto, _) in textos.nuevos.items()}
        leidos = tuple(_por_json(hecho) for hecho in hechos)
        anotada = Anotada(self.libro.orden + 1, actor.persona, self.ahora, origen, leidos)
        self.libro = self.libro.anotar(anotada)
        self.anotadas.append(anotada)
        self.relatos += [hecho.relato(self.nombres) for hecho in leidos]
        return leidos

    def vence(self, clave: str, tarde: int = 0) -> tuple[Hecho, ...]:
        return self.da(Vencido(clave=clave, tarde=tarde), BOT)

    def pasa(self, **cuanto: float) -> None:
        self.ahora += timedelta(**cuanto)

    def pasa_y_vence(self, **cuanto: float) -> list[Hecho]:
        """Pasa el tiempo con el bot despierto: cada recordatorio suena a su hora."""
        hasta, hechos = self.ahora + timedelta(**cuanto), list[Hecho]()
        while pendientes := [r for r in TORNEO.debido(self.torneo).recordatorios if r.vence <= hasta]:
            primero = min(pendientes, key=lambda r: r.vence)
            self.ahora = max(self.ahora, primero.vence)
            hechos += self.vence(primero.clave)
        self.ahora = hasta
        return hechos

    def mesa(self, numero: int, ronda: int | None = None) -> Mesa:
        return (self.torneo.rondas[ronda - 1] if ronda else self.ronda).mesas[numero - 1]

    def mesa_de(self, participante: int) -> Mesa:
        mesa = self.ronda.mesa_de(participante)
        assert mesa is not None
        return mesa

    def publica(self, *permisos: Permiso) -> None:
        """Prepara la ronda siguiente y la publica."""
        self.da(PrepararRonda(permisos=frozenset(permisos)))
        self.publica_borrador()

    def publica_borrador(self) -> None:
        assert self.torneo.borrador is not None
        self.da(Publicar(version=self.torneo.borrador.version))

    def resultado(
        self, gana: int, favor: int = 20, contra: int = 5, *, fin: Fin = Fin.NORMAL, actor: Actor = ELROND
    ) -> None:
        """El arbitraje fija el resultado de la mesa de `gana`, visto desde su lado."""
        self.da(Comunicar(jugador=gana, pv_favor=favor, pv_contra=contra, fin=fin), actor)

    def juega_todo(self, azar: Random) -> None:
        """Todas las mesas de la ronda con resultados al azar: del 3-3 al Anillo."""
        for mesa in self.ronda.faltan():
            fin = azar.choices(list(Fin), [70, 10, 4, 0, 3, 3])[0]
            self.resultado(azar.choice(mesa.jugadores), azar.randint(-6, 30), azar.randint(-6, 30), fin=fin)

    def avisos(self) -> dict[str, Any]:
        return {aviso.clave: aviso for aviso in TORNEO.debido(self.torneo).avisos}


def _por_json(hecho: Hecho) -> Hecho:
    cuerpo = json.loads(json.dumps(Agregado.escribir(hecho)))
    leido = leer_hecho(TORNEO.hechos, hecho.tipo, cuerpo)
    assert leido == hecho
    return leido


def sala_con(jugadores: int, rondas: int | None = None, *, semilla: int = 7, **bases: Any) -> Sala:
    """Un torneo iniciado con tantos jugadores; el participante n es la persona n."""
    sala = abierta(jugadores, semilla=semilla, **bases)
    sala.da(Iniciar(rondas=rondas))
    return sala


def abierta(jugadores: int, *, semilla: int = 7, **bases: Any) -> Sala:
    """Un torneo en inscripción."""
    sala = Sala(semilla=semilla.to_bytes(32))
    sala.da(Crear(nombre="Torneo de Otoño", bases=BASES.con(**bases)))
    for n in range(1, jugadores + 1):
        sala.da(Inscribir(nombre=f"Jugador {n}", persona=n), Actor(n))
    return sala


def niega(
    sala: Sala, orden: Orden, actor: Actor, trozo: str, clase: type[ErrorDeDominio] = ErrorDeDominio
) -> None:
    """La orden se rechaza con una frase que dice eso, y nada cambia."""
    antes, textos = sala.libro, dict(sala.textos)
    with pytest.raises(clase) as fallo:
        sala.da(orden, actor)
    assert trozo in fallo.value.frase
    assert fallo.value.frase[-1] in ".»"
    assert (sala.libro, sala.textos) == (antes, textos)
