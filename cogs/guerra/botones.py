"""Las decisiones de ahora, como botones y menús: exactamente las que las reglas aceptarían."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from cogs.comun.acciones import menu_de_opciones
from cogs.comun.clases import Vista
from cogs.comun.vistas import Panel
from cogs.guerra.mando import accion, boton
from servicios.guerra.agregado import opciones
from servicios.guerra.anillos import UsarAnilloElfico
from servicios.guerra.asedio import DecidirRetirada, ElegirQuienCabe
from servicios.guerra.batalla import ElegirBajas
from servicios.guerra.compania import DeclararCompania
from servicios.guerra.dados import DejarDados, UsarDado
from servicios.guerra.estado import Estado, Fase
from servicios.guerra.opciones import Opcion
from servicios.guerra.partida import sin_empezar
from servicios.guerra.piezas import Bando
from servicios.guerra.remedios import JugarCartaDeMesa, MoverRevelada
from servicios.guerra.turno import AsignarCaza
from servicios.hechos import Orden

EN_MENU: dict[type[Orden], str] = {
    AsignarCaza: "Dados para la casilla de Caza…",
    DeclararCompania: "Declarar la Compañía en…",
    MoverRevelada: "La Compañía se revela en…",
    JugarCartaDeMesa: "Usar una carta en la mesa…",
    UsarDado: "Gastar un dado ({de})…",
    ElegirBajas: "Elegir las bajas…",
    ElegirQuienCabe: "Quién se queda en el Baluarte…",
    DecidirRetirada: "Aguantar o retirarse…",
}
"""Lo que va en un menú porque suele tener muchas opciones, y su invitación."""
COMANDOS: dict[type[Orden], str] = {
    DeclararCompania: "/compania declarar",
    MoverRevelada: "/compania revelada",
    ElegirBajas: "/batalla bajas",
    DecidirRetirada: "/batalla retirada",
}
"""Con qué se elige lo que no cabe en un menú."""
DE_LOS_DOS = {DejarDados, UsarAnilloElfico}
"""Lo que hacen igual los dos bandos: su botón dice de quién es, que el color no basta."""
NOMBRE = {Bando.LIBRES: "Pueblos Libres", Bando.SOMBRA: "Sombra"}
CABEN = 25
ESTILO = {
    Bando.LIBRES: discord.ButtonStyle.primary,
    Bando.SOMBRA: discord.ButtonStyle.danger,
    None: discord.ButtonStyle.success,
}


def poner(panel: Panel, vista: Vista) -> Panel:
    """Añade al panel lo que se puede decidir ahora."""
    estado: Estado = vista.libro.estado
    ofrecidas = list(enumerate(opciones(estado)))
    sueltas = [(i, opcion) for i, opcion in ofrecidas if type(opcion.orden) not in EN_MENU]
    panel.botones(*(_boton(vista, i, opcion) for i, opcion in sueltas))
    for invitacion, grupo in _menus(ofrecidas):
        elegibles = [discord.SelectOption(label=opcion.texto[:100], value=str(i)) for i, opcion in grupo]
        panel.menu(menu_de_opciones(accion(vista, "elegir", _marca(grupo)), invitacion, elegibles))
    return panel.botones(*_de_siempre(vista, estado))


def _boton(vista: Vista, numero: int, opcion: Opcion) -> Any:
    quien = f" ({NOMBRE[opcion.bando]})" if opcion.bando and type(opcion.orden) in DE_LOS_DOS else ""
    puntos = f"{quien}…" if opcion.faltan else quien
    nombre = "preguntar" if opcion.faltan else "opcion"
    return boton(vista, nombre, f"{opcion.texto}{puntos}", str(numero), ESTILO[opcion.bando])


def _menus(ofrecidas: Sequence[tuple[int, Opcion]]) -> Iterator[tuple[str, list[tuple[int, Opcion]]]]:
    grupos: dict[tuple[type[Orden], Bando | None], list[tuple[int, Opcion]]] = {}
    for i, opcion in ofrecidas:
        if type(opcion.orden) in EN_MENU:
            grupos.setdefault((type(opcion.orden), opcion.bando), []).append((i, opcion))
    for (clase, bando), grupo in grupos.items():
        invitacion = EN_MENU[clase].format(de=NOMBRE[bando] if bando else "")
        if len(grupo) > CABEN:
            invitacion += f" (las más lejanas, con {COMANDOS[clase]})"
        yield invitacion, grupo[:CABEN]


def _marca(grupo: Sequence[tuple[int, Opcion]]) -> str:
    # dos menús de un mismo mensaje no pueden llevar el mismo identificador
    return str(grupo[0][0])


def _de_siempre(vista: Vista, estado: Estado) -> Iterator[Any]:
    if estado.final is not None or estado.cerrada:
        return
    if sin_empezar(estado):
        if all(estado.jugadores.values()) and not estado.mesa_abierta:
            yield boton(vista, "preparar", "Cambiar de bando", "bandos")
        yield boton(
            vista, "preparar", f"Jugar con la {3 - estado.edicion}.ª edición", f"edicion{3 - estado.edicion}"
        )
        if not estado.mesa_abierta:
            yield boton(vista, "preparar", "Mesa abierta", "abierta")
        elif all(estado.jugadores.values()):
            yield boton(vista, "preparar", "Cada bando lo suyo", "bandas")
    if estado.fase is Fase.ACCIONES and estado.caza is None and estado.batalla is None:
        yield boton(vista, "atacar", "Abrir una batalla…")
    if estado.batalla is not None and any(isinstance(o.orden, ElegirBajas) for o in opciones(estado)):
        yield boton(vista, "recambios", "Faltan regulares de recambio…")
    yield boton(vista, "politica", "Política y victoria")
    yield boton(vista, "fondo", "Fondo de Caza")
