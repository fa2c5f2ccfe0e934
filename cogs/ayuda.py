"""`/ayuda`: qué sabe hacer el bot, sacado del propio árbol de comandos para que no se desfase."""

from collections.abc import Iterator
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.comun.acciones import Accion, Interaccion, Valores
from cogs.comun.concilio import Concilio
from cogs.comun.errores import sugerencias
from cogs.comun.paginas import paginador
from cogs.comun.respuestas import cambiar, responder
from cogs.comun.textos import recortar
from cogs.comun.vistas import Color, Panel
from servicios.busqueda import normalizar
from servicios.errores import NoExiste

POR_PAGINA = 15
"""Comandos en una página: con el nombre y la descripción más largos que Discord admite, aún caben."""
ASUNTOS = {
    "consultas": "Consultar cartas y reglas",
    "dados": "Dados y partidas",
    "partida": "Dados y partidas",
    "torneo": "Torneos",
    "guerra": "La Guerra del Anillo",
    "lcg": "El juego de cartas LCG",
    "probabilidad": "Probabilidades",
}
"""Carpeta de `cogs/` → de qué va, en el orden en que se cuenta; lo demás es del propio bot."""
DEL_BOT = "El bot"

Comando = app_commands.Command[Any, ..., Any]


class AyudaCog(commands.Cog):
    """Qué comandos hay y cómo se usa cada uno."""

    def __init__(self, bot: Concilio) -> None:
        self.bot = bot
        bot.acciones.registrar("ayuda", pagina=self.pagina)

    @app_commands.command()
    @app_commands.describe(comando="El comando del que quieres saber más")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def ayuda(self, interaction: Interaccion, comando: app_commands.Range[str, 1, 60] | None = None) -> None:
        """Qué sabe hacer el bot y cómo pedírselo"""
        panel = self._panel(interaction, normalizar(comando or ""), 0)
        await responder(interaction, panel, privado=True)

    @ayuda.autocomplete("comando")
    @sugerencias
    async def _sugerir(self, interaccion: Interaccion, texto: str) -> list[app_commands.Choice[str]]:
        nombres = [orden.qualified_name for orden in self._ordenes(interaccion)]
        encajan = [nombre for nombre in nombres if normalizar(texto) in normalizar(nombre)]
        return [app_commands.Choice(name=f"/{nombre}", value=nombre) for nombre in encajan[:25]]

    async def pagina(self, interaction: Interaccion, accion: Accion, _valores: Valores) -> None:
        """Otra página de la lista."""
        await cambiar(interaction, self._panel(interaction, accion.objeto, int(accion.version)))

    def _ordenes(self, interaccion: Interaccion) -> list[Comando]:
        """Los comandos que se pueden usar donde se pregunta, por orden alfabético."""
        todas = (orden for orden in self.bot.tree.walk_commands() if isinstance(orden, app_commands.Command))
        aqui = (orden for orden in todas if interaccion.guild_id or not _solo_de_servidor(orden))
        return sorted(aqui, key=lambda orden: orden.qualified_name)

    def _panel(self, interaccion: Interaccion, pedido: str, pagina: int) -> Panel:
        """Un comando en detalle, los de un grupo («partida») o, sin pedir ninguno, todos."""
        ordenes = [orden for orden in self._ordenes(interaccion) if _es_de(orden, pedido)]
        if not ordenes:
            raise NoExiste("No tengo ningún comando con ese nombre. Con /ayuda se ven todos.")
        if pedido and len(ordenes) == 1:
            return _detalle(ordenes[0])
        portada = 0 if pedido else 1
        paginas = portada - (-len(ordenes) // POR_PAGINA)
        pagina = min(pagina, paginas - 1)
        panel = Panel(Color.SATM).titulo(f"/{pedido}" if pedido else "Qué sé hacer")
        if pagina < portada:
            panel.texto("\n".join(self._como_se_pide())).texto(_por_asuntos(ordenes))
        else:
            vistas = ordenes[(pagina - portada) * POR_PAGINA :][:POR_PAGINA]
            panel.texto("\n".join(f"- **/{orden.qualified_name}** · {orden.description}" for orden in vistas))
        if interaccion.guild_id is None:
            panel.pie("Aquí solo salen los comandos que valen en mensajes directos; en un servidor hay más.")
        return panel.botones(*paginador(pagina, paginas, lambda p: Accion("ayuda", "pagina", pedido, str(p))))

    def _como_se_pide(self) -> Iterator[str]:
        yield "Escribe «/» y elige. Con **/ayuda comando** te cuento uno en detalle; en las páginas siguientes están todos."
        for menu in self.bot.tree.get_commands():
            if isinstance(menu, app_commands.ContextMenu):
                yield f"En el menú de un mensaje (Aplicaciones): **{menu.name}**."
        yield "Las respuestas a consultas las ves solo tú; con «Publicar» se enseñan al canal."


def _por_asuntos(ordenes: list[Comando]) -> str:
    """De cada asunto, sus comandos: solo el primer nombre de los que forman un grupo."""
    asuntos: dict[str, dict[str, None]] = {asunto: {} for asunto in (*ASUNTOS.values(), DEL_BOT)}
    for orden in ordenes:
        carpeta = (orden.module or "").removeprefix("cogs.").split(".")[0]
        raiz = (orden.root_parent or orden).name
        asuntos[ASUNTOS.get(carpeta, DEL_BOT)][f"/{raiz}"] = None
    return "\n".join(f"**{asunto}** · {recortar(', '.join(r), 300)}" for asunto, r in asuntos.items() if r)


def _solo_de_servidor(orden: Comando) -> bool:
    return orden.guild_only or (orden.root_parent is not None and orden.root_parent.guild_only)


def _es_de(orden: Comando, pedido: str) -> bool:
    nombre = normalizar(orden.qualified_name)
    return not pedido or nombre == pedido or nombre.startswith(f"{pedido} ")


def _detalle(orden: Comando) -> Panel:
    panel = Panel(Color.SATM).titulo(f"/{orden.qualified_name}").texto(orden.description)
    for parametro in orden.parameters:
        obligatorio = "" if parametro.required else " (opcional)"
        panel.texto(f"- **{parametro.display_name}**{obligatorio}: {parametro.description}")
    return panel


async def setup(bot: Concilio) -> None:
    await bot.add_cog(AyudaCog(bot))
