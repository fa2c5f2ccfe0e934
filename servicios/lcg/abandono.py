"""Abandonar una misión principal del asedio: los seis pasos, en su orden y en un solo hecho.

Fuente: 004, «Abandonar una misión principal».
"""

from collections.abc import Sequence
from typing import Any

from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas, Valor
from servicios.lcg import tablas
from servicios.lcg.amenaza import MueveAmenaza, cambios, con_cambios, de_todos, eliminados
from servicios.lcg.dano import ganada
from servicios.lcg.estado import Causa, Fin, Quien
from servicios.lcg.etapas import Asedio, Carta, Clase, jugadores_en, preparacion, vecina
from servicios.lcg.finales import Terminada
from servicios.lcg.texto import CARTA, rechazo
from servicios.texto import cuenta, lista

_ASIGNADOS = {
    True: ", y sus personajes asignados quedan en su misión actual",
    False: "",
    None: "; si es la fase de Misión, sus personajes asignados quedan en su misión actual",
}


class Abandonar(Orden):
    """Se abandona la misión principal de una etapa.

    Attributes:
        por_efecto: la abandona una carta, aunque no tenga daño bastante.
        en_mision: si es la fase de Misión; `None`, lo que diga el paso en curso.
    """

    etapa: str
    por_efecto: bool = False
    en_mision: bool | None = None


class Trasladado(Valor):
    """Un jugador que cambia de etapa."""

    jugador: int
    quien: Quien


class MisionAbandonada(MueveAmenaza):
    """Los seis pasos del abandono.

    Attributes:
        a: etapa del oeste que recibe a Enemigos y jugadores; `None` si no la hay (cae Erebor).
        enemigos: los que se mueven, de menor a mayor coste de enfrentamiento.
        lugares: los que se descartan; cada uno sube 1 la Amenaza de todos (`cambios`).
        jugadores: los que cambian de etapa, con sus Enemigos enfrentados.
        en_mision: en la fase de Misión, sus personajes asignados pasan a la misión actual de la nueva etapa; `None` si
            no se sabe qué fase es.
        retiradas: las demás cartas, que salen de la partida.
    """

    tipo = "mision_abandonada"
    etapa: str
    a: str | None
    enemigos: tuple[Carta, ...]
    lugares: tuple[Carta, ...]
    jugadores: tuple[Trasladado, ...]
    en_mision: bool | None
    retiradas: tuple[Carta, ...]

    @property
    def obligado(self) -> str:
        """Recordatorio del efecto Obligado de la misión que entra en la zona de victoria."""
        return tablas.etapa(self.etapa).obligado

    def pasos(self, nombres: Nombres) -> tuple[str, ...]:
        """Lo que ocurre en cada paso, para contarlo numerado."""
        destino = tablas.etapa(self.a).nombre if self.a else None
        return (
            self._paso_enemigos(nombres, destino),
            self._paso_lugares(nombres),
            self._paso_jugadores(nombres, destino),
            f"Sale de la partida: {_cartas(self.retiradas, nombres)}. La etapa abandona el juego.",
            f"La misión de {tablas.etapa(self.etapa).nombre} va a la zona de victoria. Obligado: {self.obligado}",
            "La partida continúa." if self.a else "La partida acaba.",
        )

    def relato(self, nombres: Nombres) -> str:
        return f"Se abandona la misión de {tablas.etapa(self.etapa).nombre}. {' '.join(self.pasos(nombres)[:5])}"

    def _paso_enemigos(self, nombres: Nombres, destino: str | None) -> str:
        if not self.enemigos:
            return "No hay Enemigos en su área de preparación."
        orden = lista(f"{nombres.texto(c.nombre)} ({c.coste})" for c in self.enemigos)
        if destino is None:
            return f"No hay etapa al oeste a la que mover: {orden}."
        verbo = "Se mueven" if len(self.enemigos) > 1 else "Se mueve"
        return f"{verbo} al oeste, a {destino}: {orden}."

    def _paso_lugares(self, nombres: Nombres) -> str:
        if not self.lugares:
            return "No hay Lugares que descartar."
        sube = cuenta(len(self.lugares), "punto")
        verbo = "Se descartan" if len(self.lugares) > 1 else "Se descarta"
        amenaza = lista(f"{c.quien.nombre(nombres)} de {c.de} a {c.a}" for c in self.cambios)
        return f"{verbo} {_cartas(self.lugares, nombres)}: todos suben {sube} su Amenaza, {amenaza}."

    def _paso_jugadores(self, nombres: Nombres, destino: str | None) -> str:
        if not self.jugadores or destino is None:
            return "Ningún jugador cambia de etapa."
        quienes = lista(t.quien.nombre(nombres) for t in self.jugadores)
        verbo = "pasan" if len(self.jugadores) > 1 else "pasa"
        return f"{quienes} {verbo} a {destino} con sus Enemigos enfrentados{_ASIGNADOS[self.en_mision]}."


