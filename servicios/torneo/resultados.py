"""Comunicar, confirmar, discutir y corregir resultados."""

from datetime import datetime, timedelta

from servicios.errores import ErrorDeDominio, SinPermiso, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.torneo import bajas
from servicios.torneo.arbitraje import llamada_nueva
from servicios.torneo.correcciones import corregir
from servicios.torneo.derechos import (
    arbitra,
    exigir_arbitraje,
    exigir_coordinacion,
    exigir_en_juego,
    mesa_de,
    mesa_numero,
    participante_o_yo,
    ronda_o_actual,
)
from servicios.torneo.estado import Torneo
from servicios.torneo.firmeza import ResultadoFirme, Via, marcador, mismo, nombre_de_quien_gana
from servicios.torneo.frases import nombre
from servicios.torneo.puntos import POR_PUNTOS, PV_MAXIMO, PV_MINIMO, Fin
from servicios.torneo.valores import Mesa, Parte, Participante, Resultado, Ronda

reglas = Reglas[Torneo]()

ESPERA_DE_INCOMPARECENCIA = timedelta(minutes=15)


class Comunicar(Orden):
    """Un resultado. `jugador` es de quien son los `pv_favor`, y quien gana si no lo deciden los PV.

    Attributes:
        nota: explicación del arbitraje (otra victoria por el Anillo, una decisión).
        corrige: ya se han visto las consecuencias y se quiere cambiar un resultado firme.
        version: versión de la mesa que se vio: si ya es otra, no vale.
    """

    jugador: int | None = None
    pv_favor: int | None = None
    pv_contra: int | None = None
    fin: Fin = Fin.NORMAL
    ronda: int | None = None
    nota: str = ""
    corrige: bool = False
    version: int | None = None


class Confirmar(Orden):
    """«Confirmar», en la mesa y la versión que muestra el botón."""

    ronda: int
    mesa: int
    version: int


class Rechazar(Orden):
    """«No es así»."""

    ronda: int
    mesa: int
    version: int


class ResultadoComunicado(Hecho):
    tipo = "resultado_comunicado"

    ronda: int
    mesa: int
    parte: Parte
    contraria: bool = False

    def relato(self, nombres: Nombres) -> str:
        estado = "no coincide con lo que dijo el rival" if self.contraria else "por confirmar"
        return f"Ronda {self.ronda}, mesa {self.mesa}: {marcador(self.parte.resultado)}, {estado}."


class ResultadoRechazado(Hecho):
    tipo = "resultado_rechazado"

    ronda: int
    mesa: int
    resultado: Resultado

    def relato(self, nombres: Nombres) -> str:
        return f"Ronda {self.ronda}, mesa {self.mesa}: el rival no acepta {marcador(self.resultado)}."


@reglas.decide(Comunicar)
def comunicar(torneo: Torneo, orden: Comunicar, contexto: Contexto) -> list[Hecho]:
    """Anota un resultado: el de un jugador espera al rival; el del arbitraje es firme.

    Raises:
        YaEsFirme: si se va a corregir y aún no se han visto las consecuencias.
        ErrorDeDominio: si no se puede comunicar; la frase dice por qué.
    """
    exigir_en_juego(torneo)
    propio = torneo.de_persona(contexto.actor.persona)
    ronda = ronda_o_actual(torneo, orden.ronda)
    quien = participante_o_yo(torneo, orden.jugador, contexto.actor)
    mesa = mesa_de(contexto, ronda, quien)
    if propio is not None and propio.id in mesa.jugadores:
        resultado = _resultado(torneo, orden, quien, mesa, contexto)
        return _de_jugador(torneo, ronda, mesa, resultado, propio, contexto)
    if not arbitra(torneo, contexto.actor):
        raise SinPermiso(_no_es_tu_mesa(ronda, mesa, propio))
    if orden.version not in (None, mesa.version):
        raise YaHaCambiado(f"La mesa {mesa.numero} ha cambiado mientras tanto: mírala otra vez.")
    resultado = _resultado(torneo, orden, quien, mesa, contexto)
    if mesa.resultado is None:
        return firmar(torneo, ronda, mesa, resultado, "arbitraje")
    return corregir(torneo, ronda, mesa, resultado, contexto, sabido=orden.corrige)


def _no_es_tu_mesa(ronda: Ronda, mesa: Mesa, propio: Participante | None) -> str:
    frase = f"No puedes comunicar el resultado de la mesa {mesa.numero}"
    suya = ronda.mesa_de(propio.id) if propio else None
    return f"{frase}: juegas en la mesa {suya.numero}." if suya else f"{frase}: no juegas en ella."


