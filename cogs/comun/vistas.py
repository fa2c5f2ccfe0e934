"""El aspecto de todo lo que el bot dice: un panel con el color de su juego, título, texto, pie y botones."""

import io
from enum import IntEnum
from typing import Any, Self

import discord

from cogs.comun.textos import letra_pequena
from servicios.consultas.documentos import por_su_titulo
from servicios.dibujo.imagen import Imagen


class Color(IntEnum):
    """El acento de cada juego."""

    SATM = 0xC9A227
    GUERRA = 0x8C2F23
    LCG = 0x3B6E47
    TORNEO = 0x2F5D8C
    DADOS = 0x5B5F97
    RECHAZO = 0x6B7280

    @classmethod
    def de(cls, juego: str) -> "Color":
        """El color de un juego («satm», «guerra», «lcg»)."""
        return cls[juego.upper()]


class Panel(discord.ui.LayoutView):
    """Un mensaje de Components V2. Se arma de arriba abajo: `Panel(color).titulo(…).texto(…).botones(…)`."""

    def __init__(self, color: Color) -> None:
        super().__init__(timeout=None)
        self.stop()  # nadie escucha a este objeto: atiende `acciones`, y discord.py no tiene que recordarlo
        self.caja: discord.ui.Container[Any] = discord.ui.Container(accent_colour=color)
        self.add_item(self.caja)
        self.archivos: list[discord.File] = []
        self.hilo = ""
        """Cómo se llama el hilo en que va, si le toca ir en uno."""

    def titulo(self, texto: str) -> Self:
        """Primera línea, grande."""
        return self.texto(f"## {texto}")

    def texto(self, texto: str) -> Self:
        """Un bloque de texto; vacío, no añade nada."""
        if texto:
            self.caja.add_item(discord.ui.TextDisplay(texto))
        return self

    def linea(self) -> Self:
        """Una raya que separa lo de arriba de lo de abajo."""
        self.caja.add_item(discord.ui.Separator())
        return self

    def pie(self, texto: str) -> Self:
        """La fuente, o de dónde sale lo dicho, en letra pequeña. Los documentos se nombran por su título."""
        return self.texto(letra_pequena(por_su_titulo(texto)))

    def imagen(self, *imagenes: Imagen) -> Self:
        """Imágenes adjuntas, con su texto alternativo. Lo que cuentan tiene que estar también en el texto."""
        galeria: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
        for imagen in imagenes:
            archivo = discord.File(io.BytesIO(imagen.png), imagen.nombre, description=imagen.descripcion)
            self.archivos.append(archivo)
            galeria.add_item(media=archivo, description=imagen.descripcion)
        self.caja.add_item(galeria)
        return self

    def botones(self, *componentes: discord.ui.Item[Any]) -> Self:
        """Filas de botones (cinco por fila) o un menú; sin componentes, no añade nada."""
        for i in range(0, len(componentes), 5):
            self.caja.add_item(discord.ui.ActionRow(*componentes[i : i + 5]))
        return self

    def boton_final(self, boton: discord.ui.Item[Any]) -> Self:
        """Un botón más en la última fila de botones, si cabe; si no, en otra."""
        ultima = self.caja.children[-1] if self.caja.children else None
        if not isinstance(ultima, discord.ui.ActionRow) or len(ultima.children) >= 5:
            return self.botones(boton)
        if any(not isinstance(getattr(hijo, "item", hijo), discord.ui.Button) for hijo in ultima.children):
            return self.botones(boton)  # un menú ocupa su fila entera
        ultima.add_item(boton)
        return self

    def menu(self, componente: discord.ui.Item[Any]) -> Self:
        """Un menú desplegable, que ocupa su propia fila."""
        self.caja.add_item(discord.ui.ActionRow(componente))
        return self


def rechazo(frase: str, detalle: str | None = None) -> Panel:
    """Lo que se contesta a una orden que no puede ser."""
    return Panel(Color.RECHAZO).texto(frase).pie(detalle or "")


def fallo(codigo: str) -> Panel:
    """Lo que se contesta a un fallo nuestro, con el código que está también en el registro."""
    return Panel(Color.RECHAZO).texto(
        "Algo ha fallado por nuestra parte y no se ha guardado nada. Vuelve a intentarlo; "
        f"si se repite, pasa este código a quien lleva el bot: `{codigo}`."
    )


def fallo_al_ensenar(codigo: str) -> Panel:
    """Lo mismo, cuando la orden ya está guardada: quien la repita la daría dos veces."""
    return Panel(Color.RECHAZO).texto(
        "Lo que has pedido está hecho y guardado, pero algo ha fallado por nuestra parte al enseñarlo. No lo repitas: "
        f"míralo en el historial. Si falta algo, pasa este código a quien lleva el bot: `{codigo}`."
    )
