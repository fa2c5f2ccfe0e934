"""Arrancar cuando Discord no está o no quiere, y acabar a media orden. Cada prueba tiene su proceso.

discord.py espera 5 s entre dos intentos y otros 5 antes de identificarse de nuevo: lo que se espera, se espera a la vez.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.enchufe import sala as salas
from tests.enchufe.averias import aguarda, falla
from tests.enchufe.proceso import Proceso
from tests.enchufe.sala import Sala


@asynccontextmanager
async def pasarela_cerrada(carpeta: Path) -> AsyncIterator[Sala]:
    """La primera conexión con la pasarela se rechaza; al cabo, se abre."""
    async with salas.sala(carpeta, ordenes=True) as s:
        await s.d.tapar("pasarela")
        await s.proceso.arrancar(fragmentos=0)
        await s.proceso.escribe("Failed to connect for shard_id: 0")
        await s.d.abrir("pasarela")
        yield s


@asynccontextmanager
async def pasarela_ocupada(carpeta: Path) -> AsyncIterator[Sala]:
    """La primera conexión con la pasarela recibe un 503."""
    async with salas.sala(carpeta, ordenes=True) as s:
        s.d.pasarela.rechazos = [503]
        await s.proceso.arrancar(fragmentos=0)
        await s.proceso.escribe("Failed to connect for shard_id: 0")
        assert s.d.pasarela.rechazos == []
        yield s


@asynccontextmanager
async def discord_ausente(carpeta: Path) -> AsyncIterator[Sala]:
    """Al arrancar, Discord entero rechaza las conexiones; luego contesta 503 a la presentación y a los comandos."""
    async with salas.sala(carpeta, ordenes=True) as s:
        await s.d.tapar("rest")
        s.d.averias.programar("GET", "/users/@me", falla(503))
        s.d.averias.programar("PUT", r"/applications/\d+/commands", falla(503))
        await s.proceso.arrancar(fragmentos=0)
        await s.proceso.escribe("Discord no contesta")
        await s.d.abrir("rest")
        yield s
        assert s.proceso.registro.count("Discord no contesta") >= 3
        assert "Traceback" not in s.proceso.registro


@asynccontextmanager
async def dos_fragmentos(carpeta: Path) -> AsyncIterator[Sala]:
    """Discord aconseja dos fragmentos, que han de identificarse con 5 s entre ellos."""
    async with salas.sala(carpeta, ordenes=True, fragmentos=2) as s:
        s.d.estado.crear_servidor("El segundo")
        await s.proceso.arrancar(fragmentos=0)
        yield s
        primera, segunda = s.d.pasarela.identificaciones
        assert (primera.fragmento, segunda.fragmento, segunda.total) == (0, 1, 2)
        assert s.d.pasarela.prematuras == []


@asynccontextmanager
async def reinicio_seguido(carpeta: Path) -> AsyncIterator[Sala]:
    """El proceso muere nada más conectarse y el siguiente se identifica demasiado pronto."""
    async with salas.sala(carpeta, ordenes=True, ventana=60.0) as s:
        await s.proceso.arrancar()
        await s.proceso.matar()
        await s.proceso.arrancar(fragmentos=0)
        await s.proceso.escribe("session has been invalidated")
        s.d.pasarela.ventana = 5.0
        yield s
        assert s.d.pasarela.prematuras  # es lo que se provoca: la sala no debe echarlo en cara
        s.d.pasarela.prematuras.clear()


@asynccontextmanager
async def dos_procesos(carpeta: Path) -> AsyncIterator[Sala]:
    """Dos procesos sobre los mismos datos, un fragmento cada uno, que arrancan a la vez."""
    repartido = {"CONCILIO_FRAGMENTOS": "2", "CONCILIO_FRAGMENTOS_PROPIOS": "0"}
    async with salas.sala(carpeta, ordenes=True, entorno=repartido) as s:
        s.d.estado.crear_servidor("El segundo")
        (carpeta / "otro").mkdir()
        suyo = repartido | {"CONCILIO_FRAGMENTOS_PROPIOS": "1", "CONCILIO_DATOS": str(carpeta / "datos")}
        otro = Proceso(s.d, carpeta / "otro", ordenes=True, entorno=suyo)
        try:
            await asyncio.gather(s.proceso.arrancar(fragmentos=0), otro.arrancar(fragmentos=0))
            yield s
            assert await otro.terminar() == 0
        finally:
            await otro.cerrar()
        assert {i.fragmento for i in s.d.pasarela.identificaciones} == {0, 1}
        assert s.d.pasarela.prematuras == []


FRAGMENTOS: dict[Callable[[Path], salas.EnSala], int] = {
    pasarela_cerrada: 1,
    pasarela_ocupada: 1,
    discord_ausente: 1,
    dos_fragmentos: 2,
    reinicio_seguido: 1,
    dos_procesos: 2,
}


async def test_ninguno_de_estos_comienzos_lo_detiene(tmp_path: Path) -> None:
    """Todos acaban conectados, atienden una orden y terminan con orden."""

    async def historia(comienzo: Callable[[Path], salas.EnSala], fragmentos: int) -> str:
        carpeta = tmp_path / comienzo.__name__
        carpeta.mkdir()
        async with comienzo(carpeta) as s:
            await s.proceso.listo(fragmentos)
            dicho = (await s.alicia.usar("nada")).texto
            assert await s.proceso.terminar() == 0
            return dicho

    dichos = await asyncio.gather(*(historia(c, n) for c, n in FRAGMENTOS.items()))
    assert dichos == ["·"] * len(FRAGMENTOS)


async def test_un_token_que_discord_no_acepta(tmp_path: Path) -> None:
    async with salas.sala(tmp_path, entorno={}) as s:
        s.d.averias.programar("GET", "/users/@me", falla(401))
        await s.proceso.arrancar(fragmentos=0)
        assert await s.proceso.fin() == 2
        assert "Discord no acepta el DISCORD_TOKEN" in s.proceso.registro
        assert "Traceback" not in s.proceso.registro


@pytest.mark.parametrize(
    ("codigo", "frase"), [(4004, "DISCORD_TOKEN"), (4014, "no concede"), (4012, "código 4012")]
)
async def test_la_pasarela_se_cierra_para_siempre(tmp_path: Path, codigo: int, frase: str) -> None:
    """Han cambiado el token, o algo así, con el bot en marcha: acaba con una frase, sin insistir."""
    async with salas.sala(tmp_path, criadero=True) as s:
        await s.proceso.arrancar()
        await s.proceso.escribe("dispuesto en")
        await s.d.pasarela.vetar(codigo)
        assert await s.proceso.fin() == 2
        assert frase in s.proceso.registro
        assert "Traceback" not in s.proceso.registro


@pytest.mark.parametrize("como", ["pensando", "a medio enviar"])
async def test_sigterm_a_media_orden(tmp_path: Path, como: str) -> None:
    """Acaba pronto, con código 0 y sin volcados; y al volver a arrancar atiende como siempre."""
    async with salas.sala(tmp_path, ordenes=True, criadero=True, ventana=0.0) as s:
        await s.proceso.arrancar()
        await (_pensando(s) if como == "pensando" else _a_medio_enviar(s))
        assert await s.proceso.terminar() == 0
        assert "Traceback" not in s.proceso.registro
        s.d.averias.olvidar()
        registros = len(s.d.hechas("PUT", "/commands"))
        await s.proceso.arrancar()
        assert (await s.alicia.usar("errata", carta="gwahir")).texto.startswith("## Gwaihir")
        assert len(s.d.hechas("PUT", "/commands")) == registros  # los comandos no han cambiado


@pytest.mark.parametrize("semilla", [1])
async def test_sigterm_en_cualquier_momento(tmp_path: Path, semilla: int) -> None:
    """Recién conectado, el bot aún escribe y envía lo suyo: que se le corte ahí no lo deja colgado."""
    azar = random.Random(semilla)
    async with salas.sala(tmp_path, criadero=True, ventana=0.0) as s:
        for _ in range(6):
            await s.proceso.arrancar()
            if azar.random() < 0.5:
                await s.alicia.usar("errata", carta="gwahir")
            await asyncio.sleep(azar.uniform(0, 0.15))
            assert await s.proceso.terminar() == 0
        assert "Traceback" not in s.proceso.registro


async def _pensando(s: Sala) -> None:
    await s.alicia.usar("esperar", segundos=60)


async def _a_medio_enviar(s: Sala) -> None:
    s.d.averias.programar("POST", r"/interactions/.*", aguarda(asyncio.Event()), veces=3)
    ordenes = [await s.alicia.escribir("errata", carta="gwahir"), await s.bruno.escribir("nada")]
    for interaccion in ordenes:
        await s.d.llegada("POST", f"/interactions/{interaccion.id}/")
