"""El final de una batalla: encerrarse o retirarse, avanzar, capturar, y empezar o levantar un asedio."""

from servicios.guerra.asentamientos import AsedioEmpezado, AsedioTerminado, entrar, ocupar
from servicios.guerra.batalla import batalla_en
from servicios.guerra.combate import Papel
from servicios.guerra.ejercitos import DENTRO_DE_UN_BALUARTE
from servicios.guerra.estado import Estado
from servicios.guerra.mesa import exigir_bando
from servicios.guerra.modelo_batalla import Batalla, ClaseDeBatalla, Desenlace, PasoDeBatalla
from servicios.guerra.personajes import PersonajeEliminado
from servicios.guerra.piezas import Bando
from servicios.guerra.politica import al_ser_invadida
from servicios.guerra.rechazo import rechazo
from servicios.guerra.retirada import empieza_ronda, refugios, sobran
from servicios.guerra.tablas import region
from servicios.guerra.texto import cuenta
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Estado]()


class ElegirCampo(Orden):
    """El defensor de un Baluarte elige, antes de la ronda, campo abierto o encerrarse."""

    encerrarse: bool


class DecidirRetirada(Orden):
    """El defensor se retira a una región adyacente, o aguanta (None)."""

    region: str | None = None


class AvanzarTrasBatalla(Orden):
    """El atacante entra, o no, en la región que ha quedado libre."""

    avanza: bool


class ElegirQuienCabe(Orden):
    """El defensor elige las 5 unidades que se quedan en el Baluarte; las demás vuelven a los refuerzos."""

    regulares: int
    elites: int


class CampoElegido(Hecho):
    """El defensor lucha en campo abierto o se encierra."""

    tipo = "campo_elegido"

    encerrarse: bool

    def relato(self, nombres: Nombres) -> str:
        if self.encerrarse:
            return "El defensor se encierra en el Baluarte."
        return "El defensor lucha en campo abierto."


class RetiradaDecidida(Hecho):
    """El defensor se retira a una región, o aguanta (None)."""

    tipo = "retirada_decidida"

    region: str | None

    def relato(self, nombres: Nombres) -> str:
        if self.region is None:
            return "El defensor aguanta: otra ronda."
        return f"El defensor se retira a {region(self.region).nombre}."


class BatallaDecidida(Hecho):
    """La batalla tiene desenlace. `avance`: si el atacante puede entrar en la región."""

    tipo = "batalla_decidida"

    desenlace: Desenlace
    nazgul: int = 0
    """Nazgûl de un ejército eliminado, que vuelven a los refuerzos."""
    avance: bool

    def relato(self, nombres: Nombres) -> str:
        vuelven = ""
        if self.nazgul:
            vuelven = f" {self.nazgul} Nazgûl {'vuelve' if self.nazgul == 1 else 'vuelven'} a los refuerzos."
        return f"Batalla decidida: {self.desenlace.nombre}.{vuelven}"


class AvanceDecidido(Hecho):
    """El atacante entra en la región o se queda donde está. `exceso`: unidades que no caben en el Baluarte."""

    tipo = "avance_decidido"

    avanza: bool
    exceso: int = 0

    def relato(self, nombres: Nombres) -> str:
        if not self.avanza:
            return "El atacante no avanza."
        if not self.exceso:
            return "El atacante entra en la región."
        sobra = f"{'Sobra' if self.exceso == 1 else 'Sobran'} {cuenta(self.exceso, 'unidad', 'unidades')}"
        return f"El atacante entra en la región. {sobra} en el Baluarte."


class ExcesoRetirado(Hecho):
    """Las unidades que no caben en el Baluarte vuelven a los refuerzos."""

    tipo = "exceso_retirado"

    regulares: int
    elites: int

    def relato(self, nombres: Nombres) -> str:
        partes = f"{cuenta(self.regulares, 'regular', 'regulares')} y {cuenta(self.elites, 'élite')}"
        return f"En el Baluarte se quedan {partes}; las demás vuelven a los refuerzos."


class BatallaTerminada(Hecho):
    """Fin de la batalla, con lo que queda de cada ejército."""

    tipo = "batalla_terminada"

    region: str
    desenlace: Desenlace
    atacante: str
    defensor: str

    def relato(self, nombres: Nombres) -> str:
        return (
            f"Termina la batalla de {region(self.region).nombre}. "
            f"Atacante: {self.atacante}; defensor: {self.defensor}."
        )


