"""Los personajes fuera de la Compañía: separarse, moverse, entrar en juego y caer."""

from pydantic import Field

from servicios.guerra import mapa, politica
from servicios.guerra.dados import gastar
from servicios.guerra.estado import Estado, Fase
from servicios.guerra.mesa import exigir_bando, exigir_fase, exigir_jugador, exigir_sin_pendientes
from servicios.guerra.piezas import Bando, Cara
from servicios.guerra.rechazo import rechazo
from servicios.guerra.tablas import nacion, personaje, region
from servicios.guerra.texto import cuenta, lista, mayuscula
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

SEPARAR = "Separando Compañeros de La Compañía"
REGIONES_DE_MAS = 3
"""Las que como mucho puede dar una carta a quien se separa."""

reglas = Reglas[Estado]()


class Separar(Orden):
    """Uno o varios Compañeros dejan la Compañía y van juntos a una región.

    Attributes:
        region: adónde van; None en Mordor, donde quien se separa queda eliminado.
        dado: con qué dado; None si es por un evento.
        habilidad: si lo da una carta y vale cualquier dado.
        extra: regiones de más que da una carta.
    """

    companeros: tuple[str, ...]
    region: str | None = None
    dado: Cara | None = None
    habilidad: bool = False
    extra: int = Field(default=0, ge=0, le=REGIONES_DE_MAS)


class MoverCompaneros(Orden):
    """Compañeros que ya están fuera acaban su movimiento en una región."""

    companeros: tuple[str, ...]
    region: str
    dado: Cara | None = None


class EntrarEnJuego(Orden):
    """Un Siervo entra en juego, o Aragorn o Gandalf el Blanco sustituyen a quien reemplazan."""

    personaje: str
    dado: Cara | None = None


class EliminarPersonaje(Orden):
    """Un evento elimina a un personaje."""

    personaje: str


class CompanerosSeparados(Hecho):
    """Unos Compañeros dejan la Compañía."""

    tipo = "companeros_separados"

    companeros: tuple[str, ...]
    region: str

    def relato(self, nombres: Nombres) -> str:
        se_van = "se separa" if len(self.companeros) == 1 else "se separan"
        return f"{nombres_de(self.companeros)} {se_van} de la Compañía: a {region(self.region).nombre}."


class CompanerosMovidos(Hecho):
    """Unos Compañeros acaban su movimiento en una región."""

    tipo = "companeros_movidos"

    companeros: tuple[str, ...]
    region: str

    def relato(self, nombres: Nombres) -> str:
        llegan = "llega" if len(self.companeros) == 1 else "llegan"
        return f"{nombres_de(self.companeros)} {llegan} a {region(self.region).nombre}."


class PersonajeEnJuego(Hecho):
    """Un personaje entra en juego; sus dados extra cuentan desde el turno siguiente."""

    tipo = "personaje_en_juego"

    personaje: str

    def relato(self, nombres: Nombres) -> str:
        actual = personaje(self.personaje)
        sustituye = f" en lugar de {personaje(actual.sustituye).nombre}" if actual.sustituye else ""
        return f"{mayuscula(actual.nombre)} entra en juego{sustituye}."


class PersonajeEliminado(Hecho):
    """Un personaje se retira de la partida."""

    tipo = "personaje_eliminado"

    personaje: str
    por: str

    def relato(self, nombres: Nombres) -> str:
        return f"{mayuscula(personaje(self.personaje).nombre)} cae: {self.por}."


def nombres_de(quienes: tuple[str, ...]) -> str:
    """«Boromir y Merry»."""
    return mayuscula(lista(personaje(quien).nombre for quien in quienes))


