"""Una sala de pruebas: este Discord, un servidor con gente y el bot como proceso, que al acabar no dejan nada."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.enchufe.actor import Actor
from tests.enchufe.discord_local import DiscordLocal
from tests.enchufe.estado import GESTIONAR_SERVIDOR, PERMISOS_CORRIENTES, Canal, Servidor
from tests.enchufe.proceso import Proceso


@dataclass
class Sala:
    """Un servidor con un canal; la coordinadora puede gestionar el servidor."""

    d: DiscordLocal
    proceso: Proceso
    servidor: Servidor
    canal: Canal
    coordinadora: Actor
    alicia: Actor
    bruno: Actor


EnSala = AbstractAsyncContextManager[Sala]


@asynccontextmanager
async def sala(
    carpeta: Path,
    *,
    ordenes: bool = False,
    criadero: bool = False,
    entorno: dict[str, str] | None = None,
    **pasarela: Any,
) -> AsyncIterator[Sala]:
    """Prepara la sala, con el bot sin arrancar. Al salir, acaba con el proceso y exige que no haya habido faltas ni prisas.

    Args:
        carpeta: donde el bot escribe.
        ordenes: si lleva las órdenes de prueba.
        criadero: si se va a arrancar muchas veces (véase `criadero.py`).
        entorno: variables de más para el proceso.
        pasarela: opciones de `Pasarela`; con `ventana=0` se puede reiniciar al bot sin esperar.
    """
    async with DiscordLocal(**pasarela) as d:
        proceso = Proceso(d, carpeta, ordenes=ordenes, criadero=criadero, entorno=entorno)
        servidor = d.estado.crear_servidor("Concilio de prueba")
        canal = d.estado.crear_canal(servidor, "mesa")
        gente = {n: persona(d, n, servidor, canal) for n in ("Alicia", "Bruno")}
        coordinadora = persona(d, "Galadriel", servidor, canal, PERMISOS_CORRIENTES | GESTIONAR_SERVIDOR)
        try:
            yield Sala(d, proceso, servidor, canal, coordinadora, gente["Alicia"], gente["Bruno"])
        finally:
            await proceso.cerrar()
        assert d.faltas == [], "\n".join(d.faltas)
        assert d.pasarela.prematuras == [], "identificaciones antes de tiempo"


def persona(
    d: DiscordLocal, nombre: str, servidor: Servidor, canal: Canal, permisos: int = PERMISOS_CORRIENTES
) -> Actor:
    """Alguien nuevo en el servidor."""
    quien = d.estado.crear_persona(nombre)
    d.estado.unir(quien, servidor, permisos)
    return Actor(d, quien, servidor, canal)