@reglas.decide(ElegirCampo)
def elegir_campo(estado: Estado, orden: ElegirCampo, contexto: Contexto) -> list[Hecho]:
    """Elige campo abierto o asedio, antes de cada ronda. Fuente: 001, «Atacando un Baluarte»."""
    batalla = batalla_en(estado, PasoDeBatalla.CAMPO_O_ASEDIO)
    exigir_bando(estado, contexto.actor, batalla.bando(Papel.DEFENSOR))
    return [CampoElegido(encerrarse=orden.encerrarse)]


@reglas.decide(DecidirRetirada)
def decidir_retirada(estado: Estado, orden: DecidirRetirada, contexto: Contexto) -> list[Hecho]:
    """Se retira o aguanta, cuando el atacante ha decidido seguir. Fuente: 001, «Retirada»."""
    batalla = batalla_en(estado, PasoDeBatalla.RETIRADA)
    exigir_bando(estado, contexto.actor, batalla.bando(Papel.DEFENSOR))
    if orden.region is not None and orden.region not in refugios(estado, batalla):
        raise rechazo(
            f"El defensor no puede retirarse a {region(orden.region).nombre}.",
            "Se retira a una región adyacente sin unidades enemigas, sin asentamiento enemigo y sin asentamiento "
            "aliado capturado.",
            "Retirada",
        )
    return [RetiradaDecidida(region=orden.region)]


@reglas.decide(AvanzarTrasBatalla)
def avanzar(estado: Estado, orden: AvanzarTrasBatalla, contexto: Contexto) -> list[Hecho]:
    """Entra en la región: la invade, captura su asentamiento o asedia su Baluarte.

    Fuente: 001, «Fin de la batalla».
    """
    batalla = batalla_en(estado, PasoDeBatalla.AVANCE)
    exigir_bando(estado, contexto.actor, batalla.atacante)
    if not orden.avanza:
        return [AvanceDecidido(avanza=False)]
    encerrado = batalla.desenlace is Desenlace.A_CUBIERTO
    hechos: list[Hecho] = [AvanceDecidido(avanza=True, exceso=sobran(batalla) if encerrado else 0)]
    if encerrado:
        invadida = al_ser_invadida(estado, batalla.region, batalla.atacante)
        return [*hechos, AsedioEmpezado(region=batalla.region), *invadida]
    return [*hechos, *entrar(estado, batalla.region, batalla.atacante)]


@reglas.decide(ElegirQuienCabe)
def elegir_quien_cabe(estado: Estado, orden: ElegirQuienCabe, contexto: Contexto) -> list[Hecho]:
    """Elige qué 5 unidades se quedan dentro. Fuente: 001, «Condición de asedio a un Baluarte»."""
    batalla = batalla_en(estado, PasoDeBatalla.EXCESO)
    exigir_bando(estado, contexto.actor, batalla.bando(Papel.DEFENSOR))
    hay = batalla.ejercitos[Papel.DEFENSOR]
    posible = 0 <= orden.regulares <= hay.regulares and 0 <= orden.elites <= hay.elites
    if not posible or orden.regulares + orden.elites != DENTRO_DE_UN_BALUARTE:
        raise rechazo(
            f"Elige {DENTRO_DE_UN_BALUARTE} unidades de las que hay: {hay.composicion}.",
            f"En un Baluarte asediado caben {DENTRO_DE_UN_BALUARTE}; las demás se retiran.",
            "Condición de asedio a un Baluarte",
        )
    return [ExcesoRetirado(regulares=orden.regulares, elites=orden.elites)]


def seguir(estado: Estado) -> list[Hecho]:
    """Lo que pasa solo al decidirse y al terminar una batalla."""
    batalla = estado.batalla
    if batalla is None or batalla.desenlace is None:
        return []
    if batalla.paso is PasoDeBatalla.DECIDIDA:
        return _decidir(estado, batalla, batalla.desenlace)
    if batalla.paso is PasoDeBatalla.TERMINAR:
        quedan = {papel: ejercito.composicion for papel, ejercito in batalla.ejercitos.items()}
        return [
            BatallaTerminada(
                region=batalla.region,
                desenlace=batalla.desenlace,
                atacante=quedan[Papel.ATACANTE],
                defensor=quedan[Papel.DEFENSOR],
            )
        ]
    return []


