"""El turno: sus fases, la casilla de Caza, la tirada de acción y el final."""

from servicios.azar import Sorteo
from servicios.guerra import mordor, victoria
from servicios.guerra.dados import caras_en_texto
from servicios.guerra.estado import Bolsa, Caja, Estado, Fase
from servicios.guerra.mesa import exigir_bando, exigir_fase, exigir_jugador
from servicios.guerra.piezas import Bando, Cara
from servicios.guerra.rechazo import REGLAMENTO, rechazo
from servicios.guerra.tablas import personaje, tablas
from servicios.guerra.texto import cuenta
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Estado]()


class TerminarFaseDeCompania(Orden):
    """Los Pueblos Libres acaban su fase de la Compañía."""


class AsignarCaza(Orden):
    """La Sombra pone dados en la casilla de Caza."""

    dados: int


class TirarAcciones(Orden):
    """Se tiran los dados de acción de los dos bandos."""


class TerminarTurno(Orden):
    """Se acaba el turno."""


class FaseDeCompaniaTerminada(Hecho):
    """Acaba la fase de la Compañía."""

    tipo = "fase_de_compania_terminada"

    def relato(self, nombres: Nombres) -> str:
        return "Termina la fase de la Compañía."


class CazaAsignada(Hecho):
    """La Sombra pone dados en la casilla."""

    tipo = "caza_asignada"

    dados: int

    def relato(self, nombres: Nombres) -> str:
        return f"La Sombra pone {cuenta(self.dados, 'dado')} en la casilla de Caza."


class AccionesTiradas(Hecho):
    """Los dados de acción de los dos bandos; los Ojos van a la casilla de Caza."""

    tipo = "acciones_tiradas"

    libres: Sorteo
    sombra: Sorteo
    caras_libres: tuple[Cara, ...]
    caras_sombra: tuple[Cara, ...]

    @property
    def ojos(self) -> int:
        return self.caras_sombra.count("ojo")

    def relato(self, nombres: Nombres) -> str:
        return (
            f"Tirada de acción. Los Pueblos Libres: {caras_en_texto(self.caras_libres)}. "
            f"La Sombra: {caras_en_texto(self.caras_sombra)}."
        )


class TurnoTerminado(Hecho):
    """Se acaba el turno: la casilla de Caza se vacía."""

    tipo = "turno_terminado"

    turno: int

    def relato(self, nombres: Nombres) -> str:
        return f"Termina el turno {self.turno}."


class TurnoEmpezado(Hecho):
    """Empieza un turno, con los dados que tiene cada bando."""

    tipo = "turno_empezado"

    turno: int
    dados_libres: int
    dados_sombra: int

    def relato(self, nombres: Nombres) -> str:
        return (
            f"Empieza el turno {self.turno}: {cuenta(self.dados_libres, 'dado')} de acción de los "
            f"Pueblos Libres y {self.dados_sombra} de la Sombra."
        )


def dados_de(estado: Estado, bando: Bando) -> int:
    """Dados de acción que tendrá un bando en el turno que empieza.

    Los extra de los personajes cuentan desde el turno siguiente, y su pérdida también.
    Fuente: 001, «Los Personajes en la guerra».
    """
    extra = sum(p.dado_extra for p in map(personaje, estado.en_juego) if p.bando is bando)
    return tablas().dados.de(bando).base + extra


def limites_de_caza(estado: Estado) -> tuple[int, int]:
    """Mínimo y máximo de dados que la Sombra puede poner en la casilla."""
    minimo = 1 if estado.edicion == 2 and estado.cazado_antes else 0
    maximo = min(max(1, len(estado.compania.companeros)), estado.bolsas[Bando.SOMBRA].total)
    return minimo, maximo


def empezar(estado: Estado) -> TurnoEmpezado:
    """El hecho con que empieza el turno siguiente."""
    return TurnoEmpezado(
        turno=estado.turno + 1,
        dados_libres=dados_de(estado, Bando.LIBRES),
        dados_sombra=dados_de(estado, Bando.SOMBRA),
    )


@reglas.decide(TerminarFaseDeCompania)
def terminar_fase(estado: Estado, orden: TerminarFaseDeCompania, contexto: Contexto) -> list[Hecho]:
    """Pasa a la asignación de la Caza."""
    exigir_bando(estado, contexto.actor, Bando.LIBRES)
    exigir_fase(estado, Fase.COMPANIA)
    return [FaseDeCompaniaTerminada()]


