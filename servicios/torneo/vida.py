"""La vida de un torneo: crear, iniciar, cerrar, cancelar, y quién y dónde lo lleva."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from servicios.errores import ErrorDeDominio, NoExiste, SinPermiso
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas, Rol
from servicios.texto import cuenta
from servicios.torneo.clasificacion import clasificar
from servicios.torneo.derechos import exigir_abierto, exigir_coordinacion, exigir_en_juego
from servicios.torneo.estado import Torneo
from servicios.torneo.frases import limpio, resultados_de, rondas_sin_jugar
from servicios.torneo.playoff import podio
from servicios.torneo.puntos import AFORO_MAXIMO, RONDAS_MAXIMAS, rondas_previstas, rondas_sugeridas
from servicios.torneo.valores import Bases, Fase, Fila

reglas = Reglas[Torneo]()

PLAZO_MAXIMO = 60


class Crear(Orden):
    nombre: str
    bases: Bases
    canal: int | None = None


class Iniciar(Orden):
    """Cerrar la inscripción. `rondas`: obligatorias si el reglamento no las dice."""

    rondas: int | None = None


class Cerrar(Orden):
    """Terminar el torneo. `antes`: se sabe que quedan rondas previstas sin jugar."""

    antes: bool = False


class Cancelar(Orden):
    motivo: str = ""


class Coordinar(Orden):
    """Nombrar a alguien para la coordinación de este torneo, o quitarlo."""

    persona: int
    quitar: bool = False


class MoverCanal(Orden):
    canal: int


class TorneoCreado(Hecho):
    tipo = "torneo_creado"

    nombre: int
    bases: Bases
    coordina: int
    canal: int | None = None

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.persona(self.coordina)} crea el torneo «{nombres.texto(self.nombre)}»."


class TorneoIniciado(Hecho):
    tipo = "torneo_iniciado"

    rondas: int
    jugadores: int

    def relato(self, nombres: Nombres) -> str:
        return f"Empieza el torneo: {self.jugadores} jugadores, {cuenta(self.rondas, 'ronda')}."


class TorneoCerrado(Hecho):
    """Fin del torneo, con la clasificación tal como queda. Revela la semilla, así que no se reabre."""

    tipo = "torneo_cerrado"
    frontera = True

    clasificacion: tuple[Fila, ...]
    podio: tuple[tuple[int, ...], ...]

    def relato(self, nombres: Nombres) -> str:
        return "Se cierra el torneo y queda publicada su clasificación final."


class TorneoCancelado(Hecho):
    tipo = "torneo_cancelado"
    frontera = True

    motivo: int | None = None

    def relato(self, nombres: Nombres) -> str:
        causa = f": {nombres.texto(self.motivo)}" if self.motivo is not None else ""
        return f"Se cancela el torneo{causa}."


class CoordinacionCambiada(Hecho):
    tipo = "coordinacion_cambiada"

    persona: int
    quitar: bool = False

    def relato(self, nombres: Nombres) -> str:
        verbo = "deja" if self.quitar else "entra en"
        return f"{nombres.persona(self.persona)} {verbo} la coordinación del torneo."


class CanalMovido(Hecho):
    tipo = "canal_movido"

    canal: int

    def relato(self, nombres: Nombres) -> str:
        return "El torneo cambia de canal."


@reglas.decide(Crear)
def crear(torneo: Torneo, orden: Crear, contexto: Contexto) -> list[Hecho]:
    """Abre la inscripción con unas bases que ya no cambian.

    Raises:
        ErrorDeDominio: si ya hay un torneo o algún número no vale.
        SinPermiso: si no es de la coordinación del servidor.
    """
    if torneo.fase is not Fase.NUEVO:
        raise ErrorDeDominio("En este canal ya hay un torneo abierto.")
    if not contexto.actor.es(Rol.MODERADOR, Rol.COORDINADOR):
        raise SinPermiso("Crea torneos quien tiene el rol de coordinación o puede gestionar el servidor.")
    nombre = limpio(orden.nombre)
    if not nombre:
        raise ErrorDeDominio("El torneo necesita un nombre con alguna letra visible.")
    _exigir_bases(orden.bases)
    texto = contexto.textos.anotar(nombre)
    return [TorneoCreado(nombre=texto, bases=orden.bases, coordina=contexto.actor.persona, canal=orden.canal)]


def _exigir_bases(bases: Bases) -> None:
    for valor, tope, que in (
        (bases.rondas, RONDAS_MAXIMAS, "Las rondas"),
        (bases.aforo, AFORO_MAXIMO, "Las plazas"),
        (bases.plazo, PLAZO_MAXIMO, "Los días de plazo"),
    ):
        if valor is not None and not 1 <= valor <= tope:
            raise ErrorDeDominio(f"{que} van de 1 a {tope}.")
    try:
        ZoneInfo(bases.zona)
    except (ZoneInfoNotFoundError, ValueError) as fallo:
        raise NoExiste("La zona horaria del servidor no existe: se elige con /configurar.") from fallo


@reglas.decide(Iniciar)
def iniciar(torneo: Torneo, orden: Iniciar, contexto: Contexto) -> list[Hecho]:
    """Cierra la inscripción y fija las rondas. Fuente: 000, «Número de rondas»; huecos D-01 y D-02.

    Raises:
        ErrorDeDominio: si ya empezó, hay menos de dos o hacen falta las rondas.
    """
    exigir_abierto(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    if torneo.fase is Fase.EN_JUEGO:
        raise ErrorDeDominio("El torneo ya ha empezado.")
    jugadores = len(torneo.activos)
    if jugadores < 2:
        raise ErrorDeDominio("Hacen falta al menos 2 inscritos para empezar.")
    rondas = orden.rondas or torneo.bases.rondas or rondas_previstas(jugadores)
    if rondas is None:
        raise ErrorDeDominio(
            f"El reglamento no dice cuántas rondas se juegan con {jugadores} inscritos: indícalo en la opción "
            f"rondas (se sugieren {rondas_sugeridas(jugadores)}).",
            "Fuente: 000, «Número de rondas»: va de 6 a 128 jugadores.",
        )
    if not 1 <= rondas <= RONDAS_MAXIMAS:
        raise ErrorDeDominio(f"Las rondas van de 1 a {RONDAS_MAXIMAS}.")
    return [TorneoIniciado(rondas=rondas, jugadores=jugadores)]


def advertencias(torneo: Torneo, rondas: int | None = None) -> tuple[str, ...]:
    """Lo que conviene saber antes de iniciar: impares, pocos para tantas rondas, los 50 del reglamento."""
    jugadores = len(torneo.activos)
    rondas = rondas or torneo.rondas_previstas or torneo.bases.rondas or rondas_sugeridas(jugadores)
    avisos: list[str] = []
    if jugadores % 2:
        avisos.append(
            f"Sois {jugadores}, un número impar: en cada ronda descansará alguien. El reglamento recomienda "
            "evitarlo, sobre todo en la primera."
        )
    if jugadores < 2 * rondas:
        avisos.append(
            f"Con {jugadores} jugadores y {rondas} rondas, si alguien se retira puede no haber forma de emparejar "
            f"las últimas sin repetir rival. Con {max(1, rondas - 1)} habría más margen."
        )
    if jugadores == 50 and rondas_previstas(50) == rondas:
        avisos.append("El reglamento pone a 50 jugadores en dos tramos (6 y 7 rondas): se juegan 6.")
    personas = {p.persona for p in torneo.participantes.values()}
    if personas & torneo.coordinadores:
        avisos.append("Alguien de la coordinación también juega: sus partidas las decidirá otra persona.")
    return tuple(avisos)


@reglas.decide(Cerrar)
def cerrar(torneo: Torneo, orden: Cerrar, contexto: Contexto) -> list[Hecho]:
    """Fija la clasificación final y termina el torneo.

    Raises:
        ErrorDeDominio: si faltan resultados o rondas.
    """
    exigir_en_juego(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    if torneo.ronda is None:
        raise ErrorDeDominio("No se ha jugado ninguna ronda: si no se va a jugar, usa /torneo cancelar.")
    if torneo.ronda.faltan():
        raise ErrorDeDominio(f"{resultados_de(torneo.ronda.faltan())} de la ronda {torneo.ronda.numero}.")
    quedan = (torneo.rondas_previstas or 0) - len(torneo.rondas)
    if quedan > 0 and not orden.antes:
        raise ErrorDeDominio(f"{rondas_sin_jugar(quedan)}: confirma que el torneo termina antes.")
    return [TorneoCerrado(clasificacion=clasificar(torneo), podio=podio(torneo))]


@reglas.decide(Cancelar)
def cancelar(torneo: Torneo, orden: Cancelar, contexto: Contexto) -> list[Hecho]:
    exigir_abierto(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    motivo = orden.motivo.strip()
    return [TorneoCancelado(motivo=contexto.textos.anotar(motivo) if motivo else None)]


@reglas.decide(Coordinar)
def coordinar(torneo: Torneo, orden: Coordinar, contexto: Contexto) -> list[Hecho]:
    """Suma o quita a una persona de la coordinación de este torneo.

    Raises:
        ErrorDeDominio: si ya estaba, o si no estaba.
    """
    exigir_abierto(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    esta = orden.persona in torneo.coordinadores
    if esta is not orden.quitar:
        raise ErrorDeDominio("Esa persona ya coordina." if esta else "Esa persona no coordina este torneo.")
    return [CoordinacionCambiada(persona=orden.persona, quitar=orden.quitar)]


@reglas.decide(MoverCanal)
def mover(torneo: Torneo, orden: MoverCanal, contexto: Contexto) -> list[Hecho]:
    exigir_abierto(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    if orden.canal == torneo.canal:
        raise ErrorDeDominio("El torneo ya está en ese canal.")
    return [CanalMovido(canal=orden.canal)]


@reglas.aplica(TorneoCreado)
def creado(torneo: Torneo, hecho: TorneoCreado) -> Torneo:
    return torneo.con(
        fase=Fase.INSCRIPCION,
        nombre=hecho.nombre,
        bases=hecho.bases,
        coordinadores=frozenset({hecho.coordina}),
        canal=hecho.canal,
    )


@reglas.aplica(TorneoIniciado)
def iniciado(torneo: Torneo, hecho: TorneoIniciado) -> Torneo:
    return torneo.con(fase=Fase.EN_JUEGO, rondas_previstas=hecho.rondas)


@reglas.aplica(TorneoCerrado)
def cerrado(torneo: Torneo, hecho: TorneoCerrado) -> Torneo:
    ultima = torneo.rondas[-1].con(cerrada=True)
    return torneo.con_ronda(ultima).con(
        fase=Fase.CERRADO, clasificacion_final=hecho.clasificacion, podio=hecho.podio, borrador=None
    )


@reglas.aplica(TorneoCancelado)
def cancelado(torneo: Torneo, hecho: TorneoCancelado) -> Torneo:
    return torneo.con(fase=Fase.CANCELADO, borrador=None)


@reglas.aplica(CoordinacionCambiada)
def coordinacion_cambiada(torneo: Torneo, hecho: CoordinacionCambiada) -> Torneo:
    una = {hecho.persona}
    nueva = torneo.coordinadores - una if hecho.quitar else torneo.coordinadores | una
    return torneo.con(coordinadores=nueva)


@reglas.aplica(CanalMovido)
def canal_movido(torneo: Torneo, hecho: CanalMovido) -> Torneo:
    return torneo.con(canal=hecho.canal)
