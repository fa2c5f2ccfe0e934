"""Las opciones de los comandos de La Guerra del Anillo: listas cerradas y sugerencias mientras se escribe."""

from collections.abc import Mapping

import discord
from discord import app_commands

from cogs.guerra.lectura import parecidos
from servicios.guerra.combate import Papel, Situacion
from servicios.guerra.piezas import Personaje
from servicios.guerra.tablas import tablas

SUGERENCIAS = 25


def elegir(nombres: Mapping[str, str]) -> list[app_commands.Choice[str]]:
    """Las opciones de una lista cerrada: identificador y nombre que se ve."""
    return [app_commands.Choice(name=nombre, value=clave) for clave, nombre in nombres.items()]


SITUACIONES = elegir({situacion.value: situacion.nombre for situacion in Situacion})
PAPELES = elegir({papel.value: papel.value.capitalize() for papel in Papel})
NACIONES = elegir({n.id: n.nombre for n in tablas().naciones.values()})
BANDOS = elegir({"libres": "Pueblos Libres", "sombra": "La Sombra"})
CARAS = elegir({cara: nombre for cara, nombre in tablas().dados.nombres.items() if cara != "ojo"})
CON_OJO = elegir(tablas().dados.nombres)
PARA = elegir({c: tablas().dados.nombres[c] for c in ("personaje", "ejercito", "reclutamiento", "evento")})
CLASES = elegir(
    {
        "campal": "Batalla (campo, Ciudad, Fortificación o Baluarte)",
        "asedio": "Asalto al Baluarte que asedio",
        "escape": "Escape de mi Baluarte asediado",
        "socorro": "Ayuda a un Baluarte asediado, desde fuera",
    }
)
ESPECIALES = elegir({f.id: f"{f.carta} ({f.nombre})" for f in tablas().fichas.values() if f.especial})
FICHAS = elegir({f.id: f"{f.nombre}{f' · {f.carta}' if f.carta else ''}" for f in tablas().fichas.values()})
PERSONAJES = elegir({p.id: p.nombre for p in tablas().personajes.values() if p.papel != "gollum"})


def _entran(quien: Personaje) -> bool:
    return quien.papel != "gollum" and not quien.compania


DE_REFUERZO = elegir({p.id: p.nombre for p in tablas().personajes.values() if _entran(p)})


class ConRegiones(app_commands.Transformer):
    """Una región: se sugiere mientras se escribe, y llega como texto."""

    async def transform(self, _interaction: discord.Interaction, value: str, /) -> str:
        return value

    async def autocomplete(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, _interaction: discord.Interaction, value: str, /
    ) -> list[app_commands.Choice[str]]:
        """Las regiones cuyo nombre se parece a lo escrito; al principio, todas por orden."""
        nombres = {r.id: r.nombre for r in tablas().regiones.values()}
        return elegir({clave: nombres[clave] for clave in parecidos(value, nombres, SUGERENCIAS)})


Region = app_commands.Transform[str, ConRegiones]
