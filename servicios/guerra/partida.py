"""Abrir una partida, sentar a los jugadores y cerrarla."""

from servicios.errores import ErrorDeDominio, SinPermiso
from servicios.guerra import turno
from servicios.guerra.estado import GOLLUM, Bolsa, Compania, Edicion, Estado, Posicion
from servicios.guerra.fondo import Fondo
from servicios.guerra.mesa import juega
from servicios.guerra.piezas import Bando
from servicios.guerra.tablas import tablas
from servicios.guerra.texto import lista
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas, Rol

GUIA_INICIAL = "gandalf-gris"

reglas = Reglas[Estado]()


class AbrirPartida(Orden):
    """Empieza una partida.

    Attributes:
        libres: personas que llevan a los Pueblos Libres.
        sombra: personas que llevan a la Sombra.
        edicion: 1 (la del documento, por defecto) o 2.
        mesa_abierta: cualquiera decide por cualquiera.
        abre: bando al que se suma quien da la orden; None si ya está en la lista o no juega.
    """

    libres: tuple[int, ...] = ()
    sombra: tuple[int, ...] = ()
    edicion: Edicion = 1
    mesa_abierta: bool = False
    abre: Bando | None = None


class Preparar(Orden):
    """Antes de empezar, cambia los bandos entre sí, la edición o si la mesa es abierta."""

    cambiar_bandos: bool = False
    edicion: Edicion | None = None
    mesa_abierta: bool | None = None


class NombrarJugadores(Orden):
    """Cambia quién lleva un bando."""

    bando: Bando
    personas: tuple[int, ...]


class CerrarPartida(Orden):
    """Se cierra la partida: ya no admite órdenes y se revela su semilla."""


class PartidaAbierta(Hecho):
    """La preparación: Compañía en Rivendel, Fondo de 16 fichas y marcador político inicial."""

    tipo = "partida_abierta"

    libres: tuple[int, ...]
    sombra: tuple[int, ...]
    edicion: Edicion
    mesa_abierta: bool

    def relato(self, nombres: Nombres) -> str:
        bandos = [
            f"{lista(nombres.persona(p) for p in personas)} con {bando.nombre}"
            for bando, personas in ((Bando.LIBRES, self.libres), (Bando.SOMBRA, self.sombra))
            if personas
        ]
        quienes = f" Juegan {lista(bandos)}." if bandos else ""
        mesa = " Mesa abierta." if self.mesa_abierta else ""
        return f"Empieza la partida, con las reglas de la {self.edicion}.ª edición.{quienes}{mesa}"


class JugadoresNombrados(Hecho):
    """Un bando cambia de manos."""

    tipo = "jugadores_nombrados"

    bando: Bando
    personas: tuple[int, ...]

    def relato(self, nombres: Nombres) -> str:
        quienes = lista(nombres.persona(p) for p in self.personas)
        return f"{quienes} {'lleva' if len(self.personas) == 1 else 'llevan'} a {self.bando.nombre}."


class PartidaCerrada(Hecho):
    """La partida se cierra."""

    tipo = "partida_cerrada"

    def relato(self, nombres: Nombres) -> str:
        return "Se cierra la partida."


@reglas.decide(AbrirPartida)
def abrir(estado: Estado, orden: AbrirPartida, contexto: Contexto) -> list[Hecho]:
    """Abre la partida y empieza el primer turno."""
    if estado.empezada:
        raise ErrorDeDominio("La partida ya está abierta: ciérrala antes de empezar otra.")
    personas = {Bando.LIBRES: orden.libres, Bando.SOMBRA: orden.sombra}
    if orden.abre is not None:
        personas[orden.abre] = (contexto.actor.persona, *personas[orden.abre])
    abierta = PartidaAbierta(
        libres=personas[Bando.LIBRES],
        sombra=personas[Bando.SOMBRA],
        edicion=orden.edicion,
        mesa_abierta=orden.mesa_abierta,
    )
    return _empieza(abierta)


def sin_empezar(estado: Estado) -> bool:
    """Si la partida está recién abierta: todavía se puede preparar de otra manera."""
    return estado.empezada and estado == _recien(_como_esta(estado))


@reglas.decide(Preparar)
def preparar(estado: Estado, orden: Preparar, contexto: Contexto) -> list[Hecho]:
    """Vuelve a abrir la partida de otra manera, mientras no haya pasado nada."""
    if not (juega(estado, contexto.actor.persona) or estado.mesa_abierta or contexto.actor.es(Rol.MODERADOR)):
        raise SinPermiso("Solo quien juega esta partida, o la moderación, puede prepararla.")
    if not sin_empezar(estado):
        raise ErrorDeDominio(
            "La partida ya ha empezado: no se cambian los bandos, la edición ni la mesa.",
            "Deshaz hasta el principio, o ciérrala y abre otra.",
        )
    actual = _como_esta(estado)
    libres, sombra = actual.libres, actual.sombra
    return _empieza(
        PartidaAbierta(
            libres=sombra if orden.cambiar_bandos else libres,
            sombra=libres if orden.cambiar_bandos else sombra,
            edicion=orden.edicion or actual.edicion,
            mesa_abierta=actual.mesa_abierta if orden.mesa_abierta is None else orden.mesa_abierta,
        )
    )


