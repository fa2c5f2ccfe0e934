"""Las rondas de una batalla: cartas, tirada, bajas y seguir o cesar."""

from collections.abc import Mapping

from pydantic import Field

from servicios.guerra.cartas import Efectos
from servicios.guerra.combate import Papel, TiradaDeCombate, tirar
from servicios.guerra.ejercitos import Bajas, exigir, forzadas, tras
from servicios.guerra.estado import Estado
from servicios.guerra.mesa import exigir_bando
from servicios.guerra.modelo_batalla import Batalla, ClaseDeBatalla, Desenlace, PasoDeBatalla
from servicios.guerra.rechazo import rechazo
from servicios.guerra.retirada import empieza_ronda
from servicios.guerra.texto import cuenta, tirada
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Estado]()


class DeclararCarta(Orden):
    """A quien le toca declara si juega una carta de combate."""

    juega: bool


class AnotarEfectos(Orden):
    """Un bando escribe lo que hace la carta que ha elegido."""

    papel: Papel
    efectos: Efectos


class ElegirBajas(Orden):
    """A quien le toca elige sus bajas.

    `quedan_regulares`: regulares fuera del tablero que pueden reemplazar a una élite; None si sobran.
    """

    bajas: Bajas
    quedan_regulares: int | None = Field(default=None, ge=0)


class SeguirAtaque(Orden):
    """El atacante sigue o cesa. En un asedio, seguir cuesta degradar una élite."""

    sigue: bool


class CartaDeclarada(Hecho):
    """Un bando dice si juega carta de combate."""

    tipo = "carta_declarada"

    papel: Papel
    juega: bool

    def relato(self, nombres: Nombres) -> str:
        return f"El {self.papel.value} {'juega' if self.juega else 'no juega'} carta de combate."


class EfectosAnotados(Hecho):
    """Lo que hace la carta de un bando. No se cuenta hasta que están las de los dos: se revelan a la vez."""

    tipo = "efectos_anotados"

    papel: Papel
    efectos: Efectos

    def relato(self, nombres: Nombres) -> str:
        return f"El {self.papel.value} anota lo que hace su carta."


class CartasReveladas(Hecho):
    """Las cartas de la ronda, cuando ya se han anotado todas. Fuente: 001, «Cartas de combate»."""

    tipo = "cartas_de_combate_reveladas"
    muestra = True

    efectos: Mapping[Papel, Efectos]

    def relato(self, nombres: Nombres) -> str:
        cartas = [
            f"Carta del {papel.value}: para sí, {suyos.propio.texto}; para el rival, {suyos.rival.texto}."
            for papel, suyos in self.efectos.items()
        ]
        return " ".join(["Se revelan las cartas." if len(cartas) > 1 else "Se revela la carta.", *cartas])


class RondaTirada(Hecho):
    """Las tiradas de los dos ejércitos, y los impactos que las cartas dan sin dados."""

    tipo = "ronda_tirada"

    ronda: int
    tiradas: Mapping[Papel, TiradaDeCombate]
    sin_dados: Mapping[Papel, int]

    def impactos(self, papel: Papel) -> int:
        return self.tiradas[papel].impactos + self.sin_dados[papel]

    def relato(self, nombres: Nombres) -> str:
        partes = [
            f"el {papel.value}, {_dados(suya)} ({cuenta(self.impactos(papel), 'impacto')})"
            for papel, suya in self.tiradas.items()
        ]
        return f"Ronda {self.ronda}: {'; '.join(partes)}."


def _dados(suya: TiradaDeCombate) -> str:
    primeros = suya.sorteo.valores if suya.sorteo else ()
    return tirada(primeros, suya.relanzamiento.valores if suya.relanzamiento else ())


class BajasElegidas(Hecho):
    """Un bando elige sus bajas; se retiran a la vez que las del otro."""

    tipo = "bajas_elegidas"

    papel: Papel
    bajas: Bajas

    def relato(self, nombres: Nombres) -> str:
        return f"El {self.papel.value} {self.bajas.contar('retira', 'degrada')}."


class AtaqueDecidido(Hecho):
    """El atacante sigue o cesa. `degrada`: si para prorrogar el asalto degrada una élite."""

    tipo = "ataque_decidido"

    sigue: bool
    degrada: bool = False

    def relato(self, nombres: Nombres) -> str:
        if self.degrada:
            return "El atacante degrada una élite para prorrogar el asalto."
        return "El atacante sigue." if self.sigue else "El atacante cesa el ataque."


