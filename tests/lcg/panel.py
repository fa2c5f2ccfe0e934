"""El panel de una partida en las historias: pulsar, elegir de un menú y rellenar un formulario."""

from dataclasses import dataclass
from typing import Any

from simcord.results import InteractionResult

from tests.apoyo import limites
from tests.apoyo.mundo import Mundo, partes, texto


@dataclass
class Mesa:
    """Una partida en el canal y el último mensaje en que se ve su panel."""

    m: Mundo
    mensaje: Any

    @property
    def texto(self) -> str:
        return texto(self.mensaje)

    async def orden(self, quien: Any, comando: str, /, **opciones: Any) -> InteractionResult:
        """Un comando. Si responde en público, su mensaje es el nuevo panel."""
        return self._seguir(await quien.slash(self.m.canal, comando, **opciones))

    async def pulsar(self, quien: Any, rotulo: str) -> InteractionResult:
        return self._seguir(await quien.click(self.mensaje, label=rotulo))

    async def elegir(self, quien: Any, invitacion: str, valor: str) -> InteractionResult:
        """Elige en el menú cuya invitación empieza así."""
        menu = self.menu(invitacion)
        return self._seguir(await quien.select(self.mensaje, [valor], custom_id=menu["custom_id"]))

    async def rellenar(self, quien: Any, rotulo: str, **campos: str) -> InteractionResult:
        """Pulsa un botón que abre un formulario, y lo envía."""
        abierto = await quien.click(self.mensaje, label=rotulo)
        assert abierto.modal is not None, texto(abierto)
        return await self.enviar(quien, abierto, **campos)

    async def enviar(self, quien: Any, abierto: InteractionResult, **campos: str) -> InteractionResult:
        """Envía un formulario ya abierto."""
        assert abierto.modal is not None
        menus = {p["custom_id"] for p in limites.desplegar(abierto.modal["components"]) if p["type"] == 3}
        valores = {clave: [valor] if clave in menus else valor for clave, valor in campos.items()}
        return self._seguir(await quien.submit_modal(abierto, valores))

    def menu(self, invitacion: str) -> dict[str, Any]:
        menus = [p for p in partes(self.mensaje) if p.get("type") == 3]
        return next(p for p in menus if p["placeholder"].startswith(invitacion))

    def opciones(self, invitacion: str) -> dict[str, str]:
        """Valor → rótulo de un menú."""
        return {o["value"]: o["label"] for o in self.menu(invitacion)["options"]}

    def _seguir(self, resultado: InteractionResult) -> InteractionResult:
        if resultado.response is not None and not resultado.response.ephemeral:
            self.mensaje = resultado.response
        return resultado


async def abrir(m: Mundo, comando: str, /, **opciones: Any) -> Mesa:
    """Alicia abre una partida con un comando."""
    resultado = await m.alicia.slash(m.canal, comando, **opciones)
    assert not resultado.ephemeral, texto(resultado)
    return Mesa(m, resultado.response)
