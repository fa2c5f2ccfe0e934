"""Cómo se ve la isla: el mapa, lo que se sabe de cada Lugar y los mandos de lo que se puede hacer."""

from collections.abc import Iterator, Sequence

import discord

from cogs.comun.acciones import Accion, BotonDeAccion, Formulario, MenuDeAccion, Valores, menu_de_opciones
from cogs.comun.clases import Vista
from cogs.comun.textos import recortar
from cogs.comun.vistas import Color, Panel
from cogs.lcg.mando import accion, boton
from cogs.lcg.piezas import PIE, Relatos, armar, en_marcha, jugadores, lo_que_queda, mandos_comunes
from servicios.hechos import Nombres
from servicios.lcg import mapa
from servicios.lcg.exploracion import PROGRESO_PARA_MIRAR, Mirado, Volteado
from servicios.lcg.mapa import ESQUINAS, Celda, Isla, Llave

ESPACIO = "isla"
TITULO = "El Templo de los Engañados"
LUGARES_MAXIMO = 1300
LLAVE = {
    Llave.PERDIDA: "sin encontrar",
    Llave.LISTA: "en manos de los jugadores",
    Llave.AGOTADA: "agotada hasta la ronda que viene",
}


def panel(vista: Vista, nombres: Nombres) -> Panel:
    """La isla, con su mapa y los mandos de lo que se puede hacer."""
    isla: Isla = vista.libro.estado
    hecho = armar(vista, nombres, TITULO, RELATOS)
    if vista.imagenes:
        hecho.imagen(*vista.imagenes)
    hecho.texto(recortar("\n".join(lugares(isla)), LUGARES_MAXIMO))
    hecho.texto(f"Llave de la Puerta: {LLAVE[isla.llave]}").linea()
    hecho.texto(jugadores(isla, nombres)).texto(lo_que_queda(vista))
    if en_marcha(vista):
        for menu in _menus(vista, isla):
            hecho.menu(menu)
        hecho.botones(*_botones(vista, isla))
        hecho.botones(*mandos_comunes(vista))
    return hecho.pie(PIE)


# ── lo que hay ────────────────────────────────────────────────────────────────────────────────────


def lugares(isla: Isla) -> Iterator[str]:
    """El mapa escrito: el activo, los que cuentan como área de preparación y los demás que se conocen."""
    celdas = mapa.celdas(isla)
    activo = next((c for c in celdas if c.activo), None)
    if activo is None:
        yield f"Elige de qué esquina se parte: {' o '.join(_nombrada(c) for c in celdas if c.casilla in ESQUINAS)}."
        yield "-# Se han volteado sin ser el Lugar activo: sus efectos de voltearse siéndolo no se resuelven."
    else:
        yield f"★ Lugar activo: {_nombrada(activo)}"
        yield from (f"-# {efecto}" for efecto in [_efecto(isla, activo.casilla)] if efecto)
        yield f"▲ En preparación: {' · '.join(_situada(c) for c in celdas if c.preparacion)}"
    resto = [c for c in celdas if not c.preparacion and not c.activo]
    por_clase = {
        "✓ Explorados": [c for c in resto if c.explorado],
        "○ Volteados": [
            c for c in resto if c.boca_arriba and not c.explorado and c.casilla not in _iniciales(isla)
        ],
        "◉ Mirados": [c for c in resto if c.visto],
    }
    yield from (f"{c}: {', '.join(map(_conocida, suyas))}" for c, suyas in por_clase.items() if suyas)
    tapadas = [c for c in resto if not c.boca_arriba and not c.visto and not c.explorado]
    yield f"? Boca abajo: {', '.join(f'{c.casilla}{_fichas(c)}' for c in tapadas)}" if tapadas else ""


def _iniciales(isla: Isla) -> Sequence[str]:
    """Las esquinas, mientras son ellas lo que hay que elegir."""
    return ESQUINAS if isla.activo is None else ()


def _nombrada(celda: Celda) -> str:
    """«**B2 Cavernas sinuosas** · progreso 2 de 6 · Amenaza 2»."""
    partes = [f"**{celda.casilla} {celda.visto or celda.titulo}**"]
    partes += ["mirado"] if celda.visto else []
    partes += [f"progreso {_progreso(celda)}"] if _progreso(celda) else []
    partes += [f"Amenaza {celda.amenaza}"] if celda.amenaza is not None else []
    return " · ".join(partes)


def _conocida(celda: Celda) -> str:
    return f"{celda.casilla} {celda.visto or celda.titulo}{_fichas(celda)}"


def _situada(celda: Celda) -> str:
    """«A2 Senda de la selva (mirado)»."""
    notas = [_progreso(celda)] if celda.progreso else []
    notas += ["explorado"] if celda.explorado else ["mirado"] if celda.visto else []
    entre = f" ({', '.join(notas)})" if notas else ""
    return f"{celda.casilla} {celda.visto or celda.titulo}{entre}"


def _fichas(celda: Celda) -> str:
    return f" ({_progreso(celda)})" if celda.progreso else ""


def _progreso(celda: Celda) -> str:
    if celda.mision is not None:
        return f"{celda.progreso} de {celda.mision}"
    return str(celda.progreso) if celda.progreso else ""


