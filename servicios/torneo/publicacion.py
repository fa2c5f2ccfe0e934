"""Del borrador a la ronda publicada: cambiar a mano, descartar y publicar."""

from servicios.errores import ErrorDeDominio, YaHaCambiado
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas
from servicios.texto import cuenta, lista
from servicios.torneo.borrador import campo, descanso_de
from servicios.torneo.comprobar import Falta, comprobar_emparejamiento
from servicios.torneo.derechos import exigir_coordinacion, exigir_en_juego, participante
from servicios.torneo.estado import Torneo
from servicios.torneo.frases import llamar
from servicios.torneo.valores import Borrador, Motivo, Ronda

reglas = Reglas[Torneo]()


class CambiarAMano(Orden):
    """Intercambiar el sitio de dos participantes del borrador. `version`: el que se ha visto."""

    uno: int
    otro: int
    version: int | None = None


class Descartar(Orden):
    """Tirar el borrador. `version`: el que se ha visto."""

    version: int | None = None


class Publicar(Orden):
    """Publicar el borrador que se ha visto (`version`)."""

    version: int


class BorradorCambiado(Hecho):
    tipo = "borrador_cambiado"

    uno: int
    otro: int
    nombres: tuple[int, int]

    def relato(self, nombres: Nombres) -> str:
        uno, otro = (nombres.texto(numero) for numero in self.nombres)
        return f"Se intercambian a mano {uno} y {otro} en el borrador."


class BorradorDescartado(Hecho):
    tipo = "borrador_descartado"

    ronda: int

    def relato(self, nombres: Nombres) -> str:
        return f"Se descarta el borrador de la ronda {self.ronda}."


class RondaPublicada(Hecho):
    """El borrador pasa a ser una ronda; la anterior queda cerrada. Desde aquí no se deshace hacia atrás."""

    tipo = "ronda_publicada"
    frontera = True

    ronda: int
    mesas: int
    descartados: int = 0
    a_mano: bool = False

    def relato(self, nombres: Nombres) -> str:
        detalles = [cuenta(self.mesas, "mesa")]
        if self.descartados:
            detalles.append(cuenta(self.descartados, "borrador descartado", "borradores descartados"))
        if self.a_mano:
            detalles.append("con cambios a mano")
        return f"Se publica la ronda {self.ronda}: {', '.join(detalles)}."


@reglas.decide(CambiarAMano)
def cambiar(torneo: Torneo, orden: CambiarAMano, contexto: Contexto) -> list[Hecho]:
    """Intercambia a dos participantes del borrador, si lo que queda es legal.

    Raises:
        ErrorDeDominio: si no están, ya juegan entre sí, o alguien repetiría rival o descanso.
    """
    exigir_coordinacion(torneo, contexto.actor)
    borrador = _exigir_borrador(torneo, orden.version)
    uno, otro = participante(torneo, orden.uno), participante(torneo, orden.otro)
    for quien in (uno, otro):
        if quien.id not in borrador.foto.orden:
            raise ErrorDeDominio(f"{llamar(torneo, contexto, quien.id)} no está en esta ronda.")
    if uno.id == otro.id or any({uno.id, otro.id} == {m.a, m.b} for m in borrador.mesas):
        raise ErrorDeDominio("Elige a dos personas de mesas distintas.")
    nuevo = intercambiado(torneo, borrador, uno.id, otro.id)
    parejas = [mesa.jugadores for mesa in nuevo.mesas]
    descansa = nuevo.descanso.participante if nuevo.descanso else None
    faltas = comprobar_emparejamiento(campo(torneo, nuevo.foto), parejas, descansa)
    if faltas:
        causas = [_falta(falta, torneo, contexto) for falta in faltas]
        raise ErrorDeDominio(f"Ese cambio no se puede hacer: {lista(causas)}.")
    return [BorradorCambiado(uno=uno.id, otro=otro.id, nombres=(uno.nombre, otro.nombre))]


def intercambiado(torneo: Torneo, borrador: Borrador, uno: int, otro: int) -> Borrador:
    """El borrador con esas dos personas cambiadas de sitio."""
    trueque = {uno: otro, otro: uno}
    a_mano = Motivo(clase="a_mano")
    mesas = tuple(
        mesa.con(a=trueque.get(mesa.a, mesa.a), b=trueque.get(mesa.b, mesa.b), motivo=a_mano)
        if trueque.keys() & set(mesa.jugadores)
        else mesa
        for mesa in borrador.mesas
    )
    descanso = borrador.descanso
    if descanso is not None and descanso.participante in trueque:
        visto = campo(torneo, borrador.foto)
        descanso = descanso_de(borrador.foto, visto, trueque[descanso.participante], a_mano=True)
    return borrador.con(mesas=mesas, descanso=descanso, a_mano=True)


@reglas.decide(Descartar)
def descartar(torneo: Torneo, orden: Descartar, contexto: Contexto) -> list[Hecho]:
    exigir_coordinacion(torneo, contexto.actor)
    return [BorradorDescartado(ronda=_exigir_borrador(torneo, orden.version).foto.numero)]


@reglas.decide(Publicar)
def publicar(torneo: Torneo, orden: Publicar, contexto: Contexto) -> list[Hecho]:
    """Publica el borrador.

    Raises:
        YaHaCambiado: si no es el que se vio.
    """
    exigir_en_juego(torneo)
    exigir_coordinacion(torneo, contexto.actor)
    borrador = _exigir_borrador(torneo, orden.version)
    return [
        RondaPublicada(
            ronda=borrador.foto.numero,
            mesas=len(borrador.mesas),
            descartados=torneo.descartados,
            a_mano=borrador.a_mano,
        )
    ]


def _exigir_borrador(torneo: Torneo, version: int | None) -> Borrador:
    if torneo.borrador is None:
        raise YaHaCambiado(
            "No hay ningún borrador: se publicó, se descartó o cambiaron los datos. Prepara otro con /ronda."
        )
    if version not in (None, torneo.borrador.version):
        raise YaHaCambiado("El borrador ha cambiado: revisa el nuevo con /ronda accion:siguiente.")
    return torneo.borrador


def _falta(falta: Falta, torneo: Torneo, contexto: Contexto) -> str:
    quienes = lista([llamar(torneo, contexto, jugador) for jugador in falta.participantes])
    if falta.clase == "rival":
        return f"{quienes} ya se enfrentaron en la ronda {falta.ronda}"
    return f"{quienes} ya ha descansado"


@reglas.aplica(BorradorCambiado)
def borrador_cambiado(torneo: Torneo, hecho: BorradorCambiado) -> Torneo:
    if torneo.borrador is None:
        return torneo
    return torneo.con(borrador=intercambiado(torneo, torneo.borrador, hecho.uno, hecho.otro))


@reglas.aplica(BorradorDescartado)
def borrador_descartado(torneo: Torneo, hecho: BorradorDescartado) -> Torneo:
    return torneo.con(borrador=None, descartados=torneo.descartados + 1)


@reglas.aplica(RondaPublicada)
def ronda_publicada(torneo: Torneo, hecho: RondaPublicada) -> Torneo:
    borrador = torneo.borrador
    if borrador is None:
        return torneo
    nueva = Ronda(
        numero=hecho.ronda,
        foto=borrador.foto,
        mesas=borrador.mesas,
        descanso=borrador.descanso,
        a_mano=hecho.a_mano,
        descartados=hecho.descartados,
    )
    anteriores = tuple(ronda.con(cerrada=True) for ronda in torneo.rondas)
    return torneo.con(rondas=(*anteriores, nueva), borrador=None, descartados=0, siguen=frozenset())
