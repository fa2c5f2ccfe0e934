"""Los resultados que ya cuentan: cómo llegan a ser firmes y cómo se corrigen."""

from typing import Literal

from servicios.hechos import Hecho, Nombres, Reglas
from servicios.torneo.estado import Torneo
from servicios.torneo.puntos import POR_PUNTOS, Fin
from servicios.torneo.valores import Mesa, Resultado, Ronda

reglas = Reglas[Torneo]()

Via = Literal["acuerdo", "arbitraje", "baja"]

FINALES = {
    Fin.NORMAL: "",
    Fin.TIEMPO: "al acabarse el tiempo",
    Fin.ANILLO: "por el Anillo Único",
    Fin.RETIRADA: "por retirada",
    Fin.INCOMPARECENCIA: "por incomparecencia",
    Fin.ARBITRO: "por decisión del arbitraje",
}


class ResultadoFirme(Hecho):
    """Un resultado que ya cuenta: lo acordaron los jugadores, lo dictó el arbitraje o lo trajo una baja.

    Attributes:
        gana: texto con el nombre de quien gana, si no lo dicen los PV.
    """

    tipo = "resultado_firme"

    ronda: int
    mesa: int
    resultado: Resultado
    via: Via
    gana: int | None = None

    def relato(self, nombres: Nombres) -> str:
        por = {"acuerdo": "de acuerdo los dos", "arbitraje": "lo fija el arbitraje", "baja": "por una baja"}
        gana = _quien_gana(nombres, self.gana)
        nota = _nota(nombres, self.resultado)
        return f"Ronda {self.ronda}, mesa {self.mesa}: {marcador(self.resultado)}{gana} ({por[self.via]}).{nota}"


class ResultadoCorregido(Hecho):
    """Una corrección: el resultado anterior deja de contar y los emparejamientos ya hechos se quedan.

    Attributes:
        gana: texto con el nombre de quien gana ahora, si no lo dicen los PV.
    """

    tipo = "resultado_corregido"

    ronda: int
    mesa: int
    antes: Resultado
    resultado: Resultado
    gana: int | None = None

    def relato(self, nombres: Nombres) -> str:
        return (
            f"Ronda {self.ronda}, mesa {self.mesa}: se corrige {marcador(self.antes)} "
            f"a {marcador(self.resultado)}{_quien_gana(nombres, self.gana)}.{_nota(nombres, self.resultado)}"
        )


def _quien_gana(nombres: Nombres, gana: int | None) -> str:
    return f", gana {nombres.texto(gana)}" if gana is not None else ""


def _nota(nombres: Nombres, resultado: Resultado) -> str:
    return f" «{nombres.texto(resultado.nota)}»" if resultado.nota is not None else ""


def nombre_de_quien_gana(torneo: Torneo, resultado: Resultado) -> int | None:
    """El texto con su nombre, si no lo deciden los PV."""
    return None if resultado.ganador is None else torneo.participantes[resultado.ganador].nombre


def marcador(resultado: Resultado) -> str:
    """«25–19», «18–22 al acabarse el tiempo» o «0–0 por retirada»."""
    a, b = (str(pv).replace("-", "−") for pv in (resultado.pv_a, resultado.pv_b))
    return f"{a}–{b} {FINALES[resultado.fin]}".rstrip()


def salvedad(torneo: Torneo, ronda: int, mesa: Mesa, resultado: Resultado) -> str | None:
    """Lo que hay que decir al confirmar si los dos acaban con 0 PV o menos y distintos (hueco D-05)."""
    pv_a = resultado.pv_a + torneo.ajuste(ronda, mesa.a)
    pv_b = resultado.pv_b + torneo.ajuste(ronda, mesa.b)
    if resultado.fin not in POR_PUNTOS or max(pv_a, pv_b) > 0 or pv_a == pv_b:
        return None
    return "Los dos acaban con 0 PV o menos y distintos: es un 6-0, y el arbitraje puede cambiarlo."


def mismo(uno: Resultado, otro: Resultado) -> bool:
    """Si dos partes dicen lo mismo; haber acabado por tiempo o no es un matiz sin efecto."""

    def esencia(resultado: Resultado) -> tuple[int, int, Fin, int | None]:
        fin = Fin.NORMAL if resultado.fin is Fin.TIEMPO else resultado.fin
        return resultado.pv_a, resultado.pv_b, fin, resultado.ganador

    return esencia(uno) == esencia(otro)


@reglas.aplica(ResultadoFirme)
def firme(torneo: Torneo, hecho: ResultadoFirme) -> Torneo:
    return _con_resultado(torneo, hecho.ronda, hecho.mesa, hecho.resultado)


@reglas.aplica(ResultadoCorregido)
def corregido(torneo: Torneo, hecho: ResultadoCorregido) -> Torneo:
    return _con_resultado(torneo, hecho.ronda, hecho.mesa, hecho.resultado)


def _con_resultado(torneo: Torneo, numero: int, mesa: int, resultado: Resultado) -> Torneo:
    ronda: Ronda = torneo.rondas[numero - 1]
    previa: Mesa = ronda.mesas[mesa - 1]
    llamadas = tuple(
        llamada.con(resuelta=True) if (llamada.ronda, llamada.mesa) == (numero, mesa) else llamada
        for llamada in torneo.llamadas
    )
    nueva = previa.con(resultado=resultado, parte=None, contraria=None)
    return torneo.con_mesa(numero, nueva).con(llamadas=llamadas, borrador=None)