def batalla_en(estado: Estado, *pasos: PasoDeBatalla) -> Batalla:
    """La batalla que espera alguno de esos pasos.

    Raises:
        ErrorDeDominio: si no hay batalla o va por otro paso.
    """
    if estado.batalla is None or estado.batalla.paso not in pasos:
        raise rechazo(
            "Ahora no hay nada de eso que decidir en la batalla."
            if estado.batalla
            else "No hay ninguna batalla en curso: se abre con /batalla abrir.",
            "Cada ronda sigue su orden: cartas, tirada, Liderazgo, bajas y continuar o retirarse.",
            "Resolución de combates",
        )
    return estado.batalla


@reglas.decide(DeclararCarta)
def declarar_carta(estado: Estado, orden: DeclararCarta, contexto: Contexto) -> list[Hecho]:
    """Declara carta de combate: primero el atacante."""
    batalla = batalla_en(estado, PasoDeBatalla.CARTA_ATACANTE, PasoDeBatalla.CARTA_DEFENSOR)
    papel = Papel.ATACANTE if batalla.paso is PasoDeBatalla.CARTA_ATACANTE else Papel.DEFENSOR
    exigir_bando(estado, contexto.actor, batalla.bando(papel))
    return [CartaDeclarada(papel=papel, juega=orden.juega)]


@reglas.decide(AnotarEfectos)
def anotar(estado: Estado, orden: AnotarEfectos, contexto: Contexto) -> list[Hecho]:
    """Anota los efectos de una carta; con la última, se revelan todas."""
    batalla = batalla_en(estado, PasoDeBatalla.EFECTOS)
    exigir_bando(estado, contexto.actor, batalla.bando(orden.papel))
    if orden.papel not in batalla.juegan or orden.papel in batalla.efectos:
        raise rechazo(
            f"El {orden.papel.value} no tiene ninguna carta por anotar.",
            "Cada ejército juega como mucho una carta de combate por ronda.",
            "Cartas de combate",
        )
    anotados = {**batalla.efectos, orden.papel: orden.efectos}
    anotado = EfectosAnotados(papel=orden.papel, efectos=orden.efectos)
    if len(anotados) < len(batalla.juegan):
        return [anotado]
    return [anotado, CartasReveladas(efectos={papel: anotados[papel] for papel in Papel if papel in anotados})]


@reglas.decide(ElegirBajas)
def elegir_bajas(estado: Estado, orden: ElegirBajas, contexto: Contexto) -> list[Hecho]:
    """Elige las bajas: primero el atacante."""
    batalla = batalla_en(estado, PasoDeBatalla.BAJAS_ATACANTE, PasoDeBatalla.BAJAS_DEFENSOR)
    papel = Papel.ATACANTE if batalla.paso is PasoDeBatalla.BAJAS_ATACANTE else Papel.DEFENSOR
    exigir_bando(estado, contexto.actor, batalla.bando(papel))
    exigir(batalla.ejercitos[papel], batalla.recibidos(papel), orden.bajas, orden.quedan_regulares)
    return [BajasElegidas(papel=papel, bajas=orden.bajas)]


@reglas.decide(SeguirAtaque)
def seguir_ataque(estado: Estado, orden: SeguirAtaque, contexto: Contexto) -> list[Hecho]:
    """Sigue o cesa el ataque al final de la ronda."""
    batalla = batalla_en(estado, PasoDeBatalla.SEGUIR)
    exigir_bando(estado, contexto.actor, batalla.atacante)
    asalto = batalla.clase is ClaseDeBatalla.ASEDIO
    return [AtaqueDecidido(sigue=orden.sigue, degrada=orden.sigue and asalto)]


def seguir(estado: Estado, contexto: Contexto) -> list[Hecho]:
    """Lo que pasa solo en una batalla: la tirada, y las bajas cuando no hay nada que elegir."""
    batalla = estado.batalla
    if batalla is None:
        return []
    if batalla.paso is PasoDeBatalla.TIRAR:
        manos = {papel: batalla.preparada(papel) for papel in Papel}
        return [
            RondaTirada(
                ronda=batalla.ronda,
                tiradas={papel: tirar(lista.mano, contexto.azar) for papel, lista in manos.items()},
                sin_dados={papel: lista.impactos for papel, lista in manos.items()},
            )
        ]
    for paso, papel in _BAJAS.items():
        if batalla.paso is paso:
            bajas = forzadas(batalla.ejercitos[papel], batalla.recibidos(papel))
            return [BajasElegidas(papel=papel, bajas=bajas)] if bajas is not None else []
    return []


