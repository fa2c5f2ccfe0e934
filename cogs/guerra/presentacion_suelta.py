"""Cómo se ven las tiradas sueltas, y cómo caben en sus botones para repetirlas."""

from collections.abc import Sequence

from cogs.comun.acciones import Accion, BotonDeAccion, Formulario
from cogs.comun.textos import plural
from cogs.comun.vistas import Color, Panel
from cogs.guerra import tiradas
from servicios.guerra.caza import CazaSuelta, Condiciones
from servicios.guerra.combate import Papel, Situacion
from servicios.guerra.sueltas import (
    Cazar,
    CazaSueltaHecha,
    CombateSuelto,
    LiderazgoSuelto,
    TirarCombate,
    TirarLiderazgo,
)
from servicios.guerra.texto import con_signo
from servicios.hechos import Hecho, Orden
from servicios.tiradas import Tirada

ESPACIO = "guerrasuelta"
LUGARES = {
    Situacion.CAMPO: "en campo abierto",
    Situacion.CIUDAD: "contra una Ciudad",
    Situacion.FORTIFICACION: "contra una Fortificación",
    Situacion.BALUARTE: "ante un Baluarte",
    Situacion.ASEDIO: "en un asedio",
    Situacion.ESCAPE: "en un escape del asedio",
}


def dibujar(hecho: Hecho, tiradas_: Sequence[Tirada]) -> Panel:
    """El panel de una tirada suelta."""
    match hecho:
        case CombateSuelto():
            return _combate(hecho, tiradas_)
        case LiderazgoSuelto():
            return _liderazgo(hecho, tiradas_)
        case CazaSueltaHecha():
            return _caza(hecho, tiradas_)
        case _:
            raise TypeError(hecho.tipo)


def _combate(hecho: CombateSuelto, tiradas_: Sequence[Tirada]) -> Panel:
    pedida, tirada = hecho.pedida, hecho.tirada
    con = [plural(pedida.dados, "dado"), f"Liderazgo {pedida.liderazgo}"]
    con += [con_signo(pedida.modificador)] if pedida.modificador else []
    quien = "defensor" if pedida.papel is Papel.DEFENSOR else "atacante"
    panel = Panel(Color.GUERRA).titulo(f"Combate · {', '.join(con)}")
    panel.texto(f"{tiradas.de_combate(tirada)}\n{tiradas.impactos(tirada)}")
    panel.pie(f"Tira el {quien} {LUGARES[pedida.situacion]}, ronda {pedida.ronda}")
    panel.pie(tiradas.suerte_de_combate(tirada)).pie(tiradas.cita(tiradas_))
    return panel.botones(*_repetir(pedida), *_con_carta(tirada.fallos, pedida.modificador))


def _liderazgo(hecho: LiderazgoSuelto, tiradas_: Sequence[Tirada]) -> Panel:
    pedida, tirada = hecho.pedida, hecho.tirada
    relanza = plural(len(tirada.dados), "dado")
    que = "Relanzamiento por una carta" if pedida.por == "carta" else f"Liderazgo {pedida.liderazgo}"
    panel = Panel(Color.GUERRA).titulo(f"{que} · {relanza}")
    panel.texto(f"{tiradas.de_combate(tirada)}\n{tiradas.impactos(tirada)}")
    if pedida.por == "liderazgo":
        panel.pie(
            f"Se relanzan tantos fallos ({pedida.fallos}) como dé el Liderazgo ({pedida.liderazgo}), y no más de 5"
        )
    panel.pie(tiradas.suerte_de_combate(tirada)).pie(tiradas.cita(tiradas_))
    quedan = pedida.fallos - tirada.impactos
    return panel.botones(*_repetir(pedida), *_con_carta(quedan, pedida.modificador))


