"""Una partida de La Guerra del Anillo en Discord: se pulsa lo que el panel ofrece, y siempre se mira el último."""

from typing import Any

from servicios.guerra.agregado import GUERRA, opciones
from servicios.guerra.estado import Estado
from servicios.guerra.piezas import Bando
from servicios.hechos import Actor, Orden
from servicios.libro import Libro
from tests.apoyo.mundo import Mundo, botones, partes, texto


class Mesa:
    """La partida del canal. `libres` y `sombra` son las personas de cada bando."""

    def __init__(self, m: Mundo, libres: Any, sombra: Any) -> None:
        self.m = m
        self.de = {Bando.LIBRES: libres, Bando.SOMBRA: sombra}
        self.mensaje: Any = None

    @property
    def texto(self) -> str:
        return texto(self.mensaje)

    async def libro(self) -> Libro[Estado]:
        """Lo guardado: para que la historia decida, no para comprobar lo que se ve."""
        diario = self.m.bot.diario
        ficha = await diario.abierto(self.m.servidor.id, self.m.canal.id, "partida")
        assert ficha is not None
        assert ficha.clase == GUERRA.nombre
        return await diario.leer(ficha.flujo)

    async def estado(self) -> Estado:
        """El estado guardado."""
        return (await self.libro()).estado

    async def deprisa(self, bando: Bando, *ordenes: Orden) -> None:
        """Órdenes que no son el asunto de la historia: las anota el diario, sin pasar por Discord."""
        diario, quien = self.m.bot.diario, self.de[bando]
        actor = Actor(await diario.persona(self.m.servidor.id, quien.id))
        for orden in ordenes:
            libro = await self.libro()
            await diario.ejecutar(libro.flujo, orden, actor, f"deprisa-{libro.orden}")

    async def negada(self, quien: Any, comando: str, /, **campos: Any) -> str:
        """Un comando que las reglas no aceptan: se contesta en privado y nada cambia. Devuelve lo que se dice."""
        antes = await self.libro()
        r = await quien.slash(self.m.canal, comando, **campos)
        assert r.ephemeral, texto(r)
        despues = await self.libro()
        assert (despues.orden, despues.estado) == (antes.orden, antes.estado)
        return texto(r)

    async def orden(self, bando: Bando, comando: str, /, **campos: Any) -> str:
        """Un comando que tiene que valer. Devuelve lo que se ve."""
        r = await self.de[bando].slash(self.m.canal, comando, **campos)
        assert not r.ephemeral, texto(r)
        self.mensaje = r.response
        return texto(r)

    async def pulsar(self, bando: Bando, rotulo: str) -> str:
        """Un botón del panel, que tiene que valer."""
        r = await self.de[bando].click(self.mensaje, label=rotulo)
        return self._seguir(r)

    async def elegir(self, bando: Bando, opcion: str) -> str:
        """Una opción de cualquiera de sus menús, por su texto."""
        menu, valor = next(
            (p["custom_id"], o["value"])
            for p in partes(self.mensaje)
            if p.get("type") == 3
            for o in p["options"]
            if o["label"].startswith(opcion)
        )
        return self._seguir(await self.de[bando].select(self.mensaje, [valor], custom_id=menu))

    async def rellenar(self, bando: Bando, rotulo: str, valores: dict[str, Any]) -> str:
        """Un botón que abre un formulario, y el formulario."""
        quien = self.de[bando]
        return self._seguir(await quien.submit_modal(await quien.click(self.mensaje, label=rotulo), valores))

    async def decide(self, empieza: str) -> str:
        """La opción que empieza así, sea botón o menú, por quien la decide."""
        opcion = next(o for o in opciones(await self.estado()) if o.texto.startswith(empieza))
        bando = opcion.bando or Bando.LIBRES
        rotulo = next((r for r in botones(self.mensaje) if r.startswith(opcion.texto)), None)
        return await (self.pulsar(bando, rotulo) if rotulo else self.elegir(bando, opcion.texto))

    def _seguir(self, r: Any) -> str:
        nuevo = r.response or self.mensaje
        assert not r.ephemeral, texto(r)
        self.mensaje = nuevo
        return self.texto


async def abrir(m: Mundo, **campos: Any) -> Mesa:
    """Alicia con los Pueblos Libres y Bruno con la Sombra."""
    mesa = Mesa(m, m.alicia, m.bruno)
    await mesa.orden(Bando.LIBRES, "guerra nueva", rival=m.bruno, **campos)
    return mesa
