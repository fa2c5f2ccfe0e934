"""Una mesa de prueba: da órdenes a una partida, con los dados que se digan, y guarda sus hechos."""

from collections.abc import Sequence
from datetime import UTC, datetime

from servicios.azar import Azar, Sorteo
from servicios.guerra import compania, partida, remedios, resolucion, turno
from servicios.guerra.agregado import GUERRA
from servicios.guerra.estado import Estado, Fase
from servicios.guerra.fondo import Fondo, devolver, tras_sacar
from servicios.guerra.piezas import Bando, Cara
from servicios.hechos import Actor, Contexto, Hecho, Orden, Rol, Textos

LIBRES, SOMBRA, FORASTERO = 1, 2, 3


class Nombres:
    """Nombres de prueba: «persona 1», «texto 1»."""

    def persona(self, numero: int) -> str:
        return f"persona {numero}"

    def texto(self, numero: int) -> str:
        return f"texto {numero}"


class AzarFijo(Azar):
    """Da los números que se le han dicho. Un texto es la ficha que tiene que salir del Fondo."""

    def __init__(self, valores: Sequence[int | str], fondo: Fondo | None = None) -> None:
        super().__init__(b"", "prueba", "orden")
        self.quedan = list(valores)
        self._fondo = fondo or Fondo.completo()

    def sortear(self, caras: Sequence[int]) -> Sorteo:
        valores = tuple(self._siguiente(tope) for tope in caras)
        return Sorteo(etiqueta="orden", desde=0, caras=tuple(caras), valores=valores)

    def _siguiente(self, tope: int) -> int:
        assert self.quedan, "la orden ha tirado más dados de los previstos"
        valor = self.quedan.pop(0)
        if isinstance(valor, str):
            assert tope == len(self._fondo.dentro), "no era el momento de sacar una ficha"
            numero = self._fondo.dentro.index(valor) + 1
            self._fondo = tras_sacar(self._fondo, valor)
            return numero
        assert 1 <= valor <= tope
        return valor


class Mesa:
    """Una partida abierta con una persona en cada bando."""

    def __init__(self, *, edicion: partida.Edicion = 1, abierta: bool = True) -> None:
        self.estado = Estado()
        self.hechos: list[Hecho] = []
        self.textos = Textos()
        if abierta:
            self.da(partida.AbrirPartida(libres=(LIBRES,), sombra=(SOMBRA,), edicion=edicion))

    def da(
        self, orden: Orden, quien: int = LIBRES, *dados: int | str, roles: frozenset[Rol] = frozenset()
    ) -> list[Hecho]:
        """Da una orden con esos dados y devuelve sus hechos. Los dados tienen que gastarse todos."""
        azar = AzarFijo(dados, self._fondo_al_sacar(orden))
        contexto = Contexto(Actor(quien, roles), datetime(2026, 1, 1, tzinfo=UTC), azar, "orden", self.textos)
        hechos = GUERRA.decidir(self.estado, orden, contexto)
        assert not azar.quedan, f"han sobrado dados: {azar.quedan}"
        for hecho in hechos:
            self.estado = GUERRA.aplicar(self.estado, hecho)
        self.hechos += hechos
        return hechos

    def _fondo_al_sacar(self, orden: Orden) -> Fondo:
        caza = self.estado.caza
        if isinstance(orden, remedios.JugarCartaDeMesa) and caza is not None:
            return devolver(self.estado.fondo, str(caza.ficha))
        return self.estado.fondo

    def relatos(self, hechos: Sequence[Hecho]) -> list[str]:
        return [hecho.relato(Nombres()) for hecho in hechos]

    def pon(self, **cambios: object) -> "Mesa":
        """Cambia el estado a mano, para empezar una historia por la mitad."""
        self.estado = self.estado.con(**cambios)
        return self

    def pon_compania(self, **cambios: object) -> "Mesa":
        return self.pon(compania=self.estado.compania.con(**cambios))

    def a_las_acciones(self, caza: int = 0, libres: Sequence[Cara] = (), sombra: Sequence[Cara] = ()) -> "Mesa":
        """Lleva el turno a las acciones con esos dados disponibles y esa casilla de Caza."""
        bolsas = {
            Bando.LIBRES: self.estado.bolsas[Bando.LIBRES].con(disponibles=tuple(libres), total=len(libres)),
            Bando.SOMBRA: self.estado.bolsas[Bando.SOMBRA].con(
                disponibles=tuple(sombra), total=len(sombra) + caza
            ),
        }
        return self.pon(fase=Fase.ACCIONES, bolsas=bolsas, caja=self.estado.caja.con(sombra=caza))

    def mueve(self, *dados: int | str, ejercito: bool = False, nazgul: bool = False) -> list[Hecho]:
        """Mueve la Compañía con un dado de Personaje y hace la tirada de Caza con esos dados."""
        hechos = self.da(compania.MoverCompania(dado="personaje"))
        return hechos + self.da(resolucion.TirarCaza(ejercito=ejercito, nazgul=nazgul), SOMBRA, *dados)

    def pasa_turno(self) -> list[Hecho]:
        """Termina el turno sin dados por usar."""
        bolsas = {bando: bolsa.con(disponibles=()) for bando, bolsa in self.estado.bolsas.items()}
        return self.pon(fase=Fase.ACCIONES, bolsas=bolsas).da(turno.TerminarTurno())
