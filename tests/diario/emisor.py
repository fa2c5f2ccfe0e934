"""Un Discord de mentira para la bandeja: guarda lo enviado y falla cuando se le pide."""

from collections.abc import Callable, Sequence

from servicios.avisos import Busqueda, EnvioImposible
from servicios.diario import Envio, Mensaje


class EmisorDePrueba:
    """Como Discord: apunta cada mensaje, y puede fallar antes o después de haberlo entregado.

    Attributes:
        entregados: los envíos que llegaron, en orden.
        fallos: lo que lanzará cada intento de enviar, por turno; cuando se acaban, ninguno.
        despues: si el fallo llega cuando el mensaje ya está entregado.
    """

    def __init__(self) -> None:
        self.entregados: list[Envio] = []
        self.anulados: list[int] = []
        self.nonces: list[str] = []
        self.fallos: Sequence[Exception] = []
        self.fallos_al_anular: Sequence[Exception] = []
        self.despues = False
        self.ciego = False
        self.al_enviar: Callable[[Envio], object] = lambda _envio: None

    async def enviar(self, envio: Envio, nonce: str) -> Mensaje:
        self.nonces.append(nonce)
        fallo, self.fallos = (self.fallos[0], self.fallos[1:]) if self.fallos else (None, ())
        if fallo is not None and not self.despues:
            raise fallo
        self.entregados.append(envio)
        resultado = self.al_enviar(envio)
        if hasattr(resultado, "__await__"):
            await resultado  # pyright: ignore[reportGeneralTypeIssues]
        if fallo is not None:
            raise fallo
        return Mensaje(envio.canal, 1_000 + envio.id)

    async def buscar(self, envio: Envio) -> Mensaje | Busqueda:
        if self.ciego:
            return Busqueda.NO_SE_PUEDE_SABER
        llego = any(entregado.id == envio.id for entregado in self.entregados)
        return Mensaje(envio.canal, 1_000 + envio.id) if llego else Busqueda.NO_ESTA

    async def anular(self, envio: Envio) -> None:
        if self.fallos_al_anular:
            fallo, self.fallos_al_anular = self.fallos_al_anular[0], self.fallos_al_anular[1:]
            raise fallo
        if envio.mensaje is None:
            raise EnvioImposible("no hay mensaje que anular")
        self.anulados.append(envio.mensaje.id)

    @property
    def claves(self) -> list[str]:
        return [envio.aviso.clave for envio in self.entregados]
