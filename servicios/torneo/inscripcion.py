"""Inscribirse: plazas, lista de espera y entradas tardías."""

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.torneo.derechos import coordina, exigir_abierto, participante_o_yo
from servicios.torneo.estado import Torneo
from servicios.torneo.frases import clave_de_nombre, escapado, limpio, nombre
from servicios.torneo.puntos import AFORO_MAXIMO
from servicios.torneo.valores import Fase, Participante, Situacion

reglas = Reglas[Torneo]()


class Inscribir(Orden):
    """Apuntar a alguien.

    Attributes:
        nombre: cómo se le llama; de quien tiene cuenta, su nombre visible.
        persona: número de quien tiene cuenta de Discord; `None` si no la tiene.
        vetada: si otro torneo de este servidor le prohibió jugar y nadie lo ha levantado.
    """

    nombre: str
    persona: int | None = None
    vetada: bool = False


class Inscrito(Hecho):
    tipo = "inscrito"

    participante: int
    nombre: int
    persona: int | None = None
    espera: bool = False
    tardio: bool = False

    def relato(self, nombres: Nombres) -> str:
        quien = nombres.texto(self.nombre)
        if self.espera:
            return f"{quien} entra en la lista de espera."
        return (
            f"{quien} se inscribe con el torneo empezado, con 0 puntos."
            if self.tardio
            else f"Se inscribe {quien}."
        )


class Admitido(Hecho):
    """Alguien pasa de la lista de espera a una plaza."""

    tipo = "admitido"

    participante: int
    nombre: int
    tardio: bool = False

    def relato(self, nombres: Nombres) -> str:
        return f"{nombres.texto(self.nombre)} pasa de la lista de espera a una plaza libre."


class Desinscrito(Hecho):
    """Una baja antes de empezar: no deja rastro en la clasificación y se puede volver.

    Attributes:
        motivo: por qué se le quita de la lista, si no se va por su voluntad.
    """

    tipo = "desinscrito"

    participante: int
    nombre: int
    motivo: int | None = None

    def relato(self, nombres: Nombres) -> str:
        if self.motivo is not None:
            return f"Se quita de la lista a {nombres.texto(self.nombre)}: {nombres.texto(self.motivo)}"
        return f"{nombres.texto(self.nombre)} se da de baja antes de empezar."


@reglas.decide(Inscribir)
def inscribir(torneo: Torneo, orden: Inscribir, contexto: Contexto) -> list[Hecho]:
    """Apunta a una persona, en plaza o en espera.

    Raises:
        ErrorDeDominio: si ya está, está vetada, el nombre no sirve o la inscripción está cerrada.
    """
    exigir_abierto(torneo)
    manda = coordina(torneo, contexto.actor)
    if orden.persona != contexto.actor.persona and not manda:
        raise SinPermiso("Solo la coordinación inscribe a otras personas.")
    _exigir_sin_veto(torneo, orden)
    tardio = torneo.fase is Fase.EN_JUEGO
    if tardio:
        _exigir_puerta_abierta(torneo, manda=manda)
    previo = _exigir_nuevo(torneo, orden, contexto)
    plazas = torneo.bases.aforo or AFORO_MAXIMO
    lleno = len(torneo.activos) >= plazas
    if lleno and tardio:
        raise ErrorDeDominio(f"Las {plazas} plazas están ocupadas.")
    if previo is not None:
        return [Admitido(participante=previo.id, nombre=previo.nombre, tardio=tardio)]
    return [
        Inscrito(
            participante=torneo.ultimo_id + 1,
            nombre=contexto.textos.anotar(limpio(orden.nombre), orden.persona),
            persona=orden.persona,
            espera=lleno,
            tardio=tardio,
        )
    ]


def _exigir_sin_veto(torneo: Torneo, orden: Inscribir) -> None:
    if orden.vetada or (orden.persona is not None and orden.persona in torneo.vetados):
        raise ErrorDeDominio(
            "Esta persona tiene prohibido participar hasta que la coordinación le levante el veto.",
            "Fuente: 000, «Arbitraje».",
        )


