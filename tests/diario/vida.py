"""La vida de un flujo sin base de datos: se le dan órdenes como lo hace el diario, y se guarda lo que queda escrito."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from servicios.azar import Azar
from servicios.deshacer import leer_hecho
from servicios.errores import ErrorDeDominio
from servicios.hechos import Actor, Agregado, Contexto, Orden, Textos, Vencido
from servicios.libro import Anotada, FaltaHistoria, Libro, nuevo
from tests.diario.jugadas import BOT, MANDA, apertura, jugada

INICIO = datetime(2026, 11, 30, 18, tzinfo=UTC)


@dataclass
class Vida:
    """Un flujo y todo lo anotado en él."""

    agregado: Agregado[Any]
    flujo: str
    canal: int
    semilla: bytes
    ahora: datetime = INICIO
    textos: dict[int, tuple[str, int | None]] = field(default_factory=dict)
    anotadas: list[Anotada] = field(default_factory=list)
    libros: list[Libro[Any]] = field(default_factory=list)

    @property
    def libro(self) -> Libro[Any]:
        return self.libros[-1] if self.libros else nuevo(self.agregado, self.flujo)

    def da(self, orden: Orden, actor: Actor) -> None:
        """Da una orden.

        Raises:
            ErrorDeDominio: si las reglas no la permiten.
        """
        libro, origen = self.libro, str(self.canal * 10_000 + len(self.anotadas))
        textos = Textos({n: texto for n, (texto, _) in self.textos.items()})
        contexto = Contexto(actor, self.ahora, Azar(self.semilla, self.flujo, origen, libro.sal), origen, textos)
        hechos = libro.decidir(orden, contexto)
        cuerpos = [(hecho.tipo, json.loads(json.dumps(Agregado.escribir(hecho)))) for hecho in hechos]
        leidos = tuple(leer_hecho(self.agregado.hechos, tipo, cuerpo) for tipo, cuerpo in cuerpos)
        anotada = Anotada(libro.orden + 1, actor.persona, self.ahora, origen, leidos)
        self.libros.append(libro.anotar(anotada))
        self.anotadas.append(anotada)
        self.textos |= textos.nuevos

    def vivir(self, r: Random, pasos: int) -> Iterator[int]:
        """Se abre y sigue al azar, con sus recordatorios; da cuántas órdenes lleva tras cada una."""
        acaba = r.random() < 0.5
        if orden := apertura(self.agregado.nombre, self.canal, r):
            self.da(orden, MANDA if self.agregado.familia == "torneo" else Actor(1))
        for _ in range(pasos):
            if self.libro.cerrado:
                return
            antes = len(self.anotadas)
            with suppress(ErrorDeDominio, FaltaHistoria):
                self._algo(r, acaba)
            if len(self.anotadas) > antes:
                yield len(self.anotadas)

    def _algo(self, r: Random, acaba: bool) -> None:
        citas = sorted(self.libro.debido.recordatorios, key=lambda cita: cita.vence)
        if citas and r.random() < 0.1:
            self.ahora = max(self.ahora, citas[0].vence)
            self.da(Vencido(clave=citas[0].clave), BOT)
        else:
            self.ahora += timedelta(seconds=r.randint(1, 300))
            self.da(*jugada(self.libro, r, acaba=acaba))
