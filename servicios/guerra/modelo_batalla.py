"""La parte del estado que guarda una batalla: los dos ejércitos, la ronda y qué queda por decidir."""

from collections.abc import Mapping
from enum import StrEnum

from pydantic import Field

from servicios.guerra.cartas import Ajuste, Efectos, Preparada, preparar
from servicios.guerra.combate import Papel, Situacion, TiradaDeCombate
from servicios.guerra.ejercitos import Bajas, Ejercito
from servicios.guerra.piezas import Asentamiento, Bando
from servicios.guerra.tablas import region
from servicios.hechos import Valor


class ClaseDeBatalla(StrEnum):
    """Qué batalla es."""

    CAMPAL = "campal"
    ASEDIO = "asedio"
    ESCAPE = "escape"
    SOCORRO = "socorro"

    @property
    def nombre(self) -> str:
        return {
            "campal": "Batalla",
            "asedio": "Asalto al Baluarte asediado",
            "escape": "Escape del asedio",
            "socorro": "Ayuda al Baluarte asediado",
        }[self.value]


class PasoDeBatalla(StrEnum):
    """Por dónde va una batalla. En `TIRAR`, `DECIDIDA` y `TERMINAR` sigue sola."""

    CAMPO_O_ASEDIO = "campo-o-asedio"
    CARTA_ATACANTE = "carta-atacante"
    CARTA_DEFENSOR = "carta-defensor"
    EFECTOS = "efectos"
    TIRAR = "tirar"
    BAJAS_ATACANTE = "bajas-atacante"
    BAJAS_DEFENSOR = "bajas-defensor"
    SEGUIR = "seguir"
    RETIRADA = "retirada"
    DECIDIDA = "decidida"
    AVANCE = "avance"
    EXCESO = "exceso"
    TERMINAR = "terminar"


class Desenlace(StrEnum):
    """Cómo acaba una batalla. Fuente: 001, «Fin de la batalla», «Asediando a un Baluarte»."""

    DEFENSOR_ELIMINADO = "defensor-eliminado"
    ATACANTE_ELIMINADO = "atacante-eliminado"
    AMBOS_ELIMINADOS = "ambos-eliminados"
    CESE = "cese"
    RETIRADA = "retirada"
    A_CUBIERTO = "a-cubierto"

    @property
    def nombre(self) -> str:
        return {
            "defensor-eliminado": "el defensor ha sido eliminado",
            "atacante-eliminado": "el atacante ha sido eliminado",
            "ambos-eliminados": "los dos ejércitos han sido eliminados",
            "cese": "el atacante cesa el ataque",
            "retirada": "el defensor se retira",
            "a-cubierto": "el defensor se encierra en el Baluarte",
        }[self.value]


class Batalla(Valor):
    """Una batalla sin terminar.

    Attributes:
        atacante: bando que ataca.
        ejercitos: los dos, como están ahora.
        al_empezar: los dos, como empezaron.
        reserva: unidades del atacante que no participan: la retaguardia, o las que se quedan en el Baluarte.
        juegan: quienes han declarado carta de combate esta ronda.
        efectos: los de las cartas ya anotados.
        tiradas: las de esta ronda.
        impactos: los que ha logrado cada uno esta ronda, con los de las cartas.
        elegidas: bajas elegidas que aún no se han retirado.
        desenlace: cómo ha acabado.
    """

    clase: ClaseDeBatalla
    region: str
    atacante: Bando
    ejercitos: Mapping[Papel, Ejercito]
    al_empezar: Mapping[Papel, Ejercito]
    reserva: int = Field(default=0, ge=0)
    ronda: int = 1
    paso: PasoDeBatalla
    juegan: tuple[Papel, ...] = ()
    efectos: Mapping[Papel, Efectos] = {}
    tiradas: Mapping[Papel, TiradaDeCombate] = {}
    impactos: Mapping[Papel, int] = {}
    elegidas: Mapping[Papel, Bajas] = {}
    desenlace: Desenlace | None = None

    def bando(self, papel: Papel) -> Bando:
        return self.atacante if papel is Papel.ATACANTE else self.atacante.rival

    def recibidos(self, papel: Papel) -> int:
        """Impactos que tiene que encajar ese ejército en esta ronda."""
        return self.impactos.get(papel.rival, 0)

    @property
    def situacion(self) -> Situacion:
        """Dónde se lucha, a efectos del número para impactar."""
        if self.clase is ClaseDeBatalla.ASEDIO:
            return Situacion.ASEDIO
        if self.clase is ClaseDeBatalla.ESCAPE:
            return Situacion.ESCAPE
        protege = {
            Asentamiento.CIUDAD: Situacion.CIUDAD,
            Asentamiento.FORTIFICACION: Situacion.FORTIFICACION,
            Asentamiento.BALUARTE: Situacion.BALUARTE,
        }
        lugar = region(self.region).asentamiento
        return protege.get(lugar, Situacion.CAMPO) if lugar else Situacion.CAMPO

    def preparada(self, papel: Papel) -> Preparada:
        """La mano de un ejército en esta ronda, con las cartas: la del defensor se aplica primero.

        Fuente: 001, «Cartas de combate».
        """
        ajustes: list[Ajuste] = []
        for quien in (Papel.DEFENSOR, Papel.ATACANTE):
            carta = self.efectos.get(quien)
            if carta is not None:
                ajustes.append(carta.propio if quien is papel else carta.rival)
        return preparar(self.ejercitos[papel], papel, self.situacion, self.ronda, tuple(ajustes))

    def perdidas(self, papel: Papel) -> tuple[int, int]:
        """Cuántas regulares y élites tiene de menos que al empezar (las regulares pueden ser más)."""
        antes, ahora = self.al_empezar[papel], self.ejercitos[papel]
        return antes.regulares - ahora.regulares, antes.elites - ahora.elites