def _empieza(abierta: PartidaAbierta) -> list[Hecho]:
    _exigir_bandos(abierta.libres, abierta.sombra, mesa_abierta=abierta.mesa_abierta)
    return [abierta, turno.empezar(partida_abierta(Estado(), abierta))]


def _recien(abierta: PartidaAbierta) -> Estado:
    puesta = partida_abierta(Estado(), abierta)
    return turno.turno_empezado(puesta, turno.empezar(puesta))


def _como_esta(estado: Estado) -> PartidaAbierta:
    return PartidaAbierta(
        libres=estado.jugadores[Bando.LIBRES],
        sombra=estado.jugadores[Bando.SOMBRA],
        edicion=estado.edicion,
        mesa_abierta=estado.mesa_abierta,
    )


@reglas.decide(NombrarJugadores)
def nombrar(estado: Estado, orden: NombrarJugadores, contexto: Contexto) -> list[Hecho]:
    """Cambia quién lleva un bando: lo puede hacer quien ya lo lleva o la moderación."""
    if not estado.empezada:
        raise ErrorDeDominio("Todavía no hay partida: ábrela antes.")
    lo_lleva = contexto.actor.persona in estado.jugadores.get(orden.bando, ())
    if not (lo_lleva or estado.mesa_abierta or contexto.actor.es(Rol.MODERADOR)):
        raise SinPermiso(
            f"Solo quien lleva a {orden.bando.nombre}, o la moderación, puede dejarle el sitio a otro."
        )
    personas = {**estado.jugadores, orden.bando: orden.personas}
    _exigir_bandos(
        personas.get(Bando.LIBRES, ()), personas.get(Bando.SOMBRA, ()), mesa_abierta=estado.mesa_abierta
    )
    return [JugadoresNombrados(bando=orden.bando, personas=orden.personas)]


@reglas.decide(CerrarPartida)
def cerrar(estado: Estado, orden: CerrarPartida, contexto: Contexto) -> list[Hecho]:
    """Cierra la partida, terminada o no."""
    if not estado.empezada:
        raise ErrorDeDominio("Todavía no hay partida que cerrar.")
    if estado.cerrada:
        raise ErrorDeDominio("La partida ya está cerrada.")
    if not (juega(estado, contexto.actor.persona) or estado.mesa_abierta or contexto.actor.es(Rol.MODERADOR)):
        raise SinPermiso("Solo quien juega esta partida, o la moderación, puede cerrarla.")
    return [PartidaCerrada()]


def _exigir_bandos(libres: tuple[int, ...], sombra: tuple[int, ...], *, mesa_abierta: bool) -> None:
    if mesa_abierta:
        return
    if not libres or not sombra:
        raise ErrorDeDominio("Di quién lleva cada bando, o abre la partida con la mesa abierta.")
    if set(libres) & set(sombra):
        raise ErrorDeDominio("Nadie puede llevar los dos bandos, salvo con la mesa abierta.")


@reglas.aplica(PartidaAbierta)
def partida_abierta(estado: Estado, hecho: PartidaAbierta) -> Estado:
    leidas = tablas()
    companeros = tuple(p.id for p in leidas.personajes.values() if p.compania)
    return Estado(
        edicion=hecho.edicion,
        mesa_abierta=hecho.mesa_abierta,
        jugadores={Bando.LIBRES: hecho.libres, Bando.SOMBRA: hecho.sombra},
        bolsas={Bando.LIBRES: Bolsa(anillos=leidas.dados.anillos), Bando.SOMBRA: Bolsa()},
        fondo=Fondo.completo(),
        compania=Compania(companeros=companeros, guia=GUIA_INICIAL if GUIA_INICIAL in companeros else GOLLUM),
        naciones={n.id: Posicion(pasos=n.pasos, activa=n.activa) for n in leidas.naciones.values()},
    )


@reglas.aplica(JugadoresNombrados)
def jugadores_nombrados(estado: Estado, hecho: JugadoresNombrados) -> Estado:
    return estado.con(jugadores={**estado.jugadores, hecho.bando: hecho.personas})


@reglas.aplica(PartidaCerrada)
def partida_cerrada(estado: Estado, hecho: PartidaCerrada) -> Estado:
    return estado.con(cerrada=True)