def _exigir_puerta_abierta(torneo: Torneo, *, manda: bool) -> None:
    if len(torneo.rondas) >= 2:
        raise ErrorDeDominio("La inscripción terminó: ya se ha publicado la segunda ronda.")
    if not manda:
        raise SinPermiso("El torneo ya ha empezado: pide a la coordinación que te inscriba.")


def _exigir_nuevo(torneo: Torneo, orden: Inscribir, contexto: Contexto) -> Participante | None:
    """Comprueba que no está ya. Devuelve a quien esperaba plaza si quien lo apunta puede admitirlo."""
    nuevo = limpio(orden.nombre)
    if not nuevo:
        raise ErrorDeDominio("Escribe un nombre con alguna letra visible.")
    clave = clave_de_nombre(nuevo)
    for quien in torneo.participantes.values():
        misma = orden.persona is not None and quien.persona == orden.persona
        sin_cuenta = orden.persona is None or quien.persona is None
        if not misma and not (sin_cuenta and clave_de_nombre(contexto.textos[quien.nombre]) == clave):
            continue
        if quien.situacion is Situacion.ESPERA and torneo.fase is Fase.EN_JUEGO:
            return quien
        raise ErrorDeDominio(_ya_esta(quien, escapado(contexto.textos[quien.nombre]), misma=misma))
    return None


def _ya_esta(quien: Participante, llamado: str, *, misma: bool) -> str:
    if quien.situacion is Situacion.ESPERA:
        return f"{llamado} ya está en la lista de espera."
    if quien.situacion is not Situacion.ACTIVO:
        return f"{llamado} ya dejó el torneo y no puede volver."
    if misma:
        return f"{llamado} ya está en la lista de inscritos."
    return (
        f"Ya hay alguien inscrito como «{llamado}»: si es otra persona, la coordinación puede darle otro nombre."
    )


def bajas_sin_empezar(torneo: Torneo, numero: int | None, contexto: Contexto) -> list[Hecho]:
    """Darse de baja antes de iniciar.

    Raises:
        ErrorDeDominio: si no está, o si quien lo pide no es esa persona ni la coordinación.
    """
    quien = participante_o_yo(torneo, numero, contexto.actor)
    if quien.persona != contexto.actor.persona and not coordina(torneo, contexto.actor):
        raise SinPermiso(f"Solo la coordinación puede dar de baja a {nombre(contexto, quien)}.")
    return quitar(torneo, quien)


def quitar(torneo: Torneo, quien: Participante, motivo: int | None = None) -> list[Hecho]:
    """Los hechos de quitar a alguien antes de empezar: su plaza es de la primera persona en espera."""
    hechos: list[Hecho] = [Desinscrito(participante=quien.id, nombre=quien.nombre, motivo=motivo)]
    if quien.situacion is Situacion.ACTIVO and torneo.en_espera:
        siguiente = torneo.participantes[torneo.en_espera[0]]
        hechos.append(Admitido(participante=siguiente.id, nombre=siguiente.nombre))
    return hechos


@reglas.aplica(Inscrito)
def inscrito(torneo: Torneo, hecho: Inscrito) -> Torneo:
    quien = Participante(
        id=hecho.participante,
        nombre=hecho.nombre,
        persona=hecho.persona,
        situacion=Situacion.ESPERA if hecho.espera else Situacion.ACTIVO,
        tardio=hecho.tardio,
    )
    return torneo.con_participante(quien).con(ultimo_id=quien.id)


@reglas.aplica(Admitido)
def admitido(torneo: Torneo, hecho: Admitido) -> Torneo:
    quien = torneo.participantes[hecho.participante]
    return torneo.con_participante(
        quien.con(situacion=Situacion.ACTIVO, estuvo_en_espera=True, tardio=hecho.tardio)
    )


@reglas.aplica(Desinscrito)
def desinscrito(torneo: Torneo, hecho: Desinscrito) -> Torneo:
    quedan = {n: quien for n, quien in torneo.participantes.items() if n != hecho.participante}
    return torneo.con(participantes=quedan)