@reglas.decide(AsignarCaza)
def asignar(estado: Estado, orden: AsignarCaza, contexto: Contexto) -> list[Hecho]:
    """Pone dados de la Sombra en la casilla: de 0 al número de Compañeros, y siempre se puede 1."""
    exigir_bando(estado, contexto.actor, Bando.SOMBRA)
    exigir_fase(estado, Fase.ASIGNACION)
    minimo, maximo = limites_de_caza(estado)
    if not minimo <= orden.dados <= maximo:
        porque = " (al menos 1, porque la Compañía se movió el turno anterior)" if minimo else ""
        raise rechazo(
            f"La Sombra puede poner de {minimo} a {maximo} dados en la casilla{porque}, no {orden.dados}.",
            "Como mucho tantos como Compañeros haya en la Compañía; 1 se puede poner siempre.",
            REGLAMENTO.format(19),
        )
    return [CazaAsignada(dados=orden.dados)]


@reglas.decide(TirarAcciones)
def tirar_acciones(estado: Estado, orden: TirarAcciones, contexto: Contexto) -> list[Hecho]:
    """Tira los dados de acción; los puestos en la casilla no se tiran."""
    exigir_jugador(estado, contexto.actor)
    exigir_fase(estado, Fase.TIRADA)
    dados = tablas().dados
    libres = contexto.azar.dados(estado.bolsas[Bando.LIBRES].total)
    sombra = contexto.azar.dados(estado.bolsas[Bando.SOMBRA].total - estado.caja.sombra)
    return [
        AccionesTiradas(
            libres=libres,
            sombra=sombra,
            caras_libres=tuple(dados.libres.caras[valor - 1] for valor in libres.valores),
            caras_sombra=tuple(dados.sombra.caras[valor - 1] for valor in sombra.valores),
        )
    ]


@reglas.decide(TerminarTurno)
def terminar_turno(estado: Estado, orden: TerminarTurno, contexto: Contexto) -> list[Hecho]:
    """Acaba el turno. Los dados sin usar de un bando solo los abandona ese bando."""
    exigir_jugador(estado, contexto.actor)
    exigir_fase(estado, Fase.ACCIONES)
    for bando, bolsa in estado.bolsas.items():
        if bolsa.disponibles:
            quedan = len(bolsa.disponibles)
            raise rechazo(
                f"{'Queda' if quedan == 1 else 'Quedan'} por usar {cuenta(quedan, 'dado')} {bando.de}: para terminar el "
                "turno hay que gastar o dejar todos los dados.",
                "El turno acaba cuando los dos bandos han resuelto sus acciones.",
                REGLAMENTO.format(19),
            )
    return [TurnoTerminado(turno=estado.turno)]


def seguir(estado: Estado) -> list[Hecho]:
    """Lo que pasa solo al final del turno: la carga del Anillo, las victorias militares y el turno nuevo."""
    if estado.fase is not Fase.FINAL:
        return []
    return mordor.carga(estado) or victoria.militar(estado) or [empezar(estado)]


@reglas.aplica(FaseDeCompaniaTerminada)
def fase_terminada(estado: Estado, hecho: FaseDeCompaniaTerminada) -> Estado:
    return estado.con(fase=Fase.ASIGNACION, compania=estado.compania.con(cambio=False))


@reglas.aplica(CazaAsignada)
def caza_asignada(estado: Estado, hecho: CazaAsignada) -> Estado:
    return estado.con(fase=Fase.TIRADA, caja=Caja(sombra=hecho.dados))


@reglas.aplica(AccionesTiradas)
def acciones_tiradas(estado: Estado, hecho: AccionesTiradas) -> Estado:
    utiles = tuple(cara for cara in hecho.caras_sombra if cara != "ojo")
    bolsas = {
        Bando.LIBRES: estado.bolsas[Bando.LIBRES].con(disponibles=hecho.caras_libres),
        Bando.SOMBRA: estado.bolsas[Bando.SOMBRA].con(disponibles=utiles),
    }
    caja = estado.caja.con(sombra=estado.caja.sombra + hecho.ojos)
    return estado.con(fase=Fase.ACCIONES, bolsas=bolsas, caja=caja)


@reglas.aplica(TurnoTerminado)
def turno_terminado(estado: Estado, hecho: TurnoTerminado) -> Estado:
    return estado.con(fase=Fase.FINAL, cazado_antes=estado.caja.libres, caja=Caja())


@reglas.aplica(TurnoEmpezado)
def turno_empezado(estado: Estado, hecho: TurnoEmpezado) -> Estado:
    totales = {Bando.LIBRES: hecho.dados_libres, Bando.SOMBRA: hecho.dados_sombra}
    bolsas = {bando: Bolsa(total=total, anillos=estado.bolsas[bando].anillos) for bando, total in totales.items()}
    compania = estado.compania.con(intento=False, declarada=False, cambio=False)
    return estado.con(turno=hecho.turno, fase=Fase.COMPANIA, bolsas=bolsas, compania=compania)
