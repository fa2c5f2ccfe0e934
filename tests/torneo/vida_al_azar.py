"""Torneos enteros al azar, con todo lo que pasa en una sala, comprobando las leyes después de cada paso."""

from dataclasses import dataclass, field
from random import Random

import networkx as nx

from servicios.deshacer import Deshacer, Rehacer
from servicios.errores import ErrorDeDominio
from servicios.hechos import Actor
from servicios.torneo.bajas import DarDeBaja, Expulsar
from servicios.torneo.borrador import PrepararRonda
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.correcciones import YaEsFirme
from servicios.torneo.emparejar import SinEmparejamiento
from servicios.torneo.exportar import documento
from servicios.torneo.inscripcion import Inscribir
from servicios.torneo.publicacion import CambiarAMano, Descartar, Publicar
from servicios.torneo.puntos import PUNTOS_DE_ANILLO, Fin
from servicios.torneo.resultados import Comunicar, Confirmar, Rechazar
from servicios.torneo.rondas import AnularRonda, Sancionar
from servicios.torneo.valores import Permiso, Ronda
from tests.torneo import oraculo
from tests.torneo.exhaustivo import quedan
from tests.torneo.sala import SELLO, Sala, sala_con


@dataclass
class VidaAlAzar:
    """Un torneo que se juega solo.

    Attributes:
        agitada: si hay bajas, sanciones, correcciones, anulaciones, cambios a mano y deshacer.
        atascos: rondas que no se pudieron emparejar sin permisos.
    """

    azar: Random
    jugadores: int
    rondas: int | None = None
    agitada: bool = True
    atascos: int = 0
    sala: Sala = field(init=False)

    def __post_init__(self) -> None:
        self.sala = sala_con(self.jugadores, self.rondas, semilla=self.azar.getrandbits(64))

    def jugar(self) -> Sala:
        """Del principio al final. Falla si se incumple alguna ley."""
        previstas = self.sala.torneo.rondas_previstas or 0
        while len(self.sala.torneo.rondas) < previstas and len(self.sala.torneo.activos) >= 2:
            self._publica()
            self._juega()
            self._comprueba_cuentas()
            if self.agitada:
                self._agita()
        return self.sala

    def _publica(self) -> None:
        sala, permisos = self.sala, frozenset[Permiso]()
        for _ in range(3):
            try:
                sala.da(PrepararRonda(permisos=permisos))
                break
            except SinEmparejamiento as fallo:
                self._comprueba_atasco(permisos)
                permisos |= {fallo.salidas[0]}  # siempre hay algo que consentir
        assert sala.torneo.borrador is not None
        if self.agitada:
            self._toca_el_borrador(permisos)
        sala.da(Publicar(version=sala.torneo.borrador.version))
        self._comprueba_ronda(permisos)

    def _toca_el_borrador(self, permisos: frozenset[Permiso]) -> None:
        sala, previo = self.sala, self.sala.torneo.borrador
        assert previo is not None
        if self.azar.random() < 0.2:
            sala.da(Descartar())
            sala.da(PrepararRonda(permisos=permisos))
            assert sala.torneo.borrador == previo
        if self.azar.random() < 0.2 and len(sala.torneo.activos) > 3:
            uno, otro = self.azar.sample(sala.torneo.activos, 2)
            self._intenta(CambiarAMano(uno=uno, otro=otro))

    def _intenta(self, orden: CambiarAMano | Sancionar | Expulsar | DarDeBaja) -> None:
        antes = self.sala.torneo
        try:
            self.sala.da(orden)
        except ErrorDeDominio:
            assert self.sala.torneo == antes

    def _juega(self) -> None:
        sala = self.sala
        while faltan := sala.ronda.faltan():
            mesa = self.azar.choice(faltan)
            if self.agitada and self.azar.random() < 0.04 and len(sala.torneo.activos) > 4:
                self._alguien_se_va()
                continue
            jugador = self.azar.choice(mesa.jugadores)
            fin = self.azar.choices(list(Fin), [70, 10, 4, 1 * self.agitada, 2, 2])[0]
            favor, contra = self.azar.randint(-6, 30), self.azar.randint(-6, 30)
            parte = Comunicar(jugador=jugador, pv_favor=favor, pv_contra=contra, fin=fin)
            if fin in (Fin.ARBITRO, Fin.INCOMPARECENCIA) or self.azar.random() < 0.5:
                sala.da(parte)
            else:
                self._entre_los_dos(parte, jugador, mesa.rival(jugador))

    def _entre_los_dos(self, parte: Comunicar, jugador: int, rival: int) -> None:
        sala = self.sala
        if sala.mesa_de(jugador).parte is None:
            sala.da(parte, Actor(self.azar.choice((jugador, rival))))
        mesa = sala.mesa_de(jugador)
        assert mesa.parte is not None
        pulsa = Actor(mesa.rival(mesa.parte.de))
        clase = Confirmar if self.azar.random() < 0.7 else Rechazar
        sala.da(clase(ronda=sala.ronda.numero, mesa=mesa.numero, version=mesa.version), pulsa)

    def _agita(self) -> None:
        """Entre ronda y ronda: bajas, entradas tardías, sanciones, correcciones, anulaciones y deshacer."""
        sala = self.sala
        for _ in range(self.azar.choice((0, 0, 1, 1, 2))):
            match self.azar.randrange(6):
                case 0 if len(sala.torneo.activos) > 4:
                    self._alguien_se_va()
                case 1:
                    quien, pv = self.azar.choice(sala.torneo.activos), self.azar.choice((-9, -3, -1, 2))
                    self._intenta(Sancionar(participante=quien, pv=pv, motivo="Tardanza"))
                case 2:
                    self._corrige()
                case 3 if len(sala.torneo.rondas) == 1:
                    nuevo = sala.torneo.ultimo_id + 1
                    sala.da(Inscribir(nombre=f"Jugador {nuevo}", persona=nuevo))
                case 4 if self.azar.random() < 0.2:
                    sala.da(AnularRonda(ronda=sala.ronda.numero))
                    return
                case _:
                    self._deshace()

    def _alguien_se_va(self) -> None:
        sala = self.sala
        quien = self.azar.choice(sala.torneo.activos)
        antes = clasificar(sala.torneo, len(sala.torneo.rondas) - 1)
        if self.azar.random() < 0.3:
            self._intenta(Expulsar(participante=quien, motivo="Conducta"))
        else:
            sala.da(DarDeBaja(), Actor(quien))
        assert clasificar(sala.torneo, len(sala.torneo.rondas) - 1) == antes

    def _corrige(self) -> None:
        sala = self.sala
        ronda = self.azar.choice(sala.torneo.rondas)
        mesa = self.azar.choice(ronda.mesas)
        orden = Comunicar(
            jugador=mesa.a,
            pv_favor=self.azar.randint(-3, 30),
            pv_contra=self.azar.randint(-3, 30),
            fin=self.azar.choice((Fin.NORMAL, Fin.ANILLO)),
            ronda=ronda.numero,
        )
        antes = sala.torneo
        try:
            sala.da(orden)
        except YaEsFirme as aviso:
            assert sala.torneo == antes
            sala.da(orden.con(corrige=True, version=aviso.version))
            _comprueba_consecuencias(antes, sala, aviso)
        except ErrorDeDominio:
            assert sala.torneo == antes

    def _deshace(self) -> None:
        sala = self.sala
        antes = sala.torneo
        try:
            sala.da(Deshacer())
        except ErrorDeDominio:
            return  # lo último fue publicar: no se deshace
        sala.da(Rehacer())
        assert sala.torneo == antes

    def _comprueba_ronda(self, permisos: frozenset[Permiso]) -> None:
        ronda, torneo = self.sala.ronda, self.sala.torneo
        citados = [j for mesa in ronda.mesas for j in mesa.jugadores]
        citados += [ronda.descanso.participante] if ronda.descanso else []
        assert sorted(citados) == sorted(torneo.activos)
        previas = torneo.rondas[:-1]
        if Permiso.REPETIR not in permisos:
            jugadas = {frozenset(mesa.jugadores) for previa in previas for mesa in previa.mesas}
            assert not jugadas & {frozenset(mesa.jugadores) for mesa in ronda.mesas}
        if ronda.descanso and Permiso.SEGUNDO_DESCANSO not in permisos:
            veces = [sum(previa.descansa(j) for previa in previas) for j in torneo.activos]
            assert sum(previa.descansa(ronda.descanso.participante) for previa in previas) == min(veces)
        assert all(mesa.motivo is not None for mesa in ronda.mesas)

    def _comprueba_atasco(self, permisos: frozenset[Permiso]) -> None:
        """Si no se pudo emparejar es que no había forma, y la ronda anterior no pudo evitarlo."""
        self.atascos += 1
        if permisos:
            return
        torneo = self.sala.torneo
        assert not _hay_forma(torneo.rondas, torneo.activos)
        cambio = any(p.ronda_baja == len(torneo.rondas) + 1 or p.tardio for p in torneo.participantes.values())
        if torneo.anuladas or cambio or not torneo.ronda or len(torneo.activos) > 8:
            return
        previa = torneo.ronda
        if previa.foto is None or set(previa.foto.orden) != set(torneo.activos):
            return
        if previa.a_mano or previa.foto.permisos:
            return
        vistos, descansados = _historia(torneo.rondas[:-1])
        if len(descansados & set(torneo.activos)) < len(torneo.activos):
            assert not quedan(torneo.activos, vistos, descansados, 2)

    def _comprueba_cuentas(self) -> None:
        sala, torneo = self.sala, self.sala.torneo
        salida = documento(torneo, sala.nombres, SELLO).model_dump(mode="json")
        activas = [fila for fila in salida["clasificacion"] if fila["puesto"] is not None]
        assert activas == oraculo.clasificacion(salida)
        assert all(fila["decidido_por"] != "v42" for fila in activas)
        repartidos = sum(fila["pt"] for fila in salida["clasificacion"])
        assert repartidos == sum(_puntos_de(torneo.bases.modalidad, ronda) for ronda in torneo.rondas)
        n = self.azar.randint(1, len(torneo.rondas))
        parcial = [fila.model_dump() for fila in clasificar(torneo, n) if fila.puesto is not None]
        assert parcial == oraculo.clasificacion(salida, n)


