"""Cómo encajan los Pueblos Libres una ficha de Caza: carta en la mesa, habilidad del Guía, baja o el Anillo.

El orden es el de la 2.ª edición, p. 41: cada remedio cierra los anteriores, salvo que cambie el Guía.
"""

from typing import Literal

from pydantic import Field

from servicios.azar import Sorteo
from servicios.guerra import fondo, mapa
from servicios.guerra.caza import Motivo
from servicios.guerra.estado import GOLLUM, Estado
from servicios.guerra.mesa import exigir_bando
from servicios.guerra.modelo_caza import CazaEnCurso, PasoDeCaza, Remedio
from servicios.guerra.personajes import retirar, salida
from servicios.guerra.piezas import Bando
from servicios.guerra.rechazo import REGLAMENTO, rechazo
from servicios.guerra.resolucion import DanoEncajado, en_curso, siguiente
from servicios.guerra.revelacion import destinos, ficha_de_baluarte, va_a_revelar
from servicios.guerra.tablas import ficha, personaje, region
from servicios.guerra.texto import con_signo, cuenta
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

EFECTOS = "Efectos de La Caza"

reglas = Reglas[Estado]()


class JugarCartaDeMesa(Orden):
    """Una carta «en la mesa»: reduce el Daño, cambia la ficha por otra o la deja sin efecto."""

    efecto: Literal["reduce", "otra", "anula"]
    puntos: int = 0


class UsarHabilidadDelGuia(Orden):
    """El Guía usa su habilidad para reducir el Daño.

    Attributes:
        puntos: cuánto lo reduce.
        separa: si para ello el Guía se separa (en Mordor, queda eliminado).
        region: adónde va si se separa.
    """

    puntos: int = 1
    separa: bool = False
    region: str | None = None


class DarBaja(Orden):
    """Los Pueblos Libres pierden un Compañero: el Guía o uno al azar."""

    quien: Literal["guia", "azar"]


class UsarElAnillo(Orden):
    """Lo que quede del Daño va a la Corrupción; sin Daño, se sigue adelante."""


class MoverRevelada(Orden):
    """Los Pueblos Libres mueven la figura de la Compañía revelada.

    `fichas_de_evento`: las que obliga a sacar una carta por haberse revelado ahí.
    """

    region: str
    fichas_de_evento: int = Field(default=0, ge=0, le=3)


class DanoReducido(Hecho):
    """Algo reduce el Daño. `guia`: de quién es la habilidad; None si fue una carta."""

    tipo = "dano_reducido"

    puntos: int
    guia: str | None = None
    se_descubre: bool = False

    def relato(self, nombres: Nombres) -> str:
        quien = "Una carta en la mesa" if self.guia is None else personaje(self.guia).nombre
        descubre = " y descubre a la Compañía" if self.se_descubre else ""
        return f"{quien} reduce el Daño en {self.puntos}{descubre}."


class FichaDevuelta(Hecho):
    """Una carta devuelve la ficha al Fondo. `otra`: se saca una nueva; si no, la Caza queda sin efecto."""

    tipo = "ficha_devuelta"

    ficha: str
    otra: bool

    def relato(self, nombres: Nombres) -> str:
        despues = "y se saca otra" if self.otra else "y no tiene efecto"
        return f"Una carta devuelve al Fondo la ficha «{ficha(self.ficha).nombre}» {despues}."


class CompaneroCaido(Hecho):
    """Un Compañero cae en la Caza. `sorteo`: si se eligió al azar; `absorbe`: el Daño que se lleva."""

    tipo = "companero_caido"

    companero: str
    absorbe: int
    sorteo: Sorteo | None = None

    def relato(self, nombres: Nombres) -> str:
        como = ", elegido al azar," if self.sorteo else ""
        puntos = cuenta(self.absorbe, "punto")
        return f"{personaje(self.companero).nombre}{como} cae en la Caza y absorbe {puntos} de Daño."


