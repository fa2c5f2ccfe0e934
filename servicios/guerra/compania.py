"""La Compañía del Anillo: moverla, ocultarla, declararla y elegir su Guía."""

from servicios.guerra import mapa, mordor, politica
from servicios.guerra.caza import Motivo
from servicios.guerra.corrupcion import CorrupcionCambiada
from servicios.guerra.dados import exigir_dado, gastar, menos
from servicios.guerra.estado import GOLLUM, Estado, Fase
from servicios.guerra.mesa import exigir_bando, exigir_fase
from servicios.guerra.modelo_caza import CazaEnCurso, PasoDeCaza, Remedio
from servicios.guerra.piezas import Bando, Cara
from servicios.guerra.rechazo import rechazo
from servicios.guerra.tablas import nacion, personaje, region
from servicios.guerra.texto import cuenta
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Estado]()


class MoverCompania(Orden):
    """La Compañía intenta avanzar. `dado` None: por un evento. `habilidad`: por una carta, con cualquier dado."""

    dado: Cara | None = None
    habilidad: bool = False


class OcultarCompania(Orden):
    """La Compañía revelada se oculta. Argumentos, como en `MoverCompania`."""

    dado: Cara | None = None
    habilidad: bool = False


class DeclararCompania(Orden):
    """Los Pueblos Libres declaran dónde está la Compañía."""

    region: str


class ElegirGuia(Orden):
    """Los Pueblos Libres eligen Guía entre los de mayor nivel."""

    companero: str


class CompaniaMovida(Hecho):
    """La Compañía intenta avanzar. `dado`: el que irá a la casilla de Caza; None si fue por un evento."""

    tipo = "compania_movida"

    dado: Cara | None
    progreso: int | None
    """Regiones recorridas desde la última posición conocida; None en Mordor."""

    def relato(self, nombres: Nombres) -> str:
        if self.progreso is None:
            return "La Compañía intenta avanzar en Mordor."
        return f"La Compañía avanza: {cuenta(self.progreso, 'región', 'regiones')} desde su última posición."


class CompaniaOculta(Hecho):
    """La Compañía vuelve a estar oculta."""

    tipo = "compania_oculta"

    def relato(self, nombres: Nombres) -> str:
        return "La Compañía se oculta."


class CompaniaDeclarada(Hecho):
    """La Compañía declara su posición; sigue oculta."""

    tipo = "compania_declarada"

    region: str

    def relato(self, nombres: Nombres) -> str:
        return f"La Compañía se declara en {region(self.region).nombre}."


class GuiaNombrado(Hecho):
    """Un Compañero, o Gollum, pasa a ser el Guía. `elegido`: si lo eligieron los Pueblos Libres."""

    tipo = "guia_nombrado"

    companero: str
    elegido: bool = False

    def relato(self, nombres: Nombres) -> str:
        return f"Guía de la Compañía: {personaje(self.companero).nombre}."


def descansa(estado: Estado, donde: str) -> bool:
    """Si en esa región la Compañía se cura al declararse: ciudad o Baluarte de los Pueblos Libres sin capturar.

    Un Baluarte original asediado también vale. Fuente: 001, «Cura del Portador».
    """
    actual = region(donde)
    propia = actual.nacion is not None and nacion(actual.nacion).bando is Bando.LIBRES
    return actual.acoge and propia and donde not in estado.capturados


def exigir_oculta(estado: Estado, que: str) -> None:
    """Comprueba que la Compañía está oculta.

    Raises:
        ErrorDeDominio: si está revelada.
    """
    if not estado.compania.oculta:
        raise rechazo(
            f"La Compañía está revelada: ocúltala antes de {que}.",
            "Una vez revelada, ni se mueve ni se declara hasta que se oculte; en Mordor tampoco.",
            "La Compañía es descubierta por una Caza del Anillo",
        )


@reglas.decide(MoverCompania)
def mover(estado: Estado, orden: MoverCompania, contexto: Contexto) -> list[Hecho]:
    """Mueve la Compañía; después viene la Caza (en Mordor, una ficha)."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    exigir_fase(estado, Fase.ACCIONES)
    exigir_oculta(estado, "moverla")
    if orden.dado is not None:
        accion = None if orden.habilidad else "personaje"
        exigir_dado(estado, Bando.LIBRES, orden.dado, accion, "mover la Compañía")
    progreso = None if estado.compania.en_mordor else estado.compania.progreso + 1
    return [CompaniaMovida(dado=orden.dado, progreso=progreso)]


@reglas.decide(OcultarCompania)
def ocultar(estado: Estado, orden: OcultarCompania, contexto: Contexto) -> list[Hecho]:
    """Oculta la Compañía. El dado no va a la casilla de Caza. Fuente: 001, «La Compañía ocultándose»."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    exigir_fase(estado, Fase.ACCIONES)
    if estado.compania.oculta:
        raise rechazo(
            "La Compañía ya está oculta.",
            "Solo se oculta una Compañía revelada.",
            "La Compañía ocultándose",
        )
    accion = None if orden.habilidad else "personaje"
    return [*gastar(estado, Bando.LIBRES, orden.dado, accion, "ocultar la Compañía"), CompaniaOculta()]