def salida(estado: Estado, companeros: tuple[str, ...], destino: str | None, extra: int = 0) -> list[Hecho]:
    """Los hechos de unos Compañeros que dejan la Compañía. En Mordor quedan eliminados.

    Raises:
        ErrorDeDominio: si no están en ella, falta el destino o queda demasiado lejos.

    Alcanzan el progreso de la Compañía más el mayor nivel del grupo. Fuente: 001, «Separando Compañeros de
    La Compañía», «Reglas especiales».
    """
    compania = estado.compania
    if not companeros or len(set(companeros)) != len(companeros):
        raise rechazo("Di quiénes se separan, a cada uno una sola vez.", "Se separa a uno o a varios.", SEPARAR)
    ausente = next((quien for quien in companeros if quien not in compania.companeros), None)
    if ausente is not None:
        raise rechazo(
            f"{mayuscula(personaje(ausente).nombre)} no está en la Compañía: elige entre los que siguen en ella.",
            "Solo se separan Compañeros de la Compañía, y quien la deja no vuelve.",
            SEPARAR,
        )
    if compania.en_mordor:
        return [PersonajeEliminado(personaje=quien, por="no puede separarse en Mordor") for quien in companeros]
    if destino is None:
        raise rechazo("Di a qué región van.", "Los que se separan van juntos a la misma región.", SEPARAR)
    alcance = compania.progreso + max(personaje(quien).nivel or 0 for quien in companeros) + extra
    lejos = mapa.distancia(compania.region, destino)
    if lejos > alcance:
        raise rechazo(
            f"{region(destino).nombre} está a {cuenta(lejos, 'región', 'regiones')} y el grupo alcanza {alcance}.",
            "Se llega hasta el progreso de la Compañía más el mayor nivel del grupo.",
            SEPARAR,
        )
    return [
        CompanerosSeparados(companeros=companeros, region=destino),
        *_despertar(estado, companeros, destino),
    ]


@reglas.decide(Separar)
def separar(estado: Estado, orden: Separar, contexto: Contexto) -> list[Hecho]:
    """Separa Compañeros: con un dado de Personaje (nunca en Mordor) o por un evento."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    exigir_fase(estado, Fase.ACCIONES)
    if estado.compania.en_mordor and orden.dado is not None and not orden.habilidad:
        raise rechazo(
            "En Mordor no se puede separar a nadie con un dado de acción.",
            "Lo que allí separaría a un Compañero lo elimina.",
            SEPARAR,
        )
    accion = None if orden.habilidad else "personaje"
    salen = salida(estado, orden.companeros, orden.region, orden.extra)
    return [*gastar(estado, Bando.LIBRES, orden.dado, accion, "separar Compañeros"), *salen]


@reglas.decide(MoverCompaneros)
def mover(estado: Estado, orden: MoverCompaneros, contexto: Contexto) -> list[Hecho]:
    """Anota dónde acaban unos Compañeros; si alguno es capaz, despierta a la nación."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    exigir_fase(estado, Fase.ACCIONES)
    fuera = [q for q in orden.companeros if q in estado.en_juego and personaje(q).bando is Bando.LIBRES]
    if not orden.companeros or len(fuera) != len(orden.companeros):
        raise rechazo(
            "Solo se mueven así los Compañeros que están fuera de la Compañía.",
            "Los de la Compañía viajan con ella hasta que se separan.",
            SEPARAR,
        )
    region(orden.region)
    return [
        *gastar(estado, Bando.LIBRES, orden.dado, "personaje", "mover Compañeros"),
        CompanerosMovidos(companeros=orden.companeros, region=orden.region),
        *_despertar(estado, orden.companeros, orden.region),
    ]


@reglas.decide(EntrarEnJuego)
def entrar(estado: Estado, orden: EntrarEnJuego, contexto: Contexto) -> list[Hecho]:
    """Pone en juego a un Siervo, a Aragorn o a Gandalf el Blanco.

    Qué dado hace falta y qué más pide su carta lo ven los jugadores: no está en el documento.
    """
    actual = personaje(orden.personaje)
    exigir_bando(estado, contexto.actor, actual.bando)
    exigir_fase(estado, Fase.ACCIONES)
    if actual.papel == "gollum" or actual.compania:
        raise rechazo(
            f"{mayuscula(actual.nombre)} no entra en juego así.",
            "Entran en juego los Siervos, Aragorn y Gandalf el Blanco.",
            "Cartas de Compañero",
        )
    if actual.id in estado.en_juego or actual.id in estado.eliminados:
        donde = "ya está en juego" if actual.id in estado.en_juego else "ya ha caído y no vuelve"
        raise rechazo(
            f"{mayuscula(actual.nombre)} {donde}.",
            "Los Personajes eliminados se retiran para siempre.",
            "Eliminación de Líderes",
        )
    if actual.sustituye is not None:
        _exigir_sustituible(estado, actual.id, actual.sustituye, tras_morir=actual.tras_morir)
    return [
        *gastar(estado, actual.bando, orden.dado, None, f"poner en juego a {actual.nombre}"),
        PersonajeEnJuego(personaje=actual.id),
    ]


