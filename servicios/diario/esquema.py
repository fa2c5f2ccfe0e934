"""Todas las tablas del diario, en un solo lugar.

Toda clave empieza por el servidor (el identificador de un flujo también: `<servidor>/<clase>/<número>`), para
que la base se pueda repartir. Los hechos no llevan nombres ni textos: una persona es un número de `personas`
y un texto libre, un número de `textos`. Cambiar una tabla pide una migración en `migraciones/`.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)

REVISION = "0002"
"""La última migración de este programa; una prueba comprueba que lo es."""


DE_UNO_EN_UNO = "familia IN ('partida', 'torneo')"
"""De estas familias, en un canal hay a la vez una cosa abierta como mucho."""


class Instante(TypeDecorator[datetime]):
    """Un instante con zona, siempre UTC, también en SQLite (que no guarda zonas)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"instante sin zona: {value}")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadatos = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# En SQLite una clave automática ha de ser INTEGER; un identificador de Discord pide 64 bits en PostgreSQL.
Automatica = BigInteger().with_variant(Integer, "sqlite")


def _flujo(**opciones: Any) -> Column[str]:
    return Column("flujo", String(120), ForeignKey("flujos.flujo"), nullable=False, **opciones)


semillas = Table(
    "semillas",
    metadatos,
    Column("compromiso", String(64), primary_key=True),
    Column("semilla", LargeBinary(32), nullable=False),
    Column("revelada", Instante),
)