def _resultado(torneo: Torneo, orden: Comunicar, quien: Participante, mesa: Mesa, contexto: Contexto) -> Resultado:
    """El resultado pedido, visto desde la mesa, si es posible.

    Raises:
        ErrorDeDominio: faltan PV, están fuera de −50…200, o ese final no le corresponde a quien comunica.
    """
    if orden.fin in POR_PUNTOS and (orden.pv_favor is None or orden.pv_contra is None):
        raise ErrorDeDominio("Faltan PV: escribe los totales finales de los dos, con el −5 ya restado.")
    favor, contra = orden.pv_favor or 0, orden.pv_contra or 0
    if not all(PV_MINIMO <= pv <= PV_MAXIMO for pv in (favor, contra)):
        raise ErrorDeDominio(f"Los PV van de −{-PV_MINIMO} a {PV_MAXIMO}: revisa los totales.")
    nota = orden.nota.strip()
    _exigir_final_posible(torneo, orden, nota, contexto)
    pv_a, pv_b = (favor, contra) if quien.id == mesa.a else (contra, favor)
    return Resultado(
        pv_a=pv_a,
        pv_b=pv_b,
        fin=orden.fin,
        ganador=None if orden.fin in POR_PUNTOS else quien.id,
        nota=contexto.textos.anotar(nota, quien.persona) if nota and arbitra(torneo, contexto.actor) else None,
    )


def _exigir_final_posible(torneo: Torneo, orden: Comunicar, nota: str, contexto: Contexto) -> None:
    if orden.fin is Fin.ARBITRO:
        exigir_arbitraje(torneo, contexto.actor)
    if orden.fin is Fin.ANILLO and nota:
        # Sin nota, la victoria es por «Grietas del Destino» o «El Destino de Gollum»; otra la avala alguien.
        exigir_coordinacion(torneo, contexto.actor)
    if orden.fin is Fin.INCOMPARECENCIA and not arbitra(torneo, contexto.actor):
        reloj = ronda_o_actual(torneo, orden.ronda).reloj
        if reloj is None or contexto.ahora < reloj.empezado + ESPERA_DE_INCOMPARECENCIA:
            raise ErrorDeDominio("La incomparecencia se propone a partir de los 15 minutos de empezar la ronda.")


def _de_jugador(
    torneo: Torneo, ronda: Ronda, mesa: Mesa, resultado: Resultado, propio: Participante, contexto: Contexto
) -> list[Hecho]:
    if mesa.resultado is not None:
        raise ErrorDeDominio(
            f"El resultado de la mesa {mesa.numero} ya es firme: {marcador(mesa.resultado)}.",
            "Si hay un error, la coordinación puede corregirlo.",
        )
    if resultado.fin is Fin.ARBITRO:
        raise SinPermiso("Juegas esa partida: tiene que decidirla otra persona del arbitraje.")
    rival = torneo.participantes[mesa.rival(propio.id)]
    comunicado = ResultadoComunicado(
        ronda=ronda.numero,
        mesa=mesa.numero,
        parte=Parte(resultado=resultado, de=propio.id, cuando=contexto.ahora),
        contraria=mesa.parte is not None,
    )
    if mesa.parte is None:
        sin_cuenta = rival.persona is None
        llamada = llamada_nueva(torneo, contexto, ronda.numero, mesa.numero, "sin_cuenta", propio.id)
        return [comunicado, *(llamada if sin_cuenta else [])]
    if propio.id in (mesa.parte.de, mesa.contraria.de if mesa.contraria else None):
        raise ErrorDeDominio(
            f"Ya has comunicado un resultado: ahora responde {nombre(contexto, rival)} o decide el arbitraje."
        )
    if mismo(mesa.parte.resultado, resultado):
        return firmar(torneo, ronda, mesa, mesa.parte.resultado, "acuerdo")
    return [
        comunicado,
        *llamada_nueva(torneo, contexto, ronda.numero, mesa.numero, "contradiccion", propio.id),
    ]


def firmar(torneo: Torneo, ronda: Ronda, mesa: Mesa, resultado: Resultado, via: Via) -> list[Hecho]:
    """El resultado pasa a ser firme; si fue una retirada, quien la pierde deja el torneo (000:358)."""
    gana = nombre_de_quien_gana(torneo, resultado)
    firme = ResultadoFirme(ronda=ronda.numero, mesa=mesa.numero, resultado=resultado, via=via, gana=gana)
    return [firme, *bajas.retirada_del_perdedor(torneo, ronda, mesa, resultado)]