_BAJAS = {PasoDeBatalla.BAJAS_ATACANTE: Papel.ATACANTE, PasoDeBatalla.BAJAS_DEFENSOR: Papel.DEFENSOR}


@reglas.aplica(CartaDeclarada)
def carta_declarada(estado: Estado, hecho: CartaDeclarada) -> Estado:
    batalla = estado.batalla_abierta
    juegan = (*batalla.juegan, hecho.papel) if hecho.juega else batalla.juegan
    if hecho.papel is Papel.ATACANTE:
        paso = PasoDeBatalla.CARTA_DEFENSOR
    else:
        paso = PasoDeBatalla.EFECTOS if juegan else PasoDeBatalla.TIRAR
    return estado.con(batalla=batalla.con(juegan=juegan, paso=paso))


@reglas.aplica(EfectosAnotados)
def efectos_anotados(estado: Estado, hecho: EfectosAnotados) -> Estado:
    batalla = estado.batalla_abierta
    efectos = {**batalla.efectos, hecho.papel: hecho.efectos}
    paso = PasoDeBatalla.TIRAR if set(efectos) == set(batalla.juegan) else PasoDeBatalla.EFECTOS
    return estado.con(batalla=batalla.con(efectos=efectos, paso=paso))


@reglas.aplica(CartasReveladas)
def cartas_reveladas(estado: Estado, hecho: CartasReveladas) -> Estado:
    return estado


@reglas.aplica(RondaTirada)
def ronda_tirada(estado: Estado, hecho: RondaTirada) -> Estado:
    impactos = {papel: hecho.impactos(papel) for papel in hecho.tiradas}
    batalla = estado.batalla_abierta.con(
        tiradas=hecho.tiradas, impactos=impactos, paso=PasoDeBatalla.BAJAS_ATACANTE
    )
    return estado.con(batalla=batalla)


@reglas.aplica(BajasElegidas)
def bajas_elegidas(estado: Estado, hecho: BajasElegidas) -> Estado:
    batalla = estado.batalla_abierta
    elegidas = {**batalla.elegidas, hecho.papel: hecho.bajas}
    if hecho.papel is Papel.ATACANTE:
        return estado.con(batalla=batalla.con(elegidas=elegidas, paso=PasoDeBatalla.BAJAS_DEFENSOR))
    # se retiran a la vez: nadie pierde impactos por haber caído antes (001, «Retirando bajas»)
    ejercitos = {papel: tras(batalla.ejercitos[papel], bajas) for papel, bajas in elegidas.items()}
    return estado.con(batalla=_tras_las_bajas(batalla.con(ejercitos=ejercitos, elegidas={})))


def _tras_las_bajas(batalla: Batalla) -> Batalla:
    vivos = {papel: bool(ejercito.unidades) for papel, ejercito in batalla.ejercitos.items()}
    if not vivos[Papel.ATACANTE] or not vivos[Papel.DEFENSOR]:
        if not any(vivos.values()):
            desenlace = Desenlace.AMBOS_ELIMINADOS
        else:
            atacante = vivos[Papel.ATACANTE]
            desenlace = Desenlace.DEFENSOR_ELIMINADO if atacante else Desenlace.ATACANTE_ELIMINADO
        return batalla.con(desenlace=desenlace, paso=PasoDeBatalla.DECIDIDA)
    sin_prorroga = batalla.clase is ClaseDeBatalla.ASEDIO and not batalla.ejercitos[Papel.ATACANTE].elites
    if sin_prorroga:
        return batalla.con(desenlace=Desenlace.CESE, paso=PasoDeBatalla.DECIDIDA)
    return batalla.con(paso=PasoDeBatalla.SEGUIR)


@reglas.aplica(AtaqueDecidido)
def ataque_decidido(estado: Estado, hecho: AtaqueDecidido) -> Estado:
    batalla = estado.batalla_abierta
    if not hecho.sigue:
        return estado.con(batalla=batalla.con(desenlace=Desenlace.CESE, paso=PasoDeBatalla.DECIDIDA))
    if not hecho.degrada:
        return estado.con(batalla=batalla.con(paso=PasoDeBatalla.RETIRADA))
    degradado = tras(batalla.ejercitos[Papel.ATACANTE], Bajas(degradadas=1))
    ejercitos = {**batalla.ejercitos, Papel.ATACANTE: degradado}
    otra = batalla.con(ejercitos=ejercitos, ronda=batalla.ronda + 1)
    return estado.con(batalla=empieza_ronda(otra, estado))
