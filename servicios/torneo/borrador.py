"""La orden «siguiente»: el sorteo y el borrador de una ronda."""

from servicios.errores import ErrorDeDominio, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.texto import cuenta, lista
from servicios.torneo.clasificacion import totales
from servicios.torneo.derechos import exigir_coordinacion, exigir_en_juego
from servicios.torneo.emparejar import Campo, Emparejamiento, SinEmparejamiento, emparejar
from servicios.torneo.estado import Torneo
from servicios.torneo.frases import llamar, pocos, resultados_de
from servicios.torneo.motivos import motivos
from servicios.torneo.puntos import puntos_de_descanso
from servicios.torneo.valores import Borrador, Descanso, Foto, Mesa, Permiso

reglas = Reglas[Torneo]()


class PrepararRonda(Orden):
    """`/ronda accion:siguiente`. `permisos`: lo que la coordinación consiente si hace falta."""

    permisos: frozenset[Permiso] = frozenset()


class BorradorHecho(Hecho):
    tipo = "borrador_hecho"

    borrador: Borrador

    def relato(self, nombres: Nombres) -> str:
        foto = self.borrador.foto
        consentido = " con permiso de la coordinación" if foto.permisos else ""
        return f"Se prepara la ronda {foto.numero}{consentido}: {cuenta(len(self.borrador.mesas), 'mesa')}."


