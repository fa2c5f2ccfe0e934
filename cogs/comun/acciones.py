"""Botones, menús y formularios: qué hacen va en su `custom_id`, y por eso sobreviven a un reinicio.

Un identificador es `espacio:formato:objeto:version:accion`, por ejemplo `torneo:1:4821:m2v3:confirmar`. Cada
cog registra en `bot.acciones` qué función atiende cada `espacio` y `accion`; aquí se leen y se reparten.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import unquote

import discord
from discord.ui.select import BaseSelect

from cogs.comun.errores import costura
from servicios.errores import NoExiste, YaHaCambiado

if TYPE_CHECKING:
    from cogs.comun.concilio import Concilio

FORMATO = 1
DE_OTRA_VERSION = "Este botón es de una versión anterior del bot. Repite el comando."
DE_OTRO_SERVIDOR = "Este botón es de otro servidor: aquí no hace nada."
LARGO_MAXIMO = 100
_PARTE = "[^:]*"
_FLUJO = re.compile(r"(\d+)/")  # un flujo se llama «<servidor>/<clase>/…»
PATRON = rf"(?P<espacio>[a-z]+):(?P<formato>\d+):(?P<objeto>{_PARTE}):(?P<version>{_PARTE}):(?P<accion>[a-z]+)"


@dataclass(frozen=True)
class Accion:
    """Qué hace un botón y sobre qué. `version`: la situación (turno, página, ronda) en que se dibujó."""

    espacio: str
    accion: str
    objeto: str = ""
    version: str = ""
    formato: int = FORMATO

    def con(self, accion: str, **cambios: Any) -> "Accion":
        """Otra acción sobre lo mismo."""
        return replace(self, accion=accion, **cambios)

    @property
    def custom_id(self) -> str:
        """El identificador que viaja en el componente.

        Raises:
            ValueError: si no cabe en los 100 caracteres de Discord.
        """
        partes = (self.espacio, str(self.formato), _cifrar(self.objeto), _cifrar(self.version), self.accion)
        texto = ":".join(partes)
        if len(texto) > LARGO_MAXIMO:
            raise ValueError(f"el identificador «{texto}» pasa de {LARGO_MAXIMO} caracteres")
        return texto

    @classmethod
    def leer(cls, custom_id: str) -> "Accion | None":
        """La acción de un identificador, o None si no es de los nuestros."""
        encaja = re.fullmatch(PATRON, custom_id)
        return cls.de(encaja) if encaja else None

    @classmethod
    def de(cls, encaja: re.Match[str]) -> "Accion":
        """La acción de un identificador que ya encaja con `PATRON`."""
        return cls(
            espacio=encaja["espacio"],
            accion=encaja["accion"],
            objeto=unquote(encaja["objeto"]),
            version=unquote(encaja["version"]),
            formato=int(encaja["formato"]),
        )


def _cifrar(texto: str) -> str:
    return texto.replace("%", "%25").replace(":", "%3A")


Interaccion: TypeAlias = "discord.Interaction[Concilio]"
Valores = Mapping[str, Sequence[str]]
"""Lo elegido en un menú (bajo la clave `menu`) o lo escrito en un formulario (por campo)."""
Manejador = Callable[[Interaccion, Accion, Valores], Awaitable[None]]


class Acciones:
    """El registro de quién atiende cada acción, y el único sitio que las despacha."""

    def __init__(self) -> None:
        self._manejadores: dict[tuple[str, str], Manejador] = {}

    def registrar(self, espacio: str, **manejadores: Manejador) -> None:
        """Apunta las funciones que atienden las acciones de un espacio."""
        for accion, manejador in manejadores.items():
            self._manejadores[espacio, accion] = manejador

    async def despachar(self, interaccion: Interaccion, accion: Accion, valores: Valores) -> None:
        """Atiende una pulsación o un formulario; ningún error sale de aquí."""
        async with costura(interaccion, f"{accion.espacio}:{accion.accion}"):
            manejador = self._manejadores.get((accion.espacio, accion.accion))
            if manejador is None or accion.formato != FORMATO:
                raise YaHaCambiado(DE_OTRA_VERSION)
            _comprobar_servidor(interaccion, accion)
            await manejador(interaccion, accion, valores)


def _comprobar_servidor(interaccion: Interaccion, accion: Accion) -> None:
    """Un flujo solo se toca desde su servidor: quien pulsa un identificador traído de otro no tiene aquí sus roles.

    Raises:
        NoExiste: si la acción nombra un flujo de otro servidor.
    """
    nombrado = _FLUJO.match(accion.objeto)
    if nombrado is not None and int(nombrado[1]) != interaccion.guild_id:
        raise NoExiste(DE_OTRO_SERVIDOR)


class BotonDeAccion(discord.ui.DynamicItem[discord.ui.Button[Any]], template=PATRON):
    """Un botón cuyo significado está en su `custom_id`."""

    def __init__(
        self,
        accion: Accion,
        rotulo: str,
        estilo: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        activo: bool = True,
    ) -> None:
        super().__init__(
            discord.ui.Button(label=rotulo, style=estilo, custom_id=accion.custom_id, disabled=not activo)
        )
        self.accion = accion

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Any:
        return _reconstruir(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.acciones.despachar(interaction, self.accion, {})


class MenuDeAccion(discord.ui.DynamicItem[Any], template=PATRON):
    """Un menú desplegable (de opciones, de canales o de roles) cuyo significado está en su `custom_id`."""

    def __init__(self, accion: Accion, menu: BaseSelect[Any]) -> None:
        menu.custom_id = accion.custom_id
        super().__init__(menu)
        self.accion = accion

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Any:
        return _reconstruir(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        datos: dict[str, Any] = dict(interaction.data or {})
        await interaction.client.acciones.despachar(interaction, self.accion, {"menu": datos.get("values", [])})


def menu_de_opciones(
    accion: Accion, invitacion: str, opciones: Sequence[discord.SelectOption], *, minimo: int = 1, maximo: int = 1
) -> MenuDeAccion:
    """Un menú de hasta 25 opciones; las demás se quedan fuera."""
    menu: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=invitacion[:150], options=list(opciones)[:25], min_values=minimo, max_values=maximo
    )
    return MenuDeAccion(accion, menu)


def _reconstruir(item: discord.ui.Item[Any], encaja: re.Match[str]) -> BotonDeAccion | MenuDeAccion:
    # Las dos clases comparten patrón y discord.py solo guarda una por patrón: quien decide es el componente.
    accion = Accion.de(encaja)
    if isinstance(item, BaseSelect):
        return MenuDeAccion(accion, item)
    return BotonDeAccion(accion, "·")


class Formulario(discord.ui.Modal):
    """Un formulario. Lo atiende `atender_formulario`, no este objeto, que un reinicio se llevaría."""

    def __init__(self, accion: Accion, titulo: str) -> None:
        super().__init__(title=titulo[:45], custom_id=accion.custom_id, timeout=900)

    def campo(
        self,
        clave: str,
        rotulo: str,
        *,
        largo: int = 100,
        parrafo: bool = False,
        obligatorio: bool = True,
        valor: str | None = None,
        ayuda: str | None = None,
    ) -> "Formulario":
        """Añade un campo de texto de hasta `largo` caracteres."""
        estilo = discord.TextStyle.paragraph if parrafo else discord.TextStyle.short
        entrada: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=clave, style=estilo, max_length=largo, required=obligatorio, default=valor
        )
        self.add_item(discord.ui.Label(text=rotulo[:45], description=ayuda, component=entrada))
        return self

    def opciones(
        self,
        clave: str,
        rotulo: str,
        opciones: Sequence[discord.SelectOption],
        *,
        ayuda: str | None = None,
        maximo: int = 1,
    ) -> "Formulario":
        """Añade un menú de hasta 25 opciones, de las que se elige al menos una y como mucho `maximo`."""
        elegibles = list(opciones)[:25]
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=clave, options=elegibles, max_values=min(maximo, len(elegibles))
        )
        self.add_item(discord.ui.Label(text=rotulo[:45], description=ayuda, component=menu))
        return self


async def atender_formulario(interaccion: Interaccion) -> None:
    """Despacha un formulario enviado, aunque el bot se haya reiniciado mientras se escribía."""
    datos: dict[str, Any] = dict(interaccion.data or {})
    accion = Accion.leer(datos.get("custom_id", ""))
    if interaccion.type is discord.InteractionType.modal_submit and accion is not None:
        valores = dict(_campos(datos.get("components", [])))
        await interaccion.client.acciones.despachar(interaccion, accion, valores)


def _campos(componentes: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Sequence[str]]]:
    for componente in componentes:
        if "component" in componente:
            yield from _campos([componente["component"]])
        yield from _campos(componente.get("components", []))
        if "value" in componente:
            yield componente["custom_id"], [str(componente["value"])]
        elif "values" in componente:
            yield componente["custom_id"], componente["values"]
