"""Lo que cada servidor elige: canales, roles, intimidad de las consultas y zona horaria."""

from collections.abc import Mapping
from datetime import date, datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from pydantic import ConfigDict, field_validator

from servicios.diario import Diario
from servicios.errores import ErrorDeDominio
from servicios.hechos import Valor

ZONA = "Europe/Madrid"


class Configuracion(Valor):
    """Los ajustes de un servidor. Los números son identificadores de Discord.

    Attributes:
        canal_de_coordinacion: dónde se avisa a quien coordina de lo que falla.
        canal_de_avisos: el de reserva, si en el de coordinación no se puede escribir o no se ha elegido.
        canal_de_informes: dónde llega «Informar de un error».
        rol_coordinador, rol_arbitro: quién puede llevar torneos y arbitrar.
        consultas_publicas: si las consultas las ve todo el canal mientras no se pida lo contrario.
        vetos_levantados: vetos de torneos ya cerrados que dejan de valer, como `<torneo>:<persona>`.
        zona: zona horaria, para los plazos que acaban «a las 23:59» y para cuándo cambia el día.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    canal_de_avisos: int | None = None
    canal_de_coordinacion: int | None = None
    canal_de_informes: int | None = None
    rol_coordinador: int | None = None
    rol_arbitro: int | None = None
    consultas_publicas: bool = False
    vetos_levantados: tuple[str, ...] = ()
    zona: str = ZONA

    @field_validator("zona")
    @classmethod
    def _que_exista(cls, zona: str) -> str:
        return zona if zona in _zonas() else ZONA

    def fecha(self, instante: datetime) -> date:
        """El día que es en el servidor en ese instante."""
        return instante.astimezone(ZoneInfo(self.zona)).date()


@cache
def _zonas() -> frozenset[str]:
    """Las zonas que conoce el sistema. Mirarlas abre cientos de archivos, y esto se lee en cada orden: una sola vez."""
    return frozenset(available_timezones())


async def leer(diario: Diario, servidor: int) -> Configuracion:
    """Lo elegido en un servidor, o lo que vale por defecto."""
    return Configuracion.model_validate(await diario.ajustes.leer(servidor))


async def cambiar(diario: Diario, servidor: int, **cambios: Any) -> None:
    """Cambia algunos ajustes de un servidor.

    Raises:
        ErrorDeDominio: si la zona horaria no existe.
    """
    zona = cambios.get("zona")
    if zona is not None and zona not in _zonas():
        raise ErrorDeDominio(
            "No conozco esa zona horaria.", "Escríbela como «Europe/Madrid» o «America/Argentina/Buenos_Aires»."
        )

    def cambiados(antes: dict[str, Any]) -> Mapping[str, Any]:
        return Configuracion.model_validate(antes | cambios).model_dump(mode="json")

    await diario.ajustes.cambiar(servidor, cambiados)
