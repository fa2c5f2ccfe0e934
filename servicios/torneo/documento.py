"""El formato `concilio-torneo/1`: lo que otros programas leen, con su esquema en `docs/torneo.schema.json`."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from servicios.torneo.puntos import PV_MAXIMO, PV_MINIMO, Fin, Formato, Modalidad

Criterio = Literal["enfrentamiento", "anillos", "victorias", "v60", "v51", "v42", "e33", "pv", "compartido"]
Numero = Field(ge=1)
Pv = Field(ge=PV_MINIMO, le=PV_MAXIMO)


class _Parte(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FichaDelTorneo(_Parte):
    id: str = Field(description="Identificador del torneo donde se jugó.")
    nombre: str
    formato: Formato
    modalidad: Modalidad
    rondas_previstas: int | None = Field(ge=1, description="null hasta que se inicia.")
    estado: Literal["inscripcion", "en_juego", "cerrado", "cancelado"]
    compromiso: str = Field(description="SHA-256 de la semilla, en hexadecimal, publicado al crearlo.")
    semilla: str | None = Field(description="La semilla en hexadecimal; null hasta que se cierra.")


class ParticipanteDelTorneo(_Parte):
    id: int = Numero
    nombre: str = Field(min_length=1, max_length=100)
    estado: Literal["activo", "retirado", "expulsado"]
    ronda_baja: int | None = Field(ge=1, description="Primera ronda que no jugó o no terminó; null si sigue.")


class DescansoDeRonda(_Parte):
    participante: int = Numero
    puntos: int = Field(ge=0)


class ResultadoDeMesa(_Parte):
    pv_a: int = Pv
    pv_b: int = Pv
    fin: Fin
    ganador: int | None = Field(description="null solo si empatan.")
    pt_a: int = Field(ge=0, description="Puntos de torneo, con las sanciones ya aplicadas.")
    pt_b: int = Field(ge=0)
    estado: Literal["pendiente", "firme"]


class MesaDeRonda(_Parte):
    mesa: int = Numero
    a: int = Numero
    b: int = Numero
    resultado: ResultadoDeMesa | None


class RondaDelTorneo(_Parte):
    numero: int = Numero
    estado: Literal["publicada", "cerrada"]
    descanso: DescansoDeRonda | None
    mesas: list[MesaDeRonda]


class SancionDelTorneo(_Parte):
    participante: int = Numero
    ronda: int = Numero
    mesa: int = Numero
    pv: int = Field(description="Con signo: −3 resta tres puntos de victoria.")
    motivo: str


class FilaDeClasificacion(_Parte):
    puesto: int | None = Field(ge=1, description="null si dejó el torneo.")
    participante: int = Numero
    pt: int
    pv: int
    victorias: int = Field(ge=0)
    anillos: int = Field(ge=0)
    v60: int = Field(ge=0)
    v51: int = Field(ge=0)
    v42: int = Field(ge=0)
    e33: int = Field(ge=0)
    decidido_por: Criterio | None = Field(description="Desempate que fijó el puesto; null si no hubo empate.")


class Documento(_Parte):
    """Un torneo suizo de SATM, de principio a fin."""

    formato: Literal["concilio-torneo/1"] = "concilio-torneo/1"
    torneo: FichaDelTorneo
    participantes: list[ParticipanteDelTorneo]
    rondas: list[RondaDelTorneo]
    sanciones: list[SancionDelTorneo]
    clasificacion: list[FilaDeClasificacion]


def esquema() -> dict[str, Any]:
    """El JSON Schema del formato, tal como está en `docs/`. Todas las claves están siempre."""
    hecho = Documento.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **hecho}
