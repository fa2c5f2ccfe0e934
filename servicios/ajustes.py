"""Ajustes del bot, leídos del entorno (o de `.env`). `.env.example` los explica a quien lo instala."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from servicios.errores import ErrorDePuestaEnMarcha

PREFIJO = "CONCILIO_"


class Ajustes(BaseSettings):
    """Todo lo que se puede ajustar desde fuera. Un valor vacío equivale a no ponerlo."""

    model_config = SettingsConfigDict(
        env_file=".env", env_prefix=PREFIJO, env_ignore_empty=True, extra="ignore", populate_by_name=True
    )

    token: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("DISCORD_TOKEN"),
        description="Token del bot: https://discord.com/developers/applications → tu aplicación → Bot → Token",
    )
    datos: Path = Field(default=Path("var"), description="Carpeta donde el bot escribe lo suyo")
    bd: SecretStr | None = Field(
        default=None,
        description="Base de datos: vacío, un archivo SQLite en la carpeta de datos; o postgresql://usuario:clave@servidor/base",
    )
    registro_nivel: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="Detalle del registro: DEBUG, INFO, WARNING o ERROR"
    )
    registro_formato: Literal["texto", "json"] = Field(
        default="texto", description="Forma del registro: texto (para personas) o json (para máquinas)"
    )
    fragmentos: int | None = Field(
        default=None, ge=1, description="Número total de fragmentos (shards); vacío: lo que aconseje Discord"
    )
    fragmentos_propios: Annotated[tuple[int, ...], NoDecode] = Field(
        default=(),
        description="Fragmentos que lleva este proceso, separados por comas, contando desde 0 y menores que "
        "CONCILIO_FRAGMENTOS, que hay que dar también; vacío: todos",
    )

    @field_validator("fragmentos_propios", mode="before")
    @classmethod
    def _separar(cls, valor: object) -> object:
        return tuple(valor.split(",")) if isinstance(valor, str) else valor

    @field_validator("fragmentos_propios")
    @classmethod
    def _que_quepan(cls, propios: tuple[int, ...], ajustes: ValidationInfo) -> tuple[int, ...]:
        total = ajustes.data.get("fragmentos") or 0
        if not all(0 <= numero < total for numero in propios):
            raise ValueError(f"los fragmentos van del 0 al {total - 1}")
        return propios


def leer_ajustes() -> Ajustes:
    """Los ajustes del entorno.

    Raises:
        ErrorDePuestaEnMarcha: si alguno está mal escrito; la frase lo nombra.
    """
    try:
        return Ajustes()
    except ValidationError as error:
        primero = error.errors()[0]
        campo = str(primero["loc"][0])
        variable = campo if campo == "DISCORD_TOKEN" else f"{PREFIJO}{campo.upper()}"
        ejemplo = Ajustes.model_fields[campo].description if campo in Ajustes.model_fields else ""
        raise ErrorDePuestaEnMarcha(f"El ajuste {variable} no vale: «{primero['input']}». {ejemplo}.") from None