class CompaniaRevelada(Hecho):
    """La Compañía queda revelada. `region`: dónde está su figura; None en Mordor."""

    tipo = "compania_revelada"

    region: str | None
    fichas: tuple[Motivo, ...] = ()

    def relato(self, nombres: Nombres) -> str:
        donde = "en Mordor" if self.region is None else f"en {region(self.region).nombre}"
        extra = f" Hay que sacar {cuenta(len(self.fichas), 'ficha')} más." if self.fichas else ""
        return f"La Compañía queda revelada {donde}.{extra}"


def permitido(estado: Estado, remedio: Remedio) -> bool:
    """Si ahora se puede usar ese remedio contra la ficha que se resuelve."""
    caza, compania = estado.caza, estado.compania
    if caza is None or caza.paso is not PasoDeCaza.DANO or remedio.turno < caza.desde.turno:
        return False
    if remedio is Remedio.MESA:
        return not caza.con_mesa
    if remedio is Remedio.GUIA:
        libre = caza.dano > 0 and compania.guia not in caza.guias
        return libre and (compania.guia != GOLLUM or _gollum_puede(estado))
    if remedio is Remedio.BAJA:
        return caza.dano > 0 and not caza.con_baja and bool(compania.companeros)
    return True


def _gollum_puede(estado: Estado) -> bool:
    # descubrir a la Compañía solo sirve de algo si está oculta y la ficha no la va a revelar ya
    return estado.compania.oculta and not va_a_revelar(estado)


def _exigir(estado: Estado, remedio: Remedio, frase: str, regla: str) -> CazaEnCurso:
    caza = en_curso(estado, PasoDeCaza.DANO)
    if not permitido(estado, remedio):
        raise rechazo(frase, regla, EFECTOS)
    return caza


@reglas.decide(JugarCartaDeMesa)
def jugar_carta(estado: Estado, orden: JugarCartaDeMesa, contexto: Contexto) -> list[Hecho]:
    """Usa una carta en la mesa, una por ficha y antes que nada."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    caza = _exigir(
        estado,
        Remedio.MESA,
        "Ya no es momento de usar una carta en la mesa.",
        "Contra cada ficha se usa una sola, antes que la habilidad del Guía, la baja o el Anillo.",
    )
    if orden.efecto != "reduce":
        return [FichaDevuelta(ficha=str(caza.ficha), otra=orden.efecto == "otra")]
    _exigir_puntos(caza, orden.puntos)
    return [DanoReducido(puntos=orden.puntos)]


@reglas.decide(UsarHabilidadDelGuia)
def usar_habilidad(estado: Estado, orden: UsarHabilidadDelGuia, contexto: Contexto) -> list[Hecho]:
    """El Guía reduce el Daño. Gollum, siempre en 1 y descubriendo a la Compañía."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    guia = estado.compania.guia
    caza = _exigir(
        estado,
        Remedio.GUIA,
        "El Guía no puede usar ahora su habilidad.",
        "Se usa una vez por acción, con Daño por encajar; Gollum, solo si la Compañía no queda ya revelada.",
    )
    if guia == GOLLUM:
        return [DanoReducido(puntos=1, guia=GOLLUM, se_descubre=True)]
    _exigir_puntos(caza, orden.puntos)
    reducido = DanoReducido(puntos=orden.puntos, guia=guia)
    return [reducido, *salida(estado, (guia,), orden.region)] if orden.separa else [reducido]


@reglas.decide(DarBaja)
def dar_baja(estado: Estado, orden: DarBaja, contexto: Contexto) -> list[Hecho]:
    """Elimina al Guía o a un Compañero al azar; lo que pase de su nivel sigue por encajar."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    caza = _exigir(
        estado,
        Remedio.BAJA,
        "Contra esta ficha no se puede perder a un Compañero.",
        "Se da una sola baja, nunca por una ficha de 0 y nunca al Portador ni a Gollum.",
    )
    sorteo = None
    quien = estado.compania.guia
    if orden.quien == "azar":
        quien, sorteo = contexto.azar.elegir(estado.compania.companeros)
    nivel = personaje(quien).nivel or 0
    return [CompaneroCaido(companero=quien, absorbe=min(nivel, caza.dano), sorteo=sorteo)]


@reglas.decide(UsarElAnillo)
def usar_el_anillo(estado: Estado, orden: UsarElAnillo, contexto: Contexto) -> list[Hecho]:
    """Pasa a la Corrupción lo que quede del Daño."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    return [DanoEncajado(puntos=en_curso(estado, PasoDeCaza.DANO).dano)]