def _puntos_de(modalidad: str, ronda: Ronda) -> int:
    anillo = {str(modo): puntos for modo, puntos in PUNTOS_DE_ANILLO.items()}[modalidad]
    mesas = sum(anillo if m.resultado and m.resultado.fin is Fin.ANILLO else 6 for m in ronda.mesas if m.resultado)
    descanso = 0 if ronda.descanso is None else 6 if ronda.numero == 1 else 3
    return mesas + descanso


def _comprueba_consecuencias(antes: object, sala: Sala, aviso: YaEsFirme) -> None:
    """Lo anunciado antes de corregir es lo que ha pasado."""
    filas = {fila.participante: fila for fila in clasificar(sala.torneo)}
    for cambio in aviso.cambios:
        fila = filas[cambio.participante]
        assert (fila.pt, fila.puesto) == (cambio.pt_despues, cambio.puesto_despues)


def _historia(rondas: tuple[Ronda, ...]) -> tuple[dict[int, set[int]], set[int]]:
    vistos: dict[int, set[int]] = {}
    descansados: set[int] = set()
    for ronda in rondas:
        for mesa in ronda.mesas:
            vistos.setdefault(mesa.a, set()).add(mesa.b)
            vistos.setdefault(mesa.b, set()).add(mesa.a)
        if ronda.descanso:
            descansados.add(ronda.descanso.participante)
    return vistos, descansados


def _hay_forma(rondas: tuple[Ronda, ...], activos: tuple[int, ...]) -> bool:
    """Si existe un emparejamiento sin repetir, visto por networkx."""
    vistos, _ = _historia(rondas)
    veces = {j: sum(ronda.descansa(j) for ronda in rondas) for j in activos}
    red = nx.Graph()
    red.add_nodes_from(activos)
    red.add_edges_from((a, b) for a in activos for b in activos if a < b and b not in vistos.get(a, ()))
    if len(activos) % 2:
        red.add_edges_from((j, 0) for j in activos if veces[j] == min(veces.values()))
    return 2 * len(nx.max_weight_matching(red, maxcardinality=True)) == len(activos) + len(activos) % 2