reglas: Reglas[Any] = Reglas()


@reglas.decide(Abandonar)
def _abandonar(asedio: Asedio, orden: Abandonar, _contexto: Contexto) -> Sequence[Hecho]:
    etapa = asedio.etapa(orden.etapa)
    if etapa.dano < asedio.umbral and not orden.por_efecto:
        raise rechazo(
            f"La misión de {etapa.ficha.nombre} resiste: tiene {etapa.dano} de daño y se abandona con {asedio.umbral}.",
            f"Se abandona con {asedio.umbral} o más de daño, o por el efecto de una carta.",
            CARTA,
        )
    hecho = _hecho(asedio, etapa.id, orden.en_mision)
    caen = eliminados(asedio, hecho.cambios)
    if any(isinstance(h, Terminada) for h in caen):
        return [hecho, *caen]
    if etapa.ficha.derrota:
        return [hecho, *caen, Terminada(fin=Fin.DERROTA, causa=Causa.EREBOR)]
    return [hecho, *caen, *ganada(_abandonada(asedio, hecho))]


@reglas.aplica(MisionAbandonada)
def _abandonada(asedio: Asedio, hecho: MisionAbandonada) -> Asedio:
    asedio = con_cambios(asedio, hecho.cambios).con(victoria=(*asedio.victoria, hecho.etapa))
    if hecho.a is None:
        return asedio
    se_van = {c.numero for c in (*hecho.enemigos, *hecho.lugares, *hecho.retiradas)}
    se_quedan = tuple(c for c in asedio.cartas if c.numero not in se_van)
    # Los que se mueven entran en el área nueva detrás de los que estaban, y en su orden.
    llegan = tuple(c.con(etapa=hecho.a) for c in hecho.enemigos)
    return asedio.con(
        etapas=tuple(e for e in asedio.etapas if e.id != hecho.etapa),
        cartas=(*se_quedan, *llegan),
        puestos={**asedio.puestos, **{t.jugador: hecho.a for t in hecho.jugadores}},
    )


def _hecho(asedio: Asedio, etapa: str, en_mision: bool | None) -> MisionAbandonada:
    oeste = vecina(asedio, etapa, "oeste")
    area = preparacion(asedio, etapa)
    enemigos = sorted((c for c in area if c.clase is Clase.ENEMIGO), key=lambda c: c.coste or 0)
    de_la_etapa = [c for c in asedio.cartas if c.etapa == etapa]
    lugares = tuple(c for c in de_la_etapa if c.clase is Clase.LUGAR)
    resto = tuple(c for c in de_la_etapa if c.clase not in {Clase.ENEMIGO, Clase.LUGAR})
    if en_mision is None and asedio.paso is not None:
        en_mision = tablas.paso(asedio.paso.id).mision
    return MisionAbandonada(
        cambios=cambios(asedio, de_todos(asedio, len(lugares))),
        etapa=etapa,
        a=oeste.id if oeste else None,
        enemigos=tuple(enemigos),
        lugares=lugares,
        jugadores=tuple(Trasladado(jugador=j.numero, quien=j.quien) for j in jugadores_en(asedio, etapa)),
        en_mision=en_mision,
        retiradas=resto,
    )


def _cartas(cartas: Sequence[Carta], nombres: Nombres) -> str:
    return lista(nombres.texto(c.nombre) for c in cartas) or "nada"
