"""Una petición REST ya leída, y los errores con que Discord la rechaza."""

import json
import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

TAMANO_DE_PETICION = 25 * 1024 * 1024
TAMANO_DE_ARCHIVO = 10 * 1024 * 1024


class ErrorDeDiscord(Exception):
    """Discord no lo hace. Lleva el estado HTTP y el código JSON de su documentación."""

    def __init__(self, estado: int, codigo: int, mensaje: str) -> None:
        super().__init__(mensaje)
        self.estado = estado
        self.codigo = codigo
        self.mensaje = mensaje


DESCONOCIDO = {
    "canal": (404, 10003, "Unknown Channel"),
    "servidor": (404, 10004, "Unknown Guild"),
    "miembro": (404, 10007, "Unknown Member"),
    "mensaje": (404, 10008, "Unknown Message"),
    "usuario": (404, 10013, "Unknown User"),
    "webhook": (404, 10015, "Unknown Webhook"),
    "interaccion": (404, 10062, "Unknown interaction"),
}


def no_existe(que: str) -> ErrorDeDiscord:
    """El error de lo que Discord no encuentra."""
    return ErrorDeDiscord(*DESCONOCIDO[que])


@dataclass
class Archivo:
    nombre: str
    tipo: str
    bytes: bytes


@dataclass
class Peticion:
    """Lo que llegó. `estado`: con qué se contestó (0 si se cortó sin contestar)."""

    metodo: str
    camino: str
    consulta: dict[str, str]
    cuerpo: Any
    archivos: dict[str, Archivo]
    llave: str | None
    momento: float = field(default_factory=time.monotonic)
    partes: dict[str, str] = field(default_factory=dict)
    estado: int = 0

    @classmethod
    async def leer(cls, cruda: web.Request) -> "Peticion":
        """Lee la petición entera: JSON, o formulario con `payload_json` y `files[n]`."""
        cuerpo, archivos = None, {}
        if cruda.content_type.startswith("multipart/"):
            formulario = await cruda.post()
            for clave, valor in formulario.items():
                if isinstance(valor, web.FileField):
                    archivos[clave] = Archivo(valor.filename, valor.content_type, valor.file.read())
            texto = formulario.get("payload_json")
            cuerpo = json.loads(texto) if isinstance(texto, str) else {}
        elif cruda.can_read_body:
            cuerpo = json.loads(await cruda.read())
        return cls(
            metodo=cruda.method,
            camino=cruda.path.removeprefix("/api/v10"),
            consulta=dict(cruda.query),
            cuerpo=cuerpo,
            archivos=archivos,
            llave=cruda.headers.get("Authorization"),
            partes=dict(cruda.match_info),
        )

    def pide(self, opcion: str) -> bool:
        """Si la dirección lleva esa opción puesta."""
        return self.consulta.get(opcion) in ("1", "true")

    def __str__(self) -> str:
        return f"{self.metodo} {self.camino} → {self.estado or 'cortada'}"


def contestar(estado: int, cuerpo: Any = None, **cabeceras: str) -> web.Response:
    """Una respuesta JSON. Con `charset` en el tipo, discord.py la leería como texto."""
    if cuerpo is None:
        return web.Response(status=estado, headers=cabeceras)
    return web.Response(
        status=estado, body=json.dumps(cuerpo).encode(), content_type="application/json", headers=cabeceras
    )