@reglas.decide(PrepararRonda)
def preparar(torneo: Torneo, orden: PrepararRonda, contexto: Contexto) -> list[Hecho]:
    """Un borrador de la ronda siguiente. Con los mismos datos sale siempre el mismo.

    Raises:
        SinEmparejamiento: si no hay ninguna forma; dice quién ha jugado con quién y qué se puede consentir.
        ErrorDeDominio: si faltan resultados, ya hay borrador o no quedan rondas.
    """
    exigir_en_juego(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    if torneo.borrador is not None:
        raise YaHaCambiado("Ya hay un borrador preparado: publícalo o descártalo.")
    numero = len(torneo.rondas) + 1
    _exigir_turno(torneo, numero)
    _exigir_respuestas(torneo, orden, contexto)
    azar = contexto.azar.con(f"ronda|{numero}|{torneo.anuladas}")
    orden_sorteado, sorteo = azar.barajar(sorted(torneo.activos))
    foto = Foto(
        numero=numero,
        repeticion=torneo.anuladas,
        sorteo=sorteo,
        orden=orden_sorteado,
        puntos={jugador: puntos for jugador, puntos in totales(torneo).items() if jugador in torneo.activos},
    )
    return [BorradorHecho(borrador=_emparejada(torneo, foto, orden.permisos - {Permiso.SIN_RESPUESTA}, contexto))]


def _emparejada(torneo: Torneo, foto: Foto, permisos: frozenset[Permiso], contexto: Contexto) -> Borrador:
    """El borrador de esa foto. Lo consentido solo se usa, y solo consta, si sin ello no hay forma."""
    visto = campo(torneo, foto)
    try:
        hecho = emparejar(visto)
    except SinEmparejamiento as fallo:
        if permisos:
            return _emparejada(torneo, foto.con(permisos=permisos), frozenset(), contexto)
        raise _con_nombres(fallo, torneo, contexto) from fallo
    return _borrador(foto.con(prevision=hecho.prevision), visto, hecho)


def campo(torneo: Torneo, foto: Foto) -> Campo:
    """Lo que vio el sorteo de una ronda, también mucho después: rivales y descansos solo de las anteriores."""
    encuentros: dict[int, dict[int, int]] = {jugador: {} for jugador in foto.orden}
    descansos: dict[int, int] = {}
    for ronda in torneo.rondas[: foto.numero - 1]:
        for mesa in ronda.mesas:
            encuentros.setdefault(mesa.a, {})[mesa.b] = ronda.numero
            encuentros.setdefault(mesa.b, {})[mesa.a] = ronda.numero
        if ronda.descanso is not None:
            quien = ronda.descanso.participante
            descansos[quien] = descansos.get(quien, 0) + 1
    return Campo(
        orden=foto.orden,
        puntos=foto.puntos,
        encuentros=encuentros,
        descansos=descansos,
        por_delante=max(0, (torneo.rondas_previstas or foto.numero) - foto.numero),
        permisos=foto.permisos,
    )


def _exigir_turno(torneo: Torneo, numero: int) -> None:
    if numero > (torneo.rondas_previstas or 0):
        jugadas = "la ronda prevista" if numero == 2 else f"las {numero - 1} rondas previstas"
        raise ErrorDeDominio(
            f"Ya {'está' if numero == 2 else 'están'} en juego {jugadas}: falta cerrar el torneo."
        )
    if len(torneo.activos) < 2:
        salida = "/torneo cerrar" if torneo.rondas else "/torneo cancelar"
        raise ErrorDeDominio(f"Quedan menos de 2 jugadores: si no entra nadie más, usa {salida}.")
    faltan = torneo.ronda.faltan() if torneo.ronda else ()
    if faltan:
        raise ErrorDeDominio(f"{resultados_de(faltan)} de la ronda {numero - 1}.")


def _exigir_respuestas(torneo: Torneo, orden: PrepararRonda, contexto: Contexto) -> None:
    if not torneo.bases.seguir or not torneo.rondas or Permiso.SIN_RESPUESTA in orden.permisos:
        return
    faltan = [jugador for jugador in torneo.activos if jugador not in torneo.siguen]
    if faltan:
        quienes = pocos([llamar(torneo, contexto, jugador) for jugador in faltan])
        raise ErrorDeDominio(
            f"Sin responder si siguen: {quienes}.",
            "Puedes preparar la ronda sin esperar más: quien no responde, sigue.",
        )


def _borrador(foto: Foto, visto: Campo, hecho: Emparejamiento) -> Borrador:
    porques = motivos(visto, hecho.parejas, prevision=hecho.prevision)
    mesas = tuple(
        Mesa(numero=i, a=a, b=b, motivo=motivo)
        for i, ((a, b), motivo) in enumerate(zip(hecho.parejas, porques, strict=True), start=1)
    )
    return Borrador(foto=foto, mesas=mesas, descanso=descanso_de(foto, visto, hecho.descanso))


def descanso_de(foto: Foto, visto: Campo, quien: int | None, *, a_mano: bool = False) -> Descanso | None:
    if quien is None:
        return None
    grupos = visto.grupos()
    libres = visto.pueden_descansar()
    mas_bajo = max(grupos[visto.puntos[jugador]] for jugador in libres)
    return Descanso(
        participante=quien,
        puntos=puntos_de_descanso(foto.numero),
        subio=max(0, mas_bajo - grupos[visto.puntos[quien]]),
        repetido=quien not in libres,
        a_mano=a_mano,
    )


def _con_nombres(fallo: SinEmparejamiento, torneo: Torneo, contexto: Contexto) -> SinEmparejamiento:
    """El mismo fallo, dicho con nombres."""
    rivales: dict[int, list[int]] = {}
    for a, b, _ in fallo.encuentros:
        rivales.setdefault(a, []).append(b)
        rivales.setdefault(b, []).append(a)
    vistos = "; ".join(
        f"{llamar(torneo, contexto, jugador)} ya ha jugado con "
        f"{lista([llamar(torneo, contexto, rival) for rival in sorted(rivales[jugador])])}"
        for jugador in sorted(rivales)
    )
    consentir = {Permiso.REPETIR: "que repitan rival", Permiso.SEGUNDO_DESCANSO: "un segundo descanso"}
    salidas = [f"consentir {consentir[permiso]}" for permiso in fallo.salidas]
    nuevo = SinEmparejamiento(fallo.encuentros, fallo.salidas)
    nuevo.frase = (
        f"No hay forma de emparejar la ronda sin repetir rival. "
        f"La coordinación puede {lista([*salidas, 'terminar aquí el torneo'], 'o')}."
    )
    nuevo.detalle = f"{vistos[:1].upper()}{vistos[1:]}."
    return nuevo


@reglas.aplica(BorradorHecho)
def borrador_hecho(torneo: Torneo, hecho: BorradorHecho) -> Torneo:
    return torneo.con(borrador=hecho.borrador)
