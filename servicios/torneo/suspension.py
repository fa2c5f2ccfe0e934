"""Cuando Discord falla: sin canal o sin permiso el torneo se detiene, lo sabe quien coordina, y se repone.

Lo que el bot no pudo decir es un hecho más. Así se vuelve a decir al reponer el panel, y una caída no lo pierde.
"""

from servicios.errores import SinPermiso, YaHaCambiado
from servicios.hechos import SISTEMA, Contexto, Hecho, Nombres, Orden, Reglas
from servicios.torneo.derechos import exigir_abierto, exigir_coordinacion
from servicios.torneo.estado import Torneo
from servicios.torneo.reloj_de_ronda import pausa, reanudacion

reglas = Reglas[Torneo]()

LARGO_DE_MOTIVO = 200


class Suspender(Orden):
    """El bot no puede seguir donde estaba.

    Attributes:
        causa: qué ha pasado, para la coordinación.
        perdido: clave del aviso que no ha llegado, si hay que repetirlo al reponer el panel.
    """

    causa: str
    perdido: str = ""


class AvisarEnPrivado(Orden):
    """El aviso de esa suspensión no llega a ningún canal."""

    suspension: int


class AnotarHiloFallido(Orden):
    """El hilo de una mesa no se ha podido abrir. `motivo`: lo que dice Discord."""

    ronda: int
    repeticion: int
    mesa: int
    motivo: str


class Reponer(Orden):
    """«Reponer el panel»: volver a poner los mensajes y seguir. `canal`: si es otro."""

    canal: int | None = None


class Suspendido(Hecho):
    tipo = "suspendido"

    causa: int

    def relato(self, nombres: Nombres) -> str:
        return f"El torneo se detiene: {nombres.texto(self.causa)}"


class AvisoPerdido(Hecho):
    tipo = "aviso_perdido"

    clave: str

    def relato(self, nombres: Nombres) -> str:
        return "Un anuncio no ha podido llegar: se repetirá al reponer el panel."


class AvisadoEnPrivado(Hecho):
    tipo = "avisado_en_privado"

    suspension: int

    def relato(self, nombres: Nombres) -> str:
        return "El aviso no llega a ningún canal: se manda en privado a la coordinación."


class HiloFallido(Hecho):
    tipo = "hilo_fallido"

    ronda: int
    mesa: int
    motivo: int

    def relato(self, nombres: Nombres) -> str:
        motivo = nombres.texto(self.motivo)
        return f"Ronda {self.ronda}, mesa {self.mesa}: no se puede abrir su hilo. {motivo}"


class Repuesto(Hecho):
    tipo = "repuesto"

    canal: int | None = None

    def relato(self, nombres: Nombres) -> str:
        return "Se repone el panel y el torneo continúa."


@reglas.decide(Suspender)
def suspender(torneo: Torneo, orden: Suspender, contexto: Contexto) -> list[Hecho]:
    """Detiene el torneo y para su reloj. Si ya lo estaba, apunta lo que tampoco ha llegado.

    Raises:
        YaHaCambiado: si ya estaba detenido y no hay nada que apuntar.
    """
    exigir_abierto(torneo)
    if contexto.actor.persona != SISTEMA:
        exigir_coordinacion(torneo, contexto.actor)
    nuevo = orden.perdido and orden.perdido not in torneo.perdidos
    perdido = [AvisoPerdido(clave=orden.perdido)] if nuevo else []
    if torneo.suspendido is not None:
        if not perdido:
            raise YaHaCambiado("El torneo ya está detenido.")
        return [*perdido]
    parado = pausa(torneo.ronda, contexto.ahora) if torneo.ronda else None
    return [Suspendido(causa=contexto.textos.anotar(orden.causa)), *([parado] if parado else []), *perdido]


