"""Conectado de verdad y con el registro al máximo: se apunta lo atendido, Ctrl-C cierra bien y no sale ningún secreto."""

import json
import signal
from pathlib import Path

from tests.enchufe import sala as salas
from tests.enchufe.discord_local import LLAVE


async def test_se_apunta_todo_menos_los_secretos(tmp_path: Path) -> None:
    entorno = {"CONCILIO_REGISTRO_NIVEL": "DEBUG", "CONCILIO_REGISTRO_FORMATO": "json"}
    async with salas.sala(tmp_path, entorno=entorno) as s:
        await s.proceso.arrancar()
        pedida = await s.alicia.escribir("errata", carta="gwahir")
        assert (await s.alicia.esperar(pedida)).texto.startswith("## Gwaihir")
        await s.proceso.escribe("atendida /errata")
        s.proceso.enviar(signal.SIGINT)
        assert await s.proceso.fin() == 0
        escrito = s.proceso.registro
    apuntes = [json.loads(linea) for linea in escrito.splitlines()]  # ni una línea que no sea del registro
    (apunte,) = [a for a in apuntes if a.get("orden") == "/errata"]
    assert apunte["interaccion"] == int(pedida.id)
    assert apunte["servidor"] == int(s.servidor.id)
    assert apunte["ms"] > 0
    assert LLAVE not in escrito
    assert pedida.carga["token"] not in escrito
    assert "traza" not in escrito