@reglas.decide(Confirmar)
def confirmar(torneo: Torneo, orden: Confirmar, contexto: Contexto) -> list[Hecho]:
    """Da por bueno lo que comunicó el rival (o, desde el arbitraje, lo que comunicó uno de los dos).

    Raises:
        ErrorDeDominio: si no hay nada que confirmar o no le toca a quien pulsa.
    """
    ronda, mesa, parte = _por_confirmar(torneo, orden.ronda, orden.mesa, orden.version)
    propio = torneo.de_persona(contexto.actor.persona)
    if propio is not None and propio.id in mesa.jugadores:
        ajena = next((p for p in (mesa.parte, mesa.contraria) if p is not None and p.de != propio.id), None)
        if ajena is None:
            raise SinPermiso("Ese resultado lo has comunicado tú: lo confirma tu rival.")
        return firmar(torneo, ronda, mesa, ajena.resultado, "acuerdo")
    if not arbitra(torneo, contexto.actor):
        raise SinPermiso(f"Solo quien juega en la mesa {mesa.numero}, o el arbitraje, puede confirmarlo.")
    if mesa.contraria is not None:
        raise ErrorDeDominio(
            f"En la mesa {mesa.numero} hay dos versiones: escribe la buena con /resultado jugador."
        )
    return firmar(torneo, ronda, mesa, parte.resultado, "arbitraje")


@reglas.decide(Rechazar)
def rechazar(torneo: Torneo, orden: Rechazar, contexto: Contexto) -> list[Hecho]:
    """«No es así»: el resultado se borra y la mesa pasa al arbitraje; pueden comunicarlo de nuevo.

    Raises:
        ErrorDeDominio: si no hay nada que rechazar o no le toca a quien pulsa.
    """
    ronda, mesa, parte = _por_confirmar(torneo, orden.ronda, orden.mesa, orden.version)
    propio = torneo.de_persona(contexto.actor.persona)
    if propio is None or propio.id not in mesa.jugadores:
        raise SinPermiso(f"Solo quien juega en la mesa {mesa.numero} puede decir que no es así.")
    if mesa.contraria is not None or parte.de == propio.id:
        raise SinPermiso("Ese resultado espera a tu rival o al arbitraje.")
    return [
        ResultadoRechazado(ronda=ronda.numero, mesa=mesa.numero, resultado=parte.resultado),
        *llamada_nueva(torneo, contexto, ronda.numero, mesa.numero, "rechazo", propio.id),
    ]


def _por_confirmar(torneo: Torneo, ronda: int, mesa: int, version: int) -> tuple[Ronda, Mesa, Parte]:
    exigir_en_juego(torneo)
    vista = ronda_o_actual(torneo, ronda)
    hallada = mesa_numero(vista, mesa)
    if hallada.resultado is not None:
        raise YaHaCambiado(f"El resultado de la mesa {mesa} ya es firme: {marcador(hallada.resultado)}.")
    if hallada.parte is None or hallada.version != version:
        raise YaHaCambiado(f"La mesa {mesa} ha cambiado: mira lo que hay ahora antes de responder.")
    return vista, hallada, hallada.parte


def silencio(torneo: Torneo, ronda: int, mesa: int, version: int, contexto: Contexto) -> list[Hecho]:
    """Nadie respondió a tiempo: la mesa pasa al arbitraje, si sigue como estaba."""
    try:
        _por_confirmar(torneo, ronda, mesa, version)
    except ErrorDeDominio:
        return []
    return llamada_nueva(torneo, contexto, ronda, mesa, "silencio")


def vence_el_silencio(torneo: Torneo, mesa: Mesa) -> datetime | None:
    """Cuándo pasa al arbitraje un resultado sin respuesta."""
    if mesa.parte is None or mesa.contraria is not None or mesa.resultado is not None:
        return None
    return mesa.parte.cuando + timedelta(minutes=torneo.bases.silencio)


@reglas.aplica(ResultadoComunicado)
def comunicado(torneo: Torneo, hecho: ResultadoComunicado) -> Torneo:
    mesa = torneo.rondas[hecho.ronda - 1].mesas[hecho.mesa - 1]
    campo = "contraria" if hecho.contraria else "parte"
    return torneo.con_mesa(hecho.ronda, mesa.con(**{campo: hecho.parte}))


@reglas.aplica(ResultadoRechazado)
def rechazado(torneo: Torneo, hecho: ResultadoRechazado) -> Torneo:
    mesa = torneo.rondas[hecho.ronda - 1].mesas[hecho.mesa - 1]
    return torneo.con_mesa(hecho.ronda, mesa.con(parte=None, contraria=None))