@reglas.decide(AvisarEnPrivado)
def avisar_en_privado(torneo: Torneo, orden: AvisarEnPrivado, contexto: Contexto) -> list[Hecho]:
    """Que quien coordina se entere por un mensaje directo.

    Raises:
        YaHaCambiado: si el torneo ya sigue, o ya se les avisó.
    """
    _exigir_al_bot(contexto)
    actual = torneo.suspendido is not None and orden.suspension == torneo.suspensiones
    if not actual or torneo.en_privado == orden.suspension:
        raise YaHaCambiado("De eso ya no hay que avisar.")
    return [AvisadoEnPrivado(suspension=orden.suspension)]


@reglas.decide(AnotarHiloFallido)
def anotar_hilo_fallido(torneo: Torneo, orden: AnotarHiloFallido, contexto: Contexto) -> list[Hecho]:
    """Apunta una mesa sin hilo, para decirlo. Sin hilo se juega igual.

    Raises:
        YaHaCambiado: si ya constaba, o la ronda se anuló.
    """
    exigir_abierto(torneo)
    _exigir_al_bot(contexto)
    ronda = torneo.rondas[orden.ronda - 1] if orden.ronda <= len(torneo.rondas) else None
    if ronda is None or ronda.repeticion != orden.repeticion or orden.mesa in ronda.sin_hilo:
        raise YaHaCambiado("Eso ya consta.")
    motivo = contexto.textos.anotar(orden.motivo[:LARGO_DE_MOTIVO])
    return [HiloFallido(ronda=orden.ronda, mesa=orden.mesa, motivo=motivo)]


def _exigir_al_bot(contexto: Contexto) -> None:
    if contexto.actor.persona != SISTEMA:
        raise SinPermiso("De lo que no llega da cuenta el bot.")


@reglas.decide(Reponer)
def reponer(torneo: Torneo, orden: Reponer, contexto: Contexto) -> list[Hecho]:
    """Pone otra vez el panel; si el torneo estaba detenido, sigue y su reloj también.

    Raises:
        SinPermiso: si no lo pide la coordinación.
    """
    exigir_abierto(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    sigue = None
    if torneo.ronda is not None and torneo.ronda.reloj is not None and torneo.ronda.reloj.por_suspension:
        sigue = reanudacion(torneo.bases, torneo.ronda, contexto.ahora)
    return [Repuesto(canal=orden.canal), *([sigue] if sigue else [])]


@reglas.aplica(Suspendido)
def suspendido(torneo: Torneo, hecho: Suspendido) -> Torneo:
    ronda = torneo.ronda
    if ronda is not None and ronda.reloj is not None and ronda.reloj.fin is not None:
        torneo = torneo.con_ronda(ronda.con(reloj=ronda.reloj.con(por_suspension=True)))
    return torneo.con(suspendido=hecho.causa, suspensiones=torneo.suspensiones + 1)


@reglas.aplica(AvisoPerdido)
def aviso_perdido(torneo: Torneo, hecho: AvisoPerdido) -> Torneo:
    return torneo.con(perdidos=torneo.perdidos | {hecho.clave})


@reglas.aplica(AvisadoEnPrivado)
def avisado_en_privado(torneo: Torneo, hecho: AvisadoEnPrivado) -> Torneo:
    return torneo.con(en_privado=hecho.suspension)


@reglas.aplica(HiloFallido)
def hilo_fallido(torneo: Torneo, hecho: HiloFallido) -> Torneo:
    ronda = torneo.rondas[hecho.ronda - 1]
    return torneo.con_ronda(ronda.con(sin_hilo=ronda.sin_hilo | {hecho.mesa: hecho.motivo}))


@reglas.aplica(Repuesto)
def repuesto(torneo: Torneo, hecho: Repuesto) -> Torneo:
    otra_vez = {clave: torneo.repetidos.get(clave, 0) + 1 for clave in torneo.perdidos}
    ronda = torneo.ronda
    if ronda is not None and ronda.reloj is not None:
        torneo = torneo.con_ronda(ronda.con(reloj=ronda.reloj.con(por_suspension=False)))
    return torneo.con(
        suspendido=None,
        reposiciones=torneo.reposiciones + 1,
        canal=hecho.canal or torneo.canal,
        perdidos=frozenset(),
        repetidos=torneo.repetidos | otra_vez,
    )
