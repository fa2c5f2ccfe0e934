"""El mundo de este Discord: quién hay, dónde y qué se ha dicho. Solo datos; la red está en otra parte.

Los objetos se guardan como el JSON que Discord da de ellos; lo que sabe y no enseña va en campos aparte.
"""

import asyncio
import itertools
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tests.enchufe.objetos import Objeto, canal_de_texto, cargo, miembro, servidor, usuario

EPOCA_MS = 1_420_070_400_000
PLAZO_DE_RESPUESTA = 3.0
"""Segundos para la primera respuesta a una interacción."""
VIDA_DEL_TOKEN = 900.0
"""Segundos que vale el token de una interacción para seguirla o editarla."""
MEMORIA_DE_NONCE = 300.0
"""Segundos durante los que Discord reconoce un `nonce` repetido («unos minutos»)."""

VER, ENVIAR, ENLAZAR, ADJUNTAR = 1 << 10, 1 << 11, 1 << 14, 1 << 15
LEER_HISTORIAL, HILOS_PUBLICOS, HILOS_PRIVADOS = 1 << 16, 1 << 35, 1 << 36
ENVIAR_EN_HILOS, GESTIONAR_SERVIDOR, GESTIONAR_MENSAJES = 1 << 38, 1 << 5, 1 << 13
PERMISOS_CORRIENTES = (
    VER | ENVIAR | ENLAZAR | ADJUNTAR | LEER_HISTORIAL | HILOS_PUBLICOS | HILOS_PRIVADOS | ENVIAR_EN_HILOS
)


def ahora() -> str:
    """El instante presente como lo escribe Discord."""
    return datetime.fromtimestamp(time.time(), UTC).isoformat()


class Copos:
    """Identificadores únicos y crecientes, con la hora dentro, como los de Discord."""

    def __init__(self) -> None:
        self._ultimo = 0
        self._servidores = itertools.count()

    def nuevo(self) -> str:
        self._ultimo = max(self._ultimo + 1, int(time.time() * 1000 - EPOCA_MS) << 22)
        return str(self._ultimo)

    def servidor(self) -> str:
        """El enésimo servidor toca al fragmento n módulo el total (para totales hasta 10)."""
        return str((2520 * 10**8 + next(self._servidores)) << 22)