def _exigir_sustituible(estado: Estado, nuevo: str, viejo: str, *, tras_morir: bool) -> None:
    vale = viejo in estado.en_juego or (tras_morir and viejo in estado.eliminados)
    if not vale:
        raise rechazo(
            f"{mayuscula(personaje(nuevo).nombre)} sustituye a {personaje(viejo).nombre}, que antes tiene que "
            "haber dejado la Compañía.",
            "Su carta se deja aparte hasta que reemplaza a quien ya no va en la Compañía.",
            "Cartas de Compañero",
        )


@reglas.decide(EliminarPersonaje)
def eliminar(estado: Estado, orden: EliminarPersonaje, contexto: Contexto) -> list[Hecho]:
    """Elimina a un personaje en juego por un evento."""
    exigir_jugador(estado, contexto.actor)
    exigir_sin_pendientes(estado)
    actual = personaje(orden.personaje)
    if actual.id not in (*estado.en_juego, *estado.compania.companeros):
        raise rechazo(
            f"{mayuscula(actual.nombre)} no está en juego.",
            "Solo cae quien está en juego.",
            "Eliminación de Líderes",
        )
    return [PersonajeEliminado(personaje=actual.id, por="por un evento")]


def _despertar(estado: Estado, companeros: tuple[str, ...], donde: str) -> list[Hecho]:
    """La nación que despierta un Compañero capaz al acabar su movimiento en una ciudad o Baluarte suyo.

    Fuente: 001, «Activando las naciones de Los Pueblos Libres».
    """
    actual = region(donde)
    if not actual.acoge or actual.nacion is None or nacion(actual.nacion).bando is not Bando.LIBRES:
        return []
    capaz = next((quien for quien in companeros if personaje(quien).despierta(actual.nacion)), None)
    if capaz is None:
        return []
    return politica.despertar(estado, actual.nacion, f"{personaje(capaz).nombre} llega a {actual.nombre}")


@reglas.aplica(CompanerosSeparados)
def companeros_separados(estado: Estado, hecho: CompanerosSeparados) -> Estado:
    quedan = tuple(quien for quien in estado.compania.companeros if quien not in hecho.companeros)
    return estado.con(
        compania=estado.compania.con(companeros=quedan, cambio=True),
        en_juego=(*estado.en_juego, *hecho.companeros),
    )


@reglas.aplica(CompanerosMovidos)
def companeros_movidos(estado: Estado, hecho: CompanerosMovidos) -> Estado:
    return estado


@reglas.aplica(PersonajeEnJuego)
def personaje_en_juego(estado: Estado, hecho: PersonajeEnJuego) -> Estado:
    sustituido = personaje(hecho.personaje).sustituye
    en_juego = tuple(quien for quien in estado.en_juego if quien != sustituido)
    return estado.con(en_juego=(*en_juego, hecho.personaje))


@reglas.aplica(PersonajeEliminado)
def personaje_eliminado(estado: Estado, hecho: PersonajeEliminado) -> Estado:
    return retirar(estado, hecho.personaje)


def retirar(estado: Estado, quien: str) -> Estado:
    """El estado sin ese personaje, que ya no volverá."""
    compania = estado.compania
    if quien in compania.companeros:
        quedan = tuple(otro for otro in compania.companeros if otro != quien)
        compania = compania.con(companeros=quedan, cambio=True)
    return estado.con(
        compania=compania,
        en_juego=tuple(otro for otro in estado.en_juego if otro != quien),
        eliminados=(*estado.eliminados, quien),
    )
