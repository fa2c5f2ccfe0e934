"""Las reglas de la pasarela: lo que admite, lo que cierra y con qué código, y qué repone al reanudar."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.enchufe.crudo import Crudo, Enchufe
from tests.enchufe.discord_local import LLAVE, DiscordLocal
from tests.enchufe.sesion import Op


@asynccontextmanager
async def conectado(**opciones: Any) -> AsyncIterator[tuple[DiscordLocal, Crudo, Enchufe]]:
    """Un Discord con un servidor por fragmento y una conexión recién abierta."""
    async with DiscordLocal(**opciones) as d, Crudo(d) as crudo:
        for n in range(opciones.get("fragmentos", 1)):
            d.estado.crear_servidor(f"Servidor {n}")
        yield d, crudo, await crudo.conectar()


@pytest.mark.parametrize(
    ("cambios", "codigo"),
    [
        ({"token": "otro"}, 4004),
        ({"shard": [1, 1]}, 4010),
        ({"intents": 1 << 26}, 4013),
        ({"intents": 1 | 1 << 15}, 4014),
        ({"properties": {"os": "x" * 4096}}, 4002),
    ],
)
async def test_identificaciones_que_se_rechazan(cambios: dict[str, Any], codigo: int) -> None:
    async with conectado() as (d, _, enchufe):
        assert await enchufe.identificarse(**cambios) == {"cierre": codigo}
        assert str(codigo) in d.faltas.pop()
        assert d.pasarela.sesiones == {}


async def test_sin_identificarse_no_se_habla_ni_dos_veces() -> None:
    async with conectado() as (d, crudo, enchufe):
        await enchufe.oir()
        await enchufe.decir(Op.PRESENCIA, {})
        assert await enchufe.oir() == {"cierre": 4003}
        otro = await crudo.conectar()
        assert (await otro.identificarse())["t"] == "READY"
        await otro.oir()
        await otro.decir(Op.IDENTIFICA, {"token": LLAVE, "intents": 1, "shard": [0, 1]})
        assert await otro.oir() == {"cierre": 4005}
        assert len(d.faltas) == 2


async def test_mas_de_120_tramas_por_minuto() -> None:
    async with conectado() as (d, _, enchufe):
        await enchufe.identificarse()
        await enchufe.oir()
        for _ in range(119):
            await enchufe.decir(Op.LATIDO, None)
        respuestas = [(await enchufe.oir()).get("op") for _ in range(119)]
        assert respuestas == [Op.RECIBIDO] * 119
        await enchufe.decir(Op.LATIDO, None)
        assert await enchufe.oir() == {"cierre": 4008}
        assert d.pasarela.latidos == 119
        d.faltas.clear()


async def test_sin_latidos_se_cierra() -> None:
    async with conectado(latido=0.05) as (d, _, enchufe):
        assert (await enchufe.oir())["d"] == {"heartbeat_interval": 50}
        assert await enchufe.oir() == {"cierre": 4009}
        d.faltas.clear()


async def test_presenta_al_bot_y_sus_servidores() -> None:
    async with conectado(fragmentos=2, concurrencia=2) as (d, crudo, cero):
        uno = await crudo.conectar()
        vistos = []
        for n, enchufe in enumerate((cero, uno)):
            lista = await enchufe.identificarse(shard=[n, 2])
            assert lista["d"]["shard"] == [n, 2]
            vistos.append((await enchufe.oir())["d"]["id"])
            assert [g["id"] for g in lista["d"]["guilds"]] == [vistos[-1]]
        assert vistos == list(d.estado.servidores)
        assert d.faltas == []


@pytest.mark.parametrize("concurrencia", [1, 2])
async def test_la_ventana_de_identificaciones_va_por_clave(concurrencia: int) -> None:
    async with conectado(fragmentos=2, concurrencia=concurrencia) as (d, crudo, cero):
        await cero.identificarse(shard=[0, 2])
        segunda = await (await crudo.conectar()).identificarse(shard=[1, 2])
        assert [i.clave for i in d.pasarela.identificaciones] == ([0, 0] if concurrencia == 1 else [0, 1])
        if concurrencia == 1:
            assert segunda == {"op": Op.INVALIDA, "d": False}
            assert [i.fragmento for i in d.pasarela.prematuras] == [1]
        else:
            assert segunda["t"] == "READY"
            assert d.pasarela.prematuras == []


async def test_pasada_la_ventana_se_puede() -> None:
    async with conectado(ventana=0.0) as (d, crudo, enchufe):
        await enchufe.identificarse()
        assert (await (await crudo.conectar()).identificarse())["t"] == "READY"
        assert d.pasarela.senas()["session_start_limit"]["remaining"] == 998
        assert d.pasarela.prematuras == []


@pytest.mark.parametrize("compresion", ["", "zlib-stream"])
async def test_al_reanudar_llega_lo_perdido_y_solo_eso(compresion: str) -> None:
    async with conectado() as (d, crudo, enchufe):
        servidor = next(iter(d.estado.servidores))
        lista = await enchufe.identificarse()
        assert (await enchufe.oir())["t"] == "GUILD_CREATE"
        await d.pasarela.emitir("UNO", {}, servidor)
        visto = (await enchufe.oir())["s"]
        await d.pasarela.cortar()
        for nombre in ("DOS", "TRES"):
            assert await d.pasarela.emitir(nombre, {}, servidor)
        otra = await crudo.conectar(compresion)
        await otra.oir()
        await otra.decir(Op.REANUDA, {"token": LLAVE, "session_id": lista["d"]["session_id"], "seq": visto})
        tramas = [await otra.oir() for _ in range(3)]
        assert [(t["t"], t["s"]) for t in tramas] == [
            ("DOS", visto + 1),
            ("TRES", visto + 2),
            ("RESUMED", visto + 3),
        ]
        assert otra.binarias == (4 if compresion else 0)
        await d.pasarela.emitir("CUATRO", {}, servidor)
        assert (await otra.oir())["t"] == "CUATRO"
        assert [r.seq for r in d.pasarela.reanudaciones] == [visto]


async def test_lo_que_no_se_puede_reanudar() -> None:
    async with conectado() as (d, crudo, enchufe):
        lista = await enchufe.identificarse()
        sesion = lista["d"]["session_id"]
        await enchufe.oir()
        for identidad, seq, esperado in (
            ("otra", 1, {"op": Op.INVALIDA, "d": False}),
            (sesion, 99, {"cierre": 4007}),
        ):
            otra = await crudo.conectar()
            await otra.oir()
            await otra.decir(Op.REANUDA, {"token": LLAVE, "session_id": identidad, "seq": seq})
            assert await otra.oir() == esperado
        d.faltas.clear()
        await enchufe.ws.close(code=1000)  # quien se despide así da su sesión por acabada
        otra = await crudo.conectar()
        await otra.oir()
        await otra.decir(Op.REANUDA, {"token": LLAVE, "session_id": sesion, "seq": 2})
        assert await otra.oir() == {"op": Op.INVALIDA, "d": False}


async def test_los_eventos_van_a_su_fragmento_y_los_directos_al_cero() -> None:
    async with conectado(fragmentos=2, concurrencia=2) as (d, crudo, cero):
        uno = await crudo.conectar()
        for n, enchufe in enumerate((cero, uno)):
            await enchufe.identificarse(shard=[n, 2])
            await enchufe.oir()
        await d.pasarela.emitir("PARA_UNO", {}, list(d.estado.servidores)[1])
        await d.pasarela.emitir("DIRECTO", {}, None)
        assert (await uno.oir())["t"] == "PARA_UNO"
        assert (await cero.oir())["t"] == "DIRECTO"


async def test_los_mensajes_solo_llegan_a_quien_pide_su_intencion() -> None:
    async with conectado() as (d, _, enchufe):
        await enchufe.identificarse()
        await enchufe.oir()
        await d.pasarela.emitir("MESSAGE_CREATE", {}, next(iter(d.estado.servidores)))
        await d.pasarela.emitir("CHANNEL_UPDATE", {}, next(iter(d.estado.servidores)))
        assert (await enchufe.oir())["t"] == "CHANNEL_UPDATE"


async def test_conexiones_rechazadas_y_puertas_cerradas() -> None:
    async with conectado() as (d, crudo, _):
        d.pasarela.rechazos = [503]
        with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
            await crudo.conectar()
        await d.tapar("pasarela")
        with pytest.raises(aiohttp.ClientConnectorError):
            await crudo.conectar()
        await d.abrir("pasarela")
        assert (await (await crudo.conectar()).oir())["op"] == Op.HOLA