def _decidir(estado: Estado, batalla: Batalla, desenlace: Desenlace) -> list[Hecho]:
    caidos = [papel for papel in Papel if not batalla.ejercitos[papel].unidades]
    personajes = [quien for papel in caidos for quien in batalla.ejercitos[papel].personajes]
    nazgul = sum(batalla.ejercitos[papel].lideres for papel in caidos if batalla.bando(papel) is Bando.SOMBRA)
    vence = desenlace in {Desenlace.DEFENSOR_ELIMINADO, Desenlace.RETIRADA, Desenlace.A_CUBIERTO}
    avance = vence and batalla.clase in {ClaseDeBatalla.CAMPAL, ClaseDeBatalla.SOCORRO}
    return [
        BatallaDecidida(desenlace=desenlace, nazgul=nazgul, avance=avance),
        *[PersonajeEliminado(personaje=quien, por="su ejército ha sido eliminado") for quien in personajes],
        *_consecuencias_del_asedio(estado, batalla, desenlace),
    ]


def _consecuencias_del_asedio(estado: Estado, batalla: Batalla, desenlace: Desenlace) -> list[Hecho]:
    """Si el asedio acaba y si el sitiador captura el Baluarte.

    Acaba cuando sitiador o sitiado son eliminados, o cuando el sitiador se retira.
    Fuente: 001, «Condición de asedio a un Baluarte», «Capturando un asentamiento».
    """
    if batalla.clase is ClaseDeBatalla.CAMPAL:
        return []
    atacan = batalla.ejercitos[Papel.ATACANTE].unidades + batalla.reserva
    defienden = batalla.ejercitos[Papel.DEFENSOR].unidades if desenlace is not Desenlace.RETIRADA else 0
    # la reserva está en la región: retaguardia del sitiador, o guarnición que no ha salido
    if batalla.clase is ClaseDeBatalla.ASEDIO:
        sitian, dentro, sitiador = atacan, defienden, batalla.atacante
    else:
        sitian, dentro, sitiador = defienden, atacan, batalla.atacante.rival
    if batalla.clase is ClaseDeBatalla.SOCORRO:
        dentro = 1  # la guarnición no participa en la ayuda: sigue dentro pase lo que pase
    if sitian and dentro:
        return []
    acabado = AsedioTerminado(region=batalla.region, por=desenlace.nombre)
    return [acabado, *(ocupar(estado, batalla.region, sitiador) if sitian else [])]


@reglas.aplica(CampoElegido)
def campo_elegido(estado: Estado, hecho: CampoElegido) -> Estado:
    batalla = estado.batalla_abierta
    if hecho.encerrarse:
        return estado.con(batalla=batalla.con(desenlace=Desenlace.A_CUBIERTO, paso=PasoDeBatalla.DECIDIDA))
    return estado.con(batalla=batalla.con(paso=PasoDeBatalla.CARTA_ATACANTE))


@reglas.aplica(RetiradaDecidida)
def retirada_decidida(estado: Estado, hecho: RetiradaDecidida) -> Estado:
    batalla = estado.batalla_abierta
    if hecho.region is not None:
        return estado.con(batalla=batalla.con(desenlace=Desenlace.RETIRADA, paso=PasoDeBatalla.DECIDIDA))
    return estado.con(batalla=empieza_ronda(batalla.con(ronda=batalla.ronda + 1), estado))


@reglas.aplica(BatallaDecidida)
def batalla_decidida(estado: Estado, hecho: BatallaDecidida) -> Estado:
    paso = PasoDeBatalla.AVANCE if hecho.avance else PasoDeBatalla.TERMINAR
    return estado.con(batalla=estado.batalla_abierta.con(paso=paso))


@reglas.aplica(AvanceDecidido)
def avance_decidido(estado: Estado, hecho: AvanceDecidido) -> Estado:
    paso = PasoDeBatalla.EXCESO if hecho.exceso else PasoDeBatalla.TERMINAR
    return estado.con(batalla=estado.batalla_abierta.con(paso=paso))


@reglas.aplica(ExcesoRetirado)
def exceso_retirado(estado: Estado, hecho: ExcesoRetirado) -> Estado:
    batalla = estado.batalla_abierta
    dentro = batalla.ejercitos[Papel.DEFENSOR].con(regulares=hecho.regulares, elites=hecho.elites)
    ejercitos = {**batalla.ejercitos, Papel.DEFENSOR: dentro}
    return estado.con(batalla=batalla.con(ejercitos=ejercitos, paso=PasoDeBatalla.TERMINAR))


@reglas.aplica(BatallaTerminada)
def batalla_terminada(estado: Estado, hecho: BatallaTerminada) -> Estado:
    return estado.con(batalla=None)