@reglas.decide(MoverRevelada)
def mover_revelada(estado: Estado, orden: MoverRevelada, contexto: Contexto) -> list[Hecho]:
    """Mueve la figura al revelarse: obligatorio, y no a una ciudad o Baluarte propio."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    en_curso(estado, PasoDeCaza.REVELAR)
    compania = estado.compania
    actual = region(orden.region)
    if actual.id not in destinos(estado):
        lejos = mapa.distancia(compania.region, actual.id)
        pasos = f"está a {lejos} y la Compañía ha recorrido {cuenta(compania.progreso, 'región', 'regiones')}"
        raise rechazo(
            f"La Compañía revelada no puede acabar en {actual.nombre}: {pasos}."
            if lejos > compania.progreso
            else f"La Compañía revelada no puede acabar en {actual.nombre}, que es de los Pueblos Libres.",
            "Acaba a una distancia igual o menor que el progreso, y no en una Ciudad o Baluarte de los Pueblos "
            "Libres que ellos controlen.",
            "La Compañía es descubierta por una Caza del Anillo",
        )
    baluarte = (Motivo.BALUARTE,) if ficha_de_baluarte(estado, actual.id) else ()
    return [CompaniaRevelada(region=actual.id, fichas=(Motivo.EVENTO,) * orden.fichas_de_evento + baluarte)]


def seguir(estado: Estado) -> list[Hecho]:
    """En Mordor la Compañía se revela sin mover ninguna figura."""
    if estado.caza is not None and estado.caza.paso is PasoDeCaza.REVELAR and estado.compania.en_mordor:
        return [CompaniaRevelada(region=None)]
    return []


def _exigir_puntos(caza: CazaEnCurso, puntos: int) -> None:
    if not 1 <= puntos <= caza.dano:
        raise rechazo(
            f"Hay {cuenta(max(caza.dano, 0), 'punto')} de Daño: no se puede reducir en {con_signo(puntos)[1:]}.",
            "Se reduce de 1 punto hasta todo el Daño que quede.",
            REGLAMENTO.format(41),
        )


@reglas.aplica(DanoReducido)
def dano_reducido(estado: Estado, hecho: DanoReducido) -> Estado:
    caza = estado.caza_abierta.con(dano=estado.caza_abierta.dano - hecho.puntos, desde=Remedio.GUIA)
    if hecho.guia is None:
        caza = caza.con(con_mesa=True)
    else:
        caza = caza.con(guias=(*caza.guias, hecho.guia), se_descubre=caza.se_descubre or hecho.se_descubre)
    return estado.con(caza=caza)


@reglas.aplica(FichaDevuelta)
def ficha_devuelta(estado: Estado, hecho: FichaDevuelta) -> Estado:
    devuelto = estado.con(fondo=fondo.devolver(estado.fondo, hecho.ficha))
    if hecho.otra:
        return devuelto.con(caza=estado.caza_abierta.con(paso=PasoDeCaza.SACAR, con_mesa=True, ficha=None, dano=0))
    avanza = estado.caza_abierta.avanza or estado.caza_abierta.motivo is Motivo.MORDOR
    return siguiente(devuelto.con(caza=estado.caza_abierta.con(ficha=None, dano=0, avanza=avanza)))


@reglas.aplica(CompaneroCaido)
def companero_caido(estado: Estado, hecho: CompaneroCaido) -> Estado:
    caza = estado.caza_abierta.con(
        dano=estado.caza_abierta.dano - hecho.absorbe, desde=Remedio.ANILLO, con_baja=True
    )
    return retirar(estado.con(caza=caza), hecho.companero)


@reglas.aplica(CompaniaRevelada)
def compania_revelada(estado: Estado, hecho: CompaniaRevelada) -> Estado:
    compania = estado.compania.con(oculta=False)
    if hecho.region is not None:
        compania = compania.con(region=hecho.region, progreso=0)
    cola = (*hecho.fichas, *estado.caza_abierta.cola)
    return siguiente(estado.con(compania=compania, caza=estado.caza_abierta.con(cola=cola)))