@dataclass
class Canal:
    """Un canal, hilo o mensaje directo y lo que se ve en él."""

    datos: Objeto
    permisos: int = PERMISOS_CORRIENTES
    mensajes: dict[str, Objeto] = field(default_factory=dict)
    nonces: dict[str, tuple[str, float]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.datos["id"]

    @property
    def servidor(self) -> str | None:
        return self.datos.get("guild_id")

    def niega(self, permisos: int, bot: str) -> None:
        """Le quita permisos al bot en este canal."""
        self.permisos &= ~permisos
        self.datos["permission_overwrites"] = [{"id": bot, "type": 1, "allow": "0", "deny": str(permisos)}]


@dataclass
class Servidor:
    """Un servidor: lo que cuenta `GUILD_CREATE`."""

    datos: Objeto
    miembros: dict[str, Objeto] = field(default_factory=dict)
    canales: list[Canal] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.datos["id"]

    def completo(self) -> Objeto:
        """El servidor como lo anuncia la pasarela."""
        hilos = [c.datos for c in self.canales if "thread_metadata" in c.datos]
        return self.datos | {
            "channels": [c.datos for c in self.canales if "thread_metadata" not in c.datos],
            "threads": hilos,
            "members": list(self.miembros.values())[:1],
            "member_count": len(self.miembros),
            "large": False,
            "unavailable": False,
            "joined_at": ahora(),
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }


@dataclass
class Interaccion:
    """Una interacción y cómo le va: qué respondió el bot y qué mensajes han salido de ella."""

    carga: Objeto
    nacida: float = field(default_factory=time.monotonic)
    respuesta: Objeto | None = None
    original: str | None = None
    pensando: bool = False
    mensajes: list[Objeto] = field(default_factory=list)
    primera: "asyncio.Future[Objeto]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    mensaje_nuevo: asyncio.Condition = field(default_factory=asyncio.Condition)
    desencadenante: "Interaccion | None" = None

    @property
    def id(self) -> str:
        return self.carga["id"]

    @property
    def acusada(self) -> bool:
        """Si Discord aceptó una respuesta: para quien la dio, la orden está hecha."""
        return self.respuesta is not None

    @property
    def edad(self) -> float:
        return time.monotonic() - self.nacida

    def envejecer(self, segundos: float) -> None:
        """Hace como si hubiera nacido antes, para no esperar de verdad."""
        self.nacida -= segundos


class Estado:
    """Todo lo que este Discord recuerda."""

    def __init__(self) -> None:
        self.copos = Copos()
        self.bot = usuario(self.copos.nuevo(), "concilio", bot=True)
        self.duena = usuario(self.copos.nuevo(), "yavanna")
        self.aplicacion: str = self.bot["id"]
        self.personas: dict[str, Objeto] = {p["id"]: p for p in (self.bot, self.duena)}
        self.servidores: dict[str, Servidor] = {}
        self.canales: dict[str, Canal] = {}
        self.comandos: list[Objeto] = []
        self.interacciones: dict[str, Interaccion] = {}
        self.efimeros: dict[str, Objeto] = {}
        self.archivos: dict[str, bytes] = {}
        self.sin_directos: set[str] = set()
        self.memoria_de_nonce = MEMORIA_DE_NONCE

    def crear_servidor(self, nombre: str) -> Servidor:
        """Un servidor donde ya está el bot."""
        datos = servidor(self.copos.servidor(), nombre, self.duena["id"], PERMISOS_CORRIENTES)
        nuevo = Servidor(datos, {self.bot["id"]: miembro(self.bot, ahora())})
        self.servidores[nuevo.id] = nuevo
        return nuevo

    def crear_canal(self, en: Servidor, nombre: str) -> Canal:
        datos = canal_de_texto(self.copos.nuevo(), nombre, en.id, len(en.canales))
        return self.apuntar_canal(Canal(datos))

    def apuntar_canal(self, canal: Canal) -> Canal:
        """Da de alta un canal ya hecho (también un hilo o un mensaje directo)."""
        self.canales[canal.id] = canal
        if canal.servidor:
            self.servidores[canal.servidor].canales.append(canal)
        return canal

    def crear_persona(self, nombre: str) -> Objeto:
        persona = usuario(self.copos.nuevo(), nombre)
        self.personas[persona["id"]] = persona
        return persona

    def unir(self, persona: Objeto, en: Servidor, permisos: int = PERMISOS_CORRIENTES) -> Objeto:
        """La persona entra en el servidor; si tiene permisos propios, con un cargo que se los da."""
        socio = miembro(persona, ahora())
        if permisos != PERMISOS_CORRIENTES:
            papel = cargo(self.copos.nuevo(), f"cargo de {persona['username']}", permisos)
            en.datos["roles"].append(papel)
            socio["roles"].append(papel["id"])
        en.miembros[persona["id"]] = socio
        return socio

    def permisos_de(self, persona: str, en: Servidor) -> int:
        """Los permisos de un miembro, sumando los de sus cargos."""
        suyos = {en.id, *en.miembros[persona]["roles"]}
        total = 0
        for papel in en.datos["roles"]:
            total |= int(papel["permissions"]) if papel["id"] in suyos else 0
        return total

    def directo_con(self, persona: str) -> Canal:
        """El canal de mensajes directos del bot con una persona; se crea la primera vez."""
        for canal in self.canales.values():
            if canal.datos["type"] == 1 and canal.datos["recipients"][0]["id"] == persona:
                return canal
        datos = {"id": self.copos.nuevo(), "type": 1, "flags": 0, "last_message_id": None}
        return self.apuntar_canal(Canal(datos | {"recipients": [self.personas[persona]]}))

    def mensaje(self, canal: str, mensaje: str) -> Objeto | None:
        """Un mensaje a la vista o efímero."""
        visto = self.canales[canal].mensajes.get(mensaje) if canal in self.canales else None
        return visto or self.efimeros.get(mensaje)