flujos = Table(
    "flujos",
    metadatos,
    Column("flujo", String(120), primary_key=True),
    Column("clase", String(40), nullable=False),
    Column("familia", String(16), nullable=False),
    Column("servidor", BigInteger, nullable=False),
    Column("canal", BigInteger, nullable=False),
    Column("numero", Integer),  # correlativo de su clase en el servidor; los días no tienen
    Column("origen", String(100)),  # la orden que lo abrió: repetirla no abre otro
    Column("compromiso", String(64), ForeignKey("semillas.compromiso"), nullable=False),
    Column("abierto", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("orden", Integer, nullable=False),
    Column("creado", Instante, nullable=False),
    Column("movido", Instante, nullable=False),
    Column("cerrado", Instante),
    UniqueConstraint("servidor", "clase", "numero"),
    UniqueConstraint("servidor", "origen"),
    UniqueConstraint("compromiso"),
    Index(
        "uq_flujos_abierto",
        "servidor",
        "canal",
        "familia",
        unique=True,
        sqlite_where=text(f"abierto = 1 AND {DE_UNO_EN_UNO}"),
        postgresql_where=text(f"abierto AND {DE_UNO_EN_UNO}"),
    ),
    Index("ix_flujos_canal", "servidor", "canal"),
    Index(
        "ix_flujos_abiertos_movido",
        "servidor",
        "movido",
        sqlite_where=text("abierto = 1"),
        postgresql_where=text("abierto"),
    ),
)

ordenes = Table(
    "ordenes",
    metadatos,
    _flujo(primary_key=True),
    Column("numero", Integer, primary_key=True, autoincrement=False),
    Column("origen", String(100), nullable=False),
    Column("autor", Integer, nullable=False),
    Column("momento", Instante, nullable=False),
    Column("desde", Integer, nullable=False),  # versión de su primer hecho
    Column("hechos", Integer, nullable=False),  # cuántos produjo
    Column("tiradas", Integer, nullable=False),  # cuántas tiradas hubo antes en el flujo
    UniqueConstraint("flujo", "origen"),
    sqlite_with_rowid=False,
)

hechos = Table(
    "hechos",
    metadatos,
    _flujo(primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("orden", Integer, nullable=False),
    Column("tipo", String(60), nullable=False),
    # JSON y no JSONB: JSONB reordena las claves, y el orden de un cuerpo es parte de lo que se guardó.
    Column("cuerpo", JSON, nullable=False),
    Column("momento", Instante, nullable=False),
    sqlite_with_rowid=False,
)

instantaneas = Table(
    "instantaneas",
    metadatos,
    _flujo(primary_key=True),
    Column("version", Integer, nullable=False),
    Column("orden", Integer, nullable=False),
    Column("tiradas", Integer, nullable=False),
    Column("frontera", Integer, nullable=False),
    Column("faltan_pasos", Boolean, nullable=False),
    Column("esquema", String(64), nullable=False),
    Column("estado", Text, nullable=False),
    Column("sal", Text, nullable=False, server_default=""),
)

dias = Table(
    "dias",
    metadatos,
    Column("servidor", BigInteger, primary_key=True, autoincrement=False),
    Column("canal", BigInteger, primary_key=True, autoincrement=False),
    Column("fecha", Date, primary_key=True),
    _flujo(),
    Column("anterior", String(120), ForeignKey("flujos.flujo")),
    Column("siguiente", String(64), ForeignKey("semillas.compromiso"), nullable=False),
    UniqueConstraint("flujo"),
)

personas = Table(
    "personas",
    metadatos,
    Column("servidor", BigInteger, primary_key=True, autoincrement=False),
    Column("numero", Integer, primary_key=True, autoincrement=False),
    Column("discord_id", BigInteger),  # nulo: «Participante borrado»
    UniqueConstraint("servidor", "discord_id"),
)

textos = Table(
    "textos",
    metadatos,
    _flujo(primary_key=True),
    Column("numero", Integer, primary_key=True, autoincrement=False),
    Column("persona", Integer),
    Column("texto", Text),  # nulo: borrado
)

bandeja = Table(
    "bandeja",
    metadatos,
    Column("id", Automatica, primary_key=True),
    _flujo(),
    Column("clave", String(200), nullable=False),
    Column("plantilla", String(60), nullable=False),
    Column("datos", JSON, nullable=False),
    Column("menciones", JSON, nullable=False),
    Column("destino", String(200), nullable=False),
    Column("fijo", Boolean, nullable=False),  # no sale del estado: deshacer no lo retira
    Column("estado", String(12), nullable=False),
    Column("sobra", Boolean, nullable=False),  # dejó de deberse mientras se enviaba
    Column("creado", Instante, nullable=False),
    Column("proximo", Instante, nullable=False),
    Column("intentos", Integer, nullable=False),
    Column("proceso", String(60)),
    Column("tomado", Instante),
    Column("canal_mensaje", BigInteger),
    Column("mensaje", BigInteger),
    Column("motivo", Text),
    Index(
        "uq_bandeja_viva",
        "flujo",
        "clave",
        unique=True,
        sqlite_where=text("estado NOT IN ('cancelado', 'anulado', 'por_anular')"),
        postgresql_where=text("estado NOT IN ('cancelado', 'anulado', 'por_anular')"),
    ),
    Index("ix_bandeja_flujo", "flujo"),
    Index("ix_bandeja_por_hacer", "estado", "proximo"),
)

recordatorios = Table(
    "recordatorios",
    metadatos,
    Column("id", Automatica, primary_key=True),
    _flujo(),
    Column("clave", String(200), nullable=False),
    Column("vence", Instante, nullable=False),
    Column("vez", Integer, nullable=False),  # cuántas veces se ha fijado una hora distinta
    Column("estado", String(12), nullable=False),
    Column("proximo", Instante, nullable=False),
    Column("intentos", Integer, nullable=False),
    Column("proceso", String(60)),
    Column("tomado", Instante),
    Column("motivo", Text),
    UniqueConstraint("flujo", "clave"),
    Index("ix_recordatorios_por_hacer", "estado", "proximo"),
)

ajustes = Table(
    "ajustes",
    metadatos,
    Column("servidor", BigInteger, primary_key=True, autoincrement=False),
    Column("valores", JSON, nullable=False),
    Column("cambiado", Instante, nullable=False),
)

parametros = Table(
    "parametros",
    metadatos,
    Column("clave", String(60), primary_key=True),
    Column("valor", Text, nullable=False),
)

servidores_idos = Table(
    "servidores_idos",
    metadatos,
    Column("servidor", BigInteger, primary_key=True, autoincrement=False),
    Column("desde", Instante, nullable=False),
)


def tablas() -> list[Table]:
    """Todas las tablas, cada una detrás de aquellas a las que hace referencia."""
    return metadatos.sorted_tables
