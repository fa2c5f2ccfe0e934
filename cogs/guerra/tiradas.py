"""Cómo se lee una tirada de La Guerra del Anillo: cada dado, por qué cuenta, y lo raro que ha sido."""

from collections.abc import Sequence
from fractions import Fraction

from cogs.comun.textos import plural, porcentaje
from servicios.guerra.caza import TiradaDeCaza
from servicios.guerra.combate import Dado, TiradaDeCombate, acierta
from servicios.guerra.probabilidad import caza as prob_caza
from servicios.guerra.probabilidad.combate import impactos_de
from servicios.guerra.probabilidad.distribucion import Distribucion, al_menos, binomial, por_dado, por_debajo
from servicios.guerra.texto import con_signo
from servicios.tiradas import Tirada

COMPROBABLE = "comprobable con /partida verificar"


def de_combate(tirada: TiradaDeCombate) -> str:
    """Los dados de una tirada de combate y los relanzados, uno a uno; los que cuentan, en negrita."""
    mano = tirada.mano
    if tirada.sorteo is None:
        return f"Relanzamiento {_seguidos(tirada.dados, mano.modificador_liderazgo)}"
    if not tirada.dados:
        return "Sin dados que tirar"
    lineas = [f"Tirada {_seguidos(tirada.dados, mano.modificador)}"]
    if tirada.relanzados:
        lineas.append(f"Liderazgo relanza {_relanzados(tirada.dados, mano.modificador_liderazgo)}")
    return "\n".join(lineas)


def de_caza(tirada: TiradaDeCaza) -> str:
    """Los dados de una tirada de Caza y los relanzados, con lo que da cada relanzamiento."""
    if not tirada.dados:
        return "Sin dados de la Sombra en la casilla no hay tirada"
    lineas = [f"Tirada {_seguidos(tirada.dados, tirada.dados_pl)}"]
    if any(dado.relanzado for dado in tirada.dados):
        motivos = ", ".join(tirada.condiciones.motivos)
        lineas.append(f"Relanzamiento por {motivos}: {_relanzados(tirada.dados, tirada.dados_pl)}")
    return "\n".join(lineas)


def _seguidos(dados: Sequence[Dado], modificador: int) -> str:
    vistos = " · ".join(_marcar(str(dado.natural), dado) for dado in dados)
    if not modificador:
        return vistos
    return f"{vistos} → con {con_signo(modificador)}: {' · '.join(_sumado(dado) for dado in dados)}"


def _relanzados(dados: Sequence[Dado], modificador: int) -> str:
    pares = [(dado, dado.relanzado) for dado in dados if dado.relanzado]
    vistos = " · ".join(f"{antes.natural} → {_marcar(str(nuevo.natural), nuevo)}" for antes, nuevo in pares)
    if not modificador:
        return vistos
    return f"{vistos}, con {con_signo(modificador)}: {' · '.join(_sumado(nuevo) for _, nuevo in pares)}"


def _sumado(dado: Dado) -> str:
    if dado.natural == 1:
        return "falla (1 natural)"
    return _marcar(str(dado.total).replace("-", "−"), dado)


def _marcar(texto: str, dado: Dado) -> str:
    return f"**{texto}**" if dado.acierta else texto


def impactos(tirada: TiradaDeCombate, sin_dados: int = 0) -> str:
    """«**3 impactos** · con 5 o más: en campo abierto se impacta con 5 o más»."""
    mano = tirada.mano
    cartas = f" ({con_signo(sin_dados)} de las cartas)" if sin_dados else ""
    porque = f"{plural(tirada.impactos + sin_dados, 'impacto')}**{cartas} · {mano.objetivo.motivo}"
    otro = mano.objetivo_liderazgo
    relance = f"; al relanzar, {otro.motivo}" if otro != mano.objetivo and tirada.relanzados else ""
    return f"**{porque}{relance}"


def suerte_de_combate(tirada: TiradaDeCombate) -> str:
    """Lo probable que era sacar tantos impactos, y cuántas veces sale peor; nada, si no había dados."""
    if not tirada.dados:
        return ""
    reparto = impactos_de(tirada.mano)
    if tirada.sorteo is None:
        mano = tirada.mano
        p = por_dado(lambda cara: acierta(cara, mano.modificador_liderazgo, mano.objetivo_liderazgo.numero))
        reparto = binomial(len(tirada.dados), p)
    return suerte(reparto, tirada.impactos, "impacto")


def suerte(reparto: Distribucion, salio: int, que: str) -> str:
    """«2 impactos o más: el 61,2 % de las veces · solo el 13 % de las veces sale peor»."""
    peor = por_debajo(reparto, salio)
    if not peor:
        return f"{plural(salio, que)}: {_parte(reparto[salio])} de las veces, y peor no puede salir"
    o_mas = f"{plural(salio, que)} o más: {_parte(al_menos(reparto, salio))} de las veces"
    solo = "solo " if peor < Fraction(1, 4) else ""
    return f"{o_mas} · {solo}{_parte(peor)} de las veces sale peor"


def _parte(p: Fraction) -> str:
    if 0 < p < Fraction(1, 1000):
        return "menos del 0,1\N{NO-BREAK SPACE}%"
    return f"el {porcentaje(float(p), 0 if p == 1 else 1)}"


def suerte_de_caza(tirada: TiradaDeCaza) -> str:
    """Cuántas veces tiene éxito una Caza como esa."""
    if not tirada.dados:
        return ""
    reparto = prob_caza.exitos(tirada.nivel, tirada.dados_pl, tirada.condiciones.relanzamientos)
    return f"Una Caza así tiene éxito {_parte(al_menos(reparto, 1))} de las veces"


def cita(tiradas: Sequence[Tirada]) -> str:
    """Cómo se nombran después las tiradas; nada, si no se ha tirado ningún dado."""
    if not tiradas:
        return ""
    nombradas = " · ".join(f"tirada {t.numero} · {t.codigo}" for t in tiradas[:4])
    return f"{nombradas}{' …' if len(tiradas) > 4 else ''} · {COMPROBABLE}"
