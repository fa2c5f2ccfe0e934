"""Las tablas con que nace el diario."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

AUTOMATICA = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _ajustes()
    _parametros()
    _personas()
    _semillas()
    _servidores_idos()
    _flujos()
    _bandeja()
    _dias()
    _hechos()
    _instantaneas()
    _ordenes()
    _recordatorios()
    _textos()


def _ajustes() -> None:
    op.create_table(
        "ajustes",
        sa.Column("servidor", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("valores", sa.JSON(), nullable=False),
        sa.Column("cambiado", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("servidor", name="pk_ajustes"),
    )


def _parametros() -> None:
    op.create_table(
        "parametros",
        sa.Column("clave", sa.String(length=60), nullable=False),
        sa.Column("valor", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("clave", name="pk_parametros"),
    )


def _personas() -> None:
    op.create_table(
        "personas",
        sa.Column("servidor", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("numero", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("discord_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("servidor", "numero", name="pk_personas"),
        sa.UniqueConstraint("servidor", "discord_id", name="uq_personas_servidor_discord_id"),
    )


def _semillas() -> None:
    op.create_table(
        "semillas",
        sa.Column("compromiso", sa.String(length=64), nullable=False),
        sa.Column("semilla", sa.LargeBinary(length=32), nullable=False),
        sa.Column("revelada", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("compromiso", name="pk_semillas"),
    )


def _servidores_idos() -> None:
    op.create_table(
        "servidores_idos",
        sa.Column("servidor", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("desde", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("servidor", name="pk_servidores_idos"),
    )


def _flujos() -> None:
    op.create_table(
        "flujos",
        sa.Column("flujo", sa.String(length=120), nullable=False),
        sa.Column("clase", sa.String(length=40), nullable=False),
        sa.Column("familia", sa.String(length=16), nullable=False),
        sa.Column("servidor", sa.BigInteger(), nullable=False),
        sa.Column("canal", sa.BigInteger(), nullable=False),
        sa.Column("numero", sa.Integer(), nullable=True),
        sa.Column("origen", sa.String(length=100), nullable=True),
        sa.Column("compromiso", sa.String(length=64), nullable=False),
        sa.Column("abierto", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("orden", sa.Integer(), nullable=False),
        sa.Column("creado", sa.DateTime(timezone=True), nullable=False),
        sa.Column("movido", sa.DateTime(timezone=True), nullable=False),
        sa.Column("cerrado", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["compromiso"], ["semillas.compromiso"], name="fk_flujos_compromiso"),
        sa.PrimaryKeyConstraint("flujo", name="pk_flujos"),
        sa.UniqueConstraint("compromiso", name="uq_flujos_compromiso"),
        sa.UniqueConstraint("servidor", "clase", "numero", name="uq_flujos_servidor_clase_numero"),
        sa.UniqueConstraint("servidor", "origen", name="uq_flujos_servidor_origen"),
    )
    op.create_index(
        "ix_flujos_abiertos_movido",
        "flujos",
        ["servidor", "movido"],
        unique=False,
        sqlite_where=sa.text("abierto = 1"),
        postgresql_where=sa.text("abierto"),
    )
    op.create_index("ix_flujos_canal", "flujos", ["servidor", "canal"], unique=False)
    op.create_index(
        "uq_flujos_abierto",
        "flujos",
        ["servidor", "canal", "familia"],
        unique=True,
        sqlite_where=sa.text("abierto = 1 AND familia IN ('partida', 'torneo')"),
        postgresql_where=sa.text("abierto AND familia IN ('partida', 'torneo')"),
    )


def _bandeja() -> None:
    op.create_table(
        "bandeja",
        sa.Column("id", AUTOMATICA, nullable=False),
        sa.Column("flujo", sa.String(length=120), nullable=False),
        sa.Column("clave", sa.String(length=200), nullable=False),
        sa.Column("plantilla", sa.String(length=60), nullable=False),
        sa.Column("datos", sa.JSON(), nullable=False),
        sa.Column("menciones", sa.JSON(), nullable=False),
        sa.Column("destino", sa.String(length=200), nullable=False),
        sa.Column("fijo", sa.Boolean(), nullable=False),
        sa.Column("estado", sa.String(length=12), nullable=False),
        sa.Column("sobra", sa.Boolean(), nullable=False),
        sa.Column("creado", sa.DateTime(timezone=True), nullable=False),
        sa.Column("proximo", sa.DateTime(timezone=True), nullable=False),
        sa.Column("intentos", sa.Integer(), nullable=False),
        sa.Column("proceso", sa.String(length=60), nullable=True),
        sa.Column("tomado", sa.DateTime(timezone=True), nullable=True),
        sa.Column("canal_mensaje", sa.BigInteger(), nullable=True),
        sa.Column("mensaje", sa.BigInteger(), nullable=True),
        sa.Column("motivo", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["flujo"], ["flujos.flujo"], name="fk_bandeja_flujo"),
        sa.PrimaryKeyConstraint("id", name="pk_bandeja"),
    )
    op.create_index("ix_bandeja_flujo", "bandeja", ["flujo"], unique=False)
    op.create_index("ix_bandeja_por_hacer", "bandeja", ["estado", "proximo"], unique=False)
    op.create_index(
        "uq_bandeja_viva",
        "bandeja",
        ["flujo", "clave"],
        unique=True,
        sqlite_where=sa.text("estado NOT IN ('cancelado', 'anulado', 'por_anular')"),
        postgresql_where=sa.text("estado NOT IN ('cancelado', 'anulado', 'por_anular')"),
    )


def _dias() -> None:
    op.create_table(
        "dias",
        sa.Column("servidor", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("canal", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("fecha", sa.Date(), nullable=False),
        sa.Column("flujo", sa.String(length=120), nullable=False),
        sa.Column("anterior", sa.String(length=120), nullable=True),
        sa.Column("siguiente", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["anterior"], ["flujos.flujo"], name="fk_dias_anterior"),
        sa.ForeignKeyConstraint(["flujo"], ["flujos.flujo"], name="fk_dias_flujo"),
        sa.ForeignKeyConstraint(["siguiente"], ["semillas.compromiso"], name="fk_dias_siguiente"),
        sa.PrimaryKeyConstraint("servidor", "canal", "fecha", name="pk_dias"),
        sa.UniqueConstraint("flujo", name="uq_dias_flujo"),
    )


def _hechos() -> None:
    op.create_table(
        "hechos",
        sa.Column("flujo", sa.String(length=120), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("orden", sa.Integer(), nullable=False),
        sa.Column("tipo", sa.String(length=60), nullable=False),
        sa.Column("cuerpo", sa.JSON(), nullable=False),
        sa.Column("momento", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["flujo"], ["flujos.flujo"], name="fk_hechos_flujo"),
        sa.PrimaryKeyConstraint("flujo", "version", name="pk_hechos"),
        sqlite_with_rowid=False,
    )


def _instantaneas() -> None:
    op.create_table(
        "instantaneas",
        sa.Column("flujo", sa.String(length=120), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("orden", sa.Integer(), nullable=False),
        sa.Column("tiradas", sa.Integer(), nullable=False),
        sa.Column("frontera", sa.Integer(), nullable=False),
        sa.Column("faltan_pasos", sa.Boolean(), nullable=False),
        sa.Column("esquema", sa.String(length=64), nullable=False),
        sa.Column("estado", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["flujo"], ["flujos.flujo"], name="fk_instantaneas_flujo"),
        sa.PrimaryKeyConstraint("flujo", name="pk_instantaneas"),
    )


def _ordenes() -> None:
    op.create_table(
        "ordenes",
        sa.Column("flujo", sa.String(length=120), nullable=False),
        sa.Column("numero", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("origen", sa.String(length=100), nullable=False),
        sa.Column("autor", sa.Integer(), nullable=False),
        sa.Column("momento", sa.DateTime(timezone=True), nullable=False),
        sa.Column("desde", sa.Integer(), nullable=False),
        sa.Column("hechos", sa.Integer(), nullable=False),
        sa.Column("tiradas", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["flujo"], ["flujos.flujo"], name="fk_ordenes_flujo"),
        sa.PrimaryKeyConstraint("flujo", "numero", name="pk_ordenes"),
        sa.UniqueConstraint("flujo", "origen", name="uq_ordenes_flujo_origen"),
        sqlite_with_rowid=False,
    )


def _recordatorios() -> None:
    op.create_table(
        "recordatorios",
        sa.Column("id", AUTOMATICA, nullable=False),
        sa.Column("flujo", sa.String(length=120), nullable=False),
        sa.Column("clave", sa.String(length=200), nullable=False),
        sa.Column("vence", sa.DateTime(timezone=True), nullable=False),
        sa.Column("vez", sa.Integer(), nullable=False),
        sa.Column("estado", sa.String(length=12), nullable=False),
        sa.Column("proximo", sa.DateTime(timezone=True), nullable=False),
        sa.Column("intentos", sa.Integer(), nullable=False),
        sa.Column("proceso", sa.String(length=60), nullable=True),
        sa.Column("tomado", sa.DateTime(timezone=True), nullable=True),
        sa.Column("motivo", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["flujo"], ["flujos.flujo"], name="fk_recordatorios_flujo"),
        sa.PrimaryKeyConstraint("id", name="pk_recordatorios"),
        sa.UniqueConstraint("flujo", "clave", name="uq_recordatorios_flujo_clave"),
    )
    op.create_index("ix_recordatorios_por_hacer", "recordatorios", ["estado", "proximo"], unique=False)


def _textos() -> None:
    op.create_table(
        "textos",
        sa.Column("flujo", sa.String(length=120), nullable=False),
        sa.Column("numero", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("persona", sa.Integer(), nullable=True),
        sa.Column("texto", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["flujo"], ["flujos.flujo"], name="fk_textos_flujo"),
        sa.PrimaryKeyConstraint("flujo", "numero", name="pk_textos"),
    )
