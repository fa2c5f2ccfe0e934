"""El formato `concilio-torneo/1`: lo que otros programas leen, con su esquema en `docs/torneo.schema.json`."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from servicios.torneo.puntos import (
    PV_MAXIMO,
    PV_MINIMO,
    RONDAS_MAXIMAS,
    SANCION_MAXIMA,
    Fin,
    Formato,
    Modalidad,
)

Criterio = Literal["enfrentamiento", "anillos", "victorias", "v60", "v51", "v42", "e33", "pv", "compartido"]
LARGO_DE_MOTIVO = 300
Numero = Field(ge=1, le=999_999)
Pv = Field(ge=PV_MINIMO, le=PV_MAXIMO)
Cuenta = Field(ge=0, le=RONDAS_MAXIMAS)


class _Parte(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FichaDelTorneo(_Parte):
    id: str = Field(max_length=200, description="Identificador del torneo donde se jugó.")
    nombre: str = Field(max_length=100)
    formato: Formato
    modalidad: Modalidad
    rondas_previstas: int | None = Field(ge=1, le=RONDAS_MAXIMAS, description="null hasta que se inicia.")
    estado: Literal["inscripcion", "en_juego", "cerrado", "cancelado"]
    compromiso: str = Field(
        max_length=200, description="SHA-256 de la semilla, en hexadecimal, publicado al crearlo."
    )
    semilla: str | None = Field(max_length=200, description="La semilla en hexadecimal; null hasta que se cierra.")


class ParticipanteDelTorneo(_Parte):
    id: int = Numero
    nombre: str = Field(min_length=1, max_length=100)
    estado: Literal["activo", "retirado", "expulsado"]
    ronda_baja: int | None = Field(
        ge=1, le=RONDAS_MAXIMAS + 1, description="Primera ronda que no jugó o no terminó; null si sigue."
    )


class DescansoDeRonda(_Parte):
    participante: int = Numero
    puntos: int = Field(ge=0, le=6)


class ResultadoDeMesa(_Parte):
    pv_a: int = Pv
    pv_b: int = Pv
    fin: Fin
    ganador: int | None = Field(ge=1, le=999_999, description="null solo si empatan.")
    pt_a: int = Field(ge=0, le=9, description="Puntos de torneo, con las sanciones ya aplicadas.")
    pt_b: int = Field(ge=0, le=9)
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
    pv: int = Field(
        ge=-SANCION_MAXIMA, le=SANCION_MAXIMA, description="Con signo: −3 resta tres puntos de victoria."
    )
    motivo: str = Field(max_length=LARGO_DE_MOTIVO)


class FilaDeClasificacion(_Parte):
    puesto: int | None = Field(ge=1, le=999_999, description="null si dejó el torneo.")
    participante: int = Numero
    pt: int = Field(ge=0, le=9 * RONDAS_MAXIMAS)
    pv: int = Field(ge=-999_999, le=999_999)
    victorias: int = Cuenta
    anillos: int = Cuenta
    v60: int = Cuenta
    v51: int = Cuenta
    v42: int = Cuenta
    e33: int = Cuenta
    decidido_por: Criterio | None = Field(description="Desempate que fijó el puesto; null si no hubo empate.")


class Documento(_Parte):
    """Un torneo suizo de SATM, de principio a fin."""

    formato: Literal["concilio-torneo/1"] = "concilio-torneo/1"
    torneo: FichaDelTorneo
    participantes: list[ParticipanteDelTorneo] = Field(max_length=10_000)
    rondas: list[RondaDelTorneo] = Field(max_length=RONDAS_MAXIMAS)
    sanciones: list[SancionDelTorneo] = Field(max_length=10_000)
    clasificacion: list[FilaDeClasificacion]


def esquema() -> dict[str, Any]:
    """El JSON Schema del formato, tal como está en `docs/`. Todas las claves están siempre."""
    hecho = Documento.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **hecho}
