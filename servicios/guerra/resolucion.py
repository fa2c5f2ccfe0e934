"""La Caza paso a paso: tirada, ficha, remedios, revelación y fichas que vienen detrás."""

from servicios.azar import Sorteo
from servicios.guerra import fondo
from servicios.guerra.caza import Condiciones, Dano, Motivo, TiradaDeCaza, dano, tirar
from servicios.guerra.corrupcion import sumar
from servicios.guerra.estado import Estado
from servicios.guerra.mesa import exigir_bando
from servicios.guerra.modelo_caza import CazaEnCurso, PasoDeCaza, Remedio
from servicios.guerra.piezas import Bando
from servicios.guerra.rechazo import rechazo
from servicios.guerra.revelacion import va_a_revelar
from servicios.guerra.tablas import ficha, region
from servicios.guerra.texto import con_signo, cuenta, tirada
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Estado]()


class TirarCaza(Orden):
    """La Sombra dice si en la región de la figura hay un ejército o un Nazgûl suyos, y tira."""

    ejercito: bool = False
    nazgul: bool = False


class CazaTirada(Hecho):
    """La tirada de Caza."""

    tipo = "caza_tirada"

    tirada: TiradaDeCaza

    def relato(self, nombres: Nombres) -> str:
        otros = self.tirada.relanzamiento.valores if self.tirada.relanzamiento else ()
        suma = f", {con_signo(self.tirada.dados_pl)}" if self.tirada.dados_pl else ""
        dados = tirada(self.tirada.sorteo.valores, otros)
        return f"Caza de nivel {self.tirada.nivel}{suma}: {dados}. {cuenta(self.tirada.exitos, 'éxito')}."


class FichaSacada(Hecho):
    """Se saca una ficha de Caza. `dado`: la tirada de una ficha de dado."""

    tipo = "ficha_sacada"

    ficha: str
    motivo: Motivo
    sorteo: Sorteo
    dado: Sorteo | None = None
    dano: Dano

    def relato(self, nombres: Nombres) -> str:
        return f"Ficha de Caza: {ficha(self.ficha).nombre}. Daño {self.dano.puntos}: {self.dano.motivo}."


class DanoEncajado(Hecho):
    """Lo que queda del Daño va a la Corrupción (o la quita, si es negativo)."""

    tipo = "dano_encajado"

    puntos: int

    def relato(self, nombres: Nombres) -> str:
        if self.puntos > 0:
            return f"El Portador usa el Anillo: Corrupción {con_signo(self.puntos)}."
        return f"Corrupción {con_signo(self.puntos)}." if self.puntos else "La ficha no deja Daño que encajar."


class CazaTerminada(Hecho):
    """La Caza acaba. `avanza`: la Compañía da un paso en Mordor; `dado`: un dado va a la casilla."""

    tipo = "caza_terminada"

    avanza: bool
    dado: bool

    def relato(self, nombres: Nombres) -> str:
        frases = ["La Compañía da un paso en Mordor."] if self.avanza else []
        frases += ["El dado usado va a la casilla de Caza."] if self.dado else []
        return " ".join(frases) or "Termina la Caza."


def condiciones(estado: Estado, *, ejercito: bool, nazgul: bool) -> Condiciones:
    """Lo que da relanzamientos en la última posición conocida; el Baluarte lo sabe el bot.

    También cuenta un Baluarte de los Pueblos Libres en manos de la Sombra. Fuente: 001, «Relanzamientos».
    """
    donde = estado.compania.region
    es_baluarte = region(donde).asentamiento == "baluarte"
    return Condiciones(
        baluarte=es_baluarte and estado.controla(donde) is Bando.SOMBRA, ejercito=ejercito, nazgul=nazgul
    )


def en_curso(estado: Estado, paso: PasoDeCaza) -> CazaEnCurso:
    """La Caza que espera ese paso.

    Raises:
        ErrorDeDominio: si no hay Caza o va por otro paso.
    """
    if estado.caza is None or estado.caza.paso is not paso:
        raise rechazo(
            "Ahora no hay nada de eso que decidir en la Caza."
            if estado.caza
            else "No hay ninguna Caza en curso: la hay después de mover a la Compañía.",
            "La Caza se resuelve en orden: tirada, ficha, cómo se encaja y revelación.",
            "Efectos de La Caza",
        )
    return estado.caza


