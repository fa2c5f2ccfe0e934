"""Un torneo en el Discord simulado: quien coordina y sus jugadores, y lo que hacen desde el móvil."""

import re
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from servicios.torneo.estado import Torneo
from servicios.torneo.valores import Mesa
from tests.apoyo.mundo import Mundo, texto

NOMBRES = ("Alicia", "Bruno", "Carla", "Diego", "Elena", "Félix", "Gala", "Hugo", "Inés", "Juan")
DE_DOS_BARAJAS = {"formato": "mago-mago", "modalidad": "dos-barajas"}


@dataclass
class Evento:
    """Un torneo con sus jugadores, por su nombre en el torneo."""

    m: Mundo
    jugadores: dict[str, Any] = field(default_factory=dict)

    @property
    def canal(self) -> Any:
        return self.m.canal

    async def flujo(self) -> str:
        """El torneo abierto o, si no, el último."""
        fichas = await self.m.bot.diario.buscar(self.m.servidor.id, clases=("torneo",), canal=self.canal.id)
        return max(fichas, key=lambda ficha: ficha.numero or 0).flujo

    async def torneo(self) -> Torneo:
        """El estado, leído del diario."""
        return (await self.m.bot.diario.leer(await self.flujo())).estado

    async def nombre(self, participante: int) -> str:
        torneo = await self.torneo()
        return (await self.m.bot.diario.textos(await self.flujo()))[torneo.participantes[participante].nombre]

    async def quien(self, participante: int) -> Any:
        """La persona que juega con ese número."""
        return self.jugadores[await self.nombre(participante)]

    async def mesa(self, numero: int) -> Mesa:
        ronda = (await self.torneo()).ronda
        assert ronda is not None
        return ronda.mesas[numero - 1]

    async def manda(self, orden: str, **opciones: Any) -> Any:
        """Una orden de quien coordina."""
        return await self.m.coordinadora.slash(self.canal, orden, **opciones)

    async def publica(self) -> Any:
        """Prepara y publica la ronda siguiente; devuelve el mensaje de la ronda."""
        borrador = await self.manda("ronda", accion="siguiente")
        assert texto(borrador).startswith("## Borrador"), texto(borrador)
        await self.m.coordinadora.click(borrador.response, label="Publicar")
        return self.ultimo("Comunicar mi resultado")

    def ultimo(self, con: str) -> Any:
        """El último mensaje del canal que lleva ese botón o ese texto."""
        for mensaje in reversed(self.canal.history()):
            if con in repr([c.to_dict() for c in mensaje.components]):
                return mensaje
        raise AssertionError(f"nadie ha dicho «{con}»")

    async def comunica(
        self, quien: Any, anuncio: Any, favor: int | str, contra: int | str, fin: str = "normal"
    ) -> Any:
        """Desde el móvil: el botón y el formulario."""
        abierto = await quien.click(anuncio, label="Comunicar mi resultado")
        assert abierto.modal, texto(abierto)
        return await quien.submit_modal(abierto, {"favor": str(favor), "contra": str(contra), "fin": [fin]})

    async def juega(self, anuncio: Any, resultados: dict[int, tuple[int, int]]) -> None:
        """Cada mesa comunica (el primero) y confirma (el segundo)."""
        for numero, (de_a, de_b) in resultados.items():
            mesa = await self.mesa(numero)
            a, b = await self.quien(mesa.a), await self.quien(mesa.b)
            dicho = await self.comunica(a, anuncio, de_a, de_b)
            await b.click(dicho.response, label="Confirmar")


async def convocar(m: Mundo, jugadores: int, **opciones: Any) -> Evento:
    """Un torneo en inscripción con tantos jugadores, apuntados con el botón."""
    evento = Evento(m)
    r = await evento.manda("torneo crear", nombre="Torneo de Otoño", **(DE_DOS_BARAJAS | opciones))
    assert "reglas" in texto(r), texto(r)
    panel = evento.ultimo("Inscribirme")
    for nombre in NOMBRES[:jugadores]:
        persona = m.servidor.add_member(m.env.create_user(nombre.lower(), global_name=nombre))
        evento.jugadores[nombre] = persona
        await persona.click(panel, label="Inscribirme")
    return evento


async def iniciar(m: Mundo, jugadores: int, *, rondas: int | None = None, **opciones: Any) -> Evento:
    """Un torneo ya iniciado."""
    evento = await convocar(m, jugadores, **opciones)
    r = await evento.manda("torneo iniciar", **({"rondas": rondas} if rondas else {}))
    if "Iniciar así" in repr(r.response.components):
        await m.coordinadora.click(r.response, label="Iniciar así")
    return evento


def en(mensaje: Any) -> Any:
    """Un mensaje del canal, como lo pide `pulsar_a_la_vez`."""
    return SimpleNamespace(id=mensaje.id, channel_id=mensaje.channel.id)


def huella(visto: str) -> str:
    hallada = re.search(r"[0-9a-f]{64}", visto)
    assert hallada is not None
    return hallada.group()