@reglas.decide(DeclararCompania)
def declarar(estado: Estado, orden: DeclararCompania, contexto: Contexto) -> list[Hecho]:
    """Declara la posición: cura donde se descansa, activa la nación de la ciudad o Baluarte, o entra en Mordor."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    exigir_fase(estado, Fase.COMPANIA)
    exigir_oculta(estado, "declararla")
    actual = region(orden.region)
    _exigir_declarable(estado, actual.id)
    hechos: list[Hecho] = [CompaniaDeclarada(region=actual.id)]
    if descansa(estado, actual.id) and estado.compania.corrupcion:
        hechos.append(CorrupcionCambiada(puntos=-1, por=f"el Portador descansa en {actual.nombre}"))
    if actual.acoge and actual.nacion is not None and nacion(actual.nacion).bando is Bando.LIBRES:
        hechos += politica.despertar(estado, actual.nacion, f"la Compañía se declara en {actual.nombre}")
    return [*hechos, *mordor.al_declararse(estado, actual.id)]


def _exigir_declarable(estado: Estado, donde: str) -> None:
    compania = estado.compania
    seccion = "La Compañía declara su posición"
    if compania.en_mordor:
        raise rechazo("En Mordor la Compañía ya no se declara.", "El progreso no avanza más.", seccion)
    if compania.declarada:
        raise rechazo(
            "La Compañía ya se ha declarado este turno.",
            "Se declara una vez en cada fase de la Compañía.",
            seccion,
        )
    lejos = mapa.distancia(compania.region, donde)
    if lejos > compania.progreso:
        raise rechazo(
            f"{region(donde).nombre} está a {cuenta(lejos, 'región', 'regiones')} de "
            f"{region(compania.region).nombre} y la Compañía ha recorrido {compania.progreso}.",
            "Se declara a una distancia igual o menor que el progreso.",
            seccion,
        )


@reglas.decide(ElegirGuia)
def elegir_guia(estado: Estado, orden: ElegirGuia, contexto: Contexto) -> list[Hecho]:
    """Elige Guía en la fase de la Compañía, o cuando acaba de cambiar quiénes van en ella."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    compania = estado.compania
    nombre = personaje(orden.companero).nombre
    if orden.companero == compania.guia:
        raise rechazo(f"{nombre} ya es el Guía.", "Hay un solo Guía.", "El Guía de La Compañía")
    if orden.companero not in compania.candidatos or orden.companero == GOLLUM:
        raise rechazo(
            f"{nombre} no puede ser Guía ahora.",
            "El Guía es el Compañero de mayor nivel de la Compañía; entre iguales se elige.",
            "El Guía de La Compañía",
        )
    if not puede_elegir_guia(estado):
        raise rechazo(
            "Ahora no se puede cambiar de Guía.",
            "Se elige en la fase de la Compañía, o en cuanto cambia quiénes van en ella.",
            "El Guía de La Compañía",
        )
    return [GuiaNombrado(companero=orden.companero, elegido=True)]


def puede_elegir_guia(estado: Estado) -> bool:
    """Si es momento de elegir Guía: la fase de la Compañía, o que acabe de cambiar quiénes van en ella.

    En plena Caza solo lo segundo, también si la ficha sale en la fase de la Compañía.
    Fuente: 001, «El Guía de La Compañía».
    """
    en_su_fase = estado.fase is Fase.COMPANIA and estado.caza is None
    return estado.batalla is None and (en_su_fase or estado.compania.cambio)


def relevo(estado: Estado) -> list[Hecho]:
    """El Guía que toma el relevo solo, si el que había ya no puede serlo; sin Compañeros, Gollum.

    Fuente: 001, «Separando Compañeros de La Compañía», «Gollum como Guía».
    """
    compania = estado.compania
    if not estado.empezada or compania.guia in compania.candidatos:
        return []
    return [GuiaNombrado(companero=compania.candidatos[0])]


@reglas.aplica(CompaniaMovida)
def compania_movida(estado: Estado, hecho: CompaniaMovida) -> Estado:
    bolsas = estado.bolsas
    if hecho.dado is not None:
        bolsa = bolsas[Bando.LIBRES]
        bolsas = {**bolsas, Bando.LIBRES: bolsa.con(disponibles=menos(bolsa.disponibles, hecho.dado))}
    compania = estado.compania.con(intento=True, cambio=False)
    motivo, paso = Motivo.MORDOR, PasoDeCaza.SACAR
    if hecho.progreso is not None:
        compania = compania.con(progreso=hecho.progreso)
        motivo = Motivo.MOVIMIENTO
        paso = PasoDeCaza.TIRAR if estado.caja.sombra else PasoDeCaza.FIN
    caza = CazaEnCurso(paso=paso, motivo=motivo, dado_pl=hecho.dado is not None)
    return estado.con(bolsas=bolsas, compania=compania, caza=caza)


@reglas.aplica(CompaniaOculta)
def compania_oculta(estado: Estado, hecho: CompaniaOculta) -> Estado:
    return estado.con(compania=estado.compania.con(oculta=True, intento=True))


@reglas.aplica(CompaniaDeclarada)
def compania_declarada(estado: Estado, hecho: CompaniaDeclarada) -> Estado:
    return estado.con(compania=estado.compania.con(region=hecho.region, progreso=0, declarada=True))


@reglas.aplica(GuiaNombrado)
def guia_nombrado(estado: Estado, hecho: GuiaNombrado) -> Estado:
    compania = estado.compania.con(guia=hecho.companero, cambio=estado.compania.cambio and not hecho.elegido)
    caza = estado.caza
    if caza is not None and caza.desde.turno > Remedio.GUIA.turno:
        # la habilidad del Guía recién nombrado se puede usar ya (reglamento de la 2.ª edición, p. 41)
        caza = caza.con(desde=Remedio.GUIA)
    return estado.con(compania=compania, caza=caza)