def _caza(hecho: CazaSueltaHecha, tiradas_: Sequence[Tirada]) -> Panel:
    caza, tirada = hecho.caza, hecho.caza.tirada
    suma = f", {con_signo(tirada.dados_pl)}" if tirada.dados_pl else ""
    panel = Panel(Color.GUERRA).titulo(f"Caza del Anillo · nivel {tirada.nivel}{suma}")
    lineas = [tiradas.de_caza(tirada), f"**{plural(tirada.exitos, 'éxito')}.** {_ficha(caza)}"]
    if caza.sacada and caza.dano:
        lineas.append(f"Daño **{caza.dano.puntos}**: {caza.dano.motivo}.")
        lineas.append("La Compañía queda revelada." if caza.sacada.revela else "La Compañía sigue oculta.")
    panel.texto("\n".join(lineas))
    panel.pie(tiradas.suerte_de_caza(tirada)).pie(tiradas.cita(tiradas_))
    panel.pie("Sin partida: la ficha sale de un Fondo completo de 16, que no guarda memoria")
    return panel.botones(*_repetir(hecho.pedida))


def _ficha(caza: CazaSuelta) -> str:
    return f"Ficha del Fondo: **{caza.sacada.nombre}**" if caza.sacada else "No se saca ficha."


# ── botones ───────────────────────────────────────────────────────────────────────────────────────


def _repetir(orden: Orden) -> list[BotonDeAccion]:
    return [BotonDeAccion(Accion(ESPACIO, "repetir", cifrar(orden)), "Repetir")]


def _con_carta(fallos: int, modificador: int) -> list[BotonDeAccion]:
    if fallos <= 0:
        return []
    return [BotonDeAccion(Accion(ESPACIO, "carta", f"{fallos}", f"m{modificador}"), "Relanzar con carta")]


def cifrar(orden: Orden) -> str:
    """Una tirada suelta, como cabe en un `custom_id`."""
    match orden:
        case TirarCombate():
            campos = (
                "combate",
                orden.dados,
                orden.liderazgo,
                orden.situacion,
                orden.papel,
                orden.ronda,
                orden.modificador,
                orden.impacto_liderazgo or 0,
            )
        case TirarLiderazgo():
            campos = ("relance", orden.fallos, orden.liderazgo, orden.numero, orden.modificador, orden.por)
        case Cazar():
            hay = orden.condiciones
            campos = ("caza", orden.nivel, orden.dados_pl, *map(int, (hay.baluarte, hay.ejercito, hay.nazgul)))
        case _:
            raise TypeError(type(orden).__name__)
    return "/".join(map(str, campos))


def descifrar(texto: str) -> Orden:
    """La tirada de un `custom_id`."""
    clase, *campos = texto.split("/")
    match clase, campos:
        case "combate", [dados, liderazgo, situacion, papel, ronda, modificador, impacto]:
            return TirarCombate(
                dados=int(dados),
                liderazgo=int(liderazgo),
                situacion=Situacion(situacion),
                papel=Papel(papel),
                ronda=int(ronda),
                modificador=int(modificador),
                impacto_liderazgo=int(impacto) or None,
            )
        case "relance", [fallos, liderazgo, numero, modificador, por]:
            return TirarLiderazgo(
                fallos=int(fallos),
                liderazgo=int(liderazgo),
                numero=int(numero),
                modificador=int(modificador),
                por="carta" if por == "carta" else "liderazgo",
            )
        case _, [nivel, dados_pl, *hay]:
            baluarte, ejercito, nazgul = (marca == "1" for marca in hay)
            condiciones = Condiciones(baluarte=baluarte, ejercito=ejercito, nazgul=nazgul)
            return Cazar(nivel=int(nivel), dados_pl=int(dados_pl), condiciones=condiciones)
        case _:
            raise ValueError(texto)


def pedir_carta(accion: Accion) -> Formulario:
    """Qué relanza la carta de combate."""
    formulario = Formulario(accion.con("relanzar"), "Relanzar con una carta de combate")
    formulario.campo("dados", "Fallos que se relanzan", largo=1, valor=accion.objeto)
    formulario.campo("numero", "Impacta con", largo=1, valor="5", ayuda="De 2 a 6: el número que diga la carta")
    return formulario.campo("modificador", "Se suma a cada dado", largo=2, valor=accion.version[1:])
