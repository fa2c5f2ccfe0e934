"""Los Anillos élficos: cambian un dado de acción sin usar por otro resultado."""

from servicios.guerra.dados import menos, nombre_de_cara
from servicios.guerra.estado import Estado, Fase
from servicios.guerra.mesa import exigir_bando, exigir_fase
from servicios.guerra.piezas import CARAS, Bando, Cara
from servicios.guerra.rechazo import REGLAMENTO, rechazo
from servicios.guerra.tablas import tablas
from servicios.hechos import Contexto, Hecho, Nombres, Orden, Reglas

reglas = Reglas[Estado]()


class UsarAnilloElfico(Orden):
    """Un bando usa un Anillo élfico para cambiar un dado sin usar."""

    bando: Bando
    de: Cara
    a: Cara


class AnilloUsado(Hecho):
    """Un dado cambia de cara. El Anillo de los Pueblos Libres pasa a la Sombra; el de la Sombra se pierde."""

    tipo = "anillo_usado"

    bando: Bando
    de: Cara
    a: Cara

    def relato(self, nombres: Nombres) -> str:
        quien = self.bando.hace("usa", "usan")
        return f"{quien} un Anillo élfico: «{nombre_de_cara(self.de)}» pasa a «{nombre_de_cara(self.a)}»."


def cambios(estado: Estado, bando: Bando) -> tuple[Cara, ...]:
    """Las caras por las que un Anillo puede cambiar un dado de ese bando."""
    return tuple(c for c in CARAS if c in tablas().dados.de(bando).caras and c != "voluntad")


@reglas.decide(UsarAnilloElfico)
def usar(estado: Estado, orden: UsarAnilloElfico, contexto: Contexto) -> list[Hecho]:
    """Cambia un dado con un Anillo: uno por bando y turno."""
    exigir_bando(estado, contexto.actor, orden.bando)
    exigir_fase(estado, Fase.ACCIONES)
    bolsa = estado.bolsas[orden.bando]
    if not bolsa.anillos or bolsa.anillo_usado:
        raise rechazo(
            f"No hay Anillo élfico que usar este turno para el bando {orden.bando.de}.",
            "Cada bando usa como mucho uno por turno, y la Sombra solo los que han usado los Pueblos Libres.",
            REGLAMENTO.format(21),
        )
    if orden.de not in bolsa.disponibles:
        raise rechazo(
            f"No queda ningún dado de «{nombre_de_cara(orden.de)}» {orden.bando.de} por usar.",
            "Un Anillo cambia un dado sin usar.",
            REGLAMENTO.format(21),
        )
    if orden.a == orden.de or orden.a not in cambios(estado, orden.bando):
        raise rechazo(
            f"Un Anillo no puede convertir «{nombre_de_cara(orden.de)}» en «{nombre_de_cara(orden.a)}».",
            "Se cambia por otra cara de los dados propios; los Pueblos Libres, nunca por Voluntad del Oeste.",
            REGLAMENTO.format(21),
        )
    return [AnilloUsado(bando=orden.bando, de=orden.de, a=orden.a)]


@reglas.aplica(AnilloUsado)
def anillo_usado(estado: Estado, hecho: AnilloUsado) -> Estado:
    bolsa = estado.bolsas[hecho.bando]
    quedan = menos(bolsa.disponibles, hecho.de)
    caja = estado.caja
    if hecho.a == "ojo":
        caja = caja.con(sombra=caja.sombra + 1)
    else:
        quedan = (*quedan, hecho.a)
    bolsas = {
        **estado.bolsas,
        hecho.bando: bolsa.con(disponibles=quedan, anillos=bolsa.anillos - 1, anillo_usado=True),
    }
    if hecho.bando is Bando.LIBRES:
        rival = bolsas[Bando.SOMBRA]
        bolsas[Bando.SOMBRA] = rival.con(anillos=rival.anillos + 1)
    return estado.con(bolsas=bolsas, caja=caja)
