"""Lo que hay al otro lado de un Lugar de la isla: no existe hasta que alguien lo mira o lo voltea."""

from servicios.azar import Sorteo
from servicios.errores import ErrorDeDominio
from servicios.hechos import Contexto, Valor
from servicios.lcg import tablas
from servicios.lcg.fichas import Reverso
from servicios.lcg.mapa import Isla, es_templo, por_salir
from servicios.lcg.texto import rechazo

PREPARAR = "002, «Preparar el mapa de la isla»"


class Descubierto(Valor):
    """Lo que hay en la otra cara de una casilla, y el sorteo que lo decidió si nadie lo había visto."""

    casilla: str
    reverso: str
    sorteo: Sorteo | None = None

    @property
    def ficha(self) -> Reverso:
        return tablas.reverso(self.reverso)


def descubrir(isla: Isla, casilla: str, dicho: str | None, contexto: Contexto) -> Descubierto:
    """Qué hay en la otra cara: lo ya visto, lo que dicen las cartas de la mesa o un sorteo entre lo que falta.

    Se sortea entre las copias que nadie ha visto, puestas por orden alfabético de identificador.

    Raises:
        ErrorDeDominio: si lo que dicen las cartas no puede ser.
    """
    conocido = isla.lugar(casilla).reverso
    if conocido is not None:
        if dicho not in {None, conocido}:
            raise ErrorDeDominio(f"{casilla} ya se había mirado: es {tablas.reverso(conocido).nombre}.")
        return Descubierto(casilla=casilla, reverso=conocido)
    quedan = por_salir(isla, templo=es_templo(casilla))
    if dicho is not None:
        ficha = tablas.reverso(dicho)
        if ficha.id not in quedan:
            donde = "en la columna del templo" if ficha.templo else "fuera de la columna del templo"
            porque = "ya se han visto todas" if ficha.templo is es_templo(casilla) else f"solo está {donde}"
            raise rechazo(
                f"{ficha.nombre} no puede estar en {casilla}: {porque}.",
                "El mapa tiene 12 Islas Perdidas y, en la columna de la derecha, 3 Lugares del templo.",
                PREPARAR,
            )
        return Descubierto(casilla=casilla, reverso=dicho)
    bolsa = [reverso for reverso in sorted(quedan) for _ in range(quedan[reverso])]
    reverso, sorteo = contexto.azar.elegir(bolsa)
    return Descubierto(casilla=casilla, reverso=reverso, sorteo=sorteo)


def volteada(isla: Isla, descubierto: Descubierto) -> Isla:
    """Un Lugar boca arriba y sin progreso. Darle la vuelta retira todo el que tenga (002, «Inexplorado»)."""
    lugar = isla.lugar(descubierto.casilla)
    nuevo = lugar.con(reverso=descubierto.reverso, boca_arriba=True, progreso=0)
    return isla.con_lugar(descubierto.casilla, nuevo)