@reglas.decide(TirarCaza)
def tirar_caza(estado: Estado, orden: TirarCaza, contexto: Contexto) -> list[Hecho]:
    """Hace la tirada de Caza."""
    exigir_bando(estado, contexto.actor, Bando.SOMBRA)
    en_curso(estado, PasoDeCaza.TIRAR)
    hay = condiciones(estado, ejercito=orden.ejercito, nazgul=orden.nazgul)
    return [CazaTirada(tirada=tirar(estado.caja.sombra, estado.caja.libres, hay, contexto.azar))]


def seguir(estado: Estado, contexto: Contexto) -> list[Hecho]:
    """Lo que pasa solo en una Caza: sacar la ficha, encajar lo que no se decide y terminar."""
    caza = estado.caza
    if caza is None:
        return []
    if caza.paso is PasoDeCaza.SACAR:
        return [_sacar(estado, caza, contexto)]
    if caza.paso is PasoDeCaza.DANO and not hay_que_decidir(estado, caza):
        return [DanoEncajado(puntos=caza.dano)]
    if caza.paso is PasoDeCaza.FIN:
        return [CazaTerminada(avanza=caza.avanza, dado=caza.dado_pl)]
    return []


def hay_que_decidir(estado: Estado, caza: CazaEnCurso) -> bool:
    """Si a los Pueblos Libres les queda algo que elegir ante la ficha."""
    if caza.dano > 0:
        return True
    if caza.dano < 0 or caza.ficha is None or caza.desde is not Remedio.MESA:
        return False
    return va_a_revelar(estado) or ficha(caza.ficha).stop


def _sacar(estado: Estado, caza: CazaEnCurso, contexto: Contexto) -> FichaSacada:
    cual, sorteo = fondo.sacar(estado.fondo, contexto.azar)
    sacada = ficha(cual)
    dado = contexto.azar.dados(1) if sacada.valor == "dado" else None
    return FichaSacada(
        ficha=cual,
        motivo=caza.motivo,
        sorteo=sorteo,
        dado=dado,
        dano=dano(
            sacada,
            caza.motivo,
            exitos=caza.exitos,
            casilla=estado.caja.total,
            dado=dado.total if dado else None,
        ),
    )


@reglas.aplica(CazaTirada)
def caza_tirada(estado: Estado, hecho: CazaTirada) -> Estado:
    exitos = hecho.tirada.exitos
    paso = PasoDeCaza.SACAR if exitos else PasoDeCaza.FIN
    return estado.con(caza=estado.caza_abierta.con(exitos=exitos, paso=paso))


@reglas.aplica(FichaSacada)
def ficha_sacada(estado: Estado, hecho: FichaSacada) -> Estado:
    avanza = estado.caza_abierta.avanza
    if hecho.motivo is Motivo.MORDOR:
        avanza = not ficha(hecho.ficha).stop
    caza = estado.caza_abierta.con(
        ficha=hecho.ficha,
        dano=hecho.dano.puntos,
        paso=PasoDeCaza.DANO,
        desde=Remedio.GUIA if estado.caza_abierta.con_mesa else Remedio.MESA,
        avanza=avanza,
    )
    return estado.con(caza=caza, fondo=fondo.tras_sacar(estado.fondo, hecho.ficha))


@reglas.aplica(DanoEncajado)
def dano_encajado(estado: Estado, hecho: DanoEncajado) -> Estado:
    compania = estado.compania.con(corrupcion=sumar(estado.compania.corrupcion, hecho.puntos))
    encajado = estado.con(compania=compania, caza=estado.caza_abierta.con(dano=0))
    if va_a_revelar(estado):
        return encajado.con(caza=encajado.caza_abierta.con(paso=PasoDeCaza.REVELAR))
    return siguiente(encajado)


def siguiente(estado: Estado) -> Estado:
    """El estado cuando se acaba con una ficha: a por la siguiente de la cola, o a terminar."""
    caza = estado.caza_abierta
    if not caza.cola:
        return estado.con(caza=caza.con(paso=PasoDeCaza.FIN))
    nueva = caza.con(
        paso=PasoDeCaza.SACAR,
        motivo=caza.cola[0],
        cola=caza.cola[1:],
        ficha=None,
        exitos=0,
        con_mesa=False,
        con_baja=False,
        se_descubre=False,
    )
    return estado.con(caza=nueva)


@reglas.aplica(CazaTerminada)
def caza_terminada(estado: Estado, hecho: CazaTerminada) -> Estado:
    compania, caja = estado.compania, estado.caja
    if hecho.avanza and compania.mordor is not None:
        compania = compania.con(mordor=compania.mordor + 1)
    if hecho.dado:
        caja = caja.con(libres=caja.libres + 1)
    return estado.con(caza=None, compania=compania, caja=caja)