def _efecto(isla: Isla, casilla: str) -> str:
    ficha = isla.lugar(casilla).a_la_vista
    return ficha.efecto if ficha else ""


def detalle(isla: Isla, casilla: str) -> Panel:
    """Lo que se sabe de un Lugar."""
    celda = next(c for c in mapa.celdas(isla) if c.casilla == casilla)
    hecho = Panel(Color.LCG).titulo(f"{casilla} · {celda.visto or celda.titulo}").texto(celda.texto)
    ficha = isla.lugar(casilla).ficha
    if ficha is None:
        return hecho.texto("Nadie ha visto lo que hay al otro lado.")
    hecho.texto(f"{ficha.nombre}: {ficha.mision} puntos de misión, Amenaza {ficha.amenaza}. {ficha.efecto}")
    return hecho.pie(f"{ficha.en}: el efecto, con nuestras palabras; manda la carta.")


def _volteado(hecho: Volteado, nombres: Nombres) -> str:
    """Después de voltear hay que mirar si el reverso tiene un efecto Obligado (002, «Inexplorado»): se recuerda."""
    aviso = "\n-# Comprueba si su carta tiene algún efecto al voltearse." if hecho.descubierto else ""
    return f"> {hecho.relato(nombres)}{aviso}"


def _mirado(hecho: Mirado, nombres: Nombres) -> str:
    return f"> {hecho.relato(nombres)}\n-# Mirar no activa los efectos de cuando se voltea."


RELATOS: Relatos = {Volteado: _volteado, Mirado: _mirado}


# ── mandos ────────────────────────────────────────────────────────────────────────────────────────


def _menus(vista: Vista, isla: Isla) -> Iterator[MenuDeAccion]:
    if isla.activo is None:
        return
    celdas = {c.casilla: c for c in mapa.celdas(isla)}
    destinos = [celdas[c] for c in mapa.destinos(isla)]
    if isla.lugar(isla.activo).completo and destinos:
        invitacion = f"Viajar desde {isla.activo} a…"
        yield menu_de_opciones(accion(vista, ESPACIO, "viajar", isla.activo), invitacion, _opciones(destinos))
    mirables = [c for c in celdas.values() if _se_puede_mirar(c)]
    if mirables:
        invitacion = f"Mirar la otra cara, por {PROGRESO_PARA_MIRAR} de progreso…"
        yield menu_de_opciones(accion(vista, ESPACIO, "mirar"), invitacion, _opciones(mirables))


def _se_puede_mirar(celda: Celda) -> bool:
    oculta = not celda.boca_arriba and celda.visto is None and not mapa.es_templo(celda.casilla)
    return oculta and celda.progreso >= PROGRESO_PARA_MIRAR


def _opciones(celdas: Sequence[Celda]) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=recortar(celda.texto, 100), value=celda.casilla) for celda in celdas]


def _botones(vista: Vista, isla: Isla) -> list[BotonDeAccion]:
    principal = discord.ButtonStyle.primary
    if isla.activo is None:
        return [boton(vista, (ESPACIO, "inicio"), f"Partir de {c}", c, principal) for c in ESQUINAS]
    progreso = boton(vista, (ESPACIO, "progresar"), "Éxito en la misión", "", principal)
    carta = boton(vista, (ESPACIO, "ficha"), "Progreso por una carta")
    return [progreso, carta, *(boton(vista, (ESPACIO, "llave"), rotulo, a) for a, rotulo in _llaves(isla))]


def _llaves(isla: Isla) -> list[tuple[Llave, str]]:
    """Lo que puede pasar con la Llave de la Puerta."""
    if isla.llave is Llave.PERDIDA:
        return [(Llave.LISTA, "Tenemos la Llave")]
    otra = (Llave.AGOTADA, "Agotar la Llave") if isla.llave is Llave.LISTA else (Llave.LISTA, "Preparar la Llave")
    return [otra, (Llave.PERDIDA, "Perder la Llave")]


def pedir_progreso(accion: Accion, isla: Isla, _valores: Valores) -> Formulario:
    """Cuánto progreso da el éxito de la misión."""
    formulario = Formulario(accion.con("progreso"), "Éxito en la misión")
    formulario.campo(
        "puntos", "Progreso", largo=2, ayuda=f"Va primero a {isla.activo}, hasta sus puntos de misión"
    )
    ayuda = "Solo si la misión lo permite: «A2 1, B3 2»"
    return formulario.campo(
        "reparto", "Del resto, a Lugares en preparación", largo=60, obligatorio=False, ayuda=ayuda
    )


def pedir_ficha(accion: Accion, isla: Isla, _valores: Valores) -> Formulario:
    """Progreso que una carta pone o quita en un Lugar."""
    cerca = [c for c in mapa.celdas(isla) if c.activo or c.preparacion or c.progreso]
    formulario = Formulario(accion.con("puesta"), "Progreso por una carta")
    formulario.opciones("casilla", "En qué Lugar", _opciones(cerca))
    formulario.campo("puntos", "Fichas", largo=3, ayuda="3 pone 3; -2 quita 2")
    return formulario.campo("motivo", "Qué carta", largo=200, obligatorio=False)
