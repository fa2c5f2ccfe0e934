"""Fotos de lo que se ve: ejecuta órdenes en el modo local y retrata el canal con un Chromium sin ventana.

Uso: `make fotos` (necesita `chromium` en el sistema). Las fotos van a `docs/img/`.
"""

import asyncio
import base64
import io
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import aiohttp
import numpy as np
from PIL import Image
from simcord.env import Env

import bot as arranque
from cogs.comun.local import presentarse, servidor_de_muestra
from servicios.ajustes import Ajustes

DESTINO = Path(__file__).resolve().parents[2] / "docs" / "img"
ANCHO, ALTO = 1000, 2200
MARGEN_IZQUIERDO, CABECERA, PIE = 256, 122, 130
HUECO = 120
COLORES = 128
"""Bastan para lo que sale en las fotos, que así pesan la cuarta parte."""
NAVEGADOR = (
    "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--remote-debugging-port=0", f"--window-size={ANCHO},{ALTO}",
)  # fmt: skip
CALMA = 4.0
"""Segundos que tarda, de sobra, en abrirse el navegador y en quedarse quieta la página."""

Escena = Callable[[Env, Any, list[Any]], Awaitable[None]]


async def _errata(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[0].slash(canal, "errata", carta="gwahir")


async def _carta(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[0].slash(canal, "carta", carta="Alatar")


async def _regla(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[0].slash(canal, "regla", tema="desempates", juego="satm")


async def _buscar(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[0].slash(canal, "buscar", texto="chequeo de corrupción")


async def _dados(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[2].slash(canal, "dados", cantidad=5, exito=5, comentario="Por la puerta de Moria")


async def _verificar(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[2].slash(canal, "partida nueva", clase="dados", rival=personas[3])
    for persona in (personas[2], personas[3]):
        await persona.slash(canal, "dados", cantidad=3)
    await personas[2].slash(canal, "partida cerrar")
    await personas[3].click(canal.last_message, label="Verificar")


async def _estadisticas(env: Env, canal: Any, personas: list[Any]) -> None:
    for _ in range(7):
        await personas[2].slash(canal, "dados", cantidad=60)
    await personas[3].slash(canal, "partida estadisticas")
    _dejar(env, canal, personas, 1)


async def _navegacion(env: Env, canal: Any, personas: list[Any]) -> None:
    alicia, bruno = personas[2:4]
    await alicia.slash(canal, "navegacion nueva", escenario="travesia", jugador2=bruno, amenazas="28, 31")
    await alicia.slash(canal, "navegacion barcos preparar", jugador1="cazador-de-suenos", jugador2="narelenya")
    await alicia.slash(canal, "rumbo fijar", rumbo="nublado")
    await alicia.click(canal.last_message, label="Empezar la fase de Misión")
    await alicia.slash(canal, "navegacion prueba", personajes=2, cazador=True)
    _dejar(env, canal, personas, 1)


async def _isla(env: Env, canal: Any, personas: list[Any]) -> None:
    alicia, bruno = personas[2:4]
    await alicia.slash(
        canal, "isla nueva", jugador2=bruno, arriba="tumbas-anegadas", abajo="riscos", amenazas="28, 31"
    )
    await alicia.slash(canal, "isla partir", esquina="A1")
    await alicia.slash(canal, "isla progreso", puntos=6, reparto="A2 4")
    await alicia.slash(canal, "isla mirar", lugar="A2", carta="senda")
    await alicia.slash(canal, "isla viajar", lugar="B1", carta="ruinas-inundadas")
    await alicia.slash(canal, "isla progreso", puntos=5)
    await bruno.slash(canal, "isla viajar", lugar="B2", carta="cavernas")
    await bruno.slash(canal, "isla progreso", puntos=6)
    _dejar(env, canal, personas, 1)


async def _asedio(env: Env, canal: Any, personas: list[Any]) -> None:
    alicia, bruno = personas[2:4]
    await alicia.slash(canal, "erebor nueva", jugador2=bruno, amenazas="28, 31")
    await alicia.slash(canal, "erebor etapa", jugador=1, etapa="este")
    await alicia.slash(canal, "erebor etapa", jugador=2, etapa="valle")
    for nombre, coste, etapa in (
        ("Wainriders", 42, "este"),
        ("Rhûn Vanguard", 30, "este"),
        ("Dale Besieger", 40, "valle"),
    ):
        await alicia.slash(canal, "erebor revelar", clase="enemigo", nombre=nombre, coste=coste, etapa=etapa)
    await alicia.slash(canal, "erebor revelar", clase="lugar", nombre="El vado", etapa="este")
    await bruno.slash(canal, "erebor enfrentar", carta=3, jugador=2)
    await alicia.slash(canal, "erebor dano", etapa="valle", puntos=4)
    await alicia.slash(canal, "erebor dano", etapa="este", puntos=10)
    await alicia.slash(canal, "erebor abandonar", etapa="este")
    _dejar(env, canal, personas, 1)


async def _probabilidad_de_navegacion(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[2].slash(canal, "probabilidad navegacion", escenario="travesia", rumbo="nublado")


async def _caza(_env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[2].slash(canal, "caza", dados_sombra=3, dados_pl=1, nazgul=True)
    await personas[3].slash(canal, "combate", dados=5, liderazgo=2, situacion="ciudad", modificador=1)


async def _guerra(_env: Env, canal: Any, personas: list[Any]) -> None:
    libres, sombra = personas[2], personas[3]
    abierta = await libres.slash(canal, "guerra nueva", rival=sombra)
    await libres.click(abierta.response, label="Terminar la fase de la Compañía")
    await sombra.slash(canal, "guerra turno asignar", dados=3)
    await libres.slash(canal, "guerra turno tirar")
    for _ in range(3):
        await libres.slash(canal, "compania mover")
        await sombra.slash(canal, "caza", nazgul=True, ejercito=True)
        await libres.slash(canal, "guerra encajar anillo")
        await libres.slash(canal, "compania revelada", region="vados del bruinen")
        await libres.slash(canal, "compania ocultar")
    await _solo_el_ultimo(canal, personas[1])


async def _batalla(_env: Env, canal: Any, personas: list[Any]) -> None:
    libres, sombra = personas[2], personas[3]
    await libres.slash(canal, "guerra nueva", rival=sombra)
    await libres.slash(canal, "guerra turno fin-compania")
    await sombra.slash(canal, "guerra turno asignar", dados=2)
    await libres.slash(canal, "guerra turno tirar")
    await sombra.slash(canal, "guerra politica avanzar", nacion="sauron")
    ejercitos = {
        "atacan": "5 regulares, 2 élites, 3 Nazgûl, Sauron",
        "defienden": "4 regulares, 1 élite, 1 líder, Gondor",
    }
    await sombra.slash(canal, "batalla abrir", atacante="sombra", region="Osgiliath", **ejercitos)
    await sombra.slash(canal, "batalla carta", juega=True)
    await libres.slash(canal, "batalla carta", juega=False)
    await sombra.slash(canal, "batalla efectos", papel="atacante", propio="tirada +1")
    await _solo_el_ultimo(canal, personas[1])


async def _probabilidad_de_batalla(_env: Env, canal: Any, personas: list[Any]) -> None:
    ejercitos = {"ataca_regulares": 5, "ataca_elites": 5, "defiende_regulares": 5, "defiende_liderazgo": 2}
    await personas[2].slash(canal, "probabilidad batalla", **ejercitos, lugar="asedio")


async def _solo_el_ultimo(canal: Any, modera: Any) -> None:
    for mensaje in canal.history()[:-1]:
        await modera.delete(mensaje)


async def _torneo_iniciado(canal: Any, personas: list[Any], *, impar: bool = True) -> None:
    """Un torneo de siete (o de seis), con la primera ronda publicada."""
    coordina = personas[0]
    await coordina.slash(
        canal, "torneo crear", nombre="Torneo de Otoño", formato="mago-mago", modalidad="dos-barajas"
    )
    for persona in personas[2:]:
        await persona.click(canal.last_message, label="Inscribirme")
    if impar:
        await coordina.slash(canal, "torneo inscribir", nombre="Beorn")
    aviso = await coordina.slash(canal, "torneo iniciar")
    iniciado = await coordina.click(aviso.response, label="Iniciar así")
    borrador = await coordina.click(iniciado.response, label="Preparar la ronda 1")
    await coordina.click(borrador.response, label="Publicar")


async def _jugar(canal: Any, personas: list[Any], marcadores: Sequence[tuple[int, int]]) -> None:
    """Quien coordina anota las mesas de la ronda en curso, por el jugador que ofrece la lista en cada una."""
    coordina = personas[0]
    for mesa, (favor, contra) in enumerate(marcadores, start=1):
        ofrecidos = await coordina.autocomplete(canal, "resultado", "jugador", "")
        quien = next(o["value"] for o in ofrecidos if o["name"].endswith(f"mesa {mesa}"))
        await coordina.slash(canal, "resultado", pv_favor=favor, pv_contra=contra, jugador=quien)


def _dejar(env: Env, canal: Any, miran: list[Any], cuantos: int) -> None:
    """Borra lo anterior a los últimos mensajes, para que la foto enseñe solo el caso."""
    vistos = {mensaje.id for quien in miran for mensaje in canal.history(viewer=quien)}
    publicos = [mensaje.id for mensaje in canal.history() if not mensaje.flags.ephemeral]
    for mensaje in vistos - set(publicos[-cuantos:]):
        env.backend.delete_message(canal.id, mensaje)


async def _inscripcion(env: Env, canal: Any, personas: list[Any]) -> None:
    await personas[0].slash(
        canal, "torneo crear", nombre="Torneo de Otoño", formato="mago-mago", modalidad="dos-barajas", aforo=8
    )
    for persona in personas[2:]:
        await persona.click(canal.last_message, label="Inscribirme")
    _dejar(env, canal, personas, 1)


async def _ronda(env: Env, canal: Any, personas: list[Any]) -> None:
    await _torneo_iniciado(canal, personas)
    await _jugar(canal, personas, ((25, 19), (31, 12), (18, 18)))
    borrador = await personas[0].slash(canal, "ronda", accion="siguiente")
    await personas[0].click(borrador.response, label="Publicar")
    await personas[0].slash(canal, "ronda", accion="empezar")
    _dejar(env, canal, personas, 2)


async def _resultado(env: Env, canal: Any, personas: list[Any]) -> None:
    await _torneo_iniciado(canal, personas, impar=False)
    formulario = await personas[2].click(canal.last_message, label="Comunicar mi resultado")
    await personas[2].submit_modal(formulario, {"favor": "25", "contra": "19", "fin": ["normal"]})
    _dejar(env, canal, personas, 1)


async def _clasificacion(env: Env, canal: Any, personas: list[Any]) -> None:
    await _torneo_iniciado(canal, personas)
    await _jugar(canal, personas, ((12, 12), (18, 18), (9, 9)))
    borrador = await personas[0].slash(canal, "ronda", accion="siguiente")
    await personas[0].click(borrador.response, label="Publicar")
    await _jugar(canal, personas, ((20, 10), (15, 12), (20, 10)))
    await personas[0].slash(canal, "clasificacion")
    _dejar(env, canal, personas, 1)


ESCENAS: dict[str, Escena] = {
    "caza": _caza,
    "guerra": _guerra,
    "batalla": _batalla,
    "probabilidad_de_batalla": _probabilidad_de_batalla,
    "errata": _errata,
    "carta": _carta,
    "regla": _regla,
    "buscar": _buscar,
    "dados": _dados,
    "verificar": _verificar,
    "estadisticas": _estadisticas,
    "inscripcion": _inscripcion,
    "ronda": _ronda,
    "resultado": _resultado,
    "clasificacion": _clasificacion,
    "navegacion": _navegacion,
    "isla": _isla,
    "asedio": _asedio,
    "probabilidad_de_navegacion": _probabilidad_de_navegacion,
}


async def retratar(nombre: str, escena: Escena) -> Path:
    """Hace la escena en un servidor de muestra y guarda el canal como PNG, recortado a los mensajes."""
    with tempfile.TemporaryDirectory() as carpeta:
        bot = arranque.crear_bot(Ajustes(datos=Path(carpeta), _env_file=None))  # pyright: ignore[reportCallIssue]
        env = Env(bot, shard_count=1, check_errors=False)
        await env.start()
        await presentarse(bot)
        canal, personas = servidor_de_muestra(env)
        with env.time_context():
            await escena(env, canal, personas)
        async with env.preview(
            canal, viewers=personas, layout="channel", locale="es-ES", timezone="Europe/Madrid"
        ) as pagina:
            captura = await _capturar(pagina.url, Path(carpeta) / "perfil")
        await env.shutdown()
        await bot.diario.cerrar()
        imagen = Image.open(io.BytesIO(captura)).convert("RGB")
    return _recortar(imagen, DESTINO / f"{nombre}.png")


async def _capturar(url: str, perfil: Path) -> bytes:
    """La página como PNG, cuando ya está quieta: mientras se ajusta, todos sus botones están apagados."""
    proceso = await asyncio.create_subprocess_exec(
        *NAVEGADOR, f"--user-data-dir={perfil}", url,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await asyncio.sleep(CALMA)
        puerto = (perfil / "DevToolsActivePort").read_text().split()[0]
        async with aiohttp.ClientSession(f"http://127.0.0.1:{puerto}") as sesion:
            async with sesion.get("/json") as respuesta:
                (abierta,) = [p for p in await respuesta.json() if p["type"] == "page"]
            async with sesion.ws_connect(abierta["webSocketDebuggerUrl"], max_msg_size=0) as hilo:
                await hilo.send_json({"id": 1, "method": "Page.captureScreenshot"})
                hecha = await hilo.receive_json()
        return base64.b64decode(hecha["result"]["data"])
    finally:
        proceso.terminate()
        await proceso.wait()


def _recortar(imagen: Image.Image, ruta: Path) -> Path:
    """Deja solo los mensajes: quita el marco de la página y el hueco de debajo."""
    zona = imagen.crop((MARGEN_IZQUIERDO, CABECERA, ANCHO, imagen.height - PIE))
    puntos = np.asarray(zona, dtype=int)
    filas = np.flatnonzero((abs(puntos - puntos[4, -4]).max(axis=2) > 6).any(axis=1))
    hueco = np.flatnonzero(np.diff(filas) > HUECO)  # lo que venga tras un hueco grande ya no son mensajes
    arriba, abajo = int(filas[0]), int(filas[hueco[0]] if len(hueco) else filas[-1])
    ruta.parent.mkdir(parents=True, exist_ok=True)
    justa = zona.crop((0, max(0, arriba - 12), zona.width, min(abajo + 16, zona.height)))
    justa.quantize(COLORES, dither=Image.Dither.NONE).save(ruta, optimize=True)
    return ruta


def main(pedidas: list[str]) -> None:
    """Retrata las escenas pedidas, o todas."""
    if shutil.which(NAVEGADOR[0]) is None:
        sys.exit("Hace falta chromium para las fotos: instálalo y repite.")
    for nombre in pedidas or ESCENAS:
        print(asyncio.run(retratar(nombre, ESCENAS[nombre])))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
